"""How the planning bots of STRIKE! think: what each striker, piece, card and token is worth to the seat that decides.

A plan reads all hands and the board once for each decision; then every action on offer is worth so much, in one unit
that has no name. The weights say how much, so that one way of thinking makes several styles.
"""

from enum import IntEnum, auto

import numpy as np
from numba import types

from strikesim._jit import Record, njit
from strikesim.games.common import record_dtype, record_type
from strikesim.games.strike.effects import (
    A_MOVE,
    A_PLACE,
    A_SEAT,
    A_TRANSFER,
    choice_of,
    place_fits,
    power_works,
    program_of,
)
from strikesim.games.strike.pieces import can_supply
from strikesim.games.strike.state import (
    ALLIES,
    ALLY,
    CHOOSE,
    DISASSEMBLE,
    DISASSEMBLE_BOX,
    DRAW_CARD,
    F_EFFECT,
    F_HERE,
    GIVE_ALLY,
    GIVING_ALLY,
    GROW,
    GROW_BOX,
    KEEP_STRIKER,
    KICK,
    MAIN,
    MAX_LOCATIONS,
    MOBILIZE,
    MOBILIZE_BOX,
    NO_VALUE,
    PLACES,
    PLAY_ALLY,
    PLAY_STRIKE,
    POWER,
    POWER_OFFER,
    POWER_STRIDE,
    REFUEL,
    S,
)
from strikesim.games.strike.tables import ALLY_PROGRAM, POWER_PROGRAM, T
from strikesim.games.strike.vocabulary import (
    ACTING,
    ADD_DRONE,
    ALL,
    ANOTHER,
    ANY,
    DISCARD,
    DRAW,
    GAIN_ENERGY,
    INSTEAD_OF_GROW,
    LOSE_STRIKERS,
    REMOVE_DRONE,
    REMOVE_MEGADRONE,
)

FAR_AWAY = 8  # distances from here on count alike
NOWHERE = -1
WORST = -1e9


class Weight(IntEnum):
    """What a planning bot cares for, in the order of its weights."""

    PLAY = 0  # each point of a Strike card that can be played now
    FINISH = auto()  # each point of one that can be finished in this turn, for a step towards it
    NEED = auto()  # a striker where a Strike card of the own hand lacks one
    HELP = auto()  # a striker where another's card lacks one
    SECOND = auto()  # the part that cards after the best of a hand count
    PLAYING = auto()  # tokens that playing a Strike card counts for, beside the steps to it
    DECAY = auto()  # what is left of a striker's worth one line away from where it is wanted
    HOLD = auto()  # a striker that stands where it is needed
    TWO_DRONES = auto()  # the chance of a fusion where one drone is missing
    ONE_DRONE = auto()  # the same where two are missing
    FUSION = auto()  # each point that HappyCorp would score
    BLOCK = auto()  # the Strike cards that a MegaDrone would block
    LAST = auto()  # a fusion with no MegaDrone left
    LAST_FALL = auto()  # the part of it that is left with each MegaDrone more in the supply
    LATE = auto()  # what is added to that with each level
    MEGADRONE = auto()  # removing a MegaDrone
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


_F = np.float64
PLAN = record_dtype(
    [
        ("weight", _F, (len(Weight),)),  # a copy: an array handed from function to function is counted at each call
        ("want", _F, (MAX_LOCATIONS,)),  # the worth of one more striker at a place
        ("toward", _F, (MAX_LOCATIONS,)),  # and of one on the way to where it is wanted
        ("hold", _F, (MAX_LOCATIONS,)),  # the worth of those who are needed at a place
        ("needed", np.int64, (MAX_LOCATIONS,)),  # how many are
        ("cards", _F, (MAX_LOCATIONS,)),  # the worth of the Strike cards that name a place
        ("drone", _F, (MAX_LOCATIONS,)),  # the worth of removing a piece
        ("megadrone", _F, (MAX_LOCATIONS,)),
        ("megadrones", np.int64, (MAX_LOCATIONS,)),  # of each colour
        ("fade", _F, (FAR_AWAY + 1,)),  # what is left of a worth by distance
        ("near", np.int64, (FAR_AWAY + 1,)),  # strikers by their distance from some place
        ("finish_at", np.int64),  # where a Strike card can be finished in this turn, or NOWHERE
        ("finish_points", _F),
        ("finish_grows", np.int64),  # strikers to add for it
        ("finish_reach", np.int64),  # how far away those that move stand
        ("spare", np.int64),  # cards of the own hand that are just being played
    ]
)
P = record_type(PLAN)


