"""Step 1: tokens, basic actions and cards (STK-25 … STK-33, STK-10, STK-R1, R2, R6, R7, R16, R20, STK-V5, V7)."""

from typing import Any

import pytest

from games.strike.positions import Json, Position

HARBOR = "dockers_walk_out"  # Grow Ranks and Mobilize
FULL_HAND = "ships_stay_moored, cranes_stand_still, nurses, cooks"


def ready(at: int = 1, hand: str = HARBOR, **fields: Any) -> Position:
    """Return Michael with three strikers at a location and a card."""
    fields.setdefault("strikers", {0: {at: 3}})
    return Position(hands={0: hand}, **fields)


@pytest.mark.rule("STK-25")
def test_four_tokens_within_the_maxima_of_the_boxes() -> None:
    table = Position()
    table.do("grow 1", "grow 1")
    assert table.player(0)["boxes"] == {"grow": 2, "mobilize": 0, "draw": 0, "disassemble": 0}
    assert not table.offers("grow")
    table.do("mobilize 1 2", "mobilize 2 3")
    assert table.words() == ["end_actions"]


@pytest.mark.rule("STK-25")
def test_tokens_may_stay_unused_and_all_come_back() -> None:
    table = Position(drones={1: 1}).do("disassemble 1 drone")
    assert "end_actions" in table.words()
    table.end_turn(rolls=[3, 3])
    assert table.state["current"] == 1
    table.end_turn(rolls=[6, 6])
    assert table.state["current"] == 0
    assert table.player(0)["boxes"] == dict.fromkeys(("grow", "mobilize", "draw", "disassemble"), 0)
    assert table.s.tokens == 4


@pytest.mark.rule("STK-25")
def test_turns_go_clockwise() -> None:
    table = Position("michael, eddie, valentina")
    seats = []
    for rolls in ([3, 6], [3, 6], [9, 12]):
        seats.append(table.state["current"])
        table.end_turn(rolls=rolls)
    assert [*seats, table.state["current"]] == [0, 1, 2, 0]


@pytest.mark.rule("STK-26")
def test_grow_ranks_where_own_strikers_stand_or_at_home() -> None:
    table = Position(strikers={0: {5: 1}, 1: {7: 1}})
    assert table.offers("grow") == ["grow 1", "grow 5"]
    table.do("grow 5")
    assert table.strikers(0) == {5: 2}
    assert table.state["supply"]["strikers"][0] == 8


@pytest.mark.rule("STK-26")
@pytest.mark.rule("STK-R16")
def test_there_is_no_eleventh_striker() -> None:
    assert not Position(strikers={0: {1: 7, 5: 3}}).offers("grow")


@pytest.mark.rule("STK-27")
def test_mobilize_along_a_line_and_the_same_striker_again() -> None:
    table = Position(strikers={0: {1: 1}}, megadrones={2: 1}, drones={2: 1})
    assert table.offers("mobilize") == ["mobilize 1 2", "mobilize 1 5", "mobilize 1 12"]
    table.do("mobilize 1 2", "mobilize 2 8", "mobilize 8 9")
    assert table.strikers(0) == {9: 1}


@pytest.mark.rule("STK-28")
def test_disassemble_a_drone_with_one_striker_and_a_megadrone_with_three() -> None:
    table = Position(strikers={0: {1: 1, 5: 2, 7: 3}}, drones={1: 2, 8: 1}, megadrones={5: 1, 7: 1})
    assert table.offers("disassemble") == ["disassemble 1 drone", "disassemble 7 megadrone"]
    table.do("disassemble 7 megadrone")
    assert table.at(7)["megadrones"] == 0
    assert table.state["supply"]["megadrones"] == 4
    assert not table.offers("disassemble")  # Michael's box holds one


@pytest.mark.rule("STK-28")
def test_a_drone_goes_back_to_the_supply() -> None:
    table = Position(drones={1: 2}).do("disassemble 1 drone")
    assert table.at(1)["drones"] == 1
    assert table.state["supply"]["drones"] == 23


