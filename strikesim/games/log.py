"""The log of chance: what chance did in the last step, for the trace. Each game says what its events are."""

from strikesim._jit import Record, njit
from strikesim.errors import StrikesimError


@njit
def note(s: Record, event: int, seat: int, number: int) -> None:
    """Note one event of chance: which, whose, and a number (of a card, a place, a roll).

    A log that is full goes on counting: reading it then fails.
    """
    if s.n_log < len(s.log):
        s.log[s.n_log, 0] = event
        s.log[s.n_log, 1] = seat
        s.log[s.n_log, 2] = number
    s.n_log += 1


@njit
def clear_log(s: Record) -> None:
    """Blank the log."""
    for i in range(min(s.n_log, len(s.log))):
        for k in range(3):
            s.log[i, k] = 0
    s.n_log = 0


def read_log(s: Record) -> "list[tuple[int, int, int]]":
    """Return the events of the last step in order: (event, seat, number) each.

    Raises
    ------
    StrikesimError
        There were more than the log has room for.
    """
    if s.n_log > len(s.log):
        raise StrikesimError(f"chance did {s.n_log} things in one step, the log has room for {len(s.log)}: raise LOG")
    return [(int(event), int(seat), int(number)) for event, seat, number in s.log[: s.n_log]]
