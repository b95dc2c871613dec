"""Sentences say what the data show, with intervals, and no more."""

import re
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from report.results import sweep
from strikesim.report import content
from strikesim.report.findings import assumptions as assumed
from strikesim.report.findings.finding import Finding, marked
from strikesim.report.findings.gather import findings_of
from strikesim.report.view import View
from strikesim.report.words import NO_LABELS
from strikesim.stats.intervals import wilson

# What only an interval looks like: neither the ends of a target nor "10 to 19 turns".
INTERVAL = re.compile(
    r"95.%:.([\d.]+–[\d.]+|[+\u2212]?[\d.]+ to [+\u2212]?[\d.]+)|95.% in brackets.*\([\d.]+–|not ruled out"
)
ONE_CELL = {"players": [2], "difficulty": ["hard"]}


def said(folder: Path, topic: str, **keys: Any) -> list[str]:
    found = findings_of(sweep(folder / "s", **keys))
    return [finding.sentence.replace("\u00a0", " ") for finding in found if finding.topic == topic]


def test_a_level_is_said_with_its_interval_and_against_its_target(tmp_path: Path) -> None:
    (sentence,) = said(
        tmp_path,
        "level",
        axes=ONE_CELL,
        games=10_000,
        rate=lambda axes: 0.123,
        target={"win_rate": [0.35, 0.55]},
    )
    low, high = wilson(1230, 10_000)
    assert sentence == (
        f"On hard with two players the team wins 12.3 % (95 %: {100 * low:.1f}–{100 * high:.1f}): harder than the"
        " 35–55 % asked for."
    )


@pytest.mark.parametrize(
    ("rate", "words"), [(0.45, "as asked for (35–55 %)"), (0.9, "easier than the 35–55 % asked for")]
)
def test_every_verdict_has_its_words(tmp_path: Path, rate: float, words: str) -> None:
    target = {"win_rate": [0.35, 0.55]}
    (sentence,) = said(tmp_path, "level", axes=ONE_CELL, games=10_000, rate=lambda axes: rate, target=target)
    assert words in sentence


def test_an_undecided_rate_says_how_many_more_games_would_tell(tmp_path: Path) -> None:
    target = {"win_rate": [0.35, 0.55]}
    (sentence,) = said(tmp_path, "level", axes=ONE_CELL, games=100, rate=lambda axes: 0.54, target=target)
    assert re.search(r"not decided whether .* about [\d,]+ more games would tell", sentence)


def test_an_audience_is_a_target(tmp_path: Path) -> None:
    target = {"audience": "gamer"}
    (sentence,) = said(tmp_path, "level", axes=ONE_CELL, games=10_000, rate=lambda axes: 0.1, target=target)
    assert "harder than the 35–55 % asked for" in sentence


def test_a_calibrated_rate_is_no_finding(tmp_path: Path) -> None:
    one = sweep(tmp_path / "s", ruleset={"calibrated": "chosen so that half of the games are won"})
    assert {finding.topic for finding in findings_of(one) if finding.calibrated} == {"level"}
    (caution,) = content.report_of([one], None).cautions
    assert "calibrated: chosen so that half of the games are won" in caution


def test_a_step_that_is_shown_is_said_with_its_size(tmp_path: Path) -> None:
    (sentence,) = said(
        tmp_path,
        "difficulty",
        axes={"players": [2]},
        games=2000,
        rate=lambda axes: 0.6 if axes["difficulty"] == "easy" else 0.4,
    )
    assert re.fullmatch(
        r"Each step of difficulty lowers the win rate by 20\.0.points"
        r" \(95 %: [\d.]+–[\d.]+; easy to hard, two players\)\.",
        sentence,
    )


def test_a_step_that_is_not_shown_is_not_called_absent(tmp_path: Path) -> None:
    (sentence,) = said(tmp_path, "difficulty", axes={"players": [2]})
    assert re.search(r"is not shown to move the win rate: 0\.0.points \(95 %: −[\d.]+ to \+[\d.]+", sentence)


def test_steps_both_ways_are_both_said(tmp_path: Path) -> None:
    (sentence,) = said(
        tmp_path,
        "difficulty",
        games=2000,
        rate=lambda axes: 0.6 if (axes["difficulty"] == "easy") == (axes["players"] == 2) else 0.4,
    )
    assert "lowers the win rate in one of two comparisons" in sentence
    assert "raises it in one" in sentence


def test_a_first_player_who_wins_more_is_told_against_a_fair_share(tmp_path: Path) -> None:
    keys: Any = {"kind": "competitive", "games": 10_000, "rate": lambda axes: 0.541}
    (sentence,) = said(tmp_path, "seats", axes={"players": [2]}, **keys)
    assert re.fullmatch(
        r"With two players the first player wins 54\.1 % \(95 %: 53\.\d–55\.\d\), 4\.1 points more than a fair share\.",
        sentence,
    )


def test_seats_without_a_shown_difference_say_what_is_not_ruled_out(tmp_path: Path) -> None:
    (sentence,) = said(tmp_path, "seats", kind="competitive", axes={"players": [2]})
    assert re.search(r"no seat is shown to differ .* up to [\d.]+ points are not ruled out\.", sentence)


