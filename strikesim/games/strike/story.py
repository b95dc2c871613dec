"""One game of STRIKE! as JSON lines, and as a text that a player can follow."""

from collections.abc import Iterator
from typing import Any

from strikesim._jit import Record, in_python
from strikesim.games.common import END, OUTCOMES, RUNNING
from strikesim.games.log import read_log
from strikesim.games.ruleset import Data
from strikesim.games.strike.effects import A_MOVE, A_PLACE, A_SEAT, A_TRANSFER, choice_of, program_of
from strikesim.games.strike.state import (
    ALLY,
    BOXES,
    CHOICE,
    CHOOSE,
    DECKS,
    DECLINE,
    DISASSEMBLE,
    DRAW_CARD,
    F_EFFECT,
    F_HERE,
    GIVE_ALLY,
    GIVE_STRIKER,
    GIVING_ALLY,
    GROW,
    KEEP_STRIKER,
    KICK,
    LOG_BREAK,
    LOG_DRAW,
    LOG_FIRST,
    MAIN,
    MOBILIZE,
    MOBILIZING,
    PLACES,
    PLAY_ALLY,
    PLAY_STRIKE,
    POWER,
    POWER_OFFER,
    POWER_STRIDE,
    REFUEL,
)
from strikesim.games.strike.tables import POWER_PROGRAM
from strikesim.games.strike.vocabulary import DISCARD

Json = dict[str, Any]
PENDING = {POWER_OFFER: "power", CHOICE: "choose", MOBILIZING: "mobilize", KICK: "kick", GIVING_ALLY: "give_ally"}
PIECES = ("drone", "megadrone")


# ---- as JSON -----------------------------------------------------------------------------------------------------


def setup_json(data: Data, t: Record, s: Record) -> Json:
    """Return what the trace's header says beyond the common fields: the character of each seat."""
    names = list(data["characters"])
    return {"characters": [names[s.character[seat]] for seat in range(t.players)]}


def _names(data: Data, deck: int) -> list[str]:
    return list(data["cards"][DECKS[deck]])


def card_name(data: Data, card: int) -> str:
    """Return the name of a card as it is numbered in a hand."""
    deck, number = divmod(card, ALLY)
    return _names(data, deck)[number]


def _counts(names: "list[str]", counts: Any) -> Json:
    return {name: int(count) for name, count in zip(names, counts, strict=False) if count}


def _power(data: Data, s: Record, which: int) -> Json:
    character: Json = list(data["characters"].values())[s.character[s.current]]
    power: Json = character["first" if which == 0 else "second"]
    return power


def state_json(data: Data, t: Record, s: Record) -> Json:
    """Return the whole state."""
    return {
        "current": int(s.current),
        "turn": int(s.turn),
        "step": int(s.step),
        "scores": {"strikers": int(s.score), "happycorp": int(s.happycorp)},
        "level": int(s.level),
        "locations": {str(at + 1): _location_json(t, s, at) for at in range(t.n_locations)},
        "supply": {
            "drones": int(s.drone_supply),
            "megadrones": int(s.megadrone_supply),
            "victories": int(s.victory_supply),
            "strikers": [int(count) for count in s.supply[: t.players]],
        },
        "players": [_player_json(data, s, seat) for seat in range(t.players)],
        "decks": {name: _counts(_names(data, deck), s.deck[deck]) for deck, name in enumerate(DECKS)},
        "discards": {name: _counts(_names(data, deck), s.discard[deck]) for deck, name in enumerate(DECKS)},
        "counters": {
            "moves": int(s.moves),
            "removed": int(s.removed),
            "arrivals": {str(at + 1): int(s.arrivals[at]) for at in range(t.n_locations) if s.arrivals[at]},
            "used": [_power(data, s, which)["name"] for which in range(2) if s.used[which]],
        },
        "pending": None if s.phase == MAIN else {"kind": PENDING[int(s.phase)], "seat": int(s.seat), **_at_stake(s)},
        "outcome": None if s.outcome == RUNNING else OUTCOMES[s.outcome],
    }


def _at_stake(s: Record) -> Json:
    """Return the location of a kick."""
    return {"at": int(s.frames[s.depth - 1, F_HERE]) + 1} if s.phase == KICK else {}


def _location_json(t: Record, s: Record, at: int) -> Json:
    return {
        "drones": int(s.drones[at]),
        "megadrones": int(s.megadrones[at]),
        "victories": int(s.victories[at]),
        "strikers": [int(count) for count in s.strikers[: t.players, at]],
    }


