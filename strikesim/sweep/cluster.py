"""A Dask cluster as a pool: chunks go to its workers and rows come back; only this process writes.

A chunk is played the same wherever and however often. One that is lost with a worker is played again by another, as the
scheduler sees to; one that is lost with the scheduler is given out again from here, once there is a scheduler.
"""

import atexit
import logging
import socket
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strikesim.engine.kernel import row_dtype
from strikesim.engine.match import cores
from strikesim.errors import ClusterError, ConfigError, StrikesimError, counted
from strikesim.sweep import worker
from strikesim.sweep.luggage import packed
from strikesim.sweep.pool import Chunk

LOCAL = "local"
CONNECTING = 5.0  # seconds to reach a scheduler
PATIENCE = 60.0  # seconds to reach it again, or without an answer until workers are looked for
FRESH = 5.0  # seconds for which the number of threads is taken to be the same
AHEAD = 3  # chunks given out for each thread of the cluster
LEAST = 32  # chunks given out at least: a cluster that grows with its work must see some


class Cluster:
    """The workers of a Dask scheduler.

    Attributes
    ----------
    tell
        Gets a line on where the dashboard is, and on what is waited for.
    width
        How many threads the workers have.
    """

    def __init__(self, address: str, jobs: int | None = None) -> None:
        """Reach a scheduler, or start one with a worker of `jobs` threads, where the address is LOCAL.

        Raises
        ------
        ConfigError
            The package distributed is not there.
        ClusterError
            No scheduler answers.
        """
        self.address = address
        self.tell: Callable[[str], None] = lambda line: None
        self.width = 1
        self._given: dict[str, tuple[Any, Chunk]] = {}
        self._told = ""
        self._counted_at = 0.0
        self._versions = worker.versions()
        self._own = _started(jobs or cores()) if address == LOCAL else None
        self._client = self._connected()
        if self._own:
            self._client.run(worker.ignore_interrupts)

    def _connected(self) -> Any:
        """Return a client of the scheduler."""
        try:
            if not self._own:
                _knock(self.address)  # a client that finds nobody takes long to give up
            return _distributed().Client(self._own or self.address, timeout=CONNECTING, set_as_default=False)
        except (OSError, ValueError) as error:
            raise ClusterError(
                f"--dask {self.address}: no scheduler answers there ({_first_line(error)}); start one with"
                " `dask scheduler`, or see to the address, such as tcp://host:8786"
            ) from None

    def greet(self) -> None:
        """Compare the versions of the workers, and say where they are watched, if that was not said before.

        Raises
        ------
        ClusterError
            A worker has other versions.
        """
        if self._client.status != "running":  # since the last sweep
            self._begin_again()
        for address, found in self._client.run(worker.versions, on_error="return").items():
            if isinstance(found, Exception):
                raise ClusterError(
                    f"{address}: strikesim does not run there ({type(found).__name__}: {found}); install the same on"
                    " all machines"
                )
            if differences := worker.differences(found, self._versions):
                raise ClusterError(f"{address}: {differences}; install the same on all machines")
        self._count()
        workers = len(self._client.nthreads())
        ready = f"{counted(workers, 'worker')}, {counted(self.width, 'thread')}" if workers else "no workers yet"
        told = f"Dask at {self.address}: {ready}; dashboard: {self._client.dashboard_link}"
        if told != self._told:
            self.tell(told)
        self._told = told

    @property
    def is_full(self) -> bool:
        """Return whether enough is given out for all workers to be busy."""
        return len(self._given) >= max(LEAST, AHEAD * self.width)

    def give(self, chunk: Chunk) -> None:
        """Have a chunk played."""
        if self._client.status == "closed":
            self._begin_again()
        asked = chunk.seed, chunk.first, chunk.count
        future = self._client.submit(worker.play, packed(chunk.match), *asked, self._versions, pure=False)
        self._given[future.key] = future, chunk

    def take(self) -> Iterator[tuple[Chunk, NDArray[Any]]]:
        """Wait for a chunk at least; yield all that are played, with their rows.

        Raises
        ------
        BotError
            A bot failed.
        ClusterError
            The scheduler is lost, or workers cannot play.
        """
        for key, answer in self._answers().items():
            chunk = self._given.pop(key)[1]
            yield chunk, _rows(chunk, answer)

    def stop(self) -> None:
        """Give up what was given and not taken; what is being played ends unheard."""
        futures = [future for future, _ in self._given.values()]
        self._given.clear()
        if futures and self._client.status == "running":
            self._client.cancel(futures, force=True)

    def close(self) -> None:
        """Leave the cluster, and end it if it was started here."""
        self._leave()
        if self._own:
            self._own.close()

    def _leave(self) -> None:
        with suppress(TimeoutError):  # of a scheduler that is not there any more
            self._client.close(CONNECTING)

    def _answers(self) -> dict[str, bytes]:
        """Return what was answered, by its key; if the scheduler is lost meanwhile, reach it again."""
        while True:
            try:
                done = self._done()
                for future in done:
                    if future.status == "error":
                        raise self._explained(future)
                if time.monotonic() - self._counted_at > FRESH:
                    self._count()
                return dict(zip([future.key for future in done], self._client.gather(done), strict=True))
            except StrikesimError:
                raise
            except (_distributed().CancelledError, OSError):
                self._begin_again()

    def _done(self) -> list[Any]:
        """Wait for a future at least, and return all that are done."""
        futures = [future for future, _ in self._given.values()]
        while True:
            try:
                with self._client.as_current():
                    found = _distributed().wait(futures, timeout=PATIENCE, return_when="FIRST_COMPLETED")
                return list(found.done)
            except TimeoutError:
                if not self._client.nthreads():
                    self.tell(f"Dask at {self.address}: there are no workers; waiting for one")

    def _count(self) -> None:
        self.width = max(1, sum(self._client.nthreads().values()))
        self._counted_at = time.monotonic()

    def _begin_again(self) -> None:
        """Reach the scheduler, which was lost, once more, and give out again what is not answered."""
        self.tell(f"Dask at {self.address}: the scheduler was lost; trying to reach it again")
        chunks = [chunk for _, chunk in self._given.values()]
        self._leave()
        self._client = self._reached()
        self._given.clear()
        for chunk in chunks:
            self.give(chunk)

    def _reached(self) -> Any:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return self._connected()
            except ClusterError:
                if time.monotonic() > deadline:
                    raise ClusterError(f"{self.address}: the scheduler is lost") from None
                time.sleep(1)

    def _explained(self, future: Any) -> StrikesimError:
        """Return the error of a chunk that could not be played."""
        error = future.exception()
        if isinstance(error, StrikesimError):
            return error
        if not isinstance(error, _distributed().KilledWorker):
            return ClusterError(f"{self.address}: a worker cannot play ({type(error).__name__}: {error})")
        chunk = self._given[future.key][1]
        bots = ", ".join(dict.fromkeys(bot.name for bot in chunk.match.bots))
        return ClusterError(
            f"{error.last_worker.address}: the last of {error.allowed_failures + 1} workers that died while they played"
            f" games {chunk.first} to {chunk.first + chunk.count - 1} of {bots}; see its log: memory may be short, or a"
            " bot reaches into memory that is not its own"
        )


