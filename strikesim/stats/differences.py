"""Differences of rates between cells, many at once."""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from strikesim.stats.intervals import CONFIDENCE, newcombe, simultaneous

Pair = tuple[str, Mapping[str, Any], Mapping[str, Any]]  # label, the row before, the row after


def differences(pairs: "Sequence[Pair]") -> pd.DataFrame:
    """Return the difference of each pair of rates, with intervals that all cover at once in 95 % of cases.

    Parameters
    ----------
    pairs
        (label, rate before, rate after): rows with ``count`` and ``games``.

    Returns
    -------
    DataFrame
        Columns ``label``, ``before``, ``after``, ``difference``, ``low``, ``high``. The intervals take the cells for
        independent. They share random numbers, which as a rule makes the true intervals narrower.
    """
    before, after = [pair[1] for pair in pairs], [pair[2] for pair in pairs]
    low, high = newcombe(
        [row["count"] for row in after],
        [row["games"] for row in after],
        [row["count"] for row in before],
        [row["games"] for row in before],
        simultaneous(CONFIDENCE, len(pairs)),
    )
    return pd.DataFrame(
        {
            "label": [pair[0] for pair in pairs],
            "before": [row["rate"] for row in before],
            "after": [row["rate"] for row in after],
            "difference": [b["rate"] - a["rate"] for a, b in zip(before, after, strict=True)],
            "low": low,
            "high": high,
        }
    )
