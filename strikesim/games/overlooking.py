"""What people do not see: a player who overlooks part of what is on offer."""

from strikesim._jit import Record, njit
from strikesim.games.common import END
from strikesim.rng import Stream, bounded

OF = 1000  # parts of a share


@njit
def notice(actions: Record, n: int, overlook: float, r: Stream, codes: Record, places: Record) -> int:
    """Write the codes of the actions that are noticed, and their places among `actions`; return their number.

    Each is overlooked with the chance `overlook`, from 0 to 1; never the end of a turn. Whoever sees nothing at all
    looks again, and sees one of them.
    """
    m = 0
    for i in range(n):
        if actions[i] == END or bounded(r, OF) >= OF * overlook:
            codes[m], places[m] = actions[i], i
            m += 1
    if m == 0:
        places[0] = bounded(r, n)
        codes[0] = actions[places[0]]
        m = 1
    return m
