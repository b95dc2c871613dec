"""Sentences say what the data show, with intervals, and no more."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import strikesim as ss
from report.results import sweep
from strikesim.report import content, words
from strikesim.report.findings import assumptions as assumed
from strikesim.report.findings import course
from strikesim.report.findings.effects import steps
from strikesim.report.findings.gather import findings_of
from strikesim.report.findings.levels import _undecided, forecast
from strikesim.report.findings.same import same_games
from strikesim.report.findings.stalls import stalls
from strikesim.report.verdict import verdict
from strikesim.report.view import View
from strikesim.report.words import NO_LABELS
from strikesim.stats.intervals import wilson
from strikesim.sweep.rows import COOPERATIVE

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
    told = r"not decided whether .* at least [\d,]+ more games would tell with a chance of 80 %\.$"
    assert re.search(told, sentence)


@pytest.mark.parametrize(
    ("low", "high", "told"),
    [
        (1, 140_000, "up to 140,000 more games would tell"),  # "1 to 140,000" says as much as nothing
        (1200, 140_000, "1,200 to 140,000 more games would tell"),
        (1200, None, "at least 1,200 more games would tell"),
        (1, None, "so near the edge that it may take any number of games to tell"),
        (None, None, "so near the edge no number of games is likely to tell"),
    ],
)
def test_a_forecast_says_what_helps(low: int | None, high: int | None, told: str) -> None:
    row = {"games": 4000, "more_low": low, "more_high": high, "players": 2, "target_low": 0.4, "target_high": 0.6}
    assert told in _undecided(pd.DataFrame([row]), COOPERATIVE)


def test_a_forecast_is_a_range_and_that_of_the_row_it_stands_for(tmp_path: Path) -> None:
    one = sweep(
        tmp_path / "s",
        axes={"difficulty": ["hard"]},
        games=200,
        rate=lambda axes: 0.46 + axes["players"] / 100,
        target={"win_rate": [0.35, 0.55]},
    )
    (sentence,) = (finding.sentence for finding in findings_of(one) if finding.topic == "level")
    rows = one.verdicts.to_dict("records")
    assert set(one.verdicts["verdict"]) == {"undecided"}
    for row in rows:
        whose = words.players(row["players"])
        assert f"{forecast(row)} more games would tell with a chance of 80\u00a0% for {whose}" in sentence


STALL: Any = {"kind": "competitive", "axes": {"players": [2]}, "games": 1000}


@pytest.mark.parametrize(("cut", "told"), [(0.01, False), (0.011, True)])
def test_more_than_one_unfinished_game_in_a_hundred_is_told_before_all_else(
    tmp_path: Path, cut: float, told: bool
) -> None:
    one = sweep(tmp_path / "s", cut=cut, **STALL)
    cautions = content.report_of([one], None).cautions
    assert cautions[: len(stalls(one))] == stalls(one)
    assert bool(stalls(one)) == told
    if told:
        assert re.match(
            r"1\.1.% \(95.%:.0\.\d–2\.\d\) of the games are unfinished \(two players, planner\)", cautions[0]
        )


@pytest.mark.parametrize(("cut", "verdicts"), [(0.05, {"inside"}), (0.051, {"stalled"})])
def test_no_target_is_met_where_over_five_games_in_a_hundred_are_unfinished(
    tmp_path: Path, cut: float, verdicts: set[str]
) -> None:
    target = {"win_rate": [0.4, 0.6]}
    one = sweep(tmp_path / "s", cut=cut, **{**STALL, "games": 20_000}, target=target)
    assert set(one.verdicts["verdict"]) == verdicts
    sentences = [finding.sentence for finding in findings_of(one) if finding.topic == "share"]
    assert any("no target is met where so many games are unfinished" in each for each in sentences) == (cut > 0.05)


def test_a_cut_game_is_not_over_and_would_have_lasted_longer(tmp_path: Path) -> None:
    (ends,) = said(tmp_path / "a", "endings", cut=0.6, **STALL)[1:]
    assert ends.endswith("Fewer than half of the games come to an end before the limit.")
    (length,) = said(tmp_path / "b", "length", cut=0.6, **STALL)
    assert "(60.0 % of them cut). Games that were cut at the limit would have lasted longer." in length


def test_few_unfinished_games_are_counted(tmp_path: Path) -> None:
    (first, _) = said(tmp_path / "a", "endings", cut=0.0001, **{**STALL, "games": 10_000})
    assert re.search(r"with two players: 1 of 10,000 games \(95 %: 0\.00–0\.06 %\)\.$", first)


def test_a_verdict_and_an_interval_that_seem_to_disagree_are_explained(tmp_path: Path) -> None:
    def level(rate: float, players: list[int]) -> str:
        axes = {"players": players, "difficulty": ["hard"]}
        keys: Any = {"axes": axes, "games": 1000, "rate": lambda axes: rate, "target": {"win_rate": [0.35, 0.55]}}
        return said(tmp_path / f"{rate}{len(players)}", "level", **keys)[0]

    assert "Holm" not in level(0.45, [2])
    assert "(Holm's correction)" in level(0.515, [2, 3, 4, 5])
    assert "one-sided tests" in level(0.523, [2])


def test_an_audience_is_a_target(tmp_path: Path) -> None:
    target = {"audience": "gamer"}
    (sentence,) = said(tmp_path, "level", axes=ONE_CELL, games=10_000, rate=lambda axes: 0.1, target=target)
    assert "harder than the 35–55 % asked for" in sentence


def test_a_calibrated_rate_is_no_finding(tmp_path: Path) -> None:
    one = sweep(tmp_path / "s", ruleset={"calibrated": "chosen so that half of the games are won"})
    assert {finding.topic for finding in findings_of(one) if finding.calibrated} == {"level"}
    caution, _ = content.report_of([one], None).cautions
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
    assert "lowers the win rate in one of two comparisons, which share their games' chance" in sentence
    assert "raises it in one" in sentence


def test_a_first_player_who_wins_more_is_told_against_a_fair_share(tmp_path: Path) -> None:
    keys: Any = {"kind": "competitive", "games": 10_000, "rate": lambda axes: 0.541}
    (sentence,) = said(tmp_path, "seats", axes={"players": [2]}, **keys)
    assert re.fullmatch(
        r"With two players the first player wins 54\.1 % \(95 %: 53\.\d–55\.\d\), 4\.1 points"
        r" \(all seats of the sweep at once, 95 %: [\d.]+–[\d.]+\) more than a fair share\.",
        sentence,
    )


def test_seats_without_a_shown_difference_say_what_is_not_ruled_out(tmp_path: Path) -> None:
    (sentence,) = said(tmp_path, "seats", kind="competitive", axes={"players": [2]})
    assert re.search(
        r"no seat is shown to differ .* up to [\d.]+ points are not ruled out \(all seats of the sweep at once\)\.",
        sentence,
    )


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


def test_a_fair_share_is_asked_of_seats_and_not_of_the_bots_of_a_mixed_line_up(tmp_path: Path) -> None:
    keys: Any = {"kind": "competitive", "games": 20_000, "target": {"audience": "fair"}}
    one = sweep(tmp_path / "s", axes={"players": [2], "bots": ["a,b"]}, **keys)
    assert set(one.verdicts["of"]) == {"order"}
    assert set(one.verdicts["verdict"]) == {"inside"}
    assert set(one.judged.loc[one.judged["of"] == "bot", "verdict"]) == {""}
    assert {finding.topic for finding in findings_of(one)} >= {"bots", "share"}


def test_bots_of_a_mixed_line_up_are_compared(tmp_path: Path) -> None:
    (sentence,) = said(tmp_path, "bots", kind="competitive", axes={"players": [2], "bots": ["a,b"]})
    assert re.match(
        r"Against [ab], [ab] wins [\d.]+ % \(95 %: .*\) with two players, where 50 % would be fair", sentence
    )


def factor(**columns: Any) -> pd.DataFrame:
    start = {"cell": 0, "factor": "character", "q": 0.001, "difference_low": 0.1, "difference_high": 0.2}
    return pd.DataFrame({"who": ["anna", "lech"], **columns}).assign(**start)


@pytest.mark.parametrize(
    ("cooperative", "others"), [(True, "games with lech instead"), (False, "the other seats in the same games")]
)
def test_one_contrast_is_told_once_and_as_what_goes_together(cooperative: bool, others: str) -> None:
    (finding,) = course.factors(
        factor(difference=[0.154, -0.154]), cooperative, {"difficulty": None, "players": 2}, NO_LABELS
    )
    assert "anna goes with 15.4" in finding.sentence
    assert "lech goes" not in finding.sentence
    assert finding.sentence.endswith(f"wins than {others}.")
    (finding,) = course.factors(
        factor(difference=[0.154, -0.1]), cooperative, {"difficulty": None, "players": 2}, NO_LABELS
    )
    assert "lech" in finding.sentence


def test_of_factors_that_are_not_shown_it_is_said_what_is_not_ruled_out() -> None:
    table = factor(difference=[0.15, -0.15])
    table = table.assign(q=0.2, difference_low=[0.1, -0.2], difference_high=[0.2, -0.1])  # two intervals without a zero
    (finding,) = course.factors(table, True, {"difficulty": None, "players": 2}, NO_LABELS)
    assert finding.sentence == (
        "No character is shown to go with more or fewer wins (two players); differences of up to 20.7 points are not"
        " ruled out (95\u00a0%, all of them at once)."
    )


def test_cells_of_the_same_games_are_told_and_counted_once(tmp_path: Path) -> None:
    keys: Any = {"axes": {"players": [2], "hand_size": [5, 6, 7]}, "games": 1000}
    one = sweep(
        tmp_path / "s",
        same=True,
        rate=lambda axes: (0.4 if axes["hand_size"] == 7 else 0.5) + 0.05 * (axes["difficulty"] == "hard"),
        **keys,
    )
    assert list(one.tables.cells["same_as"]) == [0, 0, 2, 3, 3, 5]  # easy with 5, 6 and 7 cards; hard likewise
    report = content.report_of([one], None)
    caution = report.cautions[0]
    assert "count once" in caution
    assert caution.endswith("hand size 5 and hand size 6.")
    assert report.facts.startswith("4,000 games in 4 cells")
    found = [finding for finding in report.findings if finding.topic == "hand_size"]
    assert ["7 instead of" in finding.sentence for finding in found] == [True]


def test_cells_of_the_same_games_are_judged_once(tmp_path: Path) -> None:
    """Of as many verdicts as there are cells apart, Holm's correction is smaller, and copies get their first's."""
    keys: Any = {"axes": {"players": [2], "hand_size": [5, 6]}, "games": 1000, "target": {"win_rate": [0.4, 0.55]}}
    twice = sweep(tmp_path / "twice", same=True, rate=lambda axes: 0.5 + 0.02 * (axes["difficulty"] == "hard"), **keys)
    once = sweep(
        tmp_path / "once",
        same=True,
        rate=lambda axes: 0.5 + 0.02 * (axes["difficulty"] == "hard"),
        **{**keys, "axes": {"players": [2], "hand_size": [5]}},
    )
    columns = ["verdict", "p", "more_low", "more_high"]
    assert len(twice.verdicts) == 4
    for _, copies in twice.verdicts.groupby("hand_size"):
        assert copies[columns].to_numpy().tolist() == once.verdicts[columns].to_numpy().tolist()
    assert [words for words in verdict(View(twice)) if "of two combinations" in words]


def test_a_step_between_the_same_games_is_one_that_names_the_others() -> None:
    """Of one to four players, three play the games of one, and four those of two: more players win more, then fewer."""
    rates = pd.DataFrame({"cell": range(5), "players": [1, 2, 3, 4, 5], "difficulty": "hard"})
    pairs = steps(rates, "players", ["difficulty"], NO_LABELS, {0: 0, 1: 1, 2: 0, 3: 1, 4: 4})
    assert [(label, before["cell"], after["cell"]) for label, before, after in pairs] == [
        ("one to two players, the reverse of two to three players, the same as three to four players, hard", 0, 1),
        ("four to five players, hard", 3, 4),
    ]
    assert steps(rates[:3:2], "players", ["difficulty"], NO_LABELS, {0: 0, 2: 0}) == []


def test_of_what_is_varied_for_a_sensitivity_only_the_settings_are_told_to_be_the_same(tmp_path: Path) -> None:
    grid = {"players": [1, 3], "bots": "random"}
    varied = ss.sensitivity("flint", games=4, combinations=0, grid=grid, out=tmp_path)
    assert (varied.tables.cells["cell"] != varied.tables.cells["same_as"]).sum() > len(varied.tables.cells) / 2
    assert same_games(View(varied)) == [
        "The same games, which count once, because nothing in them differs: one player and three players."
    ]


def test_of_cells_with_the_same_games_one_is_shown_in_detail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    view = View(sweep(tmp_path / "s", axes={"players": [1, 2, 3, 4], "difficulty": [None]}))
    monkeypatch.setattr(type(view.result), "same_as", {0: 0, 1: 1, 2: 0, 3: 1})
    assert [axes["players"] for _, axes in view.details(view.settings[0])] == [1, 2]


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


def test_the_main_setting_is_what_the_ruleset_says_and_not_the_first_value(tmp_path: Path) -> None:
    axes = {"rules.hand_size": [1, 5, 7], "STJ-A4": ["dense", "default"]}
    one = sweep(tmp_path / "s", kind="competitive", ruleset={"name": "strajk"}, axes=axes)
    assert View(one).settings[0] == {"bots": "planner", "rules.hand_size": 5, "STJ-A4": "default"}
    files = {"house.toml": {"extends": "strajk", "rules": {"hand_size": 7}}}
    sweeps = {"name": "s", "ruleset": "house.toml", "games": 400}
    manifest = one.manifest.model_copy(update={"files": files, "sweep": one.manifest.sweep.model_copy(update=sweeps)})
    assert View(replace(one, manifest=manifest)).settings[0]["rules.hand_size"] == 7


def test_a_report_on_a_variant_says_so_in_its_title(tmp_path: Path) -> None:
    one = sweep(tmp_path / "s")
    data = one.manifest.data_of(one.manifest.cells[0])
    other = {**data, "rules": {"hand_size": 4}}
    assert content.report_of([one], data).title == "The Game"
    assert content.report_of([one], other).title == "The Game: with changed rules"
    sweeps = one.manifest.sweep.model_copy(update={"ruleset": "rules/house.toml"})
    manifest = one.manifest.model_copy(update={"files": {"rules/house.toml": {"extends": "g"}}, "sweep": sweeps})
    assert content.report_of([replace(one, manifest=manifest)], other).title == "The Game: variant house"
    titled = {**other, "ruleset": {**data["ruleset"], "title": "Another game"}}
    assert content.report_of([one], titled).title == "The Game"


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
    assert re.search(
        r"the team wins 3[\d.]+–6[\d.]+ % \(hard, two players; 90 % of 5 random combinations, without what chance adds;"
        r" 95 % for its ends: [\d.]+–[\d.]+ and [\d.]+–[\d.]+\)",
        band,
    )
    assert re.search(r"as it stands 50\.0 % \(95 %: 46\.9–53\.1\)\.$", band)
    assert re.search(r"Of one single change one is shown .* G-A1 ring, \+10\.0 points \(95 %", single)


def test_a_change_that_is_not_shown_is_not_called_harmless() -> None:
    row = {"cell": 1, "players": 2, "difficulty": None, "key": "swap", "value": "True", "who": "1"}
    table = pd.DataFrame([{**row, "difference": 0.01, "low": -0.02, "high": 0.04, "q": 0.6, "shown": False}])
    (finding,) = assumed.largest(table, pd.DataFrame(columns=["like"]), "the win rate", NO_LABELS)
    assert "Of one single change none is shown to move" in finding.sentence
    assert "+1.0\u00a0points (95\u00a0%: \u22122.0 to +4.0, allowing for the choice)" in finding.sentence


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


def test_braces_in_a_variants_name_are_letters_like_any_other(tmp_path: Path) -> None:
    axes = {"players": [2], "variant": ["a{b}", "c{0}"]}
    told = findings_of(sweep(tmp_path / "s", axes=axes, games=1000, rate=lambda axes: 0.3))
    assert any("C{0} instead of a{b}" in finding.sentence for finding in told)
