"""What a player cannot know: how the others' cards are split between hand and Tomorrow (STJ-16)."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import comb, prod
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import chi2

from games.strajk.positions import GAME, match
from strikesim.engine.episode import Episode
from strikesim.rng import seeded

SAMPLES, ALARM = 4000, 1e-5  # the rate of false alarms of each test


def seen_by(episode: Episode, seat: int) -> NDArray[Any]:
    view = np.zeros(1, GAME.state.STATE)
    view[0] = episode.s
    GAME.rules.hide(episode.t, view[0], seat)
    return view


def samples(episode: Episode, seat: int, count: int, seed: int = 1) -> Iterator[Any]:
    """Yield states that the seat cannot tell from an episode's."""
    view, (_, minds) = seen_by(episode, seat), seeded(seed, 0, 1)
    for _ in range(count):
        sample = view.copy()
        GAME.redraw.redraw(episode.t, sample[0], seat, minds[0])
        yield sample[0]


@pytest.mark.rule("STJ-16")
def test_only_the_others_cards_are_split_anew_and_none_is_made_or_lost() -> None:
    episode = Episode(match(3, "novice"), 1, 0)
    for _ in range(80):
        episode.apply(episode.choose(episode.legal()))
    s, seat = episode.s, int(episode.s.seat)
    for sample in samples(episode, seat, 20):
        assert sample.hand[seat].tolist() == s.hand[seat].tolist()
        assert sample.tomorrow[seat].tolist() == s.tomorrow[seat].tolist()
        assert (sample.hand + sample.tomorrow).tolist() == (s.hand + s.tomorrow).tolist()
        assert sample.hand.sum(axis=1).tolist() == s.n_hand.tolist()
        assert sample.tomorrow.sum(axis=1).tolist() == s.n_tomorrow.tolist()
        assert (sample.hand >= 0).all()
        assert (sample.tomorrow >= 0).all()


@pytest.mark.rule("STJ-16")
def test_a_hand_is_drawn_from_hand_and_tomorrow_together() -> None:
    """At set-up all that others hold is 4 speech, 2 walking, 2 running, 5 of them in hand: exact by counting."""
    episode = Episode(match(2, "novice"), 1, 0)
    seat, deck = 1 - int(episode.s.seat), episode.t.deck
    hands = [hand for hand in product(*(range(n + 1) for n in deck)) if sum(hand) == episode.t.hand_size]
    law = {hand: prod(comb(int(n), k) for n, k in zip(deck, hand, strict=True)) / comb(8, 5) for hand in hands}
    assert sum(law.values()) == pytest.approx(1)
    counts = Counter(tuple(sample.hand[seat].tolist()) for sample in samples(episode, 1 - seat, SAMPLES))
    assert set(counts) <= set(law)
    statistic = sum((counts[hand] - SAMPLES * p) ** 2 / (SAMPLES * p) for hand, p in law.items())
    assert statistic < chi2.isf(ALARM, len(law) - 1)


@pytest.mark.rule("STJ-16")
def test_with_tomorrow_empty_the_others_hands_are_known() -> None:
    episode = Episode(match(2, "novice"), 1, 0)
    other = 1 - int(episode.s.seat)
    episode.s.later[other] += episode.s.tomorrow[other]
    episode.s.tomorrow[other], episode.s.n_tomorrow[other] = 0, 0
    for sample in samples(episode, 1 - other, 5):
        assert sample.hand.tolist() == episode.s.hand.tolist()
