"""Sentences that the data say, by rules: tables in, findings out.

None is without its interval, and what is not shown is never called absent.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import pandas as pd

from strikesim.report import words
from strikesim.report.figures import sides
from strikesim.report.findings import assumptions, course, effects, levels, seats
from strikesim.report.findings.finding import Finding, marked
from strikesim.report.sweeps import Sweep
from strikesim.stats import targets
from strikesim.stats.assumptions import VARIANT
from strikesim.stats.tables import BOT, END, ORDER, TEAM

__all__ = ["Finding", "band", "findings_of", "judged", "marked"]


def findings_of(sweep: Sweep) -> "list[Finding]":
    """Return everything that a sweep says by itself, setting by setting, the main one first."""
    found: list[Finding] = []
    rates = judged(sweep)
    for setting in sweep.settings:
        found += _of_setting(sweep, rates, setting)
        if all(value == sweep.settings[0][axis] for axis, value in setting.items() if axis != "bots"):
            found += _course(sweep, setting)
    found += _between_settings(sweep)
    found += _of_assumptions(sweep)
    return marked(found)


def band(target: "Mapping[str, Any] | None", rates: pd.DataFrame) -> "tuple[Any, Any] | None":
    """Return the ends of the band that a sweep asks for, for each rate, or None.

    Parameters
    ----------
    target
        The manifest's: ``win_rate`` (lowest, highest), or ``audience``, the name of a preset.
    rates
        Rows with ``fair``.
    """
    if not target:
        return None
    if target.get("win_rate"):
        low, high = target["win_rate"]
        return low, high
    return targets.preset(target["audience"]).band(rates["fair"].fillna(1.0)) if target.get("audience") else None


def judged(sweep: Sweep) -> pd.DataFrame:
    """Return the rates of who wins, with their verdicts if the sweep has a target."""
    rates = sides(sweep.tables.rates)
    if sweep.baseline is not None:
        rates = rates[rates[VARIANT] == sweep.baseline]
    ends = band(sweep.manifest.get("target"), rates)
    return rates if ends is None else targets.verdicts(rates, *ends)


def _of_setting(sweep: Sweep, rates: pd.DataFrame, setting: Mapping[str, Any]) -> Iterator[Finding]:
    mine = sweep.rows("rates", setting)
    if sweep.cooperative:
        calibrated = bool(sweep.manifest["ruleset"]["calibrated"])
        team = sweep.choose(rates, setting)
        yield from levels.levels(team, setting, calibrated)
        pairs = effects.steps(team, "difficulty", ["players"])
        yield from effects.effect("difficulty", "Each step of difficulty {} the win rate", pairs, setting)
        pairs = effects.steps(team, "players", ["difficulty"])
        yield from effects.effect("players", "Each further player {} the win rate", pairs, setting)
    elif mine[mine["of"] == BOT].empty:
        yield from seats.seats(sweep.rows("seats", setting), setting)
    else:
        yield from seats.bots(mine[mine["of"] == BOT], setting)
    if not sweep.cooperative and "verdict" in rates:
        yield from levels.shares(sweep.choose(rates, setting), setting)
    yield from seats.unfinished(mine[mine["of"] == END], setting)


def _course(sweep: Sweep, setting: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield what the cells shown in detail say of how games go."""
    for cell, axes in sweep.details(setting):
        about = {**setting, **axes}
        ends = sweep.of_cell("rates", cell)
        ends = ends[ends["of"] == END]
        when = sweep.of_cell("endings", cell)
        yield from course.endings(ends, when, about, sweep.time)
        factors = sweep.of_cell("factors", cell)
        for _, rows in factors.groupby("factor", sort=False) if len(factors) else ():
            yield from course.factors(rows, about)
    cells = [cell for cell, _ in sweep.details(setting)]
    length = sweep.tables.lengths
    length = length[(length["what"] == "turns") & length["cell"].isin(cells)]
    means = sweep.tables.means
    means = means[(means["metric"] == "turns") & (means["bot"] == "")]
    yield from course.lengths(length, means, {**setting, "difficulty": sweep.details(setting)[0][1]["difficulty"]})


def _between_settings(sweep: Sweep) -> Iterator[Finding]:
    """Yield what each value of the axes that make a setting does, against the first, the others as in the main one."""
    main = sweep.settings[0]
    rates = sides(sweep.tables.rates)
    what = "the win rate" if sweep.cooperative else "the first player's win rate"
    for setting in sweep.settings[1:]:
        changed = [axis for axis in main if main[axis] != setting[axis]]
        if len(changed) > 1 or (changed == ["bots"] and not sweep.cooperative):
            continue
        (axis,) = changed
        before, after = (_first_side(sweep.choose(rates, each)) for each in (main, setting))
        pairs = _paired(before, after)
        old, new = (words.setting({axis: each[axis]}) for each in (main, setting))
        yield from effects.effect(axis, f"{new[0].upper()}{new[1:]} instead of {old} {{}} {what}", pairs, setting)


def _of_assumptions(sweep: Sweep) -> Iterator[Finding]:
    """Yield what a sweep over assumed components says of its first setting."""
    if sweep.tornado is None or sweep.band is None:
        return
    main = {axis: value for axis, value in sweep.settings[0].items() if axis != VARIANT}
    side = first_side(sweep)
    wins, rate = ("the team wins", "the win rate") if sweep.cooperative else (f"{side} wins", f"{side}'s win rate")
    yield from assumptions.spans(of_first_side(sweep, sweep.choose(sweep.band, main)), wins)
    table = of_first_side(sweep, sweep.choose(sweep.tornado, main))
    for _, rows in table.groupby(["difficulty", "players"], sort=False, dropna=False):
        yield from assumptions.largest(rows, rate)


def first_side(sweep: Sweep) -> str:
    """Return in words whose rate stands for a sweep's: the team, the first player, or the first bot."""
    rates = sweep.choose(sides(sweep.tables.rates), sweep.settings[0])
    first = rates.iloc[0]
    return {TEAM: "the team", ORDER: "the first player"}.get(first["of"], words.plain(first["who"]))


def of_first_side(sweep: Sweep, table: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of a table that are about the side whose rate stands for the sweep's."""
    first = sweep.choose(sides(sweep.tables.rates), sweep.settings[0]).iloc[0]
    return table[table["who"] == first["who"]]


def _first_side(rates: pd.DataFrame) -> pd.DataFrame:
    """Return one row for each cell: the team, the first in order of play, or the first bot."""
    return rates.drop_duplicates("cell")


def _paired(before: pd.DataFrame, after: pd.DataFrame) -> "list[tuple[str, Any, Any]]":
    """Pair the cells of two settings by difficulty and players."""
    others = {(row["difficulty"], row["players"]): row for row in after.to_dict("records")}
    pairs = []
    for row in before.to_dict("records"):
        other = others.get((row["difficulty"], row["players"]))
        if other is not None:
            where = words.setting({axis: row[axis] for axis in ("difficulty", "players")})
            pairs.append((where, row, other))
    return pairs
