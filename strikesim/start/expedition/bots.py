"""bots.py: who plays. A bot gets what its seat may know and returns the index of an action; its docstring is its ad.

`random` must be there. A bot of sensible play makes the rates mean something: watch whole games (`strikesim play`)
before you believe them. `SEARCHES` gives names to bots that think ahead.
"""

from strikesim._jit import Record, njit
from strikesim.games.bot import bot
from strikesim.rng import Stream, bounded

from .state import PLAY, PUSH


@bot("expedition")
def random(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Take any legal action, all equally likely."""
    return bounded(r, n)


@njit
def worth(t: Record, s: Record, action: int, w: Record) -> float:
    """Return what an action is worth: spaces for the party, and for the storm the more the nearer it is."""
    danger = w[1] * (s.storm + 1) / t.storm_limit
    if action in PLAY:
        kind = PLAY.card(action)
        return w[0] * t.steps[kind] + danger * min(t.calm[kind], s.storm)
    if action in PUSH:
        succeeds = (7 - t.push_from) / 6
        return w[0] * succeeds * t.push_steps - danger * (1 - succeeds)
    return w[2] if s.n_hand[s.seat] == 0 else 0.0


@bot("expedition", weights={"step": 1.0, "danger": 1.0, "rest": 1.0})
def planner(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Take what is worth most now: climb, and seek shelter when the storm is near."""
    best, most = 0, -1e9
    for i in range(n):
        points = worth(t, s, actions[i], w) + bounded(r, 1000) / 1e6  # ties by chance
        if points > most:
            best, most = i, points
    return best


BOTS = (random, planner)
SEARCHES = {"expert": "search:planner:32"}
