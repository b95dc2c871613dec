"""The actions on the committees' cards: what is on offer and what it does (FLT-12, FLT-20 .. FLT-24, FLT-V12)."""

from numba import types

from strikesim._jit import Record, njit
from strikesim.games.common import ACTIONS
from strikesim.games.flint.board import put_strikebreaker, put_worker, take_strikebreaker, take_worker
from strikesim.games.flint.events import forbidden
from strikesim.games.flint.factory import move_worker
from strikesim.games.flint.state import (
    AGITATE_SPACE,
    COORDINATE,
    COORDINATE_ACTION,
    COORDINATING,
    DONE,
    FLOW,
    GAIN,
    GAMBIT,
    GAMBIT_MOVES,
    GAMBIT_STEP,
    GAMBIT_WORKER,
    HOLD,
    HOLD_SPACE,
    MOVE_STRIKEBREAKER,
    N_KINDS,
    OCCUPY,
    OCCUPY_ACTION,
    PICKET,
    PICKET_ACTION,
    RELIEF,
    RELIEF_ACTION,
    RESIST,
    RESIST_ACTION,
    RESISTED,
    SEAT_BASE,
    SPACE_BASE,
    STATION,
    STEP_TO,
    S,
)
from strikesim.games.flint.tables import FACTORY, STREET, T

# ---- lists -------------------------------------------------------------------------------------------------------


@njit(types.int64(ACTIONS, types.int64, types.int64))
def offer(actions: Record, n: int, code: int) -> int:
    """Add one action to the list, as long as there is room for it."""
    if n < len(actions):
        actions[n] = code
        n += 1
    return n


@njit(types.int64(ACTIONS, types.int64, types.int64))
def offer_bits(actions: Record, base: int, bits: int) -> int:
    """List an action for each bit set, as codes from `base`."""
    n, i = 0, 0
    while bits >> i:
        if bits >> i & 1:
            actions[n] = base + i
            n += 1
        i += 1
    return n


# ---- placing workers (FLT-20, FLT-21, FLT-V6) --------------------------------------------------------------------


@njit(types.int64(T, S, types.boolean, types.boolean, ACTIONS, types.int64))
def placements_from_map(t: Record, s: Record, occupy: bool, picket: bool, actions: Record, n: int) -> int:
    """List every Occupy and Picket with a worker that is already on the map (FLT-V6)."""
    for start in range(s.n_spaces):
        for seat in range(t.seats):
            if s.workers[start, seat] > 0:
                for to in range(s.n_spaces):
                    station = s.kind[to] == STATION
                    if start != to and (occupy if station else picket):
                        base = OCCUPY_ACTION if station else PICKET_ACTION
                        n = offer(actions, n, base + ((start + 1) * SEAT_BASE + seat) * SPACE_BASE + to)
    return n


@njit
def placements(t: Record, s: Record, actions: Record, n: int) -> int:
    """List every Occupy and Picket (FLT-20, FLT-21)."""
    occupy = forbidden(t, s, OCCUPY) & FACTORY == 0
    picket = forbidden(t, s, PICKET) & STREET == 0
    for seat in range(t.seats):
        if s.worker_supply[seat] > 0:
            for to in range(s.n_spaces):
                if occupy if s.kind[to] == STATION else picket:
                    base = OCCUPY_ACTION if s.kind[to] == STATION else PICKET_ACTION
                    actions[n] = base + seat * SPACE_BASE + to
                    n += 1
    return placements_from_map(t, s, occupy, picket, actions, n) if t.place_from_map else n


@njit
def place(s: Record, code: int) -> None:
    """Carry out an Occupy or a Picket; `code` is the action's without its base."""
    to, seat = code % SPACE_BASE, code // SPACE_BASE % SEAT_BASE
    start = code // (SPACE_BASE * SEAT_BASE) - 1
    if start >= 0:
        take_worker(s, start, seat)
    else:
        s.worker_supply[seat] -= 1
    put_worker(s, to, seat)
    s.foreign |= seat != s.current


# ---- Resist (FLT-22, FLT-V5, FLT-V21) ----------------------------------------------------------------------------


@njit
def may_resist_from(s: Record, bits: int, space: int) -> bool:
    """Tell whether workers on a space may Resist, where `bits` are the places that forbid it."""
    return bits & (FACTORY if s.kind[space] == STATION else STREET) == 0


