"""Plays users' bots so that whatever they do, the run ends in a line: mistakes, endless loops, and worse.

A chunk of games is played in a thread of its own, which nobody has to wait for: an endless bot is left behind in it,
and ends with the process. Before its first game that counts, a line-up plays a sample twice, together and apart.
"""

import atexit
import subprocess
import sys
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from threading import Event, Thread
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strikesim.engine.bots import Bot
from strikesim.engine.episode import Episode, Seating
from strikesim.engine.faults import endless, illegal_answer, moody, trespasser
from strikesim.engine.kernel import (
    ANSWER,
    DECISIONS,
    GAME,
    GUARDED,
    NO_FAULT,
    OFFERED,
    PLACE,
    SEEN,
    WATCH,
    kernel_of,
    row_dtype,
)
from strikesim.engine.search import NOT_AT_ALL, SEARCH, search_of
from strikesim.errors import BotError
from strikesim.games.common import MAX_SEATS

PATIENCE = 60.0  # seconds for one decision
GRACE = 1.0  # seconds, once the run has been told to stop
TICK = 0.5  # seconds between looks
SAMPLE_SEED, SAMPLE = 1, 3
UNTOUCHED = 165


@dataclass(frozen=True, eq=False)
class Chunk:
    """Some games of a run while they are being played."""

    seating: Seating
    seed: int
    first: int
    rows: NDArray[Any]
    seen: NDArray[Any]
    watch: NDArray[np.int64]

    @classmethod
    def of(cls, seating: Seating, seed: int, first: int, count: int) -> "Chunk":
        """Make room for `count` games from game `first` of the run `seed`."""
        state = seating.game.state.STATE
        seen = np.full(GUARDED * state.itemsize, UNTOUCHED, np.uint8).view(state)
        rows = np.zeros(count, row_dtype(seating.game))
        return cls(seating, seed, first, rows, seen, np.zeros(WATCH, np.int64))

    def play(self) -> NDArray[Any]:
        """Play and return the rows.

        Raises
        ------
        BotError
            A bot answered with an index that is not on offer, or failed.
        """
        seating = self.seating
        bots = [*seating.bots, *[seating.bots[0]] * (MAX_SEATS - seating.seats)]  # the kernel's tuple has one length
        weights = np.array([bot.weight_row() for bot in bots])
        functions = tuple(bot.function for bot in bots)
        searches = np.array([bot.search.row() if bot.search else NOT_AT_ALL for bot in bots], SEARCH)
        search = search_of(seating.game, bool(searches["samples"].any()))
        blank = np.zeros(1, seating.game.state.STATE)
        guarded = bool(users(seating))
        kernel = kernel_of(seating.game)
        try:
            place = kernel(
                functions,
                weights,
                search,
                searches,
                seating.tables,
                blank,
                self.seed,
                self.first,
                guarded,
                self.seen,
                self.watch,
                self.rows,
            )
        except Exception as error:
            raise self._explained(error) from error
        if place != NO_FAULT:
            raise illegal_answer(seating.bots[place], int(self.watch[ANSWER]), int(self.watch[OFFERED]))
        if (np.delete(self.seen, SEEN).view(np.uint8) != UNTOUCHED).any():
            raise trespasser(users(seating))
        return self.rows

    def _explained(self, error: Exception) -> BotError:
        """Return the error of a game that failed: played again decision by decision, it tells more."""
        episode = Episode(self.seating, self.seed, int(self.watch[GAME]))
        try:
            while not episode.is_over():
                episode.apply(episode.choose(episode.legal()))
        except BotError as told:
            return told
        return moody(users(self.seating)) if users(self.seating) else BotError(f"{type(error).__name__}: {error}")

    def play_apart(self, stopped: Event) -> NDArray[Any]:
        """Play in a thread of its own, and leave it if a bot does not answer.

        Parameters
        ----------
        stopped
            Set when nobody wants the games any more: then an endless bot is left at once.
        """
        kernel_of(self.seating.game)  # compiled before the clock starts
        ended: Future[NDArray[Any]] = Future()
        Thread(target=_into, args=(ended, self), daemon=True).start()
        decisions, silence = -1, 0.0
        while True:
            with suppress(TimeoutError):
                return ended.result(timeout=TICK)
            # Ticks are counted, and not the time between them: a process may be halted for hours.
            silence = silence + TICK if self.watch[DECISIONS] == decisions else 0.0
            decisions = int(self.watch[DECISIONS])
            if silence >= (GRACE if stopped.is_set() else PATIENCE):
                bot = self.seating.bots[self.watch[PLACE]]
                raise endless([bot], silence, self.seed, int(self.watch[GAME]))


def _into(ended: "Future[NDArray[Any]]", chunk: Chunk) -> None:
    try:
        ended.set_result(chunk.play())
    except BaseException as error:
        ended.set_exception(error)


def users(seating: Seating) -> "list[Bot]":
    """Return the bots of a line-up that come from users' files, each once."""
    return list({(bot.spec, bot.digest): bot for bot in seating.bots if bot.digest}.values())


def play(seating: Seating, seed: int, first: int, count: int, stopped: Event) -> NDArray[Any]:
    """Play games of a run, apart if a user's bot is among the bots; parameters as of `Chunk`."""
    chunk = Chunk.of(seating, seed, first, count)
    return chunk.play_apart(stopped) if users(seating) else chunk.play()


def try_out(seating: Seating, stopped: Event) -> None:
    """Play a sample of games twice, together and apart, if there are users' bots.

    Raises
    ------
    BotError
        A bot fails, or does not play the same both times.
    """
    bots = users(seating)
    if not bots:
        return
    mourn_for(bots)
    together = play(seating, SAMPLE_SEED, 0, SAMPLE, stopped)
    apart = [play(seating, SAMPLE_SEED, game, 1, stopped) for game in reversed(range(SAMPLE))]
    if together.tobytes() != np.concatenate(apart[::-1]).tobytes():
        raise moody(bots)


# A process that outlives this one by a moment; it speaks if this one did not say goodbye.
LAST_WORDS = """
import signal, sys
signal.signal(signal.SIGINT, signal.SIG_IGN)
words = ""
for line in sys.stdin:
    words = line.strip()
if words:
    print("error: " + words, file=sys.stderr)
"""


def mourn_for(bots: "list[Bot]") -> None:
    """Have a line said should this process end without a word from now on, as after a segmentation fault."""
    mourner = _mourner()
    names = " or ".join(f"'{bot.name}' ({bot.spec})" for bot in bots)
    words = f"strikesim ended in mid-air: it was killed, or bot {names} reached into memory that is not its own"
    with suppress(OSError, ValueError):
        mourner.stdin.write(f"{words}: look for a function that calls itself without end, or for pointers\n")
        mourner.stdin.flush()


@cache
def _mourner() -> Any:
    words = [sys.executable, "-I", "-S", "-c", LAST_WORDS]
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    atexit.register(_comfort, process)
    return process


def _comfort(process: Any) -> None:
    with suppress(OSError, ValueError, subprocess.TimeoutExpired):
        process.communicate("\n", timeout=GRACE)
