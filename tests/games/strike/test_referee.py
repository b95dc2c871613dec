"""The naive referee, written from the rules alone by another hand, finds nothing to say about the kernel's games."""

import json

import pytest

from games.strike.positions import LAYERS, VARIANTS, lines_of
from naive.strike import check

ALTERNATIVES = [
    {identity: name} for identity, entry in LAYERS.base["assumed"].items() for name in entry["alternatives"]
]


def checked(seed, **settings):
    """Play a game and let the referee check it, as it stands in a file; return its number of decisions."""
    return check(json.loads(json.dumps(lines_of(seed, **settings))))


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", range(6))
def test_random_games(variant, seed):
    players = 2 + seed % 3
    assert checked(seed, players=players, changes=VARIANTS[variant]) > 0


@pytest.mark.parametrize("bot", ["novice", "planner", "defender"])
@pytest.mark.parametrize("difficulty", ["very_easy", "very_hard"])
def test_games_of_the_bots(bot, difficulty):
    assert checked(3, players=3, bot=bot, difficulty=difficulty) > 0


@pytest.mark.parametrize("changes", ALTERNATIVES, ids=lambda changes: "-".join([*changes, *changes.values()]))
def test_the_alternatives(changes):
    assert checked(11, players=2, changes=changes) > 0
