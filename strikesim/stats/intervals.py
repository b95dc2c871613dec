"""Confidence intervals."""

from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

CONFIDENCE = 0.95
FEW = 10  # with fewer wins or losses than that Wilson's approximation gives way to the exact interval
# As scipy's `ndtri`, but without half a second of import before a run shows its first rates.
_standard_normal_quantile = np.vectorize(NormalDist().inv_cdf, otypes=[float])


def wilson(wins: ArrayLike, games: ArrayLike, confidence: ArrayLike = CONFIDENCE) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the Wilson score interval of a rate, elementwise.

    scipy offers it for one pair of counts at a time; a table of cells needs it for arrays.

    Parameters
    ----------
    wins, games
        Counts, broadcast together; with 0 games the interval is 0 to 1.
    confidence
        Chance that the interval covers the true rate, in the long run about; one number, or one for each pair.

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
    z = normal_quantile(confidence)
    n = np.maximum(games, 1)
    middle = (wins + z * z / 2) / (n + z * z)
    half = z / (n + z * z) * np.sqrt(wins * (n - wins) / n + z * z / 4)
    low, high = np.clip(middle - half, 0, 1), np.clip(middle + half, 0, 1)
    # Rounding must not push the ends past a rate of exactly 0 or 1.
    low, high = np.where(wins == 0, 0.0, low), np.where(wins == n, 1.0, high)
    return np.where(games == 0, 0.0, low), np.where(games == 0, 1.0, high)


def rate_interval(
    wins: ArrayLike, games: ArrayLike, confidence: ArrayLike = CONFIDENCE
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the interval of a rate, elementwise: Wilson's, and the exact one where wins or losses are FEW.

    Parameters
    ----------
    wins, games, confidence
        As for `wilson`.

    Returns
    -------
    (ndarray, ndarray)
        Lower and upper ends, between 0 and 1.

    References
    ----------
    C. J. Clopper and E. S. Pearson, "The use of confidence or fiducial limits illustrated in the case of the binomial",
    Biometrika 26 (1934); L. D. Brown, T. T. Cai and A. DasGupta, "Interval estimation for a binomial proportion", Stat.
    Sci. 16 (2001), on where Wilson's covers too little.

    Examples
    --------
    >>> low, high = rate_interval([0, 3, 50], 100)
    >>> print(low.round(3), high.round(3))
    [0.    0.006 0.404] [0.036 0.085 0.596]
    """
    wins, games = np.broadcast_arrays(np.asarray(wins, float), np.asarray(games, float))
    low, high = wilson(wins, games, confidence)
    few = (np.minimum(wins, games - wins) < FEW) & (games > 0)
    if not few.any():
        return low, high
    from scipy.special import betaincinv  # late: a run's first rates need not wait for it

    tail = np.broadcast_to((1 - np.asarray(confidence, float)) / 2, few.shape)
    losses = games - wins
    exact_low = np.where(wins > 0, betaincinv(np.maximum(wins, 1), losses + 1, tail), 0.0)
    exact_high = np.where(losses > 0, betaincinv(wins + 1, np.maximum(losses, 1), 1 - tail), 1.0)
    return np.where(few, exact_low, low), np.where(few, exact_high, high)


def simultaneous(confidence: ArrayLike, number: ArrayLike) -> NDArray[Any]:
    """Return the confidence that each of some intervals needs for all of them to cover together.

    Bonferroni's correction and not Šidák's, which is narrower by a hair but not proven for all kinds of dependence: the
    seats of one game win at each other's cost, and cells share their seeds.

    Parameters
    ----------
    confidence
        Chance that all intervals cover, at least.
    number
        How many intervals there are.

    References
    ----------
    O. J. Dunn, "Multiple comparisons among means", JASA 56 (1961).

    Examples
    --------
    >>> float(simultaneous(0.95, 5))
    0.99
    """
    return 1 - (1 - np.asarray(confidence, float)) / np.maximum(number, 1)


def newcombe(
    wins: ArrayLike, games: ArrayLike, other_wins: ArrayLike, other_games: ArrayLike, confidence: ArrayLike = CONFIDENCE
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the interval of the difference of two independent rates, the first less the other, elementwise.

    Made of both rates' Wilson intervals, so that it says something even where one side never won.

    References
    ----------
    R. G. Newcombe, "Interval estimation for the difference between independent proportions", Stat. Med. 17 (1998),
    method 10.

    Examples
    --------
    >>> low, high = newcombe(56, 70, 48, 80)  # the paper's first example
    >>> print(f"{low:.4f} {high:.4f}")
    0.0524 0.3339
    """
    rate, other = _rate(wins, games), _rate(other_wins, other_games)
    low, high = wilson(wins, games, confidence)
    other_low, other_high = wilson(other_wins, other_games, confidence)
    difference = rate - other
    return difference - np.hypot(rate - low, other_high - other), difference + np.hypot(high - rate, other - other_low)


def _rate(wins: ArrayLike, games: ArrayLike) -> NDArray[Any]:
    """Return the share of games won; 0 of 0 games count as one half, the middle of all that is possible."""
    wins, games = np.broadcast_arrays(np.asarray(wins, float), np.asarray(games, float))
    return np.where(games == 0, 0.5, wins / np.maximum(games, 1))


def normal_quantile(confidence: ArrayLike) -> NDArray[Any]:
    """Return how many standard errors a two-sided normal interval reaches on each side."""
    return np.asarray(_standard_normal_quantile((1 + np.asarray(confidence, float)) / 2))


def games_for_half_width(half_width: float) -> int:
    """Return how many games narrow any rate's Wilson interval to plus or minus `half_width`.

    A rate of one half has the widest.

    Examples
    --------
    >>> games_for_half_width(0.005)
    38411
    """
    z = float(normal_quantile(CONFIDENCE))
    # At a rate of one half the Wilson half-width is z / (2 sqrt(n + z²)).
    return max(1, int(np.ceil(z * z / (4 * half_width**2) - z * z)))


def mean_interval(
    total: ArrayLike, squares: ArrayLike, count: ArrayLike
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Return mean, standard deviation and half-width of the mean's interval (Student's t), from sums.

    Parameters
    ----------
    total, squares, count
        Sum of the values, sum of their squares, and how many there are.

    References
    ----------
    Student, "The probable error of a mean", Biometrika 6 (1908).
    """
    from scipy.special import stdtrit  # late: a run's first rates need not wait for it

    total, squares, n = (np.asarray(x, float) for x in (total, squares, count))
    mean = total / n
    with np.errstate(invalid="ignore", divide="ignore"):  # one value says nothing about the spread: NaN
        deviation = np.sqrt(np.maximum(squares - n * mean**2, 0) / (n - 1))
    return mean, deviation, stdtrit(np.maximum(n - 1, 1), (1 + CONFIDENCE) / 2) * deviation / np.sqrt(n)
