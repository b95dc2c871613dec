"""What `strikesim new` writes: whole small games, each a folder here, and a bot for games that have no `starter.py`."""

import keyword
import shutil
from pathlib import Path

from strikesim.errors import ConfigError
from strikesim.games import registry
from strikesim.games.registry import Home

FOLDER = Path(__file__).parent
KINDS = {"cooperative": ("expedition", "EXP"), "competitive": ("regatta", "REG")}  # the games here, and their clauses


def bot_of(home: Home) -> str:
    """Return the text of a bot to start from: the game's own, or one that any game can have."""
    own = home.folder / "starter.py"
    if own.is_file():
        return own.read_text(encoding="utf-8")
    text = (FOLDER / "starter.py").read_text(encoding="utf-8")
    return text.replace("GAME", home.name).replace("PLACE", home.place)


def write_game(folder: Path, kind: str) -> None:
    """Write a whole small game, named as its folder.

    Parameters
    ----------
    folder
        Where to; it is made.
    kind
        One of KINDS.

    Raises
    ------
    ConfigError
        There is such a folder, a game of this name, or the name is no word in small letters.
    """
    name = folder.resolve().name
    if not (name.isascii() and name.isidentifier() and name.islower()) or keyword.iskeyword(name):
        raise ConfigError(
            f"{folder}: '{name}' is also the game's name: one word in small letters, a to z, 0 to 9 and _"
        )
    if name in registry.names():
        raise ConfigError(f"{folder}: there is a game '{name}' already; choose another name")
    if folder.exists():
        raise ConfigError(f"{folder}: there is such a folder already; choose another name, or move it away")
    whose, clauses = KINDS[kind]
    shutil.copytree(FOLDER / whose, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for path in (path for path in folder.rglob("*") if path.is_file()):
        text = path.read_text(encoding="utf-8").replace(clauses, f"{name:x<3}"[:3].upper().replace("_", "X"))
        text = text.replace(whose.capitalize(), name.replace("_", " ").capitalize()).replace(whose, name)
        path.write_text(text, encoding="utf-8")
