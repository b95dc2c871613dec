"""The bots play sensibly: what a player would do in plain positions, and one better than the other (fixed seeds)."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from games.strike.positions import LAYERS, Position, bots, in_words, lines_of, match
from strikesim.engine.bots import find_bot
from strikesim.games import load
from strikesim.games.strike.bots import CASUAL, NOVICE, PLANNER
from strikesim.games.strike.state import PerGame
from strikesim.games.strike.weights import Weight
from strikesim.rng import seeded

pytestmark = pytest.mark.many

DIFFICULTIES = LAYERS.data()["ruleset"]["difficulties"]


def choice(table: Position, bot: str = "planner", seed: int = 1) -> str:
    """Return the action a bot takes in a position, with the stream of a seed."""
    found = find_bot(load("strike"), bot, Path())
    codes = table.codes()
    _, minds = seeded(seed, 0, 1)
    actions = np.array(codes, np.int64)
    index = found.function(table.t, table.s, actions, len(codes), minds[0], found.weight_row())
    return in_words(table._json(codes[index]))


def wins(bot: str, players: int, difficulty: str, count: int = 300) -> float:
    """Return the share of games won."""
    return (match(players, bot, difficulty).play(3, 0, count)["outcome"] == 1).mean()


def test_a_strike_card_that_can_be_played_is_played() -> None:
    table = Position(strikers={0: {1: 3}}, hands={0: "dockers_walk_out"})
    assert choice(table) == "strike dockers_walk_out"


def turn_of(table: Position, bot: str = "planner") -> list[str]:
    """Let a bot play the acting player's step 1 and return what it did."""
    done: list[str] = []
    while not done or done[-1] != "end_actions":
        done.append(choice(table, bot))
        table.do(done[-1])
    return done


# The team has 3 points, and a Strike card that could be played would raise the level.
LEVEL_AHEAD: dict[str, Any] = {
    "strikers": {0: {1: 3, 2: 1}},
    "hands": {0: "dockers_walk_out"},
    "victories": {4: 2},
}


def test_the_planner_keeps_a_card_that_would_raise_the_level_early_in_the_game() -> None:
    assert not any(action.startswith("strike") for action in turn_of(Position(**LEVEL_AHEAD)))


def test_the_planner_plays_the_card_it_kept_when_the_commercial_breaks_run_out() -> None:
    assert choice(Position(**LEVEL_AHEAD).only("happy_hour_sale")) == "strike dockers_walk_out"


def test_the_planner_does_not_keep_a_card_that_wins() -> None:
    victories = {2: 3, 4: 2, 5: 2, 6: 1, 7: 1}
    table = Position(strikers={0: {1: 3}}, hands={0: "dockers_walk_out"}, victories=victories)
    assert table.s.score == 14
    assert choice(table) == "strike dockers_walk_out"


@pytest.mark.parametrize("bot", ["casual", "novice"])
def test_whoever_is_impatient_plays_a_card_that_raises_the_level(bot: str) -> None:
    table = Position(**LEVEL_AHEAD)
    assert "strike dockers_walk_out" in {choice(table, bot, seed) for seed in range(9)}


def test_the_planner_knows_which_commercial_breaks_are_left() -> None:
    table = Position(strikers={0: {2: 1, 12: 1}}, drones={2: 2, 12: 2})
    assert choice(table.only("tower_open_day")) == "disassemble 12 drone"
    table = Position(strikers={0: {2: 2, 12: 1}}, drones={2: 2, 12: 2})
    assert choice(table.only("crowd_comfort")) == "disassemble 2 drone"


def test_the_planner_removes_the_megadrone_that_others_may_join() -> None:
    board: dict[str, Any] = {"drones": {2: 2, 3: 2}, "megadrones": {1: 1, 7: 1}}
    assert choice(Position(strikers={0: {1: 3, 7: 3}}, **board)) == "disassemble 1 megadrone"
    board = {"drones": {8: 2, 9: 2}, "megadrones": {1: 1, 7: 1}}
    assert choice(Position(strikers={0: {1: 3, 7: 3}}, **board)) == "disassemble 7 megadrone"


def test_the_planner_moves_a_second_striker_where_that_sets_off_its_power() -> None:
    table = Position("michael, eddie", strikers={0: {1: 10}}, drones={2: 2}).empty("strike").empty("ally")
    table.do("mobilize 1 2", "disassemble 2 drone")
    assert choice(table) == "mobilize 1 2"


def test_the_planner_draws_no_more_cards_than_it_has_room_for() -> None:
    hand = "reporters, farmers, kitchens_on_strike, teach_in"
    table = Position("eddie, michael", strikers={0: {11: 4}}, hands={0: hand})
    assert choice(table) != "ally reporters"


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
def test_the_planner_beats_the_casual_player(players: int, difficulty: str) -> None:
    assert wins("planner", players, difficulty) > wins("casual", players, difficulty) + 0.1


def mean_score(bot: str, players: int, difficulty: str) -> float:
    """Return the Strikers' score on average."""
    return float(match(players, bot, difficulty).play(3, 0, 300)["metrics"][:, PerGame.STRIKERS_SCORE].mean())


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_each_step_of_the_ladder_scores_more_than_the_one_below(players: int, difficulty: str) -> None:
    random, novice, casual, planner = (
        mean_score(bot, players, difficulty) for bot in ("random", "novice", "casual", "planner")
    )
    assert planner > casual + 0.3
    assert casual > novice + 0.3
    assert novice > random + 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_very_easy_is_the_easiest_and_from_normal_on_each_level_is_harder(players: int) -> None:
    very_easy, easy, normal, hard, very_hard = (wins("planner", players, level, 1000) for level in DIFFICULTIES)
    assert very_easy > max(easy, normal)
    assert min(easy, normal) > hard > very_hard
    assert very_easy > very_hard + 0.1


@pytest.mark.parametrize("weights", [PLANNER, CASUAL, NOVICE])
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
