"""Two sweeps that played one cell are compared, and seldom told to disagree where they do not."""

from typing import Any

import numpy as np
import pandas as pd
import pytest
from numpy.typing import NDArray

from strikesim.stats.agreement import Played, disagreements
from strikesim.stats.counts import gather, wins
from strikesim.stats.tables import rates
from sweep.manifests import cell, manifest


def sweep(name: str, won: "list[NDArray[np.bool_]]", seed: int, tables: str = "t") -> Played:
    """Return a sweep of cells with these games; `tables` is a letter for each cell."""
    cells = [cell(k, ["a", "b"], tables=tables[k]) for k in range(len(won))]
    nobody: dict[str, Any] = {"cause": "x", "winner": None, "first_seat": 0, "rotation": 0}
    parts = [
        (one, pd.DataFrame({"game": np.arange(len(games)), "outcome": np.where(games, "win", "loss"), **nobody}))
        for one, games in zip(cells, won, strict=True)
    ]
    return manifest(cells, name=name, seed=seed), rates(gather(parts, {"wins": wins("cooperative")}))


def share(rate: float, games: int) -> NDArray[np.bool_]:
    return np.arange(games) < rate * games


@pytest.mark.parametrize("seed", [7, 8])
def test_one_cell_far_apart_in_two_sweeps_is_found_and_another_cell_is_not(seed: int) -> None:
    first, second = sweep("main", [share(0.488, 20_000)], 7), sweep("other", [share(0.45, 2_000)], seed)
    (row,) = disagreements([first, second]).to_dict("records")
    assert (row["first"], row["second"], row["who"]) == ("main", "other", "team")
    assert (row["rate_first"], row["rate_second"]) == (0.488, 0.45)
    assert row["games_second"] == 2_000
    elsewhere = sweep("other", [share(0.45, 2_000)], seed, "u")
    assert disagreements([first, elsewhere]).empty
    assert disagreements([first]).empty


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [(7, 7), (7, 8)])
def test_two_sweeps_of_the_same_truth_seldom_disagree(seeds: "tuple[int, int]") -> None:
    # 60 pairs of four cells: any claim in 5 % of the pairs at most, give or take three standard errors.
    rng = np.random.default_rng(3)
    claims = []
    for _ in range(60):
        long = [rng.random(900) < 0.4 for _ in range(4)]
        short = [games[:300] if seeds[0] == seeds[1] else rng.random(300) < 0.4 for games in long]
        found = disagreements([sweep("a", long, seeds[0], "tuvw"), sweep("b", short, seeds[1], "tuvw")])
        claims.append(len(found) > 0)
    assert np.mean(claims) <= 0.05 + 3 * 0.028


def test_the_same_games_never_disagree() -> None:
    games = [share(0.3, 100)]
    assert disagreements([sweep("a", games, 7), sweep("b", games, 7)]).empty
