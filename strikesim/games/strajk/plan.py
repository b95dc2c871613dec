"""What the planning bots of Strajk do in a turn: the best two errands of Wałęsa that the hand can pay for."""

from strikesim._jit import Record, njit
from strikesim.games.common import NOBODY
from strikesim.games.strajk.state import N_KINDS
from strikesim.games.strajk.worth import Plan, chance_of, judge_spending, set_aside_for, turns_up


@njit
def card_that_moves(t: Record, hand: Record, far: int) -> int:
    """Return the card in hand to move with when the goal is `far` steps away: the longest that wastes no step."""
    best = NOBODY
    for i in range(t.n_movers):
        kind = t.movers[i]
        if hand[kind] > 0:
            if t.steps[kind] <= far:
                return kind
            if best == NOBODY or t.steps[kind] < t.steps[best]:
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
def affords(t: Record, hand: Record, location: int) -> bool:
    """Tell whether a hand holds the price of what lies at a location."""
    for i in range(t.n_paid[location]):
        kind = t.paid[location, i]
        if hand[kind] < t.cost[location, kind]:
            return False
    return True


@njit
def pay(t: Record, m: Record, step: int, location: int, face_up: bool) -> bool:
    """Fill hand `step` + 1 with what an errand's price leaves of hand `step`, which affords it.

    Tell whether there is also a card that turns the stack's top up, if it takes one.
    """
    for kind in range(N_KINDS):
        m.hand[step + 1, kind] = m.hand[step, kind]
    for i in range(t.n_paid[location]):
        kind = t.paid[location, i]
        m.hand[step + 1, kind] -= t.cost[location, kind]
    if location == t.hall or not face_up:
        kind = turn_up_card(t, m.hand[step + 1])
        if kind == NOBODY:
            return False
        m.hand[step + 1, kind] -= 1
    return True


@njit
def run_errand(t: Record, m: Record, step: int, start: int, location: int, face_up: bool) -> bool:
    """Fill hand `step` + 1 with what an errand leaves of hand `step`, which affords it; tell whether it gets there."""
    return pay(t, m, step, location, face_up) and walk(t, m.hand[step + 1], t.distance[start, location])


@njit
def spent(m: Record, step: int) -> float:
    """Return what is forgone by the cards used from hand `step` to hand `step` + 1."""
    v = 0.0
    for kind in range(N_KINDS):
        v += (m.hand[step, kind] - m.hand[step + 1, kind]) * m.spend[kind]
    return v


@njit
def judge_errands(t: Record, s: Record, m: Record) -> None:
    """Fill in what each location's errand is worth before its costs."""
    for location in range(t.n_locations):
        kind = t.stack_kind[location]
        m.errand[location] = m.worth[kind] if kind >= 0 and s.stack[location] > 0 else 0.0
    m.chance = chance_of(t, s, m.hand[0])
    if m.chance == 0:
        m.errand[t.hall] = m.weight[Plan.DIG] * set_aside_for(t, s, m.hand[0]) / max(1, s.stack[t.hall])
    else:
        last = s.n_trophies[s.seat] + 1 >= t.trophies_to_win
        win = m.weight[Plan.NEGOTIATE] * (m.weight[Plan.LAST_DEMAND] if last else 1.0)
        m.errand[t.hall] = m.chance * win - (1 - m.chance) * m.weight[Plan.FAILURE]


@njit
def best_second(t: Record, s: Record, m: Record, first: int) -> int:
    """Return the best second errand with the cards that the first leaves (NOBODY: none), its worth in `m.value`."""
    best, m.value = NOBODY, 0.0
    for location in range(t.n_locations):
        v = m.errand[location]
        if v <= m.value or (location == first and first == t.hall):
            continue
        if t.stack_kind[location] == t.stack_kind[first]:
            v *= m.weight[Plan.SAME_AGAIN]
        left = s.stack[location] - (location == first)
        if v > m.value and left > 0 and affords(t, m.hand[1], location):
            face_up = location != first and s.face_up[location] != 0
            if run_errand(t, m, 1, first, location, face_up):
                v -= spent(m, 1)
                if v > m.value:
                    best, m.value = location, v
    return best


@njit
def wins_for_certain(t: Record, s: Record, m: Record) -> bool:
    """Tell whether the hand as it is wins the game in the Hall."""
    last = s.n_trophies[s.seat] + 1 >= t.trophies_to_win
    return last and m.chance >= 1 and run_errand(t, m, 0, s.token, t.hall, False)


@njit
def make_plan(t: Record, s: Record, m: Record) -> None:
    """Find the best one or two errands that the hand can pay for, and reserve their cards."""
    judge_spending(t, m)
    judge_errands(t, s, m)
    m.goal = m.then = NOBODY
    m.sure = wins_for_certain(t, s, m)
    best = 0.0
    for location in range(t.n_locations):
        v = m.errand[location]
        if v <= 0 or not affords(t, m.hand[0], location):
            continue
        if not run_errand(t, m, 0, s.token, location, s.face_up[location] != 0):
            continue
        v -= spent(m, 0)
        then = best_second(t, s, m, location)
        goes_on = m.chance if location == t.hall else 1.0
        v += m.weight[Plan.SECOND_ERRAND] * goes_on * m.value
        if v > best:
            best, m.goal, m.then = v, location, then
    if m.sure:
        m.goal, m.then = t.hall, NOBODY
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
def best_wish(t: Record, s: Record, m: Record) -> int:
    """Return the best errand the hand can pay for when the way is left out of account, or NOBODY; leave hand 1 paid."""
    best, v = NOBODY, 0.0
    for location in range(t.n_locations):
        if m.errand[location] <= v or not affords(t, m.hand[0], location):
            continue
        if pay(t, m, 0, location, s.face_up[location] != 0):
            best, v = location, m.errand[location]
    if best != NOBODY:
        pay(t, m, 0, best, s.face_up[best] != 0)
    return best
