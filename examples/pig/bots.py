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


@njit
def by_the_book(t: Record, s: Record, actions: Record, n: int, against: int) -> int:
    """Return the index of what is best: against one who plays best (0), or who holds at 20 (1)."""
    mine = s.score[s.seat]
    wins = mine + s.total >= t.target
    return take(actions, n, wins or is_held(t.holds[against, mine, best_other(t, s)], s.total))


@bot("pig")
def optimal(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Play perfectly against one other who does, too; against several, as if the one ahead were alone."""
    return by_the_book(t, s, actions, n, 0)


@bot("pig")
def answer(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Play what is best against one who holds at 20: whoever knows the other's habit does better than perfectly."""
    return by_the_book(t, s, actions, n, 1)


BOTS = (random, planner, optimal, answer)
SEARCHES = {"expert": "search:planner:64"}
