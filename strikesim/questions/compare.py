"""What a change does: two variants, or two bots, on common random numbers."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from strikesim.defaults import COMPARE_GAMES
from strikesim.errors import ConfigError
from strikesim.questions.playing import Playing, sized
from strikesim.result import Result
from strikesim.stats.paired import with_margin
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
        One row for each setting and quantity, see `strikesim.stats.paired.compare_cells`; with a margin, see
        `strikesim.stats.paired.with_margin`.
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
    a: str | Path,
    b: str | Path,
    *,
    ruleset: str | None = None,
    against: str | None = None,
    margin: float | None = None,
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
    margin
        What difference of win rates matters, such as 0.01; then it is said whether what is shown does.
    **keys
        Perhaps ``games`` (else COMPARE_GAMES), ``seed`` and ``grid``; and those of `Playing`: ``out``,
        ``jobs``, ``dask``.
    """
    playing, asked = Playing.split(keys)
    if margin is not None and not 0 < margin < 1:
        raise ConfigError(f"compare {a} {b}: margin {margin:g}; it is a difference of win rates such as 0.01")
    sweep = designs.comparison(a, b, ruleset, against, **sized(asked, COMPARE_GAMES))
    result = playing.answer(sweep, f"compare {a} {b}")
    table = result.comparison if margin is None else with_margin(result.comparison, margin)
    write_table(result.folder / TABLE, table)
    return Comparison(result, table)
