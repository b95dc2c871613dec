"""What the rules of Strajk let a player do: the parts of `legal`."""

from strikesim._jit import Record, njit
from strikesim.games.common import NOBODY
from strikesim.games.strajk.state import DISCARD, DONE, MOVE, N_KINDS, PUT, REMOVE, SPECIAL, Last, Phase
from strikesim.games.strajk.tables import DRAWS, EXPERT_REMOVES, REMOVES, SWAPS, TURN_UP

NEEDS_THREE = EXPERT_REMOVES.index("needs_three")


@njit
def special_changes(t: Record, s: Record, p: int, kind: int, others: int) -> bool:
    """Tell whether a special action would change something, with `others` more cards in hand (STJ-R4, STJ-R12).

    A card that turns up the top card is judged by `can_turn_up`.
    """
    effect = t.effect[kind]
    if effect == DRAWS:
        return s.n_tomorrow[p] + s.n_later[p] > 0
    if effect == REMOVES and t.expert_removes == NEEDS_THREE and t.amount[kind] > 1:
        return others >= t.amount[kind]
    return (effect == REMOVES or effect == SWAPS) and others >= 1


@njit
def can_turn_up(t: Record, s: Record) -> bool:
    """Tell whether the top card where the token stands is face down (STJ-40)."""
    return s.token != t.hall and s.stack[s.token] > 0 and not s.face_up[s.token]


@njit
def may_stop_moving_at(t: Record, s: Record, p: int, used: int, location: int) -> bool:
    """Tell whether a move with card `used` may end at a location (STJ-22, STJ-R6)."""
    if s.stack[location] > 0:
        return True
    reach = 0
    for kind in range(N_KINDS):
        left = s.hand[p, kind] - (kind == used)
        reach += left * t.steps[kind]
        if left > 0 and special_changes(t, s, p, kind, s.n_hand[p] - 2):
            return True
    for other in range(t.n_locations):
        if s.stack[other] > 0 and t.distance[location, other] <= reach:
            return True
    return False


@njit
def may_end(s: Record) -> bool:
    """Tell whether the turn may end here (STJ-15, STJ-22)."""
    return s.last_action != Last.MOVE or s.stack[s.token] > 0


@njit
def can_take(t: Record, s: Record, p: int) -> bool:
    """Tell whether the top card where the token stands can be taken (STJ-30)."""
    at = s.token
    if at == t.hall or s.stack[at] == 0 or not s.face_up[at]:
        return False
    for kind in range(N_KINDS):
        if s.hand[p, kind] < t.cost[at, kind]:
            return False
    return True


@njit
def level_four(t: Record, s: Record, p: int) -> int:
    """Return how many level-IV cards the hand holds."""
    count = 0
    for kind in range(N_KINDS):
        if t.level[kind] == 4:
            count += s.hand[p, kind]
    return count


@njit
def negotiating_card(t: Record, s: Record, p: int) -> int:
    """Return the kind in hand that opens a negotiation, or NOBODY (STJ-60)."""
    for kind in range(N_KINDS):
        if t.effect[kind] == TURN_UP and s.hand[p, kind] > 0:
            return kind
    return NOBODY


@njit
def can_negotiate(t: Record, s: Record, p: int) -> bool:
    """Tell whether a negotiation may begin (STJ-60)."""
    if s.token != t.hall or s.stack[t.hall] == 0 or negotiating_card(t, s, p) == NOBODY:
        return False
    return not t.hall_speech_needs_two_blue or level_four(t, s, p) >= t.level_four_needed


@njit
def legal_choice(s: Record, actions: Record) -> int:
    """List the cards that may be named next in a choice of cards, and `done` where it may end."""
    n = 0
    if s.optional or s.n_hand[s.current] == 0:
        actions[0] = DONE.code()
        n = 1
    for kind in range(N_KINDS):
        if s.hand[s.current, kind] > 0:
            if s.phase == Phase.REMOVE:
                actions[n] = REMOVE.code(kind)
            elif s.phase == Phase.PUT:
                actions[n] = PUT.code(kind)
            else:
                actions[n] = DISCARD.code(kind)
            n += 1
    return n


@njit
def legal_moves(t: Record, s: Record, p: int, actions: Record, n: int) -> int:
    """List the moves (STJ-20, STJ-21, STJ-R2)."""
    for kind in range(N_KINDS):
        if t.steps[kind] > 0 and s.hand[p, kind] > 0:
            for i in range(t.within[s.token, t.steps[kind]]):
                location = t.nearest[s.token, i]
                if may_stop_moving_at(t, s, p, kind, location):
                    actions[n] = MOVE.code(kind, location)
                    n += 1
    return n


@njit
def legal_specials(t: Record, s: Record, p: int, actions: Record, n: int) -> int:
    """List the special actions that would change something (STJ-40 .. STJ-45, STJ-R12)."""
    for kind in range(N_KINDS):
        if s.hand[p, kind] > 0 and (
            (t.effect[kind] == TURN_UP and can_turn_up(t, s)) or special_changes(t, s, p, kind, s.n_hand[p] - 1)
        ):
            actions[n] = SPECIAL.code(kind)
            n += 1
    return n
