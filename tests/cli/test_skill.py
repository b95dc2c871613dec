"""How well bots play, on the command line: bots, ladder and tune."""

import json
from pathlib import Path

from cli.command import strikesim


def test_the_expert_is_listed_and_plays(tmp_path: Path) -> None:
    shown = " ".join(strikesim("bots", "strajk", cwd=tmp_path).stdout.split())
    assert "expert Think ahead: play as the planner does" in shown
    assert "It searches: in 64 playouts" in shown
    words = ["--players", "2", "--bots", "expert,random", "--set", "ruleset.turn_limit=2"]
    assert "expert" in strikesim("play", "strajk", *words, cwd=tmp_path).stdout


def test_ladder_shows_who_beats_whom(tmp_path: Path) -> None:
    words = ["ladder", "strajk", "--bots", "novice,random", "--players", "2", "-n", "20", "-j", "1"]
    shown = strikesim(*words, cwd=tmp_path).stdout
    assert "How well bots play" in shown
    assert "All against all: two players" in shown
    assert "novice above random: shown" in " ".join(shown.split())
    lines = strikesim(*words, "--json", cwd=tmp_path).stdout.splitlines()
    assert [json.loads(line).get("bot") for line in lines] == ["random", "novice", None]


def test_tune_says_what_held_out_games_show(tmp_path: Path) -> None:
    words = ["tune", "planner", "--ruleset", "strajk", "--players", "2", "-n", "2", "--generations", "1", "-j", "1"]
    shown = " ".join(strikesim(*words, cwd=tmp_path).stdout.split())
    assert "No improvement over planner is shown: it wins" in shown
    assert "weights.toml:tuned" in shown
    told = json.loads(strikesim(*words, "--json", cwd=tmp_path).stdout)
    assert told["low"] < told["difference"] < told["high"]
    assert f"{told['folder']}/weights.toml:tuned" in shown


def test_what_cannot_be_tuned_is_one_line(tmp_path: Path) -> None:
    done = strikesim("tune", "expert", "--ruleset", "strajk", "--players", "2", cwd=tmp_path, code=2)
    assert done.stderr == "error: tune expert: it searches; tune the bot that it is made from (planner)\n"
