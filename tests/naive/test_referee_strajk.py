"""Tests of the naive referee itself: it accepts right traces and refuses falsified ones. No kernel is needed."""

from __future__ import annotations

import json
import random
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from naive import strajk as referee
from naive.comparison import Disagreement
from naive.strajk import check, check_from

Json = dict[str, Any]

RULESET = Path(__file__).parents[2] / "strikesim" / "games" / "strajk" / "ruleset.toml"
ARGUMENTS = {"move": ("card", "to"), "take": ("at",)}
FROM_HALL = "department_1 cross delegates_space"
TWO_FROM_HALL = f"{FROM_HALL} department_2 gate_3 gate_2 department_3"
TWO_FROM_DEPARTMENT_1 = "bhp_hall department_2 gate_3 cross delegates_space printing_office department_3"


# ---------------------------------------------------------------------------------------------------------------------
# Traces by hand


def header(players: int = 2, turn_limit: int = 1000, **switches: object) -> Json:
    components = tomllib.loads(RULESET.read_text(encoding="utf-8"))
    components["switches"].update(switches)
    return {
        "ruleset": "strajk",
        "version": "1.0",
        "players": players,
        "difficulty": None,
        "seed": 1,
        "game": 0,
        "bots": ["random"] * players,
        "turn_limit": turn_limit,
        "components": components,
    }


def act(text: str) -> Json:
    """Read an action such as `move walking cross`."""
    kind, *values = text.split()
    return {"type": kind, **dict(zip(ARGUMENTS.get(kind, ("card",)), values, strict=False))}


def acts(*texts: str) -> list[Json]:
    return [act(text) for text in texts]


def moves(card: str, places: str) -> list[Json]:
    return acts(*(f"move {card} {place}" for place in places.split()))


def pile(text: str = "") -> dict[str, int]:
    """Read cards such as `3 speech, walking`."""
    parts = [part.split() for part in text.split(",") if part.strip()]
    return {words[-1]: int(words[0]) if len(words) > 1 else 1 for words in parts}


def player(hand: str = "", tomorrow: str = "", today: str = "", later: str = "", trophies: str = "") -> Json:
    places = {"hand": hand, "tomorrow": tomorrow, "today": today, "later": later, "trophies": trophies}
    return {place: pile(text) for place, text in places.items()}


def other(later: str = "") -> Json:
    """Return the second player, whose hand is full."""
    return player("3 speech, walking, running", "speech, walking, running", later=later)


def state(players: list[Json], token: str = "bhp_hall", **fields: Any) -> Json:
    """Return a state with the stacks as set up."""
    locations = header()["components"]["locations"]
    stacks = {
        name: {"kind": kind, "count": count, "face_up": kind != "demand"}
        for name, location in locations.items()
        for kind, count in location["stack"].items()
    }
    demands = {"stack": pile("2 delegate_delegate, 2 delegate_expert, 2 expert_expert"), "set_aside": {}}
    rest: Json = {"removed": {}, "last_action": None, "shown_demand": None, "pending": None, "outcome": None}
    return {
        "token": token,
        "current": 0,
        "turn": 1,
        "stacks": stacks,
        "demands": demands,
        "players": players,
        **rest,
        **fields,
    }


def stacked(before: Json, location: str, count: int, face_up: bool = True) -> Json:
    after = deepcopy(before)
    after["stacks"][location].update(count=count, face_up=face_up)
    return after


def then(before: Json, me: Json | None = None, seat: int = 0, **fields: Any) -> Json:
    """Return the state after a step: one player's cards and some fields have changed."""
    after = {**deepcopy(before), **fields}
    if me is not None:
        after["players"][seat] = me
    return after


def line(action: str, legal: list[Json], after: Json, *chance: Json, seat: int = 0, turn: int = 1) -> Json:
    return {
        "ply": 0,  # `numbered` fills it in
        "turn": turn,
        "seat": seat,
        "action": act(action),
        "legal": legal,
        "chance": list(chance),
        "state": after,
    }


def numbered(lines: list[Json]) -> list[Json]:
    return [{**entry, "ply": ply} for ply, entry in enumerate(lines, start=1)]


def draw(cards: str, seat: int = 0) -> Json:
    return {"type": "draw", "seat": seat, "cards": pile(cards)}


def shuffle(seat: int | None = 0) -> Json:
    return {"type": "shuffle", "seat": seat}


def demand(kind: str) -> Json:
    return {"type": "demand", "kind": kind}


Change = Callable[[Json], object]


def rules_in(what: str) -> list[pytest.MarkDecorator]:
    """Return the marks of the clauses that a test's name begins with."""
    return [pytest.mark.rule(word) for word in what.replace(",", "").split() if word.startswith("STJ-")]


def changed(lines: list[Json], index: int, change: Change) -> list[Json]:
    """Return the lines with one of them changed."""
    copy = deepcopy(lines)
    change(copy[index])
    return copy


