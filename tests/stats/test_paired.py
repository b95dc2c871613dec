"""Paired comparisons cover what they promise, agree with hand-made counts, and never claim that nothing differs."""

from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binom, ttest_rel

from strikesim.errors import ResultError
from strikesim.stats.adjust import benjamini_hochberg, holm
from strikesim.stats.paired import COLUMNS, compare, diverged, matched, paired_means, paired_shares, paired_wins
from strikesim.sweep.rows import Winners, won_by_bot, won_by_first


def won(both: int, only_a: int, only_b: int, neither: int) -> "tuple[np.ndarray, np.ndarray]":
    counts = [both, only_a, only_b, neither]
    return np.repeat([True, True, False, False], counts), np.repeat([True, False, True, False], counts)


def test_the_counts_and_the_exact_p_value_are_those_made_by_hand() -> None:
    found = paired_wins(*won(3, 1, 6, 5))
    assert (found.a, found.b) == (4 / 15, 9 / 15)
    assert found.difference == pytest.approx(1 / 3)
    # Of 7 games that one alone won, 1 or fewer or 6 or more: 2 (1 + 7) / 2^7.
    assert found.p == pytest.approx(16 / 128)


def test_the_interval_is_bonett_and_prices() -> None:
    # Airway hyper-responsiveness before and after transplantation (Bentur et al. 2009), as Fagerland et al. (2014) use
    # it: 1, 1, 7, 12. By hand: (8 - 2) / 23 ± 1.959964 √((10/23 - (6/23)²) / 23).
    found = paired_wins(*won(1, 1, 7, 12))
    half = 1.959964 * np.sqrt((10 / 23 - (6 / 23) ** 2) / 23)
    assert (found.low, found.high) == pytest.approx((6 / 23 - half, 6 / 23 + half))


@pytest.mark.parametrize("law", [(0.4, 0.1, 0.1, 0.4), (0.7, 0.02, 0.05, 0.23), (0.0, 0.01, 0.03, 0.96)])
def test_the_interval_of_paired_rates_covers_as_often_as_it_says(law: "tuple[float, ...]") -> None:
    # 2,000 comparisons of 200 games. The interval is known to cover 95 % or a little more; with chance 0.001 one of
    # exactly 95 % would cover less than 93.5 %.
    counts = np.random.default_rng(7).multinomial(200, law, size=2000)
    truth, covered = law[2] - law[1], 0
    for row in counts:
        found = paired_wins(*won(*row))
        covered += found.low <= truth <= found.high
    assert 0.935 < covered / 2000 < 0.985


def test_mcnemars_test_errs_in_no_more_than_five_in_a_hundred_comparisons() -> None:
    # 2,000 comparisons; at 5 % exactly, more than 6.6 % would with chance 0.001.
    counts = np.random.default_rng(9).multinomial(300, (0.3, 0.1, 0.1, 0.5), size=2000)
    assert np.mean([paired_wins(*won(*row)).p <= 0.05 for row in counts]) < 0.066


@pytest.mark.parametrize("rate", [0.0, 0.3, 1.0])
def test_a_comparison_with_itself_shows_nothing_and_rules_out_only_what_it_can(rate: float) -> None:
    side = np.arange(1000) < rate * 1000
    found = paired_wins(side, side)
    assert (found.difference, found.p) == (0, 1)
    assert found.low == -found.high
    assert 0.001 < found.high < 0.005
    assert np.isfinite(found.relative_efficiency)


@pytest.mark.parametrize("values", [np.arange(1000) % 30, np.zeros(1000)])
def test_means_compared_with_themselves_have_a_bound_too(values: np.ndarray) -> None:
    found = paired_means(values, values)
    assert (found.difference, found.p) == (0, 1)
    assert -0.1 < found.low < 0 < found.high < 0.1
    assert np.isfinite(found.relative_efficiency)


