"""Factory Actions of Striking Flint in its naive referee: the events' factory lines, die rolls, activations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from naive.flint_steps import (
    Steps,
    add_strikebreaker,
    check_factories,
    choose_event,
    choose_space,
    choose_target,
    effects_in_play,
    gain_cubes,
    roll,
)
from naive.flint_table import KINDS, Record, Table, Worker

DONE_AT_ONCE = ("add_strikebreaker", "gain_exhaustion", "remove_worker")
FACTORY_LINE = (*DONE_AT_ONCE, "roll_twice")  # FLT-V20: FLT-V25 to FLT-V28
Tired = Counter[tuple[str, str]]  # strikebreakers, by space and kind, that act no more in this roll (FLT-R12)


def factory_action(table: Table) -> Steps[None]:
    """FLT-16, FLT-R6, FLT-V24, FLT-V26."""
    table.count("factory_actions")
    rolls = 1 + len(effects_in_play(table, "roll_twice"))
    left = [event for event in table.in_play if has_factory_line(table, event)]
    while left:
        event = yield from choose_event(left)
        left.remove(event)
        yield from do_factory_line(table, event)
    for _ in range(rolls):
        yield from roll_and_activate(table)


# ---------------------------------------------------------------------------------------------------------------------
# Whose turn comes soonest, and the nearest worker


def end_of_move(table: Table) -> int:
    """FLT-R13, FLT-R14: where the acting tracker's move ends, as far as known now."""
    move = table.move
    assert move is not None
    length = move.length
    if table.game.switch("move_length") == "grows":
        length = max(table.game.rule("least_move"), table.cubes[table.acting])
    return move.start + length + move.added


def order_of_next_turns(table: Table) -> list[str]:
    """FLT-R14: earliest space, top first; the acting tracker counts as on top where its move will end."""
    places = dict(table.trackers)
    places[table.acting] = (end_of_move(table), len(places))
    return sorted(places, key=lambda name: (places[name][0], -places[name][1]))


def soonest(table: Table, workers: list[Worker]) -> list[Worker]:
    """FLT-32: those of the committee whose turn comes soonest."""
    first = next(name for name in order_of_next_turns(table) if any(who == name for _, who in workers))
    return [worker for worker in workers if worker[1] == first]


def nearest_worker(table: Table, space: str) -> Steps[Worker | None]:
    """FLT-32, FLT-R3: distance; Stations before Corners; soonest turn; the acting player. None: FLT-R7."""
    workers = table.workers_on_map()
    if not workers:
        return None
    least = min(table.board.distance(space, where) for where, _ in workers)
    near = [worker for worker in workers if table.board.distance(space, worker[0]) == least]
    in_stations = [worker for worker in near if table.board.is_station(worker[0])]
    return (yield from choose_target(soonest(table, in_stations or near)))


# ---------------------------------------------------------------------------------------------------------------------
# The factory line of an event


def has_factory_line(table: Table, event: str) -> bool:
    """FLT-V20."""
    return any(effect["effect"] in FACTORY_LINE for effect in table.game.effects(event))


def do_factory_line(table: Table, event: str) -> Steps[None]:
    """FLT-V24: in the order of the event; `roll_twice` comes true at the rolls."""
    for effect in table.game.effects(event):
        if effect["effect"] == "add_strikebreaker":
            add_strikebreakers(table, effect)
        elif effect["effect"] == "gain_exhaustion":
            gain_cubes(table, table.game.amount(effect["amount"]))
        elif effect["effect"] == "remove_worker":
            yield from remove_from_largest(table)


def add_strikebreakers(table: Table, effect: Record) -> None:
    """FLT-V25."""
    for _ in range(table.game.amount(effect["count"])):
        add_strikebreaker(table, lowest_icon(table, effect["kind"]), effect["kind"])


def lowest_icon(table: Table, kind: str) -> str:
    """FLT-V25: the lowest die number, then the first in map order; free ones before all others."""
    spaces = table.board.spaces
    with_icon = [name for name, space in spaces.items() if space.icon == kind]
    free = [name for name in with_icon if not table.workers_in(name) and not table.strikebreakers_in(name)]
    return min(free or with_icon, key=lambda name: spaces[name].die)


