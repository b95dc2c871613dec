"""Differences of rates between cells of one sweep: their intervals hold together, and use that games share chance."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binom

from strikesim.stats.differences import Pairs, differences, interactions
from strikesim.stats.intervals import newcombe

REPEATS, GAMES = 1000, 300
TRUE = ((0.5, 0.5), (0.1, 0.2), (0.9, 0.6), (0.03, 0.03), (0.4, 0.45))


def rows(k: int) -> "tuple[dict[str, object], dict[str, object]]":
    return {"cell": 2 * k, "who": "team"}, {"cell": 2 * k + 1, "who": "team"}


def frame(won: np.ndarray) -> pd.DataFrame:
    return pd.DataFrame({"team": won})


def test_the_intervals_of_a_table_cover_together() -> None:
    # Games of both cells share their chance. Fewer than the lower end: false alarm in 1 of 10,000 seeds if 95 % is kept
    # exactly.
    rng = np.random.default_rng(11)
    covered = 0
    for _ in range(REPEATS):
        chance = rng.random((len(TRUE), GAMES))
        won = {2 * k + side: frame(chance[k] < TRUE[k][side]) for k in range(len(TRUE)) for side in (0, 1)}
        table = differences([(str(k), *rows(k)) for k in range(len(TRUE))], won)
        true = np.array([after - before for before, after in TRUE])
        covered += bool(((table["low"] <= true) & (true <= table["high"])).all())
    assert covered >= binom.ppf(1e-4, REPEATS, 0.95)
    assert covered < REPEATS  # intervals that always cover would say nothing


def test_cells_that_share_their_chance_are_compared_game_by_game() -> None:
    chance = np.random.default_rng(3).random(2000)
    won = {0: frame(chance < 0.4), 1: frame(chance < 0.45)}
    row = differences([("", *rows(0))], won).iloc[0]
    low, high = newcombe(won[1]["team"].sum(), 2000, won[0]["team"].sum(), 2000)
    assert row["high"] - row["low"] < 0.6 * float(high - low)


def test_a_difference_is_the_second_less_the_first_over_the_games_of_both() -> None:
    won = {0: frame(np.arange(100) < 30), 1: frame(np.arange(120) < 50)}
    row = differences([("easy to hard", *rows(0))], won).iloc[0]
    assert (row["label"], row["games"], round(row["difference"], 12)) == ("easy to hard", 100, 0.2)
    assert 0 < row["low"] < 0.2 < row["high"]


def test_interactions_that_are_none_are_shown_in_one_family_of_twenty_at_most() -> None:
    # Five steps of 400 games each, whose effects are the same for both line-ups, on common chance. Of 1,000 families 50
    # may show one; more than 74 come with chance 0.001 if the true share is 5 %.
    rng = np.random.default_rng(3)
    shown = 0
    for _ in range(1000):
        pairs: list[Pairs] = []
        won = {}
        for step in range(5):
            luck = rng.random(400)
            noise = rng.random((4, 400)) * 0.2
            for k, rate in enumerate((0.6, 0.5, 0.4, 0.3)):
                won[4 * step + k] = pd.DataFrame({"team": luck + noise[k] - 0.1 < rate})
            rows = [{"cell": 4 * step + k, "who": "team"} for k in range(4)]
            pairs.append(((f"{step}", rows[0], rows[1]), (f"{step}", rows[2], rows[3])))
        table = interactions(pairs, won)
        shown += bool(((table["low"] > 0) | (table["high"] < 0)).any())
    assert shown <= 74


def test_an_interaction_is_the_difference_of_both_effects() -> None:
    won = {k: pd.DataFrame({"team": np.arange(10) < wins}) for k, wins in enumerate((5, 3, 5, 6))}
    rows = [{"cell": k, "who": "team"} for k in range(4)]
    (row,) = interactions([(("a", rows[0], rows[1]), ("a", rows[2], rows[3]))], won).to_dict("records")
    assert (row["first"], row["second"], row["difference"]) == pytest.approx((-0.2, 0.1, 0.3))
    assert row["low"] < 0.3 < row["high"]
