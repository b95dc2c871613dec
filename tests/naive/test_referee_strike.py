"""Tests of the naive referee itself: it accepts right traces and refuses falsified ones. No kernel is needed."""

from __future__ import annotations

import json
import random
import tomllib
from collections import Counter
from copy import deepcopy
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from naive import strike
from naive.comparison import Disagreement
from naive.strike import RecordedChance, Replay, begin, read_header
from naive.strike_basics import Chance, Decision
from naive.strike_position import Position, position_at_start, position_from, view
from naive.strike_turns import play

Json = dict[str, Any]

RULESET = Path(__file__).parents[2] / "strikesim" / "games" / "strike" / "ruleset.toml"
ARGUMENTS = {
    "grow": ("at",),
    "mobilize": ("from", "to"),
    "disassemble": ("at", "piece"),
    "draw": ("deck",),
    "ally": ("card",),
    "strike": ("card",),
    "give_ally": ("seat",),
    "keep_striker": ("at",),
    "give_striker": ("at",),
    "power": ("name",),
}


# ---------------------------------------------------------------------------------------------------------------------
# Traces by hand


def written(lines: Any) -> Any:
    """Return lines as they stand in a file, where the numbers of locations are strings if they are keys."""
    return json.loads(json.dumps(lines))


def check(lines: list[Json]) -> int:
    return strike.check(written(lines))


def check_from(head: Json, start: Json, lines: list[Json]) -> int:
    return strike.check_from(*written([head, start, lines]))


def header(*characters: str, difficulty: str = "normal", turn_limit: int = 200, **switches: object) -> Json:
    names = list(characters) or ["michael", "eddie"]
    components = tomllib.loads(RULESET.read_text(encoding="utf-8"))
    components["switches"].update(switches)
    return {
        "ruleset": "strike",
        "version": "1.0",
        "players": len(names),
        "difficulty": difficulty,
        "seed": 1,
        "game": 0,
        "bots": ["random"] * len(names),
        "turn_limit": turn_limit,
        "characters": names,
        "components": components,
    }


def value_of(word: str) -> int | str:
    return int(word) if word.isdigit() else word


def act(text: str) -> Json:
    """Read an action such as `mobilize 1 2`, `choose at=3` or `power manual_labor at=1`."""
    kind, *words = text.split()
    plain = [value_of(word) for word in words if "=" not in word]
    named = {word.split("=")[0]: value_of(word.split("=")[1]) for word in words if "=" in word}
    return {"type": kind, **dict(zip(ARGUMENTS.get(kind, ()), plain, strict=False)), **named}


def acts(texts: str) -> list[Json]:
    """Read actions separated by commas."""
    return [act(text) for text in texts.split(",")]


def rolls(*numbers: int) -> list[Json]:
    return [{"type": "roll", "number": number} for number in numbers]


def drawn(deck: str, card: str, seat: int) -> Json:
    return {"type": "draw", "deck": deck, "card": card, "seat": seat}


def a_break(card: str) -> Json:
    return {"type": "break", "card": card}


def example_1(head: Json) -> Json:
    """STK-E1 for any characters: every seat has 4 strikers at home and an empty hand, seat 0 acts."""
    cards = head["components"]["cards"]
    names, known = head["characters"], head["components"]["characters"]
    seats = range(len(names))
    homes = [known[name]["home"] for name in names]
    locations = {
        str(at): {
            "drones": int(at not in (3, 6, 9, 12)),
            "megadrones": 0,
            "victories": 0,
            "strikers": [4 if homes[seat] == at else 0 for seat in seats],
        }
        for at in range(1, 13)
    }
    return {
        "current": 0,
        "turn": 1,
        "step": 1,
        "scores": {"strikers": 0, "happycorp": 0},
        "level": 1,
        "locations": locations,
        "supply": {"drones": 16, "megadrones": 5, "victories": 14, "strikers": [6 for _ in seats]},
        "players": [
            {"character": name, "energy": 2, "hand": {"strike": [], "ally": []}, "boxes": {}} for name in names
        ],
        "decks": {deck: {name: card.get("copies", 1) for name, card in cards[deck].items()} for deck in cards},
        "discards": {"strike": {}, "ally": {}, "break": {}},
        "counters": {"moves": 0, "removed": 0, "arrivals": {}, "used": []},
        "pending": None,
        "outcome": None,
    }


def then(before: Json, *changes: tuple[str, Any]) -> Json:
    """Return the state after a step: paths such as `locations.11.drones`, and what is there now."""
    after = deepcopy(before)
    for path, value in changes:
        *way, last = path.split(".")
        place: Any = after
        for name in way:
            place = place[int(name)] if isinstance(place, list) else place[name]
        place[int(last) if isinstance(place, list) else last] = value
    return after


def given_to(before: Json, seat: int, deck: str, *cards: str) -> Json:
    """Return the state with cards of a deck in a hand."""
    after = deepcopy(before)
    for card in cards:
        after["decks"][deck][card] -= 1
        after["players"][seat]["hand"][deck].append(card)
    return after


