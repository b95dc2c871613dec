"""The kernel agrees with the naive referee, state by state, over all switches, alternatives, bots and player counts."""

import json
from collections import defaultdict
from random import Random

import pytest

from games.flint.positions import LAYERS, bots, lines_of
from naive.flint import check
from strikesim.games.common import MAX_ACTIONS

SWITCHES = {
    "place_from_map": [False, True],
    "gambit_moves": ["must", "may"],
    "event_check": ["after_each", "turn_end"],
    "activation_order": ["acting_player", "map_order"],
    "move_length": ["fixed", "grows"],
    "factory_loss": ["at_once", "turn_end"],
}
OPTIONS = {"token": [40, 35, 30], "extra_card": [False, True], "events_in_play": [1, 2, 3]}
ALTERNATIVES = {key: ["default", *entry["alternatives"]] for key, entry in LAYERS.base["assumed"].items()}
EVERYTHING = {**SWITCHES, **OPTIONS, **ALTERNATIVES}


def game(number):
    """Return the arguments of one of many games, spread over everything that can be chosen."""
    chance = Random(number)
    changes = {key: chance.choice(values) for key, values in EVERYTHING.items()} | {
        "solo_committees": chance.choice([3, 4])
    }
    if changes["FLT-A4"] != "plus":
        changes["map"] = chance.choice(["random", "scattered", "joined"])
    difficulty, players = chance.choice(["easy", "hard"]), chance.randint(1, 5)
    if players == 5 and MAX_ACTIONS < 1024:  # too many actions for the kernel: refused
        changes["place_from_map"] = False
    return {
        "players": players,
        "bot": chance.choice(bots()),
        "changes": changes,
        "game": number,
        "difficulty": difficulty,
    }


def assert_agreement(numbers):
    """Let the referee check games, as they are written and read; return how often what was seen."""
    seen = defaultdict(int)
    for number in numbers:
        lines = [json.loads(json.dumps(line)) for line in lines_of(**game(number))]
        try:
            check(lines)
        except Exception as error:
            raise AssertionError(f"game({number}) = {game(number)}: {error}") from error
        for line in lines[2:-1]:
            seen[line["action"]["type"]] += 1
        seen[lines[-1]["result"]["cause"]] += 1
    return seen


def test_kernel_and_referee_agree_in_60_games():
    assert_agreement(range(60))


@pytest.mark.slow
def test_kernel_and_referee_agree_in_1500_games():
    seen = assert_agreement(range(60, 1560))
    wanted = (
        "place occupy picket resist rest gambit move step coordinate hold agitate relief activate target order done"
    )
    causes = "concessions strikebreakers_gone exhaustion_gone factories_empty"
    assert min(seen[name] for name in [*wanted.split(), *causes.split()]) >= 20, dict(seen)
