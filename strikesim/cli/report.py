"""``strikesim report``: one page that answers a designer's question."""

from pathlib import Path
from typing import Annotated

import typer

from strikesim.cli.common import QuietOption, say
from strikesim.errors import counted


def report(
    folders: Annotated[list[Path], typer.Argument(help="Result folders of one ruleset.", show_default=False)],
    out: Annotated[
        Path | None,
        typer.Option(
            "-o", "--out", help="Folder for the report (default: the first result folder).", show_default=False
        ),
    ] = None,
    quiet: QuietOption = False,
) -> None:
    """Write report.html, report.md and report.json from one or several result folders."""
    from strikesim.questions.playing import check_backend

    check_backend()
    from strikesim.report.page import write_report

    written = write_report(folders, folders[0] if out is None else out)
    if not quiet:
        for line in [*written.report.cautions, *(finding.sentence for finding in written.report.answer)]:
            say(line)
        figures = counted(len(written.files) - 3, "file")
        say(f"Written to {written.folder}: {', '.join(written.files[:3])} and {figures} of figures")
