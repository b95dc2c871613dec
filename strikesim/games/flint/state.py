"""The state of a game of Striking Flint as one numpy record, and the codes of its actions.

A seat is a committee in play, by its place in the header's list. Spaces are numbered in map order (FLT-V3). A set of
spaces is an int64 with one bit for each.
"""

from enum import IntEnum

import numpy as np

from strikesim.games.common import MAX_SEATS, Metric, record_type, state_dtype

COMMITTEES = ("cio", "rank_and_file", "socialists", "veterans", "womens_brigade")
KINDS = ("authority", "money", "scab")  # of strikebreakers
ICONS = (*KINDS, "exhaustion", "remove")
SPACE_KINDS = ("station", "corner")
ACTIONS_OF = ("occupy", "picket", "resist", "rest", "unique")
UNIQUES = ("gambit", "coordinate", "hold", "agitate", "relief")
AUTHORITY, MONEY, SCAB, EXHAUSTION, REMOVE = range(5)
STATION, CORNER = range(2)
OCCUPY, PICKET, RESIST, REST, UNIQUE = range(5)
GAMBIT, COORDINATE, HOLD, AGITATE, RELIEF = range(5)
N_COMMITTEES, N_KINDS, N_ACTIONS = len(COMMITTEES), len(KINDS), len(ACTIONS_OF)

SPACES_PER_CARD = 5
MAX_PLACED = 6  # map cards laid out
MAX_SPACES = MAX_PLACED * SPACES_PER_CARD
MAX_FACTORIES = 2 * MAX_PLACED  # a card has two Stations
MAX_EVENTS = 64
MAX_MAP_CARDS = 16  # in the set
MAX_IN_PLAY = 3
MAX_LINE = 8  # effects of an event's factory line
LOG = 200

CAUSES = ("concessions", "strikebreakers_gone", "exhaustion_gone", "factories_empty")
CONCESSIONS, STRIKEBREAKERS_GONE, EXHAUSTION_GONE, FACTORIES_EMPTY = range(4)

# What is being decided; FLOW: nothing, the turn goes on by itself.
FLOW, PLACE, MAIN, COORDINATING, AGITATING, GAMBIT_MOVES, GAMBIT_STEP, ACTIVATE, TARGET, STEP, ORDER = range(11)

# Where the turn goes on after FLOW.
BEGIN, OFFER, GAIN, ADVANCE, LINES, ROLL, LISTED, STRIKEBREAKERS, CONCEDE, CHECK, FINISH = range(11)

# Who acts on a target: the three kinds of strikebreaker, the icon `remove`, an event's `remove_worker`.
BY_ICON, BY_EVENT = 3, 4

# Action codes (0 is END in other games; nothing here has it). Spaces, seats and kinds are written in these bases.
SPACE_BASE, SEAT_BASE = 32, 8
PASS, REST_ACTION, DONE, COORDINATE_ACTION = 1, 2, 3, 4
RELIEF_ACTION = 16  # + seat
ORDER_EVENT = 24  # + slot of the event in play
PLACE_WORKER, HOLD_SPACE, AGITATE_SPACE = 32, 64, 96  # + space
ACTIVATE_SPACE, STEP_TO = 128, 160  # + space
TARGET_WORKER = 256  # + space * SEAT_BASE + seat
GAMBIT_WORKER = 512  # + space * SEAT_BASE + seat
MOVE_STRIKEBREAKER = 4096  # + (kind * SPACE_BASE + from) * SPACE_BASE + to
OCCUPY_ACTION = 16384  # + ((from + 1) * SEAT_BASE + seat) * SPACE_BASE + to; from -1: the supply
PICKET_ACTION = 32768  # likewise
RESIST_ACTION = 65536  # + ((kind * SPACE_BASE + space) * SPACE_BASE + worker's space) * SEAT_BASE + worker's seat


