"""The report in one or two sentences: how the main setting comes out, and how far its cells reach."""

from collections.abc import Iterator

import pandas as pd

from strikesim.games.labels import Labels
from strikesim.report import words
from strikesim.report.findings.seats import favoured
from strikesim.report.view import View, choose
from strikesim.stats.counts import ORDER
from strikesim.sweep.rows import COOPERATIVE


def verdict(view: View) -> list[str]:
    """Return one or two sentences on who wins in the main setting, each rate with its interval."""
    main = view.settings[0]
    rows = view.once(choose(view.judged, main))
    ruleset = view.result.manifest.ruleset
    counted = [_counted(rows, ruleset.kind)] if "verdict" in rows and len(rows) > 1 else []
    if counted and ruleset.calibrated:
        counted = [f"With assumed components that were set to give such rates: {words.lower(counted[0])}"]
    if ruleset.kind == COOPERATIVE:
        return [*counted, _reach(rows, view.labels)]
    seats = view.rows("seats", main)
    return [*counted, _farthest(rows) if seats.empty else favoured(seats)]


def _counted(rows: pd.DataFrame, kind: str) -> str:
    """Say how many cells, or sides, come out in which way against the target."""
    number = words.number(len(rows))
    if kind == COOPERATIVE:
        asked = f"the {words.bounds(rows['target_low'].iloc[0], rows['target_high'].iloc[0])}"
        what = f"{number} combinations of difficulty and players"
    else:
        asked = _share(rows)
        what = f"{number} {'seats' if rows['of'].iloc[0] == ORDER else 'bots'} over all numbers of players"
    first, *rest = [(words.number(count), _mark(name, kind)) for name, count in _counts(rows)]
    told = words.listed([f"{first[0]} {'comes' if first[0] == 'one' else 'come'} out {first[1]}", *map(" ".join, rest)])
    return f"Measured by {asked} asked for, of {what} {told}."


def _share(rows: pd.DataFrame) -> str:
    """Return what was asked for: one part of a fair share for all, or one share of all games."""
    ends = rows[["target_low", "target_high"]].div(rows["fair"], axis=0).round(6).drop_duplicates()
    if len(ends) == 1:
        return f"the {words.bounds(*ends.iloc[0])} of a fair share"
    ends = rows[["target_low", "target_high"]].drop_duplicates()
    return f"the {words.bounds(*ends.iloc[0])}" if len(ends) == 1 else "the share"


def _counts(rows: pd.DataFrame) -> Iterator[tuple[str, int]]:
    """Yield the verdicts that there are, always in the same order, with the number of rows."""
    for name in words.VERDICTS:
        if count := int((rows["verdict"] == name).sum()):
            yield name, count


def _mark(name: str, kind: str) -> str:
    verdict = words.VERDICTS[name]
    return verdict.brief if kind != COOPERATIVE and name in ("below", "above") else verdict.mark[kind]


def _reach(rows: pd.DataFrame, labels: Labels) -> str:
    low, high = rows.iloc[rows["rate"].argmin()], rows.iloc[rows["rate"].argmax()]
    if len(rows) == 1:
        return f"The team wins {words.rate(low)}."
    return (
        f"The team wins from {words.rate(low)} ({words.place(low, labels)}) to {words.rate(high)}"
        f" ({words.place(high, labels)})."
    )


def _farthest(rows: pd.DataFrame) -> str:
    most = rows.iloc[(rows["rate"] - rows["fair"]).abs().argmax()]
    return (
        f"Farthest from its fair share of {words.percent(most['fair'])} is {words.who(most['of'], most['who'])} with"
        f" {words.players(int(most['players']))}, who wins {words.rate(most)}."
    )
