"""Options that take several values, and numbers as people write them."""

import json
from pathlib import Path

import pytest

from cli.command import strikesim

SWEEP = """
[[sweep]]
name = "small"
ruleset = "strajk"
games = 300
[sweep.grid]
bots = ["random"]
"ruleset.turn_limit" = 4
"""


def _cells(folder: Path, *words: str) -> set[tuple[int, str, int]]:
    (folder / "sweep.toml").write_text(SWEEP)
    lines = strikesim("run", "sweep.toml", "--json", *words, cwd=folder).stdout.splitlines()
    rows = [json.loads(line) for line in lines]
    return {(row["players"], row["bots"], row["games"]) for row in rows}


@pytest.mark.parametrize("players", [["--players", "2,3"], ["--players", "2", "--players", "3"]])
def test_several_values_stand_after_commas_or_in_options_of_their_own(tmp_path: Path, players: list[str]) -> None:
    found = _cells(tmp_path, *players, "--bots", "random", "--bots", "random,planner", "-n", "2e1")
    assert found == {(count, bots, 20) for count in (2, 3) for bots in ("random", "random,planner")}


def test_difficulties_are_listed_too(tmp_path: Path) -> None:
    (tmp_path / "sweep.toml").write_text(SWEEP.replace("strajk", "strike").partition("[sweep.grid]")[0])
    words = ["run", "sweep.toml", "--json", "--difficulty", "easy,hard", "--players", "2", "-n", "2"]
    lines = strikesim(*words, "--bots", "random", cwd=tmp_path).stdout.splitlines()
    assert {json.loads(line)["difficulty"] for line in lines} == {"easy", "hard"}


def test_a_thousand_may_be_grouped_in_a_file_too(tmp_path: Path) -> None:
    assert _cells(tmp_path, "--players", "2", "-n", "1_0") == {(2, "random", 10)}
    (tmp_path / "floats.toml").write_text(SWEEP.replace("300", "1e1"))
    lines = strikesim("run", "floats.toml", "--json", "-o", "o", "--players", "2", cwd=tmp_path).stdout.splitlines()
    assert {json.loads(line)["games"] for line in lines} == {10}
