"""``strikesim calibrate``: the value of a knob that brings a win rate to a target."""

from typing import TYPE_CHECKING, Annotated

import typer

from strikesim.cli.common import console, print_json
from strikesim.cli.options import GridOptions, listed, takes
from strikesim.cli.tables import plain_table
from strikesim.defaults import CALIBRATE_GAMES, SEED, WITHIN

if TYPE_CHECKING:
    from strikesim.questions.calibrate import Calibration


@takes(GridOptions, games=CALIBRATE_GAMES, seed=SEED)
def calibrate(
    ruleset: Annotated[
        str, typer.Argument(help="A ruleset's name, or a TOML file that extends one.", show_default=False)
    ],
    key: Annotated[
        str,
        typer.Argument(
            help="The knob: a switch, option, assumed component or dotted key, such as rules.hand_size.",
            show_default=False,
        ),
    ],
    options: GridOptions,
    target: Annotated[
        float | None,
        typer.Option(
            "--target", help="The win rate, such as 0.5; of a seat the fair share unless said.", show_default=False
        ),
    ] = None,
    within: Annotated[float, typer.Option("--within", help="How far from it is near enough.")] = WITHIN,
    values: Annotated[
        list[str] | None,
        typer.Option("--values", help="Values to try, such as 3,5,8. Repeatable.", show_default=False),
    ] = None,
    low: Annotated[float | None, typer.Option("--from", help="The lowest value to try.", show_default=False)] = None,
    high: Annotated[float | None, typer.Option("--to", help="The highest value to try.", show_default=False)] = None,
    seat: Annotated[int, typer.Option("--seat", help="Where players compete: whose share, in order of play.")] = 1,
    per_skill: Annotated[bool, typer.Option("--per-skill", help="Planners and experts side by side.")] = False,
) -> None:
    """Turn one knob KEY of RULESET, and say at which values a win rate is what it should be.

    Where all win together it is the team's, else the share of one seat.
    """
    from strikesim.questions.calibrate import calibrate as calibrated
    from strikesim.sweep.config import read_value

    tried = [read_value(value) for value in listed(values)]
    found = calibrated(
        ruleset,
        key,
        target=target,
        within=within,
        values=tried,
        low=low,
        high=high,
        seat=seat,
        per_skill=per_skill,
        **options.keys,
    )
    if options.json:
        for table in (found.table, found.curves):
            print_json(*table.to_json(orient="records", lines=True).splitlines())
    elif not options.quiet:
        _show(found)


def _show(found: "Calibration") -> None:
    from rich.text import Text

    from strikesim.report import words
    from strikesim.report.calibrating import HEADERS, notes, rows_of
    from strikesim.report.findings.stalls import stalls

    screen, manifest = console(), found.results[0].manifest
    for line in (line for result in found.results for line in stalls(result)):
        screen.print(line, style="bold")
    title = words.upper(words.name(found.knob.key, labels=manifest.labels))
    table = plain_table(title, {header: "right" if header in HEADERS[2:4] else "left" for header in HEADERS})
    for row in rows_of(found.table, found.curves, found.knob, manifest):
        table.add_row(*row)
    screen.table(table)
    for note in [*notes(found.refused), words.caveat(manifest)]:
        screen.print(note, style="dim")
    screen.print()
    for sentence in found.sentences:
        screen.print(Text(sentence))
    screen.print(f"Written to {found.folder}", soft_wrap=True)
