"""What the planning bots of STRIKE! weigh, and the plan that is made for each decision."""

from enum import IntEnum, auto

import numpy as np

from strikesim.games.common import record_dtype, record_type
from strikesim.games.strike.state import MAX_LOCATIONS

FAR_AWAY = 8  # distances from here on count alike


class Weight(IntEnum):
    """What a planning bot cares for, in the order of its weights."""

    PLAY = 0  # each point of a Strike card that can be played now
    FINISH = auto()  # each point of one that can be finished in this turn, for a step towards it
    NEED = auto()  # a striker where a Strike card of the own hand lacks one
    HELP = auto()  # a striker where another's card lacks one
    SECOND = auto()  # the part that cards after the best of a hand count
    PLAYING = auto()  # tokens that playing a Strike card counts for, beside the steps to it
    ONE_LINE = auto()  # what is left of a striker's worth one line away from where it is wanted
    TWO_LINES = auto()
    THREE_LINES = auto()
    HOLD = auto()  # a striker that stands where it is needed
    TWO_DRONES = auto()  # the turns that count for the chance of a fusion where one drone is missing
    ONE_DRONE = auto()  # the same where two are missing
    FUSION = auto()  # each point that HappyCorp would score
    DOOM = auto()  # as much as HappyCorp still lacks, if it would score all of that
    BLOCK = auto()  # the Strike cards that a MegaDrone would block
    LAST = auto()  # a fusion with no MegaDrone left
    LAST_FALL = auto()  # the part of it that is left with each MegaDrone more in the supply
    LATE = auto()  # what is added to that with each level
    MEGADRONE = auto()  # removing a MegaDrone
    COLOUR = auto()  # the points it would add to fusions of its colour
    UNBLOCK = auto()  # the Strike cards it blocked
    REACH = auto()  # a striker where there is none and drones stand
    REACH_MEGADRONE = auto()  # a striker where a MegaDrone stands and too few strikers
    GROW = auto()  # a striker more on the board, if all are in the supply
    ADD = auto()  # the place at which it comes
    CROWD = auto()  # each striker that stands there already (a loss)
    ENERGY_LOW = auto()  # energy below what the second power needs
    ENERGY = auto()  # energy above that
    SPEND = auto()  # how dear energy is when a power is paid with it
    KEEP = auto()  # a striker that need not go
    STRIKE_CARD = auto()  # drawing the first Strike card
    STRIKE_FALL = auto()  # the part of that with each Strike card in hand
    ALLY_CARD = auto()  # drawing an Ally card
    ALLY_HOLD = auto()  # keeping an Ally card for a better moment
    CLOG = auto()  # playing an Ally card from a full hand
    EARLY = auto()  # drawing before acting
    TRIGGER = auto()  # what a power is worth that an action sets off
    PAIR = auto()  # the same, if another such action is still to come
    LEVEL_TIME = auto()  # the part of the Commercial Breaks that is drawn, for the team to leave the first level
    LEVEL_STOCK = auto()  # the worth of all Strike cards in all hands, for the same
    NEXT_TIME = auto()  # the same two for every further level
    NEXT_STOCK = auto()
    OVERLOOK = auto()  # the chance that an action on offer is not noticed


_F = np.float64
PLAN = record_dtype(
    [
        ("weight", _F, (len(Weight),)),  # a copy: an array handed from function to function is counted at each call
        ("want", _F, (MAX_LOCATIONS,)),  # the worth of one more striker at a place
        ("toward", _F, (MAX_LOCATIONS,)),  # and of one on the way to where it is wanted
        ("hold", _F, (MAX_LOCATIONS,)),  # the worth of those who are needed at a place
        ("needed", np.int64, (MAX_LOCATIONS,)),  # how many are
        ("cards", _F, (MAX_LOCATIONS,)),  # the worth of the Strike cards that name a place
        ("arrivals", _F, (MAX_LOCATIONS,)),  # of drones in a turn, on average
        ("colour_chance", _F, (MAX_LOCATIONS,)),  # of a fusion in each colour
        ("stock", _F),  # the worth of all Strike cards in all hands
        ("drone", _F, (MAX_LOCATIONS,)),  # the worth of removing a piece
        ("megadrone", _F, (MAX_LOCATIONS,)),
        ("megadrones", np.int64, (MAX_LOCATIONS,)),  # of each colour
        ("fade", _F, (FAR_AWAY + 1,)),  # what is left of a worth by distance
        ("near", np.int64, (FAR_AWAY + 1,)),  # strikers by their distance from some place
        ("grows", np.int64),  # of `steps_this_turn`
        ("reach", np.int64),
        ("finish_at", np.int64),  # where a Strike card can be finished in this turn, or NOWHERE
        ("finish_points", _F),
        ("finish_grows", np.int64),  # strikers to add for it
        ("finish_reach", np.int64),  # how far away those that move stand
        ("spare", np.int64),  # cards of the own hand that are just being played
    ]
)
P = record_type(PLAN)
