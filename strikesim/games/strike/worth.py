"""What things and actions are worth to the planning bots of STRIKE!, by what their plan has seen (plan.py)."""

from numba import types

from strikesim._jit import Record, njit
from strikesim.games.strike.choices import Chosen, choice_of, place_fits, program_of
from strikesim.games.strike.pieces import can_supply
from strikesim.games.strike.plan import NOWHERE, is_live, make_plan, waits, worth
from strikesim.games.strike.powers import power_works, refuel_energy
from strikesim.games.strike.state import (
    CHOICE,
    CHOOSE,
    CHOOSE_CARD,
    DISASSEMBLE,
    DRAW_CARD,
    FIRST_ALLY,
    GIVE_ALLY,
    GROW,
    KEEP_STRIKER,
    MOBILIZE,
    N_POWERS,
    PLAY_ALLY,
    PLAY_STRIKE,
    POWER,
    REFUEL,
    Deck,
    Frame,
    Phase,
    Piece,
    S,
)
from strikesim.games.strike.tables import ALLY_PROGRAM, T, power_program
from strikesim.games.strike.vocabulary import Kind, Trigger, Who
from strikesim.games.strike.weights import P, Weight

WORST = -1e9
WAITING = -1.0
FIRST_UNIT, EACH_UNIT = 0.4, 0.6  # what an effect of several units is worth, as a part of one unit
TOLD_MOVE = 0.1  # another player may move strikers
LOSING = 0.1  # a striker returned to the supply (a loss)
ALLY_DISCARDED = 0.15  # an Ally card discarded unplayed (a loss)
FAR_STRIKER = 0.05  # each line that a striker is away, among those that could finish a Strike card (a loss)
GIFT = 2  # energy that an Ally card is thought to bring
GIFT_CARD = 0.1  # each card in the hand of whom an Ally is given to (a loss)
NO_GIFT = -1.0  # an Ally for a full hand
UNHURRIED = 2  # with more tokens left it is early in the turn

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
    if deck == Deck.ALLY:
        return plan.weight[Weight.ALLY_CARD]
    value = plan.weight[Weight.STRIKE_CARD]
    for k in range(s.n_hand[seat]):
        if s.hand[seat, k] < FIRST_ALLY and is_live(t, s, s.hand[seat, k]):
            value *= plan.weight[Weight.STRIKE_FALL]
    return value


@njit(types.float64(T, S, types.int64, types.int64, types.int64, types.int64, P))
def value_seat(t: Record, s: Record, me: int, program: int, i: int, seat: int, plan: Record) -> float:
    """Return what an effect is worth if it falls on a player."""
    kind, amount = t.effect[program, i], t.amount[program, i]
    if kind == Kind.GAIN_ENERGY:
        return value_energy(t, s, seat, amount, plan)
    if kind == Kind.DRAW:
        room = t.hand_limit - s.n_hand[seat] + (plan.spare if seat == me else 0)
        return min(amount, room) * value_draw(t, s, me, seat, t.argument[program, i], plan)
    return TOLD_MOVE


@njit
def value_place(t: Record, s: Record, me: int, kind: int, at: int, plan: Record) -> float:
    """Return what one unit of an effect at a place is worth."""
    if kind == Kind.REMOVE_DRONE:
        return plan.drone[at]
    if kind == Kind.REMOVE_MEGADRONE:
        return plan.megadrone[at]
    if kind == Kind.LOSE_STRIKERS:
        return -LOSING - value_leaving(t, s, me, at, plan) - plan.weight[Weight.ADD] * plan.toward[at]
    if kind == Kind.ADD_DRONE:
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
        if who == Who.ALL or (who == Who.ACTING and seat == me):
            total += value
        elif who == Who.ANY or (who == Who.ANOTHER and seat != me):
            total = max(total, value)
    return total


@njit(types.float64(T, S, types.int64, types.int64, types.int64, types.int64, P))
def value_effects(t: Record, s: Record, me: int, program: int, first: int, here: int, plan: Record) -> float:
    """Return what a list of effects is worth from one on, before anything is chosen; more units count a little less."""
    total = 0.0
    for i in range(first, t.n_effects[program]):
        choice = choice_of(t, program, i)
        units = FIRST_UNIT + EACH_UNIT * t.amount[program, i]
        if choice == Chosen.PLACE:
            total += units * best_place(t, s, me, program, i, here, plan)
        elif choice == Chosen.MOVE:
            total += units * best_move(t, s, me, plan)
        else:
            total += value_players(t, s, me, program, i, plan)
    return total


