"""Paired comparisons: two variants, or two bots, that played the same games on common random numbers.

Game g of both draws the same chance as far as both go the same way, so that what differs comes from what was changed. A
variant compared with itself differs in nothing, and still there is a bound: so many games rule out no more than that.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from scipy.stats import binomtest, ttest_1samp

from strikesim.errors import ResultError
from strikesim.stats.adjust import benjamini_hochberg, holm
from strikesim.stats.equivalence import score_interval, whether_it_matters
from strikesim.stats.intervals import CONFIDENCE, mean_interval, normal_quantile, rate_interval
from strikesim.stats.tables import numeric_metrics
from strikesim.sweep.config import BOTS, VARIANT
from strikesim.sweep.manifest import Cell, Manifest
from strikesim.sweep.rows import need, won_in_both

REPLICATES = 2000  # of a bootstrap
WINS = "wins"
RESULT = ["outcome", "winner", "cause", "turns", "decisions"]
COLUMNS = [
    *("what", "who", "games", "a", "a_low", "a_high", "b", "b_low", "b_high"),
    *("difference", "low", "high", "p", "p_adjusted", "diverged", "relative_efficiency", "only_a", "only_b"),
]


@dataclass(frozen=True)
class Difference:
    """What a paired comparison says of one quantity.

    Attributes
    ----------
    a, b, difference
        Both rates or means, and the second less the first.
    low, high
        The difference's interval.
    p
        Of there being no difference.
    relative_efficiency
        Of pairing: about how many times as many games two independent samples would need for so narrow an interval.
    only_a, only_b
        Of rates in one setting: how many games one alone has won; else missing.
    """

    a: float
    b: float
    difference: float
    low: float
    high: float
    p: float
    relative_efficiency: float
    only_a: float = np.nan
    only_b: float = np.nan


def paired_wins(a: ArrayLike, b: ArrayLike, confidence: float = CONFIDENCE) -> Difference:
    """Compare two win rates over the same games.

    The interval is Wald's with one game added that only a won, and one that only b won, so that it is never a point.
    The p-value is McNemar's exact one.

    Parameters
    ----------
    a, b
        Whether each game was won, in the same order.
    confidence
        Of the interval.

    Raises
    ------
    ResultError
        There are no games, or not as many in both.

    References
    ----------
    D. G. Bonett and R. M. Price, "Adjusted Wald confidence interval for a difference of binomial proportions based on
    paired data", J. Educ. Behav. Stat. 37 (2012); recommended by M. W. Fagerland, S. Lydersen and P. Laake,
    "Recommended tests and confidence intervals for paired binomial proportions", Stat. Med. 33 (2014).

    Examples
    --------
    >>> paired_wins([True, True, False, False], [True, False, True, True]).difference
    0.25
    """
    a, b = _aligned(a, b, bool)
    games = len(a)
    only_a, only_b = int((a & ~b).sum()), int((b & ~a).sum())
    low, high, variance = _bonett_price(only_a, only_b, games, confidence)
    rates = (np.array([a.sum(), b.sum()]) + 1) / (games + 2)
    return Difference(
        a=float(a.mean()),
        b=float(b.mean()),
        difference=(only_b - only_a) / games,
        low=low,
        high=high,
        p=float(binomtest(only_b, only_a + only_b).pvalue) if only_a + only_b else 1.0,
        relative_efficiency=float((rates * (1 - rates)).sum() / variance),
        only_a=only_a,
        only_b=only_b,
    )


def paired_interval(a: ArrayLike, b: ArrayLike, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Return the interval of `paired_wins` alone."""
    a, b = _aligned(a, b, bool)
    return _bonett_price(int((a & ~b).sum()), int((b & ~a).sum()), len(a), confidence)[:2]


def paired_shares(a: ArrayLike, b: ArrayLike, confidence: float = CONFIDENCE) -> Difference:
    """Compare two shares of games won over several settings, in each of which both played the same games.

    Game g of all settings has the same seed, so that the difference of a game is the mean over its settings. The
    interval is Wald's with one game of each sign added that differs in all settings; for one setting it is that of
    `paired_wins`. The p-value is the paired t-test's.

    Parameters
    ----------
    a, b
        Whether each game was won, shape (games, settings).
    confidence
        Of the interval.

    Raises
    ------
    ResultError
        There are no games, or not as many in both.
    """
    a, b = _aligned(a, b, bool)
    one, other = a.mean(axis=1), b.mean(axis=1)
    apart = np.concatenate([other - one, [-1.0, 1.0]])
    half = float(normal_quantile(confidence)) * apart.std() / np.sqrt(len(apart))
    return Difference(
        a=float(one.mean()),
        b=float(other.mean()),
        difference=float(other.mean() - one.mean()),
        low=max(-1.0, float(apart.mean() - half)),
        high=min(1.0, float(apart.mean() + half)),
        p=_p_of_mean(other - one),
        relative_efficiency=float((one.var() + other.var()) / apart.var()),
    )


