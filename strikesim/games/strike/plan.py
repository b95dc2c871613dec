"""How the planning bots of STRIKE! see a position: where strikers are wanted, and which pieces are to be feared.

A plan reads all hands and the board once for each decision; then every action on offer is worth so much (worth.py), in
one unit that has no name. The weights say how much, so that one way of thinking makes several styles.
"""

from numba import types

from strikesim._jit import Record, njit
from strikesim.games.strike.state import FIRST_ALLY, Box, Deck, Frame, Phase, S
from strikesim.games.strike.tables import BREAK_PROGRAM, T
from strikesim.games.strike.vocabulary import MOST_STRIKERS, Kind
from strikesim.games.strike.weights import FAR_AWAY, P, Weight

NOWHERE = -1

STRIKE_TOKENS = 2  # that playing a Strike card takes
OTHERS_STEP = 1.5  # tokens that each striker another player must bring counts for, and each MegaDrone in the way
UNREACHED_STEP = 3  # tokens for each own striker that is nowhere to be had
REACH_IN_TURN = 3  # how far away strikers are looked for that could still come in this turn
STEP_PART = 0.02  # the part that each token still to go takes off a card that can be finished in this turn


# ---- Strike cards ------------------------------------------------------------------------------------------------


@njit(types.boolean(T, S, types.int64))
def is_live(t: Record, s: Record, card: int) -> bool:
    """Tell whether a Strike card may still be played some day."""
    return s.victories[t.strike_at[card]] < t.n_victories and s.victory_supply > 0


@njit(types.int64(T, S, types.int64, types.int64))
def placed_before(t: Record, s: Record, seat: int, k: int) -> int:
    """Return the Victories at the place of a hand's card when its turn comes: those of the cards before it too."""
    at = t.strike_at[s.hand[seat, k]]
    placed = s.victories[at]
    for earlier in range(k):
        placed += s.hand[seat, earlier] < FIRST_ALLY and t.strike_at[s.hand[seat, earlier]] == at
    return placed


@njit(types.int64(T, S, types.int64, types.int64))
def lack_of_own(t: Record, s: Record, seat: int, at: int) -> int:
    """Return how many own strikers a player lacks for a Strike card."""
    return max(0, t.own_strikers - s.strikers[seat, at])


@njit(types.int64(T, S, types.int64, types.int64, types.int64))
def lack_of_any(t: Record, s: Record, seat: int, at: int, placed: int) -> int:
    """Return how many strikers a player's Strike card lacks after so many Victories, own ones among them."""
    return max(lack_of_own(t, s, seat, at), t.victory_strikers[placed] - s.present[at])


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
    return steps + UNREACHED_STEP * left


@njit(types.float64(T, S, types.int64, types.int64, types.int64, P))
def worth(t: Record, s: Record, seat: int, card: int, placed: int, plan: Record) -> float:
    """Return the points that a Strike card of a player promises, after so many Victories, for each token it takes."""
    at = t.strike_at[card]
    own = lack_of_own(t, s, seat, at)
    steps = OTHERS_STEP * (lack_of_any(t, s, seat, at, placed) - own + s.megadrones[at])
    if own > 0:
        steps += steps_to(t, s, seat, at, own, plan)
    return t.victory_points[placed] / (plan.weight[Weight.PLAYING] + steps)


@njit(types.void(T, S, types.int64, types.int64, types.int64, types.int64, types.float64, P))
def follow(t: Record, s: Record, me: int, seat: int, card: int, placed: int, value: float, plan: Record) -> None:
    """Note where the strikers of `me` serve a Strike card of a hand that is worth so much."""
    at = t.strike_at[card]
    lack = lack_of_any(t, s, seat, at, placed)
    needed = t.victory_strikers[placed] - s.present[at] + s.strikers[me, at]
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
    best, best_placed, best_value = NOWHERE, 0, 0.0
    for k in range(s.n_hand[seat]):
        card = s.hand[seat, k]
        if card < FIRST_ALLY and is_live(t, s, card):
            placed = placed_before(t, s, seat, k)
            if placed >= t.n_victories:
                continue
            value = worth(t, s, seat, card, placed, plan)
            plan.stock += value
            lesser, lesser_placed, lesser_value = card, placed, value
            if value > best_value:
                lesser, lesser_placed, lesser_value = best, best_placed, best_value
                best, best_placed, best_value = card, placed, value
            if lesser != NOWHERE:
                follow(t, s, me, seat, lesser, lesser_placed, plan.weight[Weight.SECOND] * lesser_value, plan)
    if best != NOWHERE:
        follow(t, s, me, seat, best, best_placed, best_value, plan)


