"""How far the figures move over the components that had to be assumed, and over the switches."""

from collections.abc import Iterator, Mapping
from typing import Any

import pandas as pd

from strikesim.errors import counted
from strikesim.games.labels import Labels
from strikesim.report import words
from strikesim.report.findings.finding import Finding, numbers_of
from strikesim.stats.adjust import ERROR
from strikesim.stats.assumptions import reported
from strikesim.sweep.config import BASELINE

CHOSEN = ", allowing for the choice"  # beside the interval of a row that was chosen from many


def spans(band: pd.DataFrame, what: str, labels: Labels) -> Iterator[Finding]:
    """Say for each cell what random combinations of the assumed components span, beside what chance leaves open.

    Parameters
    ----------
    band
        As `strikesim.stats.assumptions.band` returns it, one row for each cell.
    what
        Whose rate it is: 'the team wins'.
    """
    for row in band.to_dict("records"):
        about = {axis: words.known(row[axis]) for axis in ("difficulty", "players")}
        told = _spread(row, what, words.setting(about, labels))
        yield Finding("assumption band", f"{told}; as it stands {words.rate(row)}.", about, [row])


def _spread(row: Mapping[str, Any], what: str, where: str) -> str:
    """Return the band in words; where no spread is shown, how wide it may be."""
    digits = words.digits_for(row)
    drawn = f"{row['variants']} random combinations"
    if row["p"] > ERROR:
        most = words.interval(row["band_low_from"], row["band_high_to"], digits)
        return (
            f"Over the assumed components no spread is shown in how often {what} ({where}): 90{words.NBSP}% of {drawn}"
            f" lie within {most}{words.NBSP}% (95{words.NBSP}%)"
        )
    low, high = (words.interval(row[f"band_{end}_from"], row[f"band_{end}_to"], digits) for end in ("low", "high"))
    return (
        f"Over the assumed components {what} {words.interval(row['band_low'], row['band_high'], digits)}{words.NBSP}%"
        f" ({where}; 90{words.NBSP}% of {drawn}, without what chance adds; 95{words.NBSP}% for its ends: {low} and"
        f" {high})"
    )


def largest(tornado: pd.DataFrame, idle: pd.DataFrame, what: str, labels: Labels, most: int = 3) -> Iterator[Finding]:
    """Say which single changes are shown to move the rate, with the figures of fresh games, and which cannot act.

    Parameters
    ----------
    tornado
        Rows of `strikesim.result.Result.tornado`, of one cell and side.
    idle
        Rows of `strikesim.result.Result.idle`, of the same cell.
    what
        Whose rate it is: 'the team's win rate'.
    """
    first = tornado.iloc[0]
    about = {axis: words.known(first[axis]) for axis in ("difficulty", "players")}
    shown = tornado[tornado["shown"]]
    tried = f"Of {counted(len(tornado), 'single change', words.number(len(tornado)))}"
    moves = f"shown to move {what} ({words.setting(about, labels)})"
    if shown.empty:
        told = f"{change(first, labels)}, {words.difference(first, CHOSEN)}"
        most = max(tornado["high"].max(), -tornado["low"].min())
        sentence = (
            f"{tried} none is {moves}; the largest is that of {told}, and changes of up to {100 * most:.1f} points are"
            " not ruled out."
        )
    else:
        verb = "is" if len(shown) == 1 else "are"
        sentence = f"{tried} {words.number(len(shown))} {verb} {moves}{_again(shown, labels, most)}."
    sentence = " ".join([sentence, *unable(idle, labels)])
    yield Finding("assumptions", sentence, about, numbers_of(tornado))


def _again(shown: pd.DataFrame, labels: Labels, most: int) -> str:
    """Return what came out when the rows that are shown were played again, on a fresh seed."""
    if shown["again"].isna().any():
        return f", and not yet played again on a fresh seed, namely {_told(shown, labels, most, CHOSEN)}"
    rows = reported(shown)
    held, failed = rows[rows["confirmed"].astype(bool)], rows[~rows["confirmed"].astype(bool)]
    if held.empty:
        return f"; played again on a fresh seed, none is shown again, of {_told(failed, labels, most)}"
    number = f"{words.number(len(held))} {'is' if len(held) == 1 else 'are'}"
    again = f"; played again on a fresh seed, {number} shown again, namely {_told(held, labels, most)}"
    return again if failed.empty else f"{again}; not again {_told(failed, labels, most)}"


def _told(rows: pd.DataFrame, labels: Labels, most: int, note: str = "") -> str:
    told = [f"{change(row, labels)}, {words.difference(row, note)}" for row in rows[:most].to_dict("records")]
    more = [f"and {words.number(len(rows) - most)} more"] if len(rows) > most else []
    return "; ".join([*told, *more])


def unable(idle: pd.DataFrame, labels: Labels) -> Iterator[str]:
    """Yield which changes do not count, for nothing differs with them."""
    none = idle[idle["like"] == BASELINE]
    if len(none):
        names = words.listed(change(row, labels) for row in none.to_dict("records"))
        yield (
            f"{words.upper(words.number(len(none)))} more cannot act here and"
            f" {'does' if len(none) == 1 else 'do'} not count, namely {names}."
        )
    for row in idle[idle["like"] != BASELINE].to_dict("records"):
        yield f"{change(row, labels)} is the same here as {words.variant(row['like'], labels)}, and counts once."


def change(row: "Mapping[str, Any] | pd.Series[Any]", labels: Labels) -> str:
    """Return a change in few words: 'Commercial Breaks: more rolls'."""
    value = {"True": "true", "False": "false"}.get(row["value"], row["value"])  # as a designer writes it
    return words.name(row["key"], value, labels)


def unknown(data: Mapping[str, Any], name: str, varied: set[str], labels: Labels) -> Iterator[Finding]:
    """Say that it is not known how far the figures move, and how to find out.

    Parameters
    ----------
    data
        The ruleset's data.
    name
        The ruleset's name.
    varied
        The assumed components that some sweep of the report varies.
    """
    open_ = [identity for identity in data.get("assumed", {}) if identity not in varied]
    if open_:
        names = words.listed(words.name(identity, labels=labels) for identity in open_)
        yield Finding(
            "assumption band",
            f"It is not known how far these figures move over the"
            f" {counted(len(open_), 'assumed component', words.number(len(open_)))} ({names}). This tells it:"
            f" strikesim sensitivity {name}",
            {},
            [],
        )
