"""What is said of a run while it is played: what it will take, how far it is, and what an interrupt leaves."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from strikesim.errors import counted
from strikesim.report import words
from strikesim.sweep.forecast import Forecast
from strikesim.sweep.run import Progress, Run

FIRST = 10.0  # seconds of silence
RARER = 1.1  # the next line comes when so many times as long has gone by, and FIRST

Say = Callable[[str], None]


def foretold(name: str, forecast: Forecast, folder: Path, threads: int) -> str:
    """Return a line on what a run will take."""
    cells = counted(forecast.cells, "cell")
    before = counted(forecast.stored, "game")
    if not forecast.games:
        return f"{name}: {cells}; all {before} are stored in {folder}"
    held = f" ({before} more stored)" if forecast.stored else ""
    return (
        f"{name}: {cells}, {counted(forecast.games, 'game')} to play{held}, which takes"
        f" {words.duration(forecast.seconds)} on {counted(threads, 'thread')} and {words.bulk(forecast.bytes)} of disk,"
        f" in {folder}"
    )


def stored(job: Run) -> str:
    """Return what a run has stored."""
    games = sum(part.games for part in job.store.parts.values())
    return f"{counted(games, 'game')} {'is' if games == 1 else 'are'} kept in {job.store.folder}"


def kept(job: Run) -> str:
    """Return what an interrupted run has stored."""
    return f"Interrupted; {stored(job)}."


@dataclass
class Seldom:
    """Tells how far something is, a line now and then, for logs and notebooks.

    Attributes
    ----------
    name
        Of what is done.
    say
        Gets the lines.
    """

    name: str
    say: Say
    begun: float = field(default_factory=time.monotonic)
    due: float = FIRST

    def elapsed(self) -> float:
        """Return the seconds since the beginning."""
        return time.monotonic() - self.begun

    def tell(self, line: str) -> None:
        """Say a line; the next one is due later."""
        self.due = self.elapsed() * RARER + FIRST
        self.say(f"{self.name}: {line}")


@dataclass
class Lines(Seldom):
    """Tells how far a run is."""

    already: int | None = None  # games that were stored before

    def show(self, progress: Progress) -> None:
        """Say how far the run is, if that was not said just now."""
        if self.already is None:
            self.already = progress.done
        if self.elapsed() >= self.due and progress.done > self.already:
            left = (progress.total - progress.done) * self.elapsed() / (progress.done - self.already)
            self.tell(f"{progress.done:,} of {progress.total:,} games, {words.duration(left)} left")


@dataclass(frozen=True)
class Generation:
    """What tuning tells its listener after every generation.

    Attributes
    ----------
    done, total
        Generations.
    best, mean
        Share of games that the best candidate of the generation won, and all of them.
    """

    done: int
    total: int
    best: float
    mean: float

    @property
    def told(self) -> str:
        """Return how well the generation did."""
        return f"candidates win {self.mean:.1%}, the best one {self.best:.1%}"


class Breeding(Seldom):
    """Tells how far a tuning is."""

    def show(self, generation: Generation) -> None:
        """Say how far the tuning is, if that was not said just now."""
        if self.elapsed() >= self.due:
            self.tell(f"{generation.done} of {counted(generation.total, 'generation')}; {generation.told}")


@contextmanager
def bred(name: str, folder: Path) -> Iterator[Callable[[Generation], None]]:
    """Say on stderr how far a tuning of Python's is, if it takes long, and what is kept if it is interrupted."""
    try:
        yield Breeding(name, to_stderr).show
    except KeyboardInterrupt:
        to_stderr(f"Interrupted; finished generations are kept in {folder}. The same call goes on from there.")
        raise


def to_stderr(line: str) -> None:
    """Print a line on stderr at once."""
    print(line, file=sys.stderr, flush=True)


@contextmanager
def watched(job: Run) -> Iterator[Callable[[Progress], None]]:
    """Say on stderr how far a run of Python's is, if it takes long, and what is kept if it is interrupted."""
    try:
        yield Lines(job.plan.sweep.name, to_stderr).show
    except KeyboardInterrupt:
        to_stderr(f"{kept(job)} The same call goes on from there.")
        raise
