"""How often a side wins: a team by difficulty and players, seats and bots by players."""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from strikesim.games.labels import Labels
from strikesim.report import words
from strikesim.report.figures import style
from strikesim.report.figures.axes import HALO, described, in_percent, legend_above, refuse_several
from strikesim.report.figures.style import GREY, SMALL, Colours
from strikesim.report.words import NO_LABELS
from strikesim.stats.counts import ORDER

ASKED = "#cfe8da"  # the band that was asked for


@style.styled
def heat_map(rates: pd.DataFrame, labels: Labels = NO_LABELS) -> Figure:
    """Draw how often the team wins, for each difficulty and number of players, with intervals.

    Parameters
    ----------
    rates
        Rows of a cooperative game's team, of one setting of all other axes. With a column ``verdict`` (see
        `strikesim.stats.targets.verdicts`) each cell also says how it meets its target.
    labels
        What a designer reads for the codes in the table: ``result.manifest.labels``.
    """
    refuse_several(rates, ["players", "difficulty"])
    names = [
        "" if words.known(one) is None else words.value_name("difficulty", one, labels) for one in rates["difficulty"]
    ]
    down, across = list(dict.fromkeys(names)), sorted(rates["players"].unique())
    figure, axes = style.blank(0.75 + (0.82 if "verdict" in rates else 0.68) * len(down))
    grid = np.full((len(down), len(across)), np.nan)
    for name, row in zip(names, rates.itertuples(), strict=True):
        y, x = down.index(name), across.index(row.players)
        grid[y, x] = row.rate
        _cell(axes, x, y, row)
    axes.imshow(grid, cmap=style.RATES, vmin=0, vmax=1, aspect="auto")
    _frame(axes, down, across)
    low, high = rates.iloc[rates["rate"].argmin()], rates.iloc[rates["rate"].argmax()]
    return described(
        figure,
        f"Table of the team's win rates by difficulty and players: from {words.rate(low)} ({words.place(low, labels)})"
        f" to {words.rate(high)} ({words.place(high, labels)}).",
    )


def _frame(axes: Axes, down: list[str], across: list[int]) -> None:
    """Name rows and columns of a table of cells, white lines between them."""
    axes.set_xticks(range(len(across)), [str(players) for players in across])
    axes.set_yticks(range(len(down)), [style.short(name, 14) for name in down])
    axes.set_xticks(np.arange(len(across) - 1) + 0.5, minor=True)
    axes.set_yticks(np.arange(len(down) - 1) + 0.5, minor=True)
    axes.tick_params(which="both", length=0)
    axes.grid(which="minor", color="white", linewidth=2)
    axes.spines[:].set_visible(False)
    axes.set_xlabel("Players (below each rate: 95 % interval)")


def _cell(axes: Axes, x: int, y: int, row: Any) -> None:
    """Write a rate, its interval and, where there is one, its verdict."""
    colour = style.ink_on(to_hex(style.RATES(row.rate)))
    verdict = words.VERDICTS.get(getattr(row, "verdict", ""))
    digits = words.digits_for(row._asdict())
    centred: dict[str, Any] = {"ha": "center", "va": "center", "color": colour}
    lift = 0.26 if verdict else 0.13
    axes.text(x, y - lift, words.percent(row.rate, digits), fontsize=11.5, **centred)
    below = y + (0.02 if verdict else 0.2)
    axes.text(x, below, words.interval(row.low, row.high, digits), fontsize=SMALL, **centred)
    if verdict:
        text, tint = f"{verdict.sign} {verdict.mark['cooperative']}", style.VERDICTS[row.verdict]
        box = {"boxstyle": "round,pad=0.2", "facecolor": "white", "edgecolor": tint, "linewidth": 0.8}
        axes.text(x, y + 0.32, text, fontsize=SMALL, bbox=box, **{**centred, "color": tint})


