"""The games: each is a folder with the same files, here or elsewhere."""

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from strikesim.errors import check_environment
from strikesim.games.registry import Home, home_of

check_environment()  # before numba is imported

if TYPE_CHECKING:  # a list of games must not load numba
    from strikesim.games import contract


@dataclass(frozen=True)
class Game:
    """One game: its rules as free functions over a state record, its tables, bots and story."""

    home: Home
    tables: "contract.Tables"
    state: "contract.State"
    rules: "contract.Rules"
    redraw: "contract.Redraw"
    standing: "contract.Standing"
    bots: "contract.Bots"
    story: "contract.Story"

    @property
    def name(self) -> str:
        """Return the game's name."""
        return self.home.name


def load(name: str) -> Game:
    """Import a game; its functions are compiled or come from the cache.

    Parameters
    ----------
    name
        The game's. One that lies in a folder is known by its name once `strikesim.games.ruleset.read_layers` has read
        that folder.

    Raises
    ------
    RulesetError
        There is no such game, or it is not what `strikesim.games.contract` asks for.
    """
    return _load(home_of(name))


@cache
def _load(home: Home) -> Game:
    from strikesim.games.loading import parts_of

    return Game(home, **parts_of(home))
