"""``strikesim run``: a batch sweep."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from strikesim.cli.common import console
from strikesim.cli.options import GridOptions, takes

if TYPE_CHECKING:
    from strikesim.result import Result


@takes(GridOptions)
def run(
    file: Annotated[Path, typer.Argument(help="Sweep file, TOML.", show_default=False)], options: GridOptions
) -> None:
    """Play the sweeps of FILE and write a result folder for each; an interrupted run goes on where it stopped."""
    from strikesim.questions.run import each_of_file

    for result in each_of_file(file, **options.keys):
        if options.json:
            print(result.rates.to_json(orient="records", lines=True), end="")
        elif not options.quiet:
            _show(result)


def _show(result: "Result") -> None:
    from strikesim.cli.tables import win_rates
    from strikesim.report.words import caveat
    from strikesim.stats.tables import sides

    screen = console()
    screen.print(win_rates(f"{result.name}: who wins", sides(result.rates), result.manifest.labels))
    screen.print(caveat(result.manifest), style="dim")
    screen.print(f"Written to {result.folder}: tables, figures and all games\n", soft_wrap=True)
