"""Where a bot and a search differ, and what it costs the bot."""

from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from strikesim.engine.appraisal import appraised
from strikesim.engine.bots import Bot
from strikesim.engine.episode import Episode
from strikesim.engine.match import Match
from strikesim.engine.search import Search
from strikesim.errors import ConfigError
from strikesim.games.common import plain

if TYPE_CHECKING:
    import pandas as pd

FRESH = 1 << 62  # added to the seed for playouts that judge: the search that proposed has not seen them
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


def advise(match: Match, *, seed: int, games: int, samples: int, playouts: int, jobs: int) -> Advice:
    """Let a bot play, ask at each decision what a search based on it would do, and judge both by fresh playouts.

    Parameters
    ----------
    match
        The game, with the same bot in all seats.
    seed, games
        Games 0 … `games` - 1 of this run.
    samples
        Playouts of each search.
    playouts
        Playouts that judge one difference: of the bot's action and of the search's, on the same chance.
    jobs
        Threads; they change nothing.

    Raises
    ------
    ConfigError
        The bots are not all the same, or search already.
    """
    bot = match.bots[0]
    if len(set(match.bots)) > 1 or bot.search:
        raise ConfigError("advice is for one bot, in all seats, that does not search itself")
    search = replace(bot, search=Search(samples))
    with ThreadPoolExecutor(jobs) as pool:
        found = list(pool.map(lambda game: _one_game(match, search, seed, game, playouts), range(games)))
    return Advice(games, sum(count for count, _ in found), list(chain.from_iterable(some for _, some in found)))


def _one_game(match: Match, search: Bot, seed: int, game: int, playouts: int) -> tuple[int, list[Difference]]:
    episode, found, decisions = Episode(match, seed, game), [], 0
    while not episode.is_over():
        legal = episode.legal()
        chosen = episode.choose(legal)
        if len(legal) > 1:
            decisions += 1
            better = episode.answer(search, legal)
            if better != chosen:
                found.append(_difference(episode, chosen, better, playouts, seed, decisions))
        episode.apply(chosen)
    return decisions, found


def _difference(
    episode: Episode, chosen: int, better: int, playouts: int, seed: int, decision: int
) -> Difference:
    bot, story = episode.match.bots[0], episode.match.game.story
    worth = appraised(episode, bot, [chosen, better], playouts, seed + FRESH + decision)
    data, t, s = episode.match.data, plain(episode.t), plain(episode.s)
    kinds = [story.action_json(data, t, s, code)["type"] for code in (chosen, better)]
    return Difference(*kinds, float(np.mean(worth[:, 1] - worth[:, 0])), episode.game, int(s.turn), decision)
