"""Cards and powers of STRIKE! carried out: an interpreter of the tables' effects, with a stack of what is under way.

Everything that needs a decision stops with `s.phase` and `s.seat` set; the rules list what is on offer, and go on here.
"""

from numba import types

from strikesim._jit import Record, njit
from strikesim.games.common import ACTIONS
from strikesim.games.strike.pieces import (
    add_striker,
    arrive,
    can_add,
    can_draw,
    discard,
    draw,
    gain_energy,
    lose_energy,
    lose_striker,
    move_own,
    next_effect,
    pop,
    push,
    remove_drone,
    remove_megadrone,
    roll,
    shift_striker,
    trigger,
)
from strikesim.games.strike.state import (
    ALLY_CARD,
    BREAK_CARD,
    CHOICE,
    F_CARD,
    F_EFFECT,
    F_HERE,
    F_KIND,
    F_SEAT,
    F_UNIT,
    FIRST_POWER,
    KICK,
    MOBILIZING,
    NONE,
    PLACES,
    POWER_OFFER,
    SECOND_POWER,
    S,
)
from strikesim.games.strike.tables import ALLY_PROGRAM, BREAK_PROGRAM, EMPTY_DECK_PROGRAM, POWER_PROGRAM, T
from strikesim.games.strike.vocabulary import (
    ACTING,
    ADD_DRONE,
    ADD_STRIKERS,
    ALL,
    ALWAYS,
    ANOTHER,
    ANYWHERE,
    DISCARD,
    DRAW,
    GAIN_ENERGY,
    HERE,
    LOSE_ENERGY,
    LOSE_STRIKERS,
    MOST_STRIKERS,
    MOVE_STRIKERS,
    OWN,
    PAIRS,
    PLAYED_ALLY,
    REMOVE_DRONE,
    REMOVE_MEGADRONE,
    ROLL,
    TRANSFER_STRIKER,
)
from strikesim.rng import WORLD, World

# What an effect lets somebody choose.
NO_CHOICE, A_PLACE, A_SEAT, A_MOVE, A_TRANSFER, A_CARD = range(6)


# ---- which effect ------------------------------------------------------------------------------------------------


@njit
def program_of(s: Record, frame: Record) -> int:
    """Return the list of effects that a frame carries out."""
    kind = frame[F_KIND]
    if kind <= SECOND_POWER:
        return POWER_PROGRAM + 2 * s.character[s.current] + kind
    if kind == ALLY_CARD:
        return ALLY_PROGRAM + frame[F_CARD]
    if kind == BREAK_CARD:
        return BREAK_PROGRAM + frame[F_CARD]
    return EMPTY_DECK_PROGRAM


@njit(types.int64(T, types.int64, types.int64))
def choice_of(t: Record, program: int, i: int) -> int:
    """Return what the acting player chooses for an effect (STK-V16)."""
    kind, who = t.effect[program, i], t.who[program, i]
    if kind in (REMOVE_DRONE, REMOVE_MEGADRONE, ADD_STRIKERS):
        return A_PLACE
    if who == ACTING and kind == MOVE_STRIKERS:
        return A_MOVE
    if kind == TRANSFER_STRIKER:
        return A_TRANSFER
    if who != ACTING and who != ALL:
        return A_SEAT
    return NO_CHOICE


# ---- what can be chosen ------------------------------------------------------------------------------------------


@njit(types.boolean(T, S, types.int64, types.int64, types.int64, types.int64))
def place_fits(t: Record, s: Record, program: int, i: int, here: int, at: int) -> bool:
    """Tell whether an effect can be done at a place (STK-V21, V22, V23)."""
    kind, argument = t.effect[program, i], t.argument[program, i]
    own = s.strikers[s.current, at]
    if kind == ADD_STRIKERS:
        return can_add(t, s, s.current, at)
    if kind == REMOVE_MEGADRONE:
        return s.megadrones[at] > 0 and own >= argument
    if s.drones[at] == 0:
        return False
    if argument == ANYWHERE:
        return True
    if argument == HERE:
        return at == here
    return own > 0 and (argument == OWN or at != here)


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
    if kind == GAIN_ENERGY:
        return s.energy[seat] < t.energy_max
    if kind == DRAW:
        return can_draw(t, s, seat, t.argument[program, i])
    return can_move(t, s, seat)


@njit
def seat_fits(t: Record, s: Record, program: int, i: int, seat: int) -> bool:
    """Tell whether a seat may be named for an effect (STK-V11)."""
    return (t.who[program, i] != ANOTHER or seat != s.current) and helps(t, s, program, i, seat)