def test_seats_are_judged_against_a_fair_band(tmp_path: Path) -> None:
    target = {"audience": "fair"}
    keys: Any = {"kind": "competitive", "games": 20_000, "target": target, "axes": {"players": [2]}}
    fair = said(tmp_path / "a", "share", rate=lambda axes: 0.5, **keys)
    assert len(fair) == 1
    assert re.search(
        r"the first player wins 50\.0 % .* the second player wins 50\.0 % .*: as asked for \(45–55 %\)", fair[0]
    )
    unfair = said(tmp_path / "b", "share", rate=lambda axes: 0.6, **keys)
    assert [sentence.rpartition(": ")[2] for sentence in unfair] == [
        "more than the 45–55 % asked for.",
        "less than the 45–55 % asked for.",
    ]


def test_bots_of_a_mixed_line_up_are_compared(tmp_path: Path) -> None:
    (sentence,) = said(tmp_path, "bots", kind="competitive", axes={"players": [2], "bots": ["a,b"]})
    assert re.match(
        r"Against [ab], [ab] wins [\d.]+ % \(95 %: .*\) with two players, where 50 % would be fair", sentence
    )


def test_what_comes_out_otherwise_for_other_bots_depends_on_skill() -> None:
    strong = Finding("seats", "…", {"bots": "planner", "players": 2}, [], {"seat 1": "more"})
    weak = Finding("seats", "…", {"bots": "novice", "players": 2}, [], {"seat 1": "less"})
    silent = Finding("seats", "…", {"bots": "random", "players": 2}, [])
    other = Finding("seats", "…", {"bots": "novice", "players": 3}, [], {"seat 1": "less"})
    assert [one.depends_on_skill for one in marked([strong, weak, silent, other])] == [True, True, False, False]


def test_only_what_is_said_can_depend_on_skill() -> None:
    strong = Finding("factors", "…", {"bots": "planner"}, [], {"Anna": "more"}, unsaid={"Lech": "more"})
    weak = Finding("factors", "…", {"bots": "novice"}, [], {"Lech": "fewer"}, unsaid={"Anna": "more"})
    assert [one.depends_on_skill for one in marked([strong, weak])] == [False, True]


def test_the_line_up_that_wins_most_comes_first(tmp_path: Path) -> None:
    one = sweep(
        tmp_path / "s",
        axes={"bots": ["novice", "planner"]},
        rate=lambda axes: 0.7 if axes["bots"] == "planner" else 0.2,
    )
    assert [setting["bots"] for setting in View(one).settings] == ["planner", "novice"]


def test_a_value_of_an_axis_is_compared_with_the_first(tmp_path: Path) -> None:
    (sentence,) = said(
        tmp_path, "hand_size", axes={**ONE_CELL, "hand_size": [5, 6]}, rate=lambda axes: axes["hand_size"] / 10
    )
    assert sentence.startswith("Hand size 6 instead of hand size 5 raises the win rate by 10.0 points (95 %: ")


def test_without_a_sweep_over_assumptions_it_is_said_that_nothing_is_known(tmp_path: Path) -> None:
    report = content.report_of([sweep(tmp_path / "s")], None)
    (unknown,) = (finding.sentence for finding in report.answer if finding.topic == "assumption band")
    assert "not known how far these figures move" in unknown
    assert unknown.endswith("strikesim sensitivity g")


VARIANTS = {
    "as it stands": {},
    "G-A1 = ring": {"G-A1": "ring"},
    **{f"combination {k:02d}": {"G-A1": "star", "swap": True} for k in range(1, 6)},
}


def test_a_sweep_over_assumptions_tells_both_error_bars(tmp_path: Path) -> None:
    levels = dict(zip(VARIANTS, (0.5, 0.6, 0.3, 0.4, 0.5, 0.6, 0.7), strict=True))
    one = sweep(
        tmp_path / "s",
        axes={**ONE_CELL, "variant": list(VARIANTS)},
        rate=lambda axes: levels[axes["variant"]],
        games=1000,
        variants=VARIANTS,
        design="sensitivity",
    )
    found = {finding.topic: finding.sentence.replace("\u00a0", " ") for finding in findings_of(one)}
    band, single = found["assumption band"], found["assumptions"]
    assert "the team wins 32.0–68.0 % (hard, two players; 90 % of 5 random combinations" in band
    assert re.search(r"as it stands 50\.0 % \(95 %: 46\.9–53\.1\)\.$", band)
    assert re.search(r"Of one single change one is shown .* G-A1 ring, \+10\.0 points \(95 %", single)


def test_a_change_that_is_not_shown_is_not_called_harmless() -> None:
    row = {"cell": 1, "players": 2, "difficulty": None, "key": "swap", "value": "True", "who": "1"}
    table = pd.DataFrame([{**row, "difference": 0.01, "low": -0.02, "high": 0.04, "q": 0.6}])
    (finding,) = assumed.largest(table, "the win rate", NO_LABELS)
    assert "Of one single change none is shown to move" in finding.sentence
    assert "+1.0\u00a0points (95\u00a0%: \u22122.0 to +4.0)" in finding.sentence


@pytest.mark.parametrize("kind", ["cooperative", "competitive"])
@pytest.mark.parametrize("games", [1, 7, 400])
@pytest.mark.parametrize("target", [None, {"win_rate": [0.35, 0.55]}], ids=["no target", "target"])
def test_no_sentence_is_without_an_interval_or_with_a_nan(tmp_path: Path, kind: str, games: int, target: Any) -> None:
    keys = {"kind": kind, "games": games, "target": target, "axes": {"bots": ["planner", "a,b"]}}
    found = findings_of(sweep(tmp_path / "s", **keys))
    assert found
    for finding in found:
        if (finding.topic, games) != ("length", 1):  # the mean of one game has none
            assert INTERVAL.search(finding.sentence), finding.sentence
        assert "nan" not in finding.sentence.lower()