def refuse(start: Json, lines: list[Json], words: str, head: Json | None = None) -> None:
    with pytest.raises(Disagreement, match=words):
        check_from(head or header(), start, lines)


# ---------------------------------------------------------------------------------------------------------------------
# The worked examples


def example_1() -> tuple[Json, list[Json]]:
    deck = "3 speech, walking, running"
    start = state([player("walking, running, speech, resident, worker", deck), other()])
    start = stacked(stacked(start, "department_2", 4), "gate_2", 14)
    one = then(
        start,
        player("running, speech, resident, worker", deck, "walking"),
        token="department_1",
        last_action="move",
    )
    two = then(one, player("running, resident, worker", deck, "walking, speech, worker"), last_action="take")
    two = stacked(two, "department_1", 4, face_up=False)
    three = then(
        two,
        player("resident, worker", deck, "walking, speech, worker, running"),
        token="printing_office",
        last_action="move",
    )
    today = "walking, speech, 2 worker, running, resident, correspondent"
    four = then(stacked(three, "printing_office", 13, face_up=False), player("", deck, today), last_action="take")
    five = then(four, player("", deck, later=today), current=1, turn=2, last_action=None)
    five = stacked(stacked(five, "printing_office", 13), "department_1", 4)
    both = acts("special resident", "special worker", "end_turn")
    from_hall = moves("walking", FROM_HALL) + moves("running", TWO_FROM_HALL)
    from_department_1 = moves("running", TWO_FROM_DEPARTMENT_1)
    return start, numbered(
        [
            line("move walking department_1", from_hall + both, one),
            line("take department_1", from_department_1 + acts("take department_1") + both, two),
            line("move running printing_office", from_department_1 + both, three),
            line("take printing_office", acts("take printing_office") + both, four),
            line("end_turn", acts("end_turn"), five),
        ]
    )


def example_2(reshuffle_when: str = "empty") -> tuple[Json, list[Json]]:
    old_later = "2 speech, walking, running"
    start = state(
        [player("walking, running, speech, resident, worker", "correspondent, speech", "", old_later), other()]
    )
    for location, count in (("department_2", 4), ("gate_2", 14), ("printing_office", 13)):
        start = stacked(start, location, count)
    rest = {"tomorrow": "correspondent, speech", "later": old_later}
    put = {"kind": "put", "seat": 0}
    one = then(
        start,
        player("walking, running, speech, resident", today="worker", **rest),
        last_action="special",
        pending=put,
    )
    two = then(one, player("running, speech, resident", today="worker, walking", **rest))
    three = then(two, player("running, speech", today="worker, walking, resident", **rest))
    at_once = reshuffle_when == "empty"
    rest = {"tomorrow": old_later} if at_once else {"later": old_later}
    today = "worker, walking, resident"
    four = then(three, player("running, 2 speech, correspondent", today=today, **rest), pending=None)
    today += ", running"
    five = then(four, player("2 speech, correspondent", today=today, **rest), token="gate_3", last_action="move")
    today += ", correspondent, speech, expert"
    six = then(stacked(five, "gate_3", 7, face_up=False), player("speech", today=today, **rest), last_action="take")
    seven = then(six, pending={"kind": "discard", "seat": 0})
    later = "worker, walking, resident, running, correspondent, 2 speech, expert"
    all_later = "worker, 2 walking, resident, 2 running, correspondent, 4 speech, expert"
    me = player("", old_later, later=later) if at_once else player(later=all_later)
    eight = then(stacked(six, "gate_3", 7), me, current=1, turn=2, last_action=None)
    first = moves("walking", FROM_HALL) + moves("running", TWO_FROM_HALL)
    chance = [draw("correspondent, speech")] + [shuffle()] * at_once
    return start, numbered(
        [
            line("special worker", first + acts("special resident", "special worker", "end_turn"), one),
            line("put walking", acts("put walking", "put running", "put speech", "put resident"), two),
            line("put resident", acts("put running", "put speech", "put resident", "done"), three),
            line("done", acts("put running", "put speech", "done"), four, *chance),
            line(
                "move running gate_3",
                moves("running", TWO_FROM_HALL) + acts("special correspondent", "end_turn"),
                five,
            ),
            line("take gate_3", acts("take gate_3", "special correspondent", "end_turn"), six),
            line("end_turn", acts("special speech", "end_turn"), seven),
            line("discard speech", acts("discard speech", "done"), eight),
        ]
    )


