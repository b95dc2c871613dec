"""``strikesim bench``: how fast games are played."""

from typing import Annotated

import typer

from strikesim.cli.common import JobsOption, JsonOption, console


def bench(
    ruleset: Annotated[str, typer.Argument(help="A ruleset's name.", show_default=False)],
    seconds: Annotated[float, typer.Option("--seconds", min=0.1, help="Time for each figure.")] = 2.0,
    jobs: JobsOption = None,
    json: JsonOption = False,
) -> None:
    """Measure decisions and games per second of each bot and player count, on one core and on all; compiling apart."""
    from dataclasses import asdict
    from json import dumps

    from rich.table import Table

    from strikesim.engine.bench import measure
    from strikesim.engine.match import cores

    threads = jobs or cores()
    table = Table(box=None, pad_edge=False)
    for header in (
        "bot",
        "players",
        "decisions/s",
        "games/s",
        f"games/s, {threads} threads",
        "speed-up",
        "ready after",
    ):
        table.add_column(header, justify="left" if header == "bot" else "right")
    for result in measure(ruleset, seconds, threads):
        if json:
            print(dumps(asdict(result)))
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
        console().print(table)
