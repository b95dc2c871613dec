"""Tables over the games of a result folder: rates, seats, endings, lengths, factors, means.

All are long and tidy: ``cell``, the axes of the grid, what the row is about, then its numbers.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.stats import binom, binomtest, chisquare

from strikesim.stats import counts as counting
from strikesim.stats.counts import BOT, END, ORDER, Counter, Counts, Parts, games_of, gather, labelled
from strikesim.stats.factors import factors
from strikesim.stats.intervals import CONFIDENCE, mean_interval, rate_interval, simultaneous
from strikesim.sweep.manifest import Manifest
from strikesim.sweep.rows import TEAM, UNFINISHED

MOST_TURNS = 40  # points of a curve of endings
QUANTILES = {"q05": 0.05, "q25": 0.25, "q50": 0.5, "q75": 0.75, "q95": 0.95}
# The tables start with the cell and its axes; one of these follows.
_FIRST = ("of", "who", "what", "ending", "factor", "metric", "turn", "games", "count")


@dataclass(frozen=True)
class Tables:
    """Everything that a report says about a result folder.

    Attributes
    ----------
    rates, seats, endings, lengths, factors, means, cells
        As the functions of these names return them.
    """

    rates: pd.DataFrame
    seats: pd.DataFrame
    endings: pd.DataFrame
    lengths: pd.DataFrame
    factors: pd.DataFrame
    means: pd.DataFrame
    cells: pd.DataFrame


def tabulate(manifest: Manifest, parts: Parts) -> Tables:
    """Make all tables in one pass over the games.

    Parameters
    ----------
    manifest
        The result folder's manifest.
    parts
        Pairs of a cell and some of its games, as `strikesim.sweep.store.iterate_parts` yields them.

    Raises
    ------
    ResultError
        There are no games, or they lack a column.
    """
    kind = manifest.ruleset.kind
    coded = [metric.name for metric in manifest.labels.seat_metrics if metric.names_from]
    counters: dict[str, Counter] = {
        "wins": counting.wins(kind),
        "endings": counting.endings,
        "decisions": counting.decisions,
        "factors": counting.factors(kind, coded),
        "values": counting.values(*numeric_metrics(manifest)),
        "fingerprint": counting.fingerprint([metric.name for metric in manifest.labels.metrics]),
    }
    counts = gather(parts, counters)
    return Tables(
        rates(counts),
        seats(counts),
        endings(counts),
        lengths(counts),
        factors(kind, counts),
        means(counts),
        cells(counts),
    )


def numeric_metrics(manifest: Manifest) -> tuple[list[str], list[str]]:
    """Return the names of all columns whose mean says something: those per game, and those per seat."""
    per_game, per_seat = (
        [metric.name for metric in metrics if not metric.names_from]
        for metrics in (manifest.labels.metrics, manifest.labels.seat_metrics)
    )
    return ["turns", "decisions", *per_game], per_seat


def means(counts: Counts) -> pd.DataFrame:
    """Return mean, standard deviation and 95 % interval of the mean of each metric in each cell.

    A metric of seats counts a game once for each bot, with the mean over the seats where it sat.

    Returns
    -------
    DataFrame
        Columns: ``cell``, the axes, ``metric``, ``bot`` ('' for a metric of the game), ``games``, ``mean``, ``sd``,
        ``low``, ``high``.
    """
    sums = counts.sums["values"]
    total, squares, number = np.array(list(sums.values())).T
    mean, deviation, half = mean_interval(total, squares, number)
    return labelled(counts, sums, "metric", "bot").assign(
        games=number.astype(int), mean=mean, sd=deviation, low=mean - half, high=mean + half
    )


def cells(counts: Counts) -> pd.DataFrame:
    """Return the cells, and which of them hold the same games: settings between which the rules make no difference.

    Returns
    -------
    DataFrame
        Columns: ``cell``, the axes, ``games``, ``same_as`` (the first cell with the same games; itself if there is no
        other).
    """
    prints = counts.sums["fingerprint"]
    table = labelled(counts, prints)
    marks = pd.Series([(counts.seats[cell], int(numbers[0])) for (cell,), numbers in prints.items()], dtype=object)
    return table.assign(games=games_of(counts, table), same_as=table.groupby(marks)["cell"].transform("min"))


def first_alike(cells: "pd.Series[int]", same_as: Mapping[int, int]) -> "pd.Series[int]":
    """Return for each row the first of these cells that has the same games (see `cells`)."""
    marks = cells.map(same_as)
    return marks.map(dict(zip(marks[::-1], cells[::-1], strict=True)))


def axes_of(table: pd.DataFrame) -> list[str]:
    """Return the axes of the grid, in the sweep's order, from any of the tables."""
    return list(takewhile(lambda column: column not in _FIRST, table.columns.drop("cell", errors="ignore")))