def test_pairing_saves_games_as_much_as_the_variances_say() -> None:
    # Independent: 0.25 + 0.25; paired: 0.1 in 10,000 games.
    assert paired_wins(*won(4500, 500, 500, 4500)).relative_efficiency == pytest.approx(5, rel=0.01)
    generator = np.random.default_rng(2)
    a = generator.normal(50, 10, 10_000).round()
    assert paired_means(a, a + generator.integers(-2, 3, 10_000)).relative_efficiency == pytest.approx(
        202 / 2, rel=0.05
    )


def test_unrelated_games_save_nothing() -> None:
    generator = np.random.default_rng(3)
    assert paired_wins(*(generator.random((2, 20_000)) < 0.4)).relative_efficiency == pytest.approx(1, abs=0.05)


def test_a_paired_mean_is_the_samples_and_its_p_value_the_t_tests() -> None:
    generator = np.random.default_rng(4)
    a = generator.poisson(20, 500)
    b = a + generator.poisson(1, 500) - 1
    found = paired_means(a, b)
    assert (found.a, found.b, found.difference) == pytest.approx((a.mean(), b.mean(), (b - a).mean()))
    assert found.p == pytest.approx(ttest_rel(a, b).pvalue)
    assert paired_means(a, b) == found  # the seed is fixed
    assert paired_means(a, b, seed=1) != found


def test_the_bootstrap_covers_a_skewed_difference_as_often_as_it_says() -> None:
    # 600 comparisons of 400 games, of which one in five differs, by a skewed law of mean 0.2·(3 - 1). The bootstrap
    # covers a little less than 95 % then; with chance 0.001 an interval of 94.5 % would cover less than 91.6 %.
    generator = np.random.default_rng(6)
    covered = 0
    for seed in range(600):
        a = generator.poisson(20, 400)
        b = a + (generator.random(400) < 0.2) * (generator.geometric(1 / 3, 400) - 1)
        found = paired_means(a, b, seed)
        covered += found.low <= 0.4 <= found.high
    assert 0.916 < covered / 600 < 0.975


@pytest.mark.parametrize("values", [([1], [5]), ([1, 2], [5, 6])])
def test_a_handful_of_games_has_an_interval_around_its_difference(values: Any) -> None:
    found = paired_means(*values)
    assert found.low <= 4 <= found.high
    assert 0.05 < found.p <= 1


def test_what_cannot_be_paired_is_refused() -> None:
    for compared in (paired_wins, paired_means):
        for values in (([], []), ([1, 0], [1])):
            with pytest.raises(ResultError, match="a paired comparison needs the same games of both, at least one"):
                compared(*values)


# ---- whole games -------------------------------------------------------------------------------------------------


PURE = (["p", "p"], ["p", "p"])


def played(seed: int, games: int = 300) -> pd.DataFrame:
    generator = np.random.default_rng(seed)
    frame = pd.DataFrame({"game": np.arange(games), "outcome": "win", "winner": generator.integers(0, 2, games)})
    moved = frame["game"] % 2  # the line-up moves on by one each game
    return frame.assign(cause="x", turns=generator.poisson(30, games), decisions=100, first_seat=moved, rotation=moved)


def test_games_are_compared_by_their_index() -> None:
    a, b = played(1), played(2)
    table = compare(a, b[50:].sample(frac=1, random_state=0), "competitive", PURE, ["turns"])
    assert list(table.columns) == COLUMNS
    assert list(zip(table["what"], table["who"], strict=True)) == [("wins", "1"), ("wins", "2"), ("turns", "")]
    assert set(table["games"]) == {250}
    first = [frame[50:]["winner"].to_numpy() == frame[50:]["first_seat"] for frame in (a, b)]
    row = table.iloc[0]
    assert (row["a"], row["b"]) == (first[0].mean(), first[1].mean())
    assert row["low"] < row["difference"] < row["high"]
    assert (table["p"] <= table["p_adjusted"]).all()
    assert ((table["a_low"] < table["a"]) & (table["a"] < table["a_high"])).all()


