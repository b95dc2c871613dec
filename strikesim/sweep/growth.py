"""A sweep grows: its folder takes up the games of the cells that it had, under the numbers of the larger grid.

The games of a cell depend on nothing but what `strikesim.sweep.manifest.games_key` digests, so they are those of any
cell with the same key. What must be renamed, or say other axes, is written anew into a folder beside the games; one
rename makes that valid, and from then on the change is carried through, by the next run if this one is killed.
"""

import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from strikesim.errors import ResultError
from strikesim.sweep.files import make_folder
from strikesim.sweep.manifest import (
    MANIFEST,
    PARTS,
    Cell,
    Manifest,
    Part,
    games_key,
    read_parts,
    write_manifest,
    write_parts,
)
from strikesim.sweep.parts import GAMES, is_stamped, read_whole, stamped, unstamped, write_part

STAGED, GROWN = ".growing", ".grown"


def refuse_growing(folder: Path) -> None:
    """Refuse to read a folder whose games are being numbered anew.

    Raises
    ------
    ResultError
        They are.
    """
    if (folder / GROWN).is_dir():
        raise ResultError(
            f"{folder}: a run is extending its grid, or was stopped while it did; read it when that run is done,"
            " or run the sweep again"
        )


def grow(folder: Path, old: Manifest, new: Manifest, parts: Mapping[tuple[int, int], Part], size: int) -> None:
    """Give the games of a folder the numbers and axes of a larger grid: its manifest and parts are then the new ones.

    Parameters
    ----------
    parts
        By cell and place in it; each must be whole.
    size
        How many games a part has at most.

    Raises
    ------
    ResultError
        They cannot be written; the folder is what it was.
    """
    staged = folder / STAGED
    make_folder(staged / GAMES)
    try:
        write_parts(staged, list(_moved(folder, old, new, parts)))
        write_manifest(staged, new)
    except BaseException:
        shutil.rmtree(staged)
        raise
    os.replace(staged, folder / GROWN)
    finish(folder, size)


def _moved(folder: Path, old: Manifest, new: Manifest, parts: Mapping[tuple[int, int], Part]) -> Iterator[Part]:
    """Yield the parts as they will be; those that change are written."""
    for cell, source in zip(new.cells, _sources(old, new), strict=True):
        for part in (parts[key] for key in sorted(parts) if source and key[0] == source.index):
            moved = part.model_copy(update={"cell": cell.index})
            table = read_whole(folder, part)
            if part == moved and is_stamped(new, cell, table):
                yield part
            else:
                yield write_part(folder / STAGED, moved, stamped(new, cell, unstamped(old, table)))


def _sources(old: Manifest, new: Manifest) -> list[Cell | None]:
    """Return for each new cell the old one whose games it has, at best that of the same axes; None if there is none."""
    same: dict[str, list[Cell]] = {}
    for cell in old.cells:
        same.setdefault(games_key(old, cell), []).append(cell)
    return [_nearest(same.get(games_key(new, cell), []), cell) for cell in new.cells]


def _nearest(cells: list[Cell], cell: Cell) -> Cell | None:
    alike = [other for other in cells if other.axes.items() <= cell.axes.items()]
    return next(iter([*alike, *cells]), None)


def finish(folder: Path, size: int) -> None:
    """Carry through a change that a kill cut off, or take it back if it was not yet valid."""
    if (folder / STAGED).is_dir():
        shutil.rmtree(folder / STAGED)
    grown = folder / GROWN
    if not grown.is_dir():
        return
    if (grown / PARTS).exists():
        kept = {part.file for part in read_parts(grown, sys.maxsize, size)}
        for path in sorted((grown / GAMES).iterdir()):
            os.replace(path, folder / GAMES / path.name)
        for part in read_parts(folder, sys.maxsize, size):
            if part.file not in kept:
                (folder / part.file).unlink(missing_ok=True)
        for name in (MANIFEST, PARTS):
            if (grown / name).exists():
                os.replace(grown / name, folder / name)
    shutil.rmtree(grown)
