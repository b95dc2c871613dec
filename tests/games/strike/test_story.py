"""A game told in words, and as JSON lines."""

import json
import re
from typing import Any

import pytest

from games.strike.positions import GAME, LAYERS, ONE_ROLL, PLAIN, VARIANTS, Json, Position, bots, lines_of
from strikesim.games.strike.telling import Teller

COMMON = {
    "current",
    "turn",
    "step",
    "scores",
    "level",
    "locations",
    "supply",
    "players",
    "decks",
    "discards",
    "counters",
}
QUIET = [3, 6]  # where nobody stands


def told(table: Position, *actions: str, card: str = PLAIN, rolls: "list[int] | None" = None, after: str = "") -> str:
    """Return the story of a position's turn: actions, the Commercial Break, and what is decided in it."""
    lines: list[dict[str, Any]] = [
        {"difficulty": "normal", "players": len(table.names), "seed": 1, "game": 0, "bots": ["random"] * 4},
        {"ply": 0, "action": {"type": "setup"}, "chance": [], "state": table.state},
    ]
    lines[0]["components"] = table.data
    table.only(card)
    for action in [*actions, "end_actions", *filter(None, after.split(", "))]:
        lines[-1]["state"] = table.state
        legal = [table._json(code) for code in table.codes()]
        taken = next(entry for entry in legal if " ".join(map(str, entry.values())) == action)
        line = {"ply": len(lines) - 1, "turn": int(table.s.turn), "seat": int(table.s.seat), "action": taken}
        table.do(action, rolls=rolls or QUIET if action == "end_actions" else None)
        lines.append({**line, "legal": legal, "chance": table.chance, "state": table.state})
    lines[-1]["state"] = {**table.state, "outcome": table.outcome or "unfinished"}
    lines.append({"result": {"cause": table.cause if table.outcome else "turn_limit", "turns": 1}})
    return "\n".join(Teller(iter(lines)).tell())


class Listener(Teller):
    """Hears at each line whether all that it changed has been told."""

    def read(self) -> Any:
        """Go on to the next line."""
        assert self.is_told(), f"untold after ply {self.line['ply']}, {self.line['action']}"
        return super().read()


@pytest.mark.parametrize("bot", bots())
@pytest.mark.parametrize("variant", VARIANTS)
def test_nothing_moves_untold(bot: str, variant: str) -> None:
    changes = {**VARIANTS[variant], "ruleset.turn_limit": 30}
    for seed, (players, difficulty) in enumerate([(2, "very_hard"), (3, "normal"), (4, "very_easy")]):
        listener = Listener(iter(lines_of(seed, players, bot, difficulty, changes=changes)))
        story = list(listener.tell())
        assert listener.is_told()
        assert not any("{" in line or "None" in line or "_" in line for line in story)


@pytest.mark.parametrize("name", ["repeats", "for_one", "harsher_lines", "all_together", "stronger_powers"])
def test_nothing_moves_untold_with_other_cards_and_powers(name: str) -> None:
    [which] = [key for key, entry in LAYERS.data()["assumed"].items() if name in entry["alternatives"]]
    listener = Listener(iter(lines_of(5, bot="planner", changes={which: name, "ruleset.turn_limit": 25})))
    assert len(list(listener.tell())) > 100
    assert listener.is_told()


def test_a_story_names_people_places_and_cards() -> None:
    lines = lines_of(1, bot="planner", difficulty="very_easy")
    story = list(GAME.story.tell(iter(lines)))
    assert story[0].startswith("STRIKE! The Game of Worker Rebellion: 3 players, ")
    assert "after" in story[-1]
    for words in (" plays ", "Victory at ", "A drone comes to ", "Commercial Break at level 1: ", "ends the actions"):
        assert words in "\n".join(story)


def test_the_first_player_is_named_and_nobody_is_a_seat() -> None:
    lines = lines_of(1)
    first = lines[1]["state"]["current"]
    name = lines[0]["components"]["characters"][lines[0]["characters"][first]]["name"]
    story = "\n".join(GAME.story.tell(iter(lines)))
    assert f"{name} is the first player." in story
    assert "Seat" not in story


