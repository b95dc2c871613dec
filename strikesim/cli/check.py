"""``strikesim check``: say whether the targets are met."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from strikesim.cli.common import GamesOption, JobsOption, JsonOption, QuietOption, SeedOption, compiling, console
from strikesim.cli.sweeping import REPORTS, OutOption, play_plan

if TYPE_CHECKING:
    import pandas as pd

MISSED, UNDECIDED = 1, 2


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
    from strikesim.errors import ConfigError
    from strikesim.sweep.plan import read_sweeps

    plans = read_sweeps(file, {"games": games, "seed": seed}, compiling)
    for plan in plans:
        if plan.sweep.target is None:
            raise ConfigError(
                f"{file}: sweep '{plan.sweep.name}' has no [sweep.target];"
                " say win_rate = [lowest, highest] or audience = …"
            )
    verdicts: set[str] = set()
    for plan in plans:
        folder = out / plan.sweep.name
        play_plan(plan, folder, jobs, quiet or json)
        judged = _judge(folder)
        verdicts |= set(judged["verdict"])
        if json:
            print(judged.to_json(orient="records", lines=True), end="")
        elif not quiet:
            console().print(win_rates(f"{plan.sweep.name}: targets", judged))
            console().print(
                '"needs": about so many more games would decide it, if the rate stays as it is.\n', style="dim"
            )
    if verdicts & {"below", "above"}:
        raise typer.Exit(MISSED)
    if "undecided" in verdicts:
        raise typer.Exit(UNDECIDED)


def _judge(folder: Path) -> "pd.DataFrame":
    from strikesim.report import findings, sweeps

    (sweep,) = sweeps.read([folder])
    return findings.judged(sweep)
