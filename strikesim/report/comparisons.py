"""What the comparison of two variants or two bots says in words."""

from collections.abc import Iterator, Mapping
from typing import Any

import pandas as pd

from strikesim.games.labels import Labels
from strikesim.report import words
from strikesim.stats import paired
from strikesim.stats.adjust import ERROR

EFFICIENCY = 1.1  # a gain of less than a tenth is not worth a word


def said(table: pd.DataFrame, labels: Labels) -> Iterator[tuple[str, list[str]]]:
    """Yield for each setting what it is, and sentences about who wins and what the pairing was worth."""
    for axes, rows in wins_by_setting(table):
        records = rows.to_dict("records")
        yield words.setting(axes, labels) or "all", [*(_outcome(row, labels) for row in records), _worth(records)]


def wins_by_setting(table: pd.DataFrame) -> Iterator[tuple[dict[str, Any], pd.DataFrame]]:
    """Yield for each setting and pair of things compared its axes and its rows about who wins."""
    wins = table[table["what"] == paired.WINS]
    setting = list(table.columns[: table.columns.get_loc("name_a")])
    for _, rows in wins.groupby([*setting, "name_b"], sort=False, dropna=False):
        yield {axis: words.known(rows[axis].iloc[0]) for axis in setting}, rows


def _outcome(row: Mapping[str, Any], labels: Labels) -> str:
    a, b = (
        words.rate({"rate": row[side], "low": row[f"{side}_low"], "high": row[f"{side}_high"]}) for side in ("a", "b")
    )
    name_a, name_b = (compared(row[name], labels) for name in ("name_a", "name_b"))
    if row["who"] == paired.FIRST:  # two bots with the same others at the table
        name_a, name_b = (name.partition(",")[0] for name in (name_a, name_b))
        return f"{name_a} wins {a}, {name_b} in its place {b}: {_verdict(row)}"
    return f"{words.side(row['who'])} wins {a} with {name_a}, {b} with {name_b}: {_verdict(row)}"


def compared(thing: str, labels: Labels) -> str:
    """Return one of the two things in words: a change by its labels, a bot or a ruleset by its name."""
    return words.variant(thing, labels) if "=" in thing else thing


def _verdict(row: Mapping[str, Any]) -> str:
    if row["p_adjusted"] > ERROR:
        bound = max(abs(row["low"]), abs(row["high"]))
        return f"no difference is shown, and none ruled out up to ±{100 * bound:.2f} points"
    return f"{words.size(row)} {'more' if row['difference'] > 0 else 'less'} often"


def _worth(rows: list[dict[str, Any]]) -> str:
    went = f"{words.percent(rows[0]['diverged'])} of the {rows[0]['games']:,} games went differently"
    efficiency = min(row["relative_efficiency"] for row in rows)
    if rows[0]["diverged"] == 0 or efficiency < EFFICIENCY:
        return went
    return f"{went}; playing both with the same chance was worth {efficiency:.1f} times the games"
