"""Intervals agree with scipy's and cover what they promise."""

import numpy as np
import pytest
from scipy.stats import binomtest

from strikesim.stats.intervals import (
    games_for_half_width,
    mean_interval,
    newcombe,
    rate_interval,
    simultaneous,
    wilson,
)


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


def test_simultaneous_intervals_cover_together_as_often_as_they_say() -> None:
    # The shares of four seats, of 2,000 runs of 500 games. Bonferroni's promise is 95 % at least, here 95.6 %; with
    # chance 0.001 less than 93.9 % of 2,000 runs would cover.
    shares = np.array([0.4, 0.3, 0.2, 0.1])
    wins = np.random.default_rng(11).multinomial(500, shares, size=2000)
    low, high = wilson(wins, 500, simultaneous(0.95, 4))
    assert ((low <= shares) & (shares <= high)).all(axis=1).mean() > 0.939
    low, high = wilson(wins, 500)  # and one by one they would not
    assert ((low <= shares) & (shares <= high)).all(axis=1).mean() < 0.90


def test_each_interval_can_have_a_confidence_of_its_own() -> None:
    low, _ = wilson(30, 100, simultaneous(0.95, [1, 4]))
    assert list(low) == [float(wilson(30, 100)[0]), float(wilson(30, 100, 0.9875)[0])]


@pytest.mark.parametrize(("rate", "other"), [(0.5, 0.5), (0.1, 0.02), (0.95, 0.6)])
def test_the_interval_of_a_difference_covers_it_about_as_often_as_it_says(rate: float, other: float) -> None:
    # Averaged exactly over both binomial laws.
    from scipy.stats import binom

    wins, other_wins = np.arange(201)[:, None], np.arange(101)[None, :]
    low, high = newcombe(wins, 200, other_wins, 100)
    chance = binom.pmf(wins, 200, rate) * binom.pmf(other_wins, 100, other)
    assert chance[(low <= rate - other) & (rate - other <= high)].sum() == pytest.approx(0.95, abs=0.015)


def test_a_difference_of_rates_that_are_zero_still_has_a_bound() -> None:
    low, high = newcombe(0, 100, 0, 50)
    assert -0.08 < float(low) < 0 < float(high) < 0.04


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
    assert float(half) == pytest.approx(1.962341 * sample.std(ddof=1) / np.sqrt(1000))


@pytest.mark.parametrize("games", [2, 5, 12])
def test_the_mean_of_few_games_is_covered_as_often_as_it_says(games: int) -> None:
    # Of 4,000 samples of a normal law. At 95 % fewer than 93.9 % cover with chance 0.001; with a normal quantile 69 %
    # would of two games, 88 % of five.
    samples = np.random.default_rng(13).normal(5, 2, (4000, games))
    mean, _, half = mean_interval(samples.sum(axis=1), (samples**2).sum(axis=1), games)
    assert (abs(mean - 5) <= half).mean() > 0.939


@pytest.mark.parametrize(("wins", "games"), [(0, 1), (1, 1), (0, 50), (3, 50), (9, 1000), (991, 1000), (50, 50)])
@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.999])
def test_the_interval_of_few_wins_or_losses_is_scipys_exact_one(wins: int, games: int, confidence: float) -> None:
    expected = binomtest(wins, games).proportion_ci(confidence, method="exact")
    assert np.allclose(rate_interval(wins, games, confidence), (expected.low, expected.high), atol=1e-12)


def test_the_interval_of_many_is_wilsons() -> None:
    assert [float(end) for end in rate_interval(40, 100)] == [float(end) for end in wilson(40, 100)]
    assert [float(end) for end in rate_interval(0, 0)] == [0, 1]


def test_a_rare_rate_is_covered_at_least_as_often_as_it_says() -> None:
    # Summed exactly over the binomial law, over rates at which about one win in 400 games is expected. Wilson's lower
    # end covers as little as 83 % just below one win in so many games.
    from scipy.stats import binom

    wins = np.arange(401)
    low, high = rate_interval(wins, 400)
    rare_low, rare_high = wilson(wins, 400)
    worst, worst_wilson = 1.0, 1.0
    for rate in np.linspace(0.0002, 0.01, 200):
        chance = binom.pmf(wins, 400, rate)
        worst = min(worst, chance[(low <= rate) & (rate <= high)].sum())
        worst_wilson = min(worst_wilson, chance[(rare_low <= rate) & (rate <= rare_high)].sum())
    assert worst >= 0.95
    assert worst_wilson < 0.9
