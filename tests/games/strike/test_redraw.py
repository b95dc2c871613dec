"""What a player cannot know of STRIKE!: nothing that the state holds, as hands are open and decks are counts."""

import numpy as np
import pytest

from games.strike.positions import GAME, match
from strikesim.engine.episode import Episode
from strikesim.rng import STREAM_DTYPE


@pytest.mark.rule("STK-05")
def test_nothing_is_dealt_anew() -> None:
    episode, streams = Episode(match(3, "planner"), 1, 0), np.zeros(1, STREAM_DTYPE)
    for _ in range(60):
        episode.apply(episode.choose(episode.legal()))
    before = episode.s.tobytes()
    GAME.redraw.redraw(episode.t, episode.s, int(episode.s.seat), streams[0])
    assert episode.s.tobytes() == before
    assert (streams["words"] == 0).all()
