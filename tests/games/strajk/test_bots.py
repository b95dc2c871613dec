"""What the bots of Strajk claim to do: in single positions, and in matches with stated false-alarm rates.

All matches have fixed seeds, so a test that passes goes on to pass until somebody changes the rules or a bot; the
false-alarm rate is the chance that a change which alters no win rate makes it fail.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from games.strajk.positions import GAME, LAYERS, Json, Position, bots
from strikesim.engine.bots import find_bot
from strikesim.engine.match import prepare
from strikesim.rng import seeded

pytestmark = pytest.mark.many

THINKERS = ["novice", "casual", "planner", "engine_builder"]
PLANNERS = ["planner", "engine_builder"]
SWITCHES = [
    {"reshuffle_when": "needed"},
    {"hall_speech_needs_two_blue": False},
    {"expert_removes": "up_to"},
    {"expert_removes": "needs_three"},
]
ALTERNATIVES = [
    {"choose": {component: name}}
    for component, entry in LAYERS.data()["assumed"].items()
    for name in entry["alternatives"]
]


@cache
def _rows(names: tuple[str, ...], players: int, count: int, seed: int = 1) -> NDArray[Any]:
    return rows_of(names, players, count, {}, seed)


def rows_of(names: Sequence[str], players: int, count: int, changes: Json, seed: int = 1) -> NDArray[Any]:
    line_up = [find_bot(GAME, name, Path()) for name in names]
    return prepare(LAYERS.changed(changes).data(), players, None, line_up, "test").play(seed, 0, count)


def wins(names: Sequence[str], players: int, count: int) -> NDArray[np.int64]:
    """Return how many games each place of the line-up wins."""
    rows = _rows(tuple(names), players, count)
    won = rows["winner"] >= 0
    return np.bincount((rows["winner"][won] + rows["rotation"][won]) % players, minlength=players)


def answer(bot: str, table: Position) -> str:
    """Return a bot's action in a position, in words."""
    seat = int(table.s.seat)
    view, tables, (_, minds) = np.zeros(1, table.s.dtype), np.zeros(1, table.t.dtype), seeded(1, 0, 1)
    view[0], tables[0] = table.s, table.t
    GAME.rules.hide(table.t, view[0], seat)
    codes = np.array(table.codes(), np.int64)
    found = find_bot(GAME, bot, Path())
    index = found.function(tables[0], view[0], codes, len(codes), minds[0], found.weight_row())
    return " ".join(GAME.story.action_json(table.data, table.t, table.s, int(codes[index])).values())


def play_turn(bot: str, table: Position) -> list[str]:
    """Let a bot finish its turn; return its actions in words, forced ones left out."""
    seat, turn, done = int(table.s.current), int(table.s.turn), []
    while not GAME.rules.is_over(table.s) and (table.s.current, table.s.turn) == (seat, turn):
        done.append(answer(bot, table) if len(table.codes()) > 1 else next(iter(table.words())))
        table.do(done[-1])
    return done


# ---- in any game that a designer may ask for ---------------------------------------------------------------------


@pytest.mark.parametrize("changes", SWITCHES + ALTERNATIVES, ids=str)
def test_every_bot_plays_every_alternative_and_switch(changes: Json) -> None:
    changes = {f"choose.{k}": v for k, v in changes["choose"].items()} if "choose" in changes else changes
    rows = rows_of(["planner", "casual", "engine_builder", "novice", "random"], 5, 10, changes)
    assert (rows["decisions"] > 0).all()


@pytest.mark.parametrize("changes", SWITCHES + ALTERNATIVES, ids=str)
def test_planners_finish_every_alternative_and_switch(changes: Json) -> None:
    """The planner leaves none of 100 unfinished in any of them; 15 of 60 have a chance below 1e-9."""
    changes = {f"choose.{k}": v for k, v in changes["choose"].items()} if "choose" in changes else changes
    rows = rows_of(["planner"], 3, 60, changes)
    assert (rows["winner"] >= 0).sum() > 45


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("bot", bots())
def test_every_bot_plays_with_any_number_of_players(bot: str, players: int) -> None:
    assert (_rows((bot,), players, 20)["decisions"] > 0).all()


