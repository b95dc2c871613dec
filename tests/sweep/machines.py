"""A Dask cluster of real processes on this machine: a scheduler, and workers that share no folder with the tests."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from distributed import Client

PATIENCE = 60.0  # seconds for a process to be there


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Machines:
    """A scheduler and its workers, each a process without a nanny that would start it again."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.scheduler = self._start_scheduler()
        self.workers: list[subprocess.Popen[bytes]] = []

    def _start(self, name: str, *arguments: str) -> subprocess.Popen[bytes]:
        folder = self.folder / f"{name}-{time.monotonic_ns()}"
        folder.mkdir(parents=True)
        with (folder / "log").open("wb") as log:
            command = [sys.executable, "-m", "dask", *arguments]
            return subprocess.Popen(command, cwd=folder, stdout=log, stderr=log)

    def _start_scheduler(self) -> subprocess.Popen[bytes]:
        place = ("--host", "127.0.0.1", "--port", str(self.port))
        return self._start("scheduler", "scheduler", *place, "--no-dashboard")

    def add_worker(self, *options: str) -> subprocess.Popen[bytes]:
        """Start a worker of one thread."""
        place = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1")
        worker = self._start("worker", "worker", self.address, *place, *options)
        self.workers.append(worker)
        return worker

    def kill(self, process: subprocess.Popen[bytes]) -> None:
        """Kill a process as a power cut does."""
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        self.workers = [worker for worker in self.workers if worker is not process]

    def restart(self) -> None:
        """Kill all, and start as many again at the same address."""
        count = len(self.workers)
        self.close()
        self.scheduler = self._start_scheduler()
        for _ in range(count):
            self.add_worker()

    def ready(self, workers: int) -> "Machines":
        """Wait until there are just so many workers."""
        with Client(self.address, timeout=PATIENCE, set_as_default=False) as client:
            deadline = time.monotonic() + PATIENCE
            while len(client.nthreads()) != workers:
                assert time.monotonic() < deadline, [path.read_text() for path in self.folder.glob("*/log")]
                time.sleep(0.1)
        return self

    def close(self) -> None:
        """Kill all."""
        for process in [self.scheduler, *self.workers]:
            if process.poll() is None:
                self.kill(process)
