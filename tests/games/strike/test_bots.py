"""The bots play sensibly: what a player would do in plain positions, and one better than the other (fixed seeds)."""

from pathlib import Path

import numpy as np
import pytest

from games.strike.positions import LAYERS, Position, bots, in_words, lines_of, match
from strikesim.engine.bots import find_bot
from strikesim.games import load
from strikesim.games.strike.bots import DEFENDER, NOVICE, PLANNER
from strikesim.games.strike.plan import Weight
from strikesim.games.strike.state import PerGame
from strikesim.rng import seeded

pytestmark = pytest.mark.many

DIFFICULTIES = LAYERS.data()["ruleset"]["difficulties"]


def choice(table: Position, bot: str = "planner") -> str:
    """Return the action a bot takes in a position."""
    found = find_bot(load("strike"), bot, Path())
    codes = table.codes()
    _, minds = seeded(1, 0, 1)
    actions = np.array(codes, np.int64)
    index = found.function(table.t, table.s, actions, len(codes), minds[0], found.weight_row())
    return in_words(table._json(codes[index]))


def wins(bot: str, players: int, difficulty: str, count: int = 300) -> float:
    """Return the share of games won."""
    return (match(players, bot, difficulty).play(3, 0, count)["outcome"] == 1).mean()


@pytest.mark.parametrize("bot", ["novice", "planner", "defender"])
def test_a_strike_card_that_can_be_played_is_played(bot: str) -> None:
    table = Position(strikers={0: {1: 3}}, hands={0: "dockers_walk_out"})
    assert choice(table, bot) == "strike dockers_walk_out"


def test_the_planner_gathers_the_strikers_that_a_card_lacks() -> None:
    table = Position(strikers={0: {1: 2, 2: 1}}, hands={0: "cranes_stand_still"}, energy={0: 6})
    done: list[str] = []
    while not any(action.startswith("strike") for action in done) and len(done) < 4:
        done.append(choice(table))
        table.do(done[-1])
    assert done[-1] == "strike cranes_stand_still"


def test_the_planner_removes_the_megadrone_that_blocks_its_card() -> None:
    table = Position("eddie, michael", strikers={0: {12: 3}}, hands={0: "switch_off_the_tower"}, megadrones={12: 1})
    assert choice(table) == "disassemble 12 megadrone"


def test_the_planner_fears_the_last_megadrone() -> None:
    table = Position(strikers={0: {1: 2, 5: 1}}, drones={1: 2, 5: 1}, megadrones={3: 2, 6: 1, 9: 2})
    assert choice(table) == "disassemble 1 drone"


def test_the_planner_pays_for_a_striker_it_needs() -> None:
    table = Position(strikers={0: {1: 3}, 1: {}}, hands={0: "dockers_walk_out"}, energy={0: 5})
    table.end_turn(rolls=[1])
    assert choice(table) == "keep_striker 1"


def test_the_planner_gives_the_ally_to_the_player_without_energy() -> None:
    table = Position(strikers={0: {1: 3}}, hands={0: "dockers_walk_out"}, energy={0: 6, 1: 0})
    assert choice(table.do("strike dockers_walk_out")) == "give_ally 1"


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_the_planner_beats_the_novice(players: int, difficulty: str) -> None:
    planner, novice = wins("planner", players, difficulty), wins("novice", players, difficulty)
    assert planner > novice + 0.02


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_the_novice_scores_more_than_chance(players: int, difficulty: str) -> None:
    random, novice = (
        match(players, bot, difficulty).play(3, 0, 300)["metrics"][:, PerGame.STRIKERS_SCORE].mean()
        for bot in ("random", "novice")
    )
    assert novice > random + 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_very_easy_is_the_easiest_and_from_normal_on_each_level_is_harder(players: int) -> None:
    very_easy, easy, normal, hard, very_hard = (wins("planner", players, level, 1000) for level in DIFFICULTIES)
    assert very_easy > max(easy, normal)
    assert min(easy, normal) > hard > very_hard
    assert very_easy > very_hard + 0.2


@pytest.mark.parametrize("weights", [PLANNER, NOVICE, DEFENDER])
def test_the_weights_stand_in_the_order_in_which_they_are_read(weights: dict[Weight, float]) -> None:
    assert list(weights) == list(Weight)


@pytest.mark.rule("STK-R2")
@pytest.mark.parametrize("bot", bots())
def test_every_bot_finishes_its_games(bot: str) -> None:
    for players in (2, 3, 4):
        rows = match(players, bot).play(9, 0, 30)
        assert (rows["outcome"] > 0).all()


@pytest.mark.parametrize("bot", bots())
def test_the_same_seed_gives_the_same_game(bot: str) -> None:
    assert lines_of(4, bot=bot) == lines_of(4, bot=bot)
