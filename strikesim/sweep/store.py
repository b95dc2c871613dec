"""Result folders: parquet parts and a manifest, written so that a kill at any moment loses at most the part in hand.

A folder ``reports/NAME/`` holds ``manifest.json`` (what was run, with what), ``parts.json`` (each part's checksum) and
``games/cell-00000-games-0000000000-0000019999.parquet`` … with one row for each game. Part k of a cell holds the games
k·PART to (k+1)·PART - 1, so the same games stand in the same files however the run was cut up. No file is written over:
a longer part gets a new file, then ``parts.json`` names it, then the shorter one is deleted. A file that ``parts.json``
does not name is taken up if it says of itself that it is of this sweep; any other stays where it is.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa

from strikesim import __version__
from strikesim.engine.judging import fingerprint
from strikesim.engine.match import Match
from strikesim.errors import ResultError, counted
from strikesim.games.labels import Labels, labels_of
from strikesim.sweep.config import short
from strikesim.sweep.files import lock, make_folder, outdate
from strikesim.sweep.growth import finish, grow, refuse_growing
from strikesim.sweep.manifest import (
    FORMAT,
    MANIFEST,
    PARTS,
    Cell,
    Manifest,
    Origin,
    Part,
    SeatedBot,
    changed,
    digest,
    games_key,
    read_manifest,
    read_parts,
    write_manifest,
    write_parts,
)
from strikesim.sweep.parts import (
    GAMES,
    HALF_WRITTEN,
    KEY,
    DamagedError,
    known_part,
    read_whole,
    stamped,
    unstamped,
    write_part,
)
from strikesim.sweep.plan import Plan, PlannedCell

if TYPE_CHECKING:
    import pandas as pd

PART = 20_000  # games in one file
ALTERNATIVES = 3  # the most names of one thing, whose data differ between cells


# ---- the folder --------------------------------------------------------------------------------------------------


class Store:
    """A result folder opened for writing.

    Attributes
    ----------
    notes
        What had to be mended, in sentences.
    """

    def __init__(self, folder: Path, plan: Plan) -> None:
        """Open or make the folder.

        Raises
        ------
        ResultError
            It cannot be written, holds another sweep, or files that are not ours.
        """
        self.folder = folder
        self.manifest = describe(plan)
        self.parts: dict[tuple[int, int], Part] = {}
        self.notes: list[str] = []
        self._added = False  # whether games were added to what the folder held
        if (folder / GAMES).is_symlink():
            raise ResultError(
                f"{folder / GAMES}: a link, which another folder may share; make it a folder, or choose another --out"
            )
        make_folder(folder / GAMES)
        self._lock = lock(folder / ".lock")
        try:
            self._open()
        except BaseException:
            self.close()
            raise

    def _open(self) -> None:
        """Take up what the folder holds, and note what is to be run."""
        finish(self.folder, PART)
        old = read_manifest(self.folder) if (self.folder / MANIFEST).exists() else None
        if old and (difference := changed(old, self.manifest)):
            raise ResultError(f"{self.folder}: it holds another sweep ({difference}); choose another folder with --out")
        self._take_up(old or self.manifest, listed=old is not None)
        if old and old.cells != self.manifest.cells:
            grow(self.folder, old, self.manifest, self.parts, PART)
            self.parts = _by_place(read_parts(self.folder, len(self.manifest.cells), PART))
        write_manifest(self.folder, self.manifest)
        self._save()

    def close(self) -> None:
        """Let others write to the folder."""
        self._lock.close()

    def _take_up(self, manifest: Manifest, listed: bool) -> None:
        """Find the parts that are whole, and delete what a kill left behind."""
        named = _by_place(self._listed(manifest) if listed else [])
        files = {part.file for part in named.values()}
        others = [path for path in sorted((self.folder / GAMES).iterdir()) if f"{GAMES}/{path.name}" not in files]
        found = [self._known(path, manifest) for path in others if path.suffix == ".parquet"]
        self.parts = {key: part for key, part in named.items() if self._is_whole(part)}
        superseded = [self._longer(part) for part in found]
        self._save()
        for part in superseded:
            if part:
                (self.folder / part.file).unlink(missing_ok=True)
        for path in others:
            if HALF_WRITTEN.fullmatch(path.name):
                path.unlink(missing_ok=True)

    def _listed(self, manifest: Manifest) -> list[Part]:
        try:
            return read_parts(self.folder, len(manifest.cells), PART)
        except ResultError as error:
            self.notes.append(f"{str(error).partition(';')[0]}; it is made anew from the games")
            return []

    def _known(self, path: Path, manifest: Manifest) -> Part:
        """Return the part of this sweep that a file is which ``parts.json`` does not name."""
        part = known_part(path, manifest, PART)
        if part is None:
            raise ResultError(
                f"{path}: not of this sweep, or damaged; nothing is deleted that is not known: move it away, or choose"
                " another folder with --out"
            )
        return part

    def _is_whole(self, part: Part) -> bool:
        """Return whether a part is what was written; if not, its file goes, and it will be played again."""
        try:
            read_whole(self.folder, part)
        except DamagedError as error:
            self.notes.append(f"{str(error).partition(';')[0]}; {counted(part.games, 'game')} to be played again")
            (self.folder / part.file).unlink(missing_ok=True)
            return False
        return True

    def _longer(self, part: Part) -> Part | None:
        """Take up a part if it is longer than what is there; return the one that is not needed any more."""
        key = (part.cell, part.first // PART)
        known = self.parts.get(key)
        if known and known.games >= part.games:
            return part
        self.parts[key] = part
        return known

    def done(self, cell: int, index: int) -> int:
        """Return how many games of a part are stored."""
        part = self.parts.get((cell, index))
        return part.games if part else 0

    def extend(self, cell: int, index: int, table: pa.Table, wins: list[int]) -> None:
        """Add games to the end of a part: write the longer file, note it, delete the shorter one."""
        if not self._added:
            outdate(self.folder)
            self._added = True
        old = self.parts.get((cell, index))
        table = stamped(self.manifest, self.manifest.cells[cell], table)
        if old:
            table = pa.concat_tables([read_whole(self.folder, old), table])
            wins = [a + b for a, b in zip(old.wins, wins, strict=True)]
        part = Part(cell=cell, first=index * PART, games=table.num_rows, wins=wins, sha256="")
        self.parts[cell, index] = write_part(self.folder, part, table)
        self._save()
        if old:
            (self.folder / old.file).unlink(missing_ok=True)

    def _save(self) -> None:
        write_parts(self.folder, [self.parts[key] for key in sorted(self.parts)])


def _by_place(parts: Iterable[Part]) -> dict[tuple[int, int], Part]:
    return {(part.cell, part.first // PART): part for part in parts}


# ---- what was asked for ------------------------------------------------------------------------------------------


def describe(plan: Plan) -> Manifest:
    """Return the manifest of a plan."""
    matches = {digest(cell.match.data): cell.match for cell in reversed(plan.cells)}
    matches = dict(reversed(matches.items()))
    return Manifest(
        format=FORMAT,
        strikesim=__version__,
        sweep=plan.sweep,
        bots={name: dict(bot) for name, bot in plan.bots.items()},
        files=dict(plan.files),
        labels=_labels(list(matches.values())),
        cells=[_cell(cell) for cell in plan.cells],
        rulesets={key: match.data for key, match in matches.items()},
        origin=Origin.of(plan.cells[0].match.game.home),
    )


_SCALAR = str | int | float | None


def _cell(cell: PlannedCell) -> Cell:
    match = cell.match
    return Cell(
        index=cell.index,
        axes={axis: value if isinstance(value, _SCALAR) else short(value) for axis, value in cell.axes.items()},
        bots=[
            SeatedBot(name=bot.name, spec=bot.spec, weights=dict(bot.weights), digest=bot.digest) for bot in match.bots
        ],
        ruleset=digest(match.data),
        tables=fingerprint(match.tables),
    )


def _labels(matches: Sequence[Match]) -> Labels:
    """Return the names of the rulesets; one that holds data which differ is told with each of them, up to a few."""
    first, *others = map(_own_labels, matches)
    whole = {
        "keys": _alternatives([first.keys, *(other.keys for other in others)]),
        "causes": _alternatives([first.causes, *(other.causes for other in others)]),
    }
    return first.model_copy(update=whole)


def _alternatives(named: Sequence[Mapping[str, str]]) -> dict[str, str]:
    found: dict[str, dict[str, None]] = {}
    for names in named:
        for key, text in names.items():
            found.setdefault(key, {})[text] = None
    return {
        key: " or ".join([*texts][:ALTERNATIVES]) + " …" * (len(texts) > ALTERNATIVES) for key, texts in found.items()
    }


def _own_labels(match: Match) -> Labels:
    """Return the names of a ruleset, those of what seats can have in play among them."""
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
    refuse_growing(folder)
    before = _state(folder)
    try:
        manifest = read_manifest(folder)
        parts = read_parts(folder, len(manifest.cells), PART)
    except ResultError:
        if _state(folder) == before:
            raise
        return read_folder(folder)  # a run has changed it meanwhile
    return (manifest, parts) if _state(folder) == before else read_folder(folder)


def games_stored(folder: Path, plan: Plan) -> dict[int, int]:
    """Return how many games of each cell of a plan a folder holds, which stays as it is; none of another grid.

    Raises
    ------
    ResultError
        The folder is damaged, or holds another sweep.
    """
    stored = {cell.index: 0 for cell in plan.cells}
    if not (folder / MANIFEST).exists():
        return stored
    manifest, parts = read_folder(folder)
    planned = describe(plan)
    if difference := changed(manifest, planned):
        raise ResultError(f"{folder}: it holds another sweep ({difference}); choose another folder with --out")
    for part in parts if manifest.cells == planned.cells else ():
        stored[part.cell] += part.games
    return stored


def _state(folder: Path) -> list[tuple[int, int]]:
    """Return what changes whenever manifest or list of parts are written."""
    files = [path.stat() for name in (MANIFEST, PARTS) if (path := folder / name).exists()]
    return [(file.st_ino, file.st_mtime_ns) for file in files]


def read_part(folder: Path, manifest: Manifest, part: Part) -> pa.Table:
    """Read one part; if a run has made it longer since, as much of that.

    Raises
    ------
    ResultError
        It is not the file that was written, or was changed meanwhile.
    """
    try:
        return read_whole(folder, part)
    except DamagedError:
        refuse_growing(folder)
        now = _by_place(read_folder(folder)[1]).get((part.cell, part.first // PART))
        if now == part:
            raise
    if now and now.games > part.games:
        table = read_part(folder, manifest, now)
        if (table.schema.metadata or {}).get(KEY) == games_key(manifest, manifest.cells[part.cell]).encode():
            return table.slice(0, part.games)
    raise ResultError(f"{folder}: changed while it was read; read it again")


def iterate_parts(folder: Path, manifest: Manifest, parts: Iterable[Part]) -> "Iterator[tuple[Cell, pd.DataFrame]]":
    """Yield (cell, some of its games) part by part, so that memory stays small."""
    for part in parts:
        yield manifest.cells[part.cell], unstamped(manifest, read_part(folder, manifest, part)).to_pandas()


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
    folder = Path(folder)
    manifest, parts = read_folder(folder)
    if not parts:
        raise ResultError(f"{folder}: no games are stored yet; run the sweep first")
    return pa.concat_tables([read_part(folder, manifest, part) for part in parts]).unify_dictionaries().to_pandas()
