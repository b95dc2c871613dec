"""The state of a game of Pig as one numpy record, what can be done in it, and what is measured."""

from enum import IntEnum

import numpy as np

from strikesim.games.actions import Actions
from strikesim.games.common import MAX_SEATS, Metrics, names_of, record_type, state_dtype


class Cause(IntEnum):
    """Why a game ended."""

    TARGET = 0  # PIG-05
    TURN_LIMIT = 1  # PIG-06


class Chance(IntEnum):
    """What chance can do."""

    ROLLED = 0  # a seat rolls a number


class Purpose(IntEnum):
    """What chance is drawn for."""

    DIE = 0


ACTIONS = Actions()
HOLD = ACTIONS.declare("hold")  # code 0 ends a turn
ROLL = ACTIONS.declare("roll")


class PerGame(Metrics):
    """What is measured of each game."""

    MARGIN = "Points ahead of the second", "points"


class PerSeat(Metrics):
    """What is measured of each seat of each game."""

    SCORE = "Score", "points"
    ROLLS = "Rolls", "rolls"
    LOST = "Turns lost to the die", "turns"


CAUSES = names_of(Cause)
METRICS, SEAT_METRICS = PerGame.columns(), PerSeat.columns()
STATE = state_dtype(
    4,  # room for what chance does in one step
    len(PerGame),
    len(PerSeat),
    [
        ("score", np.int16, (MAX_SEATS,)),
        ("total", np.int16),  # of this turn
    ],
)
S = record_type(STATE)
