"""The bots of Pig."""

from strikesim._jit import Record, njit
from strikesim.games.bot import bot
from strikesim.rng import Stream, bounded

from .best import is_held
from .state import HOLD


@njit
def take(actions: Record, n: int, holds: bool) -> int:
    """Return the index of holding or rolling."""
    for i in range(n):
        if (actions[i] in HOLD) == holds:
            return i
    return 0


@njit
def best_other(t: Record, s: Record) -> int:
    """Return the highest score of another player."""
    best = 0
    for p in range(t.players):
        if p != s.seat:
            best = max(best, s.score[p])
    return best


@bot("pig")
def random(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Roll or hold, whichever comes."""
    return bounded(r, n)


@bot("pig", weights={"hold_at": 20})
def planner(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Hold at 20, or at what wins: that makes the most points in a turn."""
    return take(actions, n, s.total >= w[0] or s.score[s.seat] + s.total >= t.target)


@bot("pig")
def optimal(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Play perfectly against one other; against several, as if the one ahead were alone."""
    if s.score[s.seat] + s.total >= t.target:
        return take(actions, n, True)
    return take(actions, n, is_held(t.holds[s.score[s.seat], best_other(t, s)], s.total))


BOTS = (random, planner, optimal)
SEARCHES = {"expert": "search:planner:64"}