def example_3() -> tuple[Json, list[Json]]:
    deck = "3 speech, walking, 2 running"
    start = stacked(state([player("walking, speech", deck), other("4 worker")]), "department_1", 1)
    one = then(start, player("speech", deck, "walking"), token="department_1", last_action="move")
    two = then(one, player("", deck, "walking, speech, worker"), last_action="take")
    two = stacked(two, "department_1", 0, face_up=False)
    three = then(two, player("", deck, later="walking, speech, worker"), current=1, turn=2, last_action=None)
    four = then(three, pending={"kind": "discard", "seat": 1})
    me = player("3 speech, walking, running", "running", later="walking, speech, worker")
    five = then(three, me, current=0, turn=3)
    next_moves = moves("walking", "bhp_hall department_2 gate_3") + moves("running", TWO_FROM_DEPARTMENT_1)
    kept = acts("discard speech", "discard walking", "discard running", "done")
    return start, numbered(
        [
            line("move walking department_1", moves("walking", FROM_HALL) + acts("end_turn"), one),
            line("take department_1", acts("take department_1", "end_turn"), two),
            line("end_turn", acts("end_turn"), three),
            line("end_turn", next_moves + acts("end_turn"), four, seat=1, turn=2),
            line("done", kept, five, draw("3 speech, walking, running"), seat=1, turn=2),
        ]
    )


def example_4() -> tuple[Json, list[Json]]:
    deck = "3 speech, walking, 2 running"
    start = stacked(state([player("walking, speech", deck), other("5 worker")]), "department_1", 0, face_up=False)
    after = then(start, pending={"kind": "discard", "seat": 0})
    return start, numbered([line("end_turn", moves("walking", "cross delegates_space") + acts("end_turn"), after)])


def example_4_with_correspondent() -> tuple[Json, list[Json]]:
    """The correspondent must be played, so that step has no line of its own."""
    me = player("walking, correspondent", "3 speech, walking, running")
    start = stacked(state([me, other("5 worker")]), "department_1", 0, face_up=False)
    after = then(
        start,
        player("speech, running", "2 speech, walking", "walking, correspondent"),
        token="department_1",
        last_action="special",
    )
    legal = moves("walking", FROM_HALL) + acts("special correspondent", "end_turn")
    return start, numbered([line("move walking department_1", legal, after, draw("speech, running"))])


def example_4_with_two_ways_on() -> tuple[Json, list[Json]]:
    """Two actions are on offer on the empty location, and ending is not."""
    deck = "3 speech, running"
    me = player("2 walking, correspondent", deck)
    start = stacked(state([me, other("5 worker")]), "department_1", 0, face_up=False)
    one = then(start, player("walking, correspondent", deck, "walking"), token="department_1", last_action="move")
    two = then(one, player("correspondent", deck, "2 walking"), token="gate_3")
    legal = moves("walking", FROM_HALL) + acts("special correspondent", "end_turn")
    onward = moves("walking", "bhp_hall department_2 gate_3") + acts("special correspondent")
    return start, numbered(
        [line("move walking department_1", legal, one), line("move walking gate_3", onward, two)],
    )


EXAMPLES = {
    "STJ-E1": example_1,
    "STJ-E2": example_2,
    "STJ-E3": example_3,
    "STJ-E4": example_4,
    "STJ-E4, correspondent": example_4_with_correspondent,
    "STJ-E4, two ways on": example_4_with_two_ways_on,
}


@pytest.mark.parametrize("name", [pytest.param(name, marks=rules_in(name)) for name in EXAMPLES])
def test_worked_example_is_accepted(name: str) -> None:
    start, lines = EXAMPLES[name]()
    assert check_from(header(), start, lines) == len(lines)


@pytest.mark.rule("STJ-E2")
def test_example_2_is_accepted_with_the_other_reshuffle() -> None:
    start, lines = example_2("needed")
    assert check_from(header(reshuffle_when="needed"), start, lines) == 8


# ---------------------------------------------------------------------------------------------------------------------
# Examples of negotiations and the result


def negotiation(kind: str, trophies: str, me: Json, **fields: Any) -> tuple[Json, list[Json]]:
    """Return a negotiation in the Hall with 2 speeches, a delegate and an expert in hand, and its outcome."""
    deck = "2 speech, 2 walking, 2 running"
    start = state([player("2 speech, delegate, expert", deck, trophies=trophies), other()])
    start["demands"] = fields.pop("before", start["demands"])
    after = then(start, me, last_action="negotiation", shown_demand=kind, **fields)
    legal = acts("negotiate", "special delegate", "special expert", "end_turn")
    return start, numbered([line("negotiate", legal, after, demand(kind))])


def success(trophies: str = "") -> tuple[Json, list[Json]]:
    deck = "2 speech, 2 walking, 2 running"
    first = "" if trophies else "delegate_expert"
    before = {"stack": pile("2 delegate_delegate, 2 delegate_expert"), "set_aside": pile("expert_expert")}
    after = {"stack": pile("2 delegate_delegate, delegate_expert"), "set_aside": pile("expert_expert")}
    me = player("speech", deck, "speech, delegate, expert", trophies=first or "expert_expert, delegate_expert")
    outcome = "win" if trophies else None
    start, lines = negotiation("delegate_expert", trophies, me, before=before, demands=after, outcome=outcome)
    lines[0]["state"]["stacks"]["bhp_hall"]["count"] = 3
    return start, lines


