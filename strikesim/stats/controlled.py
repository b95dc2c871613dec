"""One thing compared with a baseline that played the same games, and more."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtr

from strikesim.errors import ResultError
from strikesim.stats.intervals import normal_quantile


@dataclass(frozen=True)
class Contrast:
    """A win rate less that of a baseline.

    Attributes
    ----------
    baseline
        The baseline's rate over all its games.
    difference
        The other's rate less that.
    centre, error
        What intervals stand around, and its standard error: of the games and two more, of which each side alone won
        one, so that no interval is a point.
    p
        Of there being no difference.
    relative_efficiency
        About how many times as many games of both two independent samples would need for so narrow an interval.
    """

    baseline: float
    difference: float
    centre: float
    error: float
    p: float
    relative_efficiency: float

    def interval(self, confidence: float) -> tuple[float, float]:
        """Return the difference's interval; it holds no zero just where p is less than 1 - `confidence`."""
        half = float(normal_quantile(confidence)) * self.error
        return max(-1.0, self.centre - half), min(1.0, self.centre + half)


def contrast(base: ArrayLike, won: ArrayLike, more: ArrayLike = ()) -> Contrast:
    """Compare a win rate with that of a baseline, over common games and further ones of the baseline.

    The regression estimator of double sampling, with the baseline's win in the same game as control variate: the
    difference over the common games is moved by how lucky these were for the baseline, as far as both go together.
    With as many games in both it is the paired difference; it is never wider than that, nor than to leave the pairing
    aside. A win is 0 or 1, so the regression on it is a line whatever the truth is, and the estimate is unbiased as
    soon as the baseline has won and lost a common game.

    Parameters
    ----------
    base, won
        Whether the baseline and the other won each of the common games, in the same order.
    more
        Whether the baseline won each of its further games.

    Raises
    ------
    ResultError
        There are no common games, or not as many in both.

    References
    ----------
    W. G. Cochran, "Sampling Techniques" (3rd ed. 1977), sections 12.2 and 12.6; S. S. Lavenberg and P. D. Welch, "A
    perspective on the use of control variables to increase the efficiency of Monte Carlo simulations", Management
    Science 27 (1981). The games added: D. G. Bonett and R. M. Price, J. Educ. Behav. Stat. 37 (2012).

    Examples
    --------
    >>> contrast([True, True, False, False], [True, False, True, True]).difference
    0.25
    >>> contrast([True, False], [True, False], [True, True]).difference
    0.0
    """
    base, won, more = (np.asarray(each, bool) for each in (base, won, more))
    if not len(base) or len(base) != len(won):
        raise ResultError(f"a comparison needs the same games in both; it got {len(base)} and {len(won)}")
    common, further = len(base), len(more)
    both, of_base, of_won = (int(each.sum()) for each in (base & won, base, won))
    rate_more = float(more.mean()) if further else 0.0
    difference, _ = _regression(both / common, of_base / common, of_won / common, rate_more, common, further)
    x, y = (of_base + 1) / (common + 2), (of_won + 1) / (common + 2)
    _, kept = _regression(both / (common + 2), x, y, rate_more, common + 2, further)
    whole = (of_base + int(more.sum()) + 1) / (common + further + 2)
    spread = y * (1 - y) - 2 * kept * (both / (common + 2) - x * y) + kept**2 * x * (1 - x)
    centre = difference * common / (common + 2)
    variance = spread / (common + 2) + (1 - kept) ** 2 * whole * (1 - whole) / max(further, 1)
    independent = y * (1 - y) / (common + 2) + whole * (1 - whole) / (common + further + 2)
    return Contrast(
        baseline=float((of_base + more.sum()) / (common + further)),
        difference=difference,
        centre=centre,
        error=float(np.sqrt(variance)),
        p=float(2 * ndtr(-abs(centre) / np.sqrt(variance))),
        relative_efficiency=float(independent / variance),
    )


def _regression(both: float, base: float, won: float, more: float, common: int, further: int) -> tuple[float, float]:
    """Return the difference, and the weight in it of the baseline's rate over the common games."""
    slope = (both - base * won) / (base * (1 - base)) if 0 < base < 1 else 1.0
    kept = (slope * further + common) / (common + further)
    return won - kept * base - (1 - kept) * more, kept
