"""How well bots play: one panel for each number of players, one row for each bot."""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from strikesim.errors import ResultError
from strikesim.games.labels import Labels
from strikesim.report import words
from strikesim.report.figures import style
from strikesim.report.figures.axes import described, in_percent, legend_above
from strikesim.report.figures.style import GREY, PALE, SMALL
from strikesim.report.words import NO_LABELS

ROW, HEAD, FOOT = 0.25, 0.3, 0.75  # inches: of a bot, over a panel, below the last
ROOM = 0.7  # of a row, for its difficulties


@style.styled
def skill(table: pd.DataFrame, what: str = "Win rate", labels: Labels = NO_LABELS) -> Figure:
    """Draw how often each bot wins, with intervals: a panel for each number of players, a colour for each difficulty.

    Parameters
    ----------
    table
        Columns ``players``, ``difficulty``, ``bot``, ``rate``, ``low``, ``high``; perhaps ``fair``, which is dashed.
    what
        What is drawn along the axis.
    labels
        What a designer reads for the codes in the table: ``result.manifest.labels``.
    """
    if table.empty:
        raise ResultError("there is nothing to draw: the table has no rows")
    counts, bots = sorted(table["players"].unique()), list(dict.fromkeys(table["bot"]))
    levels = list(dict.fromkeys(words.known(level) for level in table["difficulty"]))
    tints = dict(zip(levels, style.COLOURS, strict=False))
    figure = style.ShownFigure(
        figsize=(style.WIDTH, len(counts) * (HEAD + ROW * len(bots)) + FOOT), layout="constrained"
    )
    panels = figure.subplots(len(counts), 1, sharex=True, squeeze=False)[:, 0]
    for axes, players in zip(panels, counts, strict=True):
        _panel(axes, table[table["players"] == players], bots, tints)
        axes.set_title(words.upper(words.players(int(players))), loc="left", fontsize=SMALL, fontweight="bold")
    panels[-1].set_xlabel(f"{what} (bars: 95 %)")
    if len(levels) > 1:
        handles = [
            Line2D([], [], marker="o", ls="", color=tints[level], label=words.value_name("difficulty", level, labels))
            for level in levels
        ]
        legend_above(panels[0], handles, columns=3)
    best, worst = table.iloc[table["rate"].argmax()], table.iloc[table["rate"].argmin()]
    return described(
        figure,
        f"{what} by bot and number of players: from {words.rate(worst)} ({worst['bot']}, {words.place(worst, labels)})"
        f" to {words.rate(best)} ({best['bot']}, {words.place(best, labels)}).",
    )


def _panel(axes: Axes, rows: pd.DataFrame, bots: list[str], tints: dict[Any, str]) -> None:
    """Draw the bots of one number of players, the first at the bottom, as on a ladder."""
    levels = list(tints)
    for level, mine in rows.groupby(rows["difficulty"].map(words.known), dropna=False, sort=False):
        k = levels.index(words.known(level))
        shift = ROOM * ((k + 0.5) / len(levels) - 0.5)
        y = np.array([bots.index(bot) for bot in mine["bot"]]) - shift
        error = np.array([mine["rate"] - mine["low"], mine["high"] - mine["rate"]]).clip(0)
        axes.errorbar(mine["rate"], y, xerr=error, fmt="o", ms=4, capsize=2.5, color=tints[levels[k]], zorder=3)
    if "fair" in rows:
        axes.axvline(rows["fair"].iloc[0], color=GREY, linestyle="--", lw=1, zorder=1)
    axes.set_yticks(range(len(bots)), [style.short(words.plain(bot)) for bot in bots])
    axes.set_ylim(-0.6, len(bots) - 0.4)
    axes.set_xlim(-0.02, 1.02)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="y", visible=True, color=PALE, linewidth=0.8)
    in_percent(axes.xaxis)
