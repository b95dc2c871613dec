"""The worked examples of RULES.md."""

import pytest

from games.flint.positions import Json, Position

TWO = {2: "socialists rank_and_file", 4: "veterans"}


@pytest.mark.rule("FLT-E1")
@pytest.mark.parametrize("icon", [3, 4])
def test_from_two_to_four(icon: int) -> None:
    changes = {"calendars.easy.icons.socialists": [icon]}
    table = Position(trackers=TWO, changes=changes, begin=True)
    assert table.acting == "socialists"
    rolls = []
    table.do("picket fisher_one_a socialists")
    rolls += table.rolled()
    while table.pending:
        table.do(table.legal()[0])
        rolls += table.rolled()
    assert table.tracker("socialists") == (4, 1)
    assert len(rolls) == 1
    assert table.s.metrics[3] == 1
    assert table.acting == "rank_and_file"
    table.do("hold fisher_two_s")
    while table.pending:
        table.do(table.legal()[0])
    assert table.tracker("rank_and_file")[0] > 4
    assert table.acting == "socialists"


@pytest.mark.rule("FLT-E1")
def test_the_default_calendars_have_the_icon_of_the_example() -> None:
    icons = [calendar["icons"]["socialists"] for calendar in Position().data["calendars"].values()]
    assert {3, 4} & {space for side in icons for space in side}


@pytest.mark.rule("FLT-E2")
def test_with_women_break_windows_workers_in_factories_may_not_resist() -> None:
    event: Json = {"events": ("women_break_windows",), "strikebreakers": {"fisher_one_a": "scab"}}
    both = {"fisher_one_s": "socialists", "fisher_one_c": "socialists"}
    table = Position(workers=both, **event)
    assert [action["worker"]["space"] for action in table.of_type("resist")] == ["fisher_one_c"]
    table.do("resist fisher_one_a scab fisher_one_c socialists")
    assert table.state["supply"]["strikebreakers"]["scab"] == 5
    assert table.cubes("socialists") == 2
    assert not Position(workers={"fisher_one_s": "socialists"}, **event).of_type("resist")
    table = Position(workers={"fisher_one_s": "socialists", "fisher_one_c": "veterans"}, **event)
    table.do("resist fisher_one_a scab fisher_one_c veterans")
    assert table.cubes("socialists") == 3
