"""Every row names its cell: whatever reads parquet has tidy data."""

from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as parquet
import pytest

from strikesim import games
from strikesim.engine.bots import find_bot
from strikesim.engine.kernel import row_dtype
from strikesim.engine.match import prepare
from strikesim.games import registry, ruleset
from strikesim.sweep.manifest import Cell
from strikesim.sweep.parts import constants, size_of
from strikesim.sweep.plan import read_sweeps
from strikesim.sweep.rows import columns
from strikesim.sweep.store import read_folder, read_games
from sweep.manifests import cell, manifest
from sweep.sweeps import run, tiny, write

ROOT = Path(__file__).parents[2]
COUNTED = {("random", 2): 60, ("random", 3): 60, ("random,lazy", 2): 60, ("random,lazy", 3): 60}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("columns")
    run(tiny(place, 60), place / "r")
    return place / "r"


def test_pandas_reads_the_folder_as_we_do(folder: Path) -> None:
    read = pd.read_parquet(folder / "games")
    pd.testing.assert_frame_equal(read, read_games(folder))
    assert list(read.columns[:6]) == ["cell", "players", "difficulty", "bots", "ruleset.turn_limit", "game"]
    assert read.groupby(["bots", "players"], observed=True).size().to_dict() == COUNTED
    assert list(read["cell"]) == [number for number in range(4) for _ in range(60)]


@pytest.mark.parametrize("place", ["games", "games/*.parquet"])
def test_polars_reads_the_folder(folder: Path, place: str) -> None:
    read = pl.read_parquet(folder / place)
    counted = read.group_by("bots", "players").len().rows()
    assert {(bots, players): number for bots, players, number in counted} == COUNTED


def test_duckdb_reads_the_folder(folder: Path) -> None:
    rows = duckdb.execute(f"select bots, players, count(*) from '{folder}/games/*.parquet' group by all").fetchall()
    assert {(bots, players): number for bots, players, number in rows} == COUNTED


def test_each_row_has_the_axes_of_its_cell(folder: Path) -> None:
    read, cells = pd.read_parquet(folder / "games"), read_folder(folder)[0].cells
    for number, rows in read.groupby("cell"):
        for axis, value in cells[int(str(number))].axes.items():
            assert set(rows[axis].astype(object).where(rows[axis].notna(), None)) == {value}


@pytest.mark.parametrize(
    ("values", "kind", "stored"),
    [
        ([1, 2], pa.int64(), [1, 2]),
        ([1, 0.5], pa.float64(), [1.0, 0.5]),
        ([True, False], pa.bool_(), [True, False]),
        ([1, True], None, ["1", "true"]),
        ([1, "a"], None, ["1", "a"]),
        ([None, 2], pa.int64(), [None, 2]),
        ([None, None], None, [None, None]),
        ([2**70, 1], None, [str(2**70), "1"]),
    ],
)
def test_an_axis_has_one_type_in_all_cells(values: "list[Any]", kind: Any, stored: "list[Any]") -> None:
    cells: list[Cell] = [cell(k, ["a"], key=value) for k, value in enumerate(values)]
    made = [constants(manifest(cells), one, 2)["key"] for one in cells]
    assert [column.to_pylist() for column in made] == [[value] * 2 for value in stored]
    assert {column.type for column in made} == {kind or pa.dictionary(pa.int32(), pa.string())}


def test_the_cell_in_each_row_costs_little_room(tmp_path: Path) -> None:
    (plan,) = read_sweeps(write(tmp_path, BIG))
    run(plan, tmp_path / "r")
    manifest_, (part,) = read_folder(tmp_path / "r")
    table = parquet.read_table(tmp_path / "r" / part.file)
    bare = size_of(table.drop_columns(["cell", *manifest_.axes]).replace_schema_metadata(None))
    assert bare < (tmp_path / "r" / part.file).stat().st_size < 1.02 * bare
    assert size_of(table) - size_of(table.drop_columns(["game"])) < 0.1 * part.games


BIG = """
[[sweep]]
name = "big"
ruleset = "strajk"
games = 20_000
[sweep.grid]
players = 2
bots = "random"
"ruleset.turn_limit" = 40
"rules.hand_size" = 5
"""


@pytest.mark.parametrize("name", registry.names())
def test_every_column_is_told_of_and_is_no_key_that_can_be_an_axis(name: str) -> None:
    data = ruleset.read_layers(name).data()
    game, header = games.load(name), data["ruleset"]
    bots = [find_bot(game, "random", Path())]
    match = prepare(data, header["players"][-1], header.get("default_difficulty"), bots, name)
    named = columns(match, 0, np.zeros(1, row_dtype(game))).column_names
    told = (ROOT / "docs" / "data.md").read_text(encoding="utf-8")
    for column in ["cell", "players", "difficulty", "bots", *named]:
        seatless, _, seat = column.rpartition("_")
        assert f"`{seatless}_0`" if seat.isdigit() else f"`{column}`" in told, column
    keys = {*data["switches"], *data.get("assumed", {}), *(key for table in data.values() for key in table)}
    assert not keys & {"cell", *named} - {"turns", "pass"}
