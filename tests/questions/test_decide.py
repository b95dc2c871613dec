"""Targets decided while games are played, by what is left in the folder."""

from pathlib import Path
from typing import Any

import pytest

from strikesim.errors import ConfigError
from strikesim.questions import decide as module
from strikesim.questions.decide import decide
from sweep.sweeps import files

SWEEP = """
[[sweep]]
name = "aimed"
ruleset = "flint"
games = 400
[sweep.grid]
players = 2
difficulty = ["easy", "hard"]
bots = ["random", "novice"]
[sweep.target]
win_rate = [0.0, 0.2]
"""


@pytest.fixture(autouse=True)
def _many_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOOK", 40)


def asked(folder: Path, text: str = SWEEP, **keys: Any) -> Any:
    path = folder / "sweep.toml"
    path.write_text(text, encoding="utf-8")
    return next(decide(path, out=folder / "out", jobs=1, **keys))


def test_a_clear_cell_is_decided_early_and_an_open_one_gets_the_games(tmp_path: Path) -> None:
    found = asked(tmp_path)
    table = found.verdicts.set_index(["difficulty", "bots"])
    assert table.loc[("hard", "random"), ["verdict", "games"]].tolist() == ["inside", 40]
    assert set(table["verdict"]) <= {"inside", "above", "undecided"}
    assert all(table.loc[table["verdict"] == "undecided", "games"] == 400)
    assert found.looks > 4
    assert (table.loc[table["verdict"] != "undecided", "p"] <= 0.05).all()


def test_an_interrupted_run_ends_with_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, broken = tmp_path / "a", tmp_path / "b"
    whole.mkdir()
    broken.mkdir()
    one = asked(whole)
    played, plays = module._play, []

    def interrupted(job: Any, goals: Any, listen: Any) -> None:
        plays.append(goals)
        if len(plays) == 3:
            played(job, {cell: goal - 17 if goal > 40 else goal for cell, goal in goals.items()}, listen)
            raise KeyboardInterrupt
        played(job, goals, listen)

    monkeypatch.setattr(module, "_play", interrupted)
    with pytest.raises(KeyboardInterrupt):
        asked(broken)
    monkeypatch.setattr(module, "_play", played)
    other = asked(broken)
    assert len(plays) == 3
    assert one.verdicts.equals(other.verdicts)
    assert files(whole / "out" / "aimed") == files(broken / "out" / "aimed")


def test_a_precision_is_no_most_of_games(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="the most that a cell may get"):
        asked(tmp_path, SWEEP.replace("games = 400", "precision = 0.1"))