def failure() -> tuple[Json, list[Json]]:
    """The last demand of the stack fails and is shuffled with those set aside (STJ-63)."""
    deck = "2 speech, 2 walking, 2 running"
    before = {"stack": pile("expert_expert"), "set_aside": pile("delegate_delegate")}
    after = {"stack": pile("expert_expert, delegate_delegate"), "set_aside": {}}
    me = player("speech, delegate, expert", deck, "speech")
    start, lines = negotiation("expert_expert", "", me, before=before, demands=after)
    start["stacks"]["bhp_hall"]["count"] = 1
    lines[0]["state"]["stacks"]["bhp_hall"]["count"] = 2
    lines[0]["chance"].append(shuffle(None))
    end = then(lines[0]["state"], pending={"kind": "discard", "seat": 0})
    return start, numbered([lines[0], line("end_turn", acts("end_turn"), end)])


def win() -> tuple[Json, list[Json]]:
    start, lines = success("expert_expert")
    return start, [*lines, {"result": result("win", 0, "demands", turns=1, decisions=1)}]


def result(outcome: str, winner: int | None, cause: str, turns: int, decisions: int) -> Json:
    return {"outcome": outcome, "winner": winner, "cause": cause, "turns": turns, "decisions": decisions}


# ---------------------------------------------------------------------------------------------------------------------
# Falsified examples


def put(*path: Any, value: Any) -> Change:
    """Return a change that puts a value at a path of a line."""

    def change(entry: Json) -> None:
        place: Any = entry
        for name in path[:-1]:
            place = place[name]
        place[path[-1]] = value

    return change


def offer_too(action: str) -> Change:
    return lambda entry: entry["legal"].append(act(action))


def chance_is(*records: Json) -> Change:
    return put("chance", value=list(records))


Falsified = tuple[Callable[[], tuple[Json, list[Json]]], int, Change, str]  # example, line, change, what is told
FALSIFIED: dict[str, Falsified] = {
    "a false count": (
        example_1, 3, put("state", "stacks", "printing_office", "count", value=14),
        r"ply 4: state.stacks.printing_office.count is 14, by the rules 13",
    ),
    "a top left face up": (
        example_1, 1, put("state", "stacks", "department_1", "face_up", value=True),
        r"ply 2: state.stacks.department_1.face_up",
    ),
    "a card in the wrong place": (
        example_1, 4, put("state", "players", 0, value=player("worker")), r"ply 5: state.players\[0\].hand",
    ),
    "a missing legal action": (
        example_1, 0, lambda entry: entry["legal"].remove(act("special worker")), r"ply 1: legal lacks .*worker",
    ),
    "STJ-E4 an excess legal action": (
        example_4, 0, offer_too("move walking department_1"), r"ply 1: legal offers .*department_1",
    ),
    "an action offered twice": (example_4, 0, offer_too("end_turn"), r"offers an action twice"),
    "an action not on offer": (example_4, 0, put("action", value=act("move walking department_1")), r"is not legal"),
    "STJ-50 a missing shuffle": (
        example_2, 3, lambda entry: entry["chance"].pop(), r"ply 4: the rules demand a shuffle",
    ),
    "STJ-50 a draw across a shuffle": (
        example_2, 3, chance_is(draw("correspondent, 2 speech"), shuffle()), r"the draw recorded goes on",
    ),
    "a split draw": (
        example_2, 3, chance_is(draw("correspondent"), draw("speech"), shuffle()), r"are two records",
    ),
    "an impossible draw": (
        example_2, 3, chance_is(draw("correspondent, walking"), shuffle()), r"draws a walking, but Tomorrow holds",
    ),
    "a false ply": (example_1, 0, put("ply", value=2), "ply 1: ply is 2"),
    "a false turn": (example_1, 0, put("turn", value=2), "ply 1: turn is 2"),
    "a false seat": (example_1, 0, put("seat", value=1), "ply 1: seat is 1"),
    "STJ-63 a missing shuffle of demands": (
        failure, 0, lambda entry: entry["chance"].pop(), r"ply 1: the rules demand a shuffle",
    ),
    "a demand that is not in the stack": (
        failure, 0, put("chance", 0, value=demand("delegate_expert")),
        r"'delegate_expert' is turned up, but the stack holds",
    ),
    "STJ-62 an action after a failure": (
        failure, 1, offer_too("special delegate"), r"ply 2: legal offers .*delegate",
    ),
    **{
        f"a result's false {field}: {value}": (
            win, 1, put("result", field, value=value), f"result: {field} is",
        )
        for field, value in (
            ("outcome", "unfinished"), ("winner", 1), ("winner", None),
            ("cause", "turn_limit"), ("turns", 0), ("decisions", 2),
        )
    },
}  # fmt: skip


