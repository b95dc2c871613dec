"""What tells how a game of STRIKE! stands."""

from enum import IntEnum

from numba import types

from strikesim._jit import Record, njit
from strikesim.games.common import names_of
from strikesim.games.strike.state import FIRST_ALLY, S
from strikesim.games.strike.tables import T

HORIZON = 2  # rounds; with one a search is weaker the more it tries: what is not told weighs more than chance


class Feature(IntEnum):
    """What is looked at, in all locations and of all players together."""

    SCORE = 0  # the Strikers', as a part of what wins (STK-10)
    HAPPYCORP = 1  # HappyCorp's, as a part of what loses (STK-11)
    MEGADRONES = 2  # those in the supply, as a part of all (STK-12)
    DRONES = 3  # for each location
    FULL = 4  # locations where one more drone makes a MegaDrone
    AT_RISK = 5  # what HappyCorp would score there, as a part of what loses (STK-44)
    STRIKERS = 6  # on the board, as a part of all
    BASES = 7  # a player's places for a Victory: strikers enough, no MegaDrone (STK-31), for each player
    READY = 8  # Strike cards that could be played at such a place, for each player
    STRIKE_CARDS = 9  # for each player
    ALLY_CARDS = 10  # for each player
    ENERGY = 11  # as a part of the most
    MORE_PLAYERS = 12  # than two


FEATURES = names_of(Feature)


@njit
def place_features(t: Record, s: Record, at: int, x: Record) -> None:
    """Add what tells of one location."""
    x[Feature.DRONES] += s.drones[at] / t.n_locations
    x[Feature.STRIKERS] += s.present[at] / (t.strikers * t.players)
    if s.drones[at] >= t.fuse_at - 1:
        x[Feature.FULL] += 0.1
        risk = 1
        for other in range(t.n_locations):
            if t.colour[other] == t.colour[at]:
                risk += s.megadrones[other]
        x[Feature.AT_RISK] += risk / t.points_to_lose


@njit
def is_base(t: Record, s: Record, seat: int, at: int) -> bool:
    """Tell whether a player has the strikers for a Victory at a location, and no MegaDrone is there (STK-31)."""
    return bool(s.strikers[seat, at] >= t.own_strikers and s.megadrones[at] == 0 and s.victories[at] < t.n_victories)


@njit
def player_features(t: Record, s: Record, seat: int, x: Record) -> None:
    """Add what tells of one player."""
    for at in range(t.n_locations):
        x[Feature.BASES] += is_base(t, s, seat, at) / t.players
    for k in range(s.n_hand[seat]):
        card = s.hand[seat, k]
        if card < FIRST_ALLY:
            x[Feature.STRIKE_CARDS] += 1 / t.players
            x[Feature.READY] += is_base(t, s, seat, t.strike_at[card]) / t.players
        else:
            x[Feature.ALLY_CARDS] += 1 / t.players
    x[Feature.ENERGY] += s.energy[seat] / (t.energy_max * t.players)


@njit(types.void(T, S, types.int64, types.float64[::1]))
def features(t: Record, s: Record, seat: int, x: Record) -> None:
    """Write how the Strikers stand: the two scores, MegaDrones left, the board and the hands."""
    x[Feature.SCORE] = s.score / t.points_to_win
    x[Feature.HAPPYCORP] = s.happycorp / t.points_to_lose
    x[Feature.MEGADRONES] = s.megadrone_supply / t.megadrones
    x[Feature.MORE_PLAYERS] = t.players - 2
    for at in range(t.n_locations):
        place_features(t, s, at, x)
    for p in range(t.players):
        player_features(t, s, p, x)
