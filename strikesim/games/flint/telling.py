"""A game of Striking Flint in a player's words: the actions, what the rules make of them, and the table."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from strikesim.games.flint.schema import per_count

Json = dict[str, Any]

COMMITTEE_LETTERS = {"cio": "C", "rank_and_file": "R", "socialists": "S", "veterans": "V", "womens_brigade": "W"}
COMMITTEE_WORDS = {
    "cio": "the CIO",
    "rank_and_file": "Rank and File",
    "socialists": "the Socialists",
    "veterans": "the Veterans",
    "womens_brigade": "the Women's Brigade",
}
ICON_LETTERS = {"authority": "a", "money": "m", "scab": "s", "exhaustion": "+", "remove": "-"}
LEGEND = (
    "The map shows [stations] and (corners) with die number and icon (a, m, s for a strikebreaker that comes, + for"
    " exhaustion, - for a worker that goes), then workers (C, R, S, V, W) and strikebreakers (!a, !m, !s)."
)
ICON_RESULTS = {"exhaustion": "exhaustion grows", "remove": "the nearest worker goes"}
LASTING = {"occupy": "Occupy", "picket": "Picket", "resist": "Resist", "rest": "Rest", "unique": "the unique action"}
PLACES = {"factory": " by workers in factories", "street": " by workers on the Street", "all": ""}


# ---- names -------------------------------------------------------------------------------------------------------


def words(committee: str) -> str:
    """Return a committee's name as it is spoken."""
    return COMMITTEE_WORDS.get(committee, committee.replace("_", " "))


def sentence_case(text: str) -> str:
    """Return a text with its first letter large and the others as they are."""
    return text[:1].upper() + text[1:]


def space_words(space: str) -> str:
    """Return a space's name as the map shows it: its card and its letter."""
    return space[:1].upper() + space[1:].replace("_", " ")


