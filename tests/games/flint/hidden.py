"""What a seat may not know in Striking Flint: the order of the events that nobody has seen (FLT-41)."""

from typing import Any

import numpy as np


def scramble(t: Any, s: Any, seat: int, generator: np.random.Generator) -> None:
    """Shuffle the unseen events on top of the deck."""
    s.deck[: s.n_unseen] = generator.permutation(s.deck[: s.n_unseen])
