"""How strong bots are: fitted to who won which game, with intervals, and the mixture of bots that none can exploit.

A game says who won and not in which order the others came, so that it is one choice among those who sat there: a bot of
strength r at a place of the order of play with advantage s wins with a chance in proportion to exp(r + s).

Sources: R. D. Luce, "Individual Choice Behavior" (1959); R. L. Plackett, "The analysis of permutations", J. R. Stat.
Soc. C 24 (1975); D. McFadden, "Conditional logit analysis of qualitative choice behavior" (1974), on the fit.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from strikesim.stats.intervals import CONFIDENCE

REPLICATES = 1000  # of a bootstrap
AT_ONCE = 100  # of them, in memory
HALF = 0.5  # a win that each side of a cell is given beside those it has
STEPS, LONGEST, CLOSE = 60, 2.0, 1e-9  # of Newton's method: most of them, the longest one, the last one


@dataclass(frozen=True)
class Contests:
    """Games of one line-up, whatever seats it took.

    Attributes
    ----------
    games
        The games' numbers: those of one number share their chance with games of other line-ups.
    seated
        Bots by number, shape (games, places), in order of play.
    won
        The place that won, -1: none.
    """

    games: NDArray[np.int64]
    seated: NDArray[np.int64]
    won: NDArray[np.int64]


@dataclass(frozen=True)
class Counted:
    """Games counted by who sat where (``tables``, shape (tables, places)), and how often each place won there.

    ``wins`` has the shape of ``tables``; before it may stand an axis of replicates.
    """

    tables: NDArray[np.int64]
    wins: NDArray[np.float64]


def fit(counted: Counted, bots: int, reference: int = 0) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the strengths and the advantages of the places that make the games most likely.

    Newton's method on a likelihood that has one maximum. Strengths are in units of the logit, that of the reference
    is 0; so is the advantage of the first place. Give each side of a cell half a win first (`counted`), or one that
    lost all its games has none.

    Parameters
    ----------
    counted
        The games; with replicates, each is fitted by itself.
    bots
        How many there are.
    reference
        The number of the one of strength 0.

    Returns
    -------
    (ndarray, ndarray)
        Strengths, shape (..., bots); advantages, shape (..., places).
    """
    places = counted.tables.shape[1]
    columns = np.eye(bots + places)[:, [k for k in range(bots + places) if k not in (reference, bots)]]
    design = columns[counted.tables] + columns[bots + np.arange(places)]
    wins = counted.wins
    played = wins.sum(axis=-1)
    found = np.zeros((*wins.shape[:-2], columns.shape[1]))
    for _ in range(STEPS):
        chances = _softmax(np.einsum("kpd,...d->...kp", design, found))
        expected = played[..., None] * chances
        slope = np.einsum("...kp,kpd->...d", wins - expected, design)
        mean = np.einsum("...kp,kpd->...kd", chances, design)
        bend = np.einsum("...kp,kpd,kpe->...de", expected, design, design, optimize=True)
        bend = bend - np.einsum("...k,...kd,...ke->...de", played, mean, mean, optimize=True)
        step = np.linalg.solve(bend + CLOSE * np.eye(columns.shape[1]), slope[..., None])[..., 0]
        found = found + np.clip(step, -LONGEST, LONGEST)
        if np.abs(step).max() < CLOSE:
            break
    whole = found @ columns.T
    return whole[..., :bots], whole[..., bots:]


def _softmax(utilities: NDArray[Any]) -> NDArray[Any]:
    raised = np.exp(utilities - utilities.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True))


def chance_among(strength: ArrayLike, others: ArrayLike, advantages: ArrayLike) -> NDArray[Any]:
    """Return how often one bot wins among others that are all alike, all places in turn, elementwise.

    Examples
    --------
    >>> print(chance_among(np.log(3), 0.0, [0.0, 0.0]).round(3), chance_among(0.0, 0.0, [0.0, 1.0, 2.0]).round(3))
    0.75 0.333
    """
    places = np.exp(np.asarray(advantages, float))
    apart = np.exp(np.asarray(strength, float) - np.asarray(others, float))[..., None]
    return np.asarray((apart * places / (apart * places + places.sum(axis=-1, keepdims=True) - places)).mean(axis=-1))


