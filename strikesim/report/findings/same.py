"""Settings between which the rules make no difference: their games are the same, and count once."""

from collections.abc import Mapping
from typing import Any

from strikesim.report import words
from strikesim.report.view import View
from strikesim.stats.tables import axes_of
from strikesim.sweep.config import VARIANT

MOST = 4  # pairs of settings that are named


def same_games(view: View) -> list[str]:
    """Say which cells hold the same games, move by move; [] where none do.

    Of what was varied for a sensitivity its own findings tell which changes cannot act.
    """
    cells = view.tables.cells
    axes = axes_of(cells)
    first = cells.set_index("cell").to_dict("index")
    told = dict.fromkeys(
        _differing(first[row["same_as"]], row, axes, view)
        for row in cells.to_dict("records")
        if row["cell"] != row["same_as"]
        and (view.result.baseline is None or row[VARIANT] == first[row["same_as"]][VARIANT])
    )
    if not told:
        return []
    more = f" and {words.number(len(told) - MOST)} more" if len(told) > MOST else ""
    pairs = "; ".join(list(told)[:MOST])
    return [f"The same games, which count once, because nothing in them differs: {pairs}{more}."]


def _differing(one: Mapping[str, Any], other: Mapping[str, Any], axes: list[str], view: View) -> str:
    """Return in what two cells differ: 'one player and three players'."""
    differ = [axis for axis in axes if words.known(one[axis]) != words.known(other[axis])]
    return words.listed(words.setting({axis: each[axis] for axis in differ}, view.labels) for each in (one, other))
