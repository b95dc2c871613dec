"""How often a side wins, against what was asked for."""

from collections.abc import Iterator, Mapping
from typing import Any

import pandas as pd

from strikesim.games.labels import Labels
from strikesim.report import words
from strikesim.report.findings.finding import Finding, numbers_of
from strikesim.stats.targets import ABOVE, BELOW, INSIDE, POWER, UNDECIDED
from strikesim.sweep.config import DIFFICULTY
from strikesim.sweep.rows import COOPERATIVE

LITTLE = 0.1  # the part of the games played below which as many more are hardly more
ANY_NUMBER = "any number"


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
    for (players, verdict), rows in rates[rates["verdict"] != ""].groupby(["players", "verdict"], sort=False):
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
    told = claim.format(_asked(rows)) if claim else _undecided(rows, kind)
    return " ".join([f": {told}.", *disagreements(rows)])


def _asked(rows: pd.DataFrame) -> str:
    return words.bounds(rows["target_low"].iloc[0], rows["target_high"].iloc[0])


def _undecided(rows: pd.DataFrame, kind: str) -> str:
    """Say how many more games would tell, of each row as `strikesim check` does."""
    told: dict[str, list[str]] = {}
    for row in rows.to_dict("records"):
        whose = words.players(row["players"]) if kind == COOPERATIVE else words.who(row["of"], row["who"])
        told.setdefault(forecast(row), []).append(whose)
    parts = [
        f"{_would_tell(more)}{'' if len(told) == 1 else f' for {words.listed(whose)}'}" for more, whose in told.items()
    ]
    return f"not decided whether that is within the {_asked(rows)} asked for; {'; '.join(parts)}"


def forecast(row: Mapping[str, Any]) -> str:
    """Return how many more games decide a verdict, as a range; '' where no number of games is likely to.

    A best end that is little beside what was played says nothing and is left out.

    Parameters
    ----------
    row
        With ``games``, ``more_low`` and ``more_high`` (`strikesim.stats.targets.verdicts`).

    Examples
    --------
    >>> forecast({"games": 2000, "more_low": 1234, "more_high": 90_100})
    '1,200 to 90,000'
    >>> forecast({"games": 2000, "more_low": 1234, "more_high": None})
    'at least 1,200'
    >>> forecast({"games": 2000, "more_low": 1, "more_high": 90_100})
    'up to 90,000'
    >>> forecast({"games": 2000, "more_low": 1, "more_high": None})
    'any number'
    """
    low, high = (None if pd.isna(row[end]) else words.rounded(row[end]) for end in ("more_low", "more_high"))
    if low is None:
        return ""
    if row["more_low"] < row["games"] * LITTLE:
        return f"up to {high}" if high else ANY_NUMBER
    if high is None:
        return f"at least {low}"
    return low if low == high else f"{low} to {high}"


def _would_tell(more: str) -> str:
    if not more:
        return "so near the edge no number of games is likely to tell"
    if more == ANY_NUMBER:
        return f"so near the edge that it may take {more} of games to tell"
    return f"{more} more games would tell with a chance of {POWER:.0%}".replace("%", f"{words.NBSP}%")


def disagreements(rows: pd.DataFrame) -> list[str]:
    """Say why a verdict and its rate's interval seem to disagree, where they do.

    Parameters
    ----------
    rows
        Rates with their verdicts.
    """
    inside = (rows["target_low"] <= rows["low"]) & (rows["high"] <= rows["target_high"])
    below, above = rows["high"] < rows["target_low"], rows["low"] > rows["target_high"]
    told = []
    if (rows["verdict"].eq(UNDECIDED) & (inside | below | above)).any():
        told.append(
            "The interval is of one rate; the verdict is open because the verdicts on all rates of the sweep must be"
            " right together (Holm's correction)."
        )
    agrees = rows["verdict"].map({INSIDE: 0, BELOW: 1, ABOVE: 2})
    shown = (inside, below, above)
    if any((agrees.eq(k) & ~shown[k]).any() for k in range(3)):
        told.append(
            "A verdict comes from one-sided tests at the ends of what was asked for, so that the two-sided interval may"
            " just reach over one of them."
        )
    return told
