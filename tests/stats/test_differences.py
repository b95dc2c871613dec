"""Differences of rates between cells of one sweep: their intervals hold together, and use that games share chance."""

import numpy as np
import pandas as pd
from scipy.stats import binom

from strikesim.stats.differences import differences
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