@pytest.mark.parametrize("bot", ["planner", "random"])
def test_one_of_a_thing_is_singular(bot: str) -> None:
    story = "\n".join(GAME.story.tell(iter(lines_of(2, bot=bot))))
    assert "1 drone" in story
    assert not re.search(r"\b1 (drones|points|megadrones|MegaDrones|victories|Victories|tokens|turns)", story)


def test_a_forced_choice_and_a_card_s_energy_are_told() -> None:
    story = told(Position(hands={0: "programmers"}, drones={9: 1}), "ally programmers")
    assert (
        "  Michael plays Programmers (Grow Ranks).\n"
        "    Michael gains 2 energy and has 4.\n"
        "    Michael removes a drone at Stadium (9).\n"
        "  Michael ends the actions, 3 tokens unused.\n"
    ) in story


def test_what_a_card_cannot_do_is_told() -> None:
    story = told(Position(hands={0: "programmers"}, energy={0: 6}), "ally programmers")
    assert "    Michael has all the energy there can be, 6.\n    Michael removes no drone.\n" in story


def test_a_choice_is_told_as_what_it_does() -> None:
    table = Position(hands={0: "ship_crew"}, strikers={0: {5: 1}})
    story = told(table, "ally ship_crew", "choose 1", "choose 5")
    assert "    Michael adds a striker at Harbor (1).\n    Michael adds a striker at Hospital (5).\n" in story
    assert "chooses" not in story


def test_energy_is_lost_before_the_roll_that_the_card_names_after_it() -> None:
    story = told(Position(energy={0: 3}, victories={4: 3, 5: 1}), card=ONE_ROLL, rolls=[9])
    assert (
        "  Commercial Break at level 2: Happy Training Center.\n"
        "    Michael loses 2 energy and has 1.\n"
        "    The die shows 9. A drone comes to Stadium (9): 1 drone there now.\n"
    ) in story


def test_a_striker_that_nobody_can_pay_for_is_told() -> None:
    story = told(Position(strikers={0: {9: 1}}, energy={0: 0}), rolls=[9, 3])
    kicked = "Michael has no energy to pay and loses a striker at Stadium (9)."
    assert story.index("comes to Stadium (9)") < story.index(kicked) < story.index("comes to Restaurant Row (3)")


def test_who_pays_and_who_gives_up_is_told_in_order_under_the_roll() -> None:
    table = Position(strikers={0: {9: 2}, 1: {9: 1}})
    story = told(table, card=ONE_ROLL, rolls=[9], after="keep_striker 9, give_striker 9")
    assert (
        "1 drone there now.\n"
        "    Michael pays 1 energy to keep a striker at Stadium (9) and has 0.\n"
        "    Eddie gives up a striker at Stadium (9).\n"
    ) in story


@pytest.mark.rule("STK-44")
def test_a_fusion_says_where_and_that_the_whole_colour_scores() -> None:
    table = Position(drones={9: 2}, megadrones={7: 1, 1: 1})
    story = told(table, card=ONE_ROLL, rolls=[9])
    assert (
        "The die shows 9. A drone comes to Stadium (9): it would be the third, so they fuse into a MegaDrone.\n"
        "    HappyCorp scores 2 points for 2 MegaDrones in purple locations and has 2.\n"
    ) in story


@pytest.mark.rule("STK-12")
def test_the_place_of_a_sixth_megadrone_is_told() -> None:
    table = Position(drones={9: 2}, megadrones={1: 3, 2: 2})
    story = told(table, card=ONE_ROLL, rolls=[9])
    assert "comes to Stadium (9): one more MegaDrone must be placed, and none is left.\n\nHappyCorp wins" in story


def test_a_drone_that_a_card_names_is_told_with_its_place() -> None:
    assert "    A drone is sent to Corporate HQ (12): 1 drone there now.\n" in told(
        Position(), card="tower_open_day", rolls=[3, 6]
    )
    most = told(Position(strikers={0: {5: 4}, 1: {11: 1}}, energy={0: 0}), card="crowd_comfort", rolls=[3])
    assert (
        "    Most strikers draw a drone to Hospital (5): 1 drone there now.\n"
        "    Michael has no energy to pay and loses a striker at Hospital (5).\n"
        "    The die shows 3."
    ) in most


