"""``strikesim bots``: who can play, in a player's words."""

from typing import Annotated

import typer

from strikesim.cli.common import console

INDENT = (0, 0, 0, 4)


def bots(
    ruleset: Annotated[str | None, typer.Argument(help="Only the bots of this ruleset.", show_default=False)] = None,
    weights: Annotated[bool, typer.Option("--weights", help="Also print each bot's weights.")] = False,
) -> None:
    """List the bots of each ruleset: what they do, and the weights that a TOML file can change."""
    from rich.padding import Padding

    from strikesim.cli.common import compiling
    from strikesim.engine.bots import known
    from strikesim.games import load, registry
    from strikesim.games.ruleset import read_layers

    screen = console()
    names = [read_layers(ruleset).game] if ruleset else registry.names()
    compiling(*names)
    for name in names:
        screen.print(name, style="bold")
        for mark in known(load(name)).values():
            screen.print(f"  {mark.name}", style="bold")
            for paragraph in mark.says.split("\n\n"):
                screen.print(Padding(" ".join(paragraph.split()), INDENT))
            if weights and mark.weights:
                values = ", ".join(f"{key} = {value:g}" for key, value in mark.weights.items())
                screen.print(Padding(f"weights: {values}", INDENT), style="dim")
