"""At which value of a knob a win rate is what it should be: where the curve passes it, and whether it is monotone.

All values were played on common random numbers: row g of a matrix holds game g at each value. That makes differences
between values sharper and their rates go astray together; both are counted here, game by game.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit, logit
from scipy.stats import binom, chi2

from strikesim.errors import ResultError
from strikesim.stats.adjust import ERROR, holm
from strikesim.stats.intervals import CONFIDENCE, normal_quantile, simultaneous
from strikesim.stats.paired import paired_interval

STEPS = 50  # of Newton's method
STEEPEST = 30.0  # slope of a logit over the whole range of values: steeper ones cannot be told apart


@dataclass(frozen=True)
class Course:
    """What is shown of how a win rate moves along a knob.

    Attributes
    ----------
    rises, falls
        The pairs of values, by their numbers in order, between which the rate is shown to rise, or to fall.
    most_fall, most_rise
        The largest fall and the largest rise between any two values that are not ruled out.
    """

    rises: Sequence[tuple[int, int]]
    falls: Sequence[tuple[int, int]]
    most_fall: float
    most_rise: float

    @property
    def told(self) -> str:
        """Return 'rises', 'falls', 'both' or 'flat': what is shown, which is no proof that the rest is not there."""
        if self.rises and self.falls:
            return "both"
        return "rises" if self.rises else "falls" if self.falls else "flat"


def course(won: ArrayLike, confidence: float = CONFIDENCE) -> Course:
    """Test whether a win rate rises, falls, or does both along a knob, over all pairs of its values.

    McNemar's exact test in both directions of each pair, with Holm's correction over all: the chance of any wrong
    claim is at most 1 - `confidence`. The falls and rises that are not ruled out are the ends of Bonett and Price's
    intervals, which hold for all pairs together (`strikesim.stats.intervals.simultaneous`).

    Parameters
    ----------
    won
        Whether each game was won at each value, shape (games, values), the values in order.
    confidence
        Of all claims together.

    References
    ----------
    S. Holm, Scand. J. Stat. 6 (1979); J. P. Shaffer, Ann. Stat. 8 (1980), on directions; D. G. Bonett and R. M. Price,
    J. Educ. Behav. Stat. 37 (2012).

    Examples
    --------
    >>> course(np.repeat([[False, True, True]], 50, axis=0)).told
    'rises'
    """
    won = _matrix(won)
    pairs = [(i, j) for i in range(won.shape[1]) for j in range(i + 1, won.shape[1])]
    if not pairs:
        return Course([], [], 0.0, 0.0)
    up = np.array([int((won[:, j] & ~won[:, i]).sum()) for i, j in pairs])
    down = np.array([int((won[:, i] & ~won[:, j]).sum()) for i, j in pairs])
    shown = holm(np.minimum(2 * binom.sf(np.maximum(up, down) - 1, up + down, 0.5), 1)) <= 1 - confidence
    each = float(simultaneous(confidence, len(pairs)))
    ends = np.array([paired_interval(won[:, i], won[:, j], each) for i, j in pairs])
    rises, falls = (
        [pair for pair, is_shown, is_so in zip(pairs, shown, one > other, strict=True) if is_shown and is_so]
        for one, other in ((up, down), (down, up))
    )
    return Course(rises, falls, float(max(0.0, -ends[:, 0].min())), float(max(0.0, ends[:, 1].max())))


@dataclass(frozen=True)
class Crossing:
    """Where a logistic curve through the rates passes a target.

    Attributes
    ----------
    value
        Of the knob.
    low, high
        Its interval; infinite where the curve is not shown to have a slope.
    p_fit
        Of the rates lying on such a curve: where it is small the curve is wrong, and so is the value.
    intercept, slope
        Of the curve's logit.
    """

    value: float
    low: float
    high: float
    p_fit: float
    intercept: float
    slope: float

    @property
    def fits(self) -> bool:
        """Return whether the curve may be believed: the rates are not shown to lie beside it, and it has a slope."""
        return self.p_fit > ERROR and bool(np.isfinite([self.low, self.high]).all())

    def rate(self, values: ArrayLike) -> NDArray[Any]:
        """Return the curve's rate at some values of the knob."""
        return np.asarray(expit(self.intercept + self.slope * np.asarray(values, float)))


