"""Steps 2 and 3 of a turn of Striking Flint in its naive referee: what is on offer, and what it does and costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from naive.flint_steps import (
    Action,
    Decision,
    Steps,
    check_factories,
    count_for_events,
    extra_exhaustion,
    gain_cubes,
    is_forbidden,
)
from naive.flint_table import Table, Worker

# ---------------------------------------------------------------------------------------------------------------------
# What is on offer: the basic actions


def placements(table: Table) -> list[Action]:
    """FLT-20, FLT-21: Occupy and Picket; any committee's worker goes onto any space that no event forbids."""
    offer: list[Action] = []
    for space in table.board.spaces:
        kind = "occupy" if table.board.is_station(space) else "picket"
        if not is_forbidden(table, kind, space):
            offer += [{"type": kind, "space": space, **worker} for worker in placeable(table, space)]
    return offer


def placeable(table: Table, to: str) -> list[Action]:
    """FLT-20, FLT-V6: the workers in the supplies; by the switch, those elsewhere on the map too."""
    supplied = [name for name in table.game.committees if table.hands[name] > 0]
    if not table.game.switch("place_from_map"):
        return [{"committee": name} for name in supplied]
    movable = [(space, name) for space, name in table.workers_on_map() if space != to]
    return [{"committee": name, "from": None} for name in supplied] + [
        {"committee": name, "from": space} for space, name in movable
    ]


def resisters(table: Table, space: str) -> list[Worker]:
    """FLT-22, FLT-V5: the workers that may Resist a strikebreaker in the space; others' only if no own one may."""
    reach = table.game.rule("resist_range")
    near = [worker for worker in table.workers_on_map() if table.board.distance(worker[0], space) <= reach]
    able = [worker for worker in near if not is_forbidden(table, "resist", worker[0])]
    own = [worker for worker in able if worker[1] == table.acting]
    return own or able


def resists(table: Table) -> list[Action]:
    """FLT-22, FLT-V5: one for each strikebreaker and each worker that may."""
    return [
        {"type": "resist", "space": space, "strikebreaker": kind, "worker": {"space": where, "committee": who}}
        for space, kind in table.strikebreakers_on_map()
        for where, who in resisters(table, space)
    ]


def rests(table: Table) -> list[Action]:
    """FLT-23, FLT-12: with or without cubes to give back."""
    return [] if is_forbidden(table, "rest") else [{"type": "rest"}]


# ---------------------------------------------------------------------------------------------------------------------
# What is on offer: the unique actions (FLT-24, FLT-V12)


def uniques(table: Table) -> list[Action]:
    if is_forbidden(table, "unique"):
        return []
    return UNIQUES[table.game.unique(table.acting)["action"]](table)


def gambits(table: Table) -> list[Action]:
    """FLT-24, FLT-12: any worker, if it or a strikebreaker in its range has where to go."""
    return [
        {"type": "gambit", "worker": {"space": space, "committee": who}}
        for space, who in table.workers_on_map()
        if table.board.neighbours[space] or in_gambit(table, space)
    ]


def in_gambit(table: Table, space: str) -> Counter[tuple[str, str]]:
    """FLT-24: the strikebreakers in range that can move."""
    reach = table.game.rule("gambit_range")
    found = table.strikebreakers.items()
    near = {token: count for token, count in found if count and table.board.distance(token[0], space) <= reach}
    return Counter({token: count for token, count in near.items() if table.board.neighbours[token[0]]})


def coordinations(table: Table) -> list[Action]:
    return [{"type": "coordinate"}] if placements(table) else []


def holds(table: Table) -> list[Action]:
    """FLT-V12, FLT-V21: all workers from the supply; on a Station it is Occupy, on a Corner Picket."""
    if table.hands[table.acting] < table.game.unique(table.acting)["workers"]:
        return []
    kinds = {name: "occupy" if table.board.is_station(name) else "picket" for name in table.board.spaces}
    return [{"type": "hold", "space": name} for name, kind in kinds.items() if not is_forbidden(table, kind, name)]


def agitations(table: Table) -> list[Action]:
    """The spaces where something can be resisted."""
    spaces = {action["space"] for action in resists(table)}
    return [{"type": "agitate", "space": space} for space in table.board.spaces if space in spaces]


def reliefs(table: Table) -> list[Action]:
    others = [name for name in table.game.committees if name != table.acting and table.cubes[name] > 0]
    return [{"type": "relief", "committee": name} for name in others]


UNIQUES: dict[str, Callable[[Table], list[Action]]] = {
    "gambit": gambits,
    "coordinate": coordinations,
    "hold": holds,
    "agitate": agitations,
    "relief": reliefs,
}


def legal_actions(table: Table) -> list[Action]:
    """FLT-12; without any legal action the committee passes (FLT-R9)."""
    offer = placements(table) + resists(table) + rests(table) + uniques(table)
    return offer or [{"type": "pass"}]


# ---------------------------------------------------------------------------------------------------------------------
# Carrying an action out; each tells whether it used another committee's worker


def place_worker(table: Table, action: Action) -> bool:
    """FLT-20, FLT-21."""
    committee, left = action["committee"], action.get("from")
    if left is None:
        table.hands[committee] -= 1
    else:
        table.workers[left, committee] -= 1
    table.workers[action["space"], committee] += 1
    return bool(committee != table.acting)


