"""How far true rates spread, once the chance in the measured ones is taken out."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from strikesim.errors import ResultError
from strikesim.stats.intervals import CONFIDENCE

REPLICATES = 1000  # of the bootstrap


@dataclass(frozen=True)
class Spread:
    """The band that holds a central share of true rates.

    Attributes
    ----------
    low, high
        Its ends.
    low_ends, high_ends
        The 95 % interval of each end: of the band that endlessly many rates drawn in the same way would have.
    deviation
        Standard deviation of the true rates; 0 where chance alone explains the measured ones.
    """

    low: float
    high: float
    low_ends: tuple[float, float]
    high_ends: tuple[float, float]
    deviation: float


def spread(won: ArrayLike, share: float, seed: int = 0) -> Spread:
    """Return the band of the true rates of several things that played the same games.

    Each measured rate is its true rate and chance. The games share their random numbers, so a part of the chance is
    common to all rates and moves the band as a whole; what spreads them is the rest, the interaction of thing and game,
    whose variance a two-way analysis of variance without replication gives. The measured rates are drawn towards their
    mean until their variance is the true rates' (constrained empirical Bayes), and the band is their quantiles; its
    ends' intervals are a percentile bootstrap's over the things, each replicate moved by as much as the games' common
    chance moves all rates.

    Parameters
    ----------
    won
        Whether each thing won each game, (things, games), at least 2 × 2.
    share
        Of the things, inside the band.
    seed
        Of the bootstrap.

    Raises
    ------
    ResultError
        There are fewer than two things or games.

    References
    ----------
    H. Scheffé, "The Analysis of Variance" (1959), section 4.2; M. Ghosh, "Constrained Bayes estimation with
    applications", JASA 87 (1992); B. Efron and R. J. Tibshirani, "An Introduction to the Bootstrap" (1993), chapter 13.
    """
    won = np.asarray(won, bool)
    if won.ndim != 2 or min(won.shape) < 2:
        raise ResultError(f"a band needs at least two things with at least two games; it got {won.shape}")
    rates, noise = won.mean(axis=1), _noise(won)
    tails = [(1 - share) / 2, (1 + share) / 2]
    low, high = np.quantile(_true(rates, noise), tails)
    rng = np.random.default_rng(seed)
    drawn = rng.integers(len(rates), size=(REPLICATES, len(rates)))
    moved = rng.normal(0, won.mean(axis=0).std(ddof=1) / np.sqrt(won.shape[1]), REPLICATES)
    ends = np.quantile(_true(rates[drawn], noise), tails, axis=1) + moved
    (low_from, high_from), (low_to, high_to) = np.quantile(ends, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2], axis=1)
    deviation = float(_true(rates, noise).std(ddof=1))
    return Spread(
        float(low), float(high), (float(low_from), float(low_to)), (float(high_from), float(high_to)), deviation
    )


def _noise(won: NDArray[np.bool_]) -> float:
    """Return the variance that chance adds to a rate beyond what is common to all: interaction mean square / games."""
    things, games = won.shape
    rates, luck = won.mean(axis=1), won.mean(axis=0)
    # The sum of squares of won - rate - luck + mean, without a matrix of floats.
    squares = won.sum() - games * (rates**2).sum() - things * (luck**2).sum() + things * games * won.mean() ** 2
    return float(squares / ((things - 1) * (games - 1)) / games)


def _true(rates: NDArray[np.float64], noise: float) -> NDArray[np.float64]:
    """Return rates drawn towards their mean, along the last axis, until the noise has left their variance."""
    mean = rates.mean(axis=-1, keepdims=True)
    variance = rates.var(axis=-1, ddof=1, keepdims=True)
    kept = np.maximum(variance - noise, 0) / np.where(variance > 0, variance, 1)
    drawn: NDArray[np.float64] = mean + np.sqrt(kept) * (rates - mean)
    return drawn
