"""The rules of Strajk as the step API: setup, legal, apply, is_over, value, hide.

Decks are multisets: nobody ever sees their order, so a card is drawn uniformly from counts by kind.
"""

from numba import types

from strikesim._jit import Record, njit
from strikesim.games.common import ACTIONS, NOBODY, RUNNING, UNFINISHED, WIN
from strikesim.games.log import clear_log, close_log, note
from strikesim.games.strajk.offers import (
    can_negotiate,
    can_take,
    legal_choice,
    legal_moves,
    legal_specials,
    may_end,
    negotiating_card,
)
from strikesim.games.strajk.piles import draw, kind_of, refill, to_today
from strikesim.games.strajk.state import (
    DISCARD,
    DONE,
    END_TURN,
    MOVE,
    N_KINDS,
    NEGOTIATE,
    PUT,
    REMOVE,
    SPECIAL,
    TAKE,
    Cause,
    Chance,
    Kind,
    Last,
    PerGame,
    PerSeat,
    Phase,
    Purpose,
    S,
)
from strikesim.games.strajk.tables import DRAWS, EXPERT_REMOVES, REMOVES, TURN_UP, T
from strikesim.rng import WORLD, World, drawn

UP_TO = EXPERT_REMOVES.index("up_to")


# ---- the turn (STJ-10 .. STJ-15) ---------------------------------------------------------------------------------


@njit
def begin_turn(t: Record, s: Record, p: int, r: World) -> None:
    """Draw the hand up to its size (STJ-10)."""
    s.current = s.seat = p
    s.last_action, s.failed, s.phase = Last.NOTHING, 0, Phase.MAIN
    refill(t, s, p)
    draw(t, s, p, t.hand_size - s.n_hand[p], r)


@njit
def finish_turn(t: Record, s: Record, r: World) -> None:
    """Put Today on Later, turn up the stacks, pass the turn on (STJ-13)."""
    p = int(s.current)
    for kind in range(N_KINDS):
        s.later[p, kind] += s.today[p, kind]
        s.n_later[p] += s.today[p, kind]
        s.today[p, kind] = 0
    for location in range(t.n_locations):
        s.face_up[location] = location != t.hall and s.stack[location] > 0
    s.phase = Phase.MAIN
    if s.turn >= t.turn_limit:  # STJ-R8
        finish_game(t, s, UNFINISHED, Cause.TURN_LIMIT, NOBODY)
        return
    s.turn += 1
    begin_turn(t, s, (p + 1) % t.players, r)


@njit
def finish_game(t: Record, s: Record, outcome: int, cause: int, winner: int) -> None:
    """End the game and complete its metrics."""
    s.outcome, s.cause, s.winner = outcome, cause, winner
    for location in range(t.n_locations):
        s.metrics[PerGame.STACKS_EMPTIED] += (
            t.stack_count[location] > 0 and s.stack[location] == 0 and location != t.hall
        )
    for p in range(t.players):
        s.seat_metrics[p, PerSeat.TROPHIES] = s.n_trophies[p]
        deck = s.n_hand[p] + s.n_tomorrow[p] + s.n_later[p]
        for kind in range(N_KINDS):
            deck += s.today[p, kind]
        s.seat_metrics[p, PerSeat.DECK] = deck


# ---- set-up (STJ-01 .. STJ-08) -----------------------------------------------------------------------------------


@njit
def choose_first(t: Record, s: Record, r: World) -> int:
    """Return the seat with the fewest speech cards; a tie is drawn (STJ-08, STJ-R1)."""
    fewest, tied = s.hand[0, Kind.SPEECH], 0
    for p in range(t.players):
        fewest = min(fewest, s.hand[p, Kind.SPEECH])
    for p in range(t.players):
        tied += s.hand[p, Kind.SPEECH] == fewest
    k = drawn(r, Purpose.FIRST, tied)
    for p in range(t.players):
        if s.hand[p, Kind.SPEECH] == fewest:
            if k == 0:
                return p
            k -= 1
    return NOBODY


@njit
def lay_out_board(t: Record, s: Record) -> None:
    """Lay out the stacks, the demands and the token (STJ-03, 04, 05, STJ-R11)."""
    s.token = t.start
    for location in range(t.n_locations):
        s.stack[location] = t.stack_count[location]
        s.face_up[location] = location != t.hall and s.stack[location] > 0
    for demand in range(t.n_demands):
        s.demands[demand] = t.demand_count[demand]
    s.shown_demand = NOBODY


