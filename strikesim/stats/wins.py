"""Who won each game: the team, the bots of a line-up, or the places in order of play."""

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from strikesim.errors import ResultError

COOPERATIVE = "cooperative"
FIRST = "first of the line-up"


def won_by(kind: str, games: pd.DataFrame, seats: int) -> dict[str, NDArray[Any]]:
    """Return for each side whether it won each game.

    Parameters
    ----------
    kind
        ``cooperative`` or ``competitive``.
    games
        One row each, as a result folder stores them.
    seats
        Number of seats.

    Returns
    -------
    dict of bool ndarray, one value for each game
        ``team``; or in competitive games each bot of a mixed line-up, or each place in order of play ("1", "2", …).
    """
    if kind == COOPERATIVE:
        return {"team": won_by_team(games)}
    return won_by_bot(games, seats) or won_by_order(games, seats)


def won_by_team(games: pd.DataFrame) -> NDArray[Any]:
    """Return which games were won; an unfinished one was not."""
    need(games, "outcome")
    return (games["outcome"] == "win").to_numpy(bool)


def won_by_order(games: pd.DataFrame, seats: int) -> dict[str, NDArray[Any]]:
    """Return for each place in order of play, from "1", which games it won."""
    need(games, "first_seat")
    winner = winners(games)
    place = np.where(winner < 0, -1, (winner - games["first_seat"].to_numpy(int)) % seats)
    return {str(k + 1): place == k for k in range(seats)}


def won_by_bot(games: pd.DataFrame, seats: int) -> dict[str, NDArray[Any]]:
    """Return for each bot which games it won; nothing where one bot sits in all seats."""
    return won_by_name(games, *in_seats(games, "bot", seats))


def won_by_name(games: pd.DataFrame, names: "list[str]", codes: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """Return the same from what `in_seats` returned."""
    if len(names) < 2:
        return {}
    winner = winners(games)
    winning = np.where(winner < 0, -1, codes[np.arange(len(games)), np.maximum(winner, 0)])
    return {name: winning == k for k, name in enumerate(names)}


def won_by_first(games: pd.DataFrame, seats: int) -> NDArray[Any]:
    """Return which games the first bot of the line-up won.

    In game g the line-up is moved on by g: its first bot sits at the seat s with (s + g) modulo seats = 0.
    """
    need(games, "game")
    return winners(games) == (-games["game"].to_numpy(int)) % seats


def winners(games: pd.DataFrame) -> NDArray[Any]:
    """Return the seat that won each game, -1 where nobody did."""
    need(games, "winner")
    return pd.to_numeric(games["winner"]).fillna(-1).to_numpy(int)


def in_seats(games: pd.DataFrame, name: str, seats: int) -> tuple[list[str], NDArray[Any]]:
    """Return the names in the columns ``name_0`` … and, as (games, seats), which of them stands where; -1 is none."""
    columns = [f"{name}_{seat}" for seat in range(seats)]
    need(games, *columns)
    factors = [pd.Categorical(games[column]) for column in columns]
    known = [factor.categories[np.unique(factor.codes[factor.codes >= 0])] for factor in factors]
    names = sorted({str(value) for values in known for value in values})
    codes = np.full((len(games), seats), -1)
    for seat, factor in enumerate(factors):
        order = np.array([names.index(str(c)) if str(c) in names else -1 for c in factor.categories] + [-1])
        codes[:, seat] = order[factor.codes]  # the last one is for the code -1
    return names, codes


def need(games: pd.DataFrame, *columns: str) -> None:
    """Refuse games that lack a column.

    Raises
    ------
    ResultError
        Says which.
    """
    for column in columns:
        if column not in games.columns:
            raise ResultError(
                f"the stored games have no column '{column}'; another version made them: run the sweep again"
            )
