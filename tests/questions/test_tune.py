"""Weights are tuned, judged on held-out games, and an interrupted tuning ends as one that was not."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import strikesim as ss
from strikesim.engine.bots import find_bot
from strikesim.errors import BotError, ConfigError, ResultError
from strikesim.games import load
from strikesim.questions.progress import Generation
from strikesim.questions.tune import _strategy

SMALL: dict[str, Any] = {"ruleset": "strajk", "generations": 2, "games": 2, "grid": {"players": [2, 3]}, "jobs": 1}


def contents(folder: Path) -> dict[Path, bytes]:
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def tuned(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return ss.tune("planner", out=tmp_path_factory.mktemp("tuned"), **SMALL)


def test_the_weights_are_a_bot_that_plays(tuned: Any) -> None:
    bot = find_bot(load("strajk"), f"{tuned.folder / 'weights.toml'}:tuned", Path())
    assert dict(bot.weights) == tuned.weights
    assert tuned.weights != dict(find_bot(load("strajk"), "planner", Path()).weights)
    assert [cell.axes["bots"] for cell in tuned.result.manifest.cells[:2]] == ["planner,planner", "tuned,planner"]


def test_the_judgement_is_of_other_games_than_those_of_candidates(tuned: Any) -> None:
    sweep = tuned.result.manifest.sweep
    assert sweep.seed != 1
    assert sweep.games == 20
    assert tuned.found.low < tuned.found.difference < tuned.found.high
    told = (tuned.folder / "weights.toml").read_text(encoding="utf-8")
    assert f"of seed {sweep.seed}" in " ".join(told.replace("#", "").split())


def test_so_few_games_show_no_improvement(tuned: Any) -> None:
    assert tuned.sentences[0].startswith("No improvement over planner is shown: ")
    assert tuned.sentences[0].endswith("Keep the weights as they were.")


def test_an_interrupted_tuning_ends_with_the_bytes_of_a_whole_one(tuned: Any, tmp_path: Path) -> None:
    @contextmanager
    def impatient(name: str, folder: Path) -> Iterator[Callable[[Generation], None]]:
        def stop(generation: Generation) -> None:
            raise KeyboardInterrupt

        yield stop

    with pytest.raises(KeyboardInterrupt):
        ss.tune("planner", out=tmp_path, follow=impatient, **SMALL)
    (folder,) = tmp_path.iterdir()
    assert not (folder / "weights.toml").exists()
    again = ss.tune("planner", out=tmp_path, **{**SMALL, "jobs": 3})
    assert contents(again.folder) == contents(tuned.folder)


def test_more_generations_go_on_from_there(tuned: Any, tmp_path: Path) -> None:
    one = ss.tune("planner", out=tmp_path, **{**SMALL, "generations": 1})
    more = ss.tune("planner", out=tmp_path, **SMALL)
    assert one.folder == more.folder
    assert more.weights == tuned.weights
    assert more.generations.equals(tuned.generations)
    with pytest.raises(ResultError, match="holds a tuning with other games; delete it, or choose another --out"):
        ss.tune("planner", out=tmp_path, **{**SMALL, "games": 3})


def test_a_weight_keeps_its_sign_and_one_of_0_stays(tmp_path: Path) -> None:
    small = {**SMALL, "ruleset": "strike", "generations": 1, "grid": {"players": [2]}}
    found = ss.tune("novice", out=tmp_path, **small)
    before = find_bot(load("strike"), "novice", Path()).weights
    assert {key for key, value in before.items() if not value} == {
        key for key, value in found.weights.items() if not value
    }
    assert all(before[key] * value >= 0 for key, value in found.weights.items())


@pytest.mark.parametrize(
    ("bot", "error", "says"),
    [
        ("random", ConfigError, r"tune random: it has no weights \(strikesim bots strajk --weights lists them\)"),
        ("expert", ConfigError, r"tune expert: it searches; tune the bot that it is made from \(planner\)"),
        ("planner,novice", ConfigError, "tune planner,novice: one bot is tuned, not a line-up"),
        ("plannr", BotError, "strajk has no bot 'plannr'; did you mean 'planner'"),
    ],
)
def test_what_cannot_be_tuned_is_told_in_a_line(tmp_path: Path, bot: str, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        ss.tune(bot, "strajk", out=tmp_path)


def test_one_weight_is_for_a_sweep(tmp_path: Path) -> None:
    head = 'from strikesim import bot\n\n@bot("strajk", weights={"idle": 0, "one": 1})\n'
    (tmp_path / "mine.py").write_text(f"{head}def mine(t, s, actions, n, r, w):\n    return 0\n")
    with pytest.raises(ConfigError, match=r"mine.py: it has one weight; sweep over it instead"):
        ss.tune(str(tmp_path / "mine.py"), "strajk", out=tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_candidates_come_from_a_generator_of_their_own() -> None:
    before = np.random.get_state(legacy=False)["state"]["key"].tolist()  # noqa: NPY002
    asked = [_strategy(4, seed).ask() for seed in (1, 1, 2)]
    assert np.array_equal(asked[0], asked[1])
    assert not np.array_equal(asked[0], asked[2])
    assert np.random.get_state(legacy=False)["state"]["key"].tolist() == before  # noqa: NPY002
