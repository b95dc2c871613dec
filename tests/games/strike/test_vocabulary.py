"""Cards, powers and characters a designer writes in data alone (STK-V4 … V42, STK-R19, STK-A2, STK-A5)."""

from typing import Any

import pytest

from games.strike.positions import LAYERS, Json, Position
from strikesim.games.strike.state import FIRST_ALLY

OWN, ANYWHERE = "own", "anywhere"


def ally(*effects: Json, **fields: Any) -> Position:
    """Return a position in which Michael holds a new Ally card of these effects, in the Draw box."""
    card = {"name": "Test", "box": "draw", "copies": 1, "effects": list(effects)}
    changes = {"cards.ally.test": card, "provenance.cards": "ours", **fields.pop("changes", {})}
    who = fields.pop("who", "michael, eddie")
    return Position(who, hands={0: "test"}, changes=changes, **fields)


def own_moves(table: Position) -> list[str]:
    """Return the moves along every line that the acting player's strikers could make."""
    lines = sorted(line for a, b in LAYERS.base["board"]["lines"] for line in ((a, b), (b, a)))
    return [f"mobilize {a} {b}" for a, b in lines if a in table.strikers(0)]


def power(which: str, **entry: Any) -> Json:
    """Return changes that give Michael another power."""
    return {f"characters.michael.{which}": {"name": "new_power", **entry}}


@pytest.mark.rule("STK-V10")
@pytest.mark.rule("STK-V12")
@pytest.mark.rule("STK-V21")
def test_each_unit_is_a_choice_of_its_own_and_counts() -> None:
    table = ally({"effect": "remove_drone", "where": OWN, "amount": 3}, drones={1: 2, 5: 1}, strikers={0: {1: 1, 5: 1}})
    table.do("ally test", "choose 1", "choose 5")  # the third is forced
    assert table.at(1)["drones"] == table.at(5)["drones"] == 0
    assert table.state["counters"]["removed"] == 3


@pytest.mark.rule("STK-V10")
def test_an_effect_that_finds_nothing_is_passed_over() -> None:
    table = ally(
        {"effect": "remove_megadrone", "strikers": 1},
        {"effect": "gain_energy", "who": "acting", "amount": 1},
        strikers={0: {1: 1}},
    )
    assert table.do("ally test").energy() == 3


@pytest.mark.rule("STK-V11")
@pytest.mark.rule("STK-V20")
def test_a_seat_is_named_among_those_the_effect_helps() -> None:
    effect = {"effect": "gain_energy", "who": "any", "amount": 2}
    table = ally(effect, who="michael, eddie, valentina", energy={0: 2, 1: 6, 2: 5}).do("ally test")
    assert table.words() == ["choose 0", "choose 2"]
    assert table.do("choose 2").energy(2) == 6
    another = ally({**effect, "who": "another"}, who="michael, eddie, valentina").do("ally test")
    assert another.words() == ["choose 1", "choose 2"]
    everybody = ally({**effect, "who": "all"}, energy={0: 1, 1: 5}).do("ally test")
    assert [everybody.energy(seat) for seat in (0, 1)] == [3, 6]
    nobody = ally(effect, energy={0: 6, 1: 6}).do("ally test")
    assert nobody.pending() is None


@pytest.mark.rule("STK-V12")
@pytest.mark.rule("STK-V13")
def test_amounts_per_level_on_losses() -> None:
    card = {"effects": [{"effect": "discard", "who": "all", "amount": 1, "per_level": True}, {"effect": "roll"}]}
    table = Position(
        hands={0: "nurses, cooks, farmers", 1: "teach_in"},
        victories={4: 2, 5: 1},
        strikers={0: {}, 1: {}},
        changes={"cards.break.test": card},
    )
    table.end_turn(card="test", rolls=[]).do("choose nurses").do("choose cooks", rolls=[3])
    assert (table.hand(0), table.hand(1)) == (["farmers"], [])


@pytest.mark.rule("STK-V14")
def test_what_looks_the_same_is_offered_once_and_one_possibility_is_no_choice() -> None:
    table = Position(hands={0: "nurses, nurses, cooks"})
    assert table.offers("ally") == ["ally nurses", "ally cooks"]
    forced = ally({"effect": "remove_drone", "where": ANYWHERE}, drones={9: 1}).do("ally test")
    assert forced.at(9)["drones"] == 0


