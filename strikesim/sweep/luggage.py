"""What of a match travels to a worker, which shares no disk with the client: its tables, and its bots.

A built-in bot goes by its name, with its weights. A user's bot goes as files: its own, the modules that it imports from
its folder, and whatever else below that folder it opens while it is loaded. The worker lays them into a folder of its
own, and makes sure by the digest that it has the same bot.
"""

import os
import pickle
import subprocess
import sys
import zlib
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from threading import Lock
from time import sleep
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strikesim._jit import KERNEL_CACHE, is_cold
from strikesim.engine import user_bots
from strikesim.engine.bots import SEARCHING, Bot, find_bot
from strikesim.engine.episode import Seating
from strikesim.engine.match import Match
from strikesim.errors import BotError, ClusterError, ResultError
from strikesim.games import Game, load
from strikesim.games.registry import home_of
from strikesim.sweep.files import HeldError, lock

LEVEL = 1  # of compression: a table of some ten thousand bytes becomes a few thousand in a moment
KEPT = 256  # matches
LOOK = 0.5  # seconds between looks whether another worker has compiled
COMPILE = "from strikesim.engine.warm import warm; warm('{}').join()"


@dataclass(frozen=True)
class Files:
    """A user's bot as files."""

    path: str  # of the bot's own, at home
    own: str  # the same, in its folder
    contents: tuple[tuple[str, bytes], ...]  # with their place in that folder


@dataclass(frozen=True)
class Luggage:
    """A match as it travels; the bots have no functions."""

    game: str
    identity: str  # of the game's sources
    tables: bytes
    bots: tuple[Bot, ...]
    files: Mapping[str, Files]  # by the bot's spec

    def bytes(self) -> bytes:
        """Return it as bytes."""
        return zlib.compress(pickle.dumps(self), LEVEL)


@dataclass(frozen=True)
class Arrived:
    """A match on a worker."""

    seating: Seating
    homes: Mapping[str, str]  # a folder on the worker -> what it was at home


def at_home(text: str, homes: Mapping[str, str]) -> str:
    """Return a text in which the worker's folders have the names that they have at home."""
    for here, home in homes.items():
        text = text.replace(here, home)
    return text


# ---- the client --------------------------------------------------------------------------------------------------


@lru_cache(KEPT)
def packed(match: Match) -> bytes:
    """Return a match as it travels.

    Raises
    ------
    BotError
        A user's bot is not any more what it was.
    ClusterError
        The game lies in a folder, and is not installed.
    """
    home = match.game.home
    if home.origin == "folder":
        raise ClusterError(
            f"{home.folder}: a game in a folder does not travel; install it as a package on all machines"
        )
    users = {bot.spec: bot for bot in match.bots if bot.digest}
    files = {spec: _files(_path(spec), bot.digest) for spec, bot in users.items()}
    bots = tuple(replace(bot, function=None, weights=dict(bot.weights)) for bot in match.bots)
    return Luggage(home.name, home.identity, match.tables.tobytes(), bots, files).bytes()


def _path(spec: str) -> Path:
    """Return the file of a user's bot: FILE.py:NAME, or search:FILE.py:NAME:SAMPLES."""
    return Path(spec.removeprefix(f"{SEARCHING}:").rpartition(".py:")[0] + ".py")


@lru_cache(KEPT)
def _files(path: Path, digest: str) -> Files:
    """Return a user's bot as files."""
    folder = path.parent
    with _opened_below(folder) as opened:
        found = {bot.digest: bot for bot in user_bots.read(path)}
    if digest not in found:
        raise BotError(f"{path}: the bot, or a .py file beside it, has changed since the run began")
    paths = {*user_bots.files_of(found[digest].modules), *opened}
    contents = ((file.relative_to(folder).as_posix(), file.read_bytes()) for file in sorted(paths))
    return Files(str(path), path.name, tuple(contents))


@contextmanager
def _opened_below(folder: Path) -> Iterator[set[Path]]:
    """Yield a set that gets the files below a folder that are opened in this block, but for what Python compiled."""
    opened: set[Path] = set()
    listening = [True]  # a hook cannot be taken off again

    def note(event: str, arguments: tuple[Any, ...]) -> None:
        if listening and event == "open" and isinstance(arguments[0], str | os.PathLike):
            path = Path(os.path.abspath(arguments[0]))
            if path.is_relative_to(folder) and path.suffix != ".pyc" and path.is_file():
                opened.add(path)

    sys.addaudithook(note)
    try:
        yield opened
    finally:
        listening.clear()


# ---- the worker --------------------------------------------------------------------------------------------------

_ONE_AT_A_TIME = Lock()  # loading a game, and running a user's file, change what the whole process sees


def unpacked(luggage: bytes) -> Arrived:
    """Return a match that has arrived; what it needs is compiled, by one process of a machine for all.

    Raises
    ------
    BotError
        A user's bot does not run here, or is another one.
    """
    with _ONE_AT_A_TIME:
        return _unpacked(luggage)


@lru_cache(KEPT)
def _unpacked(luggage: bytes) -> Arrived:
    found: Luggage = pickle.loads(zlib.decompress(luggage))
    if home_of(found.game).identity != found.identity:
        raise ClusterError(f"a worker has other sources of {found.game}; install the same on all machines")
    _warm(found.game)
    game = load(found.game)
    tables: NDArray[Any] = np.frombuffer(found.tables, game.tables.TABLES).copy()
    laid = {spec: _laid_out(files) for spec, files in found.files.items()}
    homes = {folder: str(Path(found.files[spec].path).parent) for spec, folder in laid.items()}
    seated: dict[str, Any] = {}
    for bot in found.bots:
        if bot.spec not in seated:
            spec = bot.spec
            if files := found.files.get(spec):
                spec = spec.replace(files.path, str(Path(laid[spec]) / files.own))
            seated[bot.spec] = _found(game, bot, spec, homes).function
    bots = tuple(replace(bot, function=seated[bot.spec]) for bot in found.bots)
    return Arrived(Seating(game, tables, bots), homes)


def _found(game: Game, bot: Bot, spec: str, homes: Mapping[str, str]) -> Bot:
    """Return the same bot as it is found here."""
    try:
        found = find_bot(game, spec, Path())
    except BotError as error:
        raise BotError(f"on a worker: {at_home(str(error), homes)}") from None
    if found.digest != bot.digest:
        raise BotError(
            f"{bot.spec}: bot '{bot.name}' is another one on a worker: its file holds a number, a text or an array that"
            " depends on the computer or the folder; what it reads must lie beside it or below its folder"
        )
    return found


@cache
def _folder() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="strikesim-bots-")  # gone when the process ends


@lru_cache(KEPT)
def _laid_out(files: Files) -> str:
    """Lay the files of a bot into a folder of their own, and return it."""
    folder = Path(mkdtemp(dir=_folder().name)).resolve()
    for place, content in files.contents:
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return str(folder)


@cache
def _warm(game: str) -> None:
    """Have a game compiled in a process of its own, whose memory goes with it, unless another worker does that."""
    if KERNEL_CACHE is None:
        return
    with _alone(KERNEL_CACHE / f"{game}.lock"):
        if is_cold(home_of(game).identity):  # where this fails, whoever plays compiles
            environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
            subprocess.run([sys.executable, "-c", COMPILE.format(game)], env=environment, check=False)


def _alone(path: Path) -> Any:
    """Wait until no other process holds a lock; return it, held."""
    while True:
        try:
            return closing(lock(path))
        except HeldError:
            sleep(LOOK)
        except ResultError:  # there are no locks on this disk
            return nullcontext()
