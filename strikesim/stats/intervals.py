"""Confidence intervals."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtri

CONFIDENCE = 0.95


def wilson(wins: ArrayLike, games: ArrayLike, confidence: float = CONFIDENCE) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the Wilson score interval of a rate, elementwise.

    scipy offers it for one pair of counts at a time; a table of cells needs it for arrays.

    Parameters
    ----------
    wins, games
        Counts, broadcast together; with 0 games the interval is 0 to 1.
    confidence
        Chance that the interval covers the true rate, in the long run about.

    Returns
    -------
    (ndarray, ndarray)
        Lower and upper ends, between 0 and 1.

    References
    ----------
    E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927).

    Examples
    --------
    >>> low, high = wilson(0, 100)
    >>> print(f"{low:.3f} {high:.3f}")
    0.000 0.037
    """
    wins, games = np.broadcast_arrays(np.asarray(wins, float), np.asarray(games, float))
    z = ndtri((1 + confidence) / 2)
    n = np.maximum(games, 1)
    middle = (wins + z * z / 2) / (n + z * z)
    half = z / (n + z * z) * np.sqrt(wins * (n - wins) / n + z * z / 4)
    low, high = np.clip(middle - half, 0, 1), np.clip(middle + half, 0, 1)
    # Rounding must not push the ends past a rate of exactly 0 or 1.
    low, high = np.where(wins == 0, 0.0, low), np.where(wins == n, 1.0, high)
    return np.where(games == 0, 0.0, low), np.where(games == 0, 1.0, high)


def games_for_half_width(half_width: float, confidence: float = CONFIDENCE) -> int:
    """Return how many games narrow any rate's Wilson interval to plus or minus `half_width`.

    A rate of one half has the widest.

    Examples
    --------
    >>> games_for_half_width(0.005)
    38411
    """
    z = ndtri((1 + confidence) / 2)
    # At a rate of one half the Wilson half-width is z / (2 sqrt(n + z²)).
    return max(1, int(np.ceil(z * z / (4 * half_width**2) - z * z)))


def mean_interval(
    total: ArrayLike, squares: ArrayLike, count: ArrayLike, confidence: float = CONFIDENCE
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Return mean, standard deviation and half-width of the mean's normal interval, from sums.

    Parameters
    ----------
    total, squares, count
        Sum of the values, sum of their squares, and how many there are.
    confidence
        As in `wilson`.
    """
    total, squares, n = (np.asarray(x, float) for x in (total, squares, count))
    mean = total / n
    with np.errstate(invalid="ignore", divide="ignore"):  # one value says nothing about the spread: NaN
        deviation = np.sqrt(np.maximum(squares - n * mean**2, 0) / (n - 1))
    return mean, deviation, ndtri((1 + confidence) / 2) * deviation / np.sqrt(n)
