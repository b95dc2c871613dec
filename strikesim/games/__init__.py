"""The games: each is a folder with the same files."""

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from strikesim.errors import check_environment
from strikesim.games.registry import check_name

check_environment()  # before numba is imported

if TYPE_CHECKING:  # a list of games must not load numba
    from strikesim.games import contract


@dataclass(frozen=True)
class Game:
    """One game: its rules as free functions over a state record, its tables, bots and story."""

    name: str
    tables: "contract.Tables"
    state: "contract.State"
    rules: "contract.Rules"
    redraw: "contract.Redraw"
    standing: "contract.Standing"
    bots: "contract.Bots"
    story: "contract.Story"


@cache
def load(name: str) -> Game:
    """Import the game `name`; its functions are compiled or come from the cache."""
    parts: dict[str, Any] = {
        part: import_module(f"{__name__}.{check_name(name)}.{part}") for part in Game.__annotations__ if part != "name"
    }
    return Game(name=name, **parts)
