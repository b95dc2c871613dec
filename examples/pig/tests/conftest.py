"""What pytest is told: marks that name the clause which a test proves."""

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Make the mark known."""
    config.addinivalue_line("markers", "rule(id): the clause of RULES.md that the test proves")
    config.addinivalue_line("filterwarnings", "ignore:First-class function type feature is experimental")
