"""``strikesim matters``: which rules and knobs matter, and which are dead."""

from typing import TYPE_CHECKING, Annotated

import typer

from strikesim.cli.common import console, print_json
from strikesim.cli.options import GridOptions, MarginOption, listed, takes
from strikesim.cli.tables import plain_table
from strikesim.defaults import KNOB_TABLES, MARGIN, MATTERS_GAMES, SEED

if TYPE_CHECKING:
    from strikesim.questions.matters import Matters


@takes(GridOptions, games=MATTERS_GAMES, seed=SEED)
def matters(
    ruleset: Annotated[
        str, typer.Argument(help="A ruleset's name, or a TOML file that extends one.", show_default=False)
    ],
    options: GridOptions,
    margin: MarginOption = None,
    tables: Annotated[
        list[str] | None,
        typer.Option(
            "--tables",
            help=f"Tables whose whole numbers are moved by one (default: {','.join(KNOB_TABLES)}). Repeatable.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Change every switch, assumed component and number of RULESET, one at a time, and say which changes matter.

    What moves no win rate by 5 points, or by --margin, does nothing that matters.
    """
    from strikesim.questions.matters import matters as asked

    found = asked(ruleset, margin=margin or MARGIN, tables=listed(tables) or KNOB_TABLES, **options.keys)
    if options.json:
        print_json(*found.table.to_json(orient="records", lines=True).splitlines())
    elif not options.quiet:
        _show(found)


def _show(found: "Matters") -> None:
    from rich.text import Text

    from strikesim.report.findings.stalls import stalls
    from strikesim.report.mattering import HEADERS, NUMBERS, notes, rows_of

    screen, manifest = console(), found.result.manifest
    for line in stalls(found.result):
        screen.print(line, style="bold")
    table = plain_table("Each change", {header: "right" if header in NUMBERS else "left" for header in HEADERS})
    for row in rows_of(found.changes, manifest):
        table.add_row(*row)
    screen.table(table)
    for note in notes(found.margin, found.refused, manifest):
        screen.print(note, style="dim")
    screen.print()
    for sentence in found.sentences:
        screen.print(Text(sentence))
    screen.print(f"Written to {found.result.folder}", soft_wrap=True)
