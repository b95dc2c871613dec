"""How the planning bots of Strajk use their last steps: Wałęsa is left where he is of little use to the next player."""

from strikesim._jit import Record, njit
from strikesim.games.common import NOBODY
from strikesim.games.strajk.state import MOVE
from strikesim.games.strajk.worth import Plan, demands_left

HALL_WISH, ABOUT_TO_WIN = 25.0, 3.0  # how much a player with a pair wants the Hall, and more if that wins the game
FAR_ENOUGH = 3  # more steps make no difference
LONGER = 0.01  # of two cards that lead to the same place the shorter one is played


@njit
def opponent_about_to_win(t: Record, s: Record) -> bool:
    """Tell whether an opponent lacks one demand and owns the cards for one that is left (STJ-16: decks are public)."""
    for p in range(t.players):
        if p != s.seat and s.n_trophies[p] + 1 >= t.trophies_to_win and owns_a_pair(t, s, p):
            return True
    return False


@njit
def owns_a_pair(t: Record, s: Record, p: int) -> bool:
    """Tell whether a player owns the cards for a demand that is left."""
    for demand in range(t.n_demands):
        if demands_left(t, s, demand) > 0:
            missing = 0
            for kind in range(t.first_asked, t.after_asked):
                own = s.hand[p, kind] + s.tomorrow[p, kind] + s.today[p, kind] + s.later[p, kind]
                missing += max(0, t.demand_asks[demand, kind] - own)
            if missing == 0:
                return True
    return False


@njit
def next_hand_holds(t: Record, s: Record, p: int, kind: int) -> int:
    """Return how many cards of a kind a player may have in hand in its next turn (STJ-16)."""
    count = int(s.hand[p, kind]) + int(s.tomorrow[p, kind])
    if s.n_hand[p] + s.n_tomorrow[p] <= t.hand_size:
        count += s.later[p, kind]
    return count


@njit
def others_wish(t: Record, s: Record, p: int, location: int) -> float:
    """Return how much a player may want to find Wałęsa at a location: for what it can pay there."""
    if s.stack[location] == 0:
        return 0.0
    if location == t.hall:
        wish = HALL_WISH if owns_a_pair(t, s, p) else 0.0
        return wish * ABOUT_TO_WIN if s.n_trophies[p] + 1 >= t.trophies_to_win else wish
    for i in range(t.n_paid[location]):
        kind = t.paid[location, i]
        if next_hand_holds(t, s, p, kind) < t.cost[location, kind]:
            return 0.0
    level = t.level[t.stack_kind[location]]
    return float(level * level)


@njit
def distance_from_wishes(t: Record, s: Record, m: Record, here: int) -> float:
    """Return how far a location lies from what the next player may want."""
    far = 0.0
    for location in range(t.n_locations):
        far += m.wish[location] * min(FAR_ENOUGH, t.distance[here, location])
    return far


@njit
def lead_away(t: Record, s: Record, m: Record) -> int:
    """Return a move with a card to spare that leads Wałęsa farther from what the next player may want; else NOBODY."""
    if m.weight[Plan.AWAY] == 0:
        return NOBODY
    p = (s.seat + 1) % t.players
    for location in range(t.n_locations):
        m.wish[location] = others_wish(t, s, p, location)
    here, best, most = distance_from_wishes(t, s, m, s.token), NOBODY, 0.0
    for i in range(m.n):
        if m.actions[i] in MOVE:
            card, location = MOVE.card(m.actions[i]), MOVE.to(m.actions[i])
            if s.stack[location] > 0:
                gain = m.weight[Plan.AWAY] * (distance_from_wishes(t, s, m, location) - here)
                gain -= max(0.0, m.hold[card] - m.weight[Plan.KEEP]) + LONGER * t.steps[card]
                if gain > most:
                    best, most = i, gain
    return best
