"""A folder is verified, and mended, as a user does it; what is older than its games is marked until it is made anew."""

import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as parquet
import pytest

import strikesim as ss
from cli.command import strikesim
from strikesim.errors import ResultError

SWEEP = """
[[sweep]]
name = "r"
ruleset = "strajk"
games = {games}
[sweep.grid]
players = [2, 3]
bots = "random"
"ruleset.turn_limit" = 8
"""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a sweep file and its result."""
    place = tmp_path_factory.mktemp("verify")
    (place / "sweep.toml").write_text(SWEEP.format(games=50))
    ss.run_file(place / "sweep.toml", out=place / "reports")
    return place


@pytest.fixture
def folder(tmp_path: Path, place: Path) -> Path:
    shutil.copytree(place, tmp_path, dirs_exist_ok=True)
    return tmp_path / "reports" / "r"


def test_verify_exits_0_and_counts_if_all_is_as_it_was_written(folder: Path) -> None:
    shown = strikesim("verify", "r", cwd=folder.parent).stdout
    assert shown == "r: 2 parts with 100 games, all as they were written\n"


def test_verify_exits_1_and_names_what_is_damaged_and_run_mends_it(folder: Path) -> None:
    path = sorted((folder / "games").iterdir())[1]
    before = path.read_bytes()
    path.write_bytes(before[:-1])
    (line,) = strikesim("verify", "r", cwd=folder.parent, code=1).stdout.splitlines()
    assert line.startswith(f"r/games/{path.name}: damaged (its checksum")
    mended = strikesim("run", "sweep.toml", "-q", cwd=folder.parents[1]).stderr
    assert f"{path.name}: damaged (its checksum is not that of parts.json); 50 games to be played again" in mended
    assert path.read_bytes() == before
    assert ss.verify(folder).faults == []


def test_python_warns_of_what_a_run_mends(folder: Path) -> None:
    path = sorted((folder / "games").iterdir())[0]
    path.unlink()
    with pytest.warns(UserWarning, match=f"{path.name}: missing; 50 games to be played again"):
        ss.run_file(folder.parents[1] / "sweep.toml", out=folder.parent)
    assert ss.verify(folder).faults == []


def rewritten(folder: Path, change: Any) -> "list[str]":
    """Change the table of the first part, note its new checksum, and return what verify finds."""
    path = sorted((folder / "games").iterdir())[0]
    parquet.write_table(change(parquet.read_table(path)), path)
    parts = json.loads((folder / "parts.json").read_text())
    parts[0]["sha256"] = hashlib.sha256(path.read_bytes()).hexdigest()
    (folder / "parts.json").write_text(json.dumps(parts))
    return ss.verify(folder).faults


def replaced(table: pa.Table, name: str, values: pa.Array) -> pa.Table:
    return table.set_column(table.column_names.index(name), name, values)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda table: table.slice(1), "damaged (it has 49 games, not 50)"),
        (lambda table: replaced(table, "game", pa.array(range(1, 51))), "its rows are not 50 games from game 0 on"),
        (lambda table: replaced(table, "players", pa.array([3] * 50)), "its rows are not those of cell 0"),
        (lambda table: table.drop_columns(["cell"]), "its rows are not those of cell 0"),
        (lambda table: table.replace_schema_metadata(None), "its rows are not those of cell 0"),
        (
            lambda table: replaced(table, "winner", pa.array([0] * 50, pa.int8())),
            "its games were won otherwise than parts.json says",
        ),
    ],
)
def test_rows_that_are_not_those_of_the_part_are_told(folder: Path, change: Any, says: str) -> None:
    (fault,) = rewritten(folder, change)
    assert says in fault


def test_a_file_that_no_list_names_and_a_damaged_manifest_are_faults(folder: Path) -> None:
    (folder / "games" / "mine.parquet").write_text("mine")
    (fault,) = ss.verify(folder).faults
    assert "mine.parquet: not named in parts.json" in fault
    (folder / "manifest.json").write_text("{")
    (fault,) = ss.verify(folder).faults
    assert "manifest.json: damaged" in fault


def test_what_is_no_result_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ResultError, match="no result folder"):
        ss.verify(tmp_path)


def test_what_is_older_than_the_games_is_marked_until_it_is_made_anew(folder: Path) -> None:
    ss.write_report([folder], folder)
    ss.run_file(folder.parents[1] / "sweep.toml", games=80, out=folder.parent)
    says, *names = (folder / "OUTDATED.txt").read_text().splitlines()
    assert "Games were added after these were made" in says
    assert names == ["report.html", "report.json", "report.md"]
    ss.write_report([folder], folder)
    assert not (folder / "OUTDATED.txt").exists()
