"""A result folder as an object: what was asked for, which games are stored, and the tables counted over them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import pandas as pd

from strikesim.errors import ResultError, counted
from strikesim.stats import assumptions, paired, tables, targets
from strikesim.stats.counts import ORDER, Parts
from strikesim.stats.intervals import CONFIDENCE
from strikesim.stats.tables import Tables
from strikesim.sweep import designs, store
from strikesim.sweep.config import BASELINE, VARIANT, Sweep
from strikesim.sweep.manifest import MANIFEST, Manifest, Part
from strikesim.sweep.rows import COOPERATIVE, ended, won_games

T = TypeVar("T", pd.DataFrame, "pd.Series[Any]")


@dataclass(frozen=True)
class Result:
    """A result folder.

    All tables are in the order of the grid; their keys are those of the ruleset.

    Attributes
    ----------
    folder
        Where it is.
    manifest
        What was run: the sweep, its cells, their rulesets (``manifest.json``).
    parts
        Which games are stored (``parts.json``).
    """

    folder: Path
    manifest: Manifest = field(repr=False)
    parts: Sequence[Part] = field(repr=False)

    @cached_property
    def tables(self) -> Tables:
        """Return all that is counted over the games (see `strikesim.stats.tables.Tables`).

        These are ``rates``, ``seats``, ``endings``, ``lengths``, ``factors``, ``means`` and ``cells``. All start with
        ``cell`` and the axes of the grid.
        """
        return self._counted[0]

    @property
    def won(self) -> dict[int, pd.DataFrame]:
        """Return for each cell which side won which game (see `strikesim.sweep.rows.won_games`)."""
        return self._counted[1]

    @property
    def ended(self) -> "dict[int, pd.Series[Any]]":
        """Return for each cell how each of its games ended (see `strikesim.sweep.rows.ended`)."""
        return self._counted[2]

    @cached_property
    def _counted(self) -> "tuple[Tables, dict[int, pd.DataFrame], dict[int, pd.Series[Any]]]":
        """Read all games once."""
        won: dict[int, list[pd.DataFrame]] = {}
        ends: dict[int, list[pd.Series[Any]]] = {}

        def noted() -> Parts:
            for cell, games in self._parts():
                won.setdefault(cell.index, []).append(won_games(self.manifest.ruleset.kind, cell.line_up, games))
                ends.setdefault(cell.index, []).append(ended(games))
                yield cell, games

        found = tables.tabulate(self.manifest, noted())
        return found, _joined(won), _joined(ends)

    @property
    def rates(self) -> pd.DataFrame:
        """Return win rates and shares of endings with their 95 % intervals, one row each.

        Columns: ``cell``, the axes, ``of`` (team, order of play, bot, end), ``who``, ``games``, ``count``, ``rate``,
        ``low``, ``high``, ``fair``.
        """
        return self.tables.rates

    @cached_property
    def judged(self) -> pd.DataFrame:
        """Return the rates of who wins, with a verdict on each if the sweep has a target.

        Columns are those of `rates` and what `strikesim.stats.targets.judge` adds. Of a sweep over assumed
        components the baseline alone is judged; of cells with the same games the first one, for all of them.
        """
        rates = tables.sides(self.rates)
        if self.baseline is not None:
            rates = rates[rates[VARIANT] == self.baseline]
        if self._asks_of_seats:  # of those of mixed line-ups, too, beside the bots
            rates = self.rates[(self.rates["of"] == ORDER) | self.rates.index.isin(rates.index)]
        first = tables.first_alike(rates["cell"], self.same_as)
        judged = targets.judge(rates[rates["cell"] == first], self.manifest.sweep.target, self.unfinished)
        return _for_all(rates, first, judged)

    @property
    def _asks_of_seats(self) -> bool:
        target = self.manifest.sweep.target
        return target is not None and target.audience is not None and targets.PRESETS[target.audience].relative

    @property
    def unfinished(self) -> pd.DataFrame:
        """Return the share of unfinished games of each cell that has any (see `strikesim.stats.tables.unfinished`)."""
        return tables.unfinished(self.rates)

    @property
    def verdicts(self) -> pd.DataFrame:
        """Return the rows of `judged` that have a verdict.

        Raises
        ------
        ResultError
            The sweep has no target.
        """
        if self.manifest.sweep.target is None:
            raise ResultError(
                f"{self.folder}: the sweep has no target; give it one, such as target.win_rate = [0.35, 0.55]"
            )
        return self.judged[self.judged["verdict"] != ""]

    @cached_property
    def tornado(self) -> pd.DataFrame:
        """Return how far each single change moves the win rates.

        Columns are those of `strikesim.stats.assumptions.tornado` and, of what was played again on a fresh seed, those
        that `strikesim.stats.assumptions.with_again` adds.

        Raises
        ------
        ResultError
            The sweep does not vary what was assumed.
        """
        return assumptions.with_again(self._screened, self._again)

    @cached_property
    def idle(self) -> pd.DataFrame:
        """Return the single changes that cannot act in a cell (see `strikesim.stats.assumptions.idle`)."""
        return assumptions.idle(self.manifest)

    @property
    def confirmation(self) -> Sweep | None:
        """Return the sweep that plays again what is shown, into a folder within this one; None where nothing is."""
        shown = assumptions.shown_variants(self._screened)
        return designs.confirmation(self.manifest.sweep, shown) if shown else None

    @cached_property
    def _screened(self) -> pd.DataFrame:
        return assumptions.tornado(self.manifest, self.won)

    @property
    def _again(self) -> pd.DataFrame | None:
        """Return the single changes that were played again, None if none was."""
        sweep = self.confirmation
        if sweep is None or not (self.folder / sweep.name / MANIFEST).is_file():
            return None
        again = read(self.folder / sweep.name)
        return assumptions.tornado(again.manifest, again.won, CONFIDENCE)

    @cached_property
    def band(self) -> pd.DataFrame:
        """Return how far random combinations spread the win rates (see `strikesim.stats.assumptions.band`).

        Raises
        ------
        ResultError
            The sweep does not vary what was assumed.
        """
        return assumptions.band(self.manifest, self.won, self.rates)

    @cached_property
    def comparison(self) -> pd.DataFrame:
        """Return two variants or bots compared (see `strikesim.stats.paired.compare_cells`).

        Raises
        ------
        ResultError
            There is nothing to compare, or too few games are stored.
        """
        return paired.compare_cells(self.manifest, self.games_of)

    @property
    def same_as(self) -> dict[int, int]:
        """Return for each cell the first one with the same games, which counts for both."""
        cells = self.tables.cells
        return dict(zip(cells["cell"], cells["same_as"], strict=True))

    def games(self) -> pd.DataFrame:
        """Return all games, one row each, with the axes of their cell in front."""
        return store.read_games(self.folder)

    def _parts(self) -> Parts:
        return store.iterate_parts(self.folder, self.manifest, self.parts)

    def games_of(self, cell: int) -> pd.DataFrame:
        """Return the games of one cell, one row each."""
        parts = [part for part in self.parts if part.cell == cell]
        if not parts:
            raise ResultError(f"{self.folder}: no games of cell {cell} are stored yet; run it to its end first")
        return pd.concat([games for _, games in store.iterate_parts(self.folder, self.manifest, parts)])

    # ---- what was asked for

    @property
    def name(self) -> str:
        """Return the sweep's name."""
        return self.manifest.name

    @property
    def cooperative(self) -> bool:
        """Return whether all win or lose together."""
        return self.manifest.ruleset.kind == COOPERATIVE

    @property
    def baseline(self) -> str | None:
        """Return, of a sweep over assumed components, the variant in which nothing is changed; else None."""
        return BASELINE if self.manifest.sweep.design == "sensitivity" else None

    @property
    def compares(self) -> bool:
        """Return whether the sweep was made to compare two things on common random numbers."""
        return self.manifest.sweep.design == "comparison"

    @property
    def shortfall(self) -> str:
        """Return how many games are there so far, or '' if the sweep is done."""
        sweep = self.manifest.sweep
        requested = (sweep.games or 0) * sum(sweep.times(cell.axes) for cell in self.manifest.cells)
        stored = sum(part.games for part in self.parts)
        if not 0 < stored < requested:
            return ""
        return f"{self.name} is not finished: {stored:,} of {counted(requested, 'game')} so far."


