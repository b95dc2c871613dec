"""What a game must offer: one module each for its tables, state, rules, redraw, standing, bots and story.

Every folder with a ``rules.py`` and a ``ruleset.toml`` can be a game. What it need not say, `fallback.py` and
`plain_story.py` say for it: `is_over`, `value` and `hide` of its rules, and the whole of ``redraw.py`` (unless it hides
something), ``standing.py`` and ``story.py``.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import IntEnum
from typing import Any, Protocol, runtime_checkable

from numpy.typing import NDArray

from strikesim._jit import Record
from strikesim.games.actions import Actions
from strikesim.games.asking import Question
from strikesim.games.common import Metric
from strikesim.games.ruleset import Data
from strikesim.games.ruleset import Rules as RulesetFile
from strikesim.rng import Stream, World


class Tables(Protocol):
    """``tables.py``: validates the ruleset's file and compiles it to one record, which kernels only read."""

    Rules: type[RulesetFile]
    TABLES: Any  # a dtype with the fields `players` and `seats` among others
    T: Any  # numba's type of one record of TABLES

    def compile_tables(self, rules: Any, players: int, difficulty: "str | None" = None) -> NDArray[Any]:
        """Compile a validated ruleset for a number of players to an array of one record."""


class State(Protocol):
    """``state.py``: the state of one game as a record, what can be done in it, and what is measured."""

    STATE: Any  # a dtype, made by `strikesim.games.common.state_dtype`
    S: Any  # numba's type of one record of STATE
    ACTIONS: Actions
    Purpose: type[IntEnum]  # what chance is drawn for; the last may go on, one for each seat or deck
    CAUSES: Sequence[str]  # why a game ends, by code
    METRICS: Sequence[Metric]
    SEAT_METRICS: Sequence[Metric]


class Rules(Protocol):
    """``rules.py``: the step API, compiled. Chance is drawn in `setup` and `apply` only, and noted (log.py)."""

    def setup(self, t: Record, s: Record, r: World) -> None:
        """Set up a game in a zeroed state, up to the first decision."""

    def legal(self, t: Record, s: Record, actions: Record) -> int:
        """Write the codes of all legal actions of `s.seat`; return how many there are, at least one.

        The order depends on the state alone; no code stands there twice.
        """

    def apply(self, t: Record, s: Record, action: int, r: World) -> None:
        """Carry out a legal action, and all that follows from it without a decision."""

    def is_over(self, s: Record) -> bool:
        """Tell whether the game has ended: then outcome, cause, winner and metrics are final."""

    def value(self, s: Record, seat: int) -> float:
        """Return what an ended game is worth to a seat: 1 for a win, 0 otherwise."""

    def hide(self, t: Record, s: Record, seat: int) -> None:
        """Blank in a copy of the state what a seat may not know, and its log: the view must not depend on them."""


class Redraw(Protocol):
    """``redraw.py``: what a seat cannot know, compiled."""

    def redraw(self, t: Record, s: Record, seat: int, r: Stream) -> None:
        """Deal what a seat cannot know anew, in a state that has passed `hide` for it: `hide` then gives it again."""


class Standing(Protocol):
    """``standing.py``: what tells how a game stands that is not over yet, compiled.

    What it weighs stands in ``standing.toml``, which `strikesim fit` writes.
    """

    HORIZON: int  # rounds that a search plays on before it asks how the game stands
    FEATURES: Sequence[str]  # names of what `features` writes, in its order

    def features(self, t: Record, s: Record, seat: int, x: Record) -> None:
        """Write what tells how a seat stands, each feature of about the size of 1, into an array of zeros."""


class Bots(Protocol):
    """``bots.py``: the built-in bots, each marked by `strikesim.games.bot.bot`."""

    BOTS: Sequence[Callable[..., int]]  # `random` among them, which takes any legal action
    SEARCHES: Mapping[str, str]  # bots that search: name -> ``search:BOT:SAMPLES``


class Story(Protocol):
    """``story.py``: a game as JSON lines, and in words. Records come as `strikesim.games.common.plain` makes them."""

    def setup_json(self, data: Data, t: Record, s: Record) -> dict[str, Any]:
        """Return what the trace's header says beyond the fields that all games have."""

    def state_json(self, data: Data, t: Record, s: Record) -> dict[str, Any]:
        """Return the whole state, hidden things too."""

    def action_json(self, data: Data, t: Record, s: Record, code: int) -> dict[str, Any]:
        """Return an action's code, in a state in which it is legal, as the trace's action: type, then values."""

    def chance_json(self, data: Data, t: Record, s: Record) -> list[dict[str, Any]]:
        """Return what chance did in the last step, in order."""

    def ask(self, data: Data, t: Record, s: Record, codes: "list[int]") -> Question:
        """Return a decision in words, from a state that has passed `hide` for the seat to decide."""

    def tell(self, lines: Iterator[dict[str, Any]]) -> Iterator[str]:
        """Tell a trace in words, line by line; where the header names persons, only what they may know.

        No line may be asked for before all is told that the lines before it hold: a person decides what comes next.
        """


@runtime_checkable
class StepStory(Story, Protocol):
    """A story that also tells what the rules did, in the field `steps` of the trace's lines."""

    def steps_json(self, data: Data, t: Record, s: Record) -> list[dict[str, Any]]:
        """Return all that happened in the last step without a choice, in order."""