@njit(types.void(T, S, WORLD))
def setup(t: Record, s: Record, r: World) -> None:
    """Set up a game in a zeroed state and begin its first turn."""
    s.winner = s.cause = NOBODY
    lay_out_board(t, s)
    for p in range(t.players):
        for kind in range(N_KINDS):  # STJ-06, STJ-07
            s.tomorrow[p, kind] = t.deck[kind]
            s.n_tomorrow[p] += t.deck[kind]
        draw(t, s, p, t.hand_size, r)
    first = choose_first(t, s, r)
    note(s, Chance.FIRST, first, 0)
    s.first_seat = first
    s.turn = 1
    begin_turn(t, s, first, r)


# ---- what is legal -----------------------------------------------------------------------------------------------


@njit(types.int64(T, S, ACTIONS))
def legal(t: Record, s: Record, actions: Record) -> int:
    """Write the codes of all legal actions of `s.seat` and return how many there are (at least one)."""
    if s.phase != Phase.MAIN:
        return legal_choice(s, actions)
    if s.failed:  # STJ-62
        actions[0] = END_TURN.code()
        return 1
    p, n = s.current, 0
    if may_end(s):
        actions[n] = END_TURN.code()
        n += 1
    n = legal_moves(t, s, p, actions, n)
    if can_take(t, s, p):
        actions[n] = TAKE.code()
        n += 1
    n = legal_specials(t, s, p, actions, n)
    if can_negotiate(t, s, p):
        actions[n] = NEGOTIATE.code()
        n += 1
    return n


# ---- what an action does -----------------------------------------------------------------------------------------


@njit
def move(s: Record, p: int, kind: int, to: int) -> None:
    """Play a card to lead Wałęsa to a location (STJ-20)."""
    to_today(s, p, kind)
    s.token = to
    s.last_action = Last.MOVE


@njit
def take(t: Record, s: Record, p: int) -> None:
    """Pay for the top card where the token stands and gain it to Today (STJ-12, 30, 32)."""
    at = s.token
    for kind in range(N_KINDS):
        for _ in range(t.cost[at, kind]):
            to_today(s, p, kind)
    s.today[p, t.stack_kind[at]] += 1
    s.stack[at] -= 1
    s.face_up[at] = 0
    s.last_action = Last.TAKE
    s.seat_metrics[p, PerSeat.TAKEN] += 1


@njit
def choose_cards(s: Record, phase: int, optional: bool) -> None:
    """Begin a choice of cards of the hand."""
    s.phase, s.optional = phase, optional


@njit
def special(t: Record, s: Record, p: int, kind: int, r: World) -> None:
    """Play a card for its special action (STJ-40 .. STJ-46)."""
    to_today(s, p, kind)
    s.last_action, s.special = Last.SPECIAL, kind
    s.seat_metrics[p, PerSeat.SPECIALS] += 1
    if t.effect[kind] == TURN_UP:
        s.face_up[s.token] = 1
    elif t.effect[kind] == DRAWS:
        draw(t, s, p, t.amount[kind], r)
    elif t.effect[kind] == REMOVES:
        s.left = min(t.amount[kind], s.n_hand[p])
        choose_cards(s, Phase.REMOVE, False)
    else:
        s.left = 0
        choose_cards(s, Phase.PUT, False)


@njit
def remove_card(t: Record, s: Record, p: int, kind: int) -> None:
    """Remove a card of the hand from the game (STJ-41, 45, 46)."""
    s.hand[p, kind] -= 1
    s.n_hand[p] -= 1
    s.removed[kind] += 1
    s.seat_metrics[p, PerSeat.REMOVED] += 1
    s.left -= 1
    s.optional = t.expert_removes == UP_TO
    if s.left == 0:
        s.phase = Phase.MAIN


@njit
def put_card(s: Record, p: int, kind: int) -> None:
    """Put a card away for a worker's swap (STJ-42)."""
    to_today(s, p, kind)
    s.left += 1
    s.optional = True


@njit
def discard_card(t: Record, s: Record, p: int, kind: int) -> None:
    """Discard a card at the end of the turn (STJ-13)."""
    to_today(s, p, kind)
    s.optional = s.n_hand[p] <= t.hand_size


