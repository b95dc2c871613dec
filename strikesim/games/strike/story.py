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
from strikesim.games.strike.telling import Teller
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


def tell(lines: "Iterator[Json]") -> Iterator[str]:
    """Tell a trace in words, turn by turn.

    Parameters
    ----------
    lines
        The lines of a trace (`strikesim.engine.trace.trace`).
    """
    return Teller(lines).tell()
