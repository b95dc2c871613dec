"""What a game need not say: functions that its modules get where they leave them out."""

from strikesim._jit import Record, njit
from strikesim.games.common import NOBODY, RUNNING, WIN
from strikesim.games.log import close_log
from strikesim.rng import Stream

HORIZON = 0  # playouts go on to the end of the game
FEATURES: tuple[str, ...] = ()
SEARCHES: dict[str, str] = {}


@njit
def is_over(s: Record) -> bool:
    """Tell whether the game has ended."""
    return s.outcome != RUNNING


@njit
def value(s: Record, seat: int) -> float:
    """Return 1 for a seat that has won, alone or with all others; else 0."""
    return 1.0 if s.outcome == WIN and (s.winner == NOBODY or s.winner == seat) else 0.0


@njit
def hide(t: Record, s: Record, seat: int) -> None:
    """Blank the log alone: all else is open."""
    close_log(s)


@njit
def redraw(t: Record, s: Record, seat: int, r: Stream) -> None:
    """Leave everything as it is: nothing is hidden."""


@njit
def features(t: Record, s: Record, seat: int, x: Record) -> None:
    """Tell nothing: nobody knows who is ahead."""
