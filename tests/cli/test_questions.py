"""Compare, check, sensitivity and report, as a user runs them."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

from cli.command import ROOT, strikesim

SHORT = ["--set", "ruleset.turn_limit=8", "--bots", "random", "--players", "2", "-n", "200"]
TARGETS = """
[[sweep]]
name = "aimed"
ruleset = "strajk"
games = 200
[sweep.grid]
players = 2
bots = "planner"
[sweep.target]
win_rate = {band}
"""


ASSUMED = """
extends = "strike"
[assumed.MINE]
what = "How many points win"
[assumed.MINE.alternatives.three]
rules = { points_to_win = 3 }
[provenance]
"rules.points_to_win" = "assumed MINE"
"""


def _only(folder: Path) -> Path:
    """Return the one folder that a question left behind."""
    (found,) = folder.iterdir()
    return found


def test_compare_says_what_is_shown_for_each_side_and_writes_the_table(tmp_path: Path) -> None:
    words = ["compare", "strajk", "rules.hand_size=6", "--players", "2", "-n", "50"]
    shown = " ".join(strikesim(*words, cwd=tmp_path).stdout.split())
    assert "Two players" in shown
    assert re.search(r"no difference is shown, \S+\spoints \(95\s%: −\d+\.\d to \+\d+\.\d\)", shown)
    assert "±" not in shown
    table = pd.read_csv(_only(tmp_path / "reports") / "comparison.csv")
    assert set(table["name_a"]) == {"strajk"}
    assert (table["low"] <= table["difference"]).all()
    assert (table["difference"] <= table["high"]).all()


def test_a_ruleset_compared_with_itself_differs_in_nothing_and_rules_nothing_out_for_certain(tmp_path: Path) -> None:
    shown = " ".join(strikesim("compare", "strajk", "strajk", *SHORT, cwd=tmp_path).stdout.split())
    assert shown.startswith("More than 1 % of the games are unfinished in two of two cells")
    assert "All 200 games are identical with strajk and strajk again" in shown
    assert "0.0–1.8 % of all games go differently" in shown
    lines = strikesim("compare", "strajk", "strajk", *SHORT, "--json", cwd=tmp_path).stdout.splitlines()
    rows = [json.loads(line) for line in lines]
    assert rows
    assert all(row["difference"] == 0 and row["diverged"] == 0 for row in rows)
    assert all(row["low"] < 0 < row["high"] for row in rows)


def test_python_and_the_command_line_leave_the_same_folder(tmp_path: Path) -> None:
    strikesim("compare", "strajk", "rules.hand_size=6", *SHORT, "-q", cwd=tmp_path)
    grid = {"ruleset.turn_limit": [8], "players": [2], "bots": ["random"]}
    asked = f"strikesim.compare('strajk', 'rules.hand_size=6', games=200, grid={grid!r}, out='python')"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-c", f"import strikesim; {asked}"], cwd=tmp_path, env=environment, check=True)
    (one,), (other,) = ((tmp_path / out).iterdir() for out in ("reports", "python"))
    assert one.name == other.name
    held = {path.relative_to(one): path.read_bytes() for path in one.rglob("*") if path.is_file()}
    drawn = [path.name for path in held if path.parent.name == "figures"]
    assert {Path("summary.csv"), Path("comparison.csv")} <= held.keys()
    assert any(name.endswith("-comparison.png") for name in drawn)
    assert held == {path.relative_to(other): path.read_bytes() for path in other.rglob("*") if path.is_file()}


def test_report_of_a_compare_folder_says_what_compare_said(tmp_path: Path) -> None:
    words = ["compare", "strajk", "rules.hand_size=6", "--players", "2", "-n", "50"]
    shown = " ".join(strikesim(*words, cwd=tmp_path).stdout.split())
    (folder,) = (tmp_path / "reports").iterdir()
    told = " ".join(strikesim("report", str(folder), cwd=tmp_path).stdout.split())
    (said,) = re.findall(r"first player wins [^:]*: [^:]*:[^:]*: no difference is shown, [^)]*\)", told)
    assert said in shown
    assert "of the 50 games went differently" in told


def test_two_bots_are_compared_in_one_seat(tmp_path: Path) -> None:
    words = ["compare", "planner", "novice", "--ruleset", "strajk", "--players", "2", "-n", "100"]
    shown = strikesim(*words, cwd=tmp_path).stdout
    assert "novice in its place" in " ".join(shown.split())
    assert "less often" in " ".join(shown.split())


@pytest.mark.parametrize(
    ("band", "code", "says"),
    [("[0.0, 1.0]", 0, "met"), ("[0.9, 1.0]", 1, "too low"), ("[0.5, 0.5]", 2, "open")],
)
def test_check_exits_0_when_met_1_when_missed_2_when_undecided(tmp_path: Path, band: str, code: int, says: str) -> None:
    (tmp_path / "aimed.toml").write_text(TARGETS.format(band=band))
    shown = strikesim("check", "aimed.toml", cwd=tmp_path, code=code).stdout
    assert says in shown


def test_stalls_are_told_first_by_run_and_check_and_no_target_is_met(tmp_path: Path) -> None:
    stalling = TARGETS.format(band="[0.0, 1.0]").replace("[sweep.target]", '"rules.hand_size" = 1\n[sweep.target]')
    (tmp_path / "aimed.toml").write_text(stalling.replace("games = 200", "games = 20"))
    for verb, code in (("run", 0), ("check", 1)):
        lines = strikesim(verb, "aimed.toml", cwd=tmp_path, code=code).stdout.splitlines()
        assert lines[0].startswith("100.0\u00a0% (95\u00a0%:\u00a083.2–100.0) of the games are unfinished")
    assert any("unfinished" in line and "0–100" in line for line in lines[1:])


def test_check_refuses_a_sweep_without_a_target(tmp_path: Path) -> None:
    (tmp_path / "aimed.toml").write_text(TARGETS.partition("[sweep.target]")[0])
    assert "has no [sweep.target]" in strikesim("check", "aimed.toml", cwd=tmp_path, code=2).stderr


def test_sensitivity_plays_again_what_it_shows_and_the_report_takes_it_in(tmp_path: Path) -> None:
    shown = " ".join(strikesim("sensitivity", "strajk", *SHORT, "--combinations", "3", cwd=tmp_path).stdout.split())
    assert "One change at a time" in shown
    assert "more games do not narrow it" in shown
    folder = _only(tmp_path / "reports")
    assert {"tornado.csv", "band.csv"} <= {path.name for path in folder.iterdir()}
    table = pd.read_csv(folder / "tornado.csv")
    assert (table["baseline_games"] > table["games"]).all()
    assert (table["again"].notna() == table["shown"]).all()
    assert ("confirmed: passes a screen" in shown) == bool(table["confirmed"].eq(True).any())
    assert ("chance: the combinations" in shown) == bool((pd.read_csv(folder / "band.csv")["p"] > 0.05).any())
    assert "ver the assumed components" in strikesim("report", str(folder), "-o", "page", cwd=tmp_path).stdout
    assert {"report.html", "report.md", "report.json", "figures"} == {p.name for p in (tmp_path / "page").iterdir()}


def test_a_comparison_gets_more_games_in_the_same_folder(tmp_path: Path) -> None:
    for games in ("50", "80"):
        strikesim("compare", "strajk", "rules.hand_size=6", *SHORT[:-1], games, "-q", cwd=tmp_path)
        assert set(pd.read_csv(_only(tmp_path / "reports") / "comparison.csv")["games"]) == {int(games)}


def test_what_was_played_again_is_a_result_folder_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(ASSUMED)
    setting = ["--players", "2", "--bots", "planner", "-n", "100"]
    words = ["sensitivity", "mine.toml", *setting, "--combinations", "0"]
    shown = " ".join(strikesim(*words, cwd=tmp_path).stdout.split())
    assert "confirmed: passes a screen" in shown
    folder = _only(tmp_path / "reports")
    (again,) = folder.glob("confirmation-*")
    assert "all as they were written" in strikesim("verify", str(again), cwd=tmp_path).stdout
    assert "seed" in strikesim("replay", str(again), "--row", "0", cwd=tmp_path).stdout
    strikesim("report", str(folder), "-o", "page", cwd=tmp_path)
    told = (tmp_path / "page" / "report.md").read_text()
    assert "played again on a fresh seed, " in told
    assert "MINE three, +" in told
    table = pd.read_csv(folder / "tornado.csv").query("shown")
    assert (table["again_games"] == 4 * table["games"]).all()
    strikesim(*words, "-q", cwd=tmp_path)  # all is there: nothing is played, and nothing changes
    assert [path.name for path in folder.glob("confirmation-*")] == [again.name]


def test_report_of_what_is_no_result_folder_is_refused_in_one_line(tmp_path: Path) -> None:
    stderr = strikesim("report", ".", cwd=tmp_path, code=2).stderr
    assert stderr.startswith("error: .: no result folder")
    assert len(stderr.splitlines()) == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no broken pipes")
def test_a_reader_that_has_gone_is_no_verdict(tmp_path: Path) -> None:
    (tmp_path / "aimed.toml").write_text(TARGETS.format(band="[0.0, 1.0]"))
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as nobody:
        words = [sys.executable, "-m", "strikesim", "check", "aimed.toml", "--json"]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            words, cwd=tmp_path, env=environment, stdout=nobody, stderr=subprocess.PIPE, text=True, timeout=300
        )
    assert (done.returncode, done.stderr) == (141, "")


def test_calibrate_says_which_values_do_it_and_draws_the_curve(tmp_path: Path) -> None:
    words = ["calibrate", "strike", "rules.points_to_win", "--target", "0.5", "--values", "2,30", "--players", "2"]
    shown = " ".join(strikesim(*words, "--bots", "novice", "-n", "60", cwd=tmp_path).stdout.split())
    assert "no value of points to win that was tried does it; the nearest is" in shown
    folder = _only(tmp_path / "reports")
    assert (folder / "figures" / "calibration-1.svg").is_file()
    assert "say which win rate" in strikesim(*words[:3], cwd=tmp_path, code=2).stderr


def test_matters_lists_what_does_nothing(tmp_path: Path) -> None:
    grid = ["--players", "2", "--difficulty", "easy", "--bots", "random", "--tables", "options", "-n", "20"]
    shown = " ".join(strikesim("matters", "flint", *grid, "--margin", "40pt", cwd=tmp_path).stdout.split())
    assert "Dead, not one game differs:" in shown
    assert "margin of 40 points" in shown
    assert "write it like 1pt" in strikesim("matters", "flint", "--margin", "much", cwd=tmp_path, code=2).stderr


def test_check_until_decided_stops_early_with_the_exit_code_of_the_verdict(tmp_path: Path) -> None:
    path = tmp_path / "aimed.toml"
    path.write_text(TARGETS.format(band=[0.0, 0.999]).replace("games = 200", "games = 20_000"), encoding="utf-8")
    shown = strikesim("check", str(path), "--until-decided", cwd=tmp_path).stdout
    assert "met" in shown
    assert len(pd.read_parquet(tmp_path / "reports" / "aimed" / "games")) < 2_000


def test_time_says_how_long_games_last(tmp_path: Path) -> None:
    words = ["time", "flint", "--players", "2", "--difficulty", "easy", "--bots", "novice", "-n", "30"]
    shown = " ".join(strikesim(*words, "--seconds-per-decision", "5", cwd=tmp_path, width=200).stdout.split())
    assert re.search(r"Two players, Easy, novice 30 \d", shown)
    assert "at 5 s a decision" in shown
    assert "--seconds-per-decision 8" in strikesim(*words, cwd=tmp_path, code=2).stderr
