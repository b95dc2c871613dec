"""One game of Striking Flint as JSON lines, and as a text that a player can follow."""

from collections.abc import Iterator
from typing import Any

from strikesim._jit import Record
from strikesim.games.common import OUTCOMES, RUNNING
from strikesim.games.flint.state import (
    ACTIVATE,
    ACTIVATE_SPACE,
    AGITATE_SPACE,
    AGITATING,
    BY_EVENT,
    BY_ICON,
    COMMITTEES,
    COORDINATE_ACTION,
    COORDINATING,
    DONE,
    FLOW,
    GAMBIT_MOVES,
    GAMBIT_STEP,
    GAMBIT_WORKER,
    HOLD_SPACE,
    ICONS,
    KINDS,
    LINES,
    LOG_MAP,
    LOG_ORDER,
    LOG_ROLL,
    LOG_STRIKEBREAKER,
    MAIN,
    MOVE_STRIKEBREAKER,
    OCCUPY_ACTION,
    ORDER,
    ORDER_EVENT,
    PASS,
    PICKET_ACTION,
    PLACE,
    PLACE_WORKER,
    RELIEF_ACTION,
    RESIST_ACTION,
    REST_ACTION,
    SEAT_BASE,
    SPACE_BASE,
    SPACE_KINDS,
    STATION,
    STEP,
    STEP_TO,
    TARGET,
    TARGET_WORKER,
)
from strikesim.games.log import read_log
from strikesim.games.ruleset import Data

Json = dict[str, Any]
PLAIN = {PASS: "pass", REST_ACTION: "rest", DONE: "done", COORDINATE_ACTION: "coordinate"}
WITH_SPACE = (
    (STEP_TO, "step", "to"),
    (ACTIVATE_SPACE, "activate", "space"),
    (AGITATE_SPACE, "agitate", "space"),
    (HOLD_SPACE, "hold", "space"),
    (PLACE_WORKER, "place", "space"),
)
PENDING = {
    PLACE: "place",
    COORDINATING: "coordinate",
    AGITATING: "agitate",
    GAMBIT_MOVES: "gambit",
    GAMBIT_STEP: "gambit_step",
    ACTIVATE: "activate",
    TARGET: "target",
    STEP: "step",
    ORDER: "order",
}


# ---- as JSON -----------------------------------------------------------------------------------------------------


def space_name(data: Data, s: Record, space: int) -> str:
    """Return a space's id: its card and its letter (FLT-V1)."""
    card = list(data["map_cards"])[s.placed_card[s.card[space]]]
    return f"{card}_{list(data['map_cards'][card]['spaces'])[s.letter[space]]}"


def committee_names(t: Record, s: Record) -> list[str]:
    """Return the committees in play, in the order of the seats."""
    return [COMMITTEES[s.committee[seat]] for seat in range(t.seats)]


def event_names(data: Data, events: Any) -> list[str]:
    """Return the names of events given by their numbers."""
    names = list(data["events"])
    return [names[event] for event in events]


def counts_json(counts: Any, names: Any) -> Json:
    """Return counts by name, zeros left out."""
    return {name: int(count) for name, count in zip(names, counts, strict=False) if count}


def setup_json(data: Data, t: Record, s: Record) -> Json:
    """Return what the trace's header says beyond the common fields."""
    two_each = int(t.players) == 2
    return {
        "committees": committee_names(t, s),
        "holders": [seat % 2 if two_each else seat % int(t.players) for seat in range(t.seats)],
        "calendar": list(data["calendars"])[t.calendar],
        "token": int(t.token),
        "extra_card": bool(data["options"]["extra_card"]),
        "events_in_play": int(t.events_in_play),
    }


