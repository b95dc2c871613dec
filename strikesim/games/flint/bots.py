"""The bots of Striking Flint.

The thinking bots share one way of looking at the table: what a worker on each space would be worth, what each worker
and each strikebreaker on the map is worth, and what an action costs in spaces of the calendar. They differ in how they
weigh it.
"""

import numpy as np

from strikesim._jit import Record, njit
from strikesim.games.bot import bot
from strikesim.games.flint.events import step_three
from strikesim.games.flint.state import (
    ACTIVATE,
    AGITATE,
    DONE,
    GAMBIT,
    HOLD,
    MOVE,
    OCCUPY,
    PASS,
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
    price,
    rest_price,
    two_best,
)
from strikesim.rng import Stream, bounded

# ---- deciding ----------------------------------------------------------------------------------------------------


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
        return relieved * (w[Weight.SPACE] + w[Weight.CUBE] + w[Weight.TIRED] * max(0, SHORT_CUBES - s.cube_supply))
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
def choose_main(t: Record, s: Record, actions: Record, n: int, w: Record, v: Record, rest: float) -> int:
    """Return the action of the card that brings most for its price."""
    prices = np.zeros((2, 5))  # own, foreign; by action
    held = int(s.cubes[s.current])
    for action in range(5):
        if action != Card.REST:
            for foreign in range(2):
                cubes = step_three(t, s, action) + foreign * t.foreign_extra
                prices[foreign, action] = price(t, s, w, cubes, held, 0)
    best, choice = -2 * LAST_WORKER, 0
    for i in range(n):
        action = actions[i]
        if action in OCCUPY or action in PICKET or action in RESIST:
            kind = Card.RESIST if action in RESIST else Card.PICKET if action in PICKET else Card.OCCUPY
            worth = part_worth(s, v, action) - prices[int(user_of(action) != s.current), kind]
        elif action in REST:
            worth = rest - rest_price(t, s, w)
        elif action in PASS:
            worth = 0.0
        else:
            foreign = action in GAMBIT and GAMBIT.seat(action) != s.current
            worth = worth_of_unique(t, s, w, v, action) - prices[int(foreign), Card.UNIQUE]
        if worth > best:
            best, choice = worth, i
    return choice


@njit
def part(t: Record, s: Record, w: Record, v: Record, action: int) -> float:
    """Return what the next part of a Coordinate or an Agitate is worth."""
    if action in DONE:
        return 0.0
    extra = t.foreign_extra * (w[Weight.SPACE] + w[Weight.CUBE])
    return part_worth(s, v, action) - (extra if user_of(action) != s.current and not s.foreign else 0.0)


@njit
def resolve_first(s: Record, space: int) -> float:
    """Return how gladly a space is resolved now: covered ones before their workers move, bare ones last."""
    if s.n_strikebreakers[space] > 0:
        return 1.0
    return 2.0 if s.n_workers[space] > 0 else 0.0


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
    return v[PLACING, STEP.to(action)] if phase in (Phase.STEP, Phase.GAMBIT_STEP) else 0.0


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


# ---- the bots ----------------------------------------------------------------------------------------------------


@bot("flint")
def random(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Take any legal action, all equally likely. Nobody plays like this: it serves tests and measures speed."""
    return bounded(r, n)


PLANS = {
    Weight.FIRST: 3.5,
    Weight.SECOND: 5.7,
    Weight.SPARE: 6.2,
    Weight.RESERVE: 1.7,
    Weight.COVER: 0.5,
    Weight.NUISANCE: 2.4,
    Weight.THREAT: 1.3,
    Weight.REACH: 0.3,
    Weight.SENT_HOME: 1.5,
    Weight.SHORT: 1,
    Weight.DIRE: 8.4,
    Weight.EVENT: 1.1,
    Weight.BURDEN: 0.9,
    Weight.SPACE: 0.9,
    Weight.IDLE: 1.9,
    Weight.CUBE: 1.4,
    Weight.ICON: 40,
    Weight.TIRED: 0.7,
    Weight.STREET: 0,
    Weight.FINISH: 20,
}
SEES = {
    Weight.FIRST: 4,
    Weight.SECOND: 4,
    Weight.SPARE: 4,
    Weight.RESERVE: 1,
    Weight.NUISANCE: 3,
    Weight.SENT_HOME: 1,
    Weight.SPACE: 0.3,
    Weight.IDLE: 0.3,
    Weight.CUBE: 0.4,
}
PICKETS = {Weight.STREET: 4, Weight.SPARE: 0, Weight.RESERVE: 0}  # where it differs from the planner


@bot("flint", weights={weight: PLANS[weight] for weight in Weight})
def planner(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Hold two factories and a spare, and let time work for the strike.

    It values a second held factory most, since from then on every turn moves the token; then the spaces that the
    rolls to come could hurt most, the strikebreakers whose supply runs short, and the removal of the event in play.
    Each action is weighed against the spaces it makes the tracker advance, so it rests as soon as little is left to do.
    """
    return decide_by(t, s, actions, n, w)


@bot("flint", weights={weight: SEES.get(weight, 0) for weight in Weight})
def novice(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Put workers into factories, chase away strikebreakers, rest when tired; look no further than this turn.

    It does not ask which space the die could hit, what the event in play wants, what runs short, or where the own icons
    stand on the calendar.
    """
    return decide_by(t, s, actions, n, w)


@bot("flint", weights={weight: PICKETS.get(weight, PLANS[weight]) for weight in Weight})
def picketer(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Hold two factories and spend everybody else on the Street, so that no Corner is left open."""
    return decide_by(t, s, actions, n, w)


BOTS = (random, novice, planner, picketer)
SEARCHES = {"expert": "search:planner:64"}
