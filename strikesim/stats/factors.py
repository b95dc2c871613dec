"""Factors: what was in play, a character or a committee, and how often such games are won."""

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.stats import binom, hypergeom

from strikesim.stats.adjust import benjamini_hochberg
from strikesim.stats.counts import Counts, games_of, labelled
from strikesim.stats.intervals import newcombe, wilson
from strikesim.sweep.rows import COOPERATIVE, TEAM


def factors(kind: str, counts: Counts) -> pd.DataFrame:
    """Return how often games are won with a character, committee or the like in play, and without: a screen.

    In cooperative games the team's rate with it is compared with the team's rate in the games without it: Newcombe's
    interval, Fisher's exact test. In competitive games the rate of the seat that has it is compared with the mean rate
    of the other seats in the same games, with Wilson's interval carried over and the exact binomial test against the
    fair share. What is always in play, or never, is left out.

    Returns
    -------
    DataFrame
        Columns: ``cell``, the axes, ``factor`` (the metric), ``who`` (its value), ``games`` with it, ``count``,
        ``rate``, ``low``, ``high``, ``rate_without``, ``difference``, ``difference_low``, ``difference_high``, ``p``,
        ``q`` (Benjamini and Hochberg over all rows: a screen, not a verdict).
    """
    sums = {key: numbers for key, numbers in sorted(counts.sums["factors"].items()) if _compared(kind, counts, key)}
    table = labelled(counts, sums, "factor", "who")
    games, count, anybody = np.array(list(sums.values()), int).reshape(-1, 3).T
    low, high = wilson(count, games)
    table = table.assign(games=games, count=count, rate=count / np.maximum(games, 1), low=low, high=high)
    compared = _with_and_without(counts, table) if kind == COOPERATIVE else _beside_the_others(counts, table, anybody)
    without, (difference_low, difference_high), p = compared
    table = table.assign(rate_without=without, difference=table["rate"] - without)
    return table.assign(difference_low=difference_low, difference_high=difference_high, p=p, q=benjamini_hochberg(p))


def _compared(kind: str, counts: Counts, key: tuple[Any, ...]) -> bool:
    """Return whether there is something to compare with."""
    games = counts.sums["factors"][key][0]
    return bool(0 < games < counts.games[key[0]] if kind == COOPERATIVE else games > 0 and counts.seats[key[0]] > 1)


def _with_and_without(counts: Counts, table: pd.DataFrame) -> Any:
    games, count = table["games"].to_numpy(), table["count"].to_numpy()
    all_games = games_of(counts, table)
    all_won = np.array([counts.sums["wins"][cell, TEAM, "team"][0] for cell in table["cell"]], int)
    others, other_won = all_games - games, all_won - count
    fisher = _two_sided(
        hypergeom.cdf(count, all_games, all_won, games), hypergeom.sf(count - 1, all_games, all_won, games)
    )
    return other_won / others, newcombe(count, games, other_won, others), fisher


def _beside_the_others(counts: Counts, table: pd.DataFrame, anybody: NDArray[Any]) -> Any:
    games, count = table["games"].to_numpy(), table["count"].to_numpy()
    number = np.array([counts.seats[cell] for cell in table["cell"]], int)
    share = anybody / games

    def others(rate: Any) -> Any:
        return (share - rate) / (number - 1)

    ends = tuple(end - others(end) for end in (table["low"], np.minimum(table["high"], share)))
    exact = _two_sided(binom.cdf(count, anybody, 1 / number), binom.sf(count - 1, anybody, 1 / number))
    return others(table["rate"]), ends, exact


def _two_sided(lower: NDArray[Any], upper: NDArray[Any]) -> NDArray[Any]:
    """Return a two-sided p-value: twice the smaller tail."""
    return np.minimum(2 * np.minimum(lower, upper), 1)
