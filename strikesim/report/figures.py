"""Figures for reports and notebooks: a tidy table in, a matplotlib figure of one panel out.

Each takes rows of the tables that `strikesim.stats.tables` makes, is 5 inches wide, so that a phone shows it readably,
and tells its content in one sentence of alternative text: ``figure.get_label()``.
"""

import io
import os
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from strikesim.errors import ResultError
from strikesim.report import panels, style, words
from strikesim.report.panels import Colours
from strikesim.report.words import caveat
from strikesim.stats.adjust import SCREEN
from strikesim.stats.counts import ORDER
from strikesim.stats.tables import axes_of, sides

__all__ = [
    "band",
    "caveat",
    "differences",
    "endings",
    "factors",
    "heat_map",
    "inline",
    "lengths",
    "outcomes",
    "save",
    "sides",
    "svg",
    "win_rates",
]


def with_labels(rows: pd.DataFrame, axes: "list[str]") -> pd.DataFrame:
    """Add a column ``label``: the cell in few words, by those of the axes that vary."""
    shown = [axis for axis in axes if rows[axis].nunique(dropna=False) > 1] or axes[:1]
    return rows.assign(label=[_label(dict(zip(shown, values, strict=True))) for values in rows[shown].to_numpy()])


def _label(axes: "dict[str, Any]") -> str:
    counted = axes.pop("players", None)
    parts = [words.setting({axis: value}) for axis, value in axes.items()]
    if counted is not None:
        parts.append(f"{counted} player{'' if counted == 1 else 's'}")
    return ", ".join(part for part in parts if part)


# ---- figures -----------------------------------------------------------------------------------------------------


@style.styled
def heat_map(rates: pd.DataFrame) -> Figure:
    """Draw how often the team wins, for each difficulty and number of players, with intervals.

    Parameters
    ----------
    rates
        Rows of a cooperative game's team, of one setting of all other axes. With a column ``verdict`` (see
        `strikesim.stats.targets.verdicts`) each cell also says how it meets its target.
    """
    _one_setting(rates, ["players", "difficulty"])
    row = 0.82 if "verdict" in rates else 0.68
    figure, place = style.blank(0.75 + row * max(1, rates["difficulty"].nunique(dropna=False)))
    panels.heat_map(place, rates)
    low, high = rates.iloc[rates["rate"].argmin()], rates.iloc[rates["rate"].argmax()]
    return _told(
        figure,
        f"Table of the team's win rates by difficulty and players: from {words.rate(low)} ({words.place(low)}) to"
        f" {words.rate(high)} ({words.place(high)}).",
    )


@style.styled
def win_rates(rates: pd.DataFrame, colours: "Colours | None" = None) -> Figure:
    """Draw who wins how often by number of players: seats in order of play, or bots, with the fair share as dashes.

    Parameters
    ----------
    rates
        Rows of a competitive game, ``of`` order or bot, of one setting of all axes but players.
    colours
        Bot -> colour, so that a bot looks the same in several figures.
    """
    _one_setting(rates, ["players"])
    figure, place = style.blank(3.6)
    panels.win_rates(place, rates, colours)
    ordered = rates["of"].iloc[0] == ORDER
    most = rates.iloc[(rates["rate"] - rates["fair"]).abs().argmax()]
    return _told(
        figure,
        f"Win rates of the {'seats in order of play' if ordered else 'bots'} by number of players; farthest from its"
        f" fair share of {words.percent(most['fair'])} is {words.who(most['of'], most['who'])} with"
        f" {words.players(int(most['players']))}: {words.rate(most)}.",
    )


@style.styled
def outcomes(rates: pd.DataFrame, colours: "Colours | None" = None) -> Figure:
    """Draw how games end: for each cell the shares of its endings.

    Parameters
    ----------
    rates
        Rows with ``of`` end.
    colours
        Ending -> colour.
    """
    rows = with_labels(rates, axes_of(rates))
    figure, place = style.blank(1.15 + 0.27 * rows["label"].nunique())
    panels.outcomes(place, rows, colours)
    most = rows.iloc[rows["rate"].argmax()]
    return _told(
        figure,
        f"Shares of how games end; the largest is '{words.ending(most['who'])}' with {words.rate(most)}"
        f" ({most['label']}).",
    )


@style.styled
def endings(endings: pd.DataFrame, colours: "Colours | None" = None, at: str = "turn") -> Figure:
    """Draw when games end: the share of all games that have ended in each way, by turn or round.

    Parameters
    ----------
    endings
        Rows of the table of endings, of one cell.
    colours
        Ending -> colour.
    at
        The column to draw over: ``turn`` or ``round``.
    """
    _one_setting(endings, [])
    figure, place = style.blank(3.4)
    panels.endings(place, endings, colours, at)
    last = endings[endings[at] == endings[at].max()]
    shares = [
        f"{words.ending(row.ending)} {words.percent(row.share)} ({words.interval(row.low, row.high)})"
        for row in last.itertuples()
    ]
    return _told(figure, f"Share of all games that have ended, by {at}; at the end: {words.listed(shares)}.")


@style.styled
def lengths(lengths: pd.DataFrame, reach: "float | None" = None) -> Figure:
    """Draw how long games are: median, middle half and nine in ten of the games in each cell.

    Parameters
    ----------
    lengths
        Rows of the table of lengths, all in turns or all in decisions.
    reach
        Where the axis ends, so that several figures can be compared; None: a little beyond the longest.
    """
    if lengths["what"].nunique() > 1:
        raise ResultError("the figure shows one unit; choose turns or decisions in the column 'what' first")
    unit = str(lengths["what"].iloc[0])
    rows = with_labels(lengths, axes_of(lengths))
    figure, place = style.blank(0.75 + 0.3 * len(rows))
    panels.lengths(place, rows, unit, reach)
    short, long = rows.iloc[rows["q50"].argmin()], rows.iloc[rows["q50"].argmax()]
    return _told(
        figure,
        f"Length of games in {unit}: the median is from {short['q50']:g} ({short['label']}) to {long['q50']:g}"
        f" ({long['label']}).",
    )


