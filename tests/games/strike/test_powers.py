"""The characters' powers (STK-15 … STK-20, STK-R3, R5, R8, R13, R14, R21, STK-V32 … V42, STK-A3)."""

from typing import Any

import pytest

from games.strike.positions import LAYERS, Position

HIGH = {0: 6, 1: 6}


@pytest.mark.rule("STK-15")
@pytest.mark.rule("STK-R5")
def test_the_second_power_needs_an_energy_of_three_at_the_moment_it_is_used() -> None:
    for energy, offered in ((2, False), (3, True)):
        table = Position(strikers={0: {1: 1, 5: 1}}, drones={1: 1, 5: 1}, energy={0: energy})
        assert bool(table.do("disassemble 1 drone").offers("power")) == offered


@pytest.mark.rule("STK-16")
def test_energy_stops_at_six_and_at_nothing() -> None:
    assert Position(hands={0: "cooks"}, energy={0: 5}).do("ally cooks").energy() == 6
    table = Position(energy={0: 0}, strikers={0: {5: 1}}).only("stream_until_dawn")
    assert table.do("end_actions", rolls=[3]).energy() == 0


# ---- Michael -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("STK-17")
@pytest.mark.rule("STK-V36")
def test_two_strikers_moved_into_a_location_take_a_drone_off_it() -> None:
    table = Position(strikers={0: {1: 2}}, drones={2: 1, 1: 1}).do("mobilize 1 2")
    assert table.pending() is None
    table.do("mobilize 1 2")
    assert table.pending() == ("power", 0)
    assert table.words() == ["decline", "power strength_in_numbers 2"]
    assert table.do("power strength_in_numbers 2").at(2)["drones"] == 0


@pytest.mark.rule("STK-17")
@pytest.mark.rule("STK-R8")
def test_one_moved_out_takes_one_arrival_back() -> None:
    table = Position(strikers={0: {1: 2}}, drones={2: 1})
    table.do("mobilize 1 2", "mobilize 2 1")
    assert table.state["counters"]["arrivals"] == {"1": 1}
    table.do("mobilize 1 2")
    assert table.pending() is None
    assert table.state["counters"]["arrivals"] == {"2": 1}
    assert table.state["counters"]["moves"] == 3


@pytest.mark.rule("STK-17")
@pytest.mark.rule("STK-V33")
@pytest.mark.rule("STK-R21")
def test_a_removal_by_the_first_power_triggers_the_second_which_does_not_trigger_itself() -> None:
    table = Position(strikers={0: {1: 2, 5: 1, 7: 1}}, drones={2: 1, 5: 1, 7: 1}, energy=HIGH)
    table.do("mobilize 1 2", "mobilize 1 2", "power strength_in_numbers 2")
    assert table.words() == ["decline", "power manual_labor 5", "power manual_labor 7"]
    table.do("power manual_labor 5")
    assert table.pending() is None
    assert table.at(7)["drones"] == 1
    assert table.state["counters"]["removed"] == 2


@pytest.mark.rule("STK-17")
@pytest.mark.rule("STK-V35")
def test_the_switch_lets_manual_labor_chain() -> None:
    table = Position(
        strikers={0: {1: 1, 5: 1, 7: 1}},
        drones={1: 1, 5: 1, 7: 1},
        energy=HIGH,
        changes={"manual_labor_chains": True},
    )
    table.do("disassemble 1 drone", "power manual_labor 5")
    assert table.words() == ["decline", "power manual_labor 7"]
    table.do("power manual_labor 7")
    assert table.pending() is None
    assert table.state["counters"]["removed"] == 3


@pytest.mark.rule("STK-17")
@pytest.mark.rule("STK-R21")
def test_manual_labor_takes_another_location_where_own_strikers_stand() -> None:
    table = Position(strikers={0: {1: 1, 5: 1}, 1: {8: 1}}, drones={1: 2, 5: 1, 8: 1}, energy=HIGH)
    assert table.do("disassemble 1 drone").offers("power") == ["power manual_labor 5"]


# ---- Eddie -------------------------------------------------------------------------------------------------------


def eddie(**fields: Any) -> Position:
    return Position("eddie, michael", **fields)


@pytest.mark.rule("STK-18")
def test_refuel_gives_two_energy_for_a_token_in_the_grow_box() -> None:
    table = eddie(strikers={0: {11: 10}}).do("refuel")
    assert table.energy() == 4
    assert table.player(0)["boxes"]["grow"] == 1
    assert table.state["supply"]["strikers"][0] == 0


@pytest.mark.rule("STK-18")
@pytest.mark.rule("STK-R20")
def test_refuel_needs_room_in_the_box_and_an_energy_below_six() -> None:
    assert not eddie(energy={0: 6}).offers("refuel")
    table = eddie(energy={0: 0}).do("refuel", "refuel", "refuel")
    assert table.energy() == 6
    assert not eddie().do("grow 11", "grow 11", "grow 11").offers("refuel")
    assert not Position().offers("refuel")


@pytest.mark.rule("STK-18")
def test_cards_in_the_grow_box_are_no_grow_ranks_action() -> None:
    table = eddie(hands={0: "farmers"}).do("ally farmers")
    assert table.energy() == 4
    assert table.s.strikers.sum() == 9