# ---- counting, once and resampled --------------------------------------------------------------------------------


def counted(cells: Sequence[Contests]) -> Counted:
    """Count the games of some line-ups of one number of players, each side of a line-up with half a win added."""
    parts = [_Cell(cell) for cell in cells]
    return Counted(_tables(parts), np.concatenate([part.count(np.ones((1, part.size)), HALF)[0] for part in parts]))


def resampled(cells: Sequence[Contests], seed: int = 0, replicates: int = REPLICATES) -> Iterator[Counted]:
    """Yield the games counted again and again, some replicates at a time, each game with a random weight.

    This is the Bayesian bootstrap by games: game g has one exponential weight wherever it was played, for all line-ups
    share its chance; the half wins of the sides have gamma weights of shape one half. For two bots that met only each
    other the replicates are draws of a Beta distribution, and their quantiles the ends of Jeffreys' interval.

    References
    ----------
    D. B. Rubin, "The Bayesian bootstrap", Ann. Stat. 9 (1981); L. D. Brown, T. T. Cai and A. DasGupta, "Interval
    estimation for a binomial proportion", Stat. Sci. 16 (2001), on Jeffreys' interval.
    """
    rng = np.random.default_rng(seed)
    parts = [_Cell(cell) for cell in cells]
    numbers = np.unique(np.concatenate([cell.games for cell in cells]))
    where = [np.searchsorted(numbers, cell.games) for cell in cells]
    for begun in range(0, replicates, AT_ONCE):
        size = min(AT_ONCE, replicates - begun)
        weights = rng.standard_exponential((size, len(numbers)))
        wins = [
            part.count(weights[:, places], rng.standard_gamma(HALF, (size, part.sides)))
            for part, places in zip(parts, where, strict=True)
        ]
        yield Counted(_tables(parts), np.concatenate(wins, axis=1))


def _tables(parts: "Sequence[_Cell]") -> NDArray[np.int64]:
    return np.concatenate([part.tables for part in parts])


class _Cell:
    """The games of one line-up by who sat where and who won."""

    def __init__(self, cell: Contests) -> None:
        self.size = len(cell.games)
        self.tables, which = np.unique(cell.seated, axis=0, return_inverse=True)
        decided = cell.won >= 0
        outcome = which.ravel() * self.tables.shape[1] + cell.won
        self._won = np.zeros((self.size, self.tables.size))
        self._won[np.flatnonzero(decided), outcome[decided]] = 1
        bots, self._side = np.unique(self.tables, return_inverse=True)
        self.sides = len(bots)
        self._share = 1 / np.bincount(self._side.ravel())

    def count(self, weights: NDArray[Any], more: ArrayLike) -> NDArray[Any]:
        """Return how often each place won at each table, (replicates, tables, places), by the games' weights.

        `more` is what each side gets beside that, over all its places.
        """
        side = self._side.reshape(self.tables.shape)
        added = (np.broadcast_to(more, (len(weights), self.sides)) * self._share)[:, side]
        return np.asarray((weights @ self._won).reshape(-1, *self.tables.shape) + added)


# ---- strengths with intervals ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Strengths:
    """What games of one number of players say of some bots; ends of 95 % intervals have the shape (2, ...).

    Attributes
    ----------
    ratings, ratings_ends
        Strengths by bot, in logits above the reference.
    chances, chances_ends
        How often one of each wins among others that are all the reference.
    advantages, advantages_ends
        Of each place in order of play, in logits above the first.
    """

    ratings: NDArray[Any]
    ratings_ends: NDArray[Any]
    chances: NDArray[Any]
    chances_ends: NDArray[Any]
    advantages: NDArray[Any]
    advantages_ends: NDArray[Any]


