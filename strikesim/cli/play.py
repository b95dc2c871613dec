"""``strikesim play``: one game as a story or as a trace."""

import json as json_module
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from strikesim.cli.common import (
    BotsOption,
    DifficultyOption,
    JsonOption,
    PlayersOption,
    SeedOption,
    SetOption,
    compiling,
    parse_changes,
    print_json,
    say,
)
from strikesim.errors import ConfigError

if TYPE_CHECKING:
    from strikesim.engine.match import Match


def play(
    ruleset: Annotated[
        str, typer.Argument(help="A ruleset's name, or a TOML file that extends one.", show_default=False)
    ],
    players: PlayersOption = None,
    difficulty: DifficultyOption = None,
    bots: BotsOption = None,
    seed: SeedOption = None,
    game: Annotated[
        int, typer.Option("--game", min=0, max=2**63 - 1, help="Which game of the run that has this seed.")
    ] = 0,
    settings: SetOption = None,
    human: Annotated[
        str | None,
        typer.Option(
            "--human", help="Players that a person at this terminal decides for, such as 1 or 1,3.", show_default=False
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Play one game and tell it so that a player can follow it; with --human, take a seat yourself."""
    persons = _persons(human, json)
    from strikesim.questions.playing import one_match

    match = one_match(
        ruleset,
        "planner" if bots is None else bots,
        players=players,
        difficulty=difficulty,
        changes=parse_changes(settings),
        announce=compiling,
    )
    number = 1 if seed is None else seed
    if persons:
        from strikesim.cli.person import play as play_with

        play_with(match, number, game, persons)
    else:
        show(match, number, game, json)


def _persons(human: str | None, json: bool) -> list[int]:
    """Return the players that persons are, from 1."""
    if human is None:
        return []
    if json:
        raise ConfigError("--human and --json: a person is told the game in words; leave one of them out")
    numbers = [word.strip() for word in human.split(",")]
    if not all(number.isascii() and number.isdigit() for number in numbers):
        raise ConfigError(f"--human {human}: write the numbers of players, such as 1 or 1,3")
    return [int(number) for number in numbers]


def show(match: "Match", seed: int, game: int, json: bool) -> None:
    """Print one game as a story, or as JSON lines."""
    from strikesim.engine.trace import trace

    lines: Iterator[Any] = trace(match, seed, game)
    if json:
        for line in lines:
            print_json(json_module.dumps(line, ensure_ascii=False))
    else:
        for sentence in match.game.story.tell(lines):
            say(sentence)