def _player_json(data: Data, s: Record, seat: int) -> Json:
    hand = sorted(int(card) for card in s.hand[seat, : s.n_hand[seat]])
    boxes = s.boxes if seat == s.current else [0] * len(BOXES)
    return {
        "character": list(data["characters"])[s.character[seat]],
        "energy": int(s.energy[seat]),
        "hand": {
            "strike": [card_name(data, card) for card in hand if card < ALLY],
            "ally": [card_name(data, card) for card in hand if card >= ALLY],
        },
        "boxes": {box: int(count) for box, count in zip(BOXES, boxes, strict=True)},
    }


def _move(value: int) -> Json:
    start, end = divmod(value, PLACES)
    return {"from": start + 1, "to": end + 1}


def _value_json(choice: int, value: int) -> Json:
    """Return the value of a choice as arguments of the trace's action."""
    if choice == A_PLACE:
        return {"at": value + 1}
    if choice == A_SEAT:
        return {"seat": value}
    if choice == A_MOVE:
        return _move(value)
    if choice == A_TRANSFER:
        owner, move = divmod(value, PLACES * PLACES)
        return {"owner": owner, **_move(move)}
    return {}


def _choice_json(data: Data, t: Record, s: Record, value: int) -> Json:
    frame = s.frames[s.depth - 1]
    program, i = in_python(program_of)(s, frame), frame[F_EFFECT]
    if t.effect[program, i] == DISCARD:
        return {"type": "choose", "card": card_name(data, value)}
    choice = in_python(choice_of)(t, program, i)
    return {"type": "choose", **_value_json(choice or A_PLACE, value)}


def _power_json(data: Data, t: Record, s: Record, code: int) -> Json:
    which, value = divmod(code, POWER_STRIDE)
    choice = in_python(choice_of)(t, POWER_PROGRAM + 2 * s.character[s.current] + which, 0)
    return {"type": "power", "name": _power(data, s, which)["name"], **_value_json(choice, value)}


PLAIN = {
    END: "end_actions",
    DECLINE: "decline",
    REFUEL: "refuel",
    KEEP_STRIKER: "keep_striker",
    GIVE_STRIKER: "give_striker",
}


def action_json(data: Data, t: Record, s: Record, action: int) -> Json:
    """Return an action code, in a state in which it is legal, as the trace's action."""
    if action in PLAIN:
        kick = {"at": int(s.frames[s.depth - 1, F_HERE]) + 1} if s.phase == KICK else {}
        return {"type": PLAIN[action], **kick}
    if action >= POWER:
        return _power_json(data, t, s, action - POWER)
    if action >= CHOOSE:
        return _choice_json(data, t, s, action - CHOOSE)
    if action >= MOBILIZE:
        return {"type": "mobilize", **_move(action - MOBILIZE)}
    if action >= PLAY_ALLY:
        return {"type": "ally", "card": card_name(data, action - PLAY_ALLY + ALLY)}
    if action >= PLAY_STRIKE:
        return {"type": "strike", "card": card_name(data, action - PLAY_STRIKE)}
    if action >= DISASSEMBLE:
        piece, at = divmod(action - DISASSEMBLE, PLACES)
        return {"type": "disassemble", "at": at + 1, "piece": PIECES[piece]}
    if action >= GROW:
        return {"type": "grow", "at": action - GROW + 1}
    if action >= GIVE_ALLY:
        return {"type": "give_ally", "seat": action - GIVE_ALLY}
    return {"type": "draw", "deck": DECKS[action - DRAW_CARD]}


