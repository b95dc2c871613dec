"""Tables of rates count what the games say, part by part."""

from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binomtest, chisquare

from strikesim.errors import ResultError
from strikesim.stats import counts
from strikesim.stats import tables as made
from strikesim.stats.counts import Parts, gather
from strikesim.stats.intervals import wilson
from strikesim.stats.tables import MOST_TURNS, Tables, median_interval, p_of_seats, tabulate
from strikesim.sweep.manifest import Cell
from sweep.manifests import cell, manifest

CELL = cell(0, ["a", "b"])
GAMES = pd.DataFrame(
    {
        "outcome": ["win", "win", "win", "unfinished"],
        "winner": [0, 1, 1, None],
        "cause": ["demands", "demands", "demands", "turn_limit"],
        "first_seat": [0, 0, 1, 1],
        "rotation": [0, 1, 0, 1],
        "turns": [10, 20, 30, 40],
    }
)


def summarise(kind: str, parts: Parts) -> pd.DataFrame:
    return made.rates(gather(parts, {"wins": counts.wins(kind)}))


def means(metrics: "list[str]", seat_metrics: "list[str]", parts: Parts) -> pd.DataFrame:
    return made.means(gather(parts, {"values": counts.values(metrics, seat_metrics)}))


def rates(table: pd.DataFrame, of: str) -> dict[str, int]:
    return table[table["of"] == of].set_index("who")["count"].to_dict()


def test_seats_are_counted_in_order_of_play_and_bots_where_they_sat() -> None:
    table = summarise("competitive", [(CELL, GAMES)])
    assert rates(table, "order") == {"1": 2, "2": 1}
    assert rates(table, "bot") == {"a": 2, "b": 1}
    assert rates(table, "end") == {"win: demands": 3, "unfinished: turn_limit": 1}
    assert set(table["games"]) == {4}


def test_unfinished_games_count_but_nobody_wins_them() -> None:
    table = summarise("competitive", [(CELL, GAMES)])
    assert table.loc[table["of"] == "order", "rate"].sum() == pytest.approx(3 / 4)


def test_parts_add_up() -> None:
    whole = summarise("competitive", [(CELL, GAMES)])
    parts = summarise("competitive", [(CELL, GAMES[:1]), (CELL, GAMES[1:3]), (CELL, GAMES[3:])])
    pd.testing.assert_frame_equal(whole, parts)


def test_a_cooperative_team_has_one_rate_with_its_interval() -> None:
    games = GAMES.assign(outcome=["win", "loss", "loss", "loss"], winner=None)
    row = summarise("cooperative", [(CELL, games)]).iloc[0]
    low, high = wilson(1, 4)
    assert (row["who"], row["count"], row["low"], row["high"]) == ("team", 1, float(low), float(high))


def test_means_over_parts_are_the_means_of_all() -> None:
    row = means(["turns"], [], [(CELL, GAMES[:3]), (CELL, GAMES[3:])]).iloc[0]
    assert (row["mean"], row["games"]) == (25, 4)
    assert row["sd"] == pytest.approx(GAMES["turns"].std())
    assert row["low"] < 25 < row["high"]


def test_seats_are_pooled_by_the_bot_that_sat_there() -> None:
    games = GAMES.assign(taken_0=[1, 2, 3, 4], taken_1=[10, 20, 30, 40])
    table = means([], ["taken"], [(CELL, games)])
    assert table.set_index("bot")["mean"].to_dict() == {"a": (1 + 20 + 3 + 40) / 4, "b": (10 + 2 + 30 + 4) / 4}


def test_one_game_says_nothing_about_the_spread() -> None:
    assert means(["turns"], [], [(CELL, GAMES[:1])])[["sd", "low", "high"]].isna().all(axis=None)


def test_the_fair_share_leaves_out_what_nobody_won() -> None:
    table = summarise("competitive", [(CELL, GAMES)])
    assert set(table.loc[table["of"] == "order", "fair"]) == {0.5 * 3 / 4}


# ---- the tables of a report, against plain pandas over all games at once ------------------------------------------


def random_games(seed: int, games: int, seats: int, team: bool) -> pd.DataFrame:
    generator = np.random.default_rng(seed)
    names = np.array(["ann", "bob", "cai", "dee"])
    outcome = generator.choice(["win", "loss", "unfinished"] if team else ["win", "unfinished"], games)
    frame = pd.DataFrame(
        {
            "game": np.arange(games),
            "outcome": outcome,
            "winner": np.where((outcome == "win") & (not team), generator.integers(0, seats, games), np.nan),
            "cause": generator.choice(["x", "y"], games),
            "first_seat": generator.integers(0, seats, games),
            "rotation": np.arange(games) % seats,
            "turns": generator.negative_binomial(3, 0.05, games) + 1,
            "decisions": generator.integers(5, 3000, games),
        }
    )
    dealt = names[generator.permuted(np.tile(np.arange(4), (games, 1)), axis=1)]
    for seat in range(seats):
        frame[f"character_{seat}"] = pd.Categorical(dealt[:, seat])
    return frame