def _knock(address: str) -> None:
    """Raise an OSError if nobody listens at an address."""
    protocol, _, place = address.rpartition("://")
    host, _, port = place.rpartition(":")
    if not host or not port.isdecimal():
        raise ValueError("it has no host and port")
    if protocol in ("", "tcp", "tls"):
        socket.create_connection((host.strip("[]"), int(port)), CONNECTING).close()


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]


def _rows(chunk: Chunk, answer: bytes) -> NDArray[Any]:
    rows = np.frombuffer(zlib.decompress(answer), row_dtype(chunk.match.game))
    if len(rows) != chunk.count:
        raise ClusterError(f"a worker has played {counted(len(rows), 'game')} instead of {chunk.count}")
    return rows


def _distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise ConfigError("--dask needs the package distributed: pip install 'strikesim[dask]'") from None
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # what goes wrong is said here, once
    return distributed


def _started(threads: int) -> Any:
    """Start a scheduler and a worker on this machine."""
    settings = {"n_workers": 1, "threads_per_worker": threads, "dashboard_address": ":0"}
    return _distributed().LocalCluster(**settings, silence_logs=logging.ERROR)


@cache
def connected(address: str, jobs: int | None = None) -> Cluster:
    """Return the cluster at an address, one for as long as this process lives.

    Raises
    ------
    ConfigError
        The package distributed is not there, or threads are asked for of somebody else's workers.
    ClusterError
        No scheduler answers.
    """
    if jobs and address != LOCAL:
        raise ConfigError(f"--jobs {jobs} with --dask {address}: its workers say how many threads they have")
    cluster = Cluster(address, jobs)
    atexit.register(cluster.close)
    return cluster
