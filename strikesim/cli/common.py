"""Options that mean the same for every verb, and what becomes of them."""

import io
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from strikesim.errors import ConfigError, printable

if TYPE_CHECKING:
    from strikesim.cli.screen import Screen


def whole(text: str | int) -> int:
    """Return a number of games as it is written: 2000, 2_000, 2e3; a default comes as the number it is."""
    from strikesim.sweep.config import as_whole, read_value

    count = as_whole(read_value(str(text)))
    if isinstance(count, bool) or not isinstance(count, int) or count < 1:
        raise typer.BadParameter(f"'{text}' is no whole number of 1 or more; write it like 2000, 2_000 or 2e3.")
    return count


GamesOption = Annotated[
    int | None,
    typer.Option(
        "-n",
        "--games",
        parser=whole,
        metavar="INTEGER",
        help="Games in every cell, such as 2000 or 2e3; overrides the file.",
        show_default=False,
    ),
]
SeedOption = Annotated[
    int | None, typer.Option("--seed", min=0, max=2**63 - 1, help="Seed of the run.", show_default=False)
]
JobsOption = Annotated[
    int | None, typer.Option("-j", "--jobs", min=1, help="Threads (default: one for each core).", show_default=False)
]
DaskOption = Annotated[
    str | None,
    typer.Option(
        "--dask",
        metavar="ADDRESS",
        help="Have the workers of a Dask scheduler play, such as tcp://host:8786; local: start one here.",
        show_default=False,
    ),
]
PlayersOption = Annotated[
    int | None, typer.Option("--players", help="Number of players (default: the most).", show_default=False)
]
DifficultyOption = Annotated[str | None, typer.Option("--difficulty", help="Difficulty.", show_default=False)]
LINE_UP = (
    "Line-up round the table, such as planner,novice: names of `strikesim bots`, FILE.py, FILE.toml:NAME,"
    " search:BOT:32."
)
BotsOption = Annotated[
    str | None,
    typer.Option(
        "--bots",
        help=LINE_UP,
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


def parse_changes(settings: list[str] | None) -> dict[str, Any]:
    """Return the changes of all ``--set KEY=VALUE``; a value is read as TOML, or else is a plain word.

    Examples
    --------
    >>> parse_changes(["rules.hand_size=6", "reshuffle_when=needed", "STJ-A4=dense"])
    {'rules.hand_size': 6, 'reshuffle_when': 'needed', 'STJ-A4': 'dense'}
    """
    from strikesim.sweep.config import read_value

    changes = {}
    for setting in settings or []:
        key, equals, text = setting.partition("=")
        if not equals or not key.strip():
            raise ConfigError(f"--set {setting}: write KEY=VALUE, for instance --set rules.hand_size=6")
        try:
            changes[key.strip()] = read_value(text)
        except ConfigError as error:
            raise ConfigError(f"--set {key.strip()}: {error}") from None
    return changes


def console(*, stderr: bool = False) -> "Screen":
    """Return the screen that verbs print tables and marked-up lines to."""
    from strikesim.cli.screen import Screen

    return Screen(stderr=stderr)


def say(*lines: str, stderr: bool = False) -> None:
    """Print lines as they are, but for what could steer the terminal."""
    for line in lines:
        print(printable(line), file=sys.stderr if stderr else sys.stdout)


def print_json(*lines: str) -> None:
    """Print lines of JSON, in UTF-8 whatever the terminal has: JSON knows no other encoding."""
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.encoding.lower() != "utf-8":
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    for line in lines:
        print(line.rstrip("\n"))


def compiling(*games: str) -> None:
    """Compile, side by side, the games that are not in the cache yet, and say on stderr that this takes a while."""
    from strikesim._jit import is_cold
    from strikesim.games import registry

    cold = [game for game in games if is_cold(registry.home_of(game).identity)]
    if cold:
        print(f"Compiling the rules and bots of {', '.join(cold)}, once; this takes a minute or two …", file=sys.stderr)
        from strikesim.engine.warm import warm

        for process in [warm(game) for game in cold]:
            process.join()