def in_parts(whole: "list[tuple[Cell, pd.DataFrame]]") -> "list[tuple[Cell, pd.DataFrame]]":
    return [(entry, games[k : k + 700]) for entry, games in whole for k in range(0, len(games), 700)]


@pytest.fixture(scope="module")
def team() -> "tuple[Tables, dict[int, pd.DataFrame]]":
    games = {0: random_games(1, 2000, 2, True), 1: random_games(2, 1500, 3, True)}
    whole = [(cell(index, ["a"] * (index + 2)), frame) for index, frame in games.items()]
    return tabulate(manifest([CELL], coded=["character"]), in_parts(whole)), games


@pytest.fixture(scope="module")
def rivals() -> "tuple[Tables, dict[int, pd.DataFrame]]":
    games = {0: random_games(3, 2000, 2, False), 1: random_games(4, 1500, 3, False)}
    whole = [(cell(index, ["a"] * (index + 2)), frame) for index, frame in games.items()]
    return tabulate(manifest([CELL], "competitive", coded=["character"]), in_parts(whole)), games


def test_all_tables_are_made_in_one_pass(team: Any) -> None:
    tables, games = team
    whole = [(cell(index, ["a"] * (index + 2)), frame) for index, frame in games.items()]
    pd.testing.assert_frame_equal(tables.rates, summarise("cooperative", whole))
    pd.testing.assert_frame_equal(tables.means, means(["turns", "decisions"], [], whole))
    for table in vars(tables).values():
        assert list(table.columns[:3]) == ["cell", "players", "difficulty"]


def test_the_curve_of_an_ending_is_its_cumulative_share_of_all_games(team: Any) -> None:
    tables, games = team
    for row in tables.endings.itertuples():
        played = games[row.cell]
        so_far = played[(played["outcome"] + ": " + played["cause"] == row.ending) & (played["turns"] <= row.turn)]
        assert (row.count, row.games) == (len(so_far), len(played))
        assert row.round == row.turn / row.players
        assert row.low <= row.share <= row.high


def test_the_curves_of_a_cell_share_few_turns_and_end_with_all_games(team: Any) -> None:
    tables, games = team
    for index, curves in tables.endings.groupby("cell"):
        turns = [set(curve["turn"]) for _, curve in curves.groupby("ending")]
        assert all(each == turns[0] for each in turns)
        assert 20 < len(turns[0]) <= MOST_TURNS
        assert {games[index]["turns"].min(), games[index]["turns"].max()} <= turns[0]
        assert curves[curves["turn"] == max(turns[0])]["share"].sum() == pytest.approx(1)


def test_quantiles_from_histograms_are_numpys(team: Any) -> None:
    tables, games = team
    for row in tables.lengths.itertuples():
        expected = np.quantile(games[row.cell][row.what], [0.05, 0.25, 0.5, 0.75, 0.95])
        assert [row.q05, row.q25, row.q50, row.q75, row.q95] == pytest.approx(list(expected))


def test_the_interval_of_a_median_covers_it_as_often_as_it_says() -> None:
    # 1,500 samples of 101 values with the median 13. The exact coverage of values without ties is 95.4 %; ties only add
    # to it. With chance 0.001 less than 93.6 % would cover.
    covered = 0
    generator = np.random.default_rng(8)
    for _ in range(1500):
        turns = np.floor(generator.exponential(20, 101)).astype(int)
        low, high = median_interval(np.bincount(turns))
        covered += low <= 13 <= high  # of an exponential law of mean 20, floored, the median is 13
    assert covered / 1500 > 0.936


def test_a_median_of_few_games_has_their_range() -> None:
    assert list(median_interval(np.bincount([3, 9, 4]))) == [3, 9]


def test_a_factor_is_compared_with_the_games_without_it(team: Any) -> None:
    tables, games = team
    assert len(tables.factors) == 8
    for row in tables.factors.itertuples():
        played = games[row.cell]
        has = (played[[f"character_{seat}" for seat in range(row.players)]] == row.who).any(axis=1)
        won = played["outcome"] == "win"
        assert (row.games, row.count) == (has.sum(), (has & won).sum())
        assert row.rate_without == pytest.approx(won[~has].mean())
        assert row.difference_low < row.difference < row.difference_high
        assert row.p <= row.q <= 1


