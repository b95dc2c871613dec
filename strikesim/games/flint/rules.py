"""The rules of Striking Flint as the step API: setup, legal, apply, is_over, value, hide.

A turn runs by itself (`stage`) until somebody has to decide (`phase`); `apply` carries out the decision and lets it run
on. The map is in board.py, the committees' cards in actions.py, the Factory Action in factory.py, events in events.py.
"""

import numpy as np
from numba import types

from strikesim._jit import Record, njit
from strikesim.games.common import ACTIONS, NOBODY, RUNNING, WIN
from strikesim.games.flint.actions import (
    after_part,
    begin_gambit,
    begin_parts,
    finish_action,
    gambit_done,
    gambit_move,
    gambit_step,
    hold,
    offer,
    offer_each,
    offer_gambit_moves,
    offer_gambit_step,
    offer_parts,
    offer_unique,
    place,
    placements,
    relieve,
    resist,
    resists,
)
from strikesim.games.flint.board import factories_held, put_worker
from strikesim.games.flint.events import (
    begin_check,
    check_events,
    forbidden,
    remove_event,
    reveal_incomplete,
    step_three,
    total_exhaustion,
)
from strikesim.games.flint.factory import (
    activate,
    begin_factory_action,
    begin_line,
    check_factories,
    gain_cubes,
    hit,
    lose,
    next_line,
    next_listed,
    next_strikebreaker,
    roll,
    send_back,
    set_length,
    step_to,
)
from strikesim.games.flint.schema import MAX_CALENDAR
from strikesim.games.flint.set_up import (
    choose_committees,
    lay_out_map,
    place_strikebreakers,
    shuffle_events,
    stack_trackers,
)
from strikesim.games.flint.spaces import lowest
from strikesim.games.flint.state import (
    ACTIVATE,
    AGITATE,
    DONE,
    DONE_BY_CARD,
    GAMBIT,
    HOLD,
    MAX_MAP_CARDS,
    MOVE,
    OCCUPY,
    ORDER,
    PASS,
    PICKET,
    PLACE,
    RELIEF,
    RESIST,
    REST,
    STEP,
    TARGET,
    Card,
    Cause,
    Log,
    PerGame,
    PerSeat,
    Phase,
    S,
    Stage,
)
from strikesim.games.flint.tables import FACTORY, STREET, T
from strikesim.games.log import clear_log, close_log, note
from strikesim.rng import WORLD, World

# ---- set-up (FLT-01 .. FLT-09) -----------------------------------------------------------------------------------


@njit
def next_to_place(t: Record, s: Record) -> None:
    """Let the next committee, from the bottom of the stack, place its first workers (FLT-08); then reveal (FLT-09)."""
    placed = s.in_factories + s.on_street
    if placed < t.seats * t.setup_workers:
        height = placed // t.setup_workers
        for seat in range(t.seats):
            if s.height[seat] == height:
                s.current = s.seat = seat
        return
    for slot in range(t.events_in_play):
        s.n_in_play += 1
        reveal_incomplete(t, s, slot, 0)
    s.phase, s.stage = Phase.FLOW, Stage.BEGIN


@njit(types.void(T, S, WORLD))
def setup(t: Record, s: Record, r: World) -> None:
    """Set up a game in a zeroed state, up to the first placing of a worker."""
    s.winner = s.cause = NOBODY
    order = np.empty(MAX_MAP_CARDS, np.int64)
    choose_committees(t, s, order, r)
    stack_trackers(t, s, order, r)
    lay_out_map(t, s, order, r)
    place_strikebreakers(t, s, r)
    shuffle_events(t, s, r)
    s.line_slot = s.target_seat = NOBODY
    s.phase = Phase.PLACE
    next_to_place(t, s)


# ---- the turn (FLT-10 .. FLT-17, FLT-50) -------------------------------------------------------------------------