def chance_json(data: Data, t: Record, s: Record) -> list[Json]:
    """Return what chance did in the last step, in order."""
    events: list[Json] = []
    for event, seat, number in read_log(s):
        if event == LOG_FIRST:
            events.append({"type": "first_player", "seat": seat})
        elif event == LOG_DRAW:
            events.append(
                {"type": "draw", "deck": DECKS[number // ALLY], "card": card_name(data, number), "seat": seat}
            )
        elif event == LOG_BREAK:
            events.append({"type": "break", "card": list(data["cards"]["break"])[number]})
        else:
            events.append({"type": "roll", "number": number + 1})
    return events


# ---- in words ----------------------------------------------------------------------------------------------------


class Words:
    """The names of a game's seats, locations and cards as they are spoken."""

    def __init__(self, header: Json, state: Json) -> None:
        parts = header["components"]
        people = parts["characters"]
        self.players = [people[player["character"]]["name"] for player in state["players"]]
        self.bots: list[str] = header["bots"]
        self.places = {number: place["name"] for number, place in parts["locations"].items()}
        self.cards = {name: card.get("name") or name for deck in DECKS for name, card in parts["cards"][deck].items()}

    def at(self, number: Any) -> str:
        """Return a location as 'Airport (11)'."""
        return f"{self.places[str(number)]} ({number})"

    def hand(self, player: Json) -> str:
        """Return a hand as words."""
        cards = [*player["hand"]["strike"], *player["hand"]["ally"]]
        return ", ".join(self.cards[card] for card in cards) or "no cards"


def tell(lines: "Iterator[Json]") -> Iterator[str]:
    """Tell a trace in words, turn by turn.

    Parameters
    ----------
    lines
        The lines of a trace (see docs of the trace in CONTRIBUTING.md).
    """
    header = next(lines)
    state, told_turn = next(lines)["state"], 0
    words = Words(header, state)
    yield (
        f"{header['components']['ruleset']['title']}: {header['players']} players, {header['difficulty']},"
        f" seed {header['seed']}, game {header['game']}"
    )
    for seat, name in enumerate(words.players):
        yield f"  Seat {seat}: {name} ({words.bots[seat]}), with {words.hand(state['players'][seat])}."
    for line in lines:
        if "result" in line:
            yield from _tell_result(line["result"], state)
            return
        if line["turn"] != told_turn:
            told_turn = line["turn"]
            yield ""
            yield from _tell_turn(words, state)
        yield "  " + _tell_action(words, line)
        yield from _tell_chance(words, line, state)
        state = line["state"]


def _tell_turn(words: Words, state: Json) -> Iterator[str]:
    player = state["players"][state["current"]]
    yield (
        f"Turn {state['turn']}. {words.players[state['current']]}, energy {player['energy']}."
        f" Strikers {state['scores']['strikers']}, HappyCorp {state['scores']['happycorp']}, level {state['level']}."
    )
    yield f"  Hand: {words.hand(player)}."
    for number, place in state["locations"].items():
        what = _place_in_words(words, place)
        if what:
            yield f"    {words.at(number)}: {what}"


def _place_in_words(words: Words, place: Json) -> str:
    parts = [f"{words.players[seat]} {count}" for seat, count in enumerate(place["strikers"]) if count]
    parts += [f"{place[piece]} {piece}" for piece in ("drones", "megadrones", "victories") if place[piece]]
    return ", ".join(parts)


def _tell_action(words: Words, line: Json) -> str:
    action = line["action"]
    kind, who = action["type"], words.players[line["seat"]]
    if kind == "mobilize":
        return f"{who} moves a striker from {words.at(action['from'])} to {words.at(action['to'])}."
    if kind in ("strike", "ally"):
        return f"{who} plays {words.cards[action['card']]}."
    if kind == "power":
        return f"{who} uses {action['name'].replace('_', ' ')}{_target(words, action)}."
    if kind == "choose":
        return f"  {who} chooses{_target(words, action)}."
    if kind == "disassemble":
        return f"{who} disassembles a {action['piece']} at {words.at(action['at'])}."
    if kind == "give_ally":
        return f"  {words.players[action['seat']]} gets an Ally."
    return f"{who} {_SAID[kind]}{_target(words, action)}."


_SAID = {
    "grow": "grows ranks",
    "draw": "draws",
    "refuel": "refuels",
    "decline": "declines",
    "keep_striker": "pays energy for a striker",
    "give_striker": "gives up a striker",
    "end_actions": "ends the actions",
}


def _target(words: Words, action: Json) -> str:
    parts = []
    if "owner" in action:
        parts.append(f"for a striker of {words.players[action['owner']]}")
    if "from" in action:
        parts.append(f"from {words.at(action['from'])} to {words.at(action['to'])}")
    if "at" in action:
        parts.append(f"at {words.at(action['at'])}")
    if "seat" in action:
        parts.append(f"for {words.players[action['seat']]}")
    if "card" in action:
        parts.append(words.cards[action["card"]])
    return "".join(f" {part}" for part in parts)


def _tell_chance(words: Words, line: Json, before: Json) -> Iterator[str]:
    for event in line["chance"]:
        if event["type"] == "break":
            yield f"  Commercial Break: {words.cards[event['card']]}."
        elif event["type"] == "roll":
            yield f"    A drone comes to {words.at(event['number'])}."
        elif event["type"] == "draw":
            yield f"    {words.players[event['seat']]} draws {words.cards[event['card']]}."
    scores, old = line["state"]["scores"], before["scores"]
    if scores["strikers"] > old["strikers"]:
        yield f"    Victory! The Strikers have {scores['strikers']} points."
    if scores["happycorp"] > old["happycorp"]:
        yield f"    MegaDrone! HappyCorp has {scores['happycorp']} points."


_ENDS = {
    "strikers_points": "HappyCorp is abolished: the Strikers win",
    "happycorp_points": "The city is HappyCity: HappyCorp wins by points",
    "sixth_megadrone": "HappyCorp wins: a sixth MegaDrone must be placed",
    "turn_limit": "Unfinished",
}


def _tell_result(result: Json, state: Json) -> Iterator[str]:
    yield ""
    scores = state["scores"]
    yield (
        f"{_ENDS[result['cause']]}, after {result['turns']} turns"
        f" (Strikers {scores['strikers']}, HappyCorp {scores['happycorp']})."
    )
