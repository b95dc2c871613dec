"""``strikesim run``: a batch sweep."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

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
)
from strikesim.cli.sweeping import REPORTS, OutOption, grid_of, play_plan

if TYPE_CHECKING:
    from strikesim.report.folder import Report


def run(
    file: Annotated[Path, typer.Argument(help="Sweep file, TOML.", show_default=False)],
    games: GamesOption = None,
    seed: SeedOption = None,
    jobs: JobsOption = None,
    out: OutOption = REPORTS,
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

    overrides = {"games": games, "seed": seed, "grid": grid_of(players, difficulty, bots, settings)}
    for plan in read_sweeps(file, overrides, compiling):
        report = play_plan(plan, out / plan.sweep.name, jobs, quiet or json)
        if json:
            print(report.summary.to_json(orient="records", lines=True), end="")
        elif not quiet:
            _show(report)


def _show(report: "Report") -> None:
    from strikesim.cli.tables import win_rates
    from strikesim.report.figures import caveat, sides

    screen = console()
    screen.print(win_rates(f"{report.manifest['name']}: who wins", sides(report.summary)))
    screen.print(caveat(report.manifest), style="dim")
    screen.print(f"Written to {report.folder}: {', '.join(report.files)}\n", soft_wrap=True)
