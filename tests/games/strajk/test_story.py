"""A game told in words."""

import itertools
from collections import Counter
from typing import Any

import pytest

from games.strajk.positions import GAME, HALL, lines_of
from strikesim.games.strajk.telling import cards_in_words, words


@pytest.mark.parametrize(
    ("name", "spoken"),
    [
        ("delegate", "delegate"),
        ("gate_2", "Gate 2"),
        ("department_1", "Department 1"),
        ("printing_office", "printing office"),
        ("bhp_hall", "the bhp Hall"),
        ("delegates_space", "the delegates' space"),
        ("cross", "the cross"),
    ],
)
def test_names_are_spoken_as_in_the_rulebook(name: str, spoken: str) -> None:
    assert words(name) == spoken


def story_of(lines: "list[dict[str, Any]]") -> list[str]:
    return list(GAME.story.tell(iter(lines)))


def test_counts_of_cards_are_read_aloud() -> None:
    assert cards_in_words({"speech": 2, "worker": 1, "running": 3, "expert": 0}) == "2 speeches, worker, 3 running"
    assert cards_in_words({}) == "nothing"


def test_the_story_tells_every_turn_and_the_result() -> None:
    lines = lines_of(3, "random", {**HALL, "ruleset.turn_limit": 12})
    story = "\n".join(story_of(lines))
    turns = {line["turn"] for line in lines[2:-1]}
    assert all(f"Turn {turn}. Player " in story for turn in turns)
    assert story.count("Speech in the Hall: the demand asks for ") == sum(
        line["action"]["type"] == "negotiate" for line in lines[2:-1]
    )
    assert story.splitlines()[-1].endswith(f"after {len(turns)} turns.")


@pytest.mark.many
def test_nothing_moves_untold() -> None:
    """Every card drawn, every shuffle, every card taken and every stack turned up stands in the story."""
    for seed in range(6):
        lines = lines_of(3, "planner", {}, seed)
        story = "\n".join(story_of(lines))
        chance = [event for line in lines[1:-1] for event in line["chance"]]
        drawn = Counter(f"raws {cards_in_words(event['cards'])}" for event in chance if event["type"] == "draw")
        assert all(story.count(text) >= count for text, count in drawn.items())
        own = sum(event["type"] == "shuffle" and event["seat"] is not None for event in chance)
        assert story.count("Later is shuffled") == own > 0
        steps = [step for line in lines[1:-1] for step in [line["action"], *line["steps"]]]
        done = Counter(step["type"] for step in steps)
        assert story.count("Takes a ") == done["take"]
        assert story.count("Wałęsa goes to ") == done["move"]
        faces = [[stack["face_up"] for stack in line["state"]["stacks"].values()] for line in lines[1:-1]]
        assert story.count("turned up: ") == sum(
            any(new and not old for old, new in zip(*pair, strict=True))
            and line["action"]["type"] in ("end_turn", "done", "discard")
            for pair, line in zip(itertools.pairwise(faces), lines[2:-1], strict=True)
        )


@pytest.mark.many
def test_a_forced_step_is_told() -> None:
    """On an empty location with one card that can act, it is played without being asked (STJ-22, STJ-R6)."""
    for seed in range(40):
        lines = lines_of(2, "random", {"ruleset.turn_limit": 60}, seed)
        forced = [step for line in lines[1:-1] for step in line["steps"] if step["type"] in ("move", "special", "take")]
        if forced:
            break
    story = "\n".join(story_of(lines))
    moves = sum(line["action"]["type"] == "move" for line in lines[2:-1]) + sum(s["type"] == "move" for s in forced)
    assert story.count("Wałęsa goes to ") == moves
    assert forced
