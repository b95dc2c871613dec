"""Small sweeps for the tests."""

from pathlib import Path
from typing import Any

from strikesim.sweep.plan import Plan, read_sweeps
from strikesim.sweep.run import Progress, Run

TINY = """
[[sweep]]
name = "tiny"
ruleset = "strajk"
seed = 7
games = {games}
[sweep.grid]
players = [2, 3]
bots = ["random", "random,lazy"]
"ruleset.turn_limit" = [6]
[bots.lazy]
base = "random"
"""


def write(folder: Path, text: str) -> Path:
    """Write a sweep file and return its path."""
    path = folder / "sweep.toml"
    path.write_text(text, encoding="utf-8")
    return path


def tiny(folder: Path, games: int = 600) -> Plan:
    """Plan the tiny sweep."""
    (plan,) = read_sweeps(write(folder, TINY.format(games=games)))
    return plan


def run(plan: Plan, folder: Path, jobs: int = 2, listen: Any = None) -> Run:
    """Run a plan to its end."""

    def hear(progress: Progress) -> None:
        if listen:
            listen(progress)

    job = Run(plan, folder, jobs, hear)
    job.go()
    return job


def files(folder: Path) -> dict[str, bytes]:
    """Return every file of a result folder with its bytes."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


BASE_PRECISION = """
[[sweep]]
name = "precise"
ruleset = "strajk"
precision = 0.02
[sweep.grid]
players = 2
bots = "random"
"ruleset.turn_limit" = 6
"""