@njit(types.boolean(T, S, types.int64, types.int64, types.int64))
def can_do(t: Record, s: Record, program: int, i: int, here: int) -> bool:
    """Tell whether an effect can do something now (STK-V10, V34)."""
    choice = choice_of(t, program, i)
    if choice == A_PLACE:
        for at in range(t.n_locations):
            if place_fits(t, s, program, i, here, at):
                return True
        return False
    if choice == A_MOVE:
        return can_move(t, s, s.current)
    if choice == A_TRANSFER:
        for at in range(t.n_locations):
            if s.present[at] > 0:
                return True
        return False
    for seat in range(t.players):
        if seat == s.current and t.who[program, i] == ACTING and helps(t, s, program, i, seat):
            return True
        if t.who[program, i] != ACTING and seat_fits(t, s, program, i, seat):
            return True
    return False


@njit(types.int64(T, S, types.int64, ACTIONS, types.int64, types.int64))
def list_moves(t: Record, s: Record, seat: int, actions: Record, n: int, base: int) -> int:
    """List every striker of a player along every line (STK-27)."""
    for start in range(t.n_locations):
        if s.strikers[seat, start] > 0:
            for k in range(t.n_lines[start]):
                actions[n] = base + start * PLACES + t.neighbour[start, k]
                n += 1
    return n


@njit(types.int64(T, S, ACTIONS, types.int64, types.int64))
def list_transfers(t: Record, s: Record, actions: Record, n: int, base: int) -> int:
    """List every striker on the board and every other place (STK-V31)."""
    for owner in range(t.players):
        for start in range(t.n_locations):
            if s.strikers[owner, start] > 0:
                for end in range(t.n_locations):
                    if end != start:
                        actions[n] = base + (owner * PLACES + start) * PLACES + end
                        n += 1
    return n


@njit
def list_cards(s: Record, seat: int, actions: Record, n: int, base: int) -> int:
    """List each card of a hand; those that look the same once (STK-V14)."""
    for k in range(s.n_hand[seat]):
        card, first = s.hand[seat, k], 0
        while s.hand[seat, first] != card:
            first += 1
        if first == k:
            actions[n] = base + card
            n += 1
    return n


@njit(types.int64(T, S, types.int64, types.int64, types.int64, ACTIONS, types.int64, types.int64))
def list_choices(t: Record, s: Record, program: int, i: int, here: int, actions: Record, n: int, base: int) -> int:
    """List what the acting player may choose for an effect."""
    choice = choice_of(t, program, i)
    if choice == A_MOVE:
        return list_moves(t, s, s.current, actions, n, base)
    if choice == A_TRANSFER:
        return list_transfers(t, s, actions, n, base)
    if choice == A_PLACE:
        for at in range(t.n_locations):
            if place_fits(t, s, program, i, here, at):
                actions[n] = base + at
                n += 1
        return n
    for seat in range(t.players):
        if seat_fits(t, s, program, i, seat):
            actions[n] = base + seat
            n += 1
    return n


@njit
def most_strikers(t: Record, s: Record) -> int:
    """Return how many strikers the fullest location holds (STK-R19)."""
    most = 0
    for at in range(t.n_locations):
        most = max(most, s.present[at])
    return most


@njit
def list_targets(t: Record, s: Record, frame: Record, actions: Record, n: int, base: int) -> int:
    """List what the seat that decides may choose for the effect under way (STK-V14)."""
    program, i = program_of(s, frame), frame[F_EFFECT]
    kind = t.effect[program, i]
    if kind == DISCARD:
        return list_cards(s, s.seat, actions, n, base)
    if kind != LOSE_STRIKERS and kind != ADD_DRONE:
        return list_choices(t, s, program, i, frame[F_HERE], actions, n, base)
    most = most_strikers(t, s)
    for at in range(t.n_locations):
        if s.strikers[s.seat, at] > 0 if kind == LOSE_STRIKERS else s.present[at] == most:
            actions[n] = base + at
            n += 1
    return n


# ---- powers ------------------------------------------------------------------------------------------------------


@njit
def power_works(t: Record, s: Record, which: int) -> bool:
    """Tell whether the energy of the acting player switches a power on, its cost included (STK-15, STK-R5)."""
    energy = s.energy[s.current]
    if which == 1 and energy < t.second_power_energy:
        return False
    return energy - t.energy_min >= t.cost[s.character[s.current], which]


