"""What a run will take, told from a few games that are played for that alone."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from strikesim.sweep.parts import size_of
from strikesim.sweep.plan import Plan, PlannedCell
from strikesim.sweep.rows import columns

CELLS = 6  # the most cells of which games are tried
ENOUGH = 0.05  # seconds of games in one call that can be timed
FEW, MOST = 16, 256  # games of a cell that are tried
TOO_LONG = 1.0  # seconds after which even fewer will do
PACKED = 12  # a file of many games is smaller than its table at least by this


@dataclass(frozen=True)
class Forecast:
    """What a run will take, about.

    Attributes
    ----------
    cells
        Of the sweep.
    games, stored
        How many are still to be played, with a precision at most; and how many the folder holds.
    seconds
        Of playing, on as many threads as the run has.
    bytes
        Of the new games on the disk.
    """

    cells: int
    games: int
    stored: int
    seconds: float
    bytes: int


def forecast(plan: Plan, stored: Mapping[int, int], threads: int) -> Forecast:
    """Try some games of cells that stand for all, and say what the run will take.

    Parameters
    ----------
    stored
        How many games of each cell there are, by its index.
    threads
        That the run will have.
    """
    missing = {cell: max(0, games - stored[cell]) for cell, games in plan.requested.items()}
    held = sum(stored.values())
    wanting = [cell for cell in plan.cells if missing[cell.index] > 0]
    if not wanting:
        return Forecast(len(plan.cells), 0, held, 0.0, 0)
    tried = _spread(wanting)
    tried[0].match.play(plan.sweep.seed, 0, 1)  # what is loaded for a first game is not timed
    seconds, size = np.mean([_tried(cell, plan.sweep.seed) for cell in tried], axis=0)
    games = sum(missing.values())
    return Forecast(len(plan.cells), games, held, float(seconds) * games / threads, int(size * games))


def _spread(cells: Sequence[PlannedCell]) -> list[PlannedCell]:
    """Return a few cells, spread evenly over the grid."""
    places = np.unique(np.linspace(0, len(cells) - 1, CELLS).astype(int))
    return [cells[place] for place in places]


def _tried(cell: PlannedCell, seed: int) -> tuple[float, float]:
    """Return the seconds and the bytes that a game of a cell takes."""
    count, took = 1, 0.0
    while True:
        begin = time.perf_counter()
        rows = cell.match.play(seed, 0, count)
        took = time.perf_counter() - begin
        if (took >= ENOUGH and count >= FEW) or took >= TOO_LONG or count == MOST:
            break
        count *= 4
    whole, some = (columns(cell.match, 0, part) for part in (rows, rows[: count // 4]))
    # What a file takes besides games is not counted; a few games are packed badly, and many better than that.
    packed = (size_of(whole) - size_of(some)) / (count - count // 4)
    return took / count, min(packed, whole.nbytes / count / PACKED)
