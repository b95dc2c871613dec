"""Measure how fast games are played."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from strikesim.engine.bots import find_bot, marks
from strikesim.engine.match import Match, prepare
from strikesim.games import load
from strikesim.games.ruleset import read_layers

SEED = 1


@dataclass(frozen=True)
class Speed:
    """How fast one bot plays in all seats."""

    bot: str
    players: int
    decisions_per_second: float  # on one core
    games_per_second: float  # on one core
    games_per_second_all: float  # on all threads
    ready_seconds: float  # to load or compile the kernel and the bot, before the first game


def measure(ruleset: str, seconds: float, threads: int) -> Iterator[Speed]:
    """Yield the speed of each built-in bot at each number of players.

    Parameters
    ----------
    ruleset
        A ruleset's name, or a TOML file that extends one.
    seconds
        Time for each figure.
    threads
        Threads for the figure on all cores.
    """
    layers = read_layers(ruleset)
    data = layers.data()
    game = load(layers.game)
    for bot in marks(game):
        for players in data["ruleset"]["players"]:
            begin = time.perf_counter()
            match = prepare(data, players, None, [find_bot(game, bot, Path())], ruleset)
            match.play(SEED, 0, 1)
            ready = time.perf_counter() - begin
            games, decisions, took = play_for(match, seconds, 1)
            all_games, _, all_took = play_for(match, seconds, threads)
            yield Speed(bot, players, decisions / took, games / took, all_games / all_took, ready)


def play_for(match: Match, seconds: float, threads: int) -> tuple[int, int, float]:
    """Play for about so many seconds; return games, decisions and the exact time."""
    begin = time.perf_counter()

    def player(thread: int) -> tuple[int, int]:
        games = decisions = 0
        first, count = thread << 40, 1
        while (now := time.perf_counter()) < begin + seconds:
            rows = match.play(SEED, first + games, count)
            games += count
            decisions += int(rows["decisions"].sum())
            if time.perf_counter() - now < 0.05:
                count *= 2
        return games, decisions

    with ThreadPoolExecutor(threads) as pool:
        counts = list(pool.map(player, range(threads)))
    took = time.perf_counter() - begin
    return sum(games for games, _ in counts), sum(decisions for _, decisions in counts), took
