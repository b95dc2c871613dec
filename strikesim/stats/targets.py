"""Target bands: whether a win rate lies where the designer wants it, and whether that is shown."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtri
from scipy.stats import binom

from strikesim.errors import ResultError
from strikesim.stats.adjust import ERROR, holm
from strikesim.stats.intervals import wilson
from strikesim.sweep.config import Target

INSIDE, BELOW, ABOVE, UNDECIDED = "inside", "below", "above", "undecided"
POWER = 0.8  # chance that a forecast number of games decides
MOST_GAMES = 100_000_000  # a verdict that needs more games than that is out of reach


@dataclass(frozen=True)
class Preset:
    """A target band with a name.

    `low` and `high` are win rates; for a `relative` band they are multiples of the fair share, 1 / seats.
    """

    name: str
    low: float
    high: float
    words: str
    source: str
    relative: bool = False

    def bounds(self, fair: ArrayLike = 1.0) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the ends as win rates, for each fair share given."""
        share = np.asarray(fair, float) if self.relative else np.ones_like(fair, float)
        return self.low * share, self.high * share


_LEAGUE = "P. Vaughan, 'Win ratios in first-time cooperative play', League of Gamemakers"
_PRESETS = (
    Preset(
        "family",
        0.60,
        0.80,
        "families and story games: the players win clearly more often than they lose",
        "ours, around M. Selinker's 75 % (Pathfinder Adventure Card Game) and J. Hawthorne's 70 % (Mice and Mystics),"
        f" as told in {_LEAGUE}",
    ),
    Preset(
        "wide",
        0.50,
        0.75,
        "a wide audience: the game is won somewhat more often than lost",
        "what most people are often said to want, in 'Difficulty in cooperative games', The City of Kings, 2023",
    ),
    Preset(
        "gamer",
        0.35,
        0.55,
        "people who play often: close to even, leaning to a loss",
        "ours, around M. Leacock's 40 % for an experienced group's first game (Pandemic) and J. De Witt's 40 % for"
        f" light strategy gamers (Castle Panic), as told in {_LEAGUE}",
    ),
    Preset(
        "expert",
        0.10,
        0.30,
        "people who want to be beaten and come back: a win is an event",
        "ours, around the 10 % to 20 % of C. Stockwell (BoardGameGeek, 'How often should players win a co-op game?',"
        f" thread 1431162) and the 30 % of E. Vogel (The Dresden Files), as told by a reader of {_LEAGUE}",
    ),
    Preset(
        "fair",
        0.90,
        1.10,
        "a competitive game: every seat within a tenth of its fair share, with two players 45 % to 55 %",
        "ours; White in chess scores about 55 %, and people live with it",
        relative=True,
    ),
)
PRESETS = {preset.name: preset for preset in _PRESETS}


def judge(rates: pd.DataFrame, target: Target | None) -> pd.DataFrame:
    """Return rates with their verdicts against a sweep's target; as they are if it has none.

    Parameters
    ----------
    rates
        Rows of who wins, with ``fair``.
    target
        Of the sweep: a win rate (lowest, highest), or the name of a preset.
    """
    if target is None:
        return rates
    if target.audience is None:
        return verdicts(rates, *target.win_rate or [])
    return verdicts(rates, *PRESETS[target.audience].bounds(rates["fair"].fillna(1.0)))


def verdicts(rates: pd.DataFrame, low: ArrayLike, high: ArrayLike) -> pd.DataFrame:
    """Say of each rate whether it is shown to lie inside a band, below it or above it.

    Holm's correction of `likeliest` makes the chance that any of the rows has a wrong verdict at most ERROR: proven
    where the rows are independent, and checked by simulation. The promise is for one look: who adds games until a
    verdict comes out errs more often.

    Parameters
    ----------
    rates
        With the columns ``count`` and ``games``.
    low, high
        The band, its ends included; one for all, or one for each row. With 0 nothing is too low, with 1 too high.

    Returns
    -------
    DataFrame
        The same rows with ``target_low`` and ``target_high``; ``verdict`` (inside, below, above or undecided); ``p`` of
        the likeliest verdict, adjusted; ``more_low``, ``more_high``: about how many more games would decide it with a
        chance of POWER, if the true rate lies at the best or the worst end of its POWER interval; 0 where it is
        decided, missing where MOST_GAMES would not do, ``more_high`` also where that interval holds an end of the band.

    Raises
    ------
    ResultError
        The band is not within 0 and 1, or upside down.

    References
    ----------
    J. P. Shaffer, "Control of directional errors with stagewise multiple test procedures", Ann. Stat. 8 (1980).
    """
    count, games = rates["count"].to_numpy(float), rates["games"].to_numpy(float)
    low, high = (np.broadcast_to(np.asarray(end, float), len(rates)) for end in (low, high))
    _check(low, high)
    verdict, p = likeliest(count, games, low, high)
    p = holm(p)
    decided = p <= ERROR
    forecast = _forecast(count, games, low, high, ERROR / max(1, int((~decided).sum())))
    more_low, more_high = (pd.array(np.where(decided, 0.0, more), "Float64").astype("Int64") for more in forecast)
    return rates.assign(
        target_low=low,
        target_high=high,
        verdict=np.where(decided, verdict, UNDECIDED),
        p=p,
        more_low=more_low,
        more_high=more_high,
    )


