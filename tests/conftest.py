"""Settings of the whole test run."""

import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import settings

from strikesim import games

# The generator's arithmetic wraps round on purpose; compiled code never warns of it.
if os.environ.get("NUMBA_DISABLE_JIT") == "1":
    np.seterr(over="ignore")

settings.register_profile("strikesim", deadline=None, derandomize=True, print_blob=False)
settings.load_profile("strikesim")


COMPILE = """
import sys
from pathlib import Path
from strikesim import games
from strikesim.engine.bots import find_bot, marks
from strikesim.engine.kernel import kernel_of
game = games.load(sys.argv[1])
kernel_of(game)
for bot in marks(game):
    find_bot(game, bot, Path())
"""


def pytest_configure(config: pytest.Config) -> None:
    """Compile every game once, each in a process of its own, before several workers would each do it."""
    if not hasattr(config, "workerinput"):
        paths = {"PYTHONPATH": os.pathsep.join(sys.path)}
        processes = [
            subprocess.Popen([sys.executable, "-c", COMPILE, name], env={**os.environ, **paths})
            for name in games.names()
        ]
        if sum(process.wait() for process in processes):
            pytest.exit("a game does not compile", returncode=1)
