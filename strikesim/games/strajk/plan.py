"""How the planning bots of Strajk think: what cards are worth, and the best two errands the hand can pay for.

Everything is read from the tables: no number of the published game stands here. A bot fills one record (`MIND`) per
decision and then only compares numbers in it.
"""

from enum import IntEnum

import numpy as np

from strikesim._jit import Record, njit
from strikesim.games.common import NOBODY, record_dtype
from strikesim.games.strajk.state import MAX_DEMANDS, MAX_LOCATIONS, N_KINDS
from strikesim.games.strajk.tables import DRAWS, REMOVES, SWAPS, TURN_UP


class Plan(IntEnum):
    """The weights of a planning bot. A worth is in points; a demand won is worth `DEMAND` points."""

    # what the deck should hold
    SPEECH = 0  # a speech card, when there is none
    SPEECHES = 1  # how many speech cards are enough
    STEP = 2  # a step of Wałęsa, when there is none
    STEPS = 3  # how many steps are enough
    DRAW = 4  # a card drawn by a special action
    DRAWS = 5  # how many such draws are enough
    REMOVE = 6  # a card removed by a special action
    REMOVES = 7  # how many such removals are enough
    SWAP = 8  # the first card that swaps others
    SWAPS = 9  # how many of them are enough
    DEMAND = 10  # cards for a demand
    SPARE = 11  # a level-IV card beyond what any demand asks
    CHAIN = 12  # share of a card's worth that goes to the cards that pay for it
    SECOND_SET = 13  # share of that for a second copy of a card that pays
    DILUTION = 14  # what every card more costs
    # this turn
    NEGOTIATE = 15  # a demand won now
    FAILURE = 16  # a negotiation that fails
    LAST_DEMAND = 17  # factor when the demand wins the game
    SECOND_ERRAND = 18  # share of the worth of the second errand of a turn
    SAME_AGAIN = 19  # share of the worth of a second card of the same kind
    DRAW_NOW = 20  # drawing one card now
    SWAP_NOW = 21  # swapping one useless card now
    REMOVE_NOW = 22  # removing one card now
    STEP_NOW = 23  # a step of a card that moves
    # thinning and keeping
    THIN = 24  # a card worth less to the deck is removed
    HOLD_PAY = 25  # share of a payment's worth when it is kept for the next turn
    HOLD_DEMAND = 26  # a demand's cards all kept in hand
    HOLD_SPEECH = 27  # the speech kept beside them
    HOLD_STEP = 28  # a step kept beside them
    HOLD_STEPS = 29  # how many steps are enough to keep
    KEEP = 30  # a card worth less in the hand is given away
    SPOIL = 31  # 1: with cards to spare, lead Wałęsa away from the Hall when an opponent is about to win
    DIG = 32  # a speech to bring back a set-aside demand whose cards are in hand
    # the deck's engine (engine_builder)
    EARLY = 33  # attention to the demands while the deck draws too few cards


MIND = record_dtype(
    [
        ("own", np.int64, (N_KINDS,)),  # the seat's cards, wherever they are
        ("asked", np.int64, (N_KINDS,)),  # 1: some demand of the game asks for it
        ("first_asked", np.int64),  # the first kind that is asked for, and the one after the last
        ("after_asked", np.int64),
        ("aim", np.float64, (MAX_DEMANDS,)),  # how much of the attention each kind of demand gets; they sum to 1
        ("gain_pay", np.float64, (N_KINDS,)),  # what one more copy would be worth as payment
        ("last_pay", np.float64, (N_KINDS,)),  # what the last copy is worth as payment
        ("worth", np.float64, (N_KINDS,)),  # what one more copy would be worth to the deck
        ("last", np.float64, (N_KINDS,)),  # what the last copy is worth to the deck
        ("hold", np.float64, (N_KINDS,)),  # what a copy is worth in the hand of the next turn
        ("spend", np.float64, (N_KINDS,)),  # what is forgone when a card pays
        ("errand", np.float64, (MAX_LOCATIONS,)),  # what going there and taking the card is worth
        ("hand", np.int64, (3, N_KINDS)),  # the hand: now, after the first errand, after the second
        ("reserved", np.int64, (N_KINDS,)),  # cards the plan uses
        ("chance", np.float64),  # that a negotiation with this hand succeeds
        ("goal", np.int64),  # location of the first errand, or NOBODY
        ("then", np.int64),  # location of the second errand, or NOBODY
        ("value", np.float64),
    ]
)


