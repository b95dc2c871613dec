"""How the planning bots of Strajk choose: they judge the cards, make a plan, and take its next step."""

from strikesim._jit import Record, njit
from strikesim.games.common import NOBODY
from strikesim.games.strajk.away import lead_away, opponent_about_to_win
from strikesim.games.strajk.finding import card_named, index_of, step_towards
from strikesim.games.strajk.holding import chance_with, judge_holding
from strikesim.games.strajk.plan import best_wish, card_that_moves, make_plan
from strikesim.games.strajk.state import (
    DONE,
    END_TURN,
    MOVE,
    N_KINDS,
    NEGOTIATE,
    SPECIAL,
    TAKE,
    Last,
    Phase,
)
from strikesim.games.strajk.worth import Plan, draws, judge, removes, swaps, turns_up, worth_of_last

FAR_OFF = 1e9  # more than any worth
DRAWS_FIRST = 100.0  # added to the gain of cards that draw: more than any other special action gains
RESERVED = 1000  # added to the worth of a card that the plan uses: more than any card is worth


@njit
def free(m: Record, kind: int) -> int:
    """Return how many cards of a kind the plan leaves free."""
    return m.hand[0, kind] - m.reserved[kind]


@njit
def useless(t: Record, m: Record, card: int) -> int:
    """Return how many cards of the hand, besides one that is played, the player would rather swap."""
    count = 0
    for kind in range(N_KINDS):
        if m.hold[kind] < m.weight[Plan.KEEP]:
            count += max(0, free(m, kind) - (kind == card))
    return count


@njit
def removal_gain(t: Record, s: Record, m: Record, card: int) -> float:
    """Return what removing as many cards as `card` must would gain: the worst free cards of the hand go."""
    for kind in range(N_KINDS):
        if free(m, kind) > 0:
            m.last[kind] = worth_of_last(t, m, kind)
    gain, left = 0.0, min(removes(t, card), s.n_hand[s.seat] - 1)
    floor = -FAR_OFF
    while left > 0:
        worst, worth = NOBODY, FAR_OFF
        for kind in range(N_KINDS):
            if free(m, kind) - (kind == card) > 0 and floor < m.last[kind] < worth:
                worst, worth = kind, m.last[kind]
        if worst == NOBODY:
            return -1.0
        count = min(left, free(m, worst) - (worst == card))
        gain += count * (m.weight[Plan.THIN] - worth)
        left -= count
        floor = worth
    return gain


@njit
def special_gain(t: Record, s: Record, m: Record, kind: int) -> float:
    """Return what a special action gains beyond what the card is worth in the hand."""
    p = s.seat
    drawable = s.n_tomorrow[p] + s.n_later[p]
    gain = 0.0
    if draws(t, kind) > 0:
        gain = m.weight[Plan.DRAW_NOW] * min(draws(t, kind), drawable)
    elif removes(t, kind) > 0:
        gain = m.weight[Plan.REMOVE_NOW] * removal_gain(t, s, m, kind)
    elif swaps(t, kind):
        gain = m.weight[Plan.SWAP_NOW] * min(useless(t, m, kind), drawable)
    return gain - max(0.0, m.hold[kind]) if gain > 0 else 0.0


@njit
def drawing_to_win(t: Record, s: Record, m: Record, kind: int) -> float:
    """Return what drawing with a card gains by the chance to win a demand in this turn, above what else it could do.

    A card that the plan uses gains only what the negotiation is then worth beyond the plan.
    """
    steps = 0
    for k in range(N_KINDS):
        m.kept[k] = m.hand[0, k]
        steps += m.hand[0, k] * t.steps[k]
    if steps < t.distance[s.token, t.hall]:
        return 0.0
    last = s.n_trophies[s.seat] + 1 >= t.trophies_to_win
    win = m.weight[Plan.DRAW_TO_WIN] * m.weight[Plan.NEGOTIATE] * (m.weight[Plan.LAST_DEMAND] if last else 1.0)
    m.fresh = 0
    otherwise = win * chance_with(t, s, m) + m.hold[kind] if free(m, kind) > 0 else m.value
    m.kept[kind] -= 1
    m.fresh = min(draws(t, kind), s.n_tomorrow[s.seat] + s.n_later[s.seat])
    return win * chance_with(t, s, m) - otherwise


