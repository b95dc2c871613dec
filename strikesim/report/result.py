"""A result folder as an object: its tables in a report's order, what they say, and what belongs together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import pandas as pd

from strikesim.errors import ResultError
from strikesim.report import order, words
from strikesim.report.comparisons import compare_cells
from strikesim.report.findings import Finding, findings_of
from strikesim.stats import assumptions, tables, targets
from strikesim.stats.counts import Parts
from strikesim.stats.tables import Tables
from strikesim.sweep import store
from strikesim.sweep.config import VARIANT
from strikesim.sweep.designs import BASELINE
from strikesim.sweep.manifest import Manifest, Part

BESIDE = ("players", "difficulty")  # axes that figures and sentences put side by side; the others make a setting
DETAILS = 4  # the most cells of a setting that are shown in detail


@dataclass(frozen=True)
class Result:
    """A result folder.

    Attributes
    ----------
    folder
        Where it is.
    manifest
        What was run: ruleset, seed, cells, version (``manifest.json``).
    parts
        Which games are stored (``parts.json``).
    """

    folder: Path
    manifest: Manifest = field(repr=False)
    parts: Sequence[Part] = field(repr=False)

    # ---- what a notebook asks for

    @cached_property
    def tables(self) -> Tables:
        """Return all that is counted over the games (see `strikesim.stats.tables.Tables`), in a report's order.

        These are ``rates``, ``seats``, ``endings``, ``lengths``, ``factors`` and ``means``. All start with ``cell`` and
        the axes of the grid.
        """
        return order.ordered(self, tables.tabulate(self.manifest, self._games()))

    @property
    def rates(self) -> pd.DataFrame:
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
        return findings_of(self)

    @property
    def verdicts(self) -> pd.DataFrame:
        """Return the rates of who wins, each with a verdict against the sweep's target.

        Columns are those of `rates` and what `strikesim.stats.targets.verdicts` adds.

        Raises
        ------
        ResultError
            The sweep has no target.
        """
        if self.manifest.sweep.target is None:
            raise ResultError(
                f"{self.folder}: the sweep has no target; give it one, such as target.win_rate = [0.35, 0.55]"
            )
        return self.judged

    @cached_property
    def tornado(self) -> pd.DataFrame:
        """Return how far each single change moves the win rates (see `strikesim.stats.assumptions.tornado`).

        Raises
        ------
        ResultError
            The sweep has no variants beside a baseline.
        """
        return assumptions.tornado(self.manifest, self._games())

    @cached_property
    def band(self) -> pd.DataFrame:
        """Return how far random combinations spread the win rates (see `strikesim.stats.assumptions.band`).

        Raises
        ------
        ResultError
            The sweep has no variants beside a baseline.
        """
        return assumptions.band(self.manifest, self.rates)

    @cached_property
    def comparison(self) -> pd.DataFrame:
        """Return two variants or bots compared (see `strikesim.report.comparisons.compare_cells`).

        Raises
        ------
        ResultError
            There is nothing to compare, or too few games are stored.
        """
        return compare_cells(self)

    def games(self) -> pd.DataFrame:
        """Return all games, one row each, with the axes of their cell in front."""
        return store.read_games(self.folder)

    def _games(self) -> Parts:
        return store.iterate_parts(self.folder, self.manifest, self.parts)

    # ---- what a report asks for

    @cached_property
    def judged(self) -> pd.DataFrame:
        """Return the rates of who wins, with their verdicts if the sweep has a target."""
        rates = tables.sides(self.rates)
        if self.baseline is not None:
            rates = rates[rates[VARIANT] == self.baseline]
        return targets.judge(rates, self.manifest.sweep.target)

    @property
    def name(self) -> str:
        """Return the sweep's name."""
        return self.manifest.name

    @property
    def cooperative(self) -> bool:
        """Return whether all win or lose together."""
        return self.manifest.ruleset.kind == "cooperative"

    @cached_property
    def axes(self) -> list[str]:
        """Return the axes of the grid."""
        return self.manifest.axes

    @cached_property
    def outside(self) -> list[str]:
        """Return the axes that make a setting."""
        return [axis for axis in self.axes if axis not in BESIDE]

    @cached_property
    def baseline(self) -> "str | None":
        """Return, of a sweep over assumed components, the variant in which nothing is changed; else None."""
        return BASELINE if self.manifest.sweep.design == "sensitivity" else None

    @property
    def compares(self) -> bool:
        """Return whether the sweep was made to compare two things on common random numbers."""
        return self.manifest.sweep.design == "comparison"

    @cached_property
    def settings(self) -> "list[dict[str, Any]]":
        """Return all settings, the one that the report is about first: the most skilled bots, the first values else.

        Of the variants of a sweep over assumed components only the baseline is a setting.
        """
        cells = self.tables.rates[self.outside].drop_duplicates()
        found = [
            dict(zip(self.outside, map(words.known, values), strict=True)) for values in cells.itertuples(index=False)
        ]
        return [setting for setting in found if self.baseline is None or setting[VARIANT] == self.baseline]

    def rows(self, name: str, setting: Mapping[str, Any]) -> pd.DataFrame:
        """Return the rows of one of the tables that belong to a setting."""
        return self.choose(getattr(self.tables, name), setting)

    def choose(self, table: pd.DataFrame, setting: Mapping[str, Any]) -> pd.DataFrame:
        """Return the rows of a table that belong to a setting."""
        for axis, value in setting.items():
            if not table.empty:
                table = table[table[axis].isna() if value is None else table[axis] == value]
        return table

    def of_cell(self, name: str, cell: int) -> pd.DataFrame:
        """Return the rows of one of the tables that belong to a cell."""
        table: pd.DataFrame = getattr(self.tables, name)
        return table if table.empty else table[table["cell"] == cell]

    def details(self, setting: Mapping[str, Any]) -> "list[tuple[int, dict[str, Any]]]":
        """Return the cells of a setting that are shown in detail: those of the default difficulty, at most DETAILS."""
        cells = self.rows("rates", setting).drop_duplicates("cell")
        known = list(dict.fromkeys(cells["difficulty"].map(words.known)))
        default = self.data["ruleset"].get("default_difficulty")
        difficulty = default if default in known else known[len(known) // 2]
        cells = self.choose(cells, {"difficulty": difficulty})[:DETAILS]
        return [(row["cell"], {axis: words.known(row[axis]) for axis in BESIDE}) for row in cells.to_dict("records")]

    @property
    def data(self) -> "Mapping[str, Any]":
        """Return the ruleset's data of the first setting's first cell."""
        first = self.tables.rates["cell"].iloc[0]
        return self.manifest.data_of(self.manifest.cells[first])

    @property
    def shortfall(self) -> str:
        """Return how many games are there so far, or '' if the sweep is done."""
        wanted = (self.manifest.sweep.games or 0) * len(self.manifest.cells)
        stored = sum(part.games for part in self.parts)
        if not 0 < stored < wanted:
            return ""
        return f"{self.name} is not finished: {stored:,} of {wanted:,} games so far."


def read(folder: "str | Path") -> Result:
    """Read a result folder.

    Raises
    ------
    ResultError
        It is no result folder, or its manifest is damaged.
    """
    return Result(Path(folder), *store.read_folder(Path(folder)))


def read_together(folders: "Sequence[Path]") -> "list[Result]":
    """Read the folders of one report.

    Raises
    ------
    ResultError
        There is none; one is no result folder, is damaged or has no games; they are of different rulesets or versions.
    """
    if not folders:
        raise ResultError("name at least one result folder")
    places = [folder.resolve() for folder in folders]
    for k, folder in enumerate(folders):
        if places[k] in places[:k]:
            raise ResultError(f"{folder}: named twice; name each folder once")
    results = [read(folder) for folder in folders]
    for result in results:
        _refuse_other(results[0], result)
        if not result.parts:
            raise ResultError(f"{result.folder}: no games are stored yet; run the sweep first")
    return results


def _refuse_other(first: Result, other: Result) -> None:
    expected, manifest = first.manifest, other.manifest
    for key, what in (("name", "ruleset"), ("title", "title"), ("version", "version of the ruleset")):
        wanted, found = getattr(expected.ruleset, key), getattr(manifest.ruleset, key)
        if wanted != found:
            raise ResultError(
                f"{other.folder}: {what} '{found}', but {first.folder} has '{wanted}';"
                " a report is about one ruleset: make one for each"
            )
    if expected.strikesim != manifest.strikesim:
        raise ResultError(
            f"{other.folder}: made by strikesim {manifest.strikesim}, but {first.folder} by"
            f" {expected.strikesim}; run the older one again"
        )
