"""rules.py: the rules themselves: `setup`, `legal`, `apply`, and `hide` for what a seat may not know.

Everything here is compiled: numbers, arrays and loops, in functions marked `@njit`. All chance is drawn by `drawn`, for
a purpose, in `setup` and `apply` only, and noted. `is_over` and `value` need not be written: `finish` says it all.
"""

from strikesim._jit import Record, njit
from strikesim.games.common import NOBODY, UNFINISHED, WIN
from strikesim.games.log import clear_log, close_log, note
from strikesim.rng import World, drawn

from .state import N_KINDS, PLAY, PUSH, REST, Cause, Chance, PerGame, PerSeat, Purpose

SIDES = 6


# ---- cards -------------------------------------------------------------------------------------------------------


@njit
def size(pile: Record) -> int:
    """Return how many cards a pile has."""
    n = 0
    for kind in range(N_KINDS):
        n += pile[kind]
    return n


@njit
def kind_of(pile: Record, k: int) -> int:
    """Return the kind of the k-th card of a pile."""
    for kind in range(N_KINDS):
        if k < pile[kind]:
            return kind
        k -= pile[kind]
    return NOBODY


@njit
def shuffle_discards(s: Record) -> None:
    """Make the discard pile the deck (REG-05)."""
    for kind in range(N_KINDS):
        s.deck[kind] = s.discard[kind]
        s.discard[kind] = 0
    note(s, Chance.SHUFFLE, NOBODY, 0)


@njit
def draw(s: Record, p: int, r: World) -> None:
    """Draw a card (REG-05)."""
    if size(s.deck) == 0 and size(s.discard) > 0:
        shuffle_discards(s)
    n = size(s.deck)
    if n == 0:
        return
    kind = kind_of(s.deck, drawn(r, Purpose.DECK, n))
    s.deck[kind] -= 1
    s.hand[p, kind] += 1
    s.n_hand[p] += 1
    note(s, Chance.DRAW, p, kind)


# ---- the game ----------------------------------------------------------------------------------------------------


@njit
def setup(t: Record, s: Record, r: World) -> None:
    """Set up a game in a zeroed state, up to the first decision (REG-01)."""
    s.winner = s.cause = NOBODY
    for kind in range(N_KINDS):
        s.deck[kind] = t.count[kind]
    for p in range(t.players):
        for _ in range(t.hand):
            draw(s, p, r)
    s.turn = 1


@njit
def legal(t: Record, s: Record, actions: Record) -> int:
    """Write the codes of all legal actions of `s.seat`; return how many there are, at least one (REG-02)."""
    actions[0], actions[1] = REST.code(), PUSH.code()
    n = 2
    for kind in range(N_KINDS):
        if s.hand[s.seat, kind] > 0:
            actions[n] = PLAY.code(kind)
            n += 1
    return n


@njit
def leader(t: Record, s: Record, p: int) -> int:
    """Return the other player whose boat is furthest ahead; of several, whose turn comes first."""
    found = (p + 1) % t.players
    for k in range(2, t.players):
        other = (p + k) % t.players
        if s.boat[other] > s.boat[found]:
            found = other
    return found


@njit
def throw_back(s: Record, p: int, spaces: int) -> None:
    """Move a boat back, but not behind the start."""
    s.boat[p] = max(0, s.boat[p] - spaces)


@njit
def play(t: Record, s: Record, p: int, kind: int) -> None:
    """Play a card (REG-03)."""
    s.hand[p, kind] -= 1
    s.n_hand[p] -= 1
    s.discard[kind] += 1
    s.boat[p] += t.steps[kind]
    throw_back(s, leader(t, s, p), t.back[kind])
    s.seat_metrics[p, PerSeat.PLAYED] += 1


@njit
def push(t: Record, s: Record, p: int, r: World) -> None:
    """Push on (REG-04)."""
    side = drawn(r, Purpose.PUSH, SIDES) + 1
    note(s, Chance.PUSH, p, side)
    if side >= t.push_from:
        s.boat[p] += t.push_steps
    else:
        throw_back(s, p, t.fall_back)
    s.seat_metrics[p, PerSeat.PUSHES] += 1


@njit
def rest(t: Record, s: Record, p: int, r: World) -> None:
    """Rest (REG-05)."""
    for _ in range(t.draws):
        draw(s, p, r)


@njit
def finish(t: Record, s: Record, outcome: int, cause: int, winner: int) -> None:
    """End the game, and write what only its end shows."""
    s.outcome, s.cause, s.winner = outcome, cause, winner
    last = s.boat[0]
    for p in range(t.players):
        last = min(last, s.boat[p])
        s.seat_metrics[p, PerSeat.REACHED] = s.boat[p]
    s.metrics[PerGame.BEHIND] = t.goal - last


@njit
def end_turn(t: Record, s: Record, p: int) -> None:
    """Look at the goal, and pass the turn on (REG-06, REG-07)."""
    if s.boat[p] >= t.goal:
        finish(t, s, WIN, Cause.GOAL, p)
    elif s.turn >= t.turn_limit:
        finish(t, s, UNFINISHED, Cause.TURN_LIMIT, NOBODY)
    else:
        s.turn += 1
        s.seat = s.current = (p + 1) % t.players


@njit
def apply(t: Record, s: Record, action: int, r: World) -> None:
    """Carry out a legal action, and all that follows from it without a decision."""
    clear_log(s)
    p = int(s.seat)
    if action in PLAY:
        play(t, s, p, PLAY.card(action))
    elif action in PUSH:
        push(t, s, p, r)
    else:
        rest(t, s, p, r)
    end_turn(t, s, p)


@njit
def hide(t: Record, s: Record, seat: int) -> None:
    """Blank what a seat may not know: the others' cards count as if they were in the deck (REG-01); and the log."""
    close_log(s)
    for p in range(t.players):
        if p != seat:
            for kind in range(N_KINDS):
                s.deck[kind] += s.hand[p, kind]
                s.hand[p, kind] = 0
