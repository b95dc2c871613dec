"""What the comparison of two variants or two bots says in words."""

from collections.abc import Iterator, Mapping
from typing import Any

import pandas as pd

from strikesim.games.labels import Labels
from strikesim.report import words
from strikesim.stats import paired
from strikesim.stats.adjust import ERROR
from strikesim.stats.equivalence import LESS, MORE, NOTHING, OPEN
from strikesim.stats.intervals import rate_interval
from strikesim.sweep.rows import FIRST

EFFICIENCY = 1.1  # a gain of less than a tenth is not worth a word


def said(table: pd.DataFrame, labels: Labels) -> Iterator[tuple[str, list[str]]]:
    """Yield for each setting what it is, and sentences about who wins and what the pairing was worth."""
    for axes, rows in wins_by_setting(table):
        records = rows.to_dict("records")
        told = [_identical(records[0], labels)] if records[0]["diverged"] == 0 else _outcomes(records, labels)
        if records[0]["diverged"] == 0 and "matters" in records[0]:
            told.append(whether_it_matters(records[0]))
        yield words.setting(axes, labels) or "all", told


def _identical(row: Mapping[str, Any], labels: Labels) -> str:
    """Say that no game differs, and how many might among those that were not played."""
    a, b = (compared(row[name], labels) for name in ("name_a", "name_b"))
    low, high = rate_interval(0, row["games"])
    return (
        f"all {row['games']:,} games are identical with {a} and {b}: the same winners, endings, lengths and metrics"
        f" (95{words.NBSP}%: {words.interval(float(low), float(high))}{words.NBSP}% of all games go differently)"
    )


def _outcomes(records: list[dict[str, Any]], labels: Labels) -> list[str]:
    """Return a sentence for each side, one where verdicts and intervals seem to disagree, and the pairing's worth."""
    apart = any((row["p_adjusted"] > ERROR) == (row["low"] > 0 or row["high"] < 0) for row in records)
    why = (
        "where a verdict and an interval seem to disagree: the interval is of one comparison, the verdict that of an"
        " exact test, and all verdicts of the table are right together (McNemar, Holm)"
    )
    margin = [f"{words.side(row['who'])}: {whether_it_matters(row)}" for row in records if "matters" in row]
    return [*(_outcome(row, labels) for row in records), *([why] if apart else []), *margin, _worth(records)]


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
    if row["who"] == FIRST:  # two bots with the same others at the table
        name_a, name_b = (name.partition(",")[0] for name in (name_a, name_b))
        return f"{name_a} wins {a}, {name_b} in its place {b}: {_verdict(row)}"
    return f"{words.side(row['who'])} wins {a} with {name_a}, {b} with {name_b}: {_verdict(row)}"


def whether_it_matters(row: Mapping[str, Any]) -> str:
    """Say whether a difference matters, by the margin that was stated, with the interval that the verdict goes by."""
    claim = {
        NOTHING: "does nothing that matters",
        MORE: "matters: more often",
        LESS: "matters: less often",
        OPEN: "open whether it matters",
    }[row["matters"]]
    told = f"{words.signed(row['score_low'])} to {words.signed(row['score_high'])}"
    return f"{claim} (margin {100 * row['margin']:.3g}{words.NBSP}points; score interval, 95{words.NBSP}%: {told})"


def compared(thing: str, labels: Labels) -> str:
    """Return one of the two things in words: a change by its labels, a bot or a ruleset by its name."""
    return words.variant(thing, labels) if "=" in thing else thing


def _verdict(row: Mapping[str, Any]) -> str:
    if row["p_adjusted"] > ERROR or row["low"] <= 0 <= row["high"]:
        return f"{'no difference' if row['p_adjusted'] > ERROR else 'a difference'} is shown, {words.difference(row)}"
    return f"{words.size(row)} {'more' if row['difference'] > 0 else 'less'} often"


def _worth(rows: list[dict[str, Any]]) -> str:
    went = f"{words.percent(rows[0]['diverged'])} of the {rows[0]['games']:,} games went differently"
    efficiency = min(row["relative_efficiency"] for row in rows)
    if efficiency < EFFICIENCY:
        return went
    return f"{went}; playing both with the same chance was worth {efficiency:.1f} times the games"
