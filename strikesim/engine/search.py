"""Search: a way to play any bot, generic over the step API.

A searching seat asks its base bot, then tries that answer and the base's next ones in playouts. In each of them what
the seat cannot know is dealt anew (`redraw`) and the base bot decides for every seat, each from its own view. In a game
played together this is a whole team of base bots; in a competitive one it is max-n, every seat for itself, with the
base bot as the model of all: that the others conspire against the searching seat (paranoid) is no way to play here.

Playouts are dealt out by sequential halving; all candidates meet the same samples, so that the difference between two
of them is not drowned by the difference between two deals. The base's own answer stays a candidate to the end, and
gives way only to one that is better by more than `margin` standard errors. The search ends when after a round none is
ahead of it, or in the middle of one when all are clearly behind it, or have come to the same in every sample so far.

A playout is broken off after `horizon` rounds, and judged by a value function: weights fitted to the rules that are
played (`strikesim fit`) for what the game says of a state (its `features`). For other rules there are none, and all
playouts go to the end of the game (`engine/judging.py`).

Sources: Z. Karnin et al., "Almost optimal exploration in multi-armed bandits", ICML 2013 (sequential halving);
G. Tesauro, G. Galperin, "On-line policy improvement using Monte-Carlo search", NIPS 1996 (rollouts).
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from strikesim._jit import Record, njit
from strikesim.engine import step
from strikesim.games import Game
from strikesim.games.common import ACTIONS, MAX_ACTIONS, WEIGHTS, record_dtype, record_type
from strikesim.games.odds import chance_of
from strikesim.rng import STREAM, STREAM_DTYPE, WORLD_DTYPE, Stream, next64, seed_game

MOST_SAMPLES = 100_000
FEW, PLAYOUTS_EACH = 4, 8  # by default a few candidates, or so many that each could have this many playouts
MARGIN = 1.5
TO_THE_END = 0  # a horizon
SURE = 4  # samples of a round after which it may end early
MAX_FEATURES = 32
TIE_BREAK = 0.1  # the part of a finished playout's worth that is its standing
NO_ANSWER = -1

SEARCH = record_dtype(
    [
        ("samples", np.int64),
        ("candidates", np.int64),
        ("horizon", np.int64),
        ("margin", np.float64),
        ("judge", np.float64, (MAX_FEATURES,)),  # the value function's weights, a constant first
    ]
)
NO_JUDGE = (0.0,) * MAX_FEATURES
NOT_AT_ALL = (0, 0, 0, 0.0, NO_JUDGE)  # the row of a place that does not search
WORK = 3  # states that a search works on
ROOT, PLAYED, VIEW = range(WORK)  # the sample; the playout; what its bot sees


@dataclass(frozen=True)
class Search:
    """How much a seat searches.

    Attributes
    ----------
    samples
        Playouts for each decision, over all candidates.
    candidates
        Actions that are tried, the base bot's first answers; 0: as many as suit the samples.
    horizon
        Rounds after which a playout is broken off and judged, each of as many turns as there are seats; 0: none. Turns
        and not decisions are counted, so that all candidates are judged at the same time of the game. None: what suits
        the rules that are played (`strikesim.engine.judging`).
    margin
        Standard errors by which another action must be better than the base bot's.
    judge
        Weights of the value function: a constant, then one for each of the game's features. Without any, playouts go to
        the end.
    """

    samples: int
    candidates: int = 0
    horizon: "int | None" = None
    margin: float = MARGIN
    judge: "tuple[float, ...]" = ()

    def row(self) -> "tuple[int, int, int, float, tuple[float, ...]]":
        """Return the parameters as the kernel wants them, in the order of `SEARCH`."""
        usual = max(min(FEW, self.samples // FEW), self.samples // PLAYOUTS_EACH)
        judge = self.judge + NO_JUDGE[len(self.judge) :]
        horizon = (self.horizon or TO_THE_END) if self.judge else TO_THE_END
        return self.samples, self.candidates or usual, horizon, self.margin, judge


@njit
def ask_ranked(
    bot: Any, shown: Record, work: Record, view: Record, codes: Record, ranked: Record, k: int, mind: Stream, w: Record
) -> int:
    """Ask the bot among the actions from place k on of `codes`, and bring its answer to place k."""
    n = len(ranked)
    offered = codes[k:].copy()
    work[VIEW] = view
    answer = bot(shown, work[VIEW], offered, n - k, mind, w)
    if answer < 0 or answer >= n - k:
        return NO_ANSWER
    chosen, code = ranked[k + answer], codes[k + answer]
    for i in range(k + answer, k, -1):
        ranked[i], codes[i] = ranked[i - 1], codes[i - 1]
    ranked[k], codes[k] = chosen, code
    return int(answer)


@njit
def play_on(
    bot: Any,
    t: Record,
    shown: Record,
    work: Record,
    buffers: Record,
    worlds: Record,
    minds: Record,
    w: Record,
    horizon: int,
) -> int:
    """Let the bot play for all seats to the game's end or the horizon; NO_ANSWER: it broke the rules."""
    actions, offered = buffers[0], buffers[1]
    last = work[ROOT].turn + horizon * t.seats
    while not step.is_over(work[PLAYED]) and (horizon == TO_THE_END or work[PLAYED].turn < last):
        n = step.legal(t, work[PLAYED], actions)
        choice = 0
        if n > 1:
            work[VIEW] = work[PLAYED]
            step.hide(t, work[VIEW], work[PLAYED].seat)
            for k in range(n):
                offered[k] = actions[k]
            choice = bot(shown, work[VIEW], offered, n, minds[PLAYED], w)
            if choice < 0 or choice >= n:
                return NO_ANSWER
        step.apply(t, work[PLAYED], actions[choice], worlds[PLAYED])
    return 0