@style.styled
def win_rates(rates: pd.DataFrame, colours: Colours | None = None) -> Figure:
    """Draw who wins how often by number of players: seats in order of play, or bots, with the fair share as dashes.

    Parameters
    ----------
    rates
        Rows of a competitive game, ``of`` order or bot, of one setting of all axes but players. Where there are
        columns ``target_low`` and ``target_high``, what was asked for is shaded.
    colours
        Bot -> colour, so that a bot looks the same in several figures.
    """
    refuse_several(rates, ["players"])
    figure, axes = style.blank(3.6)
    ordered = rates["of"].iloc[0] == ORDER
    counts = sorted(rates["players"].unique())
    tints = style.colours_of(rates["who"].astype(str), None if ordered else colours)
    rows = _placed(rates.assign(who=rates["who"].astype(str)), counts)
    for who, mine in rows.groupby("who", sort=False):
        _points(axes, mine, tints[who])
        (_name_each if ordered else _name_last)(axes, mine, str(who), style.dark(tints[who]))
    _fair_shares(axes, rows)
    axes.set_xticks(range(len(counts)), [str(players) for players in counts])
    axes.set_xlim(-0.5, len(counts) - (0.5 if ordered else 0.25))
    axes.set_ylim(-0.02, min(1.06, (rows["high"].max() if ordered else 1.0) * 1.12))  # points at the ends are not cut
    axes.set_xlabel("Players")
    axes.set_ylabel("Win rate (bars: 95 %)")
    in_percent(axes.yaxis)
    return described(figure, _farthest(rates, ordered))


def _placed(rows: pd.DataFrame, counts: list[int]) -> pd.DataFrame:
    """Add where each point stands, ``x``, side by side so that none hides another, and half the ``room`` it has."""
    seats = rows.groupby("players", sort=False)["who"]
    apart = 0.8 / seats.transform("size").clip(lower=2)
    x = rows["players"].map(counts.index) + (seats.cumcount() - (seats.transform("size") - 1) / 2) * apart
    return rows.assign(x=x, room=apart / 2)


def _points(axes: Axes, mine: pd.DataFrame, colour: str) -> None:
    error = np.array([mine["rate"] - mine["low"], mine["high"] - mine["rate"]]).clip(0)
    axes.errorbar(mine["x"], mine["rate"], error, fmt="o", ms=4.5, capsize=3, color=colour, zorder=3)


def _name_each(axes: Axes, mine: pd.DataFrame, who: str, colour: str) -> None:
    """Write the seat's number over each of its points."""
    beside: dict[str, Any] = {"textcoords": "offset points", "ha": "center", "va": "bottom", "path_effects": HALO}
    for x, high in zip(mine["x"], mine["high"], strict=True):
        axes.annotate(who, (x, high), (0, 2.5), **beside, fontsize=SMALL, color=colour, fontweight="bold")


def _name_last(axes: Axes, mine: pd.DataFrame, who: str, colour: str) -> None:
    """Write the bot's name beside its last point."""
    end = mine.iloc[-1]
    beside: dict[str, Any] = {"textcoords": "offset points", "ha": "left", "va": "center", "path_effects": HALO}
    name = style.short(words.plain(who), 14)
    axes.annotate(name, (end["x"], end["rate"]), (8, 0), **beside, fontsize=SMALL, color=colour)


def _fair_shares(axes: Axes, rows: pd.DataFrame) -> None:
    """Dash the fair share under each point, and shade what was asked for."""
    left, right = rows["x"] - rows["room"], rows["x"] + rows["room"]
    axes.hlines(rows["fair"], left, right, color=GREY, linestyle="--", lw=1, zorder=1)
    handles: list[Any] = [Line2D([], [], color=GREY, linestyle="--", lw=1, label="fair share")]
    if "target_low" in rows:
        height = rows["target_high"] - rows["target_low"]
        axes.bar(left, height, 2 * rows["room"], rows["target_low"], align="edge", color=ASKED, zorder=0.5)
        handles.append(Patch(color=ASKED, label="asked for"))
    legend_above(axes, handles)


def _farthest(rates: pd.DataFrame, ordered: bool) -> str:
    most = rates.iloc[(rates["rate"] - rates["fair"]).abs().argmax()]
    return (
        f"Win rates of the {'seats in order of play' if ordered else 'bots'} by number of players; farthest from its"
        f" fair share of {words.percent(most['fair'])} is {words.who(most['of'], most['who'])} with"
        f" {words.players(int(most['players']))}: {words.rate(most)}."
    )
