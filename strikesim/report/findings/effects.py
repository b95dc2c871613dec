"""What a change does to a rate: a step of difficulty, another player, other bots, another value of an axis."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pandas as pd

from strikesim.games.labels import Labels
from strikesim.report import words
from strikesim.report.findings.finding import Finding, numbers_of
from strikesim.stats.differences import Pair
from strikesim.sweep.config import PLAYERS


def effect(topic: str, claim: str, table: pd.DataFrame, setting: Mapping[str, Any]) -> Iterator[Finding]:
    """Say what a change does over all pairs of cells.

    Parameters
    ----------
    claim
        The sentence with ``{}`` where 'lowers', 'raises' or 'is not shown to move' belongs.
    table
        As `strikesim.stats.differences.differences` returns it; without rows there is nothing to say.
    """
    if table.empty:
        return
    shown = table[(table["low"] > 0) | (table["high"] < 0)]
    directions = {row.label: "raises" if row.difference > 0 else "lowers" for row in shown.itertuples()}
    yield Finding(topic, _sentence(claim, table, shown), setting, numbers_of(table), directions)


def _sentence(claim: str, table: pd.DataFrame, shown: pd.DataFrame) -> str:
    rises, falls, silent = shown[shown["difference"] > 0], shown[shown["difference"] < 0], table.drop(shown.index)
    if shown.empty:
        return f"{claim.replace('{}', 'is not shown to move')}: {_none_shown(silent)}."
    if len(table) == 1:
        verb = "lowers" if rises.empty else "raises"
        return f"{claim.replace('{}', verb)} by {_size(table.iloc[0])}."
    parts: list[str] = []
    for verb, rows in sorted((("lowers", falls), ("raises", rises)), key=lambda part: -len(part[1])):
        if len(rows):
            where = f"{claim.replace('{}', verb)} in {_of(rows, table)}"
            told = f"{verb} it in {words.number(len(rows))}" if parts else where
            parts.append(f"{told}, {_range(rows)}")
    if len(silent):
        parts.append(f"in {words.number(len(silent))} no difference is shown: {_none_shown(silent)}")
    return f"{'; '.join(parts)}."


def _of(rows: pd.DataFrame, table: pd.DataFrame) -> str:
    total = words.number(len(table))
    some = f"all {total}" if len(rows) == len(table) else f"{words.number(len(rows))} of {total}"
    return f"{some} comparisons, which share their games' chance and so do not confirm each other"


def _range(rows: pd.DataFrame) -> str:
    """Return the smallest and the largest of differences that are shown, with their intervals and where they are."""
    small, large = (rows.loc[k] for k in rows["difference"].abs().sort_values().index[[0, -1]])
    if len(rows) == 1:
        return f"by {_size(large)}"
    return f"from {_size(small)} to {_size(large)}"


def _size(row: "pd.Series[Any]") -> str:
    """Return the size of a difference with its interval and where it is."""
    return words.size(row, f"; {row['label']}")


def _none_shown(rows: pd.DataFrame, most: int = 3) -> str:
    """Return the largest of the differences that are not shown, and how many more there are."""
    order = rows["difference"].abs().sort_values(ascending=False).index
    told = [words.difference(rows.loc[k], f"; {rows.loc[k, 'label']}") for k in order[:most]]
    return ", ".join(told) + (f" and {words.number(len(rows) - most)} more" if len(rows) > most else "")


def _step(axis: str, before: Any, after: Any, labels: Labels) -> str:
    if axis == PLAYERS:
        return f"{words.number(before)} to {words.number(after)} players"
    return f"{words.value_name(axis, before, labels)} to {words.value_name(axis, after, labels)}"


def steps(
    rates: pd.DataFrame, axis: str, others: Sequence[str], labels: Labels, same_as: Mapping[int, int]
) -> list[Pair]:
    """Pair each cell with the next one along an axis, all other axes the same; two with the same games make no step.

    Parameters
    ----------
    rates
        One row for each cell.
    axis
        The axis to go along, in the order of the rows.
    others
        Axes that tell the pairs apart in words.
    labels
        Names for their values.
    same_as
        For each cell the first one with the same games. Steps between the same games are one, which names the others.
    """
    pairs: list[Pair] = []
    for _, line in rates.groupby(list(others), sort=False, dropna=False):
        found: dict[frozenset[int], list[tuple[Any, Any]]] = {}
        for before, after in itertools.pairwise(line.to_dict("records")):
            found.setdefault(frozenset(same_as[row["cell"]] for row in (before, after)), []).append((before, after))
        for games, ((before, after), *again) in found.items():
            if len(games) > 1:
                where = words.setting({other: before[other] for other in others}, labels)
                step = _step(axis, before[axis], after[axis], labels)
                alike = [_alike(axis, before, *pair, labels, same_as) for pair in again]
                pairs.append((", ".join(part for part in (step, *alike, where) if part), before, after))
    return pairs


def _alike(axis: str, first: Any, before: Any, after: Any, labels: Labels, same_as: Mapping[int, int]) -> str:
    """Return how a step is another one's, which begins with `first`: the same games, or the same the other way."""
    reverse = same_as[before["cell"]] != same_as[first["cell"]]
    return f"{'the reverse of' if reverse else 'the same as'} {_step(axis, before[axis], after[axis], labels)}"
