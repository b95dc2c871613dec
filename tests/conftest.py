"""Settings of the whole test run."""

import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import settings

from strikesim import games
from strikesim.engine.bots import find_bot, marks
from strikesim.engine.kernel import kernel_of

# The generator's arithmetic wraps round on purpose; compiled code never warns of it.
if os.environ.get("NUMBA_DISABLE_JIT") == "1":
    np.seterr(over="ignore")

settings.register_profile("strikesim", deadline=None, derandomize=True, print_blob=False)
settings.load_profile("strikesim")


def pytest_configure(config: pytest.Config) -> None:
    """Compile every game once, before several workers would each do it."""
    if not hasattr(config, "workerinput"):
        for name in games.names():
            game = games.load(name)
            kernel_of(game)
            for bot in marks(game):
                find_bot(game, bot, Path())
