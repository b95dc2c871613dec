"""No modules import each other in a circle: not when they are loaded, not late, not for their types."""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted((ROOT / "strikesim").rglob("*.py"))
}


def imported(path: Path) -> Iterator[str]:
    """Yield the modules of the package that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in MODULES)
        elif isinstance(node, ast.ImportFrom):
            inner = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name if name in MODULES else str(node.module) for name in inner)


def test_no_module_is_in_a_circle_of_imports() -> None:
    graph = {name: {one for one in imported(path) if one in MODULES} for name, path in MODULES.items()}
    assert graph["strikesim.cli.main"] >= {"strikesim.cli.run", "strikesim.errors"}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" → ".join(error.args[1]))


def test_a_late_import_and_one_for_types_count(tmp_path: Path) -> None:
    file = tmp_path / "one.py"
    file.write_text(
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from strikesim import rng\n"
        "def f():\n    import strikesim.errors\n    from strikesim.report.words import name\n"
    )
    assert set(imported(file)) - {"typing"} == {"strikesim.rng", "strikesim.errors", "strikesim.report.words"}
