"""What a search would do at one decision, and why: for a person who plays."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from strikesim.engine.appraisal import appraised
from strikesim.engine.bots import Bot, find_bot
from strikesim.engine.episode import Episode
from strikesim.games import Game
from strikesim.rng import seeded
from strikesim.stats.intervals import CONFIDENCE, rate_interval, simultaneous

ADVISER = "planner"
CANDIDATES = 4
PLAYOUTS = 200  # of each candidate
BATCH = 20  # an interrupt need not wait longer
ASKED, PLAYED = 1 << 59, 1 << 60  # added to the seed: of the adviser's answers; of the playouts


@dataclass(frozen=True)
class Estimate:
    """What one action is worth to the seat that decides, if the adviser then plays on for all.

    Attributes
    ----------
    code
        The action.
    rate, low, high
        How often the seat wins, with its 95 % interval.
    gain, least, most
        How much oftener than after the adviser's own action, with an interval; all such intervals of a decision hold
        together in 95 %. 0 for the adviser's own action.
    """

    code: int
    rate: float
    low: float
    high: float
    gain: float
    least: float
    most: float


def hint(episode: Episode, legal: "list[int]", also: "list[int]", playouts: int = PLAYOUTS) -> list[Estimate]:
    """Try what the adviser would do, its next answers, and what else is asked about; the adviser's own action is first.

    Parameters
    ----------
    episode
        The game, at a decision. It is left as it is.
    legal
        The codes on offer.
    also
        Codes that are tried whether the adviser thinks of them or not.
    playouts
        Of each action; all actions meet the same ones.
    """
    bot = _adviser(episode.match.game)
    codes = list(dict.fromkeys([*_ranked(episode, bot, legal), *also]))
    seeds = [episode.seed + PLAYED + episode.decisions * playouts + k for k in range(0, playouts, BATCH)]
    won = np.concatenate([appraised(episode, bot, codes, BATCH, seed % 2**63) for seed in seeds])
    return _estimates(codes, won)


@cache
def _adviser(game: Game) -> Bot:
    return find_bot(game, ADVISER, Path())


def _ranked(episode: Episode, bot: Bot, legal: "list[int]") -> list[int]:
    """Return what a bot would do, and what it would do if it could not do that."""
    _, minds = seeded((episode.seed + ASKED) % 2**63, episode.game, 1)
    left, ranked = list(legal), list[int]()
    while left and len(ranked) < CANDIDATES:
        ranked.append(episode.asked(bot, left, minds[0]) if len(left) > 1 else left[0])
        left.remove(ranked[-1])
    return ranked


def _estimates(codes: "list[int]", won: NDArray[np.float64]) -> list[Estimate]:
    """Return the estimates: rates by themselves, gains by the difference in each playout (Student's t)."""
    from scipy.special import stdtrit

    n = len(won)
    low, high = rate_interval(won.sum(axis=0), n)
    gains = won - won[:, :1]
    level = float(simultaneous(CONFIDENCE, len(codes) - 1))
    reach = stdtrit(n - 1, (1 + level) / 2) * gains.std(axis=0, ddof=1) / np.sqrt(n)
    rates, means = won.mean(axis=0), gains.mean(axis=0)
    return [
        Estimate(code, *map(float, numbers))
        for code, *numbers in zip(codes, rates, low, high, means, means - reach, means + reach, strict=True)
    ]
