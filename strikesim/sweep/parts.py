"""Parts: one parquet file for consecutive games of a cell, written, read, and known again by what it says of itself.

Each file carries the key of its cell's games (`strikesim.sweep.manifest.games_key`), and each of its rows the cell and
the axes. So a file is known without any other: nothing that is not ours is written over, moved or deleted.
"""

import hashlib
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from strikesim.errors import ResultError, counted
from strikesim.sweep.config import short
from strikesim.sweep.manifest import Cell, Manifest, Part, games_key
from strikesim.sweep.rows import Winners, won_by

GAMES = "games"
COMPRESSION = "zstd"
COUNTER = "game"  # goes up by one from row to row: told by its steps it takes no room
KEY = b"strikesim"  # of the key, among the metadata of a file
NAMED = re.compile(r"cell-(\d{5,})-games-(\d{10})-(\d{10})\.parquet")
HALF_WRITTEN = re.compile(r"\.cell-\d{5,}-games-\d{10}-\d{10}\.tmp")


class DamagedError(ResultError):
    """A part is not the file that was written."""


# ---- the cell in each row ----------------------------------------------------------------------------------------


def constants(manifest: Manifest, cell: Cell, games: int) -> dict[str, pa.Array]:
    """Return the columns that say in each row of a cell which one it is: ``cell``, and the axes.

    An axis has one type in all cells: truth values, numbers, or else text as a sweep file writes it.
    """
    columns = {"cell": pa.array(np.full(games, cell.index))}
    for axis, value in cell.axes.items():
        columns[axis] = _constant(value, {_type(other.axes[axis]) for other in manifest.cells}, games)
    return columns


def _type(value: Any) -> type:
    """Return the type of a value; an integer that no column of integers holds is told as text."""
    return str if isinstance(value, int) and not -(2**63) <= value < 2**63 else type(value)


def _constant(value: str | int | float | bool | None, types: set[type], games: int) -> pa.Array:
    kinds = types - {type(None)}
    for allowed, kind in (({bool}, pa.bool_()), ({int}, pa.int64()), ({int, float}, pa.float64())):
        if kinds and kinds <= allowed:
            return (
                pa.nulls(games, kind) if value is None else pa.array([value], kind).take(pa.array(np.zeros(games, int)))
            )
    codes = pa.array(np.zeros(games, np.int32), mask=np.full(games, value is None))
    return pa.DictionaryArray.from_arrays(codes, pa.array([] if value is None else [short(value)], pa.string()))


def stamped(manifest: Manifest, cell: Cell, games: pa.Table) -> pa.Table:
    """Return a table of games with the columns of its cell in front, and the key of its games."""
    columns = {**constants(manifest, cell, games.num_rows), **dict(zip(games.column_names, games.columns, strict=True))}
    return pa.table(columns).replace_schema_metadata({KEY: games_key(manifest, cell)})


def unstamped(manifest: Manifest, table: pa.Table) -> pa.Table:
    """Return a table of games without the columns of its cell."""
    return table.drop_columns([name for name in ("cell", *manifest.axes) if name in table.column_names])


def is_stamped(manifest: Manifest, cell: Cell, table: pa.Table) -> bool:
    """Return whether a table says in each row, and of itself, that it is of this cell."""
    expected = constants(manifest, cell, table.num_rows)
    return (
        (table.schema.metadata or {}).get(KEY) == games_key(manifest, cell).encode()
        and table.column_names[: len(expected)] == list(expected)
        and all(
            table.schema.field(name).type == column.type
            and table[name].unique().to_pylist() == column.slice(0, 1).to_pylist()
            for name, column in expected.items()
        )
    )


# ---- files -------------------------------------------------------------------------------------------------------