@njit
def begin_turn(t: Record, s: Record) -> None:
    """Let the top committee of the earliest space act; its workers beside strikebreakers return (FLT-10, FLT-11)."""
    acting = 0
    for seat in range(t.seats):
        earlier = s.tracker[seat] < s.tracker[acting]
        if earlier or (s.tracker[seat] == s.tracker[acting] and s.height[seat] > s.height[acting]):
            acting = seat
    note(s, Log.TURN, acting, 0)
    s.current = s.seat = acting
    s.turn += 1
    s.step, s.foreign, s.moved, s.length, s.rest_moves = 1, 0, 0, 0, 0
    s.seat_metrics[acting, PerSeat.TURNS] += 1
    spaces = s.hired & s.manned_by[acting]
    while spaces:
        space = lowest(spaces)
        for _ in range(s.workers[space, acting]):
            send_back(s, space, acting)
        spaces &= spaces - 1
    check_factories(t, s)
    begin_check(t, s, Stage.OFFER)


@njit
def end_action(t: Record, s: Record) -> None:
    """Check the factories, then gain the action's exhaustion (FLT-13)."""
    check_factories(t, s)
    if s.outcome != RUNNING:
        return
    s.step = 3
    if s.action == NOBODY:
        s.seat_metrics[s.current, PerSeat.PASS] += 1
    else:
        s.seat_metrics[s.current, DONE_BY_CARD + s.action] += 1
        gain_cubes(t, s, step_three(t, s, s.action) + t.foreign_extra * s.foreign)
    begin_check(t, s, Stage.ADVANCE)


@njit
def begin_step_four(t: Record, s: Record) -> None:
    """Fix how far the tracker advances (FLT-14, FLT-R13, FLT-V23)."""
    s.step = 4
    if s.action == Card.REST:
        for slot in range(s.n_in_play):
            s.rest_moves += t.rest_moves[s.event[slot]]
    set_length(t, s)


@njit
def advance_tracker(t: Record, s: Record) -> None:
    """Advance the tracker to the next space that gives a Factory Action, or to its end (FLT-14, FLT-15)."""
    if s.step < 4:
        begin_step_four(t, s)
    p = s.current
    committee, s.stage = s.committee[p], Stage.CONCEDE
    while s.moved < s.length:
        s.moved += 1
        s.tracker[p] += 1
        if s.tracker[p] < MAX_CALENDAR and t.calendar_icon[committee, s.tracker[p]]:
            begin_factory_action(t, s)
            break
    if s.stage == Stage.CONCEDE:
        note(s, Log.ADVANCED, 0, int(s.tracker[p]))
    s.height[p] = 0
    for seat in range(t.seats):
        s.height[p] += seat != p and s.tracker[seat] == s.tracker[p]


@njit
def win_concessions(t: Record, s: Record) -> None:
    """Move the token if enough factories are held (FLT-17)."""
    s.step = 5
    held = factories_held(s)
    if held >= t.held_for_concessions:
        note(s, Log.CONCEDED, 0, held)
        s.token -= t.concession_step
        s.metrics[PerGame.CONCESSIONS] += t.concession_step
    if s.in_factories == 0:
        lose(s, Cause.FACTORIES_EMPTY)
    s.stage, s.after_check = Stage.CHECK, Stage.FINISH


@njit
def finish_turn(t: Record, s: Record) -> None:
    """End the turn: the game is won when no tracker is before the token (FLT-50)."""
    s.stage = Stage.BEGIN
    for seat in range(t.seats):
        if s.tracker[seat] < s.token:
            return
    s.outcome, s.cause = WIN, Cause.CONCESSIONS


@njit
def run(t: Record, s: Record, r: World) -> None:
    """Take the turn one stage further."""
    stage = s.stage
    if stage == Stage.STRIKEBREAKERS:
        next_strikebreaker(t, s)
    elif stage == Stage.LISTED:
        next_listed(t, s)
    elif stage == Stage.ROLL:
        roll(t, s, r)
    elif stage == Stage.LINES:
        next_line(t, s)
    elif stage == Stage.CHECK:
        check_events(t, s)
    elif stage == Stage.ADVANCE:
        advance_tracker(t, s)
    elif stage == Stage.GAIN:
        end_action(t, s)
    elif stage == Stage.CONCEDE:
        win_concessions(t, s)
    elif stage == Stage.FINISH:
        finish_turn(t, s)
    elif stage == Stage.OFFER:
        s.step, s.phase = 2, Phase.MAIN
    else:
        begin_turn(t, s)


