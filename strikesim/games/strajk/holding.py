"""What the planning bots of Strajk keep in hand: by what it and the cards then drawn can do in the next turn."""

from strikesim._jit import Record, njit
from strikesim.games.strajk.state import N_KINDS
from strikesim.games.strajk.worth import HAND, Plan, count_ready, turns_up

SOME = 2  # in the middle of a turn: so many cards at least will be drawn for the next


@njit
def chance_to_draw(count: int, cards: int, drawn: int, need: int) -> float:
    """Return the chance that of `drawn` from `cards` cards, `count` of them of a kind, at least `need` are of it.

    More than two needed count as two.
    """
    if need <= 0:
        return 1.0
    if count < need or drawn < need:
        return 0.0
    none = 1.0  # the chance that the first `drawn` - 1 cards are all of other kinds
    for i in range(drawn - 1):
        none *= max(0, cards - count - i) / (cards - i)
    other = max(0, cards - count - drawn + 1)
    first = none * other / (cards - drawn + 1)
    if need == 1:
        return 1.0 - first
    one = drawn * count * none / (cards - drawn + 1)
    return max(0.0, 1.0 - first - one)


@njit
def chance_to_have(s: Record, m: Record, kind: int, need: int) -> float:
    """Return the chance to have so many cards of a kind in the next turn: Tomorrow is drawn first, then the rest."""
    p = s.seat
    missing = need - m.kept[kind]
    if missing <= 0:
        return 1.0
    tomorrow = int(s.n_tomorrow[p])
    if m.fresh < tomorrow:
        return chance_to_draw(s.tomorrow[p, kind], tomorrow, m.fresh, missing)
    rest = m.owned - s.n_hand[p] - tomorrow
    others = m.own[kind] - s.hand[p, kind] - s.tomorrow[p, kind]
    return chance_to_draw(others, rest, min(rest, m.fresh - tomorrow), missing - s.tomorrow[p, kind])


@njit
def share_of_way(t: Record, m: Record) -> float:
    """Return how much of the way that Wałęsa may have to go in the next turn the steps then in hand cover."""
    kept, own = 0, 0
    for i in range(t.n_movers):
        kind = t.movers[i]
        kept += m.kept[kind] * t.steps[kind]
        own += m.own[kind] * t.steps[kind]
    steps = kept + m.fresh * own / max(1, m.owned)
    return min(1.0, steps / max(0.001, m.weight[Plan.HOLD_STEPS]))


@njit
def chance_to_pay(t: Record, m: Record, location: int) -> float:
    """Return the chance to hold the price of what lies at a location."""
    chance = 1.0
    for i in range(t.n_paid[location]):
        kind = t.paid[location, i]
        chance *= m.have[min(2, t.cost[location, kind]), kind]
    return chance


@njit
def chance_to_win(t: Record, s: Record, m: Record) -> float:
    """Return the chance to win a demand in the next turn, once Wałęsa is in the Hall."""
    speech, chance = 0.0, 0.0
    for kind in range(N_KINDS):
        if turns_up(t, kind):
            speech = max(speech, m.have[1, kind])
    for demand in range(t.n_demands):
        if s.demands[demand] > 0:
            cards = speech * s.demands[demand]
            for kind in range(t.first_asked, t.after_asked):
                if t.demand_asks[demand, kind] > 0:
                    cards *= m.have[min(2, t.demand_asks[demand, kind]), kind]
            chance += cards
    return chance / max(1, s.stack[t.hall])


@njit
def count_chances(t: Record, s: Record, m: Record) -> None:
    """Fill in the chances to have one of each kind, and two of those that demands ask for."""
    for kind in range(N_KINDS):
        m.have[1, kind] = chance_to_have(s, m, kind, 1)
    for kind in range(t.first_asked, t.after_asked):
        m.have[2, kind] = chance_to_have(s, m, kind, 2)


@njit
def chance_with(t: Record, s: Record, m: Record) -> float:
    """Return the chance to win a demand with the kept cards and those drawn to them."""
    count_chances(t, s, m)
    return chance_to_win(t, s, m)


@njit
def prospect(t: Record, s: Record, m: Record) -> float:
    """Return what the kept cards and those drawn to them promise for the next turn: two errands, and a demand."""
    count_chances(t, s, m)
    best, second = 0.0, 0.0
    for location in range(t.n_locations):
        kind = t.stack_kind[location]
        if kind >= 0 and s.stack[location] > 0 and m.worth[kind] > 0:
            v = m.worth[kind] * chance_to_pay(t, m, location)
            if v > best:
                best, second = v, best
            elif v > second:
                second = v
    last = s.n_trophies[s.seat] + 1 >= t.trophies_to_win
    win = m.weight[Plan.HOLD_DEMAND] * (m.weight[Plan.LAST_DEMAND] if last else 1.0)
    v = win * chance_to_win(t, s, m) + m.weight[Plan.HOLD_PAY] * (best + m.weight[Plan.HOLD_SECOND] * second)
    return share_of_way(t, m) * v + m.weight[Plan.HOLD_PART] * count_ready(t, m, HAND, m.kept)


@njit
def judge_holding(t: Record, s: Record, m: Record, ending: bool) -> None:
    """Fill in what each kind in hand is worth in the next turn; each card given up is one more drawn."""
    size, n = t.hand_size, int(s.n_hand[s.seat])
    for kind in range(N_KINDS):
        m.hold[kind] = 0.0
        m.kept[kind] = m.hand[0, kind]
    m.fresh = max(0, size - n) if ending else max(SOME, size - n)
    whole = prospect(t, s, m)
    m.fresh = max(0, size - n + 1) if ending else m.fresh + 1
    for kind in range(N_KINDS):
        if m.hand[0, kind] > 0:
            m.kept[kind] -= 1
            m.hold[kind] = whole - prospect(t, s, m)
            m.kept[kind] += 1
