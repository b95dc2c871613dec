"""Differences of rates between cells of one sweep, many at once."""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from strikesim.stats.intervals import CONFIDENCE, simultaneous
from strikesim.stats.paired import paired_wins

Pair = tuple[str, Mapping[str, Any], Mapping[str, Any]]  # label, the row before, the row after


def differences(pairs: Sequence[Pair], won: Mapping[int, pd.DataFrame]) -> pd.DataFrame:
    """Return the difference of each pair of rates, with intervals that all cover at once in 95 % of cases.

    Game g of all cells of a sweep starts from the same seed, so that the rates are not independent: the games that both
    cells have are compared one by one.

    Parameters
    ----------
    pairs
        (label, rate before, rate after): rows with ``cell`` and ``who``.
    won
        Which side won which game, for each cell (`strikesim.stats.paired.won_games`).

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
