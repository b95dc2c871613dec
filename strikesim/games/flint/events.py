"""The events of Striking Flint: what they forbid and cost, and how they leave (FLT-40, FLT-41, FLT-V20 .. FLT-V31)."""

from numba import types

from strikesim._jit import Record, njit
from strikesim.games.flint.board import factories_held, strikebreakers_on_map
from strikesim.games.flint.state import (
    Log,
    PerGame,
    Phase,
    S,
    Stage,
)
from strikesim.games.flint.tables import (
    HELD,
    IN_FACTORIES,
    NO_STRIKEBREAKER,
    ON_STREET,
    RESISTS,
    TOTAL_EXHAUSTION,
    T,
)
from strikesim.games.log import note

# ---- effects that last (FLT-V20 .. FLT-V23) ----------------------------------------------------------------------


@njit(types.int64(T, S, types.int64))
def forbidden(t: Record, s: Record, action: int) -> int:
    """Return where the events in play forbid an action: bits FACTORY and STREET (FLT-V21)."""
    bits = 0
    for slot in range(s.n_in_play):
        bits |= t.forbidden[s.event[slot], action]
    return bits


@njit(types.int64(T, S, types.int64))
def step_three(t: Record, s: Record, action: int) -> int:
    """Return the exhaustion that an action of the acting committee gives without foreign workers (FLT-13, FLT-V22)."""
    amount = t.cost[s.committee[s.current], action]
    for slot in range(s.n_in_play):
        amount += t.extra[s.event[slot], action]
    return int(amount)


# ---- removal (FLT-40, FLT-V29 .. FLT-V31) ------------------------------------------------------------------------


@njit
def total_exhaustion(t: Record, s: Record) -> int:
    """Return the cubes held by all committees together."""
    total = 0
    for seat in range(t.seats):
        total += s.cubes[seat]
    return total


@njit
def is_complete(t: Record, s: Record, slot: int) -> bool:
    """Tell whether the removal condition of the event in a slot is met now (FLT-V29)."""
    event = s.event[slot]
    condition, number = t.condition[event], t.condition_number[event]
    if condition == ON_STREET:
        return bool(s.on_street >= number)
    if condition == IN_FACTORIES:
        return bool(s.in_factories >= number)
    if condition == HELD:
        return bool(factories_held(s) >= min(number, s.n_factories))
    if condition == NO_STRIKEBREAKER:
        return bool(strikebreakers_on_map(s, t.condition_kind[event]) <= number)
    if condition == TOTAL_EXHAUSTION:
        return bool(total_exhaustion(t, s) <= number)
    return bool((s.resists[slot] if condition == RESISTS else s.rests[slot]) >= number)


@njit
def reveal(s: Record, slot: int) -> None:
    """Reveal the top event of the deck into a slot (FLT-09, FLT-40)."""
    s.event[slot] = s.deck[0]
    s.n_deck -= 1
    s.n_unseen -= s.n_unseen > 0
    for i in range(s.n_deck):
        s.deck[i] = s.deck[i + 1]
    s.deck[s.n_deck] = -1
    s.resists[slot] = s.rests[slot] = s.stopped[slot] = 0
    note(s, Log.REVEAL, 0, int(s.event[slot]))


@njit
def put_under(s: Record, slot: int) -> None:
    """Put the event of a slot under the deck (FLT-40, FLT-41)."""
    note(s, Log.REMOVED, 0, int(s.event[slot]))
    s.deck[s.n_deck] = s.event[slot]
    s.n_deck += 1


@njit(types.void(T, S, types.int64, types.int64))
def reveal_incomplete(t: Record, s: Record, slot: int, token_step: int) -> None:
    """Reveal events until one is not complete or all have been seen once (FLT-09, FLT-40, FLT-R5)."""
    chances = s.n_deck
    reveal(s, slot)
    for _ in range(chances - 1):
        if not is_complete(t, s, slot):
            return
        put_under(s, slot)
        if token_step > 0:
            s.token -= token_step
            s.metrics[PerGame.EVENTS_REMOVED] += 1
        reveal(s, slot)
    s.stopped[slot] = is_complete(t, s, slot)


@njit
def remove_event(t: Record, s: Record, slot: int) -> None:
    """Replace a complete event (FLT-40)."""
    put_under(s, slot)
    s.token -= t.event_step
    s.metrics[PerGame.EVENTS_REMOVED] += 1
    reveal_incomplete(t, s, slot, t.event_step)


@njit
def complete_slots(t: Record, s: Record) -> int:
    """Return the slots with a complete event, one bit each; one stopped in its chain counts no more (FLT-R5)."""
    slots = 0
    for slot in range(s.n_in_play):
        complete = is_complete(t, s, slot)
        if complete and not s.stopped[slot]:
            slots |= 1 << slot
        if not complete:
            s.stopped[slot] = 0
    return slots


@njit
def check_events(t: Record, s: Record) -> None:
    """Replace the complete events, one after the other in the acting player's order (FLT-R6, FLT-R11)."""
    slots = complete_slots(t, s)
    if slots == 0:
        s.stage = s.after_check
    elif slots & (slots - 1):
        s.choices, s.phase = slots, Phase.ORDER
    else:
        slot = 0
        while not slots >> slot & 1:
            slot += 1
        remove_event(t, s, slot)


@njit(types.void(T, S, types.int64))
def begin_check(t: Record, s: Record, after: int) -> None:
    """Check the events, then go on with the stage `after` (FLT-R11)."""
    s.phase, s.stage, s.after_check = Phase.FLOW, Stage.CHECK, after
    if t.check_at_turn_end:
        s.stage = after
