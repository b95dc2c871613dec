"""How the naive referees read a trace, and what they raise when trace and rules differ."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from typing import Any

IN_ORDER = json.JSONEncoder(sort_keys=True)
PLAIN = (int, str, bool, type(None))


class Disagreement(Exception):  # noqa: N818 - it is a verdict on a trace, not an error of the referee
    """Say at which ply trace and rules first differ, and in what."""

    def __init__(self, ply: int, what: str) -> None:
        super().__init__(f"ply {ply}: {what}")
        self.ply = ply
        self.what = what


@dataclass(frozen=True)
class Measured:
    """What a naive referee counts in one game: the columns of its row."""

    first_seat: int
    game: dict[str, int]
    seats: list[dict[str, int]]


def demand_that(condition: bool, ply: int, what: str) -> None:
    """Raise a disagreement unless the condition holds."""
    if not condition:
        raise Disagreement(ply, what)


def entry(record: object, name: str, ply: int) -> Any:
    """Return an entry the trace format requires."""
    if not isinstance(record, dict) or name not in record:
        raise Disagreement(ply, f"{name!r} is missing in {record!s:.200}")
    return record[name]


def counts(given: object, ply: int) -> Counter[str]:
    """Read counts by kind; zero counts may be left out."""
    if not isinstance(given, dict):
        raise Disagreement(ply, f"{given!r:.200} is not a table of counts by kind")
    for kind, count in given.items():
        if type(count) is not int or count < 0:
            raise Disagreement(ply, f"{count!r} is no count of {kind}")
    return Counter({kind: count for kind, count in given.items() if count})


def canonical(action: object) -> str:
    """Return a text that two actions share only if they are the same."""
    return IN_ORDER.encode(action)


def first_difference(expected: Any, given: Any, path: str, ply: int) -> str | None:
    """Name the first place where the trace's state differs; entries the format does not name are passed over.

    Counts by kind are expected as a `Counter` without zeros, and a list of names sorted: the trace may have any order.
    Called for every entry of every state, so written for speed: true is not taken for 1 though they are equal.
    """
    kind = type(expected)
    if kind in PLAIN:
        if kind is type(given) and expected == given:
            return None
    elif kind is Counter:
        found = counts(given, ply)
        if dict.__eq__(expected, found):
            return None
        expected, given = dict(expected), dict(found)
    elif kind is dict and isinstance(given, dict):
        for name, value in expected.items():
            difference = first_difference(value, entry(given, name, ply), f"{path}.{name}", ply)
            if difference:
                return difference
        return None
    elif kind is list and isinstance(given, list) and len(given) == len(expected):
        in_order = sorted(given) if all(isinstance(name, str) for name in given) else given
        for i, (value, found) in enumerate(zip(expected, in_order, strict=True)):
            difference = first_difference(value, found, f"{path}[{i}]", ply)
            if difference:
                return difference
        return None
    return f"{path} is {given!r:.200}, by the rules {expected!r:.200}"
