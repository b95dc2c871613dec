"""Positions at random moments of games, by what the game tells of them: to fit a value function to."""

from functools import cache
from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from strikesim._jit import Record
from strikesim.engine import step
from strikesim.engine.match import Match
from strikesim.engine.search import MAX_FEATURES, NOT_AT_ALL, SEARCH, WORK, search_of, search_signature
from strikesim.errors import BotError
from strikesim.games import Game
from strikesim.games.common import MAX_ACTIONS, WEIGHTS, record_type
from strikesim.rng import STREAM_DTYPE, WORLD_DTYPE, bounded, seed_game

ROOM = 200  # positions of one game, at most
FAULT = -1


def gather(
    bot: Any,
    w: NDArray[np.float64],
    search: Any,
    p: Record,
    tables: NDArray[Any],
    states: NDArray[Any],
    work: NDArray[Any],
    seed: int,
    game: int,
    every: int,
    found: NDArray[np.float64],
) -> int:
    """Play one game with a bot in all seats, and write what its state tells of a seat at the start of some turns.

    One turn of `every` is taken at random, and told of each seat. Returns how many rows
    of `found` were written, or FAULT; the state at the end is ``states[0]``.
    """
    t, s, view, seats = tables[0], states[0], states[1], tables[0].seats
    actions, offered = np.empty(MAX_ACTIONS, np.int64), np.empty(MAX_ACTIONS, np.int64)
    worlds, minds = np.empty(1, WORLD_DTYPE), np.empty(seats + 1, STREAM_DTYPE)
    seed_game(worlds[0], minds, np.uint64(seed), np.uint64(game))
    step.setup(t, s, worlds[0])
    rows, turn = 0, s.turn
    while not step.is_over(s):
        if s.turn != turn:
            turn = s.turn
            if rows + seats <= len(found) and bounded(minds[seats], every) == 0:
                for seat in range(seats):
                    step.features(t, s, seat, found[rows + seat])
                rows += seats
        n, choice = step.legal(t, s, actions), 0
        if n > 1:
            states[1] = states[0]
            step.hide(t, view, s.seat)
            offered[:n] = actions[:n]
            if p.samples == 0:
                choice = bot(t, view, offered, n, minds[s.seat], w)
            else:
                choice = search(bot, t, t, view, offered, n, minds[s.seat], w, p, work)
            if choice < 0 or choice >= n:
                return FAULT
        step.apply(t, s, actions[choice], worlds[0])
    return rows


@cache
def _gather_of(game: Game) -> Any:
    """Return `gather` compiled for a game."""
    tables, states = (record_type(dtype)[::1] for dtype in (game.tables.TABLES, game.state.STATE))
    bot, search = (types.FunctionType(signature(game)) for signature in (step.bot_signature, search_signature))
    whole, much, found = types.int64, record_type(SEARCH), types.float64[:, ::1]
    signature = whole(bot, WEIGHTS, search, much, tables, states, states, whole, whole, whole, found)
    return step.compiled_for(game, signature, gather)


def positions(match: Match, seed: int, game: int, every: int) -> "tuple[NDArray[np.float64], NDArray[np.float64]]":
    """Return what is told of positions of one game that its first bot plays in all seats, and what each came to.

    Parameters
    ----------
    match
        Rules and bots.
    seed, game
        As for a run's games.
    every
        One turn of so many is taken, at random; each gives one position for each seat, where all win together one.

    Returns
    -------
    (ndarray, ndarray)
        What tells of each position, (positions, features), and whether the seat has won, (positions,): 1 or 0.
    """
    bot, whole, seats = match.bots[0], match.game, match.seats
    states, work = np.zeros(2, whole.state.STATE), np.zeros(WORK, whole.state.STATE)
    much = np.array([bot.search.row() if bot.search else NOT_AT_ALL], SEARCH)
    found = np.zeros((ROOM, MAX_FEATURES))
    search = search_of(whole, bool(bot.search))
    row, tables = bot.weight_row(), match.tables
    rows = _gather_of(whole)(bot.function, row, search, much[0], tables, states, work, seed, game, every, found)
    if rows == FAULT:
        raise BotError(f"bot '{bot.name}' answered with an index that is not on offer")
    each = seats if match.data["ruleset"]["kind"] == "competitive" else 1
    kept = found[:rows].reshape(-1, seats, MAX_FEATURES)[:, :each, : len(whole.standing.FEATURES)]
    won = np.array([whole.rules.value(states[0], seat) for seat in range(each)])
    return kept.reshape(-1, kept.shape[2]), np.tile(won, len(kept))
