"""Who plays how well: all bots against all."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from strikesim.defaults import LADDER_GAMES, SEED
from strikesim.engine.bench import play_for
from strikesim.engine.bots import find_bot, known
from strikesim.engine.match import Match
from strikesim.errors import ConfigError
from strikesim.games import load
from strikesim.games.ruleset import read_layers
from strikesim.questions.playing import Playing, check_backend, sized
from strikesim.result import Result
from strikesim.stats import ladder as stats
from strikesim.stats.strength import Contests
from strikesim.sweep import designs
from strikesim.sweep.config import BOTS, as_toml
from strikesim.sweep.files import make_folder, write_atomically, write_table
from strikesim.sweep.manifest import Cell
from strikesim.sweep.plan import Plan, plan
from strikesim.sweep.rows import Winners, contests

if TYPE_CHECKING:
    import pandas as pd

TABLE, STEPS, DUELS, PLACES, README, FIGURES = (
    *("ladder.csv", "steps.csv", "duels.csv", "places.csv"),
    *("README.md", "figures"),
)
SECONDS = 0.5  # for which each bot plays while its speed is measured


@dataclass(frozen=True)
class Ladder:
    """All bots against all.

    Attributes
    ----------
    folder
        Where the tables and figures are; the games lie in folders within it.
    bots
        The bots, the weakest first as far as that was known before.
    results
        The games: one result where all win together, one for each number of players where they compete.
    table
        One row for each setting and bot: ``rate``, ``low``, ``high``; and ``time``, its time for a decision as a
        multiple of the reference's. Where bots compete, the columns of `strikesim.stats.ladder.ratings`.
    steps
        Whether each step of the ladder of skill is shown (`strikesim.stats.ladder.team_steps`, `duel_steps` there).
    duels, places
        Where bots compete: how often each wins among others (`strikesim.stats.ladder.duels`), and the advantage of
        each place in order of play.
    """

    folder: Path
    bots: list[str]
    results: list[Result] = field(repr=False)
    table: "pd.DataFrame" = field(repr=False)
    steps: "pd.DataFrame" = field(repr=False)
    duels: "pd.DataFrame | None" = field(repr=False, default=None)
    places: "pd.DataFrame | None" = field(repr=False, default=None)

    @property
    def sentences(self) -> list[str]:
        """Return what is shown of each step."""
        from strikesim.report.ladder import sentences

        return list(sentences(self.steps, self.results[0].manifest))


def ladder(ruleset: str | Path, *, bots: "Sequence[str] | str | None" = None, **keys: Any) -> Ladder:
    """Let all bots play, each by itself where all win together, all against all where they compete.

    Parameters
    ----------
    ruleset
        A game's name, or a TOML file that extends one.
    bots
        Which ones; default: all built-in bots of the game, and those that search.
    **keys
        Perhaps ``games`` (else LADDER_GAMES), ``seed`` and ``grid``; and those of `Playing`: ``out``,
        ``jobs``, ``dask``.

    Raises
    ------
    ConfigError, RulesetError, BotError, ResultError
        There is no such bot, or fewer than two; or as for `strikesim.questions.run.run`.
    """
    playing, asked = Playing.split(keys)
    check_backend()
    specs = _chosen(ruleset, bots, playing)
    if bots is not None:  # which gives the ladder a folder of its own
        asked["grid"] = {**(asked.get("grid") or {}), BOTS: specs}
    name, sweeps = designs.ladder(ruleset, specs, **sized(asked, LADDER_GAMES))
    where = f"ladder {ruleset}"
    plans = [plan(sweep, Path(), where, announce=playing.announce) for sweep in sweeps]
    folder = Path(playing.out) / name
    results = [replace(playing, out=folder).games(planned) for planned in plans]
    names = _names(plans, specs)
    found = (_team if results[0].cooperative else _compete)(folder, names, results, _times(plans[0], names))
    _write(found)
    return found


def _chosen(ruleset: str | Path, bots: "Sequence[str] | str | None", playing: Playing) -> list[str]:
    """Return the bots that play, those of the ladder of skill first."""
    layers = read_layers(str(ruleset))
    playing.announce(layers.game)
    if bots is None:
        return sorted(known(load(layers.game)), key=_step)
    listed = [bots] if isinstance(bots, str) else as_toml(bots)
    found = [part.strip() for text in listed for part in str(text).split(",")]
    for spec in found:
        find_bot(load(layers.game), spec, Path())  # says what is wrong with it before the others are compiled
    return sorted(found, key=_step)


def _step(bot: str) -> int:
    """Return how high a bot stands on the ladder of skill; those that are not on it stand above."""
    return stats.SKILL.index(bot) if bot in stats.SKILL else len(stats.SKILL)


def _names(plans: Sequence[Plan], specs: Sequence[str]) -> list[str]:
    """Return the names of the bots, which two may not share."""
    by_spec = {
        spec.strip(): bot.name
        for cell in plans[0].cells
        for spec, bot in zip(str(cell.axes[BOTS]).split(","), cell.match.bots, strict=False)
    }
    names = [by_spec[spec] for spec in specs]
    if len(set(names)) < len(names):
        raise ConfigError(f"ladder: two of the bots {', '.join(specs)} have one name; give one of them another")
    return names


def _times(planned: Plan, names: Sequence[str]) -> dict[str, float]:
    """Return how long each bot takes for a decision, as a multiple of the reference's time."""
    match = planned.cells[0].match
    seated = {bot.name: bot for cell in planned.cells for bot in cell.match.bots}
    times = {name: _time(replace(match, bots=(seated[name],) * match.seats)) for name in names}
    return {name: times[name] / times[stats.reference_of(names)] for name in names}


