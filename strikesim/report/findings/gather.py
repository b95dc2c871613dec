"""All findings of a sweep: which rules speak of which of its rows."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import pandas as pd

from strikesim.report import words
from strikesim.report.findings import assumptions, compared, course, effects, levels, seats
from strikesim.report.findings.finding import Finding, marked
from strikesim.stats.counts import BOT, END
from strikesim.stats.tables import sides
from strikesim.sweep.config import VARIANT

if TYPE_CHECKING:
    from strikesim.report.result import Result


def findings_of(result: "Result") -> "list[Finding]":
    """Return everything that a sweep says by itself, setting by setting, the main one first."""
    found: list[Finding] = []
    rates = result.judged
    for setting in result.settings:
        found += _of_setting(result, rates, setting)
        if all(value == result.settings[0][axis] for axis, value in setting.items() if axis != "bots"):
            found += _course(result, setting)
    found += compared.compared(result.comparison) if result.compares else _between_settings(result)
    found += _of_assumptions(result)
    return marked(found)


def _of_setting(result: "Result", rates: pd.DataFrame, setting: Mapping[str, Any]) -> Iterator[Finding]:
    mine = result.rows("rates", setting)
    if result.cooperative:
        calibrated = bool(result.manifest.ruleset.calibrated)
        team = result.choose(rates, setting)
        yield from levels.levels(team, setting, calibrated)
        pairs = effects.steps(team, "difficulty", ["players"])
        yield from effects.effect("difficulty", "Each step of difficulty {} the win rate", pairs, setting)
        pairs = effects.steps(team, "players", ["difficulty"])
        yield from effects.effect("players", "Each further player {} the win rate", pairs, setting)
    elif mine[mine["of"] == BOT].empty:
        yield from seats.seats(result.rows("seats", setting), setting)
    else:
        yield from seats.bots(mine[mine["of"] == BOT], setting)
    if not result.cooperative and "verdict" in rates:
        yield from levels.shares(result.choose(rates, setting), setting)
    yield from seats.unfinished(mine[mine["of"] == END], setting)


def _course(result: "Result", setting: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield what the cells shown in detail say of how games go."""
    for cell, axes in result.details(setting):
        about = {**setting, **axes}
        ends = result.of_cell("rates", cell)
        ends = ends[ends["of"] == END]
        when = result.of_cell("endings", cell)
        yield from course.endings(ends, when, about)
        factors = result.of_cell("factors", cell)
        for _, rows in factors.groupby("factor", sort=False) if len(factors) else ():
            yield from course.factors(rows, about)
    cells = [cell for cell, _ in result.details(setting)]
    length = result.tables.lengths
    length = length[(length["what"] == "turns") & length["cell"].isin(cells)]
    means = result.tables.means
    means = means[(means["metric"] == "turns") & (means["bot"] == "")]
    yield from course.lengths(length, means, {**setting, "difficulty": result.details(setting)[0][1]["difficulty"]})


def _between_settings(result: "Result") -> Iterator[Finding]:
    """Yield what each value of the axes that make a setting does, against the first, the others as in the main one."""
    main = result.settings[0]
    rates = sides(result.tables.rates)
    what = "the win rate" if result.cooperative else "the first player's win rate"
    for setting in result.settings[1:]:
        changed = [axis for axis in main if main[axis] != setting[axis]]
        if len(changed) > 1 or (changed == ["bots"] and not result.cooperative):
            continue
        (axis,) = changed
        before, after = (_first_side(result.choose(rates, each)) for each in (main, setting))
        pairs = _same_cells(before, after)
        old, new = (words.setting({axis: each[axis]}) for each in (main, setting))
        yield from effects.effect(axis, f"{new[0].upper()}{new[1:]} instead of {old} {{}} {what}", pairs, setting)


def _of_assumptions(result: "Result") -> Iterator[Finding]:
    """Yield what a sweep over assumed components says of its first setting."""
    if result.baseline is None:
        return
    main = {axis: value for axis, value in result.settings[0].items() if axis != VARIANT}
    side = first_side(result)
    wins, rate = ("the team wins", "the win rate") if result.cooperative else (f"{side} wins", f"{side}'s win rate")
    yield from assumptions.spans(of_first_side(result, result.choose(result.band, main)), wins)
    table = of_first_side(result, result.choose(result.tornado, main))
    for _, rows in table.groupby(["difficulty", "players"], sort=False, dropna=False):
        yield from assumptions.largest(rows, rate)


def first_side(result: "Result") -> str:
    """Return in words whose rate stands for a sweep's: the team, the first player, or the first bot."""
    rates = result.choose(sides(result.tables.rates), result.settings[0])
    first = rates.iloc[0]
    return words.who(first["of"], first["who"])


def of_first_side(result: "Result", table: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of a table that are about the side whose rate stands for the sweep's."""
    first = result.choose(sides(result.tables.rates), result.settings[0]).iloc[0]
    return table[table["who"] == first["who"]]


def _first_side(rates: pd.DataFrame) -> pd.DataFrame:
    """Return one row for each cell: the team, the first in order of play, or the first bot."""
    return rates.drop_duplicates("cell")


def _same_cells(before: pd.DataFrame, after: pd.DataFrame) -> "list[tuple[str, Any, Any]]":
    """Pair the cells of two settings by difficulty and players."""
    others = {(row["difficulty"], row["players"]): row for row in after.to_dict("records")}
    pairs = []
    for row in before.to_dict("records"):
        other = others.get((row["difficulty"], row["players"]))
        if other is not None:
            pairs.append((words.place(row), row, other))
    return pairs
