"""What a bot did wrong while it played, in one line."""

from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np

from strikesim._jit import in_python
from strikesim.engine.bots import Bot
from strikesim.engine.mistakes import INDEX, place_of
from strikesim.errors import BotError
from strikesim.games.faults import at, last_line_in

PATIENCE_OF_PYTHON = 5.0  # seconds to find a line


def illegal_answer(bot: Bot, answer: int, n: int) -> BotError:
    """Return the error of a bot, or of a searching bot's base in a playout, that answered with no index on offer."""
    if bot.search:
        return BotError(
            f"{_who(bot)}: in one of its playouts its base answered with an index that is not on offer; {INDEX}"
        )
    return BotError(
        f"{_who(bot)} answered {answer} where {n} actions were on offer, an index that is not on offer; "
        f"{INDEX}, not its code"
    )


def failed(bot: Bot, error: Exception, arguments: "tuple[Any, ...]", seed: int, game: int) -> BotError:
    """Return the error of a bot that failed.

    Parameters
    ----------
    bot, error
        Who failed, and how.
    arguments
        What it was called with; for a user's bot, copies that it has not touched.
    seed, game
        The game in which it did.
    """
    if not bot.digest:
        return BotError(f"{_who(bot)} failed in game {game} of seed {seed}: {type(error).__name__}: {error}")
    place, error = _line_of(bot, error, arguments)
    return BotError(f"{place}: bot '{bot.name}' failed in game {game} of seed {seed}: {_cause(error)}")


def _cause(error: Exception) -> str:
    if isinstance(error, ZeroDivisionError | FloatingPointError):
        return "division by zero"
    if isinstance(error, IndexError):
        return f"an index out of range ({error})"
    return f"{type(error).__name__}: {error}"


def _line_of(bot: Bot, error: Exception, arguments: "tuple[Any, ...]") -> "tuple[str, Exception]":
    """Return where a bot failed; what compiled code does not tell, Python does, with the same arguments."""
    function = in_python(bot.function)
    file = Path(function.__code__.co_filename)
    errors = [error]

    def again() -> None:
        try:
            with np.errstate(divide="raise", over="ignore"):
                function(*arguments)
        except Exception as found:
            errors.append(found)

    line = last_line_in([file], error)[1]
    if line is None:
        thread = Thread(target=again, daemon=True)  # what takes a moment when compiled may take hours
        thread.start()
        thread.join(PATIENCE_OF_PYTHON)
        line = last_line_in([file], errors[-1])[1]
    return (at(file, line) if line else place_of(function)), errors[-1]


def _who(bot: Bot) -> str:
    """Return the bot's name and, of a user's, where it stands."""
    return f"{place_of(in_python(bot.function))}: bot '{bot.name}'" if bot.digest else f"bot '{bot.name}'"


def endless(bots: "list[Bot]", seconds: float, seed: int, game: int) -> BotError:
    """Return the error of a bot that takes too long."""
    return BotError(
        f"{' or '.join(map(_who, bots))} has not answered for {seconds:.0f} seconds, in game {game} of seed {seed}: "
        "look for a loop that does not end"
    )


def moody(bots: "list[Bot]") -> BotError:
    """Return the error of bots that play the same game another way when it is played again."""
    return BotError(
        f"{' or '.join(map(_who, bots))} plays the same game differently when it is played again; a bot decides by its "
        "arguments alone: draw with strikesim.rng.bounded(r, n); no np.random, no clock, no memory between games"
    )


def trespasser(bots: "list[Bot]") -> BotError:
    """Return the error of bots one of which wrote outside of what it was given."""
    return BotError(f"{' or '.join(map(_who, bots))} wrote into memory beside its copy of the state")