@pytest.mark.rule("STK-18")
@pytest.mark.rule("STK-R14")
@pytest.mark.rule("STK-R21")
@pytest.mark.rule("STK-V31")
def test_passenger_flight_moves_any_striker_anywhere_else_for_three_energy() -> None:
    table = eddie(strikers={0: {11: 1}, 1: {1: 1}}, energy={0: 6})
    flights = table.offers("power passenger_flight")
    assert len(flights) == 2 * 11
    assert "power passenger_flight 0 11 11" not in flights
    table.do("power passenger_flight 1 1 9", "power passenger_flight 0 11 9")
    assert (table.strikers(0), table.strikers(1), table.energy()) == ({9: 1}, {9: 1}, 0)
    assert not table.offers("power")
    assert table.s.tokens == 4


@pytest.mark.rule("STK-R14")
def test_passenger_flight_goes_after_the_last_token_too_but_not_inside_a_card() -> None:
    table = eddie(strikers={0: {11: 3}}, energy={0: 3}).do("grow 11", "grow 11", "grow 11", "mobilize 11 12")
    assert table.offers("power passenger_flight")
    inside = eddie(strikers={0: {11: 3}}, hands={0: "tram_crew"}, energy={0: 6}).do("ally tram_crew")
    assert inside.pending() == ("choose", 0)
    assert not inside.offers("power")


@pytest.mark.rule("STK-R8")
@pytest.mark.rule("STK-V31")
def test_a_flight_of_an_own_striker_counts_as_a_move_and_anothers_does_not() -> None:
    table = eddie(strikers={0: {11: 1}, 1: {1: 1}}, energy={0: 6})
    assert table.do("power passenger_flight 1 1 9").state["counters"]["moves"] == 0
    assert table.do("power passenger_flight 0 11 9").state["counters"] == {
        "moves": 1,
        "removed": 0,
        "arrivals": {"9": 1},
        "used": [],
    }


# ---- Valentina ---------------------------------------------------------------------------------------------------


def valentina(**fields: Any) -> Position:
    return Position("valentina, eddie", **fields)


@pytest.mark.rule("STK-19")
@pytest.mark.rule("STK-R13")
def test_each_second_drone_removed_lets_valentina_grow_without_a_token() -> None:
    table = valentina(strikers={0: {4: 2}}, drones={4: 2}).do("disassemble 4 drone")
    assert table.pending() is None
    table.do("disassemble 4 drone")
    assert table.words() == ["decline", "power repurpose 4"]
    table.do("power repurpose 4")
    assert table.strikers(0) == {4: 3}
    assert table.player(0)["boxes"]["grow"] == 0


@pytest.mark.rule("STK-R13")
@pytest.mark.rule("STK-V34")
def test_a_free_grow_is_refused_with_no_striker_in_the_supply() -> None:
    table = valentina(strikers={0: {4: 10}}, drones={4: 2}).do("disassemble 4 drone", "disassemble 4 drone")
    assert table.pending() is None


@pytest.mark.rule("STK-19")
@pytest.mark.rule("STK-V32")
def test_two_strikers_are_enough_for_a_megadrone_with_an_energy_of_three() -> None:
    for energy, offered in ((3, True), (2, False)):
        table = valentina(strikers={0: {4: 2}}, megadrones={4: 1}, energy={0: energy})
        assert bool(table.offers("disassemble")) == offered


@pytest.mark.rule("STK-R8")
@pytest.mark.rule("STK-R15")
def test_removals_by_cards_count_and_fusions_do_not() -> None:
    table = valentina(strikers={0: {4: 2}}, drones={4: 2}, hands={0: "cleaners"}).do("ally cleaners")
    assert table.pending() == ("power", 0)
    fused = valentina(strikers={0: {4: 2}}, drones={4: 2, 9: 2}, energy={0: 0, 1: 0}).do("disassemble 4 drone")
    fused.end_turn(rolls=[9, 3])
    assert fused.at(9)["megadrones"] == 1
    assert fused.state["counters"]["removed"] == 0  # the next player's; nothing was offered between
    assert fused.state["current"] == 1


# ---- Candace -----------------------------------------------------------------------------------------------------


def candace(**fields: Any) -> Position:
    return Position("candace, eddie, michael", **fields)


@pytest.mark.rule("STK-20")
@pytest.mark.rule("STK-R3")
@pytest.mark.rule("STK-R13")
@pytest.mark.rule("STK-V24")
def test_after_two_moves_candace_has_another_player_mobilize() -> None:
    table = candace(strikers={0: {7: 2}, 1: {11: 1}, 2: {1: 1}})
    table.do("mobilize 7 8", "mobilize 8 7")
    assert table.words() == ["decline", "power first_responder 1", "power first_responder 2"]
    table.do("power first_responder 1")
    assert table.pending() == ("mobilize", 1)
    assert table.words() == ["decline", "mobilize 11 7", "mobilize 11 10", "mobilize 11 12"]
    table.do("mobilize 11 7")
    assert table.pending() is None
    assert table.strikers(1) == {7: 1}
    assert table.state["counters"]["moves"] == 2


