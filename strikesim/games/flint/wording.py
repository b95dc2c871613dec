"""Words of Striking Flint: names, the table, and what events do and when they leave."""

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
