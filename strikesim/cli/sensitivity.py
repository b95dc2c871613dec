"""``strikesim sensitivity``: how far a result moves over all that was assumed."""

from typing import TYPE_CHECKING, Annotated

import typer

from strikesim.cli.common import console
from strikesim.cli.options import GridOptions, takes
from strikesim.cli.tables import plain_table
from strikesim.defaults import COMBINATIONS, SEED, SENSITIVITY_GAMES

if TYPE_CHECKING:
    import pandas as pd
    from rich.table import Table

    from strikesim.games.labels import Labels
    from strikesim.result import Result

CHANGES = {
    **{"players": "right", "side": "left", "change": "left", "rate": "right", "points": "right"},
    **{"95 % interval": "right", "": "left"},
}
BANDS = {
    name: "left" if name == "side" else "right" for name in ("players", "side", "rate", "95 % interval", "band", "of")
}
MOST = 5  # single changes on the screen, for each side


@takes(GridOptions, games=SENSITIVITY_GAMES, seed=SEED)
def sensitivity(
    ruleset: Annotated[
        str, typer.Argument(help="A ruleset's name, or a TOML file that extends one.", show_default=False)
    ],
    options: GridOptions,
    combinations: Annotated[
        int, typer.Option("--combinations", min=0, help="Random combinations of alternatives and switches.")
    ] = COMBINATIONS,
) -> None:
    """Vary every assumed component and every switch of RULESET, one at a time and in random combinations."""
    from strikesim.questions.sensitivity import sensitivity as varied

    result = varied(ruleset, combinations=combinations, **options.keys)
    if options.json:
        print(result.tornado.to_json(orient="records", lines=True), end="")
        print(result.band.to_json(orient="records", lines=True), end="")
    elif not options.quiet:
        _show(result)


def _show(result: "Result") -> None:
    from strikesim.stats.adjust import SCREEN

    screen = console()
    if len(result.tornado):
        screen.print(_changes(result.tornado, result.manifest.labels))
        screen.print(f'The {MOST} largest for each side; all are in tornado.csv. "shown": passes a screen', style="dim")
        screen.print(f"in which about {SCREEN:.0%} of those that pass do so by chance.\n", style="dim")
    if len(result.band):
        screen.print(_bands(result.band))
        screen.print(
            "The 95 % interval is chance: more games narrow it. The band is what is not known of the components: the"
            " middle 90 % of the random combinations' rates; more games do not narrow it.\n",
            style="dim",
        )
    screen.print(f"Written to {result.folder}", soft_wrap=True)


def _changes(tornado: "pd.DataFrame", labels: "Labels") -> "Table":
    """Return the single changes with the largest effects on each side in each setting."""
    from strikesim.report import words
    from strikesim.report.findings.assumptions import change
    from strikesim.stats.adjust import SCREEN

    table = plain_table("One change at a time", CHANGES)
    axes = [axis for axis in ("players", "difficulty", "bots") if axis in tornado]
    for _, rows in tornado.groupby([*axes, "who"], sort=False, dropna=False):
        for row in rows[:MOST].itertuples():
            points = f"{100 * row.difference:+.1f}"
            ends = f"{100 * row.low:+.1f} to {100 * row.high:+.1f}"
            shown = "shown" if row.q <= SCREEN else ""
            table.add_row(
                str(row.players),
                words.side(row.who),
                change(row._asdict(), labels),
                f"{row.rate:.1%}",
                points,
                ends,
                shown,
            )
        table.add_section()
    return table


def _bands(band: "pd.DataFrame") -> "Table":
    from strikesim.report import words

    table = plain_table("All at once, at random", BANDS)
    for row in band.itertuples():
        interval, spread = f"{words.interval(row.low, row.high)}%", f"{words.interval(row.band_low, row.band_high)}%"
        table.add_row(
            str(row.players), words.who(row.of, row.who), f"{row.rate:.1%}", interval, spread, str(row.variants)
        )
    return table