@njit(types.int64(T, S, types.int64, types.boolean, types.int64, ACTIONS, types.int64))
def resists_from(t: Record, s: Record, at: int, own: bool, code: int, actions: Record, n: int) -> int:
    """List the own, or all the others', workers that may Resist a strikebreaker at a space."""
    bits = forbidden(t, s, RESIST)
    for space in range(s.n_spaces):
        if s.n_workers[space] > 0 and s.distance[at, space] <= t.resist_range and may_resist_from(s, bits, space):
            for seat in range(t.seats):
                if s.workers[space, seat] > 0 and (seat == s.current) == own:
                    n = offer(actions, n, code + space * SEAT_BASE + seat)
    return n


@njit
def resists_at(t: Record, s: Record, at: int, actions: Record, n: int) -> int:
    """List every Resist of a strikebreaker at a space: by own workers, and only if there is none by others'."""
    for kind in range(N_KINDS):
        if s.strikebreakers[at, kind] > 0:
            code = RESIST_ACTION + (kind * SPACE_BASE + at) * SPACE_BASE * SEAT_BASE
            before = n
            n = resists_from(t, s, at, True, code, actions, n)
            if n == before:
                n = resists_from(t, s, at, False, code, actions, n)
    return n


@njit
def resist(t: Record, s: Record, code: int) -> None:
    """Return a strikebreaker to the supply; `code` is the action's without its base (FLT-22, FLT-V30)."""
    seat, at = code % SEAT_BASE, code // (SEAT_BASE * SPACE_BASE) % SPACE_BASE
    kind = code // (SEAT_BASE * SPACE_BASE * SPACE_BASE)
    take_strikebreaker(s, at, kind)
    s.strikebreaker_supply[kind] += 1
    s.foreign |= seat != s.current
    s.metrics[RESISTED] += 1
    for slot in range(s.n_in_play):
        s.resists[slot] += 1


# ---- unique actions (FLT-24, FLT-V12) ----------------------------------------------------------------------------


@njit
def can_resist_at(t: Record, s: Record, at: int) -> bool:
    """Tell whether any worker may Resist a strikebreaker at a space."""
    if s.n_strikebreakers[at] == 0:
        return False
    bits = forbidden(t, s, RESIST)
    for space in range(s.n_spaces):
        if s.n_workers[space] > 0 and s.distance[at, space] <= t.resist_range and may_resist_from(s, bits, space):
            return True
    return False


@njit
def can_place(t: Record, s: Record) -> bool:
    """Tell whether any Occupy or Picket is possible (for Coordinate)."""
    occupy = forbidden(t, s, OCCUPY) & FACTORY == 0
    picket = forbidden(t, s, PICKET) & STREET == 0
    for seat in range(t.seats):
        for space in range(s.n_spaces):
            if occupy if s.kind[space] == STATION else picket:
                if s.worker_supply[seat] > 0:
                    return True
                if t.place_from_map and s.in_factories + s.on_street > s.n_workers[space]:
                    return True
    return False


@njit
def gambit_changes(t: Record, s: Record, worker_at: int) -> bool:
    """Tell whether a Gambit with a worker could move anything (FLT-12, FLT-V12)."""
    for space in range(s.n_spaces):
        moves = space == worker_at or s.n_strikebreakers[space] > 0
        if moves and s.near[space] != 0 and s.distance[worker_at, space] <= t.gambit_range:
            return True
    return False


@njit
def offer_gambit(t: Record, s: Record, actions: Record, n: int) -> int:
    """List the workers for a Gambit (FLT-24)."""
    for space in range(s.n_spaces):
        for seat in range(t.seats):
            if s.workers[space, seat] > 0 and gambit_changes(t, s, space):
                n = offer(actions, n, GAMBIT_WORKER + space * SEAT_BASE + seat)
    return n


@njit
def offer_hold(t: Record, s: Record, actions: Record, n: int) -> int:
    """List the spaces for Hold."""
    if s.worker_supply[s.current] < t.unique_number[s.committee[s.current]]:
        return n
    occupy = forbidden(t, s, OCCUPY) & FACTORY == 0
    picket = forbidden(t, s, PICKET) & STREET == 0
    for space in range(s.n_spaces):
        if occupy if s.kind[space] == STATION else picket:
            n = offer(actions, n, HOLD_SPACE + space)
    return n


