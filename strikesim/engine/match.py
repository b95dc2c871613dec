"""A match: one game's rules, number of players and line-up, ready to be played any number of times."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Event
from typing import Any

from numpy.typing import NDArray

from strikesim.engine import guard
from strikesim.engine.bots import Bot
from strikesim.engine.episode import Seating
from strikesim.engine.judging import judging
from strikesim.errors import ConfigError, near
from strikesim.games import load
from strikesim.games.ruleset import Data


@dataclass(frozen=True, eq=False)
class Match(Seating):
    """Everything that fixes a game but its seed.

    The line-up has one bot for each seat; in game g it is moved on by g modulo seats, so that every bot sits in every
    seat equally often. A game in which a player fills several seats says how many there are in its tables.
    """

    data: Data  # the whole ruleset, alternatives chosen
    players: int
    difficulty: "str | None"
    stopped: Event = field(default_factory=Event)  # set it when nobody waits for games that are being played

    def play(self, seed: int, first: int, count: int) -> NDArray[Any]:
        """Play games `first` … `first` + `count` - 1 of the run `seed`.

        Returns
        -------
        ndarray
            One row for each game, dtype `strikesim.engine.kernel.row_dtype`.

        Raises
        ------
        BotError
            A bot answered with an index that is not on offer, failed, or does not answer at all.
        """
        return guard.play(self, seed, first, count, self.stopped)


def prepare(data: Data, players: int, difficulty: "str | None", bots: "Sequence[Bot]", where: str) -> Match:
    """Validate a ruleset for a number of players and compile it; have bots of users' files play a sample.

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
    RulesetError, ConfigError, BotError
        The ruleset is broken; it is not made for so many players or this difficulty; a bot fails in the sample.
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
    bots = [judging(bot, game, data, tables, where) for bot in bots]
    seated = tuple(bots[seat % len(bots)] for seat in range(seats))
    match = Match(game, tables, seated, data, players, difficulty)
    guard.try_out(match, match.stopped)
    return match


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
