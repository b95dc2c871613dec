"""Where a bot and a search differ, and what it costs the bot."""

from collections import defaultdict
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from strikesim.defaults import SEED
from strikesim.engine.appraisal import appraised
from strikesim.engine.bots import Bot
from strikesim.engine.episode import Episode
from strikesim.engine.judging import judging
from strikesim.engine.match import Match, cores
from strikesim.errors import ConfigError
from strikesim.games.common import plain
from strikesim.questions.playing import Announce, one_match, silent
from strikesim.rng import seeded
from strikesim.sweep.plan import line_up

if TYPE_CHECKING:
    import pandas as pd

SEARCHED, FRESH = 1 << 61, 1 << 62  # added to the seed: of searches; of the playouts that judge what they propose
LEVEL = 0.95
COLUMNS = ("bot", "search", "decisions", "per_game", "cost", "low", "high", "game", "turn", "decision")


@dataclass(frozen=True)
class Difference:
    """One decision at which the search would do something else.

    Attributes
    ----------
    bot, search
        What each would do: the kinds of action.
    cost
        How much oftener the seat wins after the search's action, by fresh playouts; a share of 1.
    game, turn, decision
        Where to look: `strikesim play --game` shows it.
    """

    bot: str
    search: str
    cost: float
    game: int
    turn: int
    decision: int


@dataclass(frozen=True)
class Advice:
    """What a search would have a bot do otherwise.

    Attributes
    ----------
    games, decisions
        Games played by the bot, and its decisions in them.
    differences
        One entry for each decision at which the search chose something else.
    """

    games: int
    decisions: int
    differences: list[Difference] = field(repr=False)

    @property
    def table(self) -> "pd.DataFrame":
        """Return one row for each pair of kinds of action, the one that costs a game most first.

        `cost` is the mean gain of the search's action, in shares of a win, with its 95 % interval by t over games (a
        game's decisions are not independent); `per_game` how often the pair comes up; `game`, `turn` and `decision` say
        where it cost most. Pairs seen in fewer than two games have no interval.
        """
        import pandas as pd

        pairs: dict[tuple[str, str], list[Difference]] = defaultdict(list)
        for difference in self.differences:
            pairs[difference.bot, difference.search].append(difference)
        rows = [self._row(*pair, found) for pair, found in pairs.items()]
        table = pd.DataFrame(rows, columns=list(COLUMNS))
        return table.iloc[np.argsort(-(table["cost"] * table["per_game"]), kind="stable")].reset_index(drop=True)

    def _row(self, bot: str, search: str, found: "list[Difference]") -> tuple[object, ...]:
        low, high = _interval(found)
        worst = max(found, key=lambda one: one.cost)
        cost, often = float(np.mean([one.cost for one in found])), len(found) / self.games
        return bot, search, len(found), often, cost, low, high, worst.game, worst.turn, worst.decision


def _interval(found: "list[Difference]") -> tuple[float, float]:
    """Return the interval of a ratio of sums over games: what was lost, by how often (a ratio estimator's)."""
    from scipy import stats

    games = sorted({one.game for one in found})
    if len(games) < 2:
        return np.nan, np.nan
    costs = np.array([sum(one.cost for one in found if one.game == game) for game in games])
    counts = np.array([sum(one.game == game for one in found) for game in games])
    ratio = costs.sum() / counts.sum()
    error = np.std(costs - ratio * counts, ddof=1) / np.sqrt(len(games)) / counts.mean()
    reach = stats.t.ppf((1 + LEVEL) / 2, len(games) - 1) * error
    return ratio - reach, ratio + reach


def advise(
    ruleset: str | Path,
    bot: str = "planner",
    *,
    players: int | None = None,
    difficulty: str | None = None,
    changes: Mapping[str, Any] | None = None,
    seed: int = SEED,
    games: int = 20,
    samples: int = 128,
    playouts: int = 64,
    jobs: int | None = None,
    announce: Announce = silent,
) -> Advice:
    """Let a bot play, ask at each decision what a search based on it would do, and judge both by fresh playouts.

    Parameters
    ----------
    ruleset, bot
        A ruleset's name, or a TOML file that extends one; the bot, in all seats.
    players, difficulty, changes
        The setting: as many players as can be, the usual difficulty and no change, unless said.
    seed, games
        Games 0 … `games` - 1 of this run.
    samples
        Playouts of each search.
    playouts
        Playouts that judge one difference: of the bot's action and of the search's, on the same chance.
    jobs, announce
        As for `Playing`; threads change nothing.

    Raises
    ------
    ConfigError
        It is a line-up of several bots, or the bot searches already.
    """
    match = one_match(ruleset, bot, players=players, difficulty=difficulty, changes=changes, announce=announce)
    if "," in bot or match.bots[0].search:
        raise ConfigError(f"advise {bot}: advice is for one bot, in all seats, that does not search itself")
    (search,) = line_up(match.game.name, f"search:{bot}:{samples}", Path())
    search = judging(search, match.game, match.data, match.tables, f"advise {ruleset}")
    with ThreadPoolExecutor(jobs or cores()) as pool:
        found = list(pool.map(lambda game: _one_game(match, search, seed, game, playouts), range(games)))
    return Advice(games, sum(count for count, _ in found), list(chain.from_iterable(some for _, some in found)))


def _one_game(match: Match, search: Bot, seed: int, game: int, playouts: int) -> tuple[int, list[Difference]]:
    """Play one game; return how many decisions it had, and those at which the search would do something else."""
    episode, found, decisions = Episode(match, seed, game), [], 0
    _, minds = seeded(seed + SEARCHED, game, 1)
    while not episode.is_over():
        legal = episode.legal()
        chosen = episode.choose(legal)
        if len(legal) > 1:
            decisions += 1
            better = episode.asked(search, legal, minds[0])
            if better != chosen:
                worth = appraised(episode, match.bots[0], [chosen, better], playouts, seed + FRESH + decisions)
                kind, other = (_kind(match, episode, code) for code in (chosen, better))
                cost = float(np.mean(worth[:, 1] - worth[:, 0]))
                found.append(Difference(kind, other, cost, game, int(episode.s.turn), decisions))
        episode.apply(chosen)
    return decisions, found


def _kind(match: Match, episode: Episode, code: int) -> str:
    """Return what kind of action a code is, as the trace says it."""
    kind: str = match.game.story.action_json(match.data, plain(episode.t), plain(episode.s), code)["type"]
    return kind
