"""test_rules.py: a test for each clause of RULES.md; `Table` sets a position up, and its chance can be chosen."""

from pathlib import Path
from typing import Any

import pytest

from strikesim.authoring import Table, prove

GAME = Path(__file__).parents[1]
OAR, SAIL, WAVE = range(3)


def table(players: int = 2, **fields: Any) -> Table:
    """Return a table at which player 1 has one card of each kind."""
    at = Table(GAME, players=players, **fields)
    at.s.hand[0], at.s.n_hand[0] = 1, 3
    return at


@pytest.mark.rule("REG-01")
def test_all_begin_at_the_start_with_two_cards() -> None:
    for players in range(2, 5):
        at = Table(GAME, players=players)
        assert at.s.n_hand[:players].tolist() == [2] * players
        assert at.s.deck.sum() == 22 - 2 * players
        assert (at.s.boat.sum(), at.s.seat) == (0, 0)


@pytest.mark.rule("REG-02")
def test_one_can_rest_push_and_play_what_one_holds() -> None:
    at = table()
    at.s.hand[0, SAIL] = 0
    assert at.legal() == ["rest", "push", f"play {OAR}", f"play {WAVE}"]


@pytest.mark.rule("REG-03")
@pytest.mark.parametrize(("card", "own", "other"), [(OAR, 4, 6), (SAIL, 5, 6), (WAVE, 3, 4)])
def test_a_card_moves_the_boat_or_throws_another_back(card: int, own: int, other: int) -> None:
    at = table(players=3)
    at.s.boat[:3] = [3, 5, 6]
    at.do("play", card)
    assert at.s.boat[:3].tolist() == [own, 5, other]
    assert at.s.discard[card] == 1


@pytest.mark.rule("REG-03")
def test_of_two_leaders_the_next_to_play_is_thrown_back_and_none_behind_the_start() -> None:
    at = table(players=3)
    at.s.boat[:3] = [0, 1, 1]
    at.do("play", WAVE)
    assert at.s.boat[:3].tolist() == [0, 0, 1]


@pytest.mark.rule("REG-04")
@pytest.mark.parametrize(("begin", "side", "end"), [(5, 3, 4), (5, 4, 7), (0, 1, 0)])
def test_a_push_goes_well_or_not(begin: int, side: int, end: int) -> None:
    at = table(boat=begin).rolling(PUSH=side)
    at.do("push")
    assert at.s.boat[0] == end


@pytest.mark.rule("REG-05")
def test_a_rest_draws_two_cards_and_shuffles_the_discards_if_need_be() -> None:
    at = table()
    at.s.deck, at.s.discard = 0, [1, 0, 0]
    at.do("rest")
    assert at.s.hand[0].tolist() == [2, 1, 1]
    assert at.s.discard.sum() == 0


@pytest.mark.rule("REG-06")
@pytest.mark.parametrize(("level", "goal"), [("short", 10), ("long", 16)])
def test_who_reaches_the_goal_has_won(level: str, goal: int) -> None:
    at = table(difficulty=level, boat=goal - 3)
    at.do("play", SAIL)
    assert (at.ended(), at.s.seat) == (("running", None), 1)
    at = table(difficulty=level, boat=goal - 2)
    at.do("play", SAIL)
    assert (at.ended(), at.s.winner) == (("win", "goal"), 0)


@pytest.mark.rule("REG-07")
def test_a_long_game_is_unfinished() -> None:
    at = table(turn=200)
    at.do("rest")
    assert at.ended() == ("unfinished", "turn_limit")


def test_the_game_keeps_the_contract() -> None:
    assert not [proof for proof in prove(GAME) if proof.failed]
