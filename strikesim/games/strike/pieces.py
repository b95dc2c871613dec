"""Single steps of STRIKE!: cards drawn, strikers moved, pieces removed and arriving, and the powers they trigger."""

from numba import types

from strikesim._jit import Record, njit
from strikesim.games.common import LOSS, NOBODY, RUNNING
from strikesim.games.log import note
from strikesim.games.strike.state import (
    DEPTH,
    FIRST_ALLY,
    N_POWERS,
    NONE,
    Cause,
    Deck,
    Frame,
    Log,
    PerGame,
    PerSeat,
    Purpose,
    S,
    UnderWay,
)
from strikesim.games.strike.tables import T
from strikesim.games.strike.vocabulary import PAIRS, Trigger
from strikesim.rng import WORLD, World, drawn


@njit(types.void(T, S, types.int64, types.int64))
def finish_game(t: Record, s: Record, outcome: int, cause: int) -> None:
    """End the game and complete its metrics."""
    s.outcome, s.cause, s.winner = outcome, cause, NOBODY
    s.metrics[PerGame.STRIKERS_SCORE], s.metrics[PerGame.HAPPYCORP_SCORE] = s.score, s.happycorp
    for seat in range(t.players):
        s.seat_metrics[seat, PerSeat.CHARACTER] = s.character[seat]


# ---- what is under way -------------------------------------------------------------------------------------------


@njit(types.void(S, types.int64, types.int64, types.int64))
def push(s: Record, kind: int, card: int, here: int) -> None:
    """Begin something that must be finished before what is under way goes on (STK-V10)."""
    if s.depth == DEPTH:
        return
    frame = s.frames[s.depth]
    frame[Frame.KIND], frame[Frame.CARD], frame[Frame.HERE] = kind, card, here
    frame[Frame.EFFECT] = frame[Frame.UNIT] = 0
    frame[Frame.SEAT] = NONE
    s.depth += 1
    if kind < N_POWERS:
        s.busy[kind] += 1


@njit
def pop(s: Record) -> None:
    """End what is under way on top."""
    s.depth -= 1
    kind = s.frames[s.depth, Frame.KIND]
    if kind < N_POWERS:
        s.busy[kind] -= 1


@njit
def next_effect(s: Record) -> None:
    """Go on to the next effect of the card or power on top."""
    frame = s.frames[s.depth - 1]
    frame[Frame.EFFECT] += 1
    frame[Frame.UNIT] = 0
    frame[Frame.SEAT] = NONE


@njit(types.boolean(T, S, types.int64, types.int64))
def is_listening(t: Record, s: Record, which: int, events: int) -> bool:
    """Tell whether a power is triggered by events: not by its own, unless Manual Labor chains (STK-17, V35, V40)."""
    when = t.when[s.character[s.current], which]
    if when & events == 0 or (t.pairs_once and s.used[which] and when & PAIRS):
        return False
    if s.busy[which] == 0:
        return True
    own = s.depth > 0 and s.frames[s.depth - 1, Frame.KIND] == which
    return t.manual_labor_chains and own and when & events & Trigger.REMOVED != 0


@njit(types.void(T, S, types.int64, types.int64))
def trigger(t: Record, s: Record, events: int, here: int) -> None:
    """Let the acting player's powers that the events trigger be offered, the 0+ first (STK-R21, V33)."""
    waiting = 0
    for which in range(N_POWERS):
        if is_listening(t, s, which, events):
            waiting |= 1 << which
    if waiting:
        push(s, UnderWay.TRIGGERS, waiting, here)


# ---- energy and cards --------------------------------------------------------------------------------------------


@njit(types.void(T, S, types.int64, types.int64))
def gain_energy(t: Record, s: Record, seat: int, amount: int) -> None:
    """Gain energy up to the maximum (STK-16)."""
    gained = min(amount, t.energy_max - s.energy[seat])
    s.energy[seat] += gained
    s.seat_metrics[seat, PerSeat.ENERGY_GAINED] += gained


@njit
def lose_energy(t: Record, s: Record, seat: int, amount: int) -> None:
    """Lose energy, or what there is (STK-16)."""
    s.energy[seat] = max(t.energy_min, s.energy[seat] - amount)


