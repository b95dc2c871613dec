"""What a seat may not know in STRIKE!: nothing that the state holds. Hands are open, decks have no order (STK-V42)."""

from typing import Any

import numpy as np


def scramble(t: Any, s: Any, seat: int, generator: np.random.Generator) -> None:
    """Leave everything as it is."""
