"""The state of a game of Strajk as one numpy record, and the codes of its actions."""

import numpy as np

from strikesim.games.common import MAX_SEATS, Metric, record_type, state_dtype

KINDS = ("speech", "walking", "running", "worker", "resident", "correspondent", "delegate", "expert")
N_KINDS = len(KINDS)
MAX_LOCATIONS = 16
MAX_DEMANDS = 6  # kinds of demand
LOG = 96

CAUSES = ("demands", "turn_limit")

# What is being decided (STJ-41, 42, 45, 13); MAIN is the choice of the next action.
MAIN, REMOVE, PUT, DISCARD = range(4)

# The last action of the turn (STJ-15).
NOTHING, MOVED, TOOK, SPECIAL_DONE, NEGOTIATED = range(5)

# Action codes (END is 0, as in every game).
NEGOTIATE, DONE, TAKE_CARD = 1, 2, 3
SPECIAL, REMOVE_CARD, PUT_CARD, DISCARD_CARD = 10, 20, 30, 40  # + kind
MOVE = 100  # + kind * MAX_LOCATIONS + location

# The log of chance: LOG_KIND * kind of event + seat * LOG_SEAT + card.
LOG_EVENT, LOG_SEAT = 1000, 100
LOG_DRAW, LOG_SHUFFLE, LOG_FIRST, LOG_DEMAND = range(4)
LOG_NOBODY = 9  # as the seat of a shuffle: the set-aside demands

# Metrics, in the order of `state.metrics` and `state.seat_metrics`.
FIRST_SEAT, STACKS_EMPTIED = range(2)
TROPHIES, DECK, TAKEN, REMOVED, NEGOTIATIONS, FAILURES, SPECIALS = range(7)


METRICS = (
    Metric("first_seat", "Starting seat", "seat"),
    Metric("stacks_emptied", "Stacks emptied", "stacks"),
)
SEAT_METRICS = (
    Metric("trophies", "Demands won", "demands"),
    Metric("deck", "Cards owned at the end", "cards"),
    Metric("taken", "Cards taken from the board", "cards"),
    Metric("removed", "Cards removed from the game", "cards"),
    Metric("negotiations", "Negotiations", "negotiations"),
    Metric("failures", "Failed negotiations", "negotiations"),
    Metric("specials", "Special actions", "actions"),
)

STATE = state_dtype(
    LOG,
    len(METRICS),
    len(SEAT_METRICS),
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
        ("phase", np.int8),  # MAIN, REMOVE, PUT or DISCARD
        ("special", np.int8),  # the card whose special action is being decided
        ("left", np.int8),  # REMOVE: how many more cards at most; PUT: how many were put
        ("optional", np.int8),  # 1: `done` may end the choice
        ("last_action", np.int8),
        ("failed", np.int8),  # 1 after a failed negotiation (STJ-62)
    ],
)
S = record_type(STATE)
