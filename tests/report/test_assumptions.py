"""What is said of assumed components is what fresh games say, without what chance adds, and of what can act."""

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from report.results import sweep
from strikesim.report import content
from strikesim.report.findings.assumptions import largest, spans
from strikesim.report.words import NO_LABELS

NONE = pd.DataFrame(columns=["key", "value", "like"])


def row(key: str, screened: float, again: "float | None" = None, width: float = 0.02) -> dict[str, Any]:
    """Return a row of the tornado: what is shown was played again if `again` is a number."""
    fresh = float("nan") if again is None else again
    return {
        **{"cell": 1, "players": 2, "difficulty": None, "who": "1", "key": key, "value": "True"},
        **{"difference": screened, "low": screened - width, "high": screened + width, "games": 100},
        **{"shown": abs(screened) > width, "again_games": 400, "again": fresh},
        **{"again_low": fresh - width / 2, "again_high": fresh + width / 2},
        "confirmed": None if again is None else screened * fresh > 0 and abs(fresh) > width / 2,
    }


def said(rows: "list[dict[str, Any]]", idle: pd.DataFrame = NONE) -> str:
    (finding,) = largest(pd.DataFrame(rows), idle, "the win rate", NO_LABELS)
    return finding.sentence.replace("\u00a0", " ")


def test_fresh_games_figures_are_told_of_what_is_shown_and_what_they_do_not_show_is_said() -> None:
    sentence = said([row("swap", 0.045, -0.006), row("ring", 0.04, 0.03), row("star", 0.01)])
    assert sentence == (
        "Of three single changes two are shown to move the win rate (two players); played again on a fresh seed, one"
        " is shown again, namely ring true, +3.0 points (95 %: +2.0 to +4.0);"
        " not again swap true, \u22120.6 points (95 %: \u22121.6 to"
        " +0.4)."
    )


def test_where_fresh_games_show_nothing_nothing_is_claimed() -> None:
    sentence = said([row("swap", 0.045, -0.006)])
    assert (
        "one is shown to move the win rate (two players); played again on a fresh seed, none is shown again, of swap"
        in sentence
    )


def test_what_was_not_played_again_is_told_to_be_so_with_intervals_that_allow_for_the_choice() -> None:
    sentence = said([row("swap", 0.045), row("star", 0.01)])
    assert (
        "one is shown to move the win rate (two players), and not yet played again on a fresh seed, namely swap"
        in sentence
    )
    assert "(95 %: +2.5 to +6.5, allowing for the choice)." in sentence


def test_more_than_three_are_counted_and_not_listed() -> None:
    assert said([row(key, 0.05, 0.05) for key in "abcde"]).endswith("; and two more.")


def test_what_cannot_act_is_named_and_not_counted() -> None:
    idle = pd.DataFrame(
        [
            {"key": "STK-A7", "value": "half_step", "like": "as it stands"},
            {"key": "STK-A7", "value": "first", "like": "as it stands"},
            {"key": "a", "value": "2", "like": "a = 1"},
        ]
    )
    sentence = said([row("swap", 0.01)], idle)
    assert sentence.startswith("Of one single change none is shown")
    assert "Two more cannot act here and do not count, namely STK-A7 half step and STK-A7 first." in sentence
    assert sentence.endswith("a 2 is the same here as a 1, and counts once.")


def band(p: float) -> str:
    told = {
        **{"players": 2, "difficulty": None, "rate": 0.5, "low": 0.49, "high": 0.51, "variants": 100, "p": p},
        **{"band_low": 0.46, "band_low_from": 0.45, "band_low_to": 0.47},
        **{"band_high": 0.54, "band_high_from": 0.53, "band_high_to": 0.55},
    }
    (finding,) = spans(pd.DataFrame([told]), "the team wins", NO_LABELS)
    return finding.sentence.replace("\u00a0", " ")


def test_a_band_is_told_with_the_intervals_of_its_ends() -> None:
    assert band(0.001) == (
        "Over the assumed components the team wins 46.0–54.0 % (two players; 90 % of 100 random combinations, without"
        " what chance adds; 95 % for its ends: 45.0–47.0 and 53.0–55.0); as it stands 50.0 % (95 %: 49.0–51.0)."
    )


def test_of_a_band_that_is_not_shown_it_is_said_how_wide_it_may_be() -> None:
    assert band(0.4).startswith(
        "Over the assumed components no spread is shown in how often the team wins (two players): 90 % of 100"
        " random combinations lie within 45.0–55.0 % (95 %);"
    )


@pytest.mark.parametrize(("rate", "warns"), [(0.45, True), (0.485, False)])
def test_a_report_points_out_two_estimates_of_one_cell_that_disagree(tmp_path: Path, rate: float, warns: bool) -> None:
    axes: Any = {"players": [2], "difficulty": ["hard"]}
    one = sweep(tmp_path / "main", axes=axes, rate=lambda axes: 0.488, games=20_000, seed=1)
    other = sweep(tmp_path / "other", axes=axes, rate=lambda axes: rate, games=2_000, seed=2)
    told = [line.replace("\u00a0", " ") for line in content.report_of([one, other], None).cautions]
    assert [line for line in told if "It is the same cell" in line] == (told[:1] if warns else [])
    if warns:
        (line,) = (line for line in told if "It is the same cell" in line)
        assert "The team wins 48.8 % (95 %: 48.1–49.5) in main, but 45.0 % (95 %: 42.8–47.2) in other" in line
        assert line.endswith("Believe the one of more games (20,000).")
