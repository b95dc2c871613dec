"""A bot of Strajk to start from: it gives each action on offer points, and takes the one with the most.

strikesim play strajk --bots BOT.py,planner
strikesim compare BOT.py planner --ruleset strajk
"""

from numba import njit

from strikesim import bot
from strikesim.games.strajk.state import DISCARD, DONE, END_TURN, MOVE, N_KINDS, NEGOTIATE, PUT, REMOVE, TAKE, Kind
from strikesim.rng import bounded

# What is to be tuned stands here and not in the code: a file can change it, without Python (see docs/your-bot.md).
# A bot gets the numbers as an array `w`, in this order.
WEIGHTS = {"negotiate": 100, "take": 10, "go": 8, "end": 2}
NEGOTIATION, TAKING, GOING, ENDING = range(len(WEIGHTS))


@bot("strajk", weights=WEIGHTS)
def starter(t, s, actions, n, r, w):
    """Take the highest card that the hand pays for, go where one lies, and negotiate as soon as it may."""
    best, most = 0, -1.0
    for i in range(n):  # `actions` holds the codes of the `n` actions on offer; a bot returns an index
        points = worth(t, s, actions[i], w) + bounded(r, 100) / 1000  # ties by chance: `r` is the seat's own
        if points > most:
            best, most = i, points
    return best


# What a bot calls is compiled, too: only numbers, arrays and the records `t` (the rules) and `s` (the state).
# `strikesim/games/strajk/state.py` says what is in the state and what an action can be.
@njit
def worth(t, s, action, w):
    """Return how many points an action gets."""
    if action in NEGOTIATE:
        return w[NEGOTIATION]
    if action in TAKE:
        return w[TAKING] * t.level[t.stack_kind[s.token]]
    if action in MOVE:
        to = MOVE.to(action)
        if to == t.hall:
            return w[GOING] * 5 if can_negotiate(s) else 0.0
        return w[GOING] * t.level[t.stack_kind[to]] if can_take(t, s, to, MOVE.card(action)) else 0.0
    if action in END_TURN or action in DONE:
        return w[ENDING]
    if action in DISCARD:  # what is worth nothing more this turn: all but the cards that demands ask for
        return w[ENDING] + 1 if t.level[DISCARD.card(action)] < 4 else 0.0
    if action in PUT:
        return w[ENDING] + 1 if t.level[PUT.card(action)] == 1 else 0.0
    if action in REMOVE:
        return 5.0 - t.level[REMOVE.card(action)]
    return 1.0  # special actions: rather not


@njit
def can_take(t, s, at, played):
    """Tell whether a card lies open at a place and the hand, without the card played to go there, pays for it."""
    if t.stack_kind[at] < 0 or s.stack[at] == 0 or not s.face_up[at]:
        return False
    for kind in range(N_KINDS):
        if s.hand[s.seat, kind] - (kind == played) < t.cost[at, kind]:
            return False
    return True


@njit
def can_negotiate(s):
    """Tell whether the hand holds a speech and two cards that demands ask for."""
    hand = s.hand[s.seat]
    return hand[Kind.SPEECH] > 0 and hand[Kind.DELEGATE] + hand[Kind.EXPERT] > 1
