"""state.py: how the table stands, as one record that the rules read and write as `s`; what can be done and measured.

Fields that every game has (`s.seat`, `s.turn`, `s.outcome`, `s.winner`, metrics and so on) come from `state_dtype`.
"""

from enum import IntEnum

import numpy as np

from strikesim.games.actions import Actions
from strikesim.games.common import MAX_SEATS, Metrics, names_of, record_type, state_dtype


class Kind(IntEnum):
    """The kinds of card, in the order of ruleset.toml."""

    PATH = 0
    ROPE = 1
    SHELTER = 2


KINDS = names_of(Kind)
N_KINDS = len(KINDS)


class Cause(IntEnum):
    """Why a game ended."""

    SUMMIT = 0  # EXP-06
    STORM = 1  # EXP-07
    TURN_LIMIT = 2  # EXP-08


class Chance(IntEnum):
    """What chance can do: what `note` writes to the log, for the story and the referee."""

    DRAW = 0  # a seat draws a card of a kind
    SHUFFLE = 1  # the discard pile becomes the deck
    PUSH = 2  # a seat rolls a number
    WEATHER = 3  # the weather rolls a number


class Purpose(IntEnum):
    """What chance is drawn for: each has a generator of its own, so that variants of the rules share their luck."""

    DECK = 0
    PUSH = 1
    WEATHER = 2


# What players can do. The first one has code 0 and ends a turn; a field says how many values it has.
ACTIONS = Actions()
REST = ACTIONS.declare("rest")
PUSH = ACTIONS.declare("push")
PLAY = ACTIONS.declare("play", card=N_KINDS)


class PerGame(Metrics):
    """What is measured of each game: label and unit, for columns, tables and figures."""

    CLIMBED = "Spaces climbed", "spaces"
    STORM = "Storm at the end", "spaces"


class PerSeat(Metrics):
    """What is measured of each seat of each game."""

    PLAYED = "Cards played", "cards"
    PUSHES = "Pushes", "pushes"


NAMES = {"card": KINDS, "draw": KINDS}  # what the numbers of an action's field, or of an event, stand for
CAUSES = names_of(Cause)
METRICS, SEAT_METRICS = PerGame.columns(), PerSeat.columns()
STATE = state_dtype(
    16,  # room for what happens in one step
    len(PerGame),
    len(PerSeat),
    [
        ("party", np.int16),  # on the track
        ("storm", np.int16),
        # Cards as counts by kind: nobody ever sees the order of a deck, so none is kept.
        ("deck", np.int16, (N_KINDS,)),
        ("discard", np.int16, (N_KINDS,)),
        ("hand", np.int16, (MAX_SEATS, N_KINDS)),
        ("n_hand", np.int16, (MAX_SEATS,)),
    ],
)
S = record_type(STATE)
