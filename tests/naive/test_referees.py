"""Every naive referee accepts the recorded games and refuses whatever is false in them, at its ply.

That a referee's rules are right is proved elsewhere: the clause tests ask it about each step of their positions
(witness.py), and it agrees with the kernel in thousands of games (games/test_referee.py).
"""

import json
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

from naive.comparison import Disagreement
from record import paths, play, settings_of

Json = dict[str, Any]
FALSIFIED = 30  # values in each game

every_game = pytest.mark.parametrize("path", paths(), ids=lambda path: f"{path.parent.name}/{path.stem}")


@cache
def text_of(path: Path) -> str:
    lines = play(path.parent.name, tomllib.loads(settings_of(path)))
    return json.dumps([{key: value for key, value in line.items() if key != "steps"} for line in lines])


def recorded(path: Path) -> list[Json]:
    """Return the trace of a recorded game, without the steps, which only retell the rest."""
    lines: list[Json] = json.loads(text_of(path))
    return lines


def check(path: Path, lines: list[Json]) -> int:
    """Let the game's referee check a trace; return the number of decisions."""
    decisions: int = import_module(f"naive.{path.parent.name}").check(lines)
    return decisions


@every_game
def test_a_recorded_game_is_accepted(path: Path) -> None:
    lines = recorded(path)
    assert check(path, lines) == len(lines) - 3


# ---- lies about one decision ---------------------------------------------------------------------------------------


CHEAT = {"type": "cheat"}


def chance(line: Json) -> bool:
    return bool(line["chance"])


def asked(line: Json) -> bool:
    return line["state"]["pending"] is not None


Lie = tuple[Callable[[Json], object], str, Callable[[Json], bool]]  # what is changed, what is told, in which lines
LIES: dict[str, Lie] = {
    "an action on offer is left out": (lambda line: line["legal"].remove(line["action"]), "legal lacks", bool),
    "an action is offered that is none": (lambda line: line["legal"].append(CHEAT), "legal offers", bool),
    "an action is offered twice": (lambda line: line["legal"].append(line["legal"][0]), "an action twice", bool),
    "an action is taken that is not on offer": (lambda line: line.update(action=CHEAT), "is not legal", bool),
    "chance does something again": (lambda line: line["chance"].append(line["chance"][-1]), "more than", chance),
    "chance leaves something out": (lambda line: line["chance"].pop(), "chance|demand", chance),
    "it is another turn": (lambda line: line.update(turn=line["turn"] + 7), "turn is", bool),
    "it is another seat's": (lambda line: line.update(seat=line["seat"] + 1), "seat is", bool),
    "it is another ply": (lambda line: line.update(ply=line["ply"] + 1), "ply is", bool),
    "nothing is pending": (lambda line: line["state"].update(pending=None), "pending", asked),
    "another seat is asked": (lambda line: line["state"]["pending"].update(seat=8), "pending", asked),
}


@every_game
@pytest.mark.parametrize("lie", LIES)
def test_a_lie_about_a_decision_is_refused(path: Path, lie: str) -> None:
    tell, words, fits = LIES[lie]
    lines = recorded(path)
    false = Random(lie).choice([line for line in lines[2:-1] if fits(line)])
    ply = false["ply"]
    tell(false)
    with pytest.raises(Disagreement, match=words) as refusal:
        check(path, lines)
    assert refusal.value.ply == ply


@every_game
def test_a_state_without_one_of_its_fields_is_refused(path: Path) -> None:
    for name in recorded(path)[4]["state"]:
        lines = recorded(path)
        del lines[4]["state"][name]
        with pytest.raises(Disagreement, match=name) as refusal:
            check(path, lines)
        assert refusal.value.ply == 3


# ---- lies about the whole ------------------------------------------------------------------------------------------

TALES: dict[str, tuple[Callable[[list[Json]], object], str]] = {
    "there is nothing": (lambda lines: lines.clear(), "header"),
    "a decision is left out": (lambda lines: lines.pop(4), "ply"),
    "a decision is told again": (lambda lines: lines.insert(4, lines[3]), "ply"),
    "the result is left out": (lambda lines: lines.pop(), "ends without a result"),
    "the result comes too early": (lambda lines: lines.pop(-2), "still runs"),
    "something follows the result": (lambda lines: lines.append(lines[-2]), "goes on after the result"),
    "the game goes on": (
        lambda lines: lines.insert(-1, {**lines[-2], "ply": lines[-2]["ply"] + 1}),
        "the game is over",
    ),
}


@every_game
@pytest.mark.parametrize("tale", TALES)
def test_a_trace_of_which_something_is_lost_or_added_is_refused(path: Path, tale: str) -> None:
    tell, words = TALES[tale]
    lines = recorded(path)
    tell(lines)
    with pytest.raises(Disagreement, match=words):
        check(path, lines)


# ---- any value -----------------------------------------------------------------------------------------------------


def leaves(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the way to every single value.

    Left out is what is being decided, which each game tells in its own words, and the number of a factory, which may be
    any as long as its Stations share it.
    """
    if isinstance(value, dict | list) and value:
        for name, part in value.items() if isinstance(value, dict) else enumerate(value):
            if name not in ("pending", "factory"):
                yield from leaves(part, (*way, name))
    elif not isinstance(value, dict | list):
        yield way


def falsify(lines: list[Json], way: tuple[Any, ...]) -> None:
    """Change one value."""
    place: Any = lines
    for name in way[:-1]:
        place = place[name]
    value = place[way[-1]]
    false = not value if value is None or isinstance(value, bool) else value + 7 if isinstance(value, int) else "lie"
    place[way[-1]] = false


@every_game
def test_any_false_value_of_a_state_or_result_is_refused_at_its_ply(path: Path) -> None:
    lines = recorded(path)
    states = [way for i in range(1, len(lines) - 1) for way in leaves(lines[i]["state"], (i, "state"))]
    for way in [*Random(1).sample(states, FALSIFIED), *leaves(lines[-1]["result"], (-1, "result"))]:
        false = recorded(path)
        falsify(false, way)
        with pytest.raises(Disagreement) as refusal:
            check(path, false)
        assert refusal.value.ply == (way[0] - 1 if way[0] > 0 else lines[-2]["ply"]), way