def crossing(values: ArrayLike, won: ArrayLike, target: float, confidence: float = CONFIDENCE) -> Crossing | None:
    """Fit a logistic curve to win rates along a knob, and return where it passes a target, with an interval.

    The curve is fitted by maximum likelihood; that all values share their games is counted by a covariance from the
    games' own scores (Liang and Zeger). The interval is Fieller's: all values at which the curve's logit is not shown
    to differ from the target's. Whether the rates lie on such a curve is tested by their distances from it, with the
    same covariance. One game that all values win and one that all lose are added for the covariances, so that no rate
    of 0 or 1 is taken for certain.

    Parameters
    ----------
    values
        Of the knob, at least two different ones.
    won
        Whether each game was won at each value, shape (games, values).
    target
        The rate, between 0 and 1.
    confidence
        Of the interval.

    Returns
    -------
    Crossing or None
        None where no curve can be fitted: all rates are 0 or 1.

    References
    ----------
    K.-Y. Liang and S. L. Zeger, "Longitudinal data analysis using generalized linear models", Biometrika 73 (1986);
    E. C. Fieller, "Some problems in interval estimation", J. R. Stat. Soc. B 16 (1954); D. J. Finney, "Probit Analysis"
    (3rd ed. 1971), chapter 4.
    """
    x, won = np.asarray(values, float), _matrix(won)
    if len(np.unique(x)) < 2 or won.shape[1] != len(x):
        raise ResultError(f"a curve needs two values or more, each with its games; it got {len(x)}")
    if not 0 < target < 1:
        raise ResultError(f"target {target:g}: a curve passes rates between 0 and 1 only")
    middle, scale = x.mean(), np.ptp(x)
    design = np.column_stack([np.ones_like(x), (x - middle) / scale])
    rates = won.mean(axis=0)
    coefficients = _fit(design, rates)
    if coefficients is None:
        return None
    fitted = expit(design @ coefficients)
    bread = np.linalg.inv(design.T @ (design * (fitted * (1 - fitted))[:, None]))
    of_rates = _covariance(won)
    covariance = bread @ design.T @ of_rates @ design @ bread
    root, low, high = _fieller(coefficients, covariance, float(logit(target)), confidence)
    slope = coefficients[1] / scale
    return Crossing(
        value=middle + scale * root,
        low=middle + scale * low,
        high=middle + scale * high,
        p_fit=_lack_of_fit(design, rates, fitted, bread, of_rates),
        intercept=float(coefficients[0] - slope * middle),
        slope=float(slope),
    )


def _matrix(won: ArrayLike) -> NDArray[np.bool_]:
    found = np.asarray(won, bool)
    if found.ndim != 2 or not found.size:
        raise ResultError(f"a calibration needs games at every value; it got an array of shape {found.shape}")
    return found


def _fit(design: NDArray[Any], rates: NDArray[Any]) -> NDArray[Any] | None:
    """Return intercept and slope of the likeliest curve, None where there is none."""
    found = np.zeros(2)
    for _ in range(STEPS):
        fitted = expit(design @ found)
        information = design.T @ (design * (fitted * (1 - fitted))[:, None])
        if np.linalg.cond(information) > 1e12:
            return None
        step = np.linalg.solve(information, design.T @ (rates - fitted))
        found = found + step * min(1.0, 2 / max(np.abs(step).max(), 1e-300))
        if abs(found[1]) > STEEPEST:
            return None
        if np.abs(step).max() < 1e-10:
            return found
    return None


def _covariance(won: NDArray[np.bool_]) -> NDArray[Any]:
    """Return the covariance of the rates, which share their games."""
    games = len(won)
    both = won.T.astype(float) @ won + 1  # of the games added, one is won everywhere
    rate = (won.sum(axis=0) + 1) / (games + 2)
    return (both / (games + 2) - np.outer(rate, rate)) / games


def _fieller(
    coefficients: NDArray[Any], covariance: NDArray[Any], level: float, confidence: float
) -> tuple[float, float, float]:
    """Return where a line passes a level, and the ends of Fieller's interval, infinite where it has none."""
    (a, b), z = coefficients, float(normal_quantile(confidence))
    a = a - level
    root = -a / b if b else np.nan
    quadratic = b**2 - z**2 * covariance[1, 1]
    linear = 2 * (a * b - z**2 * covariance[0, 1])
    constant = a**2 - z**2 * covariance[0, 0]
    inside = linear**2 - 4 * quadratic * constant
    if quadratic <= 0 or inside < 0:
        return root, -np.inf, np.inf
    half = np.sqrt(inside)
    return root, (-linear - half) / (2 * quadratic), (-linear + half) / (2 * quadratic)


def _lack_of_fit(
    design: NDArray[Any], rates: NDArray[Any], fitted: NDArray[Any], bread: NDArray[Any], of_rates: NDArray[Any]
) -> float:
    """Return the p-value of the rates lying on the curve."""
    freedom = len(rates) - 2
    if freedom == 0:
        return 1.0
    weights = fitted * (1 - fitted)
    left = np.eye(len(rates)) - (weights[:, None] * design) @ bread @ design.T
    spread = left @ of_rates @ left.T
    values, vectors = np.linalg.eigh(spread)
    apart = (vectors.T @ (rates - fitted))[-freedom:]
    return float(chi2.sf((apart**2 / np.maximum(values[-freedom:], 1e-15)).sum(), freedom))
