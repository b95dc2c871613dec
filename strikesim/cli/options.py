"""The options that the verbs share, as values: what several verbs take is declared once."""

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer

from strikesim.cli.common import (
    LINE_UP,
    DaskOption,
    GamesOption,
    JobsOption,
    JsonOption,
    QuietOption,
    SeedOption,
    SetOption,
    parse_changes,
)
from strikesim.defaults import REPORTS


@dataclass(frozen=True)
class SweepOptions:
    """What every verb that plays sweeps can be told."""

    games: GamesOption = None
    seed: SeedOption = None
    jobs: JobsOption = None
    dask: DaskOption = None
    out: Annotated[Path, typer.Option("-o", "--out", help="Folder in which each sweep gets its own.")] = Path(REPORTS)
    quiet: QuietOption = False
    json: JsonOption = False

    @property
    def keys(self) -> dict[str, Any]:
        """Return how a question is asked: the size of the sweep, and where and how it is played."""
        from strikesim.cli.progress import seen

        sizes = {"games": self.games, "seed": self.seed}
        return {**sizes, "out": self.out, "jobs": self.jobs, "dask": self.dask, **seen(self.quiet or self.json)}


@dataclass(frozen=True)
class SettingOptions(SweepOptions):
    """The same, and what axes are fixed, but for the bots."""

    players: Annotated[
        list[str] | None,
        typer.Option(
            "--players", help="Numbers of players, such as 2,3 (default: each). Repeatable.", show_default=False
        ),
    ] = None
    difficulty: Annotated[
        list[str] | None,
        typer.Option("--difficulty", help="Difficulties, such as easy,hard. Repeatable.", show_default=False),
    ] = None
    settings: SetOption = None

    @property
    def keys(self) -> dict[str, Any]:
        """Return how a question is asked, each axis that is fixed with its values."""
        from strikesim.sweep.config import read_value

        players = [read_value(count) for count in listed(self.players)]
        fixed = {"players": players, "difficulty": listed(self.difficulty)}
        grid = {key: [value] for key, value in parse_changes(self.settings).items()}
        return {**super().keys, "grid": grid | {axis: values for axis, values in fixed.items() if values}}


@dataclass(frozen=True)
class GridOptions(SettingOptions):
    """The same, and line-ups."""

    bots: Annotated[
        list[str] | None,
        typer.Option("--bots", help=f"{LINE_UP} Repeatable: each is a line-up of its own.", show_default=False),
    ] = None

    @property
    def keys(self) -> dict[str, Any]:
        """Return how a question is asked, each axis that is fixed with its values."""
        keys = super().keys
        return {**keys, "grid": keys["grid"] | ({"bots": self.bots} if self.bots else {})}


def share(text: str | float) -> float:
    """Return a difference of rates as it is written: 1pt, 1 points, 1%, 0.01.

    Examples
    --------
    >>> share("1pt"), share("2.5 points"), share("0.01")
    (0.01, 0.025, 0.01)
    """
    written = re.fullmatch(r"([0-9.]+)\s*(pt|pts|point|points|%|)", str(text).strip())
    try:
        number = float(written[1]) / (100 if written[2] else 1) if written else 0.0
    except ValueError:
        number = 0.0
    if not 0 < number < 1:
        raise typer.BadParameter(f"'{text}' is no difference of rates; write it like 1pt or 0.01.")
    return number


MarginOption = Annotated[
    float | None,
    typer.Option(
        "--margin",
        parser=share,
        metavar="POINTS",
        help="The least difference of win rates that matters, such as 1pt; say it before you look.",
        show_default=False,
    ),
]


def listed(texts: list[str] | None) -> list[str]:
    """Return the values of an option that is repeated, or has several with commas between them.

    Examples
    --------
    >>> listed(["2,3", "5"]), listed(None)
    (['2', '3', '5'], [])
    """
    return [value.strip() for text in texts or () for value in text.split(",")]


def takes(kind: type, **defaults: Any) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a verb the options of a dataclass, which it gets as its parameter `options`.

    Parameters
    ----------
    kind
        The dataclass.
    defaults
        Instead of those of the dataclass.
    """
    names = [field.name for field in fields(kind)]
    shared = [
        inspect.Parameter(
            field.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=defaults.get(field.name, field.default),
            annotation=field.type,
        )
        for field in fields(kind)
    ]

    def wrap(verb: Callable[..., None]) -> Callable[..., None]:
        @wraps(verb)
        def called(**values: Any) -> None:
            given = {name: values.pop(name) for name in names}
            verb(**values, options=kind(**given))

        own = [one for name, one in inspect.signature(verb).parameters.items() if name != "options"]
        signature = inspect.Signature([*(one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in own), *shared])
        called.__signature__ = signature  # type: ignore[attr-defined]  # what typer reads
        called.__annotations__ = {one.name: one.annotation for one in signature.parameters.values()}
        return called

    return wrap
