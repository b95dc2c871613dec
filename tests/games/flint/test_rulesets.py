"""The ruleset file: what is refused and how it is said, what it compiles to (FLT-A3, FLT-A4, FLT-V10 .. FLT-V41)."""

from itertools import combinations, pairwise, permutations, product
from typing import Any

import numpy as np
import pytest

from games.flint.positions import GAME, LAYERS, Json, Position, match, start
from strikesim.errors import RulesetError
from strikesim.games.flint import board, tables
from strikesim.games.flint.state import COMMITTEES, STATE


def refusal(changes: Json) -> str:
    data = LAYERS.changed(changes).data()
    with pytest.raises(RulesetError) as error:
        GAME.tables.Rules.parse(data, "mine.toml")
    return str(error.value)


def event(effects: list[Json], **removal: Any) -> Json:
    return {"events.mine": {"headline": "x", "date": "1937-01-01", "effects": effects, "removal": removal}}


FORBID_REST = [{"effect": "forbid", "action": "rest", "where": "all"}]
FORBID_RESIST = [{"effect": "forbid", "action": "resist", "where": where} for where in ("factory", "street")]


@pytest.mark.rule("FLT-V32")
@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"map_cards.buick.spaces.c.icon": "exhaustion"},
            "the icon 'scab' must be on exactly one space, not on 0; set-up puts a strikebreaker there",
        ),
        ({"map_cards.buick.spaces.c.die": 1}, "map_cards.buick: the die number 1 stands there twice"),
        ({"map_cards.buick.spaces.c.kind": "station"}, "map_cards.buick has 3 stations and 2 corners"),
        ({"map_cards.buick.cells": ["ass", "bsc"]}, "map_cards.buick.cells do not show the space 't'"),
        ({"map_cards.buick.cells": ["sas", "bct"]}, "the cells of 's' do not hang together"),
        ({"map_cards.buick.cells": ["ass", "bcx"]}, "map_cards.buick.spaces.x is missing"),
        ({"map_cards.buick.cells": ["assbct"]}, "all cards must have rows and columns of the same number"),
        ({"calendars.easy.icons.cio": []}, "without an icon it would never have a Factory Action"),
        ({"calendars.easy.icons.cio": [9, 5]}, "the spaces must rise, each once"),
        ({"calendars.easy.icons.cio": [1, 5]}, "space 1 is not among 2 to 45"),
        ({"calendars.easy.icons.ciao": [5]}, "there is no such committee; did you mean 'cio'?"),
        ({"committees.cio.unique.action": "hold"}, "'hold' needs workers"),
        ({"committees.cio.unique": {"action": "gambit", "cubes": 1}}, "'gambit' has no cubes"),
        ({"committees.rank_and_file.unique.workers": 5}, "a committee has 4 workers"),
        ({"options.committees": ["cio", "veterens", "cio"]}, "'veterens'; did you mean 'veterans'?"),
        ({"options.committees": ["cio", "veterans", "cio"]}, "names 'cio' 2 times"),
        ({"options.map": "scatered"}, "did you mean 'scattered'?"),
        ({"rules.cubes_supply": 6}, "5 committees need 35 cubes, but cubes_exist = 30"),
        ({"rules.setup_die.scab": [5]}, "the number 6 must stand there once"),
        ({"rules.setup_workers": 5}, "a committee has 4 workers"),
        (
            {"rules.setup_strikebreakers": 3, "rules.strikebreakers": 4},
            "set-up needs 15 strikebreakers for 5 map cards, but gets only 12",
        ),
        ({"rules.lines.5": [4, 1]}, "two lines of at most 3 cards"),
        ({"rules.committees_for": [0, 4, 2, 4, 5]}, "3 to 5 committees can be in play"),
        pytest.param(
            {"rules.factories_needed": 7},
            "no way to lay out 3 of these cards gives 7 factories",
            marks=pytest.mark.many,  # after a thousand tries
        ),
        ({"events.food_stopped.date": "soon"}, "'soon' is no date"),
        (event(FORBID_REST, condition="rest", count=1), "can never hold: the event forbids Rest"),
        (event(FORBID_REST, condition="total_exhaustion", at_most=3), "can never hold: the event forbids Rest"),
        (event(FORBID_RESIST, condition="resists", count=1), "can never hold: the event forbids Resist everywhere"),
        (
            event(FORBID_RESIST, condition="no_strikebreaker", kind="scab"),
            "can never hold: the event forbids Resist everywhere",
        ),
        (
            event([], condition="workers_in_factories", at_least=[13, 14, 15]),
            "workers_in_factories at least 13, but 3 committees have 12 workers",
        ),
        (event([], condition="workers_on_street", at_least=12), "one of whom must stay in a factory"),
        (event([], condition="total_exhaustion", at_most=-1), "greater than or equal to 0"),
        (event([], condition="resists", count=0), "greater than or equal to 1"),
        (event([], condition="resist", count=1), "there is no condition 'resist'; did you mean 'resists'?"),
        (
            event([{"effect": "forbd", "action": "rest"}], condition="rest", count=1),
            "there is no effect 'forbd'; did you mean 'forbid'?",
        ),
        (
            event([{"effect": "roll_twice", "amount": 1}], condition="rest", count=1),
            "effect 'roll_twice' has no key 'amount'",
        ),
        (
            event([{"effect": "forbid", "action": "rest", "where": "street"}], condition="resists", count=1),
            "forbid rest takes only where",
        ),
    ],
)
def test_bad_input_is_refused_in_the_designers_words(changes: Json, said: str) -> None:
    message = refusal(changes)
    assert message.startswith(LAYERS.where) or "mine.toml" in message
    assert said in message


