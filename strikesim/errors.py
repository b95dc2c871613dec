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


class ClusterError(StrikesimError):
    """A cluster cannot be reached, was lost, or has other versions than its client."""


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


_CONTROLS = {code: f"\\x{code:02x}" for code in (*range(32), *range(127, 160)) if chr(code) not in "\t\n"}


def printable(text: str) -> str:
    r"""Return a text with its control characters, which can steer a terminal, written out.

    Examples
    --------
    >>> printable("a\x1b[2Jb")
    'a\\x1b[2Jb'
    """
    return text.translate(_CONTROLS)


def counted(count: float, unit: str, text: str = "") -> str:
    """Return a number with its unit, which is one of many unless the number is 1.

    Parameters
    ----------
    text
        The number as it is written; '' for digits with separators.

    Examples
    --------
    >>> counted(1, "game"), counted(2000, "game"), counted(1.0, "point", "1"), counted(0, "cell", "no")
    ('1 game', '2,000 games', '1 point', 'no cells')
    """
    return f"{text or f'{count:,}'} {unit}{'' if count == 1 else 's'}"


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
