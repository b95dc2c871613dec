"""Demands and victory (STJ-60 … STJ-65, STJ-A3)."""

import itertools
from typing import Any

import pytest

from games.strajk.positions import GAME, LAYERS, Position, cards, start

PAIRS = {
    "delegate_delegate": "2 delegate",
    "delegate_expert": "delegate, expert",
    "expert_expert": "2 expert",
}
ANY_HAND = {"hall_speech_needs_two_blue": False}
MIXES = [mix for mix in itertools.product(range(7), repeat=3) if sum(mix) == 6]


def in_hall(hand: str, **piles: Any) -> Position:
    return Position(token="bhp_hall", hand=hand, **piles)


@pytest.mark.rule("STJ-60")
@pytest.mark.parametrize("pair", PAIRS.values())
def test_a_negotiation_takes_a_speech_and_two_level_four_cards_in_the_hall(pair: str) -> None:
    assert in_hall(f"speech, {pair}").offers("negotiate")
    assert not in_hall(f"walking, {pair}").offers("negotiate")
    assert not Position(token="department_1", hand=f"speech, {pair}").offers("negotiate")


@pytest.mark.rule("STJ-60")
@pytest.mark.parametrize("hand", ["speech, delegate, 3 correspondent", "speech, expert", "3 speech"])
def test_one_level_four_card_is_too_few_unless_the_switch_says_so(hand: str) -> None:
    assert not in_hall(hand).offers("negotiate")
    assert in_hall(hand, changes=ANY_HAND).offers("negotiate")
    assert not Position(token="cross", hand=hand, changes=ANY_HAND).offers("negotiate")


@pytest.mark.rule("STJ-60")
@pytest.mark.parametrize("pair", PAIRS.values())
@pytest.mark.parametrize("kind", PAIRS)
def test_a_demand_asks_for_its_two_cards(kind: str, pair: str) -> None:
    table = in_hall(f"speech, {pair}", demands=f"2 {kind}").do("negotiate")
    assert table.chance[0] == {"type": "demand", "kind": kind}
    assert table.state["shown_demand"] == kind
    won = table.pile("trophies") == cards(kind)
    assert won == (PAIRS[kind] == pair)


@pytest.mark.rule("STJ-60")
def test_a_further_demand_needs_another_speech_and_again_two_level_four_cards() -> None:
    demands = "6 delegate_delegate"
    assert not in_hall("speech, 4 delegate", demands=demands).do("negotiate").offers("negotiate")
    assert not in_hall("2 speech, 3 delegate", demands=demands).do("negotiate").offers("negotiate")
    assert in_hall("2 speech, 4 delegate", demands=demands).do("negotiate").offers("negotiate")


@pytest.mark.rule("STJ-60")
def test_only_a_demand_of_the_stack_is_turned_up() -> None:
    for seed in range(20):
        table = in_hall("speech, 2 delegate", demands="2 expert_expert", set_aside="4 delegate_expert", seed=seed)
        assert table.do("negotiate").state["shown_demand"] == "expert_expert"


@pytest.mark.rule("STJ-61")
def test_a_success_plays_both_cards_and_keeps_the_demand_as_a_trophy() -> None:
    table = in_hall("2 speech, 2 delegate, expert, walking", demands="6 delegate_delegate").do("negotiate")
    assert table.pile("hand") == cards("speech, expert, walking")
    assert table.pile("today") == cards("speech, 2 delegate")
    assert table.pile("trophies") == cards("delegate_delegate")
    assert table.state["demands"] == {"stack": cards("5 delegate_delegate"), "set_aside": {}}
    assert table.state["outcome"] is None
    assert table.words() == {f"move walking {to}" for to in ("cross", "department_1", "delegates_space")} | {
        "special expert",
        "end_turn",
    }


@pytest.mark.rule("STJ-61")
def test_a_trophy_never_enters_a_deck() -> None:
    table = in_hall("speech, 2 delegate", demands="6 delegate_delegate").do("negotiate", "end_turn", "end_turn")
    assert table.pile("trophies", 0) == cards("delegate_delegate")
    assert table.pile("hand", 0) == cards("speech, 2 delegate")


@pytest.mark.rule("STJ-62")
def test_after_a_failure_only_the_end_of_the_turn_is_left() -> None:
    table = in_hall("2 speech, 2 expert, walking, resident", demands="6 delegate_delegate", face_down=("cross",))
    table.do("negotiate")
    assert table.words() == {"end_turn"}
    assert table.pile("today") == cards("speech")
    assert table.pile("hand") == cards("speech, 2 expert, walking, resident")
    assert table.pile("trophies") == {}
    assert table.state["demands"] == {"stack": cards("5 delegate_delegate"), "set_aside": cards("delegate_delegate")}


