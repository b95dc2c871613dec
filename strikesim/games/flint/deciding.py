"""How the thinking bots of Striking Flint decide: what an action brings, less its price."""

import numpy as np

from strikesim._jit import Record, njit
from strikesim.games.flint.events import step_three
from strikesim.games.flint.prices import card_of, loses, price, rest_price
from strikesim.games.flint.state import (
    ACTIVATE,
    AGITATE,
    DONE,
    GAMBIT,
    HOLD,
    MOVE,
    OCCUPY,
    PICKET,
    PLACE,
    RELIEF,
    RESIST,
    REST,
    STEP,
    SUPPLY,
    TARGET,
    By,
    Card,
    Kind,
    Phase,
)
from strikesim.games.flint.worth import (
    HELD_TWICE,
    LAST_WORKER,
    LEAVING,
    PLACING,
    REMOVING,
    SHORT_CUBES,
    Weight,
    agitating,
    gambiting,
    look,
    moving_away,
    note_events,
    two_best,
)
from strikesim.games.overlooking import notice
from strikesim.rng import Stream


@njit
def worth_of_unique(t: Record, s: Record, w: Record, v: Record, action: int) -> float:
    """Return what a unique action brings, without its price."""
    number = t.unique_number[s.committee[s.current]]
    if action in GAMBIT:
        return gambiting(t, s, w, v, GAMBIT.space(action))
    if action in AGITATE:
        return agitating(s, v, AGITATE.space(action), number)
    if action in HOLD:
        space = HOLD.space(action)
        return v[PLACING, space] + (number - 1) * (HELD_TWICE * w[Weight.RESERVE] * (s.factory[space] >= 0))
    if action in RELIEF:
        relieved = min(number, s.cubes[RELIEF.seat(action)])
        each = w[Weight.SPACE] + w[Weight.CUBE] + w[Weight.TIRED] * max(0, SHORT_CUBES - s.cube_supply)
        return relieved * each - w[Weight.OWN]
    return two_best(s, v)


@njit
def part_worth(s: Record, v: Record, action: int) -> float:
    """Return what an Occupy, Picket or Resist brings, without its price."""
    if action in RESIST:
        return v[REMOVING + RESIST.kind(action), RESIST.space(action)]
    picket = action in PICKET
    source = PICKET.source(action) if picket else OCCUPY.source(action)
    to = PICKET.to(action) if picket else OCCUPY.to(action)
    return v[PLACING, to] - (v[LEAVING, source - 1] if source != SUPPLY else 0.0)


@njit
def user_of(action: int) -> int:
    """Return whose worker an Occupy, Picket or Resist uses."""
    if action in RESIST:
        return RESIST.seat(action)
    return PICKET.seat(action) if action in PICKET else OCCUPY.seat(action)


@njit
def is_foreign(s: Record, action: int) -> bool:
    """Tell whether an action of the card uses another committee's worker."""
    if action in OCCUPY or action in PICKET or action in RESIST:
        return bool(user_of(action) != s.current)
    return action in GAMBIT and GAMBIT.seat(action) != s.current


@njit
def choose_main(t: Record, s: Record, actions: Record, n: int, w: Record, v: Record, rest: float) -> int:
    """Return the action of the card that brings most for its price, of those that are not sure to lose."""
    prices = np.zeros((2, 5))  # own, foreign; by action
    held = int(s.cubes[s.current])
    for action in range(5):
        if action != Card.REST:
            for foreign in range(2):
                cubes = step_three(t, s, action) + foreign * t.foreign_extra
                prices[foreign, action] = price(t, s, w, cubes, held, 0) + foreign * w[Weight.OWN]
    prices[0, Card.REST] = rest_price(t, s, w)
    best, choice = -2 * LAST_WORKER, 0
    for i in range(n):
        action, foreign = actions[i], int(is_foreign(s, actions[i]))
        if action in OCCUPY or action in PICKET or action in RESIST:
            worth = part_worth(s, v, action)
        elif action in REST:
            worth = rest
        else:
            worth = worth_of_unique(t, s, w, v, action)
        worth -= prices[foreign, card_of(action)]
        if worth > best and loses(t, s, action, foreign):
            worth -= w[Weight.DOOM]
        if worth > best:
            best, choice = worth, i
    return choice


@njit
def part(t: Record, s: Record, w: Record, v: Record, action: int) -> float:
    """Return what the next part of a Coordinate or an Agitate is worth."""
    if action in DONE:
        return 0.0
    extra = t.foreign_extra * (w[Weight.SPACE] + w[Weight.CUBE]) + w[Weight.OWN]
    return part_worth(s, v, action) - (extra if user_of(action) != s.current and not s.foreign else 0.0)


@njit
def resolve_first(s: Record, space: int) -> float:
    """Return how gladly a space is resolved now: covered ones before their workers move, bare ones last."""
    if s.n_strikebreakers[space] > 0:
        return 1.0
    return 2.0 if s.n_workers[space] > 0 else 0.0


@njit
def stepping(s: Record, v: Record, start: int, to: int) -> float:
    """Return what it brings that a worker steps from one space to another; the last in the factories must not leave."""
    last = s.in_factories == 1 and s.factory[start] >= 0 and s.factory[to] < 0
    return v[PLACING, to] - LAST_WORKER * last


@njit
def small_worth(t: Record, s: Record, w: Record, v: Record, action: int) -> float:
    """Return what one answer to a question other than the main one is worth."""
    phase = s.phase
    if phase in (Phase.COORDINATE, Phase.AGITATE):
        return part(t, s, w, v, action)
    if phase == Phase.PLACE:
        return v[PLACING, PLACE.space(action)]
    if phase == Phase.ACTIVATE:
        return resolve_first(s, ACTIVATE.space(action))
    if phase == Phase.TARGET:
        return -v[LEAVING, TARGET.space(action)]
    if action in DONE:
        return 0.0 if phase == Phase.GAMBIT else v[LEAVING, s.at]
    if phase == Phase.GAMBIT:
        return moving_away(s, v, MOVE.kind(action), MOVE.source(action), MOVE.to(action))
    if phase == Phase.STEP and s.by == By.AUTHORITY:
        to = STEP.to(action)
        return moving_away(s, v, Kind.AUTHORITY, s.at, to)
    if phase == Phase.STEP:
        return stepping(s, v, s.target, STEP.to(action))
    return stepping(s, v, s.at, STEP.to(action)) if phase == Phase.GAMBIT_STEP else 0.0


@njit
def decide_by(t: Record, s: Record, actions: Record, n: int, w: Record) -> int:
    """Return the answer that is worth most by the weights."""
    v = look(t, s, w)
    rest = note_events(t, s, w, v)
    if s.phase == Phase.MAIN:
        return choose_main(t, s, actions, n, w, v, rest)
    best, choice = -2 * LAST_WORKER, 0
    for i in range(n):
        worth = small_worth(t, s, w, v, actions[i])
        if worth > best:
            best, choice = worth, i
    return choice


@njit
def decide_unseeing(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Return the answer that is worth most, of those that are noticed."""
    codes, places = np.empty(n, np.int64), np.empty(n, np.int64)
    noticed = notice(actions, n, w[Weight.OVERLOOK], r, codes, places)
    return int(places[decide_by(t, s, codes, noticed, w)])