# ---- Strike cards ------------------------------------------------------------------------------------------------


@njit(types.boolean(T, S, types.int64))
def is_live(t: Record, s: Record, card: int) -> bool:
    """Tell whether a Strike card may still be played some day."""
    return s.victories[t.strike_at[card]] < t.n_victories and s.victory_supply > 0


@njit(types.int64(T, S, types.int64, types.int64))
def lack_of_own(t: Record, s: Record, seat: int, at: int) -> int:
    """Return how many own strikers a player lacks for a Strike card."""
    return max(0, t.own_strikers - s.strikers[seat, at])


@njit(types.int64(T, S, types.int64, types.int64))
def lack_of_any(t: Record, s: Record, seat: int, at: int) -> int:
    """Return how many strikers a player's Strike card lacks, own ones among them."""
    return max(lack_of_own(t, s, seat, at), t.victory_strikers[s.victories[at]] - s.present[at])


@njit(types.void(T, S, types.int64, types.int64, P))
def count_near(t: Record, s: Record, seat: int, at: int, plan: Record) -> None:
    """Count a player's strikers by their distance from a place."""
    for far in range(FAR_AWAY + 1):
        plan.near[far] = 0
    for place in range(t.n_locations):
        count = s.strikers[seat, place]
        if count > 0:
            plan.near[min(t.distance[place, at], FAR_AWAY)] += count


@njit(types.int64(T, S, types.int64, types.int64, types.int64, P))
def steps_to(t: Record, s: Record, seat: int, at: int, lack: int, plan: Record) -> int:
    """Return how many tokens it takes, about, to bring so many more strikers of a player to a place."""
    count_near(t, s, seat, at, plan)
    steps, left, far = 0, lack, 1
    if plan.near[0] > 0 or t.home[s.character[seat]] == at:
        steps = min(left, s.supply[seat])
        left -= steps
    while left > 0 and far <= FAR_AWAY:
        count = min(left, plan.near[far])
        steps += count * far
        left -= count
        far += 1
    return steps + 3 * left


@njit(types.float64(T, S, types.int64, types.int64, P))
def worth(t: Record, s: Record, seat: int, card: int, plan: Record) -> float:
    """Return the points that a live Strike card of a player promises for each token it takes."""
    at = t.strike_at[card]
    own = lack_of_own(t, s, seat, at)
    steps = 1.5 * (lack_of_any(t, s, seat, at) - own + s.megadrones[at])
    if own > 0:
        steps += steps_to(t, s, seat, at, own, plan)
    return t.victory_points[s.victories[at]] / (plan.weight[Weight.PLAYING] + steps)


@njit(types.void(T, S, types.int64, types.int64, types.int64, types.float64, P))
def follow(t: Record, s: Record, me: int, seat: int, card: int, value: float, plan: Record) -> None:
    """Note where the strikers of `me` serve a Strike card of a hand that is worth so much."""
    at = t.strike_at[card]
    lack = lack_of_any(t, s, seat, at)
    needed = t.victory_strikers[s.victories[at]] - s.present[at] + s.strikers[me, at]
    plan.cards[at] += value
    if me == seat:
        needed = max(needed, t.own_strikers)
        if lack > 0:
            plan.want[at] = max(plan.want[at], plan.weight[Weight.NEED] * value)
    elif lack > lack_of_own(t, s, seat, at):
        plan.want[at] = max(plan.want[at], plan.weight[Weight.HELP] * value)
    if needed > 0:
        plan.needed[at] = max(plan.needed[at], needed)
        plan.hold[at] = max(plan.hold[at], plan.weight[Weight.HOLD] * value)


