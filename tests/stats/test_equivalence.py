"""A difference that matters, or does not, is told wrongly as seldom as is said."""

import numpy as np
import pytest

from strikesim.errors import ResultError
from strikesim.stats.equivalence import LESS, MORE, NOTHING, OPEN, score, score_interval, whether_it_matters


def test_the_interval_is_where_the_score_reaches_the_quantile_on_both_sides() -> None:
    low, high = score_interval(14, 5, 44)
    assert score(14, 5, 44, low) == pytest.approx(1.959964, abs=1e-5)
    assert score(14, 5, 44, high) == pytest.approx(-1.959964, abs=1e-5)


def test_the_interval_is_the_published_one() -> None:
    # Airway hyper-responsiveness (Bentur et al. 2009) in Fagerland, Lydersen and Laake (2014): 1, 1, 7, 12; Tango's
    # interval of -0.286 is -0.517 to -0.026.
    low, high = score_interval(7, 1, 21)
    assert low == pytest.approx(-0.517, abs=6e-4)
    assert high == pytest.approx(-0.026, abs=6e-4)


def test_both_sides_are_alike() -> None:
    low, high = score_interval([3, 0, 20], [9, 0, 4], [50, 100, 60])
    other_low, other_high = score_interval([9, 0, 4], [3, 0, 20], [50, 100, 60])
    assert np.allclose(low, -other_high)
    assert np.allclose(high, -other_low)


def test_games_that_never_differ_leave_a_bound() -> None:
    low, high = score_interval(0, 0, 1000)
    assert -0.005 < low < 0 < high < 0.005


@pytest.mark.parametrize("games", [100, 1000])
@pytest.mark.parametrize(("only_a", "only_b"), [(0.02, 0.05), (0.2, 0.25), (0.0, 0.01), (0.1, 0.1)])
def test_the_interval_covers_as_often_as_it_says(only_a: float, only_b: float, games: int) -> None:
    # 4,000 samples; one of exactly 95 % covers less than 93.8 % but once in 3,000. Of 100 games, where a side
    # alone wins two of them, it is known to cover a little less.
    rng = np.random.default_rng(11)
    counts = rng.multinomial(games, [only_a, only_b, 1 - only_a - only_b], size=4000)
    low, high = score_interval(counts[:, 0], counts[:, 1], games)
    assert np.mean((low <= only_b - only_a) & (only_b - only_a <= high)) > (0.938 if games > 100 else 0.922)


@pytest.mark.parametrize("games", [300, 3000])
@pytest.mark.parametrize("differs", [0.0101, 0.05, 0.4])
@pytest.mark.parametrize("beyond", [True, False])
def test_at_the_edge_of_the_margin_one_row_is_told_wrongly_in_one_of_twenty(
    differs: float, games: int, beyond: bool
) -> None:
    # The truth lies a hair beyond the margin of 1 point, or on it. 4,000 samples: more than 6.3 % would come up once in
    # 10,000.
    rng = np.random.default_rng(12)
    edge = 0.01 * (1.000001 if beyond else 1)
    counts = rng.multinomial(games, [(differs - edge) / 2, (differs + edge) / 2, 1 - differs], size=4000)
    told = np.array([whether_it_matters(row[0], row[1], games, 0.01)[0][0] for row in counts])
    assert np.mean(~np.isin(told, [OPEN, MORE if beyond else NOTHING])) < 0.063


def test_of_many_rows_at_the_edge_any_is_told_wrongly_in_one_of_twenty_tables() -> None:
    # 40 rows on the edge, 1,000 tables: more than 7.5 % would come up once in 2,000.
    rng = np.random.default_rng(13)
    counts = rng.multinomial(2000, [0.045, 0.055, 0.9], size=(1000, 40))
    wrong = [np.isin(whether_it_matters(row[:, 0], row[:, 1], 2000, 0.01)[0], [LESS, MORE]).any() for row in counts]
    assert np.mean(wrong) < 0.075


def test_a_margin_that_is_none_is_refused() -> None:
    for margin in (0, 1.5):
        with pytest.raises(ResultError, match="margin"):
            whether_it_matters(1, 1, 10, margin)