@pytest.mark.rule("STK-46")
def test_an_empty_deck_of_commercial_breaks_is_told() -> None:
    table = Position(hands={0: "cooks"})
    story = told(table.empty("break"), card="cooks", rolls=[3, 6, 9])
    assert "  No Commercial Break is left: 3 rolls.\n    The die shows 3." in story


def test_a_victory_says_its_points_the_level_and_who_draws() -> None:
    table = Position(strikers={0: {1: 5}}, victories={1: 1, 4: 1, 5: 1}, hands={0: "dockers_walk_out"})
    story = told(table, "strike dockers_walk_out", "give_ally 1")
    assert (
        "  Michael plays Dockers Walk Out (Grow Ranks, Mobilize).\n"
        "    The second Victory at Harbor (1) scores 2 points: the Strikers have 5.\n"
        "    Level 2 begins.\n"
        "    Michael lets Eddie draw an Ally.\n"
        "    Eddie draws the Ally card "
    ) in story


def test_an_ally_that_nobody_can_draw_is_told() -> None:
    table = Position(strikers={0: {1: 3}}, hands={0: "dockers_walk_out"}).empty("ally")
    assert "    Nobody can draw an Ally.\n" in told(table, "strike dockers_walk_out")


def test_powers_are_told_with_their_cost_and_what_they_do() -> None:
    board: Json = {"strikers": {0: {1: 1, 5: 1}}, "drones": {1: 1, 5: 1}, "energy": {0: 3}}
    chain = told(Position(**board), "disassemble 1 drone", "power manual_labor 5")
    assert "    Michael uses Manual labor.\n      Michael removes a drone at Hospital (5).\n" in chain
    refused = told(Position(**board), "disassemble 1 drone", "decline")
    assert "  Michael does not use Manual labor.\n" in refused
    pilot: Json = {"strikers": {0: {11: 1}, 1: {1: 1}}, "energy": {0: 4}}
    flight = told(Position("eddie, michael", **pilot), "refuel", "power passenger_flight 1 1 9")
    assert (
        "  Eddie uses Refuel in place of a striker.\n"
        "    Eddie gains 2 energy and has 6.\n"
        "  Eddie uses Passenger flight, pays 3 energy and has 3.\n"
        "    A striker of Michael goes from Harbor (1) to Stadium (9).\n"
    ) in flight


def test_another_player_s_move_stands_under_the_power_that_grants_it() -> None:
    table = Position("candace, eddie", strikers={0: {7: 2}, 1: {11: 1}})
    story = told(table, "mobilize 7 8", "mobilize 7 8", "power first_responder 1", "mobilize 11 12")
    assert (
        "    Candace uses First responder.\n"
        "      Eddie may move 1 striker.\n"
        "      Eddie moves a striker from Airport (11) to Corporate HQ (12).\n"
    ) in story
    refused = Position("candace, eddie", strikers={0: {7: 2}, 1: {11: 1}})
    assert "      Eddie declines.\n" in told(
        refused, "mobilize 7 8", "mobilize 7 8", "power first_responder 1", "decline"
    )


@pytest.mark.rule("STK-R1")
def test_a_reshuffled_deck_is_told() -> None:
    table = Position(changes={"reshuffle_allies": True}).empty("ally")
    assert ("  The discarded Allies are shuffled into a new deck.\n  Michael draws the Ally card ") in told(
        table, "draw ally"
    )


def test_a_trace_is_plain_json_with_the_fields_that_it_must_have() -> None:
    lines = lines_of(3, players=2)
    assert json.loads(json.dumps(lines)) == lines
    for line in lines[1:-1]:
        assert COMMON | {"counters", "pending", "outcome"} <= set(line["state"])
    for line in lines[2:-1]:
        assert line["action"] in line["legal"]
        assert len(line["legal"]) > 1 or line["action"] == {"type": "end_actions"}


def test_actions_in_the_words_of_the_trace() -> None:
    table = Position(strikers={0: {1: 3}}, drones={1: 1}, hands={0: "dockers_walk_out"})
    kinds = {table._json(code)["type"] for code in table.codes()}
    assert kinds == {"end_actions", "grow", "mobilize", "disassemble", "draw", "strike"}
    assert table._json(table.codes()[0]) == {"type": "end_actions"}
