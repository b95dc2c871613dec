"""tables.py: what `ruleset.toml` may say, and its numbers as one record, which the rules read as `t`.

A model for each table of the file refuses what makes no sense; `compile_tables` writes the numbers down for one number
of players and one difficulty.
"""

from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from strikesim.games import ruleset
from strikesim.games.common import record_dtype, record_type
from strikesim.games.ruleset import Strict

from .state import KINDS, N_KINDS

TABLES = record_dtype(
    [
        ("players", np.int64),
        ("seats", np.int64),  # one for each player
        ("turn_limit", np.int64),
        ("summit", np.int64),
        ("hand", np.int64),
        ("draws", np.int64),
        ("push_from", np.int64),
        ("push_steps", np.int64),
        ("storm_limit", np.int64),
        ("storm_on", np.int64),
        ("count", np.int64, (N_KINDS,)),  # by kind of card: how many there are
        ("steps", np.int64, (N_KINDS,)),
        ("calm", np.int64, (N_KINDS,)),
    ]
)
T = record_type(TABLES)

Small = Annotated[int, Field(ge=0, le=100)]


class Numbers(Strict):
    """The table ``[rules]``."""

    summit: Annotated[int, Field(ge=1, le=100)]
    hand: Small
    draws: Annotated[int, Field(ge=1, le=10)]
    push_from: Annotated[int, Field(ge=1, le=6)]
    push_steps: Small


class Card(Strict):
    """A table ``[cards.KIND]``."""

    count: Small
    steps: Small = 0
    calm: Small = 0


class Difficulty(Strict):
    """A table ``[difficulties.NAME]``."""

    storm_limit: Annotated[int, Field(ge=1, le=100)]
    storm_on: Annotated[int, Field(ge=0, le=6)]


class Rules(ruleset.Rules):
    """The whole file."""

    rules: Numbers
    cards: dict[str, Card]
    difficulties: dict[str, Difficulty]

    def problems(self) -> "Any":
        """Yield what is wrong beyond single values."""
        if list(self.cards) != list(KINDS):
            yield f"cards: there must be {', '.join(KINDS)}, in this order"
        if list(self.difficulties) != self.ruleset.difficulties:
            yield "difficulties: [ruleset] must name the same ones"
        if sum(card.count for card in self.cards.values()) < max(self.ruleset.players) * self.rules.hand:
            yield "cards: there are too few for all hands"


def compile_tables(rules: Rules, players: int, difficulty: "str | None" = None) -> NDArray[Any]:
    """Compile a validated ruleset for a number of players to an array of one record (dtype TABLES)."""
    tables = np.zeros(1, TABLES)
    t = tables[0]
    level = rules.difficulties[difficulty or str(rules.ruleset.default_difficulty)]
    t.players, t.seats, t.turn_limit = players, players, rules.ruleset.turn_limit
    for name, value in [*rules.rules, *level]:
        t[name] = value
    for kind, card in enumerate(rules.cards.values()):
        t.count[kind], t.steps[kind], t.calm[kind] = card.count, card.steps, card.calm
    return tables
