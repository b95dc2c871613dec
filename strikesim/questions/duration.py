"""How many minutes a game lasts at a table."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from strikesim.defaults import TIME_GAMES
from strikesim.engine.bots import known
from strikesim.errors import ConfigError
from strikesim.games import load
from strikesim.games.ruleset import read_layers
from strikesim.questions.playing import Playing, check_backend, sized
from strikesim.result import Result
from strikesim.stats import durations
from strikesim.stats.intervals import mean_interval
from strikesim.stats.tables import QUANTILES
from strikesim.sweep import designs
from strikesim.sweep.files import write_atomically, write_table
from strikesim.sweep.plan import plan

if TYPE_CHECKING:
    import pandas as pd

TABLE, README, FIGURES = "time.csv", "README.md", "figures"
SKILLS = ("novice", "casual", "planner")  # that are timed side by side


@dataclass(frozen=True)
class Duration:
    """How long games last.

    Attributes
    ----------
    result
        The games.
    seconds
        What was said of each turn, each decision and the set-up.
    table
        One row for each cell, in minutes: the axes; ``games``; ``mean`` with its 95 % interval ``low``, ``high``; the
        quantiles ``q05`` … ``q95`` of games, each with its 95 % interval in ``…_low`` and ``…_high``
        (`strikesim.stats.durations.quantile_interval`); and the mean numbers of ``turns`` and ``decisions``.
    """

    result: Result
    seconds: tuple[float, float, float]
    table: "pd.DataFrame" = field(repr=False)

    @property
    def sentences(self) -> list[str]:
        """Return how long games last in each setting."""
        from strikesim.report.lasting import sentences

        return list(sentences(self.table, self.seconds, self.result.manifest))


def duration(
    ruleset: str | Path,
    *,
    seconds_per_turn: float = 0.0,
    seconds_per_decision: float = 0.0,
    seconds_before: float = 0.0,
    **keys: Any,
) -> Duration:
    """Say how many minutes a game lasts, by players and skill.

    Parameters
    ----------
    ruleset
        A game's name, or a TOML file that extends one.
    seconds_per_turn, seconds_per_decision, seconds_before
        What a designer has measured: for handling in each player's turn, for each decision, and for setting up. A step
        with one legal action is no decision.
    **keys
        Perhaps ``games`` (else TIME_GAMES), ``seed`` and ``grid`` (its bots: else novices, casual players and
        planners); and those of `Playing`: ``out``, ``jobs``.

    Raises
    ------
    ConfigError, RulesetError, BotError, ResultError
        No seconds are said; or as for `strikesim.questions.run.run`.
    """
    playing, asked = Playing.split(keys)
    check_backend()
    seconds = (seconds_per_turn, seconds_per_decision, seconds_before)
    if min(seconds) < 0 or seconds_per_turn + seconds_per_decision <= 0:
        raise ConfigError(
            f"time {ruleset}: say how many seconds a decision or a turn takes, such as --seconds-per-decision 8; a few"
            " timed turns of a real table tell it"
        )
    layers = read_layers(str(ruleset))
    playing.announce(layers.game)
    skills = [bot for bot in SKILLS if bot in known(load(layers.game))] or ["planner"]
    sweep = designs.duration(ruleset, skills, **sized(asked, TIME_GAMES))
    result = playing.games(plan(sweep, Path(), f"time {ruleset}", announce=playing.announce))
    found = Duration(result, seconds, _table(result, seconds))
    _write(found)
    return found


def _table(result: Result, seconds: Sequence[float]) -> "pd.DataFrame":
    import pandas as pd

    return pd.DataFrame(
        {"cell": cell.index, **cell.axes, **_row(result.games_of(cell.index), seconds)}
        for cell in result.manifest.cells
    )


def _row(games: "pd.DataFrame", seconds: Sequence[float]) -> dict[str, float]:
    took = durations.minutes(games["turns"], games["decisions"], *seconds)
    mean, _, half = mean_interval(took.sum(), (took**2).sum(), len(took))
    row = {"games": len(took), "mean": float(mean), "low": float(mean - half), "high": float(mean + half)}
    for name, share in QUANTILES.items():
        row |= dict(zip((name, f"{name}_low", f"{name}_high"), durations.quantile_interval(took, share), strict=True))
    return row | {"turns": float(games["turns"].mean()), "decisions": float(games["decisions"].mean())}


def _write(found: Duration) -> None:
    """Write the table, the figure and a page that tells them."""
    from strikesim.report.figures.export import write
    from strikesim.report.lasting import drawn, page

    folder, manifest = found.result.folder, found.result.manifest
    write_table(folder / TABLE, found.table)
    pictures = list(drawn(found.table, found.seconds, manifest))
    write(pictures, folder / FIGURES, "minutes")
    write_atomically(folder / README, page(found.table, found.seconds, manifest, pictures))
