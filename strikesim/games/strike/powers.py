"""The powers of STRIKE!'s characters: when one works, what it makes easier, and how it is offered."""

from numba import types

from strikesim._jit import Record, njit
from strikesim.games.strike.choices import can_do
from strikesim.games.strike.pieces import pop
from strikesim.games.strike.state import N_POWERS, Frame, Phase, S
from strikesim.games.strike.tables import T, power_program
from strikesim.games.strike.vocabulary import PAIRS, Trigger


@njit
def power_works(t: Record, s: Record, which: int) -> bool:
    """Tell whether the energy of the acting player switches a power on, its cost included (STK-15, STK-R5)."""
    energy = s.energy[s.current]
    if which > 0 and energy < t.second_power_energy:
        return False
    return energy - t.energy_min >= t.cost[s.character[s.current], which]


@njit(types.boolean(T, S, types.int64, types.int64))
def power_can_do(t: Record, s: Record, which: int, here: int) -> bool:
    """Tell whether a power may be offered (STK-V34)."""
    return power_works(t, s, which) and can_do(t, s, power_program(s.character[s.current], which), 0, here)


@njit
def megadrone_need(t: Record, s: Record) -> int:
    """Return how many own strikers disassemble a MegaDrone (STK-28, STK-19, STK-V32)."""
    need = t.megadrone_strikers
    for which in range(N_POWERS):
        if t.when[s.character[s.current], which] == Trigger.ALWAYS and power_works(t, s, which):
            need = min(need, t.amount[power_program(s.character[s.current], which), 0])
    return need


@njit
def refuel_energy(t: Record, s: Record) -> int:
    """Return the energy that a Grow Ranks gives in place of a striker; 0: none (STK-18, STK-V37)."""
    for which in range(N_POWERS):
        if t.when[s.character[s.current], which] == Trigger.INSTEAD_OF_GROW and power_works(t, s, which):
            return t.amount[power_program(s.character[s.current], which), 0]
    return 0


@njit
def run_triggers(t: Record, s: Record) -> None:
    """Offer the next power that waits, or end (STK-R21, V33, V34, V40)."""
    frame = s.frames[s.depth - 1]
    which = 0 if frame[Frame.CARD] & 1 else 1
    if frame[Frame.CARD] == 0:
        pop(s)
        return
    frame[Frame.CARD] -= 1 << which
    pairs = t.pairs_once and t.when[s.character[s.current], which] & PAIRS != 0
    if (pairs and s.used[which]) or not power_can_do(t, s, which, frame[Frame.HERE]):
        return
    s.used[which] = pairs
    frame[Frame.SEAT] = which
    s.phase, s.seat = Phase.POWER, s.current