@pytest.mark.parametrize("what", [pytest.param(what, marks=rules_in(what)) for what in FALSIFIED])
def test_what_is_false_is_refused(what: str) -> None:
    example, index, change, words = FALSIFIED[what]
    start, lines = example()
    refuse(start, changed(lines, index, change), words)


def test_zero_counts_and_further_fields_are_allowed() -> None:
    start, lines = example_1()
    lines = changed(lines, 0, put("state", "removed", "worker", value=0))
    lines = changed(lines, 1, put("state", "comment", value="more than the format asks for"))
    assert check_from(header(), start, lines) == 5


@pytest.mark.rule("STJ-50")
def test_a_shuffle_that_is_not_due_is_refused() -> None:
    refuse(*example_2(), r"ply 4: chance records more", header(reshuffle_when="needed"))


def test_a_line_for_a_forced_step_is_refused() -> None:
    start, lines = example_4_with_correspondent()
    forced = then(start, player("correspondent", "3 speech, walking, running", "walking"), token="department_1")
    first = {**lines[0], "chance": [], "state": forced}
    second = {**lines[0], "action": act("special correspondent"), "legal": acts("special correspondent")}
    refuse(start, numbered([first, second]), r"ply 1: the rules demand a draw")


def test_lines_after_the_end_and_an_early_result_are_refused() -> None:
    start, lines = win()
    refuse(start, [*lines, lines[1]], r"goes on after the result")
    refuse(start, [lines[0], {**lines[0], "ply": 2}], r"ply 2: the game is over")
    start, lines = example_1()
    early = {"result": result("win", 0, "demands", turns=1, decisions=2)}
    refuse(start, [*lines[:2], early], r"ply 2: the game still runs")


# ---------------------------------------------------------------------------------------------------------------------
# The beginning of a turn, and a speech


def turn_change(second: Json, after: Json, *chance: Json) -> tuple[Json, list[Json]]:
    """The first player ends the turn with an empty hand, so the second player's turn begins in the same line."""
    start = state([player("", "8 speech", "walking", "running"), second], last_action="move")
    end = then(start, player("", "8 speech", later="walking, running"), current=1, turn=2, last_action=None)
    return start, numbered([line("end_turn", acts("end_turn"), then(end, after, seat=1), *chance)])


@pytest.mark.rule("STJ-10")
def test_draws_before_and_after_a_shuffle_are_two_records() -> None:
    second = player("worker", "2 speech", later="3 walking")
    chance = [draw("2 speech", 1), shuffle(1), draw("2 walking", 1)]
    start, lines = turn_change(second, player("worker, 2 speech, 2 walking", "walking"), *chance)
    for head in (header(), header(reshuffle_when="needed")):
        assert check_from(head, start, lines) == 1
    refuse(start, changed(lines, 0, lambda entry: entry["chance"].reverse()), r"the rules demand a draw|seat 1 draws")


@pytest.mark.rule("STJ-50")
def test_a_full_hand_still_shuffles_later_into_an_empty_tomorrow() -> None:
    second = player("5 speech", later="3 walking")
    start, lines = turn_change(second, player("5 speech", "3 walking"), shuffle(1))
    assert check_from(header(), start, lines) == 1
    start, lines = turn_change(second, second)
    assert check_from(header(reshuffle_when="needed"), start, lines) == 1
    refuse(start, lines, r"the rules demand a shuffle")


@pytest.mark.rule("STJ-50")
def test_draws_are_lost_when_there_are_no_more_cards() -> None:
    start, lines = turn_change(player("worker", "2 speech"), player("worker, 2 speech"), draw("2 speech", 1))
    assert check_from(header(), start, lines) == 1


@pytest.mark.rule("STJ-40")
def test_a_speech_turns_up_the_next_card_for_a_further_take() -> None:
    deck = "speech, 2 walking, 2 running"
    start = state([player("2 speech", deck, "speech, worker"), other()], token="department_1", last_action="take")
    start = stacked(start, "department_1", 4, face_up=False)
    one = stacked(start, "department_1", 4)
    one = then(one, player("speech", deck, "2 speech, worker"), last_action="special")
    two = stacked(one, "department_1", 3, face_up=False)
    two = then(two, player("", deck, "3 speech, 2 worker"), last_action="take")
    lines = [
        line("special speech", acts("special speech", "end_turn"), one),
        line("take department_1", acts("take department_1", "end_turn"), two),
    ]
    assert check_from(header(), start, numbered(lines)) == 2


# ---------------------------------------------------------------------------------------------------------------------
# Negotiations


