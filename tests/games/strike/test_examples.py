"""The worked examples of the rules of record (STK-E1 … STK-E9)."""

import pytest

from games.strike.positions import Json, Position

HARBOR, AIRPORT, PARK, HQ = 1, 11, 10, 12


@pytest.mark.rule("STK-E1")
def test_the_two_player_normal_set_up() -> None:
    table = Position(as_set_up=True)
    state = table.state
    assert (table.strikers(0), table.strikers(1)) == ({HARBOR: 4}, {AIRPORT: 4})
    assert state["supply"] == {"drones": 16, "megadrones": 5, "victories": 14, "strikers": [6, 6]}
    for seat in (0, 1):
        assert table.energy(seat) == 2
        assert len(table.hand(seat)) == 1
    assert table.scores == (0, 0)
    assert [number for number, place in state["locations"].items() if place["drones"] == 0] == ["3", "6", "9", "12"]
    assert [sum(state["decks"][deck].values()) for deck in ("strike", "ally", "break")] == [34, 22, 36]


@pytest.mark.rule("STK-E2")
@pytest.mark.parametrize("michael", ["give_striker 11", "keep_striker 11"])
@pytest.mark.parametrize("eddie", ["give_striker 11", "keep_striker 11"])
def test_a_roll(michael: str, eddie: str) -> None:
    board: Json = {"strikers": {0: {HARBOR: 3, AIRPORT: 1}, 1: {AIRPORT: 4}}, "as_set_up": True}
    table = Position(**board).end_turn(rolls=[AIRPORT]).do(michael).do(eddie, rolls=[6])
    assert table.at(AIRPORT)["drones"] == 2
    assert table.state["supply"]["drones"] == 16 - 1 - 1  # the second roll's at 6
    gives, pays = michael.startswith("give"), eddie.startswith("keep")
    assert table.strikers(0) == ({HARBOR: 3} if gives else {HARBOR: 3, AIRPORT: 1})
    assert table.state["supply"]["strikers"][0] == (7 if gives else 6)
    assert table.energy(0) == (2 if gives else 1)
    assert (table.strikers(1), table.energy(1)) == (({AIRPORT: 4}, 1) if pays else ({AIRPORT: 3}, 2))


@pytest.mark.rule("STK-E3")
@pytest.mark.parametrize("energy", [2, 0])
def test_losing_more_energy_than_there_is(energy: int) -> None:
    table = Position(energy={0: energy}, victories={4: 3, 5: 3}).end_turn(card="stream_until_dawn", rolls=[3, 6, 9])
    assert table.energy() == 0
    assert table.rolled() == [3, 6, 9]


@pytest.mark.rule("STK-E4")
def test_per_level() -> None:
    table = Position(energy={0: 3}, victories={4: 3, 5: 1}).happycorp(12)
    table.end_turn(card="stream_until_dawn", rolls=[3, 6])
    assert (table.energy(), table.rolled()) == (1, [3, 6])


@pytest.mark.rule("STK-E5")
@pytest.mark.parametrize(("victories", "left"), [({4: 2}, 3), ({4: 3, 5: 1}, 2), ({4: 3, 5: 2, 6: 2}, 1)])
def test_the_known_commercial_break(victories: dict[int, int], left: int) -> None:
    table = Position(energy={0: 4, 1: 4}, victories=victories).end_turn(card="happy_training_center", rolls=[3])
    assert [table.energy(0), table.energy(1)] == [left, 4]


@pytest.mark.rule("STK-E6")
@pytest.mark.parametrize(("answer", "strikers", "energy"), [("give_striker 11", 3, 2), ("keep_striker 11", 4, 1)])
def test_megadrone_scoring(answer: str, strikers: int, energy: int) -> None:
    board: Json = {"drones": {AIRPORT: 2, PARK: 0, 2: 0}, "megadrones": {PARK: 1}, "as_set_up": True}
    table = Position(**board).happycorp(1)
    table.s.drone_supply = 16
    table.end_turn(rolls=[AIRPORT])
    assert table.at(AIRPORT)["drones"] == 0
    assert table.at(AIRPORT)["megadrones"] == 1
    assert table.state["supply"]["drones"] == 18
    assert table.state["supply"]["megadrones"] == 3
    assert table.scores[1] == 3
    table.do(answer, rolls=[6])
    assert table.strikers(1) == {AIRPORT: strikers}
    assert table.energy(1) == energy


@pytest.mark.rule("STK-E7")
def test_a_full_box() -> None:
    table = Position("eddie, michael", strikers={0: {AIRPORT: 2}}, drones={AIRPORT: 1})
    table.only("teachers", "occupy_happycorp")
    table.do("draw ally", "mobilize 11 10", "mobilize 10 11")
    assert table.s.tokens == 1
    kinds = {words.split()[0] for words in table.words()}
    assert kinds == {"end_actions", "grow", "refuel", "disassemble"}


@pytest.mark.rule("STK-E8")
def test_programmers_played_by_eddie() -> None:
    table = Position("eddie, michael", hands={0: "programmers"}, as_set_up=True)
    table.do("ally programmers", f"choose {HARBOR}")
    assert table.energy() == 4
    assert table.at(HARBOR)["drones"] == 0
    assert table.state["supply"]["drones"] == 17
    assert table.strikers(0) == {AIRPORT: 4}
    assert table.player(0)["boxes"]["grow"] == 1
    assert table.state["discards"]["ally"] == {"programmers": 1}


@pytest.mark.rule("STK-E8")
def test_programmers_played_by_michael_switch_on_manual_labor() -> None:
    table = Position(hands={0: "programmers"}, as_set_up=True).do("ally programmers", f"choose {AIRPORT}")
    assert table.offers("power") == [f"power manual_labor {HARBOR}"]
    table.do(f"power manual_labor {HARBOR}")
    assert table.at(HARBOR)["drones"] == table.at(AIRPORT)["drones"] == 0


@pytest.mark.rule("STK-E9")
def test_the_known_strike_card() -> None:
    board: Json = {"strikers": {0: {HQ: 3}}, "hands": {0: "occupy_happycorp"}}
    table = Position("eddie, michael", drones={HQ: 1}, **board).do("strike occupy_happycorp", "give_ally 1")
    assert table.at(HQ) == {"drones": 1, "megadrones": 0, "victories": 1, "strikers": [3, 0]}
    assert table.state["supply"]["victories"] == 13
    assert table.scores[0] == 1
    assert len(table.hand(1)) == 1
    assert table.state["discards"]["strike"] == {"occupy_happycorp": 1}
    assert not Position("eddie, michael", megadrones={HQ: 1}, **board).offers("strike")
    two: Json = {"strikers": {0: {HQ: 2}, 1: {HQ: 1}}, "hands": {0: "occupy_happycorp"}}
    assert not Position("eddie, michael", **two).offers("strike")
