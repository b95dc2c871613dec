"""The state of a game of Striking Flint as one numpy record, what can be done in it, and what is measured.

A seat is a committee in play, by its place in the header's list. Spaces are numbered in map order (FLT-V3). A set of
spaces is an int64 with one bit for each.
"""

from enum import IntEnum

import numpy as np

from strikesim.games.actions import Actions
from strikesim.games.common import MAX_SEATS, Metrics, names_of, record_type, state_dtype

COMMITTEES = ("cio", "rank_and_file", "socialists", "veterans", "womens_brigade")


class Kind(IntEnum):
    """The kinds of strikebreaker."""

    AUTHORITY = 0
    MONEY = 1
    SCAB = 2


class Icon(IntEnum):
    """What is printed on a space; the first three are the kinds of strikebreaker."""

    AUTHORITY = 0
    MONEY = 1
    SCAB = 2
    EXHAUSTION = 3
    REMOVE = 4


class SpaceKind(IntEnum):
    """The kinds of space."""

    STATION = 0
    CORNER = 1


class Card(IntEnum):
    """The actions on a committee's card."""

    OCCUPY = 0
    PICKET = 1
    RESIST = 2
    REST = 3
    UNIQUE = 4


class Unique(IntEnum):
    """The unique actions (FLT-V12)."""

    GAMBIT = 0
    COORDINATE = 1
    HOLD = 2
    AGITATE = 3
    RELIEF = 4


class Cause(IntEnum):
    """Why a game ended."""

    CONCESSIONS = 0  # FLT-50
    STRIKEBREAKERS_GONE = 1  # FLT-51
    EXHAUSTION_GONE = 2  # FLT-52
    FACTORIES_EMPTY = 3  # FLT-53


class Phase(IntEnum):
    """What is being decided."""

    FLOW = 0  # nothing: the turn goes on by itself
    PLACE = 1  # a first worker (FLT-08)
    MAIN = 2  # the action of the turn
    COORDINATE = 3  # its next placement
    AGITATE = 4  # its next Resist
    GAMBIT = 5  # its next move of a strikebreaker
    GAMBIT_STEP = 6  # where its worker steps
    ACTIVATE = 7  # the next space with the number rolled (FLT-R12)
    TARGET = 8  # among workers that tie (FLT-32)
    STEP = 9  # among spaces that tie (FLT-R3)
    ORDER = 10  # among events (FLT-R6)


class Stage(IntEnum):
    """Where the turn goes on after FLOW."""

    BEGIN = 0
    OFFER = 1  # the action of the turn
    GAIN = 2  # its exhaustion
    ADVANCE = 3  # the tracker
    LINES = 4  # of the events, in a Factory Action
    ROLL = 5
    LISTED = 6  # the spaces with the number rolled
    STRIKEBREAKERS = 7  # of the activated space
    CONCEDE = 8  # step 5
    CHECK = 9  # the events
    FINISH = 10


class By(IntEnum):
    """Who acts on a target: a kind of strikebreaker, the icon `remove`, an event's `remove_worker`."""

    AUTHORITY = 0
    MONEY = 1
    SCAB = 2
    ICON = 3
    EVENT = 4


KINDS, ICONS, SPACE_KINDS = names_of(Kind), names_of(Icon), names_of(SpaceKind)
CARD_ACTIONS, UNIQUES, CAUSES = names_of(Card), names_of(Unique), names_of(Cause)
N_COMMITTEES, N_KINDS, N_ACTIONS = len(COMMITTEES), len(KINDS), len(CARD_ACTIONS)

SPACES_PER_CARD = 5
MAX_PLACED = 6  # map cards laid out
MAX_SPACES = MAX_PLACED * SPACES_PER_CARD
MAX_FACTORIES = 2 * MAX_PLACED  # a card has two Stations
MAX_EVENTS = 64
MAX_MAP_CARDS = 16  # in the set
MAX_IN_PLAY = 3
MAX_LINE = 8  # effects of an event's factory line
LOG = 200
SUPPLY = 0  # the source of a worker placed; else its space + 1

