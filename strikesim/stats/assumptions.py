"""How far a result moves over the components that had to be assumed: one at a time, and all at random.

A sweep with the axis ``variant`` plays every setting once as it stands (the baseline, with more games), once for each
single change, and once for each of some random combinations of changes. What the single changes are shown to do is
played again on a fresh seed.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pandas as pd

from strikesim.errors import ResultError
from strikesim.stats.adjust import SCREEN, benjamini_hochberg, false_coverage
from strikesim.stats.controlled import contrast
from strikesim.stats.counts import END
from strikesim.stats.intervals import CONFIDENCE
from strikesim.stats.paired import settings
from strikesim.stats.spread import spread
from strikesim.sweep.config import BASELINE, VARIANT
from strikesim.sweep.designs import COMBINATION
from strikesim.sweep.manifest import Cell, Manifest

SHARE = 0.9  # of the random combinations, inside the assumption band
TORNADO = [
    *("key", "value", "who", "games", "baseline_games", "baseline", "rate"),
    *("difference", "low", "high", "p", "relative_efficiency", "q", "shown"),
]
_AGAIN = {"games": "again_games", "difference": "again", "low": "again_low", "high": "again_high"}
BAND = [
    *("of", "who", "games", "rate", "low", "high", "variants", "band_low", "band_low_from", "band_low_to"),
    *("band_high", "band_high_from", "band_high_to", "deviation", "p"),
]
Won = Mapping[int, pd.DataFrame]  # cell -> which side won which game: one byte each


# ---- one at a time -----------------------------------------------------------------------------------------------


def tornado(manifest: Manifest, won: Won, confidence: "float | None" = None) -> pd.DataFrame:
    """Compare every variant with a single change with the baseline, on common random numbers.

    Parameters
    ----------
    manifest
        The result folder's manifest. The sweep's ``variants`` are {name: {key: value, …}}; the baseline has no
        changes. A variant that is a whole ruleset, {name: file}, is left out: nothing says how much it changes.
    won
        Which side won which game, for each cell (`strikesim.result.Result.won`).
    confidence
        Of the intervals; None: what those of as many rows as are shown need, for they were chosen
        (`strikesim.stats.adjust.false_coverage`). Then a row is shown just where its interval holds no zero.

    Returns
    -------
    DataFrame
        Columns: ``cell`` (the variant's), the axes, ``key`` and ``value`` (what was changed), ``who`` (the side),
        ``games``, ``baseline_games``, ``baseline`` and ``rate`` (how often the side won without and with the change),
        ``difference`` with ``low`` and ``high`` (`strikesim.stats.controlled.contrast`; ``rate`` is the baseline's and
        that), ``p``, ``relative_efficiency``, ``q`` (Benjamini and Hochberg over all rows: a screen), ``shown``
        (whether it passes). Within a setting and side the largest difference comes first. A variant without games, or
        whose baseline has none, is left out; so are those that cannot act (see `idle`).

    Raises
    ------
    ResultError
        The sweep does not vary what was assumed.
    """
    _need_variants(manifest)
    variants = _changes(manifest)
    twins = _twins(manifest)
    rows, intervals = [], []
    for cell, base in _baselines(manifest).items():
        name = manifest.cells[cell].variant or ""
        if _is_single(name, variants[name]) and cell not in twins and {cell, base} <= won.keys():
            ((key, value),) = variants[name].items()
            start = {"baseline_cell": base, "cell": cell, **manifest.cells[cell].axes, "key": key, "value": str(value)}
            for compared, interval in _compared(won[base], won[cell]):
                rows.append({**start, **compared})
                intervals.append(interval)
    table = pd.DataFrame(rows, columns=["baseline_cell", "cell", *manifest.axes, *TORNADO])
    table["q"] = benjamini_hochberg(table["p"])
    table["shown"] = table["q"] <= SCREEN
    if intervals:
        level = confidence or false_coverage(CONFIDENCE, int(table["shown"].sum()), len(table))
        table[["low", "high"]] = [interval(level) for interval in intervals]
    order = np.lexsort((-table["difference"].astype(float).abs(), table["who"], table["baseline_cell"]))
    return table.iloc[order].drop(columns="baseline_cell").reset_index(drop=True)


def _need_variants(manifest: Manifest) -> None:
    if manifest.sweep.design != "sensitivity":
        raise ResultError("the sweep does not vary what was assumed; strikesim sensitivity makes one that does")


def _changes(manifest: Manifest) -> dict[str, Any]:
    """Return what each variant changes of the baseline, which may be moved itself; a whole ruleset by its name."""
    variants = manifest.sweep.variants
    base = variants.get(BASELINE, {})
    return {name: changes if isinstance(changes, str) else _beyond(changes, base) for name, changes in variants.items()}


def _beyond(changes: Mapping[str, Any], base: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in changes.items() if key not in base or base[key] != value}


def _is_single(name: str, changed: Any) -> bool:
    return isinstance(changed, dict) and len(changed) == 1 and not name.startswith(COMBINATION)


def _baselines(manifest: Manifest) -> dict[int, int]:
    """Return for each cell the one with the same setting and no changes, where there is one."""
    variants = _changes(manifest)
    found: dict[int, int] = {}
    for alike in settings(manifest.cells, VARIANT):
        for base in _unchanged(alike, variants):
            found |= {cell.index: base.index for cell in alike}
    return found


def _unchanged(cells: "list[Cell]", variants: Mapping[str, Any]) -> "list[Cell]":
    """Return the baseline among cells of one setting; a random combination may change nothing, too."""
    names = [cell.variant or "" for cell in cells]
    empty = [not variants[name] and not name.startswith(COMBINATION) for name in names]
    return [cell for cell, is_empty in zip(cells, empty, strict=True) if is_empty][:1]


def _twins(manifest: Manifest) -> dict[int, int]:
    """Return for each cell of a single change that plays by the tables of an earlier one of its setting that one."""
    variants = _changes(manifest)
    found: dict[int, int] = {}
    for alike in settings(manifest.cells, VARIANT):
        first: dict[str, int] = {cell.tables: cell.index for cell in _unchanged(alike, variants)}
        for cell in alike:
            if _is_single(cell.variant or "", variants[cell.variant or ""]):
                earlier = first.setdefault(cell.tables, cell.index)
                found |= {cell.index: earlier} if earlier != cell.index else {}
    return found


def _compared(base: pd.DataFrame, won: pd.DataFrame) -> "Iterator[tuple[dict[str, Any], Any]]":
    """Yield for each side what a row says, and its interval by confidence."""
    common = base.index.isin(won.index)
    won = won.reindex(base.index[common])
    for who in won.columns if len(won) else ():
        found = contrast(base.loc[common, who], won[who], base.loc[~common, who])
        yield (
            {
                **{"who": who, "games": len(won), "baseline_games": len(base), "baseline": found.baseline},
                **{"rate": found.baseline + found.difference, "difference": found.difference},
                **{"p": found.p, "relative_efficiency": found.relative_efficiency},
            },
            found.interval,
        )


def idle(manifest: Manifest) -> pd.DataFrame:
    """Return the single changes that cannot act: the game compiles to the same tables as without them.

    Returns
    -------
    DataFrame
        Columns: ``cell``, the axes, ``key``, ``value``, ``like`` (the variant that it is the same as).
    """
    rows = []
    for cell, twin in _twins(manifest).items():
        ((key, value),) = _changes(manifest)[manifest.cells[cell].variant or ""].items()
        like = manifest.cells[twin].variant
        rows.append({"cell": cell, **manifest.cells[cell].axes, "key": key, "value": str(value), "like": like})
    return pd.DataFrame(rows, columns=["cell", *manifest.axes, "key", "value", "like"])


def shown_variants(tornado: pd.DataFrame) -> list[str]:
    """Return the variants that are shown to do something, in any setting and for any side, in the order of the grid."""
    return list(dict.fromkeys(tornado[tornado["shown"]].sort_values("cell")[VARIANT]))


def with_again(tornado: pd.DataFrame, again: "pd.DataFrame | None") -> pd.DataFrame:
    """Put beside each row that is shown what came out when it was played again on a fresh seed.

    Parameters
    ----------
    tornado, again
        What `tornado` returned, of the screen and, at 95 %, of what was played again; None: nothing was, so far.

    Returns
    -------
    DataFrame
        The first, with columns ``again_games``, ``again`` (the difference there) with its 95 % interval ``again_low``
        and ``again_high``, and ``confirmed``: whether that lies on the same side of zero; all missing where a row is
        not shown, or was not played again.
    """
    if again is None or again.empty:
        return tornado.assign(
            **dict.fromkeys(_AGAIN.values(), np.nan), confirmed=pd.Series(pd.NA, tornado.index, "boolean")
        )
    where = [*tornado.columns[1 : list(tornado.columns).index("key")], "who"]
    found = again.rename(columns=_AGAIN)[[*where, *_AGAIN.values()]]
    table = tornado.merge(found, on=where, how="left")
    table.loc[~table["shown"], list(_AGAIN.values())] = np.nan
    same = np.where(table["difference"] > 0, table["again_low"] > 0, table["again_high"] < 0)
    return table.assign(confirmed=pd.Series(same, table.index, "boolean").mask(table["again"].isna()))


def reported(tornado: pd.DataFrame) -> pd.DataFrame:
    """Return the rows with the figures that are told: of what was played again those of the fresh games."""
    fresh = tornado["again"].notna()
    return tornado.assign(**{name: tornado[name].mask(fresh, tornado[other]) for name, other in _AGAIN.items()})


# ---- all at random -----------------------------------------------------------------------------------------------


def band(manifest: Manifest, won: Won, rates: pd.DataFrame) -> pd.DataFrame:
    """Return how far the true win rates spread over random combinations of the assumed components.

    This is no confidence interval: no number of games narrows it. It says how much depends on what nobody knows. What
    chance adds is taken out (`strikesim.stats.spread.spread`).

    Parameters
    ----------
    manifest, won
        As for `tornado`.
    rates
        The table ``rates`` of `strikesim.stats.tables.Tables`.

    Returns
    -------
    DataFrame
        Columns: ``cell`` (the baseline's), the axes without ``variant``, ``of``, ``who``, ``games``, ``rate``, ``low``,
        ``high`` (the baseline's, with its Monte Carlo interval), ``variants`` (number of random combinations),
        ``band_low``, ``band_high`` (the central 90 % of their true rates), each with its 95 % interval in ``…_from``
        and ``…_to``, ``deviation`` (of the true rates), ``p`` (of there being no spread). A setting without games of
        the baseline, or with fewer than two combinations that have two games in common, is left out.

    Raises
    ------
    ResultError
        The sweep does not vary what was assumed.
    """
    _need_variants(manifest)
    bases = _baselines(manifest)
    mixed: dict[int, list[int]] = {}
    for cell, base in bases.items():
        if (manifest.cells[cell].variant or "").startswith(COMBINATION) and cell in won:
            mixed.setdefault(base, []).append(cell)
    names = {name for cell in won.values() for name in cell.columns}
    wins = rates[(rates["of"] != END) & rates["cell"].isin(mixed) & rates["who"].isin(names)]
    rows = [row | found for row in wins.to_dict("records") if (found := _spread(won, mixed[row["cell"]], row["who"]))]
    axes = [axis for axis in manifest.axes if axis != VARIANT]
    return pd.DataFrame(rows, columns=["cell", *axes, *BAND])


def _spread(won: Won, cells: "list[int]", who: str) -> dict[str, Any]:
    """Return the columns of a band, none where there is nothing to spread."""
    if any(who not in won[cell] for cell in cells):
        return {}
    games = pd.concat([won[cell][who] for cell in cells], axis=1, join="inner").to_numpy(bool).T
    if min(games.shape) < 2:
        return {}
    found = spread(games, SHARE)
    return {
        **{"variants": len(cells), "band_low": found.low, "band_high": found.high},
        **{"band_low_from": found.low_ends[0], "band_low_to": found.low_ends[1]},
        **{"band_high_from": found.high_ends[0], "band_high_to": found.high_ends[1]},
        **{"deviation": found.deviation, "p": found.p},
    }