def strengths(
    cells: Sequence[Contests], bots: int, reference: int = 0, seed: int = 0, replicates: int = REPLICATES
) -> Strengths:
    """Return how strong bots are by the games of some line-ups of one number of players.

    Parameters
    ----------
    cells
        One for each line-up.
    bots
        How many there are.
    reference
        The number of the one with which all are compared.
    seed, replicates
        Of the bootstrap.
    """
    found = fit(counted(cells), bots, reference)
    again = [fit(some, bots, reference) for some in resampled(cells, seed, replicates)]
    ratings, advantages = (np.concatenate(some) for some in zip(*again, strict=True))
    return Strengths(
        ratings=found[0],
        ratings_ends=ends(ratings),
        chances=chance_among(found[0], 0.0, found[1]),
        chances_ends=ends(chance_among(ratings, 0.0, advantages[:, None, :])),
        advantages=found[1],
        advantages_ends=ends(advantages),
    )


def ends(replicates: NDArray[Any], confidence: float = CONFIDENCE) -> NDArray[Any]:
    """Return the ends of percentile intervals over the first axis, shape (2, ...)."""
    return np.quantile(replicates, [(1 - confidence) / 2, (1 + confidence) / 2], axis=0)


# ---- the mixture that none can exploit ---------------------------------------------------------------------------


def win_matrix(counted: Counted, bots: int) -> NDArray[Any]:
    """Return how often each bot (rows) beats each other (columns) in games of two, shape (..., bots, bots).

    Both seatings count alike; one half on the diagonal, and for two that have not met.
    """
    wins = np.zeros((*counted.wins.shape[:-2], bots, bots))
    for k, (one, other) in enumerate(counted.tables):
        wins[..., one, other] += counted.wins[..., k, 0]
        wins[..., other, one] += counted.wins[..., k, 1]
    met = wins + np.swapaxes(wins, -1, -2)
    rates = np.divide(wins, met, out=np.full_like(wins, 0.5), where=met > 0)
    rates[..., range(bots), range(bots)] = 0.5
    return rates


def unexploitable(rates: NDArray[Any]) -> NDArray[Any]:
    """Return the shares of the mixture of bots against which none wins more often than one half.

    An optimal strategy of the symmetric game whose payoffs are the win rates, by linear programming.

    Parameters
    ----------
    rates
        How often each bot (rows) beats each other (columns).

    References
    ----------
    J. von Neumann, "Zur Theorie der Gesellschaftsspiele", Math. Ann. 100 (1928); G. B. Dantzig (1951), on the linear
    program; D. Balduzzi et al., "Re-evaluating evaluation", NeurIPS 2018, on mixtures of agents.

    Examples
    --------
    >>> beats = np.array([[0.5, 1.0, 0.0], [0.0, 0.5, 1.0], [1.0, 0.0, 0.5]])  # rock, scissors, paper
    >>> unexploitable(beats).round(3)
    array([0.333, 0.333, 0.333])
    """
    from scipy.optimize import linprog  # late: slow to load

    bots = len(rates)
    worst = np.hstack([-rates.T, np.ones((bots, 1))])  # what the mixture wins against each is at least the value
    found = linprog(
        [0.0] * bots + [-1.0],
        A_ub=worst,
        b_ub=np.zeros(bots),
        A_eq=[[1.0] * bots + [0.0]],
        b_eq=[1.0],
        bounds=[(0, 1)] * (bots + 1),
    )
    shares = np.clip(found.x[:bots], 0, None)
    return np.asarray(shares / shares.sum())


@dataclass(frozen=True)
class Mixture:
    """The shares of a mixture that none can exploit, and the ends of their 95 % intervals, shape (2, bots)."""

    shares: NDArray[Any]
    ends: NDArray[Any]


def mixture(cells: Sequence[Contests], bots: int, seed: int = 0, replicates: int = REPLICATES) -> Mixture:
    """Return the mixture that none can exploit by the games of two of some line-ups.

    The intervals are the Bayesian bootstrap's. They are rough where a share is near 0: a bootstrap does not know that
    it cannot be less.
    """
    rates = np.concatenate([win_matrix(some, bots) for some in resampled(cells, seed, replicates)])
    shares = np.array([unexploitable(one) for one in rates])
    return Mixture(unexploitable(win_matrix(counted(cells), bots)), ends(shares))
