"""What the naive referee of Flint refuses in headers, set-ups and chance, and its map, beyond test_referees.py.

The map of three cards that is called `scattered`, with the spaces' letters:

    n: s s t | p: c s s     n = chevrolet_nine, p = spark_plug, f = chevrolet_four
    n: a b c | p: t b a     factories {ns, nt}, {ps}, {pt}, {fs}, {ft}
             | f: c b t
             | f: s s a
"""

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from games.flint.positions import Position, lines_of
from naive.comparison import Disagreement
from naive.flint import check, check_from, read_header
from naive.flint_table import SWITCHES, AgainstTheRules, Board, Game, grid, lay_out

Json = dict[str, Any]
CARDS = {"n": "chevrolet_nine", "p": "spark_plug", "f": "chevrolet_four"}


def written(**changes: Any) -> list[Json]:
    """Return a whole trace."""
    lines: list[Json] = json.loads(json.dumps(lines_of(3, "planner", {"map": "scattered", **changes})))
    return lines


def header(**changes: Any) -> Json:
    return written(**changes)[0]


def short(name: str) -> str:
    """`chevrolet_nine_s` is `ns`."""
    letters = {card: letter for letter, card in CARDS.items()}
    return letters[name[:-2]] + name[-1]


# ---- the map -------------------------------------------------------------------------------------------------------


def map_of(game: Game, layout: str = "scattered", number: int = 3) -> Board:
    return lay_out(game, game.components["layouts"][layout][f"cards_{number}"])


def test_spaces_touch_across_cards_and_stations_that_touch_are_one_factory() -> None:
    board = map_of(read_header(header()))
    near = {short(name): {short(each) for each in board.neighbours[name]} for name in board.spaces}
    assert near["pt"] == {"pc", "nc", "pb", "fc"}
    assert near["fs"] == {"fc", "fb", "fa"}
    assert near["nt"] == {"ns", "nc", "pc"}
    factories = {frozenset(map(short, factory)) for factory in board.factories}
    assert factories == {frozenset(each.split()) for each in ("ns nt", "ps", "pt", "fs", "ft")}
    assert [short(name) for name in board.spaces][:5] == ["ns", "nt", "pc", "ps", "na"]
    assert board.distance("chevrolet_nine_a", "chevrolet_four_a") == 6


@pytest.mark.parametrize(("layout", "factories"), [("scattered", (5, 6, 8, 9)), ("joined", (3, 3, 3, 3))])
def test_the_fixed_maps_have_the_factories_they_say(layout: str, factories: tuple[int, ...]) -> None:
    game = read_header(header())
    assert tuple(len(map_of(game, layout, number).factories) for number in (3, 4, 5, 6)) == factories


def test_plus_shapes_lie_in_two_columns_and_meet_with_their_arms() -> None:
    head = header(**{"FLT-A4": "plus", "map": "random"})
    five = list(head["components"]["committees"])
    game = read_header({**head, "players": 5, "committees": five, "holders": list(range(5))})
    assert grid(game) == (2, 3)
    laid = [
        {"card": "fisher_one", "place": [0, 0], "turned": False},
        {"card": "buick", "place": [1, 0], "turned": True},
    ]
    assert lay_out(game, list(laid)).neighbours["fisher_one_b"] == {"fisher_one_t", "buick_t"}


# ---- headers -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"players": 6}, "players = 6"),
        ({"committees": ["cio", "veterans"]}, "2 committees with 3 players"),
        ({"committees": ["socialists", "socialists", "veterans"]}, "committees = "),
        ({"committees": ["socialists", "nobody", "veterans"]}, "committees = "),
        ({"holders": [0, 1, 1]}, "holders is"),
        ({"difficulty": "hard"}, "the difficulty is not"),
        ({"calendar": "odd", "difficulty": "odd"}, "calendar = 'odd'"),
        ({"token": 41}, "token = 41"),
        ({"events_in_play": 0}, "events_in_play = 0"),
        ({"events_in_play": 4}, "events_in_play = 4"),
    ],
)
def test_a_header_that_the_rules_do_not_allow_is_refused(change: Json, words: str) -> None:
    with pytest.raises(AgainstTheRules, match=words):
        read_header({**header(), **change})


@pytest.mark.parametrize("switch", SWITCHES)
def test_a_value_that_a_switch_does_not_have_is_refused(switch: str) -> None:
    false = header()
    false["components"]["switches"][switch] = "sometimes"
    with pytest.raises(AgainstTheRules, match=f"switch {switch} = 'sometimes'"):
        read_header(false)


