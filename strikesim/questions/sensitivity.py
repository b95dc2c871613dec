"""How much rests on what was assumed: all of it is varied, and every switch."""

from typing import Any

from strikesim.defaults import COMBINATIONS, SENSITIVITY_GAMES
from strikesim.questions.playing import Playing, sized
from strikesim.result import Result
from strikesim.sweep import designs
from strikesim.sweep.files import write_table

TORNADO, BAND = "tornado.csv", "band.csv"


def sensitivity(ruleset: str, *, combinations: int = COMBINATIONS, **keys: Any) -> Result:
    """Vary everything that was assumed, and every switch: one at a time, and in random combinations.

    What it says is in the result's `tornado` and `band`.

    Parameters
    ----------
    ruleset
        A game's name, or a TOML file that extends one: the baseline.
    combinations
        Number of random combinations.
    **keys
        Perhaps ``games`` (else SENSITIVITY_GAMES), ``seed`` and ``grid``; and those of `Playing`: ``out``, ``jobs``.
    """
    playing, asked = Playing.split(keys)
    sweep = designs.sensitivity(ruleset, combinations, **sized(asked, SENSITIVITY_GAMES))
    result = playing.answer(sweep, f"sensitivity {ruleset}")
    write_table(result.folder / TORNADO, result.tornado)
    write_table(result.folder / BAND, result.band)
    return result