@pytest.mark.parametrize(
    ("example", "plies"),
    [
        pytest.param(success, 1, marks=pytest.mark.rule("STJ-61")),
        pytest.param(failure, 2, marks=pytest.mark.rule("STJ-62")),
        pytest.param(win, 1, marks=pytest.mark.rule("STJ-64")),
    ],
)
def test_a_negotiation_is_accepted(example: Callable[[], tuple[Json, list[Json]]], plies: int) -> None:
    assert check_from(header(), *example()) == plies


# ---------------------------------------------------------------------------------------------------------------------
# Switches


def offer(me: Json, token: str = "cross", **switches: Any) -> set[str]:
    """Return the referee's own legal actions at the start of a turn, in words."""
    game = referee.read_header(header(**switches))
    position = referee.position_from(game, state([me, other()], token=token))
    return {" ".join(action.values()) for action in referee.legal_actions(game, position)}


def moves_among_empty_locations(hand: str) -> set[str]:
    """Return what is on offer at Department 2 when it, Department 3 and the printing office are empty."""
    game = referee.read_header(header())
    start = state([player(hand, "8 speech"), other()], token="department_2")
    for location in ("department_2", "department_3", "printing_office"):
        start = stacked(start, location, 0, face_up=False)
    legal = referee.legal_actions(game, referee.position_from(game, start))
    return {" ".join(action.values()) for action in legal}


@pytest.mark.rule("STJ-R6")
def test_a_move_to_an_empty_location_needs_a_way_on() -> None:
    one = moves_among_empty_locations("walking")
    assert one == {"move walking department_1", "end_turn"}
    two = moves_among_empty_locations("2 walking")
    assert two == {"move walking department_1", "move walking department_3", "end_turn"}
    mixed = moves_among_empty_locations("walking, running")
    assert "move walking printing_office" in mixed
    assert "move running printing_office" not in mixed
    assert "move walking printing_office" in moves_among_empty_locations("walking, correspondent")
    assert "move walking printing_office" not in moves_among_empty_locations("walking, worker")
    assert "move walking printing_office" in moves_among_empty_locations("walking, worker, speech")


def after_expert(hand: str, removed: str, switch: str) -> tuple[set[str], Json | None]:
    """Return what is on offer after an expert and some removals, and the pending choice."""
    game = referee.read_header(header(expert_removes=switch))
    position = referee.position_from(game, state([player(hand, "8 speech"), other()]))
    for action in acts("special expert", *(f"remove {kind}" for kind in removed.split())):
        referee.play(game, position, action, referee.RecordedChance(1, []))
    words = {" ".join(action.values()) for action in referee.legal_actions(game, position)}
    return words, referee.view(game, position)["pending"]


@pytest.mark.rule("STJ-R4")
@pytest.mark.parametrize(("switch", "expected"), [("exactly", True), ("up_to", True), ("needs_three", False)])
def test_an_expert_with_two_others_is_on_offer(switch: str, expected: bool) -> None:
    assert ("special expert" in offer(player("expert, 2 worker"), expert_removes=switch)) == expected


@pytest.mark.rule("STJ-R4")
def test_exactly_three_cards_go_without_a_way_to_stop() -> None:
    words, pending = after_expert("expert, worker, resident, 2 speech", "worker", "exactly")
    assert words == {"remove resident", "remove speech"}
    assert pending == {"kind": "remove", "seat": 0, "left": 2}


@pytest.mark.rule("STJ-R4")
def test_the_last_removals_are_forced_when_all_are_of_one_kind() -> None:
    words, pending = after_expert("expert, worker, 2 speech", "worker", "exactly")
    assert pending is None
    assert words == {"end_turn"}


@pytest.mark.rule("STJ-R4")
def test_up_to_three_cards_may_stop_after_one() -> None:
    words, pending = after_expert("expert, worker, resident", "worker", "up_to")
    assert words == {"remove resident", "done"}
    assert pending == {"kind": "remove", "seat": 0, "left": 1}


@pytest.mark.rule("STJ-60")
@pytest.mark.parametrize(("hand", "needs_two", "expected"), [
    ("speech, delegate, expert", True, True),
    ("speech, 2 expert", True, True),
    ("speech, expert", True, False),
    ("speech", False, True),
    ("2 delegate", False, False),
])  # fmt: skip
def test_when_a_negotiation_is_on_offer(hand: str, needs_two: bool, expected: bool) -> None:
    words = offer(player(hand), "bhp_hall", hall_speech_needs_two_blue=needs_two)
    assert ("negotiate" in words) == expected
    assert "special speech" not in words


@pytest.mark.rule("STJ-R12")
def test_special_actions_that_change_nothing_are_not_offered() -> None:
    assert offer(player("worker")) == {"end_turn"}
    assert offer(player("correspondent")) == {"end_turn"}
    assert offer(player("correspondent", later="speech"), reshuffle_when="needed") == {
        "special correspondent",
        "end_turn",
    }


# ---------------------------------------------------------------------------------------------------------------------
# Whole traces


