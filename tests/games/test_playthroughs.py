"""Recorded games are played again, ply by ply the same (how to record them: tests/record.py)."""

from difflib import unified_diff
from pathlib import Path

import pytest

from record import FOLDER, paths, settings_of, text_of
from strikesim.games import registry

PLAYABLE = [name for name in registry.names() if (registry.FOLDER / name / "bots.py").is_file()]


@pytest.mark.parametrize("name", PLAYABLE)
def test_every_game_has_a_playthrough(name: str) -> None:
    found = [path for path in paths() if path.parent.name == name]
    assert found, f"tests/playthroughs/{name}/ has no playthrough; tests/record.py says how to record one"


@pytest.mark.parametrize("path", paths(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_recorded_game_is_played_the_same_again(path: Path) -> None:
    recorded, played = path.read_text(encoding="utf-8").splitlines(), text_of(path).splitlines()
    difference = list(unified_diff(recorded, played, "recorded", "played now", lineterm="", n=2))
    shown = "\n".join(difference[:40])
    assert not difference, f"{path.name} is played differently; if that is meant: python tests/record.py\n{shown}"


@pytest.mark.parametrize("path", paths(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_playthrough_says_how_it_was_made(path: Path) -> None:
    assert path.parent.parent == FOLDER
    assert {"players", "bots", "seed", "game"} <= {line.split(" = ")[0] for line in settings_of(path).splitlines()}
