"""test_rules.py: a test for each clause of RULES.md; `Table` sets a position up, and its chance can be chosen."""

from pathlib import Path
from typing import Any

import pytest

from strikesim.authoring import Table, prove

GAME = Path(__file__).parents[1]
PATH, ROPE, SHELTER = range(3)


def table(**fields: Any) -> Table:
    """Return a table of two players at which player 1 has one card of each kind."""
    at = Table(GAME, players=2, **fields)
    at.s.hand[0], at.s.n_hand[0] = 1, 3
    return at


@pytest.mark.rule("EXP-01")
def test_all_begin_at_the_foot_with_two_cards() -> None:
    for players in range(1, 5):
        at = Table(GAME, players=players)
        assert at.s.n_hand[:players].tolist() == [2] * players
        assert at.s.deck.sum() == 22 - 2 * players
        assert (at.s.party, at.s.storm) == (0, 0)


@pytest.mark.rule("EXP-02")
def test_one_can_rest_push_and_play_what_one_holds() -> None:
    at = table()
    at.s.hand[0, ROPE] = 0
    assert at.legal() == ["rest", "push", f"play {PATH}", f"play {SHELTER}"]


@pytest.mark.rule("EXP-03")
@pytest.mark.parametrize(("card", "party", "storm"), [(PATH, 6, 4), (ROPE, 7, 4), (SHELTER, 5, 2)])
def test_a_card_moves_the_party_or_calms_the_storm(card: int, party: int, storm: int) -> None:
    at = table(party=5, storm=4).rolling(WEATHER=6)
    at.do("play", card)
    assert (at.s.party, at.s.storm) == (party, storm)
    assert at.s.discard[card] == 1
    calm = table(storm=1).rolling(WEATHER=6)
    calm.do("play", SHELTER)
    assert calm.s.storm == 0


@pytest.mark.rule("EXP-04")
@pytest.mark.parametrize(("side", "party", "storm"), [(3, 5, 5), (4, 7, 4)])
def test_a_push_moves_the_party_or_lets_the_storm_rise(side: int, party: int, storm: int) -> None:
    at = table(party=5, storm=4).rolling(PUSH=side, WEATHER=6)
    at.do("push")
    assert (at.s.party, at.s.storm) == (party, storm)


@pytest.mark.rule("EXP-05")
def test_a_rest_draws_two_cards_and_shuffles_the_discards_if_need_be() -> None:
    at = table().rolling(WEATHER=6)
    at.s.deck, at.s.discard = 0, [1, 0, 0]
    at.do("rest")
    assert at.s.hand[0].tolist() == [2, 1, 1]
    assert at.s.discard.sum() == 0


@pytest.mark.rule("EXP-06")
def test_the_summit_wins_before_the_weather_comes() -> None:
    at = table(party=18, storm=7).rolling(WEATHER=1)
    at.do("play", ROPE)
    assert at.ended() == ("win", "summit")


@pytest.mark.rule("EXP-07")
@pytest.mark.parametrize(("level", "side", "rises"), [("easy", 3, 1), ("easy", 4, 0), ("hard", 4, 1), ("hard", 5, 0)])
def test_the_weather_lets_the_storm_rise(level: str, side: int, rises: int) -> None:
    at = Table(GAME, players=2, difficulty=level, storm=1).rolling(WEATHER=side)
    at.do("rest")
    assert at.s.storm == 1 + rises
    assert at.s.seat == 1


@pytest.mark.rule("EXP-07")
def test_a_storm_that_has_come_far_enough_ends_the_game() -> None:
    at = table(storm=7).rolling(PUSH=1, WEATHER=6)
    at.do("push")
    assert at.ended() == ("loss", "storm")


@pytest.mark.rule("EXP-08")
def test_a_long_game_is_unfinished() -> None:
    at = table(turn=200).rolling(WEATHER=6)
    at.do("rest")
    assert at.ended() == ("unfinished", "turn_limit")


def test_the_game_keeps_the_contract() -> None:
    assert not [proof for proof in prove(GAME) if proof.failed]
