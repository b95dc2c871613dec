"""Find bots by what the user wrote: a built-in's name, a user's file, or a name the config defines."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strikesim.engine import user_bots
from strikesim.engine.kernel import MAX_WEIGHTS
from strikesim.engine.mistakes import place_of
from strikesim.engine.search import MOST_SAMPLES, Search
from strikesim.engine.step import bot_signature, compiled_for
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
EXPERT = """Think ahead: play as the {base} does, but try before each decision what else might be better.

It searches: in {samples} playouts it imagines how the game could go on after the first answers that come to its mind.
In each of them it deals anew what its seat cannot know, and has everybody play on as the {base}. It leaves the answer
of the {base} only for one that does clearly better, so that it plays better, and takes far longer.
"""
Defined = Mapping[str, Mapping[str, Any]]  # a config's [bots.NAME] tables: base, weights


def marks(game: Game) -> dict[str, BotMark]:
    """Return the marks of a game's built-in bots by name."""
    return {getattr(function, MARK).name: getattr(function, MARK) for function in game.bots.BOTS}


def searching(game: Game) -> dict[str, BotMark]:
    """Return the marks of a game's bots that are other bots searching (its `SEARCHES`), by name."""
    return {name: _search_mark(game, name, spec) for name, spec in game.bots.SEARCHES.items()}


def known(game: Game) -> dict[str, BotMark]:
    """Return the marks of all bots that have a name in a game, those that search last."""
    return marks(game) | searching(game)


def _search_mark(game: Game, name: str, spec: str) -> BotMark:
    base, found = _read_search(spec)
    return BotMark(game.name, name, marks(game)[base].weights, EXPERT.format(base=base, samples=found.samples))


@cache
def _built_in(game: Game, name: str) -> Bot:
    (function,) = (f for f in game.bots.BOTS if getattr(f, MARK).name == name)
    mark: BotMark = getattr(function, MARK)
    _check_weights(mark)
    return Bot(name, mark.says, compiled_for(game, bot_signature(game), function), mark.weights, spec=name)


def _check_weights(mark: BotMark) -> None:
    if len(mark.weights) > MAX_WEIGHTS:
        raise BotError(f"bot '{mark.name}' has {len(mark.weights)} weights; {MAX_WEIGHTS} is the most")


def find_bot(
    game: Game, spec: str, folder: Path, defined: "Defined | None" = None, chain: "tuple[str, ...]" = ()
) -> Bot:
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
    chain
        The tables ``FILE:NAME`` that this bot is made for.

    Raises
    ------
    BotError
        There is no such bot, its file does not run, or it does not compile.
    """
    defined = defined or {}
    check_tables(game, defined)
    path, _, name = spec.partition(":")
    if spec in defined:
        return _derived(game, spec, defined, folder, chain)
    if path == SEARCHING:
        return _searching(game, spec, folder, defined, chain)
    if path.endswith(".py"):
        return _from_file(game, folder / path, name)
    if path.endswith(".toml"):
        return _from_toml(game, folder / path, name, chain)
    if spec in game.bots.SEARCHES:  # found again by what it is, which may be another search one day
        return replace(find_bot(game, game.bots.SEARCHES[spec], folder), name=spec, says=searching(game)[spec].says)
    if spec not in marks(game):
        names = [*known(game), *defined]
        raise BotError(f"{game.name} has no bot '{spec}'{near(spec, names)}")
    return _built_in(game, spec)


def _searching(game: Game, spec: str, folder: Path, defined: Defined, chain: "tuple[str, ...]") -> Bot:
    base_spec, found = _read_search(spec)
    base = find_bot(game, base_spec, folder, defined, chain)
    if base.search:
        raise BotError(f"{spec}: bot '{base.name}' searches already; search with one that does not")
    ending = spec.removeprefix(f"{SEARCHING}:{base_spec}")
    says = f"Search: play as {base.name}, but try what else might be better in {found.samples} playouts."
    named, again = (f"{SEARCHING}:{text}{ending}" for text in (base.name, base.spec))
    return replace(base, name=named, says=says, spec=again, search=found)


def _read_search(spec: str) -> tuple[str, Search]:
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
    return base, Search(**{"samples": _search_setting(spec, "samples", text), **settings})


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


def check_tables(game: Game, defined: Defined) -> None:
    """Refuse ``[bots.NAME]`` tables that are no bots, or that hide a built-in bot of the game.

    Raises
    ------
    BotError
        With the table and the key.
    """
    for name, entry in defined.items():
        where = f"bots.{name}"
        if name in known(game):
            raise BotError(f"{where}: {game.name} has a built-in bot of this name; choose another")
        for key in entry:
            if key not in ("base", "weights"):
                raise BotError(f"{where}: unknown key '{key}'{near(key, ['base', 'weights'])}")
        if not isinstance(entry.get("base"), str):
            raise BotError(f'{where}: say which bot it is made from: base = "planner"')
        if not isinstance(entry.get("weights", {}), dict):
            raise BotError(f"{where}: weights must be a table")


def _derived(game: Game, name: str, defined: Defined, folder: Path, chain: "tuple[str, ...]") -> Bot:
    base, where = defined[name]["base"], f"bots.{name}"
    if base == name:
        raise BotError(f"{where}: it is made from itself; name another bot as its base")
    others = {key: value for key, value in defined.items() if key != name}
    return find_bot(game, base, folder, others, chain).weighted(name, defined[name].get("weights", {}), where)


def _from_toml(game: Game, path: Path, name: str, chain: "tuple[str, ...]") -> Bot:
    tables = read_toml(path, BotError).get("bots", {})
    if not isinstance(tables, dict) or not all(isinstance(table, dict) for table in tables.values()):
        raise BotError(f"{path}: bots must be tables [bots.NAME]")
    if name not in tables:
        raise BotError(f"{path}: there is no [bots.{name or 'NAME'}]{near(name, list(tables))}")
    link = f"{path.resolve()}:{name}"
    if link in chain:
        raise BotError(f"{path}: bots.{name} is made from itself; name another bot as its base")
    return find_bot(game, name, path.parent, tables, (*chain, link))


def _from_file(game: Game, path: Path, name: str) -> Bot:
    found = user_bots.read(path)
    known = {bot.mark.name: bot for bot in found if bot.mark.ruleset == game.name}
    if not known:
        raise _no_bot_of(game, path, found)
    if not name and len(known) > 1:
        raise BotError(f"{path}: it holds several bots; choose one: {path}:{next(iter(known))}")
    name = name or next(iter(known))
    if name not in known:
        raise BotError(f"{path}: there is no bot '{name}'{near(name, list(known))}")
    bot = known[name]
    title = path.stem if len(known) == 1 else f"{path.stem}:{name}"
    _check_weights(bot.mark)
    function = user_bots.compiled(game, bot)
    return Bot(title, bot.mark.says, function, bot.mark.weights, bot.digest, f"{bot.path}:{name}")


def _no_bot_of(game: Game, path: Path, found: "list[user_bots.UserBot]") -> BotError:
    if not found:
        return BotError(f'{path}: no bot of {game.name} in it; mark a function with @bot("{game.name}")')
    bot = found[0]
    return BotError(
        f"{place_of(bot.function)}: no bot of {game.name} in it; '{bot.mark.name}' is marked for "
        f"'{bot.mark.ruleset}'; write @bot(\"{game.name}\")"
    )
