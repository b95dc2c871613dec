"""A knob turned until a win rate is what it should be, by what is left in the folder."""

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import strikesim as ss
from strikesim.errors import ConfigError

FAST: dict[str, Any] = {"jobs": 1, "games": 60}


@pytest.fixture(scope="module")
def seats(tmp_path_factory: pytest.TempPathFactory) -> Any:
    grid = {"players": [2, 3], "bots": ["random"], "ruleset.turn_limit": [30]}
    return ss.calibrate("strajk", "rules.hand_size", low=4, high=6, grid=grid, out=tmp_path_factory.mktemp("s"), **FAST)


@pytest.fixture(scope="module")
def team(tmp_path_factory: pytest.TempPathFactory) -> Any:
    grid = {"players": [2], "bots": ["novice"], "difficulty": ["very_easy"]}
    out = tmp_path_factory.mktemp("t")
    return ss.calibrate("strike", "rules.points_to_win", target=0.5, values=[2, 9, 30], grid=grid, out=out, **FAST)


def test_a_seat_is_asked_for_its_fair_share_in_each_setting(seats: Any) -> None:
    assert seats.table["target"].round(3).tolist() == [0.5] * 3 + [0.333] * 3
    assert seats.table["value"].tolist() == [4, 5, 6] * 2
    assert set(seats.table["who"]) == {"1"}


def test_rates_are_those_of_the_stored_games(team: Any) -> None:
    games = team.results[0].games()
    won = games.groupby("rules.points_to_win")["outcome"].agg(lambda outcome: (outcome == "win").sum())
    assert team.table["count"].tolist() == won.tolist()


def test_a_knob_that_decides_is_told_to_do_so(team: Any) -> None:
    assert team.table["verdict"].tolist()[::2] == ["above", "below"]
    assert team.curves["course"].tolist() == ["falls"]
    first, second, *_ = team.sentences
    assert "the team is to win 50.0\u00a0% within 5\u00a0points" in first
    assert "shown to fall, and between no two values to rise; a rise of" in second


def test_where_stalled_games_are_many_no_value_does_it(seats: Any) -> None:
    assert set(seats.table["verdict"]) == {"stalled"}
    assert "no value of hand size that was tried does it" in seats.sentences[0]
    assert seats.sentences[-1].startswith("In both settings at once: no value")


def test_the_folder_tells_it_all(team: Any) -> None:
    assert {"calibration.csv", "curves.csv", "README.md", "figures"} <= {path.name for path in team.folder.iterdir()}
    assert {path.name for path in (team.folder / "figures").iterdir()} == {
        f"calibration-1.{end}" for end in ("csv", "png", "svg")
    }
    page = (team.folder / "README.md").read_text(encoding="utf-8")
    assert team.sentences[0] in page
    assert pd.read_csv(team.folder / "calibration.csv")["count"].tolist() == team.table["count"].tolist()


def test_another_target_asks_the_same_games(team: Any) -> None:
    stored = {path: path.stat().st_mtime_ns for path in (team.folder / "games").iterdir()}
    grid = {"players": [2], "bots": ["novice"], "difficulty": ["very_easy"]}
    out = team.folder.parent
    again = ss.calibrate("strike", "rules.points_to_win", target=0.9, values=[2, 9, 30], grid=grid, out=out, **FAST)
    assert again.folder == team.folder
    assert {path: path.stat().st_mtime_ns for path in (team.folder / "games").iterdir()} == stored


def test_a_choice_is_listed_and_has_no_course(tmp_path: Path) -> None:
    grid = {"players": [2], "bots": ["random"]}
    found = ss.calibrate("flint", "move_length", target=0.01, grid=grid, out=tmp_path, **FAST)
    assert found.table["value"].tolist() == ["fixed", "grows"]
    assert found.curves["course"].tolist() == [""]
    assert len(found.sentences) == 1


def test_skills_stand_side_by_side(tmp_path: Path) -> None:
    grid = {"players": [1]}
    asked: dict[str, Any] = {"target": 0.7, "values": [1, 2], "grid": grid, "out": tmp_path, "jobs": 1, "games": 4}
    with pytest.warns(UserWarning, match="to the end of each game"):  # nothing is fitted to all of these rules
        found = ss.calibrate("flint", "rules.least_move", per_skill=True, **asked)
    assert list(dict.fromkeys(found.table["bots"])) == ["planner", "expert"]
    assert [result.folder.name for result in found.results] == ["planner", "expert"]
    assert found.sentences[-1].startswith("In both settings at once")


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({}, "say which win rate"),
        ({"target": 1.5}, "between 0 and 1"),
        ({"target": 0.5, "within": 0}, "within 0"),
        ({"target": 0.5, "seat": 2}, "all win or lose together"),
        ({"target": 0.5, "per_skill": True, "grid": {"bots": ["novice"]}}, "leave out --bots"),
        ({"target": 0.5, "grid": {"rules.workers": [4]}}, "say it in one place"),
    ],
)
def test_what_makes_no_sense_of_a_team_is_refused(asked: dict[str, Any], told: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=told):
        ss.calibrate("flint", "rules.workers", out=tmp_path, **{**FAST, **asked})


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"seat": 3, "grid": {"players": [2, 3]}}, "with 2 players it is 1 to 2"),
        ({"grid": {"bots": ["planner,novice"]}}, "one bot in all seats"),
    ],
)
def test_what_makes_no_sense_of_a_seat_is_refused(asked: dict[str, Any], told: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=told):
        ss.calibrate("strajk", "rules.hand_size", out=tmp_path, **{**FAST, **asked})
