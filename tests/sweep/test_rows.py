"""Who won is read alike from the kernel's rows and from the stored games, and as a slow reading of both says."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from strikesim.engine.kernel import lineup_place, row_dtype
from strikesim.errors import ResultError
from strikesim.games import load
from strikesim.sweep.rows import Winners, columns, contests, place_at, seated, sides, won_by, won_by_bot, won_by_first
from strikesim.sweep.store import read_folder, read_games
from sweep.sweeps import run, tiny


def winners(seat: "list[int]", rotation: "list[int]", first_seat: "list[int]") -> Winners:
    seat_, first, moved = (np.array(values, np.int64) for values in (seat, first_seat, rotation))
    return Winners(seat_ >= 0, seat_, first, moved)


def test_the_line_up_moves_round_the_table_as_in_the_kernel() -> None:
    for seats in range(1, 6):
        for rotation in range(seats):
            for seat in range(seats):
                assert place_at(seat, rotation, seats) == lineup_place(seat, rotation, seats)


def test_the_names_of_a_line_up_sit_where_the_rotation_puts_them() -> None:
    names, codes = seated(["p", "q", "p"], [0, 1, 2])
    assert [[names[code] for code in game] for game in codes] == [["p", "q", "p"], ["q", "p", "p"], ["p", "p", "q"]]


@pytest.mark.parametrize(
    ("kind", "line_up", "known"),
    [
        ("cooperative", "pq", ["team"]),
        ("competitive", "ppp", ["1", "2", "3"]),
        ("competitive", "qpq", ["q", "p"]),
        ("competitive", "p", ["1"]),
    ],
)
def test_the_sides_are_the_team_the_bots_or_the_places(kind: str, line_up: str, known: "list[str]") -> None:
    assert sides(kind, list(line_up)) == known
    assert list(won_by(kind, list(line_up), winners([0], [0], [0]))) == known


def test_a_win_goes_to_the_place_in_order_of_play_and_to_the_bot_that_sat_there() -> None:
    played = winners([0, 1, 2, -1], rotation=[0, 1, 1, 2], first_seat=[0, 0, 1, 1])
    by_place = won_by("competitive", ["p", "p", "p"], played)
    assert {who: won.tolist() for who, won in by_place.items()} == {
        "1": [True, False, False, False],
        "2": [False, True, True, False],
        "3": [False, False, False, False],
    }
    by_bot = won_by_bot(["p", "q", "r"], played)
    assert {who: won.tolist() for who, won in by_bot.items()} == {
        "p": [True, False, True, False],
        "q": [False, False, False, False],
        "r": [False, True, False, False],
    }
    assert won_by_first(["p", "q", "r"], played).tolist() == [True, False, True, False]


def test_stored_games_say_who_won_as_the_kernels_rows_do(tmp_path: Path) -> None:
    run(tiny(tmp_path, 60), tmp_path / "r")
    manifest, parts = read_folder(tmp_path / "r")
    games = read_games(tmp_path / "r")
    for cell, part in zip(tiny(tmp_path, 60).cells, parts, strict=True):
        rows = cell.match.play(7, 0, 60)
        stored = games[games["cell"] == cell.index]
        for one, other in zip(*(vars(read).values() for read in both(rows, stored)), strict=True):
            assert (one == other).all()
        line_up = manifest.cells[cell.index].line_up
        assert part.wins == [int(won.sum()) for won in won_by("competitive", line_up, Winners.of_rows(rows)).values()]
        assert list(stored["rotation"]) == [game % cell.match.seats for game in range(60)]
        for row in stored.to_dict("records"):
            sat = [row[f"bot_{seat}"] for seat in range(cell.match.seats)]
            assert sat == [line_up[(seat + row["rotation"]) % len(line_up)] for seat in range(len(line_up))]


def both(rows: Any, stored: pd.DataFrame) -> "tuple[Winners, Winners]":
    return Winners.of_rows(rows), Winners.of_games(stored)


def test_a_won_game_is_stored_with_its_winner(tmp_path: Path) -> None:
    match = tiny(tmp_path).cells[0].match
    rows = np.zeros(2, row_dtype(load("strajk")))
    rows["outcome"], rows["winner"], rows["first_seat"], rows["rotation"] = [1, 3], [1, -1], [1, 0], [0, 1]
    games = columns(match, 5, rows).to_pandas()
    assert list(games["game"]) == [5, 6]
    assert list(Winners.of_games(games).seat) == [1, -1]
    assert list(Winners.of_games(games).won) == [True, False]


@pytest.mark.parametrize("column", ["outcome", "winner", "first_seat", "rotation"])
def test_a_column_that_is_missing_is_named(column: str) -> None:
    games = pd.DataFrame({"outcome": ["win"], "winner": [0], "first_seat": [0], "rotation": [0]})
    with pytest.raises(ResultError, match=f"have no column '{column}'; another version made them: run the sweep again"):
        Winners.of_games(games.drop(columns=column))


def test_contests_tell_who_sat_where_in_order_of_play_and_which_place_won() -> None:
    names, sat, won = contests(["p", "q", "p"], winners([2, 0, -1], [0, 1, 2], [1, 0, 0]))
    assert [[names[code] for code in game] for game in sat] == [["q", "p", "p"], ["q", "p", "p"], ["p", "p", "q"]]
    assert won.tolist() == [1, 0, -1]
