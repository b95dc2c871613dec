"""The registry of games: every folder here with a ``rules.py`` is one, always with the same files."""

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

from strikesim.errors import RulesetError, check_environment, near

check_environment()  # before numba is imported

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Game:
    """One game: its rules as free functions over a state record, its tables, bots and story (see CONTRIBUTING.md)."""

    name: str
    tables: ModuleType
    state: ModuleType
    rules: ModuleType
    bots: ModuleType
    story: ModuleType


def names() -> list[str]:
    """Return the names of all games, sorted."""
    return sorted(path.parent.name for path in FOLDER.glob("*/rules.py"))


def check_name(name: str) -> str:
    """Return `name` if there is such a game.

    Raises
    ------
    RulesetError
        There is none; the message names the nearest.
    """
    if name not in names():
        raise RulesetError(f"there is no ruleset '{name}'{near(name, names())}")
    return name


@cache
def load(name: str) -> Game:
    """Import the game `name`; its functions are compiled or come from the cache."""
    parts = {
        part: import_module(f"{__name__}.{check_name(name)}.{part}") for part in Game.__annotations__ if part != "name"
    }
    return Game(name=name, **parts)
