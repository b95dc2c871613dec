"""Settings share a figure only where the games rule out that they differ in anything to be seen."""

from pathlib import Path

from report.results import sweep
from strikesim.report.alike import alike
from strikesim.report.view import View

HANDS = {"players": [2, 3], "difficulty": ["easy"], "hand_size": [5, 6, 7]}


def test_a_switch_that_does_nothing_has_one_figure_and_a_sentence(tmp_path: Path) -> None:
    rate = {5: 0.5, 6: 0.5, 7: 0.6}
    view = View(sweep(tmp_path / "s", axes=HANDS, games=20_000, rate=lambda axes: rate[axes["hand_size"]]))
    five, seven = alike(view, view.judged, 6)[0]
    assert five.setting["hand_size"] == 5
    assert five.note.startswith(
        "Much the same in another setting (hand size 6). No rate is shown to differ, and differences"
    )
    assert "more than 1.1 points are ruled out (95\u00a0%, all of them at once)." in five.note
    assert (seven.setting["hand_size"], seven.note) == (7, "")


def test_with_few_games_nothing_is_the_same(tmp_path: Path) -> None:
    view = View(sweep(tmp_path / "s", axes=HANDS, games=100))
    assert [one.note for one in alike(view, view.judged, 6)[0]] == ["", "", ""]


def test_other_bots_are_never_the_same(tmp_path: Path) -> None:
    view = View(sweep(tmp_path / "s", axes={"players": [2], "bots": ["planner", "novice"]}, games=20_000))
    assert len(alike(view, view.judged, 6)[0]) == 2


def test_settings_of_other_cells_are_never_the_same(tmp_path: Path) -> None:
    view = View(sweep(tmp_path / "s", axes=HANDS, games=20_000))
    rates = view.judged
    rates = rates[(rates["hand_size"] != 6) | (rates["players"] != 3)]
    assert [one.setting["hand_size"] for one in alike(view, rates, 6)[0]] == [5, 6]
