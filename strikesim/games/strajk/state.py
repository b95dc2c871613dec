"""The state of a game of Strajk as one numpy record, what can be done in it, and what is measured."""

from enum import IntEnum

import numpy as np

from strikesim.games.actions import Actions
from strikesim.games.common import MAX_SEATS, Metrics, names_of, record_type, state_dtype


class Kind(IntEnum):
    """The kinds of card."""

    SPEECH = 0
    WALKING = 1
    RUNNING = 2
    WORKER = 3
    RESIDENT = 4
    CORRESPONDENT = 5
    DELEGATE = 6
    EXPERT = 7


KINDS = names_of(Kind)
N_KINDS = len(KINDS)
MAX_LOCATIONS = 16
MAX_DEMANDS = 6  # kinds of demand
LOG = 96


class Cause(IntEnum):
    """Why a game ended."""

    DEMANDS = 0  # STJ-64
    TURN_LIMIT = 1  # STJ-R8


class Phase(IntEnum):
    """What is being decided."""

    MAIN = 0  # the next action
    REMOVE = 1  # a card to remove from the game (STJ-41, STJ-45)
    PUT = 2  # a card to put away for a swap (STJ-42)
    DISCARD = 3  # a card to discard at the end of the turn (STJ-13)


class Last(IntEnum):
    """The last action of the turn (STJ-15)."""

    NOTHING = 0
    MOVE = 1
    TAKE = 2
    SPECIAL = 3
    NEGOTIATION = 4


class Chance(IntEnum):
    """What chance can do (see `strikesim.games.log`)."""

    DRAW = 0  # a seat draws a card of a kind
    SHUFFLE = 1  # of a seat's Later pile; of NOBODY's: the demands that were set aside
    FIRST = 2  # a seat begins
    DEMAND = 3  # a demand of a kind is turned up


class Purpose(IntEnum):
    """What chance is drawn for: each has a generator of its own (see `strikesim.rng`)."""

    FIRST = 0  # who begins, of those who tie
    DEMANDS = 1
    TOMORROW = 2  # + seat: the player's deck


ACTIONS = Actions()
END_TURN = ACTIONS.declare("end_turn")
NEGOTIATE = ACTIONS.declare("negotiate")
DONE = ACTIONS.declare("done")
TAKE = ACTIONS.declare("take")
SPECIAL = ACTIONS.declare("special", card=N_KINDS)
REMOVE = ACTIONS.declare("remove", card=N_KINDS)
PUT = ACTIONS.declare("put", card=N_KINDS)
DISCARD = ACTIONS.declare("discard", card=N_KINDS)
MOVE = ACTIONS.declare("move", card=N_KINDS, to=MAX_LOCATIONS)


class PerGame(Metrics):
    """What is measured of each game."""

    STACKS_EMPTIED = "Stacks emptied", "stacks"


class PerSeat(Metrics):
    """What is measured of each seat of each game."""

    TROPHIES = "Demands won", "demands"
    DECK = "Cards owned at the end", "cards"
    TAKEN = "Cards taken from the board", "cards"
    REMOVED = "Cards removed from the game", "cards"
    NEGOTIATIONS = "Negotiations", "negotiations"
    FAILURES = "Failed negotiations", "negotiations"
    SPECIALS = "Special actions", "actions"


CAUSES = names_of(Cause)
METRICS, SEAT_METRICS = PerGame.columns(), PerSeat.columns()

STATE = state_dtype(
    LOG,
    len(PerGame),
    len(PerSeat),
    [
        # the board
        ("token", np.int8),  # location of Wałęsa (STJ-05)
        ("stack", np.int8, (MAX_LOCATIONS,)),  # cards left on each location's stack
        ("face_up", np.int8, (MAX_LOCATIONS,)),  # 1: the stack's top shows (STJ-04, 32)
        ("demands", np.int8, (MAX_DEMANDS,)),  # in the Hall's stack, by kind of demand
        ("aside", np.int8, (MAX_DEMANDS,)),  # set aside (STJ-62)
        ("removed", np.int16, (N_KINDS,)),  # out of the game (STJ-46)
        ("shown_demand", np.int8),  # kind turned up last, or -1
        # the players: counts by kind, and their sums
        ("hand", np.int8, (MAX_SEATS, N_KINDS)),
        ("tomorrow", np.int8, (MAX_SEATS, N_KINDS)),
        ("today", np.int8, (MAX_SEATS, N_KINDS)),
        ("later", np.int8, (MAX_SEATS, N_KINDS)),
        ("n_hand", np.int16, (MAX_SEATS,)),
        ("n_tomorrow", np.int16, (MAX_SEATS,)),
        ("n_later", np.int16, (MAX_SEATS,)),
        ("trophies", np.int8, (MAX_SEATS, MAX_DEMANDS)),
        ("n_trophies", np.int8, (MAX_SEATS,)),
        # the turn
        ("phase", np.int8),  # a Phase
        ("special", np.int8),  # the card whose special action is being decided
        ("left", np.int8),  # REMOVE: how many more cards at most; PUT: how many were put
        ("optional", np.int8),  # 1: `done` may end the choice
        ("last_action", np.int8),  # a Last
        ("failed", np.int8),  # 1 after a failed negotiation (STJ-62)
    ],
)
S = record_type(STATE)
