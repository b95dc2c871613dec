"""Where the games are: every folder here with a ``rules.py`` is one."""

from pathlib import Path

from strikesim.errors import RulesetError, near

FOLDER = Path(__file__).parent


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
