"""What a player cannot know of STRIKE!: nothing that the state holds, as hands are open and decks are counts."""

import pytest

from games.strike.positions import GAME, match
from strikesim.engine.episode import Episode
from strikesim.rng import seeded


@pytest.mark.rule("STK-05")
def test_nothing_is_dealt_anew() -> None:
    episode, (_, minds) = Episode(match(3, "planner"), 1, 0), seeded(1, 0, 1)
    for _ in range(60):
        episode.apply(episode.choose(episode.legal()))
    before = episode.s.tobytes(), minds.tobytes()
    GAME.redraw.redraw(episode.t, episode.s, int(episode.s.seat), minds[0])
    assert (episode.s.tobytes(), minds.tobytes()) == before