@njit
def is_ally_in_play(s: Record) -> bool:
    """Tell whether an Ally card is being carried out: counted as discarded, but not yet so (STK-V25)."""
    return s.depth > 0 and s.frames[0, Frame.KIND] == UnderWay.ALLY


@njit(types.boolean(T, S, types.int64))
def can_supply(t: Record, s: Record, deck: int) -> bool:
    """Tell whether a deck has a card to draw (STK-R1)."""
    return s.n_deck[deck] > 0 or (
        deck == Deck.ALLY and t.reshuffle_allies and s.n_discard[Deck.ALLY] > is_ally_in_play(s)
    )


@njit(types.boolean(T, S, types.int64, types.int64))
def can_draw(t: Record, s: Record, seat: int, deck: int) -> bool:
    """Tell whether a player has room for a card and the deck has one (STK-29)."""
    return s.n_hand[seat] < t.hand_limit and can_supply(t, s, deck)


@njit
def reshuffle_allies(t: Record, s: Record) -> None:
    """Make the discarded Allies the new deck, without the one that is being played (STK-R1, STK-V25)."""
    for card in range(t.n_designs[Deck.ALLY]):
        stays = is_ally_in_play(s) and s.frames[0, Frame.CARD] == card
        s.deck[Deck.ALLY, card] = s.discard[Deck.ALLY, card] - stays
        s.discard[Deck.ALLY, card] = stays
    s.n_deck[Deck.ALLY] = s.n_discard[Deck.ALLY] - is_ally_in_play(s)
    s.n_discard[Deck.ALLY] = is_ally_in_play(s)


@njit(types.int64(S, types.int64, WORLD))
def take_from_deck(s: Record, deck: int, r: World) -> int:
    """Take a card from a deck that has one, all equally likely."""
    k = drawn(r, Purpose.DECK + deck, s.n_deck[deck])
    card = 0
    while k >= s.deck[deck, card]:
        k -= s.deck[deck, card]
        card += 1
    s.deck[deck, card] -= 1
    s.n_deck[deck] -= 1
    return card


@njit(types.void(T, S, types.int64, types.int64, WORLD))
def draw(t: Record, s: Record, seat: int, deck: int, r: World) -> None:
    """Draw one card, if there is one and room for it (STK-29)."""
    if not can_draw(t, s, seat, deck):
        return
    if s.n_deck[deck] == 0:
        reshuffle_allies(t, s)
    card = take_from_deck(s, deck, r) + deck * FIRST_ALLY
    s.hand[seat, s.n_hand[seat]] = card
    s.n_hand[seat] += 1
    note(s, Log.DRAW, seat, card)


@njit
def discard(s: Record, seat: int, card: int) -> None:
    """Put a card of a hand on the discards of its deck."""
    place = 0
    while s.hand[seat, place] != card:
        place += 1
    s.n_hand[seat] -= 1
    for k in range(place, s.n_hand[seat]):
        s.hand[seat, k] = s.hand[seat, k + 1]
    s.hand[seat, s.n_hand[seat]] = 0
    deck = card // FIRST_ALLY
    s.discard[deck, card - deck * FIRST_ALLY] += 1
    s.n_discard[deck] += 1


# ---- strikers ----------------------------------------------------------------------------------------------------


@njit
def home_of(t: Record, s: Record, seat: int) -> int:
    """Return the Home Base of a player's character."""
    return t.home[s.character[seat]]


@njit
def can_add(t: Record, s: Record, seat: int, at: int) -> bool:
    """Tell whether a striker of the supply may come to a place (STK-26)."""
    return s.supply[seat] > 0 and (s.strikers[seat, at] > 0 or at == home_of(t, s, seat))


@njit(types.void(S, types.int64, types.int64))
def add_striker(s: Record, seat: int, at: int) -> None:
    """Put a striker of the supply on the board (STK-26)."""
    s.supply[seat] -= 1
    s.strikers[seat, at] += 1
    s.present[at] += 1


@njit
def lose_striker(s: Record, seat: int, at: int) -> None:
    """Return a striker to the supply."""
    s.supply[seat] += 1
    s.strikers[seat, at] -= 1
    s.present[at] -= 1


