"""Compile a game into the cache in a process of its own.

The compiler takes some 600 MB, which then go with that process and do not add to what a long run needs.
"""

from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path

from strikesim.engine.bots import find_bot, marks
from strikesim.engine.kernel import kernel_of
from strikesim.errors import StrikesimError
from strikesim.games import load
from strikesim.games.registry import home_of
from strikesim.games.ruleset import read_layers


def warm(name: str) -> BaseProcess:
    """Start compiling the kernel and the built-in bots of a game; where it fails, whoever plays compiles them.

    The process looks for modules where this one does, so that it compiles the files that this one has loaded.
    """
    process = get_context("spawn").Process(target=_compile, args=(home_of(name).place,))
    process.start()
    return process


def _compile(place: str) -> None:
    with suppress(KeyboardInterrupt, StrikesimError):  # the process that waits for this one says it
        game = load(read_layers(place).game)
        kernel_of(game)
        for bot in marks(game):
            find_bot(game, bot, Path())
