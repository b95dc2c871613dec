"""What a sweep file may say: the tables of its TOML as models."""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, PositiveInt

from strikesim.games.ruleset import Strict

NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]*$"
# Axes that are no keys of a ruleset.
PLAYERS, DIFFICULTY, BOTS = "players", "difficulty", "bots"
VARIANT = "variant"  # its values are named variants of the rules


def _listed(value: Any) -> Any:
    return value if isinstance(value, list) else [value]


def _ruleset_or_changes(value: Any) -> Any:
    if not isinstance(value, str | dict):
        raise ValueError('it must be a ruleset, a game\'s name or a TOML file, or a table of changes { "KEY" = … }')
    return value


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
    table of changes with the same keys as the grid.
    """

    name: Annotated[str, Field(pattern=NAME)]
    ruleset: str
    seed: Annotated[int, Field(ge=0, lt=2**63)] = 1
    games: PositiveInt | None = None
    precision: Annotated[float, Field(ge=1e-5, lt=0.5)] | None = None
    grid: dict[str, Values] = {}
    design: Literal["grid", "comparison", "sensitivity"] = "grid"  # the question it was made for
    variants: dict[str, Variant] = {}
    target: Target | None = None


class SweepFile(Strict):
    """A whole file: sweeps, and bots made from others by other weights."""

    sweep: Annotated[list[Sweep], Field(min_length=1)]
    bots: dict[str, dict[str, Any]] = {}


def short(value: Any) -> str:
    """Return a value of an axis as a user would write it."""
    if isinstance(value, list):
        return "+".join(short(item) for item in value)
    return str(value).lower() if isinstance(value, bool) else str(value)
