"""``strikesim tune``: better weights for a bot."""

from typing import TYPE_CHECKING, Annotated

import typer

from strikesim.cli.common import console, print_json
from strikesim.cli.options import SettingOptions, takes
from strikesim.cli.tables import plain_table
from strikesim.defaults import GENERATIONS, SEED, TUNE_GAMES

if TYPE_CHECKING:
    from strikesim.questions.tune import Tuning


@takes(SettingOptions, games=TUNE_GAMES, seed=SEED)
def tune(
    bot: Annotated[str, typer.Argument(help="A bot with weights.", show_default=False)],
    ruleset: Annotated[str, typer.Option("--ruleset", help="The ruleset under which it plays.", show_default=False)],
    options: SettingOptions,
    generations: Annotated[
        int, typer.Option("--generations", min=1, help="Generations of candidates; more go on from there.")
    ] = GENERATIONS,
) -> None:
    """Look for weights with which BOT wins more often, and judge them on games that no candidate has played.

    An interrupted tuning goes on where it stopped.
    """
    from dataclasses import asdict
    from json import dumps

    from strikesim.cli.progress import bred
    from strikesim.questions.tune import tune as tuned

    found = tuned(bot, ruleset, generations=generations, follow=bred(options.quiet or options.json), **options.keys)
    if options.json:
        told = {"bot": bot, "weights": found.weights, **asdict(found.found), "folder": str(found.folder)}
        print_json(dumps(told))
    elif not options.quiet:
        _show(found)


def _show(found: "Tuning") -> None:
    from rich.text import Text

    from strikesim.questions.tune import weights_told

    screen = console()
    table = plain_table("Weights", {"weight": "left", "as it was": "right", "tuned": "right", "": "right"})
    for key, before, after in weights_told(found):
        table.add_row(key, f"{before:g}", f"{after:g}", f"× {after / before:.2f}")
    screen.table(table)
    screen.print()
    for sentence in found.sentences:
        screen.print(Text(sentence))
    screen.print(
        f"Written to {found.folder}; it plays as --bots {found.folder}/weights.toml:{found.tuned.name}", soft_wrap=True
    )
