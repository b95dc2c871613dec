"""Result folders: parquet parts and a manifest, written so that a kill at any moment loses at most the part in hand.

A folder ``reports/NAME/`` holds ``manifest.json`` (what was run, with what), ``parts.json`` (each part's checksum) and
``games/cell-000-games-0000000000-0000019999.parquet`` … with one row for each game. Part k of a cell holds the games
k·PART to (k+1)·PART - 1, so the same games stand in the same files however the run was cut up. No file is written over:
a longer part gets a new file, then ``parts.json`` names it, then the shorter one is deleted.
"""

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq

from strikesim import __version__
from strikesim.engine.match import Match
from strikesim.errors import ResultError
from strikesim.games.labels import Labels, labels_of
from strikesim.games.ruleset import Data
from strikesim.sweep.config import short
from strikesim.sweep.files import lock, make_folder
from strikesim.sweep.manifest import (
    FORMAT,
    MANIFEST,
    Cell,
    Manifest,
    Part,
    SeatedBot,
    changed,
    read_manifest,
    read_parts,
    write_manifest,
    write_parts,
)
from strikesim.sweep.plan import Plan, PlannedCell

if TYPE_CHECKING:
    import pandas as pd

PART = 20_000  # games in one file


# ---- the folder --------------------------------------------------------------------------------------------------


