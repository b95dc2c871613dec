"""hidden.py: shuffles what a seat may not know, so that it can be shown that nothing of it shows."""

from typing import Any

import numpy as np


def scramble(t: Any, s: Any, seat: int, generator: np.random.Generator) -> None:
    """Deal the other hands anew from the cards that nobody but their owners has seen."""
    for p in range(t.players):
        if p != seat:
            cards = s.deck + s.hand[p]
            s.hand[p] = generator.multivariate_hypergeometric(cards, int(s.n_hand[p]))
            s.deck[:] = cards - s.hand[p]
