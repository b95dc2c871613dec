"""For whom a game is hard: what casual, good and expert players win, side by side."""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from strikesim.games.labels import Labels
from strikesim.report import words
from strikesim.report.figures import style
from strikesim.report.figures.axes import described, in_percent, refuse_several
from strikesim.report.figures.style import PALE, SMALL
from strikesim.report.words import NO_LABELS

ROW, HEAD, FOOT = 0.3, 0.3, 0.8  # inches: of a difficulty, over a panel, below the last


@style.styled
def brackets(rates: pd.DataFrame, labels: Labels = NO_LABELS) -> Figure:
    """Draw what players of each skill win: a panel for each number of players, a row for each difficulty.

    Parameters
    ----------
    rates
        Rows of a cooperative game's team, of one setting of all axes but players, difficulty and bots; ``bots`` from
        the weakest to the strongest.
    labels
        What a designer reads for the codes in the table: ``result.manifest.labels``.
    """
    refuse_several(rates, ["players", "difficulty", "bots"])
    counts = sorted(rates["players"].unique())
    levels = list(dict.fromkeys(words.known(level) for level in rates["difficulty"]))
    tints = dict(zip(dict.fromkeys(rates["bots"]), style.steps(rates["bots"].nunique()), strict=True))
    height = len(counts) * (HEAD + ROW * len(levels)) + FOOT
    figure = style.ShownFigure(figsize=(style.WIDTH, height), layout="constrained")
    panels = figure.subplots(len(counts), 1, sharex=True, squeeze=False)[:, 0]
    for axes, players in zip(panels, counts, strict=True):
        _panel(axes, rates[rates["players"] == players], levels, tints)
        axes.set_yticks(range(len(levels)), [_name(level, labels) for level in levels])
        axes.set_title(words.upper(words.players(int(players))), loc="left", fontsize=SMALL, fontweight="bold")
    panels[-1].set_xlabel("Win rate (bars: 95 %)")
    handles = [
        Line2D([], [], marker="o", ls="", ms=5, color=tint, label=words.plain(str(bot))) for bot, tint in tints.items()
    ]
    figure.legend(handles=handles, loc="outside upper right", ncols=len(tints), fontsize=SMALL, frameon=False)
    return described(figure, _reach(rates, labels))


def _panel(axes: Axes, rows: pd.DataFrame, levels: list[Any], tints: dict[Any, str]) -> None:
    """Draw the difficulties of one number of players, the first on top."""
    rows = rows.assign(y=[levels.index(words.known(level)) for level in rows["difficulty"]])
    for y, mine in rows.groupby("y"):
        axes.plot([mine["rate"].min(), mine["rate"].max()], [y, y], color=PALE, lw=5, solid_capstyle="round", zorder=1)
    for bot, mine in rows.groupby("bots", sort=False):
        error = np.array([mine["rate"] - mine["low"], mine["high"] - mine["rate"]]).clip(0)
        axes.errorbar(mine["rate"], mine["y"], xerr=error, fmt="o", ms=5, capsize=2.5, color=tints[bot], zorder=3)
    axes.set_ylim(len(levels) - 0.5, -0.5)
    axes.set_xlim(-0.02, 1.02)
    axes.tick_params(axis="y", length=0)
    in_percent(axes.xaxis)


def _name(level: Any, labels: Labels) -> str:
    return "" if level is None else style.short(words.value_name("difficulty", level, labels), 14)


def _reach(rates: pd.DataFrame, labels: Labels) -> str:
    """Say where skill makes the most of a difference."""
    cells = rates.groupby(["players", "difficulty"], sort=False, dropna=False)
    widest = max((rows for _, rows in cells), key=lambda rows: rows["rate"].max() - rows["rate"].min())
    low, high = widest.iloc[widest["rate"].argmin()], widest.iloc[widest["rate"].argmax()]
    return (
        f"Win rates by players, difficulty and skill; skill matters most here: {words.place(low, labels)}, where"
        f" {words.plain(low['bots'])} wins {words.rate(low)} and {words.plain(high['bots'])} {words.rate(high)}."
    )
