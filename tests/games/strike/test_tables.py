"""What is wrong with a ruleset file is said at once, in the designer's words; what is only unusual is remarked."""

from typing import Any

import pytest

from games.strike.positions import GAME, LAYERS, Json, match
from strikesim.errors import RulesetError
from strikesim.games.labels import labels_of
from strikesim.games.strike.tables import Rules, notes

PARSE = Rules.parse
EFFECT = "cards.ally.cooks.effects"
POWER = "characters.michael.first"


def problems(**changes: Any) -> str:
    """Return what is wrong with the ruleset after changes to dotted keys."""
    layers = LAYERS.changed({key.replace("__", "."): value for key, value in changes.items()})
    with pytest.raises(RulesetError) as caught:
        PARSE(layers.data(), "mine")
    return str(caught.value)


def changed(key: str, value: Any) -> str:
    return problems(**{key: value})


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("cards.strike.teach_in.at", 13, "cards.strike.teach_in.at names no location: 13; there are 1 to 12"),
        ("cards.strike.teach_in.boxes", ["grow", "mobilise"], "names no box: 'mobilise'; did you mean 'mobilize'?"),
        ("cards.ally.cooks.box", "drw", "cards.ally.cooks.box names no box: 'drw'; did you mean 'draw'?"),
        (
            EFFECT,
            [{"effect": "gain_enrgy", "who": "acting"}],
            "names no effect: 'gain_enrgy'; did you mean 'gain_energy'?",
        ),
        (EFFECT, [{"effect": "roll"}], "'roll' cannot stand on an Ally card, only on a Commercial Break"),
        (EFFECT, [{"effect": "gain_energy"}], "'gain_energy' needs 'who'"),
        (EFFECT, [{"effect": "add_strikers", "who": "all"}], "'add_strikers' takes no 'who'"),
        (EFFECT, [{"effect": "move_strikers", "who": "all"}], "'move_strikers' takes acting or another"),
        (EFFECT, [{"effect": "draw", "deck": "ally", "who": "all", "may": True}], "'may' needs who ="),
        (EFFECT, [{"effect": "remove_drone", "where": "here"}], "that is for powers"),
        (EFFECT, [{"effect": "add_strikers"}] * 7, "cards.ally.cooks has 7 effects; 6 is the most"),
        (EFFECT, [{"effect": "add_strikers", "amount": 0}], "greater than or equal to 1"),
        ("cards.break.tower_open_day.effects", [{"effect": "add_drone", "at": 0}], "names no location: 0"),
        ("board.lines", [[1, 2], [2, 3]], "no line leads to location 4, 5, 6"),
        ("board.lines", [[1, 2], [2, 1]], "has [1, 2] 2 times"),
        ("board.lines", [[1, 1]], "joins 1 to itself"),
        ("board.lines", [[1, 99]], "board.lines names no location: 99"),
        ("rules.energy_start", 9, "energy_start = 9 must lie within"),
        ("rules.victory_points", [1, 2], "victory_strikers has 3 numbers and victory_points 2"),
        ("rules.level_from", [11, 4], "must rise"),
        ("rules.strikers", 3, "michael starts with 6 strikers, but rules.strikers = 3"),
        ("rules.hand_limit", 1, "2 Strike cards at the start, but rules.hand_limit = 1"),
        ("rules.drones", 4, "8 locations, but rules.drones = 4"),
        ("difficulties.normal.drones", [1, 1], "names a location twice"),
        ("ruleset.difficulties", ["normall"], "there is no [difficulties.normall]; did you mean 'normal'?"),
        ("ruleset.players", [2, 5], "5 players, but there are 4 boards"),
        ("characters.michael.board", "blu", "is the colour of no location: 'blu'; did you mean 'blue'?"),
        ("characters.michael.home", 0, "characters.michael.home names no location: 0"),
        ("characters.michael.boxes.grow", 5, "boxes.grow = 5, but a player has 4 tokens"),
        ("options.characters", ["micheal", "eddie"], "no character 'micheal'; did you mean 'michael'?"),
        ("options.characters", ["michael", "bus_driver"], "2 of them have the blue board"),
        (f"{POWER}.name", "manual_labor", "'manual_labor' is the name of 2 powers"),
        (f"{POWER}.when", ["arival_pair"], "names no trigger: 'arival_pair'"),
        (f"{POWER}.when", ["spend"], "'cost' and when = ['spend'] belong together"),
        (f"{POWER}.when", ["moves_pair"], "needs a location, and 'moves_pair' has none"),
        (f"{POWER}.when", ["always", "removed"], "'always' stands alone"),
        (f"{POWER}.effects", [{"effect": "transfer_striker"}], "'transfer_striker' needs when = ['spend']"),
        (f"{POWER}.effects", [{"effect": "megadrone_strikers", "amount": 2}], "belong together"),
        (f"{POWER}.when", ["instead_of_grow"], "takes only gain_energy with who = 'acting'"),
        ("ruleset.turn_limit", None, "nothing in the rules bounds the game"),
    ],
)
def test_a_problem_is_told_in_the_designers_words(key: str, value: Any, says: str) -> None:
    assert says in changed(key, value)


