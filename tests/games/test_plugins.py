"""Games outside the package: found by folder or as a package, compiled anew when edited, told what they lack."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cli.command import ROOT, strikesim, strikesim_apart
from strikesim import start
from strikesim.authoring import proofs
from strikesim.authoring.subject import Subject
from strikesim.errors import ResultError, RulesetError
from strikesim.games import load, registry
from strikesim.games.ruleset import read_layers
from strikesim.questions.playing import one_match
from strikesim.questions.verify import verify
from strikesim.sources import identity_of
from strikesim.sweep.replay import stored_game

PIG = ROOT / "examples" / "pig"


@pytest.fixture(autouse=True)
def _forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each test name its own folders."""
    monkeypatch.setattr(registry, "_NAMED", {})


@pytest.fixture
def pig(tmp_path: Path) -> Path:
    """Return a copy of a game outside the package, to be edited."""
    return Path(shutil.copytree(PIG, tmp_path / "pig", ignore=shutil.ignore_patterns("__pycache__", "tests")))


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


# ---- where a game is ---------------------------------------------------------------------------------------------


def test_a_folder_is_a_ruleset_and_then_known_by_its_name(pig: Path) -> None:
    assert read_layers("pig", pig.parent).game == "pig"
    assert "pig" in registry.names()
    assert registry.home_of("pig").folder == pig


def test_a_file_extends_a_folder_and_starts_from_where_it_lies(pig: Path) -> None:
    (pig.parent / "short.toml").write_text('extends = "./pig"\n[rules]\ntarget = 50\n')
    layers = read_layers(str(pig.parent / "short.toml"))
    assert (layers.game, layers.data()["rules"]["target"]) == ("pig", 50)


def test_a_games_own_name_comes_before_a_folder_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "strajk").mkdir()
    monkeypatch.chdir(tmp_path)
    assert read_layers("strajk").base["ruleset"]["title"] != ""
    with pytest.raises(RulesetError, match=r"no game, rules\.py and ruleset\.toml is missing"):
        read_layers("./strajk")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("hog", "ruleset.name = 'hog', but the folder is 'pig'; give both one name"),
        ("Pig", "ruleset.name = 'Pig'; a game's name is one word in small letters"),
        ("strajk", "give both one name"),
    ],
)
def test_a_name_that_cannot_be_is_refused(pig: Path, name: str, said: str) -> None:
    edit(pig / "ruleset.toml", 'name = "pig"', f'name = "{name}"')
    with pytest.raises(RulesetError, match=said):
        read_layers(str(pig))


def test_two_games_of_one_name_are_refused_in_one_process(pig: Path, tmp_path: Path) -> None:
    read_layers(str(pig))
    other = Path(shutil.copytree(pig, tmp_path / "other" / "pig"))
    with pytest.raises(RulesetError, match="rename one of the games"):
        read_layers(str(other))


def test_an_installed_package_is_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(PIG, tmp_path / "pig", ignore=shutil.ignore_patterns("__pycache__", "tests"))
    (tmp_path / "pig" / "__init__.py").touch()
    brought = tmp_path / "pig_game-1.5.dist-info"
    brought.mkdir()
    (brought / "METADATA").write_text("Metadata-Version: 2.1\nName: pig-game\nVersion: 1.5\n")
    (brought / "entry_points.txt").write_text("[strikesim.games]\npig = pig\n")
    monkeypatch.syspath_prepend(tmp_path)
    registry._installed.cache_clear()
    try:
        assert "pig" in registry.names()
        assert read_layers("pig").data()["rules"]["target"] == 100
        home = registry.home_of("pig")
        assert (home.origin, home.package, home.place) == ("pig-game 1.5", "pig", "pig")
        assert load("pig").rules.setup.__module__ == "pig.rules"
    finally:
        registry._installed.cache_clear()


# ---- what is compiled --------------------------------------------------------------------------------------------

ROWS = """
import hashlib, sys
from strikesim.engine.kernel import kernel_of
from strikesim.engine.search import search_of
from strikesim.questions.playing import one_match
match = one_match(sys.argv[1], "search:planner:16", players=2)
rows = match.play(1, 0, 10)
misses = sum(kept.stats.cache_misses.total() for kept in (kernel_of(match.game), search_of(match.game, True)))
print(hashlib.sha256(rows.tobytes()).hexdigest(), misses)
"""


