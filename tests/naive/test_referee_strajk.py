"""What the naive referee of Strajk refuses in headers, set-ups and chance, beyond what test_referees.py asks of all."""

from copy import deepcopy
from typing import Any

import pytest

from games.strajk.positions import Position, cards, lines_of
from naive.comparison import Disagreement
from naive.strajk import check, check_from, read_header

Json = dict[str, Any]


def draw(text: str, seat: int = 0) -> Json:
    return {"type": "draw", "seat": seat, "cards": cards(text)}


def shuffle(seat: "int | None" = 0) -> Json:
    return {"type": "shuffle", "seat": seat}


def demand(kind: str) -> Json:
    return {"type": "demand", "kind": kind}


def seen(table: Position) -> tuple[Json, Json, list[Json]]:
    """Return the header, the first state and the decisions of what has been done in a position."""
    witness = table.witness
    return deepcopy((witness.header, witness.start, witness.lines))


# ---- chance --------------------------------------------------------------------------------------------------------


def three_drawn() -> Position:
    """Two cards are drawn, then Later is shuffled, then the third is drawn."""
    return Position(hand="delegate", tomorrow="2 speech", later="3 walking").do("special delegate")


def demands_renewed() -> Position:
    """The last demand of the stack fails, so the one set aside comes back."""
    hand, aside = "speech, delegate, expert", "delegate_delegate"
    table = Position(token="bhp_hall", hand=hand, tomorrow="speech", demands="expert_expert", set_aside=aside)
    return table.do("negotiate")


@pytest.mark.parametrize(
    ("records", "words"),
    [
        ([draw("2 speech"), draw("walking")], "demand a shuffle now"),
        ([draw("2 speech, walking"), shuffle()], "the draw recorded goes on"),
        ([draw("speech"), draw("speech"), shuffle(), draw("walking")], "are two records"),
        ([draw("speech, running"), shuffle(), draw("walking")], "draws a running, but Tomorrow holds"),
        ([draw("2 speech"), shuffle(), draw("running")], "draws a running, but Tomorrow holds"),
        ([draw("2 speech", seat=1), shuffle(), draw("walking")], "seat 0 draws, but chance has"),
        ([draw("2 speech"), shuffle(1), draw("walking")], "the cards of seat 0 are shuffled"),
        ([draw("walking"), shuffle(), draw("2 speech")], "draws a walking, but Tomorrow holds"),
        ([draw(""), shuffle(), draw("walking")], "a draw of no card"),
        ([draw("2 speech"), shuffle(), draw("2 walking")], "more than the rules demand"),
        ({}, "not a list"),
    ],
)
@pytest.mark.rule("STJ-50")
def test_chance_that_the_rules_did_not_ask_for_is_refused(records: Any, words: str) -> None:
    header, start, (line,) = seen(three_drawn())
    assert line["chance"] == [draw("2 speech"), shuffle(), draw("walking")]
    with pytest.raises(Disagreement, match=words):
        check_from(header, start, [{**line, "chance": records}])


@pytest.mark.parametrize(
    ("records", "words"),
    [
        ([demand("expert_expert")], "demand a shuffle now"),
        ([demand("expert_expert"), shuffle(0)], "the cards of seat None are shuffled"),
        ([demand("delegate_expert"), shuffle(None)], "'delegate_expert' is turned up, but the stack holds"),
    ],
)
@pytest.mark.rule("STJ-63")
def test_demands_come_as_the_stack_has_them(records: list[Json], words: str) -> None:
    header, start, (line,) = seen(demands_renewed())
    assert line["chance"] == [demand("expert_expert"), shuffle(None)]
    with pytest.raises(Disagreement, match=words):
        check_from(header, start, [{**line, "chance": records}])


