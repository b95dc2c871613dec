"""bots.py: who plays. A bot gets what its seat may know and returns the index of an action; its docstring is its ad.

`random` must be there. A bot of sensible play makes the rates mean something: watch whole games (`strikesim play`)
before you believe them. `SEARCHES` gives names to bots that think ahead.
"""

from strikesim._jit import Record, njit
from strikesim.games.bot import bot
from strikesim.rng import Stream, bounded

from .rules import leader
from .state import PLAY, PUSH


@bot("regatta")
def random(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Take any legal action, all equally likely."""
    return bounded(r, n)


@njit
def worth(t: Record, s: Record, action: int, w: Record) -> float:
    """Return what an action is worth: spaces of the own boat ahead, and of the first of the others back."""
    p = int(s.seat)
    if action in PLAY:
        kind = PLAY.card(action)
        thrown = min(t.back[kind], s.boat[leader(t, s, p)])
        return w[0] * t.steps[kind] + w[1] * thrown
    if action in PUSH:
        succeeds = (7 - t.push_from) / 6
        return w[0] * (succeeds * t.push_steps - (1 - succeeds) * min(t.fall_back, s.boat[p]))
    return w[2] if s.n_hand[p] == 0 else 0.0


@bot("regatta", weights={"step": 1.0, "wave": 0.6, "rest": 1.0})
def planner(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Take what is worth most now: sail ahead, throw back who leads, and draw when the hand is empty."""
    best, most = 0, -1e9
    for i in range(n):
        points = worth(t, s, actions[i], w) + bounded(r, 1000) / 1e6  # ties by chance
        if points > most:
            best, most = i, points
    return best


BOTS = (random, planner)
SEARCHES = {"expert": "search:planner:32"}
