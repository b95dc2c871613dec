"""The ladder of skill: all bots against all, and whether each step up is shown."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd

from strikesim.stats.differences import differences
from strikesim.stats.intervals import CONFIDENCE, rate_interval, simultaneous
from strikesim.stats.strength import Contests, Strengths, mixture, strengths

SKILL = ("random", "novice", "casual", "planner", "expert")  # each is meant to play better than the one before
REFERENCE = "planner"  # with whom all are compared
SHOWN, NOT_SHOWN, REVERSED = "shown", "not shown", "the other way round"
MIXTURES = 400  # replicates of a mixture, each of which is a linear program
FIRST_COLUMNS = ("bot", "against", "lower")  # what follows the axes

Step = tuple[str, str]  # a bot, and the next better one


def steps_among(bots: Sequence[str]) -> list[Step]:
    """Return the steps of the ladder of skill of which both ends are there.

    Examples
    --------
    >>> steps_among(["planner", "random", "novice", "engine_builder"])
    [('random', 'novice'), ('novice', 'planner')]
    """
    return list(pairwise(bot for bot in SKILL if bot in bots))


def reference_of(bots: Sequence[str]) -> str:
    """Return the bot with which all are compared: the planner, or else the first."""
    return REFERENCE if REFERENCE in bots else bots[0]


def verdict(low: float, high: float) -> str:
    """Return whether a step is shown by the interval of what the upper bot is ahead."""
    return SHOWN if low > 0 else REVERSED if high < 0 else NOT_SHOWN


# ---- all win or lose together ------------------------------------------------------------------------------------


def team_steps(rates: pd.DataFrame, won: Mapping[int, pd.DataFrame]) -> pd.DataFrame:
    """Return how much oftener the upper bot of each step wins than the lower one, setting by setting.

    Both played the same games. In 95 % of ladders all intervals cover at once.

    Parameters
    ----------
    rates
        One row for each setting and ``bot``, with ``cell`` and ``who``.
    won
        As for `strikesim.stats.differences.differences`.

    Returns
    -------
    DataFrame
        The axes, ``lower``, ``upper``, ``games``, ``before``, ``after``, ``difference``, ``low``, ``high``,
        ``verdict``.
    """
    axes = axes_of(rates)
    pairs: list[tuple[str, dict[str, Any], dict[str, Any]]] = []
    for _, rows in rates.groupby(axes, sort=False, dropna=False):
        by_bot = {row["bot"]: row for row in rows.to_dict("records")}
        pairs += [(upper, by_bot[lower], by_bot[upper]) for lower, upper in steps_among(list(by_bot))]
    if not pairs:
        return pd.DataFrame()
    found = differences([(label, dict(a), dict(b)) for label, a, b in pairs], won)
    heads = [{**{axis: a[axis] for axis in axes}, "lower": a["bot"], "upper": b["bot"]} for _, a, b in pairs]
    return _judged(pd.DataFrame(heads).join(found.drop(columns="label")))


def axes_of(table: pd.DataFrame) -> list[str]:
    """Return the axes of a table of the ladder: the columns before its first own one, but for the cell."""
    names = [str(name) for name in table.columns]
    own = min(names.index(name) for name in FIRST_COLUMNS if name in names)
    return [name for name in names[:own] if name != "cell"]


def _judged(steps: pd.DataFrame) -> pd.DataFrame:
    return steps.assign(verdict=[verdict(low, high) for low, high in zip(steps["low"], steps["high"], strict=True)])


# ---- all against all ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Met:
    """The games of one bot alone among others that are all alike.

    Attributes
    ----------
    axes
        The setting.
    bot, others
        Their names.
    contests
        The games; bots by their numbers in the ladder.
    """

    axes: Mapping[str, Any]
    bot: str
    others: str
    contests: Contests

    @property
    def places(self) -> int:
        """Return the number of seats."""
        return self.contests.seated.shape[1]


def duels(met: Sequence[Met], bots: Sequence[str]) -> pd.DataFrame:
    """Return how often each bot wins alone among others that are all alike, with the interval of each rate.

    Returns
    -------
    DataFrame
        The axes, ``bot``, ``against``, ``games``, ``count``, ``rate``, ``low``, ``high``, ``fair``.
    """
    rows = []
    for one in met:
        counts = {name: int((_winners(one) == list(bots).index(name)).sum()) for name in (one.bot, one.others)}
        games = len(one.contests.games)
        pairs = [(one.bot, one.others)] + ([(one.others, one.bot)] if one.places == 2 else [])
        for bot, against in pairs:
            low, high = (float(end) for end in rate_interval(counts[bot], games))
            numbers = {"games": games, "count": counts[bot], "rate": counts[bot] / games, "low": low, "high": high}
            rows.append({**one.axes, "bot": bot, "against": against, **numbers, "fair": 1 / one.places})
    return pd.DataFrame(rows)


def _winners(one: Met) -> Any:
    """Return the number of the bot that won each game, -1 where none did."""
    won = one.contests.won
    return np.where(won < 0, -1, one.contests.seated[np.arange(len(won)), won])


def duel_steps(duels: pd.DataFrame) -> pd.DataFrame:
    """Return how much oftener than its fair share the upper bot of each step wins alone among lower ones.

    In 95 % of ladders all intervals cover at once.

    Returns
    -------
    DataFrame
        As `team_steps` returns; ``before`` is the fair share.
    """
    steps = steps_among(list(dict.fromkeys(duels["bot"])))
    met = list(zip(duels["against"], duels["bot"], strict=True))
    rows = duels[[step in steps for step in met]]
    if rows.empty:
        return pd.DataFrame()
    low, high = rate_interval(rows["count"], rows["games"], simultaneous(CONFIDENCE, len(rows)))
    table = rows[axes_of(duels)].assign(lower=rows["against"], upper=rows["bot"], games=rows["games"])
    table = table.assign(before=rows["fair"], after=rows["rate"], difference=rows["rate"] - rows["fair"])
    order = [steps.index(step) for step in met if step in steps]
    judged = _judged(table.assign(low=low - rows["fair"], high=high - rows["fair"]))
    return judged.iloc[_in_order(judged, order)].reset_index(drop=True)


def _in_order(table: pd.DataFrame, order: list[int]) -> list[int]:
    """Return places of rows: setting by setting as they come, within each by `order`."""
    settings = table.groupby(axes_of(table), sort=False, dropna=False).ngroup().to_numpy()
    return sorted(range(len(table)), key=lambda k: (settings[k], order[k]))


def ratings(met: Sequence[Met], bots: Sequence[str], seed: int = 0) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return how strong each bot is in each setting by all its games there, and what each place is worth.

    Parameters
    ----------
    met
        The games of every pair.
    bots
        All bots, in the order of their numbers.
    seed
        Of the resampling.

    Returns
    -------
    (DataFrame, DataFrame)
        The axes, ``bot``, ``games`` (that it sat in), ``undecided`` (of these, won by nobody), ``rate``, ``low``,
        ``high`` (how often one of it would win among references, by the fit; `strikesim.stats.strength.strengths`),
        ``rating``, ``rating_low``, ``rating_high`` (logits), and in games of two ``share``, ``share_low``,
        ``share_high`` (of the mixture that none can exploit). And the axes, ``place`` in order of play, its
        ``advantage`` in logits above the first, ``low``, ``high``.
    """
    rated: list[dict[str, Any]] = []
    placed: list[dict[str, Any]] = []
    for some in _settings(met):
        found = strengths([one.contests for one in some], len(bots), list(bots).index(reference_of(bots)), seed)
        rated += _rated(some, bots, found, seed)
        placed += _placed(some[0].axes, found)
    return pd.DataFrame(rated), pd.DataFrame(placed)