def likeliest(count: ArrayLike, games: ArrayLike, low: ArrayLike, high: ArrayLike) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the likeliest verdict on each rate, and its p-value, not adjusted for the number of rates.

    Exactly one of "below", "inside" and "above" is true of a rate. Each is tested by exact binomial tests: "below" and
    "above" at the band's end, "inside" at both of its ends with half the error for each. A verdict stands when the
    other two are rejected. As only one of them is true, no correction is needed for there being three.

    References
    ----------
    J. J. Goeman, A. Solari and T. Stijnen, "Three-sided hypothesis testing: simultaneous testing of superiority,
    equivalence and inferiority", Stat. Med. 29 (2010).
    """
    count, games, low, high = np.broadcast_arrays(*(np.asarray(x, float) for x in (count, games, low, high)))
    # Nothing is below 0 or above 1: such an end is not tested.
    below = np.where(low > 0, binom.sf(count - 1, games, low), 0.0)
    above = np.where(high < 1, binom.cdf(count, games, high), 0.0)
    too_low = np.where(low > 0, binom.cdf(count, games, low), 1.0)
    too_high = np.where(high < 1, binom.sf(count - 1, games, high), 1.0)
    inside = np.minimum(_ends(low, high) * np.minimum(too_low, too_high), 1)
    p = np.array([np.maximum(inside, above), np.maximum(below, above), np.maximum(below, inside)])
    return np.array([BELOW, INSIDE, ABOVE])[p.argmin(axis=0)], p.min(axis=0)


def _ends(low: NDArray[Any], high: NDArray[Any]) -> NDArray[Any]:
    """Return how many ends of the band can be passed, at least 1."""
    return np.maximum(1, (low > 0).astype(int) + (high < 1))


def _check(low: NDArray[Any], high: NDArray[Any]) -> None:
    wrong = ~((low >= 0) & (low <= high) & (high <= 1))
    if wrong.any():
        k = int(wrong.argmax())
        raise ResultError(
            f"target {low[k]:g} to {high[k]:g}: a band is two win rates within 0 and 1, the lower one first"
        )


def _forecast(
    count: NDArray[Any], games: NDArray[Any], low: NDArray[Any], high: NDArray[Any], error: float
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return how many more games decide with the chance POWER, at the best and the worst end of the rate's interval.

    NaN where that is more than MOST_GAMES; the worst end is one of the band's where the interval holds that.
    """
    rate = count / np.maximum(games, 1)
    ends = wilson(count, games, POWER)
    needed = np.array([_games_that_decide(at, low, high, error) for at in (*ends, rate)])
    crossed = ((ends[0] <= low) & (low <= ends[1]) & (low > 0)) | ((ends[0] <= high) & (high <= ends[1]) & (high < 1))
    best, worst = needed.min(axis=0), np.where(crossed, np.inf, needed.max(axis=0))
    more = np.ceil(np.maximum(np.array([best, worst]) - games, 1))
    best, worst = np.where((more > MOST_GAMES) | (games == 0), np.nan, more)
    return best, worst


def _games_that_decide(rate: NDArray[Any], low: NDArray[Any], high: NDArray[Any], error: float) -> NDArray[Any]:
    """Return of how many games the verdict comes out with a chance of at least about POWER at this true rate.

    References
    ----------
    J. L. Fleiss, B. Levin and M. C. Paik, "Statistical Methods for Rates and Proportions" (2003), section 2.5.
    """
    within = (low <= rate) & (rate <= high)
    # Inside, both ends must be shown to be passed; outside, the nearer one with half the error.
    ends = _ends(low, high)
    z = -ndtri(np.where(within, error, error / ends))
    z_power = ndtri(np.where(within, 1 - (1 - POWER) / ends, POWER))
    own = z_power * np.sqrt(rate * (1 - rate))
    needed = [
        np.where(used, (z * np.sqrt(end * (1 - end)) + own) ** 2 / np.maximum((rate - end) ** 2, 1e-30), 0.0)
        for end, used in ((low, (low > 0) & (within | (rate < low))), (high, (high < 1) & (within | (rate > high))))
    ]
    total: NDArray[Any] = np.maximum(*needed)
    return total
