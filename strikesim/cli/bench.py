"""``strikesim bench``: how fast games are played."""

from typing import Annotated

import typer

from strikesim.cli.common import JobsOption, JsonOption, console, print_json
from strikesim.errors import counted


def bench(
    ruleset: Annotated[str, typer.Argument(help="A ruleset's name.", show_default=False)],
    seconds: Annotated[float, typer.Option("--seconds", min=0.1, help="Time for each figure.")] = 2.0,
    jobs: JobsOption = None,
    json: JsonOption = False,
) -> None:
    """Measure decisions and games per second of each bot and player count, on one core and on all; compiling apart."""
    from dataclasses import asdict
    from json import dumps

    from strikesim.cli.tables import plain_table
    from strikesim.engine.bench import measure
    from strikesim.engine.match import cores

    threads = jobs or cores()
    names = ("players", "decisions/s", "games/s", f"games/s, {counted(threads, 'thread')}", "speed-up")
    headers = {"bot": "left", **dict.fromkeys((*names, "ready after"), "right")}
    table = plain_table(f"{ruleset}: speed", headers)
    for result in measure(ruleset, seconds, threads):
        if json:
            print_json(dumps(asdict(result)))
        table.add_row(
            result.bot,
            str(result.players),
            f"{result.decisions_per_second:,.0f}",
            f"{result.games_per_second:,.0f}",
            f"{result.games_per_second_all:,.0f}",
            f"{result.games_per_second_all / result.games_per_second:.2f}",
            f"{result.ready_seconds:.2f} s",
        )
    if not json:
        console().table(table)