@pytest.mark.rule("STK-V15")
@pytest.mark.rule("STK-A5")
def test_up_to_three_ends_with_decline_but_not_the_card() -> None:
    table = Position(hands={0: "tram_crew"}, strikers={0: {1: 1}}).do("ally tram_crew", "choose 1 2")
    assert "decline" in table.words()
    table.do("choose 2 3", "decline")
    assert table.strikers(0) == {3: 1}
    assert table.pending() is None
    last = ally(
        {"effect": "remove_drone", "where": ANYWHERE, "may": True},
        {"effect": "gain_energy", "who": "acting"},
        drones={1: 1},
    )
    assert last.do("ally test").words() == ["choose 1", "decline"]
    assert last.do("decline").energy() == 3


@pytest.mark.rule("STK-V15")
@pytest.mark.rule("STK-R19")
def test_without_may_an_effect_is_obligatory() -> None:
    table = ally({"effect": "move_strikers", "who": "acting", "amount": 1}, strikers={0: {1: 1}}).do("ally test")
    assert table.words() == ["choose 1 2", "choose 1 5", "choose 1 12"]


@pytest.mark.rule("STK-V22")
def test_a_megadrone_is_removed_where_enough_own_strikers_stand() -> None:
    effect = {"effect": "remove_megadrone", "strikers": 1}
    board = {"megadrones": {5: 1, 9: 1}, "strikers": {0: {5: 1}, 1: {9: 4}}}
    assert ally(effect, **board).do("ally test").at(5)["megadrones"] == 0
    free = ally({**effect, "strikers": 0}, **board).do("ally test")
    assert free.words() == ["choose 5", "choose 9"]


@pytest.mark.rule("STK-V23")
@pytest.mark.rule("STK-R19")
def test_strikers_are_added_one_by_one_and_trigger_nothing() -> None:
    table = Position(hands={0: "ship_crew"}, strikers={0: {5: 1}}, drones={5: 1}).do(
        "ally ship_crew", "choose 5", "choose 5"
    )
    assert table.strikers(0) == {5: 3}
    assert table.pending() is None
    assert table.state["counters"]["moves"] == 0


@pytest.mark.rule("STK-V24")
@pytest.mark.rule("STK-R8")
def test_moves_by_a_card_count_and_trigger_powers_between_its_units() -> None:
    table = Position(hands={0: "tram_crew"}, strikers={0: {1: 2}}, drones={2: 1})
    table.do("ally tram_crew", "choose 1 2", "choose 1 2")
    assert table.pending() == ("power", 0)
    table.do("power strength_in_numbers 2")
    assert table.pending() == ("choose", 0)  # the third move is still open
    assert table.state["counters"]["moves"] == 2


@pytest.mark.rule("STK-V24")
def test_another_player_makes_all_the_moves_and_may_stop() -> None:
    table = ally({"effect": "move_strikers", "who": "another", "amount": 2}, strikers={1: {11: 2}}).do("ally test")
    assert table.pending() == ("mobilize", 1)
    table.do("mobilize 11 12", "mobilize 11 12")
    assert table.strikers(1) == {12: 2}
    assert table.pending() is None  # two arrivals of Eddie's, and nobody's power


@pytest.mark.rule("STK-V25")
def test_cards_are_drawn_as_far_as_hand_and_deck_allow() -> None:
    table = Position(hands={0: "reporters, nurses, cooks"}).do("ally reporters")
    assert len(table.hand()) == 4
    assert len(table.drawn()) == 2
    few = Position(hands={0: "reporters"}).empty("strike").do("ally reporters")
    assert few.drawn() == []
    shared = ally({"effect": "draw", "deck": "ally", "who": "all"}).give(1, "nurses, cooks, farmers, teach_in")
    assert [seat for seat, _ in shared.do("ally test").drawn()] == [0]


def redrawing(*others: str, who: str = "acting", **settings: Any) -> Position:
    """Return a position with an Ally card that draws an Ally, and no Allies but those discarded."""
    changes = {"reshuffle_allies": True}
    table = ally({"effect": "draw", "deck": "ally", "who": who}, changes=changes, **settings).empty("ally")
    table.s.discard[1] = 0
    for card in others:
        table.s.discard[1, table.number(card) - FIRST_ALLY] += 1
    table.s.n_discard[1] = len(others)
    return table


@pytest.mark.rule("STK-V25")
@pytest.mark.rule("STK-30")
def test_the_card_being_played_is_not_among_the_discards_that_make_a_new_deck() -> None:
    assert redrawing().do("ally test").drawn() == []
    for seed in range(20):
        table = redrawing("cooks", "test", seed=seed).do("ally test")
        assert {card for _, card in table.drawn()} <= {"cooks", "test"}
        assert sum(table.state["decks"]["ally"].values()) == 1
        assert table.state["discards"]["ally"] == {"test": 1}


