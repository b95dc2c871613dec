"""One game of Strajk as JSON lines, and as a text that a player can follow."""

from collections.abc import Iterator
from typing import Any

from strikesim._jit import Record
from strikesim.games.common import END, OUTCOMES, RUNNING
from strikesim.games.ruleset import Data
from strikesim.games.strajk.state import (
    DISCARD,
    DISCARD_CARD,
    DONE,
    KINDS,
    LOG_DEMAND,
    LOG_DRAW,
    LOG_EVENT,
    LOG_FIRST,
    LOG_NOBODY,
    LOG_SEAT,
    MAIN,
    MAX_LOCATIONS,
    MOVE,
    NEGOTIATE,
    PUT,
    PUT_CARD,
    REMOVE,
    REMOVE_CARD,
    SPECIAL,
    TAKE_CARD,
)

Json = dict[str, Any]
LAST_ACTIONS = (None, "move", "take", "special", "negotiation")
PENDING = {REMOVE: "remove", PUT: "put", DISCARD: "discard"}
NAMED_CARD = ((DISCARD_CARD, "discard"), (PUT_CARD, "put"), (REMOVE_CARD, "remove"), (SPECIAL, "special"))


# ---- as JSON -----------------------------------------------------------------------------------------------------


def setup_json(data: Data, t: Record, s: Record) -> Json:
    """Return what the trace's header says beyond the common fields: nothing in this game."""
    return {}


def counts_json(counts: Any, names: "Any" = KINDS) -> Json:
    """Return counts by kind, zeros left out."""
    return {name: int(count) for name, count in zip(names, counts, strict=False) if count}


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
        "last_action": LAST_ACTIONS[s.last_action],
        "shown_demand": demands[s.shown_demand] if s.shown_demand >= 0 else None,
        "pending": _pending_json(s),
        "outcome": None if s.outcome == RUNNING else OUTCOMES[s.outcome],
    }


def _player_json(s: Record, p: int, demands: "list[str]") -> Json:
    piles = {pile: counts_json(s[pile][p]) for pile in ("hand", "tomorrow", "today", "later")}
    return {**piles, "trophies": counts_json(s.trophies[p], demands)}


def _pending_json(s: Record) -> "Json | None":
    if s.phase == MAIN:
        return None
    pending: Json = {"kind": PENDING[int(s.phase)], "seat": int(s.current)}
    return {**pending, "left": int(s.left)} if s.phase == REMOVE else pending


def action_json(data: Data, t: Record, s: Record, action: int) -> Json:
    """Return an action code, in a state in which it is legal, as the trace's action."""
    if action == END:
        return {"type": "end_turn"}
    if action in (NEGOTIATE, DONE):
        return {"type": "negotiate" if action == NEGOTIATE else "done"}
    locations = list(data["locations"])
    if action == TAKE_CARD:
        return {"type": "take", "at": locations[s.token]}
    if action >= MOVE:
        kind, location = divmod(action - MOVE, MAX_LOCATIONS)
        return {"type": "move", "card": KINDS[kind], "to": locations[location]}
    base, name = next(entry for entry in NAMED_CARD if action >= entry[0])
    return {"type": name, "card": KINDS[action - base]}


def chance_json(data: Data, t: Record, s: Record) -> list[Json]:
    """Return what chance did in the last step, in order; the cards a seat draws between two shuffles are one entry."""
    events: list[Json] = []
    for code in s.log[: s.n_log]:
        event, rest = divmod(int(code), LOG_EVENT)
        seat, card = divmod(rest, LOG_SEAT)
        if event == LOG_DRAW:
            if not events or events[-1]["type"] != "draw" or events[-1]["seat"] != seat:
                events.append({"type": "draw", "seat": seat, "cards": {}})
            cards = events[-1]["cards"]
            cards[KINDS[card]] = cards.get(KINDS[card], 0) + 1
        elif event == LOG_FIRST:
            events.append({"type": "first_player", "seat": seat})
        elif event == LOG_DEMAND:
            events.append({"type": "demand", "kind": list(data["demands"])[card]})
        else:
            events.append({"type": "shuffle", "seat": None if seat == LOG_NOBODY else seat})
    return events


# ---- in words ----------------------------------------------------------------------------------------------------


