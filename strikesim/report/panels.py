"""What the figures draw, one panel each: rates, shares, curves. A panel takes tidy rows and draws on axes."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, Rectangle
from matplotlib.patheffects import withStroke
from matplotlib.ticker import MaxNLocator

from strikesim.report import style
from strikesim.report.style import GREY, PALE
from strikesim.report.words import NBSP, VERDICTS, interval, percent, plain, signed
from strikesim.report.words import ending as ending_in_words
from strikesim.stats.counts import ORDER

Colours = Mapping[str, str]


def heat_map(place: Axes, rows: pd.DataFrame) -> None:
    """Draw the team's win rate for each difficulty and number of players, with its interval in words.

    A column ``verdict``, where there is one, is written into each cell.
    """
    difficulties, counts = list(dict.fromkeys(rows["difficulty"].map(_known))), sorted(rows["players"].unique())
    grid = np.full((len(difficulties), len(counts)), np.nan)
    for row in rows.itertuples():
        y, x = difficulties.index(_known(row.difficulty)), counts.index(row.players)
        grid[y, x] = row.rate
        _cell(place, x, y, row)
    place.imshow(grid, cmap=style.RATES, vmin=0, vmax=1, aspect="auto")
    place.set_xticks(range(len(counts)), [str(players) for players in counts])
    place.set_yticks(range(len(difficulties)), [style.short(plain(name), 14) for name in difficulties])
    place.tick_params(length=0)
    place.spines[:].set_visible(False)
    place.set_xticks(np.arange(len(counts) - 1) + 0.5, minor=True)
    place.set_yticks(np.arange(len(difficulties) - 1) + 0.5, minor=True)
    place.grid(which="minor", color="white", linewidth=2)
    place.tick_params(which="minor", length=0)
    place.set_xlabel("Players")


def _known(value: Any) -> str:
    return "" if value is None or value != value else str(value)


def _cell(place: Axes, x: int, y: int, row: Any) -> None:
    """Write a rate, its interval and, where there is one, its verdict."""
    colour = style.ink_on(to_hex(style.RATES(row.rate)))
    verdict = VERDICTS.get(getattr(row, "verdict", ""))
    digits = 1 if row.high - row.low >= 0.002 else 2
    lift = 0.24 if verdict else 0.12
    place.text(x, y - lift, percent(row.rate, digits), ha="center", va="center", fontsize=11, color=colour)
    place.text(
        x,
        y + (0.02 if verdict else 0.2),
        interval(row.low, row.high, digits),
        ha="center",
        va="center",
        fontsize=8,
        color=colour,
    )
    if verdict:
        text, tint = f"{verdict.sign} {verdict.mark['cooperative']}", style.VERDICTS[row.verdict]
        box = {"boxstyle": "round,pad=0.22", "facecolor": "white", "edgecolor": tint, "linewidth": 0.8}
        place.text(x, y + 0.33, text, ha="center", va="center", fontsize=8, color=tint, bbox=box)


def win_rates(place: Axes, rows: pd.DataFrame, colours: "Colours | None" = None) -> None:
    """Draw who wins how often, by number of players: the seats in order of play, or the bots of a mixed line-up.

    The dashes are the fair share; columns ``target_low`` and ``target_high`` are shaded.
    """
    whos, counts = list(dict.fromkeys(rows["who"].astype(str))), sorted(rows["players"].unique())
    ordered = rows["of"].iloc[0] == ORDER
    tints = style.colours_of(whos, None if ordered else colours)
    for who in whos:
        mine = rows[rows["who"].astype(str) == who]
        at = np.array([counts.index(players) for players in mine["players"]]) + _dodge(mine, rows)
        error = np.array([mine["rate"] - mine["low"], mine["high"] - mine["rate"]]).clip(0)
        place.errorbar(at, mine["rate"], error, fmt="o", ms=4.5, capsize=3, color=tints[who], label=who, zorder=3)
        if ordered:
            for x, high in zip(at, mine["high"], strict=True):
                tint = style.dark(tints[who])
                place.annotate(who, (x, high), (0, 7), **{**_BESIDE, "ha": "center"}, color=tint, fontweight="bold")
        else:
            place.annotate(
                style.short(who, 14), (at[-1], mine["rate"].iloc[-1]), (8, 0), **_BESIDE, color=style.dark(tints[who])
            )
    for x, players in enumerate(counts):
        for level in rows.loc[rows["players"] == players, "fair"].unique():
            place.hlines(level, x - 0.42, x + 0.42, color=GREY, linestyle="--", lw=1, zorder=1)
    handles: list[Any] = [Line2D([], [], color=GREY, linestyle="--", lw=1, label="fair share")]
    place.legend(handles=handles + _asked_for(place, rows, counts), ncols=2, **_ABOVE)
    place.set_xticks(range(len(counts)), [str(players) for players in counts])
    place.set_xlim(-0.5, len(counts) - (0.5 if ordered else 0.3))
    top = rows["high"].max() if ordered else 1.0
    place.set_ylim(-0.02, min(1.06, top * 1.12))  # points at the ends are not cut
    place.set_xlabel("Players")
    place.set_ylabel("Win rate")
    style.percent_axis(place.yaxis)


_ASKED = "#d5eadf"
_ABOVE: dict[str, Any] = {"fontsize": 8.5, "frameon": False, "loc": "lower right", "bbox_to_anchor": (1, 1)}
_BESIDE: dict[str, Any] = {"textcoords": "offset points", "ha": "left", "va": "center", "fontsize": 9}


def _asked_for(place: Axes, rows: pd.DataFrame, counts: "list[int]") -> "list[Patch]":
    """Shade the bands of win rates that were asked for, and return their entry in the legend."""
    if "target_low" not in rows:
        return []
    bands = rows[["players", "target_low", "target_high"]].drop_duplicates()
    for players, low, high in bands.itertuples(index=False):
        x = counts.index(players)
        place.fill_between([x - 0.42, x + 0.42], low, high, color=_ASKED, lw=0, zorder=0.5)
    return [Patch(color=_ASKED, label="asked for")]


def _dodge(mine: pd.DataFrame, rows: pd.DataFrame) -> "np.ndarray[Any, Any]":
    """Return how far each point stands beside its tick, so that none hides another."""
    offsets = []
    for players, who in zip(mine["players"], mine["who"], strict=True):
        present = list(rows.loc[rows["players"] == players, "who"])
        offsets.append((present.index(who) - (len(present) - 1) / 2) * 0.8 / max(len(present), 4))
    return np.array(offsets)


def outcomes(place: Axes, rows: pd.DataFrame, colours: "Colours | None" = None) -> None:
    """Draw how games end: a bar for each cell, cut into the shares of its endings."""
    endings = ordered_endings(rows["who"])
    tints = {**style.colours_of_endings(endings), **(colours or {})}
    cells = list(dict.fromkeys(rows["label"]))
    left = np.zeros(len(cells))
    for ending in endings:
        mine = rows[rows["who"] == ending].set_index("label")["rate"]
        share = np.array([float(mine.get(cell, 0.0)) for cell in cells])
        place.barh(
            range(len(cells)),
            share,
            0.74,
            left,
            color=tints[ending],
            label=style.short(ending_in_words(ending)),
            zorder=2,
        )
        for y, (start, width) in enumerate(zip(left, share, strict=True)):
            if width >= 0.09:
                text = f"{width:.0%}".replace("%", f"{NBSP}%")
                place.text(
                    start + width / 2, y, text, ha="center", va="center", fontsize=8, color=style.ink_on(tints[ending])
                )
        left += share
    place.set_yticks(range(len(cells)), [style.short(cell) for cell in cells])
    place.tick_params(axis="y", length=0)
    place.set_ylim(len(cells) - 0.5, -0.5)
    place.set_xlim(0, 1)
    place.set_xlabel("Share of games")
    style.percent_axis(place.xaxis)
    place.legend(ncols=2, borderaxespad=0.2, **_ABOVE)


def ordered_endings(endings: "pd.Series[str]") -> list[str]:
    """Return the endings: wins first, then losses, then what is unfinished, each as they come."""
    rank = {"win": 0, "loss": 1}
    return sorted(dict.fromkeys(endings), key=lambda ending: rank.get(ending.partition(":")[0], 2))


def endings(place: Axes, rows: pd.DataFrame, colours: "Colours | None" = None, at: str = "turn") -> None:
    """Draw the share of all games that have ended so, by turn or round: wins thick, each curve with its interval."""
    names = ordered_endings(rows["ending"])
    tints = {**style.colours_of_endings(names), **(colours or {})}
    last = []
    for name in names:
        mine = rows[rows["ending"] == name].sort_values(at)
        thick = name.startswith("win")
        x, share, low, high = np.c_[np.zeros(4), mine[[at, "share", "low", "high"]].to_numpy(float).T]  # from nothing
        place.fill_between(x, low, high, color=tints[name], alpha=0.25, lw=0)
        place.plot(x, share, color=tints[name], lw=2.6 if thick else 1.4, zorder=3 if thick else 2)
        last.append(share[-1])
    top = max(0.05, min(1.0, rows["high"].max() * 1.06))
    for name, height, end in zip(names, style.spread(last, top * 0.062), last, strict=True):
        text = style.short(f"{ending_in_words(name)}  {percent(end)}", 40, 1)
        place.annotate(
            text,
            (rows[at].max(), min(max(height, top * 0.02), top * 0.985)),
            (-2, 6),
            textcoords="offset points",
            ha="right",
            va="center",
            fontsize=9,
            fontweight="bold" if name.startswith("win") else "normal",
            color=style.dark(tints[name]),
            path_effects=[withStroke(linewidth=3, foreground="white")],
        )
    place.set_ylim(0, top)
    place.set_xlim(0, rows[at].max())
    place.set_xlabel("Round" if at == "round" else "Turn (each player's counts)")
    place.set_ylabel("Share of all games")
    style.percent_axis(place.yaxis)


def lengths(place: Axes, rows: pd.DataFrame, unit: str, reach: "float | None" = None) -> None:
    """Draw how long games are: the median as a dot, half of the games in the thick line, nine in ten in the thin one.

    Columns ``q05``, ``q25``, ``q50``, ``q75``, ``q95``, and ``label``.
    """
    for y, row in enumerate(rows.itertuples()):
        place.plot([row.q05, row.q95], [y, y], color=style.SKY, lw=1.6, solid_capstyle="butt", zorder=2)
        place.plot([row.q25, row.q75], [y, y], color=style.SKY, lw=7, solid_capstyle="butt", zorder=2)
        place.plot([row.q50], [y], "o", ms=6, color=style.BLUE, zorder=3)
        place.annotate(f"{row.q50:g}", (row.q50, y), (0, 6), textcoords="offset points", ha="center", fontsize=8)
    place.set_yticks(range(len(rows)), [style.short(label) for label in rows["label"]])
    place.tick_params(axis="y", length=0)
    place.set_ylim(len(rows) - 0.5, -0.6)
    place.set_xlim(0, reach or rows["q95"].max() * 1.04)
    place.grid(axis="x", color=PALE, linewidth=0.8)
    place.set_xlabel(f"{unit.capitalize()} of a game")


def differences(place: Axes, rows: pd.DataFrame, xlabel: str) -> None:
    """Draw differences in points with their intervals; a hollow dot is none that was shown.

    Columns ``label``, ``difference``, ``low``, ``high`` (shares of one), and ``shown`` (bool).
    """
    place.axvline(0, color=GREY, lw=1, zorder=1)
    for y, row in enumerate(rows.itertuples()):
        colour = GREY if not row.shown else style.BLUE if row.difference > 0 else style.RED
        place.plot([100 * row.low, 100 * row.high], [y, y], color=colour, lw=1.8, solid_capstyle="butt", zorder=2)
        fill = colour if row.shown else "white"
        place.plot([100 * row.difference], [y], "o", ms=7, color=colour, markerfacecolor=fill, zorder=3)
    place.set_yticks(range(len(rows)), [style.short(label) for label in rows["label"]])
    place.tick_params(axis="y", length=0)
    place.set_ylim(len(rows) - 0.5, -0.5)
    reach = 100 * max(rows["high"].abs().max(), rows["low"].abs().max()) * 1.08
    place.set_xlim(-reach, reach)
    place.xaxis.set_major_locator(MaxNLocator(8, steps=[1, 2, 5, 10]))  # ticks that their labels do not round
    place.xaxis.set_major_formatter(lambda value, _: signed(value / 100, 0 if reach >= 5 else 1))
    place.grid(axis="x", color=PALE, linewidth=0.8)
    place.set_xlabel(xlabel, loc="right")  # beside long labels it may be wider than the panel


def band(place: Axes, rows: pd.DataFrame) -> None:
    """Draw for each cell two error bars that are never mixed up: chance's, and that of the assumed components.

    Columns ``label``, ``rate``, ``low``, ``high`` (the baseline's, Monte Carlo), ``band_low``, ``band_high``.
    """
    for y, row in enumerate(rows.itertuples()):
        box = Rectangle((row.band_low, y - 0.2), row.band_high - row.band_low, 0.4, facecolor="#f3cf96", zorder=2)
        place.add_patch(box)
        error = np.array([[row.rate - row.low], [row.high - row.rate]]).clip(0)
        place.errorbar([row.rate], [y], xerr=error, fmt="o", ms=5, capsize=4, color=style.BLUE, zorder=3)
    first = rows.iloc[0]
    place.annotate("assumed components", (first["band_low"], -0.22), (0, 6), **_BESIDE, color="#8a5a00")
    place.annotate("chance", (first["rate"], 0.22), (0, -7), **{**_BESIDE, "ha": "center"}, color=style.BLUE)
    place.set_yticks(range(len(rows)), [style.short(label) for label in rows["label"]])
    place.tick_params(axis="y", length=0)
    place.set_ylim(len(rows) - 0.4, -0.7)
    place.set_xlim(0, min(1.0, max(rows["high"].max(), rows["band_high"].max()) * 1.1))
    place.set_xlabel("Win rate")
    style.percent_axis(place.xaxis)
