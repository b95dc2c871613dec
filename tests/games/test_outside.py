"""Whole games outside the package, as their authors have them: their own tests, and `strikesim test-game`."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.command import ROOT, strikesim
from strikesim import start

EXAMPLES = [path.parent for path in sorted((ROOT / "examples").glob("*/rules.py"))]
PLACES = EXAMPLES + [start.FOLDER / whose for whose, _ in start.KINDS.values()]

pytestmark = [pytest.mark.slow, pytest.mark.jit]
outside = pytest.mark.parametrize("place", PLACES, ids=lambda place: place.name)


@outside
def test_a_games_own_tests_pass(place: Path) -> None:
    words = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(place),
        str(place / "tests"),
    ]
    done = subprocess.run(
        words, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


@outside
def test_a_game_stands_the_test(place: Path, tmp_path: Path) -> None:
    assert ", 0 refuted, 0 not shown yet" in strikesim("test-game", str(place), cwd=tmp_path).stdout
