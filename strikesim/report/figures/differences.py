"""Differences of rates in points: what a change does, what each character does."""

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from strikesim.errors import ResultError
from strikesim.games.labels import Labels
from strikesim.report import words
from strikesim.report.figures import style
from strikesim.report.figures.axes import described, list_rows, refuse_several
from strikesim.report.figures.style import BLUE, GREY, PALE, RED
from strikesim.report.words import NO_LABELS
from strikesim.stats.adjust import SCREEN


@style.styled
def differences(table: pd.DataFrame, what: str = "Points of win rate") -> Figure:
    """Draw differences of rates in the order of the rows: changes of a setting, a tornado of assumptions.

    Parameters
    ----------
    table
        Columns ``label``, ``difference``, ``low``, ``high`` (shares of one), and ``shown``: whether the dot is filled.
    what
        What is drawn along the axis.
    """
    if table.empty:
        raise ResultError("there is nothing to draw: the table has no rows")
    figure, axes = style.blank(0.95 + 0.28 * len(table))
    _draw(axes, table, what)
    largest = table.iloc[table["difference"].abs().argmax()]
    count = words.number(len(table))
    return described(
        figure, f"{what}: {count} differences, the largest is {largest['label']}, {words.difference(largest)}."
    )


@style.styled
def factors(factors: pd.DataFrame, labels: Labels = NO_LABELS) -> Figure:
    """Draw the win rate with each character, committee … in play less that without it, sorted.

    Parameters
    ----------
    factors
        Rows of the table of factors, of one cell and one factor. Dots are filled where the Benjamini-Hochberg adjusted
        ``q`` is at most 0.05: a screen, not a verdict.
    labels
        What a designer reads for the codes in the table: ``result.manifest.labels``.
    """
    refuse_several(factors, [])
    rows = factors.sort_values("difference", ascending=False)
    factor = str(rows["factor"].iloc[0])
    named = [words.value_name(factor, who, labels) for who in rows["who"]]
    rows = rows.assign(label=named, low=rows["difference_low"], high=rows["difference_high"], shown=rows["q"] <= SCREEN)
    figure, axes = style.blank(0.95 + 0.3 * len(rows))
    _draw(axes, rows, "Points of win rate, with it less without it")
    best, worst = rows.iloc[0], rows.iloc[-1]
    return described(
        figure,
        f"Win rate with each {words.lower(words.name(factor, labels=labels))} in play less without it: from"
        f" {best['label']}, {words.difference(best)}, to {worst['label']}, {words.difference(worst)}.",
    )


def _draw(axes: Axes, rows: pd.DataFrame, what: str) -> None:
    """Draw a row for each difference; a hollow dot is none that was shown."""
    axes.axvline(0, color=GREY, lw=1, zorder=1)
    for y, row in enumerate(rows.itertuples()):
        colour = GREY if not row.shown else BLUE if row.difference > 0 else RED
        axes.plot([100 * row.low, 100 * row.high], [y, y], color=colour, lw=1.8, solid_capstyle="butt", zorder=2)
        fill = colour if row.shown else "white"
        axes.plot([100 * row.difference], [y], "o", ms=7, color=colour, markerfacecolor=fill, zorder=3)
    list_rows(axes, rows["label"])
    reach = 100 * max(rows["high"].abs().max(), rows["low"].abs().max()) * 1.08
    axes.set_xlim(-reach, reach)
    axes.xaxis.set_major_locator(MaxNLocator(8, steps=[1, 2, 5, 10]))  # ticks that their labels do not round
    axes.xaxis.set_major_formatter(lambda value, _: words.signed(value / 100, 0 if reach >= 5 else 1))
    axes.grid(axis="x", color=PALE, linewidth=0.8)
    named = style.short(f"{what} (bars: 95 %; filled: shown)", 44, 3)
    axes.set_xlabel(named, loc="right")  # beside long labels it may be wider than the axes
