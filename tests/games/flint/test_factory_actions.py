"""The Factory Action: rolls, activated spaces, strikebreakers, ties (FLT-16, FLT-30 .. FLT-32, FLT-R2 .. R12)."""

from typing import Any

import pytest

from games.flint.positions import QUIET, Json, Position
from strikesim.games.flint.spaces import nearest_of

ICON = {"calendars.easy.icons.socialists": [6]}
ALONE = {5: "socialists", 30: "rank_and_file veterans"}
SAFE = {"chevrolet_four_s": "rank_and_file"}  # so that a factory is never empty


def rolled(
    number: int,
    *more: int,
    workers: dict[str, str] | None = None,
    strikebreakers: dict[str, str] | None = None,
    changes: Json | None = None,
    **other: Any,
) -> Position:
    """Rest, enter the icon on space 6, and roll; return the position at the first choice, or after the turn."""
    table = Position(
        workers={**SAFE, **(workers or {})},
        strikebreakers=strikebreakers,
        trackers=ALONE,
        rolls=(number, *more),
        changes={**ICON, **(changes or {})},
        **other,
    )
    return table.do("rest")


def event(*effects: Json) -> Json:
    """Return the change that adds an event `test` with these effects; it never leaves."""
    return {"events.test": {**QUIET, "effects": list(effects)}}


@pytest.mark.rule("FLT-16")
def test_a_space_with_a_worker_and_no_strikebreaker_does_not_activate() -> None:
    covered = {"fisher_one_a": "veterans", "fisher_two_c": "veterans"}
    table = rolled(3, workers=covered).do("activate fisher_two_c")
    assert table.state["supply"]["strikebreakers"] == {"authority": 5, "money": 5, "scab": 5}


@pytest.mark.rule("FLT-16")
@pytest.mark.rule("FLT-V24")
def test_the_event_line_comes_before_the_roll_and_its_strikebreaker_takes_part() -> None:
    changes = event({"effect": "add_strikebreaker", "kind": "money", "count": 1})
    table = rolled(2, changes=changes, events=("test",))
    # chevrolet_four_s (5) is held, so the free money icons are fisher_one_a (3) and fisher_two_s (4)
    assert table.strikebreakers("fisher_one_a") == {"money": 1}
    assert table.pending == "activate"


@pytest.mark.rule("FLT-31")
def test_an_open_icon_adds_its_strikebreaker() -> None:
    table = rolled(3).do("activate fisher_one_a")
    assert table.strikebreakers("fisher_one_a") == {"money": 1}
    assert table.strikebreakers("fisher_two_c") == {"authority": 1}
    assert table.state["supply"]["strikebreakers"] == {"authority": 4, "money": 4, "scab": 5}


@pytest.mark.rule("FLT-31")
def test_an_open_icon_gives_the_acting_committee_exhaustion() -> None:
    table = rolled(1, workers={"fisher_two_b": "veterans"}).do("activate fisher_two_b")  # and chevrolet_four_a
    assert table.cubes("socialists") == 1
    assert table.cubes("veterans") == 1


@pytest.mark.rule("FLT-31")
def test_an_open_icon_sends_the_nearest_worker_home() -> None:
    table = rolled(1, workers={"fisher_two_s": "veterans", "chevrolet_four_a": "veterans"})
    table.do("activate fisher_two_b")
    assert table.workers("fisher_two_s") == {}
    assert table.workers("chevrolet_four_a") == {"veterans": 1}
    assert table.state["supply"]["workers"]["veterans"] == 3


@pytest.mark.rule("FLT-31")
def test_with_a_strikebreaker_there_only_it_acts() -> None:
    table = rolled(3, strikebreakers={"fisher_one_a": "scab"}, workers={"fisher_two_c": "veterans"})
    table.do("activate fisher_two_c")
    assert table.strikebreakers("fisher_one_a") == {"scab": 1}  # no money comes


