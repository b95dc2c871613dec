"""Drawing and reshuffling (STJ-50)."""

from typing import Any

import pytest

from games.strajk.positions import Json, Position, cards, together

NEEDED = {"reshuffle_when": "needed"}


@pytest.mark.rule("STJ-50")
def test_an_emptied_tomorrow_is_replaced_at_once_though_no_draw_is_due() -> None:
    table = Position(hand="correspondent", tomorrow="2 speech", later="3 walking").do("special correspondent")
    assert table.pile("hand") == cards("2 speech")
    assert table.pile("tomorrow") == cards("3 walking")
    assert table.pile("later") == {}
    assert [event["type"] for event in table.chance] == ["draw", "shuffle"]


@pytest.mark.rule("STJ-50")
def test_when_needed_later_is_shuffled_only_for_a_card() -> None:
    table = Position(hand="correspondent, delegate", tomorrow="2 speech", later="4 walking", changes=NEEDED)
    table.do("special correspondent")
    assert table.pile("tomorrow") == {}
    assert table.pile("later") == cards("4 walking")
    assert table.shuffles() == []
    table.do("special delegate")
    assert table.shuffles() == [0]
    assert table.pile("hand") == cards("2 speech, 3 walking")
    assert table.pile("tomorrow") == cards("walking")


@pytest.mark.rule("STJ-50")
@pytest.mark.parametrize("changes", [{}, NEEDED])
def test_cards_are_drawn_one_at_a_time_across_a_shuffle(changes: Json) -> None:
    table = Position(hand="delegate", tomorrow="speech", later="5 walking", changes=changes).do("special delegate")
    assert table.pile("hand") == cards("speech, 2 walking")
    assert table.pile("tomorrow") == cards("3 walking")
    assert table.chance == [
        {"type": "draw", "seat": 0, "cards": cards("speech")},
        {"type": "shuffle", "seat": 0},
        {"type": "draw", "seat": 0, "cards": cards("2 walking")},
    ]


@pytest.mark.rule("STJ-50")
@pytest.mark.parametrize("changes", [{}, NEEDED])
def test_missing_draws_are_lost_and_the_turn_goes_on(changes: Json) -> None:
    table = Position(hand="delegate, walking", tomorrow="speech", later="worker", today="3 running", changes=changes)
    table.do("special delegate")
    assert table.pile("hand") == cards("walking, speech, worker")
    assert table.pile("today") == cards("3 running, delegate")
    table.do("move walking gate_2", "take gate_2")
    assert table.pile("hand") == cards("worker")


def after_a_round(changes: Json, **piles: Any) -> tuple[Json, Position]:
    """Return the position after seat 0 has ended its turn, then that when its next turn has begun."""
    table = Position(hand="", today="3 walking", changes=changes, others={1: {"hand": "5 speech"}}, **piles)
    rested = table.do("end_turn").state["players"][0]
    return rested, table.do("end_turn", "done")


@pytest.mark.rule("STJ-50")
@pytest.mark.parametrize("changes", [{}, NEEDED])
def test_a_shuffle_due_after_the_end_of_a_turn_waits_for_the_owners_next_turn(changes: Json) -> None:
    rested, table = after_a_round(changes)
    assert rested["tomorrow"] == {}
    assert rested["later"] == cards("3 walking")
    assert table.shuffles() == [0]
    assert table.pile("hand", 0) == cards("3 walking")


@pytest.mark.rule("STJ-50")
@pytest.mark.parametrize(("changes", "shuffled"), [({}, True), (NEEDED, False)])
def test_a_turn_begins_with_the_shuffle_that_waited_even_if_the_hand_is_full(changes: Json, shuffled: bool) -> None:
    table = Position(hand="", changes=changes, others={1: {"hand": "5 speech", "later": "2 walking"}}).do("end_turn")
    assert table.shuffles() == [1] * shuffled
    assert table.pile("tomorrow") == (cards("2 walking") if shuffled else {})
    assert table.pile("later") == ({} if shuffled else cards("2 walking"))


@pytest.mark.rule("STJ-50")
def test_today_is_not_shuffled() -> None:
    table = Position(hand="correspondent, 2 walking", tomorrow="speech", today="running").do("special correspondent")
    assert table.pile("today") == cards("running, correspondent")
    assert table.pile("hand") == cards("2 walking, speech")


@pytest.mark.rule("STJ-50")
def test_what_is_drawn_comes_from_tomorrow_alone() -> None:
    for seed in range(50):
        table = Position(hand="delegate", tomorrow="2 speech, 2 walking, worker", later="5 expert", seed=seed)
        table.do("special delegate")
        assert together(table.pile("hand"), table.pile("tomorrow")) == cards("2 speech, 2 walking, worker")
        assert sum(table.pile("hand").values()) == 3
