"""The bots of Strajk.

The planning bots share one way of thinking (`worth.py`, `plan.py`, `choosing.py`): each says what it aims at and how
much it values things.
"""

from strikesim._jit import Record
from strikesim.games.bot import bot
from strikesim.games.common import NOBODY
from strikesim.games.strajk.choosing import decide
from strikesim.games.strajk.finding import index_of
from strikesim.games.strajk.novice import novice_card, novice_likes, novice_move, novice_special, ready_for_hall
from strikesim.games.strajk.state import END_TURN, NEGOTIATE, TAKE, Phase
from strikesim.games.strajk.worth import Plan, aim_after_engine, aim_at_all, aim_at_one, new_mind, start
from strikesim.rng import Stream, bounded


@bot("strajk")
def random(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Take any legal action, all equally likely. Nobody plays like this: it serves tests and measures speed."""
    return bounded(r, n)


@bot("strajk")
def novice(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """See one step ahead: take the best card that can be paid for here, else go where one can be taken.

    It negotiates whenever its hand holds the cards of some demand left, uses special actions without much thought and
    keeps its high cards. It has no plan for its deck.
    """
    if s.phase != Phase.MAIN:
        return novice_card(t, s, actions, n)
    i = index_of(actions, n, NEGOTIATE.code())
    if i != NOBODY and ready_for_hall(t, s):
        return i
    i = index_of(actions, n, TAKE.code())
    if i != NOBODY and novice_likes(t, s, s.token) > 0 and not ready_for_hall(t, s):
        return i
    i = novice_move(t, s, actions, n)
    if i == NOBODY:
        i = novice_special(t, s, actions, n)
    if i == NOBODY:
        i = index_of(actions, n, END_TURN.code())
    return max(i, 0)


# ---- the planning bots -------------------------------------------------------------------------------------------

PLANNER = {
    Plan.SPEECH: 6.0,
    Plan.SPEECHES: 2.56,
    Plan.STEP: 3.0,
    Plan.STEPS: 6.4,
    Plan.DRAW: 3.0,
    Plan.DRAWS: 20.0,
    Plan.REMOVE: 2.0,
    Plan.REMOVES: 3.0,
    Plan.SWAP: 3.0,
    Plan.SWAPS: 2.0,
    Plan.DEMAND: 40.0,
    Plan.SPARE: 2.0,
    Plan.CHAIN: 0.48,
    Plan.SECOND_SET: 0.12,
    Plan.DILUTION: 1.88,
    Plan.NEGOTIATE: 30.0,
    Plan.FAILURE: 3.0,
    Plan.LAST_DEMAND: 3.0,
    Plan.SECOND_ERRAND: 1.0,
    Plan.SAME_AGAIN: 0.3,
    Plan.DRAW_NOW: 1.6,
    Plan.SWAP_NOW: 0.8,
    Plan.REMOVE_NOW: 1.0,
    Plan.STEP_NOW: 0.16,
    Plan.THIN: 2.5,
    Plan.HOLD_PAY: 0.18,
    Plan.HOLD_DEMAND: 8.0,
    Plan.HOLD_SPEECH: 18.8,
    Plan.HOLD_STEP: 1.6,
    Plan.HOLD_STEPS: 3.75,
    Plan.KEEP: 1.5,
    Plan.SPOIL: 1.0,
    Plan.DIG: 4.0,
    Plan.EARLY: 1.0,
}


@bot("strajk", weights=PLANNER)
def planner(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Build a balanced deck towards the demands that are left, and plan two errands of Wałęsa ahead.

    It draws first, thins its deck, keeps the cards it needs and negotiates when the chance is good.
    """
    m = new_mind()
    start(s, m, actions, n, w)
    aim_at_all(t, s, m)
    return decide(t, s, m)


SPRINTER = PLANNER | {
    Plan.SECOND_SET: 0.05,
    Plan.STEP: 5.0,
    Plan.REMOVE: 4.0,
    Plan.SPARE: 0.0,
    Plan.THIN: 3.5,
    Plan.DILUTION: 3.0,
    Plan.FAILURE: 1.0,
}


@bot("strajk", weights=SPRINTER)
def sprinter(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Run for one pair of cards with a thin deck: few cards, but always the right ones.

    It picks the kind of demand that it is nearest to and takes no more than that pair and what pays for it. All the
    rest it removes from the game. It holds the pair in hand and negotiates at any chance, until its demand comes up.
    """
    m = new_mind()
    start(s, m, actions, n, w)
    aim_at_one(t, s, m)
    return decide(t, s, m)


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


BOTS = (random, novice, planner, sprinter, engine_builder)
SEARCHES = {"expert": "search:planner:64"}
