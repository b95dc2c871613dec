"""The Factory Action of Striking Flint: event lines, die rolls, activated spaces (FLT-16, FLT-30 .. FLT-32)."""

from numba import types

from strikesim._jit import Record, njit
from strikesim.games.common import LOSS, NOBODY, RUNNING
from strikesim.games.flint.board import put_strikebreaker, put_worker, take_strikebreaker, take_worker
from strikesim.games.flint.events import begin_check
from strikesim.games.flint.spaces import around, lowest, nearest_of, single, size
from strikesim.games.flint.state import (
    ADDED,
    MAX_SPACES,
    N_KINDS,
    By,
    Cause,
    Icon,
    Kind,
    Log,
    PerGame,
    PerSeat,
    Phase,
    Purpose,
    S,
    Stage,
)
from strikesim.games.flint.tables import ADD_STRIKEBREAKER, GAIN_EXHAUSTION, T
from strikesim.games.log import note
from strikesim.rng import World, drawn

# ---- losses and what leads to them (FLT-51 .. FLT-53, FLT-R1, FLT-R15) -------------------------------------------


@njit(types.void(S, types.int64))
def lose(s: Record, cause: int) -> None:
    """Lose the game, unless it is lost already."""
    if s.outcome == RUNNING:
        s.outcome, s.cause = LOSS, cause


@njit
def check_factories(t: Record, s: Record) -> None:
    """Lose if no worker is in any factory (FLT-53)."""
    if s.in_factories == 0 and not t.loss_at_turn_end:
        lose(s, Cause.FACTORIES_EMPTY)


@njit
def set_length(t: Record, s: Record) -> None:
    """Set the distance of step 4 by the cubes held now (FLT-14, FLT-R13, FLT-V23)."""
    s.length = max(t.least_move, s.cubes[s.current]) + s.rest_moves


@njit(types.void(T, S, types.int64))
def gain_cubes(t: Record, s: Record, amount: int) -> None:
    """Let the acting committee gain exhaustion, all of it together (FLT-13, FLT-52)."""
    if amount > s.cube_supply:
        note(s, Log.CUBES_SHORT, int(s.current), amount)
        lose(s, Cause.EXHAUSTION_GONE)
        return
    note(s, Log.GAINED, int(s.current), amount)
    s.cube_supply -= amount
    s.cubes[s.current] += amount
    if t.move_grows and s.step == 4:
        set_length(t, s)
    s.metrics[PerGame.EXHAUSTION_GAINED] += amount
    s.metrics[PerGame.EXHAUSTION_MOST] = max(
        s.metrics[PerGame.EXHAUSTION_MOST], t.cubes_supply + t.seats * t.cubes_held - s.cube_supply
    )


@njit(types.void(S, types.int64, types.int64))
def add_strikebreaker(s: Record, space: int, kind: int) -> None:
    """Put a strikebreaker from the supply on a space (FLT-51)."""
    if s.strikebreaker_supply[kind] == 0:
        if s.outcome == RUNNING:
            note(s, Log.KIND_SHORT, kind, space)
        lose(s, Cause.STRIKEBREAKERS_GONE)
        return
    note(s, Log.ADDED, kind, space)
    s.strikebreaker_supply[kind] -= 1
    put_strikebreaker(s, space, kind)
    s.metrics[ADDED + kind] += 1


@njit(types.void(S, types.int64, types.int64))
def send_back(s: Record, space: int, seat: int) -> None:
    """Return a worker to its committee's supply."""
    note(s, Log.SENT_BACK, seat, space)
    take_worker(s, space, seat)
    s.worker_supply[seat] += 1
    s.metrics[PerGame.WORKERS_LOST] += 1
    s.seat_metrics[seat, PerSeat.WORKERS_LOST] += 1


@njit
def move_worker(s: Record, space: int, seat: int, to: int) -> None:
    """Move a worker."""
    take_worker(s, space, seat)
    put_worker(s, to, seat)


# ---- whose turn comes soonest (FLT-R14) --------------------------------------------------------------------------


@njit
def turn_key(s: Record, seat: int) -> int:
    """Return a number that is lower the sooner a committee's next turn comes."""
    if seat == s.current:
        return int(s.tracker[seat] - s.moved + s.length) * 8 - 7
    return int(s.tracker[seat]) * 8 - int(s.height[seat])


@njit
def soonest(t: Record, s: Record, spaces: int) -> int:
    """Return the committee with workers on the given spaces whose turn comes soonest, or NOBODY."""
    best, best_key = NOBODY, 0
    for seat in range(t.seats):
        if s.manned_by[seat] & spaces:
            key = turn_key(s, seat)
            if best == NOBODY or key < best_key:
                best, best_key = seat, key
    return best


