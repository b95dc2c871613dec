"""The progress bar of a run on a terminal: games done, time left, and the win rate of the cell being played."""

import shlex
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from strikesim.cli.common import compiling, console, say

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from pathlib import Path

    from strikesim.questions.progress import Generation
    from strikesim.sweep.run import Progress, Run

EVERY = 0.1  # seconds between two updates


class Bar:
    """A bar on stderr; none when quiet, or when stderr is no terminal and could not take it back."""

    def __init__(self, name: str, quiet: bool) -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as RichProgress

        self.moves = sys.stderr.isatty() and not quiet
        self._bar = RichProgress(
            TextColumn("[bold]{task.description}"),
            BarColumn(bar_width=20),
            MofNCompleteColumn(),
            TimeRemainingColumn(elapsed_when_finished=True),
            TextColumn("{task.fields[live]}"),
            console=console(stderr=True),
            disable=not self.moves,
            transient=True,
        )
        self._task = self._bar.add_task(name, total=None, live="")
        self._shown = 0.0

    def __enter__(self) -> Self:
        """Show the bar."""
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take the bar away."""
        self.stop()

    def stop(self) -> None:
        """Take the bar away."""
        self._bar.stop()

    def show(self, progress: "Progress") -> None:
        """Bring the bar up to date with a run."""
        self._show(progress.done, progress.total, lambda: live(progress))

    def show_generation(self, generation: "Generation") -> None:
        """Bring the bar up to date with a tuning."""
        self._show(generation.done, generation.total, lambda: generation.told)

    def _show(self, done: int, total: int, told: Callable[[], str]) -> None:
        now = time.monotonic()
        if now - self._shown > EVERY or done == total:
            self._shown = now
            self._bar.update(self._task, completed=done, total=total, live=told())


def live(progress: "Progress") -> str:
    """Return the win rate of the cell being played, with its interval.

    It is the first side's: the team, the first bot of a mixed line-up, or the player who began.
    """
    from strikesim.stats.intervals import rate_interval

    low, high = rate_interval(progress.cell_wins, progress.cell_games)
    rate = progress.cell_wins / progress.cell_games
    return f"{progress.cell.label}: {progress.side} wins {rate:.1%} ({low:.1%}–{high:.1%})"


def seen(quiet: bool) -> dict[str, Any]:
    """Return how a question tells the screen what it does: that it compiles, what it takes, and how far it is."""

    @contextmanager
    def watch(job: "Run") -> "Iterator[Callable[[Progress], None]]":
        from strikesim.questions.progress import Lines, foretold, kept
        from strikesim.sweep.forecast import forecast

        if not quiet:
            threads = job.pool.width
            _tell(foretold(job.plan.sweep.name, forecast(job.plan, job.games, threads), job.store.folder, threads))
        with Bar(job.plan.sweep.name, quiet) as bar:
            try:
                yield bar.show if bar.moves or quiet else Lines(job.plan.sweep.name, _tell).show
            except KeyboardInterrupt:
                bar.stop()
                _tell(f"{kept(job)} To go on:\n  {_again()}")
                raise

    greet = (lambda line: None) if quiet else _tell
    return {"announce": compiling, "tell": _tell, "greet": greet, "watch": watch}


def bred(quiet: bool) -> "Callable[[str, Path], AbstractContextManager[Callable[[Generation], None]]]":
    """Return how tuning tells the screen how far it is: a bar of generations, or a line now and then."""

    @contextmanager
    def follow(name: str, folder: "Path") -> "Iterator[Callable[[Generation], None]]":
        from strikesim.questions.progress import Breeding

        lines = Breeding(name, _tell)
        with Bar(name, quiet) as bar:
            try:
                yield bar.show_generation if bar.moves or quiet else lines.show
            except KeyboardInterrupt:
                bar.stop()
                _tell(f"Interrupted; finished generations are kept in {folder}. To go on:\n  {_again()}")
                raise

    return follow


def _again() -> str:
    return shlex.join(["strikesim", *sys.argv[1:]])


def _tell(note: str) -> None:
    say(note, stderr=True)