def _settings(met: Sequence[Met]) -> list[list[Met]]:
    found: dict[str, list[Met]] = {}
    for one in met:
        found.setdefault(repr(dict(one.axes)), []).append(one)
    return list(found.values())


def _rated(met: list[Met], bots: Sequence[str], found: Strengths, seed: int) -> Iterator[dict[str, Any]]:
    mixed = mixture([one.contests for one in met], len(bots), seed, MIXTURES) if met[0].places == 2 else None
    for k, bot in enumerate(bots):
        sat = [one.contests for one in met if bot in (one.bot, one.others)]
        row = {
            **met[0].axes,
            "bot": bot,
            "games": sum(len(some.games) for some in sat),
            "undecided": sum(int((some.won < 0).sum()) for some in sat),
            "rate": found.chances[k],
            "low": found.chances_ends[0, k],
            "high": found.chances_ends[1, k],
            "rating": found.ratings[k],
            "rating_low": found.ratings_ends[0, k],
            "rating_high": found.ratings_ends[1, k],
        }
        if mixed is not None:
            row |= {"share": mixed.shares[k], "share_low": mixed.ends[0, k], "share_high": mixed.ends[1, k]}
        yield row


def _placed(axes: Mapping[str, Any], found: Strengths) -> Iterator[dict[str, Any]]:
    for k, (value, low, high) in enumerate(zip(found.advantages, *found.advantages_ends, strict=True)):
        yield {**axes, "place": k + 1, "advantage": value, "low": low, "high": high}
