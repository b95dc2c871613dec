"""For whom a game is hard: what teams of each skill win, in one figure and in sentences."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from report.results import sweep
from strikesim.report import content, figures
from strikesim.report.findings.skills import by_skill
from strikesim.report.view import View

WINS = {"random": 0.0, "novice": 0.1, "casual": 0.3, "planner": 0.5, "expert": 0.8, "defender": 0.9}


def wins(axes: Mapping[str, Any]) -> float:
    return WINS[axes["bots"]] - 0.05 * (axes["difficulty"] == "hard")


def test_skills_of_several_sweeps_stand_from_the_weakest_to_the_strongest(tmp_path: Path) -> None:
    bots = ["defender", "random", "planner", "novice"]
    views = [
        View(sweep(tmp_path / "a", axes={"bots": bots}, rate=lambda axes: max(0, wins(axes)))),
        View(sweep(tmp_path / "b", axes={"bots": ["expert", "novice"]}, rate=wins, games=40)),
    ]
    rates = by_skill(views)
    assert list(dict.fromkeys(rates["bots"])) == ["novice", "planner", "expert"]
    assert len(rates) == 3 * 4
    assert set(rates.loc[rates["bots"] == "novice", "games"]) == {400}, "the cell with most games counts"
    assert by_skill(views[1:]).empty is False


@pytest.mark.parametrize(
    "keys",
    [
        {"axes": {"bots": ["planner"]}, "rate": wins},
        {"axes": {"bots": ["planner", "defender"]}, "rate": wins},
        {"kind": "competitive", "axes": {"bots": ["planner", "novice"]}},
    ],
)
def test_one_skill_or_no_team_is_no_bracket(tmp_path: Path, keys: dict[str, Any]) -> None:
    assert by_skill([View(sweep(tmp_path / "s", **keys))]).empty


def test_another_setting_is_not_put_beside_the_main_one(tmp_path: Path) -> None:
    one = View(sweep(tmp_path / "a", axes={"bots": ["planner"], "hand_size": [5]}, rate=wins))
    other = View(sweep(tmp_path / "b", axes={"bots": ["novice"], "hand_size": [6]}, rate=wins))
    assert by_skill([one, other]).empty


def test_a_report_begins_with_the_bracket_and_tells_it_on_the_usual_difficulty(tmp_path: Path) -> None:
    result = sweep(tmp_path / "s", axes={"bots": ["planner", "casual"]}, rate=wins, games=1000)
    report = content.report_of([result], None)
    assert report.first_figures[0].name == "s-for-whom"
    told = [one.sentence.replace("\u00a0", " ") for one in report.answer]
    assert told[0] == "Easy, two players, wins by skill: casual 30.0 % (95 %: 27.2–32.9), planner 50.0 % (46.9–53.1)."
    assert told[1].startswith("Easy, three players, wins by skill: casual 30.0 %")


def test_the_figure_shows_every_rate_with_its_interval_and_says_where_skill_matters_most(tmp_path: Path) -> None:
    result = sweep(tmp_path / "s", axes={"bots": ["planner", "casual"]}, rate=wins)
    rates = by_skill([View(result)])
    figure = figures.brackets(rates)
    assert [axes.get_title(loc="left") for axes in figure.axes] == ["Two players", "Three players"]
    drawn = sorted(x for axes in figure.axes for points in axes.containers for x in points[0].get_xdata())
    assert drawn == pytest.approx(sorted(rates["rate"]))
    assert "where casual wins" in str(figure.get_label())
