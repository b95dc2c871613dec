"""Write what a run's games say into its folder: summary.csv, metrics.csv and the figures."""

from strikesim.report import figures, overview
from strikesim.result import Result
from strikesim.sweep.config import VARIANT
from strikesim.sweep.files import write_table

SUMMARY, METRICS = "summary.csv", "metrics.csv"


def summarise_folder(result: Result) -> None:
    """Write the tables and the figures of a result folder.

    Raises
    ------
    ResultError
        Its games are damaged, or it cannot be written.
    """
    rates = result.rates
    write_table(result.folder / SUMMARY, rates)
    write_table(result.folder / METRICS, result.tables.means)
    # Of all variants of a sensitivity sweep only the baseline is drawn: the others are for the tornado and the band.
    drawn = rates if result.baseline is None else rates[rates[VARIANT] == result.baseline]
    for name, figure in overview.draw(result.manifest, drawn):
        figures.save(figure, result.folder / name)