# ---- powers that are set off ---------------------------------------------------------------------------------------


@njit(types.float64(T, S, types.int64, types.int64, types.int64, P))
def value_triggered(t: Record, s: Record, me: int, events: int, here: int, plan: Record) -> float:
    """Return what the powers are worth that events of the own turn set off."""
    total = 0.0
    for which in range(N_POWERS):
        if t.when[s.character[me], which] & events and power_works(t, s, which):
            total += value_effects(t, s, me, power_program(s.character[me], which), 0, here, plan)
    return total


@njit
def value_pair(t: Record, s: Record, me: int, event: int, before: int, here: int, plan: Record) -> float:
    """Return what it is worth to be one of a pair that sets off powers: less, if the second is still to come."""
    part = plan.weight[Weight.TRIGGER]
    if before % 2 == 0:
        part = plan.weight[Weight.PAIR] if s.tokens > 1 else 0.0
    return part * value_triggered(t, s, me, event, here, plan) if part > 0 else 0.0


@njit
def value_moved(t: Record, s: Record, me: int, end: int, plan: Record) -> float:
    """Return what a move sets off."""
    moved = value_pair(t, s, me, Trigger.MOVES_PAIR, s.moves, end, plan)
    return moved + value_pair(t, s, me, Trigger.ARRIVALS_PAIR, s.arrivals[end], end, plan)


@njit
def value_removed(t: Record, s: Record, me: int, at: int, plan: Record) -> float:
    """Return what removing a drone sets off."""
    each = plan.weight[Weight.TRIGGER] * value_triggered(t, s, me, Trigger.REMOVED, at, plan)
    return each + value_pair(t, s, me, Trigger.REMOVED_PAIR, s.removed, at, plan)


# ---- what actions are worth --------------------------------------------------------------------------------------


@njit
def value_discard(t: Record, s: Record, me: int, card: int, plan: Record) -> float:
    """Return what it costs to discard a card."""
    if card >= FIRST_ALLY:
        return -ALLY_DISCARDED
    return -worth(t, s, me, card, s.victories[t.strike_at[card]], plan) if is_live(t, s, card) else 0.0


@njit(types.float64(T, S, types.int64, types.int64, types.int64, types.int64, P))
def value_choice(t: Record, s: Record, me: int, program: int, i: int, choice: int, plan: Record) -> float:
    """Return what one possibility of an effect is worth."""
    chosen, seat, at = choice_of(t, program, i), CHOICE.seat(choice), CHOICE.at(choice)
    if chosen == Chosen.SEAT:
        return value_seat(t, s, me, program, i, seat, plan)
    if chosen == Chosen.PLACE:
        return value_place(t, s, me, t.effect[program, i], at, plan)
    return value_move(t, s, me, CHOICE.start(choice), at, plan) if seat == me else 0.0


@njit
def value_power(t: Record, s: Record, me: int, which: int, choice: int, plan: Record) -> float:
    """Return what a power is worth with a first choice."""
    program = power_program(s.character[me], which)
    here = s.frames[s.depth - 1, Frame.HERE] if s.phase == Phase.POWER else 0
    cost = plan.weight[Weight.SPEND] * t.cost[s.character[me], which] * plan.weight[Weight.ENERGY_LOW]
    if choice_of(t, program, 0) == Chosen.NOTHING:
        return value_effects(t, s, me, program, 0, here, plan) - cost
    chosen = value_choice(t, s, me, program, 0, choice, plan)
    return chosen + value_effects(t, s, me, program, 1, here, plan) - cost


@njit
def value_keeping(t: Record, s: Record, me: int, at: int, plan: Record) -> float:
    """Return what it is worth to pay for a striker that would be kicked out."""
    energy = plan.weight[Weight.ENERGY_LOW] if s.energy[me] <= t.second_power_energy else plan.weight[Weight.ENERGY]
    striker = plan.weight[Weight.KEEP] + value_leaving(t, s, me, at, plan) + plan.weight[Weight.ADD] * plan.want[at]
    return striker - energy * t.kick_energy


@njit
def value_mobilize(t: Record, s: Record, me: int, choice: int, plan: Record) -> float:
    """Return what a move with a token is worth: more, if it finishes a Strike card in this turn."""
    start, end, at = CHOICE.start(choice), CHOICE.at(choice), plan.finish_at
    value = value_move(t, s, me, start, end, plan)
    if s.phase == Phase.MAIN:
        value += value_moved(t, s, me, end, plan)
    if at != NOWHERE:
        far = t.distance[start, at]
        if 0 < far <= plan.finish_reach and t.distance[end, at] == far - 1:
            value += plan.weight[Weight.FINISH] * plan.finish_points - FAR_STRIKER * far
    return value


