"""How a game of Strajk stands."""

from numba import types

from strikesim._jit import Record, njit
from strikesim.games.strajk.state import S
from strikesim.games.strajk.tables import T


@njit(types.float64(T, S, types.int64))
def standing(t: Record, s: Record, seat: int) -> float:
    """Return how a player stands, from 0 to 1: the demands won, against those of the best other player (STJ-64)."""
    best = 0
    for p in range(t.players):
        if p != seat:
            best = max(best, int(s.n_trophies[p]))
    return 0.5 + 0.5 * (s.n_trophies[seat] - best) / t.trophies_to_win
