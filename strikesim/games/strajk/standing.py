"""How a game of Strajk stands."""

from numba import types

from strikesim._jit import Record, njit
from strikesim.games.odds import chance_of
from strikesim.games.strajk.state import N_KINDS, S
from strikesim.games.strajk.tables import DRAWS, T

# Log odds, by logistic regression on the states of 450 planners' games of 2, 3 and 4 players.
OTHERS = -0.3  # each player beyond two
WON = 3.2  # the part won of the demands that win
ASKED, ENOUGH = 0.93, 4  # each card owned that demands ask for, up to ENOUGH
DRAWING = 0.62  # each other card owned that draws
SIZE = -0.06  # each card owned


@njit
def prospects(t: Record, s: Record, p: int) -> float:
    """Return what a player has won and owns, as log odds; its hand and Tomorrow count together (STJ-16)."""
    asked, odds = 0, WON * s.n_trophies[p] / t.trophies_to_win
    for kind in range(N_KINDS):
        owned = s.hand[p, kind] + s.tomorrow[p, kind] + s.today[p, kind] + s.later[p, kind]
        odds += SIZE * owned
        if t.asked[kind]:
            asked += owned
        elif t.effect[kind] == DRAWS:
            odds += DRAWING * owned
    return float(odds + ASKED * min(asked, ENOUGH))


@njit(types.float64(T, S, types.int64))
def standing(t: Record, s: Record, seat: int) -> float:
    """Return how a player stands, from 0 to 1: its prospects against those of the best other player."""
    best = -1e9
    for p in range(t.players):
        if p != seat:
            best = max(best, prospects(t, s, p))
    return float(chance_of(prospects(t, s, seat) - best + OTHERS * (t.players - 2)))
