"""A sweep file read, and its sweeps unfolded into cells."""

import difflib
import itertools
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from strikesim.engine.bots import Bot, find_bot
from strikesim.engine.judging import to_the_end
from strikesim.engine.match import Match, prepare
from strikesim.errors import ConfigError, RulesetError, StrikesimError, near
from strikesim.games import load, ruleset
from strikesim.games.problems import describe
from strikesim.games.ruleset import Data, Layers
from strikesim.sweep.config import BOTS, DIFFICULTY, PLAYERS, VARIANT, Sweep, SweepFile, Target, read_file, short


@dataclass(frozen=True)
class PlannedCell:
    """One point of the grid: what it is, and the match that plays it."""

    index: int
    axes: Mapping[str, Any]  # axis -> value, players, difficulty and bots first
    match: Match = field(repr=False)

    @property
    def label(self) -> str:
        """Return the cell in words, without the axes that have no value."""
        parts = [f"{axis} {short(value)}" if axis != BOTS else str(value) for axis, value in self.axes.items()]
        return " · ".join(part for part, value in zip(parts, self.axes.values(), strict=True) if value is not None)


@dataclass(frozen=True)
class Plan:
    """A sweep ready to run."""

    sweep: Sweep
    bots: Mapping[str, Mapping[str, Any]]  # made from others by other weights
    files: Mapping[str, Data]  # ruleset files by name, each as one that extends a game
    cells: tuple[PlannedCell, ...]
    notes: tuple[str, ...] = ()  # what whoever runs it should know

    @property
    def requested(self) -> dict[int, int]:
        """Return how many games each cell gets, by its index; with a precision at most."""
        from strikesim.stats.intervals import games_for_half_width  # late: as for targets

        games = self.sweep.games or games_for_half_width(self.sweep.precision or 1.0)
        return {cell.index: games * self.sweep.times(cell.axes) for cell in self.cells}


def read_sweeps(
    path: Path, overrides: Mapping[str, Any] | None = None, announce: Callable[..., None] = lambda *games: None
) -> list[Plan]:
    """Read a sweep file and plan each of its sweeps; all are checked before any is run.

    Parameters
    ----------
    path
        The TOML file.
    overrides
        What the command line says; it overrides the file: ``games``, ``seed``, and ``grid`` (axis -> values).
    announce
        Called with the names of the games before they are loaded, which may take a while.

    Raises
    ------
    ConfigError, RulesetError, BotError
        All problems of one kind at once, with the file and the key.
    """
    data = read_file(path)
    try:
        config = SweepFile.model_validate(_overridden(data, overrides or {}))
    except ValidationError as error:
        raise ConfigError(f"{path}: {'; '.join(describe(SweepFile, data, error))}") from None
    if lacking := [f"sweep '{sweep.name}': {lack}" for sweep in config.sweep if (lack := sweep.lacks())]:
        raise ConfigError(f"{path}: {'; '.join(lacking)}")
    _refuse_shared_folders(path, [sweep.name for sweep in config.sweep])
    drafts = [_Draft.of(sweep, path.parent, f"{path}: sweep '{sweep.name}'", config.bots) for sweep in config.sweep]
    announce(*dict.fromkeys(draft.layers.game for draft in drafts))
    return [draft.compiled() for draft in drafts]


def _refuse_shared_folders(path: Path, names: list[str]) -> None:
    """Refuse names that are one folder, or would be where a folder's name has no capitals."""
    seen: dict[str, str] = {}
    for name in names:
        other = seen.setdefault(name.casefold(), name)
        if other != name:
            raise ConfigError(f"{path}: the sweeps '{other}' and '{name}' share a folder on some systems; rename one")
    if len(seen) < len(names):
        twice = min(name for name in names if names.count(name) > 1)
        raise ConfigError(f"{path}: two sweeps have the name '{twice}'; each needs a folder of its own")


def _overridden(data: Data, overrides: Mapping[str, Any]) -> Data:
    sweeps = data["sweep"]
    plain = {key: value for key, value in overrides.items() if key != "grid" and value is not None}
    if "games" in plain:  # instead of a precision
        sweeps = [{key: value for key, value in sweep.items() if key != "precision"} for sweep in sweeps]
    if overrides.get("grid"):
        plain["grid"] = overrides["grid"]
    return {**data, "sweep": [ruleset.merge(sweep, plain) for sweep in sweeps]}


def plan(
    sweep: Sweep,
    folder: Path,
    where: str,
    defined_bots: Mapping[str, Mapping[str, Any]] | None = None,
    announce: Callable[..., None] = lambda *games: None,
) -> Plan:
    """Unfold one sweep into cells, each with its match compiled.

    Parameters
    ----------
    sweep
        What to play.
    folder
        Where relative paths of rulesets and bots start.
    where
        What to call the sweep in errors.
    defined_bots, announce
        As in a sweep file's table ``[bots]``, and as for `read_sweeps`.
    """
    draft = _Draft.of(sweep, folder, where, defined_bots or {})
    announce(draft.layers.game)
    return draft.compiled()