def _bonett_price(only_a: int, only_b: int, games: int, confidence: float) -> tuple[float, float, float]:
    """Return the ends of the interval, and the variance of a game's difference."""
    more, less = (only_b + 1) / (games + 2), (only_a + 1) / (games + 2)
    variance = more + less - (more - less) ** 2
    half = float(normal_quantile(confidence)) * np.sqrt(variance / (games + 2))
    return max(-1.0, more - less - half), min(1.0, more - less + half), variance


def paired_means(a: ArrayLike, b: ArrayLike, seed: int = 0) -> Difference:
    """Compare two means over the same games.

    The interval is the percentile bootstrap's, of REPLICATES resamples. Metrics are integers, so a resample is one draw
    of how often each difference comes, not of a million games. Two games are added to the sample, one for each
    direction, that differ by as much as two unrelated games do, and by 1 at least: that many games were equal does not
    show that all are. The p-value is the paired t-test's.

    Parameters
    ----------
    a, b
        The metric in each game, in the same order.
    seed
        Of the resampling.

    Raises
    ------
    ResultError
        There are no games, or not as many in both.

    References
    ----------
    B. Efron and R. J. Tibshirani, "An Introduction to the Bootstrap" (1993), chapter 13.
    """
    a, b = _aligned(a, b, float)
    unrelated = a.var() + b.var()
    extra = max(1.0, np.sqrt(unrelated))
    values, counts = np.unique(np.concatenate([b - a, [-extra, extra]]), return_counts=True)
    games = len(a) + 2
    means = np.random.default_rng(seed).multinomial(games, counts / games, size=REPLICATES) @ values / games
    low, high = np.quantile(means, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    difference = float(b.mean() - a.mean())
    variance = np.average(values**2, weights=counts) - np.average(values, weights=counts) ** 2
    return Difference(
        a=float(a.mean()),
        b=float(b.mean()),
        difference=difference,
        low=min(float(low), difference),  # of a handful of games the two added ones must not hide the rest
        high=max(float(high), difference),
        p=_p_of_mean(b - a),
        relative_efficiency=float(unrelated / variance) if unrelated else 1.0,
    )


def _p_of_mean(differences: NDArray[Any]) -> float:
    """Return the paired t-test's p-value; where all games differ by the same, that of their signs."""
    if len(differences) > 1 and differences.std() > 0:
        return float(ttest_1samp(differences, 0).pvalue)
    return 1.0 if differences[0] == 0 else float(binomtest(len(differences), len(differences)).pvalue)


def _aligned(a: ArrayLike, b: ArrayLike, kind: type) -> tuple[NDArray[Any], NDArray[Any]]:
    a, b = np.asarray(a, kind), np.asarray(b, kind)
    if a.shape != b.shape or not a.size:
        raise ResultError(
            f"a paired comparison needs the same games of both, at least one; it got {a.size} and {b.size}"
        )
    return a, b


# ---- cells of a sweep --------------------------------------------------------------------------------------------


def settings(cells: "Sequence[Cell]", axis: str) -> "list[list[Cell]]":
    """Return a manifest's cells setting by setting: those of one list differ on the axis alone, in their order."""
    found: dict[tuple[str, ...], list[Cell]] = {}
    for cell in cells:
        setting = tuple(str(value) for other, value in cell.axes.items() if other != axis)
        found.setdefault(setting, []).append(cell)
    return list(found.values())


def compare_cells(manifest: Manifest, games_of: "Callable[[int], pd.DataFrame]") -> pd.DataFrame:
    """Compare the first value on the compared axis with each other one, setting by setting.

    Parameters
    ----------
    manifest
        Of a sweep with variants, or else with several line-ups of bots.
    games_of
        Returns the games of a cell.

    Returns
    -------
    DataFrame
        The axes but for the compared one; ``name_a`` and ``name_b``, its two values; then the columns of `compare`,
        ``p_adjusted`` over the whole table (`adjusted`).

    Raises
    ------
    ResultError
        There is nothing to compare, or too few games are stored.
    """
    axis = VARIANT if manifest.sweep.variants else BOTS
    metrics = [name for name in numeric_metrics(manifest)[0] if name != "decisions"]
    tables = []
    for first, *others in settings(manifest.cells, axis):
        a = games_of(first.index)
        for other in others:
            line_ups = first.line_up, other.line_up
            table = compare(a, games_of(other.index), manifest.ruleset.kind, line_ups, metrics)
            setting = {name: value for name, value in first.axes.items() if name != axis}
            named = {**setting, "name_a": first.axes[axis], "name_b": other.axes[axis]}
            tables.append((other.index, table.assign(**named)[[*named, *table.columns]]))
    if not tables:
        raise ResultError(f"only one of {axis} was played; a comparison needs two")
    whole = pd.concat([table for _, table in sorted(tables, key=itemgetter(0))], ignore_index=True)
    return whole.assign(p_adjusted=adjusted(whole))


def with_margin(table: pd.DataFrame, margin: float) -> pd.DataFrame:
    """Add to a comparison whether what it says of who wins matters; its metrics get no verdict.

    Returns
    -------
    DataFrame
        With ``margin``; ``matters`` (`strikesim.stats.equivalence.whether_it_matters` over all rows of who wins, '' for
        a metric), ``p_margin`` of that; ``score_low`` and ``score_high``, the ends of
        `strikesim.stats.equivalence.score_interval`.
    """
    wins = table["what"] == WINS
    only_a, only_b, games = (table.loc[wins, name].to_numpy(float) for name in ("only_a", "only_b", "games"))
    verdict, p = whether_it_matters(only_a, only_b, games, margin)
    low, high = score_interval(only_a, only_b, games)
    table = table.assign(margin=margin, matters="", p_margin=np.nan, score_low=np.nan, score_high=np.nan)
    table.loc[wins, "matters"] = verdict
    table.loc[wins, ["p_margin", "score_low", "score_high"]] = np.column_stack([p, low, high])
    return table


def adjusted(table: pd.DataFrame) -> NDArray[Any]:
    """Return the adjusted p-values of a comparison: Holm's over who wins; of the metrics a screen's, by themselves.

    Who wins is the question, of which a verdict must be right. Metrics say where to look; asked together with them, the
    wins would seldom be shown to differ.
    """
    wins = (table["what"] == WINS).to_numpy()
    p = table["p"].to_numpy(float, copy=True)
    p[wins], p[~wins] = holm(p[wins]), benjamini_hochberg(p[~wins])
    return p


# ---- whole games -------------------------------------------------------------------------------------------------


def compare(
    a: pd.DataFrame, b: pd.DataFrame, kind: str, line_ups: "tuple[list[str], list[str]]", metrics: "list[str]"
) -> pd.DataFrame:
    """Compare two frames of games on common random numbers: win rates first, then means of metrics.

    Parameters
    ----------
    a, b
        The games of one cell each, one row each as they are stored; those with a ``game`` index in both count.
    kind
        Of the game, ``cooperative`` or ``competitive``.
    line_ups
        Who played a and b: the names of the bots, one for each seat.
    metrics
        Columns with one number for each game.

    Returns
    -------
    DataFrame
        Columns: ``what`` ("wins" or a metric), ``who`` (the side; '' for a metric), ``games``, ``a``,
        ``a_low``, ``a_high``, ``b``, ``b_low``, ``b_high`` (`rate_interval`, `mean_interval`, 95 %),
        ``difference`` (b less a), ``low``, ``high``, ``p``, ``p_adjusted`` (`adjusted`), ``diverged`` (share of
        all games that differ in their result, turns, decisions or a metric), ``relative_efficiency``, ``only_a``,
        ``only_b`` (`Difference`).

    Raises
    ------
    ResultError
        Fewer than two games are in both, a game is there twice, or a column is missing.
    """
    a, b = matched(a, b)
    rows = [
        _row(WINS, who, paired_wins(*won), [_rate_ends(side) for side in won])
        for who, won in won_in_both(kind, line_ups, (a, b)).items()
    ]
    need(a, *metrics)
    need(b, *metrics)
    for metric in metrics:
        values = [frame[metric].to_numpy(float) for frame in (a, b)]
        rows.append(_row(metric, "", paired_means(*values), [_mean_ends(side) for side in values]))
    table = pd.DataFrame(rows)
    share = float(diverged(a, b, [*RESULT, *metrics]).mean())
    return table.assign(games=len(a), p_adjusted=adjusted(table), diverged=share)[COLUMNS]


def _row(what: str, who: str, found: Difference, ends: "list[tuple[float, float]]") -> dict[str, Any]:
    (a_low, a_high), (b_low, b_high) = ends
    return {"what": what, "who": who, **vars(found), "a_low": a_low, "a_high": a_high, "b_low": b_low, "b_high": b_high}


def _rate_ends(won: NDArray[Any]) -> tuple[float, float]:
    low, high = rate_interval(won.sum(), len(won))
    return float(low), float(high)


def _mean_ends(values: NDArray[Any]) -> tuple[float, float]:
    mean, _, half = mean_interval(values.sum(), (values**2).sum(), len(values))
    return float(mean - half), float(mean + half)


def matched(a: pd.DataFrame, b: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the games that are in both, in one order.

    Raises
    ------
    ResultError
        Fewer than two are, or a game is there twice.
    """
    for frame in (a, b):
        need(frame, "game")
        if frame["game"].duplicated().any():
            raise ResultError("a game is there twice; compare the games of one cell with those of another")
    shared, in_a, in_b = np.intersect1d(a["game"], b["game"], assume_unique=True, return_indices=True)
    if len(shared) < 2:
        raise ResultError(f"a comparison needs at least 2 games with the same index in both; there are {len(shared)}")
    return a.iloc[in_a], b.iloc[in_b]


def diverged(a: pd.DataFrame, b: pd.DataFrame, columns: "list[str]") -> NDArray[Any]:
    """Return which games differ in any of the columns; missing values are equal."""
    need(a, *columns)
    need(b, *columns)
    differs = np.zeros(len(a), bool)
    for column in dict.fromkeys(columns):
        x, y = (pd.Categorical(frame[column]) for frame in (a, b))
        known = x.categories.union(y.categories)
        differs |= x.set_categories(known).codes != y.set_categories(known).codes
    return differs
