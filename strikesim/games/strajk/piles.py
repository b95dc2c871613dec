"""How cards go from pile to pile in Strajk (STJ-11, STJ-50)."""

from strikesim._jit import Record, njit
from strikesim.games.log import note
from strikesim.games.strajk.state import N_KINDS, Chance, Purpose
from strikesim.rng import World, drawn


@njit
def kind_of(counts: Record, k: int) -> int:
    """Return the kind of card k, from 0, of cards counted by kind."""
    kind = 0
    while k >= counts[kind]:
        k -= counts[kind]
        kind += 1
    return kind


@njit
def to_today(s: Record, p: int, kind: int) -> None:
    """Play or put away one card of the hand (STJ-11)."""
    s.hand[p, kind] -= 1
    s.n_hand[p] -= 1
    s.today[p, kind] += 1


@njit
def shuffle_later(s: Record, p: int) -> None:
    """Make the Later pile the new Tomorrow deck (STJ-50)."""
    for kind in range(N_KINDS):
        s.tomorrow[p, kind] += s.later[p, kind]
        s.later[p, kind] = 0
    s.n_tomorrow[p] += s.n_later[p]
    s.n_later[p] = 0
    note(s, Chance.SHUFFLE, p, 0)


@njit
def refill(t: Record, s: Record, p: int) -> None:
    """Shuffle as soon as Tomorrow is empty, if that is the reading in force (STJ-50)."""
    if t.reshuffle_when_empty and s.n_tomorrow[p] == 0 and s.n_later[p] > 0:
        shuffle_later(s, p)


@njit
def draw(t: Record, s: Record, p: int, count: int, r: World) -> None:
    """Draw cards one at a time; what is missing when both piles are empty is lost (STJ-50)."""
    for _ in range(count):
        if s.n_tomorrow[p] == 0:
            if s.n_later[p] == 0:
                return
            shuffle_later(s, p)
        kind = kind_of(s.tomorrow[p], drawn(r, Purpose.TOMORROW + p, s.n_tomorrow[p]))
        s.tomorrow[p, kind] -= 1
        s.n_tomorrow[p] -= 1
        s.hand[p, kind] += 1
        s.n_hand[p] += 1
        note(s, Chance.DRAW, p, kind)
        refill(t, s, p)
