"""What cards are worth to the planning bots of Strajk: by themselves, for the demands, and as payment for others.

Everything is read from the tables: no number of the published game stands here. A bot fills one record (`MIND`) per
decision and then only compares numbers in it.
"""

from enum import IntEnum

import numpy as np

from strikesim._jit import Record, njit
from strikesim.games.common import record_dtype
from strikesim.games.scratch import scratch_of
from strikesim.games.strajk.state import MAX_DEMANDS, MAX_LOCATIONS, N_KINDS
from strikesim.games.strajk.tables import DRAWING, N_USES, REMOVING, SWAPPING, TURNING_UP


class Plan(IntEnum):
    """The weights of a planning bot. A worth is in points; a demand won is worth `DEMAND` points."""

    # what the deck should hold: for each use of a card (tables.py, in that order) its worth and how much is enough
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
    HOLD_PAY = 25  # share of a card's worth for the chance to take it in the next turn
    HOLD_DEMAND = 26  # the chance to win a demand in the next turn
    HOLD_PART = 27  # a demand's cards all kept in hand, whenever their demand comes
    HOLD_STEPS = 28  # how many steps are enough in the next turn
    KEEP = 29  # a card worth less in the hand than a fresh one and this is given away
    AWAY = 30  # a step that leads Wałęsa away from what the next player may want
    DIG = 31  # a speech to bring back a set-aside demand whose cards are in hand
    DRAW_TO_WIN = 32  # share of what drawing adds to the chance of a negotiation in this turn
    # aims
    FOCUS = 33  # more attention to the demands that the deck is readier for
    EARLY = 34  # attention to the demands while the deck draws too few cards (engine_builder)
    HOLD_SECOND = 35  # share of the worth of the second errand of the next turn
    OVERLOOK = 36  # the chance to overlook an action (casual, novice)


OWN, HAND = range(2)  # rows of `covered`
MOST_ACTIONS = N_KINDS * MAX_LOCATIONS + 16  # the moves, and fewer than 16 others
MIND = record_dtype(
    [
        # Copies, as an array that is handed on from function to function costs a locked count each time.
        ("weight", np.float64, (len(Plan),)),
        ("actions", np.int16, (MOST_ACTIONS,)),  # the codes on offer
        ("n", np.int64),
        ("own", np.int16, (N_KINDS,)),  # the seat's cards, wherever they are
        ("owned", np.int64),  # their number
        ("aim", np.float64, (MAX_DEMANDS,)),  # how much of the attention each kind of demand gets; they sum to 1
        ("covered", np.int16, (2, MAX_DEMANDS)),  # how many of each demand's cards the seat owns; and has in hand
        ("ready", np.float64),  # how ready the deck is for the demands aimed at
        ("uses", np.int64, (N_USES,)),  # how much of each use of a card the deck holds
        ("gain_pay", np.float64, (N_KINDS,)),  # what one more copy would be worth as payment
        ("last_pay", np.float64, (N_KINDS,)),  # what the last copy is worth as payment
        ("worth", np.float64, (N_KINDS,)),  # what one more copy would be worth to the deck
        ("last", np.float64, (N_KINDS,)),  # what the last copy is worth to the deck, if something may be removed
        ("hold", np.float64, (N_KINDS,)),  # what a copy is worth in the hand of the next turn
        ("kept", np.int16, (N_KINDS,)),  # the cards supposed to be kept for it
        ("fresh", np.int64),  # how many cards are then drawn to them
        ("have", np.float64, (3, N_KINDS)),  # the chance to have one, or two, of a kind then
        ("spend", np.float64, (N_KINDS,)),  # what is forgone when a card pays
        ("errand", np.float64, (MAX_LOCATIONS,)),  # what going there and taking the card is worth
        ("hand", np.int16, (3, N_KINDS)),  # the hand: now, after the first errand, after the second
        ("reserved", np.int16, (N_KINDS,)),  # cards the plan uses
        ("wish", np.float64, (MAX_LOCATIONS,)),  # how much the next player may want to find Wałęsa at each location
        ("sure", np.int64),  # 1: the plan wins the game for certain
        ("chance", np.float64),  # that a negotiation with this hand succeeds
        ("goal", np.int64),  # location of the first errand, or NOBODY
        ("then", np.int64),  # location of the second errand, or NOBODY
        ("value", np.float64),
    ]
)


