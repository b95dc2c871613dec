"""What the naive referee of STRIKE! refuses in headers and chance, beyond what test_referees.py asks of all."""

from copy import deepcopy
from typing import Any

import pytest

from games.strike.positions import Position, lines_of
from naive.comparison import Disagreement
from naive.strike import check, check_from, read_header

Json = dict[str, Any]
HAPPY_HOUR = {"type": "break", "card": "happy_hour_sale"}


def roll(number: int) -> Json:
    return {"type": "roll", "number": number}


def seen(table: Position) -> tuple[Json, Json, list[Json]]:
    """Return the header, the first state and the decisions of what has been done in a position."""
    witness = table.witness
    return deepcopy((witness.header, witness.start, witness.lines))


def kicked() -> Position:
    """STK-E2: a roll of 11 where two players stand."""
    table = Position(strikers={0: {11: 1}, 1: {11: 4}}, drones={11: 1})
    return table.end_turn(rolls=[11], card="happy_hour_sale")


@pytest.mark.parametrize(
    ("records", "words"),
    [
        ([HAPPY_HOUR, roll(13)], "number is not possible"),
        ([HAPPY_HOUR, roll(True)], "number is not possible"),
        ([HAPPY_HOUR], "no more chance"),
        ([HAPPY_HOUR, roll(11), roll(11)], "more than the rules demand"),
        ([HAPPY_HOUR, HAPPY_HOUR], "demand a roll now"),
        ([{"type": "break", "card": "happy_hour"}, roll(11)], "card is not possible"),
        ([{"type": "break", "card": "premium_patrol"}, roll(11)], "card is not possible"),
        ({}, "not a list"),
    ],
)
@pytest.mark.rule("STK-E2")
def test_chance_that_the_rules_did_not_ask_for_is_refused(records: Any, words: str) -> None:
    header, start, (line,) = seen(kicked())
    assert line["chance"] == [HAPPY_HOUR, roll(11)]
    with pytest.raises(Disagreement, match=words):
        check_from(header, start, [{**line, "chance": records}])


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"deck": "ally"}, "by the rules its deck is 'strike'"),
        ({"seat": 1}, "by the rules its seat is 0"),
        ({"card": "nobody"}, "card is not possible"),
    ],
)
def test_a_card_is_drawn_from_its_deck_by_whoever_draws(change: Json, words: str) -> None:
    header, start, (line,) = seen(Position().only("teach_in").do("draw strike"))
    line["chance"][0] |= change
    with pytest.raises(Disagreement, match=words):
        check_from(header, start, [line])


def test_a_missing_location_is_refused() -> None:
    header, start, (line,) = seen(kicked())
    del line["state"]["locations"]["7"]
    with pytest.raises(Disagreement, match="locations names"):
        check_from(header, start, [line])


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"players": 1}, "players = 1"),
        ({"bots": ["random"]}, "are not 2 bots"),
        ({"characters": ["michael", "nobody"]}, "characters"),
        ({"characters": ["michael", "bus_driver"]}, "boards"),
        ({"characters": ["eddie", "michael"]}, "the options say"),
        ({"difficulty": "impossible"}, "difficulty"),
        ({"turn_limit": 0}, "turn_limit = 0"),
    ],
)
def test_a_header_that_the_rules_do_not_allow_is_refused(change: Json, words: str) -> None:
    with pytest.raises(Disagreement, match=words):
        read_header({**Position().witness.header, **change})


@pytest.mark.parametrize("switch", ["kick_on", "manual_labor_chains", "reshuffle_allies", "pair_powers"])
def test_a_value_that_a_switch_does_not_have_is_refused(switch: str) -> None:
    header, _, _ = seen(kicked())
    header["components"]["switches"][switch] = 0
    with pytest.raises(Disagreement, match=f"switch {switch} = 0"):
        read_header(header)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"deck": "ally"}, "Strike cards are drawn"),
        ({"seat": 2}, "it is the draw of one of"),
        ({"card": "cooks"}, "that card is not in the deck"),
        ({"type": "roll"}, "demand a draw now"),
    ],
)
@pytest.mark.rule("STK-08")
def test_a_false_first_draw_is_refused(change: Json, words: str) -> None:
    lines = lines_of(1, players=2, changes={"ruleset.turn_limit": 1})
    lines[1]["chance"][0] |= change
    with pytest.raises(Disagreement, match=rf"ply 0: .*{words}"):
        check(lines)


@pytest.mark.rule("STK-R18")
def test_after_the_turn_limit_the_next_seat_may_be_current() -> None:
    lines = lines_of(1, players=2, changes={"ruleset.turn_limit": 1})
    last, decisions = lines[-2]["state"], len(lines) - 3
    assert (last["outcome"], check(lines)) == ("unfinished", decisions)
    last["current"] = 1 - last["current"]
    with pytest.raises(Disagreement, match="state"):
        check(lines)
    last["turn"] += 1 if last["turn"] == lines[-2]["turn"] else -1
    assert check(lines) == decisions
