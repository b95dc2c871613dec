"""The tornado compares every single change with the baseline; the assumption band spans the random combinations."""

from typing import Any

import numpy as np
import pandas as pd
import pytest

from strikesim.errors import ResultError
from strikesim.stats.assumptions import BAND, TORNADO, band, idle, reported, shown_variants, tornado, with_again
from strikesim.stats.controlled import contrast
from strikesim.stats.counts import gather, wins
from strikesim.stats.spread import spread
from strikesim.stats.tables import rates as rates_of
from strikesim.sweep.manifest import Cell, Manifest
from strikesim.sweep.rows import won_games
from sweep.manifests import cell, manifest

VARIANTS: dict[str, dict[str, Any]] = {
    "published": {},
    "board: sparse": {"board": "sparse"},
    "hand: 6": {"hand": 6},
    "combination 1": {"board": "sparse", "hand": 6},
    "combination 2": {"board": "dense", "hand": 4},
    "combination 3": {"hand": 6},  # one drawn at random is no single change
}
EFFECT = {
    "published": 0.0,
    "board: sparse": 0.02,
    "hand: 6": -0.2,
    "combination 1": -0.18,
    "combination 2": 0.1,
    "combination 3": 0.0,
}
GAMES = 3000
NOBODY: dict[str, Any] = {"winner": None, "first_seat": 0, "rotation": 0}


def sweep(design: str = "sensitivity", more: int = 1) -> "tuple[Manifest, list[tuple[Cell, pd.DataFrame]]]":
    """Return a sweep of two player counts, its games on common random numbers, in parts; `more` of the baseline."""
    cells: list[Cell] = []
    parts = []
    for players in (2, 3):
        luck = np.random.default_rng(players).random(GAMES * more)
        for name, effect in EFFECT.items():
            cells.append(cell(len(cells), ["a"] * players, variant=name))
            games = played(luck[: GAMES * (1 if VARIANTS[name] else more)] < 0.5 + effect)
            parts += [(cells[-1], games[:1000]), (cells[-1], games[1000:])]
    return manifest(cells, design=design, variants=VARIANTS), parts


def played(won: "np.ndarray[Any, np.dtype[np.bool_]]") -> pd.DataFrame:
    outcome = np.where(won, "win", "loss")
    return pd.DataFrame({"game": np.arange(len(won)), "outcome": outcome, "cause": "x", **NOBODY})


def won_in(asked: Manifest, parts: "list[tuple[Cell, pd.DataFrame]]") -> dict[int, pd.DataFrame]:
    found: dict[int, list[pd.DataFrame]] = {}
    for one, games in parts:
        found.setdefault(one.index, []).append(won_games(asked.ruleset.kind, one.line_up, games))
    return {index: pd.concat(frames) for index, frames in found.items()}


def screened(
    asked: Manifest, parts: "list[tuple[Cell, pd.DataFrame]]", confidence: "float | None" = None
) -> pd.DataFrame:
    return tornado(asked, won_in(asked, parts), confidence)


@pytest.mark.parametrize("more", [1, 2])
def test_single_changes_are_compared_with_all_of_the_baseline_of_their_setting_the_largest_first(more: int) -> None:
    asked, parts = sweep(more=more)
    table = screened(asked, parts, 0.95)
    assert list(table.columns) == ["cell", "players", "difficulty", "bots", "variant", *TORNADO]
    assert list(table["players"]) == [2, 2, 3, 3]
    assert list(table["key"]) == ["hand", "board"] * 2
    assert list(table["value"]) == ["6", "sparse"] * 2
    games = {one.index: pd.concat([part for entry, part in parts if entry is one]) for one in asked.cells}
    won = {cell: frame["outcome"].to_numpy() == "win" for cell, frame in games.items()}
    for row in table.to_dict("records"):
        base = won[0 if row["players"] == 2 else len(VARIANTS)]
        expected = contrast(base[:GAMES], won[row["cell"]], base[GAMES:])
        assert (row["difference"], row["p"]) == (expected.difference, expected.p)
        assert (row["low"], row["high"]) == expected.interval(0.95)
        assert (row["games"], row["baseline_games"]) == (GAMES, GAMES * more)
        assert (row["baseline"], row["rate"]) == (base.mean(), pytest.approx(base.mean() + expected.difference))
    assert (table["q"] >= table["p"]).all()


def test_an_unfinished_sweep_compares_the_games_that_both_have() -> None:
    asked, parts = sweep()
    some = [(one, games) for one, games in parts if one.index == 0] + [parts[2]]
    table = screened(asked, some)
    assert list(table["cell"]) == [1]
    assert list(table["games"]) == [1000]
    assert screened(asked, parts[2:4]).empty


# ---- what is chosen ----------------------------------------------------------------------------------------------


def many(effects: "list[float]", seed: int, games: int = 200) -> "tuple[Manifest, list[tuple[Cell, pd.DataFrame]]]":
    """Return a sweep of many single changes with these effects, each cell on a chance of its own."""
    rng = np.random.default_rng(seed)
    variants: dict[str, dict[str, Any]] = {"published": {}} | {f"k = {k}": {"k": k} for k in range(len(effects))}
    cells = [cell(k, ["a", "a"], variant=name) for k, name in enumerate(variants)]
    truth = [(0.5, 6 * games), *((0.5 + effect, games) for effect in effects)]
    parts = [(one, played(rng.random(size) < rate)) for one, (rate, size) in zip(cells, truth, strict=True)]
    return manifest(cells, design="sensitivity", variants=variants), parts


