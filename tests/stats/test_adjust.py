"""Adjusted p-values keep the error rates they promise."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtr

from strikesim.stats.adjust import benjamini_hochberg, false_coverage, holm
from strikesim.stats.intervals import normal_quantile


def test_holm_is_holms() -> None:
    # By hand: 0.01·4, 0.015·3, then 0.03·2, and 0.04 must not be smaller than that.
    assert holm([0.03, 0.01, 0.04, 0.015]) == pytest.approx([0.06, 0.04, 0.06, 0.045])


@pytest.mark.parametrize("adjust", [holm, benjamini_hochberg])
def test_adjusting_keeps_the_order_and_the_bounds(adjust: Callable[[ArrayLike], NDArray[Any]]) -> None:
    p = np.random.default_rng(1).random(50)
    adjusted = adjust(p)
    assert (np.diff(adjusted[np.argsort(p)]) >= 0).all()
    assert ((p <= adjusted) & (adjusted <= 1)).all()
    assert list(adjust([0.04])) == [0.04]
    assert len(adjust([])) == 0


def p_values(generator: np.random.Generator, true: int, false: int, runs: int) -> NDArray[Any]:
    """Return one-sided p-values of correlated normal tests; the first `true` hypotheses are true."""
    shift = np.repeat([0.0, 3.0], [true, false])
    common = generator.normal(size=(runs, 1))
    return 1 - ndtr((common + generator.normal(size=(runs, true + false))) / np.sqrt(2) + shift)


def test_holm_errs_anywhere_in_no_more_than_five_in_a_hundred_tables() -> None:
    # 2,000 tables; at 5 % exactly, more than 6.6 % would be wrong with chance 0.001.
    for true, false in ((10, 0), (5, 5), (1, 9)):
        p = p_values(np.random.default_rng(true), true, false, 2000)
        wrong = [bool((holm(row)[:true] <= 0.05).any()) for row in p]
        assert np.mean(wrong) < 0.066


def test_of_what_benjamini_and_hochberg_find_no_more_than_five_in_a_hundred_are_wrong() -> None:
    # 2,000 tables; the standard error of the mean share of false findings is below 0.6 points.
    for true, false in ((10, 0), (5, 5), (15, 5)):
        p = p_values(np.random.default_rng(100 + true), true, false, 2000)
        found = np.array([benjamini_hochberg(row) <= 0.05 for row in p])
        share = found[:, :true].sum(axis=1) / np.maximum(found.sum(axis=1), 1)
        assert share.mean() < 0.068


def test_a_screen_finds_more_than_a_verdict() -> None:
    p = p_values(np.random.default_rng(5), 5, 15, 200)
    verdicts, screen = (sum((adjust(row) <= 0.05).sum() for row in p) for adjust in (holm, benjamini_hochberg))
    assert verdicts < screen


def test_told_intervals_miss_no_more_often_than_false_coverage_promises() -> None:
    # 40 effects, of which most are small; those whose plain interval excludes 0 are told. 2,000 tables, correlated
    # estimates. The promise is 5 % of the told at most; plain intervals of the same rows miss far more often.
    rng = np.random.default_rng(17)
    truth = np.repeat([0.0, 0.5, 3.0], [30, 6, 4])
    missed, plain = [], []
    for _ in range(2000):
        noise = (rng.normal() + rng.normal(size=40)) / np.sqrt(2)
        estimates = truth + noise
        told = abs(estimates) > 1.96
        if not told.any():
            continue
        half = float(normal_quantile(false_coverage(0.95, int(told.sum()), 40)))
        missed.append((abs(noise[told]) > half).mean())
        plain.append((abs(noise[told]) > 1.96).mean())
    assert np.sum(missed) / 2000 < 0.05
    assert np.sum(plain) / 2000 > 0.15
