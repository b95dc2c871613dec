"""What a committee cannot know of a game of Striking Flint, dealt anew."""

import numpy as np
from numba import types

from strikesim._jit import Record, njit
from strikesim.games.flint.state import MAX_EVENTS, S
from strikesim.games.flint.tables import T
from strikesim.rng import STREAM, Stream, bounded


@njit(types.void(T, S, types.int64, STREAM))
def redraw(t: Record, s: Record, seat: int, r: Stream) -> None:
    """Shuffle the events that nobody has seen; those put under the deck in public keep their places (FLT-09, FLT-41).

    Every order of the unseen events is equally likely, whatever has been seen.
    """
    seen = np.zeros(MAX_EVENTS, np.int8)
    for slot in range(s.n_in_play):
        seen[s.event[slot]] = 1
    for i in range(s.n_unseen, s.n_deck):
        seen[s.deck[i]] = 1
    n = 0
    for event in range(t.n_events):
        if not seen[event]:
            k = bounded(r, n + 1)  # the inside-out form of Fisher and Yates's shuffle
            s.deck[n] = s.deck[k]
            s.deck[k] = event
            n += 1
