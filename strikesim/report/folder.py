"""Write what a run's games say into its folder: summary.csv, metrics.csv and the figures."""

import pandas as pd

from strikesim.report import gallery
from strikesim.report.figures.export import write
from strikesim.report.result import Result
from strikesim.sweep.files import write_table

SUMMARY, METRICS, FIGURES = "summary.csv", "metrics.csv", "figures"


def summarise_folder(result: Result) -> list[str]:
    """Write the tables and the figures of a result folder, and return the files' names.

    Raises
    ------
    ResultError
        Its games are damaged, or it cannot be written.
    """
    write_table(result.folder / SUMMARY, by_cell(result.rates))
    write_table(result.folder / METRICS, by_cell(result.tables.means))
    drawn = write(gallery.all_of(result, result.findings), result.folder / FIGURES, result.name)
    return [SUMMARY, METRICS, *(f"{FIGURES}/{name}" for name in drawn)]


def by_cell(table: pd.DataFrame) -> pd.DataFrame:
    """Return a table in the order of the grid, which files keep whatever the games say."""
    return table.sort_values("cell", kind="stable", ignore_index=True)
