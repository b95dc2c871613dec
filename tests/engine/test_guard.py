"""Whatever a user's bot does, the run ends in a line: an endless loop, memory between games, a crash."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Event

import pytest

from games.strajk.positions import GAME, LAYERS
from strikesim.engine import guard
from strikesim.engine.bots import find_bot
from strikesim.engine.episode import Seating
from strikesim.engine.match import prepare
from strikesim.errors import BotError

pytestmark = pytest.mark.jit
HEAD = "import time\nfrom numba import njit, objmode\nfrom strikesim import bot\n\n"
HEAD += '@bot("strajk")\ndef mine(t, s, actions, n, r, w):\n    '


def seating(folder: Path, body: str, turns: int = 5) -> Seating:
    """Return a line-up of one user's bot that has not played its sample, in games of so many turns."""
    (folder / "mine.py").write_text(HEAD + body + "\n")
    mine = find_bot(GAME, "mine.py", folder)
    data = LAYERS.changed({"ruleset.turn_limit": turns}).data()
    fine = prepare(data, 2, None, [find_bot(GAME, "random", folder)], "test")
    return Seating(GAME, fine.tables, (mine, mine))


SLOW = "k = 0\n    for i in range({} if s.turn > 2 else 0):\n        k = (k * 3 + i) % 7\n    return min(k, 0)"


def test_a_bot_that_does_not_answer_is_named_with_its_line_and_its_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "PATIENCE", 0.5)
    slow = seating(tmp_path, SLOW.format(10**9))
    with pytest.raises(BotError, match=r"mine.py, line 6: bot 'mine' has not answered for .* in game 7 of seed 1"):
        guard.play(slow, 1, 7, 1, Event())


def test_a_bot_that_takes_its_time_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = seating(tmp_path, SLOW.format(2 * 10**6), turns=60)  # hundreds of decisions of a hundredth of a second
    began = time.monotonic()
    rows = guard.play(slow, 1, 0, 1, Event())
    took = time.monotonic() - began
    monkeypatch.setattr(guard, "PATIENCE", took / 2)
    assert guard.play(slow, 1, 0, 1, Event()).tobytes() == rows.tobytes()


def test_nobody_waits_for_a_slow_bot_when_the_run_is_stopped(tmp_path: Path) -> None:
    stopped = Event()
    stopped.set()
    with pytest.raises(BotError, match="has not answered"):
        guard.play(seating(tmp_path, SLOW.format(10**9)), 1, 0, 1, stopped)


@pytest.mark.filterwarnings("ignore:Code running in object mode")
def test_a_clock_is_found_out(tmp_path: Path) -> None:
    body = 'with objmode(k="int64"):\n        k = time.perf_counter_ns()\n    return k // 1000 % n'
    with pytest.raises(BotError, match=r"mine.py, line 6: bot 'mine' plays the same game differently"):
        guard.try_out(seating(tmp_path, body), Event())


OVERRUN = "from numpy.lib.stride_tricks import as_strided\n" + HEAD
OVERRUN += "as_strided(s.log, (4000,), (2,))[:] = 1\n    return 0\n"


def test_who_writes_beside_the_copy_of_the_state_is_told(tmp_path: Path) -> None:
    fine = seating(tmp_path, "return 0")
    (tmp_path / "mine.py").write_text(OVERRUN.replace("4000", str(GAME.state.STATE.itemsize // 2)))
    cheat = find_bot(GAME, "mine.py", tmp_path)
    with pytest.raises(BotError, match="'mine' wrote into memory beside its copy of the state"):
        guard.try_out(Seating(GAME, fine.tables, (cheat, cheat)), Event())


def python(folder: Path, body: str) -> "subprocess.Popen[str]":
    """Start a process that seats a bot."""
    (folder / "mine.py").write_text(HEAD + body + "\n")
    script = (
        f"from pathlib import Path; from games.strajk.positions import GAME, LAYERS; "
        f"from strikesim.engine.bots import find_bot; from strikesim.engine.match import prepare\n"
        f"mine = find_bot(GAME, {str(folder / 'mine.py')!r}, Path()); print('ready', flush=True)\n"
        f"prepare(LAYERS.data(), 2, None, [mine], 'test')"
    )
    roots = [str(Path(guard.__file__).parents[2]), str(Path(__file__).parents[1])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([os.environ.get("PYTHONPATH", ""), *roots])}
    words = [sys.executable, "-W", "ignore", "-c", script]
    return subprocess.Popen(words, env=environment, stdout=-1, stderr=-1, text=True)


def test_an_interrupt_ends_a_process_with_an_endless_bot(tmp_path: Path) -> None:
    process = python(tmp_path, "while s.turn > 0:\n        s.turn = (s.turn + 2) % 7 * 2 + 1\n    return 0")
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=60)
    assert "KeyboardInterrupt" in told
    assert process.returncode in (1, -signal.SIGINT)


def test_a_crash_does_not_go_without_a_word(tmp_path: Path) -> None:
    process = python(tmp_path, CRASH)
    _, told = process.communicate(timeout=120)
    assert process.returncode == -signal.SIGSEGV, told
    assert told.startswith("error: strikesim ended in mid-air: it was killed, or bot 'mine'")
    assert told.count("\n") == 1


CRASH = "return fall(n)\n\n@njit\ndef fall(n):\n    return 0 if n < 0 else fall(n + 1) + fall(n + 2)"