@njit
def read_hand(t: Record, s: Record, me: int, seat: int, plan: Record) -> None:
    """Follow the best Strike card of a hand, and the others a little."""
    best, best_value = NOWHERE, 0.0
    for k in range(s.n_hand[seat]):
        card = s.hand[seat, k]
        if card < ALLY and is_live(t, s, card):
            value = worth(t, s, seat, card, plan)
            lesser, lesser_value = card, value
            if value > best_value:
                lesser, lesser_value = best, best_value
                best, best_value = card, value
            if lesser != NOWHERE:
                follow(t, s, me, seat, lesser, plan.weight[Weight.SECOND] * lesser_value, plan)
    if best != NOWHERE:
        follow(t, s, me, seat, best, best_value, plan)


# ---- drones ------------------------------------------------------------------------------------------------------


@njit(types.float64(S, types.int64, P))
def tension(s: Record, supply: int, plan: Record) -> float:
    """Return what a fusion costs because so few MegaDrones are left."""
    value = plan.weight[Weight.LAST] * (1.0 + plan.weight[Weight.LATE] * (s.level - 1))
    for _ in range(supply):
        value *= plan.weight[Weight.LAST_FALL]
    return value


@njit
def appraise_pieces(t: Record, s: Record, plan: Record) -> None:
    """Say what it is worth to remove a piece from each place."""
    for at in range(t.n_locations):
        if s.megadrones[at] > 0:
            plan.megadrones[t.colour[at]] += s.megadrones[at]
    rolls = 0.85 + 0.42 * s.level  # of a Commercial Break, on average
    points = plan.weight[Weight.FUSION] * (1.0 + s.happycorp / t.points_to_lose)
    last, before = tension(s, s.megadrone_supply, plan), tension(s, s.megadrone_supply + 1, plan)
    for at in range(t.n_locations):
        if s.drones[at] > 0:
            missing = Weight.TWO_DRONES if s.drones[at] == t.fuse_at - 1 else Weight.ONE_DRONE
            chance = rolls * plan.weight[missing]
            scored = points * (plan.megadrones[t.colour[at]] + 1)
            plan.drone[at] = chance * (scored + plan.weight[Weight.BLOCK] * plan.cards[at] + last)
        if s.megadrones[at] > 0:
            freed = plan.weight[Weight.UNBLOCK] * plan.cards[at]
            plan.megadrone[at] = plan.weight[Weight.MEGADRONE] * points + last - before + freed


# ---- the plan ----------------------------------------------------------------------------------------------------


@njit
def look_at_places(t: Record, s: Record, me: int, plan: Record) -> None:
    """Want strikers too where pieces are to be removed."""
    for at in range(t.n_locations):
        own = s.strikers[me, at]
        if own == 0:
            plan.want[at] = max(plan.want[at], plan.weight[Weight.REACH] * plan.drone[at])
        if own < t.megadrone_strikers:
            plan.want[at] = max(plan.want[at], plan.weight[Weight.REACH_MEGADRONE] * plan.megadrone[at])


@njit
def look_at_ways(t: Record, plan: Record) -> None:
    """Say what a striker is worth on the way to where it is wanted."""
    plan.fade[0] = 1.0
    for far in range(FAR_AWAY):
        plan.fade[far + 1] = plan.fade[far] * plan.weight[Weight.DECAY]
    for at in range(t.n_locations):
        want = plan.want[at]
        if want > 0:
            for place in range(t.n_locations):
                value = want * plan.fade[min(t.distance[place, at], FAR_AWAY)]
                if value > plan.toward[place]:
                    plan.toward[place] = value


@njit
def has_room(t: Record, s: Record, me: int, card: int) -> bool:
    """Tell whether the boxes of a Strike card have room for its tokens."""
    first, second = t.strike_boxes[card, 0], t.strike_boxes[card, 1]
    boxes = t.boxes[s.character[me]]
    return s.boxes[second] < boxes[second] and boxes[first] - s.boxes[first] >= 1 + (first == second)


