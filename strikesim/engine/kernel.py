"""The kernel: plays a chunk of games of any ruleset with any bots, without ever being recompiled for them.

Bots are passed as values (numba's first-class functions), the numbers of the rules as a record of tables.
"""

from functools import cache
from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from strikesim._jit import Record, njit
from strikesim.engine import step
from strikesim.engine.search import SEARCH, WORK, search_signature
from strikesim.games import Game
from strikesim.games.common import (
    END,
    MAX_ACTIONS,
    MAX_SEATS,
    record_dtype,
    record_type,
)
from strikesim.games.log import close_log
from strikesim.rng import STREAM_DTYPE, WORLD_DTYPE, seed_game

MAX_WEIGHTS = 64
NO_FAULT = -1
GUARDED, SEEN = 3, 1  # a bot's copy of the state lies between two others, which nobody writes to
WATCH = 5  # what a kernel tells while it plays, in an array of so many numbers:
GAME, PLACE, DECISIONS, ANSWER, OFFERED = range(WATCH)


@cache
def row_dtype(game: Game) -> np.dtype[Any]:
    """Return the dtype of one game's result."""
    state = game.state.STATE
    return record_dtype(
        [
            ("outcome", np.int8),
            ("winner", np.int8),
            ("cause", np.int8),
            ("rotation", np.int8),
            ("first_seat", np.int8),
            ("turns", np.int32),
            ("decisions", np.int32),
            ("metrics", np.int32, state["metrics"].shape),
            ("seat_metrics", np.int32, state["seat_metrics"].shape),
        ]
    )


@njit
def lineup_place(seat: int, rotation: int, seats: int) -> int:
    """Return which bot of the line-up sits at `seat`: from game to game the line-up moves round the table."""
    return (seat + rotation) % seats


@njit
def write_row(row: Record, s: Record, rotation: int, decisions: int) -> None:
    """Copy a finished game's result."""
    row.outcome, row.winner, row.cause = s.outcome, s.winner, s.cause
    row.rotation, row.first_seat, row.turns, row.decisions = rotation, s.first_seat, s.turn, decisions
    for i in range(len(s.metrics)):
        row.metrics[i] = s.metrics[i]
    for seat in range(MAX_SEATS):
        for i in range(s.seat_metrics.shape[1]):
            row.seat_metrics[seat, i] = s.seat_metrics[seat, i]


def play_chunk(
    bots: Any,
    weights: NDArray[np.float64],
    search: Any,
    searches: NDArray[Any],
    tables: NDArray[Any],
    blank: NDArray[Any],
    seed: int,
    first: int,
    guarded: bool,
    seen: NDArray[Any],
    watch: NDArray[np.int64],
    rows: NDArray[Any],
) -> int:
    """Play games `first`, `first` + 1, … of a run, one for each row.

    Each bot gets copies of the state and the actions and draws from its own stream. If guarded, it also gets fresh
    copies of the tables and its weights for each game, and no more of the array of actions than the n on offer: then
    what it writes to what it is given neither disturbs the game or the other bots, nor reaches a later game. The
    built-in bots write to nothing.

    Parameters
    ----------
    bots, weights
        The line-up: MAX_SEATS functions and an array (MAX_SEATS, weights); in game g the line-up is moved on by g
        modulo seats.
    search, searches
        `strikesim.engine.search.search` (or its stand-in, if nobody searches), and how much each place of the line-up
        searches, dtype SEARCH; 0 samples: not at all.
    tables, blank
        One record of tables; one zeroed state.
    seed, first
        The run's seed and the first game's index.
    guarded
        Whether to copy tables and weights for each game.
    seen
        GUARDED states; the one at SEEN is what a bot sees. It lies apart from the state that is played on.
    watch
        WATCH numbers for who looks on: the game being played, the place of the bot that decides, how many decisions
        there were, and of an illegal answer, what it was and how many actions were on offer.
    rows
        Where the results go, dtype `row_dtype`.

    Returns
    -------
    int
        NO_FAULT, or the place in the line-up of a bot that answered with an index that is not on offer. The rows
        before `rows.decisions == 0` are then still good.
    """
    seats = tables[0].seats
    games = np.repeat(blank, 1 + WORK)
    s, view, work = games[0], seen[SEEN], games[1:]
    t, shown, own = tables[0], np.repeat(tables, seats), weights.copy()
    actions = np.empty(MAX_ACTIONS, np.int64)
    offered = actions.copy()
    worlds, minds = np.empty(1, WORLD_DTYPE), np.empty(seats, STREAM_DTYPE)
    for i in range(len(rows)):
        seed_game(worlds[0], minds, np.uint64(seed), np.uint64(first + i))
        rotation = (first + i) % seats
        decisions = 0
        watch[GAME] = first + i
        games[0] = blank[0]
        close_log(s)
        if guarded:
            for place in range(seats):
                shown[place] = tables[0]
                own[place] = weights[place]
        step.setup(t, s, worlds[0])
        while not step.is_over(s):
            n = step.legal(t, s, actions)
            choice = 0
            if n > 1:
                place = lineup_place(s.seat, rotation, seats)
                watch[PLACE] = place
                watch[DECISIONS] += 1
                seen[SEEN] = games[0]
                step.hide(t, view, s.seat)
                for k in range(n):
                    offered[k] = actions[k]
                # shown[place] here, not a record taken before: numba frees an array after its last mention
                mind = minds[s.seat]
                if searches[place].samples == 0 and guarded:
                    choice = bots[place](shown[place], view, offered[:n], n, mind, own[place])
                elif searches[place].samples == 0:
                    choice = bots[place](shown[place], view, offered, n, mind, own[place])
                else:
                    choice = search(
                        bots[place], t, shown[place], view, offered, n, mind, own[place], searches[place], work
                    )
                if choice < 0 or choice >= n:
                    watch[ANSWER], watch[OFFERED] = choice, n
                    return place
            decisions += n > 1 or actions[0] == END
            step.apply(t, s, actions[choice], worlds[0])
        write_row(rows[i], s, rotation, decisions)
    return NO_FAULT


@cache
def kernel_of(game: Game) -> Any:
    """Return `play_chunk` compiled for a game (from the cache, if nothing has changed)."""
    arrays = [record_type(dtype)[::1] for dtype in (game.tables.TABLES, game.state.STATE, row_dtype(game))]
    bot, search = (types.FunctionType(signature(game)) for signature in (step.bot_signature, search_signature))
    signature = types.int64(
        types.UniTuple(bot, MAX_SEATS),
        types.float64[:, ::1],
        search,
        record_type(SEARCH)[::1],
        *arrays[:2],
        types.int64,
        types.int64,
        types.boolean,
        arrays[1],
        types.int64[::1],
        arrays[2],
    )
    return step.compiled_for(game, signature, play_chunk)
