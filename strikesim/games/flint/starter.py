"""A bot of Striking Flint to start from: it gives each action on offer points, and takes the one with the most.

strikesim play flint --bots BOT.py
strikesim compare BOT.py planner --ruleset flint
"""

from numba import njit

from strikesim import bot
from strikesim.games.flint.state import OCCUPY, PICKET, PLACE, RESIST, REST, Card
from strikesim.rng import bounded

# What is to be tuned stands here and not in the code: a file can change it, without Python (see docs/your-bot.md).
# A bot gets the numbers as an array `w`, in this order.
WEIGHTS = {"factory": 12, "station": 4, "corner": 2, "resist": 8, "rest": 3, "cube": 2, "other": 4}
FACTORY, STATION, CORNER, RESISTED, RESTED, CUBE, OTHER = range(len(WEIGHTS))


@bot("flint", weights=WEIGHTS)
def starter(t, s, actions, n, r, w):
    """Bring workers into factories that nobody holds, resist strikebreakers in factories, rest when tired."""
    best, most = 0, -1000.0
    for i in range(n):  # `actions` holds the codes of the `n` actions on offer; a bot returns an index
        points = worth(t, s, actions[i], w) + bounded(r, 100) / 1000  # ties by chance: `r` is the seat's own
        if points > most:
            best, most = i, points
    return best


# What a bot calls is compiled, too: only numbers, arrays and the records `t` (the rules) and `s` (the state).
# `strikesim/games/flint/state.py` says what is in the state and what an action can be.
@njit
def worth(t, s, action, w):
    """Return how many points an action gets."""
    if action in PLACE:
        return space_worth(s, PLACE.space(action), w)
    if action in OCCUPY:
        return space_worth(s, OCCUPY.to(action), w) - price(t, s, Card.OCCUPY, OCCUPY.seat(action), w)
    if action in PICKET:
        return space_worth(s, PICKET.to(action), w) - price(t, s, Card.PICKET, PICKET.seat(action), w)
    if action in RESIST:
        in_factory = s.factory[RESIST.space(action)] >= 0
        return w[RESISTED] * (1 + in_factory) - price(t, s, Card.RESIST, RESIST.seat(action), w)
    if action in REST:
        return w[RESTED] * s.cubes[s.seat]
    return w[OTHER]  # unique actions; and what strikebreakers do where somebody must choose


@njit
def price(t, s, card, whose, w):
    """Return what the exhaustion of an action costs; another committee's worker costs more."""
    foreign = t.foreign_extra if whose != s.seat else 0
    return w[CUBE] * (t.cost[s.committee[s.seat], card] + foreign)


@njit
def space_worth(s, space, w):
    """Return what a worker on a space is worth: most in a factory that has none, nothing beside a strikebreaker."""
    if s.n_strikebreakers[space] > 0:
        return -w[STATION]
    if s.factory[space] < 0:
        return w[CORNER]
    for other in range(s.n_spaces):
        if s.factory[other] == s.factory[space] and s.n_workers[other] > 0:
            return w[STATION]
    return w[FACTORY]