class Log(IntEnum):
    """What is noted (see `strikesim.games.log`): first what chance does, then what else happens without a choice.

    In a note `seat` is a committee's seat, or a kind of strikebreaker, and `number` as said here.
    """

    ORDER = 0
    MAP = 1
    STRIKEBREAKER = 2  # the number rolled; `seat`: the place of the card among those laid out
    ROLL = 3  # the number
    REVEAL = 4  # the event
    TURN = 5  # a committee's turn begins
    SENT_BACK = 6  # a worker leaves: the space
    GIVEN_BACK = 7  # in a Rest or by Relief: the cubes
    GAINED = 8  # the cubes
    CUBES_SHORT = 9  # the cubes that had to be gained
    ADDED = 10  # a strikebreaker comes: the space
    KIND_SHORT = 11  # likewise, but there is none
    ADVANCED = 12  # the calendar space
    FACTORY_ACTION = 13  # the calendar space
    LINE = 14  # the event whose factory line begins
    ACTIVATED = 15  # the space with nobody on it
    COVERED = 16  # the space with a worker alone
    ACTS = 17  # a strikebreaker: its space
    NEAREST = 18  # the worker it acts on: the space
    STEPPED = 19  # the space it, or that worker, steps to
    STAYED = 20
    NO_WORKER = 21
    CONCEDED = 22  # the factories held
    REMOVED = 23  # the event


# Metrics, in the order of `state.metrics` and `state.seat_metrics`.
(
    TOKEN,
    CONCESSIONS_WON,
    EVENTS_REMOVED,
    FACTORY_ACTIONS,
    EXHAUSTION_GAINED,
    EXHAUSTION_MOST,
    EXHAUSTION_END,
    ADDED,  # and the two after it: by kind
) = range(8)
RESISTED, WORKERS_LOST, FACTORIES, HELD_END = range(ADDED + N_KINDS, ADDED + N_KINDS + 4)
COMMITTEE, TRACKER, CUBES, TURNS, FACTORY_ACTIONS_HAD, LOST, DONE_BY_KIND = range(7)
PASSED = DONE_BY_KIND + N_ACTIONS

METRICS = (
    Metric("token_end", "Concessions token at the end", "space"),
    Metric("concessions", "Concessions won by held factories", "spaces"),
    Metric("events_removed", "Events removed", "events"),
    Metric("factory_actions", "Factory Actions", "actions"),
    Metric("exhaustion_gained", "Exhaustion gained", "cubes"),
    Metric("exhaustion_most", "Most exhaustion held at once", "cubes"),
    Metric("exhaustion_end", "Exhaustion held at the end", "cubes"),
    Metric("authority_added", "Authority strikebreakers added", "strikebreakers"),
    Metric("money_added", "Money strikebreakers added", "strikebreakers"),
    Metric("scab_added", "Scab strikebreakers added", "strikebreakers"),
    Metric("resisted", "Strikebreakers returned by Resist", "strikebreakers"),
    Metric("workers_lost", "Workers sent back", "workers"),
    Metric("factories", "Factories on the map", "factories"),
    Metric("factories_held", "Factories held at the end", "factories"),
)
SEAT_METRICS = (
    Metric("committee", "Committee", "", names_from="committees"),
    Metric("tracker", "Time tracker at the end", "space"),
    Metric("exhaustion", "Exhaustion held at the end", "cubes"),
    Metric("turns", "Turns taken", "turns"),
    Metric("factory_actions", "Factory Actions", "actions"),
    Metric("workers_lost", "Workers sent back", "workers"),
    Metric("occupy", "Occupy", "actions"),
    Metric("picket", "Picket", "actions"),
    Metric("resist", "Resist", "actions"),
    Metric("rest", "Rest", "actions"),
    Metric("unique", "Unique actions", "actions"),
    Metric("pass", "Passed", "actions"),
)