@njit(types.boolean(T, S, types.int64, types.int64))
def power_can_do(t: Record, s: Record, which: int, here: int) -> bool:
    """Tell whether a power may be offered (STK-V34)."""
    program = POWER_PROGRAM + 2 * s.character[s.current] + which
    return power_works(t, s, which) and can_do(t, s, program, 0, here)


@njit
def megadrone_need(t: Record, s: Record) -> int:
    """Return how many own strikers disassemble a MegaDrone (STK-28, STK-19, STK-V32)."""
    need = t.megadrone_strikers
    character = s.character[s.current]
    for which in range(2):
        if t.when[character, which] == ALWAYS and power_works(t, s, which):
            need = min(need, t.amount[POWER_PROGRAM + 2 * character + which, 0])
    return need


@njit
def run_triggers(t: Record, s: Record) -> None:
    """Offer the next power that waits, or end (STK-R21, V33, V34, V40)."""
    frame = s.frames[s.depth - 1]
    which = 0 if frame[F_CARD] & 1 else 1
    if frame[F_CARD] == 0:
        pop(s)
        return
    frame[F_CARD] -= 1 << which
    pairs = t.pairs_once and t.when[s.character[s.current], which] & PAIRS != 0
    if (pairs and s.used[which]) or not power_can_do(t, s, which, frame[F_HERE]):
        return
    s.used[which] = pairs
    frame[F_SEAT] = which
    s.phase, s.seat = POWER_OFFER, s.current


@njit
def use_power(t: Record, s: Record, which: int, value: int, r: World) -> None:
    """Carry out a power from its first choice on (STK-V36, V39)."""
    here = 0
    if s.phase == POWER_OFFER:
        here = s.frames[s.depth - 1, F_HERE]
        if s.frames[s.depth - 1, F_CARD] == 0:
            pop(s)
    s.energy[s.current] -= t.cost[s.character[s.current], which]
    push(s, FIRST_POWER + which, 0, here)
    if choice_of(t, POWER_PROGRAM + 2 * s.character[s.current] + which, 0) != NO_CHOICE:
        take_choice(t, s, value, r)


# ---- carrying out ------------------------------------------------------------------------------------------------


@njit
def take_choice(t: Record, s: Record, value: int, r: World) -> None:
    """Do what was chosen for the effect on top."""
    frame = s.frames[s.depth - 1]
    program, i = program_of(s, frame), frame[F_EFFECT]
    kind = t.effect[program, i]
    frame[F_UNIT] += 1
    if kind == LOSE_STRIKERS:
        lose_striker(s, s.seat, value)
    elif kind == DISCARD:
        discard(s, s.seat, value)
    elif kind == ADD_DRONE:
        next_effect(s)
        arrive(t, s, value, False)
    elif choice_of(t, program, i) == A_SEAT:
        frame[F_UNIT] = 0
        frame[F_SEAT] = value
    else:
        take_unit(t, s, kind, value)


@njit
def take_unit(t: Record, s: Record, kind: int, value: int) -> None:
    """Do one unit of an effect of the acting player; value as in the action codes."""
    if kind == REMOVE_DRONE:
        remove_drone(t, s, value)
    elif kind == REMOVE_MEGADRONE:
        remove_megadrone(t, s, value)
    elif kind == ADD_STRIKERS:
        add_striker(s, s.current, value)
    else:
        owner, start, end = value // PLACES // PLACES, value // PLACES % PLACES, value % PLACES
        if kind == MOVE_STRIKERS or owner == s.current:
            move_own(t, s, start, end)
        else:
            shift_striker(s, owner, start, end)


@njit
def units_of(t: Record, s: Record, program: int, i: int) -> int:
    """Return how many units an effect has (STK-V12, V13)."""
    return t.amount[program, i] * (s.level if t.per_level[program, i] else 1)


@njit(types.void(T, S, types.int64, types.int64, types.int64, WORLD))
def run_for(t: Record, s: Record, program: int, i: int, seat: int, r: World) -> None:
    """Do all units of an effect without choices for one player."""
    kind, units = t.effect[program, i], units_of(t, s, program, i)
    if kind == GAIN_ENERGY:
        gain_energy(t, s, seat, units)
    elif kind == LOSE_ENERGY:
        lose_energy(t, s, seat, units)
    else:
        for _ in range(units):
            draw(t, s, seat, t.argument[program, i], r)


