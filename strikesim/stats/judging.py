"""A chance fitted to what positions came to, and how good it is on games that it has not seen."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.stats import norm, rankdata

from strikesim.stats.intervals import CONFIDENCE

if TYPE_CHECKING:
    import pandas as pd

RIDGE = 1.0  # as many positions as it takes to pull a standardised weight half-way to 0, about
BINS = 10
REPLICATES = 400
DIGITS = 3  # of a weight: fewer than computers differ in
Numbers = NDArray[np.float64]


def chance(odds: Numbers) -> Numbers:
    """Return the chances of log odds, as searches take them (`strikesim.games.odds.chance_of`)."""
    return np.asarray(0.5 + 0.5 * (odds / 2) / np.sqrt(1 + (odds / 2) ** 2))


def fitted(features: Numbers, won: Numbers) -> Numbers:
    """Return a constant and a weight for each feature: logistic regression, with `chance` as its curve and a ridge.

    Features that never change weigh 0. Weights are rounded to DIGITS significant digits.

    References
    ----------
    S. le Cessie and J. C. van Houwelingen, "Ridge estimators in logistic regression", Appl. Stat. 41 (1992).
    """
    mean, scale = features.mean(axis=0), features.std(axis=0)
    moving = scale > 1e-9
    x = np.column_stack([np.ones(len(won)), (features[:, moving] - mean[moving]) / scale[moving]])

    def loss(w: Numbers) -> tuple[float, Numbers]:
        half = x @ w / 2
        p = np.clip(0.5 + 0.5 * half / np.sqrt(1 + half**2), 1e-12, 1 - 1e-12)
        slope = 0.25 * (1 + half**2) ** -1.5
        steep = -x.T @ ((won / p - (1 - won) / (1 - p)) * slope)
        pulled = np.concatenate([[0.0], w[1:]])
        return float(log_loss(p, won) * len(won) + RIDGE / 2 * pulled @ pulled), steep + RIDGE * pulled

    found = minimize(loss, np.zeros(x.shape[1]), jac=True, method="BFGS", options={"gtol": 1e-3}).x
    weights = np.zeros(features.shape[1])
    weights[moving] = found[1:] / scale[moving]
    whole = np.concatenate([[found[0] - weights @ mean], weights])
    return np.array([float(f"{value:.{DIGITS}g}") for value in whole])


def judged(weights: Numbers, features: Numbers) -> Numbers:
    """Return the chances of positions by weights, the constant first."""
    return chance(weights[0] + features @ weights[1:])


def log_loss(p: Numbers, won: Numbers) -> float:
    """Return the mean of minus the logarithm of the chance that was given to what happened."""
    p = np.clip(p, 1e-12, 1 - 1e-12)
    return float(-np.mean(won * np.log(p) + (1 - won) * np.log(1 - p)))


def area(p: Numbers, won: Numbers) -> float:
    """Return the area under the ROC curve: how often a position that was won had the greater chance (0.5: by luck)."""
    wins = won.sum()
    ranks = rankdata(p)
    return float((ranks[won > 0].sum() - wins * (wins + 1) / 2) / (wins * (len(won) - wins)))


def quality(p: Numbers, won: Numbers, games: NDArray[np.int64], seed: int = 0) -> "pd.DataFrame":
    """Return log loss, that of one rate for all, and the area under the curve, each with its 95 % interval.

    The intervals are a percentile bootstrap's over games: the positions of one are not independent.
    """
    import pandas as pd

    def measured(rows: NDArray[np.int64]) -> tuple[float, float, float]:
        rate = np.full(len(rows), won[rows].mean())
        return log_loss(p[rows], won[rows]), log_loss(rate, won[rows]), area(p[rows], won[rows])

    rng, names = np.random.default_rng(seed), np.unique(games)
    order = np.argsort(games, kind="stable")
    of_game = np.split(order, np.searchsorted(games[order], names[1:]))
    drawn = [
        measured(np.concatenate([of_game[k] for k in rng.integers(len(names), size=len(names))]))
        for _ in range(REPLICATES)
    ]
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(drawn, [tail, 1 - tail], axis=0)
    measures = ("log_loss", "log_loss_of_one_rate", "area")
    return pd.DataFrame({"measure": measures, "value": measured(order), "low": low, "high": high})


def calibration(p: Numbers, won: Numbers, games: NDArray[np.int64]) -> "pd.DataFrame":
    """Return how often positions were won, by the chance that they were given: BINS rows, each of as many positions.

    The interval is that of a ratio over games (cluster-robust), by the normal distribution.
    """
    import pandas as pd

    rows = []
    reach = norm.ppf((1 + CONFIDENCE) / 2)
    for chosen in np.array_split(np.argsort(p, kind="stable"), BINS):
        rate = won[chosen].mean()
        apart = pd.Series(won[chosen] - rate).groupby(games[chosen]).sum()
        half = reach * np.sqrt((apart**2).sum()) / len(chosen)
        told = (len(chosen), apart.size, p[chosen].mean(), rate, max(0.0, rate - half), min(1.0, rate + half))
        rows.append(told)
    return pd.DataFrame(rows, columns=["positions", "games", "chance", "rate", "low", "high"])
