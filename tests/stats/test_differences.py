"""Differences of rates between cells: their intervals hold together."""

import numpy as np
from scipy.stats import binom

from strikesim.stats.differences import differences

REPEATS, GAMES = 2000, 300
TRUE = ((0.5, 0.5), (0.1, 0.2), (0.9, 0.6), (0.03, 0.03), (0.4, 0.45))


def test_the_intervals_of_a_table_cover_together() -> None:
    # Fewer than the lower end: false alarm in 1 of 10,000 seeds if 95 % is kept exactly.
    rng = np.random.default_rng(11)
    covered = 0
    for _ in range(REPEATS):
        won = rng.binomial(GAMES, TRUE)
        rows = [[{"count": k, "games": GAMES, "rate": k / GAMES} for k in pair] for pair in won]
        table = differences([(str(k), before, after) for k, (before, after) in enumerate(rows)])
        true = np.array([after - before for before, after in TRUE])
        covered += bool(((table["low"] <= true) & (true <= table["high"])).all())
    assert covered >= binom.ppf(1e-4, REPEATS, 0.95)
    assert covered < REPEATS  # intervals that always cover would say nothing


def test_a_difference_is_the_second_less_the_first() -> None:
    rows = ({"count": 30, "games": 100, "rate": 0.3}, {"count": 50, "games": 100, "rate": 0.5})
    row = differences([("easy to hard", *rows)]).iloc[0]
    assert (row["label"], round(row["difference"], 12)) == ("easy to hard", 0.2)
    assert 0 < row["low"] < 0.2 < row["high"]