def sides(rates: pd.DataFrame) -> pd.DataFrame:
    """Return the rows that say who wins: the team; the bots of mixed line-ups, else the seats in order of play."""
    mixed = set(rates.loc[rates["of"] == BOT, "cell"])
    return rates[rates["of"].isin([TEAM, BOT]) | ((rates["of"] == ORDER) & ~rates["cell"].isin(mixed))]


def unfinished(rates: pd.DataFrame) -> pd.DataFrame:
    """Return the share of games that hit a limit, one row for each cell that has such games.

    Returns
    -------
    DataFrame
        Columns of `rates`; ``who`` is the first such ending.
    """
    rows = rates[
        (rates["of"] == END) & rates["who"].astype(str).str.startswith(f"{UNFINISHED}:") & (rates["count"] > 0)
    ]
    count = rows.groupby("cell")["count"].transform("sum")
    low, high = rate_interval(count, rows["games"])
    return rows.assign(count=count, rate=count / rows["games"], low=low, high=high).drop_duplicates("cell")


# ---- rates and seats ---------------------------------------------------------------------------------------------


def rates(counts: Counts) -> pd.DataFrame:
    """Return every win rate and every share of endings, of all games, with its 95 % interval.

    Returns
    -------
    DataFrame
        Columns: ``cell``, the axes, ``of`` (team, order of play, bot, end), ``who``, ``games``, ``count``, ``rate``,
        ``low``, ``high`` (`rate_interval`), ``fair`` (the rate if every game was won, by all seats equally often).
        Unfinished games count, and are won by nobody.
    """
    sums = counts.sums["wins"]
    table = labelled(counts, sums, "of", "who")
    games = games_of(counts, table)
    count, fair = np.array(list(sums.values())).T
    low, high = rate_interval(count, games)
    table = table.assign(
        games=games, count=count.astype(int), rate=count / games, low=low, high=high, fair=fair / games
    )
    place = table["of"].map([TEAM, BOT, ORDER, END].index)
    return table.iloc[np.lexsort((table["who"], place, table["cell"]))].reset_index(drop=True)


def seats(counts: Counts) -> pd.DataFrame:
    """Return how much each place in order of play wins, against a fair share, in competitive games.

    Rates are of all games, with the intervals that they have in `rates`. A fair share is one of the games that somebody
    won, in equal parts, so that unfinished games favour no seat. The intervals of the differences cover together with
    95 %, over all rows of the table (`simultaneous`). Every bot sits in every seat equally often, so this holds for a
    mixed line-up, too. A cell in which nobody won a game is left out.

    Returns
    -------
    DataFrame
        Columns: ``cell``, the axes, ``who`` (place in order of play), ``games``, ``count``, ``rate``, ``low``,
        ``high``, ``fair``, ``difference`` (rate less fair), ``difference_low``, ``difference_high``,
        ``p`` (of the cell's seats being equal: Pearson's chi-square test, with two seats the exact binomial test; 1
        where there are fewer than 5 games for each seat, too few to tell). No rows for cooperative games.

    References
    ----------
    K. Pearson, "On the criterion that a given system of deviations …", Phil. Mag. 50 (1900).
    """
    sums = {key: numbers for key, numbers in counts.sums["wins"].items() if key[1] == ORDER}
    table = labelled(counts, [(cell, place) for cell, _, place in sums], "who")
    count = pd.Series([int(numbers[0]) for numbers in sums.values()], dtype=int)
    won = count.groupby(table["cell"]).transform("sum")
    table = table.assign(games=games_of(counts, table), count=count)[won > 0].reset_index(drop=True)
    won = won[won > 0].to_numpy()
    fair = 1 / np.array([counts.seats[cell] for cell in table["cell"]], float)
    part = won / table["games"]  # of all games
    low, high = rate_interval(table["count"], table["games"])
    ends = rate_interval(table["count"], won, simultaneous(CONFIDENCE, len(table)))
    table = table.assign(rate=table["count"] / table["games"], low=low, high=high, fair=fair * part)
    table = table.assign(difference=table["rate"] - table["fair"])
    p_of_cell = {cell: p_of_seats(list(each)) for cell, each in table.groupby("cell")["count"]}
    p = np.array([p_of_cell[cell] for cell in table["cell"]], float)
    return table.assign(difference_low=(ends[0] - fair) * part, difference_high=(ends[1] - fair) * part, p=p)


def p_of_seats(won: "list[int]") -> float:
    """Return the p-value of all seats winning equally often; 1 where there are too few games to tell."""
    if len(won) == 1 or sum(won) < 5 * len(won):
        return 1.0
    return float(binomtest(won[0], sum(won)).pvalue if len(won) == 2 else chisquare(won).pvalue)


