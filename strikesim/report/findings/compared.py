"""What two variants or two bots did with the same chance."""

from collections.abc import Iterator

import pandas as pd

from strikesim.games.labels import Labels
from strikesim.report import words
from strikesim.report.comparisons import said, wins_by_setting
from strikesim.report.findings.finding import Finding, numbers_of

TOPIC = "comparison"


def compared(table: pd.DataFrame, labels: Labels) -> Iterator[Finding]:
    """Say of each setting what the paired comparison shows of who wins.

    Parameters
    ----------
    table
        As `strikesim.stats.paired.compare_cells` returns it.
    """
    for (setting, sentences), (axes, rows) in zip(said(table, labels), wins_by_setting(table), strict=True):
        sentence = " ".join(f"{words.upper(part)}." for part in (setting, *sentences))
        yield Finding(TOPIC, sentence, axes, numbers_of(rows))
