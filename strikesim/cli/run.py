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
from strikesim.cli.sweeping import REPORTS, OutOption, grid_of, seen

if TYPE_CHECKING:
    from strikesim.report.result import Result


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
    from strikesim.results import each_of_file

    grid = grid_of(players, difficulty, bots, settings)
    shown = seen(quiet or json)
    for result in each_of_file(file, out=out, jobs=jobs, games=games, seed=seed, grid=grid, **shown):
        if json:
            from strikesim.report.folder import by_cell

            print(by_cell(result.rates).to_json(orient="records", lines=True), end="")
        elif not quiet:
            _show(result)


def _show(result: "Result") -> None:
    from strikesim.cli.tables import win_rates
    from strikesim.report.folder import by_cell
    from strikesim.report.words import caveat
    from strikesim.stats.tables import sides

    screen = console()
    screen.print(win_rates(f"{result.name}: who wins", sides(by_cell(result.rates))))
    screen.print(caveat(result.manifest), style="dim")
    screen.print(f"Written to {result.folder}: tables, figures and all games\n", soft_wrap=True)
