"""What is shipped, and what is written about it."""

import re
import subprocess
import sys
from pathlib import Path
from pkgutil import resolve_name
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "strikesim"
REFERENCE = re.compile(r"(?<!`)`(strikesim(?:\.\w+)+)`(?!`)")


def test_the_wheel_holds_every_file_of_the_package(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path], cwd=ROOT, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    files = {path.relative_to(ROOT).as_posix() for path in PACKAGE.rglob("*") if path.is_file()}
    expected = {name for name in files if "__pycache__" not in name}
    assert "strikesim/py.typed" in expected
    assert expected == {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_what_a_docstring_refers_to_exists(path: Path) -> None:
    for name in REFERENCE.findall(path.read_text(encoding="utf-8")):
        resolve_name(name)


def test_the_example_of_the_step_api_plays_a_game() -> None:
    played = subprocess.run([sys.executable, ROOT / "docs" / "random_game.py"], check=True, capture_output=True)
    assert re.fullmatch(rb"A (win|loss) in turn \d+\n", played.stdout)
