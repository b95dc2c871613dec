"""The bots of Striking Flint: what they are worth, and that they know no more than a player."""

import json
from pathlib import Path

import numpy as np
import pytest

from games.flint.positions import GAME, Json, Position, bots, lines_of, match
from strikesim.engine.bots import find_bot
from strikesim.games.common import WIN
from strikesim.games.flint.rules import hide, value
from strikesim.rng import seeded

pytestmark = pytest.mark.many


def win_rate(bot: str, players: int, difficulty: str, games: int = 400) -> float:
    return (match(players, bot, difficulty=difficulty).play(3, 0, games)["outcome"] == WIN).mean()


@pytest.mark.parametrize("difficulty", ["easy", "hard"])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_each_bot_is_clearly_better_than_the_one_below_it(players: int, difficulty: str) -> None:
    # 400 games each: a difference of 0.1 is more than 2.8 standard errors of 0.035 at most
    ladder = ("planner", "casual", "novice", "random")
    planner, casual, novice, random = (win_rate(bot, players, difficulty) for bot in ladder)
    assert planner > casual + 0.1
    assert casual > novice + 0.05
    assert novice > random
    assert random < 0.01


def answer(table: Position, bot: str = "planner", seed: int = 1) -> Json:
    """Return what a bot does in a position."""
    asked = find_bot(GAME, bot, Path())
    shown, codes = np.zeros(1, GAME.state.STATE), np.array(table.codes())
    shown[0] = table.s
    hide(table.t, shown[0], table.s.seat)
    _, minds = seeded(seed, 0, 1)
    chosen = asked.function(table.t, shown[0], codes, len(codes), minds[0], asked.weight_row())
    return GAME.story.action_json(table.data, table.t, table.s, int(codes[chosen]))


def test_the_planner_removes_an_event_whose_line_would_lose_at_once_where_a_resist_does_not_help() -> None:
    # the next space has the own icon; the event then adds two, none is left; a fifth worker on the street removes it
    table = Position(
        workers={"fisher_one_s": "2 rank_and_file", "fisher_one_a": "4 veterans"},
        strikebreakers={"fisher_one_c": "5 authority"},
        trackers={6: "veterans", 9: "socialists rank_and_file"},
        events=("stock_disclosed",),
    )
    table.do(answer(table))
    assert "stock_disclosed" not in table.state["events"]["in_play"]


def test_the_planner_does_not_step_out_of_the_last_factory() -> None:
    # the station is shared with a strikebreaker, the corners are free; whoever leaves the stations loses at once
    table = Position(
        workers={"fisher_one_s": "veterans"},
        strikebreakers={"fisher_one_b": "scab"},
        trackers={5: "veterans socialists rank_and_file"},
    )
    table.do("gambit fisher_one_s veterans", "move scab fisher_one_b fisher_one_t")
    assert answer(table) == {"type": "step", "to": "fisher_one_t"}


def test_casual_players_overlook_what_the_planner_sees() -> None:
    table = Position()
    assert len({json.dumps(answer(table, "planner", seed)) for seed in range(40)}) == 1
    assert len({json.dumps(answer(table, "casual", seed)) for seed in range(40)}) > 1


def test_every_bot_plays_whole_games_of_every_size() -> None:
    for bot in bots():
        for players in (1, 2, 3, 4, 5):
            assert (match(players, bot).play(1, 0, 20)["outcome"] > 0).all()


@pytest.mark.rule("FLT-41")
def test_the_order_of_the_events_that_nobody_has_seen_is_hidden() -> None:
    table = Position()
    shown = np.zeros(1, GAME.state.STATE)
    shown[0] = table.s
    hide(table.t, shown[0], 0)
    assert set(shown[0].deck) == {-1}
    assert shown[0].n_deck == table.s.n_deck
    assert (shown[0].workers == table.s.workers).all()


def test_all_share_the_win() -> None:
    table = Position(trackers={5: "socialists", 30: "rank_and_file veterans"}, token=6).do("rest")
    assert [value(table.s, seat) for seat in range(3)] == [1.0, 1.0, 1.0]


def test_the_committee_of_each_seat_is_a_metric() -> None:
    rows = match(3, "random").play(1, 0, 50)
    committees = rows["seat_metrics"][:, :, 0]
    assert (committees[:, 3:] == -1).all()
    assert set(committees[:, :3].ravel()) == set(range(5))
    assert all(len(set(row)) == 3 for row in committees[:, :3])


def test_metrics_agree_with_the_trace() -> None:
    lines = lines_of(4, "planner", game=5)
    row = match(4, "planner").play(1, 5, 1)[0]
    state = lines[-2]["state"]
    names = [metric.name for metric in GAME.state.METRICS]
    metrics = dict(zip(names, row["metrics"].tolist(), strict=True))
    assert metrics["token_end"] == state["concessions"]
    assert metrics["exhaustion_end"] == sum(state["exhaustion"].values())
    assert metrics["concessions"] + metrics["events_removed"] == 40 - state["concessions"]
    taken = row["seat_metrics"][:4]
    columns = [metric.name for metric in GAME.state.SEAT_METRICS]
    done = taken[:, columns.index("occupy") : columns.index("pass") + 1].sum()
    assert row["turns"] - 1 <= done <= row["turns"]
    assert taken[:, columns.index("turns")].sum() == row["turns"]