@njit(types.int64(T, S, types.int64, types.int64, types.int64))
def room_beside(t: Record, s: Record, me: int, card: int, box: int) -> int:
    """Return how many tokens a box can hold beside those of a Strike card."""
    used = (t.strike_boxes[card, 0] == box) + (t.strike_boxes[card, 1] == box)
    return t.boxes[s.character[me], box] - s.boxes[box] - used


@njit
def steps_this_turn(t: Record, s: Record, me: int, card: int, plan: Record) -> int:
    """Return the tokens that still go before a Strike card is played in this turn, or NOWHERE if it cannot be.

    The strikers to add and how far away those that move stand are left in `plan.near[0]` and `plan.near[1]`.
    """
    at = t.strike_at[card]
    left, pieces = lack_of_any(t, s, me, at), s.megadrones[at]
    if not has_room(t, s, me, card) or left + pieces > s.tokens - 2:
        return NOWHERE
    if pieces > room_beside(t, s, me, card, DISASSEMBLE_BOX):
        return NOWHERE
    count_near(t, s, me, at, plan)
    grows, moves, reach = 0, 0, 0
    if plan.near[0] > 0 or t.home[s.character[me]] == at:
        grows = min(left, room_beside(t, s, me, card, GROW_BOX), s.supply[me])
        left -= grows
    for far in range(1, 4):
        count = min(left, plan.near[far])
        if count > 0:
            moves, left, reach = moves + count * far, left - count, far
    if left > 0 or moves > room_beside(t, s, me, card, MOBILIZE_BOX) or grows + moves + pieces > s.tokens - 2:
        return NOWHERE
    plan.near[0], plan.near[1] = grows, reach
    return grows + moves + pieces


@njit
def plan_turn(t: Record, s: Record, me: int, plan: Record) -> None:
    """Choose the own Strike card that can be finished in this turn for most points."""
    for k in range(s.n_hand[me]):
        card = s.hand[me, k]
        if card < ALLY and is_live(t, s, card):
            steps = steps_this_turn(t, s, me, card, plan)
            at = t.strike_at[card]
            points = t.victory_points[s.victories[at]] * (1.0 - 0.02 * steps)
            if steps != NOWHERE and points > plan.finish_points:
                plan.finish_points, plan.finish_at = points, at
                plan.finish_grows, plan.finish_reach = plan.near[0], plan.near[1]


@njit
def names_place(t: Record, s: Record, seat: int, at: int) -> bool:
    """Tell whether a hand has a Strike card for a place."""
    for k in range(s.n_hand[seat]):
        if s.hand[seat, k] < ALLY and t.strike_at[s.hand[seat, k]] == at:
            return True
    return False


@njit
def make_plan(t: Record, s: Record, me: int, plan: Record) -> None:
    """Read all hands and the board for a player."""
    plan.finish_at = NOWHERE
    if s.phase == GIVING_ALLY:
        return
    for seat in range(t.players):
        if s.phase != KICK or names_place(t, s, seat, s.frames[s.depth - 1, F_HERE]):
            read_hand(t, s, me, seat, plan)
    appraise_pieces(t, s, plan)
    look_at_places(t, s, me, plan)
    if s.phase != KICK:
        look_at_ways(t, plan)
    if s.phase == MAIN and s.tokens >= 2:
        plan_turn(t, s, me, plan)


# ---- what things are worth ---------------------------------------------------------------------------------------


@njit(types.float64(T, S, types.int64, types.int64, P))
def value_leaving(t: Record, s: Record, me: int, at: int, plan: Record) -> float:
    """Return what one striker fewer costs at a place."""
    own = s.strikers[me, at]
    loss = 0.0
    if own <= plan.needed[at]:
        loss += plan.hold[at]
    if own == 1:
        loss += plan.weight[Weight.REACH] * plan.drone[at]
    if own <= t.megadrone_strikers:
        loss += plan.weight[Weight.REACH_MEGADRONE] * plan.megadrone[at]
    return loss


