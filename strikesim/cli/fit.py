"""``strikesim fit``: a value function for searches."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from strikesim.cli.common import JobsOption, JsonOption, QuietOption, SeedOption, compiling, console, print_json, whole
from strikesim.cli.tables import plain_table
from strikesim.defaults import FIT_GAMES, REPORTS, SEED

if TYPE_CHECKING:
    from strikesim.questions.fit import Fit


def fit(
    ruleset: Annotated[
        str, typer.Argument(help="A ruleset's name, or a TOML file that extends one.", show_default=False)
    ],
    bot: Annotated[str, typer.Option("--bot", help="The bot whose games are judged, in all seats.")] = "planner",
    games: Annotated[
        int, typer.Option("-n", "--games", parser=whole, metavar="INTEGER", help="Games in each setting.")
    ] = FIT_GAMES,
    seed: SeedOption = None,
    jobs: JobsOption = None,
    out: Annotated[Path, typer.Option("-o", "--out", help="Folder in which the result gets its own.")] = Path(REPORTS),
    quiet: QuietOption = False,
    json: JsonOption = False,
) -> None:
    """Fit to RULESET how searches judge a game that is not over.

    Without such a value function, a search under rules of your own plays every game it imagines to the end.
    """
    from dataclasses import asdict
    from json import dumps

    from strikesim.questions.fit import fit as fitted

    number = SEED if seed is None else seed
    found = fitted(ruleset, bot=bot, games=games, seed=number, out=out, jobs=jobs, announce=compiling)
    if json:
        told = {"weights": found.weights, "positions": found.positions, "games": found.games}
        tables = {name: table.to_dict("records") for name, table in asdict(found).items() if hasattr(table, "to_dict")}
        print_json(dumps({**told, **tables, "folder": str(found.folder)}))
    elif not quiet:
        _show(found)


def _show(found: "Fit") -> None:
    from rich.text import Text

    from strikesim.games.ruleset import STANDING

    screen = console()
    weights = plain_table("Weights", {"what is looked at": "left", "log odds": "right"})
    for name, value in found.weights.items():
        weights.add_row(name.replace("_", " "), f"{value:g}")
    screen.table(weights)
    table = plain_table(
        "Games held out", {"positions": "right", "chance given": "right", "won": "right", "95 %": "right"}
    )
    for row in found.calibration.itertuples():
        ends = f"{100 * row.low:.1f}–{100 * row.high:.1f}"
        table.add_row(f"{row.positions:,}", f"{100 * row.chance:.1f} %", f"{100 * row.rate:.1f} %", ends)
    screen.table(table)
    screen.print(Text(found.sentence))
    screen.print(
        f"Written to {found.folder / STANDING}; a ruleset's file with this table has its searches use it.",
        soft_wrap=True,
    )
