"""Tests of the naive referee itself: it accepts right traces and refuses falsified ones. No kernel is needed.

The map of most tests is `scattered` for three cards. Its rows, with the spaces' letters and die numbers:

    n: s5 s5 t1 | p: c1 s3 s3     n = chevrolet_nine, p = spark_plug, f = chevrolet_four
    n: a2 b6 c3 | p: t4 b2 a5     Stations s and t; factories {ns, nt}, {ps}, {pt}, {fs}, {ft}
                | f: c6 b4 t2     icons: authority ns pc fb, money nb pb fs, scab nt ps fc,
                | f: s5 s5 a1            exhaustion na pt fa, remove nc pa ft
"""

from __future__ import annotations

import json
import random
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from naive.comparison import Disagreement
from naive.flint import RecordedChance, check, check_from, read_header, run
from naive.flint_actions import act, legal_actions
from naive.flint_factory import factory_action, order_of_next_turns, roll_and_activate
from naive.flint_rules import (
    check_events,
    is_complete,
    pass_time,
    play,
    play_from_action,
    play_whole_game,
    remove_own_workers,
    reveal_first_events,
    set_up,
)
from naive.flint_steps import Chance, Decision, GameOver, Steps
from naive.flint_table import SWITCHES, AgainstTheRules, Board, Game, Move, Table, grid, lay_out, set_table

Json = dict[str, Any]

RULESET = Path(__file__).parents[2] / "strikesim" / "games" / "flint" / "ruleset.toml"
CARDS = {"n": "chevrolet_nine", "p": "spark_plug", "f": "chevrolet_four"}
WHO = {"c": "cio", "r": "rank_and_file", "s": "socialists", "v": "veterans", "w": "womens_brigade"}
KINDS = {"A": "authority", "M": "money", "S": "scab"}


# ---------------------------------------------------------------------------------------------------------------------
# Headers and tables by hand


@cache
def ruleset() -> str:
    return json.dumps(tomllib.loads(RULESET.read_text(encoding="utf-8")))


def header(committees: str = "srv", players: int = 0, calendar: str = "easy", **options: Any) -> Json:
    components = json.loads(ruleset())
    names = [WHO[letter] for letter in committees]
    for name in SWITCHES:
        components["switches"][name] = options.pop(name, components["switches"][name])
    players = players or len(names)
    return {
        "ruleset": "flint",
        "version": "1.0",
        "players": players,
        "difficulty": calendar,
        "seed": 1,
        "game": 0,
        "bots": ["random"] * players,
        "components": components,
        "committees": names,
        "holders": [i % players for i in range(len(names))],
        "calendar": calendar,
        "token": 40,
        "extra_card": False,
        "events_in_play": 1,
        "map": "scattered",
        **options,
    }


def space(short: str) -> str:
    """`ns` is `chevrolet_nine_s`."""
    return f"{CARDS[short[0]]}_{short[1]}"


def short(name: str) -> str:
    """The other way round."""
    letters = {card: letter for letter, card in CARDS.items()}
    return letters[name[:-2]] + name[-1]


def game(head: Json | None = None) -> Game:
    return read_header(head or header())


def map_of(of: Game) -> Board:
    return lay_out(of, of.components["layouts"]["scattered"]["cards_3"])


def table(workers: str, strikebreakers: str = "", event: str = "truce_broken", **more: Any) -> Table:
    """A table on which the first committee acts; all trackers stand on its second icon.

    Workers are written as in `ns:s pb:2v`, strikebreakers as in `nt:A`; the supplies hold the rest. The event
    `truce_broken` rolls twice and goes when three factories are held.
    """
    of = game(more.pop("head", None))
    made = set_table(of, map_of(of))
    for word in workers.split():
        where, who = word.split(":")
        number = int(who[:-1] or 1)
        made.workers[space(where), WHO[who[-1]]] += number
        made.hands[WHO[who[-1]]] -= number
    for word in strikebreakers.split():
        where, kind = word.split(":")
        made.strikebreakers[space(where), KINDS[kind]] += 1
        made.supply[KINDS[kind]] -= 1
    start = of.icons(of.committees[0])[1]  # the next own icon is far away
    made.trackers = {name: (start, len(of.committees) - 1 - i) for i, name in enumerate(of.committees)}
    made.in_play = event.split()
    made.deck = [name for name in of.components["events"] if name not in made.in_play]
    made.counts = {name: Counter() for name in made.in_play}
    made.acting, made.step = of.committees[0], 2
    for name, value in more.items():
        setattr(made, name, value)
    return made


def in_step_4(made: Table, length: int = 3) -> Table:
    """In the middle of the acting tracker's move."""
    made.step, made.move = 4, Move(made.trackers[made.acting][0], length, 0)
    return made


def on_map(made: Table) -> str:
    """All workers, then all strikebreakers, in short."""
    who = {name: letter for letter, name in WHO.items()}
    workers = [f"{short(where)}:{who[name]}" for (where, name), n in made.workers.items() for _ in range(n)]
    tokens = [f"{short(where)}:{kind[0].upper()}" for (where, kind), n in made.strikebreakers.items() for _ in range(n)]
    return " ".join(sorted(workers) + sorted(tokens))


def brief(action: Json) -> str:
    """An action in short, such as `resist nt A ps s`."""
    words = []
    for name, value in action.items():
        if isinstance(value, dict):
            words += [short(value["space"]), value["committee"][0]]
        elif name in ("space", "to", "from"):
            words.append(short(value) if value else "supply")
        elif name == "strikebreaker":
            words.append(value[0].upper())
        elif name == "committee":
            words.append(value[0])
        else:
            words.append(value)
    return " ".join(words)


def offer(made: Table, *kinds: str) -> set[str]:
    """What is on offer in the main phase, of some types or of all."""
    return {brief(action) for action in legal_actions(made) if not kinds or action["type"] in kinds}


def rolls(*numbers: int) -> list[Json]:
    return [{"type": "roll", "number": number} for number in numbers]


def reveals(*events: str) -> list[Json]:
    return [{"type": "reveal", "event": event} for event in events]