@pytest.mark.rule("STJ-50")
def test_a_shuffle_that_is_due_by_one_reading_is_refused_by_the_other() -> None:
    table = Position(hand="delegate", tomorrow="3 speech", later="walking").do("special delegate")
    header, start, lines = seen(table)
    assert lines[0]["chance"] == [draw("3 speech"), shuffle()]
    header["components"]["switches"]["reshuffle_when"] = "needed"
    with pytest.raises(Disagreement, match="more than the rules demand"):
        check_from(header, start, lines)


# ---- states --------------------------------------------------------------------------------------------------------


def test_zero_counts_and_further_fields_are_allowed() -> None:
    header, start, lines = seen(three_drawn())
    lines[0]["state"]["removed"]["worker"] = 0
    lines[0]["state"]["comment"] = "more than the format asks for"
    assert check_from(header, start, lines) == 1


@pytest.mark.parametrize("count", [-1, 1.0, True, "1"])
def test_what_is_no_count_is_refused(count: object) -> None:
    header, start, lines = seen(three_drawn())
    lines[0]["state"]["removed"]["worker"] = count
    with pytest.raises(Disagreement, match="is no count of worker"):
        check_from(header, start, lines)


@pytest.mark.rule("STJ-R8")
def test_after_the_turn_limit_the_next_seat_may_be_current() -> None:
    lines = lines_of(2, "random", {"ruleset.turn_limit": 1})
    last, decisions = lines[-2]["state"], len(lines) - 3
    assert check(lines) == decisions
    last["current"] = 1 - last["current"]
    with pytest.raises(Disagreement, match="state"):
        check(lines)
    last["turn"] += 1
    assert check(lines) == decisions


# ---- the beginning -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"players": 6}, "players = 6"),
        ({"bots": ["random"]}, "1 bots for 2 players"),
        ({"difficulty": "hard"}, "no difficulties"),
        ({"turn_limit": 0}, "turn_limit = 0"),
        ({"turn_limit": None}, "turn_limit = None"),
    ],
)
def test_a_header_that_the_rules_do_not_allow_is_refused(change: Json, words: str) -> None:
    header = Position().witness.header
    with pytest.raises(Disagreement, match=words):
        read_header({**header, **change})


@pytest.mark.parametrize("switch", ["reshuffle_when", "hall_speech_needs_two_blue", "expert_removes"])
def test_a_value_that_a_switch_does_not_have_is_refused(switch: str) -> None:
    header, _, _ = seen(three_drawn())
    header["components"]["switches"][switch] = "sometimes"
    with pytest.raises(Disagreement, match=f"switch {switch} = 'sometimes'"):
        read_header(header)


@pytest.mark.rule("STJ-08")
def test_a_first_player_with_more_speech_cards_is_refused() -> None:
    games = [lines_of(2, "random", {"ruleset.turn_limit": 1}, game=game) for game in range(20)]
    untied = [lines for lines in games if len({hand["cards"]["speech"] for hand in lines[1]["chance"][:2]}) == 2]
    for lines in untied:
        first = lines[1]["chance"][2]
        first["seat"] = 1 - first["seat"]
        with pytest.raises(Disagreement, match=rf"ply 0: seat {first['seat']} starts, but the fewest speech cards"):
            check(lines)
    assert untied


@pytest.mark.rule("STJ-06")
@pytest.mark.parametrize("hand", ["2 speech, 2 walking", "3 walking, 2 speech", "2 speech, 2 walking, 2 running"])
def test_a_false_first_hand_is_refused(hand: str) -> None:
    lines = lines_of(2, "random", {"ruleset.turn_limit": 1})
    lines[1]["chance"][1]["cards"] = cards(hand)
    with pytest.raises(Disagreement, match="ply 0"):
        check(lines)


# ---- what a position's witness sees --------------------------------------------------------------------------------


def test_a_step_that_the_referee_sees_otherwise_is_refused() -> None:
    table = Position(hand="speech, worker", tomorrow="8 speech")
    before, legal = table.state, table.legal()
    with pytest.raises(Disagreement, match="pending is None"):
        table.witness.saw(before, legal, {"type": "end_turn"}, [], before)
