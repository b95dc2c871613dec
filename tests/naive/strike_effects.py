"""Effects, powers and arrivals of STRIKE! for its naive referee, written as generators.

They yield a `Decision` whenever somebody decides and a `Chance` whenever chance does, and are sent the answer; so
powers inside cards inside turns read like the rules' text. Clause ids (STK-..) are those of the game's RULES.md.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from naive.strike_basics import (
    Action,
    Chance,
    Decision,
    Over,
    Steps,
    at_each,
    change_energy,
    discard_card,
    draw_card,
    drones_in_reach,
    flying,
    growing,
    has_cards,
    has_energy_for,
    has_room_for_card,
    has_room_for_energy,
    megadrones_in_reach,
    moving,
    named,
    options,
)
from naive.strike_position import RANKS, Position, Record

PAIRS = {"arrivals_pair", "moves_pair", "removed_pair"}
DECLINE: Action = {"type": "decline"}


@dataclass(frozen=True)
class Source:
    """Whence an effect comes: the trigger's location, and the powers being carried out, the innermost last."""

    here: int | None = None
    active: tuple[str, ...] = ()


CARD = Source()


# ---------------------------------------------------------------------------------------------------------------------
# The single steps, and the powers they trigger


def add_striker(p: Position, at: int) -> None:
    """STK-26; it triggers nothing (STK-V23)."""
    p.supply.strikers[p.current] -= 1
    p.locations[at].strikers[p.current] += 1


def remove_striker(p: Position, seat: int, at: int) -> None:
    p.locations[at].strikers[seat] -= 1
    p.supply.strikers[seat] += 1


def carry_striker(p: Position, seat: int, origin: int, target: int) -> None:
    p.locations[origin].strikers[seat] -= 1
    p.locations[target].strikers[seat] += 1


def move_own(p: Position, origin: int, target: int, active: tuple[str, ...]) -> Steps:
    """STK-R8, STK-V41: the move counts at both ends, then the powers are offered."""
    carry_striker(p, p.current, origin, target)
    counters, events = p.counters, set()
    counters.moves += 1
    counters.arrivals[origin] = max(0, counters.arrivals[origin] - 1)
    counters.arrivals[target] += 1
    if counters.moves % 2 == 0:
        events.add("moves_pair")
    if counters.arrivals[target] == 2:
        counters.arrivals[target] = 0
        events.add("arrivals_pair")
    yield from trigger(p, events, target, active)


def remove_drone(p: Position, at: int, active: tuple[str, ...]) -> Steps:
    """STK-R8: every regular drone removed by the player counts."""
    p.locations[at].drones -= 1
    p.supply.drones += 1
    p.counters.removed += 1
    p.acts[p.current, "drones_removed"] += 1
    pair = {"removed_pair"} if p.counters.removed % 2 == 0 else set()
    yield from trigger(p, {"removed"} | pair, at, active)


def remove_megadrone(p: Position, at: int, active: tuple[str, ...]) -> Steps:
    p.locations[at].megadrones -= 1
    p.supply.megadrones += 1
    p.acts[p.current, "megadrones_removed"] += 1
    yield from trigger(p, {"removed_megadrone"}, at, active)


def trigger(p: Position, events: set[str], here: int | None, active: tuple[str, ...]) -> Steps:
    """STK-V33, STK-R21: the 0+ with all it triggers, then the 3+."""
    for rank in RANKS:
        power = p.power(rank)
        if events & set(power["when"]) and not is_silent(p, power, events, active):
            yield from offer_power(p, rank, here, active)


def is_silent(p: Position, power: Record, events: set[str], active: tuple[str, ...]) -> bool:
    """STK-V35, STK-17: a power being carried out does not trigger, but for its own removals with the switch."""
    if power["name"] not in active:
        return False
    chains = p.game.switch("manual_labor_chains") and "removed" in power["when"]
    return not (chains and "removed" in events and active[-1] == power["name"])


def is_once_per_turn(p: Position, power: Record) -> bool:
    """STK-V40."""
    return p.game.switch("pair_powers") == "once_per_turn" and bool(PAIRS & set(power["when"]))


def works(p: Position, rank: str) -> bool:
    """STK-15: the second power needs its energy."""
    return rank == "first" or bool(p.acting().energy >= p.game.rule("second_power_energy"))


def uses_of_power(p: Position, rank: str, here: int | None) -> list[Action]:
    """STK-V34, STK-V36: one for each possibility of the first effect's first choice, if the energy suffices."""
    power = p.power(rank)
    if not (works(p, rank) and has_energy_for(p, p.current, power.get("cost", 0))):
        return []
    return options("power", ({"name": power["name"], **first} for first in openings(p, power["effects"][0], here)))