@njit(types.void(S, types.int64, types.int64, types.int64))
def shift_striker(s: Record, seat: int, start: int, end: int) -> None:
    """Move a striker of any player; nothing counts it."""
    s.strikers[seat, start] -= 1
    s.present[start] -= 1
    s.strikers[seat, end] += 1
    s.present[end] += 1


@njit
def move_own(t: Record, s: Record, start: int, end: int) -> None:
    """Move a striker of the acting player, count the move and offer the powers it triggers (STK-R8, V41)."""
    shift_striker(s, s.current, start, end)
    s.moves += 1
    events = 0
    if s.moves % 2 == 0:
        events |= Trigger.MOVES_PAIR
    s.arrivals[start] = max(0, s.arrivals[start] - 1)
    s.arrivals[end] += 1
    if s.arrivals[end] == 2:
        s.arrivals[end] = 0
        events |= Trigger.ARRIVALS_PAIR
    trigger(t, s, events, end)


# ---- drones ------------------------------------------------------------------------------------------------------


@njit
def remove_drone(t: Record, s: Record, at: int) -> None:
    """Remove a regular drone for the acting player (STK-28, STK-R8)."""
    s.drones[at] -= 1
    s.drone_supply += 1
    s.removed += 1
    s.seat_metrics[s.current, PerSeat.DRONES_REMOVED] += 1
    trigger(t, s, Trigger.REMOVED | (Trigger.REMOVED_PAIR if s.removed % 2 == 0 else 0), at)


@njit
def remove_megadrone(t: Record, s: Record, at: int) -> None:
    """Remove a MegaDrone for the acting player (STK-28)."""
    s.megadrones[at] -= 1
    s.megadrone_supply += 1
    s.seat_metrics[s.current, PerSeat.MEGADRONES_REMOVED] += 1
    trigger(t, s, Trigger.REMOVED_MEGADRONE, at)


@njit
def fuse(t: Record, s: Record, at: int) -> None:
    """Fuse the drones of a place into a MegaDrone and let HappyCorp score (STK-12, STK-44, STK-45)."""
    if s.megadrone_supply == 0:
        finish_game(t, s, LOSS, Cause.SIXTH_MEGADRONE)
        return
    s.drone_supply += s.drones[at]
    s.drones[at] = 0
    s.megadrone_supply -= 1
    s.megadrones[at] += 1
    s.metrics[PerGame.MEGADRONES_PLACED] += 1
    for place in range(t.n_locations):
        if t.colour[place] == t.colour[at]:
            s.happycorp += t.megadrone_points * s.megadrones[place]
    if s.happycorp >= t.points_to_lose:  # STK-11
        finish_game(t, s, LOSS, Cause.HAPPYCORP_POINTS)


@njit(types.void(T, S, types.int64, types.boolean))
def arrive(t: Record, s: Record, at: int, rolled: bool) -> None:
    """Let a drone come to a place and kick (STK-42, STK-44, STK-R11, STK-V7)."""
    if s.drones[at] + 1 >= t.fuse_at:
        fuse(t, s, at)
    elif s.drone_supply > 0:
        s.drones[at] += 1
        s.drone_supply -= 1
    else:
        return
    if s.outcome == RUNNING and s.present[at] > 0 and (rolled or t.kick_on_any):
        push(s, UnderWay.ARRIVAL, 0, at)
        s.frames[s.depth - 1, Frame.SEAT] = 0


@njit
def roll(t: Record, s: Record, r: World) -> None:
    """Roll the die and settle the roll (STK-41, STK-R12)."""
    at = drawn(r, Purpose.DIE, t.n_locations)
    note(s, Log.ROLL, 0, at)
    arrive(t, s, at, True)


@njit
def settle_kick(t: Record, s: Record, at: int, keeps: bool) -> None:
    """Let the seat that decides pay energy or give up a striker (STK-42)."""
    if keeps:
        s.energy[s.seat] -= t.kick_energy
        s.seat_metrics[s.seat, PerSeat.KEPT] += 1
    else:
        lose_striker(s, s.seat, at)
        s.seat_metrics[s.seat, PerSeat.KICKED] += 1
