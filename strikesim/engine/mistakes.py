"""What the author of a bot did wrong, in one line: the file, the line, the mistake and its cure."""

import ast
import inspect
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from numba import types
from numba.core import ir
from numba.core.errors import NumbaError, UnsupportedBytecodeError

from strikesim.errors import BotError, near
from strikesim.games import Game

ARGUMENTS = ("t", "s", "actions", "n", "r", "w")
COMPILER_ERRORS = (NumbaError, UnsupportedBytecodeError, TypeError, KeyError, AttributeError, ValueError, RuntimeError)
INDEX = "return the index of an action, 0 to n - 1"
NUMBERS_ONLY = "a bot is compiled: it can use numbers, tuples, numpy arrays, loops and functions marked @numba.njit"
# What numba says -> what is wrong and how to mend it, the first that fits; \1 is what stands in the first brackets.
CURES = (
    (r"NameError: (?:global )?name '(\w+)' is not defined", r"there is no '\1'; import it, or define it above the bot"),
    (r"Untyped global name '(\w+)'.*<class 'function'>", r"'\1' is a plain Python function; put @numba.njit above it"),
    (r"Untyped global name '(\w+)'.*<class '([\w.]+)'>", rf"'\1' is a {{2}} of Python's; {NUMBERS_ONLY}"),
    (
        r"Cannot modify readonly array",
        "a bot cannot write to an array outside of it: it decides by its arguments alone",
    ),
    (r"type of variable '(\w+)'.*list\(undefined\)", r"the list '\1' starts empty; use an array, as in np.zeros(n)"),
    (r"non-constant value associated with variable '(\w+)'", r"a lambda cannot use '\1'; write a loop instead"),
    (r"\(IMPORT_NAME\)", "an import inside the bot; move it to the top of the file"),
    (r"Unknown attribute '(\w+)' of type (?:readonly )?array", r"an array has no '\1'; write a loop, or use numpy"),
    (r"Unknown attribute '(\w+)' of type Module.*?'?([\w.]+)'?\)", r"module \2 has no '\1' that can be compiled"),
    (r"Cannot bind .* due to \"TypeError: (.*?)\.?\"", r"the call does not fit the function: \1"),
    (r"index type .*Literal\[str\]\((\w+)\)", r"'\1' is no index: arrays are read by number"),
    (r"Literal\[str\]|unicode_type|f-string", f"this text cannot be compiled; {NUMBERS_ONLY}"),
    (r"[Dd]ict", f"this dict cannot be compiled; {NUMBERS_ONLY}"),
    (r"[Ll]ist", f"this list cannot be compiled; {NUMBERS_ONLY}"),
)


def at(file: "str | Path", line: "int | None") -> str:
    """Return ``FILE, line N``, the file as seen from the current folder if it lies below."""
    path = Path(file)
    with suppress(ValueError, OSError):
        path = path.relative_to(Path.cwd())
    return f"{path}, line {line}" if line else str(path)


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
    place = (_place_of_name(unknown[1], files) if unknown else _place_in(text, files)) or place_of(function)
    for name in re.findall(r"(?:Unknown attribute '|index type .*Literal\[str\]\()(\w+)", text):
        if name in weights:
            return BotError(f"{place}: weights are read by place; write w[{list(weights).index(name)}] for '{name}'")
    return BotError(f"{place}: {_cure(text)}")


def _cure(text: str) -> str:
    for pattern, cure in CURES:
        if found := re.search(pattern, text, re.DOTALL):
            cure = cure.replace("{2}", found.group(2) if found.re.groups > 1 else "")
            return found.expand(cure)
    return f"this cannot be compiled; {NUMBERS_ONLY}"


def _no_field(game: Game, name: str, function: Callable[..., Any], files: "Sequence[Path]") -> BotError:
    """Return the error of a field that is not there; numba does not say where it is asked for."""
    place = _place_of_name(name, files) or place_of(function)
    state, tables = game.state.STATE.names, game.tables.TABLES.names
    if name in state or name in tables:
        return BotError(f"{place}: '{name}' stands in the {'state' if name in state else 'tables'}, not there")
    guess = near(name, [*state, *tables])
    known = guess if "did you mean" in guess else f"; state.py and tables.py of {game.name} list them"
    return BotError(f"{place}: there is no field '{name}' in the state or the tables{known}")


def _place_of_name(name: str, files: "Sequence[Path]") -> str:
    """Return the first place in an author's files that reads a name or an attribute; '' if there is none."""
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if name == (getattr(node, "attr", None) or getattr(node, "id", None)):
                return at(file, node.lineno)  # type: ignore[attr-defined] # Name and Attribute have it
    return ""


def _place_in(text: str, files: "Sequence[Path]") -> str:
    """Return the first place in an author's files that a message of numba's names; '' if there is none."""
    for found in re.finditer(r'(?:File "(.+?)", line |(?: at | from )(\S.*?) \()(\d+)', text):
        file = Path(os.path.abspath(found.group(1) or found.group(2)))
        if file.resolve() in files:
            return at(file, int(found.group(3)))
    return ""


def does_not_run(path: Path, error: BaseException) -> BotError:
    """Return the error of a user's file that fails when it is run."""
    line = getattr(error, "lineno", None) or last_line_in([path], error)[1]
    what = getattr(error, "msg", None) or str(error)
    kind = "" if isinstance(error, BotError) else f"{type(error).__name__}: "
    return BotError(f"{at(path, line)}: {kind}{what}")


def last_line_in(files: "Sequence[Path]", error: BaseException) -> "tuple[str, int | None]":
    """Return the last place (file, line) in some files on an error's way up."""
    trace = error.__traceback__
    place: tuple[str, int | None] = str(files[0]), None
    known = {str(file) for file in files}
    while trace:
        if trace.tb_frame.f_code.co_filename in known:
            place = trace.tb_frame.f_code.co_filename, trace.tb_lineno
        trace = trace.tb_next
    return place
