"""Strengths, places and mixtures: known ones are found again, and the intervals cover as often as they say."""

import itertools
from typing import Any

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.stats import beta, binom

from strikesim.stats.strength import (
    Contests,
    Counted,
    chance_among,
    counted,
    ends,
    fit,
    mixture,
    resampled,
    strengths,
    unexploitable,
    win_matrix,
)

RATINGS = np.array([0.0, 0.8, -1.2])
ERROR = 1e-4  # chance that a test of coverage fails where all is right


def simulated(
    ratings: Any, advantages: Any, games: int, rng: np.random.Generator, line_ups: Any = None
) -> list[Contests]:
    """Play line-ups (every pair, one among others) with known strengths, moved round the table from game to game."""
    places = len(advantages)
    found = []
    for one, *others in line_ups or itertools.permutations(range(len(ratings)), 2):
        line_up = np.array([one, *others * (places - 1)][:places])
        seated = line_up[(np.arange(places) + np.arange(games)[:, None]) % places]
        utilities = np.asarray(ratings)[seated] + advantages + rng.gumbel(size=seated.shape)
        found.append(Contests(np.arange(games), seated, utilities.argmax(axis=1)))
    return found


@pytest.mark.parametrize("advantages", [[0.0, 0.3], [0.0, -0.4, 0.2], [0.0, 0.1, 0.2, 0.3, 0.4]])
def test_known_strengths_and_places_are_found_again(advantages: list[float]) -> None:
    cells = simulated(RATINGS, np.array(advantages), 20_000, np.random.default_rng(1))
    ratings, places = fit(counted(cells), 3)
    assert ratings == pytest.approx(RATINGS, abs=0.05)
    assert places == pytest.approx(advantages, abs=0.05)


def test_the_fit_is_the_maximum_that_a_general_optimiser_finds() -> None:
    cells = counted(simulated(RATINGS, np.array([0.0, -0.4, 0.2]), 200, np.random.default_rng(2)))

    def loss(x: Any) -> float:
        utilities = np.array([0.0, *x[:2]])[cells.tables] + np.array([0.0, *x[2:]])
        return float(-(cells.wins * (utilities - np.logaddexp.reduce(utilities, axis=1)[:, None])).sum())

    best = minimize(loss, np.zeros(4), tol=1e-10).x
    ratings, places = fit(cells, 3)
    assert [*ratings[1:], *places[1:]] == pytest.approx(best, abs=1e-4)


def test_the_reference_moves_the_scale_and_nothing_else() -> None:
    cells = counted(simulated(RATINGS, np.zeros(2), 300, np.random.default_rng(3)))
    first, third = (fit(cells, 3, reference)[0] for reference in (0, 2))
    assert third == pytest.approx(first - first[2])
    assert first[0] == third[2] == 0


def test_one_who_never_wins_has_a_strength_and_an_interval() -> None:
    cells = simulated([0.0, -60.0], np.zeros(2), 100, np.random.default_rng(4))
    found = strengths(cells, 2)
    low, high = found.chances_ends[:, 1]
    assert 0 <= low < found.chances[1] < high < 0.05
    assert np.isfinite(found.ratings_ends).all()


def test_the_replicates_of_one_pair_are_jeffreys_interval() -> None:
    cells = [Contests(np.arange(100), np.tile([0, 1], (100, 1)), np.repeat([0, 1], [7, 93]))]
    rates = np.concatenate([some.wins[:, 0, 0] / some.wins.sum(axis=(1, 2)) for some in resampled(cells, 1, 20_000)])
    assert ends(rates) == pytest.approx(beta.ppf([0.025, 0.975], 7.5, 93.5), abs=0.003)


def test_games_that_nobody_won_are_left_out() -> None:
    cells = simulated(RATINGS, np.zeros(2), 400, np.random.default_rng(5))
    more = [
        Contests(np.arange(500), np.vstack([cell.seated, cell.seated[:100]]), np.append(cell.won, [-1] * 100))
        for cell in cells
    ]
    assert fit(counted(more), 3)[0] == pytest.approx(fit(counted(cells), 3)[0])


def test_game_g_has_one_weight_in_all_line_ups() -> None:
    """Two line-ups whose games go alike: the difference of their rates is known exactly, and its interval is tiny."""
    won = np.random.default_rng(6).integers(0, 2, 300)
    turned = np.arange(300)[:, None] % 2 == 0
    cells = [Contests(np.arange(300), np.where(turned, [bot, 2], [2, bot]), won) for bot in (0, 1)]
    ratings = np.concatenate([fit(some, 3, 2)[0] for some in resampled(cells, 1, 200)])
    assert np.std(ratings[:, 0]) > 0.1
    assert np.std(ratings[:, 0] - ratings[:, 1]) < 0.03, "what is left is the half wins, of each line-up its own"


