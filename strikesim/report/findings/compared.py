"""What two variants or two bots did with the same chance."""

from collections.abc import Iterator

import pandas as pd

from strikesim.report.comparisons import said, wins_by_setting
from strikesim.report.findings.finding import Finding, numbers_of

TOPIC = "comparison"


def compared(table: pd.DataFrame) -> Iterator[Finding]:
    """Say of each setting what the paired comparison shows of who wins.

    Parameters
    ----------
    table
        As `strikesim.report.comparisons.compare_cells` returns it.
    """
    for (setting, sentences), (axes, rows) in zip(said(table), wins_by_setting(table), strict=True):
        sentence = f"{setting[0].upper()}{setting[1:]}: {'; '.join(sentences)}."
        yield Finding(TOPIC, sentence, axes, numbers_of(rows))
