"""``strikesim time``: how many minutes a game lasts."""

from typing import TYPE_CHECKING, Annotated

import typer

from strikesim.cli.common import console, print_json
from strikesim.cli.options import GridOptions, takes
from strikesim.cli.tables import plain_table
from strikesim.defaults import SEED, TIME_GAMES

if TYPE_CHECKING:
    from strikesim.questions.duration import Duration


@takes(GridOptions, games=TIME_GAMES, seed=SEED)
def duration(
    ruleset: Annotated[
        str, typer.Argument(help="A ruleset's name, or a TOML file that extends one.", show_default=False)
    ],
    options: GridOptions,
    per_decision: Annotated[
        float, typer.Option("--seconds-per-decision", help="For each decision that somebody has to take.")
    ] = 0.0,
    per_turn: Annotated[
        float, typer.Option("--seconds-per-turn", help="For what is handled in each player's turn.")
    ] = 0.0,
    before: Annotated[float, typer.Option("--seconds-before", help="For setting up.")] = 0.0,
) -> None:
    """Say how many minutes a game of RULESET lasts, by players and skill, from seconds that you measured."""
    from strikesim.questions.duration import duration as timed

    found = timed(
        ruleset, seconds_per_turn=per_turn, seconds_per_decision=per_decision, seconds_before=before, **options.keys
    )
    if options.json:
        print_json(*found.table.to_json(orient="records", lines=True).splitlines())
    elif not options.quiet:
        _show(found)


def _show(found: "Duration") -> None:
    from strikesim.report.findings.stalls import stalls
    from strikesim.report.lasting import HEADERS, NUMBERS, notes, rows_of

    screen, manifest = console(), found.result.manifest
    for line in stalls(found.result):
        screen.print(line, style="bold")
    sides = {header: "right" if header in NUMBERS else "left" for header in HEADERS}
    table = plain_table("How long games last", sides)
    for row in rows_of(found.table, manifest):
        table.add_row(*row)
    screen.table(table)
    for note in notes(found.seconds, manifest):
        screen.print(note, style="dim")
    screen.print()
    screen.print(f"Written to {found.result.folder}", soft_wrap=True)
