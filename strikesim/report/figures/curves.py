"""How a win rate moves along a knob, and where it meets its target."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from strikesim.errors import ResultError
from strikesim.report import words
from strikesim.report.figures import style
from strikesim.report.figures.axes import described, in_percent, legend_above
from strikesim.report.figures.style import GREY, PALE

HEIGHT, LINE = 2.9, 0.2  # inches: of the axes, of a line of the legend
ROOM = 0.3  # of the step between two values, for the settings beside one another


@style.styled
def curves(table: pd.DataFrame, knob: str = "Value", what: str = "Win rate", ordered: bool = True) -> Figure:
    """Draw win rates along the values of a knob, with their intervals, and the target with its margin as a band.

    Parameters
    ----------
    table
        Columns ``label`` (the setting), ``value``, ``tick`` (it in words), ``rate``, ``low``, ``high`` (for all values
        together), ``target`` (one for all) and ``within``.
    knob, what
        What is along the axes.
    ordered
        Whether values are numbers: then they stand where they belong and are joined.
    """
    if table.empty:
        raise ResultError("there is nothing to draw: the table has no rows")
    labels, ticks = list(dict.fromkeys(table["label"])), dict(zip(table["value"], table["tick"], strict=True))
    at = {value: float(value) if ordered else float(k) for k, value in enumerate(ticks)}
    figure, axes = style.blank(HEIGHT + LINE * (len(labels) + 1))
    _target(axes, table)
    places = sorted(at.values())
    step = float(np.diff(places).min()) if len(places) > 1 else 1.0
    for k, (label, colour) in enumerate(style.colours_of(labels).items()):
        rows = table[table["label"] == label]
        shift = ROOM * step * ((k + 0.5) / len(labels) - 0.5)
        x = np.array([at[value] for value in rows["value"]]) + shift
        error = np.array([rows["rate"] - rows["low"], rows["high"] - rows["rate"]]).clip(0)
        line = "-" if ordered else ""
        axes.errorbar(x, rows["rate"], error, fmt="o", ls=line, lw=1, ms=4, capsize=2.5, color=colour, label=label)
    axes.set_xticks(list(at.values()), [style.short(text, 14) for text in ticks.values()])
    axes.set_ylim(-0.02, 1.02)
    axes.set_xlabel(knob)
    axes.set_ylabel(f"{what}\n(bars: 95 %, all values at once)")
    in_percent(axes.yaxis)
    legend_above(axes, columns=1)
    return described(figure, _sentence(table, knob, what))


def _target(axes: Axes, table: pd.DataFrame) -> None:
    target, within = table["target"].iloc[0], table["within"].iloc[0]
    axes.axhspan(max(0, target - within), min(1, target + within), color=PALE, zorder=0)
    axes.axhline(target, color=GREY, linestyle="--", lw=1, zorder=1, label=f"target {words.percent(target)}")


def _sentence(table: pd.DataFrame, knob: str, what: str) -> str:
    first = table[table["label"] == table["label"].iloc[0]]
    told = words.listed(f"{words.rate(row)} at {row['tick']}" for row in first.to_dict("records"))
    return f"{what} along {words.lower(knob)}, {words.lower(first['label'].iloc[0])}: {told}."
