"""The actions on the committees' cards: what is on offer and what it does (FLT-12, FLT-20 .. FLT-24, FLT-V12)."""

from numba import types

from strikesim._jit import Record, njit
from strikesim.games.common import ACTIONS
from strikesim.games.flint.board import put_strikebreaker, put_worker, take_strikebreaker, take_worker
from strikesim.games.flint.events import forbidden
from strikesim.games.flint.factory import move_worker
from strikesim.games.flint.spaces import lowest, single, within
from strikesim.games.flint.state import (
    AGITATE,
    COORDINATE,
    DONE,
    GAMBIT,
    HOLD,
    MOVE,
    N_KINDS,
    OCCUPY,
    PICKET,
    RELIEF,
    RESIST,
    STEP,
    SUPPLY,
    Card,
    Log,
    PerGame,
    Phase,
    S,
    Stage,
    Unique,
)
from strikesim.games.flint.tables import FACTORY, STREET, T
from strikesim.games.log import note

# ---- lists -------------------------------------------------------------------------------------------------------


@njit(types.int64(ACTIONS, types.int64, types.int64))
def offer(actions: Record, n: int, code: int) -> int:
    """Add one action to the list, as long as there is room for it."""
    if n < len(actions):
        actions[n] = code
        n += 1
    return n


# The three below write the list themselves, and end in one place: calling `offer` for each action would count
# references to the list, which costs more than all the rest.


@njit(types.int64(ACTIONS, types.int64, types.int64, types.int64))
def offer_each(actions: Record, n: int, bits: int, code: int) -> int:
    """Add an action for each bit set; `code` is that of bit 0 in the action's last field."""
    while bits and n < len(actions):
        actions[n] = code + lowest(bits)
        bits &= bits - 1
        n += 1
    return n


@njit(types.int64(T, S, types.int64, types.int64, ACTIONS, types.int64))
def offer_workers(t: Record, s: Record, spaces: int, code: int, actions: Record, n: int) -> int:
    """Add an action for each committee with workers on each of some spaces.

    `code` is that of seat 0 and space 0, the action's last two fields; they lie there as in a Gambit.
    """
    while spaces:
        space = lowest(spaces)
        for seat in range(t.seats):
            if s.workers[space, seat] > 0 and n < len(actions):
                actions[n] = code - GAMBIT.code(0, 0) + GAMBIT.code(seat, space)
                n += 1
        spaces &= spaces - 1
    return n


@njit(types.int64(S, types.int64, types.int64, types.int64, ACTIONS, types.int64))
def offer_places(s: Record, source: int, seat: int, spaces: int, actions: Record, n: int) -> int:
    """Add an Occupy or Picket of each space with a committee's worker from a source."""
    while spaces and n < len(actions):
        to = lowest(spaces)
        actions[n] = OCCUPY.code(source, seat, to) if s.stations >> to & 1 else PICKET.code(source, seat, to)
        spaces &= spaces - 1
        n += 1
    return n


# ---- placing workers (FLT-20, FLT-21, FLT-V6) --------------------------------------------------------------------


@njit
def open_to_workers(t: Record, s: Record) -> int:
    """Return the spaces that the events leave open to Occupy and Picket (FLT-20, FLT-21)."""
    spaces = s.stations if forbidden(t, s, Card.OCCUPY) & FACTORY == 0 else 0
    if forbidden(t, s, Card.PICKET) & STREET == 0:
        spaces |= ((1 << int(s.n_spaces)) - 1) & ~s.stations
    return spaces


@njit
def placements_from_map(t: Record, s: Record, spaces: int, actions: Record, n: int) -> int:
    """List every Occupy and Picket with a worker that is already on the map (FLT-V6)."""
    for start in range(s.n_spaces):
        for seat in range(t.seats):
            if s.workers[start, seat] > 0:
                n = offer_places(s, start + 1, seat, spaces & ~(1 << start), actions, n)
    return n


@njit
def placements_from_supply(t: Record, s: Record, spaces: int, actions: Record) -> int:
    """Begin the list with every Occupy and Picket from the supply: the same spaces for all who have workers there."""
    n, first, length = 0, 0, 0
    for seat in range(t.seats):
        if s.worker_supply[seat] > 0:
            if n == 0:
                first, length = seat, offer_places(s, SUPPLY, seat, spaces, actions, 0)
            for i in range(length):
                actions[n + i] = actions[i] + OCCUPY.code(0, seat, 0) - OCCUPY.code(0, first, 0)
            n += length
    return n


@njit(types.int64(T, S, ACTIONS))
def placements(t: Record, s: Record, actions: Record) -> int:
    """Begin the list with every Occupy and Picket (FLT-20, FLT-21)."""
    spaces = open_to_workers(t, s)
    n = placements_from_supply(t, s, spaces, actions)
    return placements_from_map(t, s, spaces, actions, n) if t.place_from_map else n


