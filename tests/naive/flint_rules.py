"""The naive rules of Striking Flint: set-up, turns, events and the end. See `flint_steps` for how they ask."""

from __future__ import annotations

from collections import Counter
from typing import Any

from naive.flint_actions import act
from naive.flint_factory import end_of_move, factory_action
from naive.flint_steps import (
    Chance,
    GameOver,
    Steps,
    check_die,
    check_factories,
    choose_event,
    choose_space,
    rest_moves,
)
from naive.flint_table import (
    KINDS,
    Board,
    Game,
    Move,
    Record,
    Table,
    check_lay_out,
    demand_that,
    lay_out,
    names_once,
    set_table,
)

# ---------------------------------------------------------------------------------------------------------------------
# Set-up


def set_up(game: Game) -> Steps[Table]:
    """FLT-01 to FLT-07: what chance does before the first worker is placed."""
    record = yield Chance("order")
    order = list(record["committees"])
    demand_that(names_once(order, game.committees), f"the order names {order}, not {game.committees}")
    table = set_table(game, (yield from set_up_map(game)))
    height = len(order) - 1
    table.trackers = {name: (game.rule("start_space"), height - i) for i, name in enumerate(order)}
    yield from set_up_strikebreakers(table)
    table.deck = yield Chance("deck")
    demand_that(names_once(table.deck, game.components["events"]), f"the deck holds {table.deck}")
    table.acting = order[-1]
    return table


def set_up_map(game: Game) -> Steps[Board]:
    """FLT-05: drawn, or a fixed map (FLT-V15), which chance may or may not repeat."""
    random = game.layout == "random"
    record = yield Chance("map", optional=not random)
    cards: list[Record] = record["cards"] if record else fixed_map(game)
    check_lay_out(game, cards)
    demand_that(random or places(cards) == places(fixed_map(game)), f"the map is not that of {game.layout}")
    return lay_out(game, cards)


def fixed_map(game: Game) -> list[Record]:
    return list(game.components["layouts"][game.layout][f"cards_{game.cards_in_use()}"])


def places(cards: list[Record]) -> set[tuple[Any, ...]]:
    return {(laid["card"], *laid["place"], laid["turned"]) for laid in cards}


def set_up_strikebreakers(table: Table) -> Steps[None]:
    """FLT-07, FLT-R17: on each card's space with the icon; a type used up is rolled again."""
    cards = dict.fromkeys(space.card for space in table.board.spaces.values())
    due = Counter(dict.fromkeys(cards, table.game.rule("setup_strikebreakers")))
    while due.total() > 0:
        record = yield Chance("strikebreaker")
        check_die(table, record)
        demand_that(due[record["card"]] > 0, f"a strikebreaker too many for {record['card']}")
        kind = kind_rolled(table.game, record["number"])
        if table.supply[kind] > 0:
            table.put_strikebreaker(space_with_icon(table, record["card"], kind), kind)
            due[record["card"]] -= 1


def kind_rolled(game: Game, number: int) -> str:
    return next(kind for kind in KINDS if number in game.components["rules"]["setup_die"][kind])


def space_with_icon(table: Table, card: str, icon: str) -> str:
    found = table.board.spaces.items()
    return next(name for name, space in found if space.card == card and space.icon == icon)


def place_first_workers(table: Table) -> Steps[None]:
    """FLT-08: in reverse turn order; the last one on a Station if nobody else is."""
    due = [name for name in reversed(turn_order(table)) for _ in range(table.game.rule("setup_workers"))]
    for i, committee in enumerate(due):
        table.acting = committee
        must = i == len(due) - 1 and table.workers_on("station") == 0
        space = yield from choose_space("place", "space", table.board.stations() if must else table.board.spaces)
        table.hands[committee] -= 1
        table.workers[space, committee] += 1


def reveal_first_events(table: Table) -> Steps[None]:
    """FLT-09, FLT-R5, FLT-R6: complete ones go to the bottom; the token does not move."""
    revealed: set[str] = set()
    for _ in range(table.game.events_in_play):
        event = yield from reveal(table, revealed)
        while not stays(table, event, revealed):
            put_under(table, event)
            event = yield from reveal(table, revealed)


# ---------------------------------------------------------------------------------------------------------------------
# Events


def reveal(table: Table, revealed: set[str]) -> Steps[str]:
    """FLT-09, FLT-41: the top of the deck; it is counted from 0 (FLT-V30)."""
    record = yield Chance("reveal")
    event = table.deck.pop(0)
    demand_that(record["event"] == event, f"{record['event']} is revealed, but {event} is on top of the deck")
    table.in_play.append(event)
    table.counts[event] = Counter()
    revealed.add(event)
    return event


def put_under(table: Table, event: str) -> None:
    """FLT-40, FLT-41."""
    table.in_play.remove(event)
    del table.counts[event]
    table.deck.append(event)


def stays(table: Table, event: str, revealed: set[str]) -> bool:
    """FLT-40, FLT-R5: not complete, or complete with every event of the deck revealed once in this check."""
    if not is_complete(table, event):
        return True
    if set(table.deck) <= revealed:
        table.asleep.add(event)
        return True
    return False