@dataclass(frozen=True)
class _Draft:
    """A sweep of which everything is checked that shows before its game is loaded."""

    sweep: Sweep
    folder: Path
    where: str
    bots: Mapping[str, Mapping[str, Any]]
    layers: Layers
    axes: dict[str, list[Any]]

    @classmethod
    def of(cls, sweep: Sweep, folder: Path, where: str, bots: Mapping[str, Mapping[str, Any]]) -> "_Draft":
        with naming(where):
            _check(sweep)
            layers = ruleset.read_layers(sweep.ruleset, folder)
            if sweep.target:
                _check_target(sweep.target, layers.base["ruleset"]["kind"])
            axes = _axes(sweep, layers)
            _refuse_said_twice(sweep, layers, folder)
            return cls(sweep, folder, where, bots, layers, axes)

    def compiled(self) -> Plan:
        """Return the plan, each of its cells with its match compiled."""
        with naming(self.where):
            planner = _Planner(self.layers, self.sweep.variants, self.folder, self.bots)
            points = (dict(zip(self.axes, values, strict=True)) for values in itertools.product(*self.axes.values()))
            cells = tuple(PlannedCell(index, point, planner.match(point)) for index, point in enumerate(points))
            cells, notes = _searched_alike(cells, planner.judging)
            return Plan(self.sweep, self.bots, _files(self.sweep, self.folder), cells, notes)


def _searched_alike(
    cells: tuple[PlannedCell, ...], judging: Collection[str]
) -> tuple[tuple[PlannedCell, ...], tuple[str, ...]]:
    """Have bots search to the end of the game in all cells if they must in some: cells are there to be compared."""
    seated = [(cell, bot) for cell in cells for bot in cell.match.bots if bot.name in judging]
    blind = {bot.name: cell for cell, bot in seated if bot.search and not bot.search.judge}
    notes = tuple(
        f"{name} searches to the end of each game, which takes longer: no value function is fitted to the rules of"
        f" {cell.label} (strikesim fit)"
        for name, cell in blind.items()
    )
    changed = (replace(cell, match=_blinded(cell.match, blind)) for cell in cells)
    return (tuple(changed), notes) if blind else (cells, ())


def _blinded(match: Match, names: Collection[str]) -> Match:
    return replace(match, bots=tuple(to_the_end(bot) if bot.name in names else bot for bot in match.bots))


def _files(sweep: Sweep, folder: Path) -> dict[str, Data]:
    """Return the ruleset files that a sweep names, each with what it extends laid into one."""
    named = [sweep.ruleset, *(variant for variant in sweep.variants.values() if isinstance(variant, str))]
    files = {}
    for name in named:
        layers = ruleset.read_layers(name, folder)
        if layers.overlays:
            laid: Data = {"extends": layers.game}
            for overlay in layers.overlays:
                laid = ruleset.merge(laid, overlay)
            files[name] = laid
    return files


def _check(sweep: Sweep) -> None:
    """Refuse a sweep whose keys contradict each other."""
    if (sweep.games is None) == (sweep.precision is None):
        raise ConfigError("say either games = … or precision = …")
    if sweep.variants and VARIANT in sweep.grid:
        raise ConfigError("grid.variant and a table of variants; name the axis otherwise, or leave one out")
    for name in sweep.more:
        if name not in sweep.variants:
            raise ConfigError(f"more.{name}: there is no such variant{near(name, list(sweep.variants))}")


def _check_target(target: Target, kind: str) -> None:
    """Refuse a target that says nothing, contradicts itself, or does not suit a `kind` of game."""
    from strikesim.stats.targets import PRESETS  # late: half a second that a sweep without a target need not wait

    if (target.win_rate is None) == (target.audience is None):
        raise ConfigError("target: say either win_rate = [lowest, highest] or audience = …")
    if target.win_rate and not 0 <= target.win_rate[0] <= target.win_rate[1] <= 1:
        raise ConfigError(f"target.win_rate = {target.win_rate}; it must be [lowest, highest] within 0 and 1")
    suited = [name for name, preset in PRESETS.items() if preset.relative == (kind == "competitive")]
    if target.audience and target.audience not in suited:
        known = near(target.audience, suited)
        raise ConfigError(f"target.audience = '{target.audience}' is none for a {kind} game{known}")


@contextmanager
def naming(where: str) -> Iterator[None]:
    """Put the place in front of the message of any error in this block."""
    try:
        yield
    except StrikesimError as error:
        raise type(error)(f"{where}: {error}") from None
    except RecursionError:
        raise ConfigError(f"{where}: a key, an array or a table is nested too deeply") from None


@contextmanager
def hinting(*keys: str) -> Iterator[None]:
    """Point out, in errors of this block, a key that is meant to be players, difficulty or bots."""
    try:
        yield
    except RulesetError:
        for key in keys:
            for axis in difflib.get_close_matches(key, (PLAYERS, DIFFICULTY, BOTS), 1):
                raise ConfigError(f"'{key}' is no key of the ruleset; did you mean '{axis}'?") from None
        raise


