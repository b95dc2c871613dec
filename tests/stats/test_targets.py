"""Verdicts on target bands are wrong no more often than they say, and come where they can."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binom

from strikesim.errors import ResultError
from strikesim.stats.adjust import holm
from strikesim.stats.targets import (
    ABOVE,
    BELOW,
    INSIDE,
    PRESETS,
    UNDECIDED,
    _games_that_decide,
    likeliest,
    verdicts,
)


def rates(*counts: "tuple[int, int]") -> pd.DataFrame:
    return pd.DataFrame(counts, columns=["count", "games"])


def test_a_rate_is_inside_below_or_above_when_that_is_shown() -> None:
    table = verdicts(rates((400, 1000), (120, 1000), (900, 1000), (3, 7)), 0.35, 0.55)
    assert list(table["verdict"]) == [INSIDE, BELOW, ABOVE, UNDECIDED]
    assert (table["p"] <= 0.05).tolist() == [True, True, True, False]


def test_a_p_value_is_the_exact_tests() -> None:
    # "below" has half the error; "inside" the larger of the two ends' p-values.
    assert verdicts(rates((30, 100)), 0.4, 0.6)["p"][0] == pytest.approx(2 * binom.cdf(30, 100, 0.4))
    assert verdicts(rates((52, 100)), 0.4, 0.6)["p"][0] == pytest.approx(binom.cdf(52, 100, 0.6))
    assert verdicts(rates((30, 100), (52, 100)), 0.4, 0.6)["p"][0] == pytest.approx(4 * binom.cdf(30, 100, 0.4))


BANDS = [(0.35, 0.55), (0.45, 0.47), (0.5, 0.5), (0.35, 1.0), (0.0, 0.2)]


@pytest.mark.parametrize("games", [20, 300, 5000])
@pytest.mark.parametrize("band", BANDS)
def test_one_verdict_is_wrong_in_no_more_than_five_in_a_hundred_runs(games: int, band: "tuple[float, float]") -> None:
    # Summed exactly over the binomial law, with the true rate at the band's ends and a hair outside of them.
    low, high = band
    counts = np.arange(games + 1)
    verdict, p = likeliest(counts, games, *band)
    for rate in (low, high, low - 1e-9, high + 1e-9, (low + high) / 2):
        truth = BELOW if rate < low else ABOVE if rate > high else INSIDE
        if 0 <= rate <= 1:
            wrong = (p <= 0.05) & (verdict != truth)
            assert binom.pmf(counts[wrong], games, rate).sum() <= 0.05


def test_all_verdicts_of_a_table_are_right_in_ninety_five_of_a_hundred_runs() -> None:
    # Six cells, each a hair outside the band: the worst there is. 4,000 runs; at 5 % exactly, more than 6.1 % would
    # have a wrong verdict with chance 0.001. Without Holm's correction there would be about 26 %.
    truth = np.array([0.35, 0.35, 0.35, 0.55, 0.55, 0.55])
    wins = np.random.default_rng(1).binomial(2000, truth, size=(4000, 6))
    verdict, p = likeliest(wins, 2000, 0.35, 0.55)
    assert ((verdict == INSIDE) & (np.array([holm(row) for row in p]) <= 0.05)).any(axis=1).mean() < 0.061
    assert ((verdict == INSIDE) & (p <= 0.05)).any(axis=1).mean() > 0.2


def test_a_forecast_at_the_true_rate_decides_at_least_four_times_in_five() -> None:
    # 4,000 samples at each of five rates: at 80 % exactly, a share below 78 % comes with chance 0.001. Inside the band
    # the chance is shared out between both ends, so that near one of them it comes to 90 %.
    low, high = np.array(0.37), np.array(0.6)
    for rate in (0.34, 0.41, 0.5, 0.56, 0.63):
        games = int(_games_that_decide(np.array(rate), low, high, 0.05))
        wins = np.random.default_rng(3).binomial(games, rate, 4000)
        _, p = likeliest(wins, games, low, high)
        assert 0.78 < (p <= 0.05).mean() < 0.92


def test_the_upper_forecast_decides_at_least_four_times_in_five() -> None:
    # A true rate from anywhere, 1,000 games that leave it open, then as many more as the upper forecast says. Of all
    # such cases together; the rate was looked at once before, so that the second look is no verdict with its promise.
    rng = np.random.default_rng(5)
    truth = rng.uniform(0.3, 0.67, 400)
    wins = rng.binomial(1000, truth)
    decided, told = [], 0
    for rate, won in zip(truth, wins, strict=True):
        table = verdicts(rates((int(won), 1000)), 0.37, 0.6)
        if table["verdict"][0] != UNDECIDED or pd.isna(table["more_high"][0]):
            continue
        assert table["more_low"][0] <= table["more_high"][0]
        told += 1
        more = int(table["more_high"][0])
        _, p = likeliest(won + rng.binomial(more, rate), 1000 + more, 0.37, 0.6)
        decided.append(p <= 0.05)
    assert told > 30
    assert np.mean(decided) >= 0.8


def test_a_rate_on_the_edge_is_out_of_reach() -> None:
    table = verdicts(rates((350, 1000), (0, 0)), 0.35, 0.55)
    assert table["more_high"].isna().all()
    assert set(table["verdict"]) == {UNDECIDED}


def test_what_is_decided_needs_no_more_games() -> None:
    table = verdicts(rates((400, 1000), (1240, 2000)), 0.35, 0.6)
    assert table.loc[0, ["more_low", "more_high"]].tolist() == [0, 0]
    assert table["more_low"][1] > 0


def test_a_band_may_be_open_on_one_side() -> None:
    assert list(verdicts(rates((10, 10), (0, 10)), 0.35, 1)["verdict"]) == [INSIDE, BELOW]
    assert list(verdicts(rates((0, 10)), 0, 1)["verdict"]) == [INSIDE]


def test_every_row_can_have_a_band_of_its_own() -> None:
    low, high = PRESETS["fair"].bounds([1 / 2, 1 / 4])
    table = verdicts(rates((5000, 10000), (5000, 10000)), low, high)
    assert list(table["verdict"]) == [INSIDE, ABOVE]
    assert list(table["target_high"]) == pytest.approx([0.55, 0.275])


def test_no_rows_give_no_verdicts() -> None:
    assert verdicts(rates(), 0.35, 0.55).empty


@pytest.mark.parametrize("band", [(0.6, 0.4), (-0.1, 0.5), (0.5, 1.1), (float("nan"), 0.5)])
def test_a_band_that_is_none_is_refused(band: "tuple[float, float]") -> None:
    with pytest.raises(ResultError, match="a band is two win rates within 0 and 1, the lower one first"):
        verdicts(rates((1, 2)), *band)


def test_presets_are_bands_with_words_and_a_source() -> None:
    for known in PRESETS.values():
        low, high = known.bounds(0.5)
        assert 0 < float(low) < float(high) < 1
        assert known.words
        assert known.source
    assert [float(end) for end in PRESETS["gamer"].bounds(0.5)] == [0.35, 0.55]
