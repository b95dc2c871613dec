"""What a player cannot know of a game of Strajk, dealt anew."""

from numba import types

from strikesim._jit import Record, njit
from strikesim.games.strajk.piles import kind_of
from strikesim.games.strajk.state import S
from strikesim.games.strajk.tables import T
from strikesim.rng import STREAM, Stream, bounded


@njit(types.void(T, S, types.int64, STREAM))
def redraw(t: Record, s: Record, seat: int, r: Stream) -> None:
    """Split the other players' cards between hand and Tomorrow: a hand is drawn from all of them (STJ-16).

    That is the law of a hand given the counts, which are what a view holds. What a player could conclude beyond them,
    from the cards that another kept or from who began (STJ-08), is not used. Demands have no order to be dealt: which
    are left in the stack everybody knows (STJ-65).
    """
    for p in range(t.players):
        if p == seat:
            continue
        left = int(s.n_hand[p]) + int(s.n_tomorrow[p])
        for _ in range(s.n_hand[p]):
            kind = kind_of(s.tomorrow[p], bounded(r, left))
            s.tomorrow[p, kind] -= 1
            s.hand[p, kind] += 1
            left -= 1