@njit
def run_on(t: Record, s: Record, r: World) -> None:
    """Let the turn go on until somebody has to decide or the game is over."""
    while s.phase == Phase.FLOW and s.outcome == RUNNING:
        run(t, s, r)
    if s.outcome != RUNNING:
        complete_metrics(t, s)


@njit
def complete_metrics(t: Record, s: Record) -> None:
    """Note how the game stood at its end."""
    s.metrics[PerGame.TOKEN_END] = s.token
    s.metrics[PerGame.EXHAUSTION_END] = total_exhaustion(t, s)
    s.metrics[PerGame.FACTORIES], s.metrics[PerGame.FACTORIES_HELD] = s.n_factories, factories_held(s)
    for seat in range(t.seats):
        s.seat_metrics[seat, PerSeat.TRACKER], s.seat_metrics[seat, PerSeat.EXHAUSTION] = s.tracker[seat], s.cubes[seat]


# ---- what is legal -----------------------------------------------------------------------------------------------


@njit
def first_placements(t: Record, s: Record, actions: Record) -> int:
    """List where the first workers may go; the last one must take a Station if nobody has (FLT-08)."""
    last = s.on_street == t.seats * t.setup_workers - 1
    return offer_each(actions, 0, s.stations if last else (1 << int(s.n_spaces)) - 1, PLACE.code(0))


@njit
def committee_actions(t: Record, s: Record, actions: Record) -> int:
    """List the actions of the acting committee's card (FLT-12); with none it passes (FLT-R9)."""
    n = placements(t, s, actions)
    if forbidden(t, s, Card.RESIST) != FACTORY | STREET:
        n = resists(t, s, s.hired, actions, n)
    if forbidden(t, s, Card.UNIQUE) == 0:
        n = offer_unique(t, s, actions, n)
    if forbidden(t, s, Card.REST) == 0:
        n = offer(actions, n, REST.code())
    if n == 0:
        n = offer(actions, n, PASS.code())
    return n


@njit
def target_choices(s: Record, actions: Record) -> int:
    """List the workers that tie as the target (FLT-32)."""
    return offer_each(actions, 0, s.choices, TARGET.code(int(s.target_seat), 0))


@njit
def choice_code(phase: int) -> int:
    """Return the code of the first choice there could be of a space to resolve, a space to step to or an event."""
    if phase == Phase.ACTIVATE:
        return ACTIVATE.code(0)
    return STEP.code(0) if phase == Phase.STEP else ORDER.code(0)


@njit(types.int64(T, S, ACTIONS))
def legal(t: Record, s: Record, actions: Record) -> int:
    """Write the codes of all legal actions of `s.seat` and return how many there are (at least one)."""
    phase = s.phase
    if phase == Phase.MAIN:
        n = committee_actions(t, s, actions)
    elif phase == Phase.PLACE:
        n = first_placements(t, s, actions)
    elif phase in (Phase.COORDINATE, Phase.AGITATE):
        n = offer_parts(t, s, actions)
    elif phase == Phase.GAMBIT:
        n = offer_gambit_moves(t, s, actions)
    elif phase == Phase.GAMBIT_STEP:
        n = offer_gambit_step(t, s, actions)
    elif phase == Phase.TARGET:
        n = target_choices(s, actions)
    else:
        n = offer_each(actions, 0, s.choices, choice_code(phase))
    return n


# ---- what an action does -----------------------------------------------------------------------------------------


@njit
def rest(t: Record, s: Record) -> None:
    """Return all own cubes (FLT-23)."""
    p = s.current
    note(s, Log.GIVEN_BACK, int(p), int(s.cubes[p]))
    s.cube_supply += s.cubes[p]
    s.cubes[p] = 0
    for slot in range(s.n_in_play):
        s.rests[slot] += 1
    s.action = Card.REST
    finish_action(s)


