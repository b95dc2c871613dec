"""What a sweep file may say: the tables of its TOML as models."""

import datetime
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, PositiveInt

from strikesim.errors import ConfigError, printable
from strikesim.games import ruleset
from strikesim.games.ruleset import Data, Strict

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
LONGEST = 200  # letters of a name: file systems have room for 255, its figures are named after it
DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)  # with Windows, in any folder
# Axes that are no keys of a ruleset.
PLAYERS, DIFFICULTY, BOTS = "players", "difficulty", "bots"
VARIANT = "variant"  # its values are named variants of the rules
BASELINE = "as it stands"  # of a sweep over what was assumed: the variant in which nothing is changed
MOST_GAMES = 10**10  # in a cell: as many as the names of a part's file can count
DEEPEST = 50  # arrays and tables in one another


def _listed(value: Any) -> Any:
    return value if isinstance(value, list) else [value]


def as_whole(value: Any) -> Any:
    """Return a whole number that is written as no integer is, 1e6, as one; anything else as it is."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _folder(name: str) -> str:
    if not NAME.fullmatch(name):
        raise ValueError("it names a folder: letters, digits and . _ - only, the first a letter or a digit")
    if name.endswith(".") or DEVICES.fullmatch(name) or len(name) > LONGEST:
        raise ValueError(
            f"'{name}' cannot be a folder on every system; no dot at the end, no device such as CON or NUL,"
            f" at most {LONGEST} letters"
        )
    return name


def _ruleset_or_changes(value: Any) -> Any:
    if not isinstance(value, str | dict):
        raise ValueError('it must be a ruleset, a game\'s name or a TOML file, or a table of changes { "KEY" = … }')
    return value


Whole = Annotated[int, BeforeValidator(as_whole)]
Variant = Annotated[Any, BeforeValidator(_ruleset_or_changes)]
Values = Annotated[list[Any], BeforeValidator(_listed), Field(min_length=1)]


class Target(Strict):
    """The win rate the designer wants: as [lowest, highest], or by the name of an audience."""

    win_rate: Annotated[list[float], Field(min_length=2, max_length=2)] | None = None
    audience: str | None = None


class Sweep(Strict):
    """One table ``[[sweep]]``.

    Every key of `grid` is an axis: players, difficulty, bots (each a line-up, its bots separated by commas), or any key
    of the ruleset (a switch or option by its bare name, an assumed component by its id, anything by its dotted path).
    `variants` makes one more axis, ``variant``: each has a name, and is a ruleset (a game's name or a TOML file) or a
    table of changes with the same keys as the grid. `more` says for some of them how many times as many games they get.
    """

    name: Annotated[str, AfterValidator(_folder)]
    ruleset: str
    seed: Annotated[Whole, Field(ge=0, lt=2**63)] = 1
    games: Annotated[Whole, Field(ge=1, lt=MOST_GAMES)] | None = None
    precision: Annotated[float, Field(ge=1e-5, lt=0.5)] | None = None
    grid: dict[str, Values] = {}
    design: Literal["grid", "comparison", "sensitivity"] = "grid"  # the question it was made for
    variants: dict[str, Variant] = {}
    more: dict[str, PositiveInt] = {}
    target: Target | None = None

    def times(self, axes: Mapping[str, Any]) -> int:
        """Return how many times as many games a cell gets as others; a precision gets finer by the root of that."""
        return self.more.get(axes.get(VARIANT, ""), 1)

    def lacks(self) -> str:
        """Return what is missing for the question that `design` names, or ''; its verb makes whole sweeps."""
        if self.design == "sensitivity" and BASELINE not in self.variants:
            return f"design = 'sensitivity': it has no variant '{BASELINE}'; `strikesim sensitivity` makes such sweeps"
        if self.design == "comparison" and len(self.variants or self.grid.get(BOTS, [])) != 2:
            return "design = 'comparison': it has no two variants or line-ups; `strikesim compare` makes such sweeps"
        return ""


class SweepFile(Strict):
    """A whole file: sweeps, and bots made from others by other weights."""

    sweep: Annotated[list[Sweep], Field(min_length=1)]
    bots: dict[str, dict[str, Any]] = {}


def read_file(path: Path) -> Data:
    """Read a sweep file as it stands.

    Raises
    ------
    ConfigError
        It is no TOML, is nested too deeply, or holds what no sweep has: a date.
    """
    try:
        data = ruleset.read_toml(path, ConfigError)
        problems = list(strange(data))
    except (RecursionError, ValueError) as error:
        raise ConfigError(f"{path}: {_unreadable(error)}") from None
    sweeps = data.get("sweep")
    if not isinstance(sweeps, list) or not all(isinstance(sweep, dict) for sweep in sweeps):
        problems += ["it holds no sweep; each begins with the line [[sweep]]"]
    if problems:
        raise ConfigError(f"{path}: {'; '.join(problems)}")
    return data


def read_value(text: str) -> Any:
    """Return a value written on one line, as TOML or as a plain word.

    Raises
    ------
    ConfigError
        It has several lines, too many digits, is nested too deeply, or is a date.
    """
    if len(text.splitlines()) > 1:
        raise ConfigError(f"{text!r} has several lines; write one value, and give several changes one by one")
    try:
        value = ruleset.read_value(text)
        problems = list(strange(value, "the value"))
    except (RecursionError, ValueError) as error:
        raise ConfigError(f"{text[:20]}…: {_unreadable(error)}") from None
    if problems:
        raise ConfigError(problems[0])
    return value


def _unreadable(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return f"arrays or tables are nested too deeply; {DEEPEST} levels are allowed"
    return "a number has too many digits"


def strange(value: Any, key: str = "", depth: int = 0) -> Iterator[str]:
    """Yield what TOML can write and nothing here can mean, each with its key."""
    if depth > DEEPEST:
        raise RecursionError
    if isinstance(value, datetime.date | datetime.time):
        yield f"{key} = {value} is a date or time; nothing here takes one, a text stands in quotes"
    elif isinstance(value, str) and printable(value) != value:
        yield f"{key} = '{printable(value)}' has a control character; write it without"
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from strange(name, f"a name in {key}" if key else "a name", depth + 1)
            yield from strange(item, f"{key}.{name}" if key else name, depth + 1)
    elif isinstance(value, list):
        for item in value:
            yield from strange(item, key, depth + 1)


def as_toml(value: Any) -> Any:
    """Return what Python's data libraries hold as TOML has it: numbers, texts, lists and tables.

    Examples
    --------
    >>> import numpy as np
    >>> as_toml({"players": range(2, 4), "seed": np.int64(7), "ruleset": Path("mine.toml")})
    {'players': [2, 3], 'seed': 7, 'ruleset': 'mine.toml'}
    """
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, Mapping):
        return {key: as_toml(item) for key, item in value.items()}
    if isinstance(value, list | tuple | range | Iterator):
        return [as_toml(item) for item in value]
    return as_toml(value.tolist()) if hasattr(value, "tolist") else value  # numpy's and pandas' values and arrays


def short(value: Any) -> str:
    """Return a value of an axis as a user would write it."""
    if isinstance(value, list):
        return "+".join(short(item) for item in value)
    return str(value).lower() if isinstance(value, bool) else str(value)
