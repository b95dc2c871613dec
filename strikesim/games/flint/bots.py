"""The bots of Striking Flint.

The thinking bots share one way of looking at the table: what a worker on each space would be worth, what each worker
and each strikebreaker on the map is worth, and what an action costs in spaces of the calendar. They differ in how they
weigh it.
"""

from strikesim._jit import Record
from strikesim.games.bot import bot
from strikesim.games.flint.deciding import decide_by, decide_unseeing
from strikesim.games.flint.worth import Weight
from strikesim.rng import Stream, bounded


@bot("flint")
def random(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Take any legal action, all equally likely. Nobody plays like this: it serves tests and measures speed."""
    return bounded(r, n)


PLANS = {
    Weight.FIRST: 4.26,
    Weight.SECOND: 8.12,
    Weight.SPARE: 4.27,
    Weight.RESERVE: 0.86,
    Weight.FEW: 5.65,
    Weight.FADE: 0.72,
    Weight.COVER: 0.38,
    Weight.NUISANCE: 2.77,
    Weight.THREAT: 2.41,
    Weight.URGE: 0.93,
    Weight.REACH: 0.38,
    Weight.SENT_HOME: 0.99,
    Weight.SHORT: 0.16,
    Weight.BRINK: 2.26,
    Weight.DIRE: 9.09,
    Weight.EVENT: 0.83,
    Weight.BURDEN: 0.1,
    Weight.KILLER: 8.52,
    Weight.SPACE: 0.74,
    Weight.IDLE: 2.06,
    Weight.CUBE: 0.85,
    Weight.HEAVY: 0.25,
    Weight.ICON: 54,
    Weight.TIRED: 1.33,
    Weight.STREET: 0.35,
    Weight.FINISH: 7.58,
    Weight.DOOM: 500,
}
# A casual player knows what the planner knows, but overlooks some of it, does not put off what is due, and uses other
# committees' workers unwillingly.
CASUAL = {**PLANS, Weight.ICON: 10, Weight.HEAVY: 0, Weight.OWN: 3, Weight.OVERLOOK: 0.3}
# strikesim tune planner --ruleset flint --difficulty hard --players 3,4,5 --games 100 --generations 30 --jobs 1
# Not shown to be better by its own 3,000 held-out games, but by 8,000 fresh ones in each setting (seed 990001), against
# PLANS: Hard with 3, 4 and 5 committees +2.0 points (95 %: 1.0 to 3.0), +2.9 (1.8 to 4.0) and +1.7 (0.7 to 2.7).
TUNED = {
    Weight.FIRST: 2.973,
    Weight.SECOND: 6.986,
    Weight.SPARE: 1.58,
    Weight.RESERVE: 1.449,
    Weight.FEW: 10.74,
    Weight.FADE: 0.439,
    Weight.COVER: 0.2695,
    Weight.NUISANCE: 2.262,
    Weight.THREAT: 1.324,
    Weight.URGE: 0.1178,
    Weight.REACH: 0.7071,
    Weight.SENT_HOME: 0.7267,
    Weight.SHORT: 0.1726,
    Weight.BRINK: 2.55,
    Weight.DIRE: 12.24,
    Weight.EVENT: 0.3957,
    Weight.BURDEN: 0.1076,
    Weight.KILLER: 8.708,
    Weight.SPACE: 0.419,
    Weight.IDLE: 1.384,
    Weight.CUBE: 0.7647,
    Weight.HEAVY: 0.4197,
    Weight.ICON: 67.71,
    Weight.TIRED: 1.166,
    Weight.STREET: 0.1374,
    Weight.FINISH: 8.491,
    Weight.DOOM: 547,
}
SEES = {
    Weight.FIRST: 4,
    Weight.SECOND: 4,
    Weight.SPARE: 4,
    Weight.RESERVE: 1,
    Weight.NUISANCE: 3,
    Weight.SENT_HOME: 1,
    Weight.SPACE: 0.3,
    Weight.IDLE: 0.3,
    Weight.CUBE: 0.4,
    Weight.OWN: 2,
    Weight.OVERLOOK: 0.2,
}


@bot("flint", weights={weight: SEES.get(weight, 0) for weight in Weight})
def novice(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Play as in a first game: put own workers into factories, chase away strikebreakers, rest when tired.

    It overlooks much of what is on offer, and looks no further than this turn: it does not ask which space the die
    could hit, what the event in play wants or brings, what runs short, or where the own icons stand on the calendar.
    """
    return decide_unseeing(t, s, actions, n, r, w)


@bot("flint", weights={weight: CASUAL.get(weight, 0) for weight in Weight})
def casual(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Play as the planner does, but with the mistakes of an evening among friends.

    It overlooks a part of what is on offer, is too impatient to stop short of an own icon, and would rather use its own
    workers than others'.
    """
    return decide_unseeing(t, s, actions, n, r, w)


@bot("flint", weights={weight: TUNED.get(weight, 0) for weight in Weight})
def planner(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Hold two factories and a spare, keep a few workers in them, and let time work for the strike.

    It values a second held factory most, since from then on every turn moves the token; then the spaces that the
    rolls to come could hurt most, the strikebreakers whose supply runs short, and the removal of the event in play,
    most of all of one that is about to empty a supply. It weighs each action against the spaces that its tracker
    advances, stops short of an own icon while it can, and walks into no Factory Action that is sure to lose the game.
    """
    return decide_by(t, s, actions, n, w)


BOTS = (random, novice, casual, planner)
SEARCHES = {"expert": "search:planner:128"}
