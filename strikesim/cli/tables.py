"""Result tables for the terminal."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd
    from rich.table import Table

VERDICTS = {"inside": "met", "below": "too low", "above": "too high", "undecided": "open"}
TARGET = {"asked for": "right", "": "left", "needs": "right"}


def plain_table(title: str, headers: "dict[str, str]") -> "Table":
    """Return an empty table without lines.

    Parameters
    ----------
    title
        Stands above it.
    headers
        Each with "left" for words, which may be broken, or "right" for numbers, which may not.
    """
    from rich.table import Table

    table = Table(title=title, title_justify="left", title_style="bold", header_style="bold", box=None, pad_edge=False)
    for header, side in headers.items():
        table.add_column(
            header, justify="right" if side == "right" else "left", overflow="fold", no_wrap=side == "right"
        )
    return table


def win_rates(title: str, rates: "pd.DataFrame") -> "Table":
    """Return who wins how often as a table, with the verdicts if the rates have been judged."""
    from strikesim.report.figures import axes_of

    axes = [axis for axis in axes_of(rates) if axis in ("players", "bots") or rates[axis].nunique() > 1]
    headers = {axis.replace("_", " "): "right" if axis == "players" else "left" for axis in axes}
    judged = "verdict" in rates
    headers |= {" ": "left", "games": "right", "rate": "right", "95 %": "right"} | (TARGET if judged else {})
    table = plain_table(title, headers)
    previous: tuple[Any, ...] = ()
    for row in rates.itertuples():
        setting = tuple(str(value) for value in rates.loc[row.Index, axes])
        shown = [""] * len(axes) if setting == previous else list(setting)
        told = (_who(row), f"{row.games:,}", f"{row.rate:.1%}", f"{100 * row.low:.1f}–{row.high:.1%}")
        table.add_row(*shown, *told, *(_verdict(row) if judged else ()))
        previous = setting
    return table


def _who(row: Any) -> str:
    from strikesim.report.figures import ordinal
    from strikesim.stats.tables import ORDER, TEAM

    if row.of == ORDER:
        return f"{ordinal(int(row.who))} to play"
    return "the team wins" if row.of == TEAM else str(row.who)


def _verdict(row: Any) -> tuple[str, str, str]:
    import pandas as pd

    known = row.verdict == "undecided" and not pd.isna(row.more_games)
    more = f"{float(f'{row.more_games:.2g}'):,.0f}" if known else ""
    return f"{100 * row.target_low:.3g}–{100 * row.target_high:.3g}%", VERDICTS[row.verdict], more
