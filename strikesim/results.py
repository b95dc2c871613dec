"""Questions and their answers: play a sweep, compare two things, vary what was assumed, check targets.

This is where notebooks start: ``import strikesim as ss``, then `ss.run`, `ss.read`, `ss.compare`, `ss.sensitivity`. The
command line asks the same functions, so that both leave the same files behind.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from strikesim.defaults import COMBINATIONS, COMPARE_GAMES, REPORTS, SENSITIVITY_GAMES
from strikesim.errors import ConfigError
from strikesim.sweep import designs
from strikesim.sweep.config import Sweep
from strikesim.sweep.files import write_table
from strikesim.sweep.plan import Plan, plan, read_sweeps
from strikesim.sweep.run import Progress, Run

if TYPE_CHECKING:
    from strikesim.report.comparisons import Comparison
    from strikesim.report.result import Result

__all__ = ["check", "compare", "run", "run_file", "sensitivity"]

COMPARISON, TORNADO, BAND = "comparison.csv", "tornado.csv", "band.csv"
Announce = Callable[..., None]
Watch = Callable[[Run], AbstractContextManager[Callable[[Progress], None]]]


def _silent(*games: str) -> None:
    """Announce nothing."""


def _unwatched(job: Run) -> "AbstractContextManager[Callable[[Progress], None]]":
    """Let nobody listen."""
    return nullcontext(job.listen)


def run(
    *,
    out: "str | Path" = REPORTS,
    jobs: "int | None" = None,
    announce: Announce = _silent,
    watch: Watch = _unwatched,
    **sweep: Any,
) -> "Result":
    """Play a sweep, and write its tables and figures.

    Parameters
    ----------
    out
        The folder in which the sweep gets one of its own. What it holds already is not played again.
    jobs
        Threads; None: one for each core.
    announce
        Called with the names of the games before they are loaded, which may take a while.
    watch
        Opened around the games, with the run about to start; what it gives is told of every chunk that was played. An
        interrupt passes through it when the finished games are stored.
    **sweep
        The keys of a table ``[[sweep]]`` of a sweep file: ``name``, ``ruleset``, ``games``, and perhaps ``seed``,
        ``grid``, ``variants``, ``target``.

    Raises
    ------
    ConfigError, RulesetError, BotError, ResultError
        The sweep asks for something that is not there, or the folder holds another one.
    """
    asked = designs.sweep_of("run", **sweep)
    return _play(_planned(asked, f"sweep '{asked.name}'", announce), out, jobs, watch)


def run_file(path: "str | Path", **keys: Any) -> "list[Result]":
    """Play all sweeps of a sweep file.

    Parameters
    ----------
    path
        The TOML file.
    **keys
        As for `each_of_file`.
    """
    return list(each_of_file(path, **keys))


def each_of_file(
    path: "str | Path",
    *,
    out: "str | Path" = REPORTS,
    jobs: "int | None" = None,
    announce: Announce = _silent,
    watch: Watch = _unwatched,
    **overrides: Any,
) -> "Iterator[Result]":
    """Check all sweeps of a sweep file, then play one after the other and yield its result.

    Parameters
    ----------
    path
        The TOML file.
    out, jobs, announce, watch
        As for `run`.
    **overrides
        ``games``, ``seed`` and ``grid``, instead of what the file says; None: as it says.
    """
    for planned in read_sweeps(Path(path), overrides, announce):
        yield _play(planned, out, jobs, watch)


def check(
    path: "str | Path",
    *,
    out: "str | Path" = REPORTS,
    jobs: "int | None" = None,
    announce: Announce = _silent,
    watch: Watch = _unwatched,
    **overrides: Any,
) -> "Iterator[Result]":
    """Play the sweeps of a sweep file in which all have targets; the results' `verdicts` say whether they are met.

    Parameters
    ----------
    path, out, jobs, announce, watch, **overrides
        As for `each_of_file`.

    Raises
    ------
    ConfigError
        A sweep has no target.
    """
    plans = read_sweeps(Path(path), overrides, announce)
    for planned in plans:
        if planned.sweep.target is None:
            raise ConfigError(
                f"{path}: sweep '{planned.sweep.name}' has no [sweep.target];"
                " say win_rate = [lowest, highest] or audience = …"
            )
    for planned in plans:
        yield _play(planned, out, jobs, watch)


def compare(
    a: str,
    b: str,
    *,
    ruleset: "str | None" = None,
    against: "str | None" = None,
    out: "str | Path" = REPORTS,
    jobs: "int | None" = None,
    announce: Announce = _silent,
    watch: Watch = _unwatched,
    **keys: Any,
) -> "Comparison":
    """Compare two variants, or two bots, on common random numbers.

    Parameters
    ----------
    a, b
        Two rulesets (a game's name, a TOML file that extends one, `b` also one change KEY=VALUE); or two bots.
    ruleset
        The ruleset under which two bots are compared.
    against
        In a competitive game the bots of the other seats; default: `a`.
    out, jobs, announce, watch
        As for `run`.
    **keys
        Perhaps ``games`` (else COMPARE_GAMES), ``seed`` and ``grid``.
    """
    sweep = designs.comparison(a, b, ruleset, against, **_sized(keys, COMPARE_GAMES))
    result = _play(_planned(sweep, f"compare {a} {b}", announce), out, jobs, watch)
    from strikesim.report.comparisons import Comparison

    write_table(result.folder / COMPARISON, result.comparison)
    return Comparison(result, result.comparison)


def sensitivity(
    ruleset: str,
    *,
    combinations: int = COMBINATIONS,
    out: "str | Path" = REPORTS,
    jobs: "int | None" = None,
    announce: Announce = _silent,
    watch: Watch = _unwatched,
    **keys: Any,
) -> "Result":
    """Vary everything that was assumed, and every switch: one at a time, and in random combinations.

    What it says is in the result's `tornado` and `band`.

    Parameters
    ----------
    ruleset
        A game's name, or a TOML file that extends one: the baseline.
    combinations
        Number of random combinations.
    out, jobs, announce, watch
        As for `run`.
    **keys
        Perhaps ``games`` (else SENSITIVITY_GAMES), ``seed`` and ``grid``.
    """
    sweep = designs.sensitivity(ruleset, combinations, **_sized(keys, SENSITIVITY_GAMES))
    result = _play(_planned(sweep, f"sensitivity {ruleset}", announce), out, jobs, watch)
    write_table(result.folder / TORNADO, result.tornado)
    write_table(result.folder / BAND, result.band)
    return result


def _sized(keys: Mapping[str, Any], games: int) -> dict[str, Any]:
    """Return the keys of a sweep with a number of games, if they say neither that nor a precision."""
    return dict(keys) if {"games", "precision"} & keys.keys() else {**keys, "games": games}


def _planned(sweep: Sweep, where: str, announce: Announce) -> Plan:
    return plan(sweep, Path(), where, announce=announce)


def _play(planned: Plan, out: "str | Path", jobs: "int | None", watch: Watch) -> "Result":
    """Play what a sweep's folder still lacks, and write its tables and figures."""
    job = Run(planned, Path(out) / planned.sweep.name, jobs)
    with watch(job) as job.listen:
        job.go()
    # What draws takes a second to load: after the games, of which a rate is then seen at once.
    from strikesim.report.folder import summarise_folder
    from strikesim.report.result import read

    result = read(job.store.folder)
    summarise_folder(result)
    return result