# ---- strength ----------------------------------------------------------------------------------------------------


def test_random_hardly_ever_finishes_a_game() -> None:
    assert (_rows(("random",), 2, 100)["winner"] < 0).sum() >= 80


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("bot", THINKERS)
def test_thinking_bots_finish_their_games(bot: str, players: int) -> None:
    """Players who all wait for something would wait for ever. None leaves 1 in 100."""
    assert (_rows((bot,), players, 500)["winner"] < 0).sum() <= 10


def test_the_novice_beats_random() -> None:
    ours, random_ones = wins(["novice", "random"], 2, 500)
    assert ours > 470
    assert random_ones < 5


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_planner_wins_more_than_its_share_against_novices(players: int) -> None:
    """It wins 69 % and more, against four novices as well: 1e-11."""
    assert wins(["planner"] + ["novice"] * (players - 1), players, 1000)[0] > 580


def test_the_engine_builder_is_within_reach_of_the_planner() -> None:
    """It wins 36 %: 1e-8."""
    planner, other = wins(["planner", "engine_builder"], 2, 1000)
    assert 270 < other < 730
    assert planner > 270


@pytest.mark.parametrize(("better", "worse"), [("planner", "casual"), ("casual", "novice")])
def test_each_rung_of_the_ladder_wins_more_than_the_one_below(better: str, worse: str) -> None:
    """The planner wins 68 % of games of two against the casual player, this one 75 % against the novice: 1e-9."""
    ours, theirs = wins([better, worse], 2, 1000)
    assert 550 < ours < 900
    assert theirs > 100


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_games_among_planners_take_as_long_as_at_a_table(players: int) -> None:
    rows = _rows(("planner",), players, 500)
    assert 8 <= np.median(rows["turns"]) / players <= 20


# ---- single decisions --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", PLANNERS)
def test_a_bot_negotiates_when_success_is_certain(bot: str) -> None:
    table = Position(
        token="bhp_hall", hand="speech, 2 expert, walking", later="4 speech", demands="2 expert_expert", turn=20
    )
    assert "negotiate" in play_turn(bot, table)
    assert table.state["players"][0]["trophies"] == {"expert_expert": 1}


@pytest.mark.parametrize("bot", PLANNERS)
def test_a_bot_goes_to_the_hall_to_negotiate(bot: str) -> None:
    table = Position(token="gate_3", hand="speech, 2 expert, running", later="4 speech", demands="2 expert_expert")
    assert play_turn(bot, table)[:2] == ["move running bhp_hall", "negotiate"]


@pytest.mark.parametrize("bot", PLANNERS)
def test_a_planner_does_not_negotiate_without_a_chance(bot: str) -> None:
    """Two experts when only delegates are asked for: the speech would be wasted, the demand be known to all."""
    table = Position(
        token="bhp_hall", hand="speech, 2 expert, walking", later="4 speech", demands="2 delegate_delegate"
    )
    assert "negotiate" not in play_turn(bot, table)


def test_the_planner_keeps_two_level_four_cards_that_match_a_demand_left() -> None:
    table = Position(token="cross", hand="2 speech, worker, delegate, expert", demands="2 delegate_expert")
    table.do("end_turn")
    while table.s.current == 0 and len(table.codes()) > 1:
        table.do(answer("planner", table))
    kept = table.pile("hand", 0)
    assert kept["delegate"] == kept["expert"] == 1


def test_the_planner_draws_before_it_moves() -> None:
    table = Position(token="cross", hand="2 correspondent, running, walking", tomorrow="4 speech, resident, worker")
    assert answer("planner", table) == "special correspondent"


def test_the_planner_takes_what_lies_at_hand() -> None:
    assert answer("planner", Position(token="gate_2", hand="2 speech", later="2 walking")) == "take gate_2"


