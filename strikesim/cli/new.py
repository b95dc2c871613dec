"""``strikesim new``: files to start from."""

from pathlib import Path
from typing import Annotated

import typer

from strikesim.cli.common import say
from strikesim.errors import ConfigError

app = typer.Typer(help="Write files to start from.", no_args_is_help=True)


@app.callback()
def new() -> None:
    """Write files to start from."""


@app.command()
def bot(
    path: Annotated[Path, typer.Argument(help="The file to write, such as mine.py.", show_default=False)],
    game: Annotated[str, typer.Option("--game", help="The game that the bot plays.", show_default=False)],
) -> None:
    """Write a bot that plays a game, with comments that say how it does: the start of your own."""
    from strikesim.games.registry import FOLDER, check_name

    text = (FOLDER / check_name(game) / "starter.py").read_text(encoding="utf-8")
    if path.suffix != ".py":
        raise ConfigError(f"{path}: a bot is a Python file; give it a name that ends in .py")
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text.replace("BOT.py", str(path)))
    except FileExistsError:
        raise ConfigError(f"{path}: there is such a file already; choose another name, or move it away") from None
    say(f"{path}: a bot of {game}. Try it:", f"  strikesim play {game} --bots {path}")
    say(f"  strikesim compare {path} random --ruleset {game}")
