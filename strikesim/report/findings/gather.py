"""All findings of a sweep: which rules speak of which of its rows."""

from collections.abc import Iterator, Mapping
from typing import Any

import pandas as pd

from strikesim.games.labels import Labels
from strikesim.report import words
from strikesim.report.findings import assumptions, compared, course, effects, levels, seats
from strikesim.report.findings.finding import Finding
from strikesim.report.findings.skill import Steps, marked
from strikesim.report.view import View, choose
from strikesim.result import Result
from strikesim.stats.counts import BOT, END
from strikesim.stats.differences import Pair, differences
from strikesim.stats.tables import sides
from strikesim.sweep.config import BOTS, DIFFICULTY, PLAYERS, VARIANT

STEPS = {  # axis: what tells its steps apart, and what is claimed of them; where some cells have the same games
    DIFFICULTY: (PLAYERS, "Each step of difficulty {} the win rate", "Another difficulty {} the win rate"),
    PLAYERS: (DIFFICULTY, "Each further player {} the win rate", "Another number of players {} the win rate"),
}


def findings_of(result: Result) -> list[Finding]:
    """Return everything that a sweep says by itself, setting by setting, the main one first.

    Each is a sentence with its interval, its topic and its setting. Topics are level, seats, bots, share, endings,
    factors, length, assumptions, or an axis such as difficulty.
    """
    return all_of(View(result))


def all_of(view: View) -> list[Finding]:
    """Return the findings of a sweep that is told."""
    found: list[Finding] = []
    for setting in view.settings:
        found += _of_setting(view, setting)
        if all(value == view.settings[0][axis] for axis, value in setting.items() if axis != BOTS):
            found += _course(view, setting)
    result = view.result
    found += compared.compared(result.comparison, view.labels) if result.compares else _between_settings(view)
    found += _of_assumptions(view)
    return marked(found, list(_steps(view)), result.won)


def _of_setting(view: View, setting: Mapping[str, Any]) -> Iterator[Finding]:
    rates, labels = view.judged, view.labels
    mine = view.rows("rates", setting)
    if view.result.cooperative:
        calibrated = bool(view.result.manifest.ruleset.calibrated)
        team = choose(rates, setting)
        once = view.once(team)
        yield from levels.levels(once, setting, calibrated, labels)
        for topic, (other, claim, some_alike) in STEPS.items():
            pairs = effects.steps(team, topic, [other], labels, view.result.same_as)
            yield from _effect(view, topic, claim if len(once) == len(team) else some_alike, pairs, setting)
    elif mine[mine["of"] == BOT].empty:
        yield from seats.seats(view.rows("seats", setting), setting)
    else:
        yield from seats.bots(mine[mine["of"] == BOT], setting)
    if not view.result.cooperative and "verdict" in rates:
        yield from levels.shares(view.once(choose(rates, setting)), setting)
    yield from seats.unfinished(mine[mine["of"] == END], setting, labels)


def _steps(view: View) -> Iterator[Steps]:
    """Yield what the findings on steps of difficulty and players compare."""
    for setting in view.settings if view.result.cooperative else ():
        team = choose(view.judged, setting)
        for topic, (other, *_) in STEPS.items():
            pairs = effects.steps(team, topic, [other], view.labels, view.result.same_as)
            yield Steps(topic, setting, _once(pairs, view.result.same_as))


def _effect(view: View, topic: str, claim: str, pairs: "list[Pair]", setting: Mapping[str, Any]) -> Iterator[Finding]:
    pairs = _once(pairs, view.result.same_as)
    if pairs:
        yield from effects.effect(topic, claim, differences(pairs, view.result.won), setting)


def _once(pairs: list[Pair], same_as: Mapping[int, int]) -> list[Pair]:
    """Leave out pairs of the same games, and any pair whose games another one has compared already."""
    found: dict[frozenset[int], Pair] = {}
    for label, before, after in pairs:
        found.setdefault(frozenset((same_as[before["cell"]], same_as[after["cell"]])), (label, before, after))
    return [pair for cells, pair in found.items() if len(cells) > 1]


