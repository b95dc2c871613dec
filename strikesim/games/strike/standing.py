"""How a game of STRIKE! stands."""

from numba import types

from strikesim._jit import Record, njit
from strikesim.games.strike.state import S
from strikesim.games.strike.tables import T


@njit(types.float64(T, S, types.int64))
def standing(t: Record, s: Record, seat: int) -> float:
    """Return how the Strikers stand, from 0 to 1: their score (STK-10), HappyCorp's (STK-11), and MegaDrones left."""
    ours, theirs = min(1.0, s.score / t.points_to_win), min(1.0, s.happycorp / t.points_to_lose)
    return 0.25 + 0.5 * ours - 0.25 * theirs + 0.25 * s.megadrone_supply / t.megadrones
