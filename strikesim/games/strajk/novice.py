"""How the novice of Strajk thinks: it sees one step ahead and has no plan for its deck."""

from strikesim._jit import Record, njit
from strikesim.games.common import NOBODY
from strikesim.games.strajk.finding import card_named, step_towards
from strikesim.games.strajk.state import DONE, MOVE, N_KINDS, SPECIAL
from strikesim.games.strajk.worth import covers, demands_left, draws, removes, swaps, turns_up

LEVEL = 8  # a level more counts as much as so many cards of the kind owned
ENOUGH = 2  # cards of a kind, for each of its levels
# The order in which cards are given away, lowest first: by level, then to stop, then what is kept, a speech last; but
# rather all of them than to keep a full hand.
STOP, KEPT, KEPT_SPEECH, FULL_HAND = 8, 9, 20, 50


@njit
def novice_likes(t: Record, s: Record, location: int) -> int:
    """Return how much a novice wants what lies at a location: the higher its level the more, but not many of a kind."""
    kind = t.stack_kind[location]
    if kind < 0 or s.stack[location] == 0 or not s.face_up[location]:
        return 0
    p = s.seat
    own = s.hand[p, kind] + s.tomorrow[p, kind] + s.today[p, kind] + s.later[p, kind]
    if t.level[kind] == 1 or own >= ENOUGH * t.level[kind]:
        return 0
    return LEVEL * t.level[kind] - own


@njit
def can_pay(t: Record, s: Record, location: int, card: int) -> bool:
    """Tell whether the hand, less one card, pays for what lies at a location."""
    for kind in range(N_KINDS):
        if s.hand[s.seat, kind] - (kind == card) < t.cost[location, kind]:
            return False
    return True


@njit
def ready_for_hall(t: Record, s: Record) -> bool:
    """Tell whether the hand holds a speech and the cards of some demand that is left."""
    for kind in range(N_KINDS):
        if turns_up(t, kind) and s.hand[s.seat, kind] > 0:
            for demand in range(t.n_demands):
                if demands_left(t, s, demand) > 0 and covers(t, s.hand[s.seat], demand):
                    return True
    return False


@njit
def novice_move(t: Record, s: Record, actions: Record, n: int) -> int:
    """Return the move towards the best card that can be paid for, or towards the Hall when ready; else NOBODY."""
    if ready_for_hall(t, s):
        return step_towards(t, s, actions, n, t.hall, NOBODY)
    best, best_like = NOBODY, 0
    for i in range(n):
        if actions[i] in MOVE:
            card, location = MOVE.card(actions[i]), MOVE.to(actions[i])
            like = novice_likes(t, s, location)
            if like > best_like and can_pay(t, s, location, card):
                best, best_like = i, like
    for location in range(t.n_locations):
        if novice_likes(t, s, location) >= best_like + LEVEL and can_pay(t, s, location, NOBODY):
            i = step_towards(t, s, actions, n, location, NOBODY)
            if i != NOBODY:
                best, best_like = i, novice_likes(t, s, location)
    return best


@njit
def novice_keeps(t: Record, s: Record, kind: int) -> int:
    """Return how many cards of a kind a novice keeps: two of level IV, one of level III, a speech when ready."""
    if t.level[kind] == 4:
        return 2
    return t.level[kind] == 3 or (turns_up(t, kind) and ready_for_hall(t, s))


@njit
def novice_special(t: Record, s: Record, actions: Record, n: int) -> int:
    """Return a special action with a card a novice doesn't keep, if it sees its use; else NOBODY."""
    plain = 0
    for kind in range(N_KINDS):
        if t.level[kind] == 1:
            plain += s.hand[s.seat, kind]
    for i in range(n):
        if actions[i] in SPECIAL:
            kind = SPECIAL.card(actions[i])
            useful = draws(t, kind) > 0 or (swaps(t, kind) and plain > 0) or 0 < removes(t, kind) < plain
            if useful and s.hand[s.seat, kind] > novice_keeps(t, s, kind):
                return i
    return NOBODY


@njit
def novice_card(t: Record, s: Record, actions: Record, n: int) -> int:
    """Choose a card to give away: the lowest level first, none of those it keeps, but never keep a full hand."""
    best, lowest = 0, FULL_HAND + 1
    for i in range(n):
        kind = card_named(actions[i])
        if actions[i] in DONE:
            level = STOP if s.n_hand[s.seat] < t.hand_size else FULL_HAND
        else:
            kept = s.hand[s.seat, kind] <= novice_keeps(t, s, kind)
            level = t.level[kind] + kept * (KEPT_SPEECH if turns_up(t, kind) else KEPT)
        if level < lowest:
            best, lowest = i, level
    return best