@pytest.mark.rule("STJ-62")
def test_after_a_failure_the_turn_ends_in_full() -> None:
    table = in_hall("speech, 2 expert, 4 walking", demands="6 delegate_delegate", face_down=("cross",), later="worker")
    table.do("negotiate", "end_turn")
    assert not table.offers("done")
    table.do("discard walking", "done")
    assert table.pile("hand", 0) == cards("2 expert, 3 walking")
    assert table.pile("later", 0) == cards("worker, speech, walking")
    assert table.stack("cross") == (4, True)
    assert table.stack("bhp_hall") == (5, False)
    assert table.state["current"] == 1


@pytest.mark.rule("STJ-62")
def test_the_next_player_is_free_after_a_failure() -> None:
    table = Position(
        token="bhp_hall", hand="speech, 2 expert", demands="6 delegate_delegate", others={1: {"hand": "5 walking"}}
    )
    assert table.do("negotiate", "end_turn", "done").offers("move walking cross")


@pytest.mark.rule("STJ-63")
def test_when_the_last_demand_fails_it_returns_with_all_set_aside() -> None:
    table = in_hall("speech, 2 expert", demands="delegate_delegate", set_aside="2 expert_expert, 2 delegate_expert")
    table.do("negotiate")
    assert table.state["demands"] == {
        "stack": cards("delegate_delegate, 2 expert_expert, 2 delegate_expert"),
        "set_aside": {},
    }
    assert table.stack("bhp_hall") == (5, False)
    assert table.shuffles() == [None]


@pytest.mark.rule("STJ-63")
def test_when_the_last_demand_is_won_those_set_aside_return() -> None:
    table = in_hall("speech, 2 expert", demands="expert_expert", set_aside="2 delegate_expert").do("negotiate")
    assert table.state["demands"] == {"stack": cards("2 delegate_expert"), "set_aside": {}}
    assert table.shuffles() == [None]


@pytest.mark.rule("STJ-63")
def test_while_demands_are_left_those_set_aside_stay_there() -> None:
    table = in_hall("speech, 2 expert", demands="2 delegate_delegate", set_aside="2 expert_expert").do("negotiate")
    assert table.state["demands"]["set_aside"] == cards("delegate_delegate, 2 expert_expert")
    assert table.shuffles() == []


@pytest.mark.rule("STJ-64")
def test_the_second_demand_wins_at_once() -> None:
    table = in_hall("3 speech, 4 delegate, walking", demands="2 delegate_delegate", set_aside="4 expert_expert")
    table.do("negotiate")
    assert table.state["outcome"] is None
    table.do("negotiate")
    assert table.rules.is_over(table.s)
    assert table.state["outcome"] == "win"
    assert table.s.winner == 0
    assert GAME.state.CAUSES[table.s.cause] == "demands"
    assert table.pile("today") == cards("2 speech, 4 delegate")
    assert [table.rules.value(table.s, seat) for seat in (0, 1)] == [1.0, 0.0]
    assert table.shuffles() == []


@pytest.mark.rule("STJ-64")
def test_demands_of_different_players_do_not_add_up() -> None:
    table = Position(
        token="bhp_hall",
        hand="speech, 2 delegate",
        demands="6 delegate_delegate",
        others={1: {"hand": "speech, 2 delegate, 2 walking"}},
    )
    table.do("negotiate", "end_turn", "negotiate")
    assert [table.pile("trophies", seat) for seat in (0, 1)] == [cards("delegate_delegate")] * 2
    assert table.state["outcome"] is None


@pytest.mark.rule("STJ-65")
def test_everybody_knows_which_demands_have_been_shown() -> None:
    table = in_hall("speech, 2 expert", demands="delegate_delegate, delegate_expert", set_aside="expert_expert")
    table.do("negotiate")
    seen = table.state
    table.rules.hide(table.t, table.s, 1)
    assert table.state["shown_demand"] == seen["shown_demand"]
    assert table.state["demands"] == seen["demands"]


@pytest.mark.rule("STJ-A3")
def test_all_mixes_of_six_demands_are_on_offer() -> None:
    default = (2, 2, 2)
    names = {"mix_{}_{}_{}".format(*mix): mix for mix in MIXES if mix != default}
    assert len(MIXES) == 28
    assert set(LAYERS.base["assumed"]["STJ-A3"]["alternatives"]) == set(names)
    for name, mix in {**names, "default": default}.items():
        table = start(5, changes={"STJ-A3": name})
        dealt = table.state["demands"]["stack"]
        assert tuple(dealt.get(kind, 0) for kind in PAIRS) == mix
        assert table.stack("bhp_hall") == (6, False)
