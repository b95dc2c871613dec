"""What a player cannot know of a game of STRIKE!, dealt anew: nothing that the state holds."""

from numba import types

from strikesim._jit import Record, njit
from strikesim.games.strike.state import S
from strikesim.games.strike.tables import T
from strikesim.rng import STREAM, Stream


@njit(types.void(T, S, types.int64, STREAM))
def redraw(t: Record, s: Record, seat: int, r: Stream) -> None:
    """Leave everything as it is: hands are open, and a deck is drawn from by its counts, so no order is stored."""
