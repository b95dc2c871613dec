"""How a game of Strajk stands."""

from numba import types

from strikesim._jit import Record, njit
from strikesim.games.odds import chance_of
from strikesim.games.strajk.state import N_KINDS, S
from strikesim.games.strajk.tables import DRAWS, T

# Log odds, by logistic regression on the states of 450 planners' games of 2, 3 and 4 players.
OTHERS = -0.35  # each player beyond two
WON = 3.1  # the part won of the demands that win
ASKED, ENOUGH_ASKED = 0.88, 4  # each card owned that demands ask for, up to so many
DRAWING, ENOUGH_DRAWING = 0.73, 3  # each other card owned that draws, up to so many
SIZE = -0.05  # each card owned

HORIZON = 4  # rounds; with fewer a search hoards cards, as what they are for comes too late to be seen


@njit
def prospects(t: Record, s: Record, p: int) -> float:
    """Return what a player has won and owns, as log odds; its hand and Tomorrow count together (STJ-16)."""
    asked, drawing, owned = 0, 0, 0
    for kind in range(N_KINDS):
        cards = int(s.hand[p, kind]) + int(s.tomorrow[p, kind]) + int(s.today[p, kind]) + int(s.later[p, kind])
        owned += cards
        if t.asked[kind]:
            asked += cards
        elif t.effect[kind] == DRAWS:
            drawing += cards
    odds = WON * s.n_trophies[p] / t.trophies_to_win + SIZE * owned
    return float(odds + ASKED * min(asked, ENOUGH_ASKED) + DRAWING * min(drawing, ENOUGH_DRAWING))


@njit(types.float64(T, S, types.int64))
def standing(t: Record, s: Record, seat: int) -> float:
    """Return how a player stands, from 0 to 1: its prospects against those of the best other player."""
    best = -1e9
    for p in range(t.players):
        if p != seat:
            best = max(best, prospects(t, s, p))
    return float(chance_of(prospects(t, s, seat) - best + OTHERS * (t.players - 2)))
