"""The turn: who acts, workers sent back, the calendar, concessions (FLT-10 .. FLT-17)."""

import pytest

from games.flint.positions import QUIET, Json, Position


@pytest.mark.rule("FLT-10")
@pytest.mark.rule("FLT-I6")
def test_the_top_tracker_of_the_earliest_space_acts() -> None:
    table = Position(trackers={5: "veterans socialists", 9: "rank_and_file"}, begin=True)
    assert table.acting == "veterans"
    table = Position(trackers={5: "socialists", 4: "rank_and_file veterans"}, begin=True)
    assert table.acting == "rank_and_file"


@pytest.mark.rule("FLT-10")
def test_a_committee_can_act_several_times_in_a_row() -> None:
    table = Position(trackers={5: "socialists", 20: "rank_and_file veterans"}, cubes={"socialists": 0})
    table.do("rest")
    assert (table.acting, table.state["turn"]) == ("socialists", 2)


@pytest.mark.rule("FLT-11")
def test_own_workers_beside_strikebreakers_return() -> None:
    workers = {"fisher_one_s": "2 socialists, veterans", "fisher_two_s": "socialists", "fisher_one_a": "socialists"}
    hired = {"fisher_one_s": "scab", "fisher_one_a": "money", "fisher_two_a": "scab"}
    table = Position(workers=workers, strikebreakers=hired, begin=True)
    assert table.workers("fisher_one_s") == {"veterans": 1}
    assert table.workers("fisher_one_a") == {}
    assert table.workers("fisher_two_s") == {"socialists": 1}
    assert table.state["supply"]["workers"]["socialists"] == 3


@pytest.mark.rule("FLT-12")
@pytest.mark.rule("FLT-13")
@pytest.mark.parametrize(("committee", "cubes"), [("socialists", 1 + 3), ("veterans", 1 + 3 + 1)])
def test_anothers_worker_costs_one_more(committee: str, cubes: int) -> None:
    table = Position().do(f"occupy fisher_two_s {committee}")
    assert table.cubes("socialists") == cubes
    assert table.workers("fisher_two_s") == {committee: 1}


@pytest.mark.rule("FLT-12")
def test_the_extra_is_one_however_many_foreign_workers_are_used() -> None:
    table = Position(committees=("cio", "rank_and_file", "veterans"))
    table.do("coordinate", "occupy fisher_two_s veterans", "picket fisher_two_a rank_and_file")
    assert table.cubes("cio") == 1 + 2 + 1


@pytest.mark.rule("FLT-12")
def test_only_what_changes_something_is_on_offer_but_rest_always() -> None:
    workers = {"fisher_one_s": "4 socialists", "fisher_two_s": "4 rank_and_file, 4 veterans"}
    table = Position(workers=workers, cubes={"socialists": 0})
    assert table.legal() == [{"type": "rest"}]
    table = Position(committees=("womens_brigade", "cio", "veterans"), cubes={"cio": 0, "veterans": 2})
    assert table.of_type("relief") == [{"type": "relief", "committee": "veterans"}]


@pytest.mark.rule("FLT-14")
@pytest.mark.rule("FLT-I5")
@pytest.mark.parametrize(("held", "action", "space"), [(1, "picket fisher_one_a socialists", 7), (3, "rest", 6)])
def test_the_tracker_advances_by_the_cubes_at_least_one(held: int, action: str, space: int) -> None:
    table = Position(trackers={5: "socialists", 30: "rank_and_file veterans"}, cubes={"socialists": held})
    table.do(action)
    assert table.tracker("socialists") == (space, 0)


@pytest.mark.rule("FLT-14")
def test_a_tracker_lands_on_top() -> None:
    table = Position(trackers={5: "socialists", 7: "rank_and_file veterans"}).do("picket fisher_one_a socialists")
    assert table.tracker("socialists") == (7, 2)
    assert table.acting == "socialists"


@pytest.mark.rule("FLT-R13")
@pytest.mark.parametrize(("switch", "space"), [("fixed", 5), ("grows", 6)])
def test_cubes_gained_on_the_way(switch: str, space: int) -> None:
    gains = {**QUIET, "effects": [{"effect": "gain_exhaustion", "amount": 1}]}
    changes = {
        "events.tiring": gains,
        "calendars.easy.icons.socialists": [4],
        "move_length": switch,
    }
    trackers = {3: "socialists", 30: "rank_and_file veterans"}
    table = Position(events=("tiring",), trackers=trackers, changes=changes, rolls=(3,))
    table.do("picket fisher_one_c socialists", "activate fisher_one_a")  # 2 cubes, a third one on space 4
    assert table.cubes("socialists") == 3
    assert table.tracker("socialists")[0] == space


