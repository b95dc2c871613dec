"""Adjusted p-values: many questions asked of the same games."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.stats import false_discovery_control

ERROR = 0.05  # chance of any wrong verdict in a table
SCREEN = 0.05  # share of false alarms among what passes a screen


def holm(p: ArrayLike) -> NDArray[Any]:
    """Return p-values adjusted so that rejecting all up to e errs anywhere with chance e at most.

    For verdicts. Holds whatever the dependence between the p-values.

    References
    ----------
    S. Holm, "A simple sequentially rejective multiple test procedure", Scand. J. Stat. 6 (1979).

    Examples
    --------
    >>> [round(float(p), 3) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    p = np.asarray(p, float)
    order = np.argsort(p, kind="stable")
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1)), 1)
    return adjusted


def benjamini_hochberg(p: ArrayLike) -> NDArray[Any]:
    """Return p-values adjusted so that of all rejected up to q a share of q, on average, is rejected wrongly.

    For screens that look for what to study more closely: finds more than `holm`, and errs more. Holds for p-values that
    are independent or positively dependent.

    References
    ----------
    Y. Benjamini and Y. Hochberg, "Controlling the false discovery rate", J. R. Stat. Soc. B 57 (1995); D. Yekutieli and
    Y. Benjamini, "The control of the false discovery rate under dependency", Ann. Stat. 29 (2001).

    Examples
    --------
    >>> [round(float(p), 3) for p in benjamini_hochberg([0.01, 0.04, 0.03])]
    [0.03, 0.04, 0.04]
    """
    p = np.asarray(p, float)
    return p if p.size == 0 else false_discovery_control(p)


def false_coverage(confidence: float, chosen: int, of: int) -> float:
    """Return the confidence that intervals of chosen rows need, so that of those told a share is wrong as promised.

    Who looks at many rows and tells only those that pass a screen tells the lucky ones: their plain intervals miss far
    more often than they say. At this confidence the expected share of told intervals that miss is at most
    1 - `confidence`, whatever was chosen by, for intervals that are independent or positively dependent.

    Parameters
    ----------
    confidence
        What is promised of the told intervals.
    chosen, of
        How many rows are told, and of how many. With none chosen there is nothing to promise: as if one were.

    References
    ----------
    Y. Benjamini and D. Yekutieli, "False discovery rate-adjusted multiple confidence intervals for selected
    parameters", JASA 100 (2005).

    Examples
    --------
    >>> round(false_coverage(0.95, 4, 40), 4)
    0.995
    """
    return 1 - (1 - confidence) * max(chosen, 1) / max(of, 1)
