"""Every clause, ruling, assumption, invariant and example of a game's RULES.md is named by some test of that game."""

import re
from pathlib import Path

import pytest

from strikesim.games import registry

TESTS = Path(__file__).parent
TESTED = [name for name in registry.names() if (TESTS / name).is_dir()]
CLAUSE = re.compile(r"^- ([A-Z]{3}-[A-Z]?\d+)\b", re.MULTILINE)
NAMED = re.compile(r'"([A-Z]{3}-[A-Z]?\d+)"')
MARKED = re.compile(r'mark\.rule\("([A-Z]{3}-[A-Z]?\d+)"\)')


def sources_of(name: str) -> list[str]:
    return [path.read_text(encoding="utf-8") for path in (TESTS / name).glob("test_*.py")]


@pytest.mark.parametrize("name", TESTED)
def test_every_clause_is_named_by_a_test_and_every_mark_names_a_clause(name: str) -> None:
    clauses = set(CLAUSE.findall((registry.FOLDER / name / "RULES.md").read_text(encoding="utf-8")))
    source = "\n".join(sources_of(name))
    missing = clauses - set(NAMED.findall(source))
    assert not missing, f"no test names {sorted(missing)}"
    assert set(MARKED.findall(source)) <= clauses
