"""What a committee cannot know: the order of the events that nobody has seen (FLT-41)."""

from collections import Counter
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import chi2

from games.flint.positions import GAME, Position
from strikesim.rng import seeded

SAMPLES, ALARM = 3000, 1e-5  # the rate of false alarms of each test


def stream_of(seed: int) -> Any:
    """Return a seat's stream."""
    _, minds = seeded(seed, 0, 1)
    return minds[0]


def seen_by(table: Position, seat: int = 0) -> NDArray[Any]:
    """Return what a seat sees."""
    view = np.zeros(1, GAME.state.STATE)
    view[0] = table.s
    GAME.rules.hide(table.t, view[0], seat)
    return view


def with_seen(table: Position, seen: int) -> Position:
    """Say that of the deck only the last `seen` events have been seen."""
    table.s.n_unseen = table.s.n_deck - seen
    return table


@pytest.mark.rule("FLT-41")
def test_events_put_under_the_deck_stay_known_and_in_place() -> None:
    table = with_seen(Position(), 5)
    view = seen_by(table)
    known = table.s.deck[table.s.n_unseen : table.s.n_deck].tolist()
    for seed in range(20):
        sample = view.copy()
        GAME.redraw.redraw(table.t, sample[0], 0, stream_of(seed))
        assert sample[0].deck[table.s.n_unseen : table.s.n_deck].tolist() == known
        assert sorted(sample[0].deck.tolist()) == sorted(table.s.deck.tolist())


@pytest.mark.rule("FLT-41")
def test_when_all_have_been_seen_nothing_is_left_to_guess() -> None:
    table = with_seen(Position(), Position().s.n_deck)
    view = seen_by(table)
    assert view[0].deck.tolist() == table.s.deck.tolist()
    GAME.redraw.redraw(table.t, view[0], 0, stream_of(1))
    assert view[0].deck.tolist() == table.s.deck.tolist()


@pytest.mark.rule("FLT-09")
def test_all_orders_of_the_unseen_events_are_equally_likely() -> None:
    table = with_seen(Position(), Position().s.n_deck - 4)
    view, stream = seen_by(table), stream_of(2)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(SAMPLES):
        sample = view.copy()
        GAME.redraw.redraw(table.t, sample[0], 0, stream)
        counts[tuple(sample[0].deck[:4].tolist())] += 1
    orders = list(permutations(table.s.deck[:4].tolist()))
    assert set(counts) <= set(orders)
    expected = SAMPLES / len(orders)
    statistic = sum((counts[order] - expected) ** 2 / expected for order in orders)
    assert statistic < chi2.isf(ALARM, len(orders) - 1)
