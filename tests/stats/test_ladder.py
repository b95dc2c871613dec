"""The ladder of skill: which steps there are, and when one is shown."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binom

from strikesim.stats.ladder import Met, duel_steps, duels, ratings, reference_of, steps_among, team_steps, verdict
from strikesim.stats.strength import Contests

BOTS = ["random", "novice", "planner"]


def met(one: int, other: int, chance: float, games: int, rng: np.random.Generator) -> Met:
    """Return games of two in which the first bot wins with a chance."""
    seated = np.where(np.arange(games)[:, None] % 2 == 0, [one, other], [other, one])
    winner = np.where(rng.random(games) < chance, one, other)
    won = (seated[:, 1] == winner).astype(int)
    return Met({"players": 2, "difficulty": None}, BOTS[one], BOTS[other], Contests(np.arange(games), seated, won))


def test_the_steps_are_those_of_skill_whatever_else_plays() -> None:
    assert steps_among(["defender", "expert", "planner", "random"]) == [("random", "planner"), ("planner", "expert")]
    assert steps_among(["defender"]) == []
    assert reference_of(["a", "planner"]) == "planner"
    assert reference_of(["a", "b"]) == "a"


def test_a_step_is_shown_if_its_interval_leaves_out_nothing_gained() -> None:
    assert [verdict(*ends) for ends in ((0.01, 0.2), (-0.01, 0.2), (-0.2, -0.01))] == [
        "shown",
        "not shown",
        "the other way round",
    ]


def test_duels_count_each_side_and_steps_compare_with_the_fair_share() -> None:
    rng = np.random.default_rng(1)
    played = [met(2, 1, 0.9, 400, rng), met(2, 0, 1.0, 400, rng), met(1, 0, 0.5, 400, rng)]
    table = duels(played, BOTS)
    both = table[table["bot"].isin(["planner", "novice"]) & table["against"].isin(["planner", "novice"])]
    assert both["count"].sum() == 400
    steps = duel_steps(table)
    assert steps[["lower", "upper"]].to_numpy().tolist() == [["random", "novice"], ["novice", "planner"]]
    assert steps["verdict"].tolist() == ["not shown", "shown"]
    rated, placed = ratings(played, BOTS)
    rated = rated.set_index("bot")
    assert rated.loc["planner", ["rate", "low", "high", "share"]].to_list() == pytest.approx([0.5, 0.5, 0.5, 1.0])
    assert rated.loc["novice", "high"] < 0.5
    assert placed["place"].tolist() == [1, 2]
    assert placed.loc[1, "low"] < 0 < placed.loc[1, "high"]


def test_a_step_between_equals_is_seldom_shown() -> None:
    """Of ladders of two steps that are none, at most 5 % show one; the test fails by chance once in 10,000 runs."""
    rng, trials = np.random.default_rng(2), 400
    alarms = 0
    for _ in range(trials):
        steps = duel_steps(duels([met(2, 1, 0.5, 100, rng), met(1, 0, 0.5, 100, rng)], BOTS))
        alarms += (steps["verdict"] != "not shown").any()
    assert alarms <= binom.ppf(1 - 1e-4, trials, 0.055), alarms / trials


def test_steps_of_a_team_are_paired_by_games() -> None:
    won = {k: pd.DataFrame({"team": np.arange(100) < wins}) for k, wins in enumerate((10, 40, 45))}
    rates = pd.DataFrame(
        {"cell": range(3), "players": 2, "difficulty": "easy", "bot": BOTS, "who": "team", "rate": [0.1, 0.4, 0.45]}
    )
    steps = team_steps(rates, won)
    assert steps["difference"].tolist() == [pytest.approx(0.3), pytest.approx(0.05)]
    assert steps["verdict"].tolist() == ["shown", "not shown"]
    assert list(steps.columns[:4]) == ["players", "difficulty", "lower", "upper"]
