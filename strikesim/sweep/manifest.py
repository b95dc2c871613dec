"""The manifest of a result folder: what was played, with what, as one model that is written, read and used."""

import hashlib
import json
import math
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Self

from pydantic import (
    Field,
    NonNegativeInt,
    PositiveInt,
    SerializerFunctionWrapHandler,
    TypeAdapter,
    ValidationError,
    model_serializer,
    model_validator,
)

from strikesim.errors import ResultError
from strikesim.games.labels import Labels
from strikesim.games.problems import describe
from strikesim.games.registry import Home
from strikesim.games.ruleset import Data, Header, Strict
from strikesim.sweep.config import BOTS, DIFFICULTY, PLAYERS, VARIANT, Sweep
from strikesim.sweep.files import write_atomically

FORMAT: Final = 5  # also of how games draw chance: other streams make other games of the same seeds
MANIFEST = "manifest.json"
PARTS = "parts.json"
AGAIN = "delete this one file and run the sweep again, which keeps all games that are whole"


SAID = ("provenance", "labels")  # tables of a ruleset that no game depends on


def digest(value: Any) -> str:
    """Return 16 letters for all that is in a value of JSON."""
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:16]


class SeatedBot(Strict):
    """A bot as it played: its name, where it was found, its weights, and a digest of its file ('' if built in)."""

    name: str
    spec: str
    weights: dict[str, float]
    digest: str


class Origin(Strict):
    """Where a game came from that is not the package's own: a folder or what was installed; its sources' digest."""

    place: str
    digest: str

    @classmethod
    def of(cls, home: Home) -> "Origin | None":
        """Return the origin of a game, None for one of the package's own."""
        place = home.place if home.origin == "folder" else home.origin
        return cls(place=place, digest=home.digest) if home.origin else None


class Cell(Strict):
    """One point of the grid.

    Attributes
    ----------
    index
        Its number, from 0; parts and tables name it by that.
    axes
        Axis -> value; players, difficulty and bots come first.
    bots
        One for each seat, as they sit in game 0.
    ruleset
        Key of the ruleset that it was played by.
    tables
        Digest of what that compiles to here: cells with the same digest and bots play the same games.
    """

    index: NonNegativeInt
    axes: dict[str, str | int | float | bool | None]
    bots: Annotated[list[SeatedBot], Field(min_length=1)]
    ruleset: str
    tables: str

    @property
    def players(self) -> int:
        """Return the number of players."""
        return int(self.axes[PLAYERS] or 0)

    @property
    def difficulty(self) -> str | None:
        """Return the difficulty, None where the game has none."""
        value = self.axes[DIFFICULTY]
        return None if value is None else str(value)

    @property
    def variant(self) -> str | None:
        """Return the name of the variant, None in a sweep without variants."""
        return str(self.axes[VARIANT]) if VARIANT in self.axes else None

    @property
    def line_up(self) -> list[str]:
        """Return the names of the bots, one for each seat."""
        return [bot.name for bot in self.bots]

    @model_validator(mode="after")
    def _axes_are_in_order(self) -> Self:
        if list(self.axes)[:3] != [PLAYERS, DIFFICULTY, BOTS] or type(self.axes[PLAYERS]) is not int:
            raise ValueError(f"cell {self.index} has the axes {', '.join(self.axes)}")
        return self