def broken(before: Json, card: str, **next_turn: Any) -> Json:
    """Return the state with a Commercial Break drawn: step 2, no tokens in the boxes, or the next turn."""
    changes = {"step": 2, **next_turn}
    after = then(before, *changes.items())
    after["decks"]["break"][card] -= 1
    after["discards"]["break"][card] = 1
    for player in after["players"]:
        player["boxes"] = {}
    return after


def next_turn(before: Json, turn: int = 2) -> Json:
    none = {"moves": 0, "removed": 0, "arrivals": {}, "used": []}
    current = (before["current"] + 1) % len(before["players"])
    return then(
        before,
        ("current", current),
        ("turn", turn),
        ("step", 1),
        ("pending", None),
        ("counters", none),
        ("outcome", None),
    )


def line(action: str, legal: str, after: Json, *chance: Json, seat: int = 0, turn: int = 1) -> Json:
    return {
        "ply": 0,  # `numbered` fills it in
        "turn": turn,
        "seat": seat,
        "action": act(action),
        "legal": acts(legal),
        "chance": list(chance),
        "state": after,
    }


def numbered(*lines: Json) -> list[Json]:
    return [{**entry, "ply": ply} for ply, entry in enumerate(lines, start=1)]


def changed(lines: list[Json], index: int, **fields: Any) -> list[Json]:
    """Return the lines with some entries of one of them changed."""
    copy = deepcopy(lines)
    copy[index].update(fields)
    return copy


def refuse(start: Json, lines: list[Json], words: str, head: Json | None = None) -> None:
    with pytest.raises(Disagreement, match=words):
        check_from(head or header(), start, lines)


# ---------------------------------------------------------------------------------------------------------------------
# The worked examples

ALL_TOKENS = ("players.0.boxes", {"grow": 2, "mobilize": 2})


def example_2() -> tuple[Json, list[Json]]:
    before = then(
        example_1(header()),
        ALL_TOKENS,
        ("locations.1.strikers", [3, 0]),
        ("locations.11.strikers", [1, 4]),
    )
    one = then(
        broken(before, "happy_hour_sale", pending={"kind": "kick", "seat": 0}),
        ("locations.11.drones", 2),
        ("supply.drones", 15),
    )
    two = then(
        one,
        ("locations.11.strikers", [0, 4]),
        ("supply.strikers", [7, 6]),
        ("pending", {"kind": "kick", "seat": 1}),
    )
    three = then(next_turn(two), ("players.1.energy", 1))
    both = "keep_striker 11,give_striker 11"
    return before, numbered(
        line("end_actions", "end_actions", one, a_break("happy_hour_sale"), *rolls(11)),
        line("give_striker 11", both, two),
        line("keep_striker 11", both, three, seat=1),
    )


def example_5(points: int, level: int) -> tuple[Json, list[Json]]:
    before = then(
        example_1(header()),
        ALL_TOKENS,
        ("scores.strikers", points),
        ("level", level),
        ("players.0.energy", 4),
        ("players.1.energy", 4),
    )
    after = then(
        next_turn(broken(before, "happy_training_center")),
        ("players.0.energy", 4 - level),
        ("locations.3.drones", 1),
        ("supply.drones", 15),
    )
    return before, numbered(line("end_actions", "end_actions", after, a_break("happy_training_center"), *rolls(3)))


def example_6() -> tuple[Json, list[Json]]:
    before = then(
        example_1(header()),
        ALL_TOKENS,
        ("locations.11.drones", 2),
        ("locations.10.drones", 0),
        ("locations.10.megadrones", 1),
        ("supply.megadrones", 4),
        ("scores.happycorp", 1),
    )
    one = then(
        broken(before, "happy_hour_sale", pending={"kind": "kick", "seat": 1}),
        ("locations.11.drones", 0),
        ("locations.11.megadrones", 1),
        ("supply.drones", 18),
        ("supply.megadrones", 3),
        ("scores.happycorp", 3),
    )
    two = then(next_turn(one), ("locations.11.strikers", [0, 3]), ("supply.strikers", [6, 7]))
    return before, numbered(
        line("end_actions", "end_actions", one, a_break("happy_hour_sale"), *rolls(11)),
        line("give_striker 11", "keep_striker 11,give_striker 11", two, seat=1),
    )


def example_7() -> tuple[Json, list[Json]]:
    before = given_to(example_1(header()), 1, "ally", "nurses", "teachers", "cooks")
    before = then(before, ("current", 1), ("players.1.boxes", {"draw": 1, "mobilize": 2}))
    after = then(before, ("players.1.boxes", {"draw": 1, "mobilize": 2, "grow": 1}), ("players.1.energy", 4))
    legal = "grow 11,refuel,disassemble 11 drone,end_actions"
    return before, numbered(line("refuel", legal, after, seat=1))


def example_8() -> tuple[Json, list[Json]]:
    before = then(given_to(example_1(header()), 1, "ally", "programmers"), ("current", 1))
    one = then(
        before,
        ("players.1.boxes", {"grow": 1}),
        ("players.1.energy", 4),
        ("players.1.hand.ally", []),
        ("discards.ally", {"programmers": 1}),
        ("pending", {"kind": "choose", "seat": 1}),
    )
    two = then(one, ("locations.1.drones", 0), ("supply.drones", 17), ("counters.removed", 1), ("pending", None))
    basic = "grow 11,refuel,mobilize 11 10,mobilize 11 12,mobilize 11 7,disassemble 11 drone,draw strike,draw ally"
    drones = ",".join(f"choose at={at}" for at in (1, 2, 4, 5, 7, 8, 10, 11))
    return before, numbered(
        line("ally programmers", f"{basic},ally programmers,end_actions", one, seat=1),
        line("choose at=1", drones, two, seat=1),
    )