@pytest.mark.rule("STK-29")
@pytest.mark.rule("STK-R16")
def test_draw_from_either_deck_up_to_four_cards() -> None:
    table = Position(hands={0: "nurses, cooks"})
    assert table.offers("draw") == ["draw strike", "draw ally"]
    table.only("farmers").do("draw ally")
    assert table.hand() == ["nurses", "cooks", "farmers"]
    table.do("draw strike")
    assert len(table.hand()) == 4
    table.s.boxes[:], table.s.tokens = 0, 4
    assert not table.offers("draw")


@pytest.mark.rule("STK-29")
@pytest.mark.rule("STK-30")
def test_a_card_being_played_no_longer_counts_to_the_limit() -> None:
    table = Position(hands={0: "teachers, dockers_walk_out, ships_stay_moored, nurses"}).do("ally teachers")
    assert len(table.hand()) == 4
    assert table.energy() == 3


@pytest.mark.rule("STK-R1")
@pytest.mark.rule("STK-R16")
def test_an_empty_deck_gives_no_card_and_never_comes_back() -> None:
    table = Position().empty("strike")
    assert table.offers("draw") == ["draw ally"]
    assert not table.empty("ally").offers("draw")


@pytest.mark.rule("STK-R1")
def test_the_switch_makes_a_new_ally_deck_of_the_discards() -> None:
    table = Position(changes={"reshuffle_allies": True}).empty("ally")
    assert table.offers("draw ally") == ["draw ally"]
    table.do("draw ally")
    assert sum(table.state["decks"]["ally"].values()) == 21
    assert table.state["discards"]["ally"] == {}
    assert not table.empty("strike").offers("draw strike")


@pytest.mark.rule("STK-30")
@pytest.mark.rule("STK-V5")
def test_an_ally_takes_a_token_in_its_box_and_no_basic_action() -> None:
    table = Position(strikers={0: {1: 4}}, hands={0: "farmers"}).do("ally farmers")
    assert table.player(0)["boxes"]["grow"] == 1
    assert table.energy() == 4
    assert table.strikers(0) == {1: 5}  # by the card's one striker; the basic action would give a second
    assert table.state["discards"]["ally"] == {"farmers": 1}


@pytest.mark.rule("STK-30")
@pytest.mark.rule("STK-R19")
def test_effects_are_obligatory_in_their_order_as_far_as_possible() -> None:
    table = Position(hands={0: "cooks"}).do("ally cooks")  # three energy; then no drone is in reach
    assert table.energy() == 5
    assert table.pending() is None


@pytest.mark.rule("STK-30")
def test_energy_gained_first_switches_on_a_second_power() -> None:
    table = Position(strikers={0: {1: 1, 5: 1}}, hands={0: "cooks"}, drones={1: 1, 5: 1}, energy={0: 0})
    table.do("ally cooks", "choose 1")
    assert table.offers("power") == ["power manual_labor 5"]


@pytest.mark.rule("STK-31")
def test_a_strike_card_scores_and_gives_somebody_an_ally() -> None:
    table = ready(drones={1: 2}).only("farmers").do(f"strike {HARBOR}")
    assert table.at(1)["victories"] == 1
    assert table.state["supply"]["victories"] == 13
    assert table.player(0)["boxes"] == {"grow": 1, "mobilize": 1, "draw": 0, "disassemble": 0}
    assert table.state["discards"]["strike"] == {HARBOR: 1}
    assert table.words() == ["give_ally 0", "give_ally 1"]
    table.do("give_ally 1")
    assert table.drawn() == [(1, "farmers")]


@pytest.mark.rule("STK-31")
@pytest.mark.parametrize(
    "board",
    [{"strikers": {0: {1: 2}, 1: {1: 3}}}, {"megadrones": {1: 1}}],
)
def test_a_strike_needs_three_own_strikers_and_no_megadrone(board: Json) -> None:
    assert ready().offers("strike")
    assert not ready(**board).offers("strike")


@pytest.mark.rule("STK-31")
@pytest.mark.rule("STK-R20")
def test_a_player_with_four_cards_may_be_named_and_draws_nothing() -> None:
    table = ready().give(1, FULL_HAND).do(f"strike {HARBOR}", "give_ally 1")
    assert table.drawn() == []
    assert table.pending() is None