def _time(match: Match) -> float:
    match.play(SEED, 0, 1)
    begin = time.process_time()  # other programs on the computer do not count
    _, decisions, _ = play_for(match, SECONDS, 1)
    return (time.process_time() - begin) / max(1, decisions)


def _axes(cell: Cell) -> dict[str, Any]:
    return {axis: value for axis, value in cell.axes.items() if axis != BOTS}


# ---- all win or lose together ------------------------------------------------------------------------------------


def _team(folder: Path, names: list[str], results: list[Result], times: Mapping[str, float]) -> Ladder:
    import pandas as pd

    from strikesim.stats.tables import first_alike, sides

    (result,) = results
    told = sides(result.rates)
    told = told[told["cell"] == first_alike(told["cell"], result.same_as)]
    cells = {cell.index: cell for cell in result.manifest.cells}
    rows = [
        {
            "cell": row["cell"],
            **_axes(cells[row["cell"]]),
            "bot": cells[row["cell"]].bots[0].name,
            **{key: row[key] for key in ("who", "games", "count", "rate", "low", "high")},
        }
        for row in told.to_dict("records")
    ]
    rates = pd.DataFrame(rows)
    table = rates.drop(columns=["cell", "who"]).assign(time=rates["bot"].map(times))
    return Ladder(folder, names, results, table, stats.team_steps(rates, result.won))


# ---- all against all ---------------------------------------------------------------------------------------------


def _compete(folder: Path, names: list[str], results: list[Result], times: Mapping[str, float]) -> Ladder:
    met = [one for result in results for one in _met(result, names)]
    duels = stats.duels(met, names)
    table, places = stats.ratings(met, names)
    table = table.assign(time=table["bot"].map(times))
    return Ladder(folder, names, results, table, stats.duel_steps(duels), duels, places)


def _met(result: Result, names: Sequence[str]) -> Iterator[stats.Met]:
    """Yield the games of each cell, with the bots numbered as in `names`."""
    cells = {cell.index: cell for cell in result.manifest.cells}
    for index, games in result.games().groupby("cell", sort=True):
        cell = cells[int(index)]
        seated, sat, won = contests(cell.line_up, Winners.of_games(games))
        numbers = np.array([list(names).index(name) for name in seated])
        found = Contests(games["game"].to_numpy(), numbers[sat], won)
        yield stats.Met(_axes(cell), cell.line_up[0], cell.line_up[1], found)


# ---- what is left in the folder ----------------------------------------------------------------------------------


def _write(found: Ladder) -> None:
    """Write the tables, the figures and a page that tells them."""
    from strikesim.report.figures.export import write
    from strikesim.report.findings.same import same_games
    from strikesim.report.ladder import drawn, page
    from strikesim.report.view import View

    make_folder(found.folder)
    write_table(found.folder / TABLE, found.table)
    write_table(found.folder / STEPS, found.steps)
    if found.duels is not None and found.places is not None:
        write_table(found.folder / DUELS, found.duels)
        write_table(found.folder / PLACES, found.places)
    pictures = list(drawn(found.table, found.results[0].manifest, found.bots))
    write(pictures, found.folder / FIGURES, "ladder")
    cautions = [] if found.duels is not None else same_games(View(found.results[0]))
    text = page(found.table, found.steps, found.duels, found.results[0].manifest, pictures, cautions)
    write_atomically(found.folder / README, text)
