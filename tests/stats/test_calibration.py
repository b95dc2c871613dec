"""Calibration: intervals of where a curve passes, and claims on its course, err as often as they say."""

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.special import expit, logit
from scipy.stats import norm

from strikesim.errors import ResultError
from strikesim.stats.calibration import course, crossing
from strikesim.stats.targets import UNDECIDED, verdicts

VALUES = np.arange(3, 10)


def games(rates: NDArray[np.float64], number: int, shared: float, rng: np.random.Generator) -> NDArray[np.bool_]:
    """Return who won at each value; a share of the chance of a game is the same at all values."""
    luck = np.sqrt(shared) * rng.standard_normal((number, 1))
    return norm.cdf(luck + np.sqrt(1 - shared) * rng.standard_normal((number, len(rates)))) < rates


@pytest.mark.parametrize("shared", [0.0, 0.8])
def test_the_interval_of_the_passing_value_covers_as_often_as_it_says_on_shared_and_on_own_chance(
    shared: float,
) -> None:
    # 1,000 curves: an interval of 95 % covers in 93 % to 97 % of them but once in 300.
    rng = np.random.default_rng(3)
    truth = (logit(0.4) + 3) / 0.45
    found = [crossing(VALUES, games(expit(-3 + 0.45 * VALUES), 800, shared, rng), 0.4) for _ in range(1000)]
    covered = np.mean([one is not None and one.low <= truth <= one.high for one in found])
    assert 0.93 < covered < 0.975
    misfits = np.mean([one is not None and not one.fits for one in found])
    assert misfits == pytest.approx(0.05, abs=0.025)  # 3.5 standard errors


def test_rates_beside_every_logistic_curve_are_not_taken_for_one() -> None:
    rates = np.array([0.2, 0.2, 0.2, 0.2, 0.7, 0.7, 0.7])
    found = crossing(VALUES, games(rates, 2000, 0.5, np.random.default_rng(4)), 0.5)
    assert found is not None
    assert not found.fits


def test_the_curve_is_that_of_the_likelihood() -> None:
    # 10, 30 and 60 of 100 at 0, 1 and 2: at the likeliest curve the score is zero.
    won = np.arange(100)[:, None] < [10, 30, 60]
    found = crossing([0, 1, 2], won, 0.5)
    assert found is not None
    score = (won.mean(axis=0) - found.rate([0, 1, 2])) @ np.array([[1, 0], [1, 1], [1, 2]])
    assert score == pytest.approx([0, 0], abs=1e-8)
    assert found.rate(found.value) == pytest.approx(0.5)


def test_without_a_slope_the_interval_has_no_end() -> None:
    found = crossing(VALUES, games(np.full(7, 0.3), 300, 0.0, np.random.default_rng(5)), 0.5)
    assert found is not None
    assert not found.fits
    assert not np.isfinite(found.low)


def test_where_all_is_won_or_lost_there_is_no_curve() -> None:
    assert crossing([1, 2], np.repeat([[False, True]], 50, axis=0), 0.5) is None


@pytest.mark.parametrize("shared", [0.0, 0.8])
def test_a_flat_curve_is_told_to_move_in_one_of_twenty_at_most(shared: float) -> None:
    # 600 curves: more than 7.5 % of them would come up once in 200 if the chance were 5 %.
    rng = np.random.default_rng(6)
    moved = np.mean([course(games(np.full(6, 0.4), 300, shared, rng)).told != "flat" for _ in range(600)])
    assert moved < 0.075


def test_a_curve_that_only_rises_is_seldom_told_to_fall_and_a_hump_is_seen() -> None:
    rng = np.random.default_rng(7)
    rising = np.array([0.3, 0.3, 0.5, 0.5, 0.5, 0.6])
    assert np.mean([bool(course(games(rising, 300, 0.5, rng)).falls) for _ in range(400)]) < 0.075
    assert course(games(np.array([0.2, 0.6, 0.2]), 500, 0.5, rng)).told == "both"


def test_the_fall_that_is_not_ruled_out_is_no_smaller_than_the_true_one() -> None:
    # All intervals hold together in 95 % of 300 samples at least; fewer than 91 % would come up once in 1,000.
    rng = np.random.default_rng(8)
    rates = np.array([0.3, 0.5, 0.46, 0.6])
    assert np.mean([course(games(rates, 400, 0.5, rng)).most_fall >= 0.04 for _ in range(300)]) > 0.91


@pytest.mark.parametrize("shared", [0.0, 0.8])
def test_values_at_the_edge_of_what_is_asked_for_are_seldom_judged_wrongly_though_they_share_their_games(
    shared: float,
) -> None:
    # All rates stand at the upper edge of 45-55 %, where "inside" is true, and just above it, where "above" is: in 600
    # tables at most 5 % have a wrong verdict; more than 7.5 % would come up once in 200.
    import pandas as pd

    rng = np.random.default_rng(9)
    rates = np.array([0.45, 0.55, 0.55, 0.5500001, 0.5500001])
    truth = np.array(["inside", "inside", "inside", "above", "above"])
    wrong = 0
    for _ in range(600):
        counts = games(rates, 1000, shared, rng).sum(axis=0)
        said = verdicts(pd.DataFrame({"count": counts, "games": 1000}), 0.45, 0.55)["verdict"].to_numpy()
        wrong += bool(((said != truth) & (said != UNDECIDED)).any())
    assert wrong / 600 < 0.075


def test_what_is_no_calibration_is_refused() -> None:
    with pytest.raises(ResultError, match="games at every value"):
        course([True, False])
    with pytest.raises(ResultError, match="two values or more"):
        crossing([1], [[True]], 0.5)
    with pytest.raises(ResultError, match="between 0 and 1"):
        crossing([1, 2], [[True, False]], 1.0)
