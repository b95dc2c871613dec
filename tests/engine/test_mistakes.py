"""An author's mistakes are told with file, line and cure, by `run` and by `play` alike."""

from pathlib import Path

import pytest

from strikesim.engine.bots import find_bot
from strikesim.engine.match import prepare
from strikesim.errors import BotError
from strikesim.games import load
from strikesim.games.ruleset import read_layers

pytestmark = pytest.mark.jit  # what is told is what does not compile, or cannot once it is compiled

FILE = """from strikesim import bot
import numba
import numpy as np
from strikesim.rng import bounded
MEMORY = np.zeros(3)


def plain(n):
    return 0


@numba.njit
def scribble(s, seat):
    s.hand[seat, 0] = 9


@numba.njit("void(int64[:], int64)")
def scribble_at_once(numbers, place):
    numbers[place] = 9


@numba.njit
def first_card(s):
    return s.hnd[0, 0]


@bot("strajk", weights={"idle": 0})
def mine(t, s, actions, n, r, w):
    %s
"""
LINE = 29  # of the body
BODIES = {
    "a misspelt field": ("return s.hadn[0, 0]", 0, "there is no field 'hadn'", "did you mean 'hand'?"),
    "one in a helper": ("return first_card(s)", -5, "there is no field 'hnd'", "did you mean 'hand'?"),
    "a field of the tables": ("return s.players", 0, "'players' stands in the tables", "not there"),
    "nothing on a path": ("if n > 2:\n        return 1", 0, "returns nothing", "0 to n - 1, on every path"),
    "nothing at all": ("pass", 0, "returns nothing", "0 to n - 1, on every path"),
    "a code, not an index": (
        "return actions[n - 1]",
        -1,
        "answered",
        "return the index of an action, 0 to n - 1, not its code",
    ),
    "a float": (
        "x = n\n    return x / 2",
        1,
        "returns a number with a fraction",
        "as int(...) makes it or // instead of /",
    ),
    "not a number": ("return np.nan", 0, "returns a number with a fraction", "as int(...) makes it"),
    "a bool": ("return n > 2", 0, "returns True or False", "return the index of an action"),
    "a bool on a path": (
        "if n > 2:\n        return n > 3\n    return 0",
        1,
        "returns True or False",
        "return the index",
    ),
    "a text": ("return 'a'", 0, "returns something that is no number", "return the index of an action"),
    "an index out of range": ("x = n + 40\n    return s.hand[x, 0]", 1, "an index out of range", "out of bounds"),
    "actions beyond n": ("return actions[n]", 0, "an index out of range", "out of bounds"),
    "a negative index": ("scribble(s, -60)\n    return 0", 0, "an index out of range", "out of bounds"),
    "one compiled before": (
        "scribble_at_once(np.zeros(3, np.int64), -60)\n    return 0",
        0,
        "an index out of range",
        "out of bounds",
    ),
    "division by zero": ("x = n - n\n    return 5 // x", 1, "division by zero", ""),
    "a fraction by zero": ("return int(5 / (n - n))", 0, "division by zero", ""),
    "an empty list": ("x = []\n    return 0", 0, "the list 'x' starts empty", "use an array"),
    "a dict": ("x = dict(a=1)\n    return 0", 0, "this dict cannot be compiled", "numbers, tuples, numpy arrays"),
    "a text made": ("x = '%d' % n\n    return 0", 0, "this text cannot be compiled", "numbers, tuples, numpy arrays"),
    "a text in an f-string": ("x = f'{n:>3}'\n    return 0", 0, "this text cannot be compiled", "numbers, tuples"),
    "a file": (
        "with open('x') as f:\n        return 0",
        -1,
        "this cannot be compiled",
        "numbers, tuples, numpy arrays",
    ),
    "an undefined name": ("return choise", 0, "there is no 'choise'", "import it, or define it above"),
    "a missing import": ("return math.floor(n / 2)", 0, "there is no 'math'", "import it"),
    "an import inside": (
        "import math\n    return 0",
        0,
        "an import inside a compiled function",
        "move it to the top of the file",
    ),
    "a plain helper": ("return plain(n)", 0, "'plain' is a plain Python function", "put @numba.njit above it"),
    "a weight by name": ("return int(w['idle'])", 0, "weights are read by place", "write w[0] for 'idle'"),
    "a weight as a field": ("return int(w.idle)", 0, "weights are read by place", "write w[0] for 'idle'"),
    "a list's method": ("return actions.index(0)", 0, "an array has no 'index'", "write a loop"),
    "a lambda": ("return max(range(n), key=lambda i: w[i])", 0, "a lambda cannot use 'w'", "write a loop instead"),
    "memory outside": (
        "MEMORY[0] += 1\n    return 0",
        0,
        "compiled code cannot write to an array outside of it",
        "its arguments",
    ),
    "a call that does not fit": ("return bounded(n)", 0, "the call does not fit the function", "argument: 'n'"),
    "numpy's chance": ("return np.random.randint(0, n)", -1, "plays the same game differently", "bounded(r, n)"),
    "its own error": ("if n > 1:\n        raise ValueError('no idea')\n    return 0", 1, "ValueError: no idea", ""),
    "yield": ("yield 1", -1, "yields or waits", "return the index of an action"),
}


def told(folder: Path, text: str) -> str:
    """Return what a user is told of a bot's file."""
    (folder / "mine.py").write_text(text)
    data = read_layers("strajk").changed({"ruleset.turn_limit": 5}).data()
    with pytest.raises(BotError) as error:
        prepare(data, 2, None, [find_bot(load("strajk"), "mine.py", folder)], "test")
    return str(error.value)


@pytest.mark.parametrize("name", BODIES)
def test_a_mistake_is_told_with_its_line_and_its_cure(tmp_path: Path, name: str) -> None:
    body, line, what, cure = BODIES[name]
    text = told(tmp_path, FILE % body)
    assert f"mine.py, line {LINE + line}: " in text
    assert what in text
    assert cure in text
    assert "\n" not in text
    assert not any(word in text.lower() for word in ("nopython", "unicode_type", "literal[", "int64", "pipeline"))


def test_too_few_arguments_are_told(tmp_path: Path) -> None:
    text = told(tmp_path, (FILE % "return 0").replace("n, r, w)", "n)"))
    assert "mine.py, line 28: bot 'mine' takes 4 arguments; write def mine(t, s, actions, n, r, w)" in text


def test_a_bot_of_no_mistakes_plays(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(FILE % "x = [n, 2]\n    print(x[0])\n    return bounded(r, n)")
    data = read_layers("strajk").changed({"ruleset.turn_limit": 5}).data()
    match = prepare(data, 2, None, [find_bot(load("strajk"), "mine.py", tmp_path)], "test")
    assert len(match.play(1, 0, 3)) == 3
