"""What a notebook gets: results as objects."""

from pathlib import Path

import pytest

import strikesim as ss
from report.results import write
from strikesim.errors import ResultError
from strikesim.games.common import Metric
from strikesim.games.labels import Labels
from strikesim.report.view import View


def test_findings_are_those_of_the_report(tmp_path: Path) -> None:
    folder = write(tmp_path / "one")
    written = ss.write_report([folder], tmp_path / "report")
    said = [finding.sentence for finding in ss.findings(ss.read(folder))]
    assert said
    assert set(said) <= {finding.sentence for finding in written.report.findings}


def test_verdicts_say_of_each_rate_whether_it_is_as_asked(tmp_path: Path) -> None:
    asked = {"win_rate": [0.8, 0.9]}
    verdicts = ss.read(write(tmp_path / "one", rate=lambda axes: 0.5, target=asked)).verdicts
    assert set(verdicts["verdict"]) == {"below"}
    assert len(verdicts) == 4


def test_verdicts_without_a_target_are_refused_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ResultError, match=r"has no target; give it one, such as target\.win_rate"):
        _ = ss.read(write(tmp_path / "one")).verdicts


def test_tables_come_in_the_order_of_the_grid_and_are_told_in_that_of_a_report(tmp_path: Path) -> None:
    folder = write(
        tmp_path / "one", rate=lambda axes: 0.8 if axes["bots"] == "strong" else 0.2, axes={"bots": ["weak", "strong"]}
    )
    result = ss.read(folder)
    for name, table in vars(result.tables).items():
        assert table["cell"].is_monotonic_increasing, name
    told = View(result).tables
    assert told.rates["bots"].iloc[0] == "strong"
    for name, table in vars(told).items():
        assert sorted(table["cell"]) == list(vars(result.tables)[name]["cell"]), name


def test_tables_keep_the_keys_of_the_ruleset_and_sentences_say_its_names(tmp_path: Path) -> None:
    result = ss.read(write(tmp_path / "one", games=2000, labels=NAMES, axes={"rules.hand_size": [5, 6]}))
    assert set(result.tables.factors["who"]) == {"anna", "lech", "jacek"}
    assert "win: points" in set(result.rates["who"])
    said = " ".join(finding.sentence for finding in ss.findings(result))
    for name in ("won: Fifteen points are reached", "role", "Cards in hand 6 instead of cards in hand 5"):
        assert name in said
    for key in ("hand_size", "hand size", "anna", "won: points", "character"):
        assert key not in said


NAMES = Labels(
    keys={"rules.hand_size": "cards in hand"},
    values={"character": {"anna": "Anna W.", "lech": "Lech", "jacek": "Jacek"}, "difficulty": {"hard": "very steep"}},
    causes={"win: points": "Fifteen points are reached"},
    metrics=[],
    seat_metrics=[Metric("character", "Role", "", "characters")],
)


def test_a_result_is_shown_in_one_line(tmp_path: Path) -> None:
    assert repr(ss.read(write(tmp_path / "one"))) == f"Result(folder={tmp_path / 'one'!r})"
