"""Find the match and the seed of a stored game, and make sure that it is played the same again."""

from collections.abc import Callable
from pathlib import Path

from strikesim.engine.bots import find_bot
from strikesim.engine.match import Match, prepare
from strikesim.errors import ResultError, counted
from strikesim.games import load
from strikesim.sweep.manifest import Cell, Manifest, Part
from strikesim.sweep.origin import find_game
from strikesim.sweep.parts import unstamped
from strikesim.sweep.rows import columns
from strikesim.sweep.store import read_folder, read_part


def stored_game(folder: Path, row: int, announce: Callable[..., None]) -> tuple[Match, int, int]:
    """Return (match, seed, game) of one row of a result folder.

    Raises
    ------
    ResultError
        There is no such row, the folder is damaged, or the game comes out differently today.
    """
    manifest, parts = read_folder(folder)
    left = row
    for part in parts:
        if left < part.games:
            announce(find_game(folder, manifest).name)
            match = _match(folder, manifest, manifest.cells[part.cell])
            _compare(folder, manifest, part, left, match)
            return match, manifest.sweep.seed, part.first + left
        left -= part.games
    raise ResultError(f"{folder}: there is no row {row}; it has {counted(row - left, 'game')}, the first of them row 0")


def _match(folder: Path, manifest: Manifest, cell: Cell) -> Match:
    data = manifest.data_of(cell)
    game = load(data["ruleset"]["name"])
    bots = []
    for entry in cell.bots:
        found = find_bot(game, entry.spec, Path())
        if found.digest != entry.digest:
            name = f"bot '{entry.name}' ({entry.spec})"
            raise ResultError(f"{folder}: {name}, or a .py file beside it, has changed since the run")
        bots.append(found.weighted(entry.name, entry.weights, str(folder)))
    return prepare(data, cell.players, cell.difficulty, bots, str(folder))


def _compare(folder: Path, manifest: Manifest, part: Part, offset: int, match: Match) -> None:
    """Refuse a game that does not come out as it is stored."""
    game = part.first + offset
    stored = unstamped(manifest, read_part(folder, manifest, part)).slice(offset, 1).to_pylist()
    again = columns(match, game, match.play(manifest.sweep.seed, game, 1)).to_pylist()
    if stored != again:
        raise ResultError(f"{folder}: the game comes out differently than stored: rules or bots have changed since")
