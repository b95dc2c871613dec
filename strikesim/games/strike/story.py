"""One game of STRIKE! as JSON lines, and as a text that a player can follow."""

from collections.abc import Iterator
from typing import Any

from strikesim._jit import Record, in_python
from strikesim.games.asking import Question
from strikesim.games.common import OUTCOMES, RUNNING
from strikesim.games.log import read_log
from strikesim.games.ruleset import Data, components
from strikesim.games.strike.asking import Asked
from strikesim.games.strike.choices import Chosen, choice_of, program_of
from strikesim.games.strike.state import (
    ACTIONS,
    BOXES,
    CHOICE,
    CHOOSE,
    CHOOSE_CARD,
    DECKS,
    EVENTS,
    FIRST_ALLY,
    GIVE_STRIKER,
    KEEP_STRIKER,
    MOBILIZE,
    N_POWERS,
    PHASES,
    PIECES,
    POWER,
    POWERS,
    Deck,
    Frame,
    Log,
    Phase,
    UnderWay,
)
from strikesim.games.strike.tables import power_program
from strikesim.games.strike.telling import Teller

Json = dict[str, Any]


# ---- as JSON -----------------------------------------------------------------------------------------------------


def setup_json(data: Data, t: Record, s: Record) -> Json:
    """Return what the trace's header says beyond the common fields: the character of each seat."""
    names = list(data["characters"])
    return {"characters": [names[s.character[seat]] for seat in range(t.players)]}


def _names(data: Data, deck: int) -> list[str]:
    return list(data["cards"][DECKS[deck]])


def card_name(data: Data, card: int) -> str:
    """Return the name of a card as it is numbered in a hand."""
    deck, number = divmod(card, FIRST_ALLY)
    return _names(data, deck)[number]


def _counts(names: "list[str]", counts: Any) -> Json:
    return {name: int(count) for name, count in zip(names, counts, strict=False) if count}


def _power(data: Data, s: Record, which: int) -> Json:
    character: Json = list(data["characters"].values())[s.character[s.current]]
    power: Json = character[POWERS[which]]
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
            "used": [_power(data, s, which)["name"] for which in range(N_POWERS) if s.used[which]],
        },
        "pending": _pending_json(s),
        "outcome": None if s.outcome == RUNNING else OUTCOMES[s.outcome],
    }


def _pending_json(s: Record) -> "Json | None":
    if s.phase == Phase.MAIN:
        return None
    return {"kind": PHASES[s.phase], "seat": int(s.seat), **(_at_stake(s) if s.phase == Phase.KICK else {})}


def _at_stake(s: Record) -> Json:
    """Return the location of a kick."""
    return {"at": int(s.frames[s.depth - 1, Frame.HERE]) + 1}


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
            "strike": [card_name(data, card) for card in hand if card < FIRST_ALLY],
            "ally": [card_name(data, card) for card in hand if card >= FIRST_ALLY],
        },
        "boxes": {box: int(count) for box, count in zip(BOXES, boxes, strict=True)},
    }


def _choice_json(chosen: int, choice: int) -> Json:
    """Return what was chosen as values of the trace's action."""
    seat, at = CHOICE.seat(choice), {"at": CHOICE.at(choice) + 1}
    move = {"from": CHOICE.start(choice) + 1, "to": CHOICE.at(choice) + 1}
    told: dict[int, Json] = {
        Chosen.PLACE: at,
        Chosen.SEAT: {"seat": seat},
        Chosen.MOVE: move,
        Chosen.TRANSFER: {"owner": seat, **move},
    }
    return told.get(chosen, {})


def _choose_json(t: Record, s: Record, choice: int) -> Json:
    frame = s.frames[s.depth - 1]
    program = in_python(program_of)(s, frame)
    return {"type": "choose", **_choice_json(in_python(choice_of)(t, program, frame[Frame.EFFECT]), choice)}


def _power_json(data: Data, t: Record, s: Record, which: int, choice: int) -> Json:
    chosen = in_python(choice_of)(t, power_program(s.character[s.current], which), 0)
    return {"type": "power", "name": _power(data, s, which)["name"], **_choice_json(chosen, choice)}


def action_json(data: Data, t: Record, s: Record, code: int) -> Json:
    """Return an action code, in a state in which it is legal, as the trace's action."""
    action, values = ACTIONS.read(code)
    told: Json = {"type": action.name}
    if action == POWER:
        return _power_json(data, t, s, **values)
    if action == CHOOSE:
        return _choose_json(t, s, **values)
    if action == CHOOSE_CARD:
        return {"type": "choose", "card": card_name(data, values["card"])}
    if action == MOBILIZE:
        return {**told, **_choice_json(Chosen.MOVE, values["choice"])}
    if action in (KEEP_STRIKER, GIVE_STRIKER):
        return {**told, **_at_stake(s)}
    for name, value in values.items():
        told[name] = _value_json(data, name, value)
    return told


def _value_json(data: Data, name: str, value: int) -> "str | int":
    """Return the value of an action's field as the trace has it."""
    if name == "card":
        return card_name(data, value)
    if name == "at":
        return value + 1
    names = {"deck": DECKS, "piece": PIECES}
    return names[name][value] if name in names else value


def chance_json(data: Data, t: Record, s: Record) -> list[Json]:
    """Return what chance did in the last step, in order."""
    return [{"type": EVENTS[event], **_event_json(data, event, seat, number)} for event, seat, number in read_log(s)]


def _event_json(data: Data, event: int, seat: int, number: int) -> Json:
    if event == Log.FIRST_PLAYER:
        return {"seat": seat}
    if event == Log.DRAW:
        return {"deck": DECKS[number // FIRST_ALLY], "card": card_name(data, number), "seat": seat}
    if event == Log.BREAK:
        return {"card": list(data["cards"]["break"])[number]}
    return {"number": number + 1}


# ---- for a person ------------------------------------------------------------------------------------------------


def ask(data: Data, t: Record, s: Record, codes: "list[int]") -> Question:
    """Return a decision in words."""
    effect = _under_way(data, s) if s.phase == Phase.CHOOSE else None
    asked = Asked(components(data), state_json(data, t, s), int(s.seat), effect)
    options = tuple(asked.option(action_json(data, t, s, code)) for code in codes)
    return Question(asked.asks(), tuple(asked.table()), options)


def _under_way(data: Data, s: Record) -> "Json | None":
    """Return the effect that something is chosen for, as the ruleset has it."""
    frame = s.frames[s.depth - 1]
    kind, card = int(frame[Frame.KIND]), int(frame[Frame.CARD])
    if kind < N_POWERS:
        effects = _power(data, s, kind)["effects"]
    elif kind in (UnderWay.ALLY, UnderWay.BREAK):
        deck = Deck.ALLY if kind == UnderWay.ALLY else Deck.BREAK
        effects = list(data["cards"][DECKS[deck]].values())[card]["effects"]
    else:
        return None
    effect: Json = effects[int(frame[Frame.EFFECT])]
    return effect


# ---- in words ----------------------------------------------------------------------------------------------------


def tell(lines: "Iterator[Json]") -> Iterator[str]:
    """Tell a trace in words, turn by turn.

    Parameters
    ----------
    lines
        The lines of a trace (`strikesim.engine.trace.trace`).
    """
    return Teller(lines).tell()
