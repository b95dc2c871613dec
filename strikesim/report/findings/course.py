"""How games go: how and when they end, how long they are, which characters and committees go with wins."""

import math
from collections.abc import Iterator, Mapping
from typing import Any

import pandas as pd

from strikesim.games.labels import Labels
from strikesim.report import words
from strikesim.report.findings.finding import Finding, numbers_of
from strikesim.stats.adjust import SCREEN
from strikesim.sweep.config import DIFFICULTY


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
    half = when.groupby("round")["share"].sum()
    over = half[half >= 0.5].index
    by = f" Half of the games are over by round {math.ceil(over[0])}." if len(over) else ""
    where = words.place(setting, labels)
    yield Finding(
        "endings",
        f"How games end ({where}; 95{words.NBSP}% in brackets): {'; '.join(told)}.{by}",
        setting,
        numbers_of(rows),
    )


def lengths(table: pd.DataFrame, means: pd.DataFrame, setting: Mapping[str, Any], labels: Labels) -> Iterator[Finding]:
    """Say how many turns a game takes, for all numbers of players of a difficulty in one sentence.

    Parameters
    ----------
    table
        Rows of the table of lengths, ``what`` turns, of one setting and difficulty.
    means
        The same cells' rows of the table of means, metric turns.
    """
    mean = means.set_index("cell")
    parts = []
    for row in table.to_dict("records"):
        of_cell = mean.loc[row["cell"]]
        exact = "" if pd.isna(of_cell["low"]) else f" (95{words.NBSP}%: {of_cell['low']:.1f}–{of_cell['high']:.1f})"
        parts.append(
            f"{of_cell['mean']:.1f} turns{exact} with {words.players(row['players'])}, nine in ten games"
            f" {row['q05']:g} to {row['q95']:g}"
        )
    difficulty = setting.get(DIFFICULTY)
    on = "" if difficulty is None else f"On {words.name(DIFFICULTY, difficulty, labels)} a"
    yield Finding("length", f"{on or 'A'} game takes on average {'; '.join(parts)}.", setting, numbers_of(table))


def factors(table: pd.DataFrame, setting: Mapping[str, Any], labels: Labels) -> Iterator[Finding]:
    """Say which character, committee … goes with more wins and which with fewer, if that is shown.

    Parameters
    ----------
    table
        Rows of the table of factors, of one cell and one factor.
    """
    key = table["factor"].iloc[0]
    factor = words.lower(words.name(key, labels=labels))
    where = words.place(setting, labels)
    shown = table[table["q"] <= SCREEN].sort_values("difference")
    worst, best = table.loc[table["difference"].idxmin()], table.loc[table["difference"].idxmax()]
    directions = {str(row.who): "more" if row.difference > 0 else "fewer" for row in shown.itertuples()}
    said: set[str] = set()
    if shown.empty:
        largest = max((worst, best), key=lambda row: abs(row["difference"]))
        name = words.value_name(key, largest["who"], labels)
        sentence = (
            f"No {factor} is shown to matter ({where}); the largest difference is that with {name},"
            f" {words.difference(_span(largest))}."
        )
    else:
        said = {str(row["who"]) for row in (shown.iloc[-1], shown.iloc[0])}
        told = [
            f"{words.value_name(key, row['who'], labels)} goes with {words.size(_span(row))}"
            f" {'more' if row['difference'] > 0 else 'fewer'} wins"
            for row in (shown.iloc[-1], shown.iloc[0])
        ]
        sentence = f"By {factor} ({where}): {words.listed(dict.fromkeys(told))} than games without."
    yield Finding(
        "factors",
        sentence,
        setting,
        numbers_of(table),
        {who: way for who, way in directions.items() if who in said},
        unsaid={who: way for who, way in directions.items() if who not in said},
    )


def _span(row: "pd.Series[Any]") -> dict[str, Any]:
    """Return a row whose interval is that of the difference."""
    return {"difference": row["difference"], "low": row["difference_low"], "high": row["difference_high"]}