@njit(types.float64(T, S, types.int64, types.int64, types.int64, P))
def value_move(t: Record, s: Record, me: int, start: int, end: int, plan: Record) -> float:
    """Return what it is worth to move an own striker."""
    return plan.toward[end] - plan.toward[start] - value_leaving(t, s, me, start, plan)


@njit
def value_add(t: Record, s: Record, me: int, at: int, plan: Record) -> float:
    """Return what another own striker at a place is worth."""
    growth = plan.weight[Weight.GROW] * s.supply[me] / t.strikers - plan.weight[Weight.CROWD] * s.strikers[me, at]
    return growth + plan.weight[Weight.ADD] * plan.toward[at]


@njit(types.float64(T, S, types.int64, types.int64, P))
def value_energy(t: Record, s: Record, seat: int, amount: int, plan: Record) -> float:
    """Return what so much energy is worth to a player."""
    low = max(0, min(amount, t.second_power_energy - s.energy[seat]))
    more = max(0, min(amount, t.energy_max - s.energy[seat]) - low)
    return low * plan.weight[Weight.ENERGY_LOW] + more * plan.weight[Weight.ENERGY]


@njit(types.float64(T, S, types.int64, types.int64, types.int64, P))
def value_draw(t: Record, s: Record, me: int, seat: int, deck: int, plan: Record) -> float:
    """Return what a card of a deck is worth to a player."""
    spare = plan.spare if seat == me else 0
    if s.n_hand[seat] - spare >= t.hand_limit or not can_supply(t, s, deck):
        return 0.0
    if deck == ALLIES:
        return plan.weight[Weight.ALLY_CARD]
    value = plan.weight[Weight.STRIKE_CARD]
    for k in range(s.n_hand[seat]):
        if s.hand[seat, k] < ALLY and is_live(t, s, s.hand[seat, k]):
            value *= plan.weight[Weight.STRIKE_FALL]
    return value


@njit(types.float64(T, S, types.int64, types.int64, types.int64, types.int64, P))
def value_seat(t: Record, s: Record, me: int, program: int, i: int, seat: int, plan: Record) -> float:
    """Return what an effect is worth if it falls on a player."""
    kind, amount = t.effect[program, i], t.amount[program, i]
    if kind == GAIN_ENERGY:
        return value_energy(t, s, seat, amount, plan)
    if kind == DRAW:
        return amount * value_draw(t, s, me, seat, t.argument[program, i], plan)
    return 0.1  # another player moves strikers, if it helps


@njit
def value_place(t: Record, s: Record, me: int, kind: int, at: int, plan: Record) -> float:
    """Return what one unit of an effect at a place is worth."""
    if kind == REMOVE_DRONE:
        return plan.drone[at]
    if kind == REMOVE_MEGADRONE:
        return plan.megadrone[at]
    if kind == LOSE_STRIKERS:
        return -0.1 - value_leaving(t, s, me, at, plan) - plan.weight[Weight.ADD] * plan.toward[at]
    if kind == ADD_DRONE:
        return -plan.drone[at]
    return value_add(t, s, me, at, plan)


@njit(types.float64(T, S, types.int64, types.int64, types.int64, types.int64, P))
def best_place(t: Record, s: Record, me: int, program: int, i: int, here: int, plan: Record) -> float:
    """Return what an effect is worth at its best place."""
    best = 0.0
    for at in range(t.n_locations):
        if place_fits(t, s, program, i, here, at):
            best = max(best, value_place(t, s, me, t.effect[program, i], at, plan))
    return best


@njit
def best_move(t: Record, s: Record, me: int, plan: Record) -> float:
    """Return what the best move of an own striker is worth."""
    best = 0.0
    for start in range(t.n_locations):
        if s.strikers[me, start] > 0:
            for k in range(t.n_lines[start]):
                best = max(best, value_move(t, s, me, start, t.neighbour[start, k], plan))
    return best