# ---- set-up --------------------------------------------------------------------------------------------------------


def record(lines: list[Json], kind: str) -> Json:
    """Return the first record of a kind of chance."""
    return next(record for line in lines[1:-1] for record in line["chance"] if record["type"] == kind)


def lay(which: int, /, **change: Any) -> Callable[[list[Json]], None]:
    return lambda lines: record(lines, "map")["cards"][which].update(change)


SET_UPS: dict[str, tuple[Callable[[list[Json]], object], str]] = {
    "a committee comes twice": (
        lambda lines: record(lines, "order")["committees"].__setitem__(0, "cio"),
        "the order names",
    ),
    "a strikebreaker too many": (
        lambda lines: record(lines, "strikebreaker").update(card="buick"),
        "a strikebreaker too many for buick",
    ),
    "a die of seven": (lambda lines: record(lines, "strikebreaker").update(number=7), "a die with 6 faces shows 7"),
    "an event missing": (lambda lines: lines[1]["state"]["events"]["deck"].pop(), "the deck holds"),
}
MAPS: dict[str, tuple[Callable[[list[Json]], object], str]] = {
    "another map": (lay(0, place=[2, 2]), "."),
    "a card without a place": (
        lambda lines: record(lines, "map")["cards"][0].pop("place"),
        "lacks its name, its place",
    ),
    "a card too few": (lambda lines: record(lines, "map")["cards"].pop(), "2 map cards laid out, by the rules 3"),
    "a card twice": (
        lambda lines: record(lines, "map")["cards"][0].update(card=record(lines, "map")["cards"][1]["card"]),
        "a map card lies twice",
    ),
    "an unknown card": (lay(0, card="nowhere"), "unknown map cards"),
    "two cards in one place": (
        lambda lines: record(lines, "map")["cards"][0].update(place=record(lines, "map")["cards"][1]["place"]),
        "two map cards share a place",
    ),
    "a card off the grid": (lay(0, place=[9, 9]), "outside a grid"),
}


@pytest.mark.parametrize("lie", [*SET_UPS, *MAPS])
def test_a_false_set_up_is_refused(lie: str) -> None:
    tell, words = (SET_UPS | MAPS)[lie]
    lines = written(map="random" if lie in MAPS else "scattered")
    tell(lines)
    with pytest.raises(Disagreement, match=rf"ply 0: .*{words}"):
        check(lines)


def test_a_fixed_map_is_the_one_that_the_file_says() -> None:
    lines = written()
    lines[0]["map"] = "joined"
    with pytest.raises(Disagreement, match="the map is not that of joined"):
        check(lines)


def test_a_trace_without_the_map_among_its_chance_is_accepted_if_the_map_is_fixed() -> None:
    lines = written()
    lines[1]["chance"] = [record for record in lines[1]["chance"] if record["type"] != "map"]
    assert check(lines) == len(lines) - 3


# ---- the game ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FLT-41")
def test_another_event_than_the_top_one_is_refused() -> None:
    lines = written()
    record(lines, "reveal")["event"] = lines[1]["state"]["events"]["deck"][-1]
    with pytest.raises(Disagreement, match="on top of the deck"):
        check(lines)


def test_a_part_of_a_game_is_checked_from_a_state_in_the_main_phase() -> None:
    head, *lines = written()[:-1]
    start = next(i for i, line in enumerate(lines) if line["state"]["pending"] is None and line["state"]["step"] == 2)
    part = [{**line, "ply": ply} for ply, line in enumerate(deepcopy(lines[start + 1 : start + 6]), 1)]
    assert check_from(head, lines[start]["state"], part) == 5
    part[3]["state"]["concessions"] -= 1
    with pytest.raises(Disagreement, match=r"^ply 4: state\.concessions"):
        check_from(head, lines[start]["state"], part)


@pytest.mark.rule("FLT-30")
def test_a_die_shows_a_number_that_it_has() -> None:
    changes, trackers = {"calendars.easy.icons.socialists": [6]}, {5: "socialists", 30: "rank_and_file veterans"}
    witness = Position(trackers=trackers, rolls=(1,), changes=changes).do("rest").witness
    lines = deepcopy(witness.lines)
    lines[0]["chance"][0]["number"] = 7
    with pytest.raises(Disagreement, match="a die with 6 faces shows 7"):
        check_from(witness.header, witness.start, lines)
