"""Where and how games are played: what every question can be told beside what it asks."""

import os
import warnings
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Self

from strikesim.defaults import REPORTS
from strikesim.engine.match import Match, prepare
from strikesim.errors import ClusterError, ConfigError
from strikesim.games import load
from strikesim.games.ruleset import read_layers
from strikesim.questions.progress import stored, to_stderr, watched
from strikesim.result import Result, read
from strikesim.sweep.config import Sweep, as_toml
from strikesim.sweep.plan import Plan, hinting, line_up, plan
from strikesim.sweep.pool import Pool, Threads
from strikesim.sweep.run import Progress, Run

Announce = Callable[..., None]
Tell = Callable[[str], None]
Watch = Callable[[Run], AbstractContextManager[Callable[[Progress], None]]]


def silent(*games: str) -> None:
    """Announce nothing."""


def _warn(note: str) -> None:
    """Warn whoever asks from Python."""
    warnings.warn(note, stacklevel=2)


@dataclass(frozen=True)
class Playing:
    """Where and how games are played.

    Attributes
    ----------
    out
        The folder in which each sweep gets one of its own. What it holds already is not played again.
    jobs
        Threads; None: one for each core.
    dask
        The address of a Dask scheduler, such as ``tcp://host:8786``, whose workers play; ``local`` starts one. None:
        this process plays.
    announce
        Called with the names of the games before they are loaded, which may take a while.
    tell
        Called with a sentence on each thing in a folder that had to be mended.
    greet
        Called with a line on the cluster that plays: its workers, and its dashboard's address.
    watch
        Opened around the games, with the run about to start; what it gives is told of every chunk that was played. An
        interrupt passes through it when the finished games are stored. Default: `strikesim.questions.progress.watched`.
    """

    out: str | Path = REPORTS
    jobs: int | None = None
    dask: str | None = None
    announce: Announce = silent
    tell: Tell = _warn
    greet: Tell = to_stderr
    watch: Watch = watched

    @classmethod
    def split(cls, keys: Mapping[str, Any]) -> tuple[Self, dict[str, Any]]:
        """Return how to play, and the keys that say something else; a cluster is reached before all else.

        Raises
        ------
        ConfigError, ClusterError
            The cluster cannot be reached, or has other versions.
        """
        own = {field.name for field in fields(cls)} & keys.keys()
        playing = cls(**{key: keys[key] for key in own})
        if playing.dask is not None:
            playing.pool()
        return playing, {key: as_toml(keys[key]) for key in keys if key not in own}

    def answer(self, sweep: Sweep, where: str) -> Result:
        """Plan a sweep, play it, and write its tables and figures; `where` names it in errors."""
        return self.play(plan(sweep, Path(), where, announce=self.announce))

    def play(self, planned: Plan) -> Result:
        """Play what a sweep's folder still lacks, and write its tables and figures."""
        check_backend()
        result = self.games(planned)
        # What draws takes a second to load: after the games, of which a rate is then seen at once.
        from strikesim.report.folder import summarise_folder

        summarise_folder(result)
        return result

    def games(self, planned: Plan) -> Result:
        """Play what a sweep's folder still lacks."""
        job = Run(planned, Path(self.out) / planned.sweep.name, pool=self.pool())
        for note in (*planned.notes, *job.store.notes):
            self.tell(note)
        try:
            with self.watch(job) as job.listen:
                job.go()
        except ClusterError as error:
            raise ClusterError(f"{error}; {stored(job)}: the same command goes on from there") from None
        return read(job.store.folder)

    def pool(self) -> Pool:
        """Return who plays.

        Raises
        ------
        ConfigError, ClusterError
            The cluster cannot be reached, or has other versions.
        """
        if self.dask is None:
            return Threads(self.jobs)
        from strikesim.sweep.cluster import connected  # late: an extra

        cluster = connected(self.dask, self.jobs)
        cluster.tell = self.greet
        cluster.greet()
        return cluster


def check_backend() -> None:
    """Refuse at once, not after the games, a setting with which nothing can be drawn.

    Raises
    ------
    ConfigError
        The environment names a backend that matplotlib does not have.
    """
    backend = os.environ.get("MPLBACKEND")
    if backend:  # else matplotlib, which takes a while to load, can wait
        try:
            import matplotlib  # noqa: F401
        except ValueError:
            raise ConfigError(
                f"MPLBACKEND = {backend}: matplotlib has no such backend; unset it, figures are drawn without"
            ) from None


def sized(keys: Mapping[str, Any], games: int) -> dict[str, Any]:
    """Return the keys of a sweep with a number of games, if they say neither that nor a precision."""
    said = {key: value for key, value in keys.items() if value is not None}
    return said if {"games", "precision"} & said.keys() else {**said, "games": games}


def one_match(
    ruleset: str | Path,
    bots: str,
    *,
    players: int | None = None,
    difficulty: str | None = None,
    changes: Mapping[str, Any] | None = None,
    announce: Announce = silent,
) -> Match:
    """Return the match of a single game.

    Parameters
    ----------
    ruleset
        A ruleset's name, or a TOML file that extends one.
    bots
        A line-up as on the command line.
    players, difficulty, changes
        As many players as can be, the usual difficulty and no change, unless said.
    announce
        As for `Playing`.
    """
    changes = changes or {}
    with hinting(*changes):
        layers = read_layers(str(ruleset)).changed(changes)
    data = layers.data()
    announce(layers.game)
    rules = load(layers.game).tables.Rules.parse(data, layers.where)
    players = rules.ruleset.players[-1] if players is None else players
    return prepare(data, players, difficulty, line_up(layers.game, bots, Path()), layers.where)
