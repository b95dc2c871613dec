"""How long games are."""

from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from strikesim.errors import ResultError
from strikesim.games.labels import Labels
from strikesim.report.figures import style
from strikesim.report.figures.axes import described, label_cells, list_rows
from strikesim.report.figures.style import BLUE, PALE, SKY, SMALL
from strikesim.report.words import NO_LABELS


@style.styled
def lengths(lengths: pd.DataFrame, reach: "float | None" = None, labels: Labels = NO_LABELS) -> Figure:
    """Draw how long games are: median, middle half and nine in ten of the games in each cell.

    Parameters
    ----------
    lengths
        Rows of the table of lengths, all in turns or all in decisions: ``q05``, ``q25``, ``q50``, ``q75``, ``q95``.
    reach
        Where the axis ends, so that several figures can be compared; None: a little beyond the longest.
    labels
        What a designer reads for the codes in the table: ``result.manifest.labels``.
    """
    if lengths["what"].nunique() > 1:
        raise ResultError("the figure shows one unit; choose turns or decisions in the column 'what' first")
    unit = str(lengths["what"].iloc[0])
    rows = label_cells(lengths, labels)
    figure, axes = style.blank(0.95 + 0.32 * len(rows))
    for y, row in enumerate(rows.itertuples()):
        _spread(axes, y, row)
    list_rows(axes, rows["label"])
    axes.set_ylim(len(rows) - 0.5, -0.7)
    axes.set_xlim(0, reach or rows["q95"].max() * 1.04)
    axes.grid(axis="x", color=PALE, linewidth=0.8)
    axes.set_xlabel(
        f"{unit.capitalize()} of a game (dot: median; thick: half of\nthe games; thin: nine in ten)", loc="right"
    )
    short, long = rows.iloc[rows["q50"].argmin()], rows.iloc[rows["q50"].argmax()]
    return described(
        figure,
        f"Length of games in {unit}: the median is from {short['q50']:g} ({short['label']}) to {long['q50']:g}"
        f" ({long['label']}).",
    )


def _spread(axes: Axes, y: int, row: Any) -> None:
    axes.plot([row.q05, row.q95], [y, y], color=SKY, lw=1.6, solid_capstyle="butt", zorder=2)
    axes.plot([row.q25, row.q75], [y, y], color=SKY, lw=7, solid_capstyle="butt", zorder=2)
    axes.plot([row.q50], [y], "o", ms=6, color=BLUE, zorder=3)
    axes.annotate(f"{row.q50:g}", (row.q50, y), (0, 6), textcoords="offset points", ha="center", fontsize=SMALL)