def drive(steps: Steps[Any], answers: str = "", chance: Iterable[Json] = ()) -> list[set[str]]:
    """Answer the decisions in order (`/` between them); return what was on offer at each. All chance is used up."""
    recorded = RecordedChance({"chance": list(chance)})
    offers = []
    answer: Any = None
    for wanted in [part.strip() for part in answers.split("/")] if answers else []:
        decision, _ = run(steps, answer, recorded)
        assert decision is not None, f"the rules ask nothing where {wanted} was to be answered"
        offers.append({brief(action) for action in decision.actions})
        answer = next(action for action in decision.actions if brief(action) == wanted)
    decision, _ = run(steps, answer, recorded)
    recorded.finish()
    if decision is not None:
        offers.append({brief(action) for action in decision.actions})
    return offers


# ---------------------------------------------------------------------------------------------------------------------
# Traces written by a player at random


class RandomChance(RecordedChance):
    """Chance that draws and writes down what it did."""

    def __init__(self, rng: random.Random, of: Game) -> None:
        super().__init__({})
        self.rng, self.of = rng, of
        self.table: Table | None = None
        self.done: list[Json] = []
        self.cards: list[str] = []

    def take(self, wanted: Chance) -> Any:
        if wanted.kind == "deck":
            return self.rng.sample(sorted(self.of.components["events"]), len(self.of.components["events"]))
        record = {"type": wanted.kind, **getattr(self, wanted.kind)()}
        self.done.append(record)
        return record

    def order(self) -> Json:
        return {"committees": self.rng.sample(self.of.committees, len(self.of.committees))}

    def map(self) -> Json:
        number = self.of.cards_in_use()
        columns, rows = grid(self.of)
        cards: list[Json] = []
        while not cards or len(lay_out(self.of, list(cards)).factories) < self.of.rule("factories_needed"):
            names = self.rng.sample(sorted(self.of.components["map_cards"]), number)
            places = self.rng.sample([[x, y] for x in range(columns) for y in range(rows)], number)
            cards = [
                {"card": name, "place": place, "turned": self.rng.random() < 0.5}
                for name, place in zip(names, places, strict=True)
            ]
        if self.of.layout != "random":
            cards = self.of.components["layouts"][self.of.layout][f"cards_{number}"]
        self.cards = [laid["card"] for laid in cards]
        return {"cards": cards}

    def strikebreaker(self) -> Json:
        return {"card": self.cards.pop(0), "number": self.rng.randint(1, 6)}

    def roll(self) -> Json:
        return {"number": self.rng.randint(1, 6)}

    def reveal(self) -> Json:
        assert self.table is not None
        return {"event": self.table.deck[0]}

    def finish(self) -> None:
        self.done = []


def shown_space(made: Table, name: str) -> Json:
    printed = made.board.spaces[name]
    factory = made.board.factory_of(name)
    return {
        "kind": printed.kind,
        "card": printed.card,
        "cells": [list(cell) for cell in printed.cells],
        "die": printed.die,
        "icon": printed.icon,
        "factory": None if factory is None else made.board.factories.index(factory),
        "workers": dict(made.workers_in(name)),
        "strikebreakers": dict(made.strikebreakers_in(name)),
    }


def shown(made: Table, decision: Decision | None) -> Json:
    """A state as a trace shows it."""
    pending = None
    if decision is not None and decision.kind is not None:
        pending = {"kind": decision.kind, "seat": made.game.seat(made.acting)}
    return {
        "current": made.game.seat(made.acting),
        "turn": made.turn,
        "step": made.step,
        "concessions": made.concessions,
        "trackers": {name: {"space": place, "height": height} for name, (place, height) in made.trackers.items()},
        "exhaustion": dict(made.cubes),
        "supply": {
            "exhaustion": made.cubes_supply,
            "strikebreakers": dict(made.supply),
            "workers": dict(made.hands),
        },
        "spaces": {name: shown_space(made, name) for name in made.board.spaces},
        "events": {"in_play": list(made.in_play), "deck": list(made.deck)},
        "resists": made.counts[made.in_play[0]]["resists"] if made.in_play else 0,
        "counts": {event: dict(made.counts[event]) for event in made.in_play},
        "pending": pending,
        "outcome": made.outcome,
    }


def check_invariants(made: Table) -> None:
    """FLT-I1 to FLT-I5, FLT-I7, as far as one state shows them."""
    of = made.game
    for name in of.committees:
        standing = sum(n for (_, who), n in made.workers.items() if who == name)
        assert made.hands[name] + standing == of.rule("workers")
    for kind in KINDS.values():
        standing = sum(n for (_, token), n in made.strikebreakers.items() if token == kind)
        assert made.supply[kind] + standing == of.rule("strikebreakers")
    cubes = (of.rule("cubes_supply") + of.rule("cubes_held")) * len(of.committees)
    assert made.cubes_supply + made.cubes.total() == cubes
    numbers = [*made.hands.values(), *made.workers.values(), *made.strikebreakers.values(), *made.supply.values()]
    assert min([*numbers, *made.cubes.values(), made.cubes_supply]) >= 0
    assert sorted(made.deck + made.in_play) == sorted(of.components["events"])
    assert made.concessions <= of.token
    for place, height in made.trackers.values():
        assert height < sum(other == place for other, _ in made.trackers.values())
    assert len(set(made.trackers.values())) == len(of.committees)


def sensible(made: Table, decision: Decision) -> list[Json]:
    """What lets a game last: workers on Stations, own ones if possible, Resist, Rest when tired."""
    if decision.kind == "place":
        return [action for action in decision.actions if made.board.is_station(action["space"])]
    kinds = ["occupy", "resist", "rest"] if made.workers_on("station") < 5 else ["resist", "rest", "occupy"]
    kinds = ["rest", *kinds] if made.cubes[made.acting] > 4 else kinds
    for kind in kinds:
        found = [action for action in decision.actions if action["type"] == kind]
        own = [action for action in found if action.get("committee") == made.acting]
        if found:
            return own or found
    return decision.actions


def chosen(made: Table, decision: Decision, rng: random.Random) -> Json:
    """Mostly something sensible, else any type of action alike."""
    if rng.random() < 0.7:
        return rng.choice(sensible(made, decision))
    kind = rng.choice(sorted({action["type"] for action in decision.actions}))
    return rng.choice([action for action in decision.actions if action["type"] == kind])


