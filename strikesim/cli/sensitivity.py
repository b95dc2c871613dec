"""``strikesim sensitivity``: how far a result moves over all that was assumed."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from strikesim.cli.common import (
    BotsOption,
    DifficultyOption,
    GamesOption,
    JobsOption,
    JsonOption,
    PlayersOption,
    QuietOption,
    SeedOption,
    SetOption,
    console,
)
from strikesim.cli.sweeping import REPORTS, OutOption, grid_of, seen
from strikesim.cli.tables import plain_table
from strikesim.defaults import COMBINATIONS, SEED, SENSITIVITY_GAMES

if TYPE_CHECKING:
    import pandas as pd
    from rich.table import Table

CHANGES = {
    **{"players": "right", "side": "left", "change": "left", "rate": "right", "points": "right"},
    **{"95 % interval": "right", "": "left"},
}
BANDS = {
    name: "left" if name == "side" else "right" for name in ("players", "side", "rate", "95 % interval", "band", "of")
}
MOST = 5  # single changes on the screen, for each side


def sensitivity(
    ruleset: Annotated[
        str, typer.Argument(help="A ruleset's name, or a TOML file that extends one.", show_default=False)
    ],
    combinations: Annotated[
        int, typer.Option("--combinations", min=0, help="Random combinations of alternatives and switches.")
    ] = COMBINATIONS,
    games: GamesOption = SENSITIVITY_GAMES,
    seed: SeedOption = SEED,
    jobs: JobsOption = None,
    out: OutOption = REPORTS,
    players: PlayersOption = None,
    difficulty: DifficultyOption = None,
    bots: BotsOption = None,
    settings: SetOption = None,
    quiet: QuietOption = False,
    json: JsonOption = False,
) -> None:
    """Vary every assumed component and every switch of RULESET, one at a time and in random combinations."""
    from strikesim.results import sensitivity as varied

    result = varied(
        ruleset,
        combinations=combinations,
        out=out,
        jobs=jobs,
        games=games,
        seed=seed,
        grid=grid_of(players, difficulty, bots, settings),
        **seen(quiet or json),
    )
    if json:
        print(result.tornado.to_json(orient="records", lines=True), end="")
        print(result.band.to_json(orient="records", lines=True), end="")
    elif not quiet:
        _show(result.tornado, result.band, result.folder)


def _show(tornado: "pd.DataFrame", band: "pd.DataFrame", folder: Path) -> None:
    from strikesim.stats.adjust import SCREEN

    screen = console()
    if len(tornado):
        screen.print(_changes(tornado))
        screen.print(f'The {MOST} largest for each side; all are in tornado.csv. "shown": passes a screen', style="dim")
        screen.print(f"in which about {SCREEN:.0%} of those that pass do so by chance.\n", style="dim")
    if len(band):
        screen.print(_bands(band))
        screen.print(
            "The 95 % interval is chance: more games narrow it. The band is what is not known of the components: the"
            " middle 90 % of the random combinations' rates; more games do not narrow it.\n",
            style="dim",
        )
    screen.print(f"Written to {folder}", soft_wrap=True)


def _changes(tornado: "pd.DataFrame") -> "Table":
    """Return the single changes with the largest effects on each side in each setting."""
    from strikesim.report import words
    from strikesim.stats.adjust import SCREEN

    table = plain_table("One change at a time", CHANGES)
    axes = [axis for axis in ("players", "difficulty", "bots") if axis in tornado]
    for _, rows in tornado.groupby([*axes, "who"], sort=False, dropna=False):
        for row in rows[:MOST].itertuples():
            change = f"{100 * row.difference:+.1f}"
            ends = f"{100 * row.low:+.1f} to {100 * row.high:+.1f}"
            shown = "shown" if row.q <= SCREEN else ""
            table.add_row(
                str(row.players),
                words.side(row.who),
                f"{row.key} = {row.value}",
                f"{row.rate:.1%}",
                change,
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
