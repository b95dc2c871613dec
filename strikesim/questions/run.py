"""Who wins: sweeps are played as they are asked for."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from strikesim.questions.playing import Playing
from strikesim.questions.progress import foretold
from strikesim.result import Result
from strikesim.sweep import designs
from strikesim.sweep.forecast import forecast
from strikesim.sweep.plan import read_sweeps
from strikesim.sweep.store import games_stored


def run(**keys: Any) -> Result:
    """Play a sweep, and write its tables and figures.

    Parameters
    ----------
    **keys
        Those of a table ``[[sweep]]`` of a sweep file: ``name``, ``ruleset``, ``games``, and perhaps ``seed``,
        ``grid``, ``variants``, ``target``; and those of `Playing`: ``out``, ``jobs``, ``dask``.

    Raises
    ------
    ConfigError, RulesetError, BotError, ResultError
        The sweep asks for something that is not there, or the folder holds another one.
    """
    playing, asked = Playing.split(keys)
    sweep = designs.sweep_of("run", **asked)
    return playing.answer(sweep, f"sweep '{sweep.name}'")


def run_file(path: str | Path, **keys: Any) -> list[Result]:
    """Play all sweeps of a sweep file.

    Parameters
    ----------
    path
        The TOML file.
    **keys
        As for `each_of_file`.
    """
    return list(each_of_file(path, **keys))


def each_of_file(path: str | Path, **keys: Any) -> Iterator[Result]:
    """Check all sweeps of a sweep file, then play one after the other and yield its result.

    Parameters
    ----------
    path
        The TOML file.
    **keys
        ``games``, ``seed`` and ``grid``, instead of what the file says (None: as it says); and those of `Playing`.
    """
    playing, overrides = Playing.split(keys)
    for planned in read_sweeps(Path(path), overrides, playing.announce):
        yield playing.play(planned)


def foreseen(path: str | Path, **keys: Any) -> Iterator[str]:
    """Yield for each sweep of a sweep file what playing it would take; only the few games that tell it are played.

    Parameters
    ----------
    path
        The TOML file.
    **keys
        As for `each_of_file`.
    """
    playing, overrides = Playing.split(keys)
    threads = playing.pool().width
    for planned in read_sweeps(Path(path), overrides, playing.announce):
        folder = Path(playing.out) / planned.sweep.name
        stored = games_stored(folder, planned)
        yield foretold(planned.sweep.name, forecast(planned, stored, threads), folder, threads)
