"""The sweep file that a report prints makes the same sweep again."""

from pathlib import Path

import pytest
import tomli_w

from strikesim.report.smallprint import sweep_file
from strikesim.sweep.config import Sweep
from strikesim.sweep.designs import comparison, sensitivity, sweep_of
from strikesim.sweep.plan import plan, read_sweeps
from strikesim.sweep.store import describe

MINE = 'extends = "strajk"\n[rules]\nhand_size = 6\n[choose]\nSTJ-A4 = "dense"\n'
THRIFTY = {"thrifty": {"base": "planner", "weights": {"thin": 4.0}}}
GRID = {"players": [2], "bots": ["random", "thrifty,random"], "rules.hand_size": [5, 6], "cards.speech.start": [4]}
COMMITTEES = {"players": [3], "committees": [["cio", "rank_and_file", "socialists"], "random"], "bots": ["random"]}
SWEEPS = {
    "grid": lambda: sweep_of("here", name="s", ruleset="strajk", games=9, seed=3, grid=GRID),
    "list values": lambda: sweep_of("here", name="s", ruleset="flint", precision=0.1, grid=COMMITTEES),
    "file": lambda: sweep_of("here", name="s", ruleset="mine.toml", games=9, target={"audience": "fair"}),
    "comparison": lambda: comparison("strajk", "mine.toml", games=9, grid={"players": [3]}),
    "comparison of bots": lambda: comparison("planner", "novice", "strajk", games=9),
    "sensitivity": lambda: sensitivity("strajk", 3, games=9, grid={"players": [2]}),
}


@pytest.mark.parametrize("name", SWEEPS)
def test_a_printed_sweep_is_the_same_sweep(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text(MINE)
    sweep: Sweep = SWEEPS[name]()
    manifest = describe(plan(sweep, Path(), "here", THRIFTY if name == "grid" else {}))
    Path("mine.toml").unlink()
    for file, data in manifest.files.items():
        Path(file).write_text(tomli_w.dumps(data))
    Path("again.toml").write_text(sweep_file(manifest))
    (again,) = read_sweeps(Path("again.toml"))
    assert describe(again) == manifest
