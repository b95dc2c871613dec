"""The bots of STRIKE!.

The planning bots share one way of thinking (`plan.py`, `worth.py`): each says how much it values things.
"""

import numpy as np

from strikesim._jit import Record
from strikesim.games.bot import bot
from strikesim.games.strike.plan import PLAN, Weight
from strikesim.games.strike.worth import best_action
from strikesim.rng import Stream, bounded


@bot("strike")
def random(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Take any legal action, all equally likely. Nobody plays like this: it serves tests and measures speed."""
    return bounded(r, n)


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

# A novice sees its own cards and one step: no teamwork, no finishing in a turn, no fear of what is still far away.
NOVICE = {
    **PLANNER,
    Weight.FINISH: 0.0,
    Weight.HELP: 0.0,
    Weight.HOLD: 2.003,
    Weight.BLOCK: 0.0,
    Weight.LAST: 0.0,
    Weight.LATE: 0.0,
    Weight.UNBLOCK: 0.0,
    Weight.REACH_MEGADRONE: 0.0,
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


@bot("strike", weights=NOVICE)
def novice(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Play as in a first game: plays what it can and sees one step.

    Looks at its own cards alone and moves strikers towards them, but does not see that a card could be finished in
    this turn, and half forgets to keep together those who are needed. Removes the drones that are about to fuse, and
    thinks neither of the cards that a MegaDrone blocks nor of how few MegaDrones are left.
    """
    return best_action(t, s, actions, n, w, np.zeros(1, PLAN))


@bot("strike", weights=PLANNER)
def planner(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Play as an experienced team does, with open hands.

    Looks which Strike card in anybody's hand is nearest to done, gathers strikers there and keeps them there, its own
    card first. Finishes a card in this turn if tokens and boxes allow. Removes drones where a fusion would hurt most,
    more anxiously the fewer MegaDrones are left; removes MegaDrones that block a card. Pays energy for strikers that
    are needed, gives Allies to those with little energy and few cards, uses powers where they are worth it.
    """
    return best_action(t, s, actions, n, w, np.zeros(1, PLAN))


@bot("strike", weights=DEFENDER)
def defender(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Fight drones first: plan like the planner, but let Strike cards wait until the board is clean."""
    return best_action(t, s, actions, n, w, np.zeros(1, PLAN))


BOTS = (random, novice, planner, defender)
SEARCHES = {"expert": "search:planner:64"}