@njit
def value_ally(t: Record, s: Record, me: int, card: int, plan: Record) -> float:
    """Return what it is worth to play an Ally card now."""
    plan.spare = 1
    value = value_effects(t, s, me, ALLY_PROGRAM + card - FIRST_ALLY, 0, 0, plan) - plan.weight[Weight.ALLY_HOLD]
    plan.spare = 0
    value += plan.weight[Weight.TRIGGER] * value_triggered(t, s, me, Trigger.PLAYED_ALLY, 0, plan)
    return value + (plan.weight[Weight.CLOG] if s.n_hand[me] >= t.hand_limit else 0.0)


@njit
def value_giving(t: Record, s: Record, seat: int, plan: Record) -> float:
    """Return what it is worth to give a player an Ally card: most to one of little energy and few cards."""
    if s.n_hand[seat] >= t.hand_limit:
        return NO_GIFT
    return value_energy(t, s, seat, GIFT, plan) - GIFT_CARD * s.n_hand[seat]


@njit
def value_grow(t: Record, s: Record, me: int, at: int, plan: Record) -> float:
    """Return what a striker added with a token is worth: more, if it finishes a Strike card in this turn."""
    finishes = at == plan.finish_at and plan.finish_grows > 0
    finish = plan.weight[Weight.FINISH] * plan.finish_points if finishes else 0.0
    return value_add(t, s, me, at, plan) + finish


@njit
def value_disassemble(t: Record, s: Record, me: int, at: int, piece: int, plan: Record) -> float:
    """Return what removing a piece is worth: more, if it finishes a Strike card in this turn."""
    if piece == Piece.DRONE:
        return plan.drone[at] + value_removed(t, s, me, at, plan)
    finish = plan.weight[Weight.FINISH] * plan.finish_points if at == plan.finish_at else 0.0
    freed = plan.weight[Weight.TRIGGER] * value_triggered(t, s, me, Trigger.REMOVED_MEGADRONE, at, plan)
    return plan.megadrone[at] + finish + freed


@njit
def value_drawing(t: Record, s: Record, me: int, deck: int, plan: Record) -> float:
    """Return what drawing with a token is worth: more, early in the turn."""
    early = plan.weight[Weight.EARLY] if s.tokens > UNHURRIED else 0.0
    return value_draw(t, s, me, me, deck, plan) + early


@njit
def value_with_token(t: Record, s: Record, me: int, action: int, plan: Record) -> float:
    """Return what an action of step 1 is worth; to end them is worth nothing."""
    if action in MOBILIZE:
        return value_mobilize(t, s, me, MOBILIZE.choice(action), plan)
    if action in DISASSEMBLE:
        return value_disassemble(t, s, me, DISASSEMBLE.at(action), DISASSEMBLE.piece(action), plan)
    if action in GROW:
        return value_grow(t, s, me, GROW.at(action), plan)
    if action in DRAW_CARD:
        return value_drawing(t, s, me, DRAW_CARD.deck(action), plan)
    if action in PLAY_ALLY:
        return value_ally(t, s, me, PLAY_ALLY.card(action), plan)
    if action in PLAY_STRIKE:
        card = PLAY_STRIKE.card(action)
        if waits(t, s, card, plan):
            return WAITING
        at = t.strike_at[card]
        return plan.weight[Weight.PLAY] * t.victory_points[s.victories[at]]
    return value_energy(t, s, me, refuel_energy(t, s), plan) if action in REFUEL else 0.0


@njit
def value_action(t: Record, s: Record, me: int, action: int, plan: Record) -> float:
    """Return what an action is worth; to decline and to give up a striker are worth nothing."""
    if action in POWER:
        return value_power(t, s, me, POWER.which(action), POWER.choice(action), plan)
    if action in CHOOSE:
        frame = s.frames[s.depth - 1]
        return value_choice(t, s, me, program_of(s, frame), frame[Frame.EFFECT], CHOOSE.choice(action), plan)
    if action in CHOOSE_CARD:
        return value_discard(t, s, me, CHOOSE_CARD.card(action), plan)
    if action in GIVE_ALLY:
        return value_giving(t, s, GIVE_ALLY.seat(action), plan)
    if action in KEEP_STRIKER:
        return value_keeping(t, s, me, s.frames[s.depth - 1, Frame.HERE], plan)
    return value_with_token(t, s, me, action, plan)


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
