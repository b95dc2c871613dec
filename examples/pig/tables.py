"""The numbers of Pig as the kernel reads them: the rules', and the best way to play that follows from them."""

from functools import cache
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from strikesim.games import ruleset
from strikesim.games.common import record_dtype, record_type
from strikesim.games.ruleset import Strict

from .best import AT_TWENTY, BEST, MOST, WORDS, best_holds

TABLES = record_dtype(
    [
        ("players", np.int64),
        ("seats", np.int64),  # one for each player
        ("turn_limit", np.int64),
        ("target", np.int64),
        ("sides", np.int64),
        ("lost_on", np.int64),
        ("holds", np.int64, (2, MOST, MOST, WORDS)),  # against one who plays best, and who holds at 20: `best_holds`
    ]
)
T = record_type(TABLES)


class Numbers(Strict):
    """The table ``[rules]``."""

    target: Annotated[int, Field(ge=10, le=MOST)]
    sides: Annotated[int, Field(ge=4, le=12)]
    lost_on: Annotated[int, Field(ge=1, le=12)]


class Rules(ruleset.Rules):
    """A whole ruleset file of Pig."""

    rules: Numbers


def compile_tables(rules: Rules, players: int, difficulty: "str | None" = None) -> NDArray[Any]:
    """Compile a validated ruleset for a number of players to an array of one record (dtype TABLES)."""
    tables = np.zeros(1, TABLES)
    t = tables[0]
    t.players, t.seats, t.turn_limit = players, players, rules.ruleset.turn_limit or 2**31 - 1
    t.target, t.sides, t.lost_on = rules.rules.target, rules.rules.sides, rules.rules.lost_on
    t.holds[:] = _holds(rules.rules.target, rules.rules.sides, rules.rules.lost_on)
    return tables


@cache
def _holds(target: int, sides: int, lost_on: int) -> NDArray[np.int64]:
    return np.array([best_holds(target, sides, lost_on, against) for against in (BEST, AT_TWENTY)])
