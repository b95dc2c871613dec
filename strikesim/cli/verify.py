"""``strikesim verify``: tell whether a result folder is what was written."""

from pathlib import Path
from typing import Annotated

import typer

from strikesim.cli.common import QuietOption, say
from strikesim.errors import counted


def verify(
    folder: Annotated[Path, typer.Argument(help="A result folder.", show_default=False)], quiet: QuietOption = False
) -> None:
    """Read every part of FOLDER, its checksum and its rows; exit code 0: all as it was written, 1: not."""
    from strikesim.questions.verify import verify as verified

    found = verified(folder)
    for fault in found.faults:
        say(fault)
    if found.faults:
        raise typer.Exit(1)
    if not quiet:
        held = f"{counted(found.parts, 'part')} with {counted(found.games, 'game')}"
        say(f"{folder}: {held}, all as they were written")