def offer_power(p: Position, rank: str, here: int | None, active: tuple[str, ...]) -> Steps:
    """STK-R8, STK-V33, STK-V34: at once, or the trigger is lost."""
    power, uses = p.power(rank), uses_of_power(p, rank, here)
    if not uses or power["name"] in p.counters.used:
        return
    if is_once_per_turn(p, power):
        p.counters.used.append(power["name"])  # STK-R21: spent when offered
    action = yield Decision(p.current, "power", [*uses, DECLINE])
    if action != DECLINE:
        yield from use_power(p, power, action, Source(here, (*active, power["name"])))


def use_power(p: Position, power: Record, action: Action, source: Source) -> Steps:
    """STK-V36, STK-V39: pay, then the effects; the first choice of the first stands in the action."""
    change_energy(p, p.current, -power.get("cost", 0))
    first, *others = power["effects"]
    yield from carry_out(p, first, source, {key: action[key] for key in action if key not in ("type", "name")})
    for effect in others:
        yield from carry_out(p, effect, source)


# ---------------------------------------------------------------------------------------------------------------------
# Effects (STK-V10 to STK-V32)


def repeats(p: Position, effect: Record, name: str = "amount") -> int:
    """STK-V12, STK-V13."""
    return int(effect.get(name, 1)) * (p.level() if effect.get("per_level", False) else 1)


def seats_meant(p: Position, effect: Record) -> list[int]:
    """STK-V11: of `any` and `another`, those among whom one is named."""
    seats = p.clockwise()
    return {"acting": seats[:1], "another": seats[1:], "any": seats, "all": seats}[effect.get("who", "acting")]


def is_named(effect: Record) -> bool:
    """STK-V11: the acting player names one seat for the whole effect."""
    return effect.get("who") in ("any", "another")


def can_affect(p: Position, effect: Record, seat: int) -> bool:
    """STK-V11, STK-V34: whether the effect can do anything for a seat."""
    if effect["effect"] == "gain_energy":
        return has_room_for_energy(p, seat)
    if effect["effect"] == "draw":
        return has_room_for_card(p, seat) and has_cards(p, effect["deck"])
    return bool(moving(p, seat))


def targets(p: Position, effect: Record, here: int | None) -> list[Action] | None:
    """List the possibilities of one unit that the acting player chooses; null if the effect has no such choice."""
    match effect["effect"]:
        case "remove_drone":
            return drones_in_reach(p, effect["where"], here)
        case "remove_megadrone":
            return megadrones_in_reach(p, effect["strikers"])
        case "add_strikers":
            return growing(p)
        case "move_strikers":
            return moving(p, p.current)
        case "transfer_striker":
            return flying(p)
    return None


def openings(p: Position, effect: Record, here: int | None) -> list[Action]:
    """List the possibilities of an effect's first choice, `{}` standing for one without a choice."""
    able = [seat for seat in seats_meant(p, effect) if is_named(effect) and can_affect(p, effect, seat)]
    if is_named(effect):
        return [{"seat": seat} for seat in able]
    units = targets(p, effect, here)
    if units is not None:
        return units
    return [{}] if any(can_affect(p, effect, seat) for seat in seats_meant(p, effect)) else []


def carry_out(p: Position, effect: Record, source: Source, first: Action | None = None) -> Steps:
    """STK-V10: one effect, as far as possible; `first` is a choice already made (STK-V36)."""
    if effect["effect"] in ARRIVALS:
        yield from ARRIVALS[effect["effect"]](p, effect)
    elif is_named(effect):
        chosen = first or (yield from choose(p, openings(p, effect, source.here), effect))
        if chosen is not None:
            yield from FOR_SEAT[effect["effect"]](p, effect, chosen["seat"])
    elif targets(p, effect, source.here) is not None:
        yield from do_units(p, effect, source, first)
    else:
        for seat in seats_meant(p, effect):
            yield from FOR_SEAT[effect["effect"]](p, effect, seat)


def choose(p: Position, choices: list[Action], effect: Record) -> Steps:
    """STK-V14, STK-V15: null if there is nothing to choose, or after `decline`."""
    if not choices:
        return None
    decline = [DECLINE] if effect.get("may", False) else []
    action = yield Decision(p.current, "choose", [*options("choose", choices), *decline])
    return None if action == DECLINE else action


def do_units(p: Position, effect: Record, source: Source, first: Action | None) -> Steps:
    """STK-V12: each unit with a choice of its own."""
    for _ in range(repeats(p, effect)):
        chosen = first or (yield from choose(p, targets(p, effect, source.here) or [], effect))
        first = None
        if chosen is None:
            return
        yield from do_unit(p, effect["effect"], chosen, source.active)


def do_unit(p: Position, kind: str, chosen: Action, active: tuple[str, ...]) -> Steps:
    match kind:
        case "remove_drone":
            yield from remove_drone(p, chosen["at"], active)
        case "remove_megadrone":
            yield from remove_megadrone(p, chosen["at"], active)
        case "add_strikers":
            add_striker(p, chosen["at"])
        case "transfer_striker" if chosen["owner"] != p.current:
            carry_striker(p, chosen["owner"], chosen["from"], chosen["to"])
        case _:
            yield from move_own(p, chosen["from"], chosen["to"], active)


