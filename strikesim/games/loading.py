"""Imports a game, fills in what it need not say, and tells its author what the contract lacks."""

import inspect
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, get_type_hints

import numpy as np

from strikesim._jit import in_python
from strikesim.errors import RulesetError, StrikesimError
from strikesim.games import contract, fallback
from strikesim.games.actions import Actions
from strikesim.games.common import state_dtype
from strikesim.games.faults import at, cure_of, last_line_in, place_in, place_of_name
from strikesim.games.plain_story import PlainStory
from strikesim.games.registry import Home
from strikesim.games.ruleset import Rules
from strikesim.sources import LOADED, files_of

PARTS = {
    part: getattr(contract, part.title())
    for part in ("tables", "state", "rules", "redraw", "standing", "bots", "story")
}
OPTIONAL = ("redraw", "standing", "story")  # modules that a game can do without
FALLBACKS = {  # of what its modules can leave out, but for its story
    "rules": ("is_over", "value", "hide"),
    "redraw": ("redraw",),
    "standing": ("features", "FEATURES", "HORIZON"),
    "bots": ("SEARCHES",),
}
TABLES = ("players", "seats")  # fields that every game's tables have


_LOADED: dict[str, Home] = {}  # by package
_FOLDERS: dict[str, Path] = {}  # of the packages that folders have become


def is_of_a_game(module: str) -> bool:
    """Tell whether a module is of a game, which has been loaded."""
    return any(module == package or module.startswith(f"{package}.") for package in _LOADED)


class _Loader(SourceFileLoader):
    """Compiles what stands in the file now, not what stood there a moment ago, and leaves nothing beside it."""

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)


class _Finder(MetaPathFinder):
    """Finds the modules of games that lie in folders."""

    def find_spec(
        self, fullname: str, path: "Sequence[str] | None", target: "ModuleType | None" = None
    ) -> "ModuleSpec | None":
        package, _, inner = fullname.partition(".")
        if package not in _FOLDERS:
            return None
        place = _FOLDERS[package].joinpath(*inner.split(".")) if inner else _FOLDERS[package]
        if place.is_dir():
            return self._package(fullname, place)
        file = place.with_suffix(".py")
        return spec_from_file_location(fullname, file, loader=_Loader(fullname, str(file))) if file.is_file() else None

    def _package(self, fullname: str, folder: Path) -> "ModuleSpec | None":
        file, where = folder / "__init__.py", [str(folder)]
        if file.is_file():
            loader = _Loader(fullname, str(file))
            return spec_from_file_location(fullname, file, loader=loader, submodule_search_locations=where)
        spec = ModuleSpec(fullname, None, is_package=True)
        spec.submodule_search_locations = where
        return spec


sys.meta_path.append(_Finder())


def parts_of(home: Home) -> dict[str, Any]:
    """Import the modules of a game and return them by their names, made whole.

    Raises
    ------
    RulesetError
        One is missing, does not run or compile, or is not what the contract asks for: with the file and the line.
    """
    if home.package.startswith(LOADED):
        _FOLDERS[home.package] = home.folder
    _LOADED[home.package] = home
    parts = {part: _import(home, part) for part in PARTS}
    if home.package.startswith(LOADED) and not (home.folder / "redraw.py").is_file() and _hides(parts["rules"]):
        raise RulesetError(
            f"{home.folder / 'rules.py'}: `hide` blanks what a seat may not know, so a search must deal it anew: write"
            f" {_asked('redraw', 'redraw')} in redraw.py"
        )
    for part, names in FALLBACKS.items():
        for name in names:
            vars(parts[part]).setdefault(name, getattr(fallback, name))
    _complete_story(parts)
    if home.origin:
        check(home, parts)
    return parts


def _hides(rules: ModuleType) -> bool:
    return vars(rules).get("hide", fallback.hide) is not fallback.hide


def _import(home: Home, part: str) -> Any:
    if part in OPTIONAL and not (home.folder / f"{part}.py").is_file():
        return ModuleType(f"{home.package}.{part}")
    if not (home.folder / f"{part}.py").is_file():
        lines = (PARTS[part].__doc__ or "").partition("\n")[0]
        raise RulesetError(f"{home.folder}: {part}.py is missing. It holds {lines.partition(': ')[2]}")
    try:
        return import_module(f"{home.package}.{part}")
    except StrikesimError:
        raise
    except Exception as error:
        if _is_numbas(error):
            raise does_not_compile(home, error) from error
        file, line = last_line_in(files_of(home.folder), error)
        if isinstance(error, SyntaxError) and error.filename:
            file, line = error.filename, error.lineno
        what = getattr(error, "msg", None) or str(error)
        raise RulesetError(f"{at(file, line)}: {type(error).__name__}: {what}") from error


def _is_numbas(error: BaseException) -> bool:
    """Tell whether an error comes out of numba's compiler."""
    trace = error.__traceback__
    while trace:
        if trace.tb_frame.f_globals.get("__name__", "").startswith("numba.core"):
            return True
        trace = trace.tb_next
    return False


