"""Laws that can be computed exactly: each test has a false-alarm rate of ALPHA, with fixed seeds."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from itertools import product
from math import comb, prod
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import binomtest, chi2_contingency, chisquare

from games.strajk.positions import GAME, HALL, Position, match
from strikesim.games.log import read_log
from strikesim.rng import seeded

pytestmark = pytest.mark.many

ALPHA = 1e-4
SPEECHES = {k: comb(4, k) * comb(4, 5 - k) / comb(8, 5) for k in range(1, 5)}  # of 8 cards, 4 speech, 5 are drawn
PLAYER_COUNTS = (2, 3, 4, 5)
Setups = tuple[NDArray[np.int64], NDArray[np.int64]]


def first_hands(players: int, count: int) -> Setups:
    """Set up many games; return the speech cards in each seat's first five cards, and the starting seats."""
    table = Position(players=players)
    speeches, firsts = np.zeros((count, players), int), np.zeros(count, int)
    for game in range(count):
        world, _ = seeded(7, game, 0)
        s = np.zeros(1, GAME.state.STATE)[0]
        GAME.rules.setup(table.t, s, world)
        # the starting seat has five cards, so it draws nothing in STJ-10
        speeches[game], firsts[game] = s.hand[:players, 0], s.current
    return speeches, firsts


@pytest.fixture(scope="module", params=PLAYER_COUNTS)
def setups(request: pytest.FixtureRequest) -> Setups:
    return first_hands(request.param, 4000)


def pvalue(observed: Counter[Any], probabilities: Mapping[Any, float]) -> float:
    """Return chi-square's p value; cells that are expected less than five times are put together."""
    total = sum(observed.values())
    cells = [(observed[cell], total * p) for cell, p in probabilities.items()]
    large = [cell for cell in cells if cell[1] >= 5]
    small = [cell for cell in cells if cell[1] < 5]
    if small:
        large.append((sum(o for o, _ in small), sum(e for _, e in small)))
    return chisquare(*zip(*large, strict=True)).pvalue


@pytest.mark.rule("STJ-06")
def test_speech_cards_in_a_first_hand_are_hypergeometric(setups: Setups) -> None:
    speeches, _ = setups
    for seat in range(speeches.shape[1]):
        assert pvalue(Counter(speeches[:, seat].tolist()), SPEECHES) > ALPHA / speeches.shape[1]


@pytest.mark.rule("STJ-06")
def test_first_hands_of_two_seats_are_independent(setups: Setups) -> None:
    speeches, _ = setups
    table = np.zeros((4, 4))
    np.add.at(table, (speeches[:, 0] - 1, speeches[:, -1] - 1), 1)
    assert chi2_contingency(table).pvalue > ALPHA


def law_of_the_first_seat(players: int) -> dict[tuple[int, int], float]:
    """Return P(starting seat, its speech cards), by going through all hands (STJ-08, STJ-R1)."""
    law: defaultdict[tuple[int, int], float] = defaultdict(float)
    for hands in product(SPEECHES, repeat=players):
        tied = [seat for seat in range(players) if hands[seat] == min(hands)]
        for seat in tied:
            law[seat, min(hands)] += prod(SPEECHES[k] for k in hands) / len(tied)
    return law


@pytest.mark.rule("STJ-08")
@pytest.mark.rule("STJ-R1")
def test_the_starting_seat_and_its_speech_cards_follow_the_exact_law(setups: Setups) -> None:
    speeches, firsts = setups
    players = speeches.shape[1]
    law = law_of_the_first_seat(players)
    assert sum(law.values()) == pytest.approx(1)
    seen = Counter((int(seat), int(hand[seat])) for hand, seat in zip(speeches, firsts, strict=True))
    assert set(seen) <= set(law)
    assert pvalue(seen, law) > ALPHA


@pytest.mark.rule("STJ-06")
@pytest.mark.rule("STJ-50")
def test_every_order_in_which_cards_are_drawn_is_equally_likely() -> None:
    seen: Counter[tuple[int, ...]] = Counter()
    for seed in range(3000):
        table = Position(hand="delegate", tomorrow="2 speech, worker", seed=seed).do("special delegate")
        seen[tuple(kind for _, _, kind in read_log(table.s)[:3])] += 1
    speech, worker = 0, 3
    orders = [(worker, speech, speech), (speech, worker, speech), (speech, speech, worker)]
    assert pvalue(seen, dict.fromkeys(orders, 1 / 3)) > ALPHA


@pytest.mark.rule("STJ-50")
def test_cards_of_a_shuffled_later_pile_are_equally_likely() -> None:
    law = {"speech": 1 / 6, "walking": 2 / 6, "expert": 3 / 6}
    seen: Counter[str] = Counter()
    for seed in range(3000):
        table = Position(hand="correspondent", tomorrow="resident", later="speech, 2 walking, 3 expert", seed=seed)
        table.do("special correspondent")
        seen.update(set(table.pile("hand")) - {"resident"})
    assert pvalue(seen, law) > ALPHA


@pytest.mark.rule("STJ-60")
@pytest.mark.rule("STJ-R11")
def test_two_demands_in_a_row_are_of_one_kind_once_in_five_times() -> None:
    same = 0
    for seed in range(2000):
        table = Position(
            token="bhp_hall", hand="speech, 2 worker", seed=seed, others={1: {"hand": "speech"}}, changes=HALL
        )
        first = table.do("negotiate").state["shown_demand"]
        table.do("end_turn", "done", "negotiate")
        same += table.state["shown_demand"] == first
    assert binomtest(same, 2000, 1 / 5).pvalue > ALPHA


# Everybody stays in the Hall, one demand wins, and no card leaves a deck: so random players always finish.
ENDING = {
    **HALL,
    "rules.trophies_to_win": 1,
    "cards.expert.start": 4,
    "cards.expert.special": {"remove": 0, "draw": 1},
    "ruleset.turn_limit": 200,
}


@pytest.mark.rule("STJ-08")
@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_with_one_bot_in_all_seats_every_absolute_seat_wins_equally_often(players: int) -> None:
    rows = match(players, changes=ENDING).play(seed=11, first=0, count=10_000)
    wins = Counter(rows["winner"].tolist())
    assert set(wins) == set(range(players))
    assert pvalue(wins, dict.fromkeys(range(players), 1 / players)) > ALPHA


@pytest.mark.rule("STJ-08")
def test_who_begins_wins_more_often_where_the_first_demand_wins() -> None:
    rows = match(2, changes=ENDING).play(seed=12, first=0, count=10_000)
    begun = rows["winner"] == rows["first_seat"]
    assert binomtest(int(begun.sum()), len(rows), 1 / 2, alternative="greater").pvalue < ALPHA
