"""A value function for searches: fitted to games of these rules, and judged by games that were held out."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

import numpy as np
import tomli_w

from strikesim.defaults import FIT_GAMES, REPORTS, SEED
from strikesim.engine.judging import CONSTANT, fingerprint
from strikesim.engine.match import Match, cores, prepare
from strikesim.engine.positions import positions
from strikesim.errors import ConfigError
from strikesim.games import load
from strikesim.games.ruleset import STANDING, Layers, read_layers
from strikesim.questions.playing import Announce, silent
from strikesim.stats import judging as stats
from strikesim.sweep.files import make_folder, write_atomically, write_table
from strikesim.sweep.plan import line_up

if TYPE_CHECKING:
    import pandas as pd

QUALITY, CALIBRATION = "quality.csv", "calibration.csv"
EVERY = 4  # one turn of so many gives a position
HELD_OUT = 5  # one game of so many is not fitted to
SEARCHED = 20  # one game of so many more is played by a search …
SEARCH = "search:{bot}:8:horizon=0"  # … which must not lean on a value function


@dataclass(frozen=True)
class Fit:
    """A value function.

    Attributes
    ----------
    folder
        Where it is: the ruleset's table (``standing.toml``), and how good it is.
    weights
        Of a constant and of each feature.
    positions, games
        How many it was fitted to and judged by, together.
    quality
        On games held out: ``measure`` (``log_loss``, ``log_loss_of_one_rate``, ``area``), ``value``, ``low``, ``high``
        (`strikesim.stats.judging.quality`).
    calibration
        On games held out: how often positions were won, by the chance that they were given
        (`strikesim.stats.judging.calibration`).
    """

    folder: Path
    weights: dict[str, float]
    positions: int
    games: int
    quality: "pd.DataFrame" = field(repr=False)
    calibration: "pd.DataFrame" = field(repr=False)

    @property
    def sentence(self) -> str:
        """Return what is known of it."""
        loss, rate, area = (
            f"{row.value:.3f} (95 %: {row.low:.3f} to {row.high:.3f})" for row in self.quality.itertuples()
        )
        return (
            f"Fitted to {self.positions:,} positions of {self.games:,} games, every {HELD_OUT}th of which was held out."
            f" On those: log loss {loss}, with one rate for all {rate}; area under the curve {area}."
        )


def fit(
    ruleset: str | Path,
    *,
    bot: str = "planner",
    games: int = FIT_GAMES,
    seed: int = SEED,
    out: str | Path = REPORTS,
    jobs: int | None = None,
    announce: Announce = silent,
) -> Fit:
    """Fit a value function for searches to games of a bot and of a search based on it, under these rules.

    Positions are taken at random moments of games with each number of players at each difficulty. The result is a table
    ``[standing]`` for the ruleset's file, which holds for these rules and no others (`strikesim.engine.judging`).

    Parameters
    ----------
    ruleset
        A game's name, or a TOML file that extends one.
    bot
        In all seats. It does not search.
    games
        Of the bot in each setting; a twentieth as many are played by the search.
    seed
        Of the games.
    out
        The folder in which the result gets one of its own.
    jobs, announce
        As for `strikesim.questions.playing.Playing`; threads change nothing.

    Raises
    ------
    ConfigError
        It is a line-up of several bots, the bot searches already, or it wins always or never.
    """
    layers = read_layers(str(ruleset))
    announce(layers.game)
    base, *others = line_up(layers.game, bot, Path())
    if base.search or others:
        raise ConfigError(
            f"fit {ruleset} with {bot}: a value function is fitted to games of one bot that does not search"
        )
    settings, searched = (_settings(layers, spec) for spec in (bot, SEARCH.format(bot=bot)))
    tasks = [(match, game) for match in settings for game in range(games)]
    tasks += [(match, game) for match in searched for game in range(games, games + games // SEARCHED)]
    with ThreadPoolExecutor(jobs or cores()) as pool:
        played = list(pool.map(lambda task: positions(task[0], seed, task[1], EVERY), tasks))
    features, won = (np.concatenate(parts) for parts in zip(*played, strict=True))
    of_game = np.repeat(np.arange(len(tasks)), [len(part) for _, part in played])
    held = (of_game % HELD_OUT == 0) if len(tasks) > HELD_OUT else np.zeros(len(won), bool)
    if not (0 < won[held].mean() < 1 and 0 < won[~held].mean() < 1):
        raise ConfigError(f"fit {ruleset}: {bot} wins always or never in {len(tasks):,} games; give more --games")
    weights = stats.fitted(features[~held], won[~held])
    p = stats.judged(weights, features[held])
    named = dict(zip((CONSTANT, *load(layers.game).standing.FEATURES), map(float, weights), strict=True))
    fit = Fit(
        Path(out) / f"fit-{Path(str(ruleset)).stem}",
        named,
        len(won),
        len(tasks),
        stats.quality(p, won[held], of_game[held], seed),
        stats.calibration(p, won[held], of_game[held]),
    )
    _write(fit, settings, f"strikesim fit {ruleset} --bot {bot} --games {games} --seed {seed}")
    return fit


def _settings(layers: Layers, spec: str) -> list[Match]:
    """Return a match for each number of players at each difficulty."""
    data: dict[str, Any] = layers.data()
    bots, header = line_up(layers.game, spec, Path()), data["ruleset"]
    levels = header.get("difficulties") or [None]
    return [prepare(data, players, level, bots, layers.where) for players in header["players"] for level in levels]


def _write(found: Fit, settings: Sequence[Match], command: str) -> None:
    make_folder(found.folder)
    write_table(found.folder / QUALITY, found.quality)
    write_table(found.folder / CALIBRATION, found.calibration)
    rules = sorted({fingerprint(match.tables) for match in settings})
    told = fill(found.sentence, 118, initial_indent="# ", subsequent_indent="# ")
    table = {"standing": {"rules": rules, "weights": found.weights}}
    write_atomically(found.folder / STANDING, f"# Made by: {command}\n{told}\n{tomli_w.dumps(table)}")
