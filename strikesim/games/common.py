"""What every game's state has in common, so that one kernel can play them all."""

import sys
from dataclasses import dataclass
from enum import IntEnum
from types import SimpleNamespace
from typing import Any, Self

import numba
import numpy as np
from numba import types

from strikesim._jit import OF_GAME, Record
from strikesim.sources import identity_of

MAX_SEATS = 5
MAX_ACTIONS = 2048  # room for the legal actions of one decision
RUNNING, WIN, LOSS, UNFINISHED = range(4)
OUTCOMES = ("running", "win", "loss", "unfinished")
END = 0  # the code of `end_turn` / `end_actions`: the one decision that is told even when it is forced
NOBODY = -1

EVENT = ("event", "seat", "number")  # the columns of the log
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


class Metrics(IntEnum):
    """What a game measures: a member is declared with the rest of a `Metric`, its name and its index follow.

    In kernels a member is its index into `state.metrics` or `state.seat_metrics`::

        class PerSeat(Metrics):
            TROPHIES = "Demands won", "demands"

        s.seat_metrics[p, PerSeat.TROPHIES] += 1
    """

    label: str
    unit: str
    names_from: str

    def __new__(cls, label: str, unit: str, names_from: str = "") -> Self:
        """Return the next member."""
        member = int.__new__(cls, len(cls.__members__))
        member._value_ = len(cls.__members__)
        member.label, member.unit, member.names_from = label, unit, names_from
        return member

    @classmethod
    def columns(cls) -> tuple[Metric, ...]:
        """Return the metrics as columns of the results, in the order of their indices."""
        return tuple(Metric(member.name.lower(), member.label, member.unit, member.names_from) for member in cls)


def names_of(members: "type[IntEnum]") -> tuple[str, ...]:
    """Return the names of an enumeration that counts from 0, in lower case: what codes stand for in text.

    Raises
    ------
    ValueError
        It doesn't count from 0 without a gap.
    """
    if [int(member) for member in members] != list(range(len(members))):
        raise ValueError(f"{members.__name__} must count 0, 1, 2 …")
    return tuple(member.name.lower() for member in members)


def state_dtype(log: int, metrics: int, seat_metrics: int, fields: "list[tuple[Any, ...]]") -> np.dtype[Any]:
    """Return the dtype of a state: the fields every game has, then its own.

    Its last field takes no room. Its name says whose state it is, so that no game's is of the type of another's, nor of
    the type that it had before its sources were changed.

    Parameters
    ----------
    log
        Room for the notes of one step.
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
        ("first_seat", np.int8),  # the seat that began; 0 where no seat does
        ("turn", np.int32),  # the player turn being played, from 1
        ("n_log", np.int16),  # notes of the last step, also those beyond the log's room; -1: none are taken
        ("log", np.int16, (log, len(EVENT))),  # what was noted in the last step: see log.py
        ("metrics", np.int32, (metrics,)),
        ("seat_metrics", np.int32, (MAX_SEATS, seat_metrics)),
    ]
    whose = OF_GAME + _game_of_caller()
    return record_dtype([*common, *fields, (whose, np.int8, (0,))])


def _game_of_caller() -> str:
    """Return the identity of the game whose module has called `state_dtype`."""
    caller = sys._getframe(2)
    return identity_of(caller.f_globals["__name__"], caller.f_code.co_filename)


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