@pytest.mark.rule("STK-V25")
@pytest.mark.rule("STK-30")
def test_a_card_that_is_done_can_be_drawn_again() -> None:
    table = redrawing().do("ally test", "draw ally")
    assert table.drawn() == [(0, "test")]


@pytest.mark.rule("STK-V25")
def test_nobody_can_be_named_to_draw_the_card_being_played() -> None:
    assert redrawing(who="any").do("ally test").pending() is None


@pytest.mark.rule("STK-V33")
@pytest.mark.rule("STK-R21")
def test_of_two_powers_on_one_step_the_first_is_carried_out_with_all_it_triggers() -> None:
    changes = power("first", when=["removed"], effects=[{"effect": "gain_energy", "who": "acting", "amount": 1}])
    table = Position(strikers={0: {1: 1, 5: 1}}, drones={1: 1, 5: 1}, energy={0: 2}, changes=changes)
    table.do("disassemble 1 drone")
    assert table.words() == ["decline", "power new_power"]
    table.do("power new_power")  # the third energy switches the second power on
    assert table.words() == ["decline", "power manual_labor 5"]
    table.do("power manual_labor 5")
    assert table.words() == ["decline", "power new_power"]


@pytest.mark.rule("STK-V35")
def test_a_power_does_not_trigger_while_it_is_carried_out() -> None:
    changes = power("first", when=["moves_pair"], effects=[{"effect": "move_strikers", "who": "acting", "amount": 4}])
    table = Position(strikers={0: {1: 2}}, changes=changes).do("mobilize 1 2", "mobilize 2 1", "power new_power 1 2")
    for move in ("choose 2 1", "choose 1 2", "choose 2 1"):
        assert not table.offers("power")
        table.do(move)
    assert table.pending() is None
    assert table.state["counters"]["moves"] == 6


@pytest.mark.rule("STK-V36")
@pytest.mark.rule("STK-V39")
def test_a_spend_power_pays_first_and_stands_without_decline() -> None:
    changes = power("second", when=["spend"], cost=2, effects=[{"effect": "gain_energy", "who": "acting", "amount": 1}])
    table = Position(energy={0: 6}, changes=changes)
    assert not table.offers("power")  # at six there is nothing to gain
    table.s.energy[0] = 5
    assert table.offers("power") == ["power new_power"]
    assert "decline" not in table.words()
    assert table.do("power new_power").energy() == 4


@pytest.mark.rule("STK-V34")
@pytest.mark.rule("STK-V37")
def test_a_spend_power_needs_its_cost_too() -> None:
    changes = power("first", when=["spend"], cost=4, effects=[{"effect": "add_strikers"}])
    assert not Position(energy={0: 3}, changes=changes).offers("power")
    table = Position(strikers={0: {1: 2}}, energy={0: 4}, changes=changes)
    assert table.offers("power") == ["power new_power 1"]
    assert table.do("power new_power 1").strikers(0) == {1: 3}


@pytest.mark.rule("STK-V37")
@pytest.mark.parametrize(
    ("who", "board", "actions", "offer"),
    [
        ("student", {"hands": {0: "cooks"}}, ["ally cooks"], ["study_group"]),
        ("gardener", {"drones": {10: 2}}, ["disassemble 10 drone"] * 2, ["harvest 0", "harvest 1"]),
        ("bus_driver", {}, ["mobilize 2 1", "mobilize 2 3"], None),
        ("medic", {}, ["mobilize 5 4", "mobilize 5 4"], ["first_aid 0", "first_aid 1"]),
    ],
)
def test_the_triggers_of_the_unknown_characters(
    who: str, board: Json, actions: list[str], offer: "list[str] | None"
) -> None:
    table = Position(f"{who}, {'michael' if who == 'medic' else 'valentina'}", energy={0: 0}, **board).do(*actions)
    moves = [f"extra_stop {words.removeprefix('mobilize ')}" for words in own_moves(table)]
    assert table.offers("power") == [f"power {words}" for words in offer or moves]
    assert "decline" in table.words()


@pytest.mark.rule("STK-V38")
@pytest.mark.rule("STK-V32")
def test_the_least_of_number_and_power_counts_for_a_megadrone() -> None:
    changes = {**power("first", when=["always"], effects=[{"effect": "megadrone_strikers", "amount": 1}])}
    table = Position(strikers={0: {5: 1}}, megadrones={5: 1}, energy={0: 0}, changes=changes)
    assert table.offers("disassemble") == ["disassemble 5 megadrone"]


