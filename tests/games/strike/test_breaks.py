"""Step 2: Commercial Breaks, arrivals, kicks, fusions (STK-11, 12, 40 … 47, STK-R4, R11, R12, R15, R17 …)."""

from typing import Any

import pytest

from games.strike.positions import LAYERS, Json, Position
from strikesim.games.strike.state import FIRST_ALLY, Deck

ROLL_ONLY = {"kick_on": "roll_only"}


def on_all(effect: str) -> Json:
    """Return changes that add a Commercial Break `everybody`: one unit of a loss for all, then a roll."""
    loss = {"effect": effect, "who": "all", "amount": 1}
    return {"cards.break.everybody": {"effects": [loss, {"effect": "roll", "times": 1}]}}


def level(number: int) -> dict[int, int]:
    """Return Victories that make level 1, 2 or 3."""
    return ({}, {4: 2, 5: 1}, {4: 3, 5: 3})[number - 1]


@pytest.mark.rule("STK-40")
def test_one_card_is_drawn_done_in_order_and_discarded() -> None:
    table = Position(energy={0: 1}, strikers={0: {9: 1}}).end_turn(rolls=[9], card="happy_training_center")
    assert [event["type"] for event in table.chance] == ["break", "roll"]
    assert table.energy() == 0  # the card takes the energy first, so the striker cannot be kept
    assert table.strikers(0) == {}
    assert table.state["discards"]["break"]["happy_training_center"] == 1


@pytest.mark.rule("STK-41")
def test_a_roll_adds_one_drone_to_the_location_of_its_number() -> None:
    table = Position().end_turn(rolls=[7, 12])
    assert [table.at(number)["drones"] for number in (7, 12, 1)] == [1, 1, 0]
    assert table.state["supply"]["drones"] == 22


@pytest.mark.rule("STK-42")
@pytest.mark.rule("STK-R4")
@pytest.mark.rule("STK-R3")
def test_everyone_there_gives_up_a_striker_or_pays_clockwise_from_the_acting_player() -> None:
    table = Position("michael, eddie, valentina", strikers={0: {11: 2}, 1: {11: 3}, 2: {4: 1}})
    table.s.current = table.s.seat = 1
    table.end_turn(rolls=[11])
    assert table.pending() == ("kick", 1)
    assert table.words() == ["give_striker 11", "keep_striker 11"]
    table.do("keep_striker 11")
    assert table.pending() == ("kick", 0)
    table.do("give_striker 11", rolls=[3])
    assert (table.strikers(0), table.strikers(1)) == ({11: 1}, {11: 3})
    assert [table.energy(seat) for seat in range(3)] == [2, 1, 2]
    assert table.at(11)["drones"] == 1


@pytest.mark.rule("STK-42")
@pytest.mark.rule("STK-R11")
def test_without_energy_a_striker_goes() -> None:
    table = Position(strikers={0: {11: 2}, 1: {}}, energy={0: 0}).end_turn(rolls=[11, 3])
    assert table.strikers(0) == {11: 1}
    assert table.pending() is None


@pytest.mark.rule("STK-42")
@pytest.mark.rule("STK-V29")
def test_a_drone_named_by_a_card_kicks_unless_the_switch_says_rolls_only() -> None:
    def named(**changes: Any) -> Position:
        return Position(strikers={0: {12: 1}}, changes=changes).end_turn(card="tower_open_day", rolls=[])

    assert named().pending() == ("kick", 0)
    table = Position(strikers={0: {12: 1}}, changes=ROLL_ONLY).end_turn(card="tower_open_day", rolls=[3, 6])
    assert table.strikers(0) == {12: 1}
    fused = Position(strikers={0: {12: 1}}, drones={12: 2}, changes=ROLL_ONLY)
    fused.end_turn(card="tower_open_day", rolls=[3, 6])
    assert (fused.at(12)["megadrones"], fused.strikers(0)) == (1, {12: 1})
    rolled = Position(strikers={0: {12: 1}}, changes=ROLL_ONLY).end_turn(rolls=[12])
    assert rolled.pending() == ("kick", 0)


@pytest.mark.rule("STK-43")
@pytest.mark.rule("STK-I11")
@pytest.mark.parametrize(
    ("victories", "score", "number"),
    [
        ({}, 0, 1),
        ({4: 2}, 3, 1),
        ({4: 2, 5: 1}, 4, 2),
        ({4: 3, 5: 2, 7: 1}, 10, 2),
        ({4: 3, 5: 2, 7: 1, 8: 1}, 11, 3),
        ({4: 3, 5: 3, 7: 1, 8: 1}, 14, 3),
    ],
)
def test_the_level_follows_the_strikers_score(victories: dict[int, int], score: int, number: int) -> None:
    table = Position(victories=victories).happycorp(14)
    assert (table.scores[0], table.state["level"]) == (score, number)


