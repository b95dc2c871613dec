"""What a person who plays Striking Flint is asked, in words."""

from collections.abc import Iterator
from typing import Any

from strikesim.games.asking import LAST, Option
from strikesim.games.flint.schema import per_count
from strikesim.games.flint.wording import (
    LASTING,
    counted,
    draw_cards,
    sentence_case,
    space_words,
    tell_events,
    trackers_in_words,
    words,
)

Json = dict[str, Any]

ASKS = {
    "place": "Where does your first worker stand?",
    "coordinate": "Where does the next worker go?",
    "agitate": "Which strikebreaker is resisted?",
    "gambit": "Which strikebreaker moves, and where to?",
    "gambit_step": "Where does the worker of the Gambit step?",
    "activate": "Which space comes next?",
    "order": "Which event comes first?",
}
DONE = {
    "agitate": "No further Resist",
    "gambit": "Leave the rest of the Gambit out",
    "coordinate": "No further placement",
}


class Asked:
    """One decision in words.

    Parameters
    ----------
    header
        A trace's, as far as games have it before they begin.
    state
        As a trace has it.
    seat
        Who is asked.
    """

    def __init__(self, header: Json, state: Json, seat: int) -> None:
        self.header, self.parts, self.state = header, header["components"], state
        self.own: str = header["committees"][seat]
        self.pending: Json = state["pending"] or {"kind": "main"}

    # ---- the table --------------------------------------------------------------------------------------------------

    def asks(self) -> str:
        """Return the question."""
        kind = self.pending["kind"]
        if kind in ("target", "step"):
            by = self.pending["by"]
            who = f"{sentence_case(by)} on {self._at()}" if by in ("authority", "money", "scab") else self._icon(by)
            return f"{who}: which worker is nearest?" if kind == "target" else f"{who}: which way?"
        return ASKS.get(kind, "Which action do you take?")

    def _at(self) -> str:
        return space_words(self.pending["space"])

    def _icon(self, by: str) -> str:
        return "The event" if by == "event" else f"The icon on {self._at()}"

    def table(self) -> Iterator[str]:
        """Tell how the table stands."""
        yield trackers_in_words(self.state)
        events = [line.strip() for line in tell_events(self.header, self.state)]
        yield from (f"{does} {leaves}" for does, leaves in zip(events[::2], events[1::2], strict=True))
        supply = self.state["supply"]
        hired = ", ".join(
            f"{supply['strikebreakers'].get(kind, 0)} {sentence_case(kind)}" for kind in ("authority", "money", "scab")
        )
        yield f"In the supply: {counted(supply['exhaustion'], 'cube')}; {hired}."
        yield from (f"  {row}" for row in draw_cards(self.state["spaces"]))
        left = counted(supply["workers"].get(self.own, 0), "worker")
        costs = ", ".join(f"{name} {self._cost(kind)}" for kind, name in self._actions().items())
        yield f"You are {words(self.own)}, {left} in the supply. Cubes for {costs}."

    def _actions(self) -> "dict[str, str]":
        unique = self.parts["committees"][self.own]["unique"]["action"]
        return {**LASTING, "unique": unique.capitalize()}

    def _cost(self, kind: str, committee: str = "") -> int:
        """Return the cubes that an action gains: by the card, by events, for another committee's worker."""
        cost = self.parts["committees"][self.own]["exhaustion"][kind]
        for event in self.state["events"]["in_play"]:
            for effect in self.parts["events"][event]["effects"]:
                if effect["effect"] == "extra_exhaustion" and effect["action"] == kind:
                    cost += per_count(effect["amount"], len(self.header["committees"]))
        return int(cost) + (self.parts["rules"]["foreign_extra"] if committee not in ("", self.own) else 0)

    # ---- options ----------------------------------------------------------------------------------------------------

    def option(self, action: Json) -> Option:
        """Return an action on offer in words."""
        kind, space = action["type"], space_words(action.get("space", ""))
        foreign = "" if action.get("committee", self.own) == self.own else LAST
        match kind:
            case "occupy" | "picket":
                return Option(f"{self._placing(action)}:", space, foreign + space)
            case "resist":
                who = f"the {sentence_case(action['strikebreaker'])} on {space}"
                worker = action["worker"]
                return Option(f"Resist {who}, with the worker", self._worker(worker, self._paid("resist", worker)))
            case "gambit":
                worker = action["worker"]
                return Option("Gambit with the worker", self._worker(worker, self._paid("unique", worker)))
            case "target":
                return Option("The worker", self._worker(action))
            case "move":
                start = space_words(action["from"])
                return Option(
                    f"The {sentence_case(action['strikebreaker'])} on {start} moves to", space_words(action["to"])
                )
            case "step":
                return Option("To", space_words(action["to"]))
            case "hold":
                workers = self.parts["committees"][self.own]["unique"]["workers"]
                return Option(
                    f"Hold, with {counted(workers, 'own worker')} ({self._cubes('unique')}), on", space, space
                )
            case "agitate":
                return Option(f"Agitate ({self._cubes('unique')}) on", space, space)
            case "relief":
                return Option(f"Relief ({self._cubes('unique')}) for", words(action["committee"]))
            case "order":
                return Option("First", f"“{self.parts['events'][action['event']]['headline']}”")
            case "place" | "activate":
                return Option("First worker on" if kind == "place" else "Next comes", space, space)
            case "done":
                return Option("", DONE.get(self.pending["kind"], "No more"), LAST)
            case "rest":
                return Option("", f"Rest: give all your cubes back ({self._cubes('rest')} gained)")
            case "coordinate":
                unique = self.parts["committees"][self.own]["unique"]
                placed = counted(unique["placements"], "worker")
                return Option("", f"Coordinate ({self._cubes('unique')}): place {placed} of any committees")
        return Option("", sentence_case(kind.replace("_", " ")))

    def _placing(self, action: Json) -> str:
        """Return how an Occupy or a Picket begins: what it costs, and whose worker it takes."""
        whose = "an own worker" if action["committee"] == self.own else f"a worker of {words(action['committee'])}"
        start = f", from {space_words(action['from'])}" if action.get("from") else ""
        cost = "" if self.pending["kind"] == "coordinate" else f" ({self._cubes(action['type'], action['committee'])})"
        return f"{action['type'].capitalize()} with {whose}{cost}{start}"

    def _cubes(self, kind: str, committee: str = "") -> str:
        return counted(self._cost(kind, committee), "cube")

    def _paid(self, kind: str, worker: Json) -> str:
        """Return what an action costs with this worker; '' in the middle of one."""
        return f" ({self._cubes(kind, worker['committee'])})" if self.pending["kind"] == "main" else ""

    def _worker(self, worker: Json, paid: str = "") -> str:
        whose = "of yours" if worker["committee"] == self.own else f"of {words(worker['committee'])}"
        return f"{whose} on {space_words(worker['space'])}{paid}"
