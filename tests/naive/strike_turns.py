"""The turns of STRIKE! for its naive referee: what is on offer, what an action does, and what follows.

Generators as in `strike_effects`. Clause ids (STK-..) are those of the game's RULES.md.
"""

from __future__ import annotations

from collections.abc import Callable

from naive.strike_basics import (
    Action,
    Chance,
    Decision,
    Over,
    Steps,
    discard_card,
    draw_card,
    drones_in_reach,
    growing,
    has_cards,
    has_room_for_card,
    has_room_for_energy,
    has_room_for_tokens,
    megadrones_in_reach,
    moving,
    named,
    options,
    place_tokens,
)
from naive.strike_effects import (
    CARD,
    Source,
    add_striker,
    carry_out,
    move_own,
    remove_drone,
    remove_megadrone,
    roll_dice,
    trigger,
    use_power,
    uses_of_power,
    works,
)
from naive.strike_position import BOXES, RANKS, Counters, Position

END: Action = {"type": "end_actions"}

# ---------------------------------------------------------------------------------------------------------------------
# Step 1: what is on offer


def is_for_tokens(p: Position, box: str, actions: list[Action]) -> list[Action]:
    return actions if has_room_for_tokens(p, [box]) else []


def refuel_actions(p: Position) -> list[Action]:
    """STK-18, STK-R20, STK-V37: also with no striker in the supply, but only below the maximum."""
    able = any("instead_of_grow" in p.power(rank)["when"] and works(p, rank) for rank in RANKS)
    return [{"type": "refuel"}] if able and has_room_for_energy(p, p.current) else []


def megadrone_strikers(p: Position) -> int:
    """STK-28, STK-V32: own strikers that are enough for a MegaDrone."""
    powers = [p.power(rank) for rank in RANKS if "always" in p.power(rank)["when"] and works(p, rank)]
    return int(min([p.game.rule("megadrone_strikers"), *(power["effects"][0].get("amount", 1) for power in powers)]))


def disassemble_actions(p: Position) -> list[Action]:
    """STK-28."""
    drones = drones_in_reach(p, "own", None)
    megadrones = megadrones_in_reach(p, megadrone_strikers(p))
    pieces = [{**at, "piece": "drone"} for at in drones] + [{**at, "piece": "megadrone"} for at in megadrones]
    return options("disassemble", pieces)


def draw_actions(p: Position) -> list[Action]:
    """STK-29, STK-R16."""
    decks = [deck for deck in ("strike", "ally") if has_cards(p, deck) and has_room_for_card(p, p.current)]
    return options("draw", ({"deck": deck} for deck in decks))


def is_playable_strike(p: Position, name: str) -> bool:
    """STK-31, STK-32, STK-33, STK-V7."""
    card = p.game.card("strike", name)
    location = p.locations[card["at"]]
    if location.victories >= len(p.game.rule("victory_points")) or p.supply.victories == 0:
        return False
    present = sum(location.strikers) >= p.game.rule("victory_strikers")[location.victories]
    own = p.own(card["at"]) >= p.game.rule("own_strikers")
    return bool(own and present and not location.megadrones and has_room_for_tokens(p, card["boxes"]))


def card_actions(p: Position) -> list[Action]:
    """STK-30, STK-33, STK-R20: an Ally may always be played if its box has room."""
    hand = p.acting().hand
    allies = [name for name in +hand["ally"] if has_room_for_tokens(p, [p.game.card("ally", name)["box"]])]
    strikes = [name for name in +hand["strike"] if is_playable_strike(p, name)]
    return [*options("ally", named(allies)), *options("strike", named(strikes))]


def spend_actions(p: Position) -> list[Action]:
    """STK-R14, STK-V37."""
    ranks = [rank for rank in RANKS if "spend" in p.power(rank)["when"]]
    return [action for rank in ranks for action in uses_of_power(p, rank, None)]


def main_actions(p: Position) -> list[Action]:
    """STK-25 to STK-33; tokens may stay unused."""
    return [
        *is_for_tokens(p, "grow", options("grow", growing(p)) + refuel_actions(p)),
        *is_for_tokens(p, "mobilize", options("mobilize", moving(p, p.current))),
        *is_for_tokens(p, "disassemble", disassemble_actions(p)),
        *is_for_tokens(p, "draw", draw_actions(p)),
        *card_actions(p),
        *spend_actions(p),
        END,
    ]


# ---------------------------------------------------------------------------------------------------------------------
# Step 1: carrying an action out


