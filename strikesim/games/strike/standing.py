"""How a game of STRIKE! stands."""

from numba import types

from strikesim._jit import Record, njit
from strikesim.games.odds import chance_of
from strikesim.games.strike.state import S
from strikesim.games.strike.tables import T

# Log odds, by logistic regression on 4,812 states of 300 planners' games of 2, 3 and 4 players, easy to hard.
BASE = -0.3
SCORE = 2.1  # the Strikers' score, as a part of what wins
HAPPYCORP = -2.9  # HappyCorp's, as a part of what loses
MEGADRONES = 1.8  # those in the supply, as a part of all
DRONE, TWO_DRONES = -0.09, -0.10  # each drone on the board; each place where one more makes a MegaDrone
STRIKER = 0.045  # each striker on the board

HORIZON = 2  # rounds


@njit(types.float64(T, S, types.int64))
def standing(t: Record, s: Record, seat: int) -> float:
    """Return how the Strikers stand, from 0 to 1: the two scores (STK-10, STK-11), MegaDrones left, and the board."""
    odds = BASE + SCORE * s.score / t.points_to_win + HAPPYCORP * s.happycorp / t.points_to_lose
    odds += MEGADRONES * s.megadrone_supply / t.megadrones
    for at in range(t.n_locations):
        odds += DRONE * s.drones[at] + TWO_DRONES * (s.drones[at] >= t.fuse_at - 1) + STRIKER * s.present[at]
    return float(chance_of(odds))
