"""Tables of rates count what the games say, part by part."""

import pandas as pd
import pytest

from strikesim.stats.intervals import wilson
from strikesim.stats.tables import means, summarise

CELL = {"cell": 0, "axes": {"players": 2, "bots": "a,b"}, "bots": [{}, {}]}
GAMES = pd.DataFrame(
    {
        "outcome": ["win", "win", "win", "unfinished"],
        "winner": [0, 1, 1, None],
        "cause": ["demands", "demands", "demands", "turn_limit"],
        "first_seat": [0, 0, 1, 1],
        "bot_0": ["a", "b", "a", "b"],
        "bot_1": ["b", "a", "b", "a"],
        "turns": [10, 20, 30, 40],
    }
)


def rates(table: pd.DataFrame, of: str) -> dict[str, int]:
    return table[table["of"] == of].set_index("who")["count"].to_dict()


def test_seats_are_counted_in_order_of_play_and_bots_where_they_sat() -> None:
    table = summarise("competitive", [(CELL, GAMES)])
    assert rates(table, "order") == {"1": 2, "2": 1}
    assert rates(table, "bot") == {"a": 2, "b": 1}
    assert rates(table, "end") == {"win: demands": 3, "unfinished: turn_limit": 1}
    assert set(table["games"]) == {4}


def test_unfinished_games_count_but_nobody_wins_them() -> None:
    table = summarise("competitive", [(CELL, GAMES)])
    assert table.loc[table["of"] == "order", "rate"].sum() == pytest.approx(3 / 4)


def test_parts_add_up() -> None:
    whole = summarise("competitive", [(CELL, GAMES)])
    parts = summarise("competitive", [(CELL, GAMES[:1]), (CELL, GAMES[1:3]), (CELL, GAMES[3:])])
    pd.testing.assert_frame_equal(whole, parts)


def test_a_cooperative_team_has_one_rate_with_its_interval() -> None:
    games = GAMES.assign(outcome=["win", "loss", "loss", "loss"], winner=None)
    row = summarise("cooperative", [(CELL, games)]).iloc[0]
    low, high = wilson(1, 4)
    assert (row["who"], row["count"], row["low"], row["high"]) == ("team", 1, float(low), float(high))


def test_means_over_parts_are_the_means_of_all() -> None:
    row = means(["turns"], [], [(CELL, GAMES[:3]), (CELL, GAMES[3:])]).iloc[0]
    assert (row["mean"], row["games"]) == (25, 4)
    assert row["sd"] == pytest.approx(GAMES["turns"].std())
    assert row["low"] < 25 < row["high"]


def test_seats_are_pooled_by_the_bot_that_sat_there() -> None:
    games = GAMES.assign(taken_0=[1, 2, 3, 4], taken_1=[10, 20, 30, 40])
    table = means([], ["taken"], [(CELL, games)])
    assert table.set_index("bot")["mean"].to_dict() == {"a": (1 + 20 + 3 + 40) / 4, "b": (10 + 2 + 30 + 4) / 4}


def test_one_game_says_nothing_about_the_spread() -> None:
    assert means(["turns"], [], [(CELL, GAMES[:1])])[["sd", "low", "high"]].isna().all(axis=None)


def test_the_fair_share_leaves_out_what_nobody_won() -> None:
    table = summarise("competitive", [(CELL, GAMES)])
    assert set(table.loc[table["of"] == "order", "fair"]) == {0.5 * 3 / 4}