def whole_trace() -> list[Json]:
    """Return a game of one turn: the second player starts, keeps everything, and the turn limit is reached."""
    players = [
        player("3 speech, walking, running", "speech, walking, running"),
        player("2 speech, 2 walking, running", "2 speech, running"),
    ]
    start = state(players, token="cross", current=1)
    draws = [draw("3 speech, walking, running", 0), draw("2 speech, 2 walking, running", 1)]
    chance = [*draws, {"type": "first_player", "seat": 1}]
    near = "gate_2 bhp_hall department_3"
    legal = moves("walking", near) + moves(
        "running", f"{near} delegates_space department_1 department_2 printing_office"
    )
    pending = then(start, pending={"kind": "discard", "seat": 1})
    discards = acts("discard speech", "discard walking", "discard running", "done")
    plies = [
        line("end_turn", legal + acts("take cross", "end_turn"), pending, seat=1),
        line("done", discards, then(start, outcome="unfinished"), seat=1),
    ]
    return [
        header(turn_limit=1),
        {"ply": 0, "action": {"type": "setup"}, "chance": chance, "state": start},
        *numbered(plies),
        {"result": result("unfinished", None, "turn_limit", turns=1, decisions=2)},
    ]


def test_a_whole_trace_is_accepted() -> None:
    assert check(whole_trace()) == 2


@pytest.mark.rule("STJ-R8")
def test_after_the_turn_limit_the_next_seat_may_be_current() -> None:
    assert check(changed(whole_trace(), 3, lambda entry: entry["state"].update(current=0, turn=2))) == 2
    with pytest.raises(Disagreement, match="state"):
        check(changed(whole_trace(), 3, lambda entry: entry["state"].update(current=0)))


@pytest.mark.rule("STJ-08")
def test_a_first_player_with_more_speech_cards_is_refused() -> None:
    false = changed(whole_trace(), 1, lambda entry: entry["chance"][2].update(seat=0))
    with pytest.raises(Disagreement, match=r"ply 0: seat 0 starts, but the fewest speech cards are at \[1\]"):
        check(false)


@pytest.mark.rule("STJ-06")
@pytest.mark.parametrize("cards", ["2 speech, 2 walking", "3 walking, 2 speech", "2 speech, 2 walking, 2 running"])
def test_a_false_first_hand_is_refused(cards: str) -> None:
    with pytest.raises(Disagreement, match="ply 0"):
        check(changed(whole_trace(), 1, lambda entry: entry["chance"].__setitem__(1, draw(cards, 1))))


def test_a_trace_without_its_result_is_refused() -> None:
    with pytest.raises(Disagreement, match="ends without a result"):
        check(whole_trace()[:-1])


# ---------------------------------------------------------------------------------------------------------------------
# Random games of the referee against itself


class RandomChance:
    """Draw at random, and record it as a trace does."""

    def __init__(self, generator: random.Random) -> None:
        self.generator = generator
        self.records: list[Json] = []

    def pick(self, cards: Counter[str]) -> str:
        return self.generator.choice(sorted(cards.elements()))

    def draw(self, seat: int, tomorrow: Counter[str]) -> str:
        kind = self.pick(tomorrow)
        if not self.records or self.records[-1].get("cards") is None or self.records[-1]["seat"] != seat:
            self.records.append({"type": "draw", "seat": seat, "cards": Counter()})
        self.records[-1]["cards"][kind] += 1
        return kind

    def shuffle(self, seat: int | None) -> None:
        self.records.append(shuffle(seat))

    def demand(self, stack: Counter[str]) -> str:
        kind = self.pick(stack)
        self.records.append(demand(kind))
        return kind

    def first_player(self, tied: list[int]) -> int:
        seat = self.generator.choice(tied)
        self.records.append({"type": "first_player", "seat": seat})
        return seat

    def taken(self) -> list[Json]:
        records, self.records = self.records, []
        return records


def rich(head: Json) -> Json:
    """Give every player level-IV cards from the start, and put the token in the Hall, so that games are won."""
    for kind in ("delegate", "expert", "correspondent", "resident"):
        head["components"]["cards"][kind]["start"] = 2
    head["components"]["board"]["start"] = "bhp_hall"
    return head


def bare(head: Json) -> Json:
    """Leave one card on every stack but the demands, so that locations are soon empty; running is free (STJ-A2)."""
    for location in head["components"]["locations"].values():
        location["stack"] = {kind: 6 if kind == "demand" else 1 for kind in location["stack"]}
    head["components"]["locations"]["cross"]["cost"] = []
    return head


def own_of(player: referee.Player) -> Counter[str]:
    return player.hand + player.tomorrow + player.today + player.later