def state_json(data: Data, t: Record, s: Record) -> Json:
    """Return the whole state, the order of the deck too."""
    names = committee_names(t, s)
    in_play = event_names(data, s.event[: s.n_in_play])
    return {
        "current": int(s.current),
        "turn": int(s.turn),
        "step": int(s.step),
        "concessions": int(s.token),
        "trackers": {
            name: {"space": int(s.tracker[seat]), "height": int(s.height[seat])} for seat, name in enumerate(names)
        },
        "exhaustion": {name: int(s.cubes[seat]) for seat, name in enumerate(names)},
        "supply": {
            "exhaustion": int(s.cube_supply),
            "strikebreakers": counts_json(s.strikebreaker_supply, KINDS),
            "workers": counts_json(s.worker_supply, names),
        },
        "spaces": _spaces_json(data, t, s, names),
        "events": {"in_play": in_play, "deck": event_names(data, s.deck[: s.n_deck])},
        "resists": int(s.resists[0]),
        "counts": {
            name: {"resists": int(s.resists[slot]), "rests": int(s.rests[slot])} for slot, name in enumerate(in_play)
        },
        "pending": _pending_json(data, t, s),
        "outcome": None if s.outcome == RUNNING else OUTCOMES[s.outcome],
    }


def _spaces_json(data: Data, t: Record, s: Record, names: "list[str]") -> Json:
    cells = _cells_of_spaces(t, s)
    return {
        space_name(data, s, space): {
            "kind": SPACE_KINDS[s.kind[space]],
            "card": list(data["map_cards"])[s.placed_card[s.card[space]]],
            "cells": cells[space],
            "die": int(s.die[space]),
            "icon": ICONS[s.icon[space]],
            "factory": int(s.factory[space]) if s.kind[space] == STATION else None,
            "workers": counts_json(s.workers[space], names),
            "strikebreakers": counts_json(s.strikebreakers[space], KINDS),
        }
        for space in range(s.n_spaces)
    }


def _cells_of_spaces(t: Record, s: Record) -> list[list[list[int]]]:
    """Return the cells of each space, as [x, y] from the top left of the map, in map order."""
    rows, columns = int(t.card_rows), int(t.card_columns)
    space_of = {(int(s.card[i]), int(s.letter[i])): i for i in range(s.n_spaces)}
    found: list[list[list[int]]] = [[] for _ in range(s.n_spaces)]
    for place in range(t.n_placed):
        top, left = divmod(int(s.placed_at[place]), int(t.grid_columns))
        for cell in range(rows * columns):
            shown = rows * columns - 1 - cell if s.placed_turned[place] else cell
            letter = int(t.cells[s.placed_card[place], shown])
            if letter >= 0:
                y, x = divmod(cell, columns)
                found[space_of[place, letter]].append([left * columns + x, top * rows + y])
    return [sorted(cells, key=lambda cell: (cell[1], cell[0])) for cells in found]


def _pending_json(data: Data, t: Record, s: Record) -> "Json | None":
    if s.phase in (MAIN, FLOW):
        return None
    pending: Json = {"kind": PENDING[int(s.phase)], "seat": int(s.seat)}
    if s.phase in (COORDINATING, AGITATING):
        pending["left"] = int(s.left)
    if s.phase == AGITATING:
        pending["space"] = space_name(data, s, int(s.at))
    if s.phase in (GAMBIT_MOVES, GAMBIT_STEP):
        pending["worker"] = _worker_json(data, t, s, int(s.at), int(s.with_seat))
    if s.phase == GAMBIT_MOVES:
        pending["strikebreakers"] = {
            space_name(data, s, space): counts_json(s.unmoved[space], KINDS)
            for space in range(s.n_spaces)
            if s.unmoved[space].any()
        }
    if s.phase in (ACTIVATE, TARGET, STEP):
        pending.update(_factory_action_json(data, t, s))
    if s.phase == ORDER:
        pending["for"] = "factory_line" if s.stage == LINES else "removal"
    return pending


