"""Which figures a result gets, each with its title: on the page of a report, and in the folder of a run."""

from collections.abc import Iterator, Sequence

import pandas as pd
from matplotlib.figure import Figure

from strikesim.report import figures, words
from strikesim.report.alike import alike
from strikesim.report.figures import style
from strikesim.report.figures.endings import ordered
from strikesim.report.figures.export import Exported, export
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


def all_of(result: Result, found: "Sequence[Finding]") -> Iterator[Exported]:
    """Yield every figure of a result, in a report's order.

    Parameters
    ----------
    found
        The result's findings.
    """
    yield from comparison(result)
    yield from who_wins(result)
    yield from endings(result)
    yield from lengths(result)
    yield from factors(result)
    yield from changes(result, found)
    yield from assumptions(result)


# ---- who wins, how games end, how long they are ------------------------------------------------------------------


def who_wins(result: Result) -> Iterator[Exported]:
    """Yield for each setting how often the team wins, or who wins, with verdicts where there is a target."""
    rates = result.judged
    bots = style.colours_of(sorted({bot.name for cell in result.manifest.cells for bot in cell.bots}))
    for k, group in enumerate(alike(result, rates)[:SETTINGS], 1):
        rows = result.choose(rates, group.setting)
        figure = figures.heat_map(rows) if result.cooperative else figures.win_rates(rows, bots)
        title = f"{'How often the team wins' if result.cooperative else 'Who wins'}: {words.setting(group.setting)}"
        yield _exported(result, f"win-rates-{k}", title, figure, rows, group.note)


def endings(result: Result) -> Iterator[Exported]:
    """Yield how games end in each setting, and when in those cells of the main one that are shown in detail."""
    ends = result.tables.rates[result.tables.rates["of"] == END]
    colours = style.colours_of_endings(ordered(ends["who"]))
    for cell, axes in result.details(result.settings[0]):
        rows = result.of_cell("endings", cell)
        if len(rows):
            figure = figures.endings(rows, colours, "round")
            name = f"when-{axes['players']}-players"
            yield _exported(result, name, f"When games end: {words.setting(axes)}", figure, rows)
    if ends["who"].nunique() == 1:
        return
    for k, group in enumerate(alike(result, ends)[:SETTINGS], 1):
        rows = result.choose(ends, group.setting)
        if (rows.groupby("who")["rate"].max() >= SEEN).sum() > 1:
            title = f"How games end: {words.setting(group.setting)}"
            yield _exported(result, f"endings-{k}", title, figures.outcomes(rows, colours), rows, group.note)


def lengths(result: Result) -> Iterator[Exported]:
    """Yield how long games are, for the main setting and for it with the other bots."""
    main = result.settings[0]
    table = result.tables.lengths
    table = table[table["what"] == "turns"]
    reach = table["q95"].max() * 1.04
    for k, setting in enumerate(result.settings[:SETTINGS], 1):
        if all(setting[axis] == main[axis] for axis in main if axis != "bots"):
            rows = result.choose(table, setting)
            title = f"How long games are: {words.setting(setting)}"
            yield _exported(result, f"length-{k}", title, figures.lengths(rows, reach), rows)


def factors(result: Result) -> Iterator[Exported]:
    """Yield how wins go with characters, committees and the like, in the cells that are shown in detail."""
    for cell, axes in result.details(result.settings[0]):
        table = result.of_cell("factors", cell)
        for factor, rows in table.groupby("factor", sort=False) if len(table) else ():
            title = f"{words.plain(factor).capitalize()}: {words.setting(axes)}"
            yield _exported(result, f"{factor}-{axes['players']}-players", title, figures.factors(rows), rows)


# ---- what changes move -------------------------------------------------------------------------------------------


def changes(result: Result, found: "Sequence[Finding]") -> Iterator[Exported]:
    """Yield for each axis that makes settings, but for the bots, what its values change, against the first.

    Parameters
    ----------
    found
        The result's findings.
    """
    for axis in (axis for axis in result.outside if axis != "bots"):
        rows = [
            {**numbers, "label": ", ".join(part for part in (words.plain(one.setting[axis]), numbers["label"]) if part)}
            for one in found
            if one.topic == axis
            for numbers in one.numbers
        ]
        if rows:
            table = pd.DataFrame(rows[:LINES])
            table = table.assign(shown=(table["low"] > 0) | (table["high"] < 0))
            side = "the win rate" if result.cooperative else "the first player's win rate"
            what = f"Points of {side}, against {words.setting({axis: result.settings[0][axis]})}"
            title = f"{words.plain(axis)}{_meaning(result, axis)}"
            yield _exported(result, axis, title[0].upper() + title[1:], figures.differences(table, what), table)


def _meaning(result: Result, axis: str) -> str:
    """Return what an assumed component is, after a colon."""
    entry = result.data.get("assumed", {}).get(axis)
    return f": {entry['what']}" if entry else ""


def assumptions(result: Result) -> Iterator[Exported]:
    """Yield the assumption band, and the tornado of each cell that is shown in detail."""
    if result.baseline is None:
        return
    main = {axis: value for axis, value in result.settings[0].items() if axis != VARIANT}
    side = first_side(result)
    spans = of_first_side(result, result.choose(result.band, main))
    if len(spans):
        title = f"How often {side} wins: chance and assumptions"
        yield _exported(result, "band", title, figures.band(spans), spans)
    for _, axes in result.details(result.settings[0]):
        rows = of_first_side(result, result.choose(result.tornado, {**main, **axes}))[:LINES]
        if len(rows):
            rows = rows.assign(label=[change(row) for row in rows.to_dict("records")], shown=rows["q"] <= SCREEN)
            figure = figures.differences(rows, f"Points of win rate of {side}, against as it stands")
            title = f"Largest single changes: {words.setting(axes)}"
            yield _exported(result, f"tornado-{axes['players']}-players", title, figure, rows)


def comparison(result: Result) -> Iterator[Exported]:
    """Yield what the compared thing does to who wins, setting by setting, on common random numbers."""
    if not result.compares:
        return
    rows = result.comparison[result.comparison["what"] == WINS][:LINES]
    label = [f"{words.side(row['who'])}: {words.place(row)}" for row in rows.to_dict("records")]
    rows = rows.assign(label=label, shown=rows["p_adjusted"] <= ERROR)
    figure = figures.differences(rows, f"Points of win rate, {rows['name_b'].iloc[0]} less {rows['name_a'].iloc[0]}")
    yield _exported(result, "comparison", "Who wins, with the change less without", figure, rows)


# ---- what stands under them --------------------------------------------------------------------------------------


def left_out(result: Result) -> str:
    """Say how many settings have no figure."""
    more = len(alike(result, result.judged)) - SETTINGS
    return f"{words.number(more).capitalize()} more settings are in the table of all rates." if more > 0 else ""


def _exported(result: Result, name: str, title: str, figure: Figure, data: pd.DataFrame, note: str = "") -> Exported:
    return export(figure, data, f"{result.name}-{name}", title, _caption(result, data), note)


def _caption(result: Result, data: pd.DataFrame) -> str:
    """Say of how many games a figure is made, by which rules, and what it is true for."""
    ruleset = result.manifest.ruleset
    return (
        f"{ruleset.title}, rules {ruleset.name} {ruleset.version}.{_games(data)} Seed"
        f" {result.manifest.sweep.seed}. {words.caveat(result.manifest)}"
    )


def _games(data: pd.DataFrame) -> str:
    if "games" not in data:
        return ""
    few, many = int(data["games"].min()), int(data["games"].max())
    return f" {few:,} games in each cell." if few == many else f" {few:,} to {many:,} games in each cell."
