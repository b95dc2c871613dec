"""Rows of games: how the kernel's become columns, who sat where, and who won. Nowhere else is that known.

In game g the line-up has moved on by its rotation: at a seat sits the bot whose place in the line-up is (seat +
rotation) modulo seats.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import pyarrow as pa
from numpy.typing import ArrayLike, NDArray

from strikesim.engine.match import Match
from strikesim.errors import ResultError
from strikesim.games.common import MAX_SEATS, OUTCOMES, WIN, Metric

if TYPE_CHECKING:
    import pandas as pd

COOPERATIVE = "cooperative"
TEAM = "team"
FIRST = "first of the line-up"
UNFINISHED = OUTCOMES[3]
WINNERS = ("outcome", "winner", "first_seat", "rotation")


def place_at(seat: ArrayLike, rotation: ArrayLike, seats: int) -> NDArray[Any]:
    """Return which place of the line-up a seat has; `strikesim.engine.kernel.lineup_place`, for arrays."""
    return (np.asarray(seat, int) + np.asarray(rotation, int)) % seats


def seated(line_up: Sequence[str], rotation: ArrayLike) -> tuple[list[str], NDArray[Any]]:
    """Return the names of a line-up and, as (games, seats), which of them sat where."""
    names = sorted(set(line_up))
    places = place_at(np.arange(len(line_up)), np.reshape(rotation, (-1, 1)), len(line_up))
    return names, np.array([names.index(name) for name in line_up])[places]


# ---- who won -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Winners:
    """Who won some games, one value for each.

    Attributes
    ----------
    won
        Whether the outcome was a win.
    seat
        The seat that won, -1 where nobody did.
    first_seat
        The seat that began.
    rotation
        How far the line-up had moved on.
    """

    won: NDArray[np.bool_]
    seat: NDArray[np.int64]
    first_seat: NDArray[np.int64]
    rotation: NDArray[np.int64]

    @classmethod
    def of_rows(cls, rows: NDArray[Any]) -> Self:
        """Read them from the kernel's rows."""
        seat, first_seat, rotation = (rows[name].astype(np.int64) for name in WINNERS[1:])
        return cls(rows["outcome"] == WIN, seat, first_seat, rotation)

    @classmethod
    def of_games(cls, games: "pd.DataFrame") -> Self:
        """Read them from stored games.

        Raises
        ------
        ResultError
            A column is missing.
        """
        need(games, *WINNERS)
        seat = games["winner"].astype("float64").fillna(-1).to_numpy(np.int64)
        first_seat, rotation = (games[name].to_numpy(np.int64) for name in WINNERS[2:])
        return cls((games["outcome"] == OUTCOMES[WIN]).to_numpy(bool), seat, first_seat, rotation)


def sides(kind: str, line_up: Sequence[str]) -> list[str]:
    """Return who can win: the team; the bots of a mixed line-up; or the places in order of play, from "1".

    Parameters
    ----------
    kind
        Of the ruleset: ``cooperative`` or ``competitive``.
    line_up
        The names of the bots, one for each seat.
    """
    if kind == COOPERATIVE:
        return [TEAM]
    names = list(dict.fromkeys(line_up))
    return names if len(names) > 1 else [str(place + 1) for place in range(len(line_up))]


def won_by(kind: str, line_up: Sequence[str], winners: Winners) -> dict[str, NDArray[np.bool_]]:
    """Return for each of the `sides` whether it won each game."""
    if kind == COOPERATIVE:
        return {TEAM: winners.won}
    return won_by_bot(line_up, winners) if len(set(line_up)) > 1 else won_by_place(line_up, winners)


def won_games(kind: str, line_up: Sequence[str], games: "pd.DataFrame") -> "pd.DataFrame":
    """Return which of the `sides` won which stored game: a column for each side, one byte for each game.

    Raises
    ------
    ResultError
        A column is missing.
    """
    import pandas as pd

    need(games, "game")
    return pd.DataFrame(won_by(kind, line_up, Winners.of_games(games)), index=games["game"].to_numpy())


def won_in_both(
    kind: str, line_ups: tuple[Sequence[str], Sequence[str]], games: "tuple[pd.DataFrame, pd.DataFrame]"
) -> dict[str, tuple[NDArray[np.bool_], NDArray[np.bool_]]]:
    """Return for each side which of the same games it won in one cell and in another.

    The team; or where both have the same line-up its bots, or the places in order of play; or else FIRST, the first of
    the line-up, who differs between both or plays against others.
    """
    winners = [Winners.of_games(played) for played in games]
    if kind == COOPERATIVE or line_ups[0] == line_ups[1]:
        before, after = (won_by(kind, line_up, won) for line_up, won in zip(line_ups, winners, strict=True))
        return {who: (before[who], after[who]) for who in before}
    first, other = (won_by_first(line_up, won) for line_up, won in zip(line_ups, winners, strict=True))
    return {FIRST: (first, other)}


