"""``strikesim check``: are the targets met?"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from strikesim.cli.common import GamesOption, JobsOption, JsonOption, QuietOption, SeedOption, compiling, console
from strikesim.cli.sweeping import REPORTS, OutOption, play_plan

if TYPE_CHECKING:
    import pandas as pd

MET, MISSED, UNDECIDED = 0, 1, 2


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

    Exit code 0: all are met; 1: one is missed; 2: none is missed, but one is not decided yet (or the input is bad).
    """
    from strikesim.errors import ConfigError
    from strikesim.sweep.plan import read_sweeps

    plans = read_sweeps(file, {"games": games, "seed": seed}, compiling)
    for plan in plans:
        if plan.sweep.target is None:
            raise ConfigError(
                f"{file}: sweep '{plan.sweep.name}' has no [sweep.target]; say win_rate = [lowest, highest] or audience"
            )
    judged = [_judge(play_plan(plan, out / plan.sweep.name, jobs, quiet or json)) for plan in plans]
    for table in judged:
        if json:
            print(table.to_json(orient="records", lines=True), end="")
        elif not quiet:
            console().print(_table(table))
    verdicts = {verdict for table in judged for verdict in table["verdict"]}
    if verdicts & {"below", "above"}:
        raise typer.Exit(MISSED)
    if "undecided" in verdicts:
        raise typer.Exit(UNDECIDED)