@njit
def place(s: Record, source: int, seat: int, to: int) -> None:
    """Carry out an Occupy or a Picket."""
    if source == SUPPLY:
        s.worker_supply[seat] -= 1
    else:
        take_worker(s, source - 1, seat)
    put_worker(s, to, seat)
    s.foreign |= seat != s.current


# ---- Resist (FLT-22, FLT-V5, FLT-V21) ----------------------------------------------------------------------------


@njit
def resisters(t: Record, s: Record, at: int) -> int:
    """Return the spaces whose workers may Resist a strikebreaker at a space (FLT-22, FLT-V21)."""
    bits = forbidden(t, s, Card.RESIST)
    spaces = within(s, at, t.resist_range) & s.manned
    if bits & FACTORY:
        spaces &= ~s.stations
    return spaces & s.stations if bits & STREET else spaces


@njit(types.int64(T, S, types.int64, ACTIONS, types.int64))
def resists(t: Record, s: Record, spaces: int, actions: Record, n: int) -> int:
    """List every Resist on some spaces: by own workers, and only if there is none by others'."""
    p = int(s.current)
    while spaces:
        at = lowest(spaces)
        others = resisters(t, s, at)
        own = others & s.manned_by[p]
        for kind in range(N_KINDS):
            if s.strikebreakers[at, kind] > 0:
                if own:
                    n = offer_each(actions, n, own, RESIST.code(kind, at, p, 0))
                else:
                    n = offer_workers(t, s, others, RESIST.code(kind, at, 0, 0), actions, n)
        spaces &= spaces - 1
    return n


@njit
def resist(t: Record, s: Record, kind: int, at: int, seat: int) -> None:
    """Return a strikebreaker to the supply (FLT-22, FLT-V30)."""
    take_strikebreaker(s, at, kind)
    s.strikebreaker_supply[kind] += 1
    s.foreign |= seat != s.current
    s.metrics[PerGame.RESISTED] += 1
    for slot in range(s.n_in_play):
        s.resists[slot] += 1


# ---- unique actions (FLT-24, FLT-V12) ----------------------------------------------------------------------------


@njit
def can_resist_at(t: Record, s: Record, at: int) -> bool:
    """Tell whether any worker may Resist a strikebreaker at a space."""
    return s.n_strikebreakers[at] > 0 and resisters(t, s, at) != 0


@njit
def can_place(t: Record, s: Record) -> bool:
    """Tell whether any Occupy or Picket is possible (for Coordinate)."""
    spaces = open_to_workers(t, s)
    if spaces == 0:
        return False
    for seat in range(t.seats):
        if s.worker_supply[seat] > 0:
            return True
    # a worker on the map needs another space to go to
    return bool(t.place_from_map and s.manned != 0 and not (single(spaces) and s.manned == spaces))


@njit
def offer_gambit(t: Record, s: Record, actions: Record, n: int) -> int:
    """List the workers for a Gambit, those that have somewhere to step (FLT-24, FLT-12, FLT-V12)."""
    spaces, may_step = int(s.manned), 0
    while spaces:
        if s.near[lowest(spaces)] != 0:
            may_step |= spaces & -spaces
        spaces &= spaces - 1
    return offer_workers(t, s, may_step, GAMBIT.code(0, 0), actions, n)


@njit
def offer_hold(t: Record, s: Record, actions: Record, n: int) -> int:
    """List the spaces for Hold."""
    enough = s.worker_supply[s.current] >= t.unique_number[s.committee[s.current]]
    return offer_each(actions, n, open_to_workers(t, s) if enough else 0, HOLD.code(0))


@njit
def offer_agitate(t: Record, s: Record, actions: Record, n: int) -> int:
    """List the spaces for Agitate."""
    spaces, resistible = int(s.hired), 0
    while spaces:
        if can_resist_at(t, s, lowest(spaces)):
            resistible |= spaces & -spaces
        spaces &= spaces - 1
    return offer_each(actions, n, resistible, AGITATE.code(0))


@njit
def offer_relief(t: Record, s: Record, actions: Record, n: int) -> int:
    """List the committees for Relief."""
    tired = 0
    for seat in range(t.seats):
        if seat != s.current and s.cubes[seat] > 0:
            tired |= 1 << seat
    return offer_each(actions, n, tired, RELIEF.code(0))


@njit
def offer_unique(t: Record, s: Record, actions: Record, n: int) -> int:
    """List the acting committee's unique action."""
    unique = t.unique[s.committee[s.current]]
    if unique == Unique.GAMBIT:
        n = offer_gambit(t, s, actions, n)
    elif unique == Unique.HOLD:
        n = offer_hold(t, s, actions, n)
    elif unique == Unique.COORDINATE:
        if can_place(t, s):
            n = offer(actions, n, COORDINATE.code())
    elif unique == Unique.RELIEF:
        n = offer_relief(t, s, actions, n)
    else:
        n = offer_agitate(t, s, actions, n)
    return n


