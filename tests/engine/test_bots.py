"""Bots are found by name, file and weights; what is wrong with one is told in a line."""

import re
from pathlib import Path

import pytest

from strikesim.engine.bots import find_bot, known, marks
from strikesim.engine.match import prepare
from strikesim.errors import BotError, ConfigError
from strikesim.games import load
from strikesim.games.registry import names
from strikesim.games.ruleset import read_layers

HEAD = "from strikesim import bot\n"
FIRST = HEAD + '@bot("strajk", weights={"pick": 0})\ndef first(t, s, actions, n, r, w):\n    return int(w[0])\n'


def user_file(folder: Path, text: str, name: str = "mine.py") -> Path:
    path = folder / name
    path.write_text(text)
    return path


def play(bot_spec: str, folder: Path, games: int = 3, **changes: int) -> list[int]:
    game = load("strajk")
    layers = read_layers("strajk").changed({"ruleset.turn_limit": 5})
    match = prepare(layers.data(), 2, None, [find_bot(game, bot_spec, folder)], "test")
    return [int(n) for n in match.play(1, 0, games)["decisions"]]


@pytest.mark.parametrize("name", names())
def test_every_built_in_bot_says_what_it_does(name: str) -> None:
    found = marks(load(name))
    assert "random" in found
    assert all(len(mark.says.split()) >= 8 for mark in found.values())


def test_a_users_bot_plays(tmp_path: Path) -> None:
    user_file(tmp_path, FIRST)
    assert (
        play("mine.py", tmp_path) == play("mine.py:first", tmp_path) == [10, 10, 10]
    )  # it ends every turn at once and keeps its hand


def test_a_users_bot_is_compiled_without_touching_the_kernel(tmp_path: Path) -> None:
    from strikesim.engine.kernel import kernel_of

    kernel = kernel_of(load("strajk"))
    before = len(getattr(kernel, "signatures", ()))
    user_file(tmp_path, FIRST)
    play("mine.py", tmp_path)
    assert kernel_of(load("strajk")) is kernel
    assert len(getattr(kernel, "signatures", ())) == before


def test_weights_come_from_toml(tmp_path: Path) -> None:
    user_file(tmp_path, FIRST)
    (tmp_path / "bots.toml").write_text('[bots.second]\nbase = "mine.py"\nweights = { pick = 1 }\n')
    bot = find_bot(load("strajk"), "bots.toml:second", tmp_path)
    assert (bot.name, dict(bot.weights), float(bot.weight_row()[0])) == ("second", {"pick": 1.0}, 1.0)
    assert play("bots.toml:second", tmp_path) != play("mine.py", tmp_path)


USES = "import numpy as np\nfrom pathlib import Path\nfrom deep.helper import pick\n"
USES += "DATA = np.loadtxt(Path(__file__).with_name('data.txt'))\n"
HELPER = "import numba\n@numba.njit(cache=True)\ndef pick(n=2):\n    return {0} if n < 1 else pick(n - 1)\n"


@pytest.mark.jit
def test_a_bot_follows_its_data_and_its_helpers_in_subfolders(tmp_path: Path) -> None:
    user_file(tmp_path, USES + FIRST.replace("int(w[0])", "min(int(DATA[0]) + pick(), n - 1)"))
    (tmp_path / "deep").mkdir()
    digests, played = set(), set()
    for data, helper in [(0, 0), (1, 0), (1, 1)]:
        (tmp_path / "data.txt").write_text(f"{data} 0")
        user_file(tmp_path / "deep", HELPER.format(helper), "helper.py")
        digests.add(find_bot(load("strajk"), "mine.py", tmp_path).digest)
        played.add(tuple(play("mine.py", tmp_path)))
    assert len(digests) == len(played) == 3


def test_the_digest_does_not_change_with_a_file_that_a_bot_does_not_use(tmp_path: Path) -> None:
    user_file(tmp_path, FIRST)
    before = find_bot(load("strajk"), "mine.py", tmp_path).digest
    user_file(tmp_path, "x = 1\n", "helper.py")
    assert find_bot(load("strajk"), "mine.py", tmp_path).digest == before


def test_two_bots_have_each_its_own_helper(tmp_path: Path) -> None:
    uses = HEAD + "from helper import PICK\n" + FIRST.partition("\n")[2].replace("int(w[0])", "PICK")
    for folder, pick in (("a", 0), ("b", 1)):
        (tmp_path / folder).mkdir()
        user_file(tmp_path / folder, uses)
        user_file(tmp_path / folder, f"PICK = {pick}\n", "helper.py")
    assert play("a/mine.py", tmp_path) != play("b/mine.py", tmp_path)


def test_an_answer_that_is_not_on_offer_is_told(tmp_path: Path) -> None:
    user_file(tmp_path, FIRST.replace("int(w[0])", "n"))
    with pytest.raises(
        BotError, match="line 3: bot 'mine' answered 12 where 12 actions were on offer, an index that is not on offer"
    ):
        play("mine.py", tmp_path)


