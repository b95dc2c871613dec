"""Locks say why they fail; what is made anew is outdated no more."""

import errno
import os
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from strikesim.errors import ResultError
from strikesim.sweep.files import OUTDATED, as_csv, lock, outdate, renewed, write_table

fcntl = pytest.importorskip("fcntl", reason="other locks on Windows")


@pytest.mark.parametrize(
    ("number", "says"),
    [
        (errno.ENOLCK, r"\.lock: cannot be locked \(No locks available\); choose a folder on another disk with --out"),
        (errno.EOPNOTSUPP, r"\.lock: cannot be locked \(Operation not supported\); choose a folder on another disk"),
        (errno.EWOULDBLOCK, "another run is writing there; wait for it, or choose another --out"),
        (errno.EACCES, "another run is writing there"),
    ],
)
def test_a_lock_that_fails_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, says: str) -> None:
    def fail(*arguments: Any) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(fcntl, "flock", fail)
    with pytest.raises(ResultError, match=says):
        lock(tmp_path / ".lock")


def test_a_lock_that_cannot_be_opened_is_told(tmp_path: Path) -> None:
    (tmp_path / ".lock").mkdir()
    with pytest.raises(ResultError, match=r"\.lock: cannot be written \(Is a directory\); choose another --out"):
        lock(tmp_path / ".lock")


def test_no_cell_of_a_table_is_a_formula() -> None:
    table = pd.DataFrame({"text": ["=1+1", "-2", "+a", "@b", "plain"], "number": [-1.5, 2, 3, 4, 5]})
    assert as_csv(table).splitlines()[1:] == ["'=1+1,-1.5", "-2,2", "'+a,3", "'@b,4", "plain,5"]


def test_a_file_is_outdated_until_it_is_made_anew(tmp_path: Path) -> None:
    outdate(tmp_path)
    assert list(tmp_path.iterdir()) == []
    for name in ("a.csv", "report.md", "mine.txt"):
        (tmp_path / name).write_text("old")
    outdate(tmp_path)
    assert (tmp_path / OUTDATED).read_text().splitlines()[1:] == ["a.csv", "report.md"]
    write_table(tmp_path / "a.csv", pd.DataFrame({"x": [1]}))
    assert (tmp_path / OUTDATED).read_text().splitlines()[1:] == ["report.md"]
    renewed(tmp_path / "report.md")
    assert not (tmp_path / OUTDATED).exists()
