"""What is said of rules and knobs that matter, and of those that do not."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pandas as pd

from strikesim.report import words
from strikesim.report.figures.differences import differences
from strikesim.report.figures.export import Exported, export
from strikesim.stats.equivalence import NOTHING, OPEN
from strikesim.stats.intervals import rate_interval
from strikesim.stats.matters import DEAD, MATTERS
from strikesim.sweep.config import VARIANT
from strikesim.sweep.manifest import Manifest

LINES = 16  # the most rows of the figure
CLAIMS = {
    DEAD: "no game differs",
    NOTHING: "nothing that matters",
    OPEN: "open",
    MATTERS: "matters",
}
HEADERS = ("change", "games differ", "another winner", "largest difference", "of", "")
NUMBERS = HEADERS[1:4]


def name(row: Mapping[Any, Any], manifest: Manifest) -> str:
    """Return a change in words."""
    return words.name(row["key"], row["value"], manifest.labels)


def sentences(changes: pd.DataFrame, margin: float, manifest: Manifest) -> Iterator[str]:
    """Yield what is shown of all changes.

    Parameters
    ----------
    changes
        As `strikesim.stats.matters.by_change` returns it.
    """
    points = f"{100 * margin:.3g}{words.NBSP}points"
    groups = dict(iter(changes.groupby("verdict", sort=False)))
    if DEAD in groups:
        yield _dead(groups[DEAD], manifest)
    if NOTHING in groups:
        told = words.listed(name(row, manifest) for row in groups[NOTHING].to_dict("records"))
        yield f"Does nothing that matters, in any setting and for any side (less than {points}): {told}."
    if MATTERS in groups:
        rows = groups[MATTERS].iloc[::-1].to_dict("records")
        told = words.listed(f"{name(row, manifest)} ({_largest(row)})" for row in rows)
        yield f"Matters, in one setting at least and for one side (more than {points}): {told}."
    if OPEN in groups:
        told = words.listed(name(row, manifest) for row in groups[OPEN].to_dict("records"))
        yield f"Open at so many games, neither shown to matter nor not to: {told}."


def _dead(rows: pd.DataFrame, manifest: Manifest) -> str:
    """Say which changes leave all games as they were, and how many they may change that were not played."""
    idle = [name(row, manifest) for row in rows.to_dict("records") if row["same_tables"]]
    told = words.listed(
        f"{name(row, manifest)}{' (cannot act in these settings)' if row['same_tables'] else ''}"
        for row in rows.to_dict("records")
    )
    _, high = rate_interval(0, int(rows["games"].min()))
    bound = f"; up to {words.percent(float(high))} of all games of a setting are not ruled out (95{words.NBSP}%)"
    return f"Dead, not one game differs: {told}{bound if len(idle) < len(rows) else ''}."


def _largest(row: Mapping[Any, Any]) -> str:
    return f"{words.side(row['who'])} {words.difference(row)}"


def rows_of(changes: pd.DataFrame, manifest: Manifest) -> list[list[str]]:
    """Return the rows of the table as text."""
    varying = [
        axis for axis in manifest.axes if axis != VARIANT and len({cell.axes[axis] for cell in manifest.cells}) > 1
    ]
    return [
        [
            name(row, manifest),
            *(
                words.rate({"rate": row[what], "low": row[f"{what}_low"], "high": row[f"{what}_high"]}, "")
                for what in ("differ", "decides")
            ),
            f"{words.signed(row['difference'])} ({words.signed(row['low'])} to {words.signed(row['high'])})",
            ", ".join([words.side(row["who"]), *(words.name(axis, row[axis], manifest.labels) for axis in varying)]),
            CLAIMS[row["verdict"]],
        ]
        for row in changes.to_dict("records")
    ]


def notes(margin: float, refused: Mapping[str, str], manifest: Manifest) -> list[str]:
    """Return what must be known to read the table."""
    told = [
        "Each change by itself, on the same chance as the ruleset as it stands; shares of games with 95 % intervals."
        " Told is the largest difference over settings and sides, in points, with an interval that allows for so many"
        " rows having been looked at (false coverage 5 %). A verdict stands for all settings and sides; all together"
        f" are right with 95 % (two one-sided score tests at a margin of {100 * margin:.3g} points, Holm).",
        "That a rule changes the winner of many games and yet moves no rate is no contradiction: luck goes elsewhere.",
    ]
    if refused:
        some = "; ".join(f"{change} ({why})" for change, why in list(refused.items())[:5])
        more = f" and {len(refused) - 5} more" if len(refused) > 5 else ""
        told.append(f"Not tried, as the ruleset refuses it: {some}{more}.")
    return [*told, words.caveat(manifest)]


def drawn(changes: pd.DataFrame, margin: float, manifest: Manifest) -> Iterator[Exported]:
    """Yield the largest differences."""
    rows = changes.iloc[::-1].sort_values("difference", key=lambda column: -column.abs(), kind="stable").head(LINES)
    rows = rows.assign(
        label=[name(row, manifest) for row in rows.to_dict("records")], shown=(rows["verdict"] == MATTERS).to_numpy()
    )
    ruleset = manifest.ruleset
    caption = (
        f"{ruleset.title}, rules {ruleset.name} {ruleset.version}. {int(rows['games'].min())} games of each change in"
        f" each setting. Seed {manifest.sweep.seed}. {words.caveat(manifest)}"
    )
    note = f"Filled: shown to move a win rate by more than {100 * margin:.3g} points."
    figure = differences(rows, "Points of win rate, largest of all settings and sides")
    yield export(figure, rows, "matters-1", "Single changes that move who wins the most", caption, note)


def page(
    changes: pd.DataFrame,
    margin: float,
    refused: Mapping[str, str],
    manifest: Manifest,
    pictures: Sequence[Exported],
) -> str:
    """Return the answer as a page in Markdown."""
    lines = [f"# {manifest.ruleset.title}: which rules matter", ""]
    lines += [f"- {sentence}" for sentence in sentences(changes, margin, manifest)]
    for picture in pictures:
        lines += ["", f"![{picture.alt}](figures/{picture.name}.png)"]
    table = [HEADERS, ["---"] * len(HEADERS), *rows_of(changes, manifest)]
    lines += ["", "## Each change", "", *(f"| {' | '.join(cell.replace('|', '/') for cell in row)} |" for row in table)]
    return "\n".join([*lines, "", *(f"{note}\n" for note in notes(margin, refused, manifest))])