def example_8_by_michael() -> tuple[Json, list[Json]]:
    before = given_to(example_1(header()), 0, "ally", "programmers")
    one = then(
        before,
        ("players.0.boxes", {"grow": 1}),
        ("players.0.energy", 4),
        ("players.0.hand.ally", []),
        ("discards.ally", {"programmers": 1}),
        ("pending", {"kind": "choose", "seat": 0}),
    )
    two = then(
        one,
        ("locations.11.drones", 0),
        ("supply.drones", 17),
        ("counters.removed", 1),
        ("pending", {"kind": "power", "seat": 0}),
    )
    three = then(two, ("locations.1.drones", 0), ("supply.drones", 18), ("counters.removed", 2), ("pending", None))
    basic = "grow 1,mobilize 1 2,mobilize 1 12,mobilize 1 5,disassemble 1 drone,draw strike,draw ally"
    drones = ",".join(f"choose at={at}" for at in (1, 2, 4, 5, 7, 8, 10, 11))
    return before, numbered(
        line("ally programmers", f"{basic},ally programmers,end_actions", one),
        line("choose at=11", drones, two),
        line("power manual_labor at=1", "power manual_labor at=1,decline", three),
    )


def before_example_9() -> Json:
    """The boxes of this card are Grow Ranks and Disassemble in the ruleset file."""
    before = given_to(example_1(header()), 1, "strike", "occupy_happycorp")
    return then(
        before,
        ("current", 1),
        ("locations.11.strikers", [0, 1]),
        ("locations.12.strikers", [0, 3]),
        ("locations.12.drones", 1),
        ("supply.drones", 15),
        ("players.1.boxes", {"mobilize": 2}),
    )


def example_9() -> tuple[Json, list[Json]]:
    before = before_example_9()
    one = then(
        before,
        ("players.1.boxes", {"mobilize": 2, "grow": 1, "disassemble": 1}),
        ("players.1.hand.strike", []),
        ("discards.strike", {"occupy_happycorp": 1}),
        ("locations.12.victories", 1),
        ("supply.victories", 13),
        ("scores.strikers", 1),
        ("pending", {"kind": "give_ally", "seat": 1}),
    )
    two = then(given_to(one, 0, "ally", "cooks"), ("pending", None))
    legal = "grow 11,grow 12,refuel,disassemble 11 drone,disassemble 12 drone,draw strike,draw ally,end_actions"
    return before, numbered(
        line("strike occupy_happycorp", f"{legal},strike occupy_happycorp", one, seat=1),
        line("give_ally 0", "give_ally 0,give_ally 1", two, drawn("ally", "cooks", 0), seat=1),
    )


EXAMPLES = {
    "STK-E2": example_2,
    "STK-E5, level 1": lambda: example_5(3, 1),
    "STK-E5, level 2": lambda: example_5(7, 2),
    "STK-E5, level 3": lambda: example_5(11, 3),
    "STK-E6": example_6,
    "STK-E7": example_7,
    "STK-E8": example_8,
    "STK-E8, Michael": example_8_by_michael,
    "STK-E9": example_9,
}


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.rule(name.split(",")[0])) for name in EXAMPLES])
def test_worked_example_is_accepted(name: str) -> None:
    start, lines = EXAMPLES[name]()
    assert check_from(header(), start, lines) == len(lines)


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.rule(name.split(",")[0])) for name in EXAMPLES])
def test_worked_example_with_any_legal_action_left_out_is_refused(name: str) -> None:
    start, lines = EXAMPLES[name]()
    for index, entry in enumerate(lines):
        for gone in entry["legal"]:
            legal = [action for action in entry["legal"] if action != gone]
            refuse(start, changed(lines, index, legal=legal), "legal lacks")


@pytest.mark.rule("STK-E1")
def test_example_1_is_accepted_from_the_set_up() -> None:
    cards = ("occupy_happycorp", "teach_in")
    after = given_to(given_to(example_1(header()), 0, "strike", cards[0]), 1, "strike", cards[1])
    first = {"type": "first_player", "seat": 0}
    chance = [*(drawn("strike", card, seat) for seat, card in enumerate(cards)), first]
    set_up = {"ply": 0, "action": {"type": "setup"}, "chance": chance, "state": after}
    with pytest.raises(Disagreement, match="ends without a result"):
        check([header(), set_up])
    with pytest.raises(Disagreement, match=r"supply\.megadrones is 4, by the rules 5"):
        check([header(), {**set_up, "state": then(after, ("supply.megadrones", 4))}])
    with pytest.raises(Disagreement, match="demand a draw now"):
        check([header(), {**set_up, "chance": chance[1:]}])


# ---------------------------------------------------------------------------------------------------------------------
# Falsified examples

