"""``strikesim check``: say whether the targets are met."""

from pathlib import Path
from typing import Annotated

import typer

from strikesim.cli.common import GamesOption, JobsOption, JsonOption, QuietOption, SeedOption, console
from strikesim.cli.sweeping import REPORTS, OutOption, seen

MISSED, NOT_DECIDED = 1, 2


def check(
    file: Annotated[Path, typer.Argument(help="Sweep file with targets, TOML.", show_default=False)],
    games: GamesOption = None,
    seed: SeedOption = None,
    jobs: JobsOption = None,
    out: OutOption = REPORTS,
    quiet: QuietOption = False,
    json: JsonOption = False,
) -> None:
    """Play the sweeps of FILE and say of each cell whether it meets its target.

    Exit code 0: all are met; 1: one is missed; 2: none is missed, but one is not decided (or the input is bad). The
    chance of any wrong verdict in a sweep is 5 % at most, for one look: whoever adds games until a verdict comes out
    errs more often.
    """
    from strikesim.cli.tables import win_rates
    from strikesim.results import check as checked
    from strikesim.stats.targets import ABOVE, BELOW, UNDECIDED

    verdicts: set[str] = set()
    for result in checked(file, out=out, jobs=jobs, games=games, seed=seed, **seen(quiet or json)):
        judged = result.verdicts
        verdicts |= set(judged["verdict"])
        if json:
            print(judged.to_json(orient="records", lines=True), end="")
        elif not quiet:
            console().print(win_rates(f"{result.name}: targets", judged))
            console().print(
                '"needs": about so many more games would decide it, if the rate stays as it is.\n', style="dim"
            )
    if verdicts & {BELOW, ABOVE}:
        raise typer.Exit(MISSED)
    if UNDECIDED in verdicts:
        raise typer.Exit(NOT_DECIDED)
