"""A test for each clause of RULES.md."""

from pathlib import Path

import pytest

from strikesim.authoring import Table

GAME = Path(__file__).parents[1]


@pytest.mark.rule("PIG-01")
def test_all_begin_with_nothing_and_the_first_player_has_the_die() -> None:
    at = Table(GAME, players=4)
    assert (at.s.score.sum(), at.s.seat, at.s.first_seat) == (0, 0, 0)


@pytest.mark.rule("PIG-02")
def test_one_rolls_first_and_then_has_the_choice() -> None:
    at = Table(GAME, players=2)
    assert at.legal() == ["roll"]
    at.rolling(DIE=4).do("roll")
    assert at.legal() == ["roll", "hold"]


@pytest.mark.rule("PIG-03")
@pytest.mark.parametrize(("side", "total", "seat"), [(1, 0, 1), (2, 9, 0), (6, 13, 0)])
def test_a_one_ends_the_turn_and_all_else_adds_up(side: int, total: int, seat: int) -> None:
    at = Table(GAME, players=2, total=7).rolling(DIE=side)
    at.do("roll")
    assert (at.s.total, at.s.seat, at.s.score.sum()) == (total, seat, 0)


@pytest.mark.rule("PIG-04")
def test_holding_scores_the_total_and_passes_the_die_on() -> None:
    at = Table(GAME, players=3, total=7, seat=2)
    at.s.score[2] = 20
    at.do("hold")
    assert (at.s.score[2], at.s.total, at.s.seat) == (27, 0, 0)


@pytest.mark.rule("PIG-05")
@pytest.mark.parametrize(("score", "outcome"), [(92, "running"), (93, "win")])
def test_a_hundred_win_when_they_are_held(score: int, outcome: str) -> None:
    at = Table(GAME, players=2, total=7)
    at.s.score[0] = score
    at.do("hold")
    assert at.ended()[0] == outcome


@pytest.mark.rule("PIG-06")
def test_a_game_without_end_is_unfinished() -> None:
    at = Table(GAME, players=2, total=7, turn=2000)
    at.do("hold")
    assert at.ended() == ("unfinished", "turn_limit")
