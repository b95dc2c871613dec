"""The `@bot` mark: what it takes to be a bot, known without loading numba."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import cleandoc
from math import isfinite
from typing import Any, TypeVar

from strikesim.errors import BotError

F = TypeVar("F", bound=Callable[..., int])
MARK = "__strikesim_bot__"


@dataclass(frozen=True)
class BotMark:
    """What `@bot` notes on a function: the ruleset it plays and its weights, in the order in which it reads them."""

    ruleset: str
    name: str
    weights: Mapping[str, float]
    says: str


def bot(ruleset: str, *, weights: "Mapping[Any, float] | None" = None) -> Callable[[F], F]:
    """Mark a function as a bot of a ruleset.

    The function is called as ``bot(t, s, actions, n, r, w)`` and returns the index of the action it takes, 0 to n - 1:
    `t` is the ruleset's tables, `s` a copy of the state with all that the seat may not know blanked, `actions` the
    codes of the `n` legal actions, `r` the seat's own random stream (draw with `strikesim.rng.bounded`), `w` its
    weights. It must decide by these alone; a sample of games is played twice to see whether it does.

    What holds: whatever it writes to these arguments, it changes neither the game nor what other bots see, and nothing
    of it reaches the next game. An index out of range, in it or in functions that it calls and that its author compiles
    with ``numba.njit``, ends the run with a line, and so does a bot that does not answer for a minute. What does not
    hold: a file is run as any Python program is, and nothing stops code that means harm, in Python or by pointers
    (``carray``, ``as_strided``, intrinsics), or that hands the package's own functions what they are not made for.

    Parameters
    ----------
    ruleset
        Name of the ruleset the bot plays.
    weights
        Name of each weight (a string, or a member of an `IntEnum`) and its default value.
    """
    if callable(ruleset):
        raise BotError('write @bot("RULESET"), with the name of the ruleset in quotation marks and brackets')

    def mark(function: F) -> F:
        names = {getattr(key, "name", str(key)).lower(): float(value) for key, value in (weights or {}).items()}
        for key, value in names.items():
            if not isfinite(value):
                raise BotError(f"weight {key} = {value} is not a number")
        says = cleandoc(function.__doc__ or "")
        setattr(function, MARK, BotMark(ruleset, function.__name__.rstrip("_"), names, says))
        return function

    return mark
