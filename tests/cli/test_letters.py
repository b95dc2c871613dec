"""What reaches a terminal: letters that it has, whole keys, and nothing that it would obey."""

import codecs
import json
from pathlib import Path

import pytest

from cli.command import strikesim, strikesim_apart
from strikesim.cli.letters import look_alike
from strikesim.games import registry, ruleset

ASCII = {"PYTHONIOENCODING": "ascii"}
C = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
PLAY = ("play", "strajk", "--players", "2", "--bots", "random", "--set", "ruleset.turn_limit=2")


def test_each_letter_has_one_that_looks_like_it() -> None:
    codecs.register_error("look_alike", look_alike)
    text = "Skok do wolności – 4.1\u00a0% ±0.5 × 2, “łódź” … −3 日"
    assert text.encode("ascii", "look_alike") == b'Skok do wolnosci - 4.1 % +/-0.5 x 2, "lodz" ... -3 \\u65e5'
    assert "±0.5 – 1".encode("latin-1", "look_alike") == b"\xb10.5 - 1"


@pytest.mark.parametrize("poor", [ASCII, C], ids=["ascii", "C"])
def test_a_poor_terminal_gets_no_question_mark_and_no_crash(tmp_path: Path, poor: dict[str, str]) -> None:
    for words in (("rulesets", "show", "strajk"), ("rulesets", "list"), PLAY):
        shown = strikesim_apart(*words, cwd=tmp_path, variables=poor).stdout
        assert shown.isascii()
        assert shown.count("?") == strikesim(*words, cwd=tmp_path).stdout.count("?")


@pytest.mark.parametrize("poor", [ASCII, C], ids=["ascii", "C"])
def test_json_is_the_same_whatever_the_terminal(tmp_path: Path, poor: dict[str, str]) -> None:
    whole = strikesim(*PLAY, "--json", cwd=tmp_path).stdout
    assert not whole.isascii()
    assert json.loads(whole.splitlines()[0])
    assert strikesim_apart(*PLAY, "--json", cwd=tmp_path, variables=poor).stdout == whole


@pytest.mark.parametrize("name", registry.names())
def test_every_key_of_a_ruleset_is_shown_whole(tmp_path: Path, name: str) -> None:
    shown = strikesim("rulesets", "show", name, cwd=tmp_path, width=80).stdout
    first = {line.split(" ")[0] for line in shown.splitlines()}
    keys = {key for key, _ in ruleset.leaves(ruleset.components(ruleset.read_layers(name).data()))}
    assert keys <= first
    assert max(map(len, shown.splitlines())) <= 90  # the longest key, the longest word and the longest source


def test_what_a_terminal_would_obey_is_refused_or_written_out(tmp_path: Path) -> None:
    (tmp_path / "loud.toml").write_text('extends = "strajk"\n[ruleset]\ntitle = "\\u001b[2J"\n')
    refused = strikesim("rulesets", "show", "loud.toml", cwd=tmp_path, code=2).stderr
    assert "'\\x1b[2J' has a control character" in refused
    for words in (["report", "\x1b[2J"], ["run", "\x1b[2J.toml"], ["play", "strajk", "--set", "a=\x1b[2J"]):
        assert "\x1b" not in strikesim(*words, cwd=tmp_path, code=2).stderr
    (tmp_path / "sweep.toml").write_text(
        '[[sweep]]\nname = "s"\nruleset = "strajk"\ngames = 1\n[sweep.variants]\n"\\u0007" = {}\n'
    )
    assert "has a control character" in strikesim("run", "sweep.toml", cwd=tmp_path, code=2).stderr


def test_brackets_are_no_markup(tmp_path: Path) -> None:
    (tmp_path / "red.toml").write_text('extends = "strajk"\n[ruleset]\ntitle = "[red]Strajk[/red]"\n')
    assert "[red]Strajk[/red]" in strikesim("rulesets", "show", "red.toml", cwd=tmp_path).stdout
