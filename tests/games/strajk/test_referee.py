"""The kernel agrees with the naive referee, state by state, over all switches, alternatives, bots and player counts."""

import json
from collections import defaultdict
from random import Random

import pytest
from games.strajk.positions import HALL, LAYERS, RICH, SHORT, bots, lines_of
from naive.strajk import SWITCHES, check

ALTERNATIVES = {key: ("default", *entry["alternatives"]) for key, entry in LAYERS.base["assumed"].items()}
OPTIONS = {**SWITCHES, **ALTERNATIVES}
TURN_LIMIT = 10


def game(number):
    """Return the arguments of one of many games, spread over everything that can be chosen."""
    chance = Random(number)
    changes = {key: chance.choice(values) for key, values in OPTIONS.items()}
    variant = chance.choice([{}, RICH, SHORT, HALL])
    changes = {**variant, **changes, "ruleset.turn_limit": TURN_LIMIT}
    return {"players": chance.randint(2, 5), "bot": chance.choice(bots()), "changes": changes, "game": number}


def assert_agreement(numbers):
    """Let the referee check games, as they are written and read; return how often what was seen."""
    seen = defaultdict(int)
    for number in numbers:
        lines = [json.loads(json.dumps(line)) for line in lines_of(**game(number))]
        try:
            assert check(lines) == len(lines) - 3
        except Exception as error:
            raise AssertionError(f"game({number}) = {game(number)}: {error}") from error
        for line in lines[2:-1]:
            seen[line["action"]["type"]] += 1
            seen["renewed"] += {"type": "shuffle", "seat": None} in line["chance"]
        seen[lines[-1]["result"]["outcome"]] += 1
    return seen


def test_traces_are_plain_json():
    lines = lines_of(**game(0))
    assert [json.loads(json.dumps(line)) for line in lines] == lines


def test_kernel_and_referee_agree_in_60_games():
    assert_agreement(range(60))


def test_the_games_are_spread_over_everything_that_can_be_chosen():
    drawn = [game(number) for number in range(2000)]
    for key, values in OPTIONS.items():
        assert {entry["changes"][key] for entry in drawn} == set(values)
    assert {entry["players"] for entry in drawn} == {2, 3, 4, 5}
    assert {entry["bot"] for entry in drawn} == set(bots())


@pytest.mark.slow
def test_kernel_and_referee_agree_in_2000_games():
    seen = assert_agreement(range(60, 2060))
    wanted = {
        "move",
        "take",
        "special",
        "remove",
        "put",
        "discard",
        "done",
        "negotiate",
        "renewed",
        "win",
        "unfinished",
    }
    assert min(seen[name] for name in wanted) >= 50, dict(seen)
