"""redraw.py: what a seat cannot know, dealt anew, so that a search can imagine how the game goes on.

It gets a state that has passed `hide`. Without hidden things a game has neither `hide` nor this file.
"""

from strikesim._jit import Record, njit
from strikesim.rng import Stream, bounded

from .rules import kind_of, size


@njit
def redraw(t: Record, s: Record, seat: int, r: Stream) -> None:
    """Deal the other hands from the deck, as many cards as each has."""
    for p in range(t.players):
        if p != seat:
            for _ in range(s.n_hand[p]):
                kind = kind_of(s.deck, bounded(r, size(s.deck)))
                s.deck[kind] -= 1
                s.hand[p, kind] += 1
