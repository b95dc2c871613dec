"""Whether a difference matters: more than a margin that was stated before, less than it, or open."""

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtr

from strikesim.errors import ResultError
from strikesim.stats.adjust import ERROR, holm
from strikesim.stats.intervals import CONFIDENCE, normal_quantile

NOTHING, LESS, MORE, OPEN = "nothing", "less", "more", "open"
HALVINGS = 50
Numbers = NDArray[np.float64]


def score(only_a: ArrayLike, only_b: ArrayLike, games: ArrayLike, difference: ArrayLike) -> Numbers:
    """Return Tango's score statistic of a paired difference of rates, b less a, being what is said; elementwise.

    Parameters
    ----------
    only_a, only_b
        How many of the games a alone, and b alone, has won.
    games
        How many both played.
    difference
        The difference that is tested, between -1 and 1.

    Returns
    -------
    ndarray
        About normal with mean 0 and deviation 1 if it is so; above 0 where the games say more.

    References
    ----------
    T. Tango, "Equivalence test and confidence interval for the difference in proportions for the paired-sample design",
    Stat. Med. 17 (1998).
    """
    c, b, n, d = np.broadcast_arrays(*(np.asarray(x, float) for x in (only_a, only_b, games, difference)))
    linear = -b - c + (2 * n - b + c) * d
    alone = (np.sqrt(linear**2 + 8 * n * c * d * (1 - d)) - linear) / (4 * n)
    variance = n * (2 * alone + d * (1 - d))
    apart = b - c - n * d
    with np.errstate(divide="ignore", invalid="ignore"):
        found = apart / np.sqrt(np.maximum(variance, 0))
    return np.where(apart == 0, 0.0, found)


def score_interval(
    only_a: ArrayLike, only_b: ArrayLike, games: ArrayLike, confidence: float = CONFIDENCE
) -> tuple[Numbers, Numbers]:
    """Return Tango's interval of a paired difference of rates, b less a, elementwise: what `score` does not reject.

    Examples
    --------
    >>> low, high = score_interval(14, 5, 44)  # 30 games more were won by both or by none
    >>> print(f"{low:.3f} {high:.3f}")
    -0.385 -0.011
    """
    c, b, n = np.broadcast_arrays(*(np.asarray(x, float) for x in (only_a, only_b, games)))
    z, estimate = float(normal_quantile(confidence)), (b - c) / n
    ends = []
    for end, limit in ((-1.0, z), (1.0, -z)):
        kept, out = estimate.copy(), np.full_like(estimate, end)
        for _ in range(HALVINGS):
            middle = (kept + out) / 2
            inside = np.abs(score(c, b, n, middle)) <= abs(limit)
            kept, out = np.where(inside, middle, kept), np.where(inside, out, middle)
        ends.append((kept + out) / 2)
    return ends[0], ends[1]


def whether_it_matters(
    only_a: ArrayLike, only_b: ArrayLike, games: ArrayLike, margin: float
) -> tuple[NDArray[np.str_], Numbers]:
    """Say of each paired difference whether it is shown to be within the margin, or beyond it.

    Two one-sided score tests for "nothing" that matters, one at each end of the margin; for "less" and "more" the one
    beyond it, with half the error for each side. Exactly one of the three is true, so that no correction is needed for
    there being three (as in `strikesim.stats.targets.likeliest`); Holm's is for the number of rows. The chance that any
    row has a wrong verdict is at most ERROR, about: the score test is an approximation, checked by simulation.

    Parameters
    ----------
    only_a, only_b, games
        As for `score`, one for each row.
    margin
        What matters: a difference of rates, above 0, to be stated before anything is played.

    Returns
    -------
    (ndarray, ndarray)
        NOTHING, LESS, MORE or OPEN for each row; and the adjusted p-value of the likeliest.

    Raises
    ------
    ResultError
        The margin is none.

    References
    ----------
    D. J. Schuirmann, "A comparison of the two one-sided tests procedure and the power approach for assessing the
    equivalence of average bioavailability", J. Pharmacokinet. Biopharm. 15 (1987); J. J. Goeman, A. Solari and T.
    Stijnen, "Three-sided hypothesis testing", Stat. Med. 29 (2010); T. Tango, Stat. Med. 17 (1998).

    Examples
    --------
    >>> whether_it_matters([10, 10, 3], [12, 400, 9], [4000, 4000, 50], 0.01)[0].tolist()
    ['nothing', 'more', 'open']
    """
    if not 0 < margin < 1:
        raise ResultError(f"margin {margin:g}: it is a difference of rates above 0 and below 1, such as 0.01")
    at_low, at_high = (score(only_a, only_b, games, end) for end in (-margin, margin))
    less, more = ndtr(-at_low), ndtr(at_high)  # p-values of it being less than the lower, more than the higher end
    within = np.minimum(2 * np.minimum(ndtr(at_low), ndtr(-at_high)), 1)
    p = np.array([np.maximum(within, more), np.maximum(less, more), np.maximum(less, within)])
    adjusted = holm(np.atleast_1d(p.min(axis=0)))
    likeliest = np.atleast_1d(np.array([LESS, NOTHING, MORE])[p.argmin(axis=0)])
    return np.where(adjusted <= ERROR, likeliest, OPEN), adjusted
