"""Cards and powers of STRIKE! carried out: an interpreter of the tables' effects, with a stack of what is under way.

Everything that needs a decision stops with `s.phase` and `s.seat` set; the rules list what is on offer, and go on here.
"""

from numba import types

from strikesim._jit import Record, njit
from strikesim.games.strike.choices import Chosen, can_do, can_move, choice_of, most_strikers, program_of
from strikesim.games.strike.pieces import (
    add_striker,
    arrive,
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
from strikesim.games.strike.state import CHOICE, NONE, Frame, Phase, S, UnderWay
from strikesim.games.strike.tables import T, power_program
from strikesim.games.strike.vocabulary import MOST_STRIKERS, Kind, Trigger, Who
from strikesim.rng import WORLD, World

# ---- what was chosen ---------------------------------------------------------------------------------------------


@njit
def take_unit(t: Record, s: Record, kind: int, choice: int) -> None:
    """Do one unit of an effect."""
    seat, start, at = CHOICE.seat(choice), CHOICE.start(choice), CHOICE.at(choice)
    if kind == Kind.REMOVE_DRONE:
        remove_drone(t, s, at)
    elif kind == Kind.REMOVE_MEGADRONE:
        remove_megadrone(t, s, at)
    elif kind == Kind.ADD_STRIKERS:
        add_striker(s, s.current, at)
    elif kind == Kind.LOSE_STRIKERS:
        lose_striker(s, s.seat, at)
    elif kind == Kind.ADD_DRONE:
        next_effect(s)
        arrive(t, s, at, False)
    elif seat == s.current:
        move_own(t, s, start, at)
    else:
        shift_striker(s, seat, start, at)


@njit
def take_choice(t: Record, s: Record, choice: int) -> None:
    """Do what was chosen for the effect on top."""
    frame = s.frames[s.depth - 1]
    program, i = program_of(s, frame), frame[Frame.EFFECT]
    if choice_of(t, program, i) == Chosen.SEAT:
        frame[Frame.SEAT] = CHOICE.seat(choice)
    else:
        frame[Frame.UNIT] += 1
        take_unit(t, s, t.effect[program, i], choice)


@njit
def take_card(s: Record, card: int) -> None:
    """Discard the card that was chosen for the effect on top (STK-V30)."""
    s.frames[s.depth - 1, Frame.UNIT] += 1
    discard(s, s.seat, card)


@njit
def use_power(t: Record, s: Record, which: int, choice: int) -> None:
    """Carry out a power from its first choice on (STK-V36, V39)."""
    here = 0
    if s.phase == Phase.POWER:
        here = s.frames[s.depth - 1, Frame.HERE]
        if s.frames[s.depth - 1, Frame.CARD] == 0:
            pop(s)
    s.energy[s.current] -= t.cost[s.character[s.current], which]
    push(s, which, 0, here)
    if choice_of(t, power_program(s.character[s.current], which), 0) != Chosen.NOTHING:
        take_choice(t, s, choice)


# ---- what needs no choice, or not yet ----------------------------------------------------------------------------


@njit
def units_of(t: Record, s: Record, program: int, i: int) -> int:
    """Return how many units an effect has (STK-V12, V13)."""
    return t.amount[program, i] * (s.level if t.per_level[program, i] else 1)


@njit(types.void(T, S, types.int64, types.int64, types.int64, WORLD))
def run_for(t: Record, s: Record, program: int, i: int, seat: int, r: World) -> None:
    """Do all units of an effect without choices for one player."""
    kind, units = t.effect[program, i], units_of(t, s, program, i)
    if kind == Kind.GAIN_ENERGY:
        gain_energy(t, s, seat, units)
    elif kind == Kind.LOSE_ENERGY:
        lose_energy(t, s, seat, units)
    elif kind == Kind.DRAW:
        for _ in range(units):
            draw(t, s, seat, t.argument[program, i], r)


@njit
def run_for_players(t: Record, s: Record, program: int, i: int, r: World) -> None:
    """Do an effect without choices for whom it names (STK-V11)."""
    frame = s.frames[s.depth - 1]
    if t.who[program, i] == Who.ACTING:
        run_for(t, s, program, i, s.current, r)
    elif t.who[program, i] == Who.ALL:
        for k in range(t.players):
            run_for(t, s, program, i, (s.current + k) % t.players, r)
    elif frame[Frame.SEAT] != NONE:
        run_for(t, s, program, i, frame[Frame.SEAT], r)
    elif can_do(t, s, program, i, 0):
        s.phase, s.seat = Phase.CHOOSE, s.current
        return
    next_effect(s)


@njit
def run_told_move(t: Record, s: Record, program: int, i: int) -> None:
    """Let another player move strikers (STK-20, STK-R13, STK-V24)."""
    frame = s.frames[s.depth - 1]
    if frame[Frame.SEAT] == NONE:
        if can_do(t, s, program, i, 0):
            s.phase, s.seat = Phase.CHOOSE, s.current
            return
    elif frame[Frame.UNIT] < t.amount[program, i] and can_move(t, s, frame[Frame.SEAT]):
        s.phase, s.seat = Phase.MOBILIZE, frame[Frame.SEAT]
        return
    next_effect(s)


@njit
def run_losses(t: Record, s: Record, program: int, i: int) -> None:
    """Let the owners choose which strikers or cards they lose (STK-R17, STK-V28, V30)."""
    frame = s.frames[s.depth - 1]
    asked = max(0, frame[Frame.SEAT])  # players who are done
    frame[Frame.SEAT] = asked
    if asked == (1 if t.who[program, i] == Who.ACTING else t.players):
        next_effect(s)
        return
    seat = (s.current + asked) % t.players
    has = s.n_hand[seat] > 0 if t.effect[program, i] == Kind.DISCARD else s.supply[seat] < t.strikers
    if has and frame[Frame.UNIT] < units_of(t, s, program, i):
        s.phase, s.seat = Phase.CHOOSE, seat
    else:
        frame[Frame.SEAT] += 1
        frame[Frame.UNIT] = 0


@njit
def run_added_drone(t: Record, s: Record, program: int, i: int) -> None:
    """Let a drone come to a named place or to that with most strikers (STK-V29)."""
    at, most = t.argument[program, i], most_strikers(t, s)
    if at != MOST_STRIKERS:
        next_effect(s)
        arrive(t, s, at, False)
    elif most > 0:
        s.phase, s.seat = Phase.CHOOSE, s.current
    else:
        next_effect(s)


@njit
def run_rolls(t: Record, s: Record, program: int, i: int, r: World) -> None:
    """Make the next roll (STK-V26)."""
    frame = s.frames[s.depth - 1]
    if frame[Frame.UNIT] < units_of(t, s, program, i):
        frame[Frame.UNIT] += 1
        roll(t, s, r)
    else:
        next_effect(s)


@njit
def run_effects(t: Record, s: Record, r: World) -> None:
    """Carry on with the card or power on top: one step, or stop for a decision."""
    frame = s.frames[s.depth - 1]
    program, i = program_of(s, frame), frame[Frame.EFFECT]
    if i == t.n_effects[program]:
        kind = frame[Frame.KIND]
        pop(s)
        if kind == UnderWay.ALLY:
            trigger(t, s, Trigger.PLAYED_ALLY, 0)
        return
    kind = t.effect[program, i]
    if kind == Kind.ROLL:
        run_rolls(t, s, program, i, r)
    elif kind == Kind.ADD_DRONE:
        run_added_drone(t, s, program, i)
    elif kind in (Kind.LOSE_STRIKERS, Kind.DISCARD):
        run_losses(t, s, program, i)
    elif kind == Kind.MOVE_STRIKERS and t.who[program, i] == Who.ANOTHER:
        run_told_move(t, s, program, i)
    elif choice_of(t, program, i) in (Chosen.NOTHING, Chosen.SEAT):
        run_for_players(t, s, program, i, r)
    elif frame[Frame.UNIT] < t.amount[program, i] and can_do(t, s, program, i, frame[Frame.HERE]):
        s.phase, s.seat = Phase.CHOOSE, s.current
    else:
        next_effect(s)


@njit
def run_arrival(t: Record, s: Record) -> None:
    """Ask the next player with a striker where a piece arrived, clockwise from the acting one (STK-42, STK-R4, R11)."""
    frame = s.frames[s.depth - 1]
    if frame[Frame.SEAT] == t.players:
        pop(s)
        return
    seat = (s.current + frame[Frame.SEAT]) % t.players
    frame[Frame.SEAT] += 1
    if s.strikers[seat, frame[Frame.HERE]] > 0:
        s.phase, s.seat = Phase.KICK, seat
