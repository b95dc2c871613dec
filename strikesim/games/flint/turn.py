"""The turn of Striking Flint, stage by stage (FLT-10 .. FLT-17, FLT-50)."""

from strikesim._jit import Record, njit
from strikesim.games.common import NOBODY, RUNNING, WIN
from strikesim.games.flint.board import factories_held
from strikesim.games.flint.events import (
    begin_check,
    check_events,
    step_three,
    total_exhaustion,
)
from strikesim.games.flint.factory import (
    begin_factory_action,
    check_factories,
    gain_cubes,
    lose,
    next_line,
    next_listed,
    next_strikebreaker,
    roll,
    send_back,
    set_length,
)
from strikesim.games.flint.schema import MAX_CALENDAR
from strikesim.games.flint.spaces import lowest
from strikesim.games.flint.state import (
    DONE_BY_CARD,
    Card,
    Cause,
    Log,
    PerGame,
    PerSeat,
    Phase,
    Stage,
)
from strikesim.games.log import note
from strikesim.rng import World


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
