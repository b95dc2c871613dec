"""The command line as a user runs it: real processes, what they print, and how they exit."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pandas as pd
import pytest

from cli.command import ROOT, strikesim, strikesim_apart

SWEEP = """
[[sweep]]
name = "small"
ruleset = "strajk"
games = 300
[sweep.grid]
players = [2]
bots = ["random"]
"ruleset.turn_limit" = 8
"""


@pytest.fixture
def sweep(tmp_path: Path) -> Path:
    (tmp_path / "sweep.toml").write_text(SWEEP)
    return tmp_path


def test_run_writes_the_folder_and_prints_rates_with_intervals(sweep: Path) -> None:
    shown = strikesim("run", "sweep.toml", cwd=sweep).stdout
    assert "0.0%" in shown
    assert "0.0–1.2%" in shown
    names = {path.name for path in (sweep / "reports" / "small").iterdir()}
    assert names == {"manifest.json", "parts.json", ".lock", "games", "summary.csv", "metrics.csv", "figures"}


def test_run_as_json_is_the_summary(sweep: Path) -> None:
    lines = strikesim("run", "sweep.toml", "--json", "-n", "100", cwd=sweep).stdout.splitlines()
    rows = [json.loads(line) for line in lines]
    assert {row["games"] for row in rows} == {100}
    assert all(row["low"] <= row["rate"] <= row["high"] for row in rows)


def test_quiet_prints_nothing(sweep: Path) -> None:
    done = strikesim("run", "sweep.toml", "-q", cwd=sweep)
    assert (done.stdout, done.stderr) == ("", "")


def test_a_stored_game_is_told_and_traced_again(sweep: Path) -> None:
    strikesim("run", "sweep.toml", "-q", cwd=sweep)
    story = strikesim("replay", "reports/small", "--row", "17", cwd=sweep).stdout
    lines = strikesim("replay", "reports/small", "--row", "17", "--json", cwd=sweep).stdout.splitlines()
    assert "seed 1, game 17" in story
    assert json.loads(lines[0])["game"] == 17
    assert json.loads(lines[-1])["result"]["cause"] == "turn_limit"


def test_play_tells_a_game(tmp_path: Path) -> None:
    story = strikesim(
        "play", "strajk", "--players", "3", "--bots", "random", "--set", "ruleset.turn_limit=3", cwd=tmp_path
    )
    assert story.stdout.startswith("Strajk! Skok do wolności: 3 players, seed 1, game 0\n")
    assert story.stdout.rstrip().endswith("Unfinished after 3 turns.")


def test_a_users_bot_plays_from_the_command_line(sweep: Path) -> None:
    (sweep / "mine.py").write_text(
        'from strikesim import bot\n@bot("strajk")\ndef mine(t, s, actions, n, r, w):\n    """End."""\n    return 0\n'
    )
    strikesim("run", "sweep.toml", "-q", "--bots", "mine.py,random", cwd=sweep)
    summary = pd.read_csv(sweep / "reports" / "small" / "summary.csv")
    assert set(summary.loc[summary["of"] == "bot", "who"]) == {"mine", "random"}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["run", "none.toml"], "none.toml: there is no such file"),
        (["run", "sweep.toml", "--players", "9"], "players = 9; strajk takes 2 to 5"),
        (["run", "sweep.toml", "--bots", "randm"], "did you mean 'random'?"),
        (["run", "sweep.toml", "--set", "rules.hand_size"], "write KEY=VALUE"),
        (["run", "sweep.toml", "--nosuch"], "No such option: --nosuch"),
        (
            ["run", "sweep.toml", "-n", "0"],
            "is no whole number of 1 or more; write it like 2000, 2_000 or 2e3. See --help.",
        ),
        (["run", "sweep.toml", "-o", "sweep.toml"], "cannot be made"),
        (["run", "sweep.toml", "-n", "2.5"], "'2.5' is no whole number"),
        (["run", "sweep.toml", "--players", "2,x"], "grid.players = 'x' is not a whole number"),
        (["run", "sweep.toml", "--set", "player=3"], "'player' is no key of the ruleset; did you mean 'players'?"),
        (["play", "strajk", "--set", "player=3"], "'player' is no key of the ruleset; did you mean 'players'?"),
        (["play", "strajc"], "there is no ruleset 'strajc'; did you mean 'strajk'?"),
        (["replay", "nowhere", "--row", "1"], "no result folder"),
        (["rulesets", "validate", "none.toml"], "none.toml: there is no such file"),
        (["bots", "strajkk"], "did you mean 'strajk'?"),
    ],
)
def test_bad_input_is_one_clear_line_and_exit_code_2(sweep: Path, words: list[str], says: str) -> None:
    done = strikesim(*words, cwd=sweep, code=2)
    assert says in done.stderr
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1
    assert not (sweep / "reports").exists()


def test_ctrl_c_keeps_what_was_done_and_says_how_to_go_on(sweep: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "strikesim", "run", "sweep.toml", "-n", "30000000"]
    with subprocess.Popen(
        command,
        cwd=sweep,
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
        # Started in a script's background, the tests themselves may be deaf to Ctrl-C, and so would be what they start.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        games = sweep / "reports" / "small" / "games"
        deadline = time.monotonic() + 120
        while not list(games.glob("*.parquet")) and time.monotonic() < deadline:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        message = process.communicate(timeout=30)[1]
    assert process.returncode == 130
    assert "games are kept in reports/small. To go on:\n  strikesim run sweep.toml -n 30000000" in message


def test_a_killed_run_goes_on_and_ends_like_one_that_was_not(
    sweep: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "strikesim", "run", "sweep.toml", "-q", "-n", "60000"]
    games = sweep / "reports" / "small" / "games"
    with subprocess.Popen(command, cwd=sweep, env=environment) as process:
        deadline = time.monotonic() + 120
        while not list(games.glob("*.parquet")) and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.01)
        process.kill()
    strikesim("run", "sweep.toml", "-q", "-n", "60000", cwd=sweep)
    other = tmp_path_factory.mktemp("whole")
    (other / "sweep.toml").write_text(SWEEP)
    strikesim("run", "sweep.toml", "-q", "-n", "60000", cwd=other)
    for path in (sweep / "reports" / "small").rglob("*"):
        if path.suffix in (".parquet", ".json", ".csv"):
            assert path.read_bytes() == (other / path.relative_to(sweep)).read_bytes(), path.name


def test_rulesets_are_listed_shown_and_validated(tmp_path: Path) -> None:
    assert "Strajk! Skok do wolności (competitive, 2–5 players)" in strikesim("rulesets", "list", cwd=tmp_path).stdout
    shown = strikesim("rulesets", "show", "strajk", "--set", "STJ-A2=free", cwd=tmp_path).stdout
    assert "assumed STJ-A4" in shown
    assert "[correspondent, worker]" in shown
    assert "STJ-A2 What is played to take a running card at the cross: free of default, speech, free" in shown
    assert strikesim("rulesets", "validate", "strajk", cwd=tmp_path).stdout == "strajk: valid\n"


def test_help_is_fast(tmp_path: Path) -> None:
    """It takes not much longer than the library that prints it takes to load."""
    bare = [sys.executable, "-c", "import typer.testing"]
    times: dict[str, list[float]] = {"help": [], "bare": []}
    for _ in range(5):
        for name, ask in (
            ("bare", lambda: subprocess.run(bare, check=True)),
            ("help", lambda: strikesim_apart("--help", cwd=tmp_path)),
        ):
            begin = time.perf_counter()
            ask()
            times[name].append(time.perf_counter() - begin)
    assert min(times["help"]) < 2 * min(times["bare"])


def test_importing_the_package_loads_nothing_heavy(tmp_path: Path) -> None:
    heavy = "[name for name in ('numpy', 'numba', 'pandas') if name in sys.modules]"
    code = f"import sys, strikesim, strikesim.cli.main; print({heavy})"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