# ---- what cards do -----------------------------------------------------------------------------------------------


@njit
def turns_up(t: Record, kind: int) -> bool:
    """Tell whether a card turns up the top card of a stack."""
    return t.effect[kind] == TURN_UP


@njit
def swaps(t: Record, kind: int) -> bool:
    """Tell whether a card swaps others."""
    return t.effect[kind] == SWAPS


@njit
def draws(t: Record, kind: int) -> int:
    """Return how many cards a card draws."""
    return t.amount[kind] if t.effect[kind] == DRAWS else 0


@njit
def removes(t: Record, kind: int) -> int:
    """Return how many cards a card removes from the game."""
    return t.amount[kind] if t.effect[kind] == REMOVES else 0


# ---- demands -----------------------------------------------------------------------------------------------------


@njit
def demands_left(t: Record, s: Record, demand: int) -> int:
    """Return how many demands of a kind nobody has won."""
    return s.demands[demand] + s.aside[demand]


@njit
def readiness(t: Record, m: Record, counts: Record, kind: int, change: int) -> float:
    """Return how far counts, with `change` more of one kind, cover the demands aimed at: 0 to 1.

    Half of a demand's cards count for a quarter: a lone card is worth little, its partner the rest.
    """
    ready = 0.0
    for demand in range(t.n_demands):
        if m.aim[demand] > 0:
            asked = covered = 0
            for k in range(m.first_asked, m.after_asked):
                asks = t.demand_asks[demand, k]
                if asks > 0:
                    asked += asks
                    covered += min(asks, counts[k] + change * (k == kind))
            ready += m.aim[demand] * (covered / asked) ** 2
    return ready


@njit
def covers(t: Record, counts: Record, demand: int) -> bool:
    """Tell whether counts hold all cards that a demand asks for."""
    for kind in range(N_KINDS):
        if counts[kind] < t.demand_asks[demand, kind]:
            return False
    return True


@njit
def chance_of(t: Record, s: Record, counts: Record) -> float:
    """Return the chance that the Hall's top demand asks for cards in hand (STJ-65: which are left is public)."""
    good = 0
    for demand in range(t.n_demands):
        if s.demands[demand] > 0 and covers(t, counts, demand):
            good += s.demands[demand]
    return good / max(1, s.stack[t.hall])


@njit
def set_aside_for(t: Record, s: Record, counts: Record) -> int:
    """Return how many of the demands set aside ask for cards in hand."""
    good = 0
    for demand in range(t.n_demands):
        if s.aside[demand] > 0 and covers(t, counts, demand):
            good += s.aside[demand]
    return good


@njit
def asked_for(t: Record, kind: int) -> bool:
    """Tell whether some demand of this game asks for a kind."""
    for demand in range(t.n_demands):
        if t.demand_count[demand] > 0 and t.demand_asks[demand, kind] > 0:
            return True
    return False


# ---- what cards are worth ----------------------------------------------------------------------------------------


@njit
def count_own(t: Record, s: Record, m: Record) -> None:
    """Count the seat's own cards and its hand, and note which kinds the demands ask for."""
    p = s.seat
    m.first_asked, m.after_asked = N_KINDS, 0
    for kind in range(N_KINDS):
        m.asked[kind] = asked_for(t, kind)
        if m.asked[kind]:
            m.first_asked, m.after_asked = min(m.first_asked, kind), kind + 1
        m.hand[0, kind] = s.hand[p, kind]
        m.own[kind] = s.hand[p, kind] + s.tomorrow[p, kind] + s.today[p, kind] + s.later[p, kind]


@njit
def aim_at_all(t: Record, s: Record, m: Record) -> None:
    """Aim at the demands in proportion to how many are left."""
    total = 0
    for demand in range(t.n_demands):
        total += demands_left(t, s, demand)
    for demand in range(t.n_demands):
        m.aim[demand] = demands_left(t, s, demand) / max(1, total)


@njit
def nearness(t: Record, demand: int) -> float:
    """Return how near the Hall the stacks of a demand's cards lie: 1 beside it, less farther away."""
    far, asked = 0, 0
    for location in range(t.n_locations):
        kind = t.stack_kind[location]
        if kind >= 0 and t.demand_asks[demand, kind] > 0:
            far += t.distance[t.hall, location]
            asked += 1
    return asked / max(1, far)


