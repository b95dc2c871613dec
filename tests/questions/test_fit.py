"""A value function is fitted to rules, holds for these, and for no others."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import strikesim as ss
from strikesim.engine.bots import find_bot
from strikesim.engine.judging import fingerprint, judging
from strikesim.engine.match import Match, prepare
from strikesim.engine.positions import positions
from strikesim.errors import BotError, ConfigError, RulesetError
from strikesim.games import load
from strikesim.games.registry import names
from strikesim.games.ruleset import read_layers, read_toml
from strikesim.sweep.config import Sweep
from strikesim.sweep.plan import plan

GAMES = 20


def match(game: str, bot: str, **changes: Any) -> Match:
    layers = read_layers(game).changed(changes)
    players = layers.data()["ruleset"]["players"][-1]
    return prepare(layers.data(), players, None, [find_bot(load(game), bot, Path())], "test")


@pytest.mark.parametrize("game", names())
def test_every_setting_of_a_game_has_a_value_function(game: str) -> None:
    """When this fails, the rules have changed: strikesim fit GAME, and copy its standing.toml to the game's folder."""
    data, whole = read_layers(game).data(), load(game)
    bot = find_bot(whole, "search:planner:8", Path())
    rules = whole.tables.Rules.parse(data, game)
    levels: list[str | None] = [*rules.ruleset.difficulties] or [None]
    for players in rules.ruleset.players:
        for level in levels:
            tables = whole.tables.compile_tables(rules, players, level)
            found = judging(bot, whole, data, tables, game).search
            assert found
            assert (found.horizon, len(found.judge)) == (whole.standing.HORIZON, 1 + len(whole.standing.FEATURES))


def test_under_other_rules_a_search_goes_to_the_end_and_is_found_again_so() -> None:
    (bot, *_) = match("strajk", "expert", hall_speech_needs_two_blue=False).bots
    assert bot.search
    assert (bot.name, bot.spec, bot.search.horizon) == (
        "expert",
        f"{load('strajk').bots.SEARCHES['expert']}:horizon=0",
        0,
    )
    assert find_bot(load("strajk"), bot.spec, Path()).search == bot.search


def test_what_a_designer_reads_does_not_matter() -> None:
    (bot, *_) = match("strajk", "expert", **{"ruleset.title": "Another name"}).bots
    assert bot.search
    assert bot.search.judge


def test_a_horizon_under_other_rules_is_refused_in_a_line() -> None:
    with pytest.raises(BotError, match=r"search:planner:8:horizon=2: a search with a horizon needs a value function"):
        match("strajk", "search:planner:8:horizon=2", hall_speech_needs_two_blue=False)


def test_a_weight_of_nothing_is_refused() -> None:
    layers = read_layers("strajk")
    fitted = {**layers.data()["standing"], "weights": {"wonn": 1.0}}
    with pytest.raises(RulesetError, match=r"standing.weights: strajk tells no 'wonn'; did you mean 'won'"):
        prepare({**layers.data(), "standing": fitted}, 2, None, [find_bot(load("strajk"), "expert", Path())], "test")


def test_cells_that_are_compared_search_alike_and_it_is_said_once() -> None:
    sweep = Sweep(
        name="x",
        ruleset="strajk",
        games=1,
        grid={"players": [2], "hall_speech_needs_two_blue": [True, False], "bots": ["expert", "planner"]},
    )
    planned = plan(sweep, Path(), "test")
    assert {bot.search.horizon for cell in planned.cells for bot in cell.match.bots if bot.search} == {0}
    (note,) = planned.notes
    assert note.startswith("expert searches to the end of each game")
    assert plan(sweep.model_copy(update={"grid": {"bots": ["expert"]}}), Path(), "test").notes == ()


# ---- positions and the fit -------------------------------------------------------------------------------------------


def test_positions_say_how_the_game_went_on() -> None:
    planned = match("strajk", "planner")
    won = planned.play(7, 0, GAMES)["winner"]
    features = load("strajk").standing.FEATURES
    for game in range(GAMES):
        told, came = positions(planned, 7, game, 1)
        rows = came.reshape(-1, planned.seats)
        assert told.shape == (len(came), len(features))
        assert (rows.sum(axis=1) == (won[game] >= 0)).all(), "one seat wins"
        assert (rows == rows[0]).all()
        first = told[0 : planned.seats, features.index("won")]
        assert (first == 0).all(), "nobody has won a demand in the second turn"


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return ss.fit("strajk", bot="novice", games=GAMES, jobs=1, out=tmp_path_factory.mktemp("fit"))


def test_a_fit_is_a_rulesets_table(found: Any, tmp_path: Path) -> None:
    table = read_toml(found.folder / "standing.toml")["standing"]
    assert table["weights"] == found.weights
    assert fingerprint(match("strajk", "planner").tables) in table["rules"]
    assert set(found.weights) == {"constant", *load("strajk").standing.FEATURES}


def test_a_fit_is_the_same_for_any_number_of_threads(found: Any, tmp_path: Path) -> None:
    again = ss.fit("strajk", bot="novice", games=GAMES, jobs=3, out=tmp_path)
    assert again.weights == found.weights
    assert (again.folder / "standing.toml").read_bytes() == (found.folder / "standing.toml").read_bytes()


def test_rules_of_ones_own_with_a_fitted_table_are_searched_to_the_horizon(tmp_path: Path) -> None:
    text = 'extends = "strajk"\n[switches]\nhall_speech_needs_two_blue = false\n'
    (tmp_path / "mine.toml").write_text(text)
    fitted = ss.fit(tmp_path / "mine.toml", bot="novice", games=5, jobs=1, out=tmp_path)
    (tmp_path / "mine.toml").write_text(text + (fitted.folder / "standing.toml").read_text())
    layers = read_layers(str(tmp_path / "mine.toml"))
    (bot, *_) = prepare(layers.data(), 2, None, [find_bot(load("strajk"), "expert", Path())], "test").bots
    assert bot.search
    assert np.isclose(bot.search.judge[0], fitted.weights["constant"])


@pytest.mark.parametrize("bot", ["search:random:8", "random,planner"])
def test_only_games_of_one_bot_without_search_are_fitted_to(bot: str) -> None:
    with pytest.raises(
        ConfigError, match=re.escape(f"fit strajk with {bot}: a value function is fitted to games of one")
    ):
        ss.fit("strajk", bot=bot)
