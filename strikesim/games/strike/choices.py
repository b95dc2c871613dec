"""What cards and powers of STRIKE! let somebody choose: which effects can do anything, and all their possibilities."""

from enum import IntEnum

from numba import types

from strikesim._jit import Record, njit
from strikesim.games.common import ACTIONS
from strikesim.games.strike.pieces import can_add, can_draw
from strikesim.games.strike.state import CHOICE, CHOOSE_CARD, N_POWERS, Frame, S, UnderWay
from strikesim.games.strike.tables import ALLY_PROGRAM, BREAK_PROGRAM, EMPTY_DECK_PROGRAM, T, power_program
from strikesim.games.strike.vocabulary import MOST_STRIKERS, Kind, Where, Who


class Chosen(IntEnum):
    """What is chosen for an effect."""

    NOTHING = 0
    PLACE = 1
    SEAT = 2
    MOVE = 3  # of an own striker along a line
    TRANSFER = 4  # of anybody's striker to any place
    CARD = 5


# ---- which effect ------------------------------------------------------------------------------------------------


@njit
def program_of(s: Record, frame: Record) -> int:
    """Return the list of effects that a frame carries out."""
    kind = frame[Frame.KIND]
    if kind < N_POWERS:
        return power_program(s.character[s.current], kind)
    if kind == UnderWay.ALLY:
        return ALLY_PROGRAM + frame[Frame.CARD]
    if kind == UnderWay.BREAK:
        return BREAK_PROGRAM + frame[Frame.CARD]
    return EMPTY_DECK_PROGRAM


@njit(types.int64(T, types.int64, types.int64))
def choice_of(t: Record, program: int, i: int) -> int:
    """Return what is chosen for an effect, a `Chosen` (STK-V16)."""
    kind, who = t.effect[program, i], t.who[program, i]
    if kind in (Kind.REMOVE_DRONE, Kind.REMOVE_MEGADRONE, Kind.ADD_STRIKERS, Kind.LOSE_STRIKERS):
        return Chosen.PLACE
    if kind == Kind.ADD_DRONE:
        return Chosen.PLACE if t.argument[program, i] == MOST_STRIKERS else Chosen.NOTHING
    if kind == Kind.DISCARD:
        return Chosen.CARD
    if kind == Kind.TRANSFER_STRIKER:
        return Chosen.TRANSFER
    if who in (Who.ANOTHER, Who.ANY):
        return Chosen.SEAT
    return Chosen.MOVE if kind == Kind.MOVE_STRIKERS else Chosen.NOTHING


# ---- what an effect can do ---------------------------------------------------------------------------------------


@njit
def most_strikers(t: Record, s: Record) -> int:
    """Return how many strikers the fullest location holds (STK-R19)."""
    most = 0
    for at in range(t.n_locations):
        most = max(most, s.present[at])
    return most


@njit
def drone_in_reach(s: Record, where: int, here: int, at: int) -> bool:
    """Tell whether a drone may be removed from a place; `here` is the place of the trigger (STK-V21)."""
    if s.drones[at] == 0:
        return False
    if where == Where.ANYWHERE:
        return True
    if where == Where.HERE:
        return at == here
    return s.strikers[s.current, at] > 0 and (where == Where.OWN or at != here)


@njit(types.boolean(T, S, types.int64, types.int64, types.int64, types.int64))
def place_fits(t: Record, s: Record, program: int, i: int, here: int, at: int) -> bool:
    """Tell whether an effect can be done at a place (STK-V21, V22, V23, V28, V29)."""
    kind, argument = t.effect[program, i], t.argument[program, i]
    if kind == Kind.REMOVE_DRONE:
        return drone_in_reach(s, argument, here, at)
    if kind == Kind.ADD_STRIKERS:
        return can_add(t, s, s.current, at)
    if kind == Kind.REMOVE_MEGADRONE:
        return s.megadrones[at] > 0 and s.strikers[s.current, at] >= argument
    if kind == Kind.LOSE_STRIKERS:
        return s.strikers[s.seat, at] > 0
    return s.present[at] == most_strikers(t, s)


@njit
def can_move(t: Record, s: Record, seat: int) -> bool:
    """Tell whether a player has a striker that can move."""
    for at in range(t.n_locations):
        if s.strikers[seat, at] > 0 and t.n_lines[at] > 0:
            return True
    return False


