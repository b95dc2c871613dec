"""Find bots by what the user wrote: a built-in's name, a user's file, or a name the config defines."""

import hashlib
import importlib.util
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numba import types
from numba.core.errors import NumbaError
from numpy.typing import NDArray

from strikesim._jit import JIT_DISABLED, KERNEL_CACHE, cache_folder, compile_in, source_hash
from strikesim.engine.kernel import MAX_WEIGHTS
from strikesim.engine.search import MOST_SAMPLES, Search
from strikesim.engine.step import bot_signature
from strikesim.errors import BotError, near
from strikesim.games import Game
from strikesim.games.bot import MARK, BotMark
from strikesim.games.common import MAX_ACTIONS
from strikesim.games.ruleset import read_toml


@dataclass(frozen=True)
class Bot:
    """A bot ready to sit down: its compiled function and its weights."""

    name: str
    says: str
    function: Any
    weights: Mapping[str, float]
    digest: str = ""  # of the user's file, '' for a built-in
    spec: str = ""  # how to find it again: a built-in's name, or FILE:FUNCTION, or search:SPEC:SAMPLES
    search: "Search | None" = None

    def weight_row(self) -> NDArray[np.float64]:
        """Return the weights as the kernel wants them, shape (MAX_WEIGHTS,)."""
        row = np.zeros(MAX_WEIGHTS)
        row[: len(self.weights)] = list(self.weights.values())
        return row

    def weighted(self, name: str, weights: Mapping[str, Any], where: str) -> "Bot":
        """Return this bot under another name and with other values for some weights."""
        for key, value in weights.items():
            if key not in self.weights:
                raise BotError(f"{where}: bot '{self.name}' has no weight '{key}'{near(key, list(self.weights))}")
            if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e300:
                raise BotError(f"{where}: weight {key} = {value!r} is not a number")
        return replace(self, name=name, weights={**self.weights, **{key: float(weights[key]) for key in weights}})


SEARCHING = "search"
SEARCH_LIMITS: "dict[str, tuple[type[int] | type[float], int, int]]" = {
    "samples": (int, 1, MOST_SAMPLES),
    "candidates": (int, 2, MAX_ACTIONS),
    "horizon": (int, 0, 100_000),
    "margin": (float, 0, 100),
}
Defined = Mapping[str, Mapping[str, Any]]  # a config's [bots.NAME] tables: base, weights


def marks(game: Game) -> dict[str, BotMark]:
    """Return the marks of a game's built-in bots by name."""
    return {getattr(function, MARK).name: getattr(function, MARK) for function in game.bots.BOTS}


@cache
def _built_in(game: Game, name: str) -> Bot:
    (function,) = (f for f in game.bots.BOTS if getattr(f, MARK).name == name)
    return _compiled(game, function, KERNEL_CACHE)


def _compiled(game: Game, function: Any, cache_in: "Path | None", digest: str = "", spec: str = "") -> Bot:
    mark: BotMark = getattr(function, MARK)
    if len(mark.weights) > MAX_WEIGHTS:
        raise BotError(f"bot '{mark.name}' has {len(mark.weights)} weights; {MAX_WEIGHTS} is the most")
    # A user's bot is checked for reading out of bounds, which would end the whole process.
    compiled = compile_in(cache_in, bot_signature(game), function, boundscheck=True if digest else None)
    return Bot(mark.name, mark.says, compiled, mark.weights, digest, spec or mark.name)


def find_bot(game: Game, spec: str, folder: Path, defined: "Defined | None" = None) -> Bot:
    """Return the bot that a user named.

    Parameters
    ----------
    game
        The game it is to play.
    spec
        The name of a built-in bot or of one in `defined`; ``file.py`` or ``file.py:function``; ``file.toml:name``, a
        file with a table ``[bots.name]``; ``search:SPEC:SAMPLES``, one of these that searches.
    folder
        Where relative paths start.
    defined
        A config's ``[bots.NAME]`` tables: ``base`` (any spec) and ``weights``.

    Raises
    ------
    BotError
        There is no such bot, its file does not run, or it does not compile.
    """
    defined = defined or {}
    path, _, name = spec.partition(":")
    if spec in defined:
        return _derived(game, spec, defined, folder)
    if path == SEARCHING:
        return _searching(game, spec, folder, defined)
    if path.endswith(".py"):
        return _from_file(game, folder / path, name)
    if path.endswith(".toml"):
        return _from_toml(game, folder / path, name)
    if spec not in marks(game):
        known = [*marks(game), *defined]
        raise BotError(f"{game.name} has no bot '{spec}'{near(spec, known)}")
    return _built_in(game, spec)


def _searching(game: Game, spec: str, folder: Path, defined: Defined) -> Bot:
    base_spec, found = _read_search(spec, game.standing.HORIZON)
    base = find_bot(game, base_spec, folder, defined)
    if base.search:
        raise BotError(f"{spec}: bot '{base.name}' searches already; search with one that does not")
    ending = spec.removeprefix(f"{SEARCHING}:{base_spec}")
    says = f"Search: play as {base.name}, but try what else might be better in {found.samples} playouts."
    named, again = (f"{SEARCHING}:{text}{ending}" for text in (base.name, base.spec))
    return replace(base, name=named, says=says, spec=again, search=found)