@njit
def standing(t: Record, s: Record, seat: int, judge: Record) -> float:
    """Return a seat's chance to win by the value function, from 0 to 1."""
    features = np.zeros(MAX_FEATURES)
    step.features(t, s, seat, features)
    odds = judge[0]
    for i in range(MAX_FEATURES - 1):
        odds += judge[i + 1] * features[i]
    return float(chance_of(odds))


@njit
def worth(t: Record, s: Record, seat: int, judge: Record, tie_break: float) -> float:
    """Return what the end of a playout is worth to a seat, from 0 to 1; `tie_break` is its standing's part in it."""
    if not step.is_over(s):
        return standing(t, s, seat, judge)
    won = float(step.value(s, seat))
    return won if tie_break == 0.0 else (1 - tie_break) * won + tie_break * standing(t, s, seat, judge)


@njit
def try_each(
    bot: Any,
    t: Record,
    shown: Record,
    view: Record,
    codes: Record,
    r: Stream,
    w: Record,
    horizon: int,
    judge: Record,
    tie_break: float,
    work: Record,
    buffers: Record,
    worlds: Record,
    minds: Record,
    results: Record,
) -> int:
    """Deal what the seat cannot know anew, play each action on with the same chance, and write what each is worth."""
    work[ROOT] = view
    step.redraw(t, work[ROOT], view.seat, r)
    seed_game(worlds[ROOT], minds[:PLAYED], next64(r), next64(r))
    for k in range(len(codes)):
        work[PLAYED], worlds[PLAYED], minds[PLAYED] = work[ROOT], worlds[ROOT], minds[ROOT]
        step.apply(t, work[PLAYED], codes[k], worlds[PLAYED])
        if play_on(bot, t, shown, work, buffers, worlds, minds, w, horizon) == NO_ANSWER:
            return NO_ANSWER
        results[k] = worth(t, work[PLAYED], view.seat, judge, tie_break)
    return 0


@njit
def sort_rivals(codes: Record, ranked: Record, gain: Record, spread: Record, alive: int) -> None:
    """Sort the candidates behind the base's own by what they gain over it, the best first, ties as they stand."""
    for i in range(2, alive):
        k = i
        while k > 1 and gain[k] > gain[k - 1]:
            codes[k], codes[k - 1] = codes[k - 1], codes[k]
            ranked[k], ranked[k - 1] = ranked[k - 1], ranked[k]
            gain[k], gain[k - 1] = gain[k - 1], gain[k]
            spread[k], spread[k - 1] = spread[k - 1], spread[k]
            k -= 1


