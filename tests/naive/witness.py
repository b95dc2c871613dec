"""The naive referee watches the clause tests: each step of a position must be right by both readings of the rules."""

import json
from collections.abc import Callable, Iterable
from typing import Any

from strikesim.games.ruleset import components

Json = dict[str, Any]


class Witness:
    """What has been done in one position since a state that the referee can start from."""

    def __init__(self, check_from: Callable[[Json, Json, Iterable[Json]], int], header: Json) -> None:
        self.check_from, self.header = check_from, header
        self.start: Json = {}
        self.lines: list[Json] = []

    def saw(self, before: Json, legal: list[Json], action: Json, chance: list[Json], after: Json) -> None:
        """Check a decision and those before it; a state that was changed by hand is a new start.

        Steps without a choice are no decisions, and no game starts from the middle of one.

        Raises
        ------
        Disagreement
            The referee's rules say something else.
        """
        if len(legal) == 1 and not legal[0]["type"].startswith("end_"):
            return
        if not self.lines or before != self.lines[-1]["state"]:
            self.start, self.lines = before, []
        seat = (before["pending"] or {}).get("seat", before["current"])
        line = {"ply": len(self.lines) + 1, "turn": before["turn"], "seat": seat, "action": action}
        self.lines.append({**line, "legal": legal, "chance": chance, "state": after})
        if self.start["pending"] is None and self.start.get("step") == self.header["step"]:
            self.check_from(self.header, *json.loads(json.dumps([self.start, self.lines])))


def header_of(data: Json, players: int, difficulty: "str | None" = None, **more: Any) -> Json:
    """Return the header of a trace that begins in the middle of a game; `step` is where the referee starts."""
    header = {"step": None, "players": players, "difficulty": difficulty, "bots": ["random"] * players}
    return {**header, "turn_limit": data["ruleset"].get("turn_limit"), "components": components(data), **more}
