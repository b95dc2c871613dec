"""How the bots of Strajk find an action among those on offer."""

from strikesim._jit import Record, njit
from strikesim.games.common import NOBODY
from strikesim.games.strajk.state import DISCARD, MOVE, PUT, REMOVE


@njit
def index_of(actions: Record, n: int, code: int) -> int:
    """Return the index of an action code, or NOBODY if it is not on offer."""
    for i in range(n):
        if actions[i] == code:
            return i
    return NOBODY


@njit
def card_named(action: int) -> int:
    """Return the kind that an action of a choice of cards names; of `done` it means nothing."""
    if action in DISCARD:
        return DISCARD.card(action)
    if action in PUT:
        return PUT.card(action)
    return REMOVE.card(action)


@njit
def step_towards(t: Record, s: Record, actions: Record, n: int, goal: int, card: int) -> int:
    """Return the move that leads nearest to a goal, with a certain card if possible; NOBODY if none leads nearer."""
    best, best_score = NOBODY, 0
    for i in range(n):
        if actions[i] in MOVE:
            kind, location = MOVE.card(actions[i]), MOVE.to(actions[i])
            nearer = t.distance[s.token, goal] - t.distance[location, goal]
            score = 2 * nearer + (kind == card)
            if nearer > 0 and score > best_score:
                best, best_score = i, score
    return best
