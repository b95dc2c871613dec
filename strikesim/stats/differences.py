"""Differences of rates between cells of one sweep, many at once."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from strikesim.stats.intervals import CONFIDENCE, normal_quantile, simultaneous
from strikesim.stats.paired import paired_wins

Pair = tuple[str, Mapping[str, Any], Mapping[str, Any]]  # label, the row before, the row after


Pairs = tuple[Pair, Pair]  # one effect and another: of the same label, with the same side


def interactions(pairs: Sequence[Pairs], won: Mapping[int, pd.DataFrame]) -> pd.DataFrame:
    """Return how far the second effect of each pair is from the first, with intervals that all cover at once.

    The difference of two differences of rates, over the games that all four cells have: in each game it is a whole
    number from -2 to 2. The interval is Wald's, with one game of each sign added that differs by 2, so that it is never
    a point. In 95 % of cases all intervals cover; checked by simulation.

    Parameters
    ----------
    pairs
        Two effects each, as for `differences`.
    won
        As for `differences`.

    Returns
    -------
    DataFrame
        Columns ``label``, ``games``, ``first``, ``second`` (the effects), ``difference``, ``low``, ``high``.
    """
    z = float(normal_quantile(simultaneous(CONFIDENCE, len(pairs))))
    rows = []
    for pair in pairs:
        sides = [won[row["cell"]][row["who"]] for _, before, after in pair for row in (before, after)]
        games = pd.concat(sides, axis=1, join="inner").to_numpy(int)
        first, second = (games[:, k + 1] - games[:, k] for k in (0, 2))
        apart = np.concatenate([second - first, [-2, 2]])
        middle, half = apart.mean(), z * apart.std() / len(apart) ** 0.5
        effects = {"first": first.mean(), "second": second.mean(), "difference": (second - first).mean()}
        rows.append({"label": pair[0][0], "games": len(games), **effects, "low": middle - half, "high": middle + half})
    return pd.DataFrame(rows, columns=["label", "games", "first", "second", "difference", "low", "high"])


def differences(pairs: Sequence[Pair], won: Mapping[int, pd.DataFrame]) -> pd.DataFrame:
    """Return the difference of each pair of rates, with intervals that all cover at once in 95 % of cases.

    Game g of all cells of a sweep starts from the same seed, so that the rates are not independent: the games that both
    cells have are compared one by one.

    Parameters
    ----------
    pairs
        (label, rate before, rate after): rows with ``cell`` and ``who``.
    won
        Which side won which game, for each cell (`strikesim.result.Result.won`).

    Returns
    -------
    DataFrame
        Columns ``label``, ``games`` (that both have), ``before``, ``after``, ``difference``, ``low``, ``high``.
    """
    level = float(simultaneous(CONFIDENCE, len(pairs)))
    rows = []
    for label, before, after in pairs:
        sides = [won[row["cell"]][row["who"]] for row in (before, after)]
        old, new = sides[0].align(sides[1], join="inner")
        found = paired_wins(old, new, level)
        rates = {"before": found.a, "after": found.b, "difference": found.difference}
        rows.append({"label": label, "games": len(old), **rates, "low": found.low, "high": found.high})
    return pd.DataFrame(rows)