ACTIONS = Actions(first=1)  # no action here has the code of END
PASS = ACTIONS.declare("pass")
REST = ACTIONS.declare("rest")
DONE = ACTIONS.declare("done")
COORDINATE = ACTIONS.declare("coordinate")
RELIEF = ACTIONS.declare("relief", seat=MAX_SEATS)
HOLD = ACTIONS.declare("hold", space=MAX_SPACES)
AGITATE = ACTIONS.declare("agitate", space=MAX_SPACES)
GAMBIT = ACTIONS.declare("gambit", seat=MAX_SEATS, space=MAX_SPACES)  # whose worker, and where
MOVE = ACTIONS.declare("move", kind=N_KINDS, source=MAX_SPACES, to=MAX_SPACES)
STEP = ACTIONS.declare("step", to=MAX_SPACES)
OCCUPY = ACTIONS.declare("occupy", source=MAX_SPACES + 1, seat=MAX_SEATS, to=MAX_SPACES)
PICKET = ACTIONS.declare("picket", source=MAX_SPACES + 1, seat=MAX_SEATS, to=MAX_SPACES)
RESIST = ACTIONS.declare("resist", kind=N_KINDS, space=MAX_SPACES, seat=MAX_SEATS, worker_at=MAX_SPACES)
PLACE = ACTIONS.declare("place", space=MAX_SPACES)
ACTIVATE = ACTIONS.declare("activate", space=MAX_SPACES)
TARGET = ACTIONS.declare("target", seat=MAX_SEATS, space=MAX_SPACES)
ORDER = ACTIONS.declare("order", slot=MAX_IN_PLAY)


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


class Purpose(IntEnum):
    """What chance is drawn for: each has a generator of its own (see `strikesim.rng`)."""

    COMMITTEES = 0
    TRACKERS = 1  # their order at the start
    MAP = 2
    STRIKEBREAKERS = 3  # the die, at set-up
    DIE = 4
    EVENTS = 5


class PerGame(Metrics):
    """What is measured of each game."""

    TOKEN_END = "Concessions token at the end", "space"
    CONCESSIONS = "Concessions won by held factories", "spaces"
    EVENTS_REMOVED = "Events removed", "events"
    FACTORY_ACTIONS = "Factory Actions", "actions"
    EXHAUSTION_GAINED = "Exhaustion gained", "cubes"
    EXHAUSTION_MOST = "Most exhaustion held at once", "cubes"
    EXHAUSTION_END = "Exhaustion held at the end", "cubes"
    AUTHORITY_ADDED = "Authority strikebreakers added", "strikebreakers"
    MONEY_ADDED = "Money strikebreakers added", "strikebreakers"
    SCAB_ADDED = "Scab strikebreakers added", "strikebreakers"
    RESISTED = "Strikebreakers returned by Resist", "strikebreakers"
    WORKERS_LOST = "Workers sent back", "workers"
    FACTORIES = "Factories on the map", "factories"
    FACTORIES_HELD = "Factories held at the end", "factories"


class PerSeat(Metrics):
    """What is measured of each seat of each game."""

    COMMITTEE = "Committee", "", "committees"
    TRACKER = "Time tracker at the end", "space"
    EXHAUSTION = "Exhaustion held at the end", "cubes"
    TURNS = "Turns taken", "turns"
    FACTORY_ACTIONS = "Factory Actions", "actions"
    WORKERS_LOST = "Workers sent back", "workers"
    OCCUPY = "Occupy", "actions"
    PICKET = "Picket", "actions"
    RESIST = "Resist", "actions"
    REST = "Rest", "actions"
    UNIQUE = "Unique actions", "actions"
    PASS = "Passed", "actions"


ADDED = int(PerGame.AUTHORITY_ADDED)  # + a Kind
DONE_BY_CARD = int(PerSeat.OCCUPY)  # + a Card
METRICS, SEAT_METRICS = PerGame.columns(), PerSeat.columns()

STATE = state_dtype(
    LOG,
    len(PerGame),
    len(PerSeat),
    [
        # the map (FLT-05, FLT-06); fixed after set-up
        ("n_spaces", np.int16),
        ("n_factories", np.int16),
        ("placed_card", np.int8, (MAX_PLACED,)),  # cards laid out, by their place in `map_cards`
        ("placed_at", np.int8, (MAX_PLACED,)),  # row * columns + column of the grid
        ("placed_turned", np.int8, (MAX_PLACED,)),
        ("card", np.int8, (MAX_SPACES,)),  # which of the cards laid out a space is on
        ("letter", np.int8, (MAX_SPACES,)),  # which of that card's spaces it is
        ("kind", np.int8, (MAX_SPACES,)),  # a SpaceKind
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
        ("phase", np.int16),  # a Phase
        ("stage", np.int16),  # a Stage
        ("left", np.int16),  # placements or Resists still possible in a unique action
        ("taken", np.int16),  # … and already done, Gambit's moves of strikebreakers too
        ("action", np.int16),  # a Card, -1: passed
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
        ("by", np.int16),  # who acts on the target: a By
        ("target", np.int16),  # the space of its target
        ("target_seat", np.int16),
        ("choices", np.int64),  # TARGET, STEP: spaces, ORDER: slots on offer, one bit each
        ("after_check", np.int16),  # the stage after the events' check
    ],
)
S = record_type(STATE)
