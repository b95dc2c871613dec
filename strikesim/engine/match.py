"""A match: one game's rules, number of players and line-up, ready to be played any number of times."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strikesim.engine.bots import Bot
from strikesim.engine.kernel import NO_FAULT, kernel_of, row_dtype
from strikesim.engine.search import NOT_AT_ALL, SEARCH, search_of
from strikesim.errors import BotError, ConfigError, near
from strikesim.games import Game, load
from strikesim.games.common import MAX_SEATS
from strikesim.games.ruleset import Data


@dataclass(frozen=True, eq=False)
class Match:
    """Everything that fixes a game but its seed.

    The line-up has one bot for each seat; in game g it is moved on by g modulo seats, so that every bot sits in every
    seat equally often. A game in which a player fills several seats says how many there are in its tables.
    """

    game: Game
    data: Data  # the whole ruleset, alternatives chosen
    players: int
    difficulty: "str | None"
    bots: "tuple[Bot, ...]"  # one for each seat
    tables: NDArray[Any]

    @property
    def seats(self) -> int:
        """Return the number of seats."""
        return len(self.bots)

    def play(self, seed: int, first: int, count: int) -> NDArray[Any]:
        """Play games `first` … `first` + `count` - 1 of the run `seed`.

        Returns
        -------
        ndarray
            One row for each game, dtype `strikesim.engine.kernel.row_dtype`.

        Raises
        ------
        BotError
            A bot answered with an index that is not on offer, or failed.
        """
        rows = np.zeros(count, row_dtype(self.game))
        blank = np.zeros(1, self.game.state.STATE)
        bots = self._filled()
        weights = np.array([bot.weight_row() for bot in bots])
        functions = tuple(bot.function for bot in bots)
        searches = np.array([bot.search.row() if bot.search else NOT_AT_ALL for bot in bots], SEARCH)
        search = search_of(self.game, bool(searches["samples"].any()))
        guarded = any(bot.digest for bot in bots)  # a bot of a user's file
        try:
            place = kernel_of(self.game)(
                functions, weights, search, searches, self.tables, blank, seed, first, guarded, rows
            )
        except Exception as error:
            users = ", ".join(sorted({bot.name for bot in self.bots if bot.digest})) or "a built-in bot"
            raise BotError(f"a bot failed while it played ({users}): {type(error).__name__}: {error}") from error
        if place != NO_FAULT:
            raise illegal_answer(self.bots[place])
        return rows

    def _filled(self) -> "list[Bot]":
        """Return MAX_SEATS bots: the kernel's tuple has one length."""
        return [*self.bots, *[self.bots[0]] * (MAX_SEATS - len(self.bots))]


def illegal_answer(bot: Bot) -> BotError:
    """Return the error of a bot that answered with an index that is not on offer."""
    return BotError(f"bot '{bot.name}' answered with an index that is not on offer; it must return 0 to n - 1")


def prepare(data: Data, players: int, difficulty: "str | None", bots: "Sequence[Bot]", where: str) -> Match:
    """Validate a ruleset for a number of players and compile it.

    Parameters
    ----------
    data
        A whole ruleset (`strikesim.games.ruleset.Layers.data`).
    players, difficulty
        Where the game has difficulties and None is given, its default is taken.
    bots
        A line-up; a shorter one is repeated round the table.
    where
        What to call the ruleset in errors.

    Raises
    ------
    RulesetError, ConfigError
        The ruleset is broken; or it is not made for so many players or this difficulty.
    """
    game = load(data["ruleset"]["name"])
    rules = game.tables.Rules.parse(data, where)
    header = rules.ruleset
    if players not in header.players:
        low, high = min(header.players), max(header.players)
        raise ConfigError(f"{where}: players = {players}; {header.name} takes {low} to {high}")
    difficulty = header.default_difficulty if difficulty is None else difficulty
    if difficulty is not None and difficulty not in header.difficulties:
        known = near(difficulty, header.difficulties) or "; the game has none"
        raise ConfigError(f"{where}: {header.name} has no difficulty '{difficulty}'{known}")
    tables = game.tables.compile_tables(rules, players, difficulty)
    seats = int(tables[0].seats)
    if not bots or len(bots) > seats:
        raise ConfigError(f"{where}: a line-up of {len(bots)} bots for {seats} seats; give 1 to {seats}")
    _refuse_namesakes(bots, where)
    seated = tuple(bots[seat % len(bots)] for seat in range(seats))
    return Match(game, data, players, difficulty, seated, tables)


def _refuse_namesakes(bots: "Sequence[Bot]", where: str) -> None:
    """Refuse different bots of one name: nobody could tell their results apart."""
    known: dict[str, Bot] = {}
    for bot in bots:
        other = known.setdefault(bot.name, bot)
        if (other.spec, other.weights, other.digest) != (bot.spec, bot.weights, bot.digest):
            raise ConfigError(f"{where}: two different bots have the name '{bot.name}'; give one of them another name")


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
