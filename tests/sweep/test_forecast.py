"""What a run will take, told before it is played."""

from pathlib import Path
from typing import Any

import pytest

from strikesim.sweep import forecast
from strikesim.sweep.config import Sweep
from strikesim.sweep.plan import plan
from strikesim.sweep.run import Run

GRID: dict[str, list[Any]] = {"players": [2, 4], "bots": ["random"], "ruleset.turn_limit": [40]}


@pytest.mark.parametrize("slow", [False, True])
def test_the_disk_that_games_take_is_about_right_however_few_are_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, slow: bool
) -> None:
    if slow:  # as if one game took long
        monkeypatch.setattr(forecast, "TOO_LONG", 0.0)
    planned = plan(Sweep(name="s", ruleset="strajk", games=4000, grid=GRID), tmp_path, "test")
    told = forecast.forecast(planned, dict.fromkeys(planned.requested, 0), 1)
    Run(planned, tmp_path, 1).go()
    taken = sum(path.stat().st_size for path in tmp_path.rglob("*.parquet"))
    assert (told.cells, told.games, told.stored) == (2, 8000, 0)
    assert taken / 2 < told.bytes < taken * (4 if slow else 2)
