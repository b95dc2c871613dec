"""Write a report: one self-contained HTML page, its Markdown twin, the numbers as JSON, the figures as files."""

import base64
import html
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jinja2
import pandas as pd
from markupsafe import Markup, escape

from strikesim.errors import ResultError, printable
from strikesim.report import content
from strikesim.report.chapters import chapters
from strikesim.report.content import Report
from strikesim.report.figures.export import Exported, inline
from strikesim.report.words import VERDICTS
from strikesim.result import Result, read_together
from strikesim.sweep.files import renewed, write_atomically
from strikesim.sweep.origin import published

HTML, MARKDOWN, JSON, FIGURES = "report.html", "report.md", "report.json", "figures"


@dataclass(frozen=True)
class Written:
    """What was written, and where."""

    folder: Path
    report: Report
    files: list[str]


def write_report(folders: Path | str | Iterable[Path | str], out: Path | str) -> Written:
    """Write the report on one or several result folders of one ruleset.

    Parameters
    ----------
    folders
        One folder that ``strikesim run`` wrote, or several.
    out
        The folder to write into; it is made if need be.

    Returns
    -------
    Written
        ``report.html``, ``report.md``, ``report.json`` and ``figures/*.svg`` with their numbers as ``*.csv``.

    Raises
    ------
    ResultError
        A folder is no result folder, is damaged or has no games, they are of different rulesets, or `out` cannot be
        written.
    """
    several = [folders] if isinstance(folders, Path | str) else folders
    results = read_together([Path(folder) for folder in several])
    report = content.report_of(results, _published(results[0]))
    out = Path(out)
    try:
        (out / FIGURES).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ResultError(f"{out}: cannot be made ({error.strerror}); choose another folder with --out") from None
    before = _figures_of(out)
    files: dict[str, str] = {}
    for figure in report.figures:
        files |= {f"{FIGURES}/{figure.name}.svg": figure.svg, f"{FIGURES}/{figure.name}.csv": figure.csv}
    pages = {JSON: as_json(report), MARKDOWN: as_markdown(report), HTML: as_html(report)}
    for name, text in {**files, **pages}.items():  # the page last: where it stands, all it belongs to does
        write_atomically(out / name, text)
        renewed(out / name)
    for figure_name in before - {figure.name for figure in report.figures}:
        for ending in ("svg", "csv"):
            (out / FIGURES / f"{figure_name}.{ending}").unlink(missing_ok=True)
    return Written(out, report, [*reversed(pages), *files])


def _figures_of(out: Path) -> set[str]:
    """Return the names of the figures of the report that was written here before."""
    try:
        written = json.loads((out / JSON).read_text(encoding="utf-8"))["figures"]
        return {figure["name"] for figure in written if re.fullmatch(r"[A-Za-z0-9-]+", figure["name"])}
    except (OSError, ValueError, KeyError, TypeError):
        return set()  # there is none, or it is not ours


def _published(first: Result) -> Any:
    """Return the game's own ruleset, read from its file, or None if there is no such game here."""
    layers = published(first.manifest)
    return layers.data() if layers else None


def as_html(report: Report) -> str:
    """Return a report as one HTML page that needs no other file and no network."""
    return _templates(autoescape=True).get_template("report.html.j2").render(**_shared(report))


def as_markdown(report: Report) -> str:
    """Return a report as Markdown that shows the figures of the folder ``figures``."""
    text = _templates(autoescape=False).get_template("report.md.j2").render(**_shared(report))
    return text.rstrip("\n")


def as_json(report: Report) -> str:
    """Return everything a report says, machine-readable."""
    content_ = {
        "title": report.title,
        "kind": report.kind,
        "facts": report.facts,
        "cautions": report.cautions,
        "answer": [finding.sentence for finding in report.answer],
        "findings": [vars(finding) for finding in report.findings],
        "figures": [
            {"name": one.name, "title": one.title, "note": one.note, "alt": one.alt, "data": _records(one.data)}
            for one in report.figures
        ],
        "rates": _records(report.rates),
        "small_print": report.small_print,
    }
    return json.dumps(content_, indent=1, ensure_ascii=False, default=_plain)


def _records(table: pd.DataFrame) -> Any:
    return json.loads(table.to_json(orient="records"))


def _plain(value: Any) -> Any:
    """Return a number of numpy's as one of Python's."""
    return value.item() if hasattr(value, "item") else str(value)


def _shared(report: Report) -> dict[str, Any]:
    return {
        "report": report,
        "chapters": chapters(report),
        "how": content.HOW,
        "marks": VERDICTS,
        "folder": FIGURES,
    }


def _templates(autoescape: bool) -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=autoescape,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        finalize=_finalized,
    )
    environment.filters.update(inline=_inline, whole=_whole, data_url=_data_url, md=_escape_markdown)
    return environment


def _finalized(value: Any) -> Any:
    """Return what is set into a page without control characters."""
    return printable(value) if isinstance(value, str) else value


def _inline(figure: Exported) -> Markup:
    """Return a figure's SVG as an element of the page; matplotlib has escaped what is written in it."""
    return Markup(inline(figure.svg, figure.name))


def _whole(sentence: str) -> Markup:
    """Return a sentence, escaped, in which no line breaks within an interval."""
    parts = re.split(r"(\d[\d.]*–\d[\d.]*)", sentence)
    pieces = [
        escape(part) if k % 2 == 0 else Markup('<span class="whole">{}</span>').format(part)
        for k, part in enumerate(parts)
    ]
    return Markup("").join(pieces)


def _data_url(figure: Exported) -> str:
    """Return a figure's numbers as a link that needs no other file."""
    return f"data:text/csv;base64,{base64.b64encode(figure.csv.encode()).decode()}"


def _escape_markdown(text: Any) -> str:
    """Return text that Markdown shows as it is."""
    escaped = html.escape(str(text), quote=False)
    for sign in "\\`*_[]|#":
        escaped = escaped.replace(sign, f"\\{sign}")
    return escaped
