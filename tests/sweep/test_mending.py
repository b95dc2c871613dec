"""Whatever is lost or damaged in a result folder costs only that, and nothing is deleted that is not ours."""

import errno
import re
import shutil
from pathlib import Path
from typing import Any

import pyarrow.parquet as parquet
import pytest

from strikesim.errors import ResultError
from strikesim.sweep import run as run_module
from strikesim.sweep import store as store_module
from strikesim.sweep.manifest import write_parts
from strikesim.sweep.plan import read_sweeps
from strikesim.sweep.run import Run
from strikesim.sweep.store import Store, iterate_parts, read_folder, read_games, read_part
from sweep.sweeps import TINY, files, run, tiny, write


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "PART", 250)
    monkeypatch.setattr(run_module, "PART", 250)
    monkeypatch.setattr(run_module, "CHUNK", 40)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a finished run, to be copied."""
    folder = tmp_path_factory.mktemp("whole")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(store_module, "PART", 250)
        patched.setattr(run_module, "PART", 250)
        run(tiny(folder, 300), folder / "r")
    return folder / "r"


@pytest.fixture
def folder(tmp_path: Path, whole: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "r"))


def again(folder: Path, games: int = 300) -> "tuple[Run, int]":
    """Run the sweep again; return the run and how many games it played."""
    heard: list[Any] = []
    stored = sum(part.games for part in read_folder(folder)[1]) if (folder / "manifest.json").exists() else 0
    job = run(tiny(folder.parent, games), folder, listen=heard.append)
    return job, len(heard) and heard[-1].done - stored


def paths(folder: Path) -> "list[Path]":
    return sorted((folder / "games").glob("*.parquet"))


@pytest.mark.parametrize("lost", [["parts.json"], ["manifest.json"], ["parts.json", "manifest.json"]])
def test_a_run_keeps_all_games_of_a_folder_that_has_lost_a_file(folder: Path, lost: "list[str]") -> None:
    before = files(folder)
    for name in lost:
        (folder / name).unlink()
    heard: list[Any] = []
    run(tiny(folder.parent, 300), folder, listen=heard.append)
    assert heard == []
    assert files(folder) == before


def test_a_damaged_list_of_parts_is_made_anew_from_the_games(folder: Path) -> None:
    before = files(folder)
    (folder / "parts.json").write_text("[{}")
    heard: list[Any] = []
    job = run(tiny(folder.parent, 300), folder, listen=heard.append)
    assert [heard, len(job.store.notes)] == [[], 1]
    assert re.search(r"parts\.json: damaged .*; it is made anew from the games$", job.store.notes[0])
    assert files(folder) == before


@pytest.mark.parametrize("lost", [[], ["parts.json"], ["manifest.json"], ["parts.json", "manifest.json"]])
@pytest.mark.parametrize("name", ["mine.parquet", "cell-00000-games-0000000500-0000000599.parquet"])
def test_a_file_that_is_not_ours_is_refused_and_nothing_is_touched(folder: Path, lost: "list[str]", name: str) -> None:
    table = parquet.read_table(paths(folder)[0]).replace_schema_metadata(None)
    parquet.write_table(table, folder / "games" / name)
    for missing in lost:
        (folder / missing).unlink()
    before = files(folder)
    with pytest.raises(ResultError, match=rf"{name}: not of this sweep, or damaged; .*: move it away, or choose"):
        run(tiny(folder.parent, 300), folder)
    assert files(folder) == before


def test_games_of_another_seed_under_our_names_are_refused(folder: Path) -> None:
    (other,) = read_sweeps(write(folder.parent, TINY.format(games=300).replace("seed = 7", "seed = 8")))
    for name in ("manifest.json", "parts.json"):
        (folder / name).unlink()
    before = files(folder)
    with pytest.raises(ResultError, match="not of this sweep"):
        run(other, folder)
    assert files(folder) == before


def test_other_files_beside_the_games_stay(folder: Path) -> None:
    others = [folder / "games" / name for name in ("notes.txt", "mine.tmp", "cell-1.tmp")]
    for path in others:
        path.write_text("mine")
    half = folder / "games" / ".cell-00000-games-0000000500-0000000599.tmp"
    half.write_text("half written")
    again(folder)
    assert [path.read_text() for path in others] == ["mine"] * 3
    assert not half.exists()


def test_games_behind_a_link_are_refused_and_stay(folder: Path, tmp_path: Path) -> None:
    before = files(folder)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "games").symlink_to(folder / "games")
    with pytest.raises(ResultError, match="games: a link, which another folder may share; make it a folder"):
        run(tiny(tmp_path, 300), tmp_path / "other")
    assert files(folder) == before


@pytest.mark.parametrize("damage", ["cut", "changed", "missing", "empty"])
def test_a_damaged_part_costs_that_part_only(folder: Path, damage: str) -> None:
    before = files(folder)
    path = paths(folder)[2]
    content = path.read_bytes()
    if damage == "missing":
        path.unlink()
    else:
        path.write_bytes({"cut": content[:-9], "changed": content[:90] + b"?" + content[91:], "empty": b""}[damage])
    with pytest.raises(ResultError, match=f"{path.name}: (damaged|missing).*run the sweep again, which plays"):
        read_games(folder)
    heard: list[Any] = []
    job = run(tiny(folder.parent, 300), folder, listen=heard.append)
    assert re.fullmatch(rf".*{path.name}: (damaged|missing).*; 250 games to be played again", job.store.notes[0])
    assert heard[-1].done == 1200
    assert heard[0].done <= 950 + run_module.CHUNK
    assert files(folder) == before


def test_a_file_written_but_not_listed_is_taken_up_and_not_played_again(folder: Path) -> None:
    before, parts = files(folder), read_folder(folder)[1]
    write_parts(folder, parts[:-1])
    assert again(folder)[1] == 0
    assert files(folder) == before


def test_who_reads_while_a_run_extends_the_folder_reads_what_was_there(folder: Path) -> None:
    manifest, parts = read_folder(folder)
    before = [games for _, games in iterate_parts(folder, manifest, parts)]
    again(folder, 600)
    assert not (folder / parts[1].file).exists()
    after = [games for _, games in iterate_parts(folder, manifest, parts)]
    for one, other in zip(before, after, strict=True):
        assert one.astype(str).equals(other.astype(str))


def test_who_reads_games_that_a_run_has_deleted_is_told_to_read_again(folder: Path) -> None:
    manifest, parts = read_folder(folder)
    (folder / parts[0].file).unlink()
    write_parts(folder, parts[1:])
    with pytest.raises(ResultError, match="changed while it was read; read it again"):
        read_part(folder, manifest, parts[0])


@pytest.mark.parametrize("at", range(1, 8, 2))
def test_a_full_disk_loses_nothing_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: int) -> None:
    written, write_file = [], parquet.write_table

    def fail(table: Any, where: Any, **keys: Any) -> None:
        written.append(where)
        if len(written) < at:
            write_file(table, where, **keys)
        else:
            Path(where).write_bytes(b"half")
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(run_module, "CHECKPOINT", 0.0)
    monkeypatch.setattr(parquet, "write_table", fail)
    with pytest.raises(ResultError, match=r"cannot be written \(No space left on device\); what was stored"):
        run(tiny(tmp_path, 300), tmp_path / "a")
    monkeypatch.setattr(parquet, "write_table", write_file)
    assert not list((tmp_path / "a" / "games").glob(".*"))
    run(tiny(tmp_path, 300), tmp_path / "a")
    run(tiny(tmp_path, 300), tmp_path / "b")
    assert files(tmp_path / "a") == files(tmp_path / "b")


def test_a_store_that_is_only_opened_writes_no_mark(folder: Path) -> None:
    (folder / "summary.csv").write_text("a\n")
    Store(folder, tiny(folder.parent, 300)).close()
    assert not (folder / "OUTDATED.txt").exists()


def test_an_interrupted_extension_marks_what_is_older_than_its_games(folder: Path) -> None:
    for name in ("summary.csv", "report.html"):
        (folder / name).write_text("old\n")
    (folder / "figures").mkdir()

    heard: list[Any] = []

    def stop(progress: Any) -> None:
        heard.append(progress)
        if len(heard) == 8:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(tiny(folder.parent, 600), folder, listen=stop)
    says, *names = (folder / "OUTDATED.txt").read_text().splitlines()
    assert "`strikesim report`" in says
    assert names == ["figures", "report.html", "summary.csv"]
