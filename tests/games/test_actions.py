"""Declared actions give out codes that no two share, and kernels read them as Python does."""

from typing import Any

import numpy as np
import pytest

from strikesim._jit import njit
from strikesim.games.actions import Action, Actions

ACTIONS = Actions()
END = ACTIONS.declare("end")
MOVE = ACTIONS.declare("move", card=5, to=16)
RESIST = ACTIONS.declare("resist", kind=3, at=30, worker_at=30, seat=5)
DONE = ACTIONS.declare("done")


def all_codes(action: Action) -> list[int]:
    return [action.code(*values) for values in np.ndindex(*action.sizes.values())]


def test_codes_are_read_back_and_no_two_are_the_same() -> None:
    codes = [code for action in ACTIONS for code in all_codes(action)]
    assert len(set(codes)) == len(codes) == 1 + 5 * 16 + 3 * 30 * 30 * 5 + 1
    for code in codes:
        action, values = ACTIONS.read(code)
        assert action.code(*values.values()) == code
        assert [other for other in ACTIONS if code in other] == [action]


def test_the_first_code_is_0_or_what_is_asked_for() -> None:
    assert END.code() == 0
    assert Actions(first=1).declare("pass").code() == 1


@njit
def told(action: int) -> Any:
    if action in RESIST:
        rewritten = RESIST.code(RESIST.kind(action), RESIST.at(action), RESIST.worker_at(action), RESIST.seat(action))
        return rewritten, RESIST.worker_at(action)
    if action in MOVE:
        return MOVE.code(MOVE.card(action), MOVE.to(action)), MOVE.to(action)
    return (DONE.code() if action in DONE else END.code()), -1


def test_a_kernel_reads_and_writes_codes_as_python_does() -> None:
    codes = [code for action in (END, MOVE, DONE) for code in all_codes(action)] + all_codes(RESIST)[::97]
    for code in codes:
        values = ACTIONS.read(code)[1]
        assert told(code) == (code, values.get("worker_at", values.get("to", -1)))


@pytest.mark.parametrize(
    ("name", "sizes", "says"),
    [
        ("end", {}, "declared twice"),
        ("go", {"code": 3}, "code = 3"),
        ("go", {"to": 0}, "to = 0"),
        ("go", {"a": 2, "b": 2, "c": 2, "d": 2, "e": 2}, "5 fields; 4 is the most"),
        ("go", {"a": 2**16, "b": 2**15}, "must stay under 2"),
    ],
)
def test_a_wrong_declaration_is_told(name: str, sizes: dict[str, int], says: str) -> None:
    actions = Actions()
    actions.declare("end")
    with pytest.raises(ValueError, match=says):
        actions.declare(name, **sizes)


def test_a_value_out_of_range_is_told() -> None:
    with pytest.raises(ValueError, match="card = 5; 0 to 4 fit"):
        MOVE.code(5, 0)
    with pytest.raises(ValueError, match="no action's code"):
        ACTIONS.read(10**6)
    with pytest.raises(AttributeError, match="'at'"):
        MOVE.at(0)
