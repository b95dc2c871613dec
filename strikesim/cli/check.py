"""``strikesim check``: say whether the targets are met."""

from pathlib import Path
from typing import Annotated

import typer

from strikesim.cli.common import console
from strikesim.cli.options import SweepOptions, takes

MISSED, NOT_DECIDED = 1, 2


@takes(SweepOptions)
def check(
    file: Annotated[Path, typer.Argument(help="Sweep file with targets, TOML.", show_default=False)],
    options: SweepOptions,
) -> None:
    """Play the sweeps of FILE and say of each cell whether it meets its target.

    Exit code 0: all are met; 1: one is missed; 2: none is missed, but one is not decided (or the input is bad). The
    chance of any wrong verdict in a sweep is 5 % at most, for one look: whoever adds games until a verdict comes out
    errs more often.
    """
    from strikesim.cli.tables import win_rates
    from strikesim.questions.check import check as checked
    from strikesim.stats.targets import ABOVE, BELOW, UNDECIDED

    verdicts: set[str] = set()
    for result in checked(file, **options.keys):
        judged = result.verdicts
        verdicts |= set(judged["verdict"])
        if options.json:
            print(judged.to_json(orient="records", lines=True), end="")
        elif not options.quiet:
            console().print(win_rates(f"{result.name}: targets", judged, result.manifest.labels))
            console().print(
                '"needs": about so many more games would decide it, if the rate stays as it is.\n', style="dim"
            )
    if verdicts & {BELOW, ABOVE}:
        raise typer.Exit(MISSED)
    if UNDECIDED in verdicts:
        raise typer.Exit(NOT_DECIDED)