@pytest.mark.rule("STK-R13")
def test_the_player_told_to_mobilize_may_decline() -> None:
    table = candace(strikers={0: {7: 2}}).do("mobilize 7 8", "mobilize 8 7", "power first_responder 1", "decline")
    assert table.pending() is None
    assert table.strikers(1) == {11: 4}


@pytest.mark.rule("STK-R21")
def test_a_player_without_strikers_cannot_be_told_to_mobilize() -> None:
    table = candace(strikers={0: {7: 2}, 1: {}}).do("mobilize 7 8", "mobilize 8 7")
    assert table.offers("power") == ["power first_responder 2"]


@pytest.mark.rule("STK-20")
@pytest.mark.rule("STK-R20")
def test_dispatcher_draws_a_strike_card_for_a_pair_of_drones_or_a_megadrone() -> None:
    table = candace(strikers={0: {7: 3}}, drones={7: 2}, megadrones={7: 1}, energy={0: 3})
    table.give(2, "nurses, cooks, farmers, teach_in")
    table.do("disassemble 7 megadrone")
    assert table.offers("power") == ["power dispatcher 0", "power dispatcher 1"]
    table.do("power dispatcher 1")
    assert [seat for seat, _ in table.drawn()] == [1]
    pair = candace(strikers={0: {7: 3}}, drones={7: 2}, energy={0: 3}).do("disassemble 7 drone", "disassemble 7 drone")
    assert len(pair.offers("power dispatcher")) == 3
    empty = candace(strikers={0: {7: 3}}, megadrones={7: 1}, energy={0: 3}).empty("strike")
    assert empty.do("disassemble 7 megadrone").pending() is None


# ---- all of them -------------------------------------------------------------------------------------------------


@pytest.mark.rule("STK-R8")
@pytest.mark.rule("STK-V41")
def test_counters_run_for_everybody_and_start_anew_each_turn() -> None:
    table = eddie(strikers={0: {11: 2}}, drones={11: 1}).do("disassemble 11 drone", "mobilize 11 12", "mobilize 11 12")
    assert table.state["counters"] == {"moves": 2, "removed": 1, "arrivals": {}, "used": []}
    table.end_turn(rolls=[3, 6])
    assert table.state["counters"] == {"moves": 0, "removed": 0, "arrivals": {}, "used": []}


@pytest.mark.rule("STK-R8")
@pytest.mark.rule("STK-V40")
@pytest.mark.rule("STK-R21")
def test_once_per_turn_a_pair_power_is_spent_when_it_is_offered() -> None:
    def four_moves(**changes: Any) -> Position:
        table = candace(strikers={0: {7: 2}}, changes=changes).do("mobilize 7 8", "mobilize 8 7", "decline")
        table.s.boxes[:], table.s.tokens = 0, 4
        return table.do("mobilize 7 8", "mobilize 8 7")

    assert four_moves().pending() == ("power", 0)
    once = four_moves(pair_powers="once_per_turn")
    assert once.pending() is None
    assert once.state["counters"]["used"] == ["first_responder"]
    lost = candace(strikers={0: {7: 2}, 1: {}, 2: {}}, changes={"pair_powers": "once_per_turn"})
    assert lost.do("mobilize 7 8", "mobilize 8 7").state["counters"]["used"] == []


@pytest.mark.rule("STK-R8")
@pytest.mark.rule("STK-V34")
def test_a_trigger_that_is_not_used_at_once_is_lost() -> None:
    table = Position(strikers={0: {1: 2}}, drones={2: 1}).do("mobilize 1 2", "mobilize 1 2", "decline")
    assert table.pending() is None
    assert not table.offers("power")


@pytest.mark.rule("STK-V33")
@pytest.mark.rule("STK-R3")
def test_a_power_works_only_in_its_owners_turn() -> None:
    table = candace(strikers={0: {7: 2}, 1: {11: 1}, 2: {1: 1}}, drones={2: 1}, energy={0: 6, 1: 6, 2: 6})
    table.do("mobilize 7 8", "mobilize 8 7", "power first_responder 2", "mobilize 1 2")
    assert table.pending() is None  # Michael's arrival triggers nothing, and Eddie sells no flights
    assert not table.offers("power")


@pytest.mark.rule("STK-A3")
def test_every_board_sums_to_eight_with_one_to_three_tokens_in_a_box() -> None:
    names = ["default", *LAYERS.base["assumed"]["STK-A3"]["alternatives"]]
    for name in names:
        data = LAYERS.changed({"STK-A3": name}).data()
        for who in data["characters"].values():
            assert sum(who["boxes"].values()) == 8
            assert set(who["boxes"].values()) <= {1, 2, 3}


@pytest.mark.rule("STK-A3")
@pytest.mark.parametrize(("who", "home"), [("medic", 5), ("student", 8), ("bus_driver", 2), ("gardener", 10)])
def test_the_four_unknown_characters_play_from_their_home_base(who: str, home: int) -> None:
    other = "eddie" if who != "gardener" else "michael"
    assert Position(f"{who}, {other}").strikers(0) == {home: 4}