@njit
def run_for_players(t: Record, s: Record, program: int, i: int, r: World) -> None:
    """Do gain_energy, lose_energy or draw for whom it names (STK-V11)."""
    frame = s.frames[s.depth - 1]
    if t.who[program, i] == ACTING:
        run_for(t, s, program, i, s.current, r)
    elif t.who[program, i] == ALL:
        for k in range(t.players):
            run_for(t, s, program, i, (s.current + k) % t.players, r)
    elif frame[F_SEAT] != NONE:
        run_for(t, s, program, i, frame[F_SEAT], r)
    elif can_do(t, s, program, i, 0):
        s.phase, s.seat = CHOICE, s.current
        return
    next_effect(s)


@njit
def run_told_move(t: Record, s: Record, program: int, i: int) -> None:
    """Let another player move strikers (STK-20, STK-R13, STK-V24)."""
    frame = s.frames[s.depth - 1]
    if frame[F_SEAT] == NONE:
        if can_do(t, s, program, i, 0):
            s.phase, s.seat = CHOICE, s.current
            return
    elif frame[F_UNIT] < t.amount[program, i] and can_move(t, s, frame[F_SEAT]):
        s.phase, s.seat = MOBILIZING, frame[F_SEAT]
        return
    next_effect(s)


@njit
def run_losses(t: Record, s: Record, program: int, i: int) -> None:
    """Let the owners choose which strikers or cards they lose (STK-R17, STK-V28, V30)."""
    frame = s.frames[s.depth - 1]
    asked = max(0, frame[F_SEAT])  # players who are done
    frame[F_SEAT] = asked
    if asked == (1 if t.who[program, i] == ACTING else t.players):
        next_effect(s)
        return
    seat = (s.current + asked) % t.players
    has = s.n_hand[seat] > 0 if t.effect[program, i] == DISCARD else s.supply[seat] < t.strikers
    if has and frame[F_UNIT] < units_of(t, s, program, i):
        s.phase, s.seat = CHOICE, seat
    else:
        frame[F_SEAT] += 1
        frame[F_UNIT] = 0


@njit
def run_added_drone(t: Record, s: Record, program: int, i: int) -> None:
    """Let a drone come to a named place or to that with most strikers (STK-V29)."""
    at, most = t.argument[program, i], most_strikers(t, s)
    if at != MOST_STRIKERS:
        next_effect(s)
        arrive(t, s, at, False)
    elif most > 0:
        s.phase, s.seat = CHOICE, s.current
    else:
        next_effect(s)


@njit
def run_rolls(t: Record, s: Record, program: int, i: int, r: World) -> None:
    """Make the next roll (STK-V26)."""
    frame = s.frames[s.depth - 1]
    if frame[F_UNIT] < units_of(t, s, program, i):
        frame[F_UNIT] += 1
        roll(t, s, r)
    else:
        next_effect(s)


@njit
def run_effects(t: Record, s: Record, r: World) -> None:
    """Carry on with the card or power on top: one step, or stop for a decision."""
    frame = s.frames[s.depth - 1]
    program, i = program_of(s, frame), frame[F_EFFECT]
    if i == t.n_effects[program]:
        kind = frame[F_KIND]
        pop(s)
        if kind == ALLY_CARD:
            trigger(t, s, PLAYED_ALLY, 0)
        return
    kind = t.effect[program, i]
    if kind == ROLL:
        run_rolls(t, s, program, i, r)
    elif kind in (GAIN_ENERGY, LOSE_ENERGY, DRAW):
        run_for_players(t, s, program, i, r)
    elif kind == ADD_DRONE:
        run_added_drone(t, s, program, i)
    elif kind in (LOSE_STRIKERS, DISCARD):
        run_losses(t, s, program, i)
    elif kind == MOVE_STRIKERS and t.who[program, i] == ANOTHER:
        run_told_move(t, s, program, i)
    elif frame[F_UNIT] < t.amount[program, i] and can_do(t, s, program, i, frame[F_HERE]):
        s.phase, s.seat = CHOICE, s.current
    else:
        next_effect(s)


@njit
def run_arrival(t: Record, s: Record) -> None:
    """Ask the next player with a striker where a piece arrived, clockwise from the acting one (STK-42, STK-R4, R11)."""
    frame = s.frames[s.depth - 1]
    if frame[F_SEAT] == t.players:
        pop(s)
        return
    seat = (s.current + frame[F_SEAT]) % t.players
    frame[F_SEAT] += 1
    if s.strikers[seat, frame[F_HERE]] > 0:
        s.phase, s.seat = KICK, seat