def all_cards(position: referee.Position) -> Counter[str]:
    """Return everything that STJ-I1 counts."""
    total = +position.removed + position.demands + position.set_aside
    for stack in position.stacks.values():
        total += Counter({stack.kind: stack.count})
    for one in position.players:
        total += own_of(one) + one.trophies
    return total


def assert_invariants(game: referee.Game, position: referee.Position, cards: Counter[str]) -> None:
    """STJ-I1, I4, I6, I7, I8, I10, as far as one state shows them."""
    assert all_cards(position) == cards
    acting = position.player()
    assert all(one.today.total() == 0 and one.hand.total() <= 5 for one in position.players if one is not acting)
    if position.outcome is not None:
        return
    assert all(one.trophies.total() < 2 for one in position.players)
    assert position.demands.total() >= 1
    if game.switch("reshuffle_when") == "empty" and (position.choice is None or position.choice.kind != "discard"):
        assert acting.tomorrow.total() > 0 or acting.later.total() == 0
    if acting.today.total() == 0 and position.last_action is None and position.choice is None:
        assert acting.hand.total() == min(5, own_of(acting).total())
        assert all(stack.face_up == (stack.count > 0) for stack in position.stacks.values())


def choose(legal: list[Json], generator: random.Random) -> Json:
    """Negotiate and go to the Hall whenever possible; anything else at random."""
    wanted = [action for action in legal if action["type"] == "negotiate" or action.get("to") == "bhp_hall"]
    return generator.choice(wanted or legal)


def random_game(head: Json, seed: int) -> Iterator[Json]:
    """Play at random and yield the trace's lines, asserting the invariants on the way."""
    generator = random.Random(seed)
    game = referee.read_header(head)
    chance = RandomChance(generator)
    cards = all_cards(referee.position_at_start(game))
    position = referee.set_up(game, chance)
    yield head
    yield {"ply": 0, "action": {"type": "setup"}, "chance": chance.taken(), "state": referee.view(game, position)}
    ply = 0
    while position.outcome is None:
        ply += 1
        legal = referee.legal_actions(game, position)
        action = choose(legal, generator)
        before: Json = {"ply": ply, "turn": position.turn, "seat": position.current, "action": action, "legal": legal}
        referee.play(game, position, action, chance)
        assert_invariants(game, position, cards)
        yield {**before, "chance": chance.taken(), "state": referee.view(game, position)}
    won = position.outcome == "win"
    turns, winner = position.turn, position.current if won else None
    yield {"result": result(position.outcome, winner, "demands" if won else "turn_limit", turns, ply)}


def random_trace(head: Json, seed: int) -> list[Json]:
    """Return a random game as it would be read from a file."""
    return [json.loads(json.dumps(entry)) for entry in random_game(head, seed)]


SWITCH_SETTINGS: list[Json] = [
    {},
    {"reshuffle_when": "needed", "expert_removes": "up_to"},
    {"hall_speech_needs_two_blue": False, "expert_removes": "needs_three"},
]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("switches", SWITCH_SETTINGS)
def test_random_games_keep_the_invariants_and_are_accepted(players: int, switches: Json) -> None:
    for seed, prepare in enumerate((lambda head: head, rich, bare)):
        trace = random_trace(prepare(header(players, turn_limit=30, **switches)), seed)
        assert check(trace) == trace[-1]["result"]["decisions"]


def test_random_rich_games_are_won_and_fail_negotiations_too() -> None:
    traces = [random_trace(rich(header(3, turn_limit=150)), seed) for seed in range(4)]
    assert {trace[-1]["result"]["outcome"] for trace in traces} >= {"win"}
    lines = [entry for trace in traces for entry in trace[1:-1]]
    assert any(entry["state"]["demands"]["set_aside"] for entry in lines)
    assert any({"type": "shuffle", "seat": None} in entry["chance"] for entry in lines)


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every single value in a line."""
    if isinstance(value, dict) and value:
        for name, part in value.items():
            yield from leaves(part, (*path, name))
    elif isinstance(value, list) and value:
        for index, part in enumerate(value):
            yield from leaves(part, (*path, index))
    elif not isinstance(value, (dict, list)):
        yield path


def falsify(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int) else f"{value}x"


def falsified_at(trace: list[Json], path: tuple[Any, ...]) -> list[Json]:
    """Return the trace with one value changed; the path begins with the line's index."""
    copy = [deepcopy(entry) if index == path[0] else entry for index, entry in enumerate(trace)]
    place: Any = copy
    for name in path[:-1]:
        place = place[name]
    place[path[-1]] = falsify(place[path[-1]])
    return copy


def test_every_falsified_value_is_noticed() -> None:
    trace = random_trace(rich(header(2, turn_limit=5)), seed=5)
    paths = [(index, *path) for index, entry in enumerate(trace) if index > 0 for path in leaves(entry)]
    for path in random.Random(0).sample(paths, 200):
        with pytest.raises(Disagreement):
            check(falsified_at(trace, path))
