"""How searches judge a game that is not over: by a value function that was fitted to these rules, or not at all.

The weights stand in the ruleset, in its table ``[standing]``, with the fingerprints of the tables that the rules
compiled to when they were fitted. Names, labels and sources are not in those tables, so they may change.
"""

import hashlib
from dataclasses import replace
from typing import Any

from numpy.typing import NDArray

from strikesim.engine.bots import Bot
from strikesim.engine.search import MAX_FEATURES, TO_THE_END
from strikesim.errors import BotError, RulesetError, near
from strikesim.games import Game
from strikesim.games.ruleset import Data

CONSTANT = "constant"


def fingerprint(tables: NDArray[Any]) -> str:
    """Return 16 letters for all that the rules compile to."""
    return hashlib.sha256(tables.tobytes()).hexdigest()[:16]


def judge_of(game: Game, data: Data, tables: NDArray[Any], where: str) -> "tuple[float, ...]":
    """Return the weights of the value function that was fitted to these rules, the constant first; (): there is none.

    Raises
    ------
    RulesetError
        The ruleset weighs something that the game does not tell.
    """
    fitted = data.get("standing") or {}
    if fingerprint(tables) not in fitted.get("rules", ()):
        return ()
    known, weights = (CONSTANT, *game.standing.FEATURES), fitted["weights"]
    for name in weights:
        if name not in known:
            raise RulesetError(f"{where}: standing.weights: {game.name} tells no '{name}'{near(name, list(known))}")
    return tuple(float(weights.get(name, 0.0)) for name in known)[:MAX_FEATURES]


def judging(bot: Bot, game: Game, data: Data, tables: NDArray[Any], where: str) -> Bot:
    """Return a bot as it searches under these rules: to its horizon, or where nothing is fitted to them, to the end.

    Raises
    ------
    BotError
        It wants a horizon, and nothing is fitted to these rules.
    """
    search = bot.search
    if search is None or search.horizon == TO_THE_END:
        return bot
    judge = judge_of(game, data, tables, where)
    if judge:
        return replace(bot, search=replace(search, horizon=search.horizon or game.standing.HORIZON, judge=judge))
    if search.horizon:
        raise BotError(
            f"{where}: {bot.name}: a search with a horizon needs a value function fitted to these rules; leave the"
            " horizon out, or fit one: strikesim fit RULESET"
        )
    return to_the_end(bot)


def to_the_end(bot: Bot) -> Bot:
    """Return a bot of which all playouts go to the end of the game; its spec says so."""
    if bot.search is None or bot.search.horizon == TO_THE_END:
        return bot
    search = replace(bot.search, horizon=TO_THE_END, judge=())
    return replace(bot, spec=f"{bot.spec}:horizon={TO_THE_END}", search=search)