def tell(lines: "Iterator[Json]") -> Iterator[str]:
    """Tell a trace in words, turn by turn.

    Parameters
    ----------
    lines
        The lines of a trace (see docs of the trace in CONTRIBUTING.md).
    """
    header = next(lines)
    names = [f"Seat {seat} ({bot})" for seat, bot in enumerate(header["bots"])]
    title = header["components"]["ruleset"]["title"]
    yield f"{title}: {len(names)} players, seed {header['seed']}, game {header['game']}"
    state, told_turn = next(lines)["state"], 0
    yield f"{names[state['current']]} drew the fewest speech cards and begins."
    for line in lines:
        if "result" in line:
            yield from _tell_result(names, line["result"])
            return
        if line["turn"] != told_turn:
            told_turn = line["turn"]
            yield ""
            yield _tell_turn(names, state)
        sentence = _tell_action(line, state)
        if sentence:
            yield "  " + sentence
        state = line["state"]


def words(name: str) -> str:
    """Return a location's or card's name as it is spoken."""
    return {"bhp_hall": "the bhp Hall", "delegates_space": "the delegates' space", "cross": "the cross"}.get(
        name, name.replace("_", " ").replace("department", "Department").replace("gate", "Gate")
    )


def cards_in_words(cards: Json) -> str:
    """Return counts of cards as words: '2 speech, worker'."""
    parts = [f"{count} {words(kind)}" if count > 1 else words(kind) for kind, count in cards.items()]
    return ", ".join(parts) or "nothing"


def _tell_turn(names: "list[str]", state: Json) -> str:
    player = state["players"][state["current"]]
    trophies = sum(player["trophies"].values())
    won = f", {trophies} demand won" if trophies else ""
    return (
        f"Turn {state['turn']}. {names[state['current']]}{won}; Wałęsa at {words(state['token'])}.\n"
        f"  Hand: {cards_in_words(player['hand'])}."
    )


def _tell_action(line: Json, before: Json) -> str:
    action, seat = line["action"], line["seat"]
    kind = action["type"]
    drawn: Json = {}
    for event in line["chance"]:
        if event["type"] == "draw" and event["seat"] == seat:
            for card, count in event["cards"].items():
                drawn[card] = drawn.get(card, 0) + count
    then = f" → draws {cards_in_words(drawn)}" if drawn and kind in ("special", "put", "done") else ""
    card = words(action.get("card", ""))
    if kind == "move":
        return f"{card.capitalize()}: Wałęsa goes to {words(action['to'])}."
    if kind == "take":
        paid = _difference(before, line["state"], seat)
        return f"Takes a {words(before['stacks'][action['at']]['kind'])} for {cards_in_words(paid)}."
    if kind == "special":
        return f"{_SPECIAL.get(action['card'], '{}').format(card.capitalize())}{then}."
    if kind == "negotiate":
        return _tell_negotiation(line, before, seat)
    if kind in ("put", "remove", "discard"):
        verb = {"put": "puts away", "remove": "removes from the game", "discard": "discards"}[kind]
        return f"  {verb} {card}{then}"
    if kind == "done":
        kept = line["state"]["players"][seat]["hand"] if before["pending"]["kind"] == "discard" else None
        return f"  keeps {cards_in_words(kept)}" if kept else f"  done{then}" if then else ""
    return "Ends the turn." if before["players"][seat]["hand"] else "Ends the turn with an empty hand."


_SPECIAL = {
    "speech": "{}: turns up the next card here",
    "resident": "{}: thins the deck",
    "expert": "{}: thins the deck",
    "worker": "{}: swaps cards",
}


def _difference(before: Json, after: Json, seat: int) -> Json:
    old, new = (state["players"][seat]["hand"] for state in (before, after))
    return {card: count - new.get(card, 0) for card, count in old.items() if count > new.get(card, 0)}


def _tell_negotiation(line: Json, before: Json, seat: int) -> str:
    demand = next(event["kind"] for event in line["chance"] if event["type"] == "demand")
    asked = demand.replace("_", " + ")
    trophies = [sum(state["players"][seat]["trophies"].values()) for state in (before, line["state"])]
    result = "won!" if trophies[1] > trophies[0] else "the cards are not in hand: the negotiation fails."
    return f"Speech in the Hall: the demand asks for {asked}: {result}"


def _tell_result(names: "list[str]", result: Json) -> Iterator[str]:
    yield ""
    if result["winner"] is None:
        yield f"Unfinished after {result['turns']} turns."
    else:
        yield f"{names[result['winner']]} wins after {result['turns']} turns."
