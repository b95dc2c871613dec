"""The bots of Strajk.

The planning bots share one way of thinking (`worth.py`, `plan.py`): each says what it aims at and how much it values
things.
"""

from strikesim._jit import Record, njit
from strikesim.games.bot import bot
from strikesim.games.common import NOBODY
from strikesim.games.strajk.plan import best_wish, card_that_moves, make_plan
from strikesim.games.strajk.state import (
    DISCARD,
    DONE,
    END_TURN,
    MOVE,
    N_KINDS,
    NEGOTIATE,
    PUT,
    REMOVE,
    SPECIAL,
    TAKE,
    Last,
    Phase,
)
from strikesim.games.strajk.worth import (
    Plan,
    aim_after_engine,
    aim_at_all,
    aim_at_one,
    covers,
    demands_left,
    draws,
    judge,
    new_mind,
    removes,
    start,
    swaps,
    turns_up,
    worth_of_last,
)
from strikesim.rng import Stream, bounded


@bot("strajk")
def random(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Take any legal action, all equally likely. Nobody plays like this: it serves tests and measures speed."""
    return bounded(r, n)


# ---- finding an action -------------------------------------------------------------------------------------------


@njit
def index_of(actions: Record, n: int, code: int) -> int:
    """Return the index of an action code, or NOBODY if it is not on offer."""
    for i in range(n):
        if actions[i] == code:
            return i
    return NOBODY


@njit
def card_named(action: int) -> int:
    """Return the kind that an action of a choice of cards names; of `done` it means nothing."""
    if action in DISCARD:
        return DISCARD.card(action)
    if action in PUT:
        return PUT.card(action)
    return REMOVE.card(action)


@njit
def step_towards(t: Record, s: Record, actions: Record, n: int, goal: int, card: int) -> int:
    """Return the move that leads nearest to a goal, with a certain card if possible; NOBODY if none leads nearer."""
    best, best_score = NOBODY, 0
    for i in range(n):
        if actions[i] in MOVE:
            kind, location = MOVE.card(actions[i]), MOVE.to(actions[i])
            nearer = t.distance[s.token, goal] - t.distance[location, goal]
            score = 2 * nearer + (kind == card)
            if nearer > 0 and score > best_score:
                best, best_score = i, score
    return best


# ---- the novice --------------------------------------------------------------------------------------------------


@njit
def novice_likes(t: Record, s: Record, location: int) -> int:
    """Return how much a novice wants what lies at a location: the higher its level the more, but not many of a kind."""
    kind = t.stack_kind[location]
    if kind < 0 or s.stack[location] == 0 or not s.face_up[location]:
        return 0
    p = s.seat
    own = s.hand[p, kind] + s.tomorrow[p, kind] + s.today[p, kind] + s.later[p, kind]
    if t.level[kind] == 1 or own >= 2 * t.level[kind]:
        return 0
    return 8 * t.level[kind] - own


@njit
def can_pay(t: Record, s: Record, location: int, card: int) -> bool:
    """Tell whether the hand, less one card, pays for what lies at a location."""
    for kind in range(N_KINDS):
        if s.hand[s.seat, kind] - (kind == card) < t.cost[location, kind]:
            return False
    return True


@njit
def ready_for_hall(t: Record, s: Record) -> bool:
    """Tell whether the hand holds a speech and the cards of some demand that is left."""
    for kind in range(N_KINDS):
        if turns_up(t, kind) and s.hand[s.seat, kind] > 0:
            for demand in range(t.n_demands):
                if demands_left(t, s, demand) > 0 and covers(t, s.hand[s.seat], demand):
                    return True
    return False


@njit
def novice_move(t: Record, s: Record, actions: Record, n: int) -> int:
    """Return the move towards the best card that can be paid for, or towards the Hall when ready; else NOBODY."""
    if ready_for_hall(t, s):
        return step_towards(t, s, actions, n, t.hall, NOBODY)
    best, best_like = NOBODY, 0
    for i in range(n):
        if actions[i] in MOVE:
            card, location = MOVE.card(actions[i]), MOVE.to(actions[i])
            like = novice_likes(t, s, location)
            if like > best_like and can_pay(t, s, location, card):
                best, best_like = i, like
    for location in range(t.n_locations):
        if novice_likes(t, s, location) >= best_like + 8 and can_pay(t, s, location, NOBODY):
            i = step_towards(t, s, actions, n, location, NOBODY)
            if i != NOBODY:
                best, best_like = i, novice_likes(t, s, location)
    return best


@njit
def novice_keeps(t: Record, s: Record, kind: int) -> int:
    """Return how many cards of a kind a novice keeps: two of level IV, one of level III, a speech when ready."""
    if t.level[kind] == 4:
        return 2
    return t.level[kind] == 3 or (turns_up(t, kind) and ready_for_hall(t, s))


@njit
def novice_special(t: Record, s: Record, actions: Record, n: int) -> int:
    """Return a special action with a card a novice doesn't keep, if it sees its use; else NOBODY."""
    plain = 0
    for kind in range(N_KINDS):
        if t.level[kind] == 1:
            plain += s.hand[s.seat, kind]
    for i in range(n):
        if actions[i] in SPECIAL:
            kind = SPECIAL.card(actions[i])
            useful = draws(t, kind) > 0 or (swaps(t, kind) and plain > 0) or 0 < removes(t, kind) < plain
            if useful and s.hand[s.seat, kind] > novice_keeps(t, s, kind):
                return i
    return NOBODY


@njit
def novice_card(t: Record, s: Record, actions: Record, n: int) -> int:
    """Choose a card to give away: the lowest level first, none of those it keeps, but never keep a full hand."""
    best, lowest = 0, 99
    for i in range(n):
        kind = card_named(actions[i])
        if actions[i] in DONE:
            level = 8 if s.n_hand[s.seat] < t.hand_size else 50
        else:
            kept = s.hand[s.seat, kind] <= novice_keeps(t, s, kind)
            level = t.level[kind] + kept * (20 if turns_up(t, kind) else 9)
        if level < lowest:
            best, lowest = i, level
    return best


@bot("strajk")
def novice(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """See one step ahead: take the best card that can be paid for here, else go where one can be taken.

    It negotiates whenever its hand holds the cards of some demand left, uses special actions without much thought and
    keeps its high cards. It has no plan for its deck.
    """
    if s.phase != Phase.MAIN:
        return novice_card(t, s, actions, n)
    i = index_of(actions, n, NEGOTIATE.code())
    if i != NOBODY and ready_for_hall(t, s):
        return i
    i = index_of(actions, n, TAKE.code())
    if i != NOBODY and novice_likes(t, s, s.token) > 0 and not ready_for_hall(t, s):
        return i
    i = novice_move(t, s, actions, n)
    if i == NOBODY:
        i = novice_special(t, s, actions, n)
    if i == NOBODY:
        i = index_of(actions, n, END_TURN.code())
    return max(i, 0)


# ---- what the planning bots share --------------------------------------------------------------------------------


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
    floor = -1e9
    while left > 0:
        worst, worth = NOBODY, 1e9
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
    return gain - m.hold[kind] if gain > 0 else 0.0


@njit
def choose_special(t: Record, s: Record, m: Record) -> int:
    """Return the special action that gains most with cards the plan leaves free: draws first; NOBODY if none gains."""
    best, best_gain = NOBODY, 0.0
    for i in range(m.n):
        if m.actions[i] in SPECIAL:
            kind = SPECIAL.card(m.actions[i])
            if not turns_up(t, kind) and free(m, kind) > 0:
                gain = special_gain(t, s, m, kind)
                if gain > 0 and draws(t, kind) > 0:
                    gain += 100.0
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
def opponent_about_to_win(t: Record, s: Record) -> bool:
    """Tell whether an opponent lacks one demand and owns the cards for one that is left (STJ-16: decks are public)."""
    for p in range(t.players):
        if p != s.seat and s.n_trophies[p] + 1 >= t.trophies_to_win:
            for demand in range(t.n_demands):
                missing = 0
                for kind in range(N_KINDS):
                    own = s.hand[p, kind] + s.tomorrow[p, kind] + s.today[p, kind] + s.later[p, kind]
                    missing += max(0, t.demand_asks[demand, kind] - own)
                if missing == 0 and demands_left(t, s, demand) > 0:
                    return True
    return False


@njit
def spoil(t: Record, s: Record, m: Record) -> int:
    """Return a move that leads Wałęsa farther from the Hall, if an opponent is about to win there; else NOBODY."""
    best, far = NOBODY, t.distance[s.token, t.hall]
    if m.weight[Plan.SPOIL] > 0 and opponent_about_to_win(t, s):
        for i in range(m.n):
            if m.actions[i] in MOVE:
                location = MOVE.to(m.actions[i])
                if s.stack[location] > 0 and t.distance[location, t.hall] > far:
                    best, far = i, t.distance[location, t.hall]
    return best


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
    """Choose the next action of a turn: draw, thin and swap with free cards, then follow the plan, then end."""
    i = choose_special(t, s, m)
    if i == NOBODY:
        i = follow_plan(t, s, m)
    if i == NOBODY:
        i = approach(t, s, m)
    if i == NOBODY:
        i = spoil(t, s, m)
    if i == NOBODY:
        i = index_of(m.actions, m.n, END_TURN.code())
    return max(i, 0)


@njit
def choose_removal(t: Record, s: Record, m: Record) -> int:
    """Choose the card that the deck misses least, and of the plan's cards none if possible."""
    best, worst = 0, 1e9
    for i in range(m.n):
        kind = card_named(m.actions[i])
        done = m.actions[i] in DONE
        worth = m.weight[Plan.THIN] if done else worth_of_last(t, m, kind) + 1000 * (free(m, kind) <= 0)
        if worth < worst:
            best, worst = i, worth
    return best


@njit
def choose_to_give_up(t: Record, s: Record, m: Record) -> int:
    """Choose the card that is worth least in the hand, or to keep the rest; after an idle turn never a full hand."""
    best, worst = 0, 1e9
    stuck = s.phase == Phase.DISCARD and s.last_action == Last.NOTHING and s.n_hand[s.seat] >= t.hand_size
    for i in range(m.n):
        kind = card_named(m.actions[i])
        done = m.actions[i] in DONE
        worth = m.weight[Plan.KEEP] + 1000 * stuck if done else m.hold[kind] + 1000 * (free(m, kind) <= 0)
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


# ---- the planning bots -------------------------------------------------------------------------------------------

PLANNER = {
    Plan.SPEECH: 6.0,
    Plan.SPEECHES: 2.56,
    Plan.STEP: 3.0,
    Plan.STEPS: 6.4,
    Plan.DRAW: 3.0,
    Plan.DRAWS: 20.0,
    Plan.REMOVE: 2.0,
    Plan.REMOVES: 3.0,
    Plan.SWAP: 3.0,
    Plan.SWAPS: 2.0,
    Plan.DEMAND: 40.0,
    Plan.SPARE: 2.0,
    Plan.CHAIN: 0.48,
    Plan.SECOND_SET: 0.12,
    Plan.DILUTION: 1.88,
    Plan.NEGOTIATE: 30.0,
    Plan.FAILURE: 3.0,
    Plan.LAST_DEMAND: 3.0,
    Plan.SECOND_ERRAND: 1.0,
    Plan.SAME_AGAIN: 0.3,
    Plan.DRAW_NOW: 1.6,
    Plan.SWAP_NOW: 0.8,
    Plan.REMOVE_NOW: 1.0,
    Plan.STEP_NOW: 0.16,
    Plan.THIN: 2.5,
    Plan.HOLD_PAY: 0.18,
    Plan.HOLD_DEMAND: 8.0,
    Plan.HOLD_SPEECH: 18.8,
    Plan.HOLD_STEP: 1.6,
    Plan.HOLD_STEPS: 3.75,
    Plan.KEEP: 1.5,
    Plan.SPOIL: 1.0,
    Plan.DIG: 4.0,
    Plan.EARLY: 1.0,
}


@bot("strajk", weights=PLANNER)
def planner(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Build a balanced deck towards the demands that are left, and plan two errands of Wałęsa ahead.

    It draws first, thins its deck, keeps the cards it needs and negotiates when the chance is good.
    """
    m = new_mind()
    start(s, m, actions, n, w)
    aim_at_all(t, s, m)
    return decide(t, s, m)


SPRINTER = PLANNER | {
    Plan.SECOND_SET: 0.05,
    Plan.STEP: 5.0,
    Plan.REMOVE: 4.0,
    Plan.SPARE: 0.0,
    Plan.THIN: 3.5,
    Plan.DILUTION: 3.0,
    Plan.FAILURE: 1.0,
}


@bot("strajk", weights=SPRINTER)
def sprinter(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Run for one pair of cards with a thin deck: few cards, but always the right ones.

    It picks the kind of demand that it is nearest to and takes no more than that pair and what pays for it. All the
    rest it removes from the game. It holds the pair in hand and negotiates at any chance, until its demand comes up.
    """
    m = new_mind()
    start(s, m, actions, n, w)
    aim_at_one(t, s, m)
    return decide(t, s, m)


ENGINE_BUILDER = PLANNER | {
    Plan.DRAW: 6.0,
    Plan.DRAWS: 16.0,
    Plan.SPARE: 4.0,
    Plan.SECOND_SET: 0.4,
    Plan.THIN: 1.5,
    Plan.FAILURE: 15.0,
    Plan.EARLY: 0.5,
}


@bot("strajk", weights=ENGINE_BUILDER)
def engine_builder(t: Record, s: Record, actions: Record, n: int, r: Stream, w: Record) -> int:
    """Build a big deck that draws itself: first cards that draw, then both kinds for the demands.

    It takes correspondents and delegates until its deck draws many cards a turn, and cares little for the demands
    before that. It thins little, draws with all it has, and negotiates only when success is likely.
    """
    m = new_mind()
    start(s, m, actions, n, w)
    aim_after_engine(t, s, m)
    return decide(t, s, m)


BOTS = (random, novice, planner, sprinter, engine_builder)