@pytest.mark.rule("FLT-30")
def test_authority_steps_nearer_money_pulls_and_scab_pushes() -> None:
    at_chevrolet = {"chevrolet_four_s": "", "fisher_one_s": "veterans"}
    for kind, expected in (
        ("authority", ("fisher_one_s", {"veterans": 1})),
        ("money", ("fisher_one_a", {"veterans": 1})),
    ):
        workers = {**at_chevrolet, "fisher_two_c": "rank_and_file", "fisher_two_t": "rank_and_file"}
        table = rolled(3, workers=workers, strikebreakers={"fisher_one_a": kind}).do("activate fisher_two_c")
        space, there = expected
        assert table.workers(space) == there
        assert table.strikebreakers("fisher_one_s" if kind == "authority" else "fisher_one_a") == {kind: 1}
    workers = {
        "chevrolet_four_s": "",
        "fisher_one_s": "veterans",
        "fisher_two_c": "rank_and_file",
        "fisher_two_t": "rank_and_file",
    }
    table = rolled(3, workers=workers, strikebreakers={"fisher_one_a": "scab"}).do(
        "activate fisher_two_c", "step fisher_one_b"
    )
    assert table.workers("fisher_one_b") == {"veterans": 1}


@pytest.mark.rule("FLT-R4")
def test_authority_and_money_in_the_targets_space_do_nothing_and_a_scab_pushes_it_out() -> None:
    for kind in ("authority", "money"):
        table = rolled(
            3,
            workers={"fisher_one_a": "veterans", "fisher_two_c": "rank_and_file"},
            strikebreakers={"fisher_one_a": kind},
        )
        table.do("activate fisher_two_c")
        assert table.workers("fisher_one_a") == {"veterans": 1}
        assert table.strikebreakers("fisher_one_a") == {kind: 1}
    table = rolled(
        3,
        workers={"fisher_one_a": "veterans", "fisher_two_c": "rank_and_file"},
        strikebreakers={"fisher_one_a": "scab"},
    )
    table.do("activate fisher_two_c")
    assert {action["to"] for action in table.legal()} == {"fisher_one_s", "fisher_one_c", "fisher_two_s"}
    table.do("step fisher_one_c")
    assert table.workers("fisher_one_c") == {"veterans": 1}


@pytest.mark.rule("FLT-R4")
def test_a_worker_that_cannot_get_farther_away_stays_and_no_other_goes() -> None:
    # fisher_two_t is a corner of the map: from fisher_two_c nothing adjacent to it is farther
    workers = {"fisher_two_t": "veterans", "fisher_one_a": "rank_and_file"}
    table = rolled(
        3,
        workers=workers,
        strikebreakers={"fisher_two_b": "scab"},
        changes={"map_cards.fisher_two.spaces.b.die": 3, "map_cards.fisher_two.spaces.c.die": 1},
    )
    before = {name: space["workers"] for name, space in table.state["spaces"].items() if space["workers"]}
    assert table.state["supply"]["strikebreakers"]["scab"] == 4
    assert before.get("fisher_two_t", before.get("fisher_two_a")) is not None


@pytest.mark.rule("FLT-R2")
def test_strikebreakers_of_one_space_act_in_the_order_authority_money_scab() -> None:
    # Authority goes into the worker's space, money then pulls that worker away from it, the scab pushes it on.
    workers = {
        "chevrolet_four_s": "",
        "fisher_one_s": "veterans",
        "fisher_two_c": "rank_and_file",
        "fisher_two_t": "rank_and_file",
    }
    table = rolled(3, workers=workers, strikebreakers={"fisher_one_a": "authority, money, scab"}).do(
        "activate fisher_one_a"
    )
    assert table.strikebreakers("fisher_one_s") == {"authority": 1}
    assert table.pending == "step"  # the scab pushes the worker that money has pulled into its space
    assert {action["to"] for action in table.legal()} == {"fisher_one_s", "fisher_one_c", "fisher_two_s"}
    table.do("step fisher_two_s")
    assert table.workers("fisher_two_s") == {"veterans": 1}


@pytest.mark.rule("FLT-R3")
def test_distances_go_over_all_cards_and_pieces_never_block() -> None:
    table = Position(
        workers={"fisher_one_s": "socialists", "fisher_one_a": "veterans"}, strikebreakers={"fisher_one_c": "5 scab"}
    )

    def far(a: str, b: str) -> int:
        _, distance = nearest_of(table.s, table.space(a), 1 << table.space(b))
        return distance

    assert far("fisher_one_s", "fisher_one_s") == 0
    assert far("fisher_one_s", "fisher_two_s") == 2  # by fisher_one_a
    assert far("fisher_one_b", "fisher_two_t") == 5
    assert far("chevrolet_four_s", "fisher_one_c") == 1
    assert far("chevrolet_four_t", "fisher_two_a") == 5 + 1


