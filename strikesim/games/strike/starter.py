"""A bot of STRIKE! to start from: it gives each action on offer points, and takes the one with the most.

strikesim play strike --bots BOT.py
strikesim compare BOT.py planner --ruleset strike
"""

from numba import njit

from strikesim import bot
from strikesim.games.strike.state import (
    CHOICE,
    DISASSEMBLE,
    DRAW_CARD,
    END_ACTIONS,
    FIRST_ALLY,
    GROW,
    KEEP_STRIKER,
    MOBILIZE,
    PLAY_ALLY,
    PLAY_STRIKE,
    Deck,
    Piece,
)
from strikesim.rng import bounded

# What is to be tuned stands here and not in the code: a file can change it, without Python (see docs/your-bot.md).
# A bot gets the numbers as an array `w`, in this order.
WEIGHTS = {
    "strike": 100,
    "ally": 20,
    "megadrone": 12,
    "drone": 2,
    "grow": 6,
    "move": 5,
    "draw": 7,
    "keep": 3,
    "other": 5,
}
STRIKE, ALLY, MEGADRONE, DRONE, GROW_RANKS, MOVE, DRAW, KEEP, OTHER = range(len(WEIGHTS))


@bot("strike", weights=WEIGHTS)
def starter(t, s, actions, n, r, w):
    """Play Strike cards where it can, gather strikers where they are needed for them, and clear the biggest crowds."""
    best, most = 0, -1.0
    for i in range(n):  # `actions` holds the codes of the `n` actions on offer; a bot returns an index
        points = worth(t, s, actions[i], w) + bounded(r, 100) / 1000  # ties by chance: `r` is the seat's own
        if points > most:
            best, most = i, points
    return best


# What a bot calls is compiled, too: only numbers, arrays and the records `t` (the rules) and `s` (the state).
# `strikesim/games/strike/state.py` says what is in the state and what an action can be.
@njit
def worth(t, s, action, w):
    """Return how many points an action gets."""
    if action in PLAY_STRIKE:
        return w[STRIKE]
    if action in PLAY_ALLY:
        return w[ALLY]
    if action in DISASSEMBLE:
        if DISASSEMBLE.piece(action) == Piece.MEGADRONE:
            return w[MEGADRONE]
        return w[DRONE] * s.drones[DISASSEMBLE.at(action)] ** 2  # the more, the sooner they fuse
    if action in GROW:
        return w[GROW_RANKS] * min(1, missing(t, s, GROW.at(action)))
    if action in MOBILIZE:
        move = MOBILIZE.choice(action)
        needed = missing(t, s, CHOICE.at(move)) > 0 and not is_wanted(t, s, CHOICE.start(move))
        return w[MOVE] if needed else 0.0
    if action in DRAW_CARD:
        return w[DRAW] if DRAW_CARD.deck(action) == Deck.STRIKE else w[DRAW] / 2
    if action in KEEP_STRIKER:
        return w[KEEP]
    return 0.0 if action in END_ACTIONS else w[OTHER]  # powers, and what cards let one choose


@njit
def is_wanted(t, s, at):
    """Tell whether the hand holds a Strike card of a place."""
    for k in range(s.n_hand[s.seat]):
        card = s.hand[s.seat, k]
        if card < FIRST_ALLY and t.strike_at[card] == at:
            return True
    return False


@njit
def missing(t, s, at):
    """Return how many strikers a Strike card of the hand still needs at a place, own or all; 0 without one."""
    placed = s.victories[at]
    if placed == t.n_victories or not is_wanted(t, s, at):
        return 0
    return max(0, t.own_strikers - s.strikers[s.seat, at], t.victory_strikers[placed] - s.present[at])