@njit
def value_players(t: Record, s: Record, me: int, program: int, i: int, plan: Record) -> float:
    """Return what an effect on players is worth before anybody is named."""
    who, total = t.who[program, i], 0.0
    for seat in range(t.players):
        value = value_seat(t, s, me, program, i, seat, plan)
        if who == ALL or (who == ACTING and seat == me):
            total += value
        elif who == ANY or (who == ANOTHER and seat != me):
            total = max(total, value)
    return total


@njit(types.float64(T, S, types.int64, types.int64, types.int64, types.int64, P))
def value_effects(t: Record, s: Record, me: int, program: int, first: int, here: int, plan: Record) -> float:
    """Return what a list of effects is worth from one on, before anything is chosen; more units count a little less."""
    total = 0.0
    for i in range(first, t.n_effects[program]):
        choice = choice_of(t, program, i)
        units = 0.4 + 0.6 * t.amount[program, i]
        if choice == A_PLACE:
            total += units * best_place(t, s, me, program, i, here, plan)
        elif choice == A_MOVE:
            total += units * best_move(t, s, me, plan)
        else:
            total += value_players(t, s, me, program, i, plan)
    return total


# ---- what actions are worth --------------------------------------------------------------------------------------


@njit
def value_discard(t: Record, s: Record, me: int, card: int, plan: Record) -> float:
    """Return what it costs to discard a card."""
    if card >= ALLY:
        return -0.15
    return -worth(t, s, me, card, plan) if is_live(t, s, card) else 0.0


@njit(types.float64(T, S, types.int64, types.int64, types.int64, types.int64, P))
def value_choice(t: Record, s: Record, me: int, program: int, i: int, value: int, plan: Record) -> float:
    """Return what one possibility of an effect is worth; `value` as in the action codes."""
    kind = t.effect[program, i]
    if kind == DISCARD:
        return value_discard(t, s, me, value, plan)
    choice = choice_of(t, program, i)
    if choice == A_SEAT:
        return value_seat(t, s, me, program, i, value, plan)
    if choice == A_MOVE or choice == A_TRANSFER:
        owner, start, end = value // PLACES // PLACES, value // PLACES % PLACES, value % PLACES
        if choice == A_TRANSFER and owner != me:
            return 0.0
        return value_move(t, s, me, start, end, plan)
    return value_place(t, s, me, kind, value, plan)


@njit
def value_power(t: Record, s: Record, me: int, code: int, plan: Record) -> float:
    """Return what a power is worth with a first choice."""
    which, value = code // POWER_STRIDE, code % POWER_STRIDE
    program = POWER_PROGRAM + 2 * s.character[me] + which
    here = s.frames[s.depth - 1, F_HERE] if s.phase == POWER_OFFER else 0
    cost = plan.weight[Weight.SPEND] * t.cost[s.character[me], which] * plan.weight[Weight.ENERGY_LOW]
    if value == NO_VALUE:
        return value_effects(t, s, me, program, 0, here, plan) - cost
    chosen = value_choice(t, s, me, program, 0, value, plan)
    return chosen + value_effects(t, s, me, program, 1, here, plan) - cost


@njit
def value_keeping(t: Record, s: Record, me: int, at: int, plan: Record) -> float:
    """Return what it is worth to pay for a striker that would be kicked out."""
    energy = plan.weight[Weight.ENERGY_LOW] if s.energy[me] <= t.second_power_energy else plan.weight[Weight.ENERGY]
    striker = plan.weight[Weight.KEEP] + value_leaving(t, s, me, at, plan) + plan.weight[Weight.ADD] * plan.want[at]
    return striker - energy * t.kick_energy


@njit
def value_mobilize(t: Record, s: Record, me: int, start: int, end: int, plan: Record) -> float:
    """Return what a move with a token is worth: more, if it finishes a Strike card in this turn."""
    value = value_move(t, s, me, start, end, plan)
    at = plan.finish_at
    if at != NOWHERE:
        far = t.distance[start, at]
        if 0 < far <= plan.finish_reach and t.distance[end, at] == far - 1:
            value += plan.weight[Weight.FINISH] * plan.finish_points - 0.05 * far
    return value


