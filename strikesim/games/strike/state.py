"""The state of a game of STRIKE! as one numpy record, what can be done in it, and what is measured.

Decks are counts by design: nobody ever sees their order. A card is its place among the designs of its deck in the
ruleset file; in a hand an Ally card's number is raised by FIRST_ALLY. A place is a location's number less 1.
"""

from enum import IntEnum

import numpy as np

from strikesim.games.actions import Actions
from strikesim.games.common import MAX_SEATS, Metrics, names_of, record_type, state_dtype

MAX_LOCATIONS = 24
MAX_CHARACTERS = 16
MAX_DESIGNS = 64  # of each deck
MAX_EFFECTS = 6  # of one card or power
MAX_HAND = 12
DEPTH = 56  # frames of things under way
LOG = 128
NONE = -1
FIRST_ALLY = MAX_DESIGNS  # added to an Ally card's number in a hand


class Box(IntEnum):
    """The action boxes of a player board."""

    GROW = 0
    MOBILIZE = 1
    DRAW = 2
    DISASSEMBLE = 3


class Deck(IntEnum):
    """The decks; the first two fill the hands."""

    STRIKE = 0
    ALLY = 1
    BREAK = 2


class Piece(IntEnum):
    """What can be disassembled."""

    DRONE = 0
    MEGADRONE = 1


class Cause(IntEnum):
    """Why a game ended."""

    STRIKERS_POINTS = 0  # STK-10
    HAPPYCORP_POINTS = 1  # STK-11
    SIXTH_MEGADRONE = 2  # STK-12
    TURN_LIMIT = 3  # STK-R18


class Phase(IntEnum):
    """What is being decided, named as in a trace (STK-V42)."""

    MAIN = 0  # the next action of step 1
    POWER = 1  # an offer
    CHOOSE = 2
    MOBILIZE = 3  # another player's move
    KICK = 4
    GIVE_ALLY = 5


class UnderWay(IntEnum):
    """The kinds of frame, of what is under way and waits for the frame above it; the first two stand as in POWERS."""

    FIRST_POWER = 0
    SECOND_POWER = 1
    ALLY = 2
    BREAK = 3
    EMPTY_DECK = 4
    TRIGGERS = 5  # powers on offer: `CARD` holds the bits of those that wait, `SEAT` the one on offer
    ARRIVAL = 6  # kicks being settled: `HERE` is the location, `SEAT` how many players have been asked


class Frame(IntEnum):
    """The fields of a frame."""

    KIND = 0  # an UnderWay
    CARD = 1
    EFFECT = 2  # which of the card's or power's
    UNIT = 3  # how many of its units are done
    SEAT = 4  # the seat named for it, or NONE
    HERE = 5  # the place of the trigger


class Log(IntEnum):
    """What chance can do (see `strikesim.games.log`): `number` is that of a place, or of a card as in a hand."""

    FIRST_PLAYER = 0
    ROLL = 1
    DRAW = 2
    BREAK = 3


class Purpose(IntEnum):
    """What chance is drawn for: each has a generator of its own (see `strikesim.rng`)."""

    CHARACTERS = 0
    FIRST = 1  # who begins
    DIE = 2
    DECK = 3  # + deck


BOXES, DECKS, PIECES, CAUSES = names_of(Box), names_of(Deck), names_of(Piece), names_of(Cause)
PHASES, EVENTS = names_of(Phase), names_of(Log)
POWERS = ("first", "second")  # of a character: the 0+ and the 3+
N_BOXES, N_DECKS, N_POWERS = len(BOXES), len(DECKS), len(POWERS)

# What is chosen for an effect: a seat, a place, or a move of a seat's striker. Without a choice all fields are 0.
CHOICE = Actions().declare("choice", seat=MAX_SEATS, start=MAX_LOCATIONS, at=MAX_LOCATIONS)

