"""What the rules of STRIKE! are made of, for its naive referee: decisions, chance, energy, cards, and what is in reach.

Clause ids (STK-..) are those of the game's RULES.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Generator, Iterable
from dataclasses import dataclass, field
from typing import Any

from naive.strike_position import Position

Action = dict[str, Any]
Steps = Generator[Any, Any, Any]


@dataclass(frozen=True)
class Decision:
    """What a seat may do; `kind` is that of `pending` in the trace, null in the main phase."""

    seat: int
    kind: str | None
    actions: list[Action]


@dataclass(frozen=True)
class Chance:
    """What chance decides: the record's type, its open entry with the possible values, and its other entries."""

    kind: str
    key: str
    possible: Container[Any]
    fixed: dict[str, Any] = field(default_factory=dict)


class Over(Exception):  # noqa: N818 - the end of the game is no error
    """The game ends at once: outcome and cause."""


def options(kind: str, choices: Iterable[Action]) -> list[Action]:
    return [{"type": kind, **choice} for choice in choices]


def named(cards: Iterable[str]) -> list[Action]:
    return [{"card": card} for card in cards]


def at_each(places: Iterable[int]) -> list[Action]:
    return [{"at": at} for at in places]


# ---------------------------------------------------------------------------------------------------------------------
# Energy, cards, tokens


def change_energy(p: Position, seat: int, amount: int) -> None:
    """STK-04, STK-16: energy stays within its limits."""
    player = p.players[seat]
    before = player.energy
    player.energy = max(p.game.rule("energy_min"), min(p.game.rule("energy_max"), before + amount))
    p.acts[seat, "energy_gained"] += max(0, player.energy - before)


def has_room_for_energy(p: Position, seat: int) -> bool:
    return bool(p.players[seat].energy < p.game.rule("energy_max"))


def has_energy_for(p: Position, seat: int, cost: int) -> bool:
    return bool(p.players[seat].energy - cost >= p.game.rule("energy_min"))


def has_room_for_card(p: Position, seat: int) -> bool:
    """STK-29: the hand limit."""
    return bool(p.players[seat].cards() < p.game.rule("hand_limit"))


def reshuffles(p: Position, deck: str) -> bool:
    """STK-R1: Allies alone can come back."""
    return deck == "ally" and bool(p.game.switch("reshuffle_allies"))


def discarded(p: Position, deck: str) -> Counter[str]:
    """STK-30: a card is discarded when all of it is done; the trace counts it from the moment it is played."""
    return p.discards[deck] - Counter([p.playing])


def has_cards(p: Position, deck: str) -> bool:
    """STK-R1, STK-V25: with the switch, an empty Ally deck counts as the discarded Allies."""
    return p.decks[deck].total() > 0 or (reshuffles(p, deck) and discarded(p, deck).total() > 0)


def draw_card(p: Position, deck: str, seat: int) -> Steps:
    """Draw one card, if deck and hand allow it."""
    if not (has_cards(p, deck) and has_room_for_card(p, seat)):
        return
    if p.decks[deck].total() == 0:
        p.decks[deck] = discarded(p, deck)
        p.discards[deck] -= p.decks[deck]
    card = yield Chance("draw", "card", set(+p.decks[deck]), {"deck": deck, "seat": seat})
    p.decks[deck][card] -= 1
    p.players[seat].hand[deck][card] += 1


def discard_card(p: Position, seat: int, card: str) -> None:
    """Put a card of the hand on its discards; names are unique (STK-V6)."""
    deck = "strike" if p.players[seat].hand["strike"][card] else "ally"
    p.players[seat].hand[deck][card] -= 1
    p.discards[deck][card] += 1


def has_room_for_tokens(p: Position, boxes: list[str]) -> bool:
    """STK-25, STK-33, STK-R7: tokens left, and room in every box for all that go there."""
    tokens = p.acting().boxes
    maxima = p.game.character(p.current)["boxes"]
    enough = tokens.total() + len(boxes) <= p.game.rule("tokens")
    return bool(enough and all(tokens[box] + boxes.count(box) <= maxima[box] for box in boxes))


def place_tokens(p: Position, boxes: list[str]) -> None:
    for box in boxes:
        p.acting().boxes[box] += 1


# ---------------------------------------------------------------------------------------------------------------------
# Where things can be done by the acting player


def own_places(p: Position) -> list[int]:
    return [at for at in p.locations if p.own(at)]


def growing(p: Position) -> list[Action]:
    """STK-26: to the Home Base or to a location with an own striker; no eleventh."""
    if p.supply.strikers[p.current] == 0:
        return []
    home = p.game.character(p.current)["home"]
    return at_each(at for at in p.locations if at == home or p.own(at))


def moving(p: Position, seat: int) -> list[Action]:
    """STK-27: along a line."""
    origins = [at for at in p.locations if p.locations[at].strikers[seat]]
    return [{"from": at, "to": to} for at in origins for to in p.game.neighbours(at)]


def flying(p: Position) -> list[Action]:
    """STK-18, STK-V31: any striker on the board to any other location."""
    return [
        {"owner": seat, "from": at, "to": to}
        for at, location in p.locations.items()
        for seat, strikers in enumerate(location.strikers)
        for to in p.locations
        if strikers and to != at
    ]


def drones_in_reach(p: Position, where: str, here: int | None) -> list[Action]:
    """STK-V21."""
    places: dict[str, list[int | None]] = {
        "anywhere": [*p.locations],
        "own": [*own_places(p)],
        "here": [here],
        "own_elsewhere": [at for at in own_places(p) if at != here],
    }
    return at_each(at for at in places[where] if at is not None and p.locations[at].drones)


def megadrones_in_reach(p: Position, strikers: int) -> list[Action]:
    """STK-V22: where so many own strikers stand."""
    return at_each(at for at in p.locations if p.locations[at].megadrones and p.own(at) >= strikers)