def gain_energy(p: Position, effect: Record, seat: int) -> Steps:
    """STK-V20."""
    change_energy(p, seat, repeats(p, effect))
    yield from ()


def lose_energy(p: Position, effect: Record, seat: int) -> Steps:
    """STK-V27, STK-16."""
    change_energy(p, seat, -repeats(p, effect))
    yield from ()


def draw_cards(p: Position, effect: Record, seat: int) -> Steps:
    """STK-V25."""
    for _ in range(repeats(p, effect)):
        yield from draw_card(p, effect["deck"], seat)


def move_for_another(p: Position, effect: Record, seat: int) -> Steps:
    """STK-V24, STK-R13: the other player moves or declines; it counts for nobody."""
    for _ in range(repeats(p, effect)):
        action = yield Decision(seat, "mobilize", [*options("mobilize", moving(p, seat)), DECLINE])
        if action == DECLINE:
            return
        carry_striker(p, seat, action["from"], action["to"])


def lose_strikers(p: Position, effect: Record, seat: int) -> Steps:
    """STK-V28: the owner chooses."""
    for _ in range(repeats(p, effect)):
        places = [at for at in p.locations if p.locations[at].strikers[seat]]
        if not places:
            return
        action = yield Decision(seat, "choose", options("choose", at_each(places)))
        remove_striker(p, seat, action["at"])


def discard(p: Position, effect: Record, seat: int) -> Steps:
    """STK-V30: the owner chooses."""
    for _ in range(repeats(p, effect)):
        cards = sorted({card for hand in p.players[seat].hand.values() for card in +hand})
        if not cards:
            return
        action = yield Decision(seat, "choose", options("choose", named(cards)))
        discard_card(p, seat, action["card"])


def roll_dice(p: Position, effect: Record) -> Steps:
    """STK-V26, STK-R12: each roll is settled before the next."""
    for _ in range(repeats(p, effect, "times")):
        at = yield Chance("roll", "number", p.game.places())
        yield from arrive(p, at, True)


def add_drone(p: Position, effect: Record) -> Steps:
    """STK-V29: at a number, or where most strikers of all colours stand."""
    at = effect["at"]
    if at == "most_strikers":
        most = max(sum(location.strikers) for location in p.locations.values())
        places = [at for at, location in p.locations.items() if most and sum(location.strikers) == most]
        chosen = yield from choose(p, at_each(places), effect)
        if chosen is None:
            return
        at = chosen["at"]
    yield from arrive(p, at, p.game.switch("kick_on") == "any")


ARRIVALS: dict[str, Callable[[Position, Record], Steps]] = {"roll": roll_dice, "add_drone": add_drone}
FOR_SEAT: dict[str, Callable[[Position, Record, int], Steps]] = {
    "gain_energy": gain_energy,
    "lose_energy": lose_energy,
    "draw": draw_cards,
    "move_strikers": move_for_another,
    "lose_strikers": lose_strikers,
    "discard": discard,
}

# ---------------------------------------------------------------------------------------------------------------------
# A drone arrives


def arrive(p: Position, at: int, kicks: bool) -> Steps:
    """STK-R11: placed or fused, scored, then the kicks."""
    location = p.locations[at]
    if location.drones + 1 >= p.game.rule("fuse_at"):
        fuse(p, at)
    elif p.supply.drones == 0:
        return  # STK-V7
    else:
        p.supply.drones -= 1
        location.drones += 1
    for seat in p.clockwise():
        if kicks and location.strikers[seat]:
            yield from kick(p, seat, at)


def fuse(p: Position, at: int) -> None:
    """STK-44, STK-45, STK-12, STK-11."""
    if p.supply.megadrones == 0:
        raise Over("loss", "sixth_megadrone")
    location = p.locations[at]
    p.supply.drones += location.drones
    location.drones = 0
    p.supply.megadrones -= 1
    location.megadrones += 1
    same = [p.locations[other] for other in p.locations if p.game.colour(other) == p.game.colour(at)]
    p.happycorp_points += p.game.rule("megadrone_points") * sum(other.megadrones for other in same)
    if p.happycorp_points >= p.game.rule("points_to_lose"):
        raise Over("loss", "happycorp_points")


def kick(p: Position, seat: int, at: int) -> Steps:
    """STK-42, STK-R11: one striker, or energy if there is enough."""
    cost = p.game.rule("kick_energy")
    kinds = ["give_striker", "keep_striker"] if has_energy_for(p, seat, cost) else ["give_striker"]
    action = yield Decision(seat, "kick", [{"type": kind, "at": at} for kind in kinds])
    if action["type"] == "keep_striker":
        p.acts[seat, "kept"] += 1
        change_energy(p, seat, -cost)
    else:
        p.acts[seat, "kicked"] += 1
        remove_striker(p, seat, at)