# ---- drones ------------------------------------------------------------------------------------------------------


@njit(types.float64(S, types.int64, P))
def tension(s: Record, supply: int, plan: Record) -> float:
    """Return what a fusion costs because so few MegaDrones are left."""
    value = plan.weight[Weight.LAST] * (1.0 + plan.weight[Weight.LATE] * (s.level - 1))
    for _ in range(supply):
        value *= plan.weight[Weight.LAST_FALL]
    return value


@njit
def expect_arrivals(t: Record, s: Record, plan: Record) -> None:
    """Expect drones as the Commercial Breaks that are left bring them, in a turn, on average."""
    rolls, crowd, cards = 0.0, 0.0, s.n_deck[Deck.BREAK]
    for card in range(t.n_designs[Deck.BREAK]):
        copies = s.deck[Deck.BREAK, card]
        if copies > 0:
            program = BREAK_PROGRAM + card
            for i in range(t.n_effects[program]):
                if t.effect[program, i] == Kind.ROLL:
                    rolls += copies * t.amount[program, i] * (s.level if t.per_level[program, i] else 1)
                elif t.effect[program, i] == Kind.ADD_DRONE and t.argument[program, i] == MOST_STRIKERS:
                    crowd += copies
                elif t.effect[program, i] == Kind.ADD_DRONE:
                    plan.arrivals[t.argument[program, i]] += copies
    if cards == 0:
        rolls, cards = t.empty_deck_rolls, 1
    fullest = 0
    for at in range(1, t.n_locations):
        if s.present[at] > s.present[fullest]:
            fullest = at
    plan.arrivals[fullest] += crowd
    for at in range(t.n_locations):
        plan.arrivals[at] = (plan.arrivals[at] + rolls / t.n_locations) / cards