FALSE_STATES = [
    ("STK-E2", 0, "pending", {"kind": "kick", "seat": 1}),
    ("STK-E2", 0, "pending", None),
    ("STK-E2", 1, "supply.strikers", [6, 6]),
    ("STK-E2", 2, "players.1.energy", 2),
    ("STK-E2", 2, "current", 0),
    ("STK-E2", 2, "turn", 1),
    ("STK-E2", 2, "discards.break", {}),
    ("STK-E5, level 2", 0, "players.0.energy", 3),
    ("STK-E5, level 2", 0, "level", 1),
    ("STK-E5, level 2", 0, "step", 2),
    ("STK-E6", 0, "scores.happycorp", 2),
    ("STK-E6", 0, "locations.11.drones", 3),
    ("STK-E6", 0, "locations.10.megadrones", 0),
    ("STK-E7", 0, "players.1.boxes", {"draw": 1, "mobilize": 2}),
    ("STK-E8", 0, "decks.ally.programmers", 2),
    ("STK-E8", 1, "counters.removed", 0),
    ("STK-E8", 1, "counters.used", ["refuel"]),
    ("STK-E8", 1, "counters.arrivals", {"1": 1}),
    ("STK-E8, Michael", 1, "pending", {"kind": "choose", "seat": 0}),
    ("STK-E9", 0, "players.1.hand.strike", ["occupy_happycorp"]),
    ("STK-E9", 0, "outcome", "win"),
    ("STK-E9", 1, "players.0.hand.ally", ["farmers"]),
    ("STK-E9", 1, "locations.12.victories", 2),
]


@pytest.mark.parametrize(("name", "index", "path", "value"), FALSE_STATES)
def test_a_false_state_is_refused(name: str, index: int, path: str, value: object) -> None:
    start, lines = EXAMPLES[name]()
    false = changed(lines, index, state=then(lines[index]["state"], (path, value)))
    refuse(start, false, rf"ply {index + 1}: state\.{path.split('.')[0]}.* by the rules")


def test_a_missing_location_is_refused() -> None:
    start, lines = example_2()
    false = deepcopy(lines)
    del false[0]["state"]["locations"]["7"]
    refuse(start, false, "state.locations names")


def test_false_chance_is_refused() -> None:
    start, lines = example_2()
    record = a_break("happy_hour_sale")
    for chance, words in (
        ([record, *rolls(13)], "number is not possible"),
        ([record], "no more chance"),
        ([record, *rolls(11, 11)], "more than the rules demand"),
        ([record, record], "demand a roll now"),
        ([a_break("happy_hour"), *rolls(11)], "card is not possible"),
        ([a_break("premium_patrol"), *rolls(11)], "state.* by the rules|more than"),
    ):
        refuse(start, changed(lines, 0, chance=chance), words)


def test_a_card_drawn_from_a_deck_without_it_is_refused() -> None:
    start, lines = example_9()
    start = then(start, ("decks.ally.cooks", 0))
    lines = changed(lines, 0, state=then(lines[0]["state"], ("decks.ally.cooks", 0)))
    refuse(start, lines, "card is not possible")


def test_false_lines_are_refused() -> None:
    start, lines = example_2()
    for index, change, words in (
        (1, {"seat": 1}, "seat is 1, by the rules 0"),
        (0, {"turn": 2}, "turn is 2, by the rules 1"),
        (1, {"ply": 3}, "ply is 3, by the rules 2"),
        (1, {"legal": [*acts("give_striker 11,keep_striker 11,decline")]}, "legal offers"),
        (1, {"action": act("decline")}, "is not legal"),
        (1, {"legal": acts("give_striker 11,keep_striker 11,give_striker 11")}, "twice"),
    ):
        refuse(start, changed(lines, index, **change), words)


@pytest.mark.rule("STK-E9")
@pytest.mark.parametrize(
    "change",
    [("locations.12.megadrones", 1), ("locations.12.strikers", [1, 2]), ("locations.12.victories", 1)],
    ids=["a MegaDrone", "two own and one other", "a second Victory with three"],
)
def test_example_9_is_ruled_out(change: tuple[str, Any]) -> None:
    head = header()
    assert offered(go(head, before_example_9()), "strike") == {"strike occupy_happycorp"}
    assert offered(go(head, then(before_example_9(), change)), "strike") == set()


@pytest.mark.rule("STK-R11")
def test_without_energy_the_striker_goes_without_a_line() -> None:
    start, lines = example_2()
    replay = go(header(), then(start, ("players.0.energy", 0)), ("end_actions", *lines[0]["chance"]))
    assert pending(replay) == ("kick", 1)
    assert replay.position.supply.strikers == [7, 6]


def test_a_header_that_the_rules_do_not_allow_is_refused() -> None:
    for head, words in (
        (header("michael"), "players = 1"),
        (header("michael", "bus_driver"), "boards"),
        (header("michael", "nobody"), "characters"),
        (header(difficulty="impossible"), "difficulty"),
        (header(kick_on="never"), "kick_on"),
        (header(manual_labor_chains=0), "manual_labor_chains"),
        (header(turn_limit=0), "turn_limit"),
    ):
        refuse(example_1(header()), [], words, head)


