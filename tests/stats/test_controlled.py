"""A baseline with more games narrows what is compared with it, and moves it nowhere."""

import numpy as np
import pytest
from numpy.typing import NDArray

from strikesim.errors import ResultError
from strikesim.stats.controlled import contrast
from strikesim.stats.paired import paired_wins

Won = NDArray[np.bool_]


def played(
    a: float, b: float, shared: float, games: int, more: int, rng: np.random.Generator
) -> "tuple[Won, Won, Won]":
    """Return the baseline's common games, the other's, and the baseline's further ones; a share has one chance."""
    luck, own = rng.random(games + more), rng.random(games)
    base = luck < a
    return base[:games], np.where(rng.random(games) < shared, luck[:games], own) < b, base[games:]


@pytest.mark.parametrize("shared", [0.1, 0.5, 0.8])
def test_the_estimate_is_unbiased_and_narrower_than_pairing_and_than_leaving_the_pairing_aside(shared: float) -> None:
    # 1,000 samples: their mean lies within 3.5 standard errors of the truth but once in 2,000.
    rng = np.random.default_rng(17)
    regressed, paired, apart, covered = [], [], [], []
    for _ in range(1000):
        base, won, more = played(0.45, 0.5, shared, 300, 1200, rng)
        found = contrast(base, won, more)
        low, high = found.interval(0.95)
        covered.append(low <= 0.05 <= high)
        regressed.append(found.difference)
        paired.append(won.mean() - base.mean())
        apart.append(won.mean() - found.baseline)
    assert abs(np.mean(regressed) - 0.05) < 3.5 * np.std(regressed) / np.sqrt(1000)
    assert np.std(regressed) < min(0.97 * np.std(paired), 1.01 * np.std(apart))
    assert np.mean(covered) == pytest.approx(0.95, abs=0.024)


@pytest.mark.parametrize("rate", [0.02, 0.5])
def test_false_alarms_are_as_rare_as_they_say(rate: float) -> None:
    # 5 % of 1,000 samples without a difference, give or take 3.5 standard errors; fewer at rare wins.
    rng = np.random.default_rng(19)
    alarms = [contrast(*played(rate, rate, 0.5, 300, 1200, rng)).p <= 0.05 for _ in range(1000)]
    assert np.mean(alarms) <= 0.05 + 3.5 * 0.0069


def test_with_as_many_games_in_both_it_is_the_paired_comparison() -> None:
    base, won, _ = played(0.4, 0.5, 0.6, 200, 0, np.random.default_rng(23))
    found, expected = contrast(base, won), paired_wins(base, won)
    assert found.baseline == expected.a
    assert found.difference == pytest.approx(expected.difference)
    assert found.interval(0.95) == pytest.approx((expected.low, expected.high))


def test_the_estimate_is_the_post_stratified_one() -> None:
    # What was won after a win and after a loss of the baseline, each with its share in all of the baseline's games.
    base, won, more = played(0.4, 0.5, 0.6, 200, 300, np.random.default_rng(29))
    found = contrast(base, won, more)
    whole = np.concatenate([base, more]).mean()
    assert found.difference == pytest.approx(won[base].mean() * whole + won[~base].mean() * (1 - whole) - whole)


def test_the_interval_holds_no_zero_just_where_p_is_small() -> None:
    rng = np.random.default_rng(31)
    for _ in range(100):
        found = contrast(*played(0.45, 0.5, 0.5, 300, 300, rng))
        low, high = found.interval(0.95)
        assert (found.p < 0.05) == (not low <= 0 <= high)


def test_equal_games_make_no_point_of_the_interval_and_no_nan() -> None:
    for base in (np.zeros(50, bool), np.ones(50, bool)):
        found = contrast(base, base, base)
        low, high = found.interval(0.95)
        assert found.difference == 0
        assert found.p == 1
        assert low < 0 < high


def test_games_that_are_not_the_same_are_refused() -> None:
    with pytest.raises(ResultError, match="the same games in both; it got 1 and 2"):
        contrast([True], [True, False])
