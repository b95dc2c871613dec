"""What an action costs a bot of Striking Flint: cubes, spaces of the calendar, or surely the game."""

from numba import types

from strikesim._jit import Record, njit
from strikesim.games.common import WEIGHTS
from strikesim.games.flint.board import factories_held
from strikesim.games.flint.events import step_three
from strikesim.games.flint.schema import MAX_CALENDAR
from strikesim.games.flint.state import (
    AGITATE,
    COORDINATE,
    HOLD,
    OCCUPY,
    PICKET,
    RELIEF,
    RESIST,
    REST,
    Card,
    S,
)
from strikesim.games.flint.tables import (
    ADD_STRIKEBREAKER,
    GAIN_EXHAUSTION,
    IN_FACTORIES,
    NO_STRIKEBREAKER,
    ON_STREET,
    RESISTS,
    RESTS,
    TOTAL_EXHAUSTION,
    T,
)
from strikesim.games.flint.worth import LAST_WORKER, SHORT_CUBES, Weight, missing


@njit
def finishes(t: Record, s: Record, end: int, token: int) -> bool:
    """Tell whether no tracker is before the token's space once the acting one stands on `end`."""
    for seat in range(t.seats):
        if (end if seat == s.current else s.tracker[seat]) < token:
            return False
    return True


@njit(types.float64(T, S, WEIGHTS, types.int64, types.int64, types.int64))
def price(t: Record, s: Record, w: Record, cubes: int, held: int, more: int) -> float:
    """Return what it costs to gain `cubes` when holding `held`, and to advance by all and `more` spaces."""
    if cubes > s.cube_supply + (s.cubes[s.current] - held):
        return LAST_WORKER
    length = max(t.least_move, held + cubes) + more
    conceding = factories_held(s) >= t.held_for_concessions
    cost = (w[Weight.SPACE] if conceding else w[Weight.IDLE]) * length + w[Weight.CUBE] * (held + cubes)
    cost += w[Weight.HEAVY] * (held + cubes) ** 2
    cost += w[Weight.TIRED] * cubes * max(0, SHORT_CUBES - (s.cube_supply - cubes))
    start = int(s.tracker[s.current])
    for space in range(start + 1, min(start + length, MAX_CALENDAR - 1) + 1):
        if t.calendar_icon[s.committee[s.current], space]:
            cost += w[Weight.ICON]
    if finishes(t, s, start + length, s.token - (t.concession_step if conceding else 0)):
        cost -= w[Weight.FINISH]
    return cost


@njit
def rest_moves(t: Record, s: Record) -> int:
    """Return how many spaces the events add to a Rest's move."""
    more = 0
    for slot in range(s.n_in_play):
        more += t.rest_moves[s.event[slot]]
    return more


@njit
def rest_price(t: Record, s: Record, w: Record) -> float:
    """Return what a Rest costs."""
    return price(t, s, w, step_three(t, s, Card.REST), 0, rest_moves(t, s))


@njit
def card_of(action: int) -> int:
    """Return which action of the card an action is."""
    if action in RESIST:
        return Card.RESIST
    if action in PICKET:
        return Card.PICKET
    if action in OCCUPY:
        return Card.OCCUPY
    return Card.REST if action in REST else Card.UNIQUE


# ---- what is sure to lose ----------------------------------------------------------------------------------------


@njit
def number_of(t: Record, s: Record) -> int:
    """Return how many pieces the acting committee's unique action uses."""
    return int(t.unique_number[s.committee[s.current]])


@njit
def given_back(t: Record, s: Record, action: int, kind: int) -> int:
    """Return how many strikebreakers of a kind an action can bring back to the supply."""
    if action in RESIST:
        return int(RESIST.kind(action) == kind)
    if action in AGITATE:
        return int(min(number_of(t, s), s.strikebreakers[AGITATE.space(action), kind]))
    return 0


