"""Run a planned sweep with a progress bar, as several verbs do."""

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from strikesim.cli.common import parse_changes

if TYPE_CHECKING:
    from strikesim.report.folder import Report
    from strikesim.sweep.plan import Plan

OutOption = Annotated[Path, typer.Option("-o", "--out", help="Folder in which each sweep gets its own.")]
REPORTS = Path("reports")


def grid_of(
    players: "int | None", difficulty: "str | None", bots: "str | None", settings: "list[str] | None"
) -> dict[str, list[Any]]:
    """Return the axes that the options fix, each with its one value."""
    fixed = {"players": players, "difficulty": difficulty, "bots": bots}
    grid = {key: [value] for key, value in parse_changes(settings).items()}
    return grid | {axis: [value] for axis, value in fixed.items() if value is not None}


def play_plan(plan: "Plan", folder: Path, jobs: "int | None", quiet: bool) -> "Report":
    """Play what a folder still lacks, and write its tables and figures."""
    from strikesim.cli.progress import Bar
    from strikesim.report.folder import write_report
    from strikesim.sweep.run import Run

    with Bar(plan, quiet) as bar:
        job = Run(plan, folder, jobs, bar.show)
        try:
            job.go()
        except KeyboardInterrupt:
            bar.stop()
            stored = sum(part.games for part in job.store.parts.values())
            print(f"Interrupted; {stored:,} games are kept in {folder}. To go on:", file=sys.stderr)
            print(f"  {shlex.join(['strikesim', *sys.argv[1:]])}", file=sys.stderr)
            raise
    return write_report(folder)
