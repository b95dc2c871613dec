"""Which files a game is made of, and a digest of them: known without loading numba."""

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

RULES, RULESET = "rules.py", "ruleset.toml"  # a folder with both is a game
APART = ("starter.py", "conftest.py", "tests")  # in it, but no part of how it plays
LOADED = "strikesim_game_"  # of the package that a game's folder becomes, before its name and its digest
PACKAGE = Path(__file__).resolve().parent


def is_game(folder: Path) -> bool:
    """Tell whether a folder is a game."""
    return (folder / RULES).is_file() and (folder / RULESET).is_file()


@cache
def game_folder(folder: Path) -> "Path | None":
    """Return the game that a folder is or lies in, None if it is of no game."""
    if is_game(folder):
        return folder
    return None if folder in (PACKAGE, folder.parent) else game_folder(folder.parent)


def files_of(folder: Path) -> list[Path]:
    """Return the sources of a game, sorted: its modules and those of its subpackages, without its tests."""
    files = [path for path in folder.glob("*.py") if path.name not in APART]
    for inner in folder.iterdir():
        if inner.name not in APART and (inner / "__init__.py").is_file():
            files += files_of(inner)
    return sorted(files)


def digest_of(paths: Iterable[Path], start: bytes = b"") -> str:
    """Return 16 hex digits that change with the files' bytes, and with what they start from."""
    digest = hashlib.sha256(start)
    for path in sorted(paths):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


@cache
def identity_of(module: str, file: str) -> str:
    """Return ``NAME_DIGEST`` of the game that a module is of, as it was when first asked; '' for a module of none."""
    package = module.partition(".")[0]
    if package.startswith(LOADED):
        return package.removeprefix(LOADED)
    folder = game_folder(Path(file).resolve().parent)
    return f"{folder.name}_{digest_of(files_of(folder))}" if folder else ""
