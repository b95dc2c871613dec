"""The pictures that a run leaves in its folder: every setting of the sweep on a page, several panels each."""

import math
from collections.abc import Callable, Iterator
from textwrap import fill
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from strikesim.report import panels, style, words
from strikesim.report.figures import with_labels
from strikesim.stats.counts import END
from strikesim.stats.tables import axes_of, sides
from strikesim.sweep.manifest import Manifest
from strikesim.sweep.rows import TEAM

PANELS = 9  # the most on one page
Panel = Callable[[Axes, pd.DataFrame], None]


def draw(manifest: Manifest, summary: pd.DataFrame) -> "Iterator[tuple[str, Figure]]":
    """Yield (file name, figure) for everything worth a picture.

    Parameters
    ----------
    manifest
        The result folder's manifest.
    summary
        Its rates, the table ``rates`` of `strikesim.stats.tables.Tables`.
    """
    ends = summary[summary["of"] == END]
    if manifest.ruleset.kind == "cooperative":
        inside = ["players", "difficulty"]
        rates = summary[summary["of"] == TEAM]
        yield from _paged("win_rates", "how often the team wins", manifest, rates, panels.heat_map, inside)
        colours = style.colours_of_endings(panels.ordered_endings(ends["who"]))

        def endings(place: Axes, rows: pd.DataFrame) -> None:
            panels.outcomes(place, with_labels(rows, inside), colours)

        yield from _paged("endings", "how games end", manifest, ends, endings, inside, _width_note(ends))
    else:
        bots = style.colours_of(sorted({bot.name for cell in manifest.cells for bot in cell.bots}))
        unfinished = ends.loc[ends["who"].str.startswith("unfinished"), "rate"].max()

        def who_wins(place: Axes, rows: pd.DataFrame) -> None:
            panels.win_rates(place, rows, bots)

        note = _unfinished_note(unfinished)
        yield from _paged("win_rates", "who wins", manifest, sides(summary), who_wins, ["players"], note)


def _paged(
    name: str,
    headline: str,
    manifest: Manifest,
    rows: pd.DataFrame,
    panel: Panel,
    inside: "list[str]",
    note: str = "",
) -> "Iterator[tuple[str, Figure]]":
    """Draw one panel for each setting of the axes that are not shown inside a panel, PANELS to a page."""
    outside = [axis for axis in axes_of(rows) if axis not in inside]
    varying = [axis for axis in outside if rows[axis].nunique(dropna=False) > 1 or axis == "bots"]
    groups = list(rows.groupby(varying, sort=False, dropna=False))
    pages = math.ceil(len(groups) / PANELS)
    title = f"{manifest.ruleset.title}: {headline}"
    for page in range(pages):
        shown = groups[page * PANELS : (page + 1) * PANELS]
        suffix = f"_{page + 1}" if pages > 1 else ""
        yield f"{name}{suffix}.png", _page(title, _footnote(manifest, shown) + note, shown, varying, panel)


@style.styled
def _page(title: str, note: str, groups: "list[Any]", varying: "list[str]", panel: Panel) -> Figure:
    columns = min(3, len(groups))
    lines = math.ceil(len(groups) / columns)
    figure = Figure(figsize=(1.2 + 4.4 * columns, 1.5 + 3.6 * lines), layout="constrained")
    places = figure.subplots(lines, columns, squeeze=False).flat
    for (values, rows), place in zip(groups, places, strict=False):
        panel(place, rows)
        setting = [_setting(axis, value) for axis, value in zip(varying, values, strict=True)]
        place.set_title("\n".join(part for part in setting if part), fontsize=10)
    for place in list(places):
        place.set_visible(False)
    figure.suptitle(title, fontsize=13)
    figure.supxlabel(fill(note, int(figure.get_figwidth() * 14)), fontsize=8, color=style.GREY)
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


def _footnote(manifest: Manifest, groups: "list[Any]") -> str:
    games = pd.concat([rows["games"] for _, rows in groups])
    each = f"{games.min():,}" if games.min() == games.max() else f"{games.min():,} to {games.max():,}"
    ruleset = manifest.ruleset
    return (
        f"{each} games in each cell, seed {manifest.sweep.seed}, rules {ruleset.name} {ruleset.version}."
        f" Intervals: Wilson, 95 %. {words.caveat(manifest)}"
    )