@pytest.mark.rule("STK-R20")
def test_with_no_ally_or_all_hands_full_the_choice_is_skipped() -> None:
    assert ready().empty("ally").do(f"strike {HARBOR}").pending() is None
    full = ready(hand=f"{HARBOR}, ships_stay_moored, nurses, cooks").give(1, "teach_in, farmers, reporters, cleaners")
    full.s.hand[0, full.s.n_hand[0]] = full.number("musicians")  # a fifth card, as no rule allows
    full.s.n_hand[0] += 1
    assert full.do(f"strike {HARBOR}").pending() is None


@pytest.mark.rule("STK-32")
@pytest.mark.parametrize(("placed", "others", "points"), [(0, 0, 1), (1, 2, 2), (2, 4, 3)])
def test_later_victories_score_more_and_need_more_strikers(placed: int, others: int, points: int) -> None:
    table = ready(strikers={0: {1: 3}, 1: {1: others}}, victories={1: placed})
    before = table.scores[0]
    assert table.do(f"strike {HARBOR}").scores[0] == before + points
    if others:
        assert not ready(strikers={0: {1: 3}, 1: {1: others - 1}}, victories={1: placed}).offers("strike")
        assert not ready(strikers={0: {1: 2}, 1: {1: others + 5}}, victories={1: placed}).offers("strike")


@pytest.mark.rule("STK-33")
def test_a_card_whose_box_is_full_or_whose_tokens_are_not_left_cannot_be_played() -> None:
    table = ready(hand=f"{HARBOR}, farmers", strikers={0: {1: 5}})
    assert table.offers("strike")
    table.do("grow 1", "grow 1")
    assert not table.offers("strike")
    assert not table.offers("ally")
    late = ready().do("mobilize 1 2", "mobilize 2 1", "mobilize 1 2")
    assert late.s.tokens == 1
    assert not late.offers("strike")


@pytest.mark.rule("STK-R7")
@pytest.mark.rule("STK-A4")
def test_a_card_that_names_a_box_twice_takes_two_tokens_in_it() -> None:
    changes = {"STK-A4": "repeats"}
    table = ready(hand="ships_stay_moored", changes=changes)
    table.do("strike ships_stay_moored")
    assert table.player(0)["boxes"]["grow"] == 2
    full = ready(hand="ships_stay_moored", changes=changes).do("grow 1")
    assert not full.offers("strike")


@pytest.mark.rule("STK-R6")
@pytest.mark.rule("STK-10")
def test_fifteen_points_win_at_once_before_the_ally_is_drawn() -> None:
    victories = {5: 3, 6: 2, 7: 2, 8: 1, 9: 1}
    table = ready(victories=victories)
    assert table.scores == (14, 0)
    table.do(f"strike {HARBOR}")
    assert (table.outcome, table.cause) == ("win", "strikers_points")
    assert table.drawn() == []


@pytest.mark.rule("STK-10")
def test_more_than_fifteen_points_win_and_fourteen_do_not() -> None:
    victories = {1: 2, 5: 2, 6: 2, 7: 2, 8: 1, 9: 1}
    table = ready(strikers={0: {1: 7}}, victories=victories).do(f"strike {HARBOR}")
    assert (table.scores[0], table.outcome) == (17, "win")
    assert ready(victories={5: 3, 6: 2, 7: 2, 8: 1}).do(f"strike {HARBOR}").outcome is None


@pytest.mark.rule("STK-V7")
def test_without_a_victory_in_the_supply_or_room_in_the_location_no_strike() -> None:
    table = ready(strikers={0: {1: 8}})
    assert table.offers("strike")
    table.s.victory_supply = 0
    assert not table.offers("strike")
    assert not ready(strikers={0: {1: 8}}, victories={1: 3}).offers("strike")


@pytest.mark.rule("STK-R2")
@pytest.mark.rule("STK-R16")
def test_nothing_but_the_listed_actions_is_on_offer() -> None:
    table = Position(strikers={0: {1: 2}}, hands={0: f"{HARBOR}, nurses"}, drones={1: 1})
    kinds = {words.split()[0] for words in table.words()}
    assert kinds == {"end_actions", "grow", "mobilize", "disassemble", "draw", "ally"}


@pytest.mark.rule("STK-R20")
def test_an_ally_may_always_be_played() -> None:
    table = Position(strikers={0: {1: 2}}, hands={0: "electricians"}, energy={0: 6})
    assert table.do("ally electricians").energy() == 6
