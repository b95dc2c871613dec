"""strikesim tells whether a board game is fair and hard enough, and how sure that is.

Public names are loaded when they are first used: importing the package loads neither numpy nor numba.
"""

from typing import Any

__version__ = "0.1.0"
_HOMES = {
    "advise": "strikesim.questions.advise:advise",
    "bot": "strikesim.games.bot:bot",
    "calibrate": "strikesim.questions.calibrate:calibrate",
    "compare": "strikesim.questions.compare:compare",
    "duration": "strikesim.questions.duration:duration",
    "figures": "strikesim.report.figures",
    "findings": "strikesim.report.findings.gather:findings_of",
    "fit": "strikesim.questions.fit:fit",
    "ladder": "strikesim.questions.ladder:ladder",
    "matters": "strikesim.questions.matters:matters",
    "read": "strikesim.result:read",
    "run": "strikesim.questions.run:run",
    "run_file": "strikesim.questions.run:run_file",
    "sensitivity": "strikesim.questions.sensitivity:sensitivity",
    "tune": "strikesim.questions.tune:tune",
    "verify": "strikesim.questions.verify:verify",
    "words": "strikesim.report.words",
    "write_report": "strikesim.report.page:write_report",
}
__all__ = ["__version__", *_HOMES]


def __getattr__(name: str) -> Any:
    from pkgutil import resolve_name

    if name not in _HOMES:
        raise AttributeError(f"module 'strikesim' has no attribute '{name}'")
    return resolve_name(_HOMES[name])


def __dir__() -> list[str]:
    return __all__