@njit
def offer_unique(t: Record, s: Record, actions: Record, n: int) -> int:
    """List the acting committee's unique action."""
    unique = t.unique[s.committee[s.current]]
    if unique == GAMBIT:
        return offer_gambit(t, s, actions, n)
    if unique == HOLD:
        return offer_hold(t, s, actions, n)
    if unique == COORDINATE:
        return offer(actions, n, COORDINATE_ACTION) if can_place(t, s) else n
    if unique == RELIEF:
        for seat in range(t.seats):
            if seat != s.current and s.cubes[seat] > 0:
                n = offer(actions, n, RELIEF_ACTION + seat)
        return n
    for space in range(s.n_spaces):
        if can_resist_at(t, s, space):
            n = offer(actions, n, AGITATE_SPACE + space)
    return n


@njit
def finish_action(s: Record) -> None:
    """Let the turn go on with step 3."""
    s.phase, s.stage = FLOW, GAIN


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
    cubes = min(t.unique_number[s.committee[s.current]], s.cubes[seat])
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
    more = can_place(t, s) if s.phase == COORDINATING else can_resist_at(t, s, s.at)
    if s.left == 0 or not more:
        finish_action(s)


@njit
def offer_parts(t: Record, s: Record, actions: Record) -> int:
    """List the next part of Coordinate or Agitate."""
    if s.phase == COORDINATING:
        return placements(t, s, actions, 0)
    n = 0
    if s.taken > 0:
        actions[0] = DONE
        n = 1
    return resists_at(t, s, s.at, actions, n)


# ---- Gambit (FLT-24) ---------------------------------------------------------------------------------------------


@njit
def begin_gambit(t: Record, s: Record, space: int, seat: int) -> None:
    """Choose the worker and fix which strikebreakers move."""
    s.at, s.with_seat = space, seat
    s.foreign |= seat != s.current
    s.n_unmoved = 0
    for other in range(s.n_spaces):
        for kind in range(N_KINDS):
            s.unmoved[other, kind] = 0
            if s.distance[space, other] <= t.gambit_range and s.near[other] != 0:
                s.unmoved[other, kind] = s.strikebreakers[other, kind]
                s.n_unmoved += s.strikebreakers[other, kind]
    s.phase = GAMBIT_MOVES if s.n_unmoved > 0 else GAMBIT_STEP
    end_gambit_without_step(s)


@njit
def end_gambit_without_step(s: Record) -> None:
    """End a Gambit whose worker has nowhere to go."""
    if s.phase == GAMBIT_STEP and s.near[s.at] == 0:
        finish_action(s)


@njit
def gambit_move(s: Record, code: int) -> None:
    """Move one strikebreaker; `code` is the action's without its base."""
    to, start, kind = code % SPACE_BASE, code // SPACE_BASE % SPACE_BASE, code // (SPACE_BASE * SPACE_BASE)
    s.unmoved[start, kind] -= 1
    s.n_unmoved -= 1
    take_strikebreaker(s, start, kind)
    put_strikebreaker(s, to, kind)
    if s.n_unmoved == 0:
        s.phase = GAMBIT_STEP
        end_gambit_without_step(s)


@njit
def gambit_step(s: Record, to: int) -> None:
    """Move Gambit's worker."""
    move_worker(s, s.at, s.with_seat, to)
    finish_action(s)


@njit
def gambit_done(s: Record) -> None:
    """Leave out the strikebreakers not yet moved, or the worker's step."""
    if s.phase == GAMBIT_MOVES:
        s.n_unmoved, s.phase = 0, GAMBIT_STEP
        end_gambit_without_step(s)
    else:
        finish_action(s)


@njit
def offer_gambit_moves(t: Record, s: Record, actions: Record) -> int:
    """List the moves of the strikebreakers that Gambit has yet to move."""
    n = 0
    if t.gambit_may:
        actions[0] = DONE
        n = 1
    for start in range(s.n_spaces):
        for kind in range(N_KINDS):
            if s.unmoved[start, kind] > 0:
                for to in range(s.n_spaces):
                    if s.near[start] >> to & 1:
                        n = offer(actions, n, MOVE_STRIKEBREAKER + (kind * SPACE_BASE + start) * SPACE_BASE + to)
    return n


@njit
def offer_gambit_step(t: Record, s: Record, actions: Record) -> int:
    """List where Gambit's worker may step."""
    n = offer_bits(actions, STEP_TO, s.near[s.at])
    if t.gambit_may:
        n = offer(actions, n, DONE)
    return n