class Store:
    """A result folder opened for writing."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        """Open or make the folder.

        Raises
        ------
        ResultError
            It cannot be written, is damaged, or holds another sweep.
        """
        self.folder = folder
        self.manifest = describe(plan)
        self.parts: dict[tuple[int, int], Part] = {}
        make_folder(folder / "games")
        self._lock = lock(folder / ".lock")
        try:
            self._open()
        except BaseException:
            self.close()
            raise

    def _open(self) -> None:
        """Take up what the folder holds, and note what is to be run."""
        if (self.folder / MANIFEST).exists():
            self._join(*read_folder(self.folder))
        write_manifest(self.folder, self.manifest)
        self._save()
        self._tidy()

    def close(self) -> None:
        """Let others write to the folder."""
        self._lock.close()

    def _join(self, old: Manifest, parts: list[Part]) -> None:
        if difference := changed(old, self.manifest):
            raise ResultError(
                f"{self.folder}: it holds another sweep ({difference});"
                " choose another folder with --out, or delete this one"
            )
        for part in parts:
            self.parts[part.cell, part.first // PART] = part

    def _tidy(self) -> None:
        """Delete what a kill left behind: files that no part names."""
        named = {self.folder / part.file for part in self.parts.values()}
        for path in (self.folder / "games").iterdir():
            if path not in named and path.suffix in (".parquet", ".tmp"):
                path.unlink(missing_ok=True)

    def done(self, cell: int, index: int) -> int:
        """Return how many games of a part are stored."""
        part = self.parts.get((cell, index))
        return part.games if part else 0

    def extend(self, cell: int, index: int, table: pa.Table, wins: list[int]) -> None:
        """Add games to the end of a part: write the longer file, note it, delete the shorter one."""
        old = self.parts.get((cell, index))
        if old:
            table = pa.concat_tables([read_part(self.folder, old), table])
            wins = [a + b for a, b in zip(old.wins, wins, strict=True)]
        # One chunk and one dictionary a column: the file does not tell in how many steps it was made.
        table = table.unify_dictionaries().combine_chunks()
        part = Part(cell=cell, first=index * PART, games=table.num_rows, wins=wins, sha256="")
        path = self.folder / part.file
        temporary = path.with_suffix(".tmp")
        try:
            pq.write_table(table, temporary, compression="zstd")
            digest = hashlib.sha256(temporary.read_bytes()).hexdigest()
            os.replace(temporary, path)
        except OSError as error:
            reason = error.strerror or error
            temporary.unlink(missing_ok=True)
            raise ResultError(f"{path}: cannot be written ({reason}); what was stored before is kept") from None
        self.parts[cell, index] = part.model_copy(update={"sha256": digest})
        self._save()
        if old:
            (self.folder / old.file).unlink(missing_ok=True)

    def _save(self) -> None:
        write_parts(self.folder, [self.parts[key] for key in sorted(self.parts)])


# ---- what was asked for ------------------------------------------------------------------------------------------


def describe(plan: Plan) -> Manifest:
    """Return the manifest of a plan."""
    rulesets = {_key(cell.match.data): cell.match.data for cell in plan.cells}
    return Manifest(
        format=FORMAT,
        strikesim=__version__,
        sweep=plan.sweep,
        bots={name: dict(bot) for name, bot in plan.bots.items()},
        files=dict(plan.files),
        labels=_labels(plan.cells[0].match),
        cells=[_cell(cell) for cell in plan.cells],
        rulesets=rulesets,
    )


def _key(data: Data) -> str:
    """Return the key of a ruleset: a digest of all that is in it."""
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]


_SCALAR = str | int | float | None


def _cell(cell: PlannedCell) -> Cell:
    match = cell.match
    return Cell(
        index=cell.index,
        axes={axis: value if isinstance(value, _SCALAR) else short(value) for axis, value in cell.axes.items()},
        bots=[
            SeatedBot(name=bot.name, spec=bot.spec, weights=dict(bot.weights), digest=bot.digest) for bot in match.bots
        ],
        ruleset=_key(match.data),
    )


def _labels(match: Match) -> Labels:
    """Return the names of the ruleset, those of what seats can have in play among them."""
    labels = labels_of(match.game, match.data)
    tables = {metric.name: match.data[metric.names_from] for metric in labels.seat_metrics if metric.names_from}
    dealt = {name: {key: entry.get("name", key) for key, entry in table.items()} for name, table in tables.items()}
    return labels.model_copy(update={"values": dealt | labels.values})  # noqa: PD011


# ---- reading -----------------------------------------------------------------------------------------------------


def read_folder(folder: Path) -> tuple[Manifest, list[Part]]:
    """Read what a result folder says of itself: its manifest, and which parts are stored.

    Raises
    ------
    ResultError
        It is no result folder, or is damaged.
    """
    manifest = read_manifest(folder)
    return manifest, read_parts(folder, len(manifest.cells), PART)


def read_part(folder: Path, part: Part) -> pa.Table:
    """Read one part and check that it is the file that was written."""
    path = folder / part.file
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ResultError(
            f"{path}: cannot be read ({error.strerror}); delete the folder and run the sweep again"
        ) from None
    if hashlib.sha256(content).hexdigest() != part.sha256:
        raise ResultError(
            f"{path}: damaged (its checksum is not the manifest's); delete the folder and run the sweep again"
        )
    try:
        table = pq.read_table(pa.BufferReader(content))
    except pa.ArrowException as error:
        raise ResultError(f"{path}: damaged ({error}); delete the folder and run the sweep again") from None
    if table.num_rows != part.games:
        raise ResultError(
            f"{path}: damaged (it has {table.num_rows} games, not {part.games});"
            " delete the folder and run the sweep again"
        )
    return table


def iterate_parts(folder: Path, manifest: Manifest, parts: Iterable[Part]) -> "Iterator[tuple[Cell, pd.DataFrame]]":
    """Yield (cell, some of its games) part by part, so that memory stays small."""
    for part in parts:
        yield manifest.cells[part.cell], read_part(folder, part).to_pandas()


def read_games(folder: str | Path) -> "pd.DataFrame":
    """Read all games of a result folder, one row each, with the axes of their cell in front.

    Parameters
    ----------
    folder
        A folder that ``strikesim run`` wrote.

    Returns
    -------
    DataFrame
        Columns: ``cell``, the axes, ``game``, ``outcome``, ``winner`` (seat from 0), ``cause``, ``turns``,
        ``decisions``, ``bot_0`` …, and the ruleset's metrics.
    """
    import pandas as pd

    folder = Path(folder)
    frames = []
    for cell, games in iterate_parts(folder, *read_folder(folder)):
        frames.append(games.assign(cell=cell.index, **cell.axes)[["cell", *cell.axes, *games.columns]])
    if not frames:
        raise ResultError(f"{folder}: no games are stored yet; run the sweep first")
    return pd.concat(frames, ignore_index=True)
