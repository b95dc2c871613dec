"""A game told in words."""

import pytest

from games.strajk.positions import GAME, HALL, lines_of


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
    assert GAME.story.words(name) == spoken


def test_the_story_tells_every_turn_and_the_result() -> None:
    lines = lines_of(3, "random", {**HALL, "ruleset.turn_limit": 12})
    story = "\n".join(GAME.story.tell(iter(lines)))
    turns = {line["turn"] for line in lines[2:-1]}
    assert all(f"Turn {turn}. Seat " in story for turn in turns)
    assert story.count("Speech in the Hall: the demand asks for ") == sum(
        line["action"]["type"] == "negotiate" for line in lines[2:-1]
    )
    assert story.splitlines()[-1].endswith(f"after {len(turns)} turns.")