@style.styled
def factors(factors: pd.DataFrame) -> Figure:
    """Draw what each character, committee … does: the win rate with it less that without it, sorted.

    Parameters
    ----------
    factors
        Rows of the table of factors, of one cell and one factor. Dots are filled where the Benjamini-Hochberg adjusted
        ``q`` is at most 0.05: a screen, not a verdict.
    """
    _one_setting(factors, [])
    rows = factors.sort_values("difference", ascending=False)
    rows = rows.assign(label=rows["who"].map(words.plain), shown=rows["q"] <= SCREEN)
    rows = rows.assign(low=rows["difference_low"], high=rows["difference_high"])
    figure, place = style.blank(0.75 + 0.3 * len(rows))
    panels.differences(place, rows, "Points of win rate, with it less without it")
    best, worst = rows.iloc[0], rows.iloc[-1]
    return _told(
        figure,
        f"Win rate with each {rows['factor'].iloc[0]} in play less without it: from {best['label']},"
        f" {words.difference(best)}, to {worst['label']}, {words.difference(worst)}.",
    )


@style.styled
def differences(table: pd.DataFrame, what: str = "Points of win rate") -> Figure:
    """Draw differences of rates in the order of the rows: changes of a setting, a tornado of assumptions.

    Parameters
    ----------
    table
        Columns ``label``, ``difference``, ``low``, ``high``, and ``shown``: whether the dot is filled.
    what
        What is drawn along the axis.
    """
    if table.empty:
        raise ResultError("there is nothing to draw: the table has no rows")
    figure, place = style.blank(0.75 + 0.28 * len(table))
    panels.differences(place, table, style.short(what, 44))
    largest = table.iloc[table["difference"].abs().argmax()]
    count = words.number(len(table))
    return _told(
        figure, f"{what}: {count} differences, the largest is {largest['label']}, {words.difference(largest)}."
    )


@style.styled
def band(band: pd.DataFrame) -> Figure:
    """Draw what the assumed components leave open beside what chance leaves open, cell by cell.

    Parameters
    ----------
    band
        Rows of `strikesim.stats.assumptions.band`, of one side and one setting of all axes but players and difficulty.
    """
    _one_setting(band, ["players", "difficulty"])
    rows = with_labels(band, axes_of(band))
    figure, place = style.blank(0.95 + 0.42 * len(rows))
    panels.band(place, rows)
    widest = rows.iloc[(rows["band_high"] - rows["band_low"]).argmax()]
    span = words.interval(widest["band_low"], widest["band_high"])
    return _told(
        figure,
        f"Win rates with two error bars each, chance's and that of the assumed components; the widest of the latter is"
        f" {span}{words.NBSP}% around {words.rate(widest)} ({widest['label']}).",
    )


def _told(figure: Figure, sentence: str) -> Figure:
    figure.set_label(sentence)
    return figure


def _one_setting(rows: pd.DataFrame, inside: "list[str]") -> None:
    """Refuse rows that would be drawn over each other.

    Raises
    ------
    ResultError
        There are none, or they are of several settings.
    """
    if rows.empty:
        raise ResultError("there is nothing to draw: the table has no such rows")
    for axis in axes_of(rows):
        values = list(dict.fromkeys(rows[axis]))
        if axis not in inside and len(values) > 1:
            known = ", ".join(map(repr, values[:4]))
            raise ResultError(f"the figure shows one setting; choose one value of '{axis}' ({known} …) first")


# ---- files -------------------------------------------------------------------------------------------------------


def save(figure: Figure, path: Path) -> None:
    """Write a figure as PNG or SVG, whole or not at all."""
    temporary = path.with_name(path.name + ".tmp")
    try:
        temporary.write_bytes(svg(figure).encode() if path.suffix == ".svg" else _png(figure))
        os.replace(temporary, path)
    except OSError as error:
        raise ResultError(f"{path}: cannot be written ({error.strerror})") from None


@style.styled
def _png(figure: Figure) -> bytes:
    buffer = io.BytesIO()
    with _missing_letters():
        figure.savefig(buffer, format="png", dpi=150)
    return buffer.getvalue()


@style.styled
def svg(figure: Figure) -> str:
    """Return a figure as SVG, the same bytes for the same figure."""
    buffer = io.StringIO()
    with _missing_letters():
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Description": figure.get_label()})
    return re.sub(r"\s*<!--.*?-->", "", buffer.getvalue(), flags=re.DOTALL)


def inline(svg_text: str, prefix: str) -> str:
    """Return an SVG as an element of a page that holds several: with ids of its own, without what is for files.

    Parameters
    ----------
    svg_text
        What `svg` returned.
    prefix
        Put before every id; letters, digits and hyphens.
    """
    element = svg_text[svg_text.index("<svg") :]
    element = re.sub(r"<metadata>.*?</metadata>", "", element, flags=re.DOTALL)
    element = re.sub(r'\bid="', f'id="{prefix}-', element)
    element = re.sub(r'href="#', f'href="#{prefix}-', element)
    return element.replace("url(#", f"url(#{prefix}-")


@contextmanager
def _missing_letters() -> Iterator[None]:
    """Draw a box for a letter that the font lacks, without a word on the screen."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        yield
