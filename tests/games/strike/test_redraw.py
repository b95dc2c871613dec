"""What a player cannot know of STRIKE!: nothing that the state holds, as hands are open and decks are counts."""

import numpy as np
import pytest

from games.strike.positions import GAME, match
from strikesim.engine.trace import Table
from strikesim.rng import STREAM_DTYPE


@pytest.mark.rule("STK-05")
def test_nothing_is_dealt_anew():
    table, streams = Table(match(3, "planner"), 1, 0), np.zeros(1, STREAM_DTYPE)
    for _ in range(60):
        table.apply(table.choose(table.legal()))
    before = table.s.tobytes()
    GAME.redraw.redraw(table.t, table.s, int(table.s.seat), streams[0])
    assert table.s.tobytes() == before
    assert (streams["words"] == 0).all()
