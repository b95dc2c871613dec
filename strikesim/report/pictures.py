"""Which figures a report shows of a sweep, each with its words and its data."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pandas as pd
from matplotlib.figure import Figure

from strikesim.report import figures, panels, style, words
from strikesim.report.findings import Finding, first_side, of_first_side
from strikesim.report.findings.assumptions import change
from strikesim.report.result import Result
from strikesim.stats.adjust import ERROR, SCREEN
from strikesim.stats.counts import END
from strikesim.stats.paired import WINS
from strikesim.sweep.config import VARIANT

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


def who_wins(result: Result, rates: pd.DataFrame) -> Iterator[Picture]:
    """Yield for each setting how often the team wins, or who wins.

    Parameters
    ----------
    rates
        Rows of the sides, with verdicts where there is a target.
    """
    bots = style.colours_of(sorted({bot.name for cell in result.manifest.cells for bot in cell.bots}))
    for k, setting in enumerate(result.settings[:SETTINGS], 1):
        rows = result.choose(rates, setting)
        title = f"Who wins: {words.setting(setting)}"
        if result.cooperative:
            title = f"How often the team wins: {words.setting(setting)}"
            figure = figures.heat_map(rows)
        else:
            figure = figures.win_rates(rows, bots)
        yield picture(f"{result.name}-win-rates-{k}", title, figure, rows)


def endings(result: Result) -> Iterator[Picture]:
    """Yield how games end in the main setting, and when in the cells that are shown in detail."""
    ends = result.tables.rates[result.tables.rates["of"] == END]
    colours = style.colours_of_endings(panels.ordered_endings(ends["who"]))
    main = result.settings[0]
    for cell, axes in result.details(main):
        rows = result.of_cell("endings", cell)
        if rows.empty:
            continue
        title = f"When games end: {words.setting(axes)}"
        figure = figures.endings(rows, colours, "round")
        yield picture(f"{result.name}-when-{axes['players']}-players", title, figure, rows)
    if ends["who"].nunique() > 1:
        for k, setting in enumerate(result.settings[:SETTINGS], 1):
            rows = result.choose(ends, setting)
            if (rows.groupby("who")["rate"].max() >= SEEN).sum() > 1:
                figure = figures.outcomes(rows, colours)
                yield picture(f"{result.name}-endings-{k}", f"How games end: {words.setting(setting)}", figure, rows)


def lengths(result: Result) -> Iterator[Picture]:
    """Yield how long games are, for the main setting and for it with the other bots."""
    main = result.settings[0]
    table = result.tables.lengths
    table = table[table["what"] == "turns"]
    for k, setting in enumerate(result.settings, 1):
        if k <= SETTINGS and all(setting[axis] == main[axis] for axis in main if axis != "bots"):
            rows = result.choose(table, setting)
            title = f"How long games are: {words.setting(setting)}"
            yield picture(f"{result.name}-length-{k}", title, figures.lengths(rows, table["q95"].max() * 1.04), rows)


def factors(result: Result) -> Iterator[Picture]:
    """Yield what characters, committees and the like do, in the cells that are shown in detail."""
    main = result.settings[0]
    for cell, axes in result.details(main):
        table = result.of_cell("factors", cell)
        for factor, rows in table.groupby("factor", sort=False) if len(table) else ():
            title = f"{words.plain(factor).capitalize()}: {words.setting(axes)}"
            name = f"{result.name}-{factor}-{axes['players']}-players"
            yield picture(name, title, figures.factors(rows), rows)


def changes(result: Result, found: "Sequence[Finding]") -> Iterator[Picture]:
    """Yield for each axis that makes settings what its values change, against the first.

    Parameters
    ----------
    found
        The findings on the axes, of this sweep and others.
    """
    for axis in result.outside:
        rows = [
            {**numbers, "label": ", ".join(part for part in (words.plain(one.setting[axis]), numbers["label"]) if part)}
            for one in found
            if one.topic == axis and one.sweep == result.name
            for numbers in one.numbers
        ]
        if rows:
            table = pd.DataFrame(rows[:LINES])
            table = table.assign(shown=(table["low"] > 0) | (table["high"] < 0))
            side = "the win rate" if result.cooperative else "the first player's win rate"
            what = f"Points of {side}, against {words.setting({axis: result.settings[0][axis]})}"
            title = f"{words.plain(axis)}{_meaning(result, axis)}"
            yield picture(
                f"{result.name}-{axis}", title[0].upper() + title[1:], figures.differences(table, what), table
            )


def _meaning(result: Result, axis: str) -> str:
    """Return what an assumed component is, after a colon."""
    entry = result.data.get("assumed", {}).get(axis)
    return f": {entry['what']}" if entry else ""


def assumptions(result: Result) -> Iterator[Picture]:
    """Yield the assumption band, and the tornado of each cell that is shown in detail."""
    if result.baseline is None:
        return
    main = {axis: value for axis, value in result.settings[0].items() if axis != VARIANT}
    side = first_side(result)
    spans = of_first_side(result, result.choose(result.band, main))
    if len(spans):
        yield picture(
            f"{result.name}-band", f"How often {side} wins: chance and assumptions", figures.band(spans), spans
        )
    for _, axes in result.details(result.settings[0]):
        rows = of_first_side(result, result.choose(result.tornado, {**main, **axes}))[:LINES]
        if len(rows):
            rows = rows.assign(label=[change(row) for row in rows.to_dict("records")], shown=rows["q"] <= SCREEN)
            what = f"Points of win rate of {side}, against as it stands"
            title = f"Largest single changes: {words.setting(axes)}"
            name = f"{result.name}-tornado-{axes['players']}-players"
            yield picture(name, title, figures.differences(rows, what), rows)


def comparison(result: Result) -> Iterator[Picture]:
    """Yield what the compared thing does to who wins, setting by setting, on common random numbers."""
    if not result.compares:
        return
    rows = result.comparison[result.comparison["what"] == WINS][:LINES]
    label = [f"{words.side(row['who'])}: {words.place(row)}" for row in rows.to_dict("records")]
    rows = rows.assign(label=label, shown=rows["p_adjusted"] <= ERROR)
    what = f"Points of win rate, {rows['name_b'].iloc[0]} less {rows['name_a'].iloc[0]}"
    yield picture(
        f"{result.name}-comparison", "Who wins, with the change less without", figures.differences(rows, what), rows
    )


def left_out(result: Result) -> str:
    """Say how many settings have no figure."""
    more = len(result.settings) - SETTINGS
    return f"{words.number(more).capitalize()} more settings are in the table of all rates." if more > 0 else ""
