"""The course of a turn (STJ-10 … STJ-16)."""

import pytest

from games.strajk.positions import GAME, Position, cards, start, together
from strikesim.errors import StrikesimError


def second_player(**piles: str) -> Position:
    """Return a position in which seat 0 has nothing to do and seat 1 has these piles."""
    return Position(hand="speech", others={1: piles})


@pytest.mark.rule("STJ-10")
@pytest.mark.parametrize(
    ("hand", "drawn"), [("", 5), ("walking", 4), ("2 speech, walking, running", 1), ("3 speech, 2 worker", 0)]
)
def test_the_hand_is_filled_to_five(hand: str, drawn: int) -> None:
    table = second_player(hand=hand, tomorrow="7 speech").do("end_turn", "done")
    assert table.state["current"] == 1
    assert table.pile("hand") == together(cards(hand), cards(f"{drawn} speech") if drawn else {})
    assert table.pile("tomorrow") == cards(f"{7 - drawn} speech")


@pytest.mark.rule("STJ-11")
@pytest.mark.parametrize(
    ("token", "order"),
    [
        ("department_1", ("take department_1", "move walking department_2", "special correspondent")),
        ("bhp_hall", ("move walking department_1", "special correspondent", "take department_1")),
        ("bhp_hall", ("special correspondent", "move walking department_1", "take department_1")),
    ],
)
def test_any_number_of_cards_is_played_in_any_order_and_lies_on_today(token: str, order: tuple[str, ...]) -> None:
    table = Position(token=token, hand="speech, walking, correspondent", tomorrow="2 running").do(*order)
    assert table.pile("today") == cards("speech, walking, correspondent, worker")
    assert table.pile("hand") == cards("2 running")


@pytest.mark.rule("STJ-11")
def test_a_card_on_today_is_neither_played_again_nor_drawn() -> None:
    table = Position(hand="2 correspondent, walking", tomorrow="speech", later="").do("special correspondent")
    assert table.pile("hand") == cards("correspondent, walking, speech")
    assert table.pile("today") == cards("correspondent")
    assert not table.offers("special correspondent")  # nothing is left to be drawn: Today doesn't count
    table.do("move walking gate_2")
    assert not any(action["type"] == "move" for action in table.legal())


@pytest.mark.rule("STJ-12")
def test_a_gained_card_goes_to_today_and_returns_only_by_a_shuffle() -> None:
    table = Position(token="department_1", hand="speech, walking, correspondent", tomorrow="walking")
    table.do("take department_1")
    assert table.pile("today") == cards("speech, worker")
    assert "worker" not in table.pile("hand")
    table.do("special correspondent")
    assert table.pile("hand") == cards("2 walking")
    table.do("end_turn", "discard walking", "discard walking")
    assert table.pile("later", 0) == cards("speech, worker, correspondent, 2 walking")
    table.do("end_turn")
    assert table.pile("hand", 0) == cards("speech, worker, correspondent, 2 walking")


@pytest.mark.rule("STJ-13")
def test_any_cards_may_be_kept_but_at_most_five() -> None:
    table = Position(hand="3 speech, 3 walking, worker", today="expert").do("end_turn")
    assert table.words() == {"discard speech", "discard walking", "discard worker"}
    table.do("discard worker")
    assert not table.offers("done")
    table.do("discard walking")
    assert table.words() == {"discard speech", "discard walking", "done"}
    table.do("discard speech", "done")
    assert table.pile("hand", 0) == cards("2 speech, 2 walking")
    assert table.pile("later", 0) == cards("speech, walking, worker, expert")
    assert table.pile("today", 0) == {}


@pytest.mark.rule("STJ-13")
def test_the_whole_hand_may_be_kept_or_discarded() -> None:
    kept = Position(hand="5 speech").do("end_turn", "done")
    assert kept.pile("hand", 0) == cards("5 speech")
    discarded = Position(hand="2 speech").do("end_turn", "discard speech", "discard speech")
    assert discarded.pile("later", 0) == cards("2 speech")
    assert discarded.state["current"] == 1


@pytest.mark.rule("STJ-13")
def test_at_the_end_of_a_turn_today_joins_later() -> None:
    table = Position(today="2 worker", later="speech, worker").do("end_turn")
    assert table.pile("today", 0) == {}
    assert table.pile("later", 0) == cards("speech, 3 worker")


