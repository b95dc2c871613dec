"""Figures of a result folder: a summary table in, matplotlib figures out."""

import math
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from textwrap import fill
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from strikesim.errors import ResultError
from strikesim.stats.tables import BOT, END, ORDER, TEAM

PANELS = 9  # the most on one page
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", "#999999")  # Okabe and Ito
INK, GREY = "#222222", "#777777"
SETTINGS = {"cell", "of", "who", "games", "count", "rate", "low", "high", "fair"}


def draw(manifest: Mapping[str, Any], summary: pd.DataFrame) -> "Iterator[tuple[str, Figure]]":
    """Yield (file name, figure) for everything worth a picture.

    Parameters
    ----------
    manifest
        The result folder's manifest.
    summary
        Its rates, as `strikesim.stats.tables.summarise` returns them.
    """
    if manifest["ruleset"]["kind"] == "cooperative":
        yield from _paged("win_rates", manifest, summary[summary["of"] == TEAM], _heat_map, ["players", "difficulty"])
        ends = summary[summary["of"] == END]
        yield from _paged("endings", manifest, ends, _endings, ["players", "difficulty"], _width_note(ends))
    else:
        bots = set(summary.loc[summary["of"] == BOT, "cell"])
        shown = summary[(summary["of"] == BOT) | ((summary["of"] == ORDER) & ~summary["cell"].isin(bots))]
        unfinished = summary.loc[(summary["of"] == END) & summary["who"].str.startswith("unfinished"), "rate"].max()
        yield from _paged("win_rates", manifest, shown, _by_seat, ["players"], _unfinished_note(unfinished))


def save(figure: Figure, path: Path) -> None:
    """Write a figure as PNG, whole or not at all."""
    temporary = path.with_name(path.name + ".tmp")
    try:
        figure.savefig(temporary, format="png", dpi=150)
        os.replace(temporary, path)
    except OSError as error:
        raise ResultError(f"{path}: cannot be written ({error.strerror})") from None


def axes_of(summary: pd.DataFrame) -> list[str]:
    """Return the axes of the grid, in the sweep's order."""
    return [column for column in summary.columns if column not in SETTINGS]


def _paged(
    name: str, manifest: Mapping[str, Any], rows: pd.DataFrame, panel: Any, inside: "list[str]", note: str = ""
) -> "Iterator[tuple[str, Figure]]":
    """Draw one panel for each setting of the axes that are not shown inside a panel, PANELS to a page."""
    outside = [axis for axis in axes_of(rows) if axis not in inside]
    varying = [axis for axis in outside if rows[axis].nunique(dropna=False) > 1 or axis == "bots"]
    groups = list(rows.groupby(varying, sort=False, dropna=False))
    pages = math.ceil(len(groups) / PANELS)
    for page in range(pages):
        shown = groups[page * PANELS : (page + 1) * PANELS]
        suffix = f"_{page + 1}" if pages > 1 else ""
        yield f"{name}{suffix}.png", _page(manifest, shown, varying, panel, note)


def _page(manifest: Mapping[str, Any], groups: "list[Any]", varying: "list[str]", panel: Any, note: str) -> Figure:
    columns = min(3, len(groups))
    lines = math.ceil(len(groups) / columns)
    figure = Figure(figsize=(1.2 + 4.4 * columns, 1.5 + 3.6 * lines), layout="constrained")
    places = figure.subplots(lines, columns, squeeze=False).flat
    for (values, rows), place in zip(groups, places, strict=False):
        panel(place, manifest, rows)
        title = [_setting(axis, value) for axis, value in zip(varying, values, strict=True)]
        place.set_title("\n".join(part for part in title if part), fontsize=10, color=INK)
    for place in list(places):
        place.set_visible(False)
    figure.suptitle(f"{manifest['ruleset']['title']}: {_HEADLINE[panel]}", fontsize=13, color=INK)
    figure.supxlabel(
        fill(_footnote(manifest, groups) + note, int(figure.get_figwidth() * 14)), fontsize=8, color="#555555"
    )
    return figure


def _width_note(rows: pd.DataFrame) -> str:
    """Say how wide the intervals of shares are that are drawn without them."""
    half = ((rows["high"] - rows["low"]) / 2).max()
    return f" At most ±{half:.1%} around a share."


def _unfinished_note(share: float) -> str:
    """Say how many games nobody won, at most in a cell."""
    return f" Unfinished games, at most {share:.1%} of a cell, are won by nobody." if share > 0 else ""


def _setting(axis: str, value: Any) -> str:
    if axis == "bots":
        return str(value)
    return "" if value is None else f"{axis} = {value}"


def _footnote(manifest: Mapping[str, Any], groups: "list[Any]") -> str:
    games = pd.concat([rows["games"] for _, rows in groups])
    each = f"{games.min():,}" if games.min() == games.max() else f"{games.min():,} to {games.max():,}"
    ruleset = manifest["ruleset"]
    return (
        f"{each} games in each cell, seed {manifest['seed']}, rules {ruleset['name']} {ruleset['version']}."
        f" Intervals: Wilson, 95 %. {caveat(manifest)}"
    )


def caveat(manifest: Mapping[str, Any]) -> str:
    """Say what the rates of a result are true for, and which of them were set and not found."""
    calibrated = manifest["ruleset"]["calibrated"]
    set_for = f" Calibrated, not found: {calibrated}." if calibrated else ""
    return f"True for these bots and for the assumed components in force.{set_for}"


# ---- competitive: who wins, by players ---------------------------------------------------------------------------