def rows_of(folder: Path, **variables: str) -> tuple[str, bool]:
    """Return a digest of some games of a searching bot in a fresh process, and whether the kernels were compiled."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **variables}
    words = [sys.executable, "-W", "ignore", "-c", ROWS, str(folder)]
    digest, misses = subprocess.run(words, env=environment, capture_output=True, text=True, check=True).stdout.split()
    return digest, int(misses) > 0


@pytest.mark.jit
@pytest.mark.slow
def test_what_is_compiled_of_a_game_is_never_stale(pig: Path, tmp_path: Path) -> None:
    own = {"STRIKESIM_CACHE_DIR": str(tmp_path / "kept")}  # other tests' copies of the game push nothing out of it
    before, _ = rows_of(pig, **own)
    edit(pig / "rules.py", "s.total += side", "s.total += side + 1")  # in a helper, which only the kernels inline
    after, compiled = rows_of(pig, **own)
    assert compiled
    assert after != before
    assert rows_of(pig, STRIKESIM_CACHE_DIR=str(tmp_path / "empty")) == (after, True)
    edit(pig / "rules.py", "s.total += side + 1", "s.total += side")
    assert rows_of(pig, **own) == (before, False)


def test_an_edit_of_a_game_changes_its_identity_and_no_other(pig: Path) -> None:
    read_layers(str(pig))
    before, other = (
        load("pig"),
        identity_of("strikesim.games.strajk.rules", str(registry.FOLDER / "strajk" / "rules.py")),
    )
    edit(pig / "state.py", "Points ahead of the second", "Points ahead")
    read_layers(str(pig))
    after = load("pig")
    assert before.state.STATE != after.state.STATE
    assert before.state.METRICS != after.state.METRICS
    assert other == registry.home_of("strajk").identity


def test_tests_and_a_starter_are_no_part_of_how_a_game_plays(pig: Path) -> None:
    read_layers(str(pig))
    before = registry.home_of("pig")
    (pig / "tests").mkdir()
    (pig / "tests" / "test_rules.py").write_text("")
    (pig / "starter.py").write_text("")
    read_layers(str(pig))
    assert registry.home_of("pig") == before


# ---- results -----------------------------------------------------------------------------------------------------


@pytest.fixture
def played(pig: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the result folder of a sweep that names the game by a folder beside its file."""
    sweep = '[[sweep]]\nname = "s"\nruleset = "./pig"\ngames = 20\n[sweep.grid]\nplayers = 2\nbots = "planner,random"\n'
    (pig.parent / "sweep.toml").write_text(sweep)
    elsewhere = pig.parent / "elsewhere"
    elsewhere.mkdir()
    strikesim("run", str(pig.parent / "sweep.toml"), "-j", "1", "-q", cwd=elsewhere)
    return elsewhere / "reports" / "s"


def test_a_result_says_where_its_game_came_from_and_is_refused_when_that_has_changed(pig: Path, played: Path) -> None:
    origin = json.loads((played / "manifest.json").read_text())["origin"]
    assert origin == {"place": str(pig), "digest": registry.home_of("pig").digest}
    assert not verify(played).faults
    match, seed, game = stored_game(played, 3, lambda *games: None)
    assert (match.game.name, seed, game) == ("pig", 1, 3)
    edit(pig / "rules.py", "s.total += side", "s.total += side + 0")
    for refused in (lambda: verify(played), lambda: stored_game(played, 3, lambda *games: None)):
        with pytest.raises(ResultError, match=r"the sources of the game 'pig' .* have changed since the run"):
            refused()
    again = strikesim("run", str(pig.parent / "sweep.toml"), "-q", cwd=played.parents[1], code=2)
    assert "the sources of the game have changed" in again.stderr
    shutil.rmtree(pig)
    with pytest.raises(ResultError, match=r"its game is not at .* any more"):
        verify(played)
    strikesim("report", str(played), cwd=played.parents[1])  # which needs no game
    assert "(pig, checksum" in (played / "report.md").read_text()


# ---- what its author is told -------------------------------------------------------------------------------------

