"""A person at a terminal: what is shown, what is answered, how one leaves."""

import os
import re
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cli.command import ROOT, strikesim
from strikesim.games.registry import names

pexpect = pytest.importorskip("pexpect")
pytestmark = pytest.mark.jit  # bots that are not compiled take too long to wait for at a table

PROMPT = re.compile(r"1–(\d+) \? u q > ")
SHORT = {"strajk": ["ruleset.turn_limit=9"], "strike": ["ruleset.turn_limit=9"], "flint": []}


class Terminal:
    """The command line in a terminal of its own."""

    def __init__(self, folder: Path, *words: str, columns: int = 80) -> None:
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"}
        for name in ("COLUMNS", "LINES"):
            environment.pop(name, None)
        self.child: Any = pexpect.spawn(
            sys.executable,
            ["-m", "strikesim", "play", *words],
            cwd=str(folder),
            env=environment,
            dimensions=(50, columns),
            encoding="utf-8",
            timeout=120,
        )
        self.child.delaybeforesend = None
        self.shown = ""

    def asked(self) -> int:
        """Wait for the next question; return how many options it has, 0 at the end of the game."""
        found = self.child.expect([PROMPT, pexpect.EOF])
        self.shown = self.child.before.replace("\r", "")
        return 0 if found else int(self.child.match.group(1))

    def type(self, line: str) -> int:
        """Type a line, and wait for the next question."""
        self.child.sendline(line)
        return self.asked()

    def code(self) -> int:
        """Return the exit code."""
        self.child.close()
        return int(self.child.exitstatus)


def words_of(name: str, *more: str) -> list[str]:
    changes = [word for change in SHORT[name] for word in ("--set", change)]
    return [name, "--bots", "random", "--seed", "4", *changes, *more]


@pytest.mark.parametrize("columns", [60, 100])
@pytest.mark.parametrize("chosen", ["first", "any"])
@pytest.mark.parametrize("name", names())
def test_a_whole_game(tmp_path: Path, name: str, chosen: str, columns: int) -> None:
    terminal, chance = Terminal(tmp_path, *words_of(name, "--human", "1,2"), columns=columns), Random(1)
    count, wide = terminal.asked(), []
    while count:
        wide += [line for line in terminal.shown.split("\n") if len(line) > columns and "!" not in line]
        count = terminal.type("1" if chosen == "first" else str(chance.randint(1, count)))
    assert not wide
    assert re.search(r"wins|win |Unfinished|lose", terminal.shown)
    assert "--seed 4 --set" in terminal.shown.replace("\n", " ") or "--seed 4" in terminal.shown
    assert "--game 0" in terminal.shown
    assert terminal.code() == 0


@pytest.mark.parametrize("name", names())
def test_a_decision_is_taken_back_and_the_same_one_leads_to_the_same(tmp_path: Path, name: str) -> None:
    terminal = Terminal(tmp_path, *words_of(name, "--human", "1"))
    first = terminal.asked()
    begins = terminal.shown
    terminal.type("u")
    assert "nothing to take back" in terminal.shown
    second = terminal.type("1")
    after = terminal.shown
    assert terminal.type("u") == first
    assert question(terminal.shown) == question(begins)
    assert "seed 4" not in terminal.shown, "the beginning is not told again"
    assert terminal.type("1") == second
    assert told(terminal.shown) == told(after)
    terminal.type("q")
    assert f"strikesim play {name} --bots random --seed 4" in terminal.shown
    assert terminal.code() == 0


def question(shown: str) -> str:
    return shown[shown.rindex("\n\n") :]


def told(shown: str) -> str:
    return shown[shown.index("\n") :]


@pytest.mark.parametrize("name", names())
def test_what_a_search_would_do_is_shown_with_intervals(tmp_path: Path, name: str) -> None:
    terminal = Terminal(tmp_path, *words_of(name, "--human", "1"))
    count = terminal.asked()
    assert terminal.type(f"? {count}") == count
    lines = terminal.shown.split("\n")
    estimates = [re.match(r" +(\d+) % \( *(\d+) to +(\d+)\)  (\d+) \S", line) for line in lines]
    found = [tuple(map(int, match.groups())) for match in estimates if match]
    assert len(found) >= 2
    assert all(low <= rate <= high for rate, low, high, _ in found)
    assert count in [number for *_, number in found]
    assert "planner’s choice" in terminal.shown
    assert "A search would take" in terminal.shown


def test_nonsense_is_one_line_and_the_question_stays(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, *words_of("strike", "--human", "1"))
    count = terminal.asked()
    for line in ("0", str(count + 1), "-1", "1.5", "yes", "? x", "u u", "²", "9" * 400):
        assert terminal.type(line) == count
        assert terminal.shown.strip().count("\n") <= 1 + len(line) // 80, line
        assert "is no answer: a number from 1 to" in terminal.shown
    assert terminal.type("") == count
    assert "What do you do next?" in terminal.shown


@pytest.mark.parametrize(("key", "code"), [("c", 130), ("d", 0)])
def test_ctrl_c_and_ctrl_d_leave(tmp_path: Path, key: str, code: int) -> None:
    terminal = Terminal(tmp_path, *words_of("strike", "--human", "1"))
    terminal.asked()
    terminal.child.sendcontrol(key)
    assert terminal.asked() == 0
    assert "You leave after 0 decisions." in terminal.shown
    assert "Traceback" not in terminal.shown
    assert terminal.code() == code


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--human", "6"], "--human 6: there are players 1 to 5"),
        (["--human", "0"], "--human 0: there are players 1 to 5"),
        (["--human", "me"], "--human me: write the numbers of players, such as 1 or 1,3"),
        (["--human", "1", "--json"], "--human and --json: a person is told the game in words; leave one of them out"),
        (["--human", "1"], "--human: nobody answers, as the input is at its end; play at a terminal"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(tmp_path: Path, words: list[str], says: str) -> None:
    done = strikesim("play", "strajk", "--bots", "random", *words, cwd=tmp_path, code=2)
    assert done.stderr == f"error: {says}\n"
    assert done.stdout == ""
