"""A sweep that gets more cells plays only those, and leaves the bytes of the larger sweep played at once."""

import errno
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from strikesim.errors import ResultError
from strikesim.sweep import growth
from strikesim.sweep import run as run_module
from strikesim.sweep import store as store_module
from strikesim.sweep.plan import Plan, read_sweeps
from strikesim.sweep.store import read_folder, read_games, read_part
from sweep.sweeps import files, run, write

SWEEP = """
[[sweep]]
name = "s"
ruleset = "strajk"
seed = 7
games = {games}
[sweep.grid]
players = {players}
bots = {bots}
"ruleset.turn_limit" = {limits}
{more}
[bots.lazy]
base = "random"
"""
SMALL: "dict[str, Any]" = {
    "games": 60, "players": [2, 3], "bots": ["random"], "limits": [6], "more": ""
}  # fmt: skip
GROWN: "dict[str, dict[str, Any]]" = {
    "at the end": {"players": [2, 3, 4]},
    "in between": {"bots": ["lazy", "random"]},
    "in another order": {"players": [3, 4, 2]},
    "of another type": {"limits": [6, 8], "players": [3, 2]},
    "an axis": {"more": '"rules.hand_size" = [4, 5]'},
    "longer": {"bots": ["random", "lazy"], "games": 90},
}


def planned(folder: Path, **changes: Any) -> Plan:
    (plan,) = read_sweeps(write(folder, SWEEP.format(**{**SMALL, **changes}).replace("'", '"')))
    return plan


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "PART", 40)
    monkeypatch.setattr(run_module, "PART", 40)


@pytest.mark.parametrize("change", GROWN.values(), ids=list(GROWN))
def test_a_grown_sweep_plays_new_cells_only_and_leaves_the_same_bytes(tmp_path: Path, change: Any) -> None:
    run(planned(tmp_path), tmp_path / "a")
    heard: list[Any] = []
    run(planned(tmp_path, **change), tmp_path / "a", listen=heard.append)
    run(planned(tmp_path, **change), tmp_path / "b")
    assert files(tmp_path / "a") == files(tmp_path / "b")
    assert [progress.done for progress in heard if progress.done <= 120] == []  # what was there counts as done


class Killed(BaseException):
    """Stands for the moment at which the process is gone."""


def says_when_read(folder: Path) -> str:
    """Return what a reader is told, '' if all can be read."""
    try:
        read_games(folder)
    except ResultError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("at", range(1, 24, 3))
def test_a_kill_while_a_sweep_grows_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: int) -> None:
    larger = {"bots": ["lazy", "random"], "players": [3, 2]}
    run(planned(tmp_path), tmp_path / "a")
    steps: list[str] = []
    with monkeypatch.context() as patched:
        for owner, name in ((os, "replace"), (Path, "unlink"), (shutil, "rmtree")):
            patched.setattr(owner, name, _killed_at(at, steps, getattr(owner, name)))
        with pytest.raises(Killed):
            run(planned(tmp_path, **larger), tmp_path / "a")
    assert "delete" not in says_when_read(tmp_path / "a")
    heard: list[Any] = []
    run(planned(tmp_path, **larger), tmp_path / "a", listen=heard.append)
    run(planned(tmp_path, **larger), tmp_path / "b")
    assert heard[0].done > 120
    assert files(tmp_path / "a") == files(tmp_path / "b")


def _killed_at(at: int, steps: "list[str]", step: Any) -> Any:
    def counted(*arguments: Any, **keys: Any) -> Any:
        steps.append(step.__name__)
        if len(steps) >= at:
            raise Killed
        return step(*arguments, **keys)

    return counted


def test_a_full_disk_while_a_sweep_grows_leaves_the_folder_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(planned(tmp_path), tmp_path / "a")
    before = files(tmp_path / "a")

    def full(*arguments: Any) -> Any:
        raise ResultError(os.strerror(errno.ENOSPC))

    monkeypatch.setattr(growth, "write_part", full)
    with pytest.raises(ResultError, match="No space left"):
        run(planned(tmp_path, bots=["lazy", "random"]), tmp_path / "a")
    assert files(tmp_path / "a") == before


@pytest.mark.parametrize("change", [{"players": [2, 4]}, {"bots": ["lazy"]}, {"limits": [8, 10]}])
def test_a_sweep_without_a_cell_that_is_stored_is_refused(tmp_path: Path, change: Any) -> None:
    run(planned(tmp_path), tmp_path / "a")
    before = files(tmp_path / "a")
    with pytest.raises(ResultError, match="it holds another sweep"):
        run(planned(tmp_path, **change), tmp_path / "a")
    assert files(tmp_path / "a") == before


def test_who_reads_while_cells_are_numbered_anew_is_told_to_wait(tmp_path: Path) -> None:
    run(planned(tmp_path), tmp_path / "a")
    (tmp_path / "a" / growth.GROWN).mkdir()
    with pytest.raises(ResultError, match="a run is extending its grid, or was stopped"):
        read_folder(tmp_path / "a")


def test_games_that_have_got_another_number_are_not_taken_for_those_that_were_read(tmp_path: Path) -> None:
    run(planned(tmp_path), tmp_path / "a")
    manifest, parts = read_folder(tmp_path / "a")
    run(planned(tmp_path, bots=["lazy", "random"], games=90), tmp_path / "a")
    for part in parts:
        with pytest.raises(ResultError, match="changed while it was read; read it again"):
            read_part(tmp_path / "a", manifest, part)