def _by_seat(place: Axes, manifest: Mapping[str, Any], rows: pd.DataFrame) -> None:
    """Draw win rates with intervals over the number of players; the dashes are the fair share."""
    whos = list(dict.fromkeys(rows["who"]))
    counts = sorted(rows["players"].unique())
    ordered = rows["of"].iloc[0] == ORDER
    known = sorted({bot["name"] for cell in manifest["cells"] for bot in cell["bots"]})
    for k, who in enumerate(whos):
        mine = rows[rows["who"] == who]
        at = np.array([counts.index(players) for players in mine["players"]]) + _dodge(mine, rows)
        error = np.array([mine["rate"] - mine["low"], mine["high"] - mine["rate"]])
        label = f"{ordinal(int(who))} to play" if ordered else str(who)
        colour = COLOURS[(k if ordered else known.index(str(who))) % len(COLOURS)]  # a bot keeps its colour
        place.errorbar(at, mine["rate"], error, fmt="o", ms=5, capsize=3, color=colour, label=label)
        if not ordered:  # each bot has a fair share of its own
            place.hlines(mine["fair"], at - 0.12, at + 0.12, color=colour, linestyle="--", lw=1, zorder=1)
    if ordered:
        fair = [rows.loc[rows["players"] == players, "fair"].iloc[0] for players in counts]
        middle = np.arange(len(counts))
        place.hlines(fair, middle - 0.42, middle + 0.42, color=GREY, linestyle="--", lw=1, zorder=1)
    place.plot([], [], color=GREY, linestyle="--", lw=1, label="fair share")
    place.set_xticks(range(len(counts)), [str(players) for players in counts])
    place.set_xlim(-0.6, len(counts) - 0.4)
    place.set_ylim(-0.02, min(1.02, rows["high"].max() * 1.1))  # points at the ends are not cut
    place.set_xlabel("Players")
    place.set_ylabel("Win rate")
    _percent(place)
    place.legend(fontsize=8, frameon=False, ncols=3, loc="upper center", bbox_to_anchor=(0.5, -0.16))


def _dodge(mine: pd.DataFrame, rows: pd.DataFrame) -> "np.ndarray[Any, Any]":
    """Return how far each point stands beside its tick, so that none hides another."""
    offsets = []
    for players, who in zip(mine["players"], mine["who"], strict=True):
        present = list(rows.loc[rows["players"] == players, "who"])
        offsets.append((present.index(who) - (len(present) - 1) / 2) * 0.8 / max(len(present), 4))
    return np.array(offsets)


def ordinal(n: int) -> str:
    """Return 1st, 2nd, 3rd, 4th and so on."""
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(n, f"{n}th")


def _percent(place: Axes) -> None:
    place.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    place.spines[["top", "right"]].set_visible(False)
    place.grid(axis="y", color="#eeeeee")
    place.set_axisbelow(True)


# ---- cooperative: difficulty by players --------------------------------------------------------------------------


def _heat_map(place: Axes, manifest: Mapping[str, Any], rows: pd.DataFrame) -> None:
    """Draw the team's win rate for each difficulty and number of players, with its interval in words."""
    difficulties = _difficulties(manifest, rows)
    counts = sorted(rows["players"].unique())
    grid = np.full((len(difficulties), len(counts)), np.nan)
    for row in rows.itertuples():
        y, x = difficulties.index(row.difficulty), counts.index(row.players)
        grid[y, x] = row.rate
        dark = row.rate < 0.25 or row.rate > 0.75
        place.text(
            x,
            y,
            f"{row.rate:.1%}\n{row.low:.1%}–{row.high:.1%}",
            ha="center",
            va="center",
            fontsize=8,
            color="white" if dark else INK,
        )
    place.imshow(grid, cmap="RdBu", vmin=0, vmax=1, aspect="auto")
    place.set_xticks(range(len(counts)), [str(players) for players in counts])
    place.set_yticks(range(len(difficulties)), [str(name).replace("_", " ") for name in difficulties])
    place.set_xlabel("Players")


def _endings(place: Axes, manifest: Mapping[str, Any], rows: pd.DataFrame) -> None:
    """Draw how games end, as stacked shares for each difficulty and number of players."""
    endings = sorted(set(rows["who"]), key=lambda who: _place_of_cause(manifest, who))
    difficulties = _difficulties(manifest, rows)
    cells = [(d, p) for d in difficulties for p in sorted(rows["players"].unique())]
    bottom = np.zeros(len(cells))
    for who in endings:
        mine = rows[rows["who"] == who].set_index(["difficulty", "players"])["rate"]
        share = np.array([float(mine.get(cell, 0.0)) for cell in cells])
        colour = COLOURS[_place_of_cause(manifest, who) % len(COLOURS)]
        place.barh(range(len(cells)), share, left=bottom, color=colour, label=who.replace("_", " "))
        bottom += share
    place.set_yticks(range(len(cells)), [f"{str(d).replace('_', ' ')}, {p}" for d, p in cells], fontsize=8)
    place.invert_yaxis()
    place.set_xlim(0, 1)
    place.xaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    place.set_ylabel("Difficulty, players")
    place.set_xlabel("Share of games")
    place.spines[["top", "right"]].set_visible(False)
    place.legend(fontsize=8, frameon=False, ncols=2, loc="upper center", bbox_to_anchor=(0.5, -0.16))


def _place_of_cause(manifest: Mapping[str, Any], who: str) -> int:
    """Return where the ruleset lists the cause of an ending ('win: concessions')."""
    causes: list[str] = manifest["labels"]["causes"]
    return causes.index(who.partition(": ")[2])


def _difficulties(manifest: Mapping[str, Any], rows: pd.DataFrame) -> list[Any]:
    known = manifest["ruleset"]["difficulties"]
    return [name for name in known if name in set(rows["difficulty"])] or [None]


_HEADLINE = {_by_seat: "who wins", _heat_map: "how often the team wins", _endings: "how games end"}