@njit
def value_ally(t: Record, s: Record, me: int, card: int, plan: Record) -> float:
    """Return what it is worth to play an Ally card now."""
    plan.spare = 1
    value = value_effects(t, s, me, ALLY_PROGRAM + card, 0, 0, plan) - plan.weight[Weight.ALLY_HOLD]
    plan.spare = 0
    return value + (plan.weight[Weight.CLOG] if s.n_hand[me] >= t.hand_limit else 0.0)


@njit
def value_giving(t: Record, s: Record, seat: int, plan: Record) -> float:
    """Return what it is worth to give a player an Ally card: most to one of little energy and few cards."""
    if s.n_hand[seat] >= t.hand_limit:
        return -1.0
    return value_energy(t, s, seat, 2, plan) - 0.1 * s.n_hand[seat]


@njit
def value_refuel(t: Record, s: Record, me: int, plan: Record) -> float:
    """Return what a Grow Ranks for energy is worth."""
    for which in range(2):
        if t.when[s.character[me], which] == INSTEAD_OF_GROW and power_works(t, s, which):
            return value_energy(t, s, me, t.amount[POWER_PROGRAM + 2 * s.character[me] + which, 0], plan)
    return 0.0


@njit
def value_basic(t: Record, s: Record, me: int, action: int, plan: Record) -> float:
    """Return what a basic action with a token is worth."""
    if action >= MOBILIZE:
        return value_mobilize(t, s, me, (action - MOBILIZE) // PLACES, (action - MOBILIZE) % PLACES, plan)
    finish = plan.weight[Weight.FINISH] * plan.finish_points
    if action >= DISASSEMBLE + PLACES:
        at = action - DISASSEMBLE - PLACES
        return plan.megadrone[at] + (finish if at == plan.finish_at else 0.0)
    if action >= DISASSEMBLE:
        return plan.drone[action - DISASSEMBLE]
    if action >= GROW:
        at = action - GROW
        return value_add(t, s, me, at, plan) + (finish if at == plan.finish_at and plan.finish_grows > 0 else 0.0)
    early = plan.weight[Weight.EARLY] if s.tokens > 2 else 0.0
    return value_draw(t, s, me, me, action - DRAW_CARD, plan) + early


@njit
def value_action(t: Record, s: Record, me: int, action: int, plan: Record) -> float:
    """Return what an action is worth; to end the actions, to decline and to give up a striker are worth nothing."""
    if action >= POWER:
        return value_power(t, s, me, action - POWER, plan)
    if action >= CHOOSE:
        frame = s.frames[s.depth - 1]
        return value_choice(t, s, me, program_of(s, frame), frame[F_EFFECT], action - CHOOSE, plan)
    if PLAY_ALLY <= action < MOBILIZE:
        return value_ally(t, s, me, action - PLAY_ALLY, plan)
    if PLAY_STRIKE <= action < PLAY_ALLY:
        return plan.weight[Weight.PLAY] * t.victory_points[s.victories[t.strike_at[action - PLAY_STRIKE]]]
    if action >= GROW or DRAW_CARD <= action < GIVE_ALLY:
        return value_basic(t, s, me, action, plan)
    if action >= GIVE_ALLY:
        return value_giving(t, s, action - GIVE_ALLY, plan)
    if action == REFUEL:
        return value_refuel(t, s, me, plan)
    if action == KEEP_STRIKER:
        return value_keeping(t, s, me, s.frames[s.depth - 1, F_HERE], plan)
    return 0.0


@njit
def best_action(t: Record, s: Record, actions: Record, n: int, weights: Record, plans: Record) -> int:
    """Return the index of the action worth most to the seat that decides; `plans` is one blank plan to work with."""
    # The array comes from the caller: numba frees an array after its last mention, and with it what a record points to.
    plan, me = plans[0], int(s.seat)
    for k in range(len(plan.weight)):
        plan.weight[k] = weights[k]
    make_plan(t, s, me, plan)
    best, best_value = 0, WORST
    for k in range(n):
        value = value_action(t, s, me, actions[k], plan)
        if value > best_value:
            best, best_value = k, value
    return best