def _factory_action_json(data: Data, t: Record, s: Record) -> Json:
    """Return who acts in a Factory Action, on what, and what of this roll is still to come."""
    told: Json = {}
    if s.phase != ACTIVATE:
        told["by"] = KINDS[s.by] if s.by < BY_ICON else "remove" if s.by == BY_ICON else "event"
        if s.by < BY_EVENT:
            told["space"] = space_name(data, s, int(s.at))
    if s.phase == STEP:
        told["target"] = _worker_json(data, t, s, int(s.target), int(s.target_seat))
    if s.by < BY_EVENT or s.phase == ACTIVATE:
        told["number"] = int(s.rolled)
        told["listed"] = [space_name(data, s, space) for space in range(s.n_spaces) if s.listed >> space & 1]
        told["acted"] = {
            space_name(data, s, space): counts_json(s.acted[space], KINDS)
            for space in range(s.n_spaces)
            if s.acted[space].any()
        }
        told["rolls"] = int(s.rolls)
    return told


def _worker_json(data: Data, t: Record, s: Record, space: int, seat: int) -> Json:
    return {"space": space_name(data, s, space), "committee": COMMITTEES[s.committee[seat]]}


def action_json(data: Data, t: Record, s: Record, action: int) -> Json:
    """Return an action code, in a state in which it is legal, as the trace's action."""
    if action in PLAIN:
        return {"type": PLAIN[action]}
    if action >= OCCUPY_ACTION:
        return _basic_json(data, t, s, action)
    if action >= MOVE_STRIKEBREAKER:
        rest, to = divmod(action - MOVE_STRIKEBREAKER, SPACE_BASE)
        kind, start = divmod(rest, SPACE_BASE)
        places = {"from": space_name(data, s, start), "to": space_name(data, s, to)}
        return {"type": "move", "strikebreaker": KINDS[kind], **places}
    if action >= TARGET_WORKER:
        gambit = action >= GAMBIT_WORKER
        worker = _worker_json(data, t, s, *divmod(action - (GAMBIT_WORKER if gambit else TARGET_WORKER), SEAT_BASE))
        return {"type": "gambit", "worker": worker} if gambit else {"type": "target", **worker}
    for base, name, key in WITH_SPACE:
        if action >= base:
            return {"type": name, key: space_name(data, s, action - base)}
    if action >= ORDER_EVENT:
        return {"type": "order", "event": event_names(data, [s.event[action - ORDER_EVENT]])[0]}
    return {"type": "relief", "committee": COMMITTEES[s.committee[action - RELIEF_ACTION]]}


def _basic_json(data: Data, t: Record, s: Record, action: int) -> Json:
    """Return an Occupy, Picket or Resist as the trace's action."""
    if action >= RESIST_ACTION:
        rest, seat = divmod(action - RESIST_ACTION, SEAT_BASE)
        rest, worker_at = divmod(rest, SPACE_BASE)
        kind, at = divmod(rest, SPACE_BASE)
        worker = _worker_json(data, t, s, worker_at, seat)
        return {"type": "resist", "space": space_name(data, s, at), "strikebreaker": KINDS[kind], "worker": worker}
    picket = action >= PICKET_ACTION
    rest, to = divmod(action - (PICKET_ACTION if picket else OCCUPY_ACTION), SPACE_BASE)
    start, seat = divmod(rest, SEAT_BASE)
    told: Json = {"type": "picket" if picket else "occupy", **_worker_json(data, t, s, to, seat)}
    if t.place_from_map:  # FLT-V6
        told["from"] = space_name(data, s, start - 1) if start else None
    return told


def chance_json(data: Data, t: Record, s: Record) -> list[Json]:
    """Return what chance did in the last step, in order."""
    told: list[Json] = []
    cards, names = list(data["map_cards"]), committee_names(t, s)
    for event, place, number in read_log(s):
        if event == LOG_ORDER:
            top_first = sorted(range(t.seats), key=lambda seat: -s.height[seat])
            told.append({"type": "order", "committees": [names[seat] for seat in top_first]})
        elif event == LOG_MAP:
            told.append({"type": "map", "cards": _map_json(cards, t, s)})
        elif event == LOG_STRIKEBREAKER:
            told.append({"type": "strikebreaker", "card": cards[s.placed_card[place]], "number": number})
        elif event == LOG_ROLL:
            told.append({"type": "roll", "number": number})
        else:
            told.append({"type": "reveal", "event": event_names(data, [number])[0]})
    return told