def remove_from_largest(table: Table) -> Steps[None]:
    """FLT-V28."""
    workers = [worker for worker in table.workers_on_map() if table.board.is_station(worker[0])]
    if not workers:
        return
    sizes = {worker: len(table.board.factory_of(worker[0]) or ()) for worker in workers}
    largest = [worker for worker in workers if sizes[worker] == max(sizes.values())]
    table.return_worker((yield from choose_target(soonest(table, largest))))
    check_factories(table)


# ---------------------------------------------------------------------------------------------------------------------
# Die rolls and activations


def roll_and_activate(table: Table) -> Steps[None]:
    """FLT-16, FLT-R12: the spaces are listed at the roll, each is judged when its turn comes."""
    number = yield from roll(table)
    tired: Tired = Counter()
    left = [name for name, space in table.board.spaces.items() if space.die == number]
    while left:
        if table.game.switch("activation_order") == "map_order":
            space = left[0]
        else:
            space = yield from choose_space("activate", "space", left)
        left.remove(space)
        yield from resolve_space(table, space, tired)


def resolve_space(table: Table, space: str, tired: Tired) -> Steps[None]:
    """FLT-16, FLT-31, FLT-R2: strikebreakers act; without any, a worker keeps the printed result away."""
    present = table.strikebreakers_in(space)
    for kind in KINDS:
        for _ in range(present[kind] - tired[space, kind]):
            yield from STRIKEBREAKERS[kind](table, space, tired)
    if not present and not table.workers_in(space):
        yield from printed_result(table, space, tired)


def authority_acts(table: Table, space: str, tired: Tired) -> Steps[None]:
    """FLT-30, FLT-R4: it steps nearer to the nearest worker, unless it is there."""
    to = space
    worker = yield from nearest_worker(table, space)
    if worker is not None:
        to = yield from step(table, space, worker[0], -1)
    table.strikebreakers[space, "authority"] -= 1
    table.strikebreakers[to, "authority"] += 1
    tired[to, "authority"] += 1


def money_acts(table: Table, space: str, _tired: Tired) -> Steps[None]:
    """FLT-30, FLT-R4: the nearest worker steps nearer."""
    yield from worker_steps(table, space, -1)


def scab_acts(table: Table, space: str, _tired: Tired) -> Steps[None]:
    """FLT-30, FLT-R4: the nearest worker steps away."""
    yield from worker_steps(table, space, +1)


STRIKEBREAKERS: dict[str, Callable[[Table, str, Tired], Steps[None]]] = {
    "authority": authority_acts,
    "money": money_acts,
    "scab": scab_acts,
}


def worker_steps(table: Table, space: str, change: int) -> Steps[None]:
    """The nearest worker moves so that its distance from the space changes by one, if it can."""
    worker = yield from nearest_worker(table, space)
    if worker is None:
        return
    to = yield from step(table, worker[0], space, change)
    table.workers[worker] -= 1
    table.workers[to, worker[1]] += 1
    check_factories(table)


def step(table: Table, start: str, other: str, change: int) -> Steps[str]:
    """FLT-R3, FLT-R4: an adjacent space whose distance from the other differs by the change; else it stays."""
    wanted = table.board.distance(start, other) + change
    spaces = [name for name in table.board.neighbours[start] if table.board.distance(name, other) == wanted]
    if not spaces:
        return start
    return (yield from choose_space("step", "to", sorted(spaces)))


def printed_result(table: Table, space: str, tired: Tired) -> Steps[None]:
    """FLT-31: A a strikebreaker, B exhaustion, C the nearest worker returns."""
    icon = table.board.spaces[space].icon
    if icon == "exhaustion":
        gain_cubes(table, table.game.rule("icon_exhaustion"))
    elif icon == "remove":
        worker = yield from nearest_worker(table, space)
        if worker is not None:
            table.return_worker(worker)
            check_factories(table)
    else:
        add_strikebreaker(table, space, icon)
        tired[space, icon] += 1