def test_a_row_is_shown_just_where_its_interval_holds_no_zero() -> None:
    for seed in range(20):
        table = screened(*many([0.0] * 15 + [0.1] * 5, seed))
        excludes = (table["low"] > 0) | (table["high"] < 0)
        assert list(excludes) == list(table["shown"])


def test_of_the_intervals_that_are_told_one_in_twenty_misses_and_plain_ones_miss_more() -> None:
    # 60 sweeps of 20 changes, 4 of them real but small: shown are those that chance was kind to. The expected share of
    # told intervals that miss is 5 % at most; 60 sweeps give it to within 2.5 points, three standard errors.
    effects = [0.0] * 16 + [0.09] * 4
    missed: dict[float | None, list[float]] = {None: [], 0.95: []}
    for seed in range(60):
        asked, parts = many(effects, seed)
        won = won_in(asked, parts)
        for confidence, shares in missed.items():
            told = tornado(asked, won, confidence).query("shown")
            truth = np.array(effects)[told["value"].astype(int)]
            shares.append(float((~((told["low"] <= truth) & (truth <= told["high"]))).mean()) if len(told) else 0.0)
    assert np.mean(missed[None]) <= 0.05 + 0.025
    assert np.mean(missed[0.95]) > np.mean(missed[None])


def test_what_is_shown_stands_beside_what_fresh_games_say_and_is_told_by_those() -> None:
    asked, parts = sweep()
    table = screened(asked, parts)
    assert shown_variants(table) == ["board: sparse", "hand: 6"]
    fresh = screened(asked, parts, 0.95)
    fresh.loc[fresh["key"] == "board", ["difference", "low", "high"]] = [0.001, -0.01, 0.012]
    both = with_again(table, fresh)
    assert list(both["difference"]) == list(table["difference"])
    assert list(both["confirmed"]) == [True, False, True, False]
    told = reported(both)
    assert list(told["difference"]) == list(fresh["difference"])
    assert list(told["low"]) == list(fresh["low"])


def test_the_other_sign_in_fresh_games_confirms_nothing() -> None:
    table = screened(*sweep())
    fresh = table.assign(difference=-table["difference"], low=-table["high"], high=-table["low"])
    assert not with_again(table, fresh)["confirmed"].any()


def test_what_is_not_shown_or_not_played_again_keeps_the_figure_of_the_screen() -> None:
    table = screened(*many([0.0, 0.3], 1))
    for again in (None, table[:0]):
        both = with_again(table, again)
        assert both["again"].isna().all()
        assert both["confirmed"].isna().all()
        assert list(reported(both)["difference"]) == list(table["difference"])
    both = with_again(table, screened(*many([0.0, 0.3], 2), 0.95))
    assert list(both["shown"]) == [True, False]
    assert list(both["again"].isna()) == [False, True]


def test_changes_that_compile_to_the_same_tables_do_not_count() -> None:
    asked, parts = sweep()
    cells = [one.model_copy(update={"tables": "0"}) if one.index == 1 else one for one in asked.cells]
    asked = asked.model_copy(update={"cells": cells})
    table = screened(asked, parts)
    assert list(table["cell"]) == [2, 8, 7]
    assert idle(asked)[["players", "key", "value", "like"]].to_numpy().tolist() == [[2, "board", "sparse", "published"]]


def test_two_changes_that_compile_to_the_same_tables_count_once() -> None:
    asked, parts = many([0.0, 0.1, 0.1], 1)
    cells = [one.model_copy(update={"tables": "2"}) if one.index == 3 else one for one in asked.cells]
    asked = asked.model_copy(update={"cells": cells})
    assert sorted(screened(asked, parts)["cell"]) == [1, 2]
    assert list(idle(asked)["like"]) == ["k = 1"]


# ---- the band ----------------------------------------------------------------------------------------------------


def test_the_band_is_that_of_the_random_combinations_without_chance() -> None:
    asked, parts = sweep(more=2)
    rates = rates_of(gather(parts, {"wins": wins("cooperative")}))
    won = won_in(asked, parts)
    table = band(asked, won, rates)
    assert list(table.columns) == ["cell", "players", "difficulty", "bots", *BAND]
    assert list(table["cell"]) == [0, len(VARIANTS)]
    for row in table.to_dict("records"):
        mixed = np.array([won[row["cell"] + k]["team"] for k in (3, 4, 5)])
        expected = spread(mixed, 0.9)
        assert row["variants"] == 3
        assert (row["band_low"], row["band_high"]) == (expected.low, expected.high)
        assert (row["band_low_from"], row["band_low_to"]) == expected.low_ends
        assert (row["band_high_from"], row["band_high_to"]) == expected.high_ends
        assert (row["deviation"], row["p"]) == (expected.deviation, expected.p)
        assert row["low"] < row["rate"] < row["high"]
        assert row["games"] == 2 * GAMES


def test_one_combination_makes_no_band() -> None:
    asked, parts = sweep()
    few = [(one, games) for one, games in parts if one.variant not in ("combination 1", "combination 2")]
    assert band(asked, won_in(asked, few), rates_of(gather(few, {"wins": wins("cooperative")}))).empty


@pytest.mark.parametrize("design", ["grid", "comparison"])
def test_a_sweep_made_for_another_question_is_told_how_to_ask_this_one(design: str) -> None:
    asked, parts = sweep(design)
    with pytest.raises(ResultError, match="strikesim sensitivity makes one that does"):
        screened(asked, parts)
