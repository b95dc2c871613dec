"""Which rules matter, by what is left in the folder; and margins of comparisons."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import strikesim as ss
from strikesim.errors import ConfigError
from strikesim.stats.matters import DEAD

ONE: dict[str, Any] = {"players": [3], "difficulty": ["easy"], "bots": ["novice"]}


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return ss.matters("flint", margin=0.2, grid=ONE, games=60, jobs=1, out=tmp_path_factory.mktemp("m"))


def won(rules: Any) -> Any:
    """Return for each variant which games it won."""
    games = rules.result.games()
    return {variant: (rows["outcome"] == "win").to_numpy() for variant, rows in games.groupby("variant")}


def test_every_switch_assumption_and_number_of_the_tables_is_changed_or_its_refusal_told(rules: Any) -> None:
    keys = {*rules.changes["key"], *(change.partition(" = ")[0] for change in rules.refused)}
    assert {"gambit_moves", "FLT-A3", "rules.resist_range", "options.token", "options.extra_card"} <= keys
    assert set(rules.changes.loc[rules.changes["key"] == "rules.resist_range", "value"]) == {0, 2}
    assert "cubes_exist = 30" in rules.refused["rules.cubes_held = 2"]


def test_a_change_that_cannot_act_is_dead_and_shares_are_counted_of_the_stored_games(rules: Any) -> None:
    row = rules.changes.set_index(["key", "value"]).loc[("rules.cubes_exist", 31)]
    assert (row["verdict"], row["differ"], row["decides"]) == (DEAD, 0, 0)
    assert row["differ_high"] > 0
    assert row["same_tables"]
    games = won(rules)
    told = rules.changes[rules.changes["key"] == "rules.resist_range"].set_index("value")["decides"]
    assert told[0] == np.mean(games["rules.resist_range = 0"] != games["as it stands"])


def test_what_decides_is_told_to_matter_and_every_change_is_told_once(rules: Any) -> None:
    told = [sentence for sentence in rules.sentences if sentence.startswith("Matters")]
    assert told
    assert re.search(r" \(the team [+−]\d+\.\d\spoints \(95\s%: [+−]\d+\.\d to [+−]\d+\.\d\)\)", told[0])
    dead = next(sentence for sentence in rules.sentences if sentence.startswith("Dead"))
    assert "exhaustion cubes in the box 31 (cannot act in these settings)" in dead
    assert len(rules.changes) == len(rules.changes[["key", "value"]].astype(str).drop_duplicates())


def test_intervals_are_wider_than_those_of_one_comparison_for_the_rows_were_chosen(rules: Any) -> None:
    from strikesim.stats.equivalence import score_interval

    row = rules.changes[rules.changes["verdict"] == "matters"].iloc[-1]
    games = won(rules)
    a, b = games["as it stands"], games[f"{row['key']} = {row['value']}"]
    low, high = score_interval((a & ~b).sum(), (b & ~a).sum(), len(a))
    assert row["low"] < low < row["difference"] < high < row["high"]


def test_the_folder_tells_it_all(rules: Any) -> None:
    folder = rules.result.folder
    assert {"matters.csv", "changes.csv", "README.md", "figures"} <= {path.name for path in folder.iterdir()}
    page = (folder / "README.md").read_text(encoding="utf-8")
    assert all(sentence in page for sentence in rules.sentences)
    assert len(pd.read_csv(folder / "changes.csv")) == len(rules.changes)


@pytest.mark.parametrize(("asked", "told"), [({"margin": 0}, "margin 0"), ({"tables": ["rulez"]}, "did you mean")])
def test_what_makes_no_sense_is_refused(asked: dict[str, Any], told: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=told):
        ss.matters("strajk", out=tmp_path, **asked)


def test_a_comparison_with_a_margin_says_whether_it_matters(tmp_path: Path) -> None:
    asked: dict[str, Any] = {"games": 100, "jobs": 1, "out": tmp_path, "grid": ONE}
    found = ss.compare("flint", "rules.cubes_exist=31", margin=0.1, **asked)
    assert "does nothing that matters (margin 10\u00a0points" in found.sentences[-1]
    found = ss.compare("flint", "rules.resist_range=0", margin=0.01, **asked)
    wins = found.table[found.table["what"] == "wins"].iloc[0]
    assert wins["score_low"] <= wins["difference"] <= wins["score_high"]
    assert pd.read_csv(found.result.folder / "comparison.csv")["matters"].iloc[0] == wins["matters"]
    with pytest.raises(ConfigError, match="margin 2"):
        ss.compare("flint", "rules.resist_range=0", margin=2, **asked)
