"""One game of Striking Flint as JSON lines, and as a text that a player can follow."""

from collections.abc import Iterator
from itertools import chain
from typing import Any

from strikesim._jit import Record
from strikesim.games.asking import Question
from strikesim.games.common import OUTCOMES, RUNNING
from strikesim.games.flint.asking import Asked
from strikesim.games.flint.state import (
    ACTIONS,
    COMMITTEES,
    GAMBIT,
    ICONS,
    KINDS,
    MOVE,
    OCCUPY,
    ORDER,
    PICKET,
    RELIEF,
    RESIST,
    SPACE_KINDS,
    SUPPLY,
    TARGET,
    By,
    Log,
    Phase,
    SpaceKind,
    Stage,
)
from strikesim.games.flint.telling import Teller
from strikesim.games.flint.wording import COMMITTEE_LETTERS, LEGEND, counted, draw_map, sentence_case, words
from strikesim.games.log import read_log
from strikesim.games.ruleset import Data, components

Json = dict[str, Any]
CHANCE = ("order", "map", "strikebreaker", "roll", "reveal")
STEPS: dict[int, tuple[str, str]] = {  # what a note is called, and what it tells
    Log.ORDER: ("order", "committees"),
    Log.MAP: ("map", "cards"),
    Log.STRIKEBREAKER: ("strikebreaker", "card"),
    Log.ROLL: ("roll", "number"),
    Log.REVEAL: ("reveal", "event"),
    Log.TURN: ("turn", "committee"),
    Log.SENT_BACK: ("sent_back", "worker"),
    Log.GIVEN_BACK: ("given_back", "cubes"),
    Log.GAINED: ("gained", "cubes"),
    Log.CUBES_SHORT: ("cubes_short", "cubes"),
    Log.ADDED: ("added", "strikebreaker"),
    Log.KIND_SHORT: ("kind_short", "strikebreaker"),
    Log.ADVANCED: ("advanced", "to"),
    Log.FACTORY_ACTION: ("factory_action", "to"),
    Log.LINE: ("line", "event"),
    Log.ACTIVATED: ("activated", "space"),
    Log.COVERED: ("covered", "space"),
    Log.ACTS: ("acts", "strikebreaker"),
    Log.NEAREST: ("nearest", "worker"),
    Log.STEPPED: ("stepped", "space"),
    Log.STAYED: ("stayed", ""),
    Log.NO_WORKER: ("no_worker", ""),
    Log.CONCEDED: ("conceded", "factories"),
    Log.REMOVED: ("removed", "event"),
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
            "factory": int(s.factory[space]) if s.kind[space] == SpaceKind.STATION else None,
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
    if s.phase in (Phase.MAIN, Phase.FLOW):
        return None
    pending: Json = {"kind": Phase(s.phase).name.lower(), "seat": int(s.seat)}
    if s.phase in (Phase.COORDINATE, Phase.AGITATE):
        pending["left"] = int(s.left)
    if s.phase == Phase.AGITATE:
        pending["space"] = space_name(data, s, int(s.at))
    if s.phase in (Phase.GAMBIT, Phase.GAMBIT_STEP):
        pending["worker"] = _worker_json(data, t, s, int(s.at), int(s.with_seat))
    if s.phase == Phase.GAMBIT:
        pending["strikebreakers"] = {
            space_name(data, s, space): counts_json(s.unmoved[space], KINDS)
            for space in range(s.n_spaces)
            if s.unmoved[space].any()
        }
    if s.phase in (Phase.ACTIVATE, Phase.TARGET, Phase.STEP):
        pending.update(_factory_action_json(data, t, s))
    if s.phase == Phase.ORDER:
        pending["for"] = "factory_line" if s.stage == Stage.LINES else "removal"
    return pending


def _factory_action_json(data: Data, t: Record, s: Record) -> Json:
    """Return who acts in a Factory Action, on what, and what of this roll is still to come."""
    told: Json = {}
    if s.phase != Phase.ACTIVATE:
        told["by"] = KINDS[s.by] if s.by < By.ICON else "remove" if s.by == By.ICON else "event"
        if s.by < By.EVENT:
            told["space"] = space_name(data, s, int(s.at))
    if s.phase == Phase.STEP:
        told["target"] = _worker_json(data, t, s, int(s.target), int(s.target_seat))
    if s.by < By.EVENT or s.phase == Phase.ACTIVATE:
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


def action_json(data: Data, t: Record, s: Record, code: int) -> Json:
    """Return an action code, in a state in which it is legal, as the trace's action."""
    action, values = ACTIONS.read(code)
    told: Json = {"type": action.name}
    if action in (OCCUPY, PICKET):
        told.update(_worker_json(data, t, s, values["to"], values["seat"]))
        if t.place_from_map:  # FLT-V6
            told["from"] = None if values["source"] == SUPPLY else space_name(data, s, values["source"] - 1)
    elif action == RESIST:
        told.update(space=space_name(data, s, values["space"]), strikebreaker=KINDS[values["kind"]])
        told["worker"] = _worker_json(data, t, s, values["worker_at"], values["seat"])
    elif action == MOVE:
        told.update({"strikebreaker": KINDS[values["kind"]], "from": space_name(data, s, values["source"])})
        told["to"] = space_name(data, s, values["to"])
    elif action == GAMBIT:
        told["worker"] = _worker_json(data, t, s, values["space"], values["seat"])
    elif action == TARGET:
        told.update(_worker_json(data, t, s, values["space"], values["seat"]))
    elif action == ORDER:
        told["event"] = event_names(data, [s.event[values["slot"]]])[0]
    elif action == RELIEF:
        told["committee"] = COMMITTEES[s.committee[values["seat"]]]
    else:
        told.update({name: space_name(data, s, space) for name, space in values.items()})
    return told


def chance_json(data: Data, t: Record, s: Record) -> list[Json]:
    """Return what chance did in the last step, in order."""
    return [step for step in steps_json(data, t, s) if step["type"] in CHANCE]


def steps_json(data: Data, t: Record, s: Record) -> list[Json]:
    """Return all that happened in the last step without a choice, in order."""
    return [_step_json(data, t, s, *noted) for noted in read_log(s)]


def _step_json(data: Data, t: Record, s: Record, event: int, seat: int, number: int) -> Json:
    cards, names = list(data["map_cards"]), committee_names(t, s)
    name, what = STEPS[event]
    told: Json = {}
    if what == "committees":
        told["committees"] = [names[seat] for seat in sorted(range(t.seats), key=lambda seat: -s.height[seat])]
    elif what == "cards":
        told["cards"] = _map_json(cards, t, s)
    elif what == "card":
        told.update(card=cards[s.placed_card[seat]], number=number)
    elif what == "committee":
        told["committee"] = names[seat]
    elif what == "cubes":
        told.update(committee=names[seat], cubes=number)
    elif what == "worker":
        told.update(_worker_json(data, t, s, number, seat))
    elif what == "strikebreaker":
        told.update(strikebreaker=KINDS[seat], space=space_name(data, s, number))
    elif what == "space":
        told["space"] = space_name(data, s, number)
    elif what == "event":
        told["event"] = event_names(data, [number])[0]
    elif what:
        told[what] = number
    return {"type": name, **told}


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


# ---- for a person ------------------------------------------------------------------------------------------------


def ask(data: Data, t: Record, s: Record, codes: "list[int]") -> Question:
    """Return a decision in words."""
    header = {"components": components(data), **setup_json(data, t, s)}
    asked = Asked(header, state_json(data, t, s), int(s.seat))
    options = tuple(asked.option(action_json(data, t, s, code)) for code in codes)
    return Question(asked.asks(), tuple(asked.table()), options)


# ---- in words ----------------------------------------------------------------------------------------------------


def tell(lines: "Iterator[Json]") -> Iterator[str]:
    """Tell a trace in words: every decision and all that follows from it, and the table at each turn.

    Parameters
    ----------
    lines
        The lines of a trace (see docs of the trace in CONTRIBUTING.md).
    """
    header, setup = next(lines), next(lines)
    title, committees = header["components"]["ruleset"]["title"], header["committees"]
    played = f"{counted(len(committees), 'committee')}, seed {header['seed']}, game {header['game']}"
    yield f"{title}, {header['calendar']}: {played}"
    for name, bot in zip(committees, header["bots"], strict=True):
        yield f"  {sentence_case(words(name))} ({COMMITTEE_LETTERS[name]}), played by {bot}"
    yield LEGEND
    if "persons" not in header:  # they are shown the table when they are asked
        yield ""
        yield "Set-up, with the name of each space:"
        yield from (f"    {row}" for row in draw_map(setup["state"]["spaces"], named=True))
    teller = Teller(header)
    for line in chain([setup], lines):
        yield from teller.end(line["result"]) if "result" in line else teller.line(line)
