"""Special actions (STJ-40 … STJ-46)."""

import pytest

from games.strajk.positions import Position, cards, together

PLACES = ("cross", "department_1", "printing_office", "delegates_space", "gate_2", "gate_3")


@pytest.mark.rule("STJ-40")
@pytest.mark.parametrize("place", PLACES)
def test_a_speech_turns_up_the_face_down_top_where_the_token_stands(place: str) -> None:
    table = Position(token=place, hand="speech, walking", face_down=PLACES).do("special speech")
    up = {name for name in PLACES if table.stack(name)[1]}
    assert up == {place}
    assert table.pile("today") == cards("speech")
    assert table.state["last_action"] == "special"


@pytest.mark.rule("STJ-40")
def test_in_the_hall_a_speech_turns_nothing_up_by_itself() -> None:
    table = Position(token="bhp_hall", hand="speech, delegate", face_down=("cross",))
    assert not table.offers("special speech")
    assert not table.offers("negotiate")


@pytest.mark.rule("STJ-41")
def test_a_resident_removes_one_card_of_the_hand() -> None:
    table = Position(hand="resident, 2 speech, walking", tomorrow="running").do("special resident")
    assert table.words() == {"remove speech", "remove walking"}
    table.do("remove speech")
    assert table.state["removed"] == cards("speech")
    assert table.pile("hand") == cards("speech, walking")
    assert table.pile("today") == cards("resident")
    assert table.state["pending"] is None


@pytest.mark.rule("STJ-41")
@pytest.mark.rule("STJ-43")
@pytest.mark.rule("STJ-44")
@pytest.mark.parametrize("place", ["bhp_hall", *PLACES])
def test_special_actions_are_played_anywhere(place: str) -> None:
    hand = "resident, worker, correspondent, delegate, expert"
    table = Position(token=place, hand=hand, tomorrow="speech")
    assert {f"special {card}" for card in cards(hand)} <= table.words()


@pytest.mark.rule("STJ-42")
def test_a_worker_puts_any_cards_away_and_then_draws_as_many() -> None:
    table = Position(hand="worker, 2 speech, walking", tomorrow="3 running").do(
        "special worker", "put speech", "put walking"
    )
    assert table.pile("today") == cards("worker, speech, walking")
    assert table.pile("hand") == cards("speech")  # nothing is drawn before all have been chosen
    assert table.words() == {"put speech", "done"}
    table.do("done")
    assert table.pile("hand") == cards("speech, 2 running")
    assert table.pile("tomorrow") == cards("running")


@pytest.mark.rule("STJ-42")
def test_a_worker_may_put_all_other_cards_away_but_draws_only_what_there_is() -> None:
    table = Position(hand="worker, 2 speech, resident", tomorrow="walking", later="running")
    table.do("special worker", "put speech", "put resident", "put speech")
    assert table.pile("hand") == cards("walking, running")
    assert table.pile("today") == cards("worker, 2 speech, resident")
    assert table.pile("tomorrow") == table.pile("later") == {}


@pytest.mark.rule("STJ-42")
@pytest.mark.rule("STJ-R12")
def test_a_worker_puts_at_least_one_card_away() -> None:
    table = Position(hand="worker, speech, walking", tomorrow="running").do("special worker")
    assert table.words() == {"put speech", "put walking"}


@pytest.mark.rule("STJ-43")
@pytest.mark.rule("STJ-44")
@pytest.mark.parametrize(("card", "number"), [("correspondent", 2), ("delegate", 3)])
def test_a_correspondent_draws_two_and_a_delegate_three(card: str, number: int) -> None:
    table = Position(hand=card, tomorrow="6 speech").do(f"special {card}")
    assert table.pile("hand") == cards(f"{number} speech")
    assert table.pile("tomorrow") == cards(f"{6 - number} speech")
    assert table.pile("today") == cards(card)
    assert table.chance == [{"type": "draw", "seat": 0, "cards": cards(f"{number} speech")}]


@pytest.mark.rule("STJ-45")
def test_an_expert_removes_three_cards_of_the_hand() -> None:
    table = Position(hand="expert, 2 speech, walking, running").do("special expert", "remove speech", "remove walking")
    assert table.words() == {"remove speech", "remove running"}
    table.do("remove running")
    assert table.state["removed"] == cards("speech, walking, running")
    assert table.pile("hand") == cards("speech")
    assert table.pile("today") == cards("expert")
    assert table.state["pending"] is None


@pytest.mark.rule("STJ-46")
@pytest.mark.parametrize(("card", "number"), [("resident", 1), ("expert", 3)])
def test_removed_cards_never_return_but_the_special_card_does(card: str, number: int) -> None:
    table = Position(hand=f"{card}, {number} walking", tomorrow="speech", others={1: {"hand": "speech"}})
    table.do(f"special {card}", "end_turn")
    for _ in range(4):
        table.do("end_turn", "done")
    assert table.state["removed"] == cards(f"{number} walking")
    own = together(*(table.pile(pile, 0) for pile in ("hand", "tomorrow", "today", "later")))
    assert own == cards(f"{card}, speech")
