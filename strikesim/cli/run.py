"""``strikesim run``: a batch sweep."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from strikesim.cli.common import console, print_json, say
from strikesim.cli.options import GridOptions, takes

if TYPE_CHECKING:
    from strikesim.result import Result


@takes(GridOptions)
def run(
    file: Annotated[Path, typer.Argument(help="Sweep file, TOML.", show_default=False)],
    options: GridOptions,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what it would take, and play nothing more.")] = False,
) -> None:
    """Play the sweeps of FILE and write a result folder for each; an interrupted run goes on where it stopped."""
    from strikesim.questions.run import each_of_file, foreseen

    if dry_run:
        say(*foreseen(file, **options.keys))
        return
    for result in each_of_file(file, **options.keys):
        if options.json:
            print_json(result.rates.to_json(orient="records", lines=True))
        elif not options.quiet:
            _show(result)


def _show(result: "Result") -> None:
    from strikesim.cli.tables import win_rates
    from strikesim.report.findings.stalls import stalls
    from strikesim.report.words import caveat
    from strikesim.stats.tables import sides

    screen = console()
    for line in stalls(result):
        screen.print(line, style="bold")
    screen.table(win_rates(f"{result.name}: who wins", sides(result.rates), result.manifest.labels))
    screen.print(caveat(result.manifest), style="dim")
    screen.print(f"Written to {result.folder}: tables, figures and all games\n", soft_wrap=True)
