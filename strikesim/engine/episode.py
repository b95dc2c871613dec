"""One game played decision by decision, outside the kernel and exactly as the kernel plays it."""

from copy import copy
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strikesim.engine.bots import Bot
from strikesim.engine.faults import failed, illegal_answer
from strikesim.engine.kernel import lineup_place, row_dtype, write_row
from strikesim.engine.search import SEARCH, WORK, search_of
from strikesim.games import Game
from strikesim.games.common import MAX_ACTIONS
from strikesim.rng import Stream, seeded


@dataclass(frozen=True, eq=False)
class Seating:
    """What a kernel needs to play: a game, its rules as numbers, and one bot for each seat."""

    game: Game
    tables: NDArray[Any]
    bots: "tuple[Bot, ...]"

    @property
    def seats(self) -> int:
        """Return the number of seats."""
        return len(self.bots)


class Episode:
    """One game being played."""

    def __init__(self, match: Seating, seed: int, game: int) -> None:
        self.match, self.seed, self.game = match, seed, game
        self.rotation = game % match.seats
        self.t = match.tables[0]
        self._games, self._seen = (np.zeros(1, match.game.state.STATE) for _ in range(2))
        self._work = np.zeros(WORK, match.game.state.STATE)
        self.s = self._games[0]
        self._actions = np.zeros(MAX_ACTIONS, np.int64)
        # Each bot's own tables and weights for this game, by place in the line-up.
        self._shown = np.repeat(match.tables, match.seats)
        self._weights = [bot.weight_row() for bot in match.bots]
        self.decisions = 0
        self._world, self._minds = seeded(seed, game, match.seats)
        match.game.rules.setup(self.t, self.s, self._world)

    def legal(self) -> list[int]:
        """Return the codes of the legal actions."""
        n = self.match.game.rules.legal(self.t, self.s, self._actions)
        return [int(code) for code in self._actions[:n]]

    def choose(self, legal: "list[int]") -> int:
        """Let the bot of the seat to decide choose one of the legal actions."""
        if len(legal) == 1:
            return legal[0]
        seat = int(self.s.seat)
        bot = self.bot_at(seat)
        arguments = self._arguments(seat, len(legal))
        before = tuple(map(copy, arguments)) if bot.digest else ()
        try:
            answer = self._answer(bot, arguments)
        except Exception as error:
            raise failed(bot, error, before, self.seed, self.game) from error
        if not 0 <= answer < len(legal):
            raise illegal_answer(bot, int(answer), len(legal))
        return legal[answer]

    def _answer(self, bot: Bot, arguments: "tuple[Any, ...]") -> int:
        if not bot.search:
            return int(bot.function(*arguments))
        search, much = search_of(self.match.game, True), np.array([bot.search.row()], SEARCH)[0]
        return int(search(bot.function, self.t, *arguments, much, self._work))

    def asked(self, bot: Bot, legal: "list[int]", r: Stream) -> int:
        """Return which of the legal actions another bot would take, by a stream of its own; nothing moves."""
        return legal[self._answer(bot, (self.t, self.seen(), np.array(legal), len(legal), r, bot.weight_row()))]

    def seen(self) -> Any:
        """Return what the seat to decide may see, in a record that is written anew at each call."""
        self._seen[0] = self._games[0]
        self.match.game.rules.hide(self.t, self._seen[0], int(self.s.seat))
        return self._seen[0]

    def _arguments(self, seat: int, n: int) -> "tuple[Any, ...]":
        """Return what a bot is called with, in copies of its own."""
        place = lineup_place(seat, self.rotation, self.match.seats)
        return self._shown[place], self.seen(), self._actions[:n].copy(), n, self._minds[seat], self._weights[place]

    def apply(self, action: int) -> None:
        """Carry out an action."""
        self.match.game.rules.apply(self.t, self.s, action, self._world)

    def is_over(self) -> bool:
        """Tell whether the game has ended."""
        return bool(self.match.game.rules.is_over(self.s))

    def bot_at(self, seat: int) -> Bot:
        """Return the bot that sits at a seat in this game."""
        return self.match.bots[lineup_place(seat, self.rotation, self.match.seats)]

    def row(self) -> Any:
        """Return the finished game's result, as the kernel writes it."""
        rows = np.zeros(1, row_dtype(self.match.game))
        write_row(rows[0], self.s, self.rotation, self.decisions)
        return rows[0]
