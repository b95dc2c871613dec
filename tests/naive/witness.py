"""The naive referee watches the clause tests: each step of a position must be right by both readings of the rules."""

import json
from collections.abc import Callable, Iterable
from typing import Any

from naive.comparison import Disagreement
from strikesim.games.ruleset import components

Json = dict[str, Any]


class Witness:
    """What has been done in one position since a state that the referee can start from."""

    def __init__(self, check_from: Callable[[Json, Json, Iterable[Json]], int], header: Json) -> None:
        self.check_from, self.header = check_from, header
        self.start: Json = {}
        self.lines: list[Json] = []

    def saw(self, before: Json, legal: list[Json], action: Json, chance: list[Json], after: Json) -> None:
        """Check a decision and those before it.

        Steps without a choice are no decisions, and no game starts from the middle of one.

        Raises
        ------
        Disagreement
            The referee's rules say something else.
        """
        if is_decision(legal):
            line = {**self._line(before, legal), "action": action, "chance": chance, "state": after}
            self.lines.append(line)
            self._check(self.lines)

    def offered(self, state: Json, legal: list[Json]) -> None:
        """Check what is on offer: of a decision for an action that there is not, nothing else may be refused."""
        if state["outcome"] is None and is_decision(legal):
            line = {**self._line(state, legal), "action": {"type": "nothing"}}
            try:
                self._check([*self.lines, line])
            except Disagreement as refusal:
                if not refusal.what.endswith("is not legal"):
                    raise

    def _line(self, before: Json, legal: list[Json]) -> Json:
        """Begin the line of a decision; a state that was changed by hand is a new start."""
        if not self.lines or before != self.lines[-1]["state"]:
            self.start, self.lines = before, []
        seat = (before["pending"] or {}).get("seat", before["current"])
        return {"ply": len(self.lines) + 1, "turn": before["turn"], "seat": seat, "legal": legal}

    def _check(self, lines: list[Json]) -> None:
        if self.start["pending"] is None and self.start.get("step") == self.header["step"]:
            self.check_from(self.header, *json.loads(json.dumps([self.start, lines])))


def is_decision(legal: list[Json]) -> bool:
    return len(legal) > 1 or legal[0]["type"].startswith("end_")


def header_of(data: Json, players: int, difficulty: "str | None" = None, **more: Any) -> Json:
    """Return the header of a trace that begins in the middle of a game; `step` is where the referee starts."""
    header = {"step": None, "players": players, "difficulty": difficulty, "bots": ["random"] * players}
    return {**header, "turn_limit": data["ruleset"].get("turn_limit"), "components": components(data), **more}
