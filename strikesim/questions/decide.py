"""Whether targets are met, with verdicts that may be looked at while games are played, which then stop."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from strikesim.errors import ConfigError
from strikesim.questions.check import planned_checks
from strikesim.questions.playing import Playing, check_backend
from strikesim.result import Result, read
from strikesim.stats import anytime
from strikesim.stats.targets import MOST_UNFINISHED, PRESETS, STALLED, UNDECIDED
from strikesim.sweep.manifest import Cell, Manifest
from strikesim.sweep.plan import Plan
from strikesim.sweep.rows import UNFINISHED, Winners, won_by, won_by_place
from strikesim.sweep.run import Run

if TYPE_CHECKING:
    import pandas as pd

LOOK = 500  # games between two looks at a cell, at least
GROWTH = 0.25  # of the games that it has: looks get rarer


@dataclass(frozen=True)
class Decision:
    """What is decided of a sweep's targets.

    Attributes
    ----------
    result
        The games: of each cell as many as it took, at most as many as the sweep asks for.
    verdicts
        As the result's own, but right with 95 % all together however often one looks
        (`strikesim.stats.anytime.verdicts`); ``more_low`` and ``more_high`` are about how many more games decide it.
    looks
        How often it was looked at.
    """

    result: Result
    verdicts: "pd.DataFrame" = field(repr=False)
    looks: int


def decide(path: str | Path, **keys: Any) -> Iterator[Decision]:
    """Play the sweeps of a sweep file until every target is decided, or the games asked for are played.

    The next games go to the undecided cell that seems nearest to its verdict. What is looked at, and when, follows from
    the games alone: an interrupted run that goes on ends with the same files.

    Parameters
    ----------
    path, **keys
        As for `strikesim.questions.check.check`.

    Raises
    ------
    ConfigError
        A sweep has no target, or asks for a precision instead of a number of games.
    """
    playing, overrides = Playing.split(keys)
    plans = planned_checks(path, overrides, playing)
    for planned in plans:
        if planned.sweep.games is None:
            raise ConfigError(f"{path}: sweep '{planned.sweep.name}': say games = …, the most that a cell may get")
    check_backend()
    for planned in plans:
        yield _decide(planned, playing)


@dataclass
class _Look:
    """What is known of one cell: how many of its games were looked at, and who has won them."""

    cell: Cell
    seen: int = 0
    rows: dict[str, int] = field(default_factory=dict)
    decided: dict[str, str] = field(default_factory=dict)
    evidence: dict[str, float] = field(default_factory=dict)
    stalled: bool = False

    @property
    def is_open(self) -> bool:
        """Return whether a side of it has no verdict yet."""
        return not self.stalled and len(self.decided) < len(self.rows)


def _decide(planned: Plan, playing: Playing) -> Decision:
    folder = Path(playing.out) / planned.sweep.name
    job = Run(planned, folder, pool=playing.pool())
    for note in (*planned.notes, *job.store.notes):
        playing.tell(note)
    most = planned.requested
    with playing.watch(job) as listen:
        goals = {cell: min(LOOK, games) for cell, games in most.items()}
        _play(job, goals, listen)
        result = read(folder)
        looks = {cell.index: _Look(cell) for cell in result.manifest.cells}
        number = sum(len(_won(result.manifest, cell, result.games_of(cell.index).head(1))) for cell in _cells(result))
        count = 0
        while True:
            for look in looks.values():
                if look.seen < goals[look.cell.index]:
                    count += 1
                    _see(look, result, goals[look.cell.index], number)
            following = _following(looks, most, result.manifest, number)
            if following is None:
                break
            step = max(LOOK, int(GROWTH * goals[following]) // LOOK * LOOK)
            goals[following] = min(goals[following] + step, most[following])
            _play(Run(planned, folder, pool=playing.pool()), goals, listen)
            result = read(folder)
    from strikesim.report.folder import summarise_folder  # late: what draws takes a second to load

    summarise_folder(result)
    return Decision(result, _table(result, looks, number), count)


def _play(job: Run, goals: Mapping[int, int], listen: Any) -> None:
    """Play until each cell has its goal."""
    job.requested, job.listen = dict(goals), listen
    job.go()


def _cells(result: Result) -> list[Cell]:
    return result.manifest.cells


def _won(manifest: Manifest, cell: Cell, games: "pd.DataFrame") -> dict[str, NDArray[np.bool_]]:
    """Return for each side that the target is about which games it won."""
    winners = Winners.of_games(games)
    target = manifest.sweep.target
    if target is not None and target.audience is not None and PRESETS[target.audience].relative:
        return won_by_place(cell.line_up, winners)
    return won_by(manifest.ruleset.kind, cell.line_up, winners)


def _band(manifest: Manifest, cell: Cell) -> tuple[float, float]:
    target = manifest.sweep.target
    if target is None:
        raise ConfigError(f"sweep '{manifest.name}' has no target")
    if target.audience is None:
        low, high = target.win_rate or (0.0, 1.0)
        return low, high
    ends = PRESETS[target.audience].bounds(1 / cell.players)
    return float(ends[0]), float(ends[1])


def _see(look: _Look, result: Result, goal: int, number: int) -> None:
    """Look at the first games of a cell; what is decided stays so."""
    games = result.games_of(look.cell.index).sort_values("game").head(goal)
    look.seen = len(games)
    look.stalled = bool((games["outcome"] == UNFINISHED).mean() > MOST_UNFINISHED)
    low, high = _band(result.manifest, look.cell)
    for who, won in _won(result.manifest, look.cell, games).items():
        look.rows[who] = int(won.sum())
        verdict, evidence = anytime.verdicts(look.rows[who], look.seen, low, high, number)
        look.evidence[who] = max(float(evidence), look.evidence.get(who, -np.inf))
        if verdict != UNDECIDED:
            look.decided.setdefault(who, str(verdict))


def _following(looks: Mapping[int, _Look], most: Mapping[int, int], manifest: Manifest, number: int) -> int | None:
    """Return the undecided cell that seems to need the fewest games, None where all are decided or played."""
    needs = {
        index: max(_needs(look, who, manifest, number) for who in look.rows if who not in look.decided)
        for index, look in looks.items()
        if look.is_open and look.seen < most[index]
    }
    return min(needs, key=lambda index: (needs[index], index)) if needs else None


def _needs(look: _Look, who: str, manifest: Manifest, number: int) -> float:
    return float(anytime.remainder(look.rows[who], look.seen, *_band(manifest, look.cell), number))


def _table(result: Result, looks: Mapping[int, _Look], number: int) -> "pd.DataFrame":
    """Return the result's verdicts with those that may be looked at instead."""
    import pandas as pd

    table = result.verdicts
    said, p, more = [], [], []
    for row in table.to_dict("records"):
        look, who = looks[row["cell"]], str(row["who"])
        said.append(STALLED if look.stalled else look.decided.get(who, UNDECIDED))
        p.append(min(1.0, number * float(np.exp(-max(look.evidence[who], 0.0)))))
        needs = _needs(look, who, result.manifest, number) if said[-1] == UNDECIDED else 0.0
        more.append(np.ceil(needs) if np.isfinite(needs) else np.nan)
    games = pd.array(more, "Float64").astype("Int64")
    return table.assign(verdict=said, p=p, more_low=games, more_high=games)
