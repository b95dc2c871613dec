"""The bots of STRIKE!.

The planning bots share one way of thinking (`plan.py`): each says how much it values things.
"""

from strikesim._jit import Record, njit
from strikesim.games.bot import bot
from strikesim.games.strike.plan import Weight, best_action
from strikesim.games.strike.state import (
    ALLY,
    CHOOSE,
    DISASSEMBLE,
    DRAW_CARD,
    GIVE_ALLY,
    GROW,
    KEEP_STRIKER,
    MAIN,
    MOBILIZE,
    PLACES,
    PLAY_ALLY,
    PLAY_STRIKE,
    REFUEL,
    STRIKES,
)
from strikesim.rng import Stream, bounded

FAR = 99
# What a novice does first: the highest number wins.
WAIT, MOVE_ON, ADD, DRAW, PLAY, REMOVE, REMOVE_MORE, STRIKE = range(8)


@bot("strike")
def random(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Take any legal action, all equally likely. Nobody plays like this: it serves tests and measures speed."""
    return bounded(r, n)


# ---- the novice --------------------------------------------------------------------------------------------------


@njit
def next_goal(t: Record, s: Record, me: int) -> int:
    """Return the location of the first Strike card in hand for which own strikers are missing, or -1."""
    for k in range(s.n_hand[me]):
        if s.hand[me, k] < ALLY:
            at = t.strike_at[s.hand[me, k]]
            if s.victories[at] < t.n_victories and s.strikers[me, at] < t.own_strikers:
                return at
    return -1


@njit
def strike_cards(s: Record, me: int) -> int:
    """Return how many Strike cards a player has in hand."""
    count = 0
    for k in range(s.n_hand[me]):
        count += s.hand[me, k] < ALLY
    return count


@njit
def rank_move(t: Record, s: Record, goal: int, start: int, end: int) -> int:
    """Rank a move: it is one step towards the goal, or none."""
    return MOVE_ON if goal >= 0 and start != goal and t.distance[end, goal] < t.distance[start, goal] else -1


@njit
def rank_basic(t: Record, s: Record, me: int, goal: int, action: int) -> int:
    """Rank a basic action."""
    if action >= MOBILIZE:
        return rank_move(t, s, goal, (action - MOBILIZE) // PLACES, (action - MOBILIZE) % PLACES)
    if action >= DISASSEMBLE + PLACES:
        return REMOVE_MORE
    if action >= DISASSEMBLE:
        return REMOVE_MORE if s.drones[action - DISASSEMBLE] == t.fuse_at - 1 else REMOVE
    if action >= GROW:
        return ADD
    return DRAW if (action - DRAW_CARD == STRIKES) == (strike_cards(s, me) < 2) else WAIT


@njit
def rank(t: Record, s: Record, me: int, goal: int, action: int) -> int:
    """Return how soon a novice does an action."""
    if action >= CHOOSE or action == KEEP_STRIKER or action == REFUEL:
        return ADD
    if PLAY_STRIKE <= action < PLAY_ALLY:
        return STRIKE
    if PLAY_ALLY <= action < MOBILIZE:
        return PLAY
    if s.phase == MAIN and action >= DRAW_CARD:
        return rank_basic(t, s, me, goal, action)
    return ADD if action >= GIVE_ALLY else WAIT


@bot("strike")
def novice(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Play as in a first game: whatever can be done is done.

    Plays a Strike card when it can, removes the drones where its strikers stand, those about to fuse first, plays
    Ally cards as they come, draws, adds strikers, or moves one a step towards its first Strike card. It sees no
    further than the next token, looks into nobody's hand, always pays for its strikers, uses every power and chooses
    targets blindly.
    """
    me = s.seat
    goal = next_goal(t, s, me)
    best, best_rank, ties = 0, -2, 0
    for k in range(n):
        value = rank(t, s, me, goal, actions[k])
        if value > best_rank:
            best, best_rank, ties = k, value, 0
        ties += value == best_rank
        if value == best_rank and ties > 1 and bounded(r, ties) == 0:
            best = k
    return best


# ---- the planning bots -------------------------------------------------------------------------------------------

PLANNER = {
    Weight.PLAY: 21.728,
    Weight.FINISH: 6.963,
    Weight.NEED: 5.989,
    Weight.HELP: 3.631,
    Weight.SECOND: 0.767,
    Weight.PLAYING: 2.719,
    Weight.DECAY: 0.184,
    Weight.HOLD: 4.007,
    Weight.TWO_DRONES: 0.245,
    Weight.ONE_DRONE: 0.069,
    Weight.FUSION: 0.984,
    Weight.BLOCK: 0.909,
    Weight.LAST: 13.782,
    Weight.LAST_FALL: 0.829,
    Weight.LATE: 0.071,
    Weight.MEGADRONE: 0.559,
    Weight.UNBLOCK: 7.186,
    Weight.REACH: 0.118,
    Weight.REACH_MEGADRONE: 0.294,
    Weight.GROW: 0.289,
    Weight.ADD: 1.537,
    Weight.CROWD: 0.054,
    Weight.ENERGY_LOW: 0.637,
    Weight.ENERGY: 0.318,
    Weight.SPEND: 1.359,
    Weight.KEEP: 0.388,
    Weight.STRIKE_CARD: 1.094,
    Weight.STRIKE_FALL: 0.546,
    Weight.ALLY_CARD: 0.776,
    Weight.ALLY_HOLD: 0.832,
    Weight.CLOG: 0.265,
    Weight.EARLY: 0.334,
}

# A defender plans like the planner but fears every drone more and its own Strike cards wait.
DEFENDER = {
    **PLANNER,
    Weight.FINISH: 5.57,
    Weight.NEED: 4.791,
    Weight.TWO_DRONES: 0.392,
    Weight.ONE_DRONE: 0.138,
    Weight.MEGADRONE: 0.839,
    Weight.REACH: 0.236,
}


@bot("strike", weights=PLANNER)
def planner(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Play as an experienced team does, with open hands.

    Looks which Strike card in anybody's hand is nearest to done, gathers strikers there and keeps them there, its own
    card first. Finishes a card in this turn if tokens and boxes allow. Removes drones where a fusion would hurt most,
    more anxiously the fewer MegaDrones are left; removes MegaDrones that block a card. Pays energy for strikers that
    are needed, gives Allies to those with little energy and few cards, uses powers where they are worth it.
    """
    return best_action(t, s, actions, n, w)


@bot("strike", weights=DEFENDER)
def defender(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Fight drones first: plan like the planner, but let Strike cards wait until the board is clean."""
    return best_action(t, s, actions, n, w)


BOTS = (random, novice, planner, defender)