ACTIONS = Actions()
END_ACTIONS = ACTIONS.declare("end_actions")
DECLINE = ACTIONS.declare("decline")
REFUEL = ACTIONS.declare("refuel")
KEEP_STRIKER = ACTIONS.declare("keep_striker")
GIVE_STRIKER = ACTIONS.declare("give_striker")
DRAW_CARD = ACTIONS.declare("draw", deck=N_DECKS)
GIVE_ALLY = ACTIONS.declare("give_ally", seat=MAX_SEATS)
GROW = ACTIONS.declare("grow", at=MAX_LOCATIONS)
DISASSEMBLE = ACTIONS.declare("disassemble", at=MAX_LOCATIONS, piece=len(PIECES))
PLAY_STRIKE = ACTIONS.declare("strike", card=2 * MAX_DESIGNS)
PLAY_ALLY = ACTIONS.declare("ally", card=2 * MAX_DESIGNS)
MOBILIZE = ACTIONS.declare("mobilize", choice=CHOICE.span)
CHOOSE = ACTIONS.declare("choose", choice=CHOICE.span)
CHOOSE_CARD = ACTIONS.declare("choose_card", card=2 * MAX_DESIGNS)
POWER = ACTIONS.declare("power", which=N_POWERS, choice=CHOICE.span)


class PerGame(Metrics):
    """What is measured of each game."""

    STRIKERS_SCORE = "The Strikers' score", "points"
    HAPPYCORP_SCORE = "HappyCorp's score", "points"
    FIRST_VICTORIES = "First Victories in a location", "Victories"
    SECOND_VICTORIES = "Second Victories in a location", "Victories"
    THIRD_VICTORIES = "Third Victories in a location", "Victories"
    MEGADRONES_PLACED = "MegaDrones placed", "MegaDrones"


class PerSeat(Metrics):
    """What is measured of each seat of each game."""

    CHARACTER = "Character", "", "characters"
    DRONES_REMOVED = "Regular drones removed", "drones"
    MEGADRONES_REMOVED = "MegaDrones removed", "MegaDrones"
    KICKED = "Strikers lost to arrivals", "strikers"
    KEPT = "Strikers kept for energy", "strikers"
    ENERGY_GAINED = "Energy gained", "energy"
    STRIKE_CARDS = "Strike cards played", "cards"
    ALLY_CARDS = "Ally cards played", "cards"


METRICS, SEAT_METRICS = PerGame.columns(), PerSeat.columns()

STATE = state_dtype(
    LOG,
    len(PerGame),
    len(PerSeat),
    [
        # the board
        ("drones", np.int8, (MAX_LOCATIONS,)),  # regular ones
        ("megadrones", np.int8, (MAX_LOCATIONS,)),
        ("victories", np.int8, (MAX_LOCATIONS,)),
        ("strikers", np.int8, (MAX_SEATS, MAX_LOCATIONS)),
        ("present", np.int16, (MAX_LOCATIONS,)),  # strikers of all colours
        ("score", np.int16),  # of the Strikers
        ("happycorp", np.int16),
        ("level", np.int8),  # 1 to 3 (STK-43)
        # supplies (STK-06)
        ("drone_supply", np.int8),
        ("megadrone_supply", np.int8),
        ("victory_supply", np.int8),
        ("supply", np.int8, (MAX_SEATS,)),  # of strikers
        # the players
        ("character", np.int16, (MAX_SEATS,)),
        ("energy", np.int8, (MAX_SEATS,)),
        ("hand", np.int16, (MAX_SEATS, MAX_HAND)),  # cards in the order drawn
        ("n_hand", np.int8, (MAX_SEATS,)),
        # decks and discards (STK-05)
        ("deck", np.int8, (N_DECKS, MAX_DESIGNS)),
        ("discard", np.int8, (N_DECKS, MAX_DESIGNS)),
        ("n_deck", np.int16, (N_DECKS,)),
        ("n_discard", np.int16, (N_DECKS,)),
        # the turn
        ("step", np.int8),  # 1 or 2
        ("boxes", np.int8, (N_BOXES,)),  # tokens of the acting player
        ("tokens", np.int8),  # tokens left
        ("moves", np.int16),  # counters of the acting player (STK-R8)
        ("removed", np.int16),
        ("arrivals", np.int8, (MAX_LOCATIONS,)),
        ("used", np.int8, (N_POWERS,)),  # powers spent under STK-V40
        # what is under way
        ("phase", np.int8),  # a Phase
        ("depth", np.int8),  # frames in use
        ("busy", np.int8, (N_POWERS,)),  # how many frames carry out the power
        ("frames", np.int8, (DEPTH, len(Frame))),
    ],
)
S = record_type(STATE)
