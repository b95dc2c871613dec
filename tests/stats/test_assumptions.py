"""The tornado pairs every single change with the baseline; the assumption band spans the random combinations."""

from typing import Any

import numpy as np
import pandas as pd
import pytest

from strikesim.errors import ResultError
from strikesim.stats.assumptions import BAND, TORNADO, band, tornado
from strikesim.stats.counts import gather, wins
from strikesim.stats.paired import paired_wins
from strikesim.stats.tables import rates as rates_of
from strikesim.sweep.manifest import Cell, Manifest
from sweep.manifests import cell, manifest

VARIANTS: dict[str, dict[str, Any]] = {
    "published": {},
    "board: sparse": {"board": "sparse"},
    "hand: 6": {"hand": 6},
    "mix 1": {"board": "sparse", "hand": 6},
    "mix 2": {"board": "dense", "hand": 4},
    "mix 3": {"board": "dense", "hand": 6},
}
EFFECT = {"published": 0.0, "board: sparse": 0.02, "hand: 6": -0.2, "mix 1": -0.18, "mix 2": 0.1, "mix 3": 0.0}
GAMES = 3000
NOBODY: dict[str, Any] = {"winner": None, "first_seat": 0, "rotation": 0}


def sweep(design: str = "sensitivity") -> "tuple[Manifest, list[tuple[Cell, pd.DataFrame]]]":
    """Return a sweep of two player counts, its games on common random numbers, in parts."""
    cells: list[dict[str, Any]] = []
    parts = []
    for players in (2, 3):
        luck = np.random.default_rng(players).random(GAMES)
        for name, effect in EFFECT.items():
            cells.append(cell(len(cells), ["a"] * players, variant=name))
            outcome = np.where(luck < 0.5 + effect, "win", "loss")
            games = pd.DataFrame({"game": np.arange(GAMES), "outcome": outcome, "cause": "x", **NOBODY})
            parts += [(cells[-1], games[:1000]), (cells[-1], games[1000:])]
    return manifest(cells, design=design, variants=VARIANTS), parts


def test_single_changes_are_paired_with_the_baseline_of_their_setting_the_largest_first() -> None:
    asked, parts = sweep()
    table = tornado(asked, parts)
    assert list(table.columns) == ["cell", "players", "difficulty", "bots", "variant", *TORNADO, "q"]
    assert list(table["players"]) == [2, 2, 3, 3]
    assert list(table["key"]) == ["hand", "board"] * 2
    assert list(table["value"]) == ["6", "sparse"] * 2
    games = {one.index: pd.concat([part for entry, part in parts if entry is one]) for one in asked.cells}
    for row in table.itertuples():
        base = 0 if row.players == 2 else len(VARIANTS)
        expected = paired_wins(games[base]["outcome"] == "win", games[row.cell]["outcome"] == "win")
        assert (row.difference, row.low, row.high, row.p) == (
            expected.difference,
            expected.low,
            expected.high,
            expected.p,
        )
        assert (row.baseline, row.rate, row.games) == (expected.a, expected.b, GAMES)
    assert (table["q"] >= table["p"]).all()


def test_an_unfinished_sweep_compares_the_games_that_both_have() -> None:
    asked, parts = sweep()
    some = [(one, games) for one, games in parts if one.index == 0] + [parts[2]]
    table = tornado(asked, some)
    assert list(table["cell"]) == [1]
    assert list(table["games"]) == [1000]
    assert tornado(asked, parts[2:4]).empty


def test_the_band_spans_the_central_nine_in_ten_of_the_random_combinations() -> None:
    asked, parts = sweep()
    rates = rates_of(gather(parts, {"wins": wins("cooperative")}))
    table = band(asked, rates)
    assert list(table.columns) == ["cell", "players", "difficulty", "bots", *BAND]
    assert list(table["cell"]) == [0, len(VARIANTS)]
    for row in table.itertuples():
        mixed = rates[
            (rates["of"] == "team") & (rates["players"] == row.players) & rates["variant"].str.startswith("mix")
        ]
        assert row.variants == 3
        assert (row.lowest, row.highest) == (mixed["rate"].min(), mixed["rate"].max())
        assert (row.band_low, row.band_high) == pytest.approx(tuple(np.quantile(mixed["rate"], [0.05, 0.95])))
        assert row.low < row.rate < row.high


def test_one_combination_makes_no_band() -> None:
    asked, parts = sweep()
    few = [(one, games) for one, games in parts if one.variant not in ("mix 1", "mix 2")]
    assert band(asked, rates_of(gather(few, {"wins": wins("cooperative")}))).empty


@pytest.mark.parametrize("design", ["grid", "comparison"])
def test_a_sweep_made_for_another_question_is_told_how_to_ask_this_one(design: str) -> None:
    asked, parts = sweep(design)
    with pytest.raises(ResultError, match="strikesim sensitivity makes one that does"):
        tornado(asked, parts)
