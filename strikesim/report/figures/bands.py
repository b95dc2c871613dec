"""Two error bars that are never mixed up: chance's, and that of the assumed components."""

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from strikesim.games.labels import Labels
from strikesim.report import words
from strikesim.report.figures import style
from strikesim.report.figures.axes import described, in_percent, label_cells, legend_above, list_rows, refuse_several
from strikesim.report.figures.style import BLUE
from strikesim.report.words import NO_LABELS
from strikesim.stats.adjust import ERROR

ASSUMED = "#f3cf96"
FAR_ENDS = {"band_low": "band_low_from", "band_high": "band_high_to"}


@style.styled
def band(band: pd.DataFrame, labels: Labels = NO_LABELS) -> Figure:
    """Draw what the assumed components leave open beside what chance leaves open, cell by cell.

    Parameters
    ----------
    band
        Rows of `strikesim.stats.assumptions.band`, of one side and one setting of all axes but players and difficulty:
        ``rate``, ``low``, ``high`` (the baseline's, Monte Carlo), ``band_low``, ``band_high`` with the far ends of
        their intervals ``band_low_from`` and ``band_high_to``, which are drawn where no spread is shown (``p``): what
        is not shown is not ruled out.
    labels
        What a designer reads for the codes in the table: ``result.manifest.labels``.
    """
    refuse_several(band, ["players", "difficulty"])
    shown = band["p"] <= ERROR
    drawn = {end: band[end].where(shown, band[far]) for end, far in FAR_ENDS.items()}
    rows = label_cells(band.assign(**drawn), labels)
    figure, axes = style.blank(1.0 + 0.34 * len(rows))
    down = np.arange(len(rows))
    axes.barh(down, rows["band_high"] - rows["band_low"], 0.5, rows["band_low"], color=ASSUMED, zorder=2)
    error = np.array([rows["rate"] - rows["low"], rows["high"] - rows["rate"]]).clip(0)
    axes.errorbar(rows["rate"], down, xerr=error, fmt="o", ms=5, capsize=4, color=BLUE, zorder=3)
    list_rows(axes, rows["label"])
    axes.set_xlim(0, min(1.0, max(rows["high"].max(), rows["band_high"].max()) * 1.1))
    axes.set_xlabel("Win rate")
    in_percent(axes.xaxis)
    chance = Line2D([], [], color=BLUE, marker="o", ms=5, label="chance (95 %)")
    legend_above(axes, [chance, Patch(color=ASSUMED, label="assumed components (90 % of combinations)")])
    widest = rows.iloc[(rows["band_high"] - rows["band_low"]).argmax()]
    span = words.interval(widest["band_low"], widest["band_high"])
    return described(
        figure,
        f"Win rates with two error bars each, chance's and that of the assumed components; the widest of the latter is"
        f" {span}{words.NBSP}% around {words.rate(widest)} ({widest['label']}).",
    )
