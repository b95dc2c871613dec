"""Two variants or two bots compared on common random numbers: a table, and what it says in words."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import pandas as pd

from strikesim.errors import ResultError
from strikesim.report import words
from strikesim.stats import paired
from strikesim.stats.adjust import ERROR, holm
from strikesim.stats.paired import FIRST, settings
from strikesim.stats.tables import numeric_metrics
from strikesim.sweep import store
from strikesim.sweep.config import VARIANT

if TYPE_CHECKING:
    from strikesim.report.result import Result

EFFICIENCY = 1.1  # a gain of less than a tenth is not worth a word


@dataclass(frozen=True)
class Comparison:
    """Two variants or bots on common random numbers.

    Attributes
    ----------
    result
        The games of both.
    table
        One row for each setting and quantity, see `compare_cells`.
    """

    result: "Result"
    table: pd.DataFrame = field(repr=False)

    @property
    def sentences(self) -> list[str]:
        """Return what the table says of who wins."""
        return [f"{setting}: {sentence}" for setting, told in said(self.table) for sentence in told]


def compare_cells(result: "Result") -> pd.DataFrame:
    """Compare the first value on the compared axis with each other one, setting by setting.

    Parameters
    ----------
    result
        With an axis ``variant``, or else with several line-ups of bots.

    Returns
    -------
    DataFrame
        The axes but for the compared one; ``name_a`` and ``name_b``, its two values; then the columns of
        `strikesim.stats.paired.compare`, ``p_adjusted`` over the whole table.

    Raises
    ------
    ResultError
        There is nothing to compare, or too few games are stored.
    """
    manifest = result.manifest
    axis = VARIANT if manifest.sweep.variants else "bots"
    metrics = [name for name in numeric_metrics(manifest)[0] if name != "decisions"]
    tables = []
    for cell_a, *others in settings(manifest.cells, axis):
        a = _games(result, cell_a.index)
        for cell_b in others:
            table = paired.compare(
                a, _games(result, cell_b.index), manifest.ruleset.kind, (cell_a.line_up, cell_b.line_up), metrics
            )
            setting = {other: value for other, value in cell_a.axes.items() if other != axis}
            named = {**setting, "name_a": cell_a.axes[axis], "name_b": cell_b.axes[axis]}
            tables.append((cell_b.index, table.assign(**named)[[*named, *table.columns]]))
    if not tables:
        raise ResultError(f"{result.folder}: only one of {axis} was played; a comparison needs two")
    whole = pd.concat([table for _, table in sorted(tables, key=itemgetter(0))], ignore_index=True)
    return whole.assign(p_adjusted=holm(whole["p"]))


def _games(result: "Result", cell: int) -> pd.DataFrame:
    parts = [part for part in result.parts if part.cell == cell]
    if not parts:
        raise ResultError(f"{result.folder}: no games of cell {cell} are stored yet; run it to its end first")
    return pd.concat([store.read_part(result.folder, part).to_pandas() for part in parts], ignore_index=True)


def said(table: pd.DataFrame) -> "Iterator[tuple[str, list[str]]]":
    """Yield for each setting what it is, and sentences about who wins and what the pairing was worth."""
    for axes, rows in wins_by_setting(table):
        records = rows.to_dict("records")
        yield words.setting(axes) or "all", [*map(_outcome, records), _worth(records)]


def wins_by_setting(table: pd.DataFrame) -> "Iterator[tuple[dict[str, Any], pd.DataFrame]]":
    """Yield for each setting and pair of things compared its axes and its rows about who wins."""
    wins = table[table["what"] == paired.WINS]
    setting = list(table.columns[: table.columns.get_loc("name_a")])
    for _, rows in wins.groupby([*setting, "name_b"], sort=False, dropna=False):
        yield {axis: words.known(rows[axis].iloc[0]) for axis in setting}, rows


def _outcome(row: Mapping[str, Any]) -> str:
    a, b = (
        words.rate({"rate": row[side], "low": row[f"{side}_low"], "high": row[f"{side}_high"]}) for side in ("a", "b")
    )
    name_a, name_b = row["name_a"], row["name_b"]
    if row["who"] == FIRST:  # two bots with the same others at the table
        name_a, name_b = (name.partition(",")[0] for name in (name_a, name_b))
        return f"{name_a} wins {a}, {name_b} in its place {b}: {_verdict(row)}"
    return f"{words.side(row['who'])} wins {a} with {name_a}, {b} with {name_b}: {_verdict(row)}"


def _verdict(row: Mapping[str, Any]) -> str:
    if row["p_adjusted"] > ERROR:
        bound = max(abs(row["low"]), abs(row["high"]))
        return f"no difference is shown, and none ruled out up to ±{100 * bound:.2f} points"
    return f"{words.size(row)} {'more' if row['difference'] > 0 else 'less'} often"


def _worth(rows: "list[dict[str, Any]]") -> str:
    went = f"{words.percent(rows[0]['diverged'])} of the {rows[0]['games']:,} games went differently"
    efficiency = min(row["relative_efficiency"] for row in rows)
    if rows[0]["diverged"] == 0 or efficiency < EFFICIENCY:
        return went
    return f"{went}; playing both with the same chance was worth {efficiency:.1f} times the games"