@njit
def appraise_pieces(t: Record, s: Record, plan: Record) -> None:
    """Say what it is worth to remove a piece from each place."""
    for at in range(t.n_locations):
        if s.megadrones[at] > 0:
            plan.megadrones[t.colour[at]] += s.megadrones[at]
    expect_arrivals(t, s, plan)
    points = plan.weight[Weight.FUSION] * (1.0 + s.happycorp / t.points_to_lose)
    lacking = t.points_to_lose - s.happycorp
    last, before = tension(s, s.megadrone_supply, plan), tension(s, s.megadrone_supply + 1, plan)
    for at in range(t.n_locations):
        if s.drones[at] > 0:
            missing = Weight.TWO_DRONES if s.drones[at] == t.fuse_at - 1 else Weight.ONE_DRONE
            chance = plan.arrivals[at] * plan.weight[missing]
            scored = plan.megadrones[t.colour[at]] + 1
            part = min(1.0, scored / lacking)
            cost = points * scored + plan.weight[Weight.DOOM] * part * part + last
            plan.drone[at] = chance * (cost + plan.weight[Weight.BLOCK] * plan.cards[at])
            plan.colour_chance[t.colour[at]] += chance
    for at in range(t.n_locations):
        if s.megadrones[at] > 0:
            spared = plan.weight[Weight.COLOUR] * points * plan.colour_chance[t.colour[at]]
            freed = plan.weight[Weight.UNBLOCK] * plan.cards[at]
            plan.megadrone[at] = plan.weight[Weight.MEGADRONE] * points + last - before + freed + spared


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
    for far in range(3):
        plan.fade[far + 1] = plan.weight[Weight.ONE_LINE + far]
    for far in range(3, FAR_AWAY):
        plan.fade[far + 1] = plan.fade[far] * plan.weight[Weight.ONE_LINE]
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

    The strikers to add and how far away those that move stand are left in `plan.grows` and `plan.reach`.
    """
    at = t.strike_at[card]
    left, pieces = lack_of_any(t, s, me, at, s.victories[at]), s.megadrones[at]
    if not has_room(t, s, me, card) or left + pieces > s.tokens - STRIKE_TOKENS:
        return NOWHERE
    if pieces > room_beside(t, s, me, card, Box.DISASSEMBLE):
        return NOWHERE
    count_near(t, s, me, at, plan)
    grows, moves, reach = 0, 0, 0
    if plan.near[0] > 0 or t.home[s.character[me]] == at:
        grows = min(left, room_beside(t, s, me, card, Box.GROW), s.supply[me])
        left -= grows
    for far in range(1, REACH_IN_TURN + 1):
        count = min(left, plan.near[far])
        if count > 0:
            moves, left, reach = moves + count * far, left - count, far
    if (
        left > 0
        or moves > room_beside(t, s, me, card, Box.MOBILIZE)
        or grows + moves + pieces > s.tokens - STRIKE_TOKENS
    ):
        return NOWHERE
    plan.grows, plan.reach = grows, reach
    return grows + moves + pieces


@njit
def waits(t: Record, s: Record, card: int, plan: Record) -> bool:
    """Tell whether a Strike card waits: it would raise the level before the team is ready to hurry through it."""
    score = s.score + t.victory_points[s.victories[t.strike_at[card]]]
    if s.level > t.n_levels or score < t.level_from[s.level - 1] or score >= t.points_to_win:
        return False
    first = Weight.LEVEL_TIME if s.level == 1 else Weight.NEXT_TIME
    breaks = s.n_deck[Deck.BREAK] + s.n_discard[Deck.BREAK]
    drawn = s.n_discard[Deck.BREAK] / breaks if breaks > 0 else 1.0
    ready = plan.weight[first] * drawn + plan.weight[first + 1] * plan.stock
    return ready < 1.0


@njit
def plan_turn(t: Record, s: Record, me: int, plan: Record) -> None:
    """Choose the own Strike card that can be finished in this turn for most points."""
    for k in range(s.n_hand[me]):
        card = s.hand[me, k]
        if card < FIRST_ALLY and is_live(t, s, card):
            steps = steps_this_turn(t, s, me, card, plan)
            at = t.strike_at[card]
            points = t.victory_points[s.victories[at]] * (1.0 - STEP_PART * steps)
            if steps != NOWHERE and points > plan.finish_points and not waits(t, s, card, plan):
                plan.finish_points, plan.finish_at = points, at
                plan.finish_grows, plan.finish_reach = plan.grows, plan.reach


@njit
def names_place(t: Record, s: Record, seat: int, at: int) -> bool:
    """Tell whether a hand has a Strike card for a place."""
    for k in range(s.n_hand[seat]):
        if s.hand[seat, k] < FIRST_ALLY and t.strike_at[s.hand[seat, k]] == at:
            return True
    return False


@njit
def make_plan(t: Record, s: Record, me: int, plan: Record) -> None:
    """Read all hands and the board for a player."""
    plan.finish_at = NOWHERE
    if s.phase == Phase.GIVE_ALLY:
        return
    for seat in range(t.players):
        if s.phase != Phase.KICK or names_place(t, s, seat, s.frames[s.depth - 1, Frame.HERE]):
            read_hand(t, s, me, seat, plan)
    appraise_pieces(t, s, plan)
    look_at_places(t, s, me, plan)
    if s.phase != Phase.KICK:
        look_at_ways(t, plan)
    if s.phase == Phase.MAIN and s.tokens >= STRIKE_TOKENS:
        plan_turn(t, s, me, plan)
