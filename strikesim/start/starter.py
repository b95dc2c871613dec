"""A bot of GAME to start from: it gives each action on offer points, and takes the one with the most.

strikesim play PLACE --bots BOT.py
strikesim compare BOT.py random --ruleset PLACE
"""

from numba import njit

from strikesim import bot
from strikesim.games import load
from strikesim.rng import bounded

state = load("GAME").state  # what stands in the game's state.py: `state.ACTIONS`, its kinds of action and of things

# What is to be tuned stands here and not in the code: a file can change it, without Python. A bot gets it as `w`.
WEIGHTS = {"first": 1}


@bot("GAME", weights=WEIGHTS)
def starter(t, s, actions, n, r, w):
    """Take what is worth most."""
    best, most = 0, -1.0
    for i in range(n):  # `actions` holds the codes of the `n` actions on offer; a bot returns an index
        points = worth(t, s, actions[i], w) + bounded(r, 100) / 1000  # ties by chance: `r` is the seat's own
        if points > most:
            best, most = i, points
    return best


# What a bot calls is compiled, too: only numbers, arrays and the records `t` (the rules) and `s` (the state).
@njit
def worth(t, s, action, w):
    """Return how many points an action gets: `if action in state.MOVE: return 3.0`, and so on."""
    return w[0] if action > 0 else 0.0
