"""The rules of Striking Flint as the step API: setup, legal, apply, is_over, value, hide.

A turn runs by itself (`stage`) until somebody has to decide (`phase`); `apply` carries out the decision and lets it run
on (turn.py). The map is in board.py, the committees' cards in actions.py, the Factory Action in factory.py, events in
events.py.
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
from strikesim.games.flint.events import (
    forbidden,
    remove_event,
)
from strikesim.games.flint.factory import (
    activate,
    begin_line,
    hit,
    step_to,
)
from strikesim.games.flint.set_up import (
    choose_committees,
    first_placements,
    lay_out_map,
    next_to_place,
    place_first,
    place_strikebreakers,
    shuffle_events,
    stack_trackers,
)
from strikesim.games.flint.state import (
    ACTIVATE,
    AGITATE,
    DONE,
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
    Log,
    Phase,
    S,
    Stage,
)
from strikesim.games.flint.tables import FACTORY, STREET, T
from strikesim.games.flint.turn import run_on
from strikesim.games.log import clear_log, close_log, note
from strikesim.rng import WORLD, World


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


# ---- what is legal -----------------------------------------------------------------------------------------------


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
        place_first(t, s, PLACE.space(action))
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
