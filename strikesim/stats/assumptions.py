"""How far a result moves over the components that had to be assumed: one at a time, and all at random.

A sweep with the axis ``variant`` plays every setting once as published (the baseline, without changes), once for each
single change, and once for each of some random combinations of changes.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pandas as pd

from strikesim.errors import ResultError
from strikesim.stats.adjust import benjamini_hochberg
from strikesim.stats.counts import END, Parts
from strikesim.stats.paired import paired_wins, settings
from strikesim.sweep.config import VARIANT
from strikesim.sweep.manifest import Manifest
from strikesim.sweep.rows import Winners, need, won_by

SHARE = 0.9  # of the random combinations, inside the assumption band
TORNADO = [
    *("key", "value", "who", "games", "baseline", "rate"),
    *("difference", "low", "high", "p", "relative_efficiency"),
]
BAND = ["of", "who", "games", "rate", "low", "high", "variants", "band_low", "band_high", "lowest", "highest"]


def tornado(manifest: Manifest, parts: Parts) -> pd.DataFrame:
    """Compare every variant with a single change with the baseline, on common random numbers.

    Parameters
    ----------
    manifest
        The result folder's manifest. The sweep's ``variants`` are {name: {key: value, …}}; the baseline has no
        changes. A variant that is a whole ruleset, {name: file}, is left out: nothing says how much it changes.
    parts
        Pairs of a cell and some of its games.

    Returns
    -------
    DataFrame
        Columns: ``cell`` (the variant's), the axes, ``key`` and ``value`` (what was changed), ``who`` (the side),
        ``games`` (played by both), ``baseline`` and ``rate`` (how often the side won without and with the change),
        ``difference`` with ``low`` and ``high`` (`strikesim.stats.paired.paired_wins`), ``p``,
        ``relative_efficiency`` (of pairing), ``q`` (Benjamini and Hochberg over all rows: a screen). Within a setting
        and side the largest difference comes first. A variant without games, or whose baseline has none, is left out.

    Raises
    ------
    ResultError
        The sweep has no variants.
    """
    variants = _variants(manifest)
    won = _won(manifest.ruleset.kind, parts)
    rows = []
    for cell, base in _baselines(manifest, variants).items():
        changed = variants.get(manifest.cells[cell].variant or "", {})
        if len(changed) == 1 and {cell, base} <= won.keys():
            ((key, value),) = changed.items()
            start = {"baseline_cell": base, "cell": cell, **manifest.cells[cell].axes, "key": key, "value": str(value)}
            rows += [{**start, **compared} for compared in _compared(won[base], won[cell])]
    table = pd.DataFrame(rows, columns=["baseline_cell", "cell", *manifest.axes, *TORNADO])
    order = np.lexsort((-table["difference"].astype(float).abs(), table["who"], table["baseline_cell"]))
    table = table.iloc[order].drop(columns="baseline_cell").reset_index(drop=True)
    return table.assign(q=benjamini_hochberg(table["p"]))


def _variants(manifest: Manifest) -> Mapping[str, Mapping[str, Any]]:
    if manifest.sweep.design != "sensitivity":
        raise ResultError("the sweep does not vary what was assumed; strikesim sensitivity makes one that does")
    return manifest.sweep.variants


def _baselines(manifest: Manifest, variants: Mapping[str, Mapping[str, Any]]) -> dict[int, int]:
    """Return for each cell the one with the same setting and no changes, where there is one."""
    found: dict[int, int] = {}
    for alike in settings(manifest.cells, VARIANT):
        for base in [cell for cell in alike if not variants[cell.variant or ""]][-1:]:
            found |= {cell.index: base.index for cell in alike}
    return found


def _won(kind: str, parts: Parts) -> dict[int, pd.DataFrame]:
    """Return for each cell which side won which game: one byte each."""
    found: dict[int, list[pd.DataFrame]] = {}
    for cell, games in parts:
        need(games, "game")
        won = pd.DataFrame(won_by(kind, cell.line_up, Winners.of_games(games)), index=games["game"].to_numpy())
        found.setdefault(cell.index, []).append(won)
    return {cell: pd.concat(frames) for cell, frames in found.items()}


def _compared(base: pd.DataFrame, won: pd.DataFrame) -> Iterator[dict[str, Any]]:
    base, won = base.align(won, join="inner")
    for who in won.columns if len(won) else ():
        found = paired_wins(base[who], won[who])
        yield {
            **{"who": who, "games": len(won), "baseline": found.a, "rate": found.b, "difference": found.difference},
            **{"low": found.low, "high": found.high, "p": found.p, "relative_efficiency": found.relative_efficiency},
        }


def band(manifest: Manifest, rates: pd.DataFrame) -> pd.DataFrame:
    """Return how far the win rates spread over random combinations of the assumed components.

    This is no confidence interval: no number of games narrows it. It says how much depends on what nobody knows, for
    combinations that are as likely as each other. The rates it spans have their own Monte Carlo error, which widens it
    a little.

    Parameters
    ----------
    manifest
        As for `tornado`.
    rates
        The table ``rates`` of `strikesim.stats.tables.Tables`.

    Returns
    -------
    DataFrame
        Columns: ``cell`` (the baseline's), the axes without ``variant``, ``of``, ``who``, ``games``, ``rate``, ``low``,
        ``high`` (the baseline's, with its Monte Carlo interval), ``variants`` (number of random combinations),
        ``band_low``, ``band_high`` (the central 90 % of their rates), ``lowest``, ``highest``. A setting without games
        of the baseline, or with fewer than two combinations, is left out.

    Raises
    ------
    ResultError
        The sweep has no variants.
    """
    variants = _variants(manifest)
    wins = rates[rates["of"] != END].assign(baseline_cell=rates["cell"].map(_baselines(manifest, variants)))
    changes = wins[VARIANT].map({name: len(changed) for name, changed in variants.items()})
    spread = (
        wins[changes > 1]
        .groupby(["baseline_cell", "of", "who"])["rate"]
        .agg(variants="count", band_low=_lower, band_high=_upper, lowest="min", highest="max")
    )
    baseline = wins[wins["cell"] == wins["baseline_cell"]]
    table = baseline.join(spread[spread["variants"] > 1], on=["baseline_cell", "of", "who"], how="inner")
    axes = [axis for axis in manifest.axes if axis != VARIANT]
    return table[["cell", *axes, *BAND]].astype({"variants": int}).reset_index(drop=True)


def _lower(rates: "pd.Series[float]") -> float:
    return float(rates.quantile((1 - SHARE) / 2))


def _upper(rates: "pd.Series[float]") -> float:
    return float(rates.quantile((1 + SHARE) / 2))
