"""Which rules and knobs matter: each changed by itself, against the ruleset as it stands, on common random numbers."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pandas as pd

from strikesim.stats.adjust import false_coverage
from strikesim.stats.equivalence import LESS, MORE, NOTHING, OPEN, score_interval, whether_it_matters
from strikesim.stats.intervals import CONFIDENCE, rate_interval
from strikesim.stats.paired import RESULT, diverged, matched, settings
from strikesim.stats.tables import numeric_metrics
from strikesim.sweep.config import BASELINE, VARIANT
from strikesim.sweep.manifest import Cell, Manifest
from strikesim.sweep.rows import won_in_both

WINNER = ["outcome", "winner"]
DEAD, MATTERS = "dead", "matters"
COLUMNS = [
    *("key", "value", "who", "games", "differ", "differ_low", "differ_high", "decides", "decides_low", "decides_high"),
    *("baseline", "rate", "difference", "low", "high", "matters", "p", "same_tables"),
]


def changes_that_matter(manifest: Manifest, games_of: Callable[[int], pd.DataFrame], margin: float) -> pd.DataFrame:
    """Compare every single change with the ruleset as it stands, setting by setting.

    Parameters
    ----------
    manifest
        Of a sweep made by `strikesim.sweep.designs.matters`.
    games_of
        Returns the games of a cell.
    margin
        The least difference of win rates that matters.

    Returns
    -------
    DataFrame
        Columns: the axes without ``variant``; ``key`` and ``value`` (what was changed, and to what); ``who`` (the
        side); ``games``; ``differ``, the share of games that differ in their result, turns, decisions or a metric, and
        ``decides``, the share with another outcome or winner, each with its 95 % interval; ``baseline`` and ``rate``,
        how often the side won without and with the change; ``difference`` with ``low`` and ``high``
        (`strikesim.stats.equivalence.score_interval`, as wide as is needed for those of the changes that are shown to
        matter, for they were chosen: `strikesim.stats.adjust.false_coverage`); ``matters`` and ``p``
        (`strikesim.stats.equivalence.whether_it_matters` over all rows); ``same_tables``, whether the game compiles to
        what it is without the change, so that it cannot act.
    """
    metrics = [name for name in numeric_metrics(manifest)[0] if name != "decisions"]
    rows = []
    for line in settings(manifest.cells, VARIANT):
        (base,) = (cell for cell in line if cell.variant == BASELINE)
        played = games_of(base.index)
        for cell in (cell for cell in line if cell is not base):
            rows += _rows(manifest, (base, cell), (played, games_of(cell.index)), metrics)
    table = pd.DataFrame(rows)
    only_a, only_b, games = (table[name].to_numpy(float) for name in ("only_a", "only_b", "games"))
    verdict, p = whether_it_matters(only_a, only_b, games, margin)
    chosen = table.loc[np.isin(verdict, [LESS, MORE]), [VARIANT]].drop_duplicates()
    low, high = score_interval(only_a, only_b, games, false_coverage(CONFIDENCE, len(chosen), len(table)))
    table = table.assign(matters=verdict, p=p, low=low, high=high)
    axes = [axis for axis in manifest.axes if axis != VARIANT]
    return table[[*axes, *COLUMNS]]


def _rows(
    manifest: Manifest, cells: tuple[Cell, Cell], games: tuple[pd.DataFrame, pd.DataFrame], metrics: list[str]
) -> list[dict[str, Any]]:
    """Return a row for each side of one change in one setting."""
    base, cell = cells
    a, b = matched(*games)
    ((key, value),) = manifest.sweep.variants[cell.variant or ""].items()
    told: dict[str, Any] = {
        **cell.axes,
        "key": key,
        "value": value,
        "games": len(a),
        "same_tables": cell.tables == base.tables,
    }
    told |= _share("differ", diverged(a, b, [*RESULT, *metrics])) | _share("decides", diverged(a, b, WINNER))
    found = won_in_both(manifest.ruleset.kind, (base.line_up, cell.line_up), (a, b))
    return [
        {
            **told,
            **{"who": who, "baseline": float(before.mean()), "rate": float(after.mean())},
            **{"difference": float(after.mean() - before.mean())},
            **{"only_a": int((before & ~after).sum()), "only_b": int((after & ~before).sum())},
        }
        for who, (before, after) in found.items()
    ]


def _share(name: str, differs: "np.ndarray[Any, Any]") -> dict[str, Any]:
    low, high = rate_interval(differs.sum(), len(differs))
    return {name: float(differs.mean()), f"{name}_low": float(low), f"{name}_high": float(high)}


def by_change(table: pd.DataFrame, axes: Sequence[str]) -> pd.DataFrame:
    """Sum up over settings and sides what is shown of each change.

    Returns
    -------
    DataFrame
        Columns: ``key``, ``value``; ``verdict``: DEAD (no game of any setting differs), NOTHING (in every setting, for
        every side, shown to do nothing that matters), MATTERS (in one at least, for one side, shown to matter) or OPEN;
        and the row of the largest difference. The changes that do the least come first.
    """
    rows = []
    for (key, _), mine in table.groupby(["key", table["value"].map(str)], sort=False):
        largest = mine.loc[mine["difference"].abs().idxmax()]
        shown = {axis: largest[axis] for axis in axes}
        told = {name: largest[name] for name in COLUMNS if name not in ("matters", "p", "same_tables")}
        rows.append({"key": key, "verdict": _verdict(mine), **shown, **told, "same_tables": mine["same_tables"].all()})
    order = [DEAD, NOTHING, OPEN, MATTERS]
    found = pd.DataFrame(rows)
    place = found["verdict"].map(order.index)
    return found.iloc[np.lexsort((found["difference"].abs(), place))].reset_index(drop=True)


def _verdict(rows: pd.DataFrame) -> str:
    if (rows["differ"] == 0).all():
        return DEAD
    if (rows["matters"] == NOTHING).all():
        return NOTHING
    return MATTERS if rows["matters"].isin([LESS, MORE]).any() else OPEN
