"""The examples in docstrings are true."""

import doctest
import pkgutil
from importlib import import_module

import pytest

import strikesim

MODULES = [module.name for module in pkgutil.walk_packages(strikesim.__path__, "strikesim.")]
NO_MODULES = ("strikesim.__main__", "strikesim.start.starter")  # a program, and what a bot is written from


@pytest.mark.parametrize("name", [name for name in MODULES if name not in NO_MODULES])
def test_examples(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0
