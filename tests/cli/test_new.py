"""Files to start from: `strikesim new bot`."""

from pathlib import Path

import numpy as np
import pytest

from cli.command import strikesim
from strikesim.engine.bots import find_bot
from strikesim.games import load
from strikesim.games.registry import FOLDER, names
from strikesim.questions.playing import one_match

GAMES = 100


@pytest.mark.parametrize("name", names())
def test_a_new_bot_plays(tmp_path: Path, name: str) -> None:
    said = strikesim("new", "bot", "mine.py", "--game", name, cwd=tmp_path).stdout
    assert f"strikesim play {name} --bots mine.py" in said
    assert "mine.py" in (tmp_path / "mine.py").read_text()
    assert find_bot(load(name), "mine.py", tmp_path).says


@pytest.mark.many
def test_a_starter_of_strajk_beats_random() -> None:
    rows = one_match("strajk", f"{FOLDER / 'strajk' / 'starter.py'},random", players=2).play(1, 0, GAMES)
    seat = np.arange(GAMES) % 2  # where the starter sits: the line-up moves on
    assert (rows["winner"] == seat).sum() > 3 + (rows["winner"] == 1 - seat).sum()


@pytest.mark.many
@pytest.mark.parametrize(("name", "metric", "better"), [("strike", "strikers_score", 1), ("flint", "token_end", -1)])
def test_a_starter_does_better_than_random(name: str, metric: str, better: int) -> None:
    column = [one.name for one in load(name).state.METRICS].index(metric)
    bots = (str(FOLDER / name / "starter.py"), "random")
    mine, other = (one_match(name, bot).play(1, 0, GAMES)["metrics"][:, column] for bot in bots)
    assert better * (mine.mean() - other.mean()) > 4


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["mine.txt", "--game", "flint"], "mine.txt: a bot is a Python file; give it a name that ends in .py"),
        (["mine.py", "--game", "flnt"], "there is no ruleset 'flnt'; did you mean 'flint'?"),
        (["there.py", "--game", "flint"], "there.py: there is such a file already; choose another name"),
        (["no/mine.py", "--game", "flint"], "no/mine.py"),
    ],
)
def test_what_cannot_be_written_is_one_line(tmp_path: Path, words: list[str], says: str) -> None:
    (tmp_path / "there.py").write_text("mine")
    done = strikesim("new", "bot", *words, cwd=tmp_path, code=2)
    assert says in done.stderr
    assert done.stderr.count("\n") == 1
    assert (tmp_path / "there.py").read_text() == "mine"