new_mind = scratch_of(MIND)


# ---- what cards do -----------------------------------------------------------------------------------------------


@njit
def turns_up(t: Record, kind: int) -> bool:
    """Tell whether a card turns up the top card of a stack."""
    return t.use[TURNING_UP, kind] > 0


@njit
def swaps(t: Record, kind: int) -> bool:
    """Tell whether a card swaps others."""
    return t.use[SWAPPING, kind] > 0


@njit
def draws(t: Record, kind: int) -> int:
    """Return how many cards a card draws."""
    return t.use[DRAWING, kind]


@njit
def removes(t: Record, kind: int) -> int:
    """Return how many cards a card removes from the game."""
    return t.use[REMOVING, kind]


# ---- demands -----------------------------------------------------------------------------------------------------


@njit
def demands_left(t: Record, s: Record, demand: int) -> int:
    """Return how many demands of a kind nobody has won."""
    return s.demands[demand] + s.aside[demand]


@njit
def count_covered(t: Record, counts: Record, demand: int) -> int:
    """Return how many of a demand's cards are among some cards."""
    covered = 0
    for kind in range(t.first_asked, t.after_asked):
        covered += min(t.demand_asks[demand, kind], counts[kind])
    return covered


@njit
def readiness(t: Record, covered: int, demand: int) -> float:
    """Return how ready so many of its cards are for a demand: 0 to 1.

    Half of a demand's cards count for a quarter: a lone card is worth little, its partner the rest.
    """
    return (covered / t.demand_size[demand]) ** 2


@njit
def ready_with(t: Record, m: Record, row: int, counts: Record, kind: int, change: int) -> float:
    """Return how ready `counts`, with `change` more of one kind, are for the demands aimed at: 0 to 1.

    `covered[row]` must be what counts cover.
    """
    ready = 0.0
    for demand in range(t.n_demands):
        asks = t.demand_asks[demand, kind]
        covered = m.covered[row, demand] + min(asks, counts[kind] + change) - min(asks, counts[kind])
        ready += m.aim[demand] * readiness(t, covered, demand)
    return ready


@njit
def count_ready(t: Record, m: Record, row: int, counts: Record) -> float:
    """Fill a row of `covered`, and return how ready counts are for the demands aimed at: 0 to 1."""
    ready = 0.0
    for demand in range(t.n_demands):
        m.covered[row, demand] = count_covered(t, counts, demand)
        ready += m.aim[demand] * readiness(t, m.covered[row, demand], demand)
    return ready


@njit
def covers(t: Record, counts: Record, demand: int) -> bool:
    """Tell whether counts hold all cards that a demand of this game asks for."""
    for kind in range(t.first_asked, t.after_asked):
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


# ---- what cards are worth ----------------------------------------------------------------------------------------


@njit
def start(s: Record, m: Record, actions: Record, n: int, w: Record) -> None:
    """Start a mind: note the weights and what is on offer, and count the seat's own cards and its hand."""
    for i in range(len(m.weight)):
        m.weight[i] = w[i]
    m.n = n
    for i in range(n):
        m.actions[i] = actions[i]
    p = s.seat
    m.owned = 0
    for kind in range(N_KINDS):
        m.hand[0, kind] = s.hand[p, kind]
        m.own[kind] = s.hand[p, kind] + s.tomorrow[p, kind] + s.today[p, kind] + s.later[p, kind]
        m.owned += m.own[kind]


@njit
def aim_at_all(t: Record, s: Record, m: Record) -> None:
    """Aim at the demands in proportion to how many are left, and more at those that the deck is readier for."""
    total = 0.0
    for demand in range(t.n_demands):
        left = demands_left(t, s, demand)
        m.aim[demand] = left
        if left > 0:
            m.aim[demand] *= 1 + m.weight[Plan.FOCUS] * readiness(t, count_covered(t, m.own, demand), demand)
        total += m.aim[demand]
    for demand in range(t.n_demands):
        m.aim[demand] /= max(1.0, total)


