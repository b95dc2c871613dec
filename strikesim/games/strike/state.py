"""The state of a game of STRIKE! as one numpy record, and the codes of its actions.

Decks are counts by design: nobody ever sees their order. A card is its place among the designs of its deck in the
ruleset file; in a hand an Ally card's number is raised by ALLY.
"""

from enum import IntEnum

import numpy as np

from strikesim.games.common import MAX_SEATS, Metric, record_type, state_dtype

MAX_LOCATIONS = 24
MAX_CHARACTERS = 16
MAX_DESIGNS = 64  # of each deck
MAX_EFFECTS = 6  # of one card or power
MAX_HAND = 12
DEPTH = 56  # frames of things under way
LOG = 128

BOXES = ("grow", "mobilize", "draw", "disassemble")
N_BOXES = len(BOXES)
GROW_BOX, MOBILIZE_BOX, DRAW_BOX, DISASSEMBLE_BOX = range(N_BOXES)

DECKS = ("strike", "ally", "break")
STRIKES, ALLIES, BREAKS = range(len(DECKS))
ALLY = MAX_DESIGNS  # added to an Ally card's number in a hand

CAUSES = ("strikers_points", "happycorp_points", "sixth_megadrone", "turn_limit")
STRIKERS_POINTS, HAPPYCORP_POINTS, SIXTH_MEGADRONE, TURN_LIMIT = range(len(CAUSES))

# What is being decided (STK-V42); MAIN is the choice of the next action of step 1.
MAIN, POWER_OFFER, CHOICE, MOBILIZING, KICK, GIVING_ALLY = range(6)

# What is under way: each frame waits for the one above it. Fields of a frame:
F_KIND, F_CARD, F_EFFECT, F_UNIT, F_SEAT, F_HERE = range(6)
N_FIELDS = 6
# Kinds of frame. A TRIGGERS frame offers powers: F_CARD holds the bits of those that wait, F_SEAT the one on offer. An
# ARRIVAL frame settles kicks: F_HERE is the location, F_SEAT how many players have been asked.
FIRST_POWER, SECOND_POWER, ALLY_CARD, BREAK_CARD, EMPTY_DECK, TRIGGERS, ARRIVAL = range(7)
NONE = -1


class Purpose(IntEnum):
    """What chance is drawn for: each has a generator of its own (see `strikesim.rng`)."""

    CHARACTERS = 0
    FIRST = 1  # who begins
    DIE = 2
    DECK = 3  # + deck


# Action codes (END is 0, as in every game). A place is a location's number less 1.
DECLINE, REFUEL, KEEP_STRIKER, GIVE_STRIKER = 1, 2, 3, 4
DRAW_CARD, GIVE_ALLY = 10, 20  # + deck; + seat
PLACES = 32  # stride of a place in a code
GROW, DISASSEMBLE = 100, 200  # + place; + piece * PLACES + place
DRONE, MEGADRONE = range(2)
PLAY_STRIKE, PLAY_ALLY = 400, 500  # + card
MOBILIZE = 1_000  # + from * PLACES + to
CHOOSE = 10_000  # + value, see below
POWER = 20_000  # + which * POWER_STRIDE + value
POWER_STRIDE = 10_000
# The value of a choice: a place; a seat; a card of a hand; from * PLACES + to; (owner * PLACES + from) * PLACES + to.
NO_VALUE = 9_999  # of a power whose first effect has no choice

# The log of chance: event, seat and number (of a place, or of a card as in a hand).
LOG_FIRST, LOG_ROLL, LOG_DRAW, LOG_BREAK = range(4)

# Metrics, in the order of `state.metrics` and `state.seat_metrics`.
FIRST_SEAT, STRIKERS_SCORE, HAPPYCORP_SCORE, FIRST_VICTORIES, SECOND_VICTORIES, THIRD_VICTORIES = range(6)
MEGADRONES_PLACED = 6
CHARACTER, DRONES_REMOVED, MEGADRONES_REMOVED, KICKED, KEPT, ENERGY_GAINED, STRIKE_CARDS, ALLY_CARDS = range(8)

METRICS = (
    Metric("first_seat", "Starting seat", "seat"),
    Metric("strikers_score", "The Strikers' score", "points"),
    Metric("happycorp_score", "HappyCorp's score", "points"),
    Metric("first_victories", "First Victories in a location", "Victories"),
    Metric("second_victories", "Second Victories in a location", "Victories"),
    Metric("third_victories", "Third Victories in a location", "Victories"),
    Metric("megadrones_placed", "MegaDrones placed", "MegaDrones"),
)
SEAT_METRICS = (
    Metric("character", "Character", "", names_from="characters"),
    Metric("drones_removed", "Regular drones removed", "drones"),
    Metric("megadrones_removed", "MegaDrones removed", "MegaDrones"),
    Metric("kicked", "Strikers lost to arrivals", "strikers"),
    Metric("kept", "Strikers kept for energy", "strikers"),
    Metric("energy_gained", "Energy gained", "energy"),
    Metric("strike_cards", "Strike cards played", "cards"),
    Metric("ally_cards", "Ally cards played", "cards"),
)

STATE = state_dtype(
    LOG,
    len(METRICS),
    len(SEAT_METRICS),
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
        ("deck", np.int8, (len(DECKS), MAX_DESIGNS)),
        ("discard", np.int8, (len(DECKS), MAX_DESIGNS)),
        ("n_deck", np.int16, (len(DECKS),)),
        ("n_discard", np.int16, (len(DECKS),)),
        # the turn
        ("step", np.int8),  # 1 or 2
        ("boxes", np.int8, (N_BOXES,)),  # tokens of the acting player
        ("tokens", np.int8),  # tokens left
        ("moves", np.int16),  # counters of the acting player (STK-R8)
        ("removed", np.int16),
        ("arrivals", np.int8, (MAX_LOCATIONS,)),
        ("used", np.int8, (2,)),  # powers spent under STK-V40
        # what is under way
        ("phase", np.int8),  # MAIN … GIVING_ALLY
        ("depth", np.int8),  # frames in use
        ("busy", np.int8, (2,)),  # how many frames carry out the power
        ("frames", np.int8, (DEPTH, N_FIELDS)),
    ],
)
S = record_type(STATE)
