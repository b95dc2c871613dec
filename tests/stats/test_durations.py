"""Minutes are counted, and quantiles have intervals that hold."""

import numpy as np
import pytest
from scipy.stats import expon, poisson

from strikesim.errors import ResultError
from strikesim.stats.durations import minutes, quantile_interval


def test_minutes_are_those_of_turns_decisions_and_set_up() -> None:
    assert minutes([0, 30], [0, 20], 10, 6, 120).tolist() == [2, 9]


@pytest.mark.parametrize("number", [30, 400])
@pytest.mark.parametrize("quantile", [0.05, 0.5, 0.95])
def test_a_quantiles_interval_covers_as_often_as_it_says_with_ties_and_without(quantile: float, number: int) -> None:
    # 1,500 samples: one that covers 95 % covers less than 93 % but once in 3,000.
    rng = np.random.default_rng(21)
    for draw, law in ((rng.exponential, expon()), (lambda size: rng.poisson(20, size), poisson(20))):
        ends = np.array([quantile_interval(draw(size=number), quantile)[1:] for _ in range(1500)])
        truth = law.ppf(quantile)
        assert np.mean((ends[:, 0] <= truth) & (truth <= ends[:, 1])) > 0.93


def test_few_values_leave_an_end_open_and_none_are_refused() -> None:
    assert quantile_interval([1, 2, 3], 0.95)[2] == np.inf
    with pytest.raises(ResultError, match="one value"):
        quantile_interval([], 0.5)
