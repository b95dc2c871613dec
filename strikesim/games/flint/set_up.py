"""How a game of Striking Flint is set up: committees, trackers, map, strikebreakers, events (FLT-01 .. FLT-09)."""

from strikesim._jit import Record, njit
from strikesim.games.common import MAX_SEATS, NOBODY
from strikesim.games.flint.actions import offer_each
from strikesim.games.flint.board import build, put_strikebreaker, put_worker
from strikesim.games.flint.events import reveal_incomplete
from strikesim.games.flint.spaces import lowest
from strikesim.games.flint.state import (
    N_COMMITTEES,
    N_KINDS,
    PLACE,
    Log,
    PerGame,
    PerSeat,
    Phase,
    Purpose,
    Stage,
)
from strikesim.games.flint.tables import RANDOM
from strikesim.games.log import note
from strikesim.rng import World, drawn

LAYOUT_TRIES = 1000  # draws of the map before the one known to be good is taken


@njit
def shuffle(items: Record, n: int, r: World, purpose: int) -> None:
    """Shuffle the first n items (Fisher and Yates): the first number drawn says which item comes first, and so on."""
    for i in range(n - 1):
        k = i + drawn(r, purpose, n - i)
        items[i], items[k] = items[k], items[i]


@njit
def choose_committees(t: Record, s: Record, order: Record, r: World) -> None:
    """Seat the committees, drawn or as listed, and give them workers and cubes (FLT-01, FLT-03, FLT-V16)."""
    for i in range(N_COMMITTEES):
        order[i] = i
    if t.committees[0] == RANDOM:
        shuffle(order, N_COMMITTEES, r, Purpose.COMMITTEES)
    for seat in range(MAX_SEATS):
        s.committee[seat] = s.seat_metrics[seat, PerSeat.COMMITTEE] = NOBODY
    for seat in range(t.seats):
        committee = order[seat] if t.committees[0] == RANDOM else t.committees[seat]
        s.committee[seat] = s.seat_metrics[seat, PerSeat.COMMITTEE] = committee
        s.worker_supply[seat] = t.workers
        s.cubes[seat] = t.cubes_held
    s.cube_supply = t.cubes_supply
    s.metrics[PerGame.EXHAUSTION_MOST] = t.seats * t.cubes_held


@njit
def stack_trackers(t: Record, s: Record, order: Record, r: World) -> None:
    """Put the trackers on the start space in random order (FLT-04)."""
    for seat in range(t.seats):
        order[seat] = seat
    shuffle(order, t.seats, r, Purpose.TRACKERS)
    for height in range(t.seats):
        s.tracker[order[height]], s.height[order[height]] = t.start_space, height
    s.token = t.token
    note(s, Log.ORDER, 0, 0)


@njit
def draw_map(t: Record, s: Record, order: Record, r: World) -> None:
    """Draw cards, places and turns together (FLT-R16, FLT-V14)."""
    places = t.grid_rows * t.grid_columns
    for card in range(t.n_map_cards):
        order[card] = card
    shuffle(order, t.n_map_cards, r, Purpose.MAP)
    for i in range(t.n_placed):
        s.placed_card[i] = order[i]
    for place_ in range(places):
        order[place_] = place_
    shuffle(order, places, r, Purpose.MAP)
    for i in range(t.n_placed):
        s.placed_at[i], s.placed_turned[i] = order[i], drawn(r, Purpose.MAP, 2)


@njit
def lay_out_map(t: Record, s: Record, order: Record, r: World) -> None:
    """Lay out the map: a fixed one, or drawn until it has enough factories (FLT-05, FLT-R16)."""
    tries = LAYOUT_TRIES if t.random_map else 0
    found = False
    while tries > 0 and not found:
        draw_map(t, s, order, r)
        found = build(t, s, t.n_placed)
        tries -= 1
    if not found:
        for i in range(t.n_placed):
            s.placed_card[i], s.placed_at[i] = t.fixed_card[i], t.fixed_at[i]
            s.placed_turned[i] = t.fixed_turned[i]
        build(t, s, t.n_placed)
    note(s, Log.MAP, 0, 0)


@njit
def place_strikebreakers(t: Record, s: Record, r: World) -> None:
    """Roll for each map card a strikebreaker on that card's space with its icon (FLT-07, FLT-R17)."""
    for kind in range(N_KINDS):
        s.strikebreaker_supply[kind] = t.strikebreakers
    for i in range(t.n_placed * t.setup_strikebreakers):
        card = i % t.n_placed
        number = 1 + drawn(r, Purpose.STRIKEBREAKERS, t.die_faces)
        note(s, Log.STRIKEBREAKER, card, number)
        while s.strikebreaker_supply[t.setup_die[number]] == 0:
            number = 1 + drawn(r, Purpose.STRIKEBREAKERS, t.die_faces)
            note(s, Log.STRIKEBREAKER, card, number)
        kind = t.setup_die[number]
        spaces = s.with_icon[kind]
        while s.card[lowest(spaces)] != card:
            spaces &= spaces - 1
        s.strikebreaker_supply[kind] -= 1
        put_strikebreaker(s, lowest(spaces), kind)


@njit
def shuffle_events(t: Record, s: Record, r: World) -> None:
    """Shuffle the events (FLT-09)."""
    s.n_deck = s.n_unseen = t.n_events
    for i in range(len(s.deck)):
        s.deck[i] = i if i < t.n_events else NOBODY
    for slot in range(len(s.event)):
        s.event[slot] = NOBODY
    shuffle(s.deck, t.n_events, r, Purpose.EVENTS)


# ---- the first workers (FLT-08) -----------------------------------------------------------------------------------


@njit
def first_placements(t: Record, s: Record, actions: Record) -> int:
    """List where the first workers may go; the last one must take a Station if nobody has (FLT-08)."""
    last = s.on_street == t.seats * t.setup_workers - 1
    return offer_each(actions, 0, s.stations if last else (1 << int(s.n_spaces)) - 1, PLACE.code(0))


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


@njit
def place_first(t: Record, s: Record, space: int) -> None:
    """Place a first worker of the committee whose turn it is (FLT-08)."""
    s.worker_supply[s.seat] -= 1
    put_worker(s, space, int(s.seat))
    next_to_place(t, s)
