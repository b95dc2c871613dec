"""What a sweep file may not say is refused in one clear line."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from strikesim.errors import ConfigError
from strikesim.questions.playing import Playing
from strikesim.sweep.config import read_value
from strikesim.sweep.designs import comparison, sweep_of
from strikesim.sweep.plan import read_sweeps
from sweep.sweeps import write

SWEEP = """
[[sweep]]
name = "small"
ruleset = "strajk"
{keys}
[sweep.grid]
bots = "random"
{grid}
"""


@pytest.mark.parametrize(
    ("keys", "grid", "says"),
    [
        ("games = 1", "players = [2, 2, 3]", "grid.players: 2 stands there twice"),
        ("games = 1", '"rules.hand_size" = 2020-01-01', "sweep.grid.rules.hand_size = 2020-01-01 is a date"),
        ("games = 1", "difficulty = 12:00:00", "sweep.grid.difficulty = 12:00:00 is a date or time"),
        ("games = 1", "[bots.mine]\nweight = 2020-01-01", "bots.mine.weight = 2020-01-01 is a date or time"),
        (
            "games = 1",
            '[sweep.variants]\nb = {"assumed.STJ-A1.alternatives.x.q" = 2020-01-01}',
            "sweep.variants.b.assumed.STJ-A1.alternatives.x.q = 2020-01-01 is a date",
        ),
        (
            'games = 1\ndesign = "sensitivity"',
            "",
            "it has no variant 'as it stands'; `strikesim sensitivity` makes",
        ),
        ('games = 1\ndesign = "comparison"', "", "it has no two variants or line-ups; `strikesim compare` makes"),
        ("games = 1", f"players = {'[' * 60}{']' * 60}", "nested too deeply; 50 levels are allowed"),
        ("games = 1", f"players = {'[' * 3000}{']' * 3000}", "nested too deeply; 50 levels are allowed"),
        ("games = 1", f'"{"a" + ".a" * 3000}" = 1', "nested too deeply"),
        ("games = 1", f"players = 1{'0' * 5000}", "a number has too many digits"),
        (f"games = 1{'0' * 30}", "", "it must be less than 10000000000"),
    ],
)
def test_nonsense_is_refused_in_one_line(tmp_path: Path, keys: str, grid: str, says: str) -> None:
    with pytest.raises(ConfigError) as refusal:
        read_sweeps(write(tmp_path, SWEEP.format(keys=keys, grid=grid)))
    assert says in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("text", ["", "sweep = 3", "sweep = [3]", '[sweep]\nname = "x"'])
def test_a_file_without_a_sweep_says_how_one_begins(tmp_path: Path, text: str) -> None:
    with pytest.raises(ConfigError, match=r"each begins with the line \[\[sweep\]\]"):
        read_sweeps(write(tmp_path, text))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("6\nb = 7", "has several lines; write one value"),
        ("2020-01-01", "the value = 2020-01-01 is a date"),
        ("[" * 3000 + "]" * 3000, "nested too deeply"),
        ("1" + "0" * 5000, "a number has too many digits"),
    ],
)
def test_a_value_is_one_thing_on_one_line(text: str, says: str) -> None:
    with pytest.raises(ConfigError) as refusal:
        read_value(text)
    assert says in str(refusal.value)


@pytest.mark.parametrize(
    "players", [np.array([2, 3]), (2, 3), range(2, 4), pd.Series([2, 3]), pd.Index([2, 3]), [np.int64(2), np.int8(3)]]
)
def test_python_s_own_numbers_and_lists_are_taken(players: Any) -> None:
    keys = {"name": "s", "ruleset": Path("strajk"), "games": np.int64(5), "grid": {"players": players}}
    sweep = sweep_of("run", **Playing.split(keys)[1])
    assert (sweep.ruleset, sweep.games, sweep.grid) == ("strajk", 5, {"players": [2, 3]})


def test_a_compared_ruleset_may_be_a_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('extends = "strajk"')
    assert comparison("strajk", path, games=1).variants == {"strajk": "strajk", str(path): str(path)}
