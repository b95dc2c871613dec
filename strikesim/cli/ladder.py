"""``strikesim ladder``: all bots against all."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from strikesim.cli.common import console, print_json
from strikesim.cli.options import SettingOptions, listed, takes
from strikesim.cli.tables import plain_table
from strikesim.defaults import LADDER_GAMES, SEED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from strikesim.questions.ladder import Ladder


@dataclass(frozen=True)
class LadderOptions(SettingOptions):
    """What other verbs with a grid can be told; bots are no line-ups here."""

    bots: Annotated[
        list[str] | None,
        typer.Option(
            "--bots",
            help="Which bots, such as planner,novice (default: all of the game). Repeatable.",
            show_default=False,
        ),
    ] = None

    @property
    def keys(self) -> dict[str, Any]:
        """Return how a question is asked, the bots beside the axes that are fixed."""
        return {**super().keys, "bots": listed(self.bots) or None}


@takes(LadderOptions, games=LADDER_GAMES, seed=SEED)
def ladder(
    ruleset: Annotated[
        str, typer.Argument(help="A ruleset's name, or a TOML file that extends one.", show_default=False)
    ],
    options: LadderOptions,
) -> None:
    """Play all bots of RULESET against all, or each as a team, and say how well each plays and how long it thinks."""
    from strikesim.questions.ladder import ladder as climbed

    found = climbed(ruleset, **options.keys)
    if options.json:
        for table in (found.table, found.steps):
            print_json(*table.to_json(orient="records", lines=True).splitlines())
    elif not options.quiet:
        _show(found)


def _show(found: "Ladder") -> None:
    from rich.text import Text

    from strikesim.report.ladder import crossed, notes, rows_of

    screen, manifest = console(), found.results[0].manifest
    screen.table(_table("How well bots play", *rows_of(found.table, manifest), numbers=("games", "wins", "time")))
    for note in notes(found.table, manifest, found.bots):
        screen.print(note, style="dim")
    screen.print()
    for where, headers, rows in crossed(found.duels, found.bots, manifest) if found.duels is not None else ():
        screen.table(_table(f"All against all: {where}", headers, rows, numbers=headers[1:]))
        screen.print()
    for sentence in found.sentences:
        screen.print(Text(sentence))
    screen.print(f"Written to {found.folder}", soft_wrap=True)


def _table(title: str, headers: list[str], rows: list[list[str]], numbers: "Sequence[str]") -> "Table":
    table = plain_table(title, {header: "right" if header in numbers else "left" for header in headers})
    for row in rows:
        table.add_row(*row)
    return table
