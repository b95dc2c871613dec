"""What is compiled once is found again: by the process that asked for it, and by the package in another place."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from strikesim.engine.warm import warm
from strikesim.sources import PACKAGE


def test_a_namesake_in_the_current_folder_is_not_compiled_instead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "strikesim").mkdir()
    (tmp_path / "strikesim" / "__init__.py").write_text("raise SystemExit(3)")
    monkeypatch.chdir(tmp_path)
    process = warm("strajk")
    process.join()
    assert process.exitcode == 0


@pytest.mark.jit
def test_a_copy_of_the_package_compiles_nothing_anew(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "strikesim", ignore=shutil.ignore_patterns("__pycache__"))
    show = (
        "from strikesim.rng import seed_game as f;"
        "print(f.__code__.co_filename, f.stats.cache_hits.total(), f.stats.cache_misses.total())"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    words = [sys.executable, "-P", "-c", show]
    told = subprocess.run(words, env=environment, capture_output=True, text=True, check=True).stdout
    assert told.split() == [str(tmp_path / "strikesim" / "rng.py"), "1", "0"]