class Manifest(Strict):
    """Everything that fixes a sweep's games: enough to run, read and replay them without any other file.

    Attributes
    ----------
    format
        Of the folder.
    strikesim
        The version that played.
    sweep
        What was asked for.
    bots, files
        What else the sweep file says: bots made from others by other weights, and the ruleset files it names.
    labels
        What a designer reads for keys and values.
    cells
        In the order of the grid.
    rulesets
        Each ruleset that some cell was played by, whole.
    origin
        Where a game that is not the package's own came from; left out for one that is.
    """

    format: Literal[5]
    strikesim: str
    sweep: Sweep
    bots: dict[str, Data]
    files: dict[str, Data]
    labels: Labels
    cells: Annotated[list[Cell], Field(min_length=1)]
    rulesets: dict[str, Data]
    origin: Origin | None = None

    @model_serializer(mode="wrap")
    def _without_no_origin(self, dump: SerializerFunctionWrapHandler) -> Data:
        data: Data = dump(self)
        return data if self.origin else {key: value for key, value in data.items() if key != "origin"}

    @property
    def name(self) -> str:
        """Return the sweep's name."""
        return self.sweep.name

    @cached_property
    def ruleset(self) -> Header:
        """Return the head of the ruleset of the first cell."""
        return Header.model_validate(self.data_of(self.cells[0])["ruleset"])

    @cached_property
    def acting(self) -> dict[str, str]:
        """Return for each ruleset a digest of what acts in games: all but its sources and names."""
        return {
            key: digest({name: table for name, table in data.items() if name not in SAID})
            for key, data in self.rulesets.items()
        }

    @property
    def axes(self) -> list[str]:
        """Return the axes of the grid."""
        return list(self.cells[0].axes)

    def data_of(self, cell: Cell) -> Data:
        """Return the ruleset that a cell was played by."""
        return self.rulesets[cell.ruleset]

    @model_validator(mode="after")
    def _agrees_with_itself(self) -> Self:
        if [cell.index for cell in self.cells] != list(range(len(self.cells))):
            raise ValueError("the cells are not numbered from 0")
        for cell in self.cells:
            if list(cell.axes) != self.axes:
                raise ValueError(f"cell {cell.index} has the axes {', '.join(cell.axes)}")
            if cell.ruleset not in self.rulesets:
                raise ValueError(f"cell {cell.index} has no ruleset")
            if self.sweep.variants and cell.variant not in self.sweep.variants:
                raise ValueError(f"cell {cell.index} is of no known variant")
        _ = self.ruleset  # its head is one
        return self


class Part(Strict):
    """One parquet file: the games `first` to `first` + `games` - 1 of a cell."""

    cell: NonNegativeInt
    first: NonNegativeInt
    games: PositiveInt
    wins: list[int]  # of each side, see `strikesim.sweep.rows.sides`
    sha256: str

    @property
    def file(self) -> str:
        """Return the file's path within the result folder."""
        return f"games/cell-{self.cell:05d}-games-{self.first:010d}-{self.first + self.games - 1:010d}.parquet"


_PARTS = TypeAdapter(list[Part])


# ---- reading and writing -----------------------------------------------------------------------------------------


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write the manifest of a folder in one step.

    Raises
    ------
    ResultError
        It holds a number that is not finite, or cannot be written.
    """
    data = manifest.model_dump()
    for found in _not_finite("", data):
        raise ResultError(f"{folder / MANIFEST}: {found}; a number must be finite")
    write_atomically(folder / MANIFEST, json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False))


def _not_finite(key: str, value: Any) -> Iterator[str]:
    """Yield 'key = value' for each number that JSON cannot hold."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _not_finite(f"{key}.{name}".lstrip("."), inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _not_finite(key, inner)
    elif isinstance(value, float) and not math.isfinite(value):
        yield f"{key} = {value}"


def write_parts(folder: Path, parts: Sequence[Part]) -> None:
    """Write the list of a folder's parts in one step."""
    write_atomically(folder / PARTS, json.dumps([part.model_dump() for part in parts], indent=1))


def read_manifest(folder: Path) -> Manifest:
    """Read a result folder's manifest.

    Raises
    ------
    ResultError
        It is no result folder, of another format, or its manifest is damaged.
    """
    path = folder / MANIFEST
    if not path.is_file():
        raise ResultError(f"{folder}: no result folder ({MANIFEST} is missing); run a sweep first")
    data = _read_json(path)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ResultError(
            f"{path}: not a manifest of format {FORMAT}; another version of strikesim made it:"
            " run the sweep again into another folder"
        )
    try:
        manifest = Manifest.model_validate_json(json.dumps(data))
    except ValidationError as error:
        raise ResultError(f"{path}: damaged ({next(describe(Manifest, data, error))}); {AGAIN}") from None
    for key in _left_out(manifest.model_dump(), data):
        raise ResultError(f"{path}: damaged ('{key}' is missing); {AGAIN}")
    return manifest