@pytest.mark.rule("FLT-32")
def test_ties_go_to_stations_before_corners() -> None:
    # fisher_two_b (1): at distance 1 fisher_two_s, a Station, and fisher_one_c, a Corner
    table = rolled(
        1, workers={"fisher_two_s": "veterans", "fisher_one_c": "rank_and_file", "chevrolet_four_a": "veterans"}
    )
    table.do("activate fisher_two_b")
    assert table.workers("fisher_two_s") == {}


@pytest.mark.rule("FLT-32")
def test_then_to_the_committee_whose_turn_comes_soonest_and_then_to_the_acting_player() -> None:
    workers = {
        "fisher_one_c": "rank_and_file, veterans",
        "fisher_two_c": "rank_and_file",
        "chevrolet_four_a": "veterans",
    }
    table = rolled(1, workers=workers).do("activate fisher_two_b")
    assert table.pending == "target"  # Rank and File come before the Veterans; their two Corners tie
    assert [(a["space"], a["committee"]) for a in table.legal()] == [
        ("fisher_one_c", "rank_and_file"),
        ("fisher_two_c", "rank_and_file"),
    ]
    table.do("target fisher_two_c rank_and_file")
    assert table.workers("fisher_two_c") == {}
    assert table.workers("fisher_one_c") == {"rank_and_file": 1, "veterans": 1}


@pytest.mark.rule("FLT-R12")
def test_the_acting_player_chooses_the_order_of_the_spaces_unless_the_switch_says_map_order() -> None:
    table = rolled(4)
    assert {action["space"] for action in table.of_type("activate")} == {
        "fisher_one_b",
        "fisher_two_s",
        "chevrolet_four_b",
    }
    table.do("activate fisher_two_s")
    assert {action["space"] for action in table.of_type("activate")} == {"fisher_one_b", "chevrolet_four_b"}
    table = rolled(4, changes={"activation_order": "map_order"})
    assert table.state["turn"] == 2
    assert table.strikebreakers("fisher_one_b") == {"scab": 1}


@pytest.mark.rule("FLT-R12")
def test_what_is_in_a_space_is_judged_when_its_turn_comes() -> None:
    # Money on fisher_one_a (3) pulls the worker out of fisher_one_s; fisher_two_c (3) is open all the time
    changes = {"map_cards.fisher_two.spaces.s.die": 3, "map_cards.fisher_two.spaces.c.die": 4}
    workers = {"chevrolet_four_s": "", "fisher_two_s": "veterans", "chevrolet_four_t": "rank_and_file"}
    first = rolled(3, workers=workers, strikebreakers={"fisher_one_a": "money"}, changes=changes).do(
        "activate fisher_one_a"
    )
    assert first.strikebreakers("fisher_two_s") == {"money": 1}  # its worker had left
    then = rolled(3, workers=workers, strikebreakers={"fisher_one_a": "money"}, changes=changes).do(
        "activate fisher_two_s"
    )
    assert then.strikebreakers("fisher_two_s") == {}


@pytest.mark.rule("FLT-R12")
def test_a_strikebreaker_acts_once_per_roll_even_in_a_space_resolved_later() -> None:
    # Authority on fisher_one_a (3) steps into fisher_two_s (made 3), which is resolved after it
    changes = {"map_cards.fisher_two.spaces.s.die": 3, "map_cards.fisher_two.spaces.c.die": 4}
    workers = {"chevrolet_four_s": "", "fisher_two_t": "veterans", "chevrolet_four_t": "rank_and_file"}
    table = rolled(3, workers=workers, strikebreakers={"fisher_one_a": "authority"}, changes=changes)
    table.do("activate fisher_one_a")
    if table.pending == "step":
        table.do("step fisher_two_s")
    assert table.strikebreakers("fisher_two_s") == {"authority": 1}


@pytest.mark.rule("FLT-R12")
def test_a_strikebreaker_placed_by_a_roll_does_not_act_in_it() -> None:
    table = rolled(3, workers={"fisher_one_s": "veterans"}).do("activate fisher_one_a")
    assert table.strikebreakers("fisher_one_a") == {"money": 1}
    assert table.workers("fisher_one_s") == {"veterans": 1}