@pytest.mark.rule("STK-43")
@pytest.mark.rule("STK-V13")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_line_per_level_is_done_level_times(number: int) -> None:
    table = Position(victories=level(number), energy={0: 5}, strikers={0: {}, 1: {}})
    table.end_turn(card="stream_until_dawn", rolls=[3, 6, 9][:number])
    assert table.energy() == 5 - number
    assert len(table.rolled()) == number


@pytest.mark.rule("STK-44")
def test_the_third_drone_fuses_and_happycorp_scores_for_the_whole_colour() -> None:
    table = Position(drones={11: 2, 10: 2}, megadrones={10: 2, 1: 1}, strikers={0: {}, 1: {}}).happycorp(1)
    table.end_turn(rolls=[11, 3])
    assert table.at(11) == {"drones": 0, "megadrones": 1, "victories": 0, "strikers": [0, 0]}
    assert table.scores[1] == 1 + 3  # two at the Park and the new one; the one at the Harbor is blue
    assert table.state["supply"]["drones"] == 24 - 2 - 1
    assert table.state["supply"]["megadrones"] == 1


@pytest.mark.rule("STK-45")
def test_drones_gather_beside_megadrones_and_fuse_again() -> None:
    table = Position(megadrones={11: 1}, strikers={0: {}, 1: {}})
    for drones, megadrones in ((1, 1), (2, 1), (0, 2)):
        table.end_turn(rolls=[11], card="happy_training_center")
        assert (table.at(11)["drones"], table.at(11)["megadrones"]) == (drones, megadrones)
        table.s.n_deck[Deck.BREAK], table.s.deck[Deck.BREAK, table.number("happy_training_center") % FIRST_ALLY] = 1, 1
    assert table.scores[1] == 2


@pytest.mark.rule("STK-11")
@pytest.mark.rule("STK-R11")
def test_happycorp_wins_at_fifteen_before_anybody_is_kicked() -> None:
    table = Position(drones={11: 2}, strikers={0: {11: 1}}).happycorp(14).end_turn(rolls=[11])
    assert (table.outcome, table.cause, table.scores[1]) == ("loss", "happycorp_points", 15)
    assert table.strikers(0) == {11: 1}
    assert Position(drones={11: 2}, strikers={0: {}, 1: {}}).happycorp(13).end_turn(rolls=[11, 3]).outcome is None


@pytest.mark.rule("STK-12")
@pytest.mark.rule("STK-R11")
def test_a_sixth_megadrone_loses_and_its_fusion_is_not_carried_out() -> None:
    table = Position(drones={11: 2}, megadrones={1: 2, 4: 3}).happycorp(3)
    table.end_turn(rolls=[11])
    assert (table.outcome, table.cause) == ("loss", "sixth_megadrone")
    assert (table.at(11)["drones"], table.at(11)["megadrones"], table.scores[1]) == (2, 0, 3)


@pytest.mark.rule("STK-12")
def test_five_in_one_colour_give_fifteen() -> None:
    table = Position(drones={11: 2}, megadrones={11: 2, 10: 2}).happycorp(1 + 2 + 3 + 4).end_turn(rolls=[11])
    assert (table.cause, table.scores[1]) == ("happycorp_points", 15)


@pytest.mark.rule("STK-R11")
@pytest.mark.rule("STK-42")
def test_a_fusion_kicks_once() -> None:
    table = Position(drones={11: 2}, strikers={0: {11: 3}, 1: {}}).end_turn(rolls=[11]).do("give_striker 11", rolls=[3])
    assert table.strikers(0) == {11: 2}


@pytest.mark.rule("STK-R12")
@pytest.mark.rule("STK-V26")
def test_each_roll_is_settled_before_the_next() -> None:
    table = Position(strikers={0: {11: 2}, 1: {}}).end_turn(rolls=[11])
    assert table.pending() == ("kick", 0)
    assert table.at(11)["drones"] == 1
    table.do("give_striker 11", rolls=[11])
    assert table.pending() == ("kick", 0)
    assert table.at(11)["drones"] == 2


@pytest.mark.rule("STK-46")
@pytest.mark.rule("STK-R12")
def test_an_empty_break_deck_rolls_three_times() -> None:
    table = Position(strikers={0: {}, 1: {}}).empty("break").do("end_actions")
    assert len(table.rolled()) == 3
    assert [event["type"] for event in table.chance] == ["roll"] * 3
    assert sum(table.state["discards"]["break"].values()) == 36
    assert table.state["current"] == 1


@pytest.mark.rule("STK-R17")
@pytest.mark.rule("STK-V28")
def test_the_owner_chooses_which_striker_goes_and_cannot_pay() -> None:
    table = Position(strikers={0: {1: 1, 5: 1}, 1: {11: 1}}, changes=on_all("lose_strikers"))
    table.end_turn(card="everybody", rolls=[])
    assert table.pending() == ("choose", 0)
    assert table.words() == ["choose 1", "choose 5"]
    table.do("choose 5", rolls=[3])  # Eddie's only striker goes without a choice
    assert (table.strikers(0), table.strikers(1)) == ({1: 1}, {})


