"""Is a result folder what was written: every part is read, its checksum, and its rows."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from strikesim.errors import ResultError
from strikesim.sweep.manifest import MANIFEST, PARTS, Manifest, Part
from strikesim.sweep.origin import find_game
from strikesim.sweep.parts import GAMES, faults
from strikesim.sweep.store import read_folder, read_part


@dataclass(frozen=True)
class Verified:
    """What a look at all of a folder found.

    Attributes
    ----------
    folder
        Where it is.
    parts, games
        How many are stored.
    faults
        What is not as it was written, in sentences.
    """

    folder: Path
    parts: int
    games: int
    faults: list[str]


def verify(folder: str | Path) -> Verified:
    """Read every part of a result folder: its checksum, its rows, and whether they are the games that it is to hold.

    Raises
    ------
    ResultError
        It is no result folder, or its game is not the package's own and has changed since the run.
    """
    folder = Path(folder)
    files = sorted((folder / GAMES).glob("*.parquet"))
    try:
        manifest, parts = read_folder(folder)
    except ResultError as error:
        if not any((folder / name).exists() for name in (MANIFEST, PARTS)):
            raise
        return Verified(folder, 0, 0, [str(error)])
    if manifest.origin:
        find_game(folder, manifest)
    found = [fault for part in parts for fault in _of_part(folder, manifest, part)]
    return Verified(folder, len(parts), sum(part.games for part in parts), [*found, *_unnamed(folder, files, parts)])


def _of_part(folder: Path, manifest: Manifest, part: Part) -> Iterator[str]:
    try:
        table = read_part(folder, manifest, part)
        yield from (f"{folder / part.file}: {fault}" for fault in faults(manifest, part, table))
    except ResultError as error:
        yield str(error)


def _unnamed(folder: Path, files: list[Path], parts: list[Part]) -> Iterator[str]:
    """Yield a sentence for each file that no list names, neither that before nor that after all was read."""
    named = {folder / part.file for part in [*parts, *read_folder(folder)[1]]}
    for path in files:
        if path not in named and path.exists():
            yield f"{path}: not named in {PARTS}; run the sweep again, which takes it up or says why not"
