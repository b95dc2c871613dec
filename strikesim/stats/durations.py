"""How long games last at a table: from turns and decisions to minutes, with quantiles and their intervals."""

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.stats import binom

from strikesim.errors import ResultError
from strikesim.stats.intervals import CONFIDENCE


def minutes(
    turns: ArrayLike, decisions: ArrayLike, per_turn: float, per_decision: float, before: float = 0.0
) -> NDArray[np.float64]:
    """Return the minutes that games take.

    Parameters
    ----------
    turns, decisions
        Of each game.
    per_turn, per_decision
        Seconds for what is done in every turn (dice, cards, refilling), and for thinking about and carrying out each
        decision.
    before
        Seconds for setting up.

    Examples
    --------
    >>> minutes([30, 60], [60, 90], 10, 5).tolist()
    [10.0, 17.5]
    """
    found = (before + per_turn * np.asarray(turns, float) + per_decision * np.asarray(decisions, float)) / 60
    return np.asarray(found, float)


def quantile_interval(values: ArrayLike, quantile: float, confidence: float = CONFIDENCE) -> tuple[float, float, float]:
    """Return a quantile of a sample, and its interval by order statistics, which holds whatever the values are like.

    Parameters
    ----------
    values
        The sample.
    quantile
        Between 0 and 1.
    confidence
        That the true quantile lies between the ends, at least; with too few values for that an end is infinite.

    Returns
    -------
    (float, float, float)
        The quantile, and both ends.

    References
    ----------
    W. J. Conover, "Practical Nonparametric Statistics" (3rd ed. 1999), section 3.2.

    Examples
    --------
    >>> quantile_interval(np.arange(1, 101), 0.5)
    (50.5, 40.0, 61.0)
    """
    ordered = np.sort(np.asarray(values, float))
    number = len(ordered)
    if not number:
        raise ResultError("a quantile needs one value at least")
    tail = (1 - confidence) / 2
    # So many values lie below the true quantile at least, and at most, but for the tails.
    least, most = int(binom.ppf(tail, number, quantile)), int(binom.isf(tail, number, quantile))
    low = ordered[least - 1] if least > 0 else -np.inf
    high = ordered[most] if most < number else np.inf
    return float(np.quantile(ordered, quantile)), float(low), float(high)
