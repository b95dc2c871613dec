"""The rules of Pig."""

from strikesim._jit import Record, njit
from strikesim.games.common import NOBODY, UNFINISHED, WIN
from strikesim.games.log import clear_log, note
from strikesim.rng import World, drawn

from .state import HOLD, ROLL, Cause, Chance, PerGame, PerSeat, Purpose


@njit
def setup(t: Record, s: Record, r: World) -> None:
    """Give the first turn to seat 0 (PIG-01)."""
    s.winner = s.cause = NOBODY
    s.turn = 1


@njit
def legal(t: Record, s: Record, actions: Record) -> int:
    """Offer the die, and once it was rolled to hold (PIG-02)."""
    actions[0] = ROLL.code()
    actions[1] = HOLD.code()
    return 2 if s.total > 0 else 1


@njit
def apply(t: Record, s: Record, action: int, r: World) -> None:
    """Roll, or hold."""
    clear_log(s)
    if action in ROLL:
        roll(t, s, s.seat, r)
    else:
        hold(t, s, s.seat)


@njit
def roll(t: Record, s: Record, p: int, r: World) -> None:
    """Roll the die: add to the turn's total, or lose it (PIG-03)."""
    side = drawn(r, Purpose.DIE, t.sides) + 1
    note(s, Chance.ROLLED, p, side)
    s.seat_metrics[p, PerSeat.ROLLS] += 1
    if side == t.lost_on:
        s.seat_metrics[p, PerSeat.LOST] += 1
        pass_on(t, s, p)
    else:
        s.total += side


@njit
def hold(t: Record, s: Record, p: int) -> None:
    """Score the turn's total (PIG-04), and win with enough (PIG-05)."""
    s.score[p] += s.total
    s.seat_metrics[p, PerSeat.SCORE] = s.score[p]
    if s.score[p] >= t.target:
        s.total = 0
        finish(t, s, WIN, Cause.TARGET, p)
    else:
        pass_on(t, s, p)


@njit
def pass_on(t: Record, s: Record, p: int) -> None:
    """Pass the die to the left (PIG-04); end a game that takes too long (PIG-06)."""
    s.total = 0
    if s.turn >= t.turn_limit:
        finish(t, s, UNFINISHED, Cause.TURN_LIMIT, NOBODY)
        return
    s.turn += 1
    s.seat = s.current = (p + 1) % t.players


@njit
def finish(t: Record, s: Record, outcome: int, cause: int, winner: int) -> None:
    """End the game, and measure how close it was."""
    s.outcome, s.cause, s.winner = outcome, cause, winner
    first, second = 0, 0
    for p in range(t.players):
        if s.score[p] > first:
            first, second = s.score[p], first
        elif s.score[p] > second:
            second = s.score[p]
    s.metrics[PerGame.MARGIN] = first - second