def test_metrics_do_not_hide_who_wins_behind_them() -> None:
    a, b = played(1), played(2)
    alone = compare(a, b, "competitive", PURE, [])
    table = compare(a, b, "competitive", PURE, ["turns", "decisions"])
    assert list(table.loc[table["what"] == "wins", "p_adjusted"]) == list(alone["p_adjusted"]) == list(holm(alone["p"]))
    metrics = table[table["what"] != "wins"]
    assert list(metrics["p_adjusted"]) == list(benjamini_hochberg(metrics["p"]))


def test_an_a_a_comparison_shows_nothing_and_says_how_much_it_rules_out() -> None:
    table = compare(played(1), played(1), "competitive", PURE, ["turns", "decisions"])
    assert (table["difference"] == 0).all()
    assert (table["p_adjusted"] == 1).all()
    assert (table["diverged"] == 0).all()
    assert ((table["low"] < 0) & (table["high"] > 0)).all()
    assert not table.drop(columns=["only_a", "only_b"]).isna().any(axis=None)  # which metrics lack


def test_the_sides_are_the_team_the_bots_of_one_line_up_or_its_first_bot() -> None:
    def sides(a: str, b: str, kind: str = "competitive") -> "list[str]":
        return list(compare(played(1), played(2), kind, (list(a), list(b)), [])["who"])

    assert sides("pp", "pp", "cooperative") == ["team"]
    assert sides("pp", "pp") == ["1", "2"]
    assert sides("qp", "qp") == ["q", "p"]
    assert sides("pq", "qp") == ["first of the line-up"]
    assert sides("pq", "pp") == ["first of the line-up"]


def test_the_first_of_the_line_up_is_followed_round_the_table() -> None:
    winners = Winners.of_games(played(5))
    assert (won_by_first(["p", "q"], winners) == won_by_bot(["p", "q"], winners)["p"]).all()


def test_a_game_has_diverged_if_any_column_differs() -> None:
    a = pd.DataFrame({"x": [1.0, 2, np.nan, np.nan], "y": pd.Categorical(["s", "s", "s", None])})
    b = pd.DataFrame({"x": [1, 3, np.nan, np.nan], "y": pd.Categorical(["t", "s", "s", None])})
    assert diverged(a, b, ["x", "y"]).tolist() == [True, True, False, False]
    assert diverged(a, b, ["x"]).tolist() == [False, True, False, False]


def test_games_that_do_not_match_are_refused() -> None:
    games = played(1)
    with pytest.raises(ResultError, match="a game is there twice; compare the games of one cell"):
        matched(pd.concat([games, games]), games)
    with pytest.raises(ResultError, match="needs at least 2 games with the same index in both; there are 1"):
        matched(games[:10], games[9:])
    with pytest.raises(ResultError, match="have no column 'trophies'"):
        compare(games, games, "competitive", PURE, ["trophies"])


def test_shares_over_one_setting_are_a_win_rate() -> None:
    rng = np.random.default_rng(11)
    a, b = rng.random((2, 80)) < [[0.4], [0.6]]
    one, other = paired_shares(a[:, None], b[:, None]), paired_wins(a, b)
    assert (one.a, one.b, one.low, one.high) == pytest.approx((other.a, other.b, other.low, other.high))


def test_the_interval_of_shares_covers_where_settings_share_their_chance() -> None:
    """Of 2000 comparisons over three settings that are won or lost together; fails by chance once in 10,000 runs."""
    rng, trials, games = np.random.default_rng(12), 2000, 200
    hits = 0
    for _ in range(trials):
        luck = rng.random((games, 1)) + 0.2 * rng.random((games, 3))
        found = paired_shares(luck < 0.5, luck < 0.6)
        hits += found.low <= 0.1 <= found.high
    assert binom.ppf(1e-4, trials, 0.945) <= hits <= binom.ppf(1 - 1e-4, trials, 0.965), hits / trials
