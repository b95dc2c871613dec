"""Run a planned sweep: cells become parts, parts become chunks, chunks are played on all cores, or on a cluster."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strikesim.stats.intervals import rate_interval
from strikesim.sweep.plan import Plan, PlannedCell
from strikesim.sweep.pool import Chunk, Pool, Threads
from strikesim.sweep.rows import Winners, columns, sides, won_by
from strikesim.sweep.store import PART, Store

CHUNK = 250  # games in one call of the kernel: some tens of milliseconds
CHECKPOINT = 20.0  # seconds after which an unfinished part is stored all the same


@dataclass(frozen=True)
class Progress:
    """What a run tells its listener after every chunk."""

    cell: PlannedCell
    done: int  # games of the whole sweep, those stored before included
    total: int  # with a precision: the most it can come to
    side: str  # the cell's first side: the team, the first bot of a mixed line-up, or the player who begins
    cell_games: int
    cell_wins: int  # of that side


@dataclass(eq=False)
class _Job:
    """A part of a cell being played."""

    cell: PlannedCell
    index: int
    goal: int  # games the part is to have
    taken: int  # games of it that are stored or were given out to be played
    absorbed: int  # games of it that are stored or played without a gap from its start
    rows: list[NDArray[Any]] = field(default_factory=list)  # absorbed, not stored yet
    pending: dict[int, NDArray[Any]] = field(default_factory=dict)  # played, with a gap before them
    stored_at: float = field(default_factory=time.monotonic)

    def absorb(self, offset: int, rows: NDArray[Any]) -> None:
        """Take in a finished chunk, which starts at game `offset` of the part."""
        self.pending[offset] = rows
        while (ready := self.pending.pop(self.absorbed, None)) is not None:
            self.rows.append(ready)
            self.absorbed += len(ready)


def _sides(cell: PlannedCell) -> list[str]:
    return sides(cell.match.data["ruleset"]["kind"], _line_up(cell))


def _wins(cell: PlannedCell, rows: NDArray[Any]) -> list[int]:
    """Return how many of the games each side has won."""
    won = won_by(cell.match.data["ruleset"]["kind"], _line_up(cell), Winners.of_rows(rows))
    return [int(games.sum()) for games in won.values()]


def _line_up(cell: PlannedCell) -> list[str]:
    return [bot.name for bot in cell.match.bots]


class Run:
    """One run of a sweep into its folder."""

    def __init__(
        self,
        plan: Plan,
        folder: Path,
        jobs: int | None = None,
        listen: Callable[[Progress], None] = lambda progress: None,
        pool: Pool | None = None,
    ) -> None:
        """Open the folder.

        Parameters
        ----------
        plan, folder
            What to play, and where the games go.
        jobs
            Threads; None: one for each core.
        listen
            Called after every chunk.
        pool
            Who plays; None: so many threads.
        """
        self.plan, self.listen, self.pool = plan, listen, pool or Threads(jobs)
        self.store = Store(folder, plan)
        self.requested = plan.requested
        self.wins = {cell.index: np.zeros(len(_sides(cell)), np.int64) for cell in plan.cells}
        self.games = {cell.index: 0 for cell in plan.cells}
        for part in self.store.parts.values():
            self._count(part.cell, part.games, part.wins)

    def go(self) -> None:
        """Play what is missing.

        On KeyboardInterrupt, or any error, the finished games are stored before it is raised again.
        """
        queue = deque(job for cell in self.plan.cells if (job := self._next_job(cell, 0)))
        in_flight: dict[Chunk, tuple[_Job, int]] = {}
        started: list[_Job] = []
        try:
            while queue or in_flight:
                self._fill(queue, in_flight, started)
                for chunk, rows in self.pool.take():
                    job, offset = in_flight.pop(chunk)
                    self._take(job, offset, rows)
                    if job.absorbed == job.goal:
                        started.remove(job)
                        self._save(job)
                        if following := self._next_job(job.cell, job.index + 1):
                            queue.appendleft(following)
        except BaseException:
            self.pool.stop()
            for job in started:
                self._save(job)
            raise
        finally:
            self.pool.stop()
            self.store.close()

    def _next_job(self, cell: PlannedCell, index: int) -> _Job | None:
        """Return the first part from `index` on that still lacks games, or None if the cell is done."""
        requested = self.requested[cell.index]
        while index * PART < requested and not self._is_precise(cell, index):
            goal = min(PART, requested - index * PART)
            done = self.store.done(cell.index, index)
            if done < goal:
                return _Job(cell, index, goal, done, done)
            index += 1
        return None

    def _is_precise(self, cell: PlannedCell, parts: int) -> bool:
        """Tell whether the first parts of a cell give every side's rate the wanted precision."""
        precision = self.plan.sweep.precision
        if precision is None or parts == 0:
            return False
        stored = [self.store.parts[cell.index, index] for index in range(parts)]
        low, high = rate_interval(np.sum([part.wins for part in stored], axis=0), sum(part.games for part in stored))
        return bool(((high - low) / 2 <= precision / self.plan.sweep.times(cell.axes) ** 0.5).all())

    def _fill(self, queue: Any, in_flight: Any, started: list[_Job]) -> None:
        """Give out chunks until the pool has enough to do."""
        while queue and not self.pool.is_full:
            job = queue[0]
            if job not in started:
                started.append(job)
            count = min(CHUNK, job.goal - job.taken)
            chunk = Chunk(job.cell.match, self.plan.sweep.seed, job.index * PART + job.taken, count)
            in_flight[chunk] = (job, job.taken)
            self.pool.give(chunk)
            job.taken += count
            if job.taken == job.goal:
                queue.popleft()

    def _take(self, job: _Job, offset: int, rows: NDArray[Any]) -> None:
        job.absorb(offset, rows)
        cell = job.cell
        self._count(cell.index, len(rows), _wins(cell, rows))
        total = sum(self.requested.values())
        done = sum(self.games.values())
        side = "who begins" if (first := _sides(cell)[0]) == "1" else first
        self.listen(Progress(cell, done, total, side, self.games[cell.index], int(self.wins[cell.index][0])))
        if time.monotonic() - job.stored_at > CHECKPOINT:
            self._save(job)

    def _count(self, cell: int, games: int, wins: list[int]) -> None:
        self.games[cell] += games
        self.wins[cell] += wins

    def _save(self, job: _Job) -> None:
        """Store the part as far as it goes."""
        if not job.rows:
            return
        # Taken off the job first: if saving is interrupted, the games are played again and not stored twice.
        rows, job.rows = np.concatenate(job.rows), []
        table = columns(job.cell.match, job.index * PART + job.absorbed - len(rows), rows)
        self.store.extend(job.cell.index, job.index, table, _wins(job.cell, rows))
        job.stored_at = time.monotonic()
