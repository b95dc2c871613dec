"""Gaining cards (STJ-30 … STJ-32) and the assumed costs (STJ-A1, STJ-A2)."""

import pytest

from games.strajk.positions import Json, Position, cards, together

GAINS = [  # STJ-31; the last two are STJ-A1 and STJ-A2 by default
    ("department_1", "worker", "speech"),
    ("department_2", "worker", "speech"),
    ("department_3", "worker", "speech"),
    ("gate_2", "resident", "speech"),
    ("printing_office", "correspondent", "worker, resident"),
    ("gate_3", "expert", "correspondent, speech"),
    ("delegates_space", "delegate", "correspondent, worker"),
    ("cross", "running", "walking"),
]
EVERYTHING = "4 speech, 4 walking, 4 running, 4 worker, 4 resident, 4 correspondent, 4 delegate, 4 expert"


def less_one(cost: str, missing: str) -> str:
    """Return a hand with everything but enough of one card of a cost."""
    short = {**cards(EVERYTHING), missing: cards(cost)[missing] - 1}
    return ", ".join(f"{count} {kind}" for kind, count in short.items() if count)


@pytest.mark.rule("STJ-30")
@pytest.mark.parametrize(("place", "card", "cost"), GAINS)
def test_a_face_up_top_is_taken_only_where_the_token_stands(place: str, card: str, cost: str) -> None:
    table = Position(token=place, hand=EVERYTHING)
    assert [action for action in table.legal() if action["type"] == "take"] == [{"type": "take", "at": place}]
    assert not Position(token=place, hand=EVERYTHING, face_down=(place,)).offers(f"take {place}")
    assert not Position(token=place, hand=EVERYTHING, stacks={place: 0}).offers(f"take {place}")


@pytest.mark.rule("STJ-30")
@pytest.mark.rule("STJ-60")
def test_demands_are_never_taken_like_cards() -> None:
    table = Position(token="bhp_hall", hand=EVERYTHING)
    assert not any(action["type"] == "take" for action in table.legal())


def assert_gain(place: str, card: str, cost: str, changes: Json | None = None) -> None:
    """Assert that a card costs exactly this."""
    table = Position(token=place, hand=cost, changes=changes)
    number, _ = table.stack(place)
    table.do(f"take {place}")
    assert table.pile("hand") == {}
    assert table.pile("today") == together(cards(cost), cards(card))
    assert table.stack(place) == (number - 1, False)
    for missing in cards(cost):
        assert not Position(token=place, hand=less_one(cost, missing), changes=changes).offers(f"take {place}")


@pytest.mark.rule("STJ-31")
@pytest.mark.parametrize(("place", "card", "cost"), GAINS)
def test_each_card_has_its_cost(place: str, card: str, cost: str) -> None:
    assert_gain(place, card, cost)


@pytest.mark.rule("STJ-A1")
@pytest.mark.parametrize(
    ("name", "cost"),
    [
        ("default", "correspondent, worker"),
        ("correspondent_resident", "correspondent, resident"),
        ("correspondent_speech", "correspondent, speech"),
        ("correspondent", "correspondent"),
    ],
)
def test_a_delegate_costs_what_the_alternative_says(name: str, cost: str) -> None:
    assert_gain("delegates_space", "delegate", cost, {"STJ-A1": name})


@pytest.mark.rule("STJ-A2")
@pytest.mark.parametrize(("name", "cost"), [("default", "walking"), ("speech", "speech"), ("free", "")])
def test_a_running_card_costs_what_the_alternative_says(name: str, cost: str) -> None:
    assert_gain("cross", "running", cost, {"STJ-A2": name})


@pytest.mark.rule("STJ-32")
def test_after_a_take_the_next_card_is_face_down_until_a_speech_turns_it_up() -> None:
    table = Position(token="department_1", hand="3 speech, walking").do("take department_1")
    assert table.stack("department_1") == (4, False)
    assert not table.offers("take department_1")
    table.do("special speech")
    assert table.stack("department_1") == (4, True)
    table.do("take department_1")
    assert table.stack("department_1") == (3, False)
    assert table.pile("today") == cards("3 speech, 2 worker")


@pytest.mark.rule("STJ-32")
def test_the_next_card_stays_face_down_for_the_rest_of_the_turn() -> None:
    table = Position(token="gate_2", hand="speech, 2 walking").do(
        "take gate_2", "move walking cross", "move walking gate_2"
    )
    assert table.stack("gate_2") == (14, False)
    table.do("end_turn")
    assert table.stack("gate_2") == (14, True)


@pytest.mark.rule("STJ-32")
def test_an_emptied_stack_stays_empty() -> None:
    table = Position(token="gate_3", hand="correspondent, 2 speech", stacks={"gate_3": 1}).do("take gate_3")
    assert table.stack("gate_3") == (0, False)
    assert table.words() == {"end_turn"}
    table.do("end_turn", "done", "end_turn")
    assert table.stack("gate_3") == (0, False)
