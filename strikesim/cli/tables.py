"""Result tables for the terminal."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from strikesim.stats.tables import BOT, END, ORDER, TEAM

if TYPE_CHECKING:
    import pandas as pd
    from rich.table import Table

    from strikesim.report.folder import Report


def percent(row: "Any") -> tuple[str, str]:
    """Return a rate and its interval as text."""
    return f"{row.rate:.1%}", f"{row.low:.1%} – {row.high:.1%}"


def summary_tables(report: "Report") -> "Iterator[Table]":
    """Yield the win rates, and how games end, as tables."""
    from strikesim.report.figures import axes_of

    summary = report.summary
    axes = [axis for axis in axes_of(summary) if summary[axis].notna().any()]
    name = report.manifest["name"]
    mixed = set(summary.loc[summary["of"] == BOT, "cell"])
    shown = (summary["of"] != END) & ~((summary["of"] == ORDER) & summary["cell"].isin(mixed))
    yield _table(f"{name}: who wins", axes, summary[shown])
    ends = summary[summary["of"] == END]
    if ends["who"].nunique() > 1:
        yield _table(f"{name}: how games end", axes, ends)


def _table(title: str, axes: "list[str]", rows: "pd.DataFrame") -> "Table":
    from rich.table import Table

    table = Table(title=title, title_justify="left", title_style="bold", header_style="bold", box=None, pad_edge=False)
    for axis in axes:
        table.add_column(axis.replace("_", " "), justify="right" if axis == "players" else "left")
    table.add_column("")
    for header in ("games", "rate", "95 % interval"):
        table.add_column(header, justify="right", no_wrap=True)
    previous: tuple[Any, ...] = ()
    for row in rows.itertuples():
        setting = tuple(str(value) for value in rows.loc[row.Index, axes])
        shown = [""] * len(axes) if setting == previous else list(setting)
        table.add_row(*shown, _who(row), f"{row.games:,}", *percent(row))
        previous = setting
    return table


def _who(row: Any) -> str:
    from strikesim.report.figures import ordinal

    if row.of == ORDER:
        return f"{ordinal(int(row.who))} to play"
    return "the team wins" if row.of == TEAM else str(row.who).replace("_", " ")
