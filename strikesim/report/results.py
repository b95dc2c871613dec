"""Result folders as Python objects: run a sweep, read it, compare two things, vary what was assumed.

This is where notebooks start: ``import strikesim as ss``, then `ss.run`, `ss.read`, `ss.compare`, `ss.sensitivity`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from strikesim.errors import ResultError
from strikesim.report import comparisons, sweeps
from strikesim.report.findings import Finding, findings_of, judged
from strikesim.stats import assumptions
from strikesim.stats.tables import Tables
from strikesim.sweep import designs, store
from strikesim.sweep.plan import Plan, Sweep, plan, read_sweeps
from strikesim.sweep.run import Run

if TYPE_CHECKING:
    import pandas as pd

REPORTS = "reports"


@dataclass(frozen=True)
class Result:
    """A result folder.

    Attributes
    ----------
    folder
        Where it is.
    manifest
        What was run: ruleset, seed, cells, versions (``manifest.json``).
    """

    folder: Path
    manifest: Mapping[str, Any] = field(repr=False)

    @cached_property
    def _sweep(self) -> sweeps.Sweep:
        (sweep,) = sweeps.read([self.folder])
        return sweep

    @property
    def tables(self) -> Tables:
        """Return all that is counted over the games (see `strikesim.stats.tables.Tables`), in a report's order.

        These are ``rates``, ``seats``, ``endings``, ``lengths``, ``factors`` and ``means``. All start with ``cell`` and
        the axes of the grid.
        """
        return self._sweep.tables

    @property
    def rates(self) -> "pd.DataFrame":
        """Return win rates and shares of endings with their Wilson 95 % intervals, one row each.

        Columns: ``cell``, the axes, ``of`` (team, order of play, bot, end), ``who``, ``games``, ``count``, ``rate``,
        ``low``, ``high``, ``fair``.
        """
        return self.tables.rates

    @property
    def findings(self) -> "list[Finding]":
        """Return what a report would say of the sweep: sentences, each with its interval, its topic and its setting.

        Topics are level, seats, bots, share, endings, factors, length, assumptions, or an axis such as difficulty.
        """
        return findings_of(self._sweep)

    @property
    def verdicts(self) -> "pd.DataFrame":
        """Return the rates of who wins, each with a verdict against the sweep's target.

        Columns are those of `rates` and what `strikesim.stats.targets.verdicts` adds.

        Raises
        ------
        ResultError
            The sweep has no target.
        """
        if not self.manifest.get("target"):
            raise ResultError(
                f"{self.folder}: the sweep has no target; give it one, such as target.win_rate = [0.35, 0.55]"
            )
        return judged(self._sweep)

    @property
    def tornado(self) -> "pd.DataFrame":
        """Return how far each single change moves the win rates (see `strikesim.stats.assumptions.tornado`).

        Raises
        ------
        ResultError
            The sweep has no variants beside a baseline.
        """
        return assumptions.tornado(self.manifest, store.iterate_parts(self.folder, self.manifest))

    @property
    def band(self) -> "pd.DataFrame":
        """Return how far random combinations spread the win rates (see `strikesim.stats.assumptions.band`).

        Raises
        ------
        ResultError
            The sweep has no variants beside a baseline.
        """
        return assumptions.band(self.manifest, self.rates)

    def games(self) -> "pd.DataFrame":
        """Return all games, one row each, with the axes of their cell in front."""
        return store.read_games(self.folder)


def read(folder: "str | Path") -> Result:
    """Read a result folder.

    Raises
    ------
    ResultError
        It is no result folder, or its manifest is damaged.
    """
    return Result(Path(folder), store.read_manifest(Path(folder)))


def run(*, out: "str | Path" = REPORTS, jobs: "int | None" = None, **sweep: Any) -> Result:
    """Play a sweep.

    Parameters
    ----------
    out
        The folder in which the sweep gets one of its own. What it holds already is not played again.
    jobs
        Threads; None: one for each core.
    **sweep
        The keys of a table ``[[sweep]]`` of a sweep file: ``name``, ``ruleset``, ``games``, and perhaps ``seed``,
        ``grid``, ``variants``, ``target``.

    Raises
    ------
    ConfigError, RulesetError, BotError, ResultError
        The sweep asks for something that is not there, or the folder holds another one.
    """
    return _play(designs.sweep_of("run", **sweep), out, jobs)


def run_file(path: "str | Path", *, out: "str | Path" = REPORTS, jobs: "int | None" = None) -> list[Result]:
    """Play all sweeps of a sweep file; see `run`."""
    return [_play_plan(one, out, jobs) for one in read_sweeps(Path(path))]


def _play(sweep: Sweep, out: "str | Path", jobs: "int | None") -> Result:
    return _play_plan(plan(sweep, Path(), f"sweep '{sweep.name}'"), out, jobs)


def _play_plan(planned: Plan, out: "str | Path", jobs: "int | None") -> Result:
    folder = Path(out) / planned.sweep.name
    Run(planned, folder, jobs).go()
    return read(folder)


# ---- comparisons -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Comparison:
    """Two variants or bots on common random numbers.

    Attributes
    ----------
    result
        The games of both.
    table
        One row for each setting and quantity, see `strikesim.report.comparisons.compare_cells`.
    """

    result: Result
    table: "pd.DataFrame" = field(repr=False)

    @property
    def sentences(self) -> list[str]:
        """Return what the table says of who wins."""
        return [f"{setting}: {sentence}" for setting, told in comparisons.said(self.table) for sentence in told]


def compare(
    a: str,
    b: str,
    *,
    ruleset: "str | None" = None,
    against: "str | None" = None,
    out: "str | Path" = REPORTS,
    jobs: "int | None" = None,
    **keys: Any,
) -> Comparison:
    """Compare two variants, or two bots, on common random numbers.

    Parameters
    ----------
    a, b
        Two rulesets (a game's name, a TOML file that extends one, `b` also one change KEY=VALUE); or two bots.
    ruleset
        The ruleset under which two bots are compared.
    against
        In a competitive game the bots of the other seats; default: `a`.
    out, jobs
        As for `run`.
    **keys
        ``games``, and perhaps ``seed`` and ``grid``.
    """
    result = _play(designs.comparison(a, b, ruleset, against, **keys), out, jobs)
    return Comparison(result, comparisons.compare_cells(result.folder, result.manifest))


def sensitivity(
    ruleset: str, *, combinations: int = 40, out: "str | Path" = REPORTS, jobs: "int | None" = None, **keys: Any
) -> Result:
    """Vary everything that was assumed, and every switch: one at a time, and in random combinations.

    What it says is in the result's `tornado` and `band`.

    Parameters
    ----------
    ruleset
        A game's name, or a TOML file that extends one: the baseline.
    combinations
        Number of random combinations.
    out, jobs
        As for `run`.
    **keys
        ``games``, and perhaps ``seed`` and ``grid``.
    """
    return _play(designs.sensitivity(ruleset, combinations, **keys), out, jobs)
