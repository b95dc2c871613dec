"""Read result folders for a report: what they hold, in which order it is told, and whether they belong together."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import pandas as pd

from strikesim.errors import ResultError
from strikesim.report import words
from strikesim.stats import assumptions, tables
from strikesim.stats.assumptions import VARIANT
from strikesim.stats.tables import BOT, TEAM, Tables
from strikesim.sweep import store
from strikesim.sweep.designs import BASELINE

INSIDE = ("players", "difficulty")  # axes that figures and sentences put side by side; the others make a setting
DETAILS = 4  # the most cells of a setting that are shown in detail


@dataclass(frozen=True)
class Sweep:
    """One result folder, read."""

    folder: Path
    manifest: Mapping[str, Any]
    tables: Tables
    tornado: "pd.DataFrame | None" = None  # of a sweep over assumed components: each single change, see `stats`
    band: "pd.DataFrame | None" = None  # … and what random combinations span

    @property
    def name(self) -> str:
        """Return the sweep's name."""
        return str(self.manifest["name"])

    @property
    def cooperative(self) -> bool:
        """Return whether all win or lose together."""
        return bool(self.manifest["ruleset"]["kind"] == "cooperative")

    @cached_property
    def axes(self) -> list[str]:
        """Return the axes of the grid."""
        return list(self.manifest["cells"][0]["axes"])

    @cached_property
    def outside(self) -> list[str]:
        """Return the axes that make a setting."""
        return [axis for axis in self.axes if axis not in INSIDE]

    @cached_property
    def baseline(self) -> "str | None":
        """Return, of a sweep over assumed components, the variant in which nothing is changed; else None."""
        return BASELINE if self.manifest["sweep"]["design"] == "sensitivity" else None

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
        return [(row["cell"], {axis: words.known(row[axis]) for axis in INSIDE}) for row in cells.to_dict("records")]

    @property
    def time(self) -> str:
        """Return the unit in which it is told when games end."""
        return "round"

    @property
    def data(self) -> "Mapping[str, Any]":
        """Return the ruleset's data of the first setting's first cell."""
        first = self.tables.rates["cell"].iloc[0]
        key = next(cell["ruleset_hash"] for cell in self.manifest["cells"] if cell["cell"] == first)
        data: Mapping[str, Any] = self.manifest["rulesets"][key]
        return data

    @property
    def shortfall(self) -> str:
        """Return how many games are there so far, or '' if the sweep is done."""
        wanted = (self.manifest["games"] or 0) * len(self.manifest["cells"])
        stored = sum(part.games for part in self.manifest["parts"])
        if not 0 < stored < wanted:
            return ""
        return f"{self.name} is not finished: {stored:,} of {wanted:,} games so far."


def read(folders: "Sequence[Path]") -> "list[Sweep]":
    """Read the folders of one report.

    Raises
    ------
    ResultError
        There is none; one is no result folder, is damaged or has no games; they are of different rulesets or versions.
    """
    if not folders:
        raise ResultError("name at least one result folder")
    twice = next((folder for folder in folders if folders.count(folder) > 1), None)
    if twice is not None:
        raise ResultError(f"{twice}: named twice; name each folder once")
    manifests = [store.read_manifest(folder) for folder in folders]
    for folder, manifest in zip(folders, manifests, strict=True):
        _refuse_other(folders[0], manifests[0], folder, manifest)
        if not manifest["parts"]:
            raise ResultError(f"{folder}: no games are stored yet; run the sweep first")
    return [_read_one(folder, manifest) for folder, manifest in zip(folders, manifests, strict=True)]


def _refuse_other(first: Path, expected: Mapping[str, Any], folder: Path, manifest: Mapping[str, Any]) -> None:
    for key, what in (("name", "ruleset"), ("title", "title"), ("version", "version of the ruleset")):
        one, other = expected["ruleset"][key], manifest["ruleset"][key]
        if one != other:
            raise ResultError(
                f"{folder}: {what} '{other}', but {first} has '{one}'; a report is about one ruleset: make one for each"
            )
    if expected["versions"] != manifest["versions"]:
        raise ResultError(
            f"{folder}: made by strikesim {manifest['versions'].get('strikesim')}, but {first} by"
            f" {expected['versions'].get('strikesim')}; run the older one again"
        )