@njit(types.boolean(T, S, types.int64, types.int64, types.int64))
def helps(t: Record, s: Record, program: int, i: int, seat: int) -> bool:
    """Tell whether an effect can do anything for a player (STK-V20, V24, V25)."""
    kind = t.effect[program, i]
    if kind == Kind.GAIN_ENERGY:
        return s.energy[seat] < t.energy_max
    if kind == Kind.DRAW:
        return can_draw(t, s, seat, t.argument[program, i])
    return can_move(t, s, seat)


@njit
def is_meant(t: Record, s: Record, program: int, i: int, seat: int) -> bool:
    """Tell whether an effect falls on a seat, or may (STK-V11)."""
    who = t.who[program, i]
    if who == Who.ACTING:
        return seat == s.current
    return who != Who.ANOTHER or seat != s.current


@njit(types.boolean(T, S, types.int64, types.int64, types.int64))
def can_do(t: Record, s: Record, program: int, i: int, here: int) -> bool:
    """Tell whether an effect can do something now (STK-V10, V34)."""
    choice = choice_of(t, program, i)
    if choice == Chosen.PLACE:
        for at in range(t.n_locations):
            if place_fits(t, s, program, i, here, at):
                return True
        return False
    if choice == Chosen.TRANSFER:
        return most_strikers(t, s) > 0
    for seat in range(t.players):
        if is_meant(t, s, program, i, seat) and helps(t, s, program, i, seat):
            return True
    return False


# ---- what can be chosen ------------------------------------------------------------------------------------------
# `code` is that of an action with choice 0; the choice lies in the action's last field.


@njit(types.int64(T, S, types.int64, types.int64, ACTIONS, types.int64))
def list_moves(t: Record, s: Record, seat: int, code: int, actions: Record, n: int) -> int:
    """List every striker of a player along every line (STK-27)."""
    for start in range(t.n_locations):
        if s.strikers[seat, start] > 0:
            for k in range(t.n_lines[start]):
                actions[n] = code + CHOICE.code(seat, start, t.neighbour[start, k])
                n += 1
    return n


@njit(types.int64(T, S, types.int64, ACTIONS, types.int64))
def list_transfers(t: Record, s: Record, code: int, actions: Record, n: int) -> int:
    """List every striker on the board and every other place (STK-V31)."""
    for owner in range(t.players):
        for start in range(t.n_locations):
            if s.strikers[owner, start] > 0:
                for end in range(t.n_locations):
                    if end != start:
                        actions[n] = code + CHOICE.code(owner, start, end)
                        n += 1
    return n


@njit
def is_alike_before(s: Record, seat: int, k: int) -> bool:
    """Tell whether a card of a hand looks the same as one before it (STK-V14)."""
    for earlier in range(k):
        if s.hand[seat, earlier] == s.hand[seat, k]:
            return True
    return False


@njit
def list_cards(s: Record, seat: int, actions: Record, n: int) -> int:
    """List each card of a hand; those that look the same once (STK-V14)."""
    for k in range(s.n_hand[seat]):
        if not is_alike_before(s, seat, k):
            actions[n] = CHOOSE_CARD.code(s.hand[seat, k])
            n += 1
    return n


@njit
def list_places(t: Record, s: Record, program: int, i: int, here: int, code: int, actions: Record, n: int) -> int:
    """List every place at which an effect can be done."""
    for at in range(t.n_locations):
        if place_fits(t, s, program, i, here, at):
            actions[n] = code + CHOICE.code(0, 0, at)
            n += 1
    return n


@njit(types.int64(T, S, types.int64, types.int64, types.int64, types.int64, ACTIONS, types.int64))
def list_choices(t: Record, s: Record, program: int, i: int, here: int, code: int, actions: Record, n: int) -> int:
    """List all that may be chosen for an effect; one without a choice stands there once (STK-V14, V36)."""
    choice = choice_of(t, program, i)
    if choice == Chosen.PLACE:
        return list_places(t, s, program, i, here, code, actions, n)
    if choice == Chosen.MOVE:
        return list_moves(t, s, s.current, code, actions, n)
    if choice == Chosen.TRANSFER:
        return list_transfers(t, s, code, actions, n)
    if choice == Chosen.CARD:
        return list_cards(s, s.seat, actions, n)
    if choice == Chosen.NOTHING:
        actions[n] = code
        return n + 1
    for seat in range(t.players):
        if is_meant(t, s, program, i, seat) and helps(t, s, program, i, seat):
            actions[n] = code + CHOICE.code(seat, 0, 0)
            n += 1
    return n