@njit
def halvings(candidates: int) -> int:
    """Return how many rounds it takes until two candidates have been compared."""
    rounds = 1
    while candidates > 2:
        candidates = (candidates + 1) // 2
        rounds += 1
    return rounds


@njit
def none_in_reach(gain: Record, spread: Record, alive: int) -> bool:
    """Tell whether each rival is behind the base's own answer by a standard error, or has come to the same."""
    return bool((gain[1:alive] <= -np.sqrt(spread[1:alive])).all())


def search(
    bot: Any,
    t: Record,
    shown: Record,
    view: Record,
    actions: NDArray[np.int64],
    n: int,
    r: Stream,
    w: NDArray[np.float64],
    p: Record,
    work: NDArray[Any],
) -> int:
    """Return the index of the action that does best in playouts, or NO_ANSWER if the bot broke the rules in one.

    Parameters
    ----------
    bot, w
        The base bot and its weights.
    t, shown
        The tables the rules read, and those the bot is shown.
    view
        The state with all blanked that the seat may not know.
    actions, n
        The codes of the legal actions.
    r
        The seat's stream: all chance of the search comes from it.
    p
        How much to search, dtype SEARCH.
    work
        WORK states to work on.
    """
    ranked, codes = np.arange(n), actions[:n].copy()
    candidates = min(n, max(2, p.candidates))
    for k in range(min(candidates, n - 1)):
        if ask_ranked(bot, shown, work, view, codes, ranked, k, r, w) == NO_ANSWER:
            return NO_ANSWER
    gain, spread, results = np.zeros(candidates), np.zeros(candidates), np.zeros(candidates)
    buffers, worlds, minds = np.empty((2, MAX_ACTIONS), np.int64), np.empty(2, WORLD_DTYPE), np.empty(2, STREAM_DTYPE)
    rounds, alive = halvings(candidates), candidates
    for _ in range(rounds):
        for sample in range(max(1, p.samples // (rounds * alive))):
            if sample >= SURE and none_in_reach(gain, spread, alive):
                break
            told = try_each(
                bot,
                t,
                shown,
                view,
                codes[:alive],
                r,
                w,
                p.horizon,
                p.judge,
                TIE_BREAK,
                work,
                buffers,
                worlds,
                minds,
                results,
            )
            if told == NO_ANSWER:
                return NO_ANSWER
            for k in range(alive):
                gain[k] += results[k] - results[0]
                spread[k] += (results[k] - results[0]) ** 2
        sort_rivals(codes, ranked, gain, spread, alive)
        if gain[1] <= 0:  # nothing is ahead of the base's own answer: hardly anything will be clearly
            break
        alive = max(2, (alive + 1) // 2)
    return int(ranked[1] if gain[1] > p.margin * np.sqrt(spread[1]) else ranked[0])


def never(
    bot: Any,
    t: Record,
    shown: Record,
    view: Record,
    actions: NDArray[np.int64],
    n: int,
    r: Stream,
    w: NDArray[np.float64],
    p: Record,
    work: NDArray[Any],
) -> int:
    """Stand in for `search` where nobody searches, so that it need not be compiled."""
    return NO_ANSWER


def search_signature(game: Game) -> Any:
    """Return the signature of `search` for a game."""
    tables, state = game.tables.T, game.state.S
    bot = types.FunctionType(step.bot_signature(game))
    parameters, work = record_type(SEARCH), record_type(game.state.STATE)[::1]
    return types.int64(bot, tables, tables, state, ACTIONS, types.int64, STREAM, WEIGHTS, parameters, work)


@cache
def search_of(game: Game, searching: bool) -> Any:
    """Return `search` compiled for a game, or its stand-in."""
    return step.compiled_for(game, search_signature(game), search if searching else never)