@pytest.mark.rule("FLT-15")
def test_each_own_icon_entered_gives_a_factory_action_and_the_start_none() -> None:
    changes = {"calendars.easy.icons.socialists": [5, 6, 8]}
    table = Position(cubes={"socialists": 2}, changes=changes, trackers={5: "socialists", 30: "rank_and_file veterans"})
    rolls = []
    table.do("picket fisher_one_b socialists")
    rolls += table.rolled()
    while table.pending:
        table.do(table.legal()[0])
        rolls += table.rolled()
    assert len(rolls) == 2  # on 6 and, landing there, on 8


@pytest.mark.rule("FLT-15")
def test_icons_of_others_do_nothing() -> None:
    changes = {"calendars.easy.icons.veterans": [6], "calendars.easy.icons.cio": [6]}
    table = Position(changes=changes, trackers={5: "socialists", 30: "rank_and_file veterans"}).do("rest")
    assert table.rolled() == []


@pytest.mark.rule("FLT-R10")
def test_trackers_go_on_beyond_the_calendar_without_icons() -> None:
    table = Position(trackers={45: "socialists", 60: "rank_and_file veterans"}, token=80, cubes={"socialists": 6})
    table.do("picket fisher_one_a socialists")
    assert table.tracker("socialists") == (52, 0)
    assert table.rolled() == []


@pytest.mark.rule("FLT-V10")
def test_the_calendar_has_the_spaces_of_its_side() -> None:
    table = Position(difficulty="hard", committees=("womens_brigade", "cio", "veterans"))
    for side in ("easy", "hard"):
        table = Position(difficulty=side)
        for i, icons in enumerate(table.data["calendars"][side]["icons"].values()):
            assert [space for space in range(128) if table.t.calendar_icon[i, space]] == icons


@pytest.mark.rule("FLT-17")
@pytest.mark.parametrize(
    ("workers", "strikebreakers", "moves"),
    [
        ({"fisher_one_s": "veterans", "fisher_two_s": "veterans"}, {}, 1),
        ({"fisher_one_s": "veterans", "fisher_two_s": "veterans", "fisher_two_t": "veterans"}, {}, 1),
        ({"fisher_one_s": "veterans", "fisher_one_t": "veterans"}, {}, 0),  # one factory
        ({"fisher_one_s": "veterans", "fisher_two_s": "veterans"}, {"chevrolet_four_s": "scab"}, 0),
        ({"fisher_one_s": "veterans", "fisher_two_s": "veterans"}, {"fisher_two_a": "scab"}, 1),  # a Corner
        ({"fisher_one_s": "veterans", "fisher_two_a": "veterans"}, {}, 0),
    ],
)
def test_two_held_factories_move_the_token_by_one(workers: Json, strikebreakers: Json, moves: int) -> None:
    table = Position(
        workers=workers, strikebreakers=strikebreakers, trackers={5: "socialists", 30: "rank_and_file veterans"}
    )
    table.do("rest")
    assert table.token == 40 - moves


@pytest.mark.rule("FLT-R14")
@pytest.mark.parametrize(
    ("trackers", "first"),
    [
        ({3: "socialists", 7: "veterans rank_and_file"}, "socialists"),  # will land on 5
        ({3: "socialists", 4: "veterans", 5: "rank_and_file"}, "veterans"),
        ({3: "socialists", 5: "veterans rank_and_file"}, "socialists"),  # will land on top of both
        ({3: "socialists", 4: "rank_and_file veterans"}, "rank_and_file"),
    ],
)
def test_whose_worker_is_hit_is_whose_turn_comes_soonest(trackers: dict[int, str], first: str) -> None:
    workers = {"fisher_two_t": "veterans, rank_and_file, socialists"}
    changes = {"calendars.easy.icons.socialists": [4]}
    table = Position(
        workers=workers, trackers=trackers, rolls=(1,), changes=changes, strikebreakers={"chevrolet_four_a": "scab"}
    )
    table.do("picket fisher_one_b socialists")  # 2 cubes: from 3 to 5, on 4 the die shows 1: fisher_two_b removes
    if table.pending == "activate":
        table.do("activate fisher_two_b")
    left = {"veterans": 1, "rank_and_file": 1, "socialists": 1}
    assert table.workers("fisher_two_t") == {name: 1 for name in left if name != first}
