"""Who plays chunks of games: what any pool does, and the one of this process, its threads."""

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any, Protocol

from numpy.typing import NDArray

from strikesim.engine.match import Match, cores


@dataclass(frozen=True, eq=False)
class Chunk:
    """Consecutive games of a match to be played."""

    match: Match
    seed: int
    first: int
    count: int


class Pool(Protocol):
    """Plays chunks side by side, in any order."""

    @property
    def width(self) -> int:
        """Return how many chunks are played at one time."""

    @property
    def is_full(self) -> bool:
        """Return whether it has enough to do, so that what waits for it does not fill the memory."""

    def give(self, chunk: Chunk) -> None:
        """Have a chunk played."""

    def take(self) -> Iterator[tuple[Chunk, NDArray[Any]]]:
        """Wait for a chunk at least; yield all that are played, with their rows, each once."""

    def stop(self) -> None:
        """Give up what was given and not taken."""


class Threads:
    """Threads of this process."""

    def __init__(self, jobs: int | None = None) -> None:
        """Make a pool of so many threads; None: one for each core."""
        self.width = jobs or cores()
        self._executor = ThreadPoolExecutor(self.width)
        self._given: dict[Future[NDArray[Any]], Chunk] = {}

    @property
    def is_full(self) -> bool:
        """Return whether every thread has a chunk and a spare."""
        return len(self._given) >= 2 * self.width

    def give(self, chunk: Chunk) -> None:
        """Have a chunk played."""
        self._given[self._executor.submit(chunk.match.play, chunk.seed, chunk.first, chunk.count)] = chunk

    def take(self) -> Iterator[tuple[Chunk, NDArray[Any]]]:
        """Wait for a chunk at least; yield all that are played, with their rows."""
        for future in wait(self._given, return_when=FIRST_COMPLETED).done:
            yield self._given.pop(future), future.result()

    def stop(self) -> None:
        """Give up what has not begun; wait for what has, an endless bot excepted."""
        for chunk in self._given.values():
            chunk.match.stopped.set()
        self._executor.shutdown(wait=True, cancel_futures=True)


def played(pool: Pool, chunks: Iterable[Chunk]) -> Iterator[tuple[int, NDArray[Any]]]:
    """Yield the rows of each chunk with its place among them, as they come; then the pool is stopped."""
    waiting = deque(enumerate(chunks))
    places: dict[Chunk, int] = {}
    try:
        while waiting or places:
            while waiting and not pool.is_full:
                place, chunk = waiting.popleft()
                places[chunk] = place
                pool.give(chunk)
            for chunk, rows in pool.take():
                yield places.pop(chunk), rows
    finally:
        pool.stop()
