"""``strikesim run``: a batch sweep."""

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from strikesim.cli.common import (
    BotsOption,
    DifficultyOption,
    GamesOption,
    JobsOption,
    JsonOption,
    PlayersOption,
    QuietOption,
    SeedOption,
    SetOption,
    console,
    jobs_or_all,
    parse_changes,
)

if TYPE_CHECKING:
    from strikesim.report.folder import Report
    from strikesim.sweep.plan import Plan


def run(
    file: Annotated[Path, typer.Argument(help="Sweep file, TOML.", show_default=False)],
    games: GamesOption = None,
    seed: SeedOption = None,
    jobs: JobsOption = None,
    out: Annotated[Path, typer.Option("-o", "--out", help="Folder in which each sweep gets its own.")] = Path(
        "reports"
    ),
    players: PlayersOption = None,
    difficulty: DifficultyOption = None,
    bots: BotsOption = None,
    settings: SetOption = None,
    quiet: QuietOption = False,
    json: JsonOption = False,
) -> None:
    """Play the sweeps of FILE and write a result folder for each; an interrupted run goes on where it stopped."""
    from strikesim.cli.common import compiling
    from strikesim.sweep.plan import read_sweeps

    grid: dict[str, Any] = {key: [value] for key, value in parse_changes(settings).items()}
    for axis, value in (("players", players), ("difficulty", difficulty), ("bots", bots)):
        if value is not None:
            grid[axis] = [value]
    overrides = {"games": games, "seed": seed, "grid": grid}
    for plan in read_sweeps(file, overrides, compiling):
        report = _run_one(plan, out / plan.sweep.name, jobs_or_all(jobs), quiet or json)
        if json:
            print(report.summary.to_json(orient="records", lines=True), end="")
        elif not quiet:
            _show(report)


def _run_one(plan: "Plan", folder: Path, jobs: int, quiet: bool) -> "Report":
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


def _show(report: "Report") -> None:
    from strikesim.cli.tables import win_rates
    from strikesim.report.figures import caveat

    screen = console()
    screen.print(win_rates(report))
    screen.print(caveat(report.manifest), style="dim")
    screen.print(f"Written to {report.folder}: {', '.join(report.files)}\n", soft_wrap=True)
