"""How games end, and when."""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

from strikesim.games.labels import Labels
from strikesim.report import words
from strikesim.report.figures import style
from strikesim.report.figures.axes import (
    described,
    in_percent,
    label_cells,
    legend_above,
    list_rows,
    refuse_several,
)
from strikesim.report.figures.style import SMALL, Colours
from strikesim.report.words import NO_LABELS

ROOM = 0.08  # the least share that has room for its number
LATE = 0.001  # games that end later than all but this share are not worth the width


def ordered(endings: pd.Series[str]) -> list[str]:
    """Return the endings: wins first, then losses, then what is unfinished, each as they come."""
    rank = {"win": 0, "loss": 1}
    return sorted(dict.fromkeys(endings), key=lambda ending: rank.get(ending.partition(":")[0], 2))


@style.styled
def outcomes(rates: pd.DataFrame, colours: Colours | None = None, labels: Labels = NO_LABELS) -> Figure:
    """Draw how games end: a bar for each cell, cut into the shares of its endings.

    Parameters
    ----------
    rates
        Rows with ``of`` end.
    colours
        Ending -> colour.
    labels
        What a designer reads for the codes in the table: ``result.manifest.labels``.
    """
    rows = label_cells(rates, labels)
    names, cells = ordered(rows["who"]), list(dict.fromkeys(rows["label"]))
    tints = {**style.colours_of_endings(names), **(colours or {})}
    figure, axes = style.blank(1.0 + 0.2 * len(names) + 0.27 * len(cells))
    left = np.zeros(len(cells))
    for name in names:
        share = rows[rows["who"] == name].set_index("label")["rate"].reindex(cells, fill_value=0.0).to_numpy()
        axes.barh(range(len(cells)), share, 0.76, left, color=tints[name], label=words.ending(name, labels), zorder=2)
        _write_shares(axes, left, share, style.ink_on(tints[name]))
        left += share
    list_rows(axes, cells)
    axes.set_xlim(0, 1)
    half = ((rows["high"] - rows["low"]) / 2).max()
    axes.set_xlabel(f"Share of games (95 %: at most ±{100 * half:.1f} points)", loc="right")
    in_percent(axes.xaxis)
    legend_above(axes, columns=1)
    most = rows.iloc[rows["rate"].argmax()]
    return described(
        figure,
        f"Shares of how games end; the largest is '{words.ending(most['who'], labels)}' with {words.rate(most)}"
        f" ({most['label']}).",
    )


def _write_shares(
    axes: Axes,
    left: NDArray[Any],
    share: NDArray[Any],
    ink: str,
) -> None:
    for y, (start, width) in enumerate(zip(left, share, strict=True)):
        if width >= ROOM:
            at = (start + width / 2, y)
            axes.text(*at, words.percent(width, 0), ha="center", va="center", fontsize=SMALL, color=ink)


@style.styled
def endings(
    endings: pd.DataFrame, colours: Colours | None = None, at: str = "turn", labels: Labels = NO_LABELS
) -> Figure:
    """Draw when games end: the share of all games that have ended in each way, by turn or round.

    Parameters
    ----------
    endings
        Rows of the table of endings, of one cell.
    colours
        Ending -> colour.
    at
        The column to draw over: ``turn`` or ``round``.
    labels
        What a designer reads for the codes in the table: ``result.manifest.labels``.
    """
    refuse_several(endings, [])
    names = ordered(endings["ending"])
    tints = {**style.colours_of_endings(names), **(colours or {})}
    reach = _reach(endings, at)
    figure, axes = style.blank(3.3)
    for name in names:
        _curve(axes, endings[endings["ending"] == name].sort_values(at), at, name, tints[name])
    top = max(0.05, min(1.0, endings["high"].max() * 1.06))
    axes.set_ylim(0, top)
    axes.set_xlim(0, reach)
    last = endings[endings[at] == endings[at].max()].set_index("ending")
    _name_curves(axes, [(words.ending(name, labels), tints[name], last.loc[name]) for name in names], top)
    axes.xaxis.set_major_locator(MaxNLocator(8, integer=True))
    axes.set_xlabel("Round" if at == "round" else "Turn (each player's counts)")
    axes.set_ylabel("Share of all games (shaded: 95 %)")
    in_percent(axes.yaxis)
    told = [
        f"{words.ending(name, labels)} {words.rate(last.loc[name].rename({'share': 'rate'}), '')}" for name in names
    ]
    return described(figure, f"Share of all games that have ended, by {at}; at the end: {words.listed(told)}.")


def _reach(endings: pd.DataFrame, at: str) -> float:
    """Return by when all but LATE of the games have ended."""
    ended = endings.groupby(at)["share"].sum()
    return float(ended.index[ended >= (1 - LATE) * ended.iloc[-1]][0])


def _curve(axes: Axes, rows: pd.DataFrame, at: str, name: str, colour: str) -> None:
    thick = name.startswith("win")
    x, share, low, high = np.c_[np.zeros(4), rows[[at, "share", "low", "high"]].to_numpy(float).T]  # from nothing
    axes.fill_between(x, low, high, color=colour, alpha=0.25, lw=0)
    axes.plot(x, share, color=colour, lw=2.6 if thick else 1.4, zorder=3 if thick else 2)


def _name_curves(axes: Axes, curves: list[tuple[str, str, pd.Series[Any]]], top: float) -> None:
    """Write beside the end of each curve what it is, no name over another."""
    texts = [style.short(f"{name}, {words.percent(end['share'])}", 19, 4) for name, _, end in curves]
    gap = top * 0.062 * max(text.count("\n") + 1 for text in texts)
    heights = style.spread([end["share"] for _, _, end in curves], gap)
    for (_, colour, end), text, height in zip(curves, texts, heights, strict=True):
        axes.annotate(
            text,
            (1, height),
            (6, 0),
            xycoords=("axes fraction", "data"),
            textcoords="offset points",
            va="center",
            fontsize=SMALL,
            fontweight="bold" if str(end.name).startswith("win") else "normal",
            color=style.dark(colour),
        )
