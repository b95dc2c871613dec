"""A game told without words of its own: its state field by field, its actions and events by their names."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from strikesim._jit import OF_GAME, Record
from strikesim.games.asking import LAST, Option, Question
from strikesim.games.common import END, NOBODY, OUTCOMES, names_of
from strikesim.games.log import read_log
from strikesim.games.ruleset import Data

Json = dict[str, Any]
UNTOLD = ("outcome", "cause", "winner", "n_log", "log")  # as they are: told by name, or not at all


class PlainStory:
    """What a game's `story.py` offers, for a game that has none or leaves something out.

    Actions are told by the fields of their declaration. Events are told by the names in `Chance` of `state.py`, an
    enumeration that counts from 0, with the seat and the number that were noted; without it, by their numbers. What the
    numbers stand for, `NAMES` of `state.py` can say: by an action's field or by an event, the names in order.
    """

    def __init__(self, state: Any) -> None:
        self._state = state
        self._events = names_of(state.Chance) if hasattr(state, "Chance") else ()
        self._names: Mapping[str, Sequence[str]] = getattr(state, "NAMES", {})

    def setup_json(self, data: Data, t: Record, s: Record) -> Json:
        """Return what the trace's header says beyond the fields that all games have: who begins."""
        return {"first_seat": int(s.first_seat)}

    def state_json(self, data: Data, t: Record, s: Record) -> Json:
        """Return the whole state, each field as numbers."""
        told = {name: value for name, value in vars(s).items() if name not in UNTOLD and not name.startswith(OF_GAME)}
        ended = {"outcome": OUTCOMES[s.outcome], "winner": s.winner if s.winner >= 0 else None}
        cause = self._state.CAUSES[s.cause] if s.outcome else None
        return {**ended, "cause": cause, **{name: _listed(value) for name, value in told.items()}}

    def action_json(self, data: Data, t: Record, s: Record, code: int) -> Json:
        """Return an action's code as the trace's action: its name, then the values of its fields."""
        action, values = self._state.ACTIONS.read(code)
        return {"type": action.name, **{name: self._named(name, value) for name, value in values.items()}}

    def chance_json(self, data: Data, t: Record, s: Record) -> list[Json]:
        """Return what chance did in the last step, in order."""
        return [self._event(event, seat, number) for event, seat, number in read_log(s)]

    def _event(self, event: int, seat: int, number: int) -> Json:
        name = self._events[event] if event < len(self._events) else f"event {event}"
        return {"type": name, "seat": None if seat == NOBODY else seat, "number": self._named(name, number)}

    def _named(self, name: str, value: int) -> "int | str":
        return self._names[name][value] if name in self._names else value

    def ask(self, data: Data, t: Record, s: Record, codes: "list[int]") -> Question:
        """Return a decision in words: what is on offer, and every field of the state."""
        state = self.state_json(data, t, s)
        table = [f"{name}: {value}" for name, value in state.items() if value is not None]
        words = [_said(self.action_json(data, t, s, code)) for code in codes]
        options = [Option("", text, LAST * (code == END)) for text, code in zip(words, codes, strict=True)]
        return Question(f"Player {s.seat + 1}: what do you do?", tuple(table), tuple(options))

    def tell(self, lines: "Iterator[Json]") -> Iterator[str]:
        """Tell a trace line by line: who did what, and what chance did."""
        header = next(lines)
        yield f"{header['ruleset']}, {header['players']} players: {', '.join(header['bots'])}"
        turn = None
        for line in lines:
            if "result" in line:
                yield from _end(line["result"])
                continue
            if line.get("turn", turn) != turn:
                turn = line["turn"]
                yield ""
                yield f"Turn {turn}"
            if "seat" in line:
                yield f"  Player {line['seat'] + 1}: {_said(line['action'])}"
            yield from (f"    {_said(step)}" for step in line["steps"])


def _listed(value: Any) -> Any:
    return value.tolist() if hasattr(value, "tolist") else value


def _said(told: Json) -> str:
    """Return an action or an event on one line, its fields after its name.

    Examples
    --------
    >>> _said({"type": "play_card", "card": 2})
    'play card: 2'
    >>> _said({"type": "draw", "seat": 1, "number": "rope"}), _said({"type": "shuffle", "seat": None, "number": 0})
    ('player 2: draw: rope', 'shuffle: 0')
    """
    who = "" if told.get("seat") is None else f"player {told['seat'] + 1}: "
    fields = [str(value) for name, value in told.items() if name not in ("type", "seat")]
    return f"{who}{told['type'].replace('_', ' ')}" + (f": {', '.join(fields)}" if fields else "")


def _end(result: Json) -> Iterator[str]:
    winner = "" if result["winner"] is None else f" of player {result['winner'] + 1}"
    yield ""
    yield f"{result['outcome'].capitalize()}{winner} in turn {result['turns']}: {result['cause'].replace('_', ' ')}"