def _course(view: View, setting: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield what the cells shown in detail say of how games go."""
    for cell, axes in view.details(setting):
        about = {**setting, **axes}
        ends = view.of_cell("rates", cell)
        ends = ends[ends["of"] == END]
        when = view.of_cell("endings", cell)
        yield from course.endings(ends, when, about, view.labels)
        factors = view.of_cell("factors", cell)
        for _, rows in factors.groupby("factor", sort=False) if len(factors) else ():
            yield from course.factors(rows, view.result.cooperative, about, view.labels)
    cells = [cell for cell, _ in view.details(setting)]
    length = view.tables.lengths
    length = length[(length["what"] == "turns") & length["cell"].isin(cells)]
    means = view.tables.means
    means = means[(means["metric"] == "turns") & (means["bot"] == "")]
    about = {**setting, "difficulty": view.details(setting)[0][1]["difficulty"]}
    yield from course.lengths(length, means, view.result.unfinished, about, view.labels)


def _between_settings(view: View) -> Iterator[Finding]:
    """Yield what each value of the axes that make a setting does, against the first, the others as in the main one."""
    main = view.settings[0]
    rates = sides(view.tables.rates)
    what = "the win rate" if view.result.cooperative else "the first player's win rate"
    for setting in view.settings[1:]:
        changed = [axis for axis in main if main[axis] != setting[axis]]
        if len(changed) > 1 or (changed == ["bots"] and not view.result.cooperative):
            continue
        (axis,) = changed
        before, after = (_first_side(choose(rates, each)) for each in (main, setting))
        pairs = _same_cells(before, after, view.labels)
        old, new = (words.setting({axis: each[axis]}, view.labels) for each in (main, setting))
        yield from _effect(view, axis, f"{words.upper(new)} instead of {old} {{}} {what}", pairs, setting)


def _of_assumptions(view: View) -> Iterator[Finding]:
    """Yield what a sweep over assumed components says of its first setting."""
    if view.result.baseline is None:
        return
    main = {axis: value for axis, value in view.settings[0].items() if axis != VARIANT}
    side = first_side(view)
    rate = "the win rate" if view.result.cooperative else f"{side}'s win rate"
    band, table = (of_first_side(view, choose(each, main)) for each in (view.result.band, view.result.tornado))
    yield from assumptions.spans(view.once(band), f"{side} wins", view.labels)
    told = view.once(choose(view.judged, view.settings[0]))
    for (difficulty, players), rows in table.groupby(["difficulty", "players"], sort=False, dropna=False):
        cell = {**main, "difficulty": words.known(difficulty), "players": players}
        if choose(told, cell).empty:
            continue
        yield from assumptions.largest(rows, choose(view.result.idle, cell), rate, view.labels)


def first_side(view: View) -> str:
    """Return in words whose rate stands for a sweep's: the team, the first player, or the first bot."""
    rates = choose(sides(view.tables.rates), view.settings[0])
    first = rates.iloc[0]
    return words.who(first["of"], first["who"])


def of_first_side(view: View, table: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of a table that are about the side whose rate stands for the sweep's."""
    first = choose(sides(view.tables.rates), view.settings[0]).iloc[0]
    return table[table["who"] == first["who"]]


def _first_side(rates: pd.DataFrame) -> pd.DataFrame:
    """Return one row for each cell: the team, the first in order of play, or the first bot."""
    return rates.drop_duplicates("cell")


def _same_cells(before: pd.DataFrame, after: pd.DataFrame, labels: Labels) -> list[Pair]:
    """Pair the cells of two settings by difficulty and players."""
    others = {(row["difficulty"], row["players"]): row for row in after.to_dict("records")}
    pairs: list[Pair] = []
    for row in before.to_dict("records"):
        other = others.get((row["difficulty"], row["players"]))
        if other is not None:
            pairs.append((words.place(row, labels), row, other))
    return pairs