@pytest.mark.rule("STK-V40")
def test_per_pair_nothing_is_ever_spent() -> None:
    table = Position("valentina, eddie", strikers={0: {4: 2}}, drones={4: 2}).do("disassemble 4 drone")
    table.do("disassemble 4 drone", "decline")
    assert table.state["counters"]["used"] == []


@pytest.mark.rule("STK-V41")
def test_arrivals_go_back_to_nothing_at_two() -> None:
    table = Position(strikers={0: {1: 2}}).do("mobilize 1 2", "mobilize 1 2")
    assert table.state["counters"]["arrivals"] == {}
    assert table.state["counters"]["moves"] == 2


@pytest.mark.rule("STK-V42")
def test_what_is_pending() -> None:
    table = Position(hands={0: "dockers_walk_out"}, strikers={0: {1: 3}}).do("strike dockers_walk_out")
    assert table.pending() == ("give_ally", 0)
    assert table.do("give_ally 0").pending() is None


@pytest.mark.rule("STK-V6")
def test_every_name_in_a_trace_is_used_once() -> None:
    data = LAYERS.data()
    names = [name for deck in data["cards"].values() for name in deck] + list(data["characters"])
    names += [who[power]["name"] for who in data["characters"].values() for power in ("first", "second")]
    assert len(names) == len(set(names))


@pytest.mark.rule("STK-V16")
@pytest.mark.rule("STK-V7")
def test_a_new_location_character_and_difficulty_need_no_python() -> None:
    changes = {
        "locations.13": {"name": "Depot", "colour": "gray"},
        "board.lines": [*LAYERS.base["board"]["lines"], [12, 13]],
        "characters.judge": {
            "name": "Judge",
            "role": "Judge",
            "board": "gray",
            "home": 13,
            "boxes": {"grow": 2, "mobilize": 2, "draw": 2, "disassemble": 2},
            "first": {
                "name": "injunction",
                "when": ["removed_megadrone"],
                "effects": [{"effect": "remove_drone", "where": "anywhere"}],
            },
            "second": {
                "name": "appeal",
                "when": ["spend"],
                "cost": 3,
                "effects": [{"effect": "draw", "deck": "ally", "who": "any"}],
            },
        },
        "difficulties.gentle": {"home_strikers": 3, "other_strikers": 0, "strike_cards": 1, "drones": [1, 4, 13]},
        "ruleset.difficulties": ["gentle"],
        "ruleset.default_difficulty": "gentle",
        "cards.strike.sit_in": {"at": 13, "boxes": ["grow", "draw"]},
    }
    table = Position("judge, eddie", difficulty="gentle", as_set_up=True, changes=changes)
    assert table.strikers(0) == {13: 5}
    assert table.at(13)["drones"] == 1
    assert sum(table.state["decks"]["strike"].values()) == 37 - 4
    assert table.offers("mobilize") == ["mobilize 13 12"]
    fight = Position("judge, eddie", difficulty="gentle", changes=changes, megadrones={13: 1}, drones={9: 1})
    fight.do("disassemble 13 megadrone", "power injunction 9")
    assert fight.at(9)["drones"] == 0


@pytest.mark.rule("STK-A2")
@pytest.mark.parametrize(("name", "lines"), [("default", 18), ("ring", 12), ("grid", 17), ("dense", 24)])
def test_the_boards(name: str, lines: int) -> None:
    board = LAYERS.changed({"STK-A2": name}).data()["board"]["lines"]
    assert len(board) == lines
    table = Position(changes={"STK-A2": name})
    assert len(table.offers("mobilize")) == sum(1 in line for line in board)


@pytest.mark.rule("STK-A5")
def test_the_ally_cards() -> None:
    cards = LAYERS.data()["cards"]["ally"]
    assert sum(card["copies"] for card in cards.values()) == 22
    for card in cards.values():
        first = card["effects"][0]
        assert (first["effect"], first["who"]) == ("gain_energy", "acting")
        assert 1 <= first["amount"] <= 3
        assert all(effect["who"] == "another" for effect in card["effects"][1:] if effect["effect"] == "gain_energy")
    assert cards["programmers"]["effects"] == [
        {"effect": "gain_energy", "who": "acting", "amount": 2},
        {"effect": "remove_drone", "where": "anywhere"},
    ]


@pytest.mark.rule("STK-A4")
def test_each_pair_of_boxes_is_on_six_strike_cards() -> None:
    pairs = [tuple(sorted(card["boxes"])) for card in LAYERS.data()["cards"]["strike"].values()]
    assert all(a != b for a, b in pairs)
    assert {pairs.count(pair) for pair in pairs} == {6}
