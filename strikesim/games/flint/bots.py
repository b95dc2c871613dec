"""The bots of Striking Flint.

The thinking bots share one way of looking at the table: what a worker on each space would be worth, what each worker
and each strikebreaker on the map is worth, and what an action costs in spaces of the calendar. They differ in how they
weigh it.
"""

from strikesim._jit import Record
from strikesim.games.bot import bot
from strikesim.games.flint.deciding import decide_by
from strikesim.games.flint.worth import Weight
from strikesim.rng import Stream, bounded


@bot("flint")
def random(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Take any legal action, all equally likely. Nobody plays like this: it serves tests and measures speed."""
    return bounded(r, n)


PLANS = {
    Weight.FIRST: 3.5,
    Weight.SECOND: 5.7,
    Weight.SPARE: 6.2,
    Weight.RESERVE: 1.7,
    Weight.COVER: 0.5,
    Weight.NUISANCE: 2.4,
    Weight.THREAT: 1.3,
    Weight.REACH: 0.3,
    Weight.SENT_HOME: 1.5,
    Weight.SHORT: 1,
    Weight.DIRE: 8.4,
    Weight.EVENT: 1.1,
    Weight.BURDEN: 0.9,
    Weight.SPACE: 0.9,
    Weight.IDLE: 1.9,
    Weight.CUBE: 1.4,
    Weight.ICON: 40,
    Weight.TIRED: 0.7,
    Weight.STREET: 0,
    Weight.FINISH: 20,
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
}
PICKETS = {Weight.STREET: 4, Weight.SPARE: 0, Weight.RESERVE: 0}  # where it differs from the planner


@bot("flint", weights={weight: PLANS[weight] for weight in Weight})
def planner(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Hold two factories and a spare, and let time work for the strike.

    It values a second held factory most, since from then on every turn moves the token; then the spaces that the
    rolls to come could hurt most, the strikebreakers whose supply runs short, and the removal of the event in play.
    Each action is weighed against the spaces it makes the tracker advance, so it rests as soon as little is left to do.
    """
    return decide_by(t, s, actions, n, w)


@bot("flint", weights={weight: SEES.get(weight, 0) for weight in Weight})
def novice(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Put workers into factories, chase away strikebreakers, rest when tired; look no further than this turn.

    It does not ask which space the die could hit, what the event in play wants, what runs short, or where the own icons
    stand on the calendar.
    """
    return decide_by(t, s, actions, n, w)


@bot("flint", weights={weight: PICKETS.get(weight, PLANS[weight]) for weight in Weight})
def picketer(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Hold two factories and spend everybody else on the Street, so that no Corner is left open."""
    return decide_by(t, s, actions, n, w)


BOTS = (random, novice, planner, picketer)