def check_events(table: Table) -> Steps[None]:
    """FLT-40, FLT-R6: all that are complete, one after the other in the acting player's order."""
    complete = [event for event in table.in_play if is_complete(table, event)]
    table.asleep &= set(complete)  # FLT-R5: until its condition has been false
    due = [event for event in complete if event not in table.asleep]
    revealed: set[str] = set()
    while due:
        event = yield from choose_event(due)
        due.remove(event)
        yield from replace_event(table, event, revealed)


def replace_event(table: Table, event: str, revealed: set[str]) -> Steps[None]:
    """FLT-40: under the deck, the token, the next event; again if that one is complete."""
    while True:
        put_under(table, event)
        table.count("events_removed")
        table.concessions -= table.game.rule("event_step")
        event = yield from reveal(table, revealed)
        if stays(table, event, revealed):
            return


def check_events_after_each(table: Table) -> Steps[None]:
    """FLT-R11, before the end of the turn."""
    if table.game.switch("event_check") == "after_each":
        yield from check_events(table)


def at_least(table: Table, number: Any) -> int:
    """FLT-V31: `at_least` and `count`."""
    return max(1, table.game.amount(number) + table.game.rule("event_shift"))


def is_complete(table: Table, event: str) -> bool:
    """FLT-V29, FLT-V31: whether the removal condition is true now."""
    game, removal, count = table.game, table.game.removal(event), table.counts[event]
    shift, workers = game.rule("event_shift"), game.rule("workers") * len(game.committees)
    match removal["condition"]:
        case "workers_on_street":
            return table.workers_on("corner") >= min(at_least(table, removal["at_least"]), workers - 1)
        case "workers_in_factories":
            return table.workers_on("station") >= min(at_least(table, removal["at_least"]), workers)
        case "factories_held":
            asked = min(at_least(table, removal["at_least"]), len(table.board.factories))
            return len(table.held_factories()) >= asked
        case "no_strikebreaker":
            on_map = sum(number for (_, kind), number in table.strikebreakers.items() if kind == removal["kind"])
            return on_map <= max(0, -shift)
        case "total_exhaustion":
            return table.cubes.total() <= max(0, game.amount(removal["at_most"]) - shift)
        case "resists":
            return count["resists"] >= at_least(table, removal["count"])
        case "rest":
            return count["rests"] >= at_least(table, removal["count"])
    raise ValueError(f"{event}: unknown condition {removal['condition']!r}")


# ---------------------------------------------------------------------------------------------------------------------
# Turns


def turn_order(table: Table) -> list[str]:
    """FLT-10: earliest space, then from the top."""
    return sorted(table.trackers, key=lambda name: (table.trackers[name][0], -table.trackers[name][1]))


def remove_own_workers(table: Table) -> Steps[None]:
    """Step 1 (FLT-11, FLT-R15, FLT-R11)."""
    table.step = 1
    table.count("turns")
    for space, committee in table.workers_on_map():
        if committee == table.acting and table.strikebreakers_in(space):
            for _ in range(table.workers[space, committee]):
                table.return_worker((space, committee))
    check_factories(table)
    yield from check_events_after_each(table)


def take_action(table: Table) -> Steps[str]:
    """Steps 2 and 3 (FLT-12, FLT-13, FLT-R11); return what was done."""
    kind = yield from act(table)
    yield from check_events_after_each(table)
    return kind


def pass_time(table: Table, rested: bool) -> Steps[None]:
    """Step 4 (FLT-14, FLT-15, FLT-R10, FLT-R13, FLT-V23)."""
    table.step = 4
    committee = table.acting
    length = max(table.game.rule("least_move"), table.cubes[committee])
    table.move = Move(table.trackers[committee][0], length, rest_moves(table) if rested else 0)
    while table.trackers[committee][0] < end_of_move(table):
        enter(table, table.trackers[committee][0] + 1)
        if table.trackers[committee][0] in table.game.icons(committee):
            yield from factory_action(table)
            yield from check_events_after_each(table)
    table.move = None


def enter(table: Table, space: int) -> None:
    """FLT-14: on top of the trackers already there."""
    others = [name for name, place in table.trackers.items() if place[0] == space]
    table.trackers[table.acting] = (space, len(others))


def end_turn(table: Table) -> Steps[None]:
    """Step 5 and the end of the turn (FLT-17, FLT-R11, FLT-R15, FLT-50)."""
    table.step = 5
    if len(table.held_factories()) >= table.game.rule("held_for_concessions"):
        table.concessions -= table.game.rule("concession_step")
        table.count("concessions", table.game.rule("concession_step"))
    check_factories(table, "turn_end")
    yield from check_events(table)
    if all(space >= table.concessions for space, _ in table.trackers.values()):
        raise GameOver("win", "concessions")


def play_from_action(table: Table) -> Steps[None]:
    """Steps 2 to 5, then all further turns."""
    while True:
        kind = yield from take_action(table)
        yield from pass_time(table, rested=kind == "rest")
        yield from end_turn(table)
        table.turn += 1
        table.acting = turn_order(table)[0]
        yield from remove_own_workers(table)


def play_whole_game(table: Table) -> Steps[None]:
    """From the first placement on."""
    yield from place_first_workers(table)
    yield from reveal_first_events(table)
    table.acting = turn_order(table)[0]
    yield from remove_own_workers(table)
    yield from play_from_action(table)


def play(table: Table, steps: Steps[None]) -> Steps[None]:
    """Play to the end and write down how it came."""
    try:
        yield from steps
    except GameOver as end:
        table.outcome, table.cause = end.outcome, end.cause