def ended(games: "pd.DataFrame") -> "pd.Series[Any]":
    """Return how each stored game ended, as in 'win: demands'.

    Raises
    ------
    ResultError
        A column is missing.
    """
    import pandas as pd

    need(games, "game", "outcome", "cause")
    outcome, cause = (pd.Categorical(games[name]) for name in ("outcome", "cause"))
    names = [f"{one}: {other}" for one in outcome.categories for other in cause.categories]
    codes = outcome.codes.astype(int) * len(cause.categories) + cause.codes
    return pd.Series(pd.Categorical.from_codes(codes, names), index=games["game"].to_numpy())


def won_by_place(line_up: Sequence[str], winners: Winners) -> dict[str, NDArray[np.bool_]]:
    """Return for each place in order of play, from "1", which games it won."""
    seats = len(line_up)
    place = np.where(winners.seat < 0, -1, (winners.seat - winners.first_seat) % seats)
    return {str(k + 1): place == k for k in range(seats)}


def won_by_bot(line_up: Sequence[str], winners: Winners) -> dict[str, NDArray[np.bool_]]:
    """Return for each bot which games it won, in whatever seat."""
    names = np.array(line_up)[place_at(winners.seat, winners.rotation, len(line_up))]
    return {name: (winners.seat >= 0) & (names == name) for name in dict.fromkeys(line_up)}


def won_by_first(line_up: Sequence[str], winners: Winners) -> NDArray[np.bool_]:
    """Return which games the first place of the line-up won, whoever sits in the others."""
    return (winners.seat >= 0) & (place_at(winners.seat, winners.rotation, len(line_up)) == 0)


def contests(line_up: Sequence[str], winners: Winners) -> tuple[list[str], NDArray[np.int64], NDArray[np.int64]]:
    """Return games as choices among who sat there, in order of play.

    Returns
    -------
    (list of str, ndarray, ndarray)
        The names; as (games, places), which of them sat at each place in order of play; and the place that won, -1
        where nobody did.
    """
    names, sat = seated(line_up, winners.rotation)
    seats = len(line_up)
    order = (winners.first_seat[:, None] + np.arange(seats)) % seats
    won = np.where(winners.seat < 0, -1, (winners.seat - winners.first_seat) % seats)
    return names, np.take_along_axis(sat, order, axis=1), won


def need(games: "pd.DataFrame", *columns: str) -> None:
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


# ---- columns -----------------------------------------------------------------------------------------------------


def columns(match: Match, first: int, rows: NDArray[Any]) -> pa.Table:
    """Return the kernel's rows of consecutive games as a tidy table, one row for each game.

    Seats count from 0; a column of an absent seat is null.
    """
    state, seats = match.game.state, match.seats
    table: dict[str, Any] = {
        "game": pa.array(np.arange(first, first + len(rows), dtype=np.int64)),
        "outcome": _coded(rows["outcome"], OUTCOMES),
        "winner": pa.array(rows["winner"], mask=rows["winner"] < 0),
        "cause": _coded(rows["cause"], state.CAUSES),
        "turns": pa.array(rows["turns"]),
        "decisions": pa.array(rows["decisions"]),
        "rotation": pa.array(rows["rotation"]),
        "first_seat": pa.array(rows["first_seat"]),
    }
    bots, codes = seated([bot.name for bot in match.bots], rows["rotation"])
    for seat in range(MAX_SEATS):
        table[f"bot_{seat}"] = _coded(codes[:, seat] if seat < seats else np.full(len(rows), -1), bots)
    for i, metric in enumerate(state.METRICS):
        table[metric.name] = _metric(match, metric, rows["metrics"][:, i], len(rows))
    for i, metric in enumerate(state.SEAT_METRICS):
        for seat in range(MAX_SEATS):
            values = rows["seat_metrics"][:, seat, i] if seat < seats else None
            table[f"{metric.name}_{seat}"] = _metric(match, metric, values, len(rows))
    return pa.table(table)


def _metric(match: Match, metric: Metric, values: NDArray[Any] | None, n: int) -> Any:
    if metric.names_from:
        return _coded(np.full(n, -1) if values is None else values, list(match.data[metric.names_from]))
    return pa.nulls(n, pa.int32()) if values is None else pa.array(values)


def _coded(codes: NDArray[Any], names: Sequence[str]) -> Any:
    return pa.DictionaryArray.from_arrays(pa.array(codes.astype(np.int32), mask=codes < 0), pa.array(list(names)))
