"""Which figures a report shows of a sweep, each with its words and its data."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pandas as pd
from matplotlib.figure import Figure

from strikesim.report import figures, panels, style, words
from strikesim.report.comparisons import compared
from strikesim.report.findings.assumptions import change
from strikesim.report.findings.finding import Finding
from strikesim.report.findings.gather import first_side, of_first_side
from strikesim.report.view import View, choose
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


def who_wins(view: View, rates: pd.DataFrame) -> Iterator[Picture]:
    """Yield for each setting how often the team wins, or who wins.

    Parameters
    ----------
    rates
        Rows of the sides, with verdicts where there is a target.
    """
    bots = style.colours_of(sorted({bot.name for cell in view.result.manifest.cells for bot in cell.bots}))
    for k, setting in enumerate(view.settings[:SETTINGS], 1):
        rows = choose(rates, setting)
        title = f"Who wins: {words.setting(setting, view.labels)}"
        if view.result.cooperative:
            title = f"How often the team wins: {words.setting(setting, view.labels)}"
            figure = figures.heat_map(rows)
        else:
            figure = figures.win_rates(rows, bots)
        yield picture(f"{view.name}-win-rates-{k}", title, figure, rows)


def endings(view: View) -> Iterator[Picture]:
    """Yield how games end in the main setting, and when in the cells that are shown in detail."""
    ends = view.tables.rates[view.tables.rates["of"] == END]
    colours = style.colours_of_endings(panels.ordered_endings(ends["who"]))
    main = view.settings[0]
    for cell, axes in view.details(main):
        rows = view.of_cell("endings", cell)
        if rows.empty:
            continue
        title = f"When games end: {words.setting(axes, view.labels)}"
        figure = figures.endings(rows, colours, "round")
        yield picture(f"{view.name}-when-{axes['players']}-players", title, figure, rows)
    if ends["who"].nunique() > 1:
        for k, setting in enumerate(view.settings[:SETTINGS], 1):
            rows = choose(ends, setting)
            if (rows.groupby("who")["rate"].max() >= SEEN).sum() > 1:
                figure = figures.outcomes(rows, colours)
                title = f"How games end: {words.setting(setting, view.labels)}"
                yield picture(
                    f"{view.name}-endings-{k}",
                    f"How games end: {words.setting(setting, view.labels)}",
                    figure,
                    rows,
                )


def lengths(view: View) -> Iterator[Picture]:
    """Yield how long games are, for the main setting and for it with the other bots."""
    main = view.settings[0]
    table = view.tables.lengths
    table = table[table["what"] == "turns"]
    for k, setting in enumerate(view.settings, 1):
        if k <= SETTINGS and all(setting[axis] == main[axis] for axis in main if axis != "bots"):
            rows = choose(table, setting)
            title = f"How long games are: {words.setting(setting, view.labels)}"
            yield picture(f"{view.name}-length-{k}", title, figures.lengths(rows, table["q95"].max() * 1.04), rows)


def factors(view: View) -> Iterator[Picture]:
    """Yield what characters, committees and the like do, in the cells that are shown in detail."""
    main = view.settings[0]
    for cell, axes in view.details(main):
        table = view.of_cell("factors", cell)
        for factor, rows in table.groupby("factor", sort=False) if len(table) else ():
            named = rows.assign(who=[words.value_name(factor, who, view.labels) for who in rows["who"]])
            title = f"{words.upper(words.name(factor, labels=view.labels))}: {words.setting(axes, view.labels)}"
            name = f"{view.name}-{factor}-{axes['players']}-players"
            yield picture(name, title, figures.factors(named), rows)


def changes(view: View, found: "Sequence[Finding]") -> Iterator[Picture]:
    """Yield for each axis that makes settings what its values change, against the first.

    Parameters
    ----------
    found
        The findings on the axes, of this sweep and others.
    """
    for axis in view.facets:
        rows = [
            {
                **numbers,
                "label": ", ".join(
                    part for part in (words.value_name(axis, one.setting[axis], view.labels), numbers["label"]) if part
                ),
            }
            for one in found
            if one.topic == axis and one.sweep == view.name
            for numbers in one.numbers
        ]
        if rows:
            table = pd.DataFrame(rows[:LINES])
            table = table.assign(shown=(table["low"] > 0) | (table["high"] < 0))
            side = "the win rate" if view.result.cooperative else "the first player's win rate"
            what = f"Points of {side}, against {words.setting({axis: view.settings[0][axis]}, view.labels)}"
            title = f"{words.name(axis, labels=view.labels)}{_meaning(view, axis)}"
            yield picture(f"{view.name}-{axis}", title[0].upper() + title[1:], figures.differences(table, what), table)


def _meaning(view: View, axis: str) -> str:
    """Return what an assumed component is, after a colon."""
    entry = view.data.get("assumed", {}).get(axis)
    return f": {entry['what']}" if entry else ""


def assumptions(view: View) -> Iterator[Picture]:
    """Yield the assumption band, and the tornado of each cell that is shown in detail."""
    if view.result.baseline is None:
        return
    main = {axis: value for axis, value in view.settings[0].items() if axis != VARIANT}
    side = first_side(view)
    spans = of_first_side(view, choose(view.result.band, main))
    if len(spans):
        yield picture(f"{view.name}-band", f"How often {side} wins: chance and assumptions", figures.band(spans), spans)
    for _, axes in view.details(view.settings[0]):
        rows = of_first_side(view, choose(view.result.tornado, {**main, **axes}))[:LINES]
        if len(rows):
            rows = rows.assign(
                label=[change(row, view.labels) for row in rows.to_dict("records")], shown=rows["q"] <= SCREEN
            )
            what = f"Points of win rate of {side}, against as it stands"
            title = f"Largest single changes: {words.setting(axes, view.labels)}"
            name = f"{view.name}-tornado-{axes['players']}-players"
            yield picture(name, title, figures.differences(rows, what), rows)


def comparison(view: View) -> Iterator[Picture]:
    """Yield what the compared thing does to who wins, setting by setting, on common random numbers."""
    if not view.result.compares:
        return
    rows = view.result.comparison[view.result.comparison["what"] == WINS][:LINES]
    label = [f"{words.side(row['who'])}: {words.place(row, view.labels)}" for row in rows.to_dict("records")]
    rows = rows.assign(label=label, shown=rows["p_adjusted"] <= ERROR)
    names = [compared(rows[name].iloc[0], view.labels) for name in ("name_a", "name_b")]
    what = f"Points of win rate, {names[1]} less {names[0]}"
    yield picture(
        f"{view.name}-comparison",
        "Who wins, with the change less without",
        figures.differences(rows, what),
        rows,
    )


def left_out(view: View) -> str:
    """Say how many settings have no figure."""
    more = len(view.settings) - SETTINGS
    return f"{words.number(more).capitalize()} more settings are in the table of all rates." if more > 0 else ""
