"""Which rules and knobs of a ruleset matter, and which are dead."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from strikesim.defaults import KNOB_TABLES, MARGIN, MATTERS_GAMES
from strikesim.errors import ConfigError
from strikesim.questions.playing import Playing, sized
from strikesim.result import Result
from strikesim.stats.matters import by_change, changes_that_matter
from strikesim.sweep import designs
from strikesim.sweep.config import VARIANT
from strikesim.sweep.files import write_atomically, write_table
from strikesim.sweep.plan import plan

if TYPE_CHECKING:
    import pandas as pd

TABLE, CHANGES, README, FIGURES = "matters.csv", "changes.csv", "README.md", "figures"


@dataclass(frozen=True)
class Matters:
    """Every single change to a ruleset, and whether it matters.

    Attributes
    ----------
    result
        The games.
    margin
        The least difference of win rates that matters.
    refused
        The changes that the ruleset refuses, and why.
    table
        One row for each setting, change and side (`strikesim.stats.matters.changes_that_matter`).
    changes
        One row for each change (`strikesim.stats.matters.by_change`), those that do the least first.
    """

    result: Result
    margin: float
    refused: Mapping[str, str]
    table: "pd.DataFrame" = field(repr=False)
    changes: "pd.DataFrame" = field(repr=False)

    @property
    def sentences(self) -> list[str]:
        """Return which changes are dead, which do nothing that matters, which matter, and which are open."""
        from strikesim.report.mattering import sentences

        return list(sentences(self.changes, self.margin, self.result.manifest))


def matters(
    ruleset: str | Path, *, margin: float = MARGIN, tables: Sequence[str] = KNOB_TABLES, **keys: object
) -> Matters:
    """Change every switch, assumed component and number of a ruleset, one at a time, and say which changes matter.

    Parameters
    ----------
    ruleset
        A game's name, or a TOML file that extends one.
    margin
        The least difference of win rates that matters; to be chosen before one looks.
    tables
        Those whose whole numbers are moved by one up and down.
    **keys
        Perhaps ``games`` (else MATTERS_GAMES), ``seed`` and ``grid``; and those of `Playing`: ``out``, ``jobs``.

    Raises
    ------
    ConfigError, RulesetError, BotError, ResultError
        There is no such table, the margin is none, or as for `strikesim.questions.run.run`.
    """
    playing, asked = Playing.split(keys)
    where = f"matters {ruleset}"
    if not 0 < margin < 1:
        raise ConfigError(f"{where}: margin {margin:g}; it is a difference of win rates such as 0.05")
    sweep, refused = designs.matters(ruleset, tables, **sized(asked, MATTERS_GAMES))
    result = playing.games(plan(sweep, Path(), where, announce=playing.announce))
    table = changes_that_matter(result.manifest, result.games_of, margin)
    axes = [axis for axis in result.manifest.axes if axis != VARIANT]
    found = Matters(result, margin, refused, table, by_change(table, axes))
    _write(found)
    return found


def _write(found: Matters) -> None:
    """Write the tables, the figure and a page that tells them."""
    from strikesim.report.figures.export import write
    from strikesim.report.mattering import drawn, page

    folder, manifest = found.result.folder, found.result.manifest
    write_table(folder / TABLE, found.table)
    write_table(folder / CHANGES, found.changes)
    pictures = list(drawn(found.changes, found.margin, manifest))
    write(pictures, folder / FIGURES, "matters")
    write_atomically(folder / README, page(found.changes, found.margin, found.refused, manifest, pictures))
