"""Settings whose rates are the same as far as a figure shows: one figure stands for all of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

import pandas as pd

from strikesim.report import words
from strikesim.report.view import View, choose
from strikesim.stats.counts import END
from strikesim.stats.intervals import CONFIDENCE, simultaneous
from strikesim.stats.paired import paired_interval

_Member = tuple[Mapping[str, Any], pd.DataFrame, float]  # setting, its rates, how far they may be from the first's
NEAR = 0.025  # rates no farther apart than this are the same dot in a figure


@dataclass(frozen=True)
class Alike:
    """Settings that look alike.

    Attributes
    ----------
    setting
        The first of them, which is drawn.
    note
        Which others it stands for and how near they are; '' for none.
    """

    setting: Mapping[str, Any]
    note: str


def alike(view: View, rates: pd.DataFrame, most: int) -> tuple[list[Alike], int]:
    """Put settings together that have the same bots and the same rates.

    Rates are the same if the intervals of all differences at once hold zero and lie within `NEAR`: with too few games
    nothing is the same. Settings play with the same chance, so that their games are compared one by one.

    Parameters
    ----------
    rates
        Rows of the table of rates.
    most
        How many settings can be drawn.

    Returns
    -------
    list, int
        The settings that are drawn, and how many others none of them stands for.
    """
    groups: list[list[_Member]] = []
    left = 0
    for setting in view.settings:
        rows = choose(rates, setting).set_index(["players", "difficulty", "of", "who"])[["cell", "rate"]]
        for group in groups:
            head, shown, _ = group[0]
            bound = _apart(view, shown, rows) if head["bots"] == setting["bots"] else inf
            if bound < inf:
                group.append((setting, rows, bound))
                break
        else:
            if len(groups) < most:
                groups.append([(setting, rows, 0.0)])
            else:
                left += 1
    return [
        Alike(group[0][0], _note(view, [setting for setting, _, _ in group], max(bound for _, _, bound in group)))
        for group in groups
    ], left


def _apart(view: View, one: pd.DataFrame, other: pd.DataFrame) -> float:
    """Return how far apart the rates may be at most; infinity where that is not `NEAR`, or the cells differ."""
    if not one.index.equals(other.index) or (one["rate"] - other["rate"]).abs().max() > NEAR:
        return inf
    level = float(simultaneous(CONFIDENCE, len(one)))
    bound = 0.0
    for (*_, of, who), before, after in zip(one.index, one["cell"], other["cell"], strict=True):
        old, new = _came(view, before, of, who).align(_came(view, after, of, who), join="inner")
        low, high = paired_interval(old, new, level)
        bound = max(bound, high, -low)
        if bound > NEAR or not low <= 0 <= high:
            return inf
    return bound


def _came(view: View, cell: int, of: str, who: str) -> "pd.Series[bool]":
    """Return in which games of a cell a rate's event came: a side won, or the game ended so."""
    result = view.result
    return result.ended[cell] == who if of == END else result.won[cell][who]


def _note(view: View, settings: Sequence[Mapping[str, Any]], bound: float) -> str:
    """Say which other settings the figure of the first one stands for."""
    shown, *others = settings
    if not others:
        return ""
    changed = [
        words.setting({axis: other[axis] for axis in other if other[axis] != shown[axis]}, view.labels)
        for other in others
    ]
    where = "another setting" if len(others) == 1 else f"{words.number(len(others))} other settings"
    return (
        f"Much the same in {where} ({words.listed(changed)}). No rate is shown to differ, and differences of more than"
        f" {100 * bound:.1f} points are ruled out (95{words.NBSP}%, all of them at once)."
    )