def _map_json(cards: "list[str]", t: Record, s: Record) -> list[Json]:
    """Return the cards laid out as a layout of the ruleset file."""
    return [
        {
            "card": cards[s.placed_card[i]],
            "place": [int(s.placed_at[i]) % int(t.grid_columns), int(s.placed_at[i]) // int(t.grid_columns)],
            "turned": bool(s.placed_turned[i]),
        }
        for i in range(t.n_placed)
    ]


# ---- in words ----------------------------------------------------------------------------------------------------


COMMITTEE_LETTERS = {"cio": "C", "rank_and_file": "R", "socialists": "S", "veterans": "V", "womens_brigade": "W"}
COMMITTEE_WORDS = {
    "cio": "the CIO",
    "rank_and_file": "Rank and File",
    "socialists": "the Socialists",
    "veterans": "the Veterans",
    "womens_brigade": "the Women's Brigade",
}
ICON_LETTERS = {"authority": "a", "money": "m", "scab": "s", "exhaustion": "+", "remove": "-"}
CELL = 13
LEGEND = (
    "Map: [stations] and (corners) with die number and icon (a, m, s: a strikebreaker comes; +: exhaustion; -: a worker"
    " goes), then workers (C, R, S, V, W) and strikebreakers (!a, !m, !s)."
)
CAUSES_IN_WORDS = {
    "concessions": "no tracker is before the Concessions token",
    "strikebreakers_gone": "a strikebreaker has to come, and there is none of its kind",
    "exhaustion_gone": "exhaustion has to be gained, and there are no cubes",
    "factories_empty": "no worker is left in any factory",
}


def tell(lines: "Iterator[Json]") -> Iterator[str]:
    """Tell a trace in words, turn by turn, with the map at each turn.

    Parameters
    ----------
    lines
        The lines of a trace (see docs of the trace in CONTRIBUTING.md).
    """
    header, setup = next(lines), next(lines)
    title, committees = header["components"]["ruleset"]["title"], header["committees"]
    yield f"{title}, {header['calendar']}: {len(committees)} committees, seed {header['seed']}, game {header['game']}"
    for name, bot in zip(committees, header["bots"], strict=True):
        yield f"  {words(name)} ({COMMITTEE_LETTERS[name]}): {bot}"
    yield LEGEND
    state, told_turn = setup["state"], -1
    for line in lines:
        if "result" in line:
            yield from _tell_end(header, state, line["result"])
            return
        if line["turn"] != told_turn:
            told_turn = line["turn"]
            yield ""
            yield from _tell_turn(header, state)
        yield f"  {sentence_case(words(committees[line['seat']]))}: {_tell_action(line['action'])}.{_tell_chance(line)}"
        for sentence in _tell_changes(state, line["state"]):
            yield f"    {sentence}"
        state = line["state"]


def words(committee: str) -> str:
    """Return a committee's name as it is spoken."""
    return COMMITTEE_WORDS.get(committee, committee.replace("_", " "))


def sentence_case(text: str) -> str:
    """Return a text with its first letter large and the others as they are."""
    return text[:1].upper() + text[1:]


def draw_map(spaces: Json) -> Iterator[str]:
    """Draw the map, one row of cells a line; a space of several cells is told in its first and dotted in the others."""
    shown = {}
    for space in spaces.values():
        left, right = "[]" if space["kind"] == "station" else "()"
        workers = "".join(COMMITTEE_LETTERS[name] * count for name, count in space["workers"].items())
        hired = "".join(f"!{ICON_LETTERS[kind]}" * count for kind, count in space["strikebreakers"].items())
        pieces = " ".join(part for part in (workers, hired) if part)
        first, *others = (tuple(cell) for cell in space["cells"])
        shown[first] = f"{left}{space['die']}{ICON_LETTERS[space['icon']]}{' ' * bool(pieces)}{pieces}{right}"
        shown.update(dict.fromkeys(others, f"{left}..{right}"))
    for y in range(max(y for _, y in shown) + 1):
        row = [shown.get((x, y), "") for x in range(max(x for x, _ in shown) + 1)]
        yield "".join(cell.ljust(CELL) for cell in row).rstrip()


def _tell_turn(header: Json, state: Json) -> Iterator[str]:
    if state["turn"] == 0:
        yield "Set-up."
    else:
        yield f"Turn {state['turn']}. Token on {state['concessions']}; {_trackers_in_words(state)}."
        events = header["components"]["events"]
        for name in state["events"]["in_play"]:
            yield f"  Event: {events[name]['headline']} ({name})"
            yield f"    effects {_entries(events[name]['effects'])}; leaves with {_entries([events[name]['removal']])}"
    for row in draw_map(state["spaces"]):
        yield f"    {row}"


def _entries(entries: "list[Json]") -> str:
    return ", ".join(" ".join(str(value) for value in entry.values()) for entry in entries) or "none"


def _trackers_in_words(state: Json) -> str:
    trackers = state["trackers"]
    order = sorted(trackers, key=lambda name: (trackers[name]["space"], -trackers[name]["height"]))
    return ", ".join(f"{words(name)} {trackers[name]['space']} ({_cubes(state, name)})" for name in order)


def _cubes(state: Json, name: str) -> str:
    cubes = state["exhaustion"][name]
    return f"{cubes} cube{'s' * (cubes != 1)}"


def _tell_action(action: Json) -> str:
    kind = action["type"]
    said = {
        "place": "places a worker on {space}",
        "occupy": "occupies {space} with a worker of {committee}",
        "picket": "pickets {space} with a worker of {committee}",
        "resist": "resists {strikebreaker} on {space} with the worker of {worker}",
        "gambit": "gambit of the worker of {worker}",
        "move": "moves {strikebreaker} from {from} to {to}",
        "step": "steps to {to}",
        "hold": "holds {space} with its own workers",
        "agitate": "agitates on {space}",
        "relief": "relieves {committee}",
        "activate": "resolves {space} next",
        "target": "lets it hit the worker on {space}",
        "order": "takes the event {event}",
    }.get(kind, "ends it" if kind == "done" else f"{kind}s")
    told = {key: words(value) if key == "committee" else value for key, value in action.items()}
    if "worker" in action:
        told["worker"] = f"{words(action['worker']['committee'])} on {action['worker']['space']}"
    return said.format(**told)


def _tell_chance(line: Json) -> str:
    told = [_tell_event_of_chance(event) for event in line["chance"]]
    return f" [{', '.join(told)}]" if told else ""


def _tell_event_of_chance(event: Json) -> str:
    return f"rolls {event['number']}" if event["type"] == "roll" else f"reveals {event['event']}"


def _tell_changes(before: Json, after: Json) -> Iterator[str]:
    """Tell what a line did to the pieces: who appeared, moved or left where, and what the committees hold."""
    if before["concessions"] != after["concessions"]:
        yield f"The token moves to {after['concessions']}."
    for name, space in after["spaces"].items():
        for what in ("workers", "strikebreakers"):
            old = before["spaces"][name][what]
            for piece in sorted({*old, *space[what]}):
                change = space[what].get(piece, 0) - old.get(piece, 0)
                if change:
                    yield f"{name}: {change:+d} {words(piece) if what == 'workers' else piece}"
    for name, cubes in after["exhaustion"].items():
        if cubes != before["exhaustion"][name]:
            yield f"{sentence_case(words(name))}: {_cubes(after, name)}."


def _tell_end(header: Json, state: Json, result: Json) -> Iterator[str]:
    yield ""
    for row in draw_map(state["spaces"]):
        yield f"    {row}"
    won = {"win": "The committees win", "loss": "The committees lose"}.get(result["outcome"], "Unfinished")
    yield f"{won} in turn {result['turns']}: {CAUSES_IN_WORDS[result['cause']]}."
