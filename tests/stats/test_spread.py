"""The band of true rates is free of chance, and its ends' intervals cover."""

import numpy as np
import pytest
from numpy.typing import NDArray

from strikesim.errors import ResultError
from strikesim.stats.spread import spread


def played(truth: NDArray[np.float64], games: int, shared: float, rng: np.random.Generator) -> NDArray[np.bool_]:
    """Play games of things with these rates; a share of the games has one chance for all things."""
    luck = np.where(rng.random(games) < shared, rng.random(games), np.nan)
    own = rng.random((len(truth), games))
    return np.where(np.isnan(luck), own, luck) < truth[:, None]


@pytest.mark.parametrize("shared", [0.0, 0.7, 1.0])
def test_chance_alone_makes_no_band(shared: float) -> None:
    # 100 things of one rate, 1,000 games: measured rates of independent games span 5.2 points (90 %).
    rng = np.random.default_rng(5)
    found = [spread(played(np.full(100, 0.5), 1000, shared, rng), 0.9) for _ in range(20)]
    widths = np.array([each.high - each.low for each in found])
    assert widths.mean() < 0.013
    assert (widths == 0).sum() >= 5 or shared == 1.0


@pytest.mark.parametrize("shared", [0.0, 0.7])
def test_the_band_is_the_true_rates_own(shared: float) -> None:
    # Uniform from 0.4 to 0.6: the central 90 % are 18 points wide. With 300 games the measured ones' would be 22.
    rng = np.random.default_rng(7)
    widths, raw = [], []
    for _ in range(25):
        won = played(rng.uniform(0.4, 0.6, 100), 300, shared, rng)
        found = spread(won, 0.9)
        widths.append(found.high - found.low)
        raw.append(np.ptp(np.quantile(won.mean(axis=1), [0.05, 0.95])))
    assert np.mean(widths) == pytest.approx(0.18, abs=0.01)
    assert shared or np.mean(raw) > 0.19


def test_the_deviation_is_unbiased_but_for_its_floor() -> None:
    rng = np.random.default_rng(9)
    found = [spread(played(rng.normal(0.5, 0.03, 60), 500, 0.5, rng), 0.9).deviation for _ in range(30)]
    assert np.mean(found) == pytest.approx(0.03, abs=0.002)


def test_the_ends_intervals_cover_about_as_often_as_they_say() -> None:
    # Of 150 bands. A percentile bootstrap of a tail quantile of
    # 100 values covers somewhat less than it says, so that 88 % is asked for.
    rng = np.random.default_rng(11)
    covered = []
    for _ in range(150):
        truth = np.clip(rng.normal(0.5, 0.06, 100), 0, 1)
        found = spread(played(truth, 400, 0.5, rng), 0.9)
        true_low, true_high = 0.5 - 1.6449 * 0.06, 0.5 + 1.6449 * 0.06
        covered.append(found.low_ends[0] <= true_low <= found.low_ends[1])
        covered.append(found.high_ends[0] <= true_high <= found.high_ends[1])
    assert np.mean(covered) >= 0.88


def test_the_noise_is_the_analysis_of_variances() -> None:
    # Against the residuals written out.
    from strikesim.stats.spread import _noise

    won = np.random.default_rng(3).random((7, 50)) < 0.4
    residuals = won - won.mean(axis=1, keepdims=True) - won.mean(axis=0, keepdims=True) + won.mean()
    assert _noise(won) == pytest.approx((residuals**2).sum() / (6 * 49) / 50)


@pytest.mark.parametrize("shape", [(1, 10), (10, 1), (0, 0)])
def test_a_band_of_one_is_refused(shape: tuple[int, int]) -> None:
    with pytest.raises(ResultError, match="at least two things"):
        spread(np.zeros(shape, bool), 0.9)
