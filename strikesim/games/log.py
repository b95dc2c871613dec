"""The log: what happened in the last step without a choice, for the trace. Each game says what its events are.

In it is what chance did; a game may note more. Only a trace reads it: the kernel takes no notes, nor does a bot's view.
"""

from strikesim._jit import Record, njit
from strikesim.errors import StrikesimError

CLOSED = -1  # in `n_log`: no notes are taken


@njit
def note(s: Record, event: int, seat: int, number: int) -> None:
    """Note one event: which, whose, and a number (of a card, a place, a roll).

    A log that is full goes on counting: reading it then fails.
    """
    if s.n_log == CLOSED:
        return
    if s.n_log < len(s.log):
        s.log[s.n_log, 0] = event
        s.log[s.n_log, 1] = seat
        s.log[s.n_log, 2] = number
    s.n_log += 1


@njit
def clear_log(s: Record) -> None:
    """Blank the log, if it is open."""
    if s.n_log == CLOSED:
        return
    for i in range(min(s.n_log, len(s.log))):
        for k in range(3):
            s.log[i, k] = 0
    s.n_log = 0


@njit
def close_log(s: Record) -> None:
    """Blank the log and take no more notes."""
    clear_log(s)
    s.n_log = CLOSED


def read_log(s: Record) -> "list[tuple[int, int, int]]":
    """Return the events of the last step in order: (event, seat, number) each.

    Raises
    ------
    StrikesimError
        There were more than the log has room for, or no notes are taken.
    """
    if s.n_log == CLOSED:
        raise StrikesimError("the log is closed: it takes no notes in the kernel and in a bot's view")
    if s.n_log > len(s.log):
        raise StrikesimError(f"{s.n_log} things happened in one step, the log has room for {len(s.log)}: raise LOG")
    return [(int(event), int(seat), int(number)) for event, seat, number in s.log[: s.n_log]]