def _read_search(spec: str, horizon: int) -> tuple[str, Search]:
    """Read ``search:BASE:SAMPLES``, with ``:candidates=N``, ``:horizon=N``, ``:margin=X`` where not as usual."""
    base = spec.partition(":")[2]
    settings: dict[str, Any] = {}
    while "=" in base.rpartition(":")[2]:
        base, _, last = base.rpartition(":")
        key, _, text = last.partition("=")
        settings[key] = _search_setting(spec, key, text)
    base, _, text = base.rpartition(":")
    if not base:
        raise BotError(f"{spec}: a search is written {SEARCHING}:BOT:SAMPLES, such as {SEARCHING}:planner:32")
    return base, Search(**{"samples": _search_setting(spec, "samples", text), "horizon": horizon, **settings})


def _search_setting(spec: str, key: str, text: str) -> "int | float":
    if key not in SEARCH_LIMITS:
        raise BotError(f"{spec}: a search has no '{key}'{near(key, list(SEARCH_LIMITS))}")
    kind, low, high = SEARCH_LIMITS[key]
    try:
        number = kind(text)
    except ValueError:
        number = None
    if number is None or not low <= number <= high:
        raise BotError(f"{spec}: {key} = {text or 'nothing'}; a search takes {low:,} to {high:,}")
    return number


def _derived(game: Game, name: str, defined: Defined, folder: Path) -> Bot:
    entry = defined[name]
    where = f"bots.{name}"
    for key in entry:
        if key not in ("base", "weights"):
            raise BotError(f"{where}: unknown key '{key}'{near(key, ['base', 'weights'])}")
    if not isinstance(entry.get("base"), str):
        raise BotError(f'{where}: say which bot it is made from: base = "planner"')
    weights = entry.get("weights", {})
    if not isinstance(weights, dict):
        raise BotError(f"{where}: weights must be a table")
    others = {key: value for key, value in defined.items() if key != name}
    return find_bot(game, entry["base"], folder, others).weighted(name, weights, where)


def _from_toml(game: Game, path: Path, name: str) -> Bot:
    tables = read_toml(path, BotError).get("bots", {})
    if not isinstance(tables, dict) or not all(isinstance(table, dict) for table in tables.values()):
        raise BotError(f"{path}: bots must be tables [bots.NAME]")
    if name not in tables:
        raise BotError(f"{path}: there is no [bots.{name or 'NAME'}]{near(name, list(tables))}")
    return find_bot(game, name, path.parent, tables)


def _from_file(game: Game, path: Path, name: str) -> Bot:
    found = _functions_in(path.resolve())
    known = {mark.name: function for function in found if (mark := getattr(function, MARK)).ruleset == game.name}
    if not known:
        raise BotError(f'{path}: no bot of {game.name} in it; mark a function with @bot("{game.name}")')
    if not name and len(known) > 1:
        raise BotError(f"{path}: it holds several bots; choose one: {path}:{next(iter(known))}")
    name = name or next(iter(known))
    if name not in known:
        raise BotError(f"{path}: there is no bot '{name}'{near(name, list(known))}")
    digest = source_hash([file for file in path.resolve().parent.glob("*.py") if file.is_file()])
    bot = _compile_user_bot(game, path, known[name], digest)
    return replace(bot, name=path.stem if len(known) == 1 else f"{path.stem}:{name}")


def _compile_user_bot(game: Game, path: Path, function: Any, digest: str) -> Bot:
    folder = None if JIT_DISABLED or KERNEL_CACHE is None else cache_folder(f"user-{digest}{KERNEL_CACHE.name[-8:]}")
    name = getattr(function, MARK).name
    try:
        bot = _compiled(game, function, folder, digest, f"{path.resolve()}:{name}")
    except (NumbaError, TypeError, KeyError, AttributeError, ValueError) as error:
        raise BotError(f"{path}: bot '{name}' does not compile: {_reason(game, error)}") from None
    if not JIT_DISABLED and bot.function.nopython_signatures[0].return_type != types.int64:
        raise BotError(f"{path}: bot '{name}' does not compile: it returns nothing on any path")
    return bot


def _reason(game: Game, error: Exception) -> str:
    """Return the one line of a compiler's message that helps."""
    if isinstance(error, KeyError):
        fields = [*game.state.STATE.names, *game.tables.TABLES.names]
        return f"the state has no field {error}{near(str(error.args[0]), fields)}"
    if "Signature mismatch" in str(error) or "argument" in str(error):
        return "it must take the six arguments (t, s, actions, n, r, w)"
    if "from none to int64" in str(error):
        return "on some path it returns nothing; return an index into `actions`"
    lines = [
        line.strip() for line in str(error).splitlines() if line.strip() and not line.startswith(("Failed", "During"))
    ]
    place = next((line for line in lines if line.startswith("File ")), "")
    return " ".join(part for part in (lines[0] if lines else type(error).__name__, place) if part)


@cache
def _functions_in(path: Path) -> "tuple[Any, ...]":
    """Run a user's file once and return the functions in it that are marked as bots."""
    if not path.is_file():
        raise BotError(f"{path}: there is no such file")
    # The module must be registered, under a name that depends on its path alone, or its cached code cannot be loaded.
    name = f"strikesim_user_{hashlib.sha256(str(path).encode()).hexdigest()[:12]}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    sys.path.insert(0, str(path.parent))
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        line = getattr(error, "lineno", None) or _line_in(error, path)
        at = f", line {line}" if line else ""
        raise BotError(f"{path}{at}: {type(error).__name__}: {getattr(error, 'msg', None) or error}") from None
    finally:
        sys.path.remove(str(path.parent))
    return tuple(value for value in vars(module).values() if callable(value) and hasattr(value, MARK))


def _line_in(error: BaseException, path: Path) -> "int | None":
    """Return the last line of the user's file on the error's way up."""
    trace, line = error.__traceback__, None
    while trace:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
