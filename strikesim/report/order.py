"""The order in which a report tells the cells of a sweep."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from strikesim.errors import RulesetError
from strikesim.games.ruleset import leaves, overlay_of
from strikesim.report import words
from strikesim.result import Result
from strikesim.stats.counts import BOT
from strikesim.sweep.config import BOTS, VARIANT, short
from strikesim.sweep.manifest import Cell, Manifest
from strikesim.sweep.origin import published
from strikesim.sweep.rows import TEAM


def cells_in_order(result: Result, facets: Sequence[str]) -> list[int]:
    """Return the cells by setting, what the ruleset says first; then difficulty from easy to hard, then players."""
    cells, difficulties = result.manifest.cells, result.manifest.ruleset.difficulties
    skill = skill_order(result)
    values = {
        axis: sorted(dict.fromkeys(cell.axes[axis] for cell in cells), key=lambda value: short(value) != in_force)
        for axis, in_force in _in_force(result.manifest, [axis for axis in facets if axis != BOTS]).items()
    }

    def rank(cell: Cell) -> Any:
        return (
            result.baseline is not None and cell.axes[VARIANT] != result.baseline,
            skill.index(str(cell.axes[BOTS])),
            [known.index(cell.axes[axis]) for axis, known in values.items()],
            difficulties.index(cell.difficulty) if cell.difficulty in difficulties else -1,
            cell.players,
            cell.index,
        )

    return [cell.index for cell in sorted(cells, key=rank)]


def _in_force(manifest: Manifest, axes: Sequence[str]) -> dict[str, str]:
    """Return what the sweep's ruleset itself says for each axis, as a user would write it; '' where it says nothing."""
    layers = published(manifest)
    if layers is None:
        return dict.fromkeys(axes, "")
    changed = {key: value for key, value in manifest.files.get(manifest.sweep.ruleset, {}).items() if key != "extends"}
    data = replace(layers, overlays=(changed,)).data()
    chosen = dict.fromkeys((f"choose.{identity}" for identity in data.get("assumed", {})), "default")
    said = chosen | dict(leaves(data))
    try:
        paths = {axis: next(leaves(overlay_of(data, axis, "")))[0] for axis in axes if axis != VARIANT}
    except RulesetError:  # the game's own file has been changed since
        return dict.fromkeys(axes, "")
    return {axis: short(said.get(paths.get(axis, ""), "")) for axis in axes}


def skill_order(result: Result) -> list[str]:
    """Return the line-ups from the most to the least skilled, mixed ones last.

    Of cooperative games the mean win rate tells. In a competitive game a line-up of equals always wins its fair share:
    what tells is the bots' wins over each other in mixed line-ups, compared with their fair share. Where nothing tells,
    the order of the grid stands.
    """
    rates = result.rates
    line_ups = list(dict.fromkeys(str(cell.axes[BOTS]) for cell in result.manifest.cells))
    if result.cooperative:
        means = rates[rates["of"] == TEAM].groupby("bots")["rate"].mean()
        return sorted(line_ups, key=lambda bots: -means.get(bots, 0.0))
    mixed = rates[rates["of"] == BOT]
    lead = (mixed["rate"] - mixed["fair"]).groupby(mixed["who"]).mean()
    return sorted(line_ups, key=lambda bots: (not words.is_pure(bots), -lead.get(bots.split(",")[0].strip(), 0.0)))
