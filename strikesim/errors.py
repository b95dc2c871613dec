"""The errors that strikesim raises for its users to read."""

import os


class StrikesimError(Exception):
    """Something the user can mend: the message says what, where, and what to do instead.

    The command line prints it as one ``error:`` line and exits with `exit_code`.
    """

    exit_code = 2


class ConfigError(StrikesimError):
    """A sweep file or a command-line option asks for something that is not there."""


class RulesetError(StrikesimError):
    """A ruleset file is broken, or contradicts itself."""


class BotError(StrikesimError):
    """A bot cannot be found or compiled, or broke the rules of the table."""


class ResultError(StrikesimError):
    """A result folder is damaged, cannot be written, or belongs to another sweep."""


def check_environment() -> None:
    """Refuse a variable with which numba cannot be imported.

    Raises
    ------
    ConfigError
        ``NUMBA_NUM_THREADS`` is not a whole number above 0.
    """
    threads = os.environ.get("NUMBA_NUM_THREADS", "1")
    if not threads.strip().isdecimal() or int(threads) < 1:
        raise ConfigError(f"NUMBA_NUM_THREADS={threads} in the environment; unset it, or give a whole number above 0")


def near(name: str, known: "list[str] | tuple[str, ...]") -> str:
    """Return ``; did you mean 'x'?`` for the nearest of the known names, else the list of them.

    Examples
    --------
    >>> near("plannr", ["planner", "novice"])
    "; did you mean 'planner'?"
    >>> near("zzz", ["planner", "novice"])
    '; known: novice, planner'
    """
    import difflib

    matches = difflib.get_close_matches(name, known, n=1)
    if matches:
        return f"; did you mean '{matches[0]}'?"
    return f"; known: {', '.join(sorted(known))}" if known else ""
