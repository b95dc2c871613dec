"""What a seat may not know in Striking Flint: the order of the deck of events (FLT-41)."""

from typing import Any

import numpy as np


def scramble(t: Any, s: Any, seat: int, generator: np.random.Generator) -> None:
    """Shuffle the deck."""
    s.deck[: s.n_deck] = generator.permutation(s.deck[: s.n_deck])