def _left_out(whole: Any, found: Any, where: str = "") -> Iterator[str]:
    """Yield the keys that are filled in where a file leaves them out: a manifest leaves out nothing."""
    if isinstance(whole, dict):
        yield from (f"{where}{key}" for key in whole.keys() - found.keys())
        for key in whole.keys() & found.keys():
            yield from _left_out(whole[key], found[key], f"{where}{key}.")
    elif isinstance(whole, list):
        for number, (inner, other) in enumerate(zip(whole, found, strict=True)):
            yield from _left_out(inner, other, f"{where}{number}.")


def read_parts(folder: Path, cells: int, size: int) -> list[Part]:
    """Read the list of a folder's parts, each at most `size` games of one of the cells.

    Raises
    ------
    ResultError
        It is damaged.
    """
    path = folder / PARTS
    if not path.exists():
        return []
    data = _read_json(path)
    try:
        parts = _PARTS.validate_json(json.dumps(data))
        _validate(parts, cells, size)
    except ValueError as error:
        problem = next(describe(Part, data, error)) if isinstance(error, ValidationError) else error
        raise ResultError(f"{path}: damaged ({problem}); {AGAIN}") from None
    return parts


def _validate(parts: Sequence[Part], cells: int, size: int) -> None:
    """Refuse parts that lie outside their cells, do not start where a part can, or stand there twice."""
    seen = set()
    for part in parts:
        if part.cell >= cells or part.first % size or part.games > size:
            raise ValueError(f"no part can be {part.file}")
        if (part.cell, part.first) in seen:
            raise ValueError(f"two parts of cell {part.cell} start with game {part.first}")
        seen.add((part.cell, part.first))


def _read_json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"), parse_constant=_refuse)
    except (OSError, ValueError) as error:
        raise ResultError(f"{path}: damaged ({error}); {AGAIN}") from None


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no number")


def games_key(manifest: Manifest, cell: Cell) -> str:
    """Return a digest of all that fixes the games of a cell: cells of one key have the same games."""
    bots = [bot.model_dump() for bot in cell.bots]
    rules = manifest.acting[cell.ruleset]
    sources = [manifest.origin.digest] if manifest.origin else []
    return digest(
        [manifest.format, manifest.strikesim, manifest.sweep.seed, rules, cell.players, cell.difficulty, bots, *sources]
    )


def changed(old: Manifest, new: Manifest) -> str:
    """Return in a few words why games of one manifest are none of another, or ''.

    The other one may have more cells, and other axes: every cell must be there again.
    """
    if old.sweep.seed != new.sweep.seed:
        return f"seed {old.sweep.seed}, not {new.sweep.seed}"
    if old.ruleset.name != new.ruleset.name:
        return f"ruleset {old.ruleset.name}, not {new.ruleset.name}"
    if old.strikesim != new.strikesim:
        return f"made by strikesim {old.strikesim}"
    if (old.origin and old.origin.digest) != (new.origin and new.origin.digest):
        return "the sources of the game have changed"
    if any(new.rulesets.get(key, data) != data for key, data in old.rulesets.items()):
        return "the ruleset's data have changed"
    keys = {games_key(new, cell) for cell in new.cells}
    lost = next((cell for cell in old.cells if games_key(old, cell) not in keys), None)
    if lost is None:
        return ""
    if _but_for_rules(lost) in [_but_for_rules(cell) for cell in new.cells]:
        return "the ruleset's data have changed"
    return "another grid, or bots with other weights"


def _but_for_rules(cell: Cell) -> Data:
    return cell.model_dump(exclude={"index", "ruleset", "tables"})
