"""Settings of the whole test run."""

import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import settings

from strikesim.engine.warm import warm
from strikesim.games import registry

# The generator's arithmetic wraps round on purpose; compiled code never warns of it.
if os.environ.get("NUMBA_DISABLE_JIT") == "1":
    np.seterr(over="ignore")

settings.register_profile("strikesim", deadline=None, derandomize=True, print_blob=False)
settings.load_profile("strikesim")


def pytest_configure(config: pytest.Config) -> None:
    """Compile each game that is needed once, in a process of its own, before several workers would each do it."""
    if hasattr(config, "workerinput"):
        return
    processes = [warm(name) for name in games_of(config.args)]
    for process in processes:
        process.join()
    if any(process.exitcode for process in processes):
        pytest.exit("a game does not compile", returncode=1)


def games_of(args: list[str]) -> list[str]:
    """Return the games that tests named by path are about; all of them, where a path is about none in particular."""
    about = [{*Path(arg.partition("::")[0]).parts} & {*registry.names()} for arg in args]
    return sorted(set().union(*about)) if all(about) else registry.names()
