"""Every game keeps the contract (games/contract.py), whatever its rules: it is found by its folder.

What is shown of any game, an author's too, is in `strikesim.authoring.proofs`; the rest here is of the package's own
games. That the checks can say no, `test_plugins.py` shows.
"""

import json
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random

import pytest

from strikesim.authoring import proofs
from strikesim.authoring.proofs import Check
from strikesim.authoring.subject import SEED, Subject
from strikesim.engine.trace import trace
from strikesim.games import load
from strikesim.games.registry import FOLDER, names
from strikesim.games.ruleset import components, read_layers

TESTS = Path(__file__).parents[1]
ELSEWHERE = (proofs.clauses_are_tested, proofs.referee_agrees)  # tests of their own show more of it
MANY = (proofs.ends, proofs.metrics_move)
CHECKS = [check for check in proofs.CHECKS if check not in ELSEWHERE]

every_game = pytest.mark.parametrize("name", names())


@cache
def subject_of(name: str) -> Subject:
    return Subject(name, hidden=TESTS / "games" / name / "hidden.py")


@every_game
@pytest.mark.parametrize(
    "check", [pytest.param(one, marks=pytest.mark.many if one in MANY else (), id=one.__name__) for one in CHECKS]
)
def test_a_game_keeps_the_contract(name: str, check: Check) -> None:
    assert check(subject_of(name))


@every_game
def test_no_game_imports_another_nor_is_imported_by_what_they_share(name: str) -> None:
    others = [f"strikesim.games.{other}" for other in names() if other != name]
    for path in FOLDER.rglob("*.py"):
        if path.parent in (FOLDER / name, FOLDER):
            assert not [other for other in others if other in path.read_text(encoding="utf-8")], path


@every_game
def test_labels_are_no_component(name: str) -> None:
    assert "labels" not in components(read_layers(name).data())


@every_game
def test_rows_are_what_the_naive_referee_counts(name: str) -> None:
    measured, state, chance = import_module(f"naive.{name}").measured, load(name).state, Random(SEED)
    for number, match in enumerate(chance.choices(list(subject_of(name).matches()), k=12)):
        row, counted = (
            match.play(SEED, number, 1)[0],
            measured(json.loads(json.dumps(list(trace(match, SEED, number))))),
        )
        assert row.first_seat == counted.first_seat
        assert counted.game == dict(zip([metric.name for metric in state.METRICS], row.metrics.tolist(), strict=True))
        for seat, counts in enumerate(counted.seats):
            values = row.seat_metrics[seat].tolist()
            assert counts == dict(zip([metric.name for metric in state.SEAT_METRICS], values, strict=True))
