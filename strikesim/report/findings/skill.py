"""What comes out otherwise for other bots: findings that are marked, and steps whose effects are compared."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd

from strikesim.report import words
from strikesim.report.findings.finding import Finding
from strikesim.stats.differences import Pair, interactions
from strikesim.sweep.config import BOTS


@dataclass(frozen=True)
class Steps:
    """What a finding compares: cells of one setting, step by step."""

    topic: str
    setting: Mapping[str, Any]
    pairs: Sequence[Pair]


def marked(findings: Iterable[Finding], steps: Sequence[Steps], won: Mapping[int, pd.DataFrame]) -> list[Finding]:
    """Mark what comes out one way for one line-up of bots and another way for another.

    Two findings are compared if they are on the same topic and differ in the bots alone. A finding on steps is marked
    where the effects of a step are shown to differ between line-ups and go opposite ways: who wins seldom has little
    to lose, so that a smaller loss of points says nothing. Of any other finding only what is shown against what is
    shown counts.

    Parameters
    ----------
    steps
        What the findings on steps compare.
    won
        Which side won which game, for each cell.
    """
    findings = list(findings)
    told = _otherwise(steps, won)
    ways: dict[Any, dict[str, set[str]]] = {}
    for one in findings:
        for key, direction in {**one.unsaid, **one.directions}.items():
            ways.setdefault(_subject(one.topic, one.setting), {}).setdefault(key, set()).add(direction)
    found = []
    for one in findings:
        if sentence := told.get(_name(one.topic, one.setting)):
            found.append(replace(one, sentence=f"{one.sentence} {sentence}", depends_on_skill=True))
        else:
            known = ways.get(_subject(one.topic, one.setting), {})
            otherwise = any(len(known[key]) > 1 for key in one.directions)
            found.append(replace(one, depends_on_skill=one.depends_on_skill or otherwise))
    return found


def _otherwise(steps: Sequence[Steps], won: Mapping[int, pd.DataFrame]) -> dict[Any, str]:
    """Return for each finding on steps a sentence on the step that differs most between its bots and others."""
    asked = [
        (one, other, pairs)
        for k, one in enumerate(steps)
        for other in steps[k + 1 :]
        if _subject(one.topic, one.setting) == _subject(other.topic, other.setting)
        for pairs in _both(one, other)
    ]
    table = interactions([pairs for _, _, pairs in asked], won)
    largest: dict[Any, tuple[float, str]] = {}
    for (one, other, _), row in zip(asked, table.to_dict("records"), strict=True):
        names = [_name(each.topic, each.setting) for each in (one, other)]
        if row["low"] <= 0 <= row["high"] or row["first"] * row["second"] >= 0:
            continue
        for name in names:
            largest[name] = max(largest.get(name, (0.0, "")), (abs(row["difference"]), _sentence(one, other, row)))
    return {name: sentence for name, (_, sentence) in largest.items()}


def _both(one: Steps, other: Steps) -> list[tuple[Pair, Pair]]:
    others = {pair[0]: pair for pair in other.pairs}
    return [(pair, others[pair[0]]) for pair in one.pairs if pair[0] in others]


def _sentence(one: Steps, other: Steps, row: "dict[Any, Any]") -> str:
    a, b = (words.line_up(str(each.setting[BOTS])) for each in (one, other))
    first, second = (f"{words.signed(row[end])}{words.NBSP}points" for end in ("first", "second"))
    return (
        f"It depends on skill: {row['label']} makes {first} for {a} and {second} for {b}, which is"
        f" {words.size(row)} apart, all such comparisons at once."
    )


def _name(topic: str, setting: Mapping[str, Any]) -> Any:
    return topic, *sorted((axis, repr(value)) for axis, value in setting.items())


def _subject(topic: str, setting: Mapping[str, Any]) -> Any:
    """Return what a finding is on, whoever plays."""
    return _name(topic, {axis: value for axis, value in setting.items() if axis != BOTS})