@njit
def nearest(s: Record, at: int) -> int:
    """Return the spaces of the nearest workers, Stations before Corners (FLT-32)."""
    spaces, _ = nearest_of(s, at, s.manned)
    return spaces & s.stations if spaces & s.stations else spaces


# ---- what hits a worker (FLT-30, FLT-31 C, FLT-V28) --------------------------------------------------------------


@njit
def after_hit(s: Record) -> None:
    """Go on after a target has been dealt with."""
    s.phase = Phase.FLOW
    s.stage = Stage.STRIKEBREAKERS if s.by < By.ICON else Stage.LISTED if s.by == By.ICON else Stage.LINES


@njit
def find_target(t: Record, s: Record, spaces: int) -> None:
    """Choose the worker among those on the given spaces; a tie is the acting player's (FLT-32)."""
    seat = soonest(t, s, spaces)
    if seat == NOBODY:  # FLT-R7
        note(s, Log.NO_WORKER, 0, 0)
        after_hit(s)
        return
    s.target_seat = seat
    s.choices = spaces & s.manned_by[seat]
    if single(s.choices):
        hit(t, s, lowest(s.choices))
    else:
        s.phase = Phase.TARGET


@njit
def hit(t: Record, s: Record, space: int) -> None:
    """Let the worker of the target committee on a space be sent back, pulled, pushed or approached."""
    s.target = space
    if s.by >= By.ICON:
        send_back(s, space, s.target_seat)
        check_factories(t, s)
        after_hit(s)
        return
    note(s, Log.NEAREST, int(s.target_seat), space)
    s.choices = steps_on_offer(s)
    if s.choices == 0:  # FLT-R4
        note(s, Log.STAYED, 0, 0)
        if s.by == By.AUTHORITY:
            s.acted[s.at, Kind.AUTHORITY] += 1
        after_hit(s)
    elif single(s.choices):
        step_to(t, s, lowest(s.choices))
    else:
        s.phase = Phase.STEP


@njit
def steps_on_offer(s: Record) -> int:
    """Return the spaces to which the acting strikebreaker, or its target, may step (FLT-30, FLT-R4)."""
    at, target = int(s.at), int(s.target)
    start, other = (at, target) if s.by == By.AUTHORITY else (target, at)
    nearer, ring, reached = 0, 1 << other, 1 << other
    while not ring >> start & 1:
        nearer, ring = ring, around(s, ring) & ~reached
        reached |= ring
    return s.near[start] & (nearer if s.by <= By.MONEY else ~reached)


@njit
def step_to(t: Record, s: Record, to: int) -> None:
    """Carry out the step of a strikebreaker or of its target (FLT-30)."""
    note(s, Log.STEPPED, 0, to)
    if s.by == By.AUTHORITY:
        take_strikebreaker(s, s.at, Kind.AUTHORITY)
        put_strikebreaker(s, to, Kind.AUTHORITY)
        s.acted[to, Kind.AUTHORITY] += 1
    else:
        move_worker(s, s.target, s.target_seat, to)
        check_factories(t, s)
    after_hit(s)


# ---- the Factory Action (FLT-16, FLT-R6, FLT-R12) ----------------------------------------------------------------


@njit
def begin_factory_action(t: Record, s: Record) -> None:
    """Begin a Factory Action of the acting committee."""
    note(s, Log.FACTORY_ACTION, 0, int(s.tracker[s.current]))
    s.metrics[PerGame.FACTORY_ACTIONS] += 1
    s.seat_metrics[s.current, PerSeat.FACTORY_ACTIONS] += 1
    s.lines_done, s.line_slot, s.rolls = 0, NOBODY, 1
    for slot in range(s.n_in_play):
        event = s.event[slot]
        s.rolls += t.more_rolls[event]  # FLT-V26
        if not t.has_line[event]:
            s.lines_done |= 1 << slot
    s.stage = Stage.LINES


@njit
def begin_line(s: Record, slot: int) -> None:
    """Begin the factory line of the event in a slot."""
    note(s, Log.LINE, 0, int(s.event[slot]))
    s.lines_done |= 1 << slot
    s.line_slot, s.line_next = slot, 0
    s.phase, s.stage = Phase.FLOW, Stage.LINES


