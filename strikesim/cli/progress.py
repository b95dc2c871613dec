"""The progress bar of a run: games done, time left, and the win rate of the cell being played."""

import shlex
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from strikesim.cli.common import compiling, console

if TYPE_CHECKING:
    from strikesim.sweep.plan import Plan
    from strikesim.sweep.run import Progress, Run

EVERY = 0.1  # seconds between two updates


class Bar:
    """A bar on stderr; none when quiet or when stderr is no terminal."""

    def __init__(self, plan: "Plan", quiet: bool) -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as RichProgress

        self._bar = RichProgress(
            TextColumn("[bold]{task.description}"),
            BarColumn(bar_width=20),
            MofNCompleteColumn(),
            TimeRemainingColumn(elapsed_when_finished=True),
            TextColumn("{task.fields[live]}"),
            console=console(stderr=True),
            disable=quiet or not sys.stderr.isatty(),
            transient=True,
        )
        self._task = self._bar.add_task(plan.sweep.name, total=None, live="")
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
        """Bring the bar up to date."""
        now = time.monotonic()
        if now - self._shown > EVERY or progress.done == progress.total:
            self._shown = now
            self._bar.update(self._task, completed=progress.done, total=progress.total, live=live(progress))


def live(progress: "Progress") -> str:
    """Return the win rate of the cell being played, with its interval.

    It is the first side's: the team, the first bot of a mixed line-up, or the player who began.
    """
    from strikesim.stats.intervals import wilson

    low, high = wilson(progress.cell_wins, progress.cell_games)
    rate = progress.cell_wins / progress.cell_games
    return f"{progress.cell.label}: {progress.side} wins {rate:.1%} ({low:.1%}–{high:.1%})"


def seen(quiet: bool) -> dict[str, Any]:
    """Return how a question tells the screen what it does: that it compiles, and how far it is."""

    @contextmanager
    def watch(job: "Run") -> "Iterator[Callable[[Progress], None]]":
        with Bar(job.plan, quiet) as bar:
            try:
                yield bar.show
            except KeyboardInterrupt:
                bar.stop()
                _say_how_to_go_on(job)
                raise

    return {"announce": compiling, "watch": watch}


def _say_how_to_go_on(job: "Run") -> None:
    stored = sum(part.games for part in job.store.parts.values())
    print(f"Interrupted; {stored:,} games are kept in {job.store.folder}. To go on:", file=sys.stderr)
    print(f"  {shlex.join(['strikesim', *sys.argv[1:]])}", file=sys.stderr)
