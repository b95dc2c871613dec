"""The bots of Striking Flint: what they are worth, and that they know no more than a player."""

import numpy as np
import pytest

from games.flint.positions import GAME, Position, bots, lines_of, match
from strikesim.games.common import WIN
from strikesim.games.flint.rules import hide, value

pytestmark = pytest.mark.many


def win_rate(bot: str, players: int, difficulty: str, games: int = 400) -> float:
    return (match(players, bot, difficulty=difficulty).play(3, 0, games)["outcome"] == WIN).mean()


@pytest.mark.parametrize("difficulty", ["easy", "hard"])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_planner_beats_novice_and_novice_beats_random(players: int, difficulty: str) -> None:
    # 400 games each: a difference of 0.1 is more than 3 standard errors of 0.035 at most
    planner, novice, random = (win_rate(bot, players, difficulty) for bot in ("planner", "novice", "random"))
    assert planner > novice + 0.1
    assert novice > random
    assert random < 0.01


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
