"""What a finding is, and when it depends on the players' skill."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pandas as pd


@dataclass(frozen=True)
class Finding:
    """One sentence that the data say, with the numbers it was made of."""

    topic: str
    sentence: str
    setting: Mapping[str, Any]  # the axes that it is about
    numbers: Sequence[Mapping[str, Any]]
    # What it comes down to for each thing it speaks of, where that is shown: 'three players' -> 'below'.
    directions: Mapping[str, str] = field(default_factory=dict)
    unsaid: Mapping[str, str] = field(default_factory=dict)  # directions that are shown too, but not in the sentence
    sweep: str = ""
    head: str = ""  # what the sentence is about, where that is not the setting of the report
    verdict: str = ""  # inside, below, above, undecided: against a target
    calibrated: bool = False  # the ruleset's content was chosen for this rate
    depends_on_skill: bool = False


def marked(findings: Iterable[Finding]) -> list[Finding]:
    """Mark what comes out one way for one line-up of bots and another way for another.

    Two findings are compared if they are on the same topic and differ in the bots alone; only what is shown counts, so
    that chance seldom makes a mark.
    """
    findings = list(findings)
    return [replace(one, depends_on_skill=any(_contradict(one, other) for other in findings)) for one in findings]


def _contradict(one: Finding, other: Finding) -> bool:
    if one.topic != other.topic or _without_bots(one.setting) != _without_bots(other.setting):
        return False
    shown = {**other.unsaid, **other.directions}
    return any(shown.get(key, direction) != direction for key, direction in one.directions.items())


def _without_bots(setting: Mapping[str, Any]) -> dict[str, Any]:
    return {axis: value for axis, value in setting.items() if axis != "bots"}


def numbers_of(rows: pd.DataFrame) -> list[dict[str, Any]]:
    """Return rows as plain dictionaries, what is missing left out."""
    return [
        {key: value for key, value in row.items() if value is not None and value == value and value is not pd.NA}
        for row in rows.astype(object).to_dict("records")
    ]
