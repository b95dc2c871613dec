"""Counts over the games of a result folder, in one pass, part by part: a million games need little memory.

A counter looks at some games of one cell and yields pairs of a key and an array; arrays of one key are added up over
the parts, a shorter one as if it ended in zeros.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from strikesim.errors import ResultError
from strikesim.sweep.manifest import Cell
from strikesim.sweep.rows import COOPERATIVE, TEAM, Winners, need, seated, won_by_bot, won_by_place

ORDER, BOT, END = "order", "bot", "end"  # what a rate is about, if not the team
Parts = Iterable[tuple[Cell, pd.DataFrame]]
Key = tuple[str, ...]
Counted = Iterator[tuple[Key, NDArray[Any]]]
Counter = Callable[[Cell, pd.DataFrame], Counted]  # from a cell and some of its games


@dataclass(frozen=True)
class Counts:
    """What was counted.

    Attributes
    ----------
    axes, seats, games
        Of each cell, by its index: its setting, its number of seats, how many of its games there are.
    sums
        For each counter: from the cell and a key to the array.
    """

    axes: dict[int, dict[str, Any]]
    seats: dict[int, int]
    games: dict[int, int]
    sums: dict[str, dict[tuple[Any, ...], NDArray[Any]]]


def gather(parts: Parts, counters: Mapping[str, Counter]) -> Counts:
    """Count in one pass.

    Parameters
    ----------
    parts
        Pairs of a cell and some of its games.
    counters
        By name.

    Raises
    ------
    ResultError
        There are no games, or they lack a column.
    """
    counts = Counts({}, {}, {}, {name: {} for name in counters})
    for cell, games in parts:
        if games.empty:
            continue
        index = cell.index
        counts.axes[index] = dict(cell.axes)
        counts.seats[index] = len(cell.bots)
        counts.games[index] = counts.games.get(index, 0) + len(games)
        for name, counter in counters.items():
            _add(counts.sums[name], index, counter(cell, games))
    if not counts.games:
        raise ResultError("no games are stored yet; run the sweep first")
    return counts


def _add(sums: dict[tuple[Any, ...], NDArray[Any]], cell: int, counted: Counted) -> None:
    for key, array in counted:
        old = sums.get((cell, *key), np.zeros(0, array.dtype))
        longer, shorter = (old, array) if len(old) > len(array) else (array, old)
        total = longer.copy()
        total[: len(shorter)] += shorter
        sums[cell, *key] = total


def labelled(counts: Counts, keys: Iterable[Sequence[Any]], *names: str) -> pd.DataFrame:
    """Return one row for each key (cell, …): the cell, its axes, and the rest of the key under the names given."""
    axes = next(iter(counts.axes.values()))
    rows = [(key[0], *counts.axes[key[0]].values(), *key[1:]) for key in keys]
    return pd.DataFrame(rows, columns=["cell", *axes, *names])


def games_of(counts: Counts, table: pd.DataFrame) -> NDArray[Any]:
    """Return how many games the cell of each row has."""
    return np.array([counts.games[cell] for cell in table["cell"]], int)


# ---- counters ----------------------------------------------------------------------------------------------------


def wins(kind: str) -> Counter:
    """Count wins and endings: (of, who) → (games it won, games it would have won if all seats won equally often)."""

    def count(cell: Cell, games: pd.DataFrame) -> Counted:
        winners = Winners.of_games(games)
        if kind == COOPERATIVE:
            yield (TEAM, TEAM), np.array([winners.won.sum(), np.nan])
        else:
            yield from _shares(cell, winners)
        need(games, "cause")
        for (outcome, cause), number in games.groupby(["outcome", "cause"], observed=True).size().items():
            yield (END, f"{outcome}: {cause}"), np.array([number, np.nan])

    return count


def _shares(cell: Cell, winners: Winners) -> Counted:
    line_up, seats = cell.line_up, len(cell.bots)
    finished = (winners.seat >= 0).sum()
    for place, won in won_by_place(line_up, winners).items():
        yield (ORDER, place), np.array([won.sum(), finished / seats])
    if len(set(line_up)) > 1:
        for bot, won in won_by_bot(line_up, winners).items():
            yield (BOT, bot), np.array([won.sum(), finished * line_up.count(bot) / seats])


def endings(cell: Cell, games: pd.DataFrame) -> Counted:
    """Count games by how they ended and after how many turns: (ending,) → histogram of turns."""
    need(games, "outcome", "cause", "turns")
    for (outcome, cause), turns in games.groupby(["outcome", "cause"], observed=True)["turns"]:
        yield (f"{outcome}: {cause}",), np.bincount(turns.to_numpy(int))


def decisions(cell: Cell, games: pd.DataFrame) -> Counted:
    """Count games by the number of decisions taken: () → histogram."""
    need(games, "decisions")
    yield (), np.bincount(games["decisions"].to_numpy(int))


def factors(kind: str, metrics: "list[str]") -> Counter:
    """Count what was in play: (metric, name) → (games with it, those its side won, those anybody won).

    In a cooperative game its side is the team. In a competitive game it is the seat that has it, and only games in
    which one seat alone has it are counted.
    """

    def count(cell: Cell, games: pd.DataFrame) -> Counted:
        winners = Winners.of_games(games)
        for metric in metrics:
            names, codes = _dealt(games, metric, len(cell.bots))
            for k, name in enumerate(names):
                has = codes == k
                if kind == COOPERATIVE:
                    yield (metric, name), _numbers(winners.won[has.any(axis=1)])
                else:
                    alone = has.sum(axis=1) == 1
                    holder, winner = has[alone].argmax(axis=1), winners.seat[alone]
                    yield (metric, name), _numbers(winner == holder, winner >= 0)

    return count


def _dealt(games: pd.DataFrame, name: str, seats: int) -> tuple[list[str], NDArray[Any]]:
    """Return the names in the columns ``name_0`` … and, as (games, seats), which of them stands where; -1 is none."""
    columns = [f"{name}_{seat}" for seat in range(seats)]
    need(games, *columns)
    dealt = [pd.Categorical(games[column]) for column in columns]
    known = [column.categories[np.unique(column.codes[column.codes >= 0])] for column in dealt]
    names = sorted({str(value) for values in known for value in values})
    codes = np.full((len(games), seats), -1)
    for seat, column in enumerate(dealt):
        order = np.array([names.index(str(c)) if str(c) in names else -1 for c in column.categories] + [-1])
        codes[:, seat] = order[column.codes]  # the last one is for the code -1
    return names, codes


def _numbers(won: NDArray[Any], anybody: "NDArray[Any] | None" = None) -> NDArray[Any]:
    return np.array([len(won), won.sum(), (won if anybody is None else anybody).sum()])


def values(metrics: "list[str]", seat_metrics: "list[str]") -> Counter:
    """Add up metrics: (metric, bot) → (sum, sum of squares, games); bot is '' for a metric of the game.

    A metric of seats counts once a game for each bot, with the mean over the seats where it sat: seats of one game are
    not independent.
    """

    def count(cell: Cell, games: pd.DataFrame) -> Counted:
        need(games, *metrics, "rotation")
        for name in metrics:
            yield (name, ""), _powers(games[name].to_numpy(float))
        bots, codes = seated(cell.line_up, games["rotation"].to_numpy(int))
        for name in seat_metrics:
            columns = [f"{name}_{seat}" for seat in range(len(cell.bots))]
            need(games, *columns)
            numbers = games[columns].to_numpy(float)
            for k, bot in enumerate(bots):
                here = codes == k
                yield (name, bot), _powers(np.where(here, numbers, 0).sum(axis=1) / here.sum(axis=1))

    return count


def _powers(numbers: NDArray[Any]) -> NDArray[Any]:
    return np.array([numbers.sum(), (numbers**2).sum(), len(numbers)])
