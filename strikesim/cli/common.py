"""Options that mean the same for every verb, and what becomes of them."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from strikesim.errors import ConfigError

if TYPE_CHECKING:
    from rich.console import Console

    from strikesim.engine.match import Match

GamesOption = Annotated[
    int | None,
    typer.Option("-n", "--games", min=1, help="Games in every cell; overrides the file.", show_default=False),
]
SeedOption = Annotated[
    int | None, typer.Option("--seed", min=0, max=2**63 - 1, help="Seed of the run.", show_default=False)
]
JobsOption = Annotated[
    int | None, typer.Option("-j", "--jobs", min=1, help="Threads (default: one for each core).", show_default=False)
]
PlayersOption = Annotated[int | None, typer.Option("--players", help="Number of players.", show_default=False)]
DifficultyOption = Annotated[str | None, typer.Option("--difficulty", help="Difficulty.", show_default=False)]
BotsOption = Annotated[
    str | None,
    typer.Option(
        "--bots",
        help="Line-up round the table, such as planner,novice: names of `strikesim bots`, FILE.py, FILE.toml:NAME.",
        show_default=False,
    ),
]
SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        help="A change to the ruleset, KEY=VALUE: a switch, option, assumed component or dotted key. Repeatable.",
        show_default=False,
    ),
]
QuietOption = Annotated[bool, typer.Option("-q", "--quiet", help="Print errors only.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]


NARROWEST = 72


def parse_changes(settings: list[str] | None) -> dict[str, Any]:
    """Return the changes of all ``--set KEY=VALUE``; a value is read as TOML, or else is a plain word.

    Examples
    --------
    >>> parse_changes(["rules.hand_size=6", "reshuffle_when=needed", "STJ-A4=dense"])
    {'rules.hand_size': 6, 'reshuffle_when': 'needed', 'STJ-A4': 'dense'}
    """
    from strikesim.games.ruleset import read_value

    changes = {}
    for setting in settings or []:
        key, equals, text = setting.partition("=")
        if not equals or not key.strip():
            raise ConfigError(f"--set {setting}: write KEY=VALUE, for instance --set rules.hand_size=6")
        changes[key.strip()] = read_value(text)
    return changes


def console(*, stderr: bool = False) -> "Console":
    """Return the console that all verbs print to."""
    from rich.console import Console

    screen = Console(stderr=stderr, highlight=False)
    screen.width = max(screen.width, NARROWEST)  # tables are unreadable below
    return screen


def compiling(*games: str) -> None:
    """Compile, side by side, the games that are not in the cache yet, and say on stderr that this takes a while."""
    from strikesim._jit import is_cold

    cold = [game for game in games if is_cold(game)]
    if cold:
        print(f"Compiling the rules and bots of {', '.join(cold)}, once; this takes a minute or two …", file=sys.stderr)
        from strikesim.engine.warm import warm

        for process in [warm(game) for game in cold]:
            process.join()


def one_match(name: str, players: int | None, difficulty: str | None, bots: str, changes: dict[str, Any]) -> "Match":
    """Return the match that the options of a single game describe."""
    from strikesim.engine.match import prepare
    from strikesim.games import load, ruleset
    from strikesim.sweep.plan import line_up

    layers = ruleset.read_layers(name).changed(changes)
    data = layers.data()
    compiling(layers.game)
    rules = load(layers.game).tables.Rules.parse(data, layers.where)
    players = rules.ruleset.players[-1] if players is None else players
    return prepare(data, players, difficulty, line_up(layers.game, bots, Path()), layers.where)