# ---------------------------------------------------------------------------------------------------------------------
# Powers and cards that the examples leave out, as scripts: an action, and what chance does


def go(head: Json, start: Json, *script: Any) -> Replay:
    """Play actions from a position; each must be on offer and use its chance up."""
    copies = json.loads(json.dumps([head, start]))
    replay = begin(position_from(read_header(copies[0]), copies[1]), RecordedChance(0, []))
    for ply, step in enumerate(script, start=1):
        text, *records = (step,) if isinstance(step, str) else step
        chance = RecordedChance(ply, records)
        assert replay.decision is not None
        assert act(text) in replay.decision.actions
        replay.advance(act(text), chance)
        chance.finish()
    return replay


def pending(replay: Replay) -> tuple[str | None, int]:
    assert replay.decision is not None
    return replay.decision.kind, replay.decision.seat


def offered(replay: Replay, *kinds: str) -> set[str]:
    """Return what is on offer, of some kinds or all, as sorted words."""
    assert replay.decision is not None
    actions = [action for action in replay.decision.actions if not kinds or action["type"] in kinds]
    return {" ".join(str(value) for value in action.values()) for action in actions}


def standing(head: Json, seat: int, **strikers: int) -> Json:
    """Return STK-E1 with a player's strikers elsewhere, such as `at_3=2`."""
    start = example_1(head)
    for location in start["locations"].values():
        location["strikers"][seat] = 0
    for name, number in strikers.items():
        start["locations"][name.removeprefix("at_")]["strikers"][seat] = number
    start["supply"]["strikers"][seat] = 10 - sum(strikers.values())
    return start


@pytest.mark.rule("STK-17")
@pytest.mark.parametrize("chains", [False, True])
def test_michael_takes_two_drones_or_more(chains: bool) -> None:
    head = header(manual_labor_chains=chains)
    start = then(standing(head, 0, at_1=2, at_4=1, at_5=1), ("players.0.energy", 3))
    two = go(head, start, "mobilize 1 2", "mobilize 1 2", "power strength_in_numbers at=2")
    assert two.position.counters.arrivals[2] == 0
    assert offered(two) == {"power manual_labor 4", "power manual_labor 5", "decline"}
    two = go(head, start, "mobilize 1 2", "mobilize 1 2", "power strength_in_numbers at=2", "power manual_labor at=4")
    assert offered(two, "power") == ({"power manual_labor 5"} if chains else set())


@pytest.mark.rule("STK-R8")
def test_a_striker_that_leaves_counts_off_the_arrivals() -> None:
    head = header()
    start = standing(head, 0, at_1=3)
    replay = go(head, start, "mobilize 1 2", "mobilize 2 3", "mobilize 1 2")
    assert pending(replay) == (None, 0)
    assert +replay.position.counters.arrivals == Counter({2: 1, 3: 1})


@pytest.mark.rule("STK-20")
def test_candace_lets_another_player_mobilize() -> None:
    head = header("candace", "michael", "eddie")
    start = standing(head, 1)
    replay = go(head, start, "mobilize 7 6", "mobilize 7 8")
    assert pending(replay) == ("power", 0)
    assert offered(replay) == {"power first_responder 2", "decline"}
    replay = go(head, start, "mobilize 7 6", "mobilize 7 8", "power first_responder seat=2")
    assert pending(replay) == ("mobilize", 2)
    assert offered(replay) == {"mobilize 11 7", "mobilize 11 10", "mobilize 11 12", "decline"}
    replay = go(head, start, "mobilize 7 6", "mobilize 7 8", "power first_responder seat=2", "mobilize 11 7")
    assert (replay.position.counters.moves, replay.position.locations[7].strikers) == (2, [2, 0, 1])
    assert pending(replay) == (None, 0)


@pytest.mark.rule("STK-20")
@pytest.mark.parametrize("pair_powers", ["per_pair", "once_per_turn"])
def test_candace_dispatches_at_a_pair_and_at_a_megadrone(pair_powers: str) -> None:
    head = header("candace", "michael", pair_powers=pair_powers)
    start = then(
        standing(head, 0, at_7=3, at_8=1),
        ("players.0.energy", 3),
        ("locations.7.megadrones", 1),
        ("supply.megadrones", 4),
        ("counters.removed", 1),
    )
    start = given_to(start, 1, "ally", "cooks", "cooks", "nurses", "nurses")
    first = go(head, start, "disassemble 8 drone")
    assert offered(first) == {"power dispatcher 0", "decline"}
    assert first.position.counters.used == (["dispatcher"] if pair_powers == "once_per_turn" else [])
    second = go(head, start, "disassemble 8 drone", "decline", "disassemble 7 megadrone")
    assert pending(second)[0] == ("power" if pair_powers == "per_pair" else None)


@pytest.mark.rule("STK-19")
@pytest.mark.parametrize("energy", [2, 3])
def test_valentina_takes_a_megadrone_apart_with_two(energy: int) -> None:
    head = header("valentina", "michael")
    start = then(
        standing(head, 0, at_4=2),
        ("players.0.energy", energy),
        ("locations.4.megadrones", 1),
        ("supply.megadrones", 4),
        ("counters.removed", 1),
    )
    replay = go(head, start)
    assert ("disassemble 4 megadrone" in offered(replay)) == (energy == 3)
    replay = go(head, start, "disassemble 4 drone", "power repurpose at=4")
    assert replay.position.locations[4].strikers == [3, 0]
    assert +replay.position.players[0].boxes == Counter({"disassemble": 1})


