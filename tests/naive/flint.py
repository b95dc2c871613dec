"""The naive referee of Striking Flint: replays a trace from the rules alone.

It shares no code with the package. It keeps a table of its own and takes nothing from the trace but the actions that
were chosen and what chance did (the first order of the event deck, which the set-up state shows, is chance too);
legal actions, forced steps, states and the result it derives itself and compares. The rules are in `flint_rules`,
`flint_actions` and `flint_factory`, the data, the map and the pieces in `flint_table`. It is slow and plain on
purpose. Clause ids (FLT-..) are those of the game's RULES.md.

What neither the rules nor the trace format fix is not compared: the kind of what is pending and all its entries but
the seat; the names of the factories (only which Stations share one); whether `current` is a seat or a committee's
name; the order of `events.in_play`; and whether set-up has turn 0 or 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from naive.comparison import Disagreement, Measured, canonical
from naive.flint_rules import play, play_from_action, play_whole_game, set_up
from naive.flint_steps import Action, Chance, Decision, Steps
from naive.flint_table import (
    KINDS,
    SWITCHES,
    AgainstTheRules,
    Game,
    Record,
    Space,
    Table,
    demand_that,
    lay_out,
    set_table,
)

ARGUMENTS = {  # of what chance does
    "order": ("committees",),
    "map": ("cards",),
    "strikebreaker": ("card", "number"),
    "roll": ("number",),
    "reveal": ("event",),
}
TOKENS = (40, 35, 30)  # FLT-02, FLT-54
MOST_EVENTS = 3  # FLT-54

Value = TypeVar("Value")


def entry(record: Any, name: str) -> Any:
    """Return an entry the trace format requires."""
    if not isinstance(record, dict) or name not in record:
        raise AgainstTheRules(f"{name!r} is missing in {record!s:.200}")
    return record[name]


def counts(given: Any) -> Counter[str]:
    """Read counts by kind; zero counts may be left out."""
    demand_that(isinstance(given, dict), f"{given!r:.200} is not a table of counts by kind")
    for kind, count in given.items():
        lawful = isinstance(count, int) and not isinstance(count, bool) and count >= 0
        demand_that(lawful, f"{count!r} is no count of {kind}")
    return Counter({kind: count for kind, count in given.items() if count})


# ---------------------------------------------------------------------------------------------------------------------
# The header


def holders(players: int, committees: int) -> list[int]:
    """FLT-01, FLT-V16: which player holds each committee."""
    return [i % players for i in range(committees)]


def read_header(header: Record) -> Game:
    """FLT-01, FLT-02, FLT-54, FLT-V16 and the table of switches."""
    components = entry(header, "components")
    for name, values in SWITCHES.items():
        value = entry(components["switches"], name)
        demand_that(value in values, f"switch {name} = {value!r}, allowed are {values}")
    check_players(header, components)
    calendar = entry(header, "calendar")
    demand_that(entry(header, "difficulty") == calendar, f"the calendar is {calendar}, the difficulty is not")
    demand_that(calendar in components["calendars"], f"calendar = {calendar!r}")
    demand_that(entry(header, "token") in TOKENS, f"token = {header['token']}, allowed are {TOKENS}")
    events = entry(header, "events_in_play")
    demand_that(events in range(1, MOST_EVENTS + 1), f"events_in_play = {events}")
    layout = header.get("map") or components.get("options", {}).get("map", "random")
    return Game(
        components,
        tuple(header["committees"]),
        calendar,
        header["token"],
        bool(entry(header, "extra_card")),
        events,
        layout,
    )


def check_players(header: Record, components: Record) -> None:
    """FLT-01, FLT-V16."""
    players, committees = entry(header, "players"), entry(header, "committees")
    demand_that(players in components["ruleset"]["players"], f"players = {players!r}")
    due = components["rules"]["committees_for"][players - 1]
    lawful = len(committees) == due if due else len(committees) in (3, 4, 5)
    demand_that(lawful, f"{len(committees)} committees with {players} players")
    known = set(committees) <= set(components["committees"]) and len(set(committees)) == len(committees)
    demand_that(known, f"committees = {committees}")
    expected = holders(players, len(committees))
    found = entry(header, "holders")
    found = [found.get(name) for name in committees] if isinstance(found, dict) else found
    demand_that(found == expected, f"holders is {found!r}, by the rules {expected}")


# ---------------------------------------------------------------------------------------------------------------------
# Positions as a trace shows them


def view_of_space(table: Table, name: str, space: Space) -> dict[str, Any]:
    return {
        "kind": space.kind,
        "card": space.card,
        "die": space.die,
        "icon": space.icon,
        "workers": table.workers_in(name),
        "strikebreakers": table.strikebreakers_in(name),
    }


def view(table: Table) -> dict[str, Any]:
    """Return what can be compared entry by entry; counts are `Counter`s without zeros."""
    spaces = table.board.spaces.items()
    return {
        "step": table.step,
        "concessions": table.concessions,
        "trackers": {name: {"space": space, "height": height} for name, (space, height) in table.trackers.items()},
        "exhaustion": +table.cubes,
        "supply": {
            "exhaustion": table.cubes_supply,
            "strikebreakers": +table.supply,
            "workers": +table.hands,
        },
        "spaces": {name: view_of_space(table, name, space) for name, space in spaces},
        "events": {"deck": table.deck},
        "outcome": table.outcome,
    }


def compare(expected: Any, given: Any, path: str) -> None:
    """Demand that the trace shows what is expected; entries the format does not name are passed over."""
    if isinstance(expected, Counter):
        given, expected = dict(counts(given)), dict(expected)
    elif isinstance(expected, dict):
        for name, value in expected.items():
            compare(value, entry(given, name), f"{path}.{name}")
        return
    if expected != given:
        raise AgainstTheRules(f"{path} is {given!r:.300}, by the rules {expected!r:.300}")


def compare_names(expected: Iterable[str], given: Any, path: str) -> None:
    """Demand a table with these entries and no other."""
    demand_that(set(given) == set(expected), f"{path} names {sorted(given)}, by the rules {sorted(expected)}")


def compare_map(table: Table, spaces: Record) -> None:
    """FLT-V14, FLT-06: the cells, and which Stations are one factory, under whatever name."""
    compare_names(table.board.spaces, spaces, "state.spaces")
    for name, space in table.board.spaces.items():
        cells = sorted(tuple(cell) for cell in entry(spaces[name], "cells"))
        demand_that(cells == sorted(space.cells), f"cells of {name} are {cells}, by the rules {space.cells}")
        factory = entry(spaces[name], "factory")
        same = {other for other in spaces if factory is not None and entry(spaces[other], "factory") == factory}
        expected = set(table.board.factory_of(name) or ())
        demand_that(same == expected, f"the factory of {name} is {sorted(same)}, by the rules {sorted(expected)}")


def compare_events(table: Table, state: Record) -> None:
    """FLT-V30: the counts of all events in play; `resists` is that of the first one the trace names."""
    in_play = entry(entry(state, "events"), "in_play")
    compare(sorted(table.in_play), sorted(in_play), "state.events.in_play")
    first = table.counts[in_play[0]]["resists"] if in_play else 0
    compare(first, entry(state, "resists"), "state.resists")
    given = entry(state, "counts")
    demand_that(set(given) <= set(in_play), f"state.counts names {sorted(given)}, in play are {in_play}")
    for event in in_play:
        compare(+table.counts[event], given.get(event, {}), f"state.counts.{event}")


def compare_turn(table: Table, state: Record) -> None:
    """Whose turn it is, and which; set-up (step 0) may come before turn 1 or count as turn 1."""
    seats = (table.game.seat(table.acting), table.acting)
    current = entry(state, "current")
    demand_that(current in seats, f"state.current is {current!r}, by the rules {seats[0]}, {seats[1]}")
    turns = (0, 1) if table.step == 0 else (table.turn,)
    demand_that(entry(state, "turn") in turns, f"state.turn is {state['turn']!r}, by the rules {turns[-1]}")


def compare_pending(table: Table, decision: Decision | None, state: Record) -> None:
    """Whether anything is pending, and who decides."""
    pending = entry(state, "pending")
    expected = None if decision is None else decision.kind
    if expected is None:
        demand_that(pending is None, f"state.pending is {pending!r}, by the rules null")
    else:
        demand_that(pending is not None, f"state.pending is null, by the rules {expected}")
        compare(table.game.seat(table.acting), entry(pending, "seat"), "state.pending.seat")


def check_state(table: Table, decision: Decision | None, state: Record) -> None:
    """Compare the trace's whole state with the referee's own."""
    compare_turn(table, state)
    compare_names(table.trackers, entry(state, "trackers"), "state.trackers")
    compare(view(table), state, "state")
    compare_map(table, state["spaces"])
    compare_events(table, state)
    compare_pending(table, decision, state)


# ---------------------------------------------------------------------------------------------------------------------
# Chance and the steps between two decisions


class RecordedChance:
    """What chance did in one line of the trace, taken in order."""

    def __init__(self, line: Record) -> None:
        self.records = list(line.get("chance", []))
        self.line = line

    def take(self, wanted: Chance) -> Any:
        """Return the next record, or nothing if it is optional and not there."""
        if wanted.kind == "deck":
            return list(entry(entry(entry(self.line, "state"), "events"), "deck"))
        kind = self.records[0].get("type") if self.records else None
        if wanted.optional and kind != wanted.kind:
            return None
        demand_that(kind == wanted.kind, f"chance does {kind!r} where the rules ask for {wanted.kind!r}")
        record = self.records.pop(0)
        for name in ARGUMENTS[wanted.kind]:
            entry(record, name)
        return record

    def finish(self) -> None:
        demand_that(not self.records, f"chance does more than the rules ask for: {self.records}")


def run(steps: Steps[Value], answer: Any, chance: RecordedChance) -> tuple[Decision | None, Value | None]:
    """Go on to the next decision with more than one legal action, or to the end and what it returns."""
    try:
        question = steps.send(answer)
        while True:
            if isinstance(question, Chance):
                answer = chance.take(question)
            elif len(question.actions) > 1:
                return question, None
            else:
                (answer,) = question.actions
            question = steps.send(answer)
    except StopIteration as stop:
        return None, stop.value


# ---------------------------------------------------------------------------------------------------------------------
# Replaying a trace


def check_offer(decision: Decision, line: Record) -> Action:
    """The list of legal actions is complete, and the action taken is one of them."""
    offered = [canonical(action) for action in entry(line, "legal")]
    lawful = {canonical(action) for action in decision.actions}
    missing, excess = sorted(lawful - set(offered)), sorted(set(offered) - lawful)
    demand_that(not missing, f"legal lacks {missing}")
    demand_that(not excess, f"legal offers {excess}, which the rules do not")
    demand_that(len(offered) == len(lawful), f"legal offers an action twice: {sorted(offered)}")
    action = entry(line, "action")
    demand_that(canonical(action) in lawful, f"{action!r} is not legal")
    return dict(action)


def check_ply(table: Table, steps: Steps[None], decision: Decision | None, line: Record) -> Decision | None:
    """Check one decision and what follows from it; return the next decision, none at the end of the game."""
    demand_that(decision is not None, f"the game is over ({table.outcome}), but the trace goes on")
    assert decision is not None
    turns = (0, 1) if table.step == 0 else (table.turn,)
    demand_that(entry(line, "turn") in turns, f"turn is {line['turn']!r}, by the rules {turns[-1]}")
    compare(table.game.seat(table.acting), entry(line, "seat"), "seat")
    action = check_offer(decision, line)
    chance = RecordedChance(line)
    following, _ = run(steps, action, chance)
    chance.finish()
    check_state(table, following, entry(line, "state"))
    return following


def check_result(table: Table, result: Record, plies: int) -> None:
    """FLT-50 to FLT-53, FLT-I11: the turn that ended the game counts."""
    demand_that(table.outcome is not None, f"the game still runs, but the result is {result!r}")
    expected = {
        "outcome": table.outcome,
        "winner": None,
        "cause": table.cause,
        "turns": table.turn,
        "decisions": plies,
    }
    compare(expected, result, "result")


class Replay:
    """A replay under way: it knows the ply, so that whatever is refused is told with it."""

    def __init__(self) -> None:
        self.ply = 0

    def set_up(self, game: Game, line: Record) -> tuple[Table, Steps[None], Decision | None]:
        """Check the line of ply 0."""
        compare(0, entry(line, "ply"), "ply")
        compare({"type": "setup"}, entry(line, "action"), "action")
        chance = RecordedChance(line)
        _, table = run(set_up(game), None, chance)
        assert table is not None
        steps = play(table, play_whole_game(table))
        decision, _ = run(steps, None, chance)
        chance.finish()
        check_state(table, decision, entry(line, "state"))
        return table, steps, decision

    def follow(self, table: Table, steps: Steps[None], decision: Decision | None, lines: Iterator[Record]) -> bool:
        """Check the lines after a position; return whether a result came."""
        for line in lines:
            if "result" in line:
                check_result(table, line["result"], self.ply)
                demand_that(next(lines, None) is None, "the trace goes on after the result")
                return True
            self.ply += 1
            compare(self.ply, entry(line, "ply"), "ply")
            decision = check_ply(table, steps, decision, line)
        return False

    def whole(self, lines: Iterator[Record]) -> None:
        header, first = next(lines, None), next(lines, None)
        demand_that(header is not None and first is not None, "a trace has a header and a set-up line")
        assert header is not None
        assert first is not None
        table, steps, decision = self.set_up(read_header(header), first)
        demand_that(self.follow(table, steps, decision, lines), "the trace ends without a result")

    def part(self, header: Record, state: Record, lines: Iterator[Record]) -> None:
        table = table_from(read_header(header), state)
        steps = play(table, play_from_action(table))
        decision, _ = run(steps, None, RecordedChance({}))
        self.follow(table, steps, decision, lines)


def cards_of(game: Game, state: Record) -> list[Record]:
    """Where the cards lie: the one way to lay each that gives the cells of the state."""
    spaces = state["spaces"]
    names = sorted({space["card"] for space in spaces.values()})
    ways = [(x, y, turned) for x in range(3) for y in range(3) for turned in (False, True)]
    cards: list[Record] = []
    for name in names:
        for x, y, turned in ways:
            laid = {"card": name, "place": [x, y], "turned": turned}
            found = lay_out(game, [laid]).spaces
            if all(sorted(map(tuple, spaces[each]["cells"])) == sorted(found[each].cells) for each in found):
                cards.append(laid)
    return cards


def table_from(game: Game, state: Record) -> Table:
    """Return the table a state describes: a start in mid-game, in the main phase, no event kept by FLT-R5."""
    if state["pending"] is not None or state["outcome"] is not None or state["step"] != 2:
        raise ValueError("start from a state in the main phase of a running game")
    table = set_table(game, lay_out(game, cards_of(game, state)))
    table.turn, table.concessions = state["turn"], state["concessions"]
    current = state["current"]
    table.acting = current if isinstance(current, str) else game.committees[current]
    table.trackers = {name: (place["space"], place["height"]) for name, place in state["trackers"].items()}
    table.cubes, table.cubes_supply = counts(state["exhaustion"]), state["supply"]["exhaustion"]
    table.supply, table.hands = counts(state["supply"]["strikebreakers"]), counts(state["supply"]["workers"])
    for name, space in state["spaces"].items():
        table.workers.update({(name, who): number for who, number in space["workers"].items()})
        table.strikebreakers.update({(name, kind): number for kind, number in space["strikebreakers"].items()})
    table.in_play, table.deck = list(state["events"]["in_play"]), list(state["events"]["deck"])
    table.counts = {event: counts(state["counts"].get(event, {})) for event in table.in_play}
    table.step = 2
    return table


def check_from(header: Record, state: Record, lines: Iterable[Record]) -> int:
    """Check the decisions that follow a given state, counted from 1; a result at the end is optional."""
    replay = Replay()
    try:
        replay.part(header, state, iter(lines))
    except AgainstTheRules as refusal:
        raise Disagreement(replay.ply, str(refusal)) from None
    return replay.ply


def check(lines: Iterable[dict[str, Any]]) -> int:
    """Check a whole trace.

    Parameters
    ----------
    lines
        The trace's lines in order: header, set-up, decisions, result.

    Returns
    -------
    int
        The number of plies checked.

    Raises
    ------
    Disagreement
        At the first difference between the trace and the rules.
    """
    replay = Replay()
    try:
        replay.whole(iter(lines))
    except AgainstTheRules as refusal:
        raise Disagreement(replay.ply, str(refusal)) from None
    return replay.ply


# ---------------------------------------------------------------------------------------------------------------------
# What a game is measured by


def measured(lines: Iterable[dict[str, Any]]) -> Measured:
    """Count in a whole trace, by the rules alone, what the results' columns say."""
    header, first, *decisions, _result = lines
    table, steps, _ = Replay().set_up(read_header(header), first)
    for line in decisions:
        run(steps, line["action"], RecordedChance(line))
    seats = [measured_seat(table, committee) for committee in table.game.committees]
    return Measured(0, measured_game(table), seats)


def measured_game(table: Table) -> dict[str, int]:
    added = [f"{kind}_added" for kind in KINDS]
    counted = ["concessions", "events_removed", "factory_actions", "exhaustion_gained", "resisted", "workers_lost"]
    return {
        "token_end": table.concessions,
        "exhaustion_most": table.most_cubes,
        "exhaustion_end": table.cubes.total(),
        "factories": len(table.board.factories),
        "factories_held": len(table.held_factories()),
        **{what: table.total(what) for what in [*counted, *added]},
    }


def measured_seat(table: Table, committee: str) -> dict[str, int]:
    counted = ["turns", "factory_actions", "workers_lost", "occupy", "picket", "resist", "rest", "unique", "pass"]
    return {
        "committee": list(table.game.components["committees"]).index(committee),
        "tracker": table.trackers[committee][0],
        "exhaustion": table.cubes[committee],
        **{what: table.acts[committee, what] for what in counted},
    }