def written(head: Json, seed: int) -> list[Json]:
    """Play a game at random and write its trace."""
    rng = random.Random(seed)
    of = read_header(head)
    chance = RandomChance(rng, of)
    _, made = run(set_up(of), None, chance)
    assert made is not None
    chance.table = made
    steps = play(made, play_whole_game(made))
    decision, _ = run(steps, None, chance)
    first: Json = {"ply": 0, "action": {"type": "setup"}, "chance": chance.done, "state": shown(made, decision)}
    lines = [head, first]
    while decision is not None:
        chance.finish()
        line: Json = {"ply": len(lines) - 1, "turn": made.turn, "seat": made.game.seat(made.acting)}
        action = chosen(made, decision, rng)
        line |= {"action": action, "legal": rng.sample(decision.actions, len(decision.actions))}
        decision, _ = run(steps, action, chance)
        check_invariants(made)
        lines.append({**line, "chance": chance.done, "state": shown(made, decision)})
    result = {"outcome": made.outcome, "winner": None, "cause": made.cause, "turns": made.turn}
    lines.append({"result": {**result, "decisions": len(lines) - 2}})
    return json.loads(json.dumps(lines))


def gentle(committees: str = "vcs", **options: Any) -> Json:
    """A header with so many pieces that games get long and are often won."""
    head = header(committees, factory_loss="turn_end", **options)
    head["components"]["rules"].update(workers=12, cubes_supply=40, strikebreakers=40)
    return head


def other(*names: str) -> Json:
    """The other values of some switches."""
    return {name: SWITCHES[name][1] for name in names}


def switched(name: str) -> Callable[[], Json]:
    return lambda: header("vcs", **other(name))


HEADERS: dict[str, Callable[[], Json]] = {
    "three": header,
    "solo_of_five": lambda: header("csvrw", 1, "hard", map="random"),
    "two": lambda: header("wcsr", 2, map="joined"),
    "four_extra_card": lambda: header("vwcr", calendar="hard", extra_card=True, map="random"),
    "three_events": lambda: header("scw", events_in_play=3, token=30),
    "six_cards_two_events": lambda: header("csvrw", extra_card=True, events_in_play=2, map="random"),
    **{f"other_{name}": switched(name) for name in SWITCHES},
    "gentle": gentle,
    "gentle_five": lambda: gentle("csvrw", calendar="hard", map="random", events_in_play=2),
    "gentle_brigade": lambda: gentle("wrs", gambit_moves="may", move_length="grows", event_check="turn_end"),
    "gentle_from_map": lambda: gentle("cvr", place_from_map=True, extra_card=True, events_in_play=3),
    "all_switches": lambda: header("vwcs", events_in_play=2, **other(*SWITCHES)),
}


@pytest.mark.parametrize("name", HEADERS)
@pytest.mark.parametrize("seed", range(3))
def test_games_at_random_are_accepted_and_keep_the_invariants(name: str, seed: int) -> None:
    lines = written(HEADERS[name](), seed)
    assert check(lines) == lines[-1]["result"]["decisions"]


def test_a_trace_without_the_map_among_its_chance_is_accepted_if_the_map_is_fixed() -> None:
    lines = written(header(), 1)
    lines[1]["chance"] = [record for record in lines[1]["chance"] if record["type"] != "map"]
    check(lines)


def line_with(lines: list[Json], wanted: Callable[[Json], bool]) -> Json:
    return next(line for line in lines[2:-1] if wanted(line))


def rolled(line: Json) -> bool:
    return any(record["type"] == "roll" for record in line["chance"])


def swap_deck(lines: list[Json]) -> None:
    deck = lines[4]["state"]["events"]["deck"]
    deck[0], deck[1] = deck[1], deck[0]


def swap_colours(lines: list[Json]) -> None:
    """A worker of another committee in its place, on the last state."""
    spaces = lines[-2]["state"]["spaces"].values()
    workers = next(each["workers"] for each in spaces if each["workers"])
    name = next(iter(workers))
    other = next(each for each in WHO.values() if each not in workers and each != name)
    workers[other] = workers.pop(name)


def change(path: str, value: Any, line: int = 4) -> Callable[[list[Json]], None]:
    def changed(lines: list[Json]) -> None:
        *names, last = path.split(".")
        place = lines[line]
        for name in names:
            place = place[name]
        assert place[last] != value
        place[last] = value

    return changed


def add(path: str, number: int, line: int = 4) -> Callable[[list[Json]], None]:
    def added(lines: list[Json]) -> None:
        *names, last = path.split(".")
        place = lines[line]
        for name in names:
            place = place[name]
        place[last] += number

    return added


