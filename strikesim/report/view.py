"""A result as it is told: its cells in the order of a report, its settings, and what is shown in detail."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import pandas as pd

from strikesim.games.labels import Labels
from strikesim.games.ruleset import Data
from strikesim.report import words
from strikesim.report.order import cells_in_order
from strikesim.result import Result
from strikesim.stats.tables import Tables, first_alike
from strikesim.sweep.config import DIFFICULTY, PLAYERS, VARIANT

PANEL_AXES = (PLAYERS, DIFFICULTY)  # figures and sentences put them side by side; the other axes make a setting
DETAILS = 4  # the most cells of a setting that are shown in detail


@dataclass(frozen=True)
class View:
    """What a report tells of a result, in its order.

    Attributes
    ----------
    result
        The result.
    """

    result: Result

    @property
    def name(self) -> str:
        """Return the sweep's name."""
        return self.result.name

    @property
    def labels(self) -> Labels:
        """Return what a designer reads for keys and values."""
        return self.result.manifest.labels

    @cached_property
    def facets(self) -> list[str]:
        """Return the axes that make a setting."""
        return [axis for axis in self.result.manifest.axes if axis not in PANEL_AXES]

    @cached_property
    def tables(self) -> Tables:
        """Return the result's tables, rows in the order of a report."""
        tables = self.result.tables
        return replace(tables, **{name: self.in_order(table) for name, table in vars(tables).items()})

    @cached_property
    def judged(self) -> pd.DataFrame:
        """Return the rates of who wins, with their verdicts, in the order of a report."""
        return self.in_order(self.result.judged)

    def in_order(self, table: pd.DataFrame) -> pd.DataFrame:
        """Return a table with its rows in the order of a report."""
        if table.empty:
            return table
        return table.sort_values("cell", key=lambda cells: cells.map(self._places), kind="stable", ignore_index=True)

    @cached_property
    def _places(self) -> dict[int, int]:
        return {cell: place for place, cell in enumerate(cells_in_order(self.result, self.facets))}

    @cached_property
    def settings(self) -> list[dict[str, Any]]:
        """Return all settings, the one that the report is about first.

        That is the one of the most skilled bots, and else what the ruleset itself says, or the first values. Of the
        variants of a sweep over assumed components only the baseline is a setting.
        """
        cells = self.tables.rates[self.facets].drop_duplicates()
        found = [
            dict(zip(self.facets, map(words.known, values), strict=True)) for values in cells.itertuples(index=False)
        ]
        baseline = self.result.baseline
        return [setting for setting in found if baseline is None or setting[VARIANT] == baseline]

    def rows(self, name: str, setting: Mapping[str, Any]) -> pd.DataFrame:
        """Return the rows of one of the tables that belong to a setting."""
        return choose(getattr(self.tables, name), setting)

    @property
    def most_games(self) -> int:
        """Return how many games the cell with most of them has."""
        return int(self.tables.cells["games"].max())

    def once(self, rows: pd.DataFrame) -> pd.DataFrame:
        """Return the rows of one setting without those of cells whose games are another one's in it."""
        return rows[rows["cell"] == first_alike(rows["cell"], self.result.same_as)]

    def of_cell(self, name: str, cell: int) -> pd.DataFrame:
        """Return the rows of one of the tables that belong to a cell."""
        table: pd.DataFrame = getattr(self.tables, name)
        return table if table.empty else table[table["cell"] == cell]

    def details(self, setting: Mapping[str, Any]) -> list[tuple[int, dict[str, Any]]]:
        """Return the cells of a setting that are shown in detail: those of the default difficulty, at most DETAILS.

        Of several with the same games the first one is shown.
        """
        cells = self.rows("rates", setting).drop_duplicates("cell")
        known = list(dict.fromkeys(cells[DIFFICULTY].map(words.known)))
        default = self.result.manifest.ruleset.default_difficulty
        difficulty = default if default in known else known[len(known) // 2]
        cells = choose(cells, {DIFFICULTY: difficulty})
        cells = self.once(cells)[:DETAILS]
        return [
            (row["cell"], {axis: words.known(row[axis]) for axis in PANEL_AXES}) for row in cells.to_dict("records")
        ]

    @property
    def data(self) -> Data:
        """Return the ruleset of the first setting's first cell."""
        manifest = self.result.manifest
        return manifest.data_of(manifest.cells[self.tables.rates["cell"].iloc[0]])


def choose(table: pd.DataFrame, setting: Mapping[str, Any]) -> pd.DataFrame:
    """Return the rows of a table that belong to a setting."""
    for axis, value in setting.items():
        if not table.empty:
            table = table[table[axis].isna() if value is None else table[axis] == value]
    return table
