"""What several figures draw alike on their axes: rows with names, percent, legends, and what they refuse."""

from collections.abc import Iterable, Sequence
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patheffects import withStroke

from strikesim.errors import ResultError, counted
from strikesim.games.labels import Labels
from strikesim.report import words
from strikesim.report.figures.style import PALE, SMALL, short
from strikesim.stats.tables import axes_of

HALO = [withStroke(linewidth=3, foreground="white")]  # type is read over lines


def list_rows(axes: Axes, labels: Sequence[str]) -> None:
    """Name the rows of a figure down its side, the first on top."""
    axes.set_yticks(range(len(labels)), [short(label) for label in labels])
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(len(labels) - 0.5, -0.5)


def height_of_rows(labels: Iterable[str]) -> float:
    """Return in inches how high the rows are that `list_rows` names: names in two lines need more."""
    labels = list(labels)
    return len(labels) * (0.38 if any("\n" in short(label) for label in labels) else 0.28)


def in_percent(axis: Any) -> None:
    """Write an axis of shares in percent, with faint lines across."""
    axis.set_major_formatter(lambda value, _: words.percent(value, 0))
    axis.grid(visible=True, color=PALE, linewidth=0.8)


def legend_above(axes: Axes, handles: Sequence[Any] | None = None, columns: int = 2) -> None:
    """Put the legend above the axes, where it hides nothing."""
    entries = axes.get_legend_handles_labels()[0] if handles is None else handles
    axes.legend(
        handles=entries,
        ncols=columns,
        fontsize=SMALL,
        frameon=False,
        loc="lower right",
        bbox_to_anchor=(1, 1),
        borderaxespad=0.2,
        columnspacing=1.2,
        handlelength=1.4,
    )


def label_cells(rows: pd.DataFrame, labels: Labels) -> pd.DataFrame:
    """Add a column ``label``: the cell in few words, by those of its axes that vary."""
    grid = axes_of(rows)
    varying = [axis for axis in grid if rows[axis].nunique(dropna=False) > 1] or grid[:1]
    return rows.assign(
        label=[_label(dict(zip(varying, values, strict=True)), labels) for values in rows[varying].to_numpy()]
    )


def _label(cell: dict[str, Any], labels: Labels) -> str:
    players = cell.pop("players", None)
    parts = [words.setting(cell, labels)]
    if players is not None:
        parts.append(counted(players, "player"))
    return ", ".join(part for part in parts if part)


def described(figure: Figure, sentence: str) -> Figure:
    """Give a figure its alternative text."""
    figure.set_label(sentence)
    return figure


def refuse_several(rows: pd.DataFrame, shown: Sequence[str]) -> None:
    """Refuse rows that would be drawn over each other.

    Parameters
    ----------
    shown
        The axes of the grid that the figure tells apart.

    Raises
    ------
    ResultError
        There are no rows, or they are of several settings.
    """
    if rows.empty:
        raise ResultError("there is nothing to draw: the table has no such rows")
    for axis in axes_of(rows):
        values = list(dict.fromkeys(rows[axis]))
        if axis not in shown and len(values) > 1:
            known = ", ".join(map(repr, values[:4]))
            raise ResultError(f"the figure shows one setting; choose one value of '{axis}' ({known} …) first")
