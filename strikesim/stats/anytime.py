"""Verdicts that may be looked at as often as one likes: e-processes at both ends of a target band.

An e-process grows where a hypothesis is false; where it is true, it ever reaches 1 / a with a chance of a at most, over
any number of looks (Ville). Who adds games until a verdict comes out errs no more often than is promised.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import betainc, betaincc, betaln, rel_entr, xlog1py, xlogy

from strikesim.stats.adjust import ERROR
from strikesim.stats.targets import ABOVE, BELOW, INSIDE, UNDECIDED

LEAST = 1e-300
Numbers = NDArray[np.float64]


def log_e_above(count: ArrayLike, games: ArrayLike, rate: ArrayLike) -> Numbers:
    """Return the logarithm of the evidence that a win rate is higher than `rate`, elementwise.

    The likelihood of the games, averaged over all higher rates alike, divided by that at `rate`: a mixture of
    likelihood ratios, each of which is a supermartingale for every true rate up to `rate`.

    Parameters
    ----------
    count, games
        Wins and games so far.
    rate
        Strictly between 0 and 1.

    References
    ----------
    H. Robbins, "Statistical methods related to the law of the iterated logarithm", Ann. Math. Stat. 41 (1970); S. R.
    Howard, A. Ramdas, J. McAuliffe and J. Sekhon, "Time-uniform, nonparametric, nonasymptotic confidence sequences",
    Ann. Stat. 49 (2021); J. Ville, "Étude critique de la notion de collectif" (1939).

    Examples
    --------
    >>> bool(log_e_above(70, 100, 0.5) > np.log(20)), bool(log_e_above(52, 100, 0.5) > 0)
    (True, False)
    """
    x, n, r = (np.asarray(value, float) for value in (count, games, rate))
    higher = _log(betaincc(x + 1, n - x + 1, r))
    mixed = betaln(x + 1, n - x + 1) + higher - np.log1p(-r)
    return np.asarray(mixed - xlogy(x, r) - xlog1py(n - x, -r), float)


def log_e_below(count: ArrayLike, games: ArrayLike, rate: ArrayLike) -> Numbers:
    """Return the same that a win rate is lower than `rate`: a loss for a win."""
    x, n, r = (np.asarray(value, float) for value in (count, games, rate))
    lower = _log(betainc(x + 1, n - x + 1, r))
    return np.asarray(betaln(x + 1, n - x + 1) + lower - np.log(r) - xlogy(x, r) - xlog1py(n - x, -r), float)


def _log(share: Numbers) -> Numbers:
    """Return a logarithm; of what is too small for a number none: the games then speak clearly against it."""
    with np.errstate(divide="ignore"):
        return np.where(share > LEAST, np.log(share), -np.inf)


def log_e_outside(count: ArrayLike, games: ArrayLike, low: ArrayLike, high: ArrayLike) -> Numbers:
    """Return the logarithm of the evidence that a rate is not in a band: the mean of that at both ends."""
    below, above = _below(count, games, low), _above(count, games, high)
    return np.asarray(np.logaddexp(below, above) - np.log(2), float)


def _below(count: ArrayLike, games: ArrayLike, end: ArrayLike) -> Numbers:
    """Return the evidence of being below an end; none that one is below 0."""
    end = np.asarray(end, float)
    return np.where(end > 0, log_e_below(count, games, np.clip(end, 1e-12, 1 - 1e-12)), -np.inf)


def _above(count: ArrayLike, games: ArrayLike, end: ArrayLike) -> Numbers:
    """Return the evidence of being above an end; none that one is above 1."""
    end = np.asarray(end, float)
    return np.where(end < 1, log_e_above(count, games, np.clip(end, 1e-12, 1 - 1e-12)), -np.inf)


def verdicts(
    count: ArrayLike, games: ArrayLike, low: ArrayLike, high: ArrayLike, rows: int
) -> tuple[NDArray[np.str_], Numbers]:
    """Say of each rate whether it is shown to lie inside its band, below or above it, at whatever time one looks.

    Exactly one of the three is true, and a verdict stands when there is evidence of `rows` / ERROR against each of the
    other two. The chance that any row ever gets a wrong verdict is then ERROR at most, whatever the dependence between
    the rows and however often one looks. Holm's steps would be no gain: of every row one hypothesis is true, decided
    or not, so that as many can be rejected wrongly at the end as at the beginning.

    Parameters
    ----------
    count, games
        Wins and games so far, one for each row.
    low, high
        The bands, their ends included.
    rows
        How many rates are judged in all.

    Returns
    -------
    (ndarray, ndarray)
        The verdict ("undecided" where none stands), and the evidence for the likeliest as a logarithm.
    """
    count, games, low, high = np.broadcast_arrays(*(np.asarray(x, float) for x in (count, games, low, high)))
    not_below = np.where(low > 0, log_e_above(count, games, np.clip(low, 1e-12, 1 - 1e-12)), np.inf)
    not_above = np.where(high < 1, log_e_below(count, games, np.clip(high, 1e-12, 1 - 1e-12)), np.inf)
    not_inside = log_e_outside(count, games, low, high)
    # Nothing lies below 0 or above 1: such a verdict is none.
    evidence = np.array(
        [
            np.where(low > 0, np.minimum(not_inside, not_above), -np.inf),
            np.minimum(not_below, not_above),
            np.where(high < 1, np.minimum(not_inside, not_below), -np.inf),
        ]
    )
    best = evidence.max(axis=0)
    said = np.array([BELOW, INSIDE, ABOVE])[evidence.argmax(axis=0)]
    return np.where(best >= np.log(rows / ERROR), said, UNDECIDED), best


def remainder(count: ArrayLike, games: ArrayLike, low: ArrayLike, high: ArrayLike, rows: int) -> Numbers:
    """Return about how many more games decide each rate, if it is what it looks like; infinite on an end of the band.

    Evidence grows by the relative entropy of the rate to the end that must be passed: inside the band the nearer one,
    outside the one that is crossed.
    """
    count, games, low, high = np.broadcast_arrays(*(np.asarray(x, float) for x in (count, games, low, high)))
    rate = (count + 0.5) / (games + 1)
    ends: list[Any] = [
        np.where((end > 0) & (end < 1), _entropy(rate, np.clip(end, 1e-12, 1 - 1e-12)), np.inf) for end in (low, high)
    ]
    with np.errstate(divide="ignore"):
        return np.maximum(np.log(rows / ERROR) / np.minimum(*ends) - games, 1.0)


def _entropy(rate: Numbers, end: Numbers) -> Numbers:
    return np.asarray(rel_entr(rate, end) + rel_entr(1 - rate, 1 - end), float)
