"""Which figures a result gets, each with its title: on the page of a report, and in the folder of a run."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from strikesim.errors import counted
from strikesim.report import figures, words
from strikesim.report.alike import alike
from strikesim.report.comparisons import compared
from strikesim.report.figures import style
from strikesim.report.figures.endings import ordered
from strikesim.report.figures.export import Exported, export
from strikesim.report.findings.assumptions import change
from strikesim.report.findings.finding import Finding
from strikesim.report.findings.gather import first_side, of_first_side
from strikesim.report.findings.skills import by_skill
from strikesim.report.view import PANEL_AXES, View, choose
from strikesim.stats.adjust import ERROR
from strikesim.stats.assumptions import reported
from strikesim.stats.counts import END
from strikesim.stats.paired import WINS
from strikesim.stats.tables import sides
from strikesim.sweep.config import VARIANT

SEEN = 0.01  # a share that can be seen in a bar
LINES = 16  # the most rows of a figure of differences
BAND = "band"
SKILLS = "for-whom"
SETTINGS = 6  # the most settings that get a figure of their own


def all_of(view: View, found: Sequence[Finding]) -> Iterator[Exported]:
    """Yield every figure of a result, in a report's order.

    Parameters
    ----------
    found
        The result's findings.
    """
    yield from comparison(view)
    yield from for_whom([view])
    yield from who_wins(view)
    yield from endings(view)
    yield from lengths(view)
    yield from factors(view)
    yield from changes(view, found)
    yield from assumptions(view)


# ---- who wins, how games end, how long they are ------------------------------------------------------------------


def for_whom(views: Sequence[View]) -> Iterator[Exported]:
    """Yield what casual, good and expert teams win, side by side, where there are at least two of them."""
    rows = by_skill(views)
    if len(rows):
        view = views[0]
        yield _exported(view, SKILLS, "For whom is it hard?", figures.brackets(rows, view.labels), rows)


def who_wins(view: View) -> Iterator[Exported]:
    """Yield for each setting how often the team wins, or who wins, with verdicts where there is a target."""
    rates = sides(view.judged)
    bots = style.colours_of(sorted({bot.name for cell in view.result.manifest.cells for bot in cell.bots}))
    for k, group in enumerate(alike(view, rates, SETTINGS)[0], 1):
        rows = choose(rates, group.setting)
        figure = figures.heat_map(rows, view.labels) if view.result.cooperative else figures.win_rates(rows, bots)
        title = _title("How often the team wins" if view.result.cooperative else "Who wins", group.setting, view)
        yield _exported(view, f"win-rates-{k}", title, figure, rows, group.note)


def endings(view: View) -> Iterator[Exported]:
    """Yield how games end in each setting, and when in those cells of the main one that are shown in detail."""
    ends = view.tables.rates[view.tables.rates["of"] == END]
    colours = style.colours_of_endings(ordered(ends["who"]))
    for cell, axes in view.details(view.settings[0]):
        rows = view.of_cell("endings", cell)
        if len(rows):
            figure = figures.endings(rows, colours, "round", view.labels)
            name = f"when-{axes['players']}-players"
            yield _exported(view, name, _title("When games end", axes, view), figure, rows)
    if ends["who"].nunique() == 1:
        return
    for k, group in enumerate(alike(view, ends, SETTINGS)[0], 1):
        rows = choose(ends, group.setting)
        if (rows.groupby("who")["rate"].max() >= SEEN).sum() > 1:
            title = _title("How games end", group.setting, view)
            yield _exported(view, f"endings-{k}", title, figures.outcomes(rows, colours, view.labels), rows, group.note)


def lengths(view: View) -> Iterator[Exported]:
    """Yield how long games are, for the main setting and for it with the other bots."""
    main = view.settings[0]
    table = view.tables.lengths
    table = table[table["what"] == "turns"]
    reach = table["q95"].max() * 1.04
    for k, setting in enumerate(view.settings[:SETTINGS], 1):
        if all(setting[axis] == main[axis] for axis in main if axis != "bots"):
            rows = choose(table, setting)
            title = _title("How long games are", setting, view)
            yield _exported(view, f"length-{k}", title, figures.lengths(rows, reach, view.labels), rows)


def factors(view: View) -> Iterator[Exported]:
    """Yield how wins go with characters, committees and the like, in the cells that are shown in detail."""
    for cell, axes in view.details(view.settings[0]):
        table = view.of_cell("factors", cell)
        for factor, rows in table.groupby("factor", sort=False) if len(table) else ():
            title = f"{words.upper(words.name(str(factor), labels=view.labels))}: {words.setting(axes, view.labels)}"
            yield _exported(
                view, f"{factor}-{axes['players']}-players", title, figures.factors(rows, view.labels), rows
            )


# ---- what changes move -------------------------------------------------------------------------------------------


def changes(view: View, found: Sequence[Finding]) -> Iterator[Exported]:
    """Yield for each axis that makes settings, but for the bots, what its values change, against the first.

    Parameters
    ----------
    found
        The result's findings.
    """
    for axis in (axis for axis in view.facets if axis != "bots"):
        rows = [
            {
                **numbers,
                "label": ", ".join(
                    part for part in (words.value_name(axis, one.setting[axis], view.labels), numbers["label"]) if part
                ),
            }
            for one in found
            if one.topic == axis
            for numbers in one.numbers
        ]
        if rows:
            table = pd.DataFrame(rows[:LINES])
            table = table.assign(shown=(table["low"] > 0) | (table["high"] < 0))
            side = "the win rate" if view.result.cooperative else "the first player's win rate"
            what = f"Points of {side}, against {words.setting({axis: view.settings[0][axis]}, view.labels)}"
            title = words.upper(f"{words.name(axis, labels=view.labels)}{_meaning(view, axis)}")
            yield _exported(view, axis, title, figures.differences(table, what), table)


def _meaning(view: View, axis: str) -> str:
    """Return what an assumed component is, after a colon."""
    entry = view.data.get("assumed", {}).get(axis)
    return f": {entry['what']}" if entry else ""


def assumptions(view: View) -> Iterator[Exported]:
    """Yield the assumption band, and the tornado of each cell that is shown in detail."""
    if view.result.baseline is None:
        return
    main = {axis: value for axis, value in view.settings[0].items() if axis != VARIANT}
    side = first_side(view)
    spans = of_first_side(view, choose(view.result.band, main))
    if len(spans):
        same = {axis: spans[axis].iloc[0] for axis in PANEL_AXES if spans[axis].nunique(dropna=False) == 1}
        where = f", {told}" if (told := words.setting(same, view.labels)) else ""
        title = f"How often {side} wins{where}: chance and assumptions"
        yield _exported(view, BAND, title, figures.band(spans, view.labels), spans)
    for _, axes in view.details(view.settings[0]):
        rows = of_first_side(view, choose(view.result.tornado, {**main, **axes}))[:LINES]
        if len(rows):
            rows = reported(rows).assign(
                label=[change(row, view.labels) for row in rows.to_dict("records")],
                shown=rows["shown"] & rows["confirmed"].fillna(True),
            )
            figure = figures.differences(rows, f"Points of win rate of {side}, against as it stands")
            title = _title("Largest single changes", axes, view)
            yield _exported(view, f"tornado-{axes['players']}-players", title, figure, rows)


def comparison(view: View) -> Iterator[Exported]:
    """Yield what the compared thing does to who wins, setting by setting, on common random numbers."""
    if not view.result.compares:
        return
    rows = view.result.comparison[view.result.comparison["what"] == WINS][:LINES]
    label = [f"{words.side(row['who'])}: {words.place(row, view.labels)}" for row in rows.to_dict("records")]
    rows = rows.assign(label=label, shown=rows["p_adjusted"] <= ERROR)
    a, b = (compared(rows[name].iloc[0], view.labels) for name in ("name_a", "name_b"))
    figure = figures.differences(rows, f"Points of win rate, {b} less {a}")
    yield _exported(view, "comparison", "Who wins, with the change less without", figure, rows)


# ---- what stands over and under them -----------------------------------------------------------------------------


def left_out(view: View) -> str:
    """Say how many settings have no figure."""
    _, more = alike(view, sides(view.judged), SETTINGS)
    told = counted(more, "more setting", words.number(more).capitalize())
    return f"{told} {'is' if more == 1 else 'are'} in the table of all rates." if more else ""


def _title(what: str, axes: Mapping[str, Any], view: View) -> str:
    return f"{what}: {words.setting(axes, view.labels)}"


def _exported(view: View, name: str, title: str, figure: Figure, data: pd.DataFrame, note: str = "") -> Exported:
    return export(figure, data, f"{view.name}-{name}", title, _caption(view, data), note)


def _caption(view: View, data: pd.DataFrame) -> str:
    """Say of how many games a figure is made, by which rules, and what it is true for."""
    ruleset = view.result.manifest.ruleset
    return (
        f"{ruleset.title}, rules {ruleset.name} {ruleset.version}.{_games(view, data)} Seed"
        f" {view.result.manifest.sweep.seed}. {words.caveat(view.result.manifest)}"
    )


def _games(view: View, data: pd.DataFrame) -> str:
    """Say how many games the cells of a figure have."""
    if "cell" not in data:
        return ""
    rates = view.tables.rates
    games = rates.loc[rates["cell"].isin(data["cell"]), "games"]
    few, many = int(games.min()), int(games.max())
    return f" {counted(few, 'game')} in each cell." if few == many else f" {few:,} to {many:,} games in each cell."
