"""One game of Strajk as JSON lines, and as a text that a player can follow."""

from collections.abc import Iterator
from typing import Any

from strikesim._jit import Record
from strikesim.games.common import NOBODY, OUTCOMES, RUNNING
from strikesim.games.log import read_log
from strikesim.games.ruleset import Data
from strikesim.games.strajk.state import ACTIONS, KINDS, TAKE, Chance, Last, Phase

Json = dict[str, Any]
SPOKEN = {"bhp_hall": "the bhp Hall", "delegates_space": "the delegates' space", "cross": "the cross"}


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


# ---- in words ----------------------------------------------------------------------------------------------------


def tell(lines: "Iterator[Json]") -> Iterator[str]:
    """Tell a trace in words, turn by turn.

    Parameters
    ----------
    lines
        The lines of a trace (`strikesim.engine.trace.trace`).
    """
    header = next(lines)
    names = [f"Seat {seat} ({bot})" for seat, bot in enumerate(header["bots"])]
    title = header["components"]["ruleset"]["title"]
    yield f"{title}: {len(names)} players, seed {header['seed']}, game {header['game']}"
    before = next(lines)["state"]
    yield f"{names[before['current']]} drew the fewest speech cards and begins."
    told_turn = 0
    for action in _whole_actions(lines):
        if "result" in action[0]:
            yield from _tell_result(names, action[0]["result"])
            return
        if action[0]["turn"] != told_turn:
            told_turn = action[0]["turn"]
            yield ""
            yield _tell_turn(names, before)
        yield "  " + _tell_action(action, before)
        before = action[-1]["state"]


def _whole_actions(lines: "Iterator[Json]") -> "Iterator[list[Json]]":
    """Yield each action together with the cards that are named for it one by one."""
    action: list[Json] = []
    for line in lines:
        if action and line.get("action", {}).get("type") not in ("put", "remove", "discard", "done"):
            yield action
            action = []
        action.append(line)
    yield action


def words(name: str) -> str:
    """Return a location's or card's name as it is spoken."""
    if name.startswith(("gate_", "department_")):
        name = name.capitalize()
    return SPOKEN.get(name, name.replace("_", " "))


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


def _tell_action(lines: "list[Json]", before: Json) -> str:
    """Return one action, with all that was named and drawn for it, as a sentence."""
    action, seat, after = lines[0]["action"], lines[0]["seat"], lines[-1]["state"]
    card = words(action.get("card", "")).capitalize()
    if action["type"] == "move":
        return f"{card}: Wałęsa goes to {words(action['to'])}."
    if action["type"] == "take":
        paid = _difference(before, after, seat)
        return f"Takes a {words(before['stacks'][action['at']]['kind'])} for {cards_in_words(paid)}."
    if action["type"] == "negotiate":
        return _tell_negotiation(lines[0], before, seat)
    if action["type"] == "special":
        return f"{card}: {_tell_special(lines, before, seat)}."
    hand = before["players"][seat]["hand"]
    kept = after["players"][seat]["hand"] if before["turn"] == after["turn"] else _kept(lines, hand)
    if not hand:
        return "Ends the turn with an empty hand."
    gone = {kind: count - kept.get(kind, 0) for kind, count in hand.items() if count > kept.get(kind, 0)}
    parts = [f"keeps {cards_in_words(kept)}"] * bool(kept) + [f"discards {cards_in_words(gone)}"] * bool(gone)
    return f"Ends the turn: {', '.join(parts)}."


def _kept(lines: "list[Json]", hand: Json) -> Json:
    """Return what is left of the hand after the discards; those without a choice have no line of their own."""
    kept = dict(hand)
    for line in lines:
        if line["action"]["type"] == "discard":
            kept[line["action"]["card"]] -= 1
    done = lines[-1]["action"]["type"] == "done"
    return {kind: count for kind, count in kept.items() if count} if done else {}


def _tell_special(lines: "list[Json]", before: Json, seat: int) -> str:
    drawn = _count(lines, seat)
    card = lines[0]["action"]["card"]
    after = lines[-1]["state"]
    gone = {kind: count - before["removed"].get(kind, 0) for kind, count in after["removed"].items()}
    gone = {kind: count for kind, count in gone.items() if count}
    put = {kind: n - (kind == card) for kind, n in _grown(before, after, seat).items() if n > (kind == card)}
    parts = [f"removes {cards_in_words(gone)} from the game"] * bool(gone)
    parts += [f"puts away {cards_in_words(put)}"] * bool(put)
    parts += [f"draws {cards_in_words(drawn)}"] * bool(drawn)
    return " and ".join(parts) or "turns up the next card here"


def _count(lines: "list[Json]", seat: int) -> Json:
    """Return all cards a seat drew in these lines."""
    drawn: Json = {}
    for line in lines:
        for event in line["chance"]:
            if event["type"] == "draw" and event["seat"] == seat:
                for card, count in event["cards"].items():
                    drawn[card] = drawn.get(card, 0) + count
    return drawn


def _grown(before: Json, after: Json, seat: int) -> Json:
    """Return the cards that came onto Today."""
    old, new = (state["players"][seat]["today"] for state in (before, after))
    return {card: count - old.get(card, 0) for card, count in new.items() if count > old.get(card, 0)}


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
