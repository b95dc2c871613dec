"""How often a side wins, against what was asked for."""

from collections.abc import Iterator, Mapping
from typing import Any

import pandas as pd

from strikesim.games.labels import Labels
from strikesim.report import words
from strikesim.report.findings.finding import Finding, numbers_of
from strikesim.stats.targets import UNDECIDED
from strikesim.sweep.config import DIFFICULTY
from strikesim.sweep.rows import COOPERATIVE


def levels(rates: pd.DataFrame, setting: Mapping[str, Any], calibrated: bool, labels: Labels) -> Iterator[Finding]:
    """Say for each difficulty how often the team wins, one sentence for all numbers of players with the same verdict.

    Parameters
    ----------
    rates
        A team's rows of one setting, with what `strikesim.stats.targets.verdicts` adds where there is a target.
    setting
        The setting's axes.
    calibrated
        The ruleset's content was chosen for such rates.
    labels
        Names for difficulties.
    """
    judged = "verdict" in rates
    for difficulty, rows in rates.groupby("difficulty", sort=False, dropna=False):
        for verdict, alike in rows.groupby("verdict", sort=False) if judged else [("", rows)]:
            about = {**setting, "difficulty": words.known(difficulty)}
            directions = {}
            if verdict not in ("", UNDECIDED):
                directions = {words.players(int(players)): str(verdict) for players in alike["players"]}
            yield Finding(
                "level",
                _level(_on(difficulty, labels), alike)
                + (_against(alike, str(verdict), COOPERATIVE) if judged else "."),
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
            f"{words.who(row['of'], row['who'])} wins {words.rate(row, '' if k else '95 %: ')}"
            for k, row in enumerate(rows.to_dict("records"))
        ]
        directions = {} if verdict == UNDECIDED else {str(row.who): str(verdict) for row in rows.itertuples()}
        sentence = (
            f"With {words.players(int(players))} {words.listed(told)}{_against(rows, str(verdict), 'competitive')}"
        )
        yield Finding("share", sentence, about, numbers_of(rows), directions, verdict=str(verdict))


def _on(difficulty: Any, labels: Labels) -> str:
    return "" if words.known(difficulty) is None else f"On {words.name(DIFFICULTY, difficulty, labels)}"


def _level(on: str, rows: pd.DataFrame) -> str:
    first, *rest = rows.to_dict("records")
    if not rest:
        start = f"{on} with {words.players(first['players'])}".strip()
        return f"{words.upper(start)} the team wins {words.rate(first)}"
    start = f"{on} the team wins" if on else "The team wins"
    parts = [f"{words.rate(first)} with {words.players(first['players'])}"]
    parts += [f"{words.rate(row, '')} with {words.number(row['players'])}" for row in rest]
    return f"{start} {words.listed(parts)}"


def _against(rows: pd.DataFrame, verdict: str, kind: str) -> str:
    claim = words.VERDICTS[verdict].claim.get(kind)
    return f": {claim.format(_asked(rows)) if claim else _undecided(rows)}."


def _asked(rows: pd.DataFrame) -> str:
    return words.bounds(rows["target_low"].iloc[0], rows["target_high"].iloc[0])


def _undecided(rows: pd.DataFrame) -> str:
    more = rows["more_games"].max()
    told = (
        "it sits on the edge"
        if pd.isna(rows["more_games"]).any()
        else f"about {words.rounded(more)} more games would tell"
    )
    return f"not decided whether that is within the {_asked(rows)} asked for; {told}"
