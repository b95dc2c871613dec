"""How long games last, by what is left in the folder."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import strikesim as ss
from strikesim.errors import ConfigError

GRID = {"players": [1, 2], "difficulty": ["easy"]}


def test_minutes_are_those_of_the_stored_games_by_players_and_skill(tmp_path: Path) -> None:
    asked: dict[str, Any] = {"grid": GRID, "games": 30, "jobs": 1, "out": tmp_path}
    found = ss.duration("flint", seconds_per_turn=20, seconds_per_decision=6, seconds_before=300, **asked)
    assert list(dict.fromkeys(found.table["bots"])) == ["novice", "casual", "planner"]
    row = found.table.iloc[0]
    games = found.result.games()
    games = games[games["cell"] == 0]
    took = 5 + (20 * games["turns"] + 6 * games["decisions"]) / 60
    assert row["mean"] == pytest.approx(took.mean())
    assert row["q50"] == pytest.approx(np.median(took))
    assert row["q50_low"] <= row["q50"] <= row["q50_high"]
    assert "at 20\u00a0s a turn, 6\u00a0s a decision and 300\u00a0s to set up" in found.sentences[0]
    names = {path.name for path in found.result.folder.iterdir()}
    assert {"time.csv", "README.md", "figures"} <= names
    again = ss.duration("flint", seconds_per_decision=60, **asked)
    assert again.result.folder == found.result.folder


def test_without_seconds_nothing_can_be_said(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="say how many seconds"):
        ss.duration("flint", out=tmp_path)
    with pytest.raises(ConfigError, match="say how many seconds"):
        ss.duration("flint", seconds_per_turn=-1, seconds_per_decision=5, out=tmp_path)
