"""A game of Striking Flint in a player's words: the actions, and what the rules make of them."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from strikesim.games.flint.schema import per_count
from strikesim.games.flint.wording import (
    ICON_RESULTS,
    LASTING,
    counted,
    draw_map,
    removal_words,
    sentence_case,
    space_words,
    tell_table,
    words,
    worker_words,
)

Json = dict[str, Any]


class Teller:
    """The thread of a story: who acts, on what, and what is yet to be told with what follows."""

    def __init__(self, header: Json) -> None:
        self.header = header
        self.state: Json = {}  # the last one that a line has shown
        self.turn, self.acting = 0, ""
        self.token = int(header["token"])
        self.places = dict.fromkeys(header["committees"], int(header["components"]["rules"]["start_space"]))
        self.in_play: list[str] = []
        self.action: Json | None = None  # of this turn
        self.paid = False
        self.acts: Json | None = None  # the strikebreaker that acts
        self.nearest: Json = {}
        self.by_choice = ""
        self.short = ""  # the kind of strikebreaker that ran out
        self.rolled = Counter[str]()  # strikebreakers of set-up

    def line(self, line: Json) -> Iterator[str]:
        """Tell one line of the trace: the decision, and all that follows up to the next one."""
        turn, self.state = self.turn, self.state or line["state"]
        if not turn and "seat" in line:
            self.acting = self.header["committees"][line["seat"]]
        yield from self._decision(line["action"])
        for step in line["steps"]:
            if step["type"] == "turn":
                yield from self._begin_turn(step)
            else:
                yield from (f"  {sentence}" for sentence in self._step(step, line["state"]))
        self.state = line["state"]
        if self.turn > turn and self.state["outcome"] is None and "persons" not in self.header:
            yield from (f"    {row}" for row in tell_table(self.header, self.state))

    def _begin_turn(self, step: Json) -> Iterator[str]:
        self.turn, self.acting, self.action, self.paid = self.turn + 1, step["committee"], None, False
        yield ""
        yield f"Turn {self.turn}: {words(self.acting)}, on space {self.places[self.acting]}."

    # -- decisions

    def _decision(self, action: Json) -> Iterator[str]:
        """Tell a decision; one that only settles a tie is told with what comes of it."""
        if action["type"] == "target" or (action["type"] == "step" and self.acts):
            self.by_choice = " (by choice)"
        elif action["type"] != "setup":
            yield f"  {self._action(action)}."
        if self.action is None and self.turn:
            self.action = action

    def _action(self, action: Json) -> str:
        space = space_words(action.get("space", ""))
        match action["type"]:
            case "place":
                return f"First worker of {words(self.acting)} on {space}"
            case "occupy" | "picket" as kind:
                left = f", from {space_words(action['from'])}" if action.get("from") else ""
                return f"{kind.capitalize()} {space} with a worker of {words(action['committee'])}{left}"
            case "resist":
                kind = sentence_case(action["strikebreaker"])
                return f"Resist the {kind} on {space} with {worker_words(action['worker'])}; it goes back to the supply"
            case "gambit":
                return f"Gambit with {worker_words(action['worker'])}"
            case "move":
                start, to = space_words(action["from"]), space_words(action["to"])
                return f"The {sentence_case(action['strikebreaker'])} on {start} moves to {to}"
            case "step":
                return f"The worker steps to {space_words(action['to'])}"
            case "hold":
                workers = self.header["components"]["committees"][self.acting]["unique"]["workers"]
                return f"Hold {space} with {counted(workers, 'own worker')}"
            case "agitate":
                return f"Agitate on {space}"
            case "relief":
                return f"Relief for {words(action['committee'])}"
            case "activate":
                return f"{space} comes next"
            case "order":
                return f"The event “{self._headline(action['event'])}” comes first"
            case "pass":
                return "Pass, as no action is possible"
            case "done":
                return {"agitate": "No further Resist"}.get(self._main(), "The rest of the Gambit is left out")
        return str(action["type"]).capitalize()

    def _main(self) -> str:
        return self.action["type"] if self.action else ""

    def _headline(self, event: str) -> str:
        return str(self.header["components"]["events"][event]["headline"])

    # -- what the rules make of them

    def _step(self, step: Json, after: Json) -> Iterator[str]:
        """Tell one thing that happened without a choice."""
        told = getattr(self, f"_{step['type']}", None)
        if told:
            yield from told(step, after)
        elif "cards" not in step:
            yield f"{self._action(step)}, as there is no other choice."
            self.action = self.action or step

    def _order(self, step: Json, _after: Json) -> Iterator[str]:
        if "committees" in step:
            yield f"Turn order from the top of the stack: {', '.join(map(words, step['committees']))}."
        else:
            yield f"{self._action(step)}, as there is no other choice."

    def _strikebreaker(self, step: Json, after: Json) -> Iterator[str]:
        rules = self.header["components"]["rules"]
        kind = next(kind for kind, numbers in rules["setup_die"].items() if step["number"] in numbers)
        card, rolled = space_words(step["card"]), f"the die shows {step['number']}"
        if self.rolled[kind] == rules["strikebreakers"]:
            yield f"For {card} {rolled}; no {sentence_case(kind)} is left, so it is rolled again."
            return
        self.rolled[kind] += 1
        spaces = after["spaces"].items()
        name = next(name for name, space in spaces if space["card"] == step["card"] and space["icon"] == kind)
        yield f"For {card} {rolled}; {sentence_case(kind)} comes onto {space_words(name)}."

    def _sent_back(self, step: Json, _after: Json) -> Iterator[str]:
        why = "" if self.action else ", as a strikebreaker is there"
        worker = f"A worker of {words(step['committee'])} on {space_words(step['space'])}"
        yield f"{worker} goes back to the supply{why}{self._choice()}."

    def _choice(self) -> str:
        said, self.by_choice = self.by_choice, ""
        return said

    def _given_back(self, step: Json, _after: Json) -> Iterator[str]:
        cubes = counted(step["cubes"], "cube") if step["cubes"] else "no cube"
        yield f"{sentence_case(words(step['committee']))}: {cubes} given back."

    def _gained(self, step: Json, _after: Json) -> Iterator[str]:
        if self.paid:
            yield f"{sentence_case(words(self.acting))}: {counted(step['cubes'], 'cube')} gained."
        else:
            yield f"Exhaustion: {counted(step['cubes'], 'cube')}{self._why(step['cubes'])}."
        self.paid = True

    def _why(self, cubes: int) -> str:
        """Return what the exhaustion of an action is made of (FLT-12, FLT-13, FLT-V22)."""
        main = self._main()
        action = main if main in LASTING else "unique"
        components = self.header["components"]
        card = components["committees"][self.acting]["exhaustion"][action]
        effects = [e for name in self.in_play for e in components["events"][name]["effects"]]
        extra = [e for e in effects if e["effect"] == "extra_exhaustion" and e["action"] == action]
        by_event = sum(per_count(e["amount"], len(self.header["committees"])) for e in extra)
        parts = [
            (card, "by the card"),
            (by_event, "by the event"),
            (cubes - card - by_event, "for another committee's worker"),
        ]
        said = [f"{number} {why}" for number, why in parts if number]
        return f" ({', '.join(said)})" if len(said) > 1 else ""

    def _cubes_short(self, step: Json, after: Json) -> Iterator[str]:
        have = "has" if step["cubes"] == 1 else "have"
        yield f"{counted(step['cubes'], 'cube')} {have} to be gained; the supply has {after['supply']['exhaustion']}."

    def _added(self, step: Json, _after: Json) -> Iterator[str]:
        yield f"{sentence_case(step['strikebreaker'])} comes onto {space_words(step['space'])}."

    def _kind_short(self, step: Json, _after: Json) -> Iterator[str]:
        self.short = kind = sentence_case(step["strikebreaker"])
        yield f"{kind} has to come onto {space_words(step['space'])}, and no {kind} is left."

    def _advanced(self, step: Json, _after: Json) -> Iterator[str]:
        if step["to"] > self.places[self.acting]:
            yield f"The tracker advances {self._spaces(step['to'])}, to {step['to']}."

    def _factory_action(self, step: Json, _after: Json) -> Iterator[str]:
        yield f"The tracker advances {self._spaces(step['to'])}, to its icon on {step['to']}, for a Factory Action."

    def _spaces(self, to: int) -> str:
        """Return how far the tracker advances, and let it stand there."""
        spaces = to - self.places[self.acting]
        self.paid, self.places[self.acting] = True, to
        return counted(spaces, "space")

    def _line(self, step: Json, _after: Json) -> Iterator[str]:
        yield f"The event “{self._headline(step['event'])}” acts."

    def _roll(self, step: Json, after: Json) -> Iterator[str]:
        listed = any(space["die"] == step["number"] for space in after["spaces"].values())
        yield f"The die shows {step['number']}.{'' if listed else ' No space has it.'}"

    def _activated(self, step: Json, after: Json) -> Iterator[str]:
        result = ICON_RESULTS.get(after["spaces"][step["space"]]["icon"], "a strikebreaker comes")
        yield f"Nobody is on {space_words(step['space'])}, so {result}."

    def _covered(self, step: Json, _after: Json) -> Iterator[str]:
        yield f"A worker covers {space_words(step['space'])}, so nothing happens there."

    def _acts(self, step: Json, _after: Json) -> Iterator[str]:
        self.acts = step
        yield from ()

    def _nearest(self, step: Json, _after: Json) -> Iterator[str]:
        self.nearest = step
        yield from ()

    def _acting_one(self) -> "tuple[str, str]":
        """Return the strikebreaker that acts, and its kind; it has acted now."""
        assert self.acts is not None
        kind, space, self.acts = self.acts["strikebreaker"], self.acts["space"], None
        return f"{sentence_case(kind)} on {space_words(space)}", kind

    def _stepped(self, step: Json, _after: Json) -> Iterator[str]:
        (who, kind), worker, to = self._acting_one(), worker_words(self.nearest), space_words(step["space"])
        if kind == "authority":
            yield f"{who} steps to {to}, towards {worker}{self._choice()}."
        else:
            yield f"{who} {'pulls' if kind == 'money' else 'pushes'} {worker} to {to}{self._choice()}."

    def _stayed(self, _step: Json, _after: Json) -> Iterator[str]:
        (who, kind), worker = self._acting_one(), worker_words(self.nearest)
        if kind == "scab":
            yield f"{who} cannot push {worker} farther away{self._choice()}."
        else:
            yield f"{who} has {worker} beside it, and nothing moves{self._choice()}."

    def _no_worker(self, _step: Json, _after: Json) -> Iterator[str]:
        self.acts = None
        yield "There is no worker it could act on."

    def _conceded(self, step: Json, _after: Json) -> Iterator[str]:
        self.token -= self.header["components"]["rules"]["concession_step"]
        yield f"Factories held: {step['factories']}, so the token moves to {self.token}."

    def _removed(self, step: Json, after: Json) -> Iterator[str]:
        why, moves = removal_words(self.header, after, step["event"]), ""
        if step["event"] in self.in_play:
            self.in_play.remove(step["event"])
        if self.turn:
            self.token -= self.header["components"]["rules"]["event_step"]
            moves = f" The token moves to {self.token}."
        yield f"The event “{self._headline(step['event'])}” leaves, as {why}.{moves}"

    def _reveal(self, step: Json, _after: Json) -> Iterator[str]:
        self.in_play.append(step["event"])
        yield f"The next event is “{self._headline(step['event'])}”."

    def end(self, result: Json) -> Iterator[str]:
        """Tell how the game ended."""
        yield ""
        yield from (f"    {row}" for row in draw_map(self.state["spaces"]))
        won = {"win": "The committees win", "loss": "The committees lose"}[result["outcome"]]
        causes = {
            "concessions": "no tracker is before the Concessions token",
            "strikebreakers_gone": f"{self.short} has to come, and none is left in the supply",
            "exhaustion_gone": "exhaustion has to be gained, and the supply has too few cubes",
            "factories_empty": "no worker is left in any factory",
        }
        yield f"{won} in turn {result['turns']}, as {causes[result['cause']]}."
