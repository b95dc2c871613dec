"""Compile a game into the cache in a process of its own: ``python -m strikesim.engine.warm NAME``.

The compiler takes some 600 MB, which then go with that process and do not add to what a long run needs.
"""

import subprocess
import sys
from pathlib import Path

from strikesim.engine.bots import find_bot, marks
from strikesim.engine.kernel import kernel_of
from strikesim.games import load


def warm(name: str) -> "subprocess.Popen[bytes]":
    """Start compiling the kernel and the built-in bots of a game; where it fails, whoever plays compiles them."""
    return subprocess.Popen([sys.executable, "-m", __name__, name])


def _compile(name: str) -> None:
    game = load(name)
    kernel_of(game)
    for bot in marks(game):
        find_bot(game, bot, Path())


if __name__ == "__main__":
    _compile(sys.argv[1])
