"""Who looks twenty thousand times errs in one of twenty runs at most; who looks once, not more often."""

import numpy as np
import pytest
from scipy.integrate import quad

from strikesim.stats.anytime import log_e_above, log_e_below, log_e_outside, remainder, verdicts
from strikesim.stats.targets import likeliest

LOOKS, RUNS = 20_000, 60


def test_the_evidence_is_the_mean_likelihood_ratio() -> None:
    x, n, r = 12, 20, 0.45
    mean, _ = quad(lambda q: (q / r) ** x * ((1 - q) / (1 - r)) ** (n - x) / (1 - r), r, 1)
    assert log_e_above(x, n, r) == pytest.approx(np.log(mean))
    assert log_e_below(n - x, n, 1 - r) == pytest.approx(log_e_above(x, n, r))
    assert log_e_above(0, 0, r) == pytest.approx(0)


@pytest.mark.parametrize("rate", [0.3, 0.45, 0.549999, 0.55, 0.6])
def test_its_mean_over_all_that_can_happen_is_one_at_most_where_the_hypothesis_is_true(rate: float) -> None:
    from scipy.stats import binom

    count = np.arange(301)
    chance = binom.pmf(count, 300, rate)
    for evidence, true in (
        (log_e_above(count, 300, 0.55), rate <= 0.55),
        (log_e_below(count, 300, 0.45), rate >= 0.45),
        (log_e_outside(count, 300, 0.45, 0.55), 0.45 <= rate <= 0.55),
    ):
        if true:
            assert (chance * np.exp(evidence)).sum() <= 1 + 1e-9


def looked_at(rate: float, every: int, rng: np.random.Generator) -> "tuple[np.ndarray, np.ndarray]":
    """Return wins and games of some runs, each looked at LOOKS times."""
    count = rng.binomial(every, rate, size=(RUNS, LOOKS)).cumsum(axis=1)
    return count, np.arange(1, LOOKS + 1) * every


@pytest.mark.slow
def test_at_the_edge_of_the_band_twenty_thousand_looks_err_in_one_run_of_twenty() -> None:
    # 60 runs on the edge, where "inside" is true, and 60 a hair beyond, where "above" is: more than 8 of 60 would come
    # up once in 200 if the chance were 5 %. Looked at so often, the verdicts for one look err far oftener.
    rng = np.random.default_rng(31)
    count, games = looked_at(0.55, 20, rng)
    wrong = (log_e_outside(count, games, 0.45, 0.55) >= np.log(20)).any(axis=1)
    assert wrong.sum() <= 8
    other, _ = looked_at(0.5500001, 20, rng)
    also = (log_e_below(other, games, 0.55) >= np.log(20)).any(axis=1)
    assert also.sum() <= 8
    verdict, p = likeliest(count[:, ::100], games[::100], 0.45, 0.55)
    assert ((verdict == "above") & (p <= 0.05)).any(axis=1).mean() > 0.1


def test_every_rate_that_is_not_on_an_edge_is_decided_and_about_when_it_was_foreseen() -> None:
    rng = np.random.default_rng(32)
    for rate, truth in ((0.3, "below"), (0.5, "inside"), (0.62, "above")):
        count, games = looked_at(rate, 10, rng)
        said, _ = verdicts(count[:60, :2000], games[:2000], 0.45, 0.55, 1)
        first = np.argmax(said != "undecided", axis=1)
        assert (said[np.arange(60), first] == truth).mean() > 0.9
        foreseen = float(remainder(1000 * rate, 1000, 0.45, 0.55, 1)) + 1000
        if rate != 0.3:
            assert 0.3 < np.median(games[first]) / foreseen < 4


def test_more_rows_need_more_evidence_and_open_ends_are_no_ends() -> None:
    assert verdicts(80, 100, 0.45, 0.55, 1)[0] == "above"
    assert verdicts(80, 100, 0.45, 0.55, 10**6)[0] == "undecided"
    assert verdicts(95, 100, 0.5, 1, 1)[0] == "inside"
    assert verdicts(5, 100, 0, 0.5, 1)[0] == "inside"
    assert remainder(55, 100, 0.45, 0.55, 1) > 1000