@njit
def aim_after_engine(t: Record, s: Record, m: Record) -> None:
    """Aim at all demands, but little as long as the deck draws too few cards."""
    aim_at_all(t, s, m)
    drawn = 0
    for kind in range(N_KINDS):
        drawn += m.own[kind] * draws(t, kind)
    if drawn < m.weight[Plan.DRAWS]:
        for demand in range(t.n_demands):
            m.aim[demand] *= m.weight[Plan.EARLY]


@njit
def share_missing(have: float, enough: float) -> float:
    """Return how much of what is enough is missing: 1 with nothing, 0 with enough."""
    return max(0.0, 1.0 - have / max(enough, 0.001))


@njit
def judge_deck(t: Record, m: Record) -> None:
    """Fill `worth` with what one more copy of each kind does by itself."""
    for kind in range(N_KINDS):
        m.worth[kind] = 0.0
    for use in range(N_USES):
        m.uses[use] = 0
        for kind in range(N_KINDS):
            m.uses[use] += m.own[kind] * t.use[use, kind]
        missing = share_missing(m.uses[use], m.weight[2 * use + 1])
        for kind in range(N_KINDS):
            m.worth[kind] += m.weight[2 * use] * t.use[use, kind] * missing


@njit
def judge_demands(t: Record, m: Record) -> None:
    """Add what each kind does for the demands."""
    m.ready = count_ready(t, m, OWN, m.own)
    for kind in range(t.first_asked, t.after_asked):
        if t.asked[kind]:
            more = ready_with(t, m, OWN, m.own, kind, 1) - m.ready
            m.worth[kind] += m.weight[Plan.DEMAND] * more + m.weight[Plan.SPARE]


@njit
def pass_worth_on(t: Record, s: Record, m: Record) -> None:
    """Pass the worth of each card on the board to the cards that pay for it."""
    for i in range(t.n_stacks):
        location = t.chain[i]
        kind = t.stack_kind[location]
        if s.stack[location] == 0:
            continue
        v = m.weight[Plan.CHAIN] * (m.worth[kind] + m.gain_pay[kind])
        if v <= 0:
            continue
        for k in range(t.n_paid[location]):
            paid = t.paid[location, k]
            cost, own = t.cost[location, paid], m.own[paid]
            more = v if own < cost else v * m.weight[Plan.SECOND_SET] if own < 2 * cost else 0.0
            last = v if own <= cost else v * m.weight[Plan.SECOND_SET] if own <= 2 * cost else 0.0
            m.gain_pay[paid] = max(m.gain_pay[paid], more)
            m.last_pay[paid] = max(m.last_pay[paid], last)


@njit
def judge(t: Record, s: Record, m: Record) -> None:
    """Fill in what each kind of card is worth, by itself, for the demands and as payment."""
    judge_deck(t, m)
    judge_demands(t, m)
    for kind in range(N_KINDS):
        m.gain_pay[kind] = m.last_pay[kind] = 0.0
    for _ in range(t.chain_passes):
        pass_worth_on(t, s, m)
    for kind in range(N_KINDS):
        m.worth[kind] += m.gain_pay[kind] - m.weight[Plan.DILUTION]


@njit
def worth_of_last(t: Record, m: Record, kind: int) -> float:
    """Return what the deck would miss without the last copy of a kind."""
    v = 0.0
    for use in range(N_USES):
        amount = t.use[use, kind]
        v += m.weight[2 * use] * amount * share_missing(m.uses[use] - amount, m.weight[2 * use + 1])
    if t.asked[kind]:
        less = m.ready - ready_with(t, m, OWN, m.own, kind, -1)
        v += m.weight[Plan.DEMAND] * less + m.weight[Plan.SPARE]
    return v + m.last_pay[kind]


@njit
def judge_spending(t: Record, m: Record) -> None:
    """Fill in what is forgone when a card pays."""
    for kind in range(N_KINDS):
        m.spend[kind] = (
            m.weight[Plan.DRAW_NOW] * draws(t, kind)
            + m.weight[Plan.SWAP_NOW] * swaps(t, kind)
            + m.weight[Plan.REMOVE_NOW] * removes(t, kind)
            + m.weight[Plan.STEP_NOW] * t.steps[kind]
        )
        if t.asked[kind]:
            m.spend[kind] = max(m.spend[kind], m.hold[kind])
