"""The terminal: tables as wide as their words, and nothing in a text that a terminal would obey."""

from collections.abc import Iterable
from typing import Any

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.table import Table

from strikesim.errors import printable

GAP = 2  # between columns of a table without lines


class Screen(Console):
    """The console that verbs print tables and styled lines to; brackets in a text are no markup."""

    def __init__(self, **settings: Any) -> None:
        """Open it with settings of rich's."""
        super().__init__(highlight=False, markup=False, emoji=False, **settings)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Render with control characters in texts written out."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=printable(segment.text))

    def table(self, table: Table) -> None:
        """Print a table without lines in which no word is broken, wider than the terminal if need be."""
        terminal = self.width
        self.width = max(terminal, _fit(table, terminal))
        self.print(table)
        self.width = terminal


def _fit(table: Table, width: int) -> int:
    """Give the columns their widths, within `width` if no word need be broken for it, and return the table's."""
    columns = table.columns
    texts = [[str(cell) for cell in (column.header, *column.cells)] for column in columns]
    whole = [max(cell_len(line) for text in cells for line in text.split("\n")) for cells in texts]
    words = [max((cell_len(word) for text in cells for word in text.split()), default=0) for cells in texts]
    gaps = GAP * (len(columns) - 1)
    least = [all_ if column.no_wrap else word for column, all_, word in zip(columns, whole, words, strict=True)]
    if sum(least) + gaps > width:  # then numbers may stand in two lines, too
        least = words
        for column in columns:
            column.no_wrap = False
    room = width - gaps - sum(least)
    by_want = sorted(range(len(columns)), key=lambda k: whole[k] - least[k])
    for left, k in zip(range(len(columns), 0, -1), by_want, strict=True):
        extra = max(0, min(whole[k] - least[k], room // left))
        room -= extra
        columns[k].width = least[k] + extra
    return sum(column.width or 0 for column in columns) + gaps
