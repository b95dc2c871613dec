"""Runs are reproducible, resumable and extendable, and lose nothing when they are stopped."""

import hashlib
from pathlib import Path
from typing import Any

import pyarrow.parquet as parquet
import pytest

import strikesim
from strikesim.errors import ResultError
from strikesim.sweep import run as run_module
from strikesim.sweep import store as store_module
from strikesim.sweep.files import write_atomically
from strikesim.sweep.manifest import write_parts
from strikesim.sweep.plan import read_sweeps
from strikesim.sweep.replay import stored_game
from strikesim.sweep.store import Store, read_folder, read_games
from sweep.sweeps import BASE_PRECISION, files, run, tiny, write


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "PART", 250)
    monkeypatch.setattr(run_module, "PART", 250)
    monkeypatch.setattr(run_module, "CHUNK", 40)


def test_every_cell_has_its_games_once_and_in_order(tmp_path: Path) -> None:
    run(tiny(tmp_path), tmp_path / "r")
    games = read_games(tmp_path / "r")
    for _, cell in games.groupby("cell"):
        assert list(cell["game"]) == list(range(600))


def test_threads_and_chunks_do_not_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(tiny(tmp_path), tmp_path / "a", jobs=1)
    monkeypatch.setattr(run_module, "CHUNK", 7)
    run(tiny(tmp_path), tmp_path / "b", jobs=3)
    assert files(tmp_path / "a") == files(tmp_path / "b")


def test_an_extended_run_is_the_longer_run_byte_for_byte(tmp_path: Path) -> None:
    run(tiny(tmp_path, 330), tmp_path / "a")
    run(tiny(tmp_path, 600), tmp_path / "a")
    run(tiny(tmp_path, 600), tmp_path / "b")
    assert files(tmp_path / "a") == files(tmp_path / "b")


def test_an_interrupted_run_keeps_what_was_done_and_resumes_byte_for_byte(tmp_path: Path) -> None:
    heard = []

    def stop(progress: Any) -> None:
        heard.append(progress)
        if len(heard) == 9:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(tiny(tmp_path), tmp_path / "a", listen=stop)
    assert len(read_games(tmp_path / "a")) > 200
    run(tiny(tmp_path), tmp_path / "a")
    run(tiny(tmp_path), tmp_path / "b")
    assert files(tmp_path / "a") == files(tmp_path / "b")


def test_a_finished_run_plays_nothing_again(tmp_path: Path) -> None:
    run(tiny(tmp_path), tmp_path / "r")
    heard: list[Any] = []
    run(tiny(tmp_path), tmp_path / "r", listen=heard.append)
    assert heard == []


def test_progress_counts_to_the_total(tmp_path: Path) -> None:
    heard: list[Any] = []
    run(tiny(tmp_path), tmp_path / "r", listen=heard.append)
    assert [heard[-1].done, heard[-1].total] == [2400, 2400]
    assert [p.done for p in heard] == sorted(p.done for p in heard)


def test_a_precision_stops_every_cell_as_soon_as_its_intervals_are_narrow(tmp_path: Path) -> None:
    (plan,) = read_sweeps(write(tmp_path, BASE_PRECISION))
    run(plan, tmp_path / "r")
    # random play wins nothing, so the first part of 250 games is precise enough; 0.5 would need 2 397
    assert len(read_games(tmp_path / "r")) == 250


def test_every_bot_of_a_mixed_line_up_sits_in_every_seat_equally_often(tmp_path: Path) -> None:
    run(tiny(tmp_path), tmp_path / "r")
    games = read_games(tmp_path / "r")
    mixed = games[(games["players"] == 3) & (games["bots"] == "random,lazy")]
    assert [int((mixed[f"bot_{seat}"] == "lazy").sum()) for seat in range(3)] == [200, 200, 200]


def test_any_row_is_replayed_identically(tmp_path: Path) -> None:
    run(tiny(tmp_path), tmp_path / "r")
    games = read_games(tmp_path / "r")
    for row in (0, 299, 1203, 2399):
        match, seed, game = stored_game(tmp_path / "r", row, lambda name: None)
        assert (seed, game, match.players) == (7, games.loc[row, "game"], games.loc[row, "players"])


def test_a_row_that_is_not_there_is_told(tmp_path: Path) -> None:
    run(tiny(tmp_path), tmp_path / "r")
    with pytest.raises(ResultError, match=r"there is no row 2400; it has 2,400 games"):
        stored_game(tmp_path / "r", 2400, lambda name: None)


@pytest.mark.parametrize("change", [("seed = 7", "seed = 8"), ("[6]", "[8]"), ('"random,lazy"', '"lazy"')])
def test_a_folder_of_another_sweep_is_refused(tmp_path: Path, change: tuple[str, str]) -> None:
    plan = tiny(tmp_path)
    run(plan, tmp_path / "r")
    before = files(tmp_path / "r")
    (other,) = read_sweeps(write(tmp_path, (tmp_path / "sweep.toml").read_text().replace(*change)))
    with pytest.raises(ResultError, match="it holds another sweep"):
        run(other, tmp_path / "r")
    assert files(tmp_path / "r") == before


def test_a_damaged_part_is_told(tmp_path: Path) -> None:
    run(tiny(tmp_path), tmp_path / "r")
    part = next((tmp_path / "r" / "games").glob("*.parquet"))
    part.write_bytes(part.read_bytes()[:-9])
    with pytest.raises(ResultError, match=f"{part.name}: damaged"):
        read_games(tmp_path / "r")


@pytest.mark.parametrize("content", ["no parquet", "fewer games"])
def test_a_part_that_is_not_what_its_entry_says_is_told(tmp_path: Path, content: str) -> None:
    run(tiny(tmp_path, 20), tmp_path / "r")
    _, [first, *others] = read_folder(tmp_path / "r")
    part = tmp_path / "r" / first.file
    if content == "no parquet":
        part.write_bytes(b"no parquet")
    else:
        parquet.write_table(parquet.read_table(part).slice(0, 5), part)
    digest = hashlib.sha256(part.read_bytes()).hexdigest()
    write_parts(tmp_path / "r", [first.model_copy(update={"sha256": digest}), *others])
    with pytest.raises(ResultError, match=f"{part.name}: damaged"):
        read_games(tmp_path / "r")


def test_what_cannot_be_written_whole_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "table.csv").mkdir()
    with pytest.raises(ResultError, match="cannot be written"):
        write_atomically(tmp_path / "table.csv", "text")
    assert [path.name for path in tmp_path.iterdir()] == ["table.csv"]


def test_a_second_run_in_the_same_folder_waits_outside(tmp_path: Path) -> None:
    first = Store(tmp_path / "r", tiny(tmp_path))
    with pytest.raises(ResultError, match="another run is writing there"):
        Store(tmp_path / "r", tiny(tmp_path))
    first.close()
    run(tiny(tmp_path), tmp_path / "r")


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "r").write_text("a file")
    with pytest.raises(ResultError, match="cannot be made"):
        run(tiny(tmp_path), tmp_path / "r")


def test_a_folder_without_results_is_told(tmp_path: Path) -> None:
    with pytest.raises(ResultError, match="run a sweep first"):
        read_games(tmp_path)


def test_the_manifest_holds_all_that_a_replay_needs(tmp_path: Path) -> None:
    run(tiny(tmp_path), tmp_path / "r")
    manifest, parts = read_folder(tmp_path / "r")
    assert manifest.strikesim == strikesim.__version__
    assert [part.games for part in parts[:3]] == [250, 250, 100]
    assert manifest.data_of(manifest.cells[0])["ruleset"]["turn_limit"] == 6
