"""Write what a run's games say into its folder: summary.csv, metrics.csv and the figures."""

import pandas as pd

from strikesim.report import figures, overview
from strikesim.report.result import Result
from strikesim.sweep.config import VARIANT
from strikesim.sweep.files import write_table

SUMMARY, METRICS = "summary.csv", "metrics.csv"


def summarise_folder(result: Result) -> list[str]:
    """Write the tables and the figures of a result folder, and return the files' names.

    Raises
    ------
    ResultError
        Its games are damaged, or it cannot be written.
    """
    summary = by_cell(result.rates)
    write_table(result.folder / SUMMARY, summary)
    write_table(result.folder / METRICS, by_cell(result.tables.means))
    files = [SUMMARY, METRICS]
    # Of all variants of a sensitivity sweep only the baseline is drawn: the others are for the tornado and the band.
    drawn = summary if result.baseline is None else summary[summary[VARIANT] == result.baseline]
    for name, figure in overview.draw(result.manifest, drawn):
        figures.save(figure, result.folder / name)
        files.append(name)
    return files


def by_cell(table: pd.DataFrame) -> pd.DataFrame:
    """Return a table in the order of the grid, which files keep whatever the games say."""
    return table.sort_values("cell", kind="stable", ignore_index=True)