@pytest.mark.rule("STK-R14")
def test_eddie_flies_any_striker_for_three_energy() -> None:
    head = header("eddie", "michael")
    start = then(example_1(head), ("players.0.energy", 6), ("players.0.boxes", {"grow": 2, "mobilize": 2}))
    replay = go(head, start)
    assert len(offered(replay)) == 2 * 11 + 1
    flights = ("power passenger_flight owner=1 from=1 to=6", "power passenger_flight owner=0 from=11 to=6")
    replay = go(head, start, *flights)
    assert replay.position.counters.moves == 1
    assert offered(replay) == {"end_actions"}


@pytest.mark.rule("STK-18")
def test_eddie_refuels_without_a_striker_in_the_supply_but_not_with_full_energy() -> None:
    head = header("eddie", "michael")
    start = standing(head, 0, at_11=10)
    assert offered(go(head, start), "grow", "refuel") == {"refuel"}
    assert offered(go(head, then(start, ("players.0.energy", 6))), "grow", "refuel") == set()


@pytest.mark.rule("STK-V35")
def test_the_bus_driver_moves_on_without_triggering_the_power_again() -> None:
    head = header("bus_driver", "eddie", pair_powers="per_pair")
    start = then(standing(head, 0, at_2=3), ("counters.moves", 1))
    replay = go(head, start, "mobilize 2 1", "power extra_stop from=1 to=12")
    assert pending(replay) == (None, 0)
    assert replay.position.counters.moves == 3
    replay = go(head, start, "mobilize 2 1", "power extra_stop from=1 to=12", "mobilize 2 3")
    assert pending(replay) == ("power", 0)


@pytest.mark.rule("STK-V33")
def test_the_first_power_is_finished_before_the_second_is_checked() -> None:
    head = header("gardener", "michael")
    start = then(standing(head, 0, at_10=2), ("players.0.energy", 1), ("counters.removed", 1))
    replay = go(head, start, "disassemble 10 drone")
    assert offered(replay) == {"power harvest 0", "power harvest 1", "decline"}
    replay = go(head, start, "disassemble 10 drone", "power harvest seat=0")
    assert offered(replay) == {
        "power cleared_path 10 4",
        "power cleared_path 10 9",
        "power cleared_path 10 11",
        "decline",
    }
    assert pending(go(head, start, "disassemble 10 drone", "power harvest seat=1")) == (None, 0)


@pytest.mark.rule("STK-V37")
def test_the_student_draws_after_an_ally_card() -> None:
    head = header("student", "eddie")
    start = given_to(example_1(head), 0, "ally", "cooks")
    replay = go(head, start, "ally cooks")  # one drone in reach: no choice
    assert offered(replay) == {"power study_group", "decline"}
    replay = go(head, start, "ally cooks", ("power study_group", drawn("strike", "teach_in", 0)))
    assert pending(replay) == (None, 0)


@pytest.mark.rule("STK-V15")
def test_up_to_three_moves_end_with_decline() -> None:
    head = header("michael", "eddie")
    start = given_to(standing(head, 0, at_1=1), 0, "ally", "tram_crew")
    replay = go(head, start, "ally tram_crew")
    assert offered(replay) == {"choose 1 2", "choose 1 5", "choose 1 12", "decline"}
    replay = go(head, start, "ally tram_crew", "choose from=1 to=2", "decline")
    assert (pending(replay), replay.position.counters.moves) == ((None, 0), 1)


@pytest.mark.rule("STK-V11")
def test_another_player_with_full_energy_is_not_named() -> None:
    head = header("michael", "eddie", "candace")
    gift = {"effect": "gain_energy", "who": "another", "amount": 2}
    head["components"]["cards"]["ally"]["nurses"]["effects"] = [gift]
    start = given_to(example_1(head), 0, "ally", "nurses")
    assert offered(go(head, start, "ally nurses")) == {"choose 1", "choose 2"}
    replay = go(head, then(start, ("players.1.energy", 6)), "ally nurses")
    assert (pending(replay), replay.position.players[2].energy) == ((None, 0), 4)


@pytest.mark.rule("STK-V29")
@pytest.mark.parametrize("kick_on", ["any", "roll_only"])
def test_a_drone_named_by_a_card_kicks_by_the_switch(kick_on: str) -> None:
    head = header(kick_on=kick_on)
    replay = go(head, example_1(head), ("end_actions", a_break("crowd_comfort")))
    assert offered(replay) == {"choose 1", "choose 11"}
    chosen = ("choose at=11",) if kick_on == "any" else ("choose at=11", *rolls(3))
    replay = go(head, example_1(head), ("end_actions", a_break("crowd_comfort")), chosen)
    assert pending(replay) == (("kick", 1) if kick_on == "any" else (None, 1))
    assert replay.position.locations[11].drones == 2


