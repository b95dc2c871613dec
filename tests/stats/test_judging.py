"""A value function is fitted to what it was drawn from, and told honestly how good it is."""

import numpy as np
import pytest

from strikesim.games.odds import chance_of
from strikesim.stats.judging import BINS, area, calibration, chance, fitted, judged, log_loss, quality

TRUE = np.array([-0.5, 2.0, -1.0, 0.0])


def drawn(n: int, seed: int = 3) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    features = rng.normal(size=(n, 3))
    return features, (rng.random(n) < judged(TRUE, features)).astype(float)


def test_the_curve_is_that_of_the_searches() -> None:
    odds = np.linspace(-8, 8, 33)
    assert chance(odds) == pytest.approx([chance_of(x) for x in odds])


def test_weights_are_found_again() -> None:
    """With 40,000 positions the standard error of each is about 0.02."""
    assert fitted(*drawn(40_000)) == pytest.approx(TRUE, abs=0.1)


def test_a_feature_that_never_changes_weighs_nothing_and_harms_nothing() -> None:
    features, won = drawn(2_000)
    more = np.column_stack([features, np.full(len(won), 7.0)])
    assert fitted(more, won)[4] == 0
    assert fitted(more, won)[:4] == pytest.approx(fitted(features, won), rel=0.02, abs=0.01)


def test_weights_have_three_digits() -> None:
    assert all(float(f"{w:.3g}") == w for w in fitted(*drawn(500)))


def test_the_area_counts_pairs() -> None:
    p, won = np.array([0.1, 0.4, 0.4, 0.9]), np.array([0.0, 0.0, 1.0, 1.0])
    assert area(p, won) == pytest.approx(3.5 / 4)


def test_quality_is_measured_and_its_interval_is_one_of_games() -> None:
    """Ten copies of each position in one game say no more than one: the interval must not shrink."""
    features, won = drawn(300)
    p = judged(TRUE, features)
    one = quality(p, won, np.arange(300)).set_index("measure")
    ten = quality(np.repeat(p, 10), np.repeat(won, 10), np.repeat(np.arange(300), 10)).set_index("measure")
    assert one.loc["log_loss", "value"] == pytest.approx(log_loss(p, won))
    assert one.loc["log_loss", "value"] < one.loc["log_loss_of_one_rate", "value"]
    assert (one["low"] < one["value"]).all()
    assert (one["value"] < one["high"]).all()
    assert (ten["high"] - ten["low"]).to_numpy() == pytest.approx((one["high"] - one["low"]).to_numpy(), rel=0.3)


def test_true_chances_are_calibrated() -> None:
    """Of ten intervals of 95 % at least seven hold the chance: fewer in one of 10,000 seeds."""
    features, won = drawn(20_000)
    table = calibration(judged(TRUE, features), won, np.arange(len(won)))
    assert len(table) == BINS
    assert table["positions"].sum() == len(won)
    assert table["chance"].is_monotonic_increasing
    assert ((table["low"] <= table["chance"]) & (table["chance"] <= table["high"])).sum() >= 7