# ---- endings and lengths -----------------------------------------------------------------------------------------


def endings(counts: Counts) -> pd.DataFrame:
    """Return how games end, and when: the share of all games that have ended so by a turn.

    Returns
    -------
    DataFrame
        Columns: ``cell``, the axes, ``ending`` ("win: demands" …), ``turn`` (turns of single players), ``round``
        (turns for each seat on average, turn / seats), ``count``, ``games``, ``share``, ``low``, ``high`` (95 %,
        for one turn at a time). Every ending of a cell has the same turns, at most MOST_TURNS, closest where most
        games end.
    """
    sums = counts.sums["endings"]
    turns = {cell: _turns_shown(_total(sums, cell)) for cell in counts.games}
    keys = [(*key, int(turn)) for key in sorted(sums) for turn in turns[key[0]]]
    table = labelled(counts, keys, "ending", "turn")
    count = np.concatenate([_up_to(sums[key], turns[key[0]]) for key in sorted(sums)])
    games = games_of(counts, table)
    low, high = rate_interval(count, games)
    rounds = table["turn"] / [counts.seats[cell] for cell in table["cell"]]
    return table.assign(round=rounds, count=count, games=games, share=count / games, low=low, high=high)


def _total(sums: Mapping[tuple[Any, ...], NDArray[Any]], cell: int) -> NDArray[Any]:
    """Return the histogram over all endings of a cell."""
    histograms = [histogram for key, histogram in sums.items() if key[0] == cell]
    total = np.zeros(max(map(len, histograms)), int)
    for histogram in histograms:
        total[: len(histogram)] += histogram
    return total


def _turns_shown(histogram: NDArray[Any]) -> NDArray[Any]:
    """Return the turns in which games end, or where those are many, evenly spaced quantiles of them."""
    turns = np.flatnonzero(histogram)
    if len(turns) <= MOST_TURNS:
        return turns
    return np.unique(_quantiles(histogram, np.linspace(0, 1, MOST_TURNS)).astype(int))


def _up_to(histogram: NDArray[Any], turns: NDArray[Any]) -> NDArray[Any]:
    return np.cumsum(histogram)[np.minimum(turns, len(histogram) - 1)]


def lengths(counts: Counts) -> pd.DataFrame:
    """Return how long games are, exactly, from histograms.

    Returns
    -------
    DataFrame
        Columns: ``cell``, the axes, ``what`` (turns, decisions), ``games``, ``q05``, ``q25``, ``q50``, ``q75``, ``q95``
        (numpy's linear quantiles), ``low``, ``high`` (of the median: the order statistics' 95 % interval, true of any
        distribution; of fewer than 6 games their range).

    References
    ----------
    G. J. Hahn and W. Q. Meeker, "Statistical Intervals" (1991), section 5.2.
    """
    histograms = {(cell, "turns"): _total(counts.sums["endings"], cell) for cell in counts.games}
    histograms |= {(cell, "decisions"): counts.sums["decisions"][(cell,)] for cell in counts.games}
    histograms = dict(sorted(histograms.items(), key=lambda item: (item[0][0], item[0][1] != "turns")))
    table = labelled(counts, histograms, "what")
    quantiles = np.array([_quantiles(histogram, list(QUANTILES.values())) for histogram in histograms.values()])
    ends = np.array([median_interval(histogram) for histogram in histograms.values()])
    columns = dict(zip(QUANTILES, quantiles.T, strict=True))
    return table.assign(games=games_of(counts, table), **columns, low=ends[:, 0], high=ends[:, 1])


def _quantiles(histogram: NDArray[Any], shares: Any) -> NDArray[Any]:
    """Return what `numpy.quantile` returns for the values that a histogram of integers counts."""
    rank = (histogram.sum() - 1) * np.asarray(shares, float)
    below = np.floor(rank)
    lower, upper = _ranked(histogram, below), _ranked(histogram, np.ceil(rank))
    return lower + (rank - below) * (upper - lower)


def _ranked(histogram: NDArray[Any], rank: Any) -> NDArray[Any]:
    """Return the value that has the rank, from 0, among those counted."""
    return np.searchsorted(np.cumsum(histogram), rank, side="right")


def median_interval(histogram: NDArray[Any]) -> NDArray[Any]:
    """Return the ends of the median's interval: the values whose ranks the median lies between with 95 %."""
    games = int(histogram.sum())
    rank = max(int(binom.ppf((1 - CONFIDENCE) / 2, games, 0.5)) - 1, 0)
    return _ranked(histogram, [rank, games - 1 - rank])
