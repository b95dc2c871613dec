"""What actions on offer are worth, by playouts to the end of the game: to hold a bot's choices against a search's."""

from functools import cache
from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from strikesim._jit import Record
from strikesim.engine import step
from strikesim.engine.bots import Bot
from strikesim.engine.episode import Episode
from strikesim.engine.search import NO_ANSWER, TO_THE_END, WORK, try_each
from strikesim.errors import BotError
from strikesim.games import Game
from strikesim.games.common import ACTIONS, MAX_ACTIONS, WEIGHTS, record_type
from strikesim.rng import STREAM, STREAM_DTYPE, WORLD_DTYPE, Stream, seeded


def appraise(
    bot: Any,
    t: Record,
    shown: Record,
    view: Record,
    codes: NDArray[np.int64],
    r: Stream,
    w: NDArray[np.float64],
    work: NDArray[Any],
    results: NDArray[np.float64],
) -> int:
    """Play each action on in so many samples as `results` has rows, and write what each is worth; or NO_ANSWER."""
    buffers, worlds, minds = np.empty((2, MAX_ACTIONS), np.int64), np.empty(2, WORLD_DTYPE), np.empty(2, STREAM_DTYPE)
    for sample in range(len(results)):
        told = try_each(
            bot, t, shown, view, codes, r, w, TO_THE_END, w, 0.0, work, buffers, worlds, minds, results[sample]
        )
        if told == NO_ANSWER:
            return NO_ANSWER
    return 0


@cache
def appraise_of(game: Game) -> Any:
    """Return `appraise` compiled for a game."""
    tables, state, numbers = game.tables.T, game.state.S, types.float64[:, ::1]
    bot, work = types.FunctionType(step.bot_signature(game)), record_type(game.state.STATE)[::1]
    signature = types.int64(bot, tables, tables, state, ACTIONS, STREAM, WEIGHTS, work, numbers)
    return step.compiled_for(game, signature, appraise)


def appraised(episode: Episode, bot: Bot, codes: "list[int]", samples: int, seed: int) -> NDArray[np.float64]:
    """Return what actions are worth to the seat that decides, if `bot` then plays on for all seats.

    Parameters
    ----------
    episode
        The game, at a decision. It is left as it is.
    bot
        A bot that does not search.
    codes
        The actions.
    samples
        Playouts of each action; all actions meet the same ones.
    seed
        Of the playouts' chance.

    Returns
    -------
    ndarray
        1 for a win and 0 for another end of each playout, shape (samples, actions).

    Raises
    ------
    BotError
        The bot broke the rules in a playout.
    """
    game, t, (_, minds) = episode.match.game, episode.t, seeded(seed, episode.game, 1)
    work, results = np.zeros(WORK, game.state.STATE), np.zeros((samples, len(codes)))
    told = appraise_of(game)(
        bot.function, t, t, episode.seen(), np.array(codes), minds[0], bot.weight_row(), work, results
    )
    if told == NO_ANSWER:
        raise BotError(f"bot '{bot.name}' answered in a playout with an index that is not on offer")
    return results
