"""The bots of Strajk.

They share one way of thinking (`worth.py`, `holding.py`, `plan.py`, `away.py`, `choosing.py`): each says what it aims
at and how much it values things.
"""

import numpy as np

from strikesim._jit import Record, njit
from strikesim.games.bot import bot
from strikesim.games.overlooking import notice
from strikesim.games.strajk.choosing import decide
from strikesim.games.strajk.worth import Plan, aim_after_engine, aim_at_all, new_mind, start
from strikesim.rng import Stream, bounded


@bot("strajk")
def random(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Take any legal action, all equally likely. Nobody plays like this: it serves tests and measures speed."""
    return bounded(r, n)


# ---- the planning bots -------------------------------------------------------------------------------------------

PLANNER = {
    Plan.SPEECH: 3.47,
    Plan.SPEECHES: 2.81,
    Plan.STEP: 2.6,
    Plan.STEPS: 6.76,
    Plan.DRAW: 2.91,
    Plan.DRAWS: 19.8,
    Plan.REMOVE: 0.79,
    Plan.REMOVES: 2.08,
    Plan.SWAP: 3.68,
    Plan.SWAPS: 2.11,
    Plan.DEMAND: 54.9,
    Plan.SPARE: 2.39,
    Plan.CHAIN: 0.475,
    Plan.SECOND_SET: 0.11,
    Plan.DILUTION: 1.53,
    Plan.NEGOTIATE: 16.4,
    Plan.FAILURE: 1.36,
    Plan.LAST_DEMAND: 5.63,
    Plan.SECOND_ERRAND: 1.23,
    Plan.SAME_AGAIN: 0.324,
    Plan.DRAW_NOW: 2.85,
    Plan.SWAP_NOW: 0.942,
    Plan.REMOVE_NOW: 0.811,
    Plan.STEP_NOW: 0.246,
    Plan.THIN: 2.75,
    Plan.HOLD_PAY: 0.273,
    Plan.HOLD_DEMAND: 8.54,
    Plan.HOLD_PART: 8.58,
    Plan.HOLD_STEPS: 1.0,
    Plan.KEEP: 0.723,
    Plan.AWAY: 0.1,
    Plan.DIG: 5.42,
    Plan.DRAW_TO_WIN: 1.0,
    Plan.FOCUS: 0.648,
    Plan.EARLY: 1.0,
    Plan.HOLD_SECOND: 0.357,
}


@bot("strajk", weights=PLANNER)
def planner(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Build a balanced deck towards the demands that are left, and plan two errands of Wałęsa ahead.

    It draws first, thins its deck, and keeps what the next turn can use, by what is still in Tomorrow. With its last
    steps it leaves Wałęsa where he is of little use to the next player. A victory that is certain it takes at once.
    """
    m = new_mind()
    start(s, m, actions, n, w)
    aim_at_all(t, s, m)
    return decide(t, s, m)


# ---- people at the table -----------------------------------------------------------------------------------------


@njit
def decide_overlooking(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Decide as a planner does, but among the actions that are noticed."""
    m = new_mind()
    codes, places = np.empty(n, np.int64), np.empty(n, np.int64)
    start(s, m, codes, notice(actions, n, w[Plan.OVERLOOK], r, codes, places), w)
    aim_at_all(t, s, m)
    return int(places[decide(t, s, m)])


CASUAL = PLANNER | {
    Plan.SECOND_ERRAND: 0.5,
    Plan.HOLD_DEMAND: 2.0,
    Plan.AWAY: 0.0,
    Plan.DRAW_TO_WIN: 0.0,
    Plan.OVERLOOK: 0.03,
}


@bot("strajk", weights=CASUAL)
def casual(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Think as the planner does, with people's mistakes: now and then overlook what is on offer, and be impatient.

    It hardly holds cards for the next turn, looks less far ahead, and does not care where Wałęsa is when others come.
    """
    return decide_overlooking(t, s, actions, n, r, w)


NOVICE = CASUAL | {
    Plan.SECOND_ERRAND: 0.0,
    Plan.HOLD_PAY: 0.0,
    Plan.HOLD_DEMAND: 0.0,
    Plan.FOCUS: 0.0,
    Plan.OVERLOOK: 0.1,
}


@bot("strajk", weights=NOVICE)
def novice(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Know what the cards are good for, but overlook a tenth of what is on offer, each time, and see one errand ahead.

    It waits for nothing: it goes where it can take a card now, and keeps in hand only what a demand asks for.
    """
    return decide_overlooking(t, s, actions, n, r, w)


# ---- styles ------------------------------------------------------------------------------------------------------

ENGINE_BUILDER = PLANNER | {
    Plan.DRAW: 6.0,
    Plan.DRAWS: 16.0,
    Plan.SPARE: 4.0,
    Plan.SECOND_SET: 0.4,
    Plan.THIN: 1.5,
    Plan.FAILURE: 15.0,
    Plan.EARLY: 0.5,
}


@bot("strajk", weights=ENGINE_BUILDER)
def engine_builder(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Build a big deck that draws itself: first cards that draw, then both kinds for the demands.

    It takes correspondents and delegates until its deck draws many cards a turn, and cares little for the demands
    before that. It thins little, draws with all it has, and negotiates only when success is likely.
    """
    m = new_mind()
    start(s, m, actions, n, w)
    aim_after_engine(t, s, m)
    return decide(t, s, m)


BOTS = (random, novice, casual, planner, engine_builder)
SEARCHES = {"expert": "search:planner:64"}
