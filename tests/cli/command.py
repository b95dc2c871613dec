"""The command line, in this process or in one of its own."""

import io
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest import mock

from strikesim.cli.main import main

ROOT = Path(__file__).parents[2]
WIDTH = 100
Done = subprocess.CompletedProcess[str]


def strikesim(*words: str, cwd: Path, code: int = 0, width: int = WIDTH) -> Done:
    """Run the command line in a folder, on a terminal of some columns, and check its exit code.

    It runs in this process, which has loaded what a new one would take seconds to load.
    """
    streams = [io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2)]
    words = ("strikesim", *words)
    with (
        chdir(cwd),
        mock.patch.dict(os.environ, COLUMNS=str(width)),
        mock.patch.object(sys, "argv", [*words]),
        redirect_stdout(streams[0]),
        redirect_stderr(streams[1]),
    ):
        try:
            main()
            ended = None
        except SystemExit as exit_:
            ended = exit_.code
    out, err = (stream.buffer.getvalue().decode() for stream in streams)
    return _checked(subprocess.CompletedProcess(words, int(ended or 0), out, err), code)


def strikesim_apart(*words: str, cwd: Path, code: int = 0, variables: Mapping[str, str] | None = None) -> Done:
    """Run the command line in a process of its own, with variables of the environment, and check its exit code."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": str(WIDTH), **(variables or {})}
    command = [sys.executable, "-m", "strikesim", *words]
    return _checked(
        subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=300, check=False),
        code,
    )


def _checked(done: Done, code: int) -> Done:
    assert done.returncode == code, done.stderr + done.stdout
    return done
