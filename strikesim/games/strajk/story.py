"""One game of Strajk as JSON lines, and as a text that a player can follow."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from strikesim._jit import Record
from strikesim.games.asking import Question
from strikesim.games.common import NOBODY, OUTCOMES, RUNNING
from strikesim.games.log import read_log
from strikesim.games.ruleset import Data
from strikesim.games.strajk import asking
from strikesim.games.strajk.state import ACTIONS, KINDS, TAKE, Chance, Last, Phase
from strikesim.games.strajk.telling import Teller

Json = dict[str, Any]


# ---- as JSON -----------------------------------------------------------------------------------------------------


def setup_json(data: Data, t: Record, s: Record) -> Json:
    """Return what the trace's header says beyond the common fields: nothing in this game."""
    return {}


def counts_json(counts: Any, names: "Any" = KINDS) -> Json:
    """Return counts by kind, zeros left out."""
    return {name: count for name, count in zip(names, counts.tolist(), strict=False) if count}


def state_json(data: Data, t: Record, s: Record) -> Json:
    """Return the whole state, hidden things too."""
    locations, demands = list(data["locations"]), list(data["demands"])
    return {
        "token": locations[s.token],
        "current": int(s.current),
        "turn": int(s.turn),
        "stacks": {
            name: {
                "kind": next(iter(data["locations"][name]["stack"])),
                "count": int(s.stack[i]),
                "face_up": bool(s.face_up[i]),
            }
            for i, name in enumerate(locations)
        },
        "demands": {"stack": counts_json(s.demands, demands), "set_aside": counts_json(s.aside, demands)},
        "players": [_player_json(s, p, demands) for p in range(t.players)],
        "removed": counts_json(s.removed),
        "last_action": None if s.last_action == Last.NOTHING else Last(s.last_action).name.lower(),
        "shown_demand": demands[s.shown_demand] if s.shown_demand >= 0 else None,
        "pending": _pending_json(s),
        "outcome": None if s.outcome == RUNNING else OUTCOMES[s.outcome],
    }


def _player_json(s: Record, p: int, demands: "list[str]") -> Json:
    piles = {"hand": s.hand, "tomorrow": s.tomorrow, "today": s.today, "later": s.later}
    return {
        **{name: counts_json(pile[p]) for name, pile in piles.items()},
        "trophies": counts_json(s.trophies[p], demands),
    }


def _pending_json(s: Record) -> "Json | None":
    if s.phase == Phase.MAIN:
        return None
    pending: Json = {"kind": Phase(s.phase).name.lower(), "seat": int(s.current)}
    return {**pending, "left": int(s.left)} if s.phase == Phase.REMOVE else pending


def action_json(data: Data, t: Record, s: Record, code: int) -> Json:
    """Return an action code, in a state in which it is legal, as the trace's action."""
    locations = list(data["locations"])
    action, values = ACTIONS.read(code)
    told: Json = {"type": action.name}
    if action is TAKE:
        told["at"] = locations[s.token]
    if "card" in values:
        told["card"] = KINDS[values["card"]]
    if "to" in values:
        told["to"] = locations[values["to"]]
    return told


def chance_json(data: Data, t: Record, s: Record) -> list[Json]:
    """Return what chance did in the last step, in order; the cards a seat draws between two shuffles are one entry."""
    events: list[Json] = []
    for event, seat, number in read_log(s):
        if event == Chance.DRAW:
            if not events or events[-1]["type"] != "draw" or events[-1]["seat"] != seat:
                events.append({"type": "draw", "seat": seat, "cards": {}})
            cards = events[-1]["cards"]
            cards[KINDS[number]] = cards.get(KINDS[number], 0) + 1
        elif event == Chance.FIRST:
            events.append({"type": "first_player", "seat": seat})
        elif event == Chance.DEMAND:
            events.append({"type": "demand", "kind": list(data["demands"])[number]})
        else:
            events.append({"type": "shuffle", "seat": None if seat == NOBODY else seat})
    return events


# ---- for a person ------------------------------------------------------------------------------------------------


def ask(data: Data, t: Record, s: Record, codes: "list[int]") -> Question:
    """Return a decision in words."""
    state, seat = state_json(data, t, s), int(s.seat)
    sizes = [int(size) for size in s.n_hand[: t.players]]
    options = tuple(asking.option(data, state, action_json(data, t, s, code)) for code in codes)
    return Question(asking.asks(state), tuple(asking.table(data, state, sizes, seat)), options)


# ---- in words ----------------------------------------------------------------------------------------------------


def tell(lines: "Iterator[Json]") -> Iterator[str]:
    """Tell a trace in words, turn by turn.

    Parameters
    ----------
    lines
        The lines of a trace (`strikesim.engine.trace.trace`).
    """
    header, setup = next(lines), next(lines)
    teller = Teller(header, setup)
    yield from teller.begin(setup)
    yield from teller.turn()
    for seat, steps, after in _whole_actions(lines):
        if "result" in after:
            yield from teller.end(after["result"])
            return
        yield teller.action(steps, seat, after)
        turn, teller.state = teller.state["turn"], deepcopy(after)
        if after["turn"] != turn and after["outcome"] is None:
            yield from teller.turn()


def _whole_actions(lines: "Iterator[Json]") -> "Iterator[tuple[int, list[Json], Json]]":
    """Yield who acts, each action with all that followed from it, and the state after it; the result at the end.

    Cards that are named for an action, forced ones too, are part of it.
    """
    steps = list[Json]()
    for line in lines:
        steps += [line["action"], *line["steps"]] if "action" in line else [line]
        after = line.get("state", line)
        if not after.get("pending"):
            yield line.get("seat", NOBODY), steps, after
            steps = []
