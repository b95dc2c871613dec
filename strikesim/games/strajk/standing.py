"""What tells how a game of Strajk stands."""

from enum import IntEnum

import numpy as np
from numba import types

from strikesim._jit import Record, njit
from strikesim.games.common import names_of
from strikesim.games.strajk.away import next_hand_holds, owns_a_pair
from strikesim.games.strajk.state import N_KINDS, S
from strikesim.games.strajk.tables import DRAWS, T
from strikesim.games.strajk.worth import demands_left

HORIZON = 2  # rounds; with fewer a search hoards cards, as what they are for comes too late to be seen


class Feature(IntEnum):
    """What is looked at: of the player itself, then the same of the best other player."""

    WON = 0  # the part won of the demands that win
    ASKED = 1  # cards owned that demands ask for, as a part of ENOUGH_ASKED
    PAIR = 2  # 1: it owns the cards for a demand that is left
    IN_REACH = 3  # 1: and has them in hand or may draw them for its next turn (STJ-16)
    DRAWING = 4  # other cards owned that draw, as a part of ENOUGH_DRAWING
    OWNED = 5  # cards, as a part of MANY
    OTHER_WON = 6
    OTHER_ASKED = 7
    OTHER_PAIR = 8
    OTHER_IN_REACH = 9
    OTHER_DRAWING = 10
    OTHER_OWNED = 11
    MORE_PLAYERS = 12  # than two


FEATURES = names_of(Feature)
EACH = int(Feature.OTHER_WON)
ENOUGH_ASKED, ENOUGH_DRAWING, MANY = 4, 3, 10
BEST = 0.5  # how much a player that owns all that demands ask for is ahead of one with nothing, in parts of WON


@njit
def pair_in_reach(t: Record, s: Record, p: int) -> bool:
    """Tell whether a player may hold the cards for a demand that is left in its next turn."""
    for demand in range(t.n_demands):
        if demands_left(t, s, demand) > 0:
            missing = 0
            for kind in range(t.first_asked, t.after_asked):
                missing += max(0, t.demand_asks[demand, kind] - next_hand_holds(t, s, p, kind))
            if missing == 0:
                return True
    return False


@njit
def player_features(t: Record, s: Record, p: int, x: Record) -> None:
    """Write what a player has won and owns; its hand and Tomorrow count together (STJ-16)."""
    asked, drawing, owned = 0, 0, 0
    for kind in range(N_KINDS):
        cards = int(s.hand[p, kind]) + int(s.tomorrow[p, kind]) + int(s.today[p, kind]) + int(s.later[p, kind])
        owned += cards
        if t.asked[kind]:
            asked += cards
        elif t.effect[kind] == DRAWS:
            drawing += cards
    x[Feature.WON] = s.n_trophies[p] / t.trophies_to_win
    x[Feature.ASKED] = min(asked, ENOUGH_ASKED) / ENOUGH_ASKED
    x[Feature.PAIR] = owns_a_pair(t, s, p)
    x[Feature.IN_REACH] = pair_in_reach(t, s, p)
    x[Feature.DRAWING] = min(drawing, ENOUGH_DRAWING) / ENOUGH_DRAWING
    x[Feature.OWNED] = owned / MANY


@njit
def is_ahead(x: Record, y: Record) -> bool:
    """Tell whether the first of two players seems to stand better."""
    return bool(x[Feature.WON] + BEST * x[Feature.ASKED] > y[Feature.WON] + BEST * y[Feature.ASKED])


@njit(types.void(T, S, types.int64, types.float64[::1]))
def features(t: Record, s: Record, seat: int, x: Record) -> None:
    """Write how a player stands, and the best of the others."""
    player_features(t, s, seat, x)
    best, other, found = x[EACH : 2 * EACH], np.zeros(EACH), False
    for p in range(t.players):
        if p != seat:
            player_features(t, s, p, other)
            if not found or is_ahead(other, best):
                best[:] = other
                found = True
    x[Feature.MORE_PLAYERS] = t.players - 2
