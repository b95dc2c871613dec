"""What a bot of Striking Flint sees on the table, and what that is worth: spaces, workers, events, actions, prices."""

from enum import IntEnum, auto

import numpy as np
from numba import types

from strikesim._jit import Record, njit
from strikesim.games.common import WEIGHTS
from strikesim.games.flint.board import factories_held, strikebreakers_on_map
from strikesim.games.flint.events import total_exhaustion
from strikesim.games.flint.schema import MAX_CALENDAR
from strikesim.games.flint.spaces import lowest, nearest_of, within
from strikesim.games.flint.state import (
    MAX_SPACES,
    N_ACTIONS,
    N_KINDS,
    Icon,
    S,
    SpaceKind,
)
from strikesim.games.flint.tables import (
    ADD_STRIKEBREAKER,
    HELD,
    IN_FACTORIES,
    NO_STRIKEBREAKER,
    ON_STREET,
    RESISTS,
    RESTS,
    TOTAL_EXHAUSTION,
    T,
)


class Weight(IntEnum):
    """What the thinking bots weigh, in spaces of the calendar unless stated."""

    FIRST = 0  # holding a first factory
    SECOND = auto()  # a second one: from now on the token moves
    SPARE = auto()  # a third one, for the day one is lost
    RESERVE = auto()  # a second worker in a held factory
    FEW = auto()  # a worker in a factory without a strikebreaker beside him, if he is the only one
    FADE = auto()  # what each further one is worth, of the one before
    COVER = auto()  # times the harm that an open space may do in the rolls to come
    NUISANCE = auto()  # a strikebreaker anywhere on the map
    THREAT = auto()  # times the rolls to come: one whose nearest worker alone holds a factory
    URGE = auto()  # what a lack counts of one whose Factory Action comes a space earlier
    REACH = auto()  # being next to a strikebreaker that nobody could Resist
    SENT_HOME = auto()  # a worker beside a strikebreaker
    SHORT = auto()  # each strikebreaker fewer than three in a supply, after the next Factory Action's event lines
    BRINK = auto()  # a supply of which those lines would leave nothing
    DIRE = auto()  # a supply that they would more than empty
    EVENT = auto()  # removing the event in play
    BURDEN = auto()  # each thing the event in play does to the strike, on top of that
    KILLER = auto()  # removing one whose line would more than empty a supply; half of it: the second time
    SPACE = auto()  # advancing one space while the token moves
    IDLE = auto()  # advancing one space while it does not
    CUBE = auto()  # holding one cube after the action
    HEAVY = auto()  # times the square of the cubes held then
    ICON = auto()  # passing a space with the own icon now
    TIRED = auto()  # each cube fewer than six in the supply
    STREET = auto()  # a worker on a Corner, for its own sake
    FINISH = auto()  # taking the last tracker to the token
    DOOM = auto()  # a move that is sure to lose
    OVERLOOK = auto()  # the share of what is on offer that goes unnoticed
    OWN = auto()  # using another committee's worker, or giving it relief


# Rows of the notes a bot makes at each decision, a number for each space.
PLACING, LEAVING, OPEN, FRESH, KEY = range(5)  # FRESH, KEY: 1 if a worker there would hold, or holds alone, a factory
REMOVING = 5  # and the two after it: by kind of strikebreaker
ROWS = REMOVING + N_KINDS
FAR = 99  # the distance between spaces that no path joins
LAST_WORKER = 1000.0  # the worth of the last worker in any factory
# What the weights do not weigh: fewer in a supply count as short; harm, and shares of a weight.
SHORT_STRIKEBREAKERS, SHORT_CUBES = 3, 6
CUBE_HARM, WORKER_HARM, STREET_HARM, FACTORY_HARM = 1.0, 3.0, 2.0, 2.0  # of what an open space may bring
THIRD_WORKER = 0.3  # of a second one's worth; also of a first one's that does not hold the factory yet
UNMANNED = 0.3  # of holding a factory, for clearing one without workers
HELD_TWICE = 0.6  # of a second worker's worth, for each further one of a Hold
INTO_FACTORY = 2.0  # what a strikebreaker costs that is moved into a factory
MEETING = 2 / 3  # how far a tracker gets on the way to the token before they meet