@pytest.mark.rule("STK-R17")
@pytest.mark.rule("STK-V30")
def test_the_owner_chooses_which_card_is_discarded() -> None:
    table = Position(hands={0: "nurses, teach_in"}, strikers={0: {}, 1: {}}).end_turn(card="paperless_home", rolls=[])
    assert sorted(table.words()) == ["choose nurses", "choose teach_in"]
    table.do("choose nurses", rolls=[3])
    assert table.state["players"][0]["hand"] == {"strike": ["teach_in"], "ally": []}
    assert table.state["discards"]["ally"] == {"nurses": 1}


@pytest.mark.rule("STK-R17")
@pytest.mark.rule("STK-R19")
@pytest.mark.rule("STK-V29")
def test_a_drone_goes_where_most_strikers_of_all_colours_stand() -> None:
    table = Position(strikers={0: {1: 1, 5: 2}, 1: {1: 2}}, energy={0: 0, 1: 0})
    table.end_turn(card="crowd_comfort", rolls=[3])
    assert (table.at(1)["drones"], table.at(5)["drones"]) == (1, 0)
    tie = Position(strikers={0: {1: 1}, 1: {5: 1}}, energy={0: 0, 1: 0}).end_turn(card="crowd_comfort", rolls=[])
    assert tie.words() == ["choose 1", "choose 5"]
    assert tie.pending() == ("choose", 0)
    none = Position(strikers={0: {}, 1: {}}).end_turn(card="crowd_comfort", rolls=[3])
    assert none.state["supply"]["drones"] == 23


@pytest.mark.rule("STK-R19")
@pytest.mark.rule("STK-V11")
def test_effects_on_all_run_clockwise_from_the_acting_player() -> None:
    table = Position(strikers={0: {1: 1, 5: 1}, 1: {11: 1, 10: 1}}, changes=on_all("lose_strikers"))
    table.s.current = table.s.seat = 1
    table.end_turn(card="everybody", rolls=[])
    assert table.pending() == ("choose", 1)
    table.do("choose 10")
    assert table.pending() == ("choose", 0)


@pytest.mark.rule("STK-V27")
def test_all_lose_energy() -> None:
    table = Position(energy={0: 0, 1: 3}, strikers={0: {}, 1: {}}, changes=on_all("lose_energy"))
    table.end_turn(card="everybody", rolls=[3])
    assert [table.energy(seat) for seat in (0, 1)] == [0, 2]


@pytest.mark.rule("STK-R15")
def test_a_fusion_triggers_nobodys_powers() -> None:
    table = Position("gardener, michael", strikers={0: {10: 1}, 1: {}}, drones={9: 2}, energy={0: 6})
    table.end_turn(rolls=[9, 3])
    assert table.pending() is None


@pytest.mark.rule("STK-R18")
@pytest.mark.rule("STK-I12")
def test_a_game_at_the_turn_limit_is_unfinished() -> None:
    table = Position(changes={"ruleset.turn_limit": 2}, strikers={0: {}, 1: {}})
    table.end_turn(rolls=[3, 6])
    assert table.state["outcome"] is None
    table.end_turn(rolls=[3, 6])
    assert (table.outcome, table.cause, table.state["turn"]) == ("unfinished", "turn_limit", 2)


@pytest.mark.rule("STK-47")
@pytest.mark.rule("STK-V7")
def test_without_a_drone_in_the_supply_only_a_fusion_arrives() -> None:
    few = {"rules.drones": 12}
    table = Position(drones={9: 2, 6: 2, 3: 2, 12: 2, 10: 2, 7: 2}, strikers={0: {4: 1}, 1: {}}, changes=few)
    table.end_turn(rolls=[4, 9])
    assert (table.at(4)["drones"], table.strikers(0)) == (0, {4: 1})
    assert (table.at(9)["megadrones"], table.state["supply"]["drones"]) == (1, 2)


@pytest.mark.rule("STK-47")
def test_fourteen_victories_suffice() -> None:
    firsts, seconds = 12, 2
    assert firsts + 2 * seconds >= 15
    assert firsts + seconds == LAYERS.data()["rules"]["victories"]
    assert 1 + 2 + 3 + 1 + 2 + 3 + 1 + 2 == 15  # eight are the fewest


@pytest.mark.rule("STK-A6")
@pytest.mark.parametrize(
    ("name", "low", "high"), [("default", 1.5, 2.0), ("fewer_rolls", 1.2, 1.5), ("more_rolls", 2.0, 2.5)]
)
def test_the_mix_of_rolls_at_level_two(name: str, low: float, high: float) -> None:
    cards = LAYERS.changed({"STK-A6": name}).data()["cards"]["break"].values()
    rolls = [
        [
            effect["times"] * (2 if effect.get("per_level") else 1)
            for effect in card["effects"]
            if effect["effect"] == "roll"
        ]
        for card in cards
        for _ in range(card["copies"])
    ]
    assert len(rolls) == 36
    assert all(sum(counts) >= 1 for counts in rolls)
    assert low <= sum(map(sum, rolls)) / 36 <= high