@pytest.mark.slow
@pytest.mark.parametrize("advantages", [[0.0, 0.3], [0.0, -0.4, 0.2]])
def test_the_intervals_cover_strengths_as_often_as_they_say(advantages: list[float]) -> None:
    """Of 400 tables each; the test fails by chance alone in one of ten thousand runs for each number."""
    trials, rng = 400, np.random.default_rng(7)
    truth = chance_among(RATINGS, 0.0, np.array(advantages))
    hits = np.zeros((trials, 2, 2), bool)
    for trial in range(trials):
        found = strengths(simulated(RATINGS, np.array(advantages), 100, rng), 3, seed=trial, replicates=200)
        for k, (ends_, true) in enumerate(((found.ratings_ends, RATINGS), (found.chances_ends, truth))):
            hits[trial, k] = ((ends_[0] <= true) & (true <= ends_[1]))[1:]
    low, high = binom.ppf([ERROR / 2, 1 - ERROR / 2], trials, 0.94)  # 200 replicates cost about one point
    assert (hits.sum(axis=0) >= low).all(), hits.mean(axis=0)
    assert (hits.sum(axis=0) <= high + 0.01 * trials).all(), hits.mean(axis=0)


def test_two_that_are_alike_are_seldom_told_apart() -> None:
    """The false-alarm rate: in about 5 % of tables the interval of one of two equals leaves out one half."""
    trials, rng = 200, np.random.default_rng(8)
    told = 0
    for trial in range(trials):
        found = strengths(simulated([0.0, 0.0], np.array([0.0, 0.2]), 100, rng), 2, seed=trial, replicates=100)
        low, high = found.chances_ends[:, 1]
        told += not low <= 0.5 <= high
    assert told <= binom.ppf(1 - ERROR, trials, 0.06), told / trials


# ---- mixtures ----------------------------------------------------------------------------------------------------

CYCLE = np.array([[0.5, 0.7, 0.4], [0.3, 0.5, 0.65], [0.6, 0.35, 0.5]])  # nobody beats both others


def test_nobody_wins_more_than_half_against_the_mixture() -> None:
    rng = np.random.default_rng(9)
    for _ in range(50):
        half = np.triu(rng.random((5, 5)), 1)
        rates = half + np.tril(1 - half.T, -1) + np.eye(5) / 2
        shares = unexploitable(rates)
        assert shares.sum() == pytest.approx(1)
        assert (rates @ shares).max() <= 0.5 + 1e-9


def test_one_that_beats_all_is_the_whole_mixture() -> None:
    assert unexploitable(np.array([[0.5, 0.2, 0.1], [0.8, 0.5, 0.3], [0.9, 0.7, 0.5]])) == pytest.approx([0, 0, 1])


def test_the_matrix_counts_both_seatings() -> None:
    games = Counted(np.array([[0, 1], [1, 0]]), np.array([[30.0, 10.0], [20.0, 40.0]]))
    rates = win_matrix(games, 3)
    assert rates[0, 1] == 0.7
    assert rates[1, 0] == pytest.approx(0.3)
    assert rates[2] == pytest.approx([0.5, 0.5, 0.5])


def cycled(games: int, rng: np.random.Generator) -> list[Contests]:
    found = []
    for one, other in itertools.combinations(range(3), 2):
        seated = np.where(np.arange(games)[:, None] % 2 == 0, [one, other], [other, one])
        beaten = rng.random(games) >= CYCLE[seated[:, 0], seated[:, 1]]
        found.append(Contests(np.arange(games), seated, beaten.astype(int)))
    return found


@pytest.mark.slow
def test_the_intervals_cover_shares_as_often_as_they_say() -> None:
    """Of 80 tables, each share; the test fails by chance alone in one of ten thousand runs for each share."""
    trials, rng = 80, np.random.default_rng(10)
    truth = unexploitable(CYCLE)
    hits = np.zeros((trials, 3), bool)
    for trial in range(trials):
        found = mixture(cycled(600, rng), 3, seed=trial, replicates=80)
        hits[trial] = (found.ends[0] <= truth) & (truth <= found.ends[1])
    assert (hits.sum(axis=0) >= binom.ppf(ERROR, trials, 0.93)).all(), hits.mean(axis=0)
