"""strikesim tells whether a board game is fair and hard enough, and how sure that is.

Public names are loaded when they are first used: importing the package loads neither numpy nor numba.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from strikesim.games.bot import bot as bot
    from strikesim.report import figures as figures
    from strikesim.report import words as words
    from strikesim.report.page import write as write_report  # noqa: F401
    from strikesim.report.results import compare as compare
    from strikesim.report.results import read as read
    from strikesim.report.results import run as run
    from strikesim.report.results import run_file as run_file
    from strikesim.report.results import sensitivity as sensitivity

__version__ = "0.1.0"
_HOMES = {
    "bot": ("strikesim.games.bot", "bot"),
    "compare": ("strikesim.report.results", "compare"),
    "figures": ("strikesim.report.figures", None),
    "read": ("strikesim.report.results", "read"),
    "run": ("strikesim.report.results", "run"),
    "run_file": ("strikesim.report.results", "run_file"),
    "sensitivity": ("strikesim.report.results", "sensitivity"),
    "words": ("strikesim.report.words", None),
    "write_report": ("strikesim.report.page", "write"),
}
__all__ = ["__version__", *_HOMES]


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module 'strikesim' has no attribute '{name}'")
    home, attribute = _HOMES[name]
    module = import_module(home)
    return getattr(module, attribute) if attribute else module


def __dir__() -> list[str]:
    return __all__
