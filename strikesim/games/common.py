"""What every game's state has in common, so that one kernel can play them all."""

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np
from numba import types

from strikesim._jit import Record, njit

MAX_SEATS = 5
MAX_ACTIONS = 2048  # room for the legal actions of one decision
RUNNING, WIN, LOSS, UNFINISHED = range(4)
OUTCOMES = ("running", "win", "loss", "unfinished")
END = 0  # the code of `end_turn` / `end_actions`: the one decision that is told even when it is forced
NOBODY = -1

ACTIONS = types.int64[::1]
WEIGHTS = types.float64[::1]


@dataclass(frozen=True)
class Metric:
    """A column of the results: its name, a label for axes and tables, its unit.

    A metric whose values are codes says in `names_from` which table of the ruleset names them, in its order; -1: none.
    """

    name: str
    label: str
    unit: str
    names_from: str = ""


def state_dtype(log: int, metrics: int, seat_metrics: int, fields: "list[tuple[Any, ...]]") -> np.dtype[Any]:
    """Return the dtype of a state: the fields every game has, then its own.

    Parameters
    ----------
    log
        Room for the events of chance of one step.
    metrics, seat_metrics
        Number of metrics per game, and per game and seat.
    fields
        The game's own fields, in numpy's form (name, type[, shape]).
    """
    common = [
        ("outcome", np.int8),  # RUNNING, WIN, LOSS or UNFINISHED
        ("winner", np.int8),  # the winning seat of a competitive game, else NOBODY
        ("cause", np.int8),  # why the game ended: index into the game's CAUSES
        ("seat", np.int8),  # who decides next
        ("current", np.int8),  # whose turn it is
        ("turn", np.int32),  # the player turn being played, from 1
        ("n_log", np.int16),
        ("log", np.int16, (log,)),  # what chance did in the last step
        ("metrics", np.int32, (metrics,)),
        ("seat_metrics", np.int32, (MAX_SEATS, seat_metrics)),
    ]
    return record_dtype([*common, *fields])


def record_dtype(fields: "list[tuple[Any, ...]]") -> np.dtype[Any]:
    """Return a structured dtype whose fields can be read as attributes in Python as well as in a kernel."""
    return np.dtype((np.record, fields))


def plain(record: Record) -> SimpleNamespace:
    """Return the fields of a record as Python integers and int64 arrays: outside a kernel a record's own are slow."""
    fields = {name: record[name] for name in record.dtype.names}
    return SimpleNamespace(
        **{name: value.astype(np.int64) if np.ndim(value) else value.item() for name, value in fields.items()}
    )


def record_type(dtype: np.dtype[Any]) -> Any:
    """Return numba's type of one record of a dtype."""
    return numba.from_dtype(dtype)


@njit
def clear_log(s: Record) -> None:
    """Blank the log of chance."""
    for i in range(s.n_log):
        s.log[i] = 0
    s.n_log = 0
