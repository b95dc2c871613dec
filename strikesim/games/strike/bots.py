"""The bots of STRIKE!.

The planning bots share one way of thinking (`plan.py`, `worth.py`): each says how much it values things.
"""

import numpy as np

from strikesim._jit import Record, njit
from strikesim.games.bot import bot
from strikesim.games.overlooking import notice
from strikesim.games.strike.weights import PLAN, Weight
from strikesim.games.strike.worth import best_action
from strikesim.rng import Stream, bounded


@bot("strike")
def random(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Take any legal action, all equally likely. Nobody plays like this: it serves tests and measures speed."""
    return bounded(r, n)


# ---- the planning bots -------------------------------------------------------------------------------------------

PLANNER = {
    Weight.PLAY: 25.026,
    Weight.FINISH: 10.06,
    Weight.NEED: 8.238,
    Weight.HELP: 3.786,
    Weight.SECOND: 0.72,
    Weight.PLAYING: 2.558,
    Weight.ONE_LINE: 0.213,
    Weight.TWO_LINES: 0.035,
    Weight.THREE_LINES: 0.007,
    Weight.HOLD: 2.801,
    Weight.TWO_DRONES: 2.598,
    Weight.ONE_DRONE: 0.48,
    Weight.FUSION: 0.959,
    Weight.DOOM: 1.773,
    Weight.BLOCK: 0.82,
    Weight.LAST: 12.701,
    Weight.LAST_FALL: 0.869,
    Weight.LATE: 0.06,
    Weight.MEGADRONE: 0.464,
    Weight.COLOUR: 0.557,
    Weight.UNBLOCK: 5.852,
    Weight.REACH: 0.134,
    Weight.REACH_MEGADRONE: 0.355,
    Weight.GROW: 0.336,
    Weight.ADD: 1.629,
    Weight.CROWD: 0.04,
    Weight.ENERGY_LOW: 0.748,
    Weight.ENERGY: 0.24,
    Weight.SPEND: 1.879,
    Weight.KEEP: 0.388,
    Weight.STRIKE_CARD: 1.296,
    Weight.STRIKE_FALL: 0.604,
    Weight.ALLY_CARD: 0.846,
    Weight.ALLY_HOLD: 0.884,
    Weight.CLOG: 0.196,
    Weight.EARLY: 0.198,
    Weight.TRIGGER: 0.743,
    Weight.PAIR: 0.203,
    Weight.LEVEL_TIME: 1.599,
    Weight.LEVEL_STOCK: 0.042,
    Weight.NEXT_TIME: 0.833,
    Weight.NEXT_STOCK: 0.14,
    Weight.OVERLOOK: 0.0,
}

AT_ONCE = 1e9  # a team that never waits: it is always ready for the next level

# A casual player thinks the same way, but overlooks things, does not wait, and half plays for itself.
CASUAL = {
    **PLANNER,
    Weight.HELP: 1.893,
    Weight.HOLD: 1.401,
    Weight.LEVEL_TIME: AT_ONCE,
    Weight.LEVEL_STOCK: AT_ONCE,
    Weight.NEXT_TIME: AT_ONCE,
    Weight.NEXT_STOCK: AT_ONCE,
    Weight.OVERLOOK: 0.05,
}

# A novice sees its own cards and one step: no teamwork, no fear of what is still far away.
NOVICE = {
    **CASUAL,
    Weight.HELP: 0.0,
    Weight.DOOM: 1.0,
    Weight.BLOCK: 0.0,
    Weight.LAST: 6.221,
    Weight.LATE: 0.0,
    Weight.COLOUR: 0.0,
    Weight.UNBLOCK: 0.0,
    Weight.REACH_MEGADRONE: 0.0,
    Weight.PAIR: 0.0,
    Weight.OVERLOOK: 0.1,
}


@njit
def best_noticed(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Return the index of the best action among those that are noticed."""
    codes, places = np.empty(n, np.int64), np.empty(n, np.int64)
    m = notice(actions, n, w[Weight.OVERLOOK], r, codes, places)
    return int(places[best_action(t, s, codes, m, w, np.zeros(1, PLAN))])


@bot("strike", weights=NOVICE)
def novice(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Play as in a first game: overlooks one of ten things that could be done, and sees one step ahead.

    Looks at its own cards alone and moves strikers towards them, but half forgets to keep together those who are
    needed. Plays each Strike card as soon as it sees that it can. Removes the drones that are about to fuse, half as
    anxious as the planner when few MegaDrones are left, and thinks neither of the cards that a MegaDrone blocks nor of
    where another MegaDrone would join it.
    """
    return best_noticed(t, s, actions, n, r, w)


@bot("strike", weights=CASUAL)
def casual(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Play for fun, with some games behind you: knows what matters, but overlooks one of twenty things.

    Thinks as the planner does, but plays each Strike card as soon as it can, however much livelier HappyCorp gets with
    each level, and cares only half as much for the others' cards and for strikers that should stay where they are.
    """
    return best_noticed(t, s, actions, n, r, w)


@bot("strike", weights=PLANNER)
def planner(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Play as an experienced team does, with open hands.

    Looks which Strike card in anybody's hand is nearest to done, gathers strikers there and keeps them there, its own
    card first. Finishes a card in this turn if tokens and boxes allow. Keeps cards that would raise the level until
    late in the game, when many Commercial Breaks are gone and the hands are ready, and then hurries through the levels:
    till then fewer drones come, and are removed as they come. Removes drones where a fusion would hurt most, more
    anxiously the fewer MegaDrones are left and the less HappyCorp still lacks; knows which Commercial Breaks are left.
    Removes MegaDrones that block a card or stand where others would join them. Pays energy for strikers that are
    needed, gives Allies to those with little energy and few cards, sets off powers where they are worth it.
    """
    return best_action(t, s, actions, n, w, np.zeros(1, PLAN))


BOTS = (random, novice, casual, planner)
SEARCHES = {"expert": "search:planner:64"}