@njit
def aim_at_one(t: Record, s: Record, m: Record) -> None:
    """Aim at the one kind of demand that is left often, that the deck is nearest to, and whose stacks are near."""
    for demand in range(t.n_demands):
        m.aim[demand] = 0.0
    best, best_score = 0, -1.0
    for demand in range(t.n_demands):
        m.aim[demand] = 1.0
        ready = readiness(t, m, m.own, 0, 0)
        m.aim[demand] = 0.0
        left = s.demands[demand] + 0.5 * s.aside[demand]
        score = left * (1 + 4 * ready) + nearness(t, demand) if left > 0 else 0.0
        if score > best_score:
            best, best_score = demand, score
    m.aim[best] = 1.0


@njit
def aim_after_engine(t: Record, s: Record, m: Record, w: Record) -> None:
    """Aim at all demands, but little as long as the deck draws too few cards."""
    aim_at_all(t, s, m)
    drawn = 0
    for kind in range(N_KINDS):
        drawn += m.own[kind] * draws(t, kind)
    if drawn < w[Plan.DRAWS]:
        for demand in range(t.n_demands):
            m.aim[demand] *= w[Plan.EARLY]


@njit
def share_missing(have: float, enough: float) -> float:
    """Return how much of what is enough is missing: 1 with nothing, 0 with enough."""
    return max(0.0, 1.0 - have / max(enough, 0.001))


@njit
def judge_deck(t: Record, m: Record, w: Record) -> None:
    """Fill `worth` and `last` with what each kind does by itself."""
    speeches = steps = drawn = removed = swapping = 0
    for kind in range(N_KINDS):
        speeches += m.own[kind] * turns_up(t, kind)
        steps += m.own[kind] * t.steps[kind]
        drawn += m.own[kind] * draws(t, kind)
        removed += m.own[kind] * removes(t, kind)
        swapping += m.own[kind] * swaps(t, kind)
    for kind in range(N_KINDS):
        for copy in range(2):  # 0: one more; 1: the last one
            v = 0.0
            if turns_up(t, kind):
                v += w[Plan.SPEECH] * share_missing(speeches - copy, w[Plan.SPEECHES])
            if t.steps[kind] > 0:
                v += w[Plan.STEP] * t.steps[kind] * share_missing(steps - copy * t.steps[kind], w[Plan.STEPS])
            if draws(t, kind) > 0:
                v += w[Plan.DRAW] * draws(t, kind) * share_missing(drawn - copy * draws(t, kind), w[Plan.DRAWS])
            if removes(t, kind) > 0:
                v += (
                    w[Plan.REMOVE]
                    * removes(t, kind)
                    * share_missing(removed - copy * removes(t, kind), w[Plan.REMOVES])
                )
            if swaps(t, kind):
                v += w[Plan.SWAP] * share_missing(swapping - copy, w[Plan.SWAPS])
            if copy == 0:
                m.worth[kind] = v
            else:
                m.last[kind] = v


@njit
def hold_beside(t: Record, m: Record, kind: int, w: Record) -> float:
    """Return what a speech or a step is worth in hand beside a demand's cards; what is enough is enough."""
    if turns_up(t, kind):
        return w[Plan.HOLD_SPEECH] * (m.hand[0, kind] <= 1)
    steps = 0
    for other in range(N_KINDS):
        steps += m.hand[0, other] * t.steps[other]
    return w[Plan.HOLD_STEP] * t.steps[kind] * (steps - t.steps[kind] < w[Plan.HOLD_STEPS])


@njit
def judge_demands(t: Record, m: Record, w: Record) -> None:
    """Add what each kind does for the demands, and what it does for them in the hand."""
    deck, hand = readiness(t, m, m.own, 0, 0), readiness(t, m, m.hand[0], 0, 0)
    for kind in range(N_KINDS):
        if m.asked[kind]:
            m.worth[kind] += w[Plan.DEMAND] * (readiness(t, m, m.own, kind, 1) - deck) + w[Plan.SPARE]
            m.last[kind] += w[Plan.DEMAND] * (deck - readiness(t, m, m.own, kind, -1)) + w[Plan.SPARE]
            m.hold[kind] = w[Plan.HOLD_DEMAND] * (hand - readiness(t, m, m.hand[0], kind, -1))
        else:
            m.hold[kind] = hand * hold_beside(t, m, kind, w)