def _for_all(rates: pd.DataFrame, first: "pd.Series[int]", judged: pd.DataFrame) -> pd.DataFrame:
    """Return all rates with what was found of those of the first cell that has their games."""
    keys, added = ["cell", "of", "who"], [column for column in judged if column not in rates]
    found = rates[keys].assign(cell=first).merge(judged[keys + added], on=keys, how="left")[added]
    return rates.join(found.set_axis(rates.index))


def _joined(parts: "dict[int, list[T]]") -> "dict[int, T]":
    return {cell: pd.concat(some) for cell, some in parts.items()}


def read(folder: str | Path) -> Result:
    """Read a result folder.

    Raises
    ------
    ResultError
        It is no result folder, or its manifest is damaged.
    """
    return Result(Path(folder), *store.read_folder(Path(folder)))


def read_together(folders: Sequence[Path]) -> list[Result]:
    """Read folders that belong together.

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
    expected, found = first.manifest, other.manifest
    for key, what in (("name", "ruleset"), ("title", "title"), ("version", "version of the ruleset")):
        if getattr(expected.ruleset, key) != getattr(found.ruleset, key):
            raise ResultError(
                f"{other.folder}: {what} '{getattr(found.ruleset, key)}', but {first.folder} has"
                f" '{getattr(expected.ruleset, key)}'; a report is about one ruleset: make one for each"
            )
    if expected.strikesim != found.strikesim:
        raise ResultError(
            f"{other.folder}: made by strikesim {found.strikesim}, but {first.folder} by {expected.strikesim};"
            " run the older one again"
        )
