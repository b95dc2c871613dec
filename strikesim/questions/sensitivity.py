"""How much rests on what was assumed: all of it is varied, and every switch."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from strikesim.defaults import COMBINATIONS, SENSITIVITY_GAMES
from strikesim.questions.playing import Playing, sized
from strikesim.result import Result, read
from strikesim.sweep import designs
from strikesim.sweep.files import write_table
from strikesim.sweep.plan import plan

TORNADO, BAND = "tornado.csv", "band.csv"


def sensitivity(ruleset: str | Path, *, combinations: int = COMBINATIONS, **keys: Any) -> Result:
    """Vary everything that was assumed, and every switch, one at a time; and what was assumed in random combinations.

    What single changes are shown to do is played again on a fresh seed, in a folder within the result's. What it says
    is in the result's `tornado`, `idle` and `band`.

    Parameters
    ----------
    ruleset
        A game's name, or a TOML file that extends one: the baseline.
    combinations
        Number of random combinations.
    **keys
        Perhaps ``games`` (else SENSITIVITY_GAMES), ``seed`` and ``grid``; and those of `Playing`: ``out``,
        ``jobs``, ``dask``.
    """
    playing, asked = Playing.split(keys)
    where = f"sensitivity {ruleset}"
    sweep = designs.sensitivity(ruleset, combinations, **sized(asked, SENSITIVITY_GAMES))
    screened = playing.games(plan(sweep, Path(), where, announce=playing.announce))
    if screened.confirmation is not None:
        replace(playing, out=screened.folder).games(plan(screened.confirmation, Path(), where))
    from strikesim.report.folder import summarise_folder  # late: what draws takes a second to load

    result = read(screened.folder)
    summarise_folder(result)
    write_table(result.folder / TORNADO, result.tornado)
    write_table(result.folder / BAND, result.band)
    return result
