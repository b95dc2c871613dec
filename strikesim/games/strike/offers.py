"""What is on offer in STRIKE!: the actions of step 1, kicks, choices and powers, in a fixed order."""

from numba import types

from strikesim._jit import Record, njit
from strikesim.games.common import ACTIONS
from strikesim.games.strike.choices import is_alike_before, list_choices, list_moves, program_of
from strikesim.games.strike.pieces import can_add, can_draw
from strikesim.games.strike.powers import megadrone_need, power_can_do, refuel_energy
from strikesim.games.strike.state import (
    CHOOSE,
    DECLINE,
    DISASSEMBLE,
    DRAW_CARD,
    END_ACTIONS,
    FIRST_ALLY,
    GIVE_ALLY,
    GIVE_STRIKER,
    GROW,
    KEEP_STRIKER,
    MOBILIZE,
    N_POWERS,
    PLAY_ALLY,
    PLAY_STRIKE,
    POWER,
    REFUEL,
    Box,
    Deck,
    Frame,
    Phase,
    Piece,
    S,
)
from strikesim.games.strike.tables import T, power_program
from strikesim.games.strike.vocabulary import Trigger

# ---- step 1 ------------------------------------------------------------------------------------------------------


@njit(types.int64(T, S, types.int64))
def room(t: Record, s: Record, box: int) -> int:
    """Return how many more tokens of the acting player a box can hold (STK-25)."""
    return min(s.tokens, t.boxes[s.character[s.current], box] - s.boxes[box])


@njit
def can_play_strike(t: Record, s: Record, card: int) -> bool:
    """Tell whether the acting player may play a Strike card (STK-31, STK-32, STK-33, STK-V7)."""
    first, second = t.strike_boxes[card, 0], t.strike_boxes[card, 1]
    if s.tokens < 2 or room(t, s, first) < 1 + (first == second) or room(t, s, second) < 1:
        return False
    at = t.strike_at[card]
    placed = s.victories[at]
    if placed == t.n_victories or s.victory_supply == 0 or s.megadrones[at] > 0:
        return False
    return s.strikers[s.current, at] >= t.own_strikers and s.present[at] >= t.victory_strikers[placed]


@njit
def legal_grow(t: Record, s: Record, actions: Record, n: int) -> int:
    """List where a striker may be added, and the energy in its place (STK-26, STK-18, STK-R20)."""
    if room(t, s, Box.GROW) < 1:
        return n
    for at in range(t.n_locations):
        if can_add(t, s, s.current, at):
            actions[n] = GROW.code(at)
            n += 1
    if s.energy[s.current] < t.energy_max and refuel_energy(t, s) > 0:
        actions[n] = REFUEL.code()
        n += 1
    return n


@njit
def legal_disassemble(t: Record, s: Record, actions: Record, n: int) -> int:
    """List the pieces within reach (STK-28)."""
    if room(t, s, Box.DISASSEMBLE) < 1:
        return n
    need = megadrone_need(t, s)
    for at in range(t.n_locations):
        own = s.strikers[s.current, at]
        if own > 0 and s.drones[at] > 0:
            actions[n] = DISASSEMBLE.code(at, Piece.DRONE)
            n += 1
        if own >= need and s.megadrones[at] > 0:
            actions[n] = DISASSEMBLE.code(at, Piece.MEGADRONE)
            n += 1
    return n


@njit
def legal_draw(t: Record, s: Record, actions: Record, n: int) -> int:
    """List the decks that can be drawn from (STK-29, STK-R1)."""
    if room(t, s, Box.DRAW) > 0:
        for deck in (Deck.STRIKE, Deck.ALLY):
            if can_draw(t, s, s.current, deck):
                actions[n] = DRAW_CARD.code(deck)
                n += 1
    return n


@njit
def legal_cards(t: Record, s: Record, actions: Record, n: int) -> int:
    """List the cards that may be played, those that look the same once (STK-30, STK-31, STK-33)."""
    for k in range(s.n_hand[s.current]):
        card = s.hand[s.current, k]
        if is_alike_before(s, s.current, k):
            continue
        if card >= FIRST_ALLY:
            if room(t, s, t.ally_box[card - FIRST_ALLY]) > 0:
                actions[n] = PLAY_ALLY.code(card)
                n += 1
        elif can_play_strike(t, s, card):
            actions[n] = PLAY_STRIKE.code(card)
            n += 1
    return n


@njit(types.int64(T, S, types.int64, types.int64, ACTIONS, types.int64))
def list_power(t: Record, s: Record, which: int, here: int, actions: Record, n: int) -> int:
    """List a power with each possibility of its first choice (STK-V36)."""
    return list_choices(t, s, power_program(s.character[s.current], which), 0, here, POWER.code(which, 0), actions, n)


@njit
def legal_actions(t: Record, s: Record, actions: Record) -> int:
    """List the actions of step 1 (STK-25 .. STK-33, STK-R14)."""
    actions[0] = END_ACTIONS.code()
    n = 1
    if s.tokens > 0:
        n = legal_grow(t, s, actions, n)
        if room(t, s, Box.MOBILIZE) > 0:
            n = list_moves(t, s, s.current, MOBILIZE.code(0), actions, n)
        n = legal_disassemble(t, s, actions, n)
        n = legal_draw(t, s, actions, n)
        n = legal_cards(t, s, actions, n)
    for which in range(N_POWERS):
        if t.when[s.character[s.current], which] == Trigger.SPEND and power_can_do(t, s, which, 0):
            n = list_power(t, s, which, 0, actions, n)
    return n


# ---- what else is decided ----------------------------------------------------------------------------------------


@njit
def legal_kick(t: Record, s: Record, actions: Record) -> int:
    """List the ways to settle a kick; paying needs the energy (STK-42, STK-R11)."""
    actions[0] = GIVE_STRIKER.code()
    if s.energy[s.seat] - t.energy_min < t.kick_energy:
        return 1
    actions[1] = KEEP_STRIKER.code()
    return 2


@njit
def legal_choice(t: Record, s: Record, actions: Record) -> int:
    """List what may be chosen for an effect, and `decline` where it says `may` (STK-V14, V15)."""
    frame = s.frames[s.depth - 1]
    program, i = program_of(s, frame), frame[Frame.EFFECT]
    n = list_choices(t, s, program, i, frame[Frame.HERE], CHOOSE.code(0), actions, 0)
    if t.may[program, i]:
        actions[n] = DECLINE.code()
        n += 1
    return n


@njit
def legal_giving(t: Record, actions: Record) -> int:
    """List whom an Ally may be given to (STK-31, STK-R20)."""
    for seat in range(t.players):
        actions[seat] = GIVE_ALLY.code(seat)
    return t.players


@njit(types.int64(T, S, ACTIONS))
def legal(t: Record, s: Record, actions: Record) -> int:
    """Write the codes of all legal actions of `s.seat` and return how many there are (at least one)."""
    if s.phase == Phase.MAIN:
        return legal_actions(t, s, actions)
    if s.phase == Phase.KICK:
        return legal_kick(t, s, actions)
    if s.phase == Phase.CHOOSE:
        return legal_choice(t, s, actions)
    if s.phase == Phase.GIVE_ALLY:
        return legal_giving(t, actions)
    actions[0] = DECLINE.code()
    if s.phase == Phase.MOBILIZE:
        return list_moves(t, s, s.seat, MOBILIZE.code(0), actions, 1)
    frame = s.frames[s.depth - 1]
    return list_power(t, s, int(frame[Frame.SEAT]), int(frame[Frame.HERE]), actions, 1)
