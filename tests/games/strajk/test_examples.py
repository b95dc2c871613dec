"""The worked examples of the rules of record, to the last card (STJ-E1 … STJ-E4)."""

from typing import Any

import pytest

from games.strajk.positions import Position, cards

HAND = "walking, running, speech, resident, worker"
NEXT_PLAYER = {"hand": "3 speech, walking, running", "tomorrow": "speech, walking, running"}


def with_next_player(**fields: Any) -> Position:
    return Position(token="bhp_hall", others={1: {**NEXT_PLAYER, "later": "worker, resident"}}, **fields)


@pytest.fixture
def marta() -> Position:
    return with_next_player(hand=HAND, tomorrow="3 speech, walking, running", stacks={"department_2": 4, "gate_2": 14})


@pytest.mark.rule("STJ-E1")
def test_marta_gains_a_worker_and_a_correspondent(marta: Position) -> None:
    marta.do("move walking department_1", "take department_1")
    assert marta.stack("department_1") == (4, False)
    assert marta.pile("today") == cards("walking, speech, worker")
    assert marta.pile("hand") == cards("running, resident, worker")
    marta.do("move running printing_office")
    assert marta.state["token"] == "printing_office"
    marta.do("take printing_office")
    assert marta.pile("hand") == {}
    assert marta.words() == {"end_turn"}


@pytest.mark.rule("STJ-E1")
def test_after_martas_turn(marta: Position) -> None:
    before = marta.state
    marta.do("move walking department_1", "take department_1", "move running printing_office", "take printing_office")
    marta.do("end_turn")
    stacks = {name: dict(stack) for name, stack in before["stacks"].items()}
    stacks["department_1"]["count"], stacks["printing_office"]["count"] = 4, 13
    own = {
        "hand": {},
        "tomorrow": cards("3 speech, walking, running"),
        "today": {},
        "later": cards("walking, running, speech, resident, 2 worker, correspondent"),
        "trophies": {},
    }
    assert marta.state == {
        **before,
        "token": "printing_office",
        "stacks": stacks,
        "players": [own, before["players"][1]],
        "current": 1,
        "turn": 2,
    }


def michael(reshuffle_when: str) -> Position:
    return with_next_player(
        hand=HAND,
        tomorrow="correspondent, speech",
        later="2 speech, walking, running",
        stacks={"department_2": 4, "gate_2": 14, "printing_office": 13},
        changes={"reshuffle_when": reshuffle_when},
    )


MICHAELS = ("special worker", "put walking", "put resident", "done", "move running gate_3", "take gate_3")


@pytest.mark.rule("STJ-E2")
@pytest.mark.parametrize("reshuffle_when", ["empty", "needed"])
def test_michael_draws_a_correspondent_and_gains_an_expert(reshuffle_when: str) -> None:
    table = michael(reshuffle_when).do(*MICHAELS[:4])
    assert table.pile("hand") == cards("running, 2 speech, correspondent")
    assert table.pile("today") == cards("worker, walking, resident")
    table.do(*MICHAELS[4:])
    assert table.pile("hand") == cards("speech")
    assert table.stack("gate_3") == (7, False)


@pytest.mark.rule("STJ-E2")
@pytest.mark.parametrize(
    ("reshuffle_when", "tomorrow", "later"),
    [("empty", "2 speech, walking, running", ""), ("needed", "", "2 speech, walking, running")],
)
def test_after_michaels_turn(reshuffle_when: str, tomorrow: str, later: str) -> None:
    table = michael(reshuffle_when)
    before = table.state
    table.do(*MICHAELS, "end_turn", "discard speech")
    stacks = {name: dict(stack) for name, stack in before["stacks"].items()}
    stacks["gate_3"]["count"] = 7
    played = "worker, walking, resident, running, correspondent, 2 speech, expert"
    own = {
        "hand": {},
        "tomorrow": cards(tomorrow),
        "today": {},
        "later": cards(f"{played}, {later}"),
        "trophies": {},
    }
    assert table.state == {
        **before,
        "token": "gate_3",
        "stacks": stacks,
        "players": [own, before["players"][1]],
        "current": 1,
        "turn": 2,
    }


@pytest.mark.rule("STJ-E3")
def test_a_location_may_be_emptied_by_the_last_take() -> None:
    table = with_next_player(hand="walking, speech", stacks={"department_1": 1})
    table.do("move walking department_1", "take department_1")
    assert table.stack("department_1") == (0, False)
    assert table.offers("end_turn")
    table.do("end_turn")
    assert table.state["token"] == "department_1"
    assert table.stack("department_1") == (0, False)
    assert table.state["current"] == 1
    assert table.offers("end_turn")  # the next player may stop there without an action


@pytest.mark.rule("STJ-E4")
def test_a_location_may_not_be_entered_when_the_turn_would_have_to_end_there_empty() -> None:
    table = with_next_player(hand="walking, speech", stacks={"department_1": 0})
    assert not table.offers("move walking department_1")
    assert table.offers("move walking cross")


@pytest.mark.rule("STJ-E4")
def test_an_empty_location_may_be_entered_with_a_correspondent_in_hand_which_must_then_be_played() -> None:
    table = with_next_player(hand="walking, correspondent, running", tomorrow="speech", stacks={"department_1": 0})
    table.do("move walking department_1")
    assert not table.offers("end_turn")
    table.do("special correspondent")
    assert table.offers("end_turn")


@pytest.mark.rule("STJ-E4")
def test_a_correspondent_as_the_only_card_left_is_played_on_the_spot() -> None:
    table = with_next_player(hand="walking, correspondent", tomorrow="speech", stacks={"department_1": 0})
    assert table.offers("move walking department_1")
    table.do("move walking department_1")  # and the one thing on offer then
    assert table.pile("today") == cards("walking, correspondent")
    assert table.pile("hand") == cards("speech")
    assert table.offers("end_turn")