def test_a_character_without_room_for_any_strike_card() -> None:
    boxes = {"grow": 1, "mobilize": 0, "draw": 0, "disassemble": 0}
    assert "no room for the two tokens of any Strike card" in changed("characters.michael.boxes", boxes)


def test_a_board_in_two_parts() -> None:
    lines = [[a, a + 1] for a in range(1, 12) if a != 6]
    assert "the board is not connected: no path from 1 to 7, 8, 9, 10, 11, 12" in changed("board.lines", lines)


def test_locations_are_numbered_without_a_gap() -> None:
    place = {"name": "Depot", "colour": "gray"}
    assert "numbered 1, 2, 3 … without a gap" in changed("locations.14", place)


def test_too_many_actions() -> None:
    places = {f"locations__{number}": {"name": f"Place {number}", "colour": "gray"} for number in range(13, 25)}
    lines = [[a, b] for a in range(1, 25) for b in range(a + 1, 25)]
    assert "2048 is the most" in problems(**places, board__lines=lines, rules__strikers=24)


def test_all_problems_are_told_at_once() -> None:
    said = problems(rules__energy_start=9, characters__michael__home=0, cards__ally__cooks__box="drow")
    assert said.count(";") >= 3
    assert said.startswith("mine")


def test_unknown_keys_are_refused_with_the_near_one() -> None:
    assert "did you mean 'hand_limit'?" in changed("rules.hand_limt", 4)


@pytest.mark.rule("STK-V5")
def test_a_deck_of_another_size_is_allowed_but_remarked() -> None:
    rules = PARSE(LAYERS.changed({"cards.ally.cooks.copies": 5, "cards.strike.teach_in.copies": 0}).data(), "mine")
    said = list(notes(rules))
    assert "cards.ally: the deck has 25 cards; the printed one has 22" in said
    assert any("here 8: 2" in note for note in said)
    assert sum(match(2, changes={"cards.ally.cooks.copies": 5}).tables[0].copies[1]) == 25


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"characters.michael.boxes.grow": 1}, "characters.michael.boxes sum to 7; those known sum to 8"),
        ({"STK-A4": "repeats"}, "can never play 3 of the Strike cards"),
        ({"cards.break.test": {"effects": []}}, "cards.break.test has no roll"),
        ({"ruleset.difficulties": ["normal"]}, "very_easy, easy, hard, very_hard not named"),
    ],
)
def test_notes(changes: Json, says: str) -> None:
    rules = PARSE(LAYERS.changed(changes).data(), "mine")
    assert any(says in note for note in notes(rules))


def test_the_printed_game_needs_no_remark() -> None:
    assert list(notes(PARSE(LAYERS.data(), "strike"))) == []


@pytest.mark.parametrize("identity", [f"STK-A{number}" for number in range(1, 8)])
@pytest.mark.many
def test_every_alternative_is_a_playable_ruleset(identity: str) -> None:
    for name in LAYERS.base["assumed"][identity]["alternatives"]:
        rows = match(3, changes={identity: name}).play(1, 0, 20)
        assert (rows["outcome"] > 0).all()


def test_everything_a_designer_can_change_has_a_name() -> None:
    data = LAYERS.data()
    named = labels_of(GAME, data)
    for table in ("rules", "switches", "options"):
        assert {f"{table}.{key}" for key in data[table]} <= set(named.keys)
    assert set(named.values["difficulty"]) == set(data["difficulties"])
    assert {cause.partition(": ")[2] for cause in named.causes} == set(GAME.state.CAUSES)
    for identity, entry in data["assumed"].items():
        assert set(named.values[identity]) == {"default", *entry["alternatives"]}
    for switch, value in data["switches"].items():
        assert str(value).lower() in named.values[f"switches.{switch}"]


def test_names_of_what_a_designer_reads() -> None:
    named = labels_of(GAME, LAYERS.changed({"rules.points_to_lose": 20}).data())
    assert named.causes["loss: happycorp_points"] == "HappyCorp reaches 20 points"
    assert named.keys["STK-A6"] == "Commercial Breaks"
    assert named.values["STK-A6"]["more_rolls"] == "more rolls"
    assert named.values["difficulty"]["very_easy"] == "very easy"
