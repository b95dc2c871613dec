"""strikesim tells whether a board game is fair and hard enough, and how sure that is.

Public names are loaded when they are first used: importing the package loads neither numpy nor numba.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from strikesim.games.bot import bot as bot
    from strikesim.sweep.store import read_games as read_games
    from strikesim.sweep.store import read_summary as read_summary

__version__ = "0.1.0"
__all__ = ["__version__", "bot", "read_games", "read_summary"]

_HOMES = {
    "bot": "strikesim.games.bot",
    "read_games": "strikesim.sweep.store",
    "read_summary": "strikesim.sweep.store",
}


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module 'strikesim' has no attribute '{name}'")
    return getattr(import_module(_HOMES[name]), name)
