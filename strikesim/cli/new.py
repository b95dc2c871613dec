"""``strikesim new``: files to start from."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from strikesim.cli.common import say
from strikesim.errors import ConfigError


class Kind(StrEnum):
    """The kinds of game."""

    COOPERATIVE = "cooperative"
    COMPETITIVE = "competitive"


app = typer.Typer(help="Write files to start from.", no_args_is_help=True)


@app.callback()
def new() -> None:
    """Write files to start from."""


@app.command()
def bot(
    path: Annotated[Path, typer.Argument(help="The file to write, such as mine.py.", show_default=False)],
    game: Annotated[
        str, typer.Option("--game", help="The game that the bot plays: its name or its folder.", show_default=False)
    ],
) -> None:
    """Write a bot that plays a game, with comments that say how it does: the start of your own."""
    from strikesim.games.registry import home_of
    from strikesim.games.ruleset import read_layers
    from strikesim.start import bot_of

    text = bot_of(home_of(read_layers(game).game))
    if path.suffix != ".py":
        raise ConfigError(f"{path}: a bot is a Python file; give it a name that ends in .py")
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text.replace("BOT.py", str(path)))
    except FileExistsError:
        raise ConfigError(f"{path}: there is such a file already; choose another name, or move it away") from None
    say(f"{path}: a bot of {game}. Try it:", f"  strikesim play {game} --bots {path}")
    say(f"  strikesim compare {path} random --ruleset {game}")


@app.command()
def game(
    folder: Annotated[Path, typer.Argument(help="The folder to write; its name is the game's.", show_default=False)],
    kind: Annotated[
        Kind, typer.Option("--kind", help="Whether all win or lose together, or one wins.")
    ] = Kind.COOPERATIVE,
) -> None:
    """Write a whole small game, with comments that say what belongs where: the start of your own."""
    from strikesim.start import write_game

    write_game(folder, kind.value)
    place = folder if folder.is_absolute() else f"./{folder}"
    say(f"{folder}: a whole game, to be changed file by file; its README.md says what is where. Try it:")
    say(f"  strikesim play {place}", f"  strikesim test-game {place}")
