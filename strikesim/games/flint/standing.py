"""How a game of Striking Flint stands."""

from numba import types

from strikesim._jit import Record, njit
from strikesim.games.flint.board import factories_held
from strikesim.games.flint.state import N_KINDS, S
from strikesim.games.flint.tables import T
from strikesim.games.odds import chance_of

# Log odds, by logistic regression on 14,353 states of 900 planners' games of 1, 3, 4 and 5 players, easy and hard.
BASE = -2.77
WAY = -3.72  # the way to the token, of all trackers together, as a part of the whole
SUPPLIES = (3.47, 0.76, 0.27)  # the supplies of strikebreakers, the scarcest first, as parts of the full ones
CUBES = 3.18  # the supply of exhaustion, as a part of all
HELD = 0.36  # each factory held, up to ENOUGH_HELD
WORKERS = 0.09  # each worker in a factory, up to ENOUGH_WORKERS
ENOUGH_HELD, ENOUGH_WORKERS = 3, 4

HORIZON = 4  # rounds


@njit
def supplies(t: Record, s: Record) -> float:
    """Return what the supplies of strikebreakers are worth (FLT-51)."""
    low, total, high = t.strikebreakers, 0, 0
    for kind in range(N_KINDS):
        left = int(s.strikebreaker_supply[kind])
        low, total, high = min(low, left), total + left, max(high, left)
    odds = SUPPLIES[0] * low + SUPPLIES[1] * (total - low - high) + SUPPLIES[2] * high
    return float(odds / t.strikebreakers)


@njit(types.float64(T, S, types.int64))
def standing(t: Record, s: Record, seat: int) -> float:
    """Return how the committees stand, from 0 to 1: their way to the token (FLT-50), and what might run out."""
    left = 0
    for p in range(t.seats):
        left += max(0, int(s.token) - int(s.tracker[p]))
    odds = BASE + WAY * left / (t.seats * t.token) + supplies(t, s)
    odds += CUBES * s.cube_supply / (t.cubes_supply + t.seats * t.cubes_held)
    odds += HELD * min(factories_held(s), ENOUGH_HELD) + WORKERS * min(s.in_factories, ENOUGH_WORKERS)
    return float(chance_of(odds))
