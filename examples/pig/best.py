"""How two players of Pig play best, and how often one way to play wins against another: solved, not played.

A pair of scores (mine, the other's) leads to higher scores by holding, and back to itself, with the seats changed, by a
lost turn. So pairs are solved from the highest sum of scores down; within one pair the two values, of who is to roll at
either score, are a fixed point that iterating reaches.

Source: T. W. Neller, C. G. M. Presser, "Optimal Play of the Dice Game Pig", The UMAP Journal 25(1), 2004, pp. 25-47.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from strikesim._jit import njit

MOST = 100  # points to win
BEST, AS_GIVEN = 0, -1  # instead of a total to hold at: whatever is best against the other; as `holds` says
AT_TWENTY = 20
CLOSE = 1e-14
BITS, WORDS = 50, 2  # in a word; words for all totals


@njit
def after_roll(worth: Any, total: int, sides: int, lost_on: int, lost: float) -> float:
    """Return how likely who rolls with a total wins; `worth` is that of each total, `lost` that of a lost turn."""
    chance = 0.0
    for side in range(1, sides + 1):
        chance += lost if side == lost_on else worth[total + side]
    return chance / sides


@njit
def of_turn(held: Any, left: int, sides: int, lost_on: int, lost: float, hold_at: int, holds: Any) -> float:
    """Return how likely who begins a turn wins.

    Parameters
    ----------
    held
        By total: how likely it wins if it holds there.
    left
        What it needs to win.
    lost
        How likely it wins if it loses the turn.
    hold_at
        From which total it holds, BEST or AS_GIVEN.
    holds
        By total, whether it holds: written, unless it is AS_GIVEN.
    """
    worth = np.ones(left + sides + 1)
    for total in range(left - 1, 0, -1):
        rolled = after_roll(worth, total, sides, lost_on, lost)
        if hold_at != AS_GIVEN:
            holds[total] = held[total] >= rolled if hold_at == BEST else total >= hold_at
        worth[total] = held[total] if holds[total] else rolled
    return after_roll(worth, 0, sides, lost_on, lost)


@njit
def solve(target: int, sides: int, lost_on: int, ways: Any, wins: Any, holds: Any) -> None:
    """Solve the game of two players.

    Parameters
    ----------
    ways
        The total from which each of the two holds, BEST or AS_GIVEN.
    wins
        Where is written how likely who begins a turn wins: by who that is, its score and the other's.
    holds
        Whether it holds, by who it is, its score, the other's, and its total: written, unless it is AS_GIVEN.
    """
    held = np.zeros((2, target + 1))
    for both in range(2 * target - 2, -1, -1):
        for i in range(max(0, both - target + 1), min(both, target - 1) + 1):
            score = (i, both - i)  # of the first and the second of the two
            for p in range(2):
                for total in range(1, target - score[p]):
                    held[p, total] = 1 - wins[1 - p, score[1 - p], score[p] + total]
            chance, before = np.array([0.5, 0.5]), np.zeros(2)
            while np.abs(chance - before).max() > CLOSE:
                before[:] = chance
                for p in range(2):
                    mine, other = score[p], score[1 - p]
                    chance[p] = of_turn(
                        held[p], target - mine, sides, lost_on, 1 - chance[1 - p], ways[p], holds[p, mine, other]
                    )
            for p in range(2):
                wins[p, score[p], score[1 - p]] = chance[p]


def solved(
    target: int, sides: int, lost_on: int, ways: tuple[int, int], given: "NDArray[np.bool_] | None" = None
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return `wins` and `holds` of `solve`; `given` is how who plays AS_GIVEN does, `holds` of another solution."""
    wins = np.zeros((2, target, target))
    holds = np.zeros((2, target, target, target + sides + 1), np.bool_) if given is None else given.copy()
    solve(target, sides, lost_on, np.array(ways), wins, holds)
    return wins, holds


def best_holds(target: int, sides: int, lost_on: int, against: int) -> NDArray[np.int64]:
    """Return where it is best to hold, bit by bit: by own score, the other's, and the word in which a total's bit is.

    It is best against one who holds at the total `against`, or (BEST) who plays best too.

    Best is not to hold from some total on: at some scores a higher one is worth another roll.
    """
    _, holds = solved(target, sides, lost_on, (BEST, against))
    words = np.zeros((MOST, MOST, WORDS), np.int64)
    for total in range(1, target):
        words[:target, :target, total // BITS] |= holds[0, :, :, total].astype(np.int64) << (total % BITS)
    return words


@njit
def is_held(words: Any, total: int) -> bool:
    """Tell whether it is best to hold with a total; `words` are those of the scores."""
    return words[total // BITS] >> (total % BITS) & 1 == 1