@njit
def finish_choice(t: Record, s: Record, p: int, r: World) -> None:
    """End a choice of cards: draw for a swap, or finish the turn."""
    phase = s.phase
    s.phase = Phase.MAIN
    if phase == Phase.PUT:
        draw(t, s, p, s.left, r)
    elif phase == Phase.DISCARD:
        finish_turn(t, s, r)


@njit
def asks_for_cards_in_hand(t: Record, s: Record, p: int, demand: int) -> bool:
    """Tell whether the hand holds what a demand asks for."""
    for kind in range(N_KINDS):
        if s.hand[p, kind] < t.demand_asks[demand, kind]:
            return False
    return True


@njit
def win_demand(t: Record, s: Record, p: int, demand: int) -> None:
    """Settle a success (STJ-61, STJ-64, STJ-R9)."""
    for kind in range(N_KINDS):
        for _ in range(t.demand_asks[demand, kind]):
            to_today(s, p, kind)
    s.trophies[p, demand] += 1
    s.n_trophies[p] += 1
    if s.n_trophies[p] >= t.trophies_to_win:
        finish_game(t, s, WIN, Cause.DEMANDS, p)


@njit
def shuffle_set_aside(t: Record, s: Record) -> None:
    """Make the set-aside demands the new stack when the last one has left it (STJ-63)."""
    if s.stack[t.hall] > 0:
        return
    for demand in range(t.n_demands):
        s.demands[demand] = s.aside[demand]
        s.stack[t.hall] += s.aside[demand]
        s.aside[demand] = 0
    note(s, Chance.SHUFFLE, NOBODY, 0)


@njit
def negotiate(t: Record, s: Record, p: int, r: World) -> None:
    """Turn up the top demand and settle it (STJ-60 .. STJ-63)."""
    to_today(s, p, negotiating_card(t, s, p))
    demand = kind_of(s.demands, drawn(r, Purpose.DEMANDS, s.stack[t.hall]))
    s.demands[demand] -= 1
    s.stack[t.hall] -= 1
    s.shown_demand = demand
    s.last_action = Last.NEGOTIATION
    s.seat_metrics[p, PerSeat.NEGOTIATIONS] += 1
    note(s, Chance.DEMAND, 0, demand)
    if asks_for_cards_in_hand(t, s, p, demand):
        win_demand(t, s, p, demand)
    else:
        s.aside[demand] += 1
        s.failed = 1
        s.seat_metrics[p, PerSeat.FAILURES] += 1
    if s.outcome == RUNNING:
        shuffle_set_aside(t, s)


@njit(types.void(T, S, types.int64, WORLD))
def apply(t: Record, s: Record, action: int, r: World) -> None:
    """Carry out one legal action; chance comes from the world `r`."""
    clear_log(s)
    p = int(s.current)
    if action in MOVE:
        move(s, p, MOVE.card(action), MOVE.to(action))
    elif action in DISCARD:
        discard_card(t, s, p, DISCARD.card(action))
    elif action in PUT:
        put_card(s, p, PUT.card(action))
    elif action in REMOVE:
        remove_card(t, s, p, REMOVE.card(action))
    elif action in SPECIAL:
        special(t, s, p, SPECIAL.card(action), r)
    elif action in TAKE:
        take(t, s, p)
    elif action in NEGOTIATE:
        negotiate(t, s, p, r)
    elif action in DONE:
        finish_choice(t, s, p, r)
    else:
        choose_cards(s, Phase.DISCARD, s.n_hand[p] <= t.hand_size)


# ---- what the kernel asks ----------------------------------------------------------------------------------------


@njit(types.boolean(S))
def is_over(s: Record) -> bool:
    """Tell whether the game has ended."""
    return s.outcome != RUNNING


@njit(types.float64(S, types.int64))
def value(s: Record, seat: int) -> float:
    """Return 1 for a seat that has won, else 0."""
    return 1.0 if s.winner == seat else 0.0


@njit(types.void(T, S, types.int64))
def hide(t: Record, s: Record, seat: int) -> None:
    """Blank what a seat may not know: the split of other players' cards between hand and Tomorrow (STJ-16).

    Their hand's cards are counted in Tomorrow; the hand's size stays visible. Of the demands no order is stored; which
    of them are left follows from those that were shown (STJ-65). The log of chance is blank: it tells what others drew.
    """
    close_log(s)
    for p in range(t.players):
        if p != seat:
            for kind in range(N_KINDS):
                s.tomorrow[p, kind] += s.hand[p, kind]
                s.hand[p, kind] = 0
