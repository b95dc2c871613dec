"""How games go: how and when they end, how long they are, which characters and committees go with wins."""

import math
from collections.abc import Iterator, Mapping
from typing import Any

import pandas as pd

from strikesim.games.labels import Labels
from strikesim.report import words
from strikesim.report.findings.finding import Finding, numbers_of
from strikesim.stats.adjust import SCREEN
from strikesim.stats.intervals import CONFIDENCE, normal_quantile, simultaneous
from strikesim.sweep.config import DIFFICULTY
from strikesim.sweep.rows import UNFINISHED

ROUNDING = 1e-12


def endings(rates: pd.DataFrame, when: pd.DataFrame, setting: Mapping[str, Any], labels: Labels) -> Iterator[Finding]:
    """Say of one cell how its games end, the commonest ending first, and by when half of them are over.

    Parameters
    ----------
    rates
        The cell's rows with ``of`` end.
    when
        The cell's rows of the table of endings.
    """
    rows = rates[rates["count"] > 0].sort_values("rate", ascending=False)
    told = [f"{words.ending(row['who'], labels)}, {words.rate(row, '')}" for row in rows.to_dict("records")]
    by = _half_over(when[~when["ending"].str.startswith(UNFINISHED)])
    where = words.place(setting, labels)
    yield Finding(
        "endings",
        f"How games end ({where}; 95{words.NBSP}% in brackets): {'; '.join(told)}.{by}",
        setting,
        numbers_of(rows),
    )


def _half_over(finished: pd.DataFrame) -> str:
    """Say by which round half of all games have come to an end of their own; a cut game has none."""
    share = finished.groupby("round")["share"].sum()
    over = share[share >= 0.5].index
    if len(over):
        return f" Half of the games are over by round {math.ceil(over[0])}."
    return " Fewer than half of the games come to an end before the limit."


def lengths(
    table: pd.DataFrame, means: pd.DataFrame, cut: pd.DataFrame, setting: Mapping[str, Any], labels: Labels
) -> Iterator[Finding]:
    """Say how many turns a game takes, for all numbers of players of a difficulty in one sentence.

    Parameters
    ----------
    table
        Rows of the table of lengths, ``what`` turns, of one setting and difficulty.
    means
        The same cells' rows of the table of means, metric turns.
    cut
        The share of unfinished games in each cell that has any.
    """
    mean, shares = means.set_index("cell"), cut.set_index("cell")["rate"]
    parts = []
    for row in table.to_dict("records"):
        of_cell = mean.loc[row["cell"]]
        exact = "" if pd.isna(of_cell["low"]) else f" (95{words.NBSP}%: {of_cell['low']:.1f}–{of_cell['high']:.1f})"
        parts.append(
            f"{of_cell['mean']:.1f} turns{exact} with {words.players(row['players'])}, nine in ten games"
            f" {row['q05']:.0f} to {row['q95']:.0f}"
            + (f" ({words.percent(shares[row['cell']])} of them cut)" if row["cell"] in shares.index else "")
        )
    longer = (
        " Games that were cut at the limit would have lasted longer." if table["cell"].isin(shares.index).any() else ""
    )
    difficulty = setting.get(DIFFICULTY)
    on = "" if difficulty is None else f"On {words.name(DIFFICULTY, difficulty, labels)} a"
    yield Finding(
        "length", f"{on or 'A'} game takes on average {'; '.join(parts)}.{longer}", setting, numbers_of(table)
    )


def factors(table: pd.DataFrame, cooperative: bool, setting: Mapping[str, Any], labels: Labels) -> Iterator[Finding]:
    """Say which character, committee … goes with more wins and which with fewer, if that is shown.

    Parameters
    ----------
    table
        Rows of the table of factors, of one cell and one factor.
    cooperative
        Whether games with it are compared with those without; else its seat is compared with the others in its games.
    """
    key = table["factor"].iloc[0]
    factor = words.lower(words.name(key, labels=labels))
    where = words.place(setting, labels)
    shown = table[table["q"] <= SCREEN].sort_values("difference")
    directions = {str(row.who): "more" if row.difference > 0 else "fewer" for row in shown.itertuples()}
    said: set[str] = set()
    if shown.empty:
        sentence = (
            f"No {factor} is shown to go with more or fewer wins ({where}); differences of up to"
            f" {100 * _not_ruled_out(table):.1f} points are not ruled out (95{words.NBSP}%, all of them at once)."
        )
    else:
        rows = [shown.iloc[-1], shown.iloc[0]]
        if _one_contrast(*rows):
            rows = rows[:1]
        said = {str(row["who"]) for row in rows}
        names = [words.value_name(key, row["who"], labels) for row in rows]
        told = [
            f"{name} goes with {words.size(_span(row))} {'more' if row['difference'] > 0 else 'fewer'} wins"
            for name, row in zip(names, rows, strict=True)
        ]
        others = "games without" if cooperative else "the other seats in the same games"
        if cooperative and len(rows) == 1 and (instead := _instead(shown, rows[0])):
            others = f"games with {words.value_name(key, instead, labels)} instead"
        sentence = f"By {factor} ({where}): {words.listed(told)} than {others}."
    yield Finding(
        "factors",
        sentence,
        setting,
        numbers_of(table),
        {who: way for who, way in directions.items() if who in said},
        unsaid={who: way for who, way in directions.items() if who not in said},
    )


def _one_contrast(best: "pd.Series[Any]", worst: "pd.Series[Any]") -> bool:
    """Return whether both rows say the same: one row twice, or games with one are just those without the other."""
    return bool(abs(best["difference"] + worst["difference"]) < ROUNDING or best["who"] == worst["who"])


def _not_ruled_out(table: pd.DataFrame) -> float:
    """Return how large a difference may be, by intervals made wider so that those of all rows cover at once."""
    wider = float(normal_quantile(simultaneous(CONFIDENCE, len(table))) / normal_quantile(CONFIDENCE))
    down, up = (table["difference"] - table["difference_low"], table["difference_high"] - table["difference"])
    return float(max((table["difference"] + wider * up).max(), -(table["difference"] - wider * down).min()))


def _instead(shown: pd.DataFrame, row: "pd.Series[Any]") -> str:
    """Return what is in play just where a row's is not; '' where that is not one thing."""
    others = shown[(shown["difference"] + row["difference"]).abs() < ROUNDING]
    return str(others["who"].iloc[0]) if len(others) == 1 else ""


def _span(row: "pd.Series[Any]") -> dict[str, Any]:
    """Return a row whose interval is that of the difference."""
    return {"difference": row["difference"], "low": row["difference_low"], "high": row["difference_high"]}