@njit
def next_line(t: Record, s: Record) -> None:
    """Carry out the next step of the events' factory lines (FLT-16, FLT-V24)."""
    if s.line_slot >= 0:
        event = s.event[s.line_slot]
        if s.line_next < t.n_line[event]:
            s.line_next += 1
            carry_out(t, s, event, s.line_next - 1)
            return
        s.line_slot = NOBODY
    open_lines = ((1 << int(s.n_in_play)) - 1) & ~int(s.lines_done)
    if open_lines == 0:
        s.stage = Stage.ROLL
    elif single(open_lines):
        begin_line(s, lowest(open_lines))
    else:
        s.choices, s.phase = open_lines, Phase.ORDER


@njit
def carry_out(t: Record, s: Record, event: int, i: int) -> None:
    """Carry out one effect of a factory line."""
    effect, amount = t.line[event, i], t.line_amount[event, i]
    if effect == ADD_STRIKEBREAKER:
        kind = t.line_kind[event, i]
        for _ in range(amount):
            add_strikebreaker(s, lowest_free_icon(s, kind), kind)
    elif effect == GAIN_EXHAUSTION:
        gain_cubes(t, s, amount)
    else:
        s.by = By.EVENT
        find_target(t, s, largest_factory(s))


@njit
def lowest_free_icon(s: Record, kind: int) -> int:
    """Return the space with the kind's icon that comes first: free, lower die number, map order (FLT-V25)."""
    spaces = s.with_icon[kind]
    free = spaces & ~(s.manned | s.hired)
    spaces = free if free else spaces
    best = lowest(spaces)
    while spaces:
        space = lowest(spaces)
        if s.die[space] < s.die[best]:
            best = space
        spaces &= spaces - 1
    return best


@njit
def largest_factory(s: Record) -> int:
    """Return the Stations of the largest factories that hold a worker (FLT-V28)."""
    largest, spaces = 0, 0
    for factory in range(s.n_factories):
        stations = s.stations_of[factory]
        if stations & s.manned and size(stations) >= largest:
            spaces = stations | (spaces if size(stations) == largest else 0)
            largest = size(stations)
    return spaces


@njit
def roll(t: Record, s: Record, r: World) -> None:
    """Roll the die and list the spaces with its number; or end the Factory Action (FLT-16, FLT-R12)."""
    if s.rolls == 0:
        begin_check(t, s, Stage.ADVANCE)
        return
    s.rolls -= 1
    s.rolled = 1 + drawn(r, Purpose.DIE, t.die_faces)
    note(s, Log.ROLL, 0, s.rolled)
    s.listed = 0
    for space in range(s.n_spaces):
        if s.die[space] == s.rolled:
            s.listed |= 1 << space
    for space in range(MAX_SPACES):
        for kind in range(N_KINDS):
            s.acted[space, kind] = 0
    s.stage = Stage.LISTED


@njit
def next_listed(t: Record, s: Record) -> None:
    """Take the next space with the number; which one is the acting player's choice (FLT-R12)."""
    if s.listed == 0:
        s.stage = Stage.ROLL
    elif t.map_order or single(s.listed):
        activate(t, s, lowest(s.listed))
    else:
        s.choices, s.phase = s.listed, Phase.ACTIVATE


@njit
def activate(t: Record, s: Record, space: int) -> None:
    """Resolve a space with the number rolled (FLT-16, FLT-30, FLT-31)."""
    s.listed &= ~(1 << int(space))
    s.at, s.phase = space, Phase.FLOW
    if s.n_strikebreakers[space] > 0:
        s.stage = Stage.STRIKEBREAKERS
        return
    s.stage = Stage.LISTED
    if s.n_workers[space] > 0:
        note(s, Log.COVERED, 0, space)
        return
    note(s, Log.ACTIVATED, 0, space)
    icon = int(s.icon[space])
    if icon == Icon.EXHAUSTION:
        gain_cubes(t, s, t.icon_exhaustion)
    elif icon == Icon.REMOVE:
        s.by = By.ICON
        find_target(t, s, nearest(s, space))
    else:
        add_strikebreaker(s, space, icon)
        s.acted[space, icon] += 1


@njit
def next_strikebreaker(t: Record, s: Record) -> None:
    """Let the next strikebreaker of the activated space act: Authority, Money, Scab, each once (FLT-R2)."""
    for kind in range(N_KINDS):
        if s.strikebreakers[s.at, kind] > s.acted[s.at, kind]:
            s.by = kind
            note(s, Log.ACTS, kind, int(s.at))
            if kind != Kind.AUTHORITY:  # an Authority counts where it ends
                s.acted[s.at, kind] += 1
            spaces = nearest(s, s.at)
            if spaces == 0 and kind == Kind.AUTHORITY:
                s.acted[s.at, kind] += 1
            find_target(t, s, spaces)
            return
    s.stage = Stage.LISTED
