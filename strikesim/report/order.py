"""The order in which a report tells the cells of a sweep, and the names it calls things by."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pandas as pd

from strikesim.report import words
from strikesim.stats.counts import BOT
from strikesim.stats.tables import Tables
from strikesim.sweep.config import VARIANT
from strikesim.sweep.manifest import Cell, Manifest
from strikesim.sweep.rows import TEAM

if TYPE_CHECKING:
    from strikesim.report.result import Result


def ordered(result: "Result", raw: Tables) -> Tables:
    """Return tables with their rows in the order of a report, and names for keys of the ruleset."""
    places = {cell: place for place, cell in enumerate(_cells(result, raw.rates))}
    tables = {name: _sorted(table, places) for name, table in vars(raw).items()}
    tables["factors"] = _named(result.manifest, tables["factors"])
    return replace(raw, **tables)


def _named(manifest: Manifest, factors: pd.DataFrame) -> pd.DataFrame:
    """Write the names of characters and the like for their keys in the ruleset."""
    homes = {metric.name: metric.names_from for metric in manifest.labels.seat_metrics}
    data = manifest.data_of(manifest.cells[0])
    if factors.empty:
        return factors
    names = [
        _name(data.get(homes[factor], {}), who) for factor, who in zip(factors["factor"], factors["who"], strict=True)
    ]
    return factors.assign(who=names)


def _name(entries: Any, key: str) -> str:
    entry = entries.get(key) if isinstance(entries, dict) else None
    return str(entry["name"]) if isinstance(entry, dict) and "name" in entry else words.plain(key)


def _sorted(table: pd.DataFrame, places: Mapping[int, int]) -> pd.DataFrame:
    if table.empty:
        return table
    return table.sort_values("cell", key=lambda cells: cells.map(places), kind="stable", ignore_index=True)


def _cells(result: "Result", rates: pd.DataFrame) -> Iterator[int]:
    """Yield the cells in the order of the report: by setting, then difficulty from easy to hard, then players."""
    cells = result.manifest.cells
    difficulties = result.manifest.ruleset.difficulties
    skill = skill_order(result, rates)
    baseline = result.baseline

    def rank(cell: Cell) -> Any:
        axes = cell.axes
        others = [_place(cells, axis, axes[axis]) for axis in result.outside if axis != "bots"]
        difficulty = axes["difficulty"]
        step = difficulties.index(difficulty) if difficulty in difficulties else -1
        return (
            baseline is not None and axes[VARIANT] != baseline,
            skill.index(str(axes["bots"])),
            others,
            step,
            axes["players"],
            cell.index,
        )

    yield from (cell.index for cell in sorted(cells, key=rank))


def _place(cells: "Sequence[Cell]", axis: str, value: Any) -> int:
    return list(dict.fromkeys(cell.axes[axis] for cell in cells)).index(value)


def skill_order(result: "Result", rates: pd.DataFrame) -> "list[str]":
    """Return the line-ups from the most to the least skilled, mixed ones last.

    Of cooperative games the mean win rate tells. In a competitive game a line-up of equals always wins its fair share:
    what tells is the bots' wins over each other in mixed line-ups, compared with their fair share. Where nothing tells,
    the order of the grid stands.
    """
    line_ups = list(dict.fromkeys(str(cell.axes["bots"]) for cell in result.manifest.cells))
    if result.cooperative:
        means = rates[rates["of"] == TEAM].groupby("bots")["rate"].mean()
        return sorted(line_ups, key=lambda bots: -means.get(bots, 0.0))
    mixed = rates[rates["of"] == BOT]
    lead = (mixed["rate"] - mixed["fair"]).groupby(mixed["who"]).mean()
    return sorted(line_ups, key=lambda bots: (not words.is_pure(bots), -lead.get(bots.split(",")[0].strip(), 0.0)))