@pytest.mark.rule("FLT-V32")
def test_all_problems_are_said_at_once() -> None:
    message = refusal({"map_cards.buick.spaces.c.die": 1, "calendars.easy.icons.cio": [], "rules.cubes_supply": 6})
    assert message.count(";") >= 2
    assert all(part in message for part in ("map_cards.buick", "calendars.easy.icons.cio", "cubes_exist"))


@pytest.mark.rule("FLT-V15")
@pytest.mark.parametrize(
    ("place", "changed", "said"),
    [
        (0, {"card": "buik"}, "names no map card: 'buik'; did you mean 'buick'?"),
        (0, {"place": [2, 0]}, "outside the grid of 2 columns and 2 rows"),
        (0, {"place": [0, 1]}, "two cards on place [0, 1]"),
        (0, {"card": "fisher_one"}, "has the card 'fisher_one' twice"),
        (0, {"turned": True}, None),
    ],
)
def test_a_broken_fixed_map_is_refused(place: int, changed: Json, said: str | None) -> None:
    laid = [dict(entry) for entry in LAYERS.base["layouts"]["joined"]["cards_3"]]
    laid[place] |= changed
    if said:
        assert said in refusal({"layouts.joined.cards_3": laid})


@pytest.mark.rule("FLT-V15")
def test_a_fixed_map_without_the_number_of_cards_is_refused_when_it_is_asked_for() -> None:
    with pytest.raises(RulesetError, match="has no cards_4"):
        Position(committees=("cio", "veterans", "socialists", "rank_and_file"))
    with pytest.raises(RulesetError, match="names 3 committees; with 4 players 4 are in play"):
        start(4, changes={"committees": ["cio", "veterans", "socialists"]})


@pytest.mark.rule("FLT-V6")
def test_placing_from_the_map_is_refused_where_there_is_no_room_for_all_actions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tables, "MAX_ACTIONS", 512)
    rules = GAME.tables.Rules.parse(LAYERS.changed({"place_from_map": True}).data(), "x")
    with pytest.raises(RulesetError, match="a decision of 5 committees could have 590 actions; 512 is the most"):
        tables.compile_tables(rules, 5, "easy")
    assert tables.compile_tables(rules, 3, "easy")[0].place_from_map == 1


@pytest.mark.rule("FLT-V32")
def test_a_random_map_has_a_good_one_to_fall_back_on() -> None:
    for players in (3, 4, 5):
        t = match(players).tables[0]
        s = np.zeros(1, STATE)[0]
        s.placed_card, s.placed_at, s.placed_turned = t.fixed_card, t.fixed_at, t.fixed_turned
        assert board.build(t, s, players)


@pytest.mark.rule("FLT-V10")
@pytest.mark.rule("FLT-A3")
def test_the_default_calendars_have_an_icon_every_8_and_every_6_spaces() -> None:
    for side, every in (("easy", 8), ("hard", 6)):
        for icons in LAYERS.base["calendars"][side]["icons"].values():
            assert {b - a for a, b in pairwise(icons)} == {every}