def worker_words(worker: Json) -> str:
    """Return whose worker it is and where it stands."""
    return f"the worker of {words(worker['committee'])} on {space_words(worker['space'])}"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun."""
    return f"{number} {noun}{'s' * (number != 1)}"


# ---- the table ---------------------------------------------------------------------------------------------------


def draw_map(spaces: Json, named: bool = False) -> Iterator[str]:
    """Draw the map, one row of cells a line; a space of several cells is told in its first and dotted in the others."""
    shown = {}
    for name, space in spaces.items():
        first, *others = (tuple(cell) for cell in space["cells"])
        shown[first] = _cell(space, space_words(name) if named else _workers(space))
        shown.update(dict.fromkeys(others, "[..]" if space["kind"] == "station" else "(..)"))
    width = max(map(len, shown.values())) + 2
    for y in range(max(y for _, y in shown) + 1):
        row = [shown.get((x, y), "") for x in range(max(x for x, _ in shown) + 1)]
        yield "".join(cell.ljust(width) for cell in row).rstrip()


def _workers(space: Json) -> str:
    return "".join(COMMITTEE_LETTERS[name] * count for name, count in space["workers"].items())


def _cell(space: Json, told: str) -> str:
    """Return a space as the map shows it: its die number and icon, what is told of it, strikebreakers."""
    left, right = "[]" if space["kind"] == "station" else "()"
    hired = "".join(f"!{ICON_LETTERS[kind]}" * count for kind, count in space["strikebreakers"].items())
    inside = (f"{space['die']}{ICON_LETTERS[space['icon']]}", told, hired)
    return f"{left}{' '.join(part for part in inside if part)}{right}"


def draw_cards(spaces: Json) -> Iterator[str]:
    """Draw the map with the cards' names above their rows, and each space's letter before it."""
    shown, corners = dict[tuple[int, int], str](), dict[str, tuple[int, int]]()
    for name, space in spaces.items():
        letter, cells = name[-1], [(x, y) for x, y in space["cells"]]
        shown[cells[0]] = letter + _cell(space, _workers(space))
        shown.update(dict.fromkeys(cells[1:], letter + ".."))
        corner = corners.get(space["card"], cells[0])
        corners[space["card"]] = min(x for x, _ in [corner, *cells]), min(y for _, y in [corner, *cells])
    columns = range(1 + max(x for x, _ in shown))
    widths = [1 + max((len(cell) for (x, _), cell in shown.items() if x == column), default=0) for column in columns]
    for y in range(1 + max(y for _, y in shown)):
        titles = {x: space_words(card) for card, (x, top) in corners.items() if top == y}
        if titles:
            yield _row({x: sum(widths[:x]) for x in columns}, titles)
        yield _row({x: sum(widths[:x]) for x in columns}, {x: shown[x, y] for x in columns if (x, y) in shown})


def _row(starts: "dict[int, int]", texts: "dict[int, str]") -> str:
    row = ""
    for column, text in sorted(texts.items()):
        row = row.ljust(starts[column]) + text
    return row


def tell_table(header: Json, state: Json) -> Iterator[str]:
    """Tell how the table stands: the token and the trackers, the events in play, the map."""
    yield trackers_in_words(state)
    yield from tell_events(header, state)
    yield from draw_map(state["spaces"])


def trackers_in_words(state: Json) -> str:
    """Return where the token and the trackers are, in the order in which committees act, and their cubes."""
    trackers, cubes = state["trackers"], state["exhaustion"]
    order = sorted(trackers, key=lambda name: (trackers[name]["space"], -trackers[name]["height"]))
    places = [f"{words(name)} on {trackers[name]['space']} ({counted(cubes[name], 'cube')})" for name in order]
    return f"Token on {state['concessions']}; {', '.join(places)}."


def tell_events(header: Json, state: Json) -> Iterator[str]:
    """Tell what the events in play do, and when they leave."""
    for name in state["events"]["in_play"]:
        event = header["components"]["events"][name]
        effects = [effect_words(effect, len(state["trackers"])) for effect in event["effects"]]
        yield f"Event “{event['headline']}”: {', '.join(effects) or 'no effect'};"
        so_far = _so_far(event["removal"], state["counts"][name])
        yield f"  it leaves when {removal_words(header, state, name)}{so_far}."


def _so_far(removal: Json, counts: Json) -> str:
    counted_here = {"resists": "resists", "rest": "rests"}.get(removal["condition"])
    return f" ({counts[counted_here]} so far)" if counted_here else ""


def effect_words(effect: Json, committees: int) -> str:
    """Return what an effect of an event does, with so many committees in play (FLT-V21 .. FLT-V28)."""
    number = next((per_count(effect[key], committees) for key in ("amount", "count", "spaces") if key in effect), 1)
    match effect["effect"]:
        case "forbid":
            return f"no {LASTING[effect['action']].removeprefix('the ')}{PLACES[effect['where']]}"
        case "extra_exhaustion":
            return f"{LASTING[effect['action']]} costs {number} more"
        case "rest_moves":
            return f"a Rest moves the tracker {counted(number, 'space')} farther"
        case "add_strikebreaker":
            return f"each Factory Action adds {number} {sentence_case(effect['kind'])}"
        case "roll_twice":
            return "each Factory Action has one more roll"
        case "gain_exhaustion":
            return f"each Factory Action gives {counted(number, 'cube')}"
    return "each Factory Action sends a worker of the largest factory back"


def removal_words(header: Json, state: Json, event: str) -> str:
    """Return when an event leaves, with its number for this game (FLT-V29, FLT-V31)."""
    removal = header["components"]["events"][event]["removal"]
    rules, committees = header["components"]["rules"], len(header["committees"])
    shift, workers = rules["event_shift"], rules["workers"] * committees
    number = next(
        (per_count(removal[key], committees) for key in ("at_least", "at_most", "count") if key in removal), 0
    )
    more = max(1, number + shift)
    match removal["condition"]:
        case "workers_on_street":
            return f"at least {counted(min(more, workers - 1), 'worker')} stand on the Street"
        case "workers_in_factories":
            return f"at least {counted(min(more, workers), 'worker')} stand in factories"
        case "factories_held":
            factories = {space["factory"] for space in state["spaces"].values()} - {None}
            return f"at least {min(more, len(factories))} factories are held"
        case "no_strikebreaker":
            kind = sentence_case(removal["kind"])
            return f"at most {-shift} {kind} is on the map" if shift < 0 else f"no {kind} is on the map"
        case "total_exhaustion":
            return f"all committees together hold at most {counted(max(0, number - shift), 'cube')}"
        case "resists":
            return f"{counted(more, 'strikebreaker')} have gone by Resist"
    return f"the committees have rested {counted(more, 'time')}"


# ---- what happens ------------------------------------------------------------------------------------------------


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
