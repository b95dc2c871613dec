"""What a finding is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
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


def numbers_of(rows: pd.DataFrame) -> list[dict[str, Any]]:
    """Return rows as plain dictionaries, what is missing left out."""
    return [
        {key: value for key, value in row.items() if value is not None and value == value and value is not pd.NA}
        for row in rows.astype(object).to_dict("records")
    ]