def write_part(folder: Path, part: Part, table: pa.Table) -> Part:
    """Write the file of a part whole or not at all, and return the part with its checksum.

    Raises
    ------
    ResultError
        It cannot be written.
    """
    # One chunk and one dictionary a column: the file does not tell in how many steps it was made.
    table = table.unify_dictionaries().combine_chunks()
    path = folder / part.file
    temporary = path.with_name(f".{path.stem}.tmp")  # whoever reads the whole folder passes over it
    try:
        _write(table, temporary)
        digest = hashlib.sha256(temporary.read_bytes()).hexdigest()
        os.replace(temporary, path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        reason = error.strerror or error
        raise ResultError(f"{path}: cannot be written ({reason}); what was stored before is kept") from None
    return part.model_copy(update={"sha256": digest})


def _write(table: pa.Table, where: Any) -> None:
    others = [name for name in table.column_names if name != COUNTER]
    steps = {COUNTER: "DELTA_BINARY_PACKED"}
    pq.write_table(table, where, compression=COMPRESSION, use_dictionary=others, column_encoding=steps)


def size_of(table: pa.Table) -> int:
    """Return how many bytes the file of a part with such a table has."""
    stream = pa.BufferOutputStream()
    _write(table, stream)
    return int(stream.getvalue().size)


def read_whole(folder: Path, part: Part) -> pa.Table:
    """Read the file of a part and check that it is the one that was written.

    Raises
    ------
    DamagedError
        It is another one, or is not there.
    ResultError
        It cannot be read.
    """
    path = folder / part.file
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise DamagedError(f"{path}: missing; {_AGAIN}") from None
    except OSError as error:
        raise ResultError(f"{path}: cannot be read ({error.strerror}); see to its permissions and its disk") from None
    if hashlib.sha256(content).hexdigest() != part.sha256:
        raise DamagedError(f"{path}: damaged (its checksum is not that of parts.json); {_AGAIN}")
    try:
        table = pq.read_table(pa.BufferReader(content))
    except pa.ArrowException as error:
        raise DamagedError(f"{path}: damaged ({error}); {_AGAIN}") from None
    if table.num_rows != part.games:
        raise DamagedError(f"{path}: damaged (it has {table.num_rows} games, not {part.games}); {_AGAIN}")
    return table


_AGAIN = "run the sweep again, which plays these games anew and keeps the others"


def known_part(path: Path, manifest: Manifest, size: int) -> Part | None:
    """Return the part that a file is by its name and by what it says of itself; None if it is none of this sweep.

    Parameters
    ----------
    size
        How many games a part has at most.
    """
    name = NAMED.fullmatch(path.name)
    if name is None:
        return None
    index, first, last = map(int, name.groups())
    games = last - first + 1
    if index >= len(manifest.cells) or first % size or not 0 < games <= size:
        return None
    try:
        content = path.read_bytes()
        table = pq.read_table(pa.BufferReader(content))
    except (OSError, pa.ArrowException):
        return None
    part = Part(cell=index, first=first, games=games, wins=[], sha256=hashlib.sha256(content).hexdigest())
    cell = manifest.cells[index]
    if next(_faults_of_identity(manifest, part, table), ""):
        return None
    return part.model_copy(update={"wins": wins(manifest, cell, table)})


def faults(manifest: Manifest, part: Part, table: pa.Table) -> Iterator[str]:
    """Yield what is wrong with the rows of a part."""
    wrong = list(_faults_of_identity(manifest, part, table))
    yield from wrong
    if not wrong and wins(manifest, manifest.cells[part.cell], table) != part.wins:
        yield "its games were won otherwise than parts.json says"


def _faults_of_identity(manifest: Manifest, part: Part, table: pa.Table) -> Iterator[str]:
    games = [*range(part.first, part.first + part.games)]
    if not is_stamped(manifest, manifest.cells[part.cell], table):
        yield f"its rows are not those of cell {part.cell}"
    elif COUNTER not in table.column_names or table[COUNTER].to_pylist() != games:
        yield f"its rows are not {counted(part.games, 'game')} from game {part.first} on"


def wins(manifest: Manifest, cell: Cell, table: pa.Table) -> list[int]:
    """Return how many of the games each side has won."""
    kind = manifest.data_of(cell)["ruleset"]["kind"]
    return [int(won.sum()) for won in won_by(kind, cell.line_up, Winners.of_games(table.to_pandas())).values()]
