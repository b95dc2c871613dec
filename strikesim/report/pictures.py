"""Which figures a report shows of a sweep, each with its words and its data."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from strikesim.report import figures, panels, style, words
from strikesim.report.findings import Finding, first_side, of_first_side
from strikesim.report.findings.assumptions import SCREEN, change
from strikesim.report.sweeps import Sweep
from strikesim.stats.assumptions import VARIANT
from strikesim.stats.tables import END

SEEN = 0.01  # a share that can be seen in a bar
LINES = 16  # the most rows of a figure of differences
SETTINGS = 6  # the most settings that get a figure of their own


@dataclass(frozen=True)
class Picture:
    """A figure drawn: its SVG, what it says in words, and the numbers in it."""

    name: str  # of its files, without ending
    title: str
    alt: str
    svg: str
    data: pd.DataFrame

    @property
    def csv(self) -> str:
        """Return the figure's numbers as CSV."""
        return self.data.to_csv(index=False, float_format="%.6g")


def picture(name: str, title: str, figure: Figure, data: pd.DataFrame) -> Picture:
    """Draw a figure."""
    name = re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-")
    return Picture(name, title, str(figure.get_label()), figures.svg(figure), data)


def who_wins(sweep: Sweep, rates: pd.DataFrame) -> Iterator[Picture]:
    """Yield for each setting how often the team wins, or who wins.

    Parameters
    ----------
    rates
        Rows of the sides, with verdicts where there is a target.
    """
    bots = style.colours_of(sorted({bot["name"] for cell in sweep.manifest["cells"] for bot in cell["bots"]}))
    for k, setting in enumerate(sweep.settings[:SETTINGS], 1):
        rows = sweep.choose(rates, setting)
        title = f"Who wins: {title_of(setting)}"
        if sweep.cooperative:
            title = f"How often the team wins: {title_of(setting)}"
            figure = figures.heat_map(rows)
        else:
            figure = figures.win_rates(rows, bots)
        yield picture(f"{sweep.name}-win-rates-{k}", title, figure, rows)


def endings(sweep: Sweep) -> Iterator[Picture]:
    """Yield how games end in the main setting, and when in the cells that are shown in detail."""
    ends = sweep.tables.rates[sweep.tables.rates["of"] == END]
    colours = style.colours_of_endings(panels.ordered_endings(ends["who"]))
    main = sweep.settings[0]
    for cell, axes in sweep.details(main):
        rows = sweep.of_cell("endings", cell)
        if rows.empty:
            continue
        title = f"When games end: {words.setting(axes)}"
        figure = figures.endings(rows, colours, sweep.time)
        yield picture(f"{sweep.name}-when-{axes['players']}-players", title, figure, rows)
    if ends["who"].nunique() > 1:
        for k, setting in enumerate(sweep.settings[:SETTINGS], 1):
            rows = sweep.choose(ends, setting)
            if (rows.groupby("who")["rate"].max() >= SEEN).sum() > 1:
                figure = figures.outcomes(rows, colours)
                yield picture(f"{sweep.name}-endings-{k}", f"How games end: {title_of(setting)}", figure, rows)


def lengths(sweep: Sweep) -> Iterator[Picture]:
    """Yield how long games are, for the main setting and for it with the other bots."""
    main = sweep.settings[0]
    table = sweep.tables.lengths
    table = table[table["what"] == "turns"]
    for k, setting in enumerate(sweep.settings, 1):
        if k <= SETTINGS and all(setting[axis] == main[axis] for axis in main if axis != "bots"):
            rows = sweep.choose(table, setting)
            title = f"How long games are: {title_of(setting)}"
            yield picture(f"{sweep.name}-length-{k}", title, figures.lengths(rows, table["q95"].max() * 1.04), rows)


def factors(sweep: Sweep) -> Iterator[Picture]:
    """Yield what characters, committees and the like do, in the cells that are shown in detail."""
    main = sweep.settings[0]
    for cell, axes in sweep.details(main):
        table = sweep.of_cell("factors", cell)
        for factor, rows in table.groupby("factor", sort=False) if len(table) else ():
            title = f"{words.plain(factor).capitalize()}: {words.setting(axes)}"
            name = f"{sweep.name}-{factor}-{axes['players']}-players"
            yield picture(name, title, figures.factors(rows), rows)


def changes(sweep: Sweep, found: "Sequence[Finding]") -> Iterator[Picture]:
    """Yield for each axis that makes settings what its values change, against the first.

    Parameters
    ----------
    found
        The findings on the axes, of this sweep and others.
    """
    for axis in sweep.outside:
        rows = [
            {**numbers, "label": ", ".join(part for part in (words.plain(one.setting[axis]), numbers["label"]) if part)}
            for one in found
            if one.topic == axis and one.sweep == sweep.name
            for numbers in one.numbers
        ]
        if rows:
            table = pd.DataFrame(rows[:LINES])
            table = table.assign(shown=(table["low"] > 0) | (table["high"] < 0))
            side = "the win rate" if sweep.cooperative else "the first player's win rate"
            what = f"Points of {side}, against {words.setting({axis: sweep.settings[0][axis]})}"
            title = f"{words.plain(axis)}{_meaning(sweep, axis)}"
            yield picture(f"{sweep.name}-{axis}", title[0].upper() + title[1:], figures.differences(table, what), table)


def _meaning(sweep: Sweep, axis: str) -> str:
    """Return what an assumed component is, after a colon."""
    entry = sweep.data.get("assumed", {}).get(axis)
    return f": {entry['what']}" if entry else ""


def assumptions(sweep: Sweep) -> Iterator[Picture]:
    """Yield the assumption band, and the tornado of each cell that is shown in detail."""
    if sweep.tornado is None or sweep.band is None:
        return
    main = {axis: value for axis, value in sweep.settings[0].items() if axis != VARIANT}
    side = first_side(sweep)
    spans = of_first_side(sweep, sweep.choose(sweep.band, main))
    if len(spans):
        yield picture(
            f"{sweep.name}-band", f"How often {side} wins: chance and assumptions", figures.band(spans), spans
        )
    for _, axes in sweep.details(sweep.settings[0]):
        rows = of_first_side(sweep, sweep.choose(sweep.tornado, {**main, **axes}))[:LINES]
        if len(rows):
            rows = rows.assign(label=[change(row) for row in rows.to_dict("records")], shown=rows["q"] <= SCREEN)
            what = f"Points of win rate of {side}, against as it stands"
            title = f"Largest single changes: {words.setting(axes)}"
            name = f"{sweep.name}-tornado-{axes['players']}-players"
            yield picture(name, title, figures.differences(rows, what), rows)


def title_of(setting: Mapping[str, Any]) -> str:
    """Return a setting as a heading: 'planner, token 40'."""
    return words.setting(setting)


def left_out(sweep: Sweep) -> str:
    """Say how many settings have no figure."""
    more = len(sweep.settings) - SETTINGS
    return f"{words.number(more).capitalize()} more settings are in the table of all rates." if more > 0 else ""
