"""How often a side wins, against what was asked for."""

from collections.abc import Iterator, Mapping
from typing import Any

import pandas as pd

from strikesim.report import words
from strikesim.report.findings.finding import Finding, numbers_of
from strikesim.stats.tables import ORDER

_DECIDED = {
    "inside": "as asked for ({})",
    "below": "harder than the {} asked for",
    "above": "easier than the {} asked for",
}


def levels(rates: pd.DataFrame, setting: Mapping[str, Any], calibrated: bool) -> Iterator[Finding]:
    """Say for each difficulty how often the team wins, one sentence for all numbers of players with the same verdict.

    Parameters
    ----------
    rates
        A team's rows of one setting, with what `strikesim.stats.targets.verdicts` adds where there is a target.
    setting
        The setting's axes.
    calibrated
        The ruleset's content was chosen for such rates.
    """
    judged = "verdict" in rates
    for difficulty, rows in rates.groupby("difficulty", sort=False, dropna=False):
        for verdict, alike in rows.groupby("verdict", sort=False) if judged else [("", rows)]:
            about = {**setting, "difficulty": words.known(difficulty)}
            directions = {}
            if verdict not in ("", "undecided"):
                directions = {words.players(int(players)): str(verdict) for players in alike["players"]}
            yield Finding(
                "level",
                _level(words.known(difficulty), alike) + (_against(alike, str(verdict)) if judged else "."),
                about,
                numbers_of(alike),
                directions,
                verdict=str(verdict),
                calibrated=calibrated,
            )


def shares(rates: pd.DataFrame, setting: Mapping[str, Any]) -> Iterator[Finding]:
    """Say of the sides of a competitive game whether they win as often as was asked for, by number of players.

    Parameters
    ----------
    rates
        Rows of seats or bots of one setting, with what `strikesim.stats.targets.verdicts` adds.
    """
    for (players, verdict), rows in rates.groupby(["players", "verdict"], sort=False):
        about = {**setting, "players": int(players)}
        told = [
            f"{side(row)} {words.rate(row, '' if k else '95 %: ')}" for k, row in enumerate(rows.to_dict("records"))
        ]
        directions = {} if verdict == "undecided" else {str(row.who): str(verdict) for row in rows.itertuples()}
        asked = _asked(rows)
        ends = {"inside": f"as asked for ({asked})", "below": f"less than the {asked} asked for"}
        ends["above"] = f"more than the {asked} asked for"
        against = ends.get(str(verdict)) or _undecided(rows)
        sentence = f"With {words.players(int(players))} {words.listed(told)}: {against}."
        yield Finding("share", sentence, about, numbers_of(rows), directions, verdict=str(verdict))


def side(row: Mapping[str, Any]) -> str:
    """Return who a row of rates is about, and the verb: 'the first player wins'."""
    return f"the {words.ordinal(int(row['who']))} player wins" if row["of"] == ORDER else f"{row['who']} wins"


def _level(difficulty: Any, rows: pd.DataFrame) -> str:
    on = f"On {words.plain(difficulty)}" if difficulty is not None else ""
    first, *rest = rows.to_dict("records")
    if not rest:
        start = f"{on} with {words.players(first['players'])}".strip()
        return f"{start[0].upper()}{start[1:]} the team wins {words.rate(first)}"
    start = f"{on} the team wins" if on else "The team wins"
    parts = [f"{words.rate(first)} with {words.players(first['players'])}"]
    parts += [f"{words.rate(row, '')} with {words.number(row['players'])}" for row in rest]
    return f"{start} {words.listed(parts)}"


def _against(rows: pd.DataFrame, verdict: str) -> str:
    return f": {_DECIDED[verdict].format(_asked(rows)) if verdict in _DECIDED else _undecided(rows)}."


def _asked(rows: pd.DataFrame) -> str:
    low, high = rows["target_low"].iloc[0], rows["target_high"].iloc[0]
    return f"{100 * low:.3g}–{100 * high:.3g}{words.NBSP}%"


def _undecided(rows: pd.DataFrame) -> str:
    more = rows["more_games"].max()
    told = "it sits on the edge" if pd.isna(rows["more_games"]).any() else f"about {_round(more)} more games would tell"
    return f"not decided whether that is within the {_asked(rows)} asked for; {told}"


def _round(count: int) -> str:
    """Return a number of games to two figures."""
    digits = len(str(int(count))) - 2
    return f"{round(int(count), -max(0, digits)):,}"
