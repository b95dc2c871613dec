"""What is said of a run before, while and after it is played."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

import strikesim as ss
from cli.command import strikesim
from strikesim.questions.progress import Lines, foretold
from strikesim.sweep.forecast import Forecast
from strikesim.sweep.run import Progress

SWEEP = """
[[sweep]]
name = "small"
ruleset = "strajk"
games = 300
[sweep.grid]
players = [2, 3]
bots = ["random"]
"ruleset.turn_limit" = 8
"""
LINE = r"small: 2 cells, 600 games to play, which takes .+ on 2 threads and .+ MB of disk, in reports/small"


@pytest.fixture
def sweep(tmp_path: Path) -> Path:
    (tmp_path / "sweep.toml").write_text(SWEEP)
    return tmp_path


def test_a_dry_run_says_what_a_run_would_take_and_leaves_nothing(sweep: Path) -> None:
    done = strikesim("run", "sweep.toml", "--dry-run", "-j", "2", cwd=sweep)
    assert re.fullmatch(LINE + "\n", done.stdout)
    assert not (sweep / "reports").exists()


def test_a_run_says_the_same_in_its_first_line_and_draws_nothing_into_a_log(sweep: Path) -> None:
    done = strikesim("run", "sweep.toml", "-j", "2", cwd=sweep)
    assert re.fullmatch(LINE, done.stderr.splitlines()[0])
    assert not {"\r", "\x1b"} & set(done.stderr + done.stdout)
    again = strikesim("run", "sweep.toml", "--dry-run", cwd=sweep).stdout
    assert again == "small: 2 cells; all 600 games are stored in reports/small\n"
    more = strikesim("run", "sweep.toml", "--dry-run", "-n", "400", cwd=sweep).stdout
    assert "200 games to play (600 games more stored)" in more


def test_one_is_not_told_as_many() -> None:
    told = foretold("one", Forecast(1, 1, 1, 61.0, 2_300_000), Path("reports/one"), 1)
    assert (
        told
        == "one: 1 cell, 1 game to play (1 game more stored), which takes about 61 s on 1 thread and 2.3 MB of disk,"
        " in reports/one"
    )


def test_a_log_gets_a_line_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("strikesim.questions.progress.time.monotonic", lambda: now[0])
    said: list[str] = []
    lines = Lines("long", said.append, begun=0.0)
    state = Progress(cast(Any, None), 1_000, 37_000, "team", 0, 0)
    for second in range(3601):
        now[0] = float(second)
        lines.show(replace(state, done=1_000 + 10 * second))
    assert said[0] == "long: 1,100 of 37,000 games, about 60 min left"
    assert 20 < len(said) < 60
    assert said[-1].endswith("left")


def test_an_interrupt_says_in_python_what_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(self: Lines, state: Progress) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Lines, "show", interrupted)
    keys = {"name": "cut", "ruleset": "strajk", "games": 20_000, "out": tmp_path, "jobs": 1}
    with pytest.raises(KeyboardInterrupt):
        ss.run(**keys, grid={"players": 2, "bots": "random", "ruleset.turn_limit": 4})
    told = capsys.readouterr().err
    assert re.search(r"Interrupted; \d+ games are kept in .*cut\. The same call goes on from there\.", told)
