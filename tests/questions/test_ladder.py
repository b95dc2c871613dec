"""All bots against all, by what is left in the folder."""

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import strikesim as ss
from strikesim.errors import BotError, ConfigError
from strikesim.sweep.replay import stored_game

SMALL: dict[str, Any] = {"bots": ["novice", "random"], "games": 12, "jobs": 1}


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return ss.ladder("strajk", grid={"players": [2, 3]}, out=tmp_path_factory.mktemp("duel"), **SMALL)


def test_who_competes_meets_in_pairs_and_alone_among_others(duel: Any) -> None:
    assert duel.bots == ["random", "novice"]
    line_ups = [[cell.axes["bots"] for cell in result.manifest.cells] for result in duel.results]
    assert line_ups == [["novice,random"], ["random,novice,novice", "novice,random,random"]]
    assert duel.duels[["players", "bot", "against"]].to_numpy().tolist() == [
        [2, "novice", "random"],
        [2, "random", "novice"],
        [3, "random", "novice"],
        [3, "novice", "random"],
    ]
    assert duel.table.groupby("players")["games"].first().to_dict() == {2: 12, 3: 24}


def test_the_rates_are_those_of_the_stored_games(duel: Any) -> None:
    games = duel.results[0].games()
    rotation, winner = games["rotation"], games["winner"].astype(float)
    novice = int((winner == (2 - rotation) % 2).sum())
    assert duel.duels.iloc[0]["count"] == novice


def test_a_step_is_said_with_its_interval(duel: Any) -> None:
    assert duel.steps[["lower", "upper"]].to_numpy().tolist() == [["random", "novice"]] * 2
    assert all("novice above random: " in sentence and "all steps at once" in sentence for sentence in duel.sentences)


def test_the_folder_tells_it_all(duel: Any) -> None:
    files = {path.name for path in duel.folder.iterdir()}
    assert {"ladder.csv", "steps.csv", "duels.csv", "places.csv", "README.md", "figures", "2-players"} <= files
    assert {path.name for path in (duel.folder / "figures").iterdir()} == {
        f"ladder-1.{end}" for end in ("csv", "png", "svg")
    }
    page = (duel.folder / "README.md").read_text(encoding="utf-8")
    assert duel.sentences[0] in page
    assert "figures/ladder-1.png" in page
    assert list(pd.read_csv(duel.folder / "ladder.csv")["share"].dropna().round(9)) == [
        pytest.approx(share, abs=1e-5) for share in duel.table["share"].dropna()
    ]


def test_what_is_stored_is_not_played_again(duel: Any) -> None:
    before = {path: path.stat().st_mtime_ns for path in duel.folder.rglob("*.parquet")}
    again = ss.ladder("strajk", grid={"players": [2, 3]}, out=duel.folder.parent, **SMALL)
    assert {path: path.stat().st_mtime_ns for path in duel.folder.rglob("*.parquet")} == before
    assert again.duels.equals(duel.duels)


def test_a_team_is_one_bot_in_all_seats_and_the_steps_are_paired(tmp_path: Path) -> None:
    found = ss.ladder("strike", grid={"players": [2], "difficulty": ["easy", "hard"]}, out=tmp_path, **SMALL)
    assert found.duels is None
    assert found.table[["difficulty", "bot"]].to_numpy().tolist() == [
        [level, bot] for level in ("easy", "hard") for bot in ("random", "novice")
    ]
    assert (found.steps["difference"] == found.steps["after"] - found.steps["before"]).all()
    assert found.table.loc[0, "time"] == 1, "without a planner the first is what the others are measured by"


def test_an_expert_climbs_too(tmp_path: Path) -> None:
    grid = {"players": [2], "ruleset.turn_limit": [4]}
    with pytest.warns(UserWarning, match="expert searches to the end of each game"):
        found = ss.ladder("strajk", bots="random,expert", games=2, grid=grid, out=tmp_path, jobs=1)
    assert found.bots == ["random", "expert"]
    assert found.table["undecided"].tolist() == [2, 2]
    assert found.results[0].manifest.cells[0].bots[0].spec == "search:planner:64:horizon=0"
    match, seed, game = stored_game(found.results[0].folder, 1, lambda *games: None)
    assert ([bot.name for bot in match.bots], seed, game) == (["expert", "random"], 1, 1)


@pytest.mark.parametrize(
    ("bots", "error", "says"),
    [
        ("planner", ConfigError, "ladder strajk: bots planner; give two or more, each once"),
        ("novice,novice", ConfigError, "ladder strajk: bots novice, novice; give two or more, each once"),
        ("novice,plannr", BotError, "strajk has no bot 'plannr'; did you mean 'planner'"),
    ],
)
def test_what_makes_no_ladder_is_told_in_a_line(tmp_path: Path, bots: str, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        ss.ladder("strajk", bots=bots, out=tmp_path)
