"""``strikesim advise``: where a bot and a search differ, and what it costs the bot."""

from typing import TYPE_CHECKING, Annotated

import typer

from strikesim.cli.common import (
    DifficultyOption,
    JobsOption,
    JsonOption,
    PlayersOption,
    SeedOption,
    SetOption,
    compiling,
    console,
    parse_changes,
    print_json,
    whole,
)
from strikesim.cli.tables import plain_table
from strikesim.defaults import SEED

if TYPE_CHECKING:
    from rich.table import Table

    from strikesim.questions.advise import Advice

SHOWN = 15  # kinds of difference on the screen


def advise(
    ruleset: Annotated[
        str, typer.Argument(help="A ruleset's name, or a TOML file that extends one.", show_default=False)
    ],
    bot: Annotated[str, typer.Option("--bot", help="The bot to be looked at, in all seats.")] = "planner",
    players: PlayersOption = None,
    difficulty: DifficultyOption = None,
    settings: SetOption = None,
    games: Annotated[
        int, typer.Option("-n", "--games", parser=whole, metavar="INTEGER", help="Games that the bot plays.")
    ] = 20,
    samples: Annotated[int, typer.Option("--samples", min=2, help="Playouts of each search.")] = 128,
    playouts: Annotated[int, typer.Option("--playouts", min=2, help="Fresh playouts that judge each difference.")] = 64,
    seed: SeedOption = None,
    jobs: JobsOption = None,
    json: JsonOption = False,
) -> None:
    """Let a bot play, ask a search at each decision what it would do, and say what the difference costs."""
    from dataclasses import asdict
    from json import dumps

    from strikesim.questions.advise import advise as advised

    number = SEED if seed is None else seed
    found = advised(
        ruleset,
        bot,
        players=players,
        difficulty=difficulty,
        changes=parse_changes(settings),
        seed=number,
        games=games,
        samples=samples,
        playouts=playouts,
        jobs=jobs,
        announce=compiling,
    )
    if json:
        print_json(*(dumps(asdict(difference)) for difference in found.differences))
        return
    screen = console()
    screen.table(_table(found, bot))
    screen.print(
        f"\n{found.games} games, {found.decisions:,} decisions; at {len(found.differences):,} of them the search with"
        f" {samples} playouts would do something else. Points: how much oftener the game is won after the search's"
        f" choice, by {playouts} fresh playouts of each difference; in brackets 95 % intervals, each for itself.",
        style="dim",
    )
    screen.print(f"Look at one: strikesim play {ruleset} --seed {number} --game …", style="dim", soft_wrap=True)


def _table(found: "Advice", bot: str) -> "Table":
    """Return the differences that cost a game most."""
    headers = {f"{bot} does": "left", "the search": "left", "a game": "right", "points": "right", "95 %": "right"}
    table = plain_table("What the search would do otherwise", headers | {"worst in": "left"})
    for row in found.table.head(SHOWN).itertuples():
        ends = f"({100 * row.low:+.0f} to {100 * row.high:+.0f})" if row.low == row.low else "one game"
        where = f"game {row.game}, turn {row.turn}"
        table.add_row(_words(row.bot), _words(row.search), f"{row.per_game:.1f}", f"{100 * row.cost:+.1f}", ends, where)
    return table


def _words(kind: str) -> str:
    return kind.replace("_", " ")
