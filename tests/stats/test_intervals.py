"""Intervals agree with scipy's and cover what they promise."""

import numpy as np
import pytest
from scipy.stats import binomtest

from strikesim.stats.intervals import games_for_half_width, mean_interval, wilson


@pytest.mark.parametrize(("wins", "games"), [(0, 1), (1, 1), (0, 50), (7, 50), (25, 50), (50, 50), (1234, 98765)])
@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.999])
def test_wilson_is_scipys(wins: int, games: int, confidence: float) -> None:
    expected = binomtest(wins, games).proportion_ci(confidence, method="wilson")
    assert np.allclose(wilson(wins, games, confidence), (expected.low, expected.high), atol=1e-12)


def test_no_games_say_nothing() -> None:
    assert [float(end) for end in wilson(0, 0)] == [0, 1]


@pytest.mark.parametrize("rate", [0.01, 0.1, 0.5, 0.83])
def test_wilson_covers_the_true_rate_about_as_often_as_it_says(rate: float) -> None:
    # Averaged exactly over the binomial law; Wilson's coverage at n = 400 lies within 2 points of 95 %.
    from scipy.stats import binom

    wins = np.arange(401)
    low, high = wilson(wins, 400)
    coverage = binom.pmf(wins, 400, rate)[(low <= rate) & (rate <= high)].sum()
    assert coverage == pytest.approx(0.95, abs=0.02)


@pytest.mark.parametrize("half_width", [0.1, 0.02, 0.005])
def test_the_games_for_a_precision_are_just_enough_at_a_rate_of_one_half(half_width: float) -> None:
    n = games_for_half_width(half_width)

    def width(games: int) -> float:
        low, high = wilson(games / 2, games)
        return float(high - low) / 2

    assert width(n) <= half_width < width(n - 1)


def test_a_mean_from_sums_is_the_samples_own() -> None:
    sample = np.random.default_rng(3).normal(5, 2, 1000)
    mean, deviation, half = mean_interval(sample.sum(), (sample**2).sum(), len(sample))
    assert [float(mean), float(deviation)] == pytest.approx([sample.mean(), sample.std(ddof=1)])
    assert float(half) == pytest.approx(1.959964 * sample.std(ddof=1) / np.sqrt(1000))
