"""Public functions take what people of pandas and numpy have."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import strikesim as ss

SHORT = {"players": np.int64(2), "bots": "random", "ruleset.turn_limit": np.int32(4)}
ASKED = {"games": np.int64(4), "seed": np.uint32(3), "jobs": np.int8(1)}
FILE = """
[[sweep]]
name = "filed"
ruleset = "strajk"
games = 9
[sweep.grid]
players = 2
bots = "random"
"ruleset.turn_limit" = 4
"""


def series(values: list[Any]) -> Any:
    return pd.Series(values, index=[7 + k for k in range(len(values))])


@pytest.mark.parametrize("kind", [list, tuple, np.array, series, pd.Index, iter])
def test_lists_of_the_grid(tmp_path: Path, kind: Callable[[list[Any]], Any]) -> None:
    grid = {"players": kind([2, 3]), "bots": kind(["random"]), "ruleset.turn_limit": kind([4])}
    result = ss.run(name="r", ruleset="strajk", **ASKED, grid=grid, out=str(tmp_path))
    assert result.manifest.sweep.grid == {"players": [2, 3], "bots": ["random"], "ruleset.turn_limit": [4]}
    assert (result.manifest.sweep.games, result.manifest.sweep.seed) == (4, 3)


@pytest.mark.parametrize("games", [4, 4.0, np.int8(4), np.float64(4), np.array(4)])
def test_a_number_of_games(tmp_path: Path, games: Any) -> None:
    assert len(ss.run(name="r", ruleset="strajk", games=games, grid=SHORT, out=tmp_path).games()) == 4


@pytest.mark.parametrize("path", [str, Path, np.str_])
def test_paths(tmp_path: Path, path: Callable[[str], Any]) -> None:
    (tmp_path / "sweep.toml").write_text(FILE)
    (tmp_path / "mine.toml").write_text('extends = "strajk"\n[rules]\nhand_size = 6\n')
    out = path(str(tmp_path / "out"))
    (filed,) = ss.run_file(path(str(tmp_path / "sweep.toml")), games=np.int64(4), out=out)
    mine = path(str(tmp_path / "mine.toml"))
    assert len(ss.compare("strajk", mine, **ASKED, grid=SHORT, out=out).sentences) == 3
    varied = ss.sensitivity(mine, combinations=np.int64(1), **ASKED, grid=SHORT, out=out)
    assert len(varied.tornado)
    folder = path(str(filed.folder))
    assert ss.read(folder).name == "filed"
    assert ss.verify(folder).faults == []
    for folders in (folder, [folder], (folder,), np.array([str(folder)])):
        assert (ss.write_report(folders, path(str(tmp_path / "page"))).folder / "report.html").is_file()
    drawn = ss.figures.lengths(filed.tables.lengths.query("what == 'turns'"))
    ss.figures.save(drawn, path(str(tmp_path / "a.png")))
    assert (tmp_path / "a.png").is_file()
