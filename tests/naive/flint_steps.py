"""What all parts of the naive rules of Striking Flint use: questions, losses, and the effects of events that last.

The rules are generators. They yield a `Decision` and are sent the action chosen, or yield a `Chance` and are sent
what chance did. A decision with one action is yielded too: whoever drives the generator answers it at once.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from naive.flint_table import Record, Table, Worker, demand_that

Action = dict[str, Any]


@dataclass(frozen=True)
class Decision:
    """What is being decided, None in the main phase, and all actions on offer; the acting committee decides."""

    kind: str | None
    actions: list[Action]


@dataclass(frozen=True)
class Chance:
    """What chance must do next; `optional` if it may also do nothing."""

    kind: str
    optional: bool = False


Answer = TypeVar("Answer")
Steps = Generator[Decision | Chance, Any, Answer]


class GameOver(Exception):  # noqa: N818 - it ends the game, which is no error
    """FLT-50 to FLT-53: how the game ended and why."""

    def __init__(self, outcome: str, cause: str) -> None:
        super().__init__(f"{outcome}: {cause}")
        self.outcome = outcome
        self.cause = cause


# ---------------------------------------------------------------------------------------------------------------------
# Questions


def choose_space(kind: str, argument: str, spaces: Iterable[str]) -> Steps[str]:
    """Let the acting player choose a space."""
    action = yield Decision(kind, [{"type": kind, argument: space} for space in spaces])
    return str(action[argument])


def choose_event(events: Iterable[str]) -> Steps[str]:
    """FLT-R6: the acting player orders events, one after the other."""
    action = yield Decision("order", [{"type": "order", "event": event} for event in events])
    return str(action["event"])


def choose_target(workers: Iterable[Worker]) -> Steps[Worker]:
    """FLT-32, FLT-V28: a tie that the acting player breaks."""
    offer = [{"type": "target", "space": space, "committee": committee} for space, committee in workers]
    action = yield Decision("target", offer)
    return action["space"], action["committee"]


def roll(table: Table) -> Steps[int]:
    record = yield Chance("roll")
    check_die(table, record)
    return int(record["number"])


def check_die(table: Table, record: Record) -> None:
    """FLT-07, FLT-16."""
    faces = table.game.rule("die_faces")
    demand_that(record["number"] in range(1, faces + 1), f"a die with {faces} faces shows {record['number']!r}")


# ---------------------------------------------------------------------------------------------------------------------
# Losses, the moment they arise (FLT-R1)


def gain_cubes(table: Table, number: int) -> None:
    """FLT-52: the acting committee gains all of them, or the game is lost (and none of them moves)."""
    if number > table.cubes_supply:
        raise GameOver("loss", "exhaustion_gone")
    table.cubes_supply -= number
    table.cubes[table.acting] += number
    table.count("exhaustion_gained", number)
    table.most_cubes = max(table.most_cubes, table.cubes.total())


def add_strikebreaker(table: Table, space: str, kind: str) -> None:
    """FLT-51."""
    if table.supply[kind] == 0:
        raise GameOver("loss", "strikebreakers_gone")
    table.put_strikebreaker(space, kind)
    table.count(f"{kind}_added")


def check_factories(table: Table, when: str = "at_once") -> None:
    """FLT-53, FLT-R15: some worker stands on a Station, strikebreaker or not."""
    if table.game.switch("factory_loss") == when and table.workers_on("station") == 0:
        raise GameOver("loss", "factories_empty")


# ---------------------------------------------------------------------------------------------------------------------
# Effects that last (FLT-V21 to FLT-V23)


def effects_in_play(table: Table, name: str) -> list[Record]:
    """All effects of that name; several events add up (FLT-V20)."""
    return [effect for event in table.in_play for effect in table.game.effects(event) if effect["effect"] == name]


def is_forbidden(table: Table, action: str, space: str | None = None) -> bool:
    """FLT-V21: forbidden everywhere, or for a worker that stands, or would be placed, on that space."""
    places = {"all"}
    if space is not None:
        places.add("factory" if table.board.is_station(space) else "street")
    forbidding = effects_in_play(table, "forbid")
    return any(effect["action"] == action and effect["where"] in places for effect in forbidding)


def extra_exhaustion(table: Table, action: str) -> int:
    """FLT-V22."""
    effects = [effect for effect in effects_in_play(table, "extra_exhaustion") if effect["action"] == action]
    return sum(table.game.amount(effect["amount"]) for effect in effects)


def rest_moves(table: Table) -> int:
    """FLT-V23."""
    return sum(table.game.amount(effect["spaces"]) for effect in effects_in_play(table, "rest_moves"))


def count_for_events(table: Table, what: str) -> None:
    """FLT-V30: a Resist or a Rest counts for each event in play."""
    for event in table.in_play:
        table.counts[event][what] += 1