MISTAKES = {
    "a missing file": ("bots.py", None, "", ["pig: bots.py is missing", "the built-in bots"]),
    "a syntax error": ("rules.py", "def roll(", "def roll((", ["rules.py, line", "SyntaxError"]),
    "a missing name": ("state.py", "CAUSES = names_of(Cause)\n", "", ["state.py: there is no CAUSES"]),
    "an unknown import": ("rules.py", "Cause, Chance", "Cause, Chances", ["rules.py, line", "cannot import name"]),
    "a missing function": (
        "rules.py",
        "def legal(",
        "def legally(",
        ["rules.py: there is no `legal`; write legal(t, s, a"],
    ),
    "other parameters": (
        "rules.py",
        "def setup(t: Record, s: Record, r: World)",
        "def setup(t: Record, s: Record)",
        ["rules.py, line", "`setup` takes (t, s); write setup(t, s, r): set up a game"],
    ),
    "hidden things without a redraw": (
        "rules.py",
        "@njit\ndef setup",
        "@njit\ndef hide(t, s, seat):\n    pass\n\n\n@njit\ndef setup",
        ["`hide` blanks what a seat may not know", "redraw(t, s, seat, r)"],
    ),
    "tables without seats": (
        "tables.py",
        '("seats", np.int64)',
        '("chairs", np.int64)',
        ["tables.py: TABLES has no seats"],
    ),
    "a state of its own": (
        "state.py",
        "STATE = state_dtype(",
        "STATE = (lambda log, games, seats, fields: np.dtype((np.record, fields)))(",
        ["state.py: STATE has no outcome", "state_dtype"],
    ),
    "no random bot": ("bots.py", "BOTS = (random, planner", "BOTS = (planner", ["bots.py: there is no bot `random`"]),
    "a bot of another game": (
        "bots.py",
        '@bot("pig")\ndef optimal',
        '@bot("hog")\ndef optimal',
        ["optimal is a bot of another game", '@bot("pig")'],
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_an_author_is_told_the_file_the_line_and_what_is_wanted(pig: Path, mistake: str) -> None:
    file, old, new, said = MISTAKES[mistake]
    if old is None:
        (pig / file).unlink()
    else:
        edit(pig / file, old, new)
    with pytest.raises(RulesetError) as told:
        load(read_layers(str(pig)).game)
    assert all(words in str(told.value) for words in said), told.value
    assert "\n" not in str(told.value)


COMPILED = {
    "an unknown field": ("s.total += side", "s.totals += side", ["rules.py, line", "no field 'totals'"]),
    "an unknown name": ("s.total += side", "s.total += sides", ["rules.py, line", "there is no 'sides'"]),
    "a plain function": ("@njit\ndef hold", "def hold", ["rules.py, line", "'hold' is a plain Python function"]),
}


@pytest.mark.jit
@pytest.mark.parametrize("mistake", COMPILED)
def test_what_numba_refuses_is_told_with_its_line(pig: Path, mistake: str) -> None:
    old, new, said = COMPILED[mistake]
    edit(pig / "rules.py", old, new)
    done = strikesim("play", "./pig", "--players", "2", "--bots", "random", cwd=pig.parent, code=2)
    assert all(words in done.stderr for words in said), done.stderr
    assert len([line for line in done.stderr.splitlines() if line.startswith("error:")]) == 1


def test_a_mistake_in_a_story_is_told_with_its_line(pig: Path) -> None:
    (pig / "story.py").write_text("def state_json(data, t, s):\n    return {'outcome': 1 / 0}\n")
    done = strikesim("play", "./pig", "--players", "2", "--bots", "random", "--json", cwd=pig.parent, code=2)
    assert "story.py, line 2: ZeroDivisionError: division by zero" in done.stderr


# ---- new games ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", start.KINDS)
def test_a_new_game_is_whole_and_named_throughout(kind: str, tmp_path: Path) -> None:
    said = strikesim("new", "game", "harbour", "--kind", kind, cwd=tmp_path).stdout
    assert "strikesim test-game ./harbour" in said
    whole = [path for path in (tmp_path / "harbour").rglob("*") if path.is_file()]
    for path in whole:
        text = path.read_text()
        assert not any(word in text for word in (*sum(start.KINDS.values(), ()), "Expedition", "Regatta")), path
    assert {path.name for path in whole} >= {"rules.py", "referee.py", "RULES.md", "sweep.toml", "README.md"}
    assert one_match(tmp_path / "harbour", "planner", players=2).data["ruleset"]["kind"] == kind


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("My-Game", "one word in small letters"),
        ("class", "one word"),
        ("strajk", "already"),
        ("there", "such a folder"),
    ],
)
def test_a_new_game_is_not_written_over_another_nor_under_a_name_that_cannot_be(
    name: str, said: str, tmp_path: Path
) -> None:
    (tmp_path / "there").mkdir()
    assert said in strikesim("new", "game", name, cwd=tmp_path, code=2).stderr


def test_a_new_bot_of_a_game_without_a_starter_plays(pig: Path) -> None:
    """In processes of their own: in this one other tests' copies of the game have been loaded under its name."""
    strikesim_apart("new", "bot", "mine.py", "--game", "./pig", cwd=pig.parent)
    shown = strikesim_apart("play", "./pig", "--players", "2", "--bots", "mine.py", cwd=pig.parent).stdout
    assert "mine" in shown


# ---- the test of a game ------------------------------------------------------------------------------------------

REFUTED = {
    "hides": ("rules.py", "                s.hand[p, kind] = 0\n", "", "sees it"),
    "redraws": ("redraw.py", "s.deck[kind] -= 1", "s.discard[kind] += 1", "it sees else"),
    "reads_codes": ("rules.py", "actions[n] = PLAY.code(kind)", "actions[n] = REST.code()", "offered twice"),
    "draws_by_purpose": (
        "state.py",
        "    PUSH = 1\n\n\n#",
        "    PUSH = 1\n    DIE = 2\n\n\n#",
        "nothing is drawn for DIE",
    ),
    "has_names": ("ruleset.toml", 'short = "short race"\n', "", "labels.difficulties.short"),
    "clauses_are_tested": ("RULES.md", "- REG-07", "- REG-08", "no test in tests/ bears REG-08"),
    "referee_agrees": ("rules.py", "s.boat[p] += t.push_steps", "s.boat[p] += 3", "by the rules"),
}


@pytest.mark.slow
@pytest.mark.parametrize("check", REFUTED)
def test_a_check_refutes_a_game_that_breaks_its_claim(check: str, tmp_path: Path) -> None:
    file, old, new, said = REFUTED[check]
    folder = Path(shutil.copytree(start.FOLDER / "regatta", tmp_path / "regatta"))
    edit(folder / file, old, new)
    with pytest.raises(proofs.BrokenError, match=said):
        getattr(proofs, check)(Subject(str(folder)))
