"""The kernels agree with the naive referees, state by state, over switches, options, alternatives, bots and counts."""

import json
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.strajk.positions import HALL, RICH, SHORT
from naive import flint, flint_table, strajk, strike
from strikesim.engine.bots import find_bot, marks
from strikesim.engine.match import prepare
from strikesim.engine.trace import trace
from strikesim.games import load
from strikesim.games.registry import FOLDER, names
from strikesim.games.ruleset import read_layers

BLOCK, BLOCKS = 250, 8  # games in one test, and tests for each ruleset
ALWAYS = 3  # tests of them that are run with all others; `pytest -m thorough` runs the rest


@dataclass(frozen=True)
class Subject:
    """What one ruleset's games are spread over, and what must have been seen at least 50 times in 2,000 of them."""

    check: Callable[[Iterable[Any]], int]
    switches: dict[str, tuple[Any, ...]]
    wanted: str
    options: dict[str, tuple[Any, ...]] = field(default_factory=dict)
    variants: tuple[dict[str, Any], ...] = ({},)


SUBJECTS = {
    "strajk": Subject(
        strajk.check,
        strajk.SWITCHES,
        "move take special remove put discard done negotiate win unfinished",
        {"ruleset.turn_limit": (8, 12, 60)},
        # variants in which even random players negotiate, and whole games of the published one
        ({}, {}, RICH, SHORT, HALL, {"cards.resident.special.remove": 2, "cards.resident.start": 3}),
    ),
    "strike": Subject(
        strike.check,
        strike.SWITCHES,
        "grow refuel mobilize disassemble draw ally strike give_ally power decline keep_striker give_striker loss",
        {"ruleset.turn_limit": (5, 10, 200)},
    ),
    "flint": Subject(
        flint.check,
        flint_table.SWITCHES,
        "place occupy picket resist rest gambit coordinate hold agitate relief activate step move win loss",
        {
            "token": (40, 35, 30),
            "extra_card": (False, True),
            "events_in_play": (1, 2, 3),
            "map": ("random", "random", "scattered", "joined"),
            "solo_committees": (3, 4, 5),
        },
    ),
}


layers_of = cache(read_layers)  # the published files are read once


def game(name: str, number: int) -> dict[str, Any]:
    """Return the arguments of one of many games: the published rules, or with some of everything that can be chosen."""
    subject, chance, base = SUBJECTS[name], Random(number), layers_of(name).base
    alternatives = {key: tuple(entry["alternatives"]) for key, entry in base["assumed"].items()}
    changes = dict(chance.choice(subject.variants))
    for key, values in {**subject.switches, **subject.options, **alternatives}.items():
        if key == "ruleset.turn_limit" or chance.random() < 0.35:
            changes[key] = chance.choice(values)
    bots = list(marks(load(name)))
    return {
        "changes": changes,
        "players": chance.choice(base["ruleset"]["players"]),
        "difficulty": chance.choice(base["ruleset"]["difficulties"] or [None]),
        "bots": [chance.choice(bots), chance.choice(bots)],
        "number": number,
    }


def lines_of(name: str, changes: Any, players: int, difficulty: Any, bots: list[str], number: int) -> list[Any]:
    """Return a game's trace as it is written and read."""
    layers = layers_of(name).changed(changes)
    found = [find_bot(load(name), bot, Path()) for bot in bots]
    match = prepare(layers.data(), players, difficulty, found, layers.where)
    return [json.loads(json.dumps(line)) for line in trace(match, 1, number)]


def agreement(name: str, numbers: Iterable[int]) -> Counter[str]:
    """Let the referee check games; return how often each action and outcome was seen."""
    seen: Counter[str] = Counter()
    for number in numbers:
        arguments = game(name, number)
        lines = lines_of(name, **arguments)
        try:
            assert SUBJECTS[name].check(lines) == len(lines) - 3
        except Exception as error:
            raise AssertionError(f"{name}, {arguments}: {error}") from error
        seen.update(line["action"]["type"] for line in lines[2:-1])
        seen[lines[-1]["result"]["outcome"]] += 1
    return seen


def test_every_ruleset_has_a_referee() -> None:
    """Of the package's own: tests of games in folders make theirs known in the same process."""
    assert sorted(SUBJECTS) == sorted(path.parent.name for path in FOLDER.glob("*/rules.py"))


@pytest.mark.parametrize("name", names())
def test_kernel_and_referee_agree_in_30_games(name: str) -> None:
    agreement(name, range(BLOCK * BLOCKS, BLOCK * BLOCKS + 30))


@pytest.mark.slow
@pytest.mark.jit
@pytest.mark.parametrize(
    "block", [pytest.param(k, marks=[pytest.mark.thorough] if k >= ALWAYS else []) for k in range(BLOCKS)]
)
@pytest.mark.parametrize("name", names())
def test_kernel_and_referee_agree_in_2000_games(name: str, block: int) -> None:
    seen = agreement(name, range(block * BLOCK, (block + 1) * BLOCK))
    missing = [word for word in SUBJECTS[name].wanted.split() if seen[word] < 50 / BLOCKS]
    assert not missing, f"{missing} seen too seldom: {dict(seen)}"


@pytest.mark.parametrize("name", names())
def test_the_games_are_spread_over_everything_that_can_be_chosen(name: str) -> None:
    drawn = [game(name, number) for number in range(BLOCK * BLOCKS)]
    subject, base = SUBJECTS[name], layers_of(name).base
    for key, values in {**subject.switches, **subject.options}.items():
        assert {entry["changes"].get(key) for entry in drawn} >= set(values)
    for key, entry in base["assumed"].items():
        assert {chosen["changes"].get(key) for chosen in drawn} >= set(entry["alternatives"])
    assert {entry["players"] for entry in drawn} == set(base["ruleset"]["players"])
    assert {bot for entry in drawn for bot in entry["bots"]} == set(marks(load(name)))
