"""Settings whose rates are the same as far as a figure shows: one figure stands for all of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

import pandas as pd

from strikesim.report import words
from strikesim.report.view import View, choose
from strikesim.stats.intervals import CONFIDENCE, newcombe, simultaneous

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


def alike(view: View, rates: pd.DataFrame) -> list[Alike]:
    """Put settings together that have the same bots and the same rates.

    Rates are the same if the intervals of all differences at once hold zero and lie within `NEAR`: with too few games
    nothing is the same.
    """
    groups: list[list[tuple[Mapping[str, Any], pd.DataFrame, float]]] = []
    for setting in view.settings:
        rows = choose(rates, setting).set_index(["players", "difficulty", "of", "who"])[["count", "games", "rate"]]
        for group in groups:
            head, shown, _ = group[0]
            bound = _apart(shown, rows) if head["bots"] == setting["bots"] else inf
            if bound <= NEAR:
                group.append((setting, rows, bound))
                break
        else:
            groups.append([(setting, rows, 0.0)])
    return [
        Alike(group[0][0], _note(view, [setting for setting, _, _ in group], max(bound for _, _, bound in group)))
        for group in groups
    ]


def _apart(one: pd.DataFrame, other: pd.DataFrame) -> float:
    """Return how far apart the rates may be at most; infinity where they differ, or are not of the same cells."""
    if not one.index.equals(other.index):
        return inf
    level = simultaneous(CONFIDENCE, len(one))
    low, high = newcombe(other["count"], other["games"], one["count"], one["games"], level)
    return inf if (low > 0).any() or (high < 0).any() else float(max(high.max(), -low.min()))


def _note(view: View, settings: Sequence[Mapping[str, Any]], bound: float) -> str:
    """Say which other settings the figure of the first one stands for."""
    shown, *others = settings
    if not others:
        return ""
    changed = [
        words.setting({axis: other[axis] for axis in other if other[axis] != shown[axis]}, view.labels)
        for other in others
    ]
    return (
        f"Much the same with {words.listed(changed)}: no rate is shown to differ, and differences of more than"
        f" {100 * bound:.1f} points are ruled out (95{words.NBSP}%, all of them at once)."
    )