def take_action(p: Position, action: Action) -> Steps:
    """STK-26 to STK-29: a basic action places its token; cards and powers go elsewhere."""
    kind = {"refuel": "grow"}.get(action["type"], action["type"])
    if kind in BOXES:
        place_tokens(p, [kind])
    yield from ACTIONS[action["type"]](p, action)


def take_grow(p: Position, action: Action) -> Steps:
    add_striker(p, action["at"])
    yield from ()


def take_refuel(p: Position, action: Action) -> Steps:
    power = next(p.power(rank) for rank in RANKS if "instead_of_grow" in p.power(rank)["when"])
    yield from carry_out(p, power["effects"][0], CARD)


def take_mobilize(p: Position, action: Action) -> Steps:
    yield from move_own(p, action["from"], action["to"], ())


def take_disassemble(p: Position, action: Action) -> Steps:
    remove = {"drone": remove_drone, "megadrone": remove_megadrone}[action["piece"]]
    yield from remove(p, action["at"], ())


def take_draw(p: Position, action: Action) -> Steps:
    yield from draw_card(p, action["deck"], p.current)


def play_ally(p: Position, action: Action) -> Steps:
    """STK-30: the card leaves the hand, its effects follow in printed order."""
    card = p.game.card("ally", action["card"])
    p.acts[p.current, "ally_cards"] += 1
    place_tokens(p, [card["box"]])
    discard_card(p, p.current, action["card"])
    p.playing = action["card"]
    for effect in card["effects"]:
        yield from carry_out(p, effect, CARD)
    p.playing = ""
    yield from trigger(p, {"played_ally"}, None, ())


def play_strike(p: Position, action: Action) -> Steps:
    """STK-31, STK-32, STK-R6: Victory and score, the win check, then the Ally."""
    card = p.game.card("strike", action["card"])
    p.acts[p.current, "strike_cards"] += 1
    place_tokens(p, card["boxes"])
    discard_card(p, p.current, action["card"])
    location = p.locations[card["at"]]
    p.strikers_points += p.game.rule("victory_points")[location.victories]
    location.victories += 1
    p.supply.victories -= 1
    if p.strikers_points >= p.game.rule("points_to_win"):
        raise Over("win", "strikers_points")
    yield from give_ally(p)


def give_ally(p: Position) -> Steps:
    """STK-31, STK-R20: to anyone; skipped if nobody could draw."""
    seats = range(p.game.players)
    if not has_cards(p, "ally") or not any(has_room_for_card(p, seat) for seat in seats):
        return
    action = yield Decision(p.current, "give_ally", options("give_ally", ({"seat": seat} for seat in seats)))
    yield from draw_card(p, "ally", action["seat"])


def spend_power(p: Position, action: Action) -> Steps:
    """STK-V39."""
    power = next(p.power(rank) for rank in RANKS if p.power(rank)["name"] == action["name"])
    yield from use_power(p, power, action, Source(None, (power["name"],)))


ACTIONS: dict[str, Callable[[Position, Action], Steps]] = {
    "grow": take_grow,
    "refuel": take_refuel,
    "mobilize": take_mobilize,
    "disassemble": take_disassemble,
    "draw": take_draw,
    "ally": play_ally,
    "strike": play_strike,
    "power": spend_power,
}

# ---------------------------------------------------------------------------------------------------------------------
# Turns


def step_one(p: Position) -> Steps:
    """STK-25: tokens, cards, powers; then all tokens come back."""
    while (action := (yield Decision(p.current, None, main_actions(p)))) != END:
        yield from take_action(p, action)
    p.acting().boxes.clear()


def step_two(p: Position) -> Steps:
    """STK-40, STK-46: a Commercial Break, or three rolls."""
    p.step = 2
    if p.decks["break"].total() == 0:
        yield from roll_dice(p, {"effect": "roll", "times": p.game.rule("empty_deck_rolls")})
        return
    card = yield Chance("break", "card", set(+p.decks["break"]))
    p.decks["break"][card] -= 1
    p.discards["break"][card] += 1
    for effect in p.game.card("break", card)["effects"]:
        yield from carry_out(p, effect, CARD)


def end_turn(p: Position) -> None:
    """STK-25, STK-R8, STK-R18."""
    if p.turn >= p.game.turn_limit:
        raise Over("unfinished", "turn_limit")
    p.current = (p.current + 1) % p.game.players
    p.turn += 1
    p.step = 1
    p.counters = Counters()


def play(p: Position) -> Steps:
    """Play from step 1 of a turn to the end of the game."""
    try:
        while True:
            yield from step_one(p)
            yield from step_two(p)
            end_turn(p)
    except Over as over:
        p.outcome, p.cause = over.args