# ---- looking at the table ----------------------------------------------------------------------------------------


@njit
def holding(w: Record, held: int) -> float:
    """Return what one more held factory is worth when `held` are held."""
    if held == 0:
        return w[Weight.FIRST]
    if held == 1:
        return w[Weight.SECOND]
    return w[Weight.SPARE] / (held - 1)


@njit
def rolls_ahead(t: Record, s: Record) -> float:
    """Return how many die rolls are likely still to come: icons on the way to where the token may be met."""
    rolls = 0.0
    for seat in range(t.seats):
        start = int(s.tracker[seat])
        end = min(start + int((s.token - start) * MEETING), MAX_CALENDAR - 1)
        for space in range(start + 1, end + 1):
            rolls += t.calendar_icon[s.committee[seat], space]
    return rolls


@njit
def urgency(t: Record, s: Record, w: Record) -> float:
    """Return how urgent the next Factory Action is: 1 if it is on the acting committee's next space, less the later."""
    now, first = int(s.tracker[s.current]), MAX_CALENDAR
    for seat in range(t.seats):
        space = int(s.tracker[seat]) + 1
        while space < first and not t.calendar_icon[s.committee[seat], space]:
            space += 1
        first = min(first, space)
    return w[Weight.URGE] ** max(0, first - now - 1)


@njit(types.int64(T, S, types.int64, types.int64))
def line_adds(t: Record, s: Record, slot: int, kind: int) -> int:
    """Return how many strikebreakers of a kind the factory line of the event in a slot adds."""
    event, adds = s.event[slot], 0
    for i in range(t.n_line[event]):
        if t.line[event, i] == ADD_STRIKEBREAKER and t.line_kind[event, i] == kind:
            adds += t.line_amount[event, i]
    return int(adds)


@njit(types.float64(T, S, WEIGHTS, types.float64, types.int64))
def shortage(t: Record, s: Record, w: Record, urge: float, kind: int) -> float:
    """Return what one more strikebreaker of a kind in the supply is worth."""
    adds = 0
    for slot in range(s.n_in_play):
        adds += line_adds(t, s, slot, kind)
    left = int(s.strikebreaker_supply[kind]) - adds
    dire = w[Weight.BRINK] * (left == 0) + w[Weight.DIRE] * (left < 0)
    return w[Weight.SHORT] * max(0, SHORT_STRIKEBREAKERS - left) + urge * dire


@njit
def harm(t: Record, s: Record, w: Record, urge: float, space: int) -> float:
    """Return what the printed result of a space would cost."""
    icon = int(s.icon[space])
    if icon == Icon.EXHAUSTION:
        return CUBE_HARM + w[Weight.TIRED] * max(0, SHORT_CUBES - s.cube_supply)
    if icon == Icon.REMOVE:
        return WORKER_HARM
    return STREET_HARM + shortage(t, s, w, urge, icon) + FACTORY_HARM * (s.factory[space] >= 0)


@njit
def workers_at_ease(s: Record) -> int:
    """Count the workers in factories who have no strikebreaker beside them."""
    count, spaces = 0, int(s.stations & s.manned & ~s.hired)
    while spaces:
        count += s.n_workers[lowest(spaces)]
        spaces &= spaces - 1
    return count


@njit
def look(t: Record, s: Record, w: Record) -> Record:
    """Return the notes on every space, shape (ROWS, MAX_SPACES)."""
    v = np.zeros((ROWS, MAX_SPACES))
    workers, hired = np.zeros(MAX_SPACES, np.int64), np.zeros(MAX_SPACES, np.int64)  # by factory
    for space in range(s.n_spaces):
        if s.factory[space] >= 0:
            workers[s.factory[space]] += s.n_workers[space]
            hired[s.factory[space]] += s.n_strikebreakers[space]
    held, safe = 0, workers_at_ease(s)
    for factory in range(s.n_factories):
        held += workers[factory] > 0 and hired[factory] == 0
    urge = urgency(t, s, w)
    chance = w[Weight.COVER] * rolls_ahead(t, s) / t.die_faces
    for space in range(s.n_spaces):
        look_at(t, s, w, v, workers, hired, held, safe, chance, urge, space)
    for space in range(s.n_spaces):
        if s.n_strikebreakers[space] > 0:
            threat = look_round(s, w, v, space) * chance
            for kind in range(N_KINDS):
                v[REMOVING + kind, space] += w[Weight.NUISANCE] + threat + shortage(t, s, w, urge, kind)
    return v


