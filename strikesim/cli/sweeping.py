"""What the verbs that play sweeps share: options, and what is seen while games are played."""

import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from strikesim.cli.common import compiling, parse_changes
from strikesim.defaults import REPORTS as DEFAULT_FOLDER

if TYPE_CHECKING:
    from strikesim.sweep.run import Progress, Run

OutOption = Annotated[Path, typer.Option("-o", "--out", help="Folder in which each sweep gets its own.")]
REPORTS = Path(DEFAULT_FOLDER)


def grid_of(
    players: "int | None", difficulty: "str | None", bots: "str | None", settings: "list[str] | None"
) -> dict[str, list[Any]]:
    """Return the axes that the options fix, each with its one value."""
    fixed = {"players": players, "difficulty": difficulty, "bots": bots}
    grid = {key: [value] for key, value in parse_changes(settings).items()}
    return grid | {axis: [value] for axis, value in fixed.items() if value is not None}


def seen(quiet: bool) -> dict[str, Any]:
    """Return how `strikesim.results` tells the screen what it does: that it compiles, and how far it is."""

    @contextmanager
    def watch(job: "Run") -> "Iterator[Callable[[Progress], None]]":
        from strikesim.cli.progress import Bar

        with Bar(job.plan, quiet) as bar:
            try:
                yield bar.show
            except KeyboardInterrupt:
                bar.stop()
                _say_how_to_go_on(job)
                raise

    return {"announce": compiling, "watch": watch}


def _say_how_to_go_on(job: "Run") -> None:
    stored = sum(part.games for part in job.store.parts.values())
    print(f"Interrupted; {stored:,} games are kept in {job.store.folder}. To go on:", file=sys.stderr)
    print(f"  {shlex.join(['strikesim', *sys.argv[1:]])}", file=sys.stderr)
