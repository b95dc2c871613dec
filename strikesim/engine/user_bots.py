"""Bots in users' files: a file is run, its bots are compiled with every index checked, and nothing is kept on disk."""

import hashlib
import importlib.util
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numba import types
from numba.core.caching import NullCache
from numba.core.dispatcher import Dispatcher

from strikesim._jit import JIT_DISABLED, compile_in, in_python
from strikesim.engine import mistakes
from strikesim.engine.step import bot_signature
from strikesim.errors import BotError
from strikesim.games import Game
from strikesim.games.bot import MARK, BotMark
from strikesim.games.faults import COMPILER_ERRORS
from strikesim.games.loading import is_of_a_game
from strikesim.sources import PACKAGE

NAME = "strikesim_user_"  # of the module that a file becomes, before a digest of its path
CHECKED = {"boundscheck": True, "error_model": "python"}
INSTALLED = [PACKAGE, *(Path(sysconfig.get_path(name)).resolve() for name in ("purelib", "platlib", "stdlib"))]


@dataclass(frozen=True)
class UserBot:
    """A function that a user's file marks as a bot."""

    path: Path
    name: str
    digest: str  # of all that it imports from its folder, and of the data that these modules hold
    mark: BotMark = field(compare=False)
    modules: "dict[str, ModuleType]" = field(compare=False)  # the file, and what it imports from its folder
    function: Any = field(compare=False)


def read(path: Path) -> "list[UserBot]":
    """Run a user's file and return the bots in it.

    Raises
    ------
    BotError
        There is no such file, or it does not run.
    """
    path = path.resolve()
    if not path.is_file():
        raise BotError(f"{path}: there is no such file")
    with _modules_of(path.parent) as modules:
        module = _run(path)
        own = {module.__name__: module, **modules()}
    _check_all(own)
    digest = _digest(own)
    marked = [value for value in vars(module).values() if callable(value) and hasattr(value, MARK)]
    return [
        UserBot(path, mark.name, digest, mark, own, function)
        for function in marked
        if (mark := getattr(function, MARK))
    ]


def _run(path: Path) -> ModuleType:
    name = f"{NAME}{hashlib.sha256(str(path).encode()).hexdigest()[:12]}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    sys.path.insert(0, str(path.parent))
    try:
        # compiled here and not by the loader, which might find an older file of the same second in a cache
        exec(compile(path.read_bytes(), path, "exec"), vars(module))
    except (Exception, SystemExit) as error:
        raise mistakes.does_not_run(path, error) from None
    finally:
        sys.path.remove(str(path.parent))
    return module


@contextmanager
def _modules_of(folder: Path) -> Iterator[Any]:
    """Let modules below a folder be imported anew in this block; yield a function that returns those that were.

    Two bots may each have a `helper.py` beside them, and a notebook's author edits one and plays again.
    """

    def below() -> "dict[str, ModuleType]":
        return {name: module for name, module in list(sys.modules.items()) if _is_below(module, folder)}

    before = below()
    for name in before:
        del sys.modules[name]
    try:
        yield below
    finally:
        for name in below():
            del sys.modules[name]
        sys.modules.update(before)


def _is_below(module: ModuleType, folder: Path) -> bool:
    file = getattr(module, "__file__", None)
    if not isinstance(file, str) or not file.endswith(".py") or module.__name__.startswith(("__main__", NAME)):
        return False
    if is_of_a_game(module.__name__):
        return False
    path = Path(file).resolve()
    return path.is_relative_to(folder) and not any(path.is_relative_to(known) for known in INSTALLED)


def _held(value: Any) -> Iterator[Any]:
    """Yield a value, and what a function that it is has captured."""
    yield value
    for cell in getattr(in_python(value), "__closure__", None) or ():
        yield from _held(cell.cell_contents)


def _check_all(modules: "dict[str, ModuleType]") -> None:
    """Have every function that users compile themselves compiled anew, with all indices checked."""
    for module in modules.values():
        for value in vars(module).values():
            for held in _held(value):
                if isinstance(held, Dispatcher) and not _is_ours(held.py_func):
                    _check(held)


def _is_ours(function: Any) -> bool:
    """Tell whether a function is of the package or of a game, and not its user's."""
    return Path(function.__code__.co_filename).is_relative_to(PACKAGE) or is_of_a_game(function.__module__)


def _check(dispatcher: Any) -> None:
    """Forget what is compiled of a function, without checks or on disk; the next call compiles it with checks."""
    dispatcher.targetoptions.update(CHECKED)
    dispatcher._cache = NullCache()
    dispatcher._reset_overloads()
    dispatcher._can_compile = True


def files_of(modules: "dict[str, ModuleType]") -> "list[Path]":
    """Return the files of some modules, sorted."""
    return sorted(Path(str(module.__file__)).resolve() for module in modules.values())


def _digest(modules: "dict[str, ModuleType]") -> str:
    """Return 16 hex digits that change with the modules' files, and with the numbers and arrays that they hold."""
    digest = hashlib.sha256()
    for file in files_of(modules):
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    for module in sorted(modules.values(), key=lambda module: str(module.__file__)):
        for name, value in sorted(vars(module).items()):
            for held in () if name.startswith("__") else _held(value):
                digest.update(_bytes(held))
    return digest.hexdigest()[:16]


def _bytes(value: Any) -> bytes:
    if isinstance(value, np.ndarray):
        return repr((value.dtype, value.shape)).encode() + value.tobytes()
    if isinstance(value, bool | int | float | str | tuple | np.generic):
        return repr(value).encode()
    return b""


@lru_cache(maxsize=32)
def compiled(game: Game, bot: UserBot) -> Any:
    """Compile a user's bot.

    Raises
    ------
    BotError
        It does not compile, or returns something else than an integer.
    """
    mistakes.check_signature(bot.function)
    if JIT_DISABLED:
        return bot.function
    signature = bot_signature(game)
    with _registered(bot.modules):
        try:
            function = compile_in(None, signature.args, bot.function, **CHECKED)
        except COMPILER_ERRORS as error:
            files = files_of(bot.modules)
            raise mistakes.does_not_compile(game, error, bot.function, files, bot.mark.weights) from None
        mistakes.check_answers(bot.function, function)
        if function.nopython_signatures[0].return_type != types.int64:
            function = compile_in(None, signature, bot.function, **CHECKED)
    return function


@contextmanager
def _registered(modules: "dict[str, ModuleType]") -> Iterator[None]:
    """Let a user's modules stand in `sys.modules`, where numba looks for them, in place of others of their names."""
    before = {name: sys.modules[name] for name in modules if name in sys.modules}
    sys.modules.update(modules)
    try:
        yield
    finally:
        for name in modules:
            if not name.startswith(NAME):  # object mode looks for it while the bot plays
                del sys.modules[name]
        sys.modules.update(before)