def _axes(sweep: Sweep, layers: Layers) -> dict[str, list[Any]]:
    header = layers.data()["ruleset"]
    axes: dict[str, list[Any]] = {
        PLAYERS: header["players"],
        DIFFICULTY: [header.get("default_difficulty")],
        BOTS: ["planner"],
    }
    for axis, values in sweep.grid.items():
        for value in values:
            if isinstance(value, dict):
                raise ConfigError(
                    f'grid.{axis}: a table cannot be swept over; sweep over its keys: "{axis}.KEY" = [..]'
                )
            if values.count(value) > 1:
                raise ConfigError(f"grid.{axis}: {value!r} stands there twice")
        if axis not in axes and axis.partition(".")[0] not in layers.base:
            with hinting(axis):
                layers.overlay(axis, values[0])  # refuses an unknown name, with the near one
        axes[axis] = values
    if sweep.variants:
        axes[VARIANT] = list(sweep.variants)
    for players in axes[PLAYERS]:
        if isinstance(players, bool) or not isinstance(players, int):
            raise ConfigError(f"grid.players = {players!r} is not a whole number")
    for difficulty in axes[DIFFICULTY]:
        if difficulty is not None and not isinstance(difficulty, str):
            raise ConfigError(f"grid.difficulty = {difficulty!r} is not a name")
    for lineup in axes[BOTS]:
        if not isinstance(lineup, str) or not all(part.strip() for part in lineup.split(",")):
            raise ConfigError(f'grid.bots = {lineup!r}; a line-up is a string such as "planner" or "planner,novice"')
    return axes


def _refuse_said_twice(sweep: Sweep, layers: Layers, folder: Path) -> None:
    """Refuse a variant that changes what an axis of the grid sets: it would be played as the axis says."""
    own = {PLAYERS, DIFFICULTY, BOTS}
    axes = {key: axis for axis in sweep.grid if axis not in own for key in _keys(layers, axis, sweep.grid[axis][0])}
    written = {
        name: ruleset.read_layers(variant, folder).overlays if isinstance(variant, str) else layers.overlays
        for name, variant in sweep.variants.items()
    }
    for name, variant in sweep.variants.items():
        changes = [layer for layer in written[name] if not all(layer in layers for layers in written.values())]
        if not isinstance(variant, str):
            changes += [layers.overlay(key, value) for key, value in variant.items()]
        for key in (key for overlay in changes for key, _ in ruleset.leaves(overlay) if key in axes):
            raise ConfigError(
                f"variant '{name}' changes {axes[key]}, which the grid (or --set) fixes as well: all would be played as"
                " the grid says; say it in one place"
            )


def _keys(layers: Layers, axis: str, value: Any) -> list[str]:
    return [key for key, _ in ruleset.leaves(layers.overlay(axis, value))]


class _Planner:
    """Makes the cells' matches; what several cells share is made once."""

    def __init__(
        self,
        layers: Layers,
        variants: Mapping[str, str | Data],
        folder: Path,
        defined: Mapping[str, Mapping[str, Any]],
    ) -> None:
        self.folder, self.defined = folder, defined
        self.game = load(layers.game)
        self.variants = {None: layers} | {name: _variant(layers, name, variants[name], folder) for name in variants}
        self._bots: dict[str, Bot] = {}

    def match(self, point: Mapping[str, Any]) -> Match:
        changes = {axis: value for axis, value in point.items() if axis not in (PLAYERS, DIFFICULTY, BOTS, VARIANT)}
        layers = self.variants[point.get(VARIANT)].changed(changes)
        bots = [self._bot(spec.strip()) for spec in point[BOTS].split(",")]
        return prepare(layers.data(), point[PLAYERS], point[DIFFICULTY], bots, layers.where)

    @property
    def judging(self) -> set[str]:
        """Return the names of the bots that would search with a value function."""
        return {bot.name for bot in self._bots.values() if bot.search and bot.search.horizon is None}

    def _bot(self, spec: str) -> Bot:
        if spec not in self._bots:
            self._bots[spec] = find_bot(self.game, spec, self.folder, self.defined)
        return self._bots[spec]


def _variant(layers: Layers, name: str, variant: str | Data, folder: Path) -> Layers:
    """Return the layers of one variant."""
    if not isinstance(variant, str):
        return layers.changed(variant)
    other = ruleset.read_layers(variant, folder)
    if other.game != layers.game:
        raise ConfigError(f"variants.{name} = '{variant}' is a variant of {other.game}, not of {layers.game}")
    return other


def line_up(game_name: str, spec: str, folder: Path) -> list[Bot]:
    """Return the bots of a line-up written as on the command line: specs separated by commas."""
    parts = [part.strip() for part in spec.split(",")]
    if not all(parts):
        raise ConfigError(f"--bots {spec}: there is an empty name between commas")
    return [find_bot(load(game_name), part, folder) for part in parts]
