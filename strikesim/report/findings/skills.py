"""For whom a game is hard: what teams of each skill win."""

from collections.abc import Iterator, Sequence

import pandas as pd

from strikesim.games.labels import Labels
from strikesim.report import words
from strikesim.report.findings.finding import Finding, numbers_of
from strikesim.report.view import View, choose
from strikesim.stats.ladder import SKILL
from strikesim.stats.tables import first_alike, sides
from strikesim.sweep.config import BOTS, DIFFICULTY, PLAYERS

PEOPLE = SKILL[1:]  # nobody plays at random
TOPIC = "skills"
ALIKE = "alike"


def by_skill(views: Sequence[View]) -> pd.DataFrame:
    """Return what teams win whose players are all of one skill, from the weakest to the strongest.

    Parameters
    ----------
    views
        Results of one cooperative game. Of those with the first one's main setting, but for the bots, the cells with
        most games count.

    Returns
    -------
    DataFrame
        Rows of the table of rates, with ``alike``: whether another one's games are the same; none where there are
        fewer than two skills, or nobody plays together.
    """
    first = _main(views[0])
    tables = [
        rows.assign(**{ALIKE: first_alike(rows["cell"], view.result.same_as) != rows["cell"]})
        for view in views
        for rows in [choose(sides(view.tables.rates), first)]
        if view.result.cooperative and view.result.baseline is None and _main(view) == first
    ]
    rates = pd.concat(tables, ignore_index=True) if tables else pd.DataFrame({BOTS: []})
    rates = rates[rates[BOTS].isin(PEOPLE)]
    if rates[BOTS].nunique() < 2:
        return rates[:0]
    rates = rates.sort_values("games", ascending=False, kind="stable").drop_duplicates([PLAYERS, DIFFICULTY, BOTS])
    order = rates.index.sort_values()
    return rates.loc[order].sort_values(BOTS, key=lambda bots: bots.map(PEOPLE.index), kind="stable")


def _main(view: View) -> dict[str, object]:
    return {axis: value for axis, value in view.settings[0].items() if axis != BOTS}


def skills(rates: pd.DataFrame, default: str | None, labels: Labels) -> Iterator[Finding]:
    """Say what teams of each skill win on the usual difficulty, one sentence for each number of players.

    Parameters
    ----------
    rates
        What `by_skill` returned.
    default
        The usual difficulty; None where there is only one.
    labels
        Names for difficulties.
    """
    if rates.empty:
        return
    usual = rates[rates[DIFFICULTY].map(words.known) == default] if default else rates
    for players, rows in usual[~usual[ALIKE].astype(bool)].groupby(PLAYERS, sort=True):
        about = {PLAYERS: int(players), DIFFICULTY: default}
        told = [
            f"{words.line_up(str(row[BOTS]))} {words.rate(row, '' if k else '95 %: ')}"
            for k, row in enumerate(rows.to_dict("records"))
        ]
        where = words.upper(words.setting({DIFFICULTY: default, PLAYERS: int(players)}, labels))
        yield Finding(TOPIC, f"{where}, wins by skill: {', '.join(told)}.", about, numbers_of(rows))
