"""Write what a run's games say into its folder: summary.csv, metrics.csv and the figures."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from strikesim.report import figures, overview
from strikesim.stats import tables
from strikesim.sweep import store


@dataclass(frozen=True)
class Report:
    """What was written, and where."""

    folder: Path
    manifest: Mapping[str, Any]
    summary: pd.DataFrame
    files: list[str]


def write_report(folder: Path) -> Report:
    """Summarise a result folder and draw its figures.

    Raises
    ------
    ResultError
        It is no result folder, is damaged or cannot be written.
    """
    manifest = store.read_manifest(folder)
    made = tables.tabulate(manifest, store.iterate_parts(folder, manifest))
    summary = made.rates
    store.write_table(folder / store.SUMMARY, summary)
    store.write_table(folder / "metrics.csv", made.means)
    files = [store.SUMMARY, "metrics.csv"]
    for name, figure in overview.draw(manifest, summary):
        figures.save(figure, folder / name)
        files.append(name)
    return Report(folder, manifest, summary, files)
