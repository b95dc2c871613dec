"""How a game of Striking Flint stands."""

from numba import types

from strikesim._jit import Record, njit
from strikesim.games.flint.state import N_KINDS, S
from strikesim.games.flint.tables import T

PROGRESS, COVER = 0.4, 0.2  # what the way to the token counts, and each of the three things that may run out
ENOUGH = 4  # workers in factories


@njit(types.float64(T, S, types.int64))
def standing(t: Record, s: Record, seat: int) -> float:
    """Return how the committees stand, from 0 to 1: their way to the token (FLT-50), and what might run out."""
    left = 0
    for p in range(t.seats):
        left += max(0, int(s.token) - int(s.tracker[p]))
    fewest = t.strikebreakers
    for kind in range(N_KINDS):
        fewest = min(fewest, int(s.strikebreaker_supply[kind]))
    cover = fewest / t.strikebreakers + min(s.in_factories, ENOUGH) / ENOUGH
    cover += s.cube_supply / (t.cubes_supply + t.seats * t.cubes_held)
    return PROGRESS * (1 - min(1.0, left / (t.seats * t.token))) + COVER * cover
