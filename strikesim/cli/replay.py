"""``strikesim replay``: any game of a result folder, again."""

from pathlib import Path
from typing import Annotated

import typer

from strikesim.cli.common import JsonOption, compiling
from strikesim.cli.play import show


def replay(
    result: Annotated[Path, typer.Argument(help="A result folder.", show_default=False)],
    row: Annotated[int, typer.Option("--row", min=0, help="Row of the games, from 0, in the order of the files.")],
    json: JsonOption = False,
) -> None:
    """Play a stored game again, identical to its row, and tell it."""
    from strikesim.sweep.replay import stored_game

    match, seed, game = stored_game(result, row, compiling)
    show(match, seed, game, json)
