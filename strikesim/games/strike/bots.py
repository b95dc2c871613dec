"""The bots of STRIKE!."""

from strikesim._jit import Record
from strikesim.games.bot import bot
from strikesim.rng import Stream, bounded


@bot("strike")
def random(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Take any legal action, all equally likely. Nobody plays like this: it serves tests and measures speed."""
    return bounded(r, n)


BOTS = (random,)
