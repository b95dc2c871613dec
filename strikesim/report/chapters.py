"""The small print as it is read: chapters of paragraphs, tables and files, the same for every kind of page."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar

from strikesim.report import words
from strikesim.report.content import Report
from strikesim.stats.tables import axes_of

ROWS = 300  # the most rows of a table on a page
HASHES = 4  # the most checksums that are told


@dataclass(frozen=True)
class Paragraph:
    """Sentences."""

    text: str
    kind: ClassVar = "paragraph"


@dataclass(frozen=True)
class Table:
    """A table as text; `numbers` are the columns that are set flush right."""

    header: list[str]
    rows: list[list[str]]
    numbers: list[int] = field(default_factory=list)
    kind: ClassVar = "table"


@dataclass(frozen=True)
class File:
    """A file's name and what it holds; without a name, what is typed."""

    name: str
    text: str
    kind: ClassVar = "file"


Block = Paragraph | Table | File


@dataclass(frozen=True)
class Chapter:
    """A title, and what stands below it."""

    title: str
    blocks: list[Block]


def chapters(report: Report) -> list[Chapter]:
    """Return the small print of a report."""
    facts = report.small_print
    return [
        Chapter("What was run", [*_runs(facts["sweeps"]), *map(Paragraph, facts["targets"])]),
        Chapter("Difference from the published rules", list(_differences(facts))),
        Chapter("Assumptions in force", list(_assumptions(facts["assumptions"]))),
        Chapter("Bots", list(_bots(facts["bots"]))),
        Chapter("All rates", list(_rates(report))),
    ]


def _runs(sweeps: list[dict[str, Any]]) -> Iterator[Block]:
    for sweep in sweeps:
        hashes = ", ".join(sweep["hashes"][:HASHES])
        more = f" and {len(sweep['hashes']) - HASHES} more" if len(sweep["hashes"]) > HASHES else ""
        names = "its name" if len(sweep["files"]) == 1 else "their names"
        yield Paragraph(
            f"Sweep {sweep['name']}: {sweep['games']} in {sweep['cells']}, seed {sweep['seed']}, rules"
            f" {sweep['rules']} (hash {hashes}{more}), strikesim {sweep['strikesim']}. To run it again, save what"
            f" follows under {names}:"
        )
        yield from (File(name, text) for name, text in sweep["files"].items())
        yield File("", "\n".join(sweep["again"]))


def _differences(facts: Mapping[str, Any]) -> Iterator[Block]:
    if facts["published"] is None:
        yield Paragraph("The published rules of this game are not installed here, so the difference is not known.")
        return
    ruleset = f"the ruleset as published with strikesim (version {facts['published']})"
    if not facts["changes"]:
        yield Paragraph(f"None: the main setting is played by the rules and components of {ruleset}.")
        return
    yield Paragraph(f"Compared with {ruleset}, the main setting has:")
    rows = [[change["key"], change["published"], change["here"]] for change in facts["changes"]]
    yield Table(["datum", "published", "here"], rows)
    if facts["more_changes"]:
        yield Paragraph(f"And {facts['more_changes']} more.")


def _assumptions(assumptions: list[dict[str, str]]) -> Iterator[Block]:
    if not assumptions:
        yield Paragraph("The ruleset assumes no component.")
        return
    yield Paragraph("No source gives these components. “Others” counts the alternatives that could stand instead.")
    rows = [[one["id"], one["what"], one["chosen"], one["others"]] for one in assumptions]
    yield Table(["id", "what", "in force", "others"], rows, [3])


def _bots(bots: list[dict[str, str]]) -> Iterator[Block]:
    yield Paragraph("Bots are no people. A rate among bots says how the game treats players of that skill and taste.")
    yield Table(["bot", "from", "weights"], [[bot["name"], bot["spec"], bot["weights"]] for bot in bots])


def _rates(report: Report) -> Iterator[Block]:
    """Yield the table of all rates."""
    rates, labels = report.rates, report.labels
    axes = [axis for axis in axes_of(rates.drop(columns="sweep")) if not rates[axis].isna().all()]
    verdict = ["verdict"] if "verdict" in rates else []
    several = ["sweep"] if rates["sweep"].nunique() > 1 else []
    names = [words.lower(words.name(axis, labels=labels)) for axis in axes]
    header = [*several, *names, "who", "win rate", "95 % interval", *verdict, "games"]
    rows = []
    for row in rates[:ROWS].to_dict("records"):
        digits = words.digits_for(row)
        told = [
            *(_known(row[column]) for column in several),
            *(_value(axis, row[axis], report) for axis in axes),
            words.who(row["of"], row["who"]),
            words.percent(row["rate"], digits),
            words.interval(row["low"], row["high"], digits),
            *(_mark(row[column], report) for column in verdict),
            f"{row['games']:,}",
        ]
        rows.append(told)
    yield Table(header, rows, [k for k, name in enumerate(header) if name in ("games", "win rate", "95 % interval")])
    if len(rates) > ROWS:
        yield Paragraph(f"And {len(rates) - ROWS} more rows in report.json.")


def _value(axis: str, value: Any, report: Report) -> str:
    """Return a cell of the table: its column has the axis's name."""
    if words.known(value) is None or axis == "bots":
        return _known(value)
    told = words.variant if axis == "variant" else partial(words.value_name, axis)
    return told(value, report.labels)


def _mark(name: Any, report: Report) -> str:
    """Return a verdict as the sentences above have it."""
    verdict = words.VERDICTS.get(_known(name))
    return f"{verdict.sign} {verdict.mark[report.kind]}" if verdict else ""


def _known(value: Any) -> str:
    return "" if words.known(value) is None else str(value)