def _read_one(folder: Path, manifest: Mapping[str, Any]) -> Sweep:
    try:
        gathered = tables.tabulate(manifest, store.iterate_parts(folder, manifest))
    except KeyError as error:
        raise ResultError(
            f"{folder}: the column {error} is missing from its games; delete the folder and run the sweep again"
        ) from None
    sweep = Sweep(folder, manifest, gathered)
    if sweep.baseline is not None:
        again = store.iterate_parts(folder, manifest)
        sweep = replace(
            sweep, tornado=assumptions.tornado(manifest, again), band=assumptions.band(manifest, gathered.rates)
        )
    order = {cell: place for place, cell in enumerate(_ordered_cells(sweep))}
    sorted_tables = {
        item.name: _sorted(getattr(gathered, item.name), order)
        for item in fields(gathered)
        if isinstance(getattr(gathered, item.name), pd.DataFrame)
    }
    sorted_tables["factors"] = _named(manifest, sorted_tables["factors"])
    return replace(sweep, tables=replace(gathered, **sorted_tables))


def _named(manifest: Mapping[str, Any], factors: pd.DataFrame) -> pd.DataFrame:
    """Write the names of characters and the like for their keys in the ruleset."""
    homes = {metric["name"]: metric["names_from"] for metric in manifest["labels"]["seat_metrics"]}
    data = next(iter(manifest["rulesets"].values()))
    if factors.empty:
        return factors
    names = [
        _name(data.get(homes[factor], {}), who) for factor, who in zip(factors["factor"], factors["who"], strict=True)
    ]
    return factors.assign(who=names)


def _name(entries: Any, key: str) -> str:
    entry = entries.get(key) if isinstance(entries, dict) else None
    return str(entry["name"]) if isinstance(entry, dict) and "name" in entry else words.plain(key)


def _sorted(table: pd.DataFrame, order: Mapping[int, int]) -> pd.DataFrame:
    if table.empty:
        return table
    return table.sort_values("cell", key=lambda cells: cells.map(order), kind="stable", ignore_index=True)


def _ordered_cells(sweep: Sweep) -> Iterator[int]:
    """Yield the cells in the order of the report: by setting, then difficulty from easy to hard, then players."""
    cells = sweep.manifest["cells"]
    difficulties = list(sweep.manifest["ruleset"]["difficulties"] or [])
    skill = skill_order(sweep)
    baseline = sweep.baseline

    def rank(cell: Mapping[str, Any]) -> Any:
        axes = {axis: _text(value) for axis, value in cell["axes"].items()}
        others = [_place(cells, axis, axes[axis]) for axis in sweep.outside if axis != "bots"]
        difficulty = axes["difficulty"]
        step = difficulties.index(difficulty) if difficulty in difficulties else -1
        return (
            baseline is not None and axes[VARIANT] != baseline,
            skill.index(axes["bots"]),
            others,
            step,
            axes["players"],
            cell["cell"],
        )

    yield from (cell["cell"] for cell in sorted(cells, key=rank))


def _place(cells: "Sequence[Mapping[str, Any]]", axis: str, value: Any) -> int:
    return list(dict.fromkeys(_text(cell["axes"][axis]) for cell in cells)).index(value)


def _text(value: Any) -> Any:
    return "+".join(map(str, value)) if isinstance(value, list) else value


def skill_order(sweep: Sweep) -> "list[str]":
    """Return the line-ups from the most to the least skilled, mixed ones last.

    Of cooperative games the mean win rate tells. In a competitive game a line-up of equals always wins its fair share:
    what tells is the bots' wins over each other in mixed line-ups, compared with their fair share. Where nothing tells,
    the order of the grid stands.
    """
    rates = sweep.tables.rates
    line_ups = list(dict.fromkeys(cell["axes"]["bots"] for cell in sweep.manifest["cells"]))
    if sweep.cooperative:
        means = rates[rates["of"] == TEAM].groupby("bots")["rate"].mean()
        return sorted(line_ups, key=lambda bots: -means.get(bots, 0.0))
    mixed = rates[rates["of"] == BOT]
    lead = (mixed["rate"] - mixed["fair"]).groupby(mixed["who"]).mean()
    return sorted(line_ups, key=lambda bots: (not words.is_pure(bots), -lead.get(bots.split(",")[0].strip(), 0.0)))