@pytest.mark.rule("STK-R17")
def test_owners_choose_their_losses() -> None:
    head = header()
    loss = {"effect": "lose_strikers", "who": "all", "amount": 1}
    head["components"]["cards"]["break"]["free_relocation"]["effects"] = [loss, {"effect": "roll", "times": 1}]
    start = then(standing(head, 1, at_2=1, at_3=1), ("players.0.energy", 0))
    start = given_to(given_to(start, 0, "strike", "teach_in"), 0, "ally", "cooks", "cooks")
    replay = go(head, start, ("end_actions", a_break("free_relocation")))
    assert (pending(replay), offered(replay)) == (("choose", 1), {"choose 2", "choose 3"})
    replay = go(head, start, ("end_actions", a_break("paperless_home")))
    assert (pending(replay), offered(replay)) == (("choose", 0), {"choose cooks", "choose teach_in"})


@pytest.mark.rule("STK-46")
def test_an_empty_deck_means_three_rolls() -> None:
    head = header()
    start = then(example_1(head), ("decks.break", {}))
    replay = go(head, start, ("end_actions", *rolls(3, 6, 3)))
    assert (replay.position.turn, replay.position.locations[3].drones) == (2, 2)


@pytest.mark.rule("STK-12")
def test_a_sixth_megadrone_loses_with_nothing_of_the_fusion_done() -> None:
    head = header()
    start = then(example_1(head), ("supply.megadrones", 0), ("locations.11.drones", 2))
    replay = go(head, start, ("end_actions", a_break("happy_hour_sale"), *rolls(11)))
    assert (replay.decision, replay.position.outcome, replay.position.cause) == (None, "loss", "sixth_megadrone")
    assert replay.position.locations[11].drones == 2


@pytest.mark.rule("STK-11")
def test_happycorp_wins_before_the_kick() -> None:
    head = header()
    start = then(example_1(head), ("locations.11.drones", 2), ("scores.happycorp", 14))
    replay = go(head, start, ("end_actions", a_break("happy_hour_sale"), *rolls(11)))
    assert (replay.position.cause, replay.position.supply.strikers) == ("happycorp_points", [6, 6])


@pytest.mark.rule("STK-R6")
def test_the_strikers_win_before_the_ally_is_drawn() -> None:
    start = then(before_example_9(), ("scores.strikers", 14))
    replay = go(header(), start, "strike occupy_happycorp")
    assert (replay.position.outcome, replay.position.cause) == ("win", "strikers_points")
    assert replay.position.decks["ally"].total() == 22


@pytest.mark.rule("STK-R1")
@pytest.mark.parametrize("reshuffle", [False, True])
def test_discarded_allies_come_back_by_the_switch(reshuffle: bool) -> None:
    head = header(reshuffle_allies=reshuffle)
    start = then(example_1(head), ("decks.ally", {}), ("discards.ally", {"cooks": 1, "nurses": 1}))
    replay = go(head, start)
    assert offered(replay, "draw") == ({"draw strike", "draw ally"} if reshuffle else {"draw strike"})
    if reshuffle:
        replay = go(head, start, ("draw ally", drawn("ally", "cooks", 0)))
        assert (+replay.position.decks["ally"], +replay.position.discards["ally"]) == (Counter(["nurses"]), Counter())


# ---------------------------------------------------------------------------------------------------------------------
# Whole games by the rules themselves: every trace is accepted, and the invariants hold


class Dice:
    """Decide what chance does, and keep the record."""

    def __init__(self, generator: random.Random) -> None:
        self.generator = generator
        self.records: list[Json] = []

    def take(self, request: Chance) -> Any:
        value = self.generator.choice(sorted(request.possible))  # type: ignore[call-overload]
        self.records.append({"type": request.kind, request.key: value, **request.fixed})
        return value


def deal(position: Position, dice: Dice, wanted: int) -> None:
    for seat, _ in product(range(position.game.players), range(wanted)):
        card = dice.take(Chance("draw", "card", set(+position.decks["strike"]), {"deck": "strike", "seat": seat}))
        position.decks["strike"][card] -= 1
        position.players[seat].hand["strike"][card] += 1
    position.current = dice.take(Chance("first_player", "seat", range(position.game.players)))


def shown(replay: Replay) -> Json:
    decision = replay.decision
    seen = decision is not None and decision.kind is not None
    asked = {"kind": decision.kind, "seat": decision.seat} if decision and seen else None
    state: Json = json.loads(json.dumps(view(replay.position, asked)))
    return state


def choice(decision: Decision, generator: random.Random) -> Json:
    """Prefer what is rare in a random game."""
    rare = [action for action in decision.actions if action["type"] in ("strike", "ally", "power")]
    return generator.choice(rare if rare and generator.random() < 0.7 else decision.actions)


