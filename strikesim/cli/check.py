"""``strikesim check``: say whether the targets are met."""

from pathlib import Path
from typing import Annotated

import typer

from strikesim.cli.common import console, print_json
from strikesim.cli.options import SweepOptions, takes

MISSED, NOT_DECIDED = 1, 2
OPEN = "open means not decided by these games; needs says how many more would decide it, with a chance of {:.0%}."

LOOKED = "open means not decided by these games; needs says about how many more, if the rate is what it looks like."


@takes(SweepOptions)
def check(
    file: Annotated[Path, typer.Argument(help="Sweep file with targets, TOML.", show_default=False)],
    options: SweepOptions,
    until_decided: Annotated[
        bool,
        typer.Option(
            "--until-decided",
            help="Look after every few hundred games, and stop when all is decided; games is then the most.",
        ),
    ] = False,
) -> None:
    """Play the sweeps of FILE and say of each cell whether it meets its target.

    Exit code 0: all are met; 1: one is missed, or over 5 % of a cell's games are unfinished; 2: none is missed, but one
    is not decided (or the input is bad). The chance of any wrong verdict in a sweep is 5 % at most, for one look:
    whoever adds games until a verdict comes out errs more often. With --until-decided it holds for any number of looks.
    """
    from strikesim.cli.tables import win_rates
    from strikesim.questions.check import check as checked
    from strikesim.questions.decide import decide
    from strikesim.report.findings.levels import disagreements
    from strikesim.report.findings.stalls import stalls
    from strikesim.stats.targets import ABOVE, BELOW, POWER, STALLED, UNDECIDED

    verdicts: set[str] = set()
    answers = (
        ((decision.result, decision.verdicts) for decision in decide(file, **options.keys))
        if until_decided
        else ((result, result.verdicts) for result in checked(file, **options.keys))
    )
    for result, judged in answers:
        verdicts |= set(judged["verdict"])
        if options.json:
            print_json(judged.to_json(orient="records", lines=True))
        elif not options.quiet:
            for line in stalls(result):
                console().print(line, style="bold")
            console().table(win_rates(f"{result.name}: targets", judged, result.manifest.labels))
            if UNDECIDED in set(judged["verdict"]):
                console().print(LOOKED if until_decided else OPEN.format(POWER), style="dim")
            for line in [] if until_decided else disagreements(judged):
                console().print(line, style="dim")
            console().print()
    if verdicts & {BELOW, ABOVE, STALLED}:
        raise typer.Exit(MISSED)
    if UNDECIDED in verdicts:
        raise typer.Exit(NOT_DECIDED)