@njit
def placed(t: Record, s: Record, action: int, station: bool) -> int:
    """Return how many workers an action can put on Stations, or on Corners."""
    if action in COORDINATE:
        return number_of(t, s)
    if action in HOLD:
        return number_of(t, s) * ((s.factory[HOLD.space(action)] >= 0) == station)
    return int(action in OCCUPY if station else action in PICKET)


@njit
def resisted(t: Record, s: Record, action: int) -> int:
    """Return how many strikebreakers an action can Resist."""
    if action in AGITATE:
        return int(min(number_of(t, s), s.n_strikebreakers[AGITATE.space(action)]))
    return int(action in RESIST)


@njit
def rested(t: Record, s: Record, action: int) -> int:
    """Return how many cubes fewer there are in all after an action."""
    if action in RELIEF:
        return int(min(number_of(t, s), s.cubes[RELIEF.seat(action)]) - step_three(t, s, Card.UNIQUE))
    return int(s.cubes[s.current] - step_three(t, s, Card.REST)) if action in REST else 0


@njit
def holds(s: Record, action: int) -> int:
    """Return how many factories more are held after an Occupy."""
    if action not in OCCUPY:
        return 0
    stations = s.stations_of[s.factory[OCCUPY.to(action)]]
    return int(stations & s.manned == 0 and stations & s.hired == 0)


@njit
def completes(t: Record, s: Record, slot: int, action: int) -> bool:
    """Tell whether an action can complete the removal of an event, before its tracker advances."""
    condition = t.condition[s.event[slot]]
    if condition in (ON_STREET, IN_FACTORIES):
        done = placed(t, s, action, condition == IN_FACTORIES)
    elif condition == NO_STRIKEBREAKER:
        done = given_back(t, s, action, t.condition_kind[s.event[slot]])
    elif condition == RESISTS:
        done = resisted(t, s, action)
    elif condition == RESTS:
        done = int(action in REST)
    elif condition == TOTAL_EXHAUSTION:
        done = rested(t, s, action)
    else:
        done = holds(s, action)
    return bool(done >= missing(t, s, slot))


@njit
def icons_within(t: Record, s: Record, length: int) -> int:
    """Return how many own icons are within so many spaces of the acting committee's tracker."""
    start, icons = int(s.tracker[s.current]), 0
    for space in range(start + 1, min(start + length, MAX_CALENDAR - 1) + 1):
        icons += t.calendar_icon[s.committee[s.current], space]
    return icons


@njit
def line_loses(t: Record, s: Record, slot: int, times: int, action: int, cubes: int) -> bool:
    """Tell whether an event's factory line asks for more than there is after an action; `cubes`: left in the supply."""
    event, exhaustion, workers = s.event[slot], 0, 0
    for i in range(t.n_line[event]):
        effect, amount = t.line[event, i], times * t.line_amount[event, i]
        if effect == ADD_STRIKEBREAKER:
            kind = t.line_kind[event, i]
            if amount > s.strikebreaker_supply[kind] + given_back(t, s, action, kind):
                return True
        elif effect == GAIN_EXHAUSTION:
            exhaustion += amount
        else:
            workers += times
    return exhaustion > cubes or (workers > 0 and s.in_factories + placed(t, s, action, True) <= workers)


@njit
def loses(t: Record, s: Record, action: int, foreign: int) -> bool:
    """Tell whether the events' lines are sure to lose the game on the way that an action's tracker goes."""
    cubes, held, more = step_three(t, s, card_of(action)) + foreign * t.foreign_extra, int(s.cubes[s.current]), 0
    if action in REST:
        held, more = 0, rest_moves(t, s)
    icons = icons_within(t, s, max(t.least_move, held + cubes) + more)
    if icons == 0:
        return False
    left = s.cube_supply + s.cubes[s.current] - held - cubes
    for slot in range(s.n_in_play):
        if line_loses(t, s, slot, icons, action, left) and not completes(t, s, slot, action):
            return True
    return False
