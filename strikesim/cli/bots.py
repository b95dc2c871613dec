"""``strikesim bots``: who can play, in a player's words."""

from typing import Annotated

import typer

from strikesim.cli.common import console


def bots(
    ruleset: Annotated[str | None, typer.Argument(help="Only the bots of this ruleset.", show_default=False)] = None,
    weights: Annotated[bool, typer.Option("--weights", help="Also print each bot's weights.")] = False,
) -> None:
    """List the bots of each ruleset: what they do, and the weights that a TOML file can change."""
    from strikesim import games
    from strikesim.cli.common import compiling
    from strikesim.engine.bots import marks

    screen = console()
    for name in [games.check_name(ruleset)] if ruleset else games.names():
        compiling(name)
        screen.print(f"[bold]{name}[/bold]")
        for mark in marks(games.load(name)).values():
            paragraphs = mark.says.split("\n\n")
            screen.print(f"  [bold]{mark.name}[/bold]: {' '.join(paragraphs[0].split())}", style=None)
            if weights and mark.weights:
                screen.print("    " + ", ".join(f"{key} = {value:g}" for key, value in mark.weights.items()))