@njit
def finish_action(s: Record) -> None:
    """Let the turn go on with step 3."""
    s.phase, s.stage = Phase.FLOW, Stage.GAIN


@njit
def hold(t: Record, s: Record, space: int) -> None:
    """Place several own workers on one space."""
    for _ in range(t.unique_number[s.committee[s.current]]):
        s.worker_supply[s.current] -= 1
        put_worker(s, space, int(s.current))
    finish_action(s)


@njit
def relieve(t: Record, s: Record, seat: int) -> None:
    """Let another committee give back cubes."""
    cubes = int(min(t.unique_number[s.committee[s.current]], s.cubes[seat]))
    note(s, Log.GIVEN_BACK, seat, cubes)
    s.cubes[seat] -= cubes
    s.cube_supply += cubes
    finish_action(s)


@njit(types.void(T, S, types.int64, types.int64))
def begin_parts(t: Record, s: Record, phase: int, at: int) -> None:
    """Begin a Coordinate or an Agitate."""
    s.phase, s.at, s.taken = phase, at, 0
    s.left = t.unique_number[s.committee[s.current]]


@njit
def after_part(t: Record, s: Record) -> None:
    """Go on with Coordinate or Agitate, or end it when nothing more is possible (FLT-V12)."""
    s.left -= 1
    s.taken += 1
    more = can_place(t, s) if s.phase == Phase.COORDINATE else can_resist_at(t, s, s.at)
    if s.left == 0 or not more:
        finish_action(s)


@njit
def offer_parts(t: Record, s: Record, actions: Record) -> int:
    """List the next part of Coordinate or Agitate."""
    if s.phase == Phase.COORDINATE:
        return placements(t, s, actions)
    n = 0
    if s.taken > 0:
        actions[0] = DONE.code()
        n = 1
    return resists(t, s, 1 << int(s.at), actions, n)


# ---- Gambit (FLT-24) ---------------------------------------------------------------------------------------------


@njit
def begin_gambit(t: Record, s: Record, space: int, seat: int) -> None:
    """Choose the worker and fix which strikebreakers move."""
    s.at, s.with_seat, s.taken = space, seat, 0
    s.foreign |= seat != s.current
    s.n_unmoved = 0
    reached = within(s, space, t.gambit_range)
    for other in range(s.n_spaces):
        moves = reached >> other & 1 and s.near[other] != 0
        for kind in range(N_KINDS):
            s.unmoved[other, kind] = s.strikebreakers[other, kind] if moves else 0
            s.n_unmoved += s.unmoved[other, kind]
    s.phase = Phase.GAMBIT if s.n_unmoved > 0 else Phase.GAMBIT_STEP
    end_gambit_without_step(s)


@njit
def end_gambit_without_step(s: Record) -> None:
    """End a Gambit whose worker has nowhere to go."""
    if s.phase == Phase.GAMBIT_STEP and s.near[s.at] == 0:
        finish_action(s)


@njit
def gambit_move(s: Record, kind: int, start: int, to: int) -> None:
    """Move one strikebreaker."""
    s.unmoved[start, kind] -= 1
    s.n_unmoved -= 1
    s.taken += 1
    take_strikebreaker(s, start, kind)
    put_strikebreaker(s, to, kind)
    if s.n_unmoved == 0:
        s.phase = Phase.GAMBIT_STEP
        end_gambit_without_step(s)


@njit
def gambit_step(s: Record, to: int) -> None:
    """Move Gambit's worker."""
    move_worker(s, s.at, s.with_seat, to)
    finish_action(s)


@njit
def gambit_done(s: Record) -> None:
    """Leave out the strikebreakers not yet moved, or the worker's step."""
    if s.phase == Phase.GAMBIT:
        s.n_unmoved, s.phase = 0, Phase.GAMBIT_STEP
        end_gambit_without_step(s)
    else:
        finish_action(s)


@njit
def may_leave_out(t: Record, s: Record) -> bool:
    """Tell whether the rest of a Gambit may be left out: it must change something (FLT-12, FLT-24)."""
    return bool(t.gambit_may and s.taken > 0)


@njit
def offer_gambit_moves(t: Record, s: Record, actions: Record) -> int:
    """List the moves of the strikebreakers that Gambit has yet to move."""
    n = 0
    if may_leave_out(t, s):
        actions[0] = DONE.code()
        n = 1
    for start in range(s.n_spaces):
        for kind in range(N_KINDS):
            if s.unmoved[start, kind] > 0:
                n = offer_each(actions, n, s.near[start], MOVE.code(kind, start, 0))
    return n


@njit
def offer_gambit_step(t: Record, s: Record, actions: Record) -> int:
    """List where Gambit's worker may step."""
    n = offer_each(actions, 0, s.near[s.at], STEP.code(0))
    if may_leave_out(t, s):
        n = offer(actions, n, DONE.code())
    return n
