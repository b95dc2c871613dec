"""Finds the game of a result folder again, and makes sure that it is the one that was played."""

from pathlib import Path

from strikesim.errors import ResultError, RulesetError
from strikesim.games import registry, ruleset
from strikesim.games.registry import Home
from strikesim.sweep.manifest import Manifest, Origin


def find_game(folder: Path, manifest: Manifest) -> Home:
    """Return where the game of a result folder is, which is then known by its name.

    Raises
    ------
    ResultError
        It is not there any more, or its sources have changed since the run.
    """
    name, origin = manifest.ruleset.name, manifest.origin
    if origin is None:
        return registry.home_of(name)
    try:
        if Path(origin.place).is_absolute():
            ruleset.read_layers(origin.place)
        found = registry.home_of(name)
    except RulesetError as error:
        raise ResultError(f"{folder}: its game is not at {origin.place} any more ({error})") from None
    if Origin.of(found) != origin:
        raise ResultError(
            f"{folder}: the sources of the game '{name}' ({found.folder}) have changed since the run; run the sweep"
            " again into another folder"
        )
    return found


def published(manifest: Manifest) -> "ruleset.Layers | None":
    """Return the ruleset of the game as it stands there now, None if it is not there any more."""
    name, origin = manifest.ruleset.name, manifest.origin
    try:
        return ruleset.read_layers(origin.place if origin and Path(origin.place).is_absolute() else name)
    except RulesetError:
        return None
