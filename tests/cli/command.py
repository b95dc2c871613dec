"""The command line in a process of its own."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]


def strikesim(
    *words: str, cwd: Path, code: int = 0, variables: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the command line in a folder, with variables of the environment, and check its exit code."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "100", **(variables or {})}
    done = subprocess.run(
        [sys.executable, "-m", "strikesim", *words],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == code, done.stderr + done.stdout
    return done
