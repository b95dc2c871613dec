"""What is said of how long a game lasts."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pandas as pd

from strikesim.report import words
from strikesim.report.figures.export import Exported, export
from strikesim.report.figures.lengths import lengths
from strikesim.stats.tables import QUANTILES
from strikesim.sweep.manifest import Manifest

HEADERS = ("setting", "games", "mean minutes (95 %)", "median (95 %)", "nine in ten games", "decisions", "turns")
NUMBERS = HEADERS[1:]


def sentences(table: pd.DataFrame, seconds: Sequence[float], manifest: Manifest) -> Iterator[str]:
    """Yield how long games last in each setting.

    Parameters
    ----------
    table, seconds
        Those of `strikesim.questions.duration.Duration`.
    """
    for row in table.to_dict("records"):
        yield (
            f"{words.upper(_setting(row, manifest))}: half of the games last {_minutes(row['q50'])} minutes or less"
            f" (95{words.NBSP}%: {_ends(row, 'q50')}), nine in ten of them between {_minutes(row['q05'])}"
            f" ({_ends(row, 'q05')}) and {_minutes(row['q95'])} ({_ends(row, 'q95')}), {told(seconds)}."
        )


def told(seconds: Sequence[float]) -> str:
    """Return what was said of a turn, a decision and the set-up."""
    each = zip(seconds, ("a turn", "a decision", "to set up"), strict=True)
    return f"at {words.listed(f'{one:g}{words.NBSP}s {what}' for one, what in each if one)}"


def notes(seconds: Sequence[float], manifest: Manifest) -> list[str]:
    """Return what must be known to read the table."""
    return [
        f"Minutes are counted {told(seconds)}, which is what you said and not measured here: an interval says what"
        " chance leaves open, not how fast people are. Steps with one legal action are no decisions.",
        words.caveat(manifest),
    ]


def _setting(row: Mapping[Any, Any], manifest: Manifest) -> str:
    return words.setting({axis: row[axis] for axis in manifest.axes}, manifest.labels)


def _minutes(value: float) -> str:
    return f"{value:.3g}" if value < 1000 else f"{value:,.0f}"


def _ends(row: Mapping[Any, Any], name: str) -> str:
    """Return the ends of an interval; with few games an end may be open."""
    low, high = (row[f"{name}_{end}"] for end in ("low", "high"))
    if low == -float("inf") or high == float("inf"):
        return "open at so few games"
    return f"{_minutes(low)}–{_minutes(high)}"


def rows_of(table: pd.DataFrame, manifest: Manifest) -> list[list[str]]:
    """Return the rows of the table as text."""
    return [
        [
            words.upper(_setting(row, manifest)),
            f"{row['games']:,}",
            f"{_minutes(row['mean'])} ({_minutes(row['low'])}–{_minutes(row['high'])})",
            f"{_minutes(row['q50'])} ({_ends(row, 'q50')})",
            f"{_minutes(row['q05'])}–{_minutes(row['q95'])}",
            f"{row['decisions']:.0f}",
            f"{row['turns']:.0f}",
        ]
        for row in table.to_dict("records")
    ]


def drawn(table: pd.DataFrame, seconds: Sequence[float], manifest: Manifest) -> Iterator[Exported]:
    """Yield how long games last in each setting."""
    rows = table[["cell", *manifest.axes]].assign(what="minutes", games=table["games"])
    rows = rows.assign(**{name: table[name].round(1) for name in QUANTILES})
    ruleset = manifest.ruleset
    caption = (
        f"{ruleset.title}, rules {ruleset.name} {ruleset.version}, {told(seconds)}. {int(rows['games'].min())} games in"
        f" each setting. Seed {manifest.sweep.seed}. {words.caveat(manifest)}"
    )
    yield export(lengths(rows, labels=manifest.labels), rows, "minutes-1", "How long games last", caption)


def page(table: pd.DataFrame, seconds: Sequence[float], manifest: Manifest, pictures: Sequence[Exported]) -> str:
    """Return the answer as a page in Markdown."""
    lines = [f"# {manifest.ruleset.title}: how long games last", ""]
    lines += [f"- {sentence}" for sentence in sentences(table, seconds, manifest)]
    for picture in pictures:
        lines += ["", f"![{picture.alt}](figures/{picture.name}.png)"]
    shown = [HEADERS, ["---"] * len(HEADERS), *rows_of(table, manifest)]
    lines += [
        "",
        "## Each setting",
        "",
        *(f"| {' | '.join(cell.replace('|', '/') for cell in row)} |" for row in shown),
    ]
    return "\n".join([*lines, "", *(f"{note}\n" for note in notes(seconds, manifest))])
