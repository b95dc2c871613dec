"""What the author of a bot did wrong, in one line: the file, the line, the mistake and its cure."""

import inspect
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from numba import types
from numba.core import ir

from strikesim.errors import BotError, near
from strikesim.games import Game
from strikesim.games.faults import at, cure_of, last_line_in, place_in, place_of_name

ARGUMENTS = ("t", "s", "actions", "n", "r", "w")
INDEX = "return the index of an action, 0 to n - 1"


def place_of(function: Callable[..., Any]) -> str:
    """Return where a function begins: ``FILE, line N``."""
    code = function.__code__
    line = code.co_firstlineno  # that of the first decorator
    with suppress(OSError):
        head = inspect.getsourcelines(function)[0]
        line += next((i for i, text in enumerate(head) if text.lstrip().startswith(("def ", "async def "))), 0)
    return at(code.co_filename, line)


def check_signature(function: Callable[..., Any]) -> None:
    """Refuse a function that cannot be called as a bot is.

    Raises
    ------
    BotError
        It does not take six arguments, or does not return at once.
    """
    takes = len(inspect.signature(function).parameters)
    if takes != len(ARGUMENTS):
        raise BotError(
            f"{place_of(function)}: bot '{function.__name__}' takes {takes} arguments; "
            f"write def {function.__name__}({', '.join(ARGUMENTS)})"
        )
    if inspect.isgeneratorfunction(function) or inspect.iscoroutinefunction(function):
        raise BotError(f"{place_of(function)}: bot '{function.__name__}' yields or waits; {INDEX}")


def check_answers(function: Callable[..., Any], compiled: Any) -> None:
    """Refuse a compiled bot that on any path returns something else than an integer.

    Raises
    ------
    BotError
        With the line of the first such path.
    """
    for line, kind in _returned(compiled):
        if cure := _no_index(kind):
            where = at(function.__code__.co_filename, line) if line else place_of(function)
            raise BotError(f"{where}: bot '{function.__name__}' returns {cure}")


def _no_index(kind: Any) -> str:
    """Return what is wrong with an answer of a type; '' if nothing is."""
    kind = types.unliteral(kind)
    if isinstance(kind, types.Integer):
        return ""
    if isinstance(kind, types.NoneType | types.Optional):
        return f"nothing; {INDEX}, on every path"
    if isinstance(kind, types.Boolean):
        return f"True or False; {INDEX}"
    if isinstance(kind, types.Float):
        return f"a number with a fraction; {INDEX}, as int(...) makes it or // instead of /"
    return f"something that is no number; {INDEX}"


def _returned(compiled: Any) -> Iterator[tuple["int | None", Any]]:
    """Yield (line, type) of everything that a compiled function returns, before it becomes one type."""
    (overload,) = compiled.overloads.values()
    types_of = overload.type_annotation.typemap
    statements = [line for block in overload.type_annotation.blocks.values() for line in block.body]
    values = {each.target.name: each.value for each in statements if isinstance(each, ir.Assign)}
    for each in statements:
        if isinstance(each, ir.Return):
            value: Any = values.get(each.value.name)
            is_cast = isinstance(value, ir.Expr) and value.op == "cast"
            yield each.loc.line, types_of[value.value.name if is_cast else each.value.name]
    yield None, overload.signature.return_type


def does_not_compile(
    game: Game, error: Exception, function: Callable[..., Any], files: "Sequence[Path]", weights: Mapping[str, float]
) -> BotError:
    """Return the error of a bot that does not compile.

    Parameters
    ----------
    game
        Which the bot is to play.
    error
        What numba raised.
    function, files, weights
        The bot, the files of its author, its weights.
    """
    if isinstance(error, KeyError) and error.args:
        return _no_field(game, str(error.args[0]), function, files)
    text = str(error)
    unknown = re.search(r"name '(\w+)' is not defined", text)
    place = (place_of_name(unknown[1], files) if unknown else place_in(text, files)) or place_of(function)
    for name in re.findall(r"(?:Unknown attribute '|index type .*Literal\[str\]\()(\w+)", text):
        if name in weights:
            return BotError(f"{place}: weights are read by place; write w[{list(weights).index(name)}] for '{name}'")
    return BotError(f"{place}: {cure_of(text)}")


def _no_field(game: Game, name: str, function: Callable[..., Any], files: "Sequence[Path]") -> BotError:
    """Return the error of a field that is not there; numba does not say where it is asked for."""
    place = place_of_name(name, files) or place_of(function)
    state, tables = game.state.STATE.names, game.tables.TABLES.names
    if name in state or name in tables:
        return BotError(f"{place}: '{name}' stands in the {'state' if name in state else 'tables'}, not there")
    guess = near(name, [*state, *tables])
    known = guess if "did you mean" in guess else f"; state.py and tables.py of {game.name} list them"
    return BotError(f"{place}: there is no field '{name}' in the state or the tables{known}")


def does_not_run(path: Path, error: BaseException) -> BotError:
    """Return the error of a user's file that fails when it is run."""
    line = getattr(error, "lineno", None) or last_line_in([path], error)[1]
    what = getattr(error, "msg", None) or str(error)
    kind = "" if isinstance(error, BotError) else f"{type(error).__name__}: "
    return BotError(f"{at(path, line)}: {kind}{what}")
