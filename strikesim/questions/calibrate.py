"""At which value of a knob a win rate is what it should be."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from strikesim.defaults import CALIBRATE_GAMES, EXPERT_GAMES, WITHIN
from strikesim.errors import ConfigError
from strikesim.games.ruleset import Layers, read_layers
from strikesim.questions.playing import Playing, check_backend, sized
from strikesim.result import Result
from strikesim.stats import calibration as stats
from strikesim.stats.intervals import CONFIDENCE, rate_interval, simultaneous
from strikesim.stats.paired import settings
from strikesim.stats.tables import unfinished
from strikesim.sweep import designs
from strikesim.sweep.config import BOTS, Sweep
from strikesim.sweep.files import make_folder, write_atomically, write_table
from strikesim.sweep.knobs import Knob, knob_of, sorted_out, values_to_try
from strikesim.sweep.manifest import Cell
from strikesim.sweep.plan import plan
from strikesim.sweep.rows import COOPERATIVE, TEAM

if TYPE_CHECKING:
    import pandas as pd

TABLE, CURVES, README, FIGURES = "calibration.csv", "curves.csv", "README.md", "figures"
SKILLS = ("planner", "expert")  # that are asked side by side


@dataclass(frozen=True)
class Calibration:
    """A knob turned until a win rate is what it should be.

    Attributes
    ----------
    folder
        Where tables and figure are.
    knob
        What was turned.
    refused
        The values with which the ruleset is not valid, and why.
    results
        The games: one result, or one for each skill.
    table
        One row for each setting and value: the axes, ``value``, ``who``, ``games``, ``count``, ``rate``, ``low`` and
        ``high`` (95 % for all rows together), ``target``, ``verdict`` (inside: the value does it; below, above: it is
        shown not to; undecided: it is not excluded) and ``p``, all verdicts right together with 95 %.
    curves
        One row for each setting: ``course`` (`strikesim.stats.calibration.Course`) with ``most_fall`` and
        ``most_rise``; and, of a number that is shown to move the rate in one direction, where a logistic curve passes
        the target: ``passes``, ``passes_low``, ``passes_high``, ``p_fit``.
    """

    folder: Path
    knob: Knob
    refused: Mapping[Any, str]
    results: Sequence[Result] = field(repr=False)
    table: "pd.DataFrame" = field(repr=False)
    curves: "pd.DataFrame" = field(repr=False)

    @property
    def sentences(self) -> list[str]:
        """Return what is shown."""
        from strikesim.report.calibrating import sentences

        return list(sentences(self.table, self.curves, self.knob, self.results[0].manifest))


def calibrate(
    ruleset: str | Path,
    key: str,
    *,
    target: float | None = None,
    within: float = WITHIN,
    values: Sequence[Any] = (),
    low: float | None = None,
    high: float | None = None,
    seat: int = 1,
    per_skill: bool = False,
    **keys: Any,
) -> Calibration:
    """Turn one knob of a ruleset, and say at which values a win rate is what it should be.

    Parameters
    ----------
    ruleset
        A game's name, or a TOML file that extends one.
    key
        The knob: a switch or option by its name, an assumed component by its id, any datum by its dotted key.
    target
        The win rate, of a competitive game the share of one seat (default: the fair one, 1 / seats).
    within
        How far from it is near enough.
    values, low, high
        Which values are tried (`strikesim.sweep.knobs.values_to_try`).
    seat
        Of a competitive game, in order of play.
    per_skill
        Planners and experts side by side, the latter with EXPERT_GAMES at most.
    **keys
        Perhaps ``games`` (else CALIBRATE_GAMES), ``seed`` and ``grid``; and those of `Playing`: ``out``, ``jobs``.

    Raises
    ------
    ConfigError, RulesetError, BotError, ResultError
        There is no such knob, too few values are possible, or as for `strikesim.questions.run.run`.
    """
    playing, asked = Playing.split(keys)
    check_backend()
    layers = read_layers(str(ruleset))
    playing.announce(layers.game)
    fixed = dict(asked.get("grid") or {})
    target = _target(layers, target, within, seat, fixed)
    knob = knob_of(layers, key)
    good, refused = sorted_out(layers, key, values_to_try(knob, values, low, high))
    sweeps = _sweeps(ruleset, key, good, per_skill, sized(asked, CALIBRATE_GAMES))
    plans = [plan(sweep, Path(), f"calibrate {ruleset} {key}", announce=playing.announce) for _, sweep in sweeps]
    folder = Path(playing.out) / sweeps[0][1].name
    results = []
    for (name, sweep), planned in zip(sweeps, plans, strict=True):
        at = replace(playing, out=folder) if name else playing
        results.append(at.games(replace(planned, sweep=sweep.model_copy(update={"name": name})) if name else planned))
    cooperative = layers.base["ruleset"]["kind"] == COOPERATIVE
    found = _found(folder, knob, refused, results, TEAM if cooperative else str(seat), target, within)
    _write(found)
    return found


def _target(layers: Layers, target: float | None, within: float, seat: int, grid: Mapping[str, Any]) -> float | None:
    """Return the target, None for a fair share; refuse what makes no sense of it."""
    where = f"calibrate {layers.where}"
    cooperative = layers.base["ruleset"]["kind"] == COOPERATIVE
    if target is None and cooperative:
        raise ConfigError(f"{where}: say which win rate, such as --target 0.5")
    if target is not None and not 0 < target < 1:
        raise ConfigError(f"{where}: target {target:g}; a win rate between 0 and 1 is meant")
    if not 0 < within < 0.5:
        raise ConfigError(f"{where}: within {within:g}; how far a rate may be from the target, above 0 and below 0.5")
    if cooperative and seat != 1:
        raise ConfigError(f"{where}: --seat {seat}: all win or lose together")
    mixed = [spec for spec in grid.get(BOTS, []) if len({name.strip() for name in str(spec).split(",")}) > 1]
    if mixed and not cooperative:
        raise ConfigError(f"{where}: --bots {mixed[0]}: a seat's share is asked with one bot in all seats")
    least = min(grid.get("players") or layers.data()["ruleset"]["players"])
    if not cooperative and not 1 <= seat <= least:
        raise ConfigError(f"{where}: --seat {seat}: with {least} players it is 1 to {least}")
    return target


def _sweeps(
    ruleset: str | Path, key: str, values: Sequence[Any], per_skill: bool, keys: dict[str, Any]
) -> list[tuple[str, Sweep]]:
    """Return the sweeps to play, each with the name of its folder within the one that all share, '' if it is that."""
    if not per_skill:
        return [("", designs.calibration(ruleset, key, values, **keys))]
    grid = dict(keys.get("grid") or {})
    if BOTS in grid:
        raise ConfigError(f"calibrate {ruleset} {key}: --per-skill asks {' and '.join(SKILLS)}; leave out --bots")
    whole = designs.calibration(ruleset, key, values, **{**keys, "grid": {**grid, BOTS: list(SKILLS)}})
    sizes = (whole.games, min(whole.games or EXPERT_GAMES, EXPERT_GAMES))
    return [
        (skill, whole.model_copy(update={"grid": {**whole.grid, BOTS: [skill]}, "games": games}))
        for skill, games in zip(SKILLS, sizes, strict=True)
    ]


# ---- what the games say ------------------------------------------------------------------------------------------


def _found(
    folder: Path,
    knob: Knob,
    refused: Mapping[Any, str],
    results: Sequence[Result],
    who: str,
    target: float | None,
    within: float,
) -> Calibration:
    import pandas as pd

    rows, curves = [], []
    for result in results:
        for line in settings(result.manifest.cells, knob.key):
            aim = 1 / line[0].players if target is None else target
            rows += [_row(result, cell, knob, who, aim) for cell in line]
            curves.append({**_axes(line[0], knob), "who": who, "target": aim} | _curve(result, line, knob, who, aim))
    table = _judged(pd.DataFrame(rows), results, within)
    return Calibration(folder, knob, refused, results, table, pd.DataFrame(curves))


def _axes(cell: Cell, knob: Knob) -> dict[str, Any]:
    return {axis: value for axis, value in cell.axes.items() if axis != knob.key}


def _row(result: Result, cell: Cell, knob: Knob, who: str, target: float) -> dict[str, Any]:
    won = result.won[cell.index][who].to_numpy()
    return {
        **{"cell": cell.index, **_axes(cell, knob), "value": cell.axes[knob.key], "who": who},
        **{"games": len(won), "count": int(won.sum()), "rate": float(won.mean()), "target": target},
    }


def _judged(table: "pd.DataFrame", results: Sequence[Result], within: float) -> "pd.DataFrame":
    from strikesim.stats.targets import MOST_UNFINISHED, STALLED, verdicts

    low, high = rate_interval(table["count"], table["games"], simultaneous(CONFIDENCE, len(table)))
    table = table.assign(low=low, high=high, within=within)
    judged = verdicts(table, (table["target"] - within).clip(0, 1), (table["target"] + within).clip(0, 1))
    stalled = [
        (cell.index, cell.axes[BOTS])
        for result in results
        for cell in result.manifest.cells
        if (unfinished(result.rates).set_index("cell")["rate"].get(cell.index, 0.0)) > MOST_UNFINISHED
    ]
    stuck = [pair in stalled for pair in zip(judged["cell"], judged[BOTS], strict=True)]
    return judged.assign(verdict=np.where(stuck, STALLED, judged["verdict"])).drop(columns=["more_low", "more_high"])


def _curve(result: Result, line: Sequence[Cell], knob: Knob, who: str, target: float) -> dict[str, Any]:
    """Return what is shown of the curve of one setting."""
    if not knob.ordered:
        return {"course": ""}
    won = _together(result, line, who)
    course = stats.course(won)
    told = {"course": course.told, "most_fall": course.most_fall, "most_rise": course.most_rise}
    passes = stats.crossing([_number(cell.axes[knob.key]) for cell in line], won, target)
    if passes is None or course.told not in ("rises", "falls"):
        return told
    return told | {
        **{"passes": passes.value, "passes_low": passes.low, "passes_high": passes.high, "p_fit": passes.p_fit},
        **{"intercept": passes.intercept, "slope": passes.slope, "fits": passes.fits},
    }


def _number(value: Any) -> float:
    return float(value)


def _together(result: Result, line: Sequence[Cell], who: str) -> NDArray[np.bool_]:
    """Return who won the games that all values have in common, as (games, values)."""
    import pandas as pd

    each = [result.won[cell.index][who] for cell in line]
    return pd.concat(each, axis=1, join="inner").to_numpy(bool)


# ---- what is left in the folder ----------------------------------------------------------------------------------


def _write(found: Calibration) -> None:
    """Write the tables, the figure and a page that tells them."""
    from strikesim.report.calibrating import drawn, page
    from strikesim.report.figures.export import write

    make_folder(found.folder)
    write_table(found.folder / TABLE, found.table)
    write_table(found.folder / CURVES, found.curves)
    manifest = found.results[0].manifest
    pictures = list(drawn(found.table, found.curves, found.knob, manifest))
    write(pictures, found.folder / FIGURES, "calibration")
    write_atomically(
        found.folder / README, page(found.table, found.curves, found.knob, found.refused, manifest, pictures)
    )
