"""Tables of rates and means over the games of a result folder, gathered part by part."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from strikesim.errors import ResultError
from strikesim.stats.intervals import mean_interval, wilson

# What a row of the summary is about.
TEAM, ORDER, BOT, END = "team", "order", "bot", "end"


def win_rates(kind: str, seats: int, games: pd.DataFrame) -> "Iterator[tuple[str, str, float, int]]":
    """Yield (what, who, fair share, wins) for every rate that one part of one cell's games speaks of.

    Parameters
    ----------
    kind
        ``cooperative`` or ``competitive``.
    seats
        Number of seats.
    games
        The part's games, one row each.
    """
    if kind == "cooperative":
        yield TEAM, "team", np.nan, int((games["outcome"] == "win").sum())
    else:
        won = games[games["winner"].notna()]
        winner = won["winner"].astype(int)
        order = (winner - won["first_seat"]) % seats
        for place in range(seats):
            yield ORDER, str(place + 1), 1 / seats, int((order == place).sum())
        yield from _by_bot(seats, games, won, winner)
    for (outcome, cause), count in games.groupby(["outcome", "cause"], observed=True).size().items():
        yield END, f"{outcome}: {cause}", np.nan, int(count)


def _by_bot(
    seats: int, games: pd.DataFrame, won: pd.DataFrame, winner: "pd.Series[int]"
) -> Iterator[tuple[str, str, float, int]]:
    line_up = [str(games[f"bot_{seat}"].iloc[0]) for seat in range(seats)]
    if len(set(line_up)) == 1:
        return
    bots = won[[f"bot_{seat}" for seat in range(seats)]].astype(str).to_numpy()
    winning = bots[np.arange(len(won)), winner]
    for name in sorted(set(line_up)):
        yield BOT, name, line_up.count(name) / seats, int((winning == name).sum())


def summarise(kind: str, parts: "Iterable[tuple[Mapping[str, Any], pd.DataFrame]]") -> pd.DataFrame:
    """Return every win rate and every share of endings, with its Wilson 95 % interval.

    Parameters
    ----------
    kind
        ``cooperative`` or ``competitive``.
    parts
        Pairs of a cell's manifest entry and some of its games.

    Returns
    -------
    DataFrame
        Columns: ``cell``, the axes, ``of`` (team, order of play, bot, end), ``who``, ``games``, ``count``, ``rate``,
        ``low``, ``high``, ``fair`` (the rate if all seats won equally often; unfinished games are won by nobody).
    """
    counts: dict[tuple[int, str, str], int] = {}
    fair: dict[tuple[int, str, str], float] = {}
    total: dict[int, int] = {}
    axes: dict[int, Mapping[str, Any]] = {}
    for cell, games in parts:
        index = cell["cell"]
        axes[index] = {axis: _text(value) for axis, value in cell["axes"].items()}
        total[index] = total.get(index, 0) + len(games)
        for of, who, share, count in win_rates(kind, len(cell["bots"]), games):
            key = (index, of, who)
            counts[key] = counts.get(key, 0) + count
            fair[key] = share
    rows = [
        {"cell": key[0], **axes[key[0]], "of": key[1], "who": key[2], "games": total[key[0]], "count": count}
        for key, count in counts.items()
    ]
    table = pd.DataFrame(rows)
    if table.empty:
        raise ResultError("no games are stored yet; run the sweep first")
    low, high = wilson(table["count"], table["games"])
    table = table.assign(rate=table["count"] / table["games"], low=low, high=high, fair=list(fair.values()))
    place = table["of"].map([TEAM, BOT, ORDER, END].index)
    decided = table[table["who"].str.startswith("unfinished")].set_index("cell")["rate"]
    table["fair"] *= 1 - table["cell"].map(decided).fillna(0.0)
    return table.iloc[np.lexsort((table["who"], place, table["cell"]))].reset_index(drop=True)


def means(
    metrics: "list[str]", seat_metrics: "list[str]", parts: "Iterable[tuple[Mapping[str, Any], pd.DataFrame]]"
) -> pd.DataFrame:
    """Return mean, standard deviation and 95 % interval of the mean of each metric in each cell.

    Parameters
    ----------
    metrics
        Names of columns with one number for each game.
    seat_metrics
        Names of columns with one number for each seat (``NAME_0`` …). A game counts once for each bot, with the mean
        over the seats where it sat: seats of one game are not independent.
    parts
        As for `summarise`.

    Returns
    -------
    DataFrame
        Columns: ``cell``, the axes, ``metric``, ``bot`` ('' for a metric of the game), ``games``, ``mean``, ``sd``,
        ``low``, ``high``.
    """
    sums: dict[tuple[int, str, str], Any] = {}
    axes: dict[int, Mapping[str, Any]] = {}
    for cell, games in parts:
        axes[cell["cell"]] = {axis: _text(value) for axis, value in cell["axes"].items()}
        numbers = [(name, "", games[name].to_numpy(float)) for name in metrics]
        for name, bot, values in [*numbers, *_by_seat(seat_metrics, len(cell["bots"]), games)]:
            added = np.array([values.sum(), (values**2).sum(), len(values)])
            sums[cell["cell"], name, bot] = sums.get((cell["cell"], name, bot), 0) + added
    rows = [{"cell": cell, **axes[cell], "metric": name, "bot": bot} for cell, name, bot in sums]
    total, squares, count = np.array(list(sums.values())).T
    mean, deviation, half = mean_interval(total, squares, count)
    return pd.DataFrame(rows).assign(
        games=count.astype(int), mean=mean, sd=deviation, low=mean - half, high=mean + half
    )


def _by_seat(names: "list[str]", seats: int, games: pd.DataFrame) -> "Iterator[tuple[str, str, NDArray[Any]]]":
    """Yield (metric, bot, its mean over that bot's seats in each game)."""
    bots = games[[f"bot_{seat}" for seat in range(seats)]].astype(str).to_numpy()
    for name in names:
        values = games[[f"{name}_{seat}" for seat in range(seats)]].to_numpy(float)
        for bot in sorted(set(bots[0])):
            here = bots == bot
            yield name, bot, np.where(here, values, 0).sum(axis=1) / here.sum(axis=1)


def _text(value: Any) -> Any:
    return "+".join(map(str, value)) if isinstance(value, list) else value
