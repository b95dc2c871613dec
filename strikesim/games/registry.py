"""Where the games are: folders here, installed packages that announce themselves, and folders that a user names."""

from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

from strikesim.errors import RulesetError, near
from strikesim.sources import LOADED, RULES, RULESET, digest_of, files_of, identity_of, is_game

FOLDER = Path(__file__).parent
GROUP = "strikesim.games"  # of entry points: a game's name -> the package that is it


@dataclass(frozen=True)
class Home:
    """Where a game is, and what it is there.

    Attributes
    ----------
    name
        The game's.
    folder
        With its files.
    package
        What it is imported as.
    origin
        '' for one of the package's own, "folder", or the distribution that brought it and its version.
    identity
        ``NAME_DIGEST``, which changes with its sources.
    """

    name: str
    folder: Path
    package: str
    origin: str
    identity: str

    @property
    def digest(self) -> str:
        """Return the digest of the game's sources."""
        return self.identity.rpartition("_")[2]

    @property
    def place(self) -> str:
        """Return what finds the game in any process: its name, or its folder."""
        return str(self.folder) if self.origin == "folder" else self.name


_NAMED: dict[str, Home] = {}  # folders that were named in this process


def _own() -> dict[str, Path]:
    return {path.parent.name: path.parent for path in FOLDER.glob(f"*/{RULES}")}


@cache
def _installed() -> dict[str, tuple[str, str, Path]]:
    """Return of each installed game its package, what brought it, and its folder."""
    found = {}
    for entry in entry_points(group=GROUP):
        spec = find_spec(entry.value)
        brought = f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.value
        if spec is None or not spec.submodule_search_locations:
            raise RulesetError(f"{brought}: the game '{entry.name}' is to be the package {entry.value}, which is none")
        if entry.name in _own():
            raise RulesetError(f"{brought}: it brings a game '{entry.name}', as strikesim does; uninstall it")
        found[entry.name] = entry.value, brought, Path(spec.submodule_search_locations[0])
    return found


def names() -> list[str]:
    """Return the names of all games, sorted: those of the package, the installed ones and those named by a folder."""
    return sorted({**_own(), **_installed(), **_NAMED})


def home_of(name: str) -> Home:
    """Return where a game is.

    Raises
    ------
    RulesetError
        There is none of this name; the message tells the nearest.
    """
    if name in _NAMED:
        return _NAMED[name]
    if name in _own():
        package, origin, folder = f"{__package__}.{name}", "", FOLDER / name
    elif name in _installed():
        package, origin, folder = _installed()[name]
    else:
        raise RulesetError(f"there is no ruleset '{name}'{near(name, names())}")
    return Home(name, folder, package, origin, identity_of(package, str(folder / RULES)))


def folder_of(source: str, start: Path) -> "Path | None":
    """Return the folder of a game that is named by its folder, None for a name.

    Raises
    ------
    RulesetError
        There is such a folder, but it is no game.
    """
    folder = (start / source).resolve()
    if source in {**_own(), **_installed()} or not folder.is_dir():
        return None
    if not is_game(folder):
        if source in _NAMED:
            return None
        lacks = " and ".join(name for name in (RULES, RULESET) if not (folder / name).is_file())
        raise RulesetError(f"{start / source}: no game, {lacks} is missing; `strikesim new game` writes a whole one")
    return folder


def add(name: str, folder: Path) -> None:
    """Make a game in a folder known by its name, as its sources are now.

    Raises
    ------
    RulesetError
        The name is no word in small letters, or another game has it.
    """
    where = folder / RULESET
    if not (name.isascii() and name.isidentifier() and name.islower()):
        raise RulesetError(f"{where}: ruleset.name = '{name}'; a game's name is one word in small letters, a to z")
    if name != folder.name:
        raise RulesetError(f"{where}: ruleset.name = '{name}', but the folder is '{folder.name}'; give both one name")
    if name in {**_own(), **_installed()}:
        raise RulesetError(f"{where}: ruleset.name = '{name}'; there is a game of this name already, choose another")
    if name in _NAMED and _NAMED[name].folder != folder:
        raise RulesetError(
            f"{where}: ruleset.name = '{name}', as {_NAMED[name].folder / RULESET} says too; rename one of the games"
        )
    identity = f"{name}_{digest_of(files_of(folder))}"
    _NAMED[name] = Home(name, folder, LOADED + identity, "folder", identity)
