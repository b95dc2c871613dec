"""Result tables for the terminal."""

from typing import TYPE_CHECKING, Any

from strikesim.stats.tables import BOT, END, ORDER, TEAM

if TYPE_CHECKING:
    import pandas as pd
    from rich.table import Table

    from strikesim.report.folder import Report


def percent(row: "Any") -> tuple[str, str]:
    """Return a rate and its interval as text."""
    return f"{row.rate:.1%}", f"{row.low:.1%} – {row.high:.1%}"


def win_rates(report: "Report") -> "Table":
    """Return the win rates with their intervals as a table."""
    from strikesim.report.figures import axes_of

    summary = report.summary
    axes = [axis for axis in axes_of(summary) if axis in ("players", "bots") or summary[axis].nunique() > 1]
    name = report.manifest["name"]
    mixed = set(summary.loc[summary["of"] == BOT, "cell"])
    shown = (summary["of"] != END) & ~((summary["of"] == ORDER) & summary["cell"].isin(mixed))
    return _table(f"{name}: who wins", axes, summary[shown])


def _table(title: str, axes: "list[str]", rows: "pd.DataFrame") -> "Table":
    from rich.table import Table

    table = Table(title=title, title_justify="left", title_style="bold", header_style="bold", box=None, pad_edge=False)
    for axis in axes:
        table.add_column(axis.replace("_", " "), justify="right" if axis == "players" else "left", overflow="fold")
    table.add_column("", no_wrap=True)
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
    return "the team wins" if row.of == TEAM else str(row.who)