@pytest.mark.rule("FLT-R7")
def test_without_a_worker_on_the_map_activations_that_need_one_do_nothing() -> None:
    table = Position(
        workers={"fisher_one_s": "socialists"},
        strikebreakers={"fisher_one_s": "scab", "fisher_one_a": "authority"},
        trackers=ALONE,
        rolls=(3,),
        changes={**ICON, "factory_loss": "turn_end"},
        begin=True,
    )
    assert table.workers("fisher_one_s") == {}
    table.do("rest", "activate fisher_one_a")
    assert table.strikebreakers("fisher_one_a") == {"authority": 1}
    assert table.result == ("loss", "factories_empty")


# ---- factory lines


@pytest.mark.rule("FLT-V25")
def test_a_strikebreaker_of_an_event_goes_on_the_lowest_free_icon_else_on_the_lowest() -> None:
    one = event({"effect": "add_strikebreaker", "kind": "scab", "count": 2})
    table = rolled(2, changes=one, events=("test",), workers={"fisher_one_b": "veterans"})
    assert table.strikebreakers("fisher_two_a") == {"scab": 1}  # die 5; fisher_one_b (4) is taken
    assert table.strikebreakers("chevrolet_four_c") == {"scab": 1}  # die 6
    full = {"fisher_one_b": "veterans", "fisher_two_a": "veterans", "chevrolet_four_c": "veterans"}
    table = rolled(2, changes=one, events=("test",), workers=full)
    assert table.strikebreakers("fisher_one_b") == {"scab": 2}


@pytest.mark.rule("FLT-V26")
def test_one_more_die_for_each_effect_that_rolls_twice() -> None:
    covered = {"fisher_one_a": "veterans", "fisher_two_c": "veterans"}
    table = rolled(3, 3, workers=covered, changes=event({"effect": "roll_twice"}), events=("test",))
    table.do("activate fisher_one_a")
    assert table.pending == "activate"
    table.do("activate fisher_one_a")
    assert table.state["turn"] == 2


@pytest.mark.rule("FLT-V27")
def test_an_event_gives_the_acting_committee_exhaustion() -> None:
    covered = {"fisher_one_a": "veterans", "fisher_two_c": "veterans"}
    table = rolled(3, workers=covered, changes=event({"effect": "gain_exhaustion", "amount": 2}), events=("test",))
    assert table.cubes("socialists") == 2


@pytest.mark.rule("FLT-V28")
def test_an_event_takes_a_worker_of_the_largest_factory() -> None:
    covered = {"fisher_one_a": "veterans", "fisher_two_c": "veterans"}
    removes = event({"effect": "remove_worker"})
    workers = {**covered, "fisher_two_s": "rank_and_file", "chevrolet_four_s": "", "fisher_one_t": "veterans"}
    table = rolled(3, workers=workers, changes=removes, events=("test",))
    assert table.workers("fisher_one_t") == {}
    assert table.workers("fisher_two_s") == {"rank_and_file": 1}
    workers = {**covered, "chevrolet_four_s": "rank_and_file, veterans", "fisher_one_t": "rank_and_file"}
    table = rolled(3, workers=workers, changes=removes, events=("test",))
    assert table.pending == "target"
    assert {action["committee"] for action in table.legal()} == {"rank_and_file"}
    table.do("target fisher_one_t rank_and_file")
    assert table.workers("chevrolet_four_s") == {"rank_and_file": 1, "veterans": 1}


@pytest.mark.rule("FLT-R6")
@pytest.mark.rule("FLT-V20")
def test_the_lines_of_several_events_are_done_in_the_acting_players_order() -> None:
    two = {
        **event({"effect": "gain_exhaustion", "amount": 1}),
        "events.other": {**QUIET, "effects": [{"effect": "remove_worker"}]},
    }
    covered = {"fisher_one_a": "veterans", "fisher_two_c": "veterans"}
    table = rolled(3, workers={**covered, "fisher_one_s": "veterans"}, changes=two, events=("test", "other", "quiet"))
    assert table.pending == "order"
    assert {action["event"] for action in table.legal()} == {"test", "other"}  # `quiet` has no line
    table.do("order other")
    assert table.cubes("socialists") == 1
    assert table.workers("chevrolet_four_s") == {}