@njit
def apply_part(t: Record, s: Record, action: int) -> None:
    """Carry out an Occupy, Picket or Resist, alone or as a part of Coordinate or Agitate."""
    if action in RESIST:
        kind = Card.RESIST
        resist(t, s, RESIST.kind(action), RESIST.space(action), RESIST.seat(action))
    elif action in PICKET:
        kind = Card.PICKET
        place(s, PICKET.source(action), PICKET.seat(action), PICKET.to(action))
    else:
        kind = Card.OCCUPY
        place(s, OCCUPY.source(action), OCCUPY.seat(action), OCCUPY.to(action))
    if s.phase != Phase.MAIN:
        after_part(t, s)
        return
    s.action = kind
    finish_action(s)


@njit
def apply_unique(t: Record, s: Record, action: int) -> None:
    """Begin, or carry out, the acting committee's unique action."""
    s.action = Card.UNIQUE
    if action in GAMBIT:
        begin_gambit(t, s, GAMBIT.space(action), GAMBIT.seat(action))
    elif action in AGITATE:
        begin_parts(t, s, Phase.AGITATE, AGITATE.space(action))
    elif action in HOLD:
        hold(t, s, HOLD.space(action))
    elif action in RELIEF:
        relieve(t, s, RELIEF.seat(action))
    else:
        begin_parts(t, s, Phase.COORDINATE, 0)


@njit
def apply_order(t: Record, s: Record, slot: int) -> None:
    """Take the event chosen: its factory line, or its removal (FLT-R6)."""
    if s.stage == Stage.LINES:
        begin_line(s, slot)
    else:
        s.phase = Phase.FLOW
        remove_event(t, s, slot)


@njit
def apply_step(t: Record, s: Record, to: int) -> None:
    """Carry out the step chosen, of Gambit's worker or in a Factory Action."""
    if s.phase == Phase.GAMBIT_STEP:
        gambit_step(s, to)
    else:
        step_to(t, s, to)


@njit
def decide(t: Record, s: Record, action: int) -> None:
    """Carry out what was decided in the acting committee's step 2."""
    if action in OCCUPY or action in PICKET or action in RESIST:
        apply_part(t, s, action)
    elif action in MOVE:
        gambit_move(s, MOVE.kind(action), MOVE.source(action), MOVE.to(action))
    elif action in REST:
        rest(t, s)
    elif action in PASS:
        s.action = NOBODY
        finish_action(s)
    elif action in DONE and s.phase == Phase.AGITATE:
        finish_action(s)
    elif action in DONE:
        gambit_done(s)
    elif s.phase == Phase.MAIN:
        apply_unique(t, s, action)
    else:
        decide_choice(t, s, action)


@njit
def decide_choice(t: Record, s: Record, action: int) -> None:
    """Carry out a decision of set-up, of a Factory Action or of an event; or the step of Gambit's worker."""
    if action in TARGET:
        s.phase = Phase.FLOW
        hit(t, s, TARGET.space(action))
    elif action in STEP:
        apply_step(t, s, STEP.to(action))
    elif action in ACTIVATE:
        activate(t, s, ACTIVATE.space(action))
    elif action in PLACE:
        s.worker_supply[s.seat] -= 1
        put_worker(s, PLACE.space(action), int(s.seat))
        next_to_place(t, s)
    else:
        apply_order(t, s, ORDER.slot(action))


@njit(types.void(T, S, types.int64, WORLD))
def apply(t: Record, s: Record, action: int, r: World) -> None:
    """Carry out one legal action; chance comes from the world `r`."""
    clear_log(s)
    decide(t, s, action)
    run_on(t, s, r)


# ---- what the kernel asks ----------------------------------------------------------------------------------------


@njit(types.boolean(S))
def is_over(s: Record) -> bool:
    """Tell whether the game has ended."""
    return bool(s.outcome != RUNNING)


@njit(types.float64(S, types.int64))
def value(s: Record, seat: int) -> float:
    """Return 1 if the committees have won together, else 0."""
    return 1.0 if s.outcome == WIN else 0.0


@njit(types.void(T, S, types.int64))
def hide(t: Record, s: Record, seat: int) -> None:
    """Blank the events that nobody has seen yet, not those put under the deck in public (FLT-41); close the log."""
    close_log(s)
    for i in range(s.n_unseen):
        s.deck[i] = NOBODY