def resist(table: Table, action: Action) -> bool:
    """FLT-22."""
    table.return_strikebreaker(action["space"], action["strikebreaker"])
    table.count("resisted")
    count_for_events(table, "resists")
    return bool(action["worker"]["committee"] != table.acting)


def rest(table: Table) -> None:
    """FLT-23: all own cubes go back first."""
    table.return_cubes(table.acting, table.cubes[table.acting])
    count_for_events(table, "rests")


def gambit(table: Table, action: Action) -> Steps[bool]:
    """FLT-24, FLT-V12: first the strikebreakers in range, then the worker."""
    start, committee = action["worker"]["space"], action["worker"]["committee"]
    moved = yield from move_strikebreakers(table, in_gambit(table, start))
    steps: list[Action] = [{"type": "step", "to": space} for space in sorted(table.board.neighbours[start])]
    if steps:
        chosen = yield Decision("step", steps + leave_out(table, moved))
        if chosen["type"] == "step":
            table.workers[start, committee] -= 1
            table.workers[chosen["to"], committee] += 1
    return bool(committee != table.acting)


def leave_out(table: Table, moved: bool) -> list[Action]:
    """FLT-24, the switch: each move may be left out, once something has moved (FLT-12)."""
    return [{"type": "done"}] if moved and table.game.switch("gambit_moves") == "may" else []


def move_strikebreakers(table: Table, unmoved: Counter[tuple[str, str]]) -> Steps[bool]:
    """FLT-24, FLT-V12: in any order, each once, to an adjacent space; tell whether any has moved."""
    moved = False
    while unmoved.total() > 0:
        moves: list[Action] = [
            {"type": "move", "strikebreaker": kind, "from": space, "to": to}
            for (space, kind), count in unmoved.items()
            if count > 0
            for to in sorted(table.board.neighbours[space])
        ]
        chosen = yield Decision("move", moves + leave_out(table, moved))
        if chosen["type"] == "done":
            break
        moved = True
        token = (chosen["from"], chosen["strikebreaker"])
        unmoved[token] -= 1
        table.strikebreakers[token] -= 1
        table.strikebreakers[chosen["to"], chosen["strikebreaker"]] += 1
    return moved


def coordinate(table: Table) -> Steps[bool]:
    """FLT-V12: placements one after the other, as long as one is possible."""
    foreign = False
    for _ in range(table.game.unique(table.acting)["placements"]):
        offer = placements(table)
        if offer:
            chosen = yield Decision("coordinate", offer)
            foreign |= place_worker(table, chosen)
    return foreign


def hold(table: Table, action: Action) -> None:
    """FLT-V12."""
    workers = table.game.unique(table.acting)["workers"]
    table.hands[table.acting] -= workers
    table.workers[action["space"], table.acting] += workers


def agitate(table: Table, action: Action) -> Steps[bool]:
    """FLT-V12: Resists in one space; after the first it may be done."""
    foreign = False
    for number in range(table.game.unique(table.acting)["strikebreakers"]):
        offer = [each for each in resists(table) if each["space"] == action["space"]]
        if not offer:
            break
        done: list[Action] = [{"type": "done"}] if number > 0 else []
        chosen = yield Decision("agitate", offer + done)
        if chosen["type"] == "done":
            break
        foreign |= resist(table, chosen)
    return foreign


def relieve(table: Table, action: Action) -> None:
    """FLT-V12: as many cubes as it holds, at most what the card says."""
    most = table.game.unique(table.acting)["cubes"]
    table.return_cubes(action["committee"], min(most, table.cubes[action["committee"]]))


def carry_out(table: Table, action: Action) -> Steps[bool]:
    """FLT-12: carry the action out completely; return whether it used another committee's worker."""
    kind = action["type"]
    if kind in ("occupy", "picket"):
        return place_worker(table, action)
    if kind == "resist":
        return resist(table, action)
    if kind == "gambit":
        return (yield from gambit(table, action))
    if kind == "coordinate":
        return (yield from coordinate(table))
    if kind == "agitate":
        return (yield from agitate(table, action))
    if kind == "rest":
        rest(table)
    elif kind == "hold":
        hold(table, action)
    elif kind == "relief":
        relieve(table, action)
    return False


def card_action(kind: str) -> str:
    """Return which action of the committee's card a type of action is."""
    return kind if kind in ("occupy", "picket", "resist", "rest") else "unique"


def exhaustion_of(table: Table, kind: str, foreign: bool) -> int:
    """FLT-13, FLT-12, FLT-V22: printed, what events add, and once for another's worker; nothing for a pass (R9)."""
    if kind == "pass":
        return 0
    name = card_action(kind)
    extra = table.game.rule("foreign_extra") if foreign else 0
    return table.game.printed_exhaustion(table.acting, name) + extra_exhaustion(table, name) + extra


def act(table: Table) -> Steps[str]:
    """Steps 2 and 3 (FLT-12, FLT-13); the loss of FLT-53 comes before that of FLT-52 (FLT-R1, FLT-R15)."""
    table.step = 2
    action = yield Decision(None, legal_actions(table))
    foreign = yield from carry_out(table, action)
    check_factories(table)
    table.count("pass" if action["type"] == "pass" else card_action(action["type"]))
    table.step = 3
    gain_cubes(table, exhaustion_of(table, action["type"], foreign))
    return str(action["type"])
