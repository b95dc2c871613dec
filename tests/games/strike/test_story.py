"""A game told in words, and as JSON lines."""

import json

import pytest

from games.strike.positions import GAME, Position, bots, lines_of

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


@pytest.mark.parametrize("bot", bots())
def test_every_line_of_a_trace_becomes_words(bot):
    told = list(GAME.story.tell(iter(lines_of(2, bot=bot))))
    assert told[0].startswith("STRIKE! The Game of Worker Rebellion: 3 players, normal, seed 2")
    assert "after" in told[-1]
    assert not any("{" in line or "None" in line for line in told)


def test_a_trace_is_plain_json_with_the_fields_that_it_must_have():
    lines = lines_of(3, players=2)
    assert json.loads(json.dumps(lines)) == lines
    for line in lines[1:-1]:
        assert COMMON | {"counters", "pending", "outcome"} <= set(line["state"])
    for line in lines[2:-1]:
        assert line["action"] in line["legal"]
        assert len(line["legal"]) > 1 or line["action"] == {"type": "end_actions"}


def test_a_story_names_people_places_and_cards():
    told = "\n".join(GAME.story.tell(iter(lines_of(1, bot="planner", difficulty="very_easy"))))
    for words in (
        "plays ",
        "Victory! The Strikers have",
        "A drone comes to ",
        "Commercial Break: ",
        "ends the actions",
    ):
        assert words in told


def test_actions_in_the_words_of_the_trace():
    table = Position(strikers={0: {1: 3}}, drones={1: 1}, hands={0: "dockers_walk_out"})
    kinds = {table._json(code)["type"] for code in table.codes()}
    assert kinds == {"end_actions", "grow", "mobilize", "disassemble", "draw", "strike"}
    assert table._json(table.codes()[0]) == {"type": "end_actions"}
