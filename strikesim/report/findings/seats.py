"""Who wins a competitive game: seats in order of play against a fair share, bots against each other."""

from collections.abc import Iterator, Mapping
from typing import Any

import pandas as pd

from strikesim.games.labels import Labels
from strikesim.report import words
from strikesim.report.findings.finding import Finding, numbers_of
from strikesim.sweep.rows import UNFINISHED

TOGETHER = f"all seats of the sweep at once, 95{words.NBSP}%: "


def seats(table: pd.DataFrame, setting: Mapping[str, Any]) -> Iterator[Finding]:
    """Say for each number of players which seats win more or less than a fair share.

    Parameters
    ----------
    table
        Rows of the table of seats, of one setting: ``difference`` from the fair share with its interval
        ``difference_low``, ``difference_high``, which covers for all seats of the sweep at once.
    """
    for players, rows in table.groupby("players", sort=False):
        shown = rows[(rows["difference_low"] > 0) | (rows["difference_high"] < 0)]
        about = {**setting, "players": int(str(players))}
        directions = {f"seat {row.who}": "more" if row.difference > 0 else "less" for row in shown.itertuples()}
        sentence = _favoured(int(str(players)), shown) if len(shown) else _level(int(str(players)), rows)
        yield Finding("seats", sentence, about, numbers_of(rows), directions)


def favoured(table: pd.DataFrame) -> str:
    """Say for each number of players which seat is shown to be farthest from a fair share, of all in one sentence.

    Parameters
    ----------
    table
        As for `seats`.
    """
    shown = table[(table["difference_low"] > 0) | (table["difference_high"] < 0)]
    if shown.empty:
        return (
            f"No seat is shown to win more or less than a fair share; {_open(table)} (all seats of the sweep at once)."
        )
    farthest = shown.loc[shown.groupby("players")["difference"].apply(lambda rows: rows.abs().idxmax())]
    told = [
        f"the {words.ordinal(int(row['who']))} of {words.players(int(row['players']))}"
        f" {'' if k else 'wins '}{_apart(row, '' if k else TOGETHER)} {_more(row)}"
        for k, (_, row) in enumerate(farthest.iterrows())
    ]
    return f"Against a fair share {words.listed(told)}."


def _open(rows: pd.DataFrame) -> str:
    bound = max(rows["difference_high"].max(), -rows["difference_low"].min())
    return f"differences of up to {100 * bound:.1f} points are not ruled out"


def _favoured(players: int, shown: pd.DataFrame) -> str:
    """Tell the seats that differ, the largest difference first; with two players the first one tells all."""
    order = shown["difference"].abs().sort_values(ascending=False).index if players > 2 else shown.index[:1]
    first, *rest = [shown.loc[k] for k in order]
    told = [
        f"the {words.ordinal(int(first['who']))} player wins {words.rate(first)}, {_apart(first, TOGETHER)}"
        f" {_more(first)} than a fair share"
    ]
    told += [f"the {words.ordinal(int(row['who']))} {words.rate(row, '')}, {_apart(row)} {_more(row)}" for row in rest]
    return f"With {words.players(players)} {words.listed(told)}."


def _more(row: "pd.Series[Any]") -> str:
    return "more" if row["difference"] > 0 else "less"


def _apart(row: "pd.Series[Any]", label: str = "") -> str:
    """Return how far a rate is from a fair share, with the interval that holds for all seats at once."""
    low, high = sorted((abs(row["difference_low"]), abs(row["difference_high"])))
    return f"{100 * abs(row['difference']):.1f} points ({label}{100 * low:.1f}–{100 * high:.1f})"


def _level(players: int, rows: pd.DataFrame) -> str:
    rates = [f"{words.rate(row)}" for row in rows.to_dict("records")]
    return (
        f"With {words.players(players)} no seat is shown to differ from a fair share of"
        f" {words.percent(rows['fair'].iloc[0])}: in order of play they win {words.listed(rates)}; {_open(rows)} (all"
        " seats of the sweep at once)."
    )


def bots(rates: pd.DataFrame, setting: Mapping[str, Any]) -> Iterator[Finding]:
    """Say who wins among the bots of a mixed line-up, for all numbers of players in one sentence.

    Parameters
    ----------
    rates
        Rows with ``of`` bot, of one setting.
    """
    if rates.empty:
        return
    rates = rates.assign(lead=rates["rate"] - rates["fair"])
    best = rates.groupby("who")["lead"].mean().idxmax()
    others = words.listed(sorted(set(rates["who"]) - {best}))
    rows = rates[rates["who"] == best]
    parts = [
        f"{words.rate(row, '' if k else '95 %: ')} with {words.players(row['players'])}, where"
        f" {words.percent(row['fair'], 0)} would be fair"
        for k, row in enumerate(rows.to_dict("records"))
    ]
    yield Finding("bots", f"Against {others}, {best} wins {'; '.join(parts)}.", setting, numbers_of(rows))


def unfinished(rates: pd.DataFrame, setting: Mapping[str, Any], labels: Labels) -> Iterator[Finding]:
    """Say where games reached the turn limit: nobody wins them.

    Parameters
    ----------
    rates
        Rows with ``of`` end, of one setting.
    """
    rows = rates[rates["who"].str.startswith(UNFINISHED) & (rates["count"] > 0)]
    if rows.empty:
        return
    worst = rows.loc[rows["rate"].idxmax()]
    ends = words.interval(worst["low"], worst["high"], words.digits_for(worst))
    total = int(rows["count"].sum())
    some = "One game reaches the turn limit and is" if total == 1 else f"{total:,} games reach the turn limit and are"
    yield Finding(
        "endings",
        f"{some} won by nobody, the largest share with {words.place(worst, labels)}: {worst['count']:,} of"
        f" {worst['games']:,} games (95{words.NBSP}%: {ends}{words.NBSP}%).",
        setting,
        numbers_of(rows),
    )