@pytest.mark.rule("STJ-13")
def test_at_the_end_of_a_turn_all_tops_but_the_demands_are_turned_up() -> None:
    table = Position(stacks={"gate_3": 0}, face_down=("cross", "gate_2", "department_1")).do("end_turn")
    down = {name for name, stack in table.state["stacks"].items() if not stack["face_up"]}
    assert down == {"bhp_hall", "gate_3"}


@pytest.mark.rule("STJ-14")
def test_during_a_turn_the_hand_may_exceed_five() -> None:
    table = Position(hand="delegate, 4 speech", tomorrow="4 walking").do("special delegate")
    assert table.pile("hand") == cards("4 speech, 3 walking")
    assert table.state["pending"] is None


@pytest.mark.rule("STJ-15")
def test_a_turn_may_end_without_an_action_even_on_an_empty_location() -> None:
    assert Position(hand="walking").offers("end_turn")
    assert Position(token="department_1", stacks={"department_1": 0}, hand="walking").offers("end_turn")


@pytest.mark.rule("STJ-15")
@pytest.mark.parametrize(
    ("action", "hand", "last"),
    [
        ("move walking gate_2", "walking, speech", "move"),
        ("take cross", "walking, speech", "take"),
        ("special resident", "resident, speech", "special"),
    ],
)
def test_a_turn_may_end_after_any_action(action: str, hand: str, last: str) -> None:
    table = Position(hand=hand).do(action)
    assert table.state["last_action"] == last
    assert table.offers("end_turn")


@pytest.mark.rule("STJ-15")
def test_a_won_negotiation_is_an_action_after_which_the_turn_goes_on() -> None:
    table = Position(token="bhp_hall", hand="speech, walking, 2 delegate", demands="6 delegate_delegate")
    table.do("negotiate")
    assert table.state["last_action"] == "negotiation"
    assert table.words() == {"end_turn"} | {f"move walking {to}" for to in ("department_1", "cross", "delegates_space")}


@pytest.mark.rule("STJ-15")
def test_the_discard_at_the_end_of_a_turn_is_no_action() -> None:
    table = Position(hand="walking, 2 speech", tomorrow="").do("move walking gate_2", "end_turn", "discard speech")
    assert table.state["last_action"] == "move"


@pytest.mark.rule("STJ-16")
def test_of_another_player_only_hand_and_tomorrow_together_are_known() -> None:
    table = Position(hand="speech", tomorrow="walking", later="expert", today="worker")
    other = Position(others={1: {"hand": "2 speech, worker", "tomorrow": "3 speech, delegate", "later": "resident"}})
    for pile in ("hand", "tomorrow", "later", "n_hand", "n_tomorrow", "n_later"):
        table.s[pile][1] = other.s[pile][1]
    before = table.state["players"]
    table.rules.hide(table.t, table.s, 0)
    own, hidden = table.state["players"]
    assert own == before[0]
    assert hidden["hand"] == {}
    assert hidden["tomorrow"] == cards("5 speech, worker, delegate")
    assert hidden["later"] == before[1]["later"]
    assert (table.s.n_hand[1], table.s.n_tomorrow[1]) == (3, 4)


@pytest.mark.rule("STJ-16")
def test_what_others_drew_is_not_told_by_the_log_of_chance() -> None:
    for seed in range(5):
        table = start(5, seed)  # its log holds everybody's first hand
        seat = table.state["current"]
        GAME.rules.hide(table.t, table.s, seat)
        assert not table.s.log.any()
        with pytest.raises(StrikesimError, match="the log is closed"):
            GAME.story.chance_json(table.data, table.t, table.s)


@pytest.mark.rule("STJ-16")
def test_two_states_that_differ_in_a_hidden_split_alone_look_the_same() -> None:
    splits = [
        {"hand": "speech, worker", "tomorrow": "walking, expert"},
        {"hand": "walking, expert", "tomorrow": "speech, worker"},
    ]
    views = []
    for split in splits:
        table = Position(hand="speech", others={1: split})
        GAME.rules.hide(table.t, table.s, 0)
        views.append(table.s.tobytes())
    assert views[0] == views[1]
