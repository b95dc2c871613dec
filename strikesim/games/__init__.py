"""The registry of games: every folder here with a ``rules.py`` is one, always with the same files."""

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from strikesim.errors import RulesetError, near

if TYPE_CHECKING:  # a list of games must not load numba
    from strikesim.games import contract

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Game:
    """One game: its rules as free functions over a state record, its tables, bots and story."""

    name: str
    tables: "contract.Tables"
    state: "contract.State"
    rules: "contract.Rules"
    bots: "contract.Bots"
    story: "contract.Story"


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
    parts: dict[str, Any] = {
        part: import_module(f"{__name__}.{check_name(name)}.{part}") for part in Game.__annotations__ if part != "name"
    }
    return Game(name=name, **parts)