@njit
def pass_worth_on(t: Record, s: Record, m: Record, w: Record) -> bool:
    """Pass the worth of each card on the board to the cards that pay for it; tell whether that changed anything."""
    changed = False
    for location in range(t.n_locations - 1, -1, -1):
        kind = t.stack_kind[location]
        if kind < 0 or s.stack[location] == 0:
            continue
        v = w[Plan.CHAIN] * (m.worth[kind] + m.gain_pay[kind])
        if v <= 0:
            continue
        for paid in range(N_KINDS):
            cost = t.cost[location, paid]
            if cost > 0:
                own = m.own[paid]
                more = v if own < cost else v * w[Plan.SECOND_SET] if own < 2 * cost else 0.0
                last = v if own <= cost else v * w[Plan.SECOND_SET] if own <= 2 * cost else 0.0
                changed |= more > m.gain_pay[paid] or last > m.last_pay[paid]
                m.gain_pay[paid] = max(m.gain_pay[paid], more)
                m.last_pay[paid] = max(m.last_pay[paid], last)
    return changed


@njit
def judge(t: Record, s: Record, m: Record, w: Record) -> None:
    """Fill in what each kind of card is worth, by itself, for the demands and as payment."""
    judge_deck(t, m, w)
    judge_demands(t, m, w)
    for kind in range(N_KINDS):
        m.gain_pay[kind] = m.last_pay[kind] = 0.0
    for _ in range(3):
        if not pass_worth_on(t, s, m, w):
            break
    for kind in range(N_KINDS):
        m.worth[kind] += m.gain_pay[kind] - w[Plan.DILUTION]
        m.last[kind] += m.last_pay[kind]
        m.hold[kind] += w[Plan.HOLD_PAY] * m.last_pay[kind]
        m.spend[kind] = (
            w[Plan.DRAW_NOW] * draws(t, kind)
            + w[Plan.SWAP_NOW] * swaps(t, kind)
            + w[Plan.REMOVE_NOW] * removes(t, kind)
            + w[Plan.STEP_NOW] * t.steps[kind]
        )
        if m.asked[kind]:
            m.spend[kind] = max(m.spend[kind], m.hold[kind])


# ---- errands -----------------------------------------------------------------------------------------------------


@njit
def card_that_moves(t: Record, hand: Record, far: int) -> int:
    """Return the card in hand to move with when the goal is `far` steps away: the longest that wastes no step."""
    best = NOBODY
    for kind in range(N_KINDS):
        if hand[kind] > 0 and t.steps[kind] > 0:
            if best == NOBODY:
                best = kind
            else:
                fits, best_fits = t.steps[kind] <= far, t.steps[best] <= far
                longer = t.steps[kind] > t.steps[best]
                if (fits and (not best_fits or longer)) or (not fits and not best_fits and not longer):
                    best = kind
    return best


@njit
def walk(t: Record, hand: Record, far: int) -> bool:
    """Take from `hand` the cards that lead Wałęsa `far` steps; tell whether they suffice."""
    while far > 0:
        kind = card_that_moves(t, hand, far)
        if kind == NOBODY:
            return False
        hand[kind] -= 1
        far -= t.steps[kind]
    return True


@njit
def turn_up_card(t: Record, hand: Record) -> int:
    """Return the kind in hand that turns a card up, or NOBODY."""
    for kind in range(N_KINDS):
        if turns_up(t, kind) and hand[kind] > 0:
            return kind
    return NOBODY


@njit
def pay(t: Record, hand: Record, location: int, face_up: bool) -> bool:
    """Take from `hand` what the errand at a location costs; tell whether it suffices."""
    if location != t.hall:
        for kind in range(N_KINDS):
            hand[kind] -= t.cost[location, kind]
            if hand[kind] < 0:
                return False
    if location == t.hall or not face_up:
        kind = turn_up_card(t, hand)
        if kind == NOBODY:
            return False
        hand[kind] -= 1
    return True


@njit
def run_errand(t: Record, m: Record, step: int, start: int, location: int, face_up: bool) -> bool:
    """Fill hand `step` + 1 with what an errand leaves of hand `step`; tell whether the hand suffices."""
    for kind in range(N_KINDS):
        m.hand[step + 1, kind] = m.hand[step, kind]
    hand = m.hand[step + 1]
    return pay(t, hand, location, face_up) and walk(t, hand, t.distance[start, location])


