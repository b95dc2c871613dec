"""From log odds to a chance, with the same bits on every machine."""

from math import sqrt

from numba import types

from strikesim._jit import njit


@njit(types.float64(types.float64))
def chance_of(odds: float) -> float:
    """Return about the chance of log odds: steep as the logistic function at 0, but without its `exp`.

    Additions, divisions and square roots are exact by the standard; an exponential differs between libraries.
    """
    half = odds / 2
    return 0.5 + 0.5 * half / sqrt(1 + half * half)
