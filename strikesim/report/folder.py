"""Write what a run's games say into its folder: summary.csv, metrics.csv and the figures."""

from strikesim.report import gallery
from strikesim.report.figures.export import write
from strikesim.report.findings.gather import all_of
from strikesim.report.view import View
from strikesim.result import Result
from strikesim.sweep.files import write_table

SUMMARY, METRICS, FIGURES = "summary.csv", "metrics.csv", "figures"


def summarise_folder(result: Result) -> None:
    """Write the tables and the figures of a result folder.

    Raises
    ------
    ResultError
        Its games are damaged, or it cannot be written.
    """
    write_table(result.folder / SUMMARY, result.rates)
    write_table(result.folder / METRICS, result.tables.means)
    view = View(result)
    write(gallery.all_of(view, all_of(view)), result.folder / FIGURES, result.name)