@njit
def choose_special(t: Record, s: Record, m: Record) -> int:
    """Return the special action that gains most with cards the plan leaves free: draws first; NOBODY if none gains.

    A card of the plan draws if that raises the chance to win a demand now by more than the plan is worth.
    """
    best, best_gain = NOBODY, 0.0
    for i in range(m.n):
        if m.actions[i] in SPECIAL:
            kind = SPECIAL.card(m.actions[i])
            if turns_up(t, kind):
                continue
            gain = special_gain(t, s, m, kind) if free(m, kind) > 0 else 0.0
            if draws(t, kind) > 0:
                if gain <= 0 and m.weight[Plan.DRAW_TO_WIN] > 0:
                    gain = drawing_to_win(t, s, m, kind)
                if gain > 0:
                    gain += DRAWS_FIRST
            if gain > best_gain:
                best, best_gain = i, gain
    return best


@njit
def follow_plan(t: Record, s: Record, m: Record) -> int:
    """Return the next step of the plan, or NOBODY."""
    if m.goal == NOBODY:
        return NOBODY
    if m.goal != s.token:
        card = card_that_moves(t, m.reserved, t.distance[s.token, m.goal])
        return step_towards(t, s, m.actions, m.n, m.goal, card)
    if m.goal == t.hall:
        return index_of(m.actions, m.n, NEGOTIATE.code())
    if s.face_up[s.token]:
        return index_of(m.actions, m.n, TAKE.code())
    for kind in range(N_KINDS):
        if turns_up(t, kind) and s.hand[s.seat, kind] > 0:
            return index_of(m.actions, m.n, SPECIAL.code(kind))
    return NOBODY


@njit
def approach(t: Record, s: Record, m: Record) -> int:
    """Return a step towards an errand that can be paid for but not be reached this turn; else NOBODY.

    Not towards the Hall when that might only help an opponent to win, unless the deck's steps never cover the way.
    """
    wish = best_wish(t, s, m)
    if wish == NOBODY:
        return NOBODY
    steps = 0
    for kind in range(N_KINDS):
        steps += m.own[kind] * t.steps[kind]
    if wish == t.hall and steps >= t.distance[s.token, wish] and opponent_about_to_win(t, s):
        return NOBODY
    i = step_towards(t, s, m.actions, m.n, wish, card_that_moves(t, m.hand[1], t.distance[s.token, wish]))
    if i != NOBODY and m.hand[1, MOVE.card(m.actions[i])] == 0:  # that card is part of the price
        return NOBODY
    return i


@njit
def choose_action(t: Record, s: Record, m: Record) -> int:
    """Choose the next action of a turn: win; or draw, thin and swap with free cards, then follow the plan, then end."""
    i = follow_plan(t, s, m) if m.sure else choose_special(t, s, m)
    if i == NOBODY:
        i = follow_plan(t, s, m)
    if i == NOBODY:
        i = approach(t, s, m)
    if i == NOBODY:
        i = lead_away(t, s, m)
    if i == NOBODY:
        i = index_of(m.actions, m.n, END_TURN.code())
    return max(i, 0)


@njit
def choose_removal(t: Record, s: Record, m: Record) -> int:
    """Choose the card that the deck misses least, and of the plan's cards none if possible."""
    best, worst = 0, FAR_OFF
    for i in range(m.n):
        kind = card_named(m.actions[i])
        done = m.actions[i] in DONE
        worth = m.weight[Plan.THIN] if done else worth_of_last(t, m, kind) + RESERVED * (free(m, kind) <= 0)
        if worth < worst:
            best, worst = i, worth
    return best


@njit
def choose_to_give_up(t: Record, s: Record, m: Record) -> int:
    """Choose the card that is worth least in the hand, or to keep the rest; after an idle turn never a full hand."""
    best, worst = 0, FAR_OFF
    stuck = s.phase == Phase.DISCARD and s.last_action == Last.NOTHING and s.n_hand[s.seat] >= t.hand_size
    for i in range(m.n):
        kind = card_named(m.actions[i])
        done = m.actions[i] in DONE
        worth = m.weight[Plan.KEEP] + RESERVED * stuck if done else m.hold[kind] + RESERVED * (free(m, kind) <= 0)
        if worth < worst:
            best, worst = i, worth
    return best


@njit
def decide(t: Record, s: Record, m: Record) -> int:
    """Decide with a mind that has its aims: judge the cards, plan, and choose."""
    if s.phase == Phase.PUT and s.left >= s.n_tomorrow[s.seat] + s.n_later[s.seat]:
        done = index_of(m.actions, m.n, DONE.code())
        if done != NOBODY:
            return done
    judge(t, s, m)
    judge_holding(t, s, m, s.phase == Phase.DISCARD)
    if s.phase == Phase.DISCARD:
        for kind in range(N_KINDS):
            m.reserved[kind] = 0
        return choose_to_give_up(t, s, m)
    make_plan(t, s, m)
    if s.phase == Phase.REMOVE:
        return choose_removal(t, s, m)
    if s.phase == Phase.PUT:
        return choose_to_give_up(t, s, m)
    return choose_action(t, s, m)