def whole_game(head: Json, seed: int) -> list[Json]:
    generator = random.Random(seed)
    dice = Dice(generator)
    game = read_header(json.loads(json.dumps(head)))
    position = position_at_start(game)
    deal(position, dice, game.rule("first_cards") + game.at_start("strike_cards"))
    replay = Replay(position, play(position))
    replay.advance(None, dice)  # type: ignore[arg-type]
    lines = [head, {"ply": 0, "action": {"type": "setup"}, "chance": dice.records, "state": shown(replay)}]
    while (decision := replay.decision) is not None:
        dice.records = []
        action = choice(decision, generator)
        entry = {"ply": len(lines) - 1, "turn": position.turn, "seat": decision.seat, "action": action}
        replay.advance(action, dice)  # type: ignore[arg-type]
        lines.append({**entry, "legal": decision.actions, "chance": dice.records, "state": shown(replay)})
    result = {"outcome": position.outcome, "winner": None, "cause": position.cause, "turns": position.turn}
    return [*lines, {"result": {**result, "decisions": len(lines) - 2}}]


def totals(state: Json) -> list[int]:
    """STK-I1 to STK-I5: what board, hands, decks and supply hold together."""
    places, supply = state["locations"].values(), state["supply"]
    pieces = [supply[kind] + sum(place[kind] for place in places) for kind in ("drones", "megadrones", "victories")]
    strikers = [
        number + sum(place["strikers"][seat] for place in places) for seat, number in enumerate(supply["strikers"])
    ]
    cards = [
        sum(state["decks"][deck].values())
        + sum(state["discards"][deck].values())
        + sum(len(player["hand"].get(deck, [])) for player in state["players"])
        for deck in ("strike", "ally", "break")
    ]
    return [*pieces, *strikers, *cards]


def check_invariants(head: Json, state: Json) -> None:
    assert totals(state) == [24, 5, 14, *([10] * head["players"]), 36, 22, 36]
    assert all(0 <= place["drones"] <= 2 and 0 <= place["victories"] <= 3 for place in state["locations"].values())
    assert state["scores"]["strikers"] == sum(
        place["victories"] * (place["victories"] + 1) // 2 for place in state["locations"].values()
    )
    assert min(min(place["strikers"]) for place in state["locations"].values()) >= 0
    for seat, player in enumerate(state["players"]):
        maxima = head["components"]["characters"][player["character"]]["boxes"]
        assert 0 <= player["energy"] <= 6
        assert len(player["hand"]["strike"]) + len(player["hand"]["ally"]) <= 4
        assert all(number <= maxima[box] for box, number in player["boxes"].items())
        assert sum(player["boxes"].values()) <= (4 if seat == state["current"] and state["step"] == 1 else 0)


PARTIES = [
    ("michael", "eddie"),
    ("valentina", "candace", "bus_driver"),
    ("gardener", "student", "medic", "michael"),
    ("eddie", "student"),
    ("bus_driver", "medic", "candace", "gardener"),
]


@pytest.mark.parametrize("party", PARTIES, ids=" ".join)
@pytest.mark.parametrize("difficulty", ["very_easy", "normal", "very_hard"])
def test_games_by_the_rules_are_accepted_and_keep_the_invariants(party: tuple[str, ...], difficulty: str) -> None:
    seed = PARTIES.index(party)
    switches: Json = {
        "manual_labor_chains": bool(seed % 2),
        "kick_on": ("any", "roll_only")[seed % 2],
        "reshuffle_allies": bool(seed % 3),
        "pair_powers": ("per_pair", "once_per_turn")[seed % 2],
    }
    lines = whole_game(header(*party, difficulty=difficulty, **switches), seed)
    assert check(lines) == len(lines) - 3
    for entry in lines[1:-1]:
        check_invariants(lines[0], entry["state"])


@pytest.mark.rule("STK-R18")
def test_a_game_stopped_by_the_turn_limit_is_accepted() -> None:
    lines = whole_game(header(turn_limit=3), 5)
    assert lines[-1]["result"] == {
        "outcome": "unfinished",
        "winner": None,
        "cause": "turn_limit",
        "turns": 3,
        "decisions": len(lines) - 3,
    }
    assert check(lines) == len(lines) - 3


def test_a_false_result_or_a_missing_line_is_refused() -> None:
    lines = whole_game(header(turn_limit=2), 6)
    for name, value in {"outcome": "loss", "winner": 0, "cause": "none", "turns": 1, "decisions": 0}.items():
        false = changed(lines, -1, result={**lines[-1]["result"], name: value})
        with pytest.raises(Disagreement, match=f"result: {name}"):
            check(false)
    with pytest.raises(Disagreement, match="ends without a result"):
        check(lines[:-1])
    with pytest.raises(Disagreement, match="still runs"):
        check([*lines[:-2], lines[-1]])
    with pytest.raises(Disagreement, match="no header"):
        check([])


def numbers_in(tree: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the ways to every number of a state."""
    if isinstance(tree, dict | list):
        inner = tree.items() if isinstance(tree, dict) else enumerate(tree)
        return [path for key, value in inner for path in numbers_in(value, (*way, key))]
    return [way] if isinstance(tree, int) else []


def test_any_number_of_a_state_that_is_false_is_refused() -> None:
    lines = whole_game(header("valentina", "candace", turn_limit=4), 7)
    generator = random.Random(7)
    for index in range(1, len(lines) - 2):
        state = lines[index]["state"]
        way = generator.choice(numbers_in(state))
        false = changed(lines, index, state=then(state, (".".join(str(name) for name in way), 99)))
        with pytest.raises(Disagreement) as caught:
            check(false)
        assert caught.value.ply == index - 1