STATE = state_dtype(
    LOG,
    len(METRICS),
    len(SEAT_METRICS),
    [
        # the map (FLT-05, FLT-06); fixed after set-up
        ("n_spaces", np.int16),
        ("n_factories", np.int16),
        ("placed_card", np.int8, (MAX_PLACED,)),  # cards laid out, by their place in `map_cards`
        ("placed_at", np.int8, (MAX_PLACED,)),  # row * columns + column of the grid
        ("placed_turned", np.int8, (MAX_PLACED,)),
        ("card", np.int8, (MAX_SPACES,)),  # which of the cards laid out a space is on
        ("letter", np.int8, (MAX_SPACES,)),  # which of that card's spaces it is
        ("kind", np.int8, (MAX_SPACES,)),  # STATION or CORNER
        ("die", np.int8, (MAX_SPACES,)),
        ("icon", np.int8, (MAX_SPACES,)),
        ("factory", np.int8, (MAX_SPACES,)),  # -1: a Corner
        ("near", np.int64, (MAX_SPACES,)),  # adjacent spaces (FLT-R3)
        ("stations", np.int64),
        ("stations_of", np.int64, (MAX_FACTORIES,)),  # of each factory (FLT-06)
        ("with_icon", np.int64, (len(ICONS),)),
        # the pieces
        ("workers", np.int8, (MAX_SPACES, MAX_SEATS)),
        ("n_workers", np.int8, (MAX_SPACES,)),  # sum over the seats
        ("strikebreakers", np.int8, (MAX_SPACES, N_KINDS)),
        ("n_strikebreakers", np.int8, (MAX_SPACES,)),  # sum over the kinds
        ("manned", np.int64),  # spaces with a worker
        ("manned_by", np.int64, (MAX_SEATS,)),  # … of each committee
        ("hired", np.int64),  # spaces with a strikebreaker
        ("in_factories", np.int16),  # workers on Stations
        ("on_street", np.int16),  # workers on Corners
        ("worker_supply", np.int8, (MAX_SEATS,)),
        ("strikebreaker_supply", np.int8, (N_KINDS,)),
        ("cube_supply", np.int16),
        # the committees
        ("committee", np.int8, (MAX_SEATS,)),  # index into COMMITTEES
        ("cubes", np.int16, (MAX_SEATS,)),
        ("tracker", np.int16, (MAX_SEATS,)),  # calendar space
        ("height", np.int8, (MAX_SEATS,)),  # in the stack on that space, 0 lowest
        ("token", np.int16),  # space of the Concessions token
        # the events
        ("n_deck", np.int16),
        ("n_unseen", np.int16),  # events on top of the deck that nobody has seen yet
        ("deck", np.int8, (MAX_EVENTS,)),  # top first; the unseen ones are hidden from the bots
        ("n_in_play", np.int16),
        ("event", np.int8, (MAX_IN_PLAY,)),  # in play
        ("resists", np.int16, (MAX_IN_PLAY,)),  # since the reveal (FLT-V30)
        ("rests", np.int16, (MAX_IN_PLAY,)),
        ("stopped", np.int8, (MAX_IN_PLAY,)),  # 1: complete when it was revealed last in its chain (FLT-R5)
        # the turn
        ("step", np.int16),  # 1 to 5; 0 in set-up
        ("phase", np.int16),  # what is being decided
        ("stage", np.int16),  # where the turn goes on
        ("left", np.int16),  # placements or Resists still possible in a unique action
        ("taken", np.int16),  # … and already done, Gambit's moves of strikebreakers too
        ("action", np.int16),  # OCCUPY … UNIQUE, -1: passed
        ("foreign", np.int16),  # 1: the action used another committee's workers (FLT-12)
        ("at", np.int16),  # the space of Gambit's worker, of Agitate, or the one that activates
        ("with_seat", np.int16),  # whose worker Gambit uses
        ("unmoved", np.int8, (MAX_SPACES, N_KINDS)),  # strikebreakers that Gambit still moves
        ("n_unmoved", np.int16),
        # step 4
        ("moved", np.int16),  # spaces advanced
        ("length", np.int16),  # FLT-R13
        ("rest_moves", np.int16),  # what events add to it in a turn of Rest (FLT-V23)
        ("lines_done", np.int16),  # slots whose factory line is done, one bit each
        ("line_slot", np.int16),  # whose line is being carried out, or -1
        ("line_next", np.int16),  # its next effect
        ("rolls", np.int16),  # still to come in this Factory Action
        ("rolled", np.int16),
        ("listed", np.int64),  # spaces with the number not yet resolved, one bit each
        ("acted", np.int8, (MAX_SPACES, N_KINDS)),  # strikebreakers that act no more in this roll (FLT-R12)
        ("by", np.int16),  # who acts on the target: AUTHORITY, MONEY, SCAB, BY_ICON or BY_EVENT
        ("target", np.int16),  # the space of its target
        ("target_seat", np.int16),
        ("choices", np.int64),  # TARGET, STEP: spaces, ORDER: slots on offer, one bit each
        ("after_check", np.int16),  # the stage after the events' check
    ],
)
S = record_type(STATE)
