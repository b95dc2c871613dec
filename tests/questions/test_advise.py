"""Where a bot and a search differ, and what it costs."""

import re
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import t

import strikesim as ss
from games.strajk.positions import HALL
from strikesim.errors import ConfigError
from strikesim.questions.advise import Advice, Difference

# The seat holds a speech and two delegates in the Hall; every demand asks for them, and one wins.
WON = {**HALL, "rules.trophies_to_win": 1, "ruleset.turn_limit": 6}
SIZE = {"players": 2, "seed": 3, "games": 6, "samples": 32, "playouts": 16}


def test_a_win_that_is_passed_over_costs_what_it_is_worth() -> None:
    found = ss.advise("strajk", "random", changes=WON, **SIZE)
    assert found.games == 6
    assert found.decisions > len(found.differences) > 0
    missed = found.table[found.table["search"] == "negotiate"]
    assert len(missed)
    assert (missed["cost"] > 0).all(), "a random player wins more seldom than one who negotiates first"
    order = (found.table["cost"] * found.table["per_game"]).to_numpy()
    assert (np.diff(order) <= 0).all()


def test_threads_change_nothing_and_a_seed_does() -> None:
    one, again = (ss.advise("strajk", "random", changes=WON, jobs=jobs, **SIZE) for jobs in (1, 3))
    other = ss.advise("strajk", "random", changes=WON, **{**SIZE, "seed": 4})
    assert one.differences == again.differences != other.differences


def test_the_interval_is_one_of_games() -> None:
    """Five games of ten equal differences each say as much as five differences, not as fifty."""
    costs = [0.1, 0.3, 0.2, 0.0, 0.4]
    found = [Difference("end", "move", cost, game, 1, 1) for game, cost in enumerate(costs) for _ in range(10)]
    row = Advice(5, 100, found).table.iloc[0]
    assert row["cost"] == pytest.approx(np.mean(costs))
    half = t.ppf(0.975, 4) * np.std(costs, ddof=1) / np.sqrt(5)
    assert (row["low"], row["high"]) == (pytest.approx(0.2 - half), pytest.approx(0.2 + half))
    assert (row["decisions"], row["per_game"], row["game"]) == (50, 10, 4)


def test_one_game_has_no_interval() -> None:
    row = Advice(1, 10, [Difference("end", "move", 0.25, 0, 1, 1)]).table.iloc[0]
    assert np.isnan([row["low"], row["high"]]).all()


@pytest.mark.parametrize("bot", ["search:random:8", "random,planner"])
def test_only_one_bot_without_search_is_advised(bot: str) -> None:
    with pytest.raises(ConfigError, match=re.escape(f"advise {bot}: advice is for one bot, in all seats, that")):
        ss.advise("strajk", bot, **SIZE)


def test_the_game_is_the_one_that_play_shows(tmp_path: Path) -> None:
    """The search has chance of its own: what it looks at does not change what the bot does next."""
    from strikesim.engine.episode import Episode
    from strikesim.questions.playing import one_match

    match = one_match("strajk", "novice", players=2, changes=WON)
    found = ss.advise("strajk", "novice", changes=WON, **SIZE)
    decisions = 0
    for game in range(SIZE["games"]):
        episode = Episode(match, SIZE["seed"], game)
        while not episode.is_over():
            legal = episode.legal()
            decisions += len(legal) > 1
            episode.apply(episode.choose(legal))
    assert found.decisions == decisions
