"""What a notebook gets: results as objects."""

from pathlib import Path

import pytest

import strikesim as ss
from report.results import write
from strikesim.errors import ResultError


def test_findings_are_those_of_the_report(tmp_path: Path) -> None:
    folder = write(tmp_path / "one")
    written = ss.write_report([folder], tmp_path / "report")
    said = [finding.sentence for finding in ss.read(folder).findings]
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


def test_tables_come_in_the_order_of_a_report(tmp_path: Path) -> None:
    folder = write(
        tmp_path / "one", rate=lambda axes: 0.8 if axes["bots"] == "strong" else 0.2, axes={"bots": ["weak", "strong"]}
    )
    assert ss.read(folder).rates["bots"].iloc[0] == "strong"


def test_a_result_is_shown_in_one_line(tmp_path: Path) -> None:
    assert repr(ss.read(write(tmp_path / "one"))) == f"Result(folder={tmp_path / 'one'!r})"