@pytest.mark.rule("FLT-A3")
@pytest.mark.rule("FLT-V41")
@pytest.mark.parametrize(
    ("name", "side", "every"),
    [("easy_every_10", 0, 10), ("easy_every_7", 0, 7), ("hard_every_7", 1, 7), ("hard_every_5", 1, 5)],
)
def test_the_alternative_calendars(name: str, side: int, every: int) -> None:
    table = start(5, changes={"FLT-A3": name}, difficulty=("easy", "hard")[side])
    for i in range(len(COMMITTEES)):
        icons = np.flatnonzero(table.t.calendar_icon[i])
        assert set(np.diff(icons)) == {every}


@pytest.mark.rule("FLT-A4")
@pytest.mark.rule("FLT-V13")
@pytest.mark.rule("FLT-V40")
def test_the_default_cards() -> None:
    cards = LAYERS.base["map_cards"]
    assert len(cards) == 6
    pairs = [(space["icon"], space["die"]) for card in cards.values() for space in card["spaces"].values()]
    assert len(set(pairs)) == len(pairs) == 30
    dice = [space["die"] for card in cards.values() for space in card["spaces"].values() if space["kind"] == "station"]
    assert all(dice.count(number) == 2 for number in range(1, 7))
    apart = set()
    for name in cards:
        t, s = np.zeros(1, tables.TABLES)[0], np.zeros(1, STATE)[0]
        rules = GAME.tables.Rules.parse(LAYERS.data(), "x")
        tables._compile_cards(t, rules, 3)
        s.placed_card[0] = list(cards).index(name)
        board.build(t, s, 1)
        if s.n_factories == 2:
            apart.add(name)
    assert apart == {"fisher_two", "chevrolet_four", "spark_plug"}


@pytest.mark.rule("FLT-V40")
@pytest.mark.parametrize(("players", "of_all"), [(3, (3308, 3840)), (4, (5404, 5760))])
@pytest.mark.many
def test_how_many_draws_have_three_factories(players: int, of_all: tuple[int, ...]) -> None:
    t, s, good, draws = match(players).tables[0], np.zeros(1, STATE)[0], 0, 0
    for places in combinations(range(int(t.grid_rows * t.grid_columns)), players):
        s.placed_at[:players] = places
        for cards, turns in product(permutations(range(6), players), product((0, 1), repeat=players)):
            s.placed_card[:players], s.placed_turned[:players] = cards, turns
            good += board.build(t, s, players)
            draws += 1
    assert (good, draws) == of_all


@pytest.mark.rule("FLT-A4")
@pytest.mark.rule("FLT-V41")
def test_the_alternative_cards() -> None:
    plus = start(3, changes={"FLT-A4": "plus"})
    assert all(len(space["cells"]) == 1 for space in plus.state["spaces"].values())
    quiet = start(5, changes={"FLT-A4": "quiet_stations", "extra_card": True})
    stations = [space for space in quiet.state["spaces"].values() if space["kind"] == "station"]
    assert {space["icon"] for space in stations} == {"exhaustion", "remove"}


def test_notes_tell_what_may_surprise() -> None:
    changes = {"events.food_stopped.effects": [], "rules.event_shift": 1, "options.token": 4}
    said = list(tables.notes(GAME.tables.Rules.parse(LAYERS.changed(changes).data(), "x")))
    assert any("events.food_stopped has no effect" in note for note in said)
    assert any("no icon before the Concessions token" in note for note in said)
    assert any("event_shift = 1" in note for note in said)
    assert not list(tables.notes(GAME.tables.Rules.parse(LAYERS.data(), "x")))


def notes_on(changes: Json) -> str:
    return "\n".join(tables.notes(GAME.tables.Rules.parse(LAYERS.changed(changes).data(), "x")))


def cells(**changed: list[str]) -> Json:
    """Cards of 3 rows: the six of the file with an empty row below them, but for those that are given."""
    printed = {name: [*card["cells"], "..."] for name, card in LAYERS.base["map_cards"].items()}
    return {f"map_cards.{name}.cells": rows for name, rows in (printed | changed).items()}


@pytest.mark.rule("FLT-V32")
def test_spaces_that_no_path_joins_are_told() -> None:
    split = notes_on(cells(buick=["ass", "...", "bct"]) | {"rules.factories_needed": 1})
    assert "map_cards.buick: no path joins all its spaces; some may be out of the workers' reach" in split
    apart = notes_on(cells() | {"rules.factories_needed": 1})
    assert "where fisher_two lies to the right of fisher_one or below it, no path may join them" in apart
    assert "layouts.joined.cards_3: no path joins all spaces" in apart
    assert "no path" not in notes_on({"FLT-A4": "plus"})