def test_an_error_in_a_bot_is_told(tmp_path: Path) -> None:
    user_file(tmp_path, FIRST.replace("return", 'if n > 1:\n        raise ValueError("no idea")\n    return'))
    with pytest.raises(BotError, match=r"mine.py, line 5: bot 'mine' failed in game 0 of seed 1: ValueError: no idea"):
        play("mine.py", tmp_path)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("x = 1\n", 'no bot of strajk in it; mark a function with @bot("strajk")'),
        ("import no_such_module\n", "line 1: ModuleNotFoundError"),
        ("def f(:\n", "line 1: SyntaxError"),
        (FIRST + FIRST.replace("def first", "def other"), "it holds several bots; choose one"),
        (
            FIRST.replace('"strajk", weights={"pick": 0}', '"flint"'),
            "line 3: no bot of strajk in it; 'first' is marked",
        ),
        (FIRST.replace('("strajk", weights={"pick": 0})', ""), 'line 2: write @bot("RULESET")'),
        (FIRST.replace('"pick": 0', '"pick": float("nan")'), "line 2: weight pick = nan is not a number"),
    ],
)
def test_a_file_that_is_no_good_is_told(tmp_path: Path, text: str, says: str) -> None:
    user_file(tmp_path, text)
    with pytest.raises(BotError) as error:
        play("mine.py", tmp_path)
    assert says in str(error.value)
    assert "mine.py" in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("randm", "strajk has no bot 'randm'; did you mean 'random'?"),
        ("none.py", "none.py: there is no such file"),
        ("mine.py:frist", "there is no bot 'frist'; did you mean 'first'?"),
        ("none.toml:x", "none.toml: there is no such file"),
        ("bots.toml:scond", "there is no [bots.scond]; did you mean 'second'?"),
        ("bots.toml:round", "bots.round: it is made from itself"),
        ("bots.toml:there", "bots.there is made from itself"),
        ("odd.toml:fine", "bots.odd: unknown key 'wieghts'; did you mean 'weights'?"),
        ("hides.toml:fine", "bots.planner: strajk has a built-in bot of this name"),
        ("bots.toml:word", "weight pick = 'x' is not a number"),
        ("bots.toml:nan", "weight pick = nan is not a number"),
    ],
)
def test_a_name_that_is_no_bot_is_told(tmp_path: Path, spec: str, says: str) -> None:
    user_file(tmp_path, FIRST)
    (tmp_path / "bots.toml").write_text(
        '[bots.second]\nbase = "mine.py"\n[bots.round]\nbase = "round"\n'
        '[bots.there]\nbase = "back.toml:back"\n[bots.word]\nbase = "mine.py"\nweights = { pick = "x" }\n'
        '[bots.nan]\nbase = "mine.py"\nweights = { pick = nan }\n'
    )
    (tmp_path / "back.toml").write_text('[bots.back]\nbase = "bots.toml:there"\n')
    fine = '[bots.fine]\nbase = "random"\n'
    (tmp_path / "odd.toml").write_text(fine + '[bots.odd]\nbase = "random"\nwieghts = {}\n')
    (tmp_path / "hides.toml").write_text(fine + '[bots.planner]\nbase = "random"\n')
    with pytest.raises(BotError) as error:
        find_bot(load("strajk"), spec, tmp_path)
    assert says in str(error.value)


def test_two_different_bots_of_one_name_are_refused(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        user_file(tmp_path / folder, FIRST + f"# {folder}\n")
    game = load("strajk")
    bots = [find_bot(game, f"{folder}/mine.py", tmp_path) for folder in ("a", "b")]
    with pytest.raises(ConfigError, match="two different bots have the name 'mine'"):
        prepare(read_layers("strajk").data(), 2, None, bots, "test")


@pytest.mark.parametrize("name", names())
def test_the_expert_is_a_search_of_the_planner_that_is_found_again_by_what_it_is(name: str) -> None:
    game = load(name)
    expert = find_bot(game, "expert", Path())
    assert expert.name == "expert"
    assert expert.spec == game.bots.SEARCHES["expert"]
    assert expert.search == find_bot(game, expert.spec, Path()).search
    assert expert.search is not None
    assert expert.weights == find_bot(game, "planner", Path()).weights
    assert "searches" in known(game)["expert"].says
    assert expert.says == known(game)["expert"].says


def test_an_expert_may_have_other_weights(tmp_path: Path) -> None:
    defined = {"keen": {"base": "expert", "weights": {"thin": 4}}}
    keen = find_bot(load("strajk"), "keen", tmp_path, defined)
    assert (keen.name, keen.weights["thin"], keen.search is not None) == ("keen", 4.0, True)


@pytest.mark.parametrize(
    ("spec", "defined", "says"),
    [
        ("search:expert:8", {}, "search:expert:8: bot 'expert' searches already; search with one that does not"),
        ("expret", {}, "strajk has no bot 'expret'; did you mean 'expert'?"),
        ("mine", {"expert": {"base": "planner"}}, "bots.expert: strajk has a built-in bot of this name"),
    ],
)
def test_what_an_expert_cannot_be_is_told(spec: str, defined: dict[str, dict[str, str]], says: str) -> None:
    with pytest.raises(BotError, match=re.escape(says)):
        find_bot(load("strajk"), spec, Path(), defined)
