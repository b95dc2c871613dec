"""How far the figures move over the components that had to be assumed, and over the switches."""

from collections.abc import Iterator, Mapping
from typing import Any

import pandas as pd

from strikesim.games.labels import Labels
from strikesim.report import words
from strikesim.report.findings.finding import Finding, numbers_of
from strikesim.stats.adjust import SCREEN


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
        where = words.setting(about, labels)
        digits = words.digits_for(row)
        spanned = words.interval(row["band_low"], row["band_high"], digits)
        sentence = (
            f"Over the assumed components {what} {spanned}{words.NBSP}% ({where}; 90{words.NBSP}% of"
            f" {row['variants']} random combinations, all of them"
            f" {words.interval(row['lowest'], row['highest'], digits)});"
            f" as it stands {words.rate(row)}."
        )
        yield Finding("assumption band", sentence, about, [row])


def largest(tornado: pd.DataFrame, what: str, labels: Labels, most: int = 3) -> Iterator[Finding]:
    """Say which single changes move the rate most, if any is shown to.

    Parameters
    ----------
    tornado
        As `strikesim.stats.assumptions.tornado` returns it, of one cell and side.
    what
        Whose rate it is: 'the team's win rate'.
    """
    first = tornado.iloc[0]
    about = {axis: words.known(first[axis]) for axis in ("difficulty", "players")}
    where = words.setting(about, labels)
    shown = tornado[tornado["q"] <= SCREEN]
    tried = f"{words.number(len(tornado))} single change{'' if len(tornado) == 1 else 's'}"
    if shown.empty:
        told = f"the largest is that of {change(first, labels)}, {words.difference(first)}"
        sentence = f"Of {tried} none is shown to move {what} ({where}); {told}."
    else:
        told = "; ".join(f"{change(row, labels)}, {words.difference(row)}" for row in shown[:most].to_dict("records"))
        verb = "is" if len(shown) == 1 else "are"
        sentence = f"Of {tried} {words.number(len(shown))} {verb} shown to move {what} ({where}), most of all {told}."
    yield Finding("assumptions", sentence, about, numbers_of(tornado))


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
            f"It is not known how far these figures move over the {words.number(len(open_))} assumed"
            f" component{'' if len(open_) == 1 else 's'} ({names}). This tells it:"
            f" strikesim sensitivity {name}",
            {},
            [],
        )