FALSE: dict[str, Callable[[list[Json]], object]] = {
    "token": add("state.concessions", 1),
    "turn_of_state": add("state.turn", 1, -2),
    "step": add("state.step", 1, -2),
    "turn": add("turn", 1, -2),
    "seat": add("seat", 1, 3),
    "ply": add("ply", 1, 3),
    "current": add("state.current", 1),
    "cubes": add("state.exhaustion.socialists", 1),
    "cube_supply": add("state.supply.exhaustion", -1),
    "strikebreaker_supply": add("state.supply.strikebreakers.scab", -1),
    "worker_supply": add("state.supply.workers.veterans", -1),
    "height": add("state.trackers.veterans.height", 1),
    "tracker": add("state.trackers.veterans.space", 1),
    "die": add("state.spaces.chevrolet_nine_s.die", 1),
    "icon": change("state.spaces.chevrolet_nine_s.icon", "scab"),
    "cell": change("state.spaces.chevrolet_nine_s.cells", [[0, 0], [1, 1]]),
    "factory": change("state.spaces.chevrolet_nine_s.factory", 77),
    "factory_of_a_corner": change("state.spaces.chevrolet_nine_a.factory", 77),
    "outcome": change("state.outcome", None, -2),
    "pending": change("state.pending", None, 2),
    "pending_seat": add("state.pending.seat", 1, 2),
    "resists": add("state.resists", 1),
    "event_in_play": change("state.events.in_play", ["last_hours"], -2),
    "deck": swap_deck,
    "colours": swap_colours,
    "legal_lacks": lambda lines: lines[5]["legal"].remove(lines[5]["action"]),
    "legal_twice": lambda lines: lines[5]["legal"].append(lines[5]["legal"][0]),
    "legal_more": lambda lines: lines[5]["legal"].append({"type": "pass"}),
    "action": change("action", {"type": "pass"}, 5),
    "chance_more": lambda lines: lines[5]["chance"].append({"type": "roll", "number": 1}),
    "chance_less": lambda lines: line_with(lines, rolled)["chance"].pop(),
    "die_seven": lambda lines: line_with(lines, rolled)["chance"][0].update(type="roll", number=7),
    "line_lost": lambda lines: lines.pop(5),
    "state_field_lost": lambda lines: lines[4]["state"].pop("supply"),
    "result_turns": add("result.turns", 1, -1),
    "result_decisions": add("result.decisions", 1, -1),
    "result_cause": change("result.cause", "concessions", -1),
    "result_outcome": change("result.outcome", "win", -1),
    "result_lost": lambda lines: lines.pop(),
    "holders": change("holders", [0, 1, 1], 0),
    "committee_twice": change("committees", ["socialists", "socialists", "veterans"], 0),
    "other_map": change("map", "joined", 0),
    "order_by_chance": change("chance", [], 1),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_falsified_trace_is_refused(name: str) -> None:
    lines = written(header(), 5)
    assert lines[-1]["result"]["cause"] != "concessions"
    check(lines)
    FALSE[name](lines)
    with pytest.raises(Disagreement):
        check(lines)


def test_a_part_of_a_game_is_checked_from_a_state_in_the_main_phase() -> None:
    lines = written(header(), 5)
    start = next(i for i, line in enumerate(lines[1:], 1) if line["state"]["pending"] is None)
    part = deepcopy(lines[start + 1 : start + 6])
    for ply, line in enumerate(part, 1):
        line["ply"] = ply
    assert check_from(lines[0], lines[start]["state"], part) == 5
    part[3]["state"]["concessions"] -= 1
    with pytest.raises(Disagreement, match=r"^ply 4: state\.concessions"):
        check_from(lines[0], lines[start]["state"], part)


# ---------------------------------------------------------------------------------------------------------------------
# The map and set-up


def test_spaces_touch_across_cards_and_stations_that_touch_are_one_factory() -> None:
    board = map_of(game())
    near = {short(name): {short(each) for each in board.neighbours[name]} for name in board.spaces}
    assert near["pt"] == {"pc", "nc", "pb", "fc"}
    assert near["fs"] == {"fc", "fb", "fa"}
    assert near["nt"] == {"ns", "nc", "pc"}
    factories = {frozenset(map(short, factory)) for factory in board.factories}
    assert factories == {frozenset(each.split()) for each in ("ns nt", "ps", "pt", "fs", "ft")}
    assert [short(name) for name in board.spaces][:5] == ["ns", "nt", "pc", "ps", "na"]
    assert board.distance(space("na"), space("fa")) == 6


@pytest.mark.parametrize(("layout", "factories"), [("scattered", (5, 6, 8, 9)), ("joined", (3, 3, 3, 3))])
def test_the_fixed_maps_have_the_factories_they_say(layout: str, factories: tuple[int, ...]) -> None:
    layouts = game().components["layouts"][layout]
    assert tuple(len(lay_out(game(), layouts[f"cards_{n}"]).factories) for n in (3, 4, 5, 6)) == factories


def test_plus_shapes_lie_in_two_columns_and_meet_with_their_arms() -> None:
    head = header("csvrw", map="random")
    cards = head["components"]["map_cards"]
    for name, change_ in head["components"]["assumed"]["FLT-A4"]["alternatives"]["plus"]["map_cards"].items():
        cards[name]["cells"] = change_["cells"]
    of = read_header(head)
    assert grid(of) == (2, 3)
    laid = [
        {"card": "fisher_one", "place": [0, 0], "turned": False},
        {"card": "buick", "place": [1, 0], "turned": True},
    ]
    board = lay_out(of, list(laid))
    assert board.neighbours["fisher_one_b"] == {"fisher_one_t", "buick_t"}


def placed(head: Json, order: str, spaces: str) -> tuple[Table, list[set[str]]]:
    """Set up with the first strikebreakers on nt, ps and fc, then place workers."""
    of = read_header(head)
    cards = [{"type": "strikebreaker", "card": card, "number": 5} for card in CARDS.values()]
    names = {"type": "order", "committees": [WHO[letter] for letter in order]}
    deck = {"events": {"deck": sorted(of.components["events"])}}
    chance = RecordedChance({"chance": [names, *cards], "state": deck})
    _, made = run(set_up(of), None, chance)
    chance.finish()
    assert made is not None
    steps = play_whole_game(made)
    answers = "/".join(f"place {each}" for each in spaces.split())
    return made, drive(steps, answers, reveals(sorted(of.components["events"])[0]))


def test_workers_are_placed_in_reverse_turn_order_and_the_last_one_in_a_station_if_nobody_is() -> None:
    made, offers = placed(header(), "srv", "na na ns")
    assert len(offers[0]) == len(offers[1]) == 15
    assert offers[2] == {f"place {each}" for each in ("ns", "nt", "ps", "pt", "fs", "ft")}
    assert on_map(made) == "na:r na:v ns:s fc:S nt:S ps:S"
    assert made.acting == "socialists"
    assert made.trackers == {"socialists": (1, 2), "rank_and_file": (1, 1), "veterans": (1, 0)}


def test_a_worker_beside_a_strikebreaker_leaves_in_step_1_of_the_first_turn_and_the_game_may_be_lost() -> None:
    with pytest.raises(GameOver, match="factories_empty"):
        placed(header(), "srv", "na na nt")


# ---------------------------------------------------------------------------------------------------------------------
# Worked examples and turns


def whole_turn(made: Table, answers: str, chance: Iterable[Json] = ()) -> list[set[str]]:
    return drive(play(made, play_from_action(made)), answers, chance)


def example_1(calendar: str) -> Table:
    made = table("ns:v", event="women_break_windows", head=header("srv", calendar=calendar))
    made.trackers = {"rank_and_file": (2, 0), "socialists": (2, 1), "veterans": (4, 0)}
    return made


@pytest.mark.parametrize("calendar", ["easy", "hard"])
def test_example_1(calendar: str) -> None:
    made = example_1(calendar)
    whole_turn(made, "picket pa s / activate nb", rolls(6))
    assert on_map(made) == "ns:v pa:s fc:S nb:M"
    assert made.cubes["socialists"] == 2
    assert made.trackers["socialists"] == (4, 1)
    assert made.acting == "rank_and_file"
    made.move = Move(2, 5, 0)
    assert order_of_next_turns(made) == ["socialists", "veterans", "rank_and_file"]


def test_a_factory_action_comes_before_the_tracker_goes_on() -> None:
    made = example_1("hard")
    offers = whole_turn(made, "picket pa s", rolls(1))
    assert offers[-1] == {"activate nt", "activate pc", "activate fa"}
    assert made.trackers["socialists"] == (3, 0)
    assert (made.step, made.turn) == (4, 1)


def test_example_2() -> None:
    made = table("ns:s nc:s", "nt:A", event="women_break_windows")
    assert offer(made, "resist") == {"resist nt A nc s"}
    made = table("ns:s", "nt:A", event="women_break_windows")
    assert offer(made, "resist") == set()
    made = table("ns:s nc:s nc:v", "nt:A", event="women_break_windows")
    assert offer(made, "resist") == {"resist nt A nc s"}
    made = table("ns:s nc:v pc:2r", "nt:A", event="women_break_windows")
    assert offer(made, "resist") == {"resist nt A nc v", "resist nt A pc r"}
    whole_turn(made, "resist nt A nc v")
    assert made.cubes["socialists"] == 1 + 1 + 1
    assert made.supply["authority"] == 5


def line_of_example_2() -> tuple[Json, Json, Json]:
    """The header, the state before and the whole line of a Resist, written by hand."""
    made = table("ns:s nc:s pa:2s ft:3r fs:4v", "nt:A", event="women_break_windows")
    before = shown(made, Decision(None, []))
    after = deepcopy(before)
    after["spaces"][space("nt")]["strikebreakers"] = {}
    after["supply"]["strikebreakers"]["authority"] = 5
    after["exhaustion"]["socialists"], after["supply"]["exhaustion"] = 2, 14
    after["trackers"]["socialists"] = {"space": 14, "height": 0}
    after |= {"current": 1, "turn": 2, "concessions": 39, "resists": 1}
    after["counts"] = {"women_break_windows": {"resists": 1}}
    by = {"space": "chevrolet_nine_c", "committee": "socialists"}
    resist = {"type": "resist", "space": "chevrolet_nine_t", "strikebreaker": "authority", "worker": by}
    others = [
        {"type": "occupy" if each[1] in "st" else "picket", "space": space(each), "committee": "rank_and_file"}
        for each in map(short, map_of(game()).spaces)
    ]
    legal = [*others, {"type": "agitate", "space": "chevrolet_nine_t"}, {"type": "rest"}, resist]
    line = {"ply": 1, "turn": 1, "seat": 0, "action": resist, "legal": legal, "chance": [], "state": after}
    return header(), before, line


def test_example_2_as_a_line_of_a_trace() -> None:
    head, before, line = line_of_example_2()
    assert check_from(head, before, [line]) == 1


@pytest.mark.parametrize("extra", [0, 1])
def test_example_2_is_refused_with_the_station_worker_or_an_extra_cube(extra: int) -> None:
    head, before, line = line_of_example_2()
    if extra:
        line["state"]["exhaustion"]["socialists"], line["state"]["supply"]["exhaustion"] = 3, 13
    else:
        worker = {"space": "chevrolet_nine_s", "committee": "socialists"}
        line["legal"].append({**line["action"], "worker": worker})
    with pytest.raises(Disagreement, match="exhaustion" if extra else "legal offers"):
        check_from(head, before, [line])


def test_placements_take_any_committees_worker_and_events_forbid_them() -> None:
    made = table("ns:4s", head=header("scw"))
    assert offer(made, "occupy") == {f"occupy {s} {c}" for s in ("ns", "nt", "ps", "pt", "fs", "ft") for c in "cw"}
    made.in_play = ["plants_marched_out"]
    assert offer(made, "occupy") == set()
    assert len(offer(made, "picket")) == 9 * 2


def test_a_worker_on_the_map_may_be_placed_by_the_switch() -> None:
    made = table("ns:4s na:v", head=header("srv", place_from_map=True))
    expected = {"picket na r supply", "picket na v supply", "picket na s ns"}
    assert {each for each in offer(made, "picket") if each.startswith("picket na ")} == expected
    made.hands["socialists"] = 3
    made.workers[space("ns"), "socialists"] = 1
    with pytest.raises(GameOver, match="factories_empty"):
        drive(play_from_action(made), "picket na s ns")
    assert made.step == 2
    assert made.cubes["socialists"] == 1


def test_rest_gives_back_all_cubes_and_may_cost_and_move_more() -> None:
    made = table("ns:s", event="heat_shut_off company_refuses_talks", head=header("vrs", events_in_play=2))
    made.cubes.update({"veterans": 4, "rank_and_file": 1})
    made.cubes_supply = 10
    whole_turn(made, "rest")
    assert (made.cubes["veterans"], made.cubes_supply) == (1, 14)
    assert made.trackers["veterans"] == (15 + 1 + 2, 0)
    assert made.counts["heat_shut_off"]["rests"] == 1


def test_an_event_that_lengthens_rest_lengthens_nothing_else() -> None:
    made = table("ns:s", event="heat_shut_off", head=header("vrs"), cubes_supply=11)
    made.cubes["rank_and_file"] = 5
    whole_turn(made, "picket na v")
    assert made.trackers["veterans"] == (15 + 1 + 2, 0)


def test_an_event_that_leaves_after_step_3_moves_the_tracker_no_more() -> None:
    made = table("ns:s", event="heat_shut_off", head=header("vrs"))
    whole_turn(made, "rest", reveals(made.deck[0]))
    assert made.trackers["veterans"] == (15 + 1, 0)
    assert made.concessions == 39


def test_relief_takes_back_at_most_three_cubes() -> None:
    made = table("ns:s", head=header("wsr"))
    made.cubes.update({"socialists": 3, "rank_and_file": -1})
    assert offer(made, "relief") == {"relief s"}
    whole_turn(made, "relief s")
    assert (made.cubes["socialists"], made.cubes["womens_brigade"]) == (1, 3)


def test_hold_places_two_own_workers_on_one_space() -> None:
    made = table("ns:s", head=header("rsv"), event="plants_marched_out")
    assert offer(made, "hold") == {f"hold {each}" for each in ("na", "nb", "nc", "pa", "pb", "pc", "fa", "fb", "fc")}
    made.hands["rank_and_file"] = 1
    assert offer(made, "hold") == set()


def test_coordinate_is_two_placements_for_one_cost_and_one_extra() -> None:
    made = table("ns:s", head=header("csr"))
    whole_turn(made, "coordinate / occupy ft s / picket na r")
    assert on_map(made) == "ft:s na:r ns:s"
    assert made.cubes["cio"] == 1 + 2 + 1


def test_agitate_ends_when_done_and_when_nothing_is_left() -> None:
    made = table("ns:s", "na:A na:A na:M")
    offers = whole_turn(made, "agitate na / resist na A ns s / done")
    assert offers[1] == {"resist na A ns s", "resist na M ns s"}
    assert offers[2] == {"resist na A ns s", "resist na M ns s", "done"}
    assert made.counts["truce_broken"]["resists"] == 1
    made = table("ns:v", "na:A")
    whole_turn(made, "agitate na")
    assert made.cubes["socialists"] == 1 + 2 + 1
    assert made.trackers["socialists"][0] == 12 + 4


def test_gambit_moves_each_strikebreaker_in_range_once_and_then_the_worker() -> None:
    made = table("ns:v", "na:A nb:A nc:S", head=header("vrs"))
    offers = whole_turn(made, "gambit ns v / move A na nb / move A nb nc / step nt")
    assert offers[1] == {"move A na ns", "move A na nb", "move A nb na", "move A nb ns", "move A nb nc"}
    assert offers[2] == {"move A nb na", "move A nb ns", "move A nb nc"}
    assert on_map(made) == "nt:v nb:A nc:A nc:S"
    assert made.cubes["veterans"] == 1 + 2


def test_gambit_moves_may_be_left_out_by_the_switch_once_something_has_moved() -> None:
    made = table("ns:r", "na:A", head=header("vrs", gambit_moves="may"))
    offers = whole_turn(made, "gambit ns r / move A na nb / done")
    assert offers[1] == {"move A na ns", "move A na nb"}
    assert offers[2] == {"step na", "step nb", "step nt", "done"}
    assert on_map(made) == "ns:r nb:A"
    assert made.cubes["veterans"] == 1 + 2 + 1
    offers = whole_turn(table("ns:v", head=header("vrs", gambit_moves="may")), "gambit ns v / step nt")
    assert offers[1] == {"step na", "step nb", "step nt"}


def test_gambit_may_empty_the_factories_and_lose() -> None:
    made = table("ns:v", head=header("vrs"))
    whole_turn(made, "gambit ns v / step na")
    assert (made.outcome, made.cause, made.step) == ("loss", "factories_empty", 2)
    made = table("ns:v", head=header("vrs", factory_loss="turn_end"))
    whole_turn(made, "gambit ns v / step na")
    assert (made.outcome, made.cause, made.step) == ("loss", "factories_empty", 5)


def test_a_committee_that_may_do_nothing_passes_without_exhaustion() -> None:
    made = table("ns:4s nc:4v na:4r", event="food_stopped strategy_board", head=header("srv", events_in_play=2))
    assert offer(made) == {"pass"}
    made.cubes["socialists"] = 2
    assert drive(act(made)) == []
    drive(pass_time(made, rested=False))
    assert made.cubes["socialists"] == 2
    assert made.trackers["socialists"][0] == 12 + 2


def test_the_last_cubes_are_lost_together() -> None:
    made = table("ns:s", cubes_supply=2)
    whole_turn(made, "occupy ns s")
    assert (made.outcome, made.cause, made.step, made.cubes_supply) == ("loss", "exhaustion_gone", 3, 2)


def test_the_distance_is_fixed_or_grows() -> None:
    for switch, end in (("fixed", 4), ("grows", 5)):
        made = table("ns:s", event="company_refuses_talks", head=header("srv", move_length=switch))
        made.trackers["socialists"] = (2, 0)
        made.trackers.update({"veterans": (30, 0), "rank_and_file": (30, 1)})
        whole_turn(made, "picket na s / activate nb", rolls(6))
        assert made.cubes["socialists"] == 3
        assert made.trackers["socialists"][0] == end


def test_step_1_returns_own_workers_only_and_all_together() -> None:
    made = table("ns:2s ns:v pt:s na:s", "ns:A na:S")
    drive(remove_own_workers(made))
    assert on_map(made) == "ns:v pt:s na:S ns:A"
    made = table("ns:s nt:s na:v", "ns:A nt:S")
    with pytest.raises(GameOver, match="factories_empty"):
        drive(remove_own_workers(made))
    assert on_map(made) == "na:v ns:A nt:S"


def test_two_factories_without_strikebreakers_move_the_token_by_one() -> None:
    for strikebreakers, token in (("", 39), ("nt:A", 40), ("na:A", 39)):
        made = table("ns:v pt:r", strikebreakers, event="judge_black_injunction flint_alliance")
        made.strikebreakers[space("fa"), "authority"] = made.strikebreakers[space("fa"), "scab"] = 1
        whole_turn(made, "rest")
        assert made.concessions == token


def test_the_game_is_won_at_the_end_of_the_turn_in_which_the_last_tracker_reaches_the_token() -> None:
    made = table("ns:v pt:r", event="women_break_windows", concessions=5)
    made.trackers = {"socialists": (3, 0), "rank_and_file": (4, 0), "veterans": (6, 0)}
    whole_turn(made, "rest / activate nb", rolls(6))
    assert (made.outcome, made.cause, made.concessions) == ("win", "concessions", 4)
    assert (made.turn, made.step, made.acting) == (1, 5, "socialists")


# ---------------------------------------------------------------------------------------------------------------------
# Activations


def rolled_on(made: Table, number: int, answers: str = "") -> list[set[str]]:
    return drive(roll_and_activate(in_step_4(made)), answers, rolls(number))


def test_authority_steps_nearer_and_the_acting_player_breaks_ties_of_spaces() -> None:
    made = table("ns:s", "pb:A")
    offers = rolled_on(made, 2, "activate pb / step pt")
    assert offers == [
        {"activate na", "activate pb", "activate ft"},
        {"step pt", "step ps"},
        {"activate na", "activate ft"},
    ]
    assert on_map(made) == "ns:s pt:A"


def test_authority_with_a_worker_stays_and_a_worker_alone_keeps_all_away() -> None:
    made = table("fb:v pt:s", "fb:A")
    rolled_on(made, 4, "activate pt")
    assert on_map(made) == "fb:v pt:s fb:A"


def test_money_pulls_the_nearest_worker_and_scab_pushes_it() -> None:
    made = table("nt:s fs:v", "nb:M")
    rolled_on(made, 6, "activate fc / step ns")
    assert on_map(made) == "fs:v ns:s fc:S nb:M"
    made = table("nt:s fs:2v", "nb:S fc:S")
    rolled_on(made, 6, "activate nb")
    assert on_map(made) == "fa:v fs:v pc:s fc:S nb:S"


def test_a_worker_that_cannot_get_farther_away_stays() -> None:
    made = table("ns:s", "fb:S")
    rolled_on(made, 4, "activate pt")
    assert on_map(made) == "ns:s fb:S"
    assert made.cubes["socialists"] == 2


def test_a_strikebreaker_acts_once_per_roll_even_if_it_moves_into_a_space_still_to_come() -> None:
    made = table("fs:s", "nt:A nt:A pc:A")
    offers = rolled_on(made, 1, "activate nt / step pc / step nc / activate pc")
    assert offers[1] == offers[2] == {"step pc", "step nc"}
    assert on_map(made) == "fs:s nc:A pc:A pt:A"  # of the two then in pc only one still acts
    assert made.cubes["socialists"] == 2


def test_a_strikebreaker_placed_or_moved_in_by_the_roll_does_not_act_but_keeps_the_printed_result_away() -> None:
    made = table("ps:v", "nt:A")
    rolled_on(made, 1, "activate nt / activate pc")
    assert on_map(made) == "ps:v pc:A"


def test_strikebreakers_of_one_space_act_in_their_order() -> None:
    made = table("ns:s ft:v pb:r", "na:S na:M na:A")
    offers = rolled_on(made, 2, "activate na / step nb")
    assert offers[1] == {"step ns", "step nb"}  # the worker was pulled to na, then pushed
    assert on_map(made) == "ft:v nb:s pb:r na:M na:S ns:A"


def test_printed_results() -> None:
    made = table("ps:2s")
    rolled_on(made, 5, "activate ns / activate fs")
    assert on_map(made) == "ps:s fs:M ns:A"
    assert made.hands["socialists"] == 3
    assert (made.supply["authority"], made.supply["money"]) == (4, 4)


def test_losses_in_an_activation_come_at_once() -> None:
    made = table("ps:s")
    with pytest.raises(GameOver, match="factories_empty"):
        rolled_on(made, 5, "activate pa")
    made = table("ps:s", supply=Counter(money=5, scab=5))
    with pytest.raises(GameOver, match="strikebreakers_gone"):
        rolled_on(made, 5, "activate ns")
    made = table("ps:s", cubes_supply=0)
    with pytest.raises(GameOver, match="exhaustion_gone"):
        rolled_on(made, 4, "activate pt")
    made = table("pt:s", "nb:M")
    with pytest.raises(GameOver, match="factories_empty"):
        rolled_on(made, 6, "activate nb")


def test_nearest_ties_stations_then_soonest_turn_then_the_acting_player() -> None:
    made = table("nb:s nt:v pt:r")
    made.trackers = {"socialists": (1, 0), "rank_and_file": (5, 0), "veterans": (5, 1)}
    rolled_on(made, 3, "activate nc")
    assert on_map(made) == "nb:s pt:r ps:S"
    made = table("nt:s pt:s ns:r")
    offers = rolled_on(made, 3, "activate nc / target pt s")
    assert offers[1] == {"target nt s", "target pt s"}
    assert on_map(made) == "ns:r nt:s ps:S"


def test_the_acting_tracker_counts_where_its_move_will_end() -> None:
    made = table("ns:s")
    made.trackers = {"socialists": (1, 0), "rank_and_file": (4, 0), "veterans": (3, 0)}
    in_step_4(made, 3)
    assert order_of_next_turns(made) == ["veterans", "socialists", "rank_and_file"]


def test_map_order_asks_nothing() -> None:
    made = table("pt:s ft:v", head=header(activation_order="map_order"))
    assert rolled_on(made, 5) == []
    assert on_map(made) == "pt:s fs:M ns:A"


def test_without_any_worker_on_the_map_what_needs_one_does_nothing() -> None:
    made = table("", "nt:A pc:M", head=header(factory_loss="turn_end", activation_order="map_order"))
    assert rolled_on(made, 1) == []
    assert on_map(made) == "nt:A pc:M"
    assert rolled_on(made, 3) == []
    assert on_map(made) == "nt:A pc:M ps:S"


# ---------------------------------------------------------------------------------------------------------------------
# Events


def test_a_complete_event_goes_under_the_deck_and_the_token_moves() -> None:
    made = table("ns:s", "nt:A", event="flint_alliance")
    made.deck.remove("judge_black_injunction")
    made.deck[:0] = ["sloan_notice", "judge_black_injunction"]
    made.deck = list(dict.fromkeys(made.deck))
    before = list(made.deck)
    drive(check_events(made), chance=reveals("sloan_notice", "judge_black_injunction"))
    assert made.in_play == ["judge_black_injunction"]
    assert made.concessions == 38
    assert made.deck == [*before[2:], "flint_alliance", "sloan_notice"]


def test_another_event_than_the_top_one_is_refused() -> None:
    made = table("ns:s", event="flint_alliance")
    with pytest.raises(AgainstTheRules, match="on top of the deck"):
        drive(check_events(made), chance=reveals("last_hours"))


def test_several_complete_events_are_replaced_in_the_acting_players_order() -> None:
    made = table("ns:s", event="flint_alliance sloan_notice", head=header(events_in_play=2))
    made.deck = ["last_hours", "truce_broken"]
    offers = drive(check_events(made), "order sloan_notice", reveals("last_hours", "truce_broken"))
    assert offers == [{"order flint_alliance", "order sloan_notice"}]
    assert made.deck == ["sloan_notice", "flint_alliance"]
    assert made.concessions == 38


def test_when_every_event_has_been_revealed_the_last_one_stays_until_its_condition_has_been_false() -> None:
    made = table("ns:s", event="flint_alliance")
    made.deck = ["sloan_notice", "judge_black_injunction"]
    drive(check_events(made), chance=reveals("sloan_notice", "judge_black_injunction", "flint_alliance"))
    assert (made.in_play, made.concessions) == (["flint_alliance"], 37)
    drive(check_events(made))
    made.strikebreakers[space("na"), "scab"] = 1
    drive(check_events(made))
    made.strikebreakers.clear()
    drive(check_events(made), chance=reveals("sloan_notice", "judge_black_injunction", "flint_alliance"))
    assert made.concessions == 34


def test_set_up_passes_over_complete_events_without_moving_the_token() -> None:
    made = table("ns:s", event="")
    made.deck = ["sloan_notice", "flint_alliance", "last_hours", "truce_broken"]
    drive(reveal_first_events(made), chance=reveals("sloan_notice", "flint_alliance", "last_hours"))
    assert (made.in_play, made.concessions) == (["last_hours"], 40)
    assert made.deck == ["truce_broken", "sloan_notice", "flint_alliance"]


@pytest.mark.parametrize(
    ("event", "shift", "workers", "strikebreakers", "cubes", "complete"),
    [
        ("women_break_windows", 0, "na:4s nb:v", "", 1, True),
        ("women_break_windows", 0, "na:4s ns:v", "", 1, False),
        ("women_break_windows", 1, "na:4s nb:v", "", 1, False),
        ("women_break_windows", -1, "na:4s", "", 1, True),
        ("women_break_windows", 20, "na:4s nb:4v nc:3r", "", 1, True),
        ("second_suit", 0, "ns:4s nt:2v", "ns:A", 1, True),
        ("second_suit", 20, "ns:4s nt:4v nt:3r", "ns:A", 1, False),
        ("second_suit", 20, "ns:4s nt:4v nt:4r", "ns:A", 1, True),
        ("truce_broken", 0, "ns:s nt:s pt:s fs:v", "fb:A", 1, True),
        ("truce_broken", 0, "ns:s nt:s pt:s fs:v", "fs:A", 1, False),
        ("truce_broken", 9, "ns:s ps:s pt:s fs:v ft:v", "", 1, True),
        ("flint_alliance", 0, "ns:s", "na:M", 1, True),
        ("flint_alliance", 1, "ns:s", "", 1, True),
        ("flint_alliance", -1, "ns:s", "na:S", 1, True),
        ("flint_alliance", -1, "ns:s", "na:S nb:S", 1, False),
        ("heat_shut_off", 0, "ns:s", "", 1, True),
        ("heat_shut_off", 0, "ns:s", "", 2, False),
        ("heat_shut_off", 1, "ns:s", "", 1, False),
    ],
)
def test_removal_conditions(
    event: str, shift: int, workers: str, strikebreakers: str, cubes: int, complete: bool
) -> None:
    head = header()
    head["components"]["rules"]["event_shift"] = shift
    made = table(workers, strikebreakers, event=event, head=head)
    made.cubes["socialists"] = cubes
    assert is_complete(made, event) is complete


def test_rests_and_resists_are_counted_from_the_reveal() -> None:
    made = table("ns:s", event="last_hours organizers_arrested")
    made.counts["last_hours"]["rests"], made.counts["organizers_arrested"]["resists"] = 2, 3
    assert not is_complete(made, "last_hours")
    assert is_complete(made, "organizers_arrested")


def line_of(made: Table, answers: str, numbers: Iterable[int]) -> list[set[str]]:
    return drive(factory_action(in_step_4(made)), answers, rolls(*numbers))


def test_an_added_strikebreaker_goes_on_the_lowest_free_icon_and_acts_in_the_roll() -> None:
    made = table("nt:s nc:v", event="sound_car_attacked")  # scab icons: nt, ps, fc
    offers = line_of(made, "activate ps / step ns", [3])
    assert offers[1] == {"step ns", "step nc"}
    assert on_map(made) == "nc:v ns:s fc:S ps:S"
    made = table("nt:s ps:v fc:r", event="sound_car_attacked")
    line_of(made, "activate nb", [6])
    assert on_map(made) == "fc:r nt:s ps:v nb:M nt:S nt:S"


def test_a_second_die_is_rolled_after_the_first_ones_spaces() -> None:
    made = table("nc:s ps:s", event="truce_broken")
    assert line_of(made, "activate nc / activate nc", [3, 3]) == [{"activate nc", "activate ps"}] * 2


def test_the_largest_factory_loses_a_worker_of_the_committee_that_is_next() -> None:
    made = table("ns:s nt:v ps:4r", event="organizers_arrested")
    line_of(made, "activate nc", [3])
    assert on_map(made) == "ps:r ps:r ps:r ps:r"  # nc, empty, takes the nearest one too
    made = table("ns:r nt:r ps:s", event="organizers_arrested")
    offers = line_of(made, "target nt r / activate nc", [3])
    assert offers[0] == {"target ns r", "target nt r"}


def test_factory_lines_are_ordered_by_the_acting_player() -> None:
    events = ("truce_broken", "last_hours", "women_break_windows", "organizers_arrested")
    made = table("nc:s ps:2s", event=" ".join(events))
    steps = factory_action(in_step_4(made))
    offers = drive(
        steps, "order last_hours / order organizers_arrested / activate nc / activate nc / activate ps", rolls(3, 3, 3)
    )
    assert offers[0] == {"order truce_broken", "order last_hours", "order organizers_arrested"}
    assert offers[1] == {"order truce_broken", "order organizers_arrested"}
    assert on_map(made) == "nc:s ps:s"
    assert made.cubes["socialists"] == 2


def test_forbidden_rest_and_unique_are_not_on_offer() -> None:
    made = table("ns:s", "na:A", event="food_stopped")
    assert offer(made, "rest") == set()
    assert offer(made, "agitate") == {"agitate na"}
    made.in_play = ["strategy_board"]
    assert offer(made, "agitate") == set()
    made.in_play = ["troops_ring_plants"]
    assert offer(made, "resist") == {"resist na A ns s"}
    made.in_play = ["women_break_windows"]
    assert offer(made, "agitate", "resist") == set()
