"""Result tables for the terminal."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd
    from rich.table import Table

    from strikesim.games.labels import Labels

TARGET = {"asked for": "right", "": "left", "needs": "right"}


def plain_table(title: str, headers: dict[str, str]) -> "Table":
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


def win_rates(title: str, rates: "pd.DataFrame", labels: "Labels") -> "Table":
    """Return who wins how often as a table, with the verdicts if the rates have been judged."""
    from strikesim.report import words
    from strikesim.stats.tables import axes_of

    axes = [axis for axis in axes_of(rates) if axis in ("players", "bots") or rates[axis].nunique() > 1]
    headers = {words.lower(words.name(axis, labels=labels)): "right" if axis == "players" else "left" for axis in axes}
    judged = "verdict" in rates
    headers |= {"winner": "left"} | ({} if judged else {"games": "right"}) | {"rate": "right", "95 %": "right"}
    headers |= TARGET if judged else {}
    table = plain_table(title, headers)
    previous: tuple[Any, ...] = ()
    for row in rates.itertuples():
        setting = tuple(_value(axis, rates.loc[row.Index, axis], labels) for axis in axes)
        shown = [""] * len(axes) if setting == previous else list(setting)
        ends = f"{words.interval(row.low, row.high)}%"
        winner = words.who(row.of, row.who).removeprefix("the ").removesuffix(" player")
        games = () if judged else (f"{row.games:,}",)
        table.add_row(*shown, winner, *games, f"{row.rate:.1%}", ends, *(_verdict(row) if judged else ()))
        previous = setting
    return table


def _value(axis: str, value: Any, labels: "Labels") -> str:
    """Return a value below the name of its axis."""
    from strikesim.report import words

    if words.known(value) is None or axis == "bots":
        return str(value)
    return words.variant(value, labels) if axis == "variant" else words.value_name(axis, value, labels)


def _verdict(row: Any) -> tuple[str, str, str]:
    import pandas as pd

    from strikesim.report import words
    from strikesim.stats.targets import UNDECIDED

    known = row.verdict == UNDECIDED and not pd.isna(row.more_games)
    asked = words.bounds(row.target_low, row.target_high)
    return asked, words.VERDICTS[row.verdict].brief, words.rounded(row.more_games) if known else ""