def test_the_planner_pays_a_correspondent_for_an_expert_rather_than_draw_with_it() -> None:
    table = Position(token="gate_3", hand="correspondent, speech", tomorrow="2 walking, 3 speech, worker, resident")
    assert answer("planner", table) == "take gate_3"


@pytest.mark.parametrize("bot", PLANNERS)
def test_a_planner_never_removes_the_cards_of_a_demand(bot: str) -> None:
    table = Position(
        token="cross",
        hand="resident, delegate, expert, walking",
        later="4 speech, running",
        demands="2 delegate_expert",
    )
    play_turn(bot, table)
    assert not {"delegate", "expert"} & set(table.state["removed"])


def test_a_planner_that_cannot_reach_the_hall_approaches_it() -> None:
    table = Position(token="gate_3", hand="speech, 2 expert, walking", later="4 speech", demands="2 expert_expert")
    assert "move walking department_1" in play_turn("planner", table)


def test_a_planner_with_cards_to_spare_leads_walesa_away_from_an_opponent_about_to_win() -> None:
    others = {1: {"hand": "2 expert, 2 speech"}}
    table = Position(token="bhp_hall", hand="walking", later="4 speech", others=others, demands="2 expert_expert")
    table.s.trophies[1, 2] = table.s.n_trophies[1] = 1
    assert play_turn("planner", table)[0].startswith("move walking")


def test_a_planner_ends_no_turn_with_a_step_that_leads_walesa_away_from_what_the_next_player_can_pay() -> None:
    others = {1: {"hand": "worker, resident, 3 speech"}}
    table = Position(token="printing_office", hand="running", later="4 speech, 2 walking", others=others)
    assert play_turn("planner", table)[0].startswith("move running")
    assert table.t.distance[table.s.token, list(table.data["locations"]).index("printing_office")] == 2


def test_a_planner_holds_the_pair_that_the_only_demand_left_asks_for() -> None:
    """A speech is still in Tomorrow: with it the pair wins, so it is not played for six cards more."""
    later = "worker, resident, walking, 2 correspondent, running"
    hand, tomorrow = "2 delegate, walking, running, worker", "2 speech, walking, correspondent"
    table = Position(token="gate_3", hand=hand, tomorrow=tomorrow, later=later, demands="delegate_delegate", turn=33)
    assert not {"special delegate", "discard delegate"} & set(play_turn("planner", table))
    assert table.pile("hand", 0)["delegate"] == 2


def test_a_planner_holds_the_other_half_of_a_price_that_tomorrow_completes() -> None:
    later = "4 speech, walking, running"
    table = Position(token="gate_2", hand="worker", tomorrow="resident, running", later=later)
    table.do("end_turn")
    assert answer("planner", table) == "done"


def test_a_planner_draws_what_makes_victory_certain_rather_than_pay_with_the_card_that_draws() -> None:
    hand, today = "2 speech, walking, worker, correspondent, delegate, 2 expert", "2 running, resident, correspondent"
    demands = "delegate_delegate, expert_expert"
    table = Position(token="delegates_space", hand=hand, tomorrow="delegate", today=today, demands=demands)
    table.s.trophies[0, 1] = table.s.n_trophies[0] = 1
    assert answer("planner", table) == "special correspondent"


def test_a_planner_takes_a_certain_victory_at_once() -> None:
    hand, today = "2 speech, walking, running, 2 correspondent, 2 expert", "delegate, worker"
    table = Position(token="bhp_hall", hand=hand, tomorrow="2 worker", today=today, demands="expert_expert")
    table.s.trophies[0, 1] = table.s.n_trophies[0] = 1
    assert answer("planner", table) == "negotiate"


def test_a_planner_does_not_keep_a_full_hand_idle() -> None:
    """A full hand draws nothing: two players who both waited would wait for ever."""
    hand = "2 speech, 2 delegate, expert"
    table = Position(token="delegates_space", hand=hand, later="worker, 2 walking", demands="2 expert_expert")
    play_turn("planner", table)
    assert sum(table.pile("hand", 0).values()) < 5