def does_not_compile(home: Home, error: BaseException) -> RulesetError:
    """Return the error of a game whose code numba refuses."""
    files, text = files_of(home.folder), str(error)
    if isinstance(error, KeyError) and error.args:
        name = str(error.args[0])
        return RulesetError(
            f"{place_of_name(name, files) or home.folder}: there is no field '{name}' in the record; state.py and"
            " tables.py declare them"
        )
    file, line = last_line_in(files, error)
    place = place_in(text, files) or at(file if line else home.folder, line)
    return RulesetError(f"{place}: {cure_of(text)}")


def told_of(error: BaseException) -> str:
    """Return where in a game that is not the package's own an error arose, and what it is; '' if it did not in one."""
    for home in reversed([home for home in _LOADED.values() if home.origin and home.folder.is_dir()]):
        files = files_of(home.folder)
        file, line = last_line_in(files, error)
        if _is_numbas(error) and (line or _names(error, files)):
            return str(does_not_compile(home, error))
        if line:
            return f"{at(file, line)}: {type(error).__name__}: {error}"
    return ""


def _names(error: BaseException, files: "list[Path]") -> bool:
    """Tell whether what numba says is of some files."""
    field = str(error.args[0]) if isinstance(error, KeyError) and error.args else ""
    return bool(place_of_name(field, files) if field else place_in(str(error), files))


def _complete_story(parts: dict[str, Any]) -> None:
    plain = PlainStory(parts["state"]) if isinstance(getattr(parts["state"], "ACTIONS", None), Actions) else None
    for name in ("setup_json", "state_json", "action_json", "chance_json", "ask", "tell"):
        if plain:
            vars(parts["story"]).setdefault(name, getattr(plain, name))


# ---- the contract ------------------------------------------------------------------------------------------------


def check(home: Home, parts: dict[str, Any]) -> None:
    """Refuse a game that is not what the contract asks for.

    Raises
    ------
    RulesetError
        With every problem: the file, what it has, and what is wanted.
    """
    problems = [problem for part in PARTS for problem in _lacks(home, part, parts[part])]
    if not problems:
        problems = [*_kinds(home, parts)]
    if problems:
        raise RulesetError("; ".join(problems))


def _lacks(home: Home, part: str, module: Any) -> "list[str]":
    """Return what a module lacks of names and parameters."""
    file, asked = at(home.folder / f"{part}.py", None), PARTS[part]
    found = [f"{file}: there is no {name}" for name in get_type_hints(asked) if not hasattr(module, name)]
    for name, function in inspect.getmembers(asked, inspect.isfunction):
        if name.startswith("_"):
            continue
        given: Any = getattr(module, name, None)
        given = in_python(given)
        if given is None:
            found.append(f"{file}: there is no `{name}`; write {_asked(part, name)}")
        elif list(inspect.signature(given).parameters) != list(inspect.signature(function).parameters)[1:]:
            line = given.__code__.co_firstlineno
            took = ", ".join(inspect.signature(given).parameters)
            found.append(f"{at(file, line)}: `{name}` takes ({took}); write {_asked(part, name)}")
    return found


def _asked(part: str, name: str) -> str:
    """Return how the contract writes a function, and what it does."""
    function = getattr(PARTS[part], name)
    parameters = ", ".join(list(inspect.signature(function).parameters)[1:])
    return f"{name}({parameters}): {(function.__doc__ or '').partition(chr(10))[0].lower().rstrip('.')}"


def _kinds(home: Home, parts: dict[str, Any]) -> "list[str]":
    """Return what in a game's declarations is of another kind than it must be."""
    tables, state, bots = parts["tables"], parts["state"], parts["bots"]
    found = []
    in_tables, in_state, in_bots = (at(home.folder / f"{part}.py", None) for part in ("tables", "state", "bots"))
    if not isinstance(state.ACTIONS, Actions):
        found.append(f"{in_state}: ACTIONS is no Actions(); declare there what players can do")
    common = [name for name in state_dtype(1, 1, 1, []).names or () if not name.startswith("of_game_")]
    if lacks := [name for name in common if name not in _fields(state.STATE)]:
        found.append(f"{in_state}: STATE has no {', '.join(lacks)}; make it with strikesim.games.common.state_dtype")
    if lacks := [name for name in TABLES if name not in _fields(tables.TABLES)]:
        found.append(f'{in_tables}: TABLES has no {" and no ".join(lacks)}; begin it with ("players", np.int64), …')
    if not (inspect.isclass(tables.Rules) and issubclass(tables.Rules, Rules)):
        found.append(f"{in_tables}: Rules is to be a class that extends strikesim.games.ruleset.Rules")
    if unmarked := [function.__name__ for function in bots.BOTS if not hasattr(function, "__strikesim_bot__")]:
        found.append(f'{in_bots}: {unmarked[0]} is no bot; write @bot("{home.name}") above it')
    elif "random" not in [function.__strikesim_bot__.name for function in bots.BOTS]:
        found.append(f"{in_bots}: there is no bot `random` in BOTS, which takes any legal action")
    for function in () if unmarked else bots.BOTS:
        if function.__strikesim_bot__.ruleset != home.name:
            line = function.__code__.co_firstlineno
            found.append(
                f'{at(in_bots, line)}: {function.__name__} is a bot of another game; write @bot("{home.name}")'
            )
    return found


def _fields(dtype: Any) -> "tuple[str, ...]":
    return dtype.names or () if isinstance(dtype, np.dtype) else ()