@njit
def look_round(s: Record, w: Record, v: Record, at: int) -> float:
    """Note who could come to Resist on a space; return how much its strikebreakers threaten a held factory."""
    spaces, distance = nearest_of(s, at, s.manned)
    if distance < 0:  # out of everybody's reach
        spaces, distance = s.manned, FAR
    key = 0.0
    while spaces:
        key = max(key, v[KEY, lowest(spaces)])
        spaces &= spaces - 1
    if distance > 1:
        near = s.near[at]
        while near:
            space = lowest(near)
            near &= near - 1
            v[PLACING, space] += w[Weight.REACH]
    return w[Weight.THREAT] * key / max(1, distance)


@njit
def look_at(
    t: Record,
    s: Record,
    w: Record,
    v: Record,
    workers: Record,
    hired: Record,
    held: int,
    safe: int,
    chance: float,
    urge: float,
    space: int,
) -> None:
    """Note what one space is worth: to a worker placed there, to one that leaves, and clear of strikebreakers."""
    factory, here = s.factory[space], s.n_strikebreakers[space]
    v[OPEN, space] = chance * harm(t, s, w, urge, space)
    placing = v[OPEN, space] if s.n_workers[space] == 0 and here == 0 else 0.0
    leaving = v[OPEN, space] if s.n_workers[space] == 1 and here == 0 else 0.0
    removing = w[Weight.SENT_HOME] * s.n_workers[space]
    if factory < 0:
        placing += w[Weight.STREET]
        leaving += w[Weight.STREET]
    else:
        v[FRESH, space] = workers[factory] == 0 and hired[factory] == 0
        v[KEY, space] = workers[factory] == 1 and hired[factory] == 0
        if workers[factory] == 0:
            placing += holding(w, held) if hired[factory] == 0 else THIRD_WORKER * w[Weight.RESERVE]
        elif workers[factory] == 1:
            placing += w[Weight.RESERVE]
            leaving += holding(w, held - 1) if hired[factory] == 0 else w[Weight.RESERVE]
        else:
            placing += THIRD_WORKER * w[Weight.RESERVE]
            leaving += w[Weight.RESERVE]
        if here > 0 or hired[factory] == 0:
            removing += holding(w, held) * (1.0 if workers[factory] > 0 else UNMANNED) / max(1, hired[factory])
        if here > 0:
            removing += w[Weight.FEW] * w[Weight.FADE] ** safe * (s.n_workers[space] > 0)
        else:
            placing += w[Weight.FEW] * w[Weight.FADE] ** safe
            leaving += w[Weight.FEW] * w[Weight.FADE] ** max(0, safe - 1)
        if s.in_factories == 1:
            leaving += LAST_WORKER
    if here > 0:
        placing = -w[Weight.SENT_HOME]
        leaving -= w[Weight.SENT_HOME]
    v[PLACING, space], v[LEAVING, space] = placing, leaving
    for kind in range(N_KINDS):
        v[REMOVING + kind, space] = removing


# ---- the event in play -------------------------------------------------------------------------------------------


@njit
def missing(t: Record, s: Record, slot: int) -> int:
    """Return how much the removal of an event still lacks, at least 1."""
    event = s.event[slot]
    condition, number = t.condition[event], t.condition_number[event]
    lacking = number
    if condition == ON_STREET:
        lacking = number - s.on_street
    elif condition == IN_FACTORIES:
        lacking = number - s.in_factories
    elif condition == NO_STRIKEBREAKER:
        lacking = strikebreakers_on_map(s, t.condition_kind[event]) - number
    elif condition == TOTAL_EXHAUSTION:
        lacking = total_exhaustion(t, s) - number
    elif condition == RESISTS:
        lacking = number - s.resists[slot]
    elif condition == RESTS:
        lacking = number - s.rests[slot]
    elif condition == HELD:
        lacking = number - factories_held(s)
    return max(1, lacking)


