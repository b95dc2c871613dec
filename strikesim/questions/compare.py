"""What a change does: two variants, or two bots, on common random numbers."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from strikesim.defaults import COMPARE_GAMES
from strikesim.questions.playing import Playing, sized
from strikesim.result import Result
from strikesim.sweep import designs
from strikesim.sweep.files import write_table

if TYPE_CHECKING:
    import pandas as pd

TABLE = "comparison.csv"


@dataclass(frozen=True)
class Comparison:
    """Two variants or bots on common random numbers.

    Attributes
    ----------
    result
        The games of both.
    table
        One row for each setting and quantity, see `strikesim.stats.paired.compare_cells`.
    """

    result: Result
    table: "pd.DataFrame" = field(repr=False)

    @property
    def told(self) -> list[tuple[str, list[str]]]:
        """Return each setting and what the table says of who wins there."""
        from strikesim.report.comparisons import said

        return list(said(self.table, self.result.manifest.labels))

    @property
    def sentences(self) -> list[str]:
        """Return what the table says of who wins."""
        return [f"{setting}: {sentence}" for setting, told in self.told for sentence in told]


def compare(
    a: str | Path, b: str | Path, *, ruleset: str | None = None, against: str | None = None, **keys: Any
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
    **keys
        Perhaps ``games`` (else COMPARE_GAMES), ``seed`` and ``grid``; and those of `Playing`: ``out``,
        ``jobs``, ``dask``.
    """
    playing, asked = Playing.split(keys)
    sweep = designs.comparison(a, b, ruleset, against, **sized(asked, COMPARE_GAMES))
    result = playing.answer(sweep, f"compare {a} {b}")
    write_table(result.folder / TABLE, result.comparison)
    return Comparison(result, result.comparison)
