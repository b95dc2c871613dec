"""What a seat may not know in Strajk: how the other players' cards are split between hand and Tomorrow (STJ-16)."""

from typing import Any

import numpy as np


def scramble(t: Any, s: Any, seat: int, generator: np.random.Generator) -> None:
    """Deal the other hands anew from the cards that their owners' hands and Tomorrow decks hold together."""
    for p in range(t.players):
        if p != seat:
            both = s.hand[p] + s.tomorrow[p]
            s.hand[p] = generator.multivariate_hypergeometric(both, int(s.hand[p].sum()))
            s.tomorrow[p] = both - s.hand[p]
