"""``strikesim compare``: two variants, or two bots, on common random numbers."""

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
from strikesim.defaults import COMPARE_GAMES, SEED

if TYPE_CHECKING:
    import pandas as pd
    from rich.table import Table


def compare(
    a: Annotated[str, typer.Argument(help="A ruleset's name, a TOML file that extends one, or a bot.")],
    b: Annotated[str, typer.Argument(help="The other one; for rulesets also one change to A, KEY=VALUE.")],
    ruleset: Annotated[
        str | None, typer.Option("--ruleset", help="Compare two bots under this ruleset.", show_default=False)
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            "--against", help="Bots of the other seats, where two bots compete (default: A).", show_default=False
        ),
    ] = None,
    games: GamesOption = COMPARE_GAMES,
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
    """Play A and B with the same chance, and say what the difference does to who wins."""
    from strikesim.results import compare as compared

    found = compared(
        a,
        b,
        ruleset=ruleset,
        against=against,
        out=out,
        jobs=jobs,
        games=games,
        seed=seed,
        grid=grid_of(players, difficulty, bots, settings),
        **seen(quiet or json),
    )
    if json:
        print(found.table.to_json(orient="records", lines=True), end="")
    elif not quiet:
        _show(found.table, found.result.folder)


def _show(table: "pd.DataFrame", folder: Path) -> None:
    from rich.padding import Padding
    from rich.text import Text

    from strikesim.report.comparisons import said

    screen = console()
    for setting, sentences in said(table):
        screen.print(Text(setting[0].upper() + setting[1:], style="bold"))
        for sentence in sentences:
            screen.print(Padding(Text(sentence[0].upper() + sentence[1:]), (0, 0, 0, 2)))
        screen.print()
    screen.print(_means(table))
    screen.print(f"Written to {folder}", soft_wrap=True)


def _means(table: "pd.DataFrame") -> "Table":
    """Return the means of the metrics side by side."""
    rows = table[table["what"] != "wins"]
    names = {str(name).replace(",", ", "): "left" for name in rows.iloc[0][["name_a", "name_b"]]}
    headers = {"players": "right", "mean of": "left", **names, "difference": "right", "95 % interval": "right"}
    shown = plain_table("Means", headers)
    for row in rows.itertuples():
        ends = f"{row.low:+.3g} to {row.high:+.3g}"
        numbers = (f"{row.a:.4g}", f"{row.b:.4g}", f"{row.difference:+.3g}", ends)
        shown.add_row(str(row.players), str(row.what).replace("_", " "), *numbers)
    return shown