@njit
def spent(m: Record, step: int) -> float:
    """Return what is forgone by the cards used from hand `step` to hand `step` + 1."""
    v = 0.0
    for kind in range(N_KINDS):
        v += (m.hand[step, kind] - m.hand[step + 1, kind]) * m.spend[kind]
    return v


@njit
def judge_errands(t: Record, s: Record, m: Record, w: Record) -> None:
    """Fill in what each location's errand is worth before its costs."""
    for location in range(t.n_locations):
        kind = t.stack_kind[location]
        m.errand[location] = m.worth[kind] if kind >= 0 and s.stack[location] > 0 else 0.0
    m.chance = chance_of(t, s, m.hand[0])
    if m.chance == 0:
        m.errand[t.hall] = w[Plan.DIG] * set_aside_for(t, s, m.hand[0]) / max(1, s.stack[t.hall])
    else:
        last = s.n_trophies[s.seat] + 1 >= t.trophies_to_win
        win = w[Plan.NEGOTIATE] * (w[Plan.LAST_DEMAND] if last else 1.0)
        m.errand[t.hall] = m.chance * win - (1 - m.chance) * w[Plan.FAILURE]


@njit
def best_second(t: Record, s: Record, m: Record, first: int, w: Record) -> int:
    """Return the best second errand with the cards that the first leaves (NOBODY: none), its worth in `m.value`."""
    best, m.value = NOBODY, 0.0
    for location in range(t.n_locations):
        v = m.errand[location]
        if v <= m.value or (location == first and first == t.hall):
            continue
        if t.stack_kind[location] == t.stack_kind[first]:
            v *= w[Plan.SAME_AGAIN]
        left = s.stack[location] - (location == first)
        if v > m.value and left > 0:
            face_up = location != first and s.face_up[location] != 0
            if run_errand(t, m, 1, first, location, face_up):
                v -= spent(m, 1)
                if v > m.value:
                    best, m.value = location, v
    return best


@njit
def make_plan(t: Record, s: Record, m: Record, w: Record) -> None:
    """Find the best one or two errands that the hand can pay for, and reserve their cards."""
    judge_errands(t, s, m, w)
    m.goal = m.then = NOBODY
    best = 0.0
    for location in range(t.n_locations):
        v = m.errand[location]
        if v <= 0 or not run_errand(t, m, 0, s.token, location, s.face_up[location] != 0):
            continue
        v -= spent(m, 0)
        then = best_second(t, s, m, location, w)
        goes_on = m.chance if location == t.hall else 1.0
        v += w[Plan.SECOND_ERRAND] * goes_on * m.value
        if v > best:
            best, m.goal, m.then = v, location, then
    m.value = best
    reserve(t, s, m)


@njit
def reserve(t: Record, s: Record, m: Record) -> None:
    """Reserve the cards of the planned errands."""
    left = 0
    if m.goal != NOBODY:
        run_errand(t, m, 0, s.token, m.goal, s.face_up[m.goal] != 0)
        left = 1
        if m.then != NOBODY:
            run_errand(t, m, 1, m.goal, m.then, m.then != m.goal and s.face_up[m.then] != 0)
            left = 2
    for kind in range(N_KINDS):
        m.reserved[kind] = m.hand[0, kind] - m.hand[left, kind]
        if m.goal == t.hall or m.then == t.hall:
            asked = 0
            for demand in range(t.n_demands):
                if s.demands[demand] > 0:
                    asked = max(asked, t.demand_asks[demand, kind])
            m.reserved[kind] = min(m.hand[0, kind], m.reserved[kind] + asked)


@njit
def pay_from_hand(t: Record, s: Record, m: Record, location: int) -> bool:
    """Fill hand 1 with what the price of an errand leaves of the hand; tell whether the hand suffices."""
    for kind in range(N_KINDS):
        m.hand[1, kind] = m.hand[0, kind]
    return pay(t, m.hand[1], location, s.face_up[location] != 0)


@njit
def best_wish(t: Record, s: Record, m: Record) -> int:
    """Return the best errand the hand can pay for when the way is left out of account, or NOBODY; leave hand 1 paid."""
    best, v = NOBODY, 0.0
    for location in range(t.n_locations):
        if m.errand[location] > v and pay_from_hand(t, s, m, location):
            best, v = location, m.errand[location]
    if best != NOBODY:
        pay_from_hand(t, s, m, best)
    return best
