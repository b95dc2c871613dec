"""The step API, generic over games: each function finds its game by the type of the state record.

In a kernel numba picks the game while compiling, so the call costs nothing; with the JIT off Python picks it by dtype.
"""

from typing import Any

from numba import types
from numba.extending import overload

from strikesim._jit import JIT_DISABLED, Record, compile_kept
from strikesim.games import Game
from strikesim.games.common import ACTIONS, WEIGHTS
from strikesim.games.faults import COMPILER_ERRORS
from strikesim.games.loading import does_not_compile
from strikesim.rng import STREAM, Stream, World

_BY_TYPE: dict[Any, Game] = {}
_BY_DTYPE: dict[Any, Game] = {}


def register(game: Game) -> None:
    """Make a game known to the step API."""
    _BY_TYPE[game.state.S] = game
    _BY_DTYPE[game.state.STATE] = game


def compiled_for(game: Game, signature: Any, function: Any) -> Any:
    """Return a function that plays a game, compiled (from the cache, if nothing has changed).

    Raises
    ------
    RulesetError
        The game's own code cannot be compiled; with the file, the line and the cure.
    """
    register(game)
    try:
        return compile_kept(signature, function)
    except COMPILER_ERRORS as error:
        raise does_not_compile(game.home, error) from error


def bot_signature(game: Game) -> Any:
    """Return the one signature of all bots of a game."""
    return types.int64(game.tables.T, game.state.S, ACTIONS, types.int64, STREAM, WEIGHTS)


def setup(t: Record, s: Record, r: World) -> None:
    """Set up a game in a zeroed state."""
    _BY_DTYPE[s.dtype].rules.setup(t, s, r)


def legal(t: Record, s: Record, actions: Record) -> int:
    """Write the codes of the legal actions of `s.seat`; return their number, at least 1."""
    return int(_BY_DTYPE[s.dtype].rules.legal(t, s, actions))


def apply(t: Record, s: Record, action: int, r: World) -> None:
    """Carry out a legal action; chance comes from the world `r`."""
    _BY_DTYPE[s.dtype].rules.apply(t, s, action, r)


def is_over(s: Record) -> bool:
    """Tell whether the game has ended."""
    return bool(_BY_DTYPE[s.dtype].rules.is_over(s))


def hide(t: Record, s: Record, seat: int) -> None:
    """Blank what a seat may not know."""
    _BY_DTYPE[s.dtype].rules.hide(t, s, seat)


def value(s: Record, seat: int) -> float:
    """Return what a finished game is worth to a seat: 1 if it has won (with the others or alone), else 0."""
    return float(_BY_DTYPE[s.dtype].rules.value(s, seat))


def redraw(t: Record, s: Record, seat: int, r: Stream) -> None:
    """Deal what a seat cannot know anew, in a state that has passed `hide` for it."""
    _BY_DTYPE[s.dtype].redraw.redraw(t, s, seat, r)


def features(t: Record, s: Record, seat: int, x: Record) -> None:
    """Write what tells how a seat stands."""
    _BY_DTYPE[s.dtype].standing.features(t, s, seat, x)


def _body(state_type: Any, name: str, part: str = "rules") -> Any:
    game = _BY_TYPE.get(state_type)
    # The Python function, not the compiled one: a wrapper around the latter costs 12 to 25 %.
    return getattr(getattr(game, part), name).py_func if game else None


if not JIT_DISABLED:
    # Not strict: the rules' own annotations differ from the stubs'.
    overload(setup, strict=False)(lambda t, s, r: _body(s, "setup"))
    overload(legal, strict=False)(lambda t, s, actions: _body(s, "legal"))
    overload(apply, strict=False)(lambda t, s, action, r: _body(s, "apply"))
    overload(is_over, strict=False)(lambda s: _body(s, "is_over"))
    overload(hide, strict=False)(lambda t, s, seat: _body(s, "hide"))
    overload(value, strict=False)(lambda s, seat: _body(s, "value"))
    overload(redraw, strict=False)(lambda t, s, seat, r: _body(s, "redraw", "redraw"))
    overload(features, strict=False)(lambda t, s, seat, x: _body(s, "features", "standing"))