@njit
def burden(t: Record, event: int) -> int:
    """Count what an event does to the strike."""
    count = t.more_rolls[event]
    for i in range(t.n_line[event]):
        count += t.line_amount[event, i]
    for action in range(N_ACTIONS):
        count += t.forbidden[event, action] + t.extra[event, action]
    return count


@njit
def deadly(t: Record, s: Record, slot: int) -> float:
    """Return 1 if an event's line would more than empty a supply, half if it would the second time, else 0."""
    worst = 0.0
    for kind in range(N_KINDS):
        adds = line_adds(t, s, slot, kind)
        if adds > s.strikebreaker_supply[kind]:
            worst = 1.0
        elif 2 * adds > s.strikebreaker_supply[kind]:
            worst = max(worst, 0.5)
    return worst


@njit
def note_events(t: Record, s: Record, w: Record, v: Record) -> float:
    """Add to the notes what brings the events in play nearer to their removal; return what a Rest is worth for it."""
    rest, urge = 0.0, urgency(t, s, w)
    for slot in range(s.n_in_play):
        event = s.event[slot]
        condition = t.condition[event]
        worth = w[Weight.EVENT] + w[Weight.BURDEN] * burden(t, event) + w[Weight.KILLER] * urge * deadly(t, s, slot)
        step = worth / missing(t, s, slot)
        if condition == RESTS:
            rest += step
        elif condition == TOTAL_EXHAUSTION:
            rest += step * s.cubes[s.current]
        for space in range(s.n_spaces):
            station = s.kind[space] == SpaceKind.STATION
            if condition == HELD:
                v[PLACING, space] += step * v[FRESH, space]
            if (condition == IN_FACTORIES and station) or (condition == ON_STREET and not station):
                v[PLACING, space] += step
            if condition in (RESISTS, NO_STRIKEBREAKER):
                for kind in range(N_KINDS):
                    if condition == RESISTS or kind == t.condition_kind[event]:
                        v[REMOVING + kind, space] += step
    return rest


# ---- what an action brings ---------------------------------------------------------------------------------------


@njit
def two_best(s: Record, v: Record) -> float:
    """Return what the two best placements bring together."""
    first, second = 0.0, 0.0
    for space in range(s.n_spaces):
        worth = v[PLACING, space]
        if worth > first:
            first, second = worth, first
        elif worth > second:
            second = worth
    return first + second


@njit
def agitating(s: Record, v: Record, at: int, left: int) -> float:
    """Return what the Resists of an Agitate on a space bring."""
    worth = 0.0
    for kind in range(N_KINDS):
        if s.strikebreakers[at, kind] > 0 and left > 0:
            count = min(left, s.strikebreakers[at, kind])
            worth += count * v[REMOVING + kind, at]
            left -= count
    return worth


@njit
def moving_away(s: Record, v: Record, kind: int, start: int, to: int) -> float:
    """Return what it brings to move a strikebreaker from one space to another."""
    brings = v[REMOVING + kind, start] - v[LEAVING, to] * (s.n_workers[to] > 0)
    return brings - (v[REMOVING + kind, to] + INTO_FACTORY if s.factory[to] >= 0 else 0.0)


@njit
def gambiting(t: Record, s: Record, w: Record, v: Record, at: int) -> float:
    """Return about what a Gambit with a worker on a space brings."""
    worth = best_step(s, v, s.near[at]) - v[LEAVING, at]
    spaces = within(s, at, t.gambit_range) & s.hired
    while spaces:
        space = lowest(spaces)
        for kind in range(N_KINDS):
            if s.strikebreakers[space, kind] > 0:
                best, to_all = -LAST_WORKER, s.near[space]
                while to_all:
                    to = lowest(to_all)
                    to_all &= to_all - 1
                    best = max(best, moving_away(s, v, kind, space, to))
                worth += best * s.strikebreakers[space, kind]
        spaces &= spaces - 1
    return worth - w[Weight.NUISANCE]


@njit
def best_step(s: Record, v: Record, spaces: int) -> float:
    """Return what the best of some spaces is worth to a worker that steps there."""
    best = -LAST_WORKER
    while spaces:
        space = lowest(spaces)
        spaces &= spaces - 1
        best = max(best, v[PLACING, space])
    return best