def test_what_is_always_in_play_is_no_factor() -> None:
    games = random_games(5, 300, 4, True)
    tables = tabulate(manifest([CELL], coded=["character"]), [(cell(0, ["a"] * 4), games)])
    assert tables.factors.empty
    assert list(tables.factors.columns[-2:]) == ["p", "q"]


def test_in_a_competitive_game_a_factor_is_compared_with_the_seats_beside_it(rivals: Any) -> None:
    tables, games = rivals
    for row in tables.factors.itertuples():
        played = games[row.cell]
        holders = played[[f"character_{seat}" for seat in range(row.players)]].to_numpy(str) == row.who
        won = played["winner"].to_numpy()[:, None] == np.arange(row.players)
        with_it = holders.any(axis=1)
        assert row.rate == pytest.approx(won[holders].mean())
        assert row.rate_without == pytest.approx(won[with_it][~holders[with_it]].mean())
        assert row.difference_low < row.difference < row.difference_high


def test_nothing_is_found_among_factors_that_do_nothing(team: Any, rivals: Any) -> None:
    # The characters are dealt at random. With chance 0.05 at most the screen would find one in either table; the seeds
    # are fixed. A twin that helps is found.
    assert (team[0].factors["q"] > 0.05).all()
    assert (rivals[0].factors["q"] > 0.05).all()
    games = random_games(1, 2000, 2, True)
    games.loc[games["character_0"] == "ann", "outcome"] = "win"
    found = tabulate(manifest([CELL], coded=["character"]), [(cell(0, ["a"] * 2), games)]).factors
    assert "ann" in set(found.loc[(found["q"] < 0.001) & (found["difference_low"] > 0), "who"])


def test_seats_are_compared_with_a_fair_share_of_the_games_won(rivals: Any) -> None:
    tables, games = rivals
    for row in tables.seats.itertuples():
        played = games[row.cell].dropna(subset="winner")
        won = (played["winner"] - played["first_seat"]) % row.players == int(row.who) - 1
        assert (row.games, row.count, row.fair) == (len(played), won.sum(), 1 / row.players)
        assert row.difference_low < row.difference == row.rate - row.fair < row.difference_high
        low, high = wilson(row.count, row.games, 1 - 0.05 / row.players)
        assert (row.low, row.high) == (float(low), float(high))


def test_a_cooperative_game_has_no_seats_to_compare(team: Any) -> None:
    assert team[0].seats.empty


@pytest.mark.parametrize(("seats", "exact"), [(2, binomtest(700, 1300).pvalue), (3, chisquare([700, 600, 650]).pvalue)])
def test_the_p_value_of_seats_is_scipys(seats: int, exact: float) -> None:
    won = [700, 600, 650][:seats]
    games = pd.DataFrame({"winner": np.repeat(np.arange(seats), won), "first_seat": 0, "outcome": "win", "cause": "x"})
    games = games.assign(turns=1, decisions=1, rotation=0)
    table = tabulate(manifest([CELL], "competitive"), [(cell(0, ["a"] * seats), games)]).seats
    assert list(table["p"]) == pytest.approx([exact] * seats)


def test_equal_seats_are_called_unequal_in_no_more_than_five_in_a_hundred_runs() -> None:
    # 2,000 runs each; at 5 % exactly, more than 6.6 % would be with chance 0.001.
    for seats, games in ((2, 100), (3, 15), (5, 400)):
        won = np.random.default_rng(seats).multinomial(games, [1 / seats] * seats, size=2000)
        assert np.mean([p_of_seats(list(row)) <= 0.05 for row in won]) < 0.066


def test_one_unfinished_game_gives_tables_without_surprises() -> None:
    games = GAMES[3:].assign(decisions=7)
    tables = tabulate(manifest([CELL], "competitive"), [(CELL, games)])
    assert tables.seats.empty
    assert tables.endings[["turn", "count", "games", "share"]].to_numpy().tolist() == [[40, 1, 1, 1]]
    assert tables.lengths[["q05", "q95", "low", "high"]].to_numpy().tolist() == [[40] * 4, [7] * 4]


def test_no_games_and_missing_columns_are_said_in_one_line() -> None:
    with pytest.raises(ResultError, match="no games are stored yet"):
        tabulate(manifest([CELL], "competitive"), [(CELL, GAMES[:0])])
    with pytest.raises(ResultError, match="the stored games have no column 'decisions'; another version made them"):
        tabulate(manifest([CELL], "competitive"), [(CELL, GAMES)])
