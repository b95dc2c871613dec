"""How the game ends (FLT-50 .. FLT-53, FLT-R1, FLT-R15)."""

import pytest

from games.flint.positions import QUIET, Json, Position

FAR_OFF = {5: "socialists", 30: "rank_and_file veterans"}
HELD = {"fisher_one_s": "veterans", "fisher_two_s": "veterans"}


def event(*effects: Json) -> Json:
    return {"events.test": {**QUIET, "effects": list(effects)}, "calendars.easy.icons.socialists": [6]}


@pytest.mark.rule("FLT-50")
@pytest.mark.parametrize(("token", "ends"), [(7, True), (8, False)])
def test_the_game_is_won_when_no_tracker_is_before_the_token(token: int, ends: bool) -> None:
    table = Position(workers=HELD, trackers=FAR_OFF, token=token).do("rest")  # to 6, and the token to 6 or 7
    assert (table.result == ("win", "concessions")) == ends


@pytest.mark.rule("FLT-50")
def test_the_game_is_not_won_in_mid_turn() -> None:
    # The tracker passes the token on the way, but the Factory Action there takes the last worker first.
    changes = {"calendars.easy.icons.socialists": [7]}
    workers = {"fisher_two_s": "veterans"}
    table = Position(workers=workers, trackers=FAR_OFF, token=7, changes=changes, rolls=(1,))
    table.do("picket fisher_one_c socialists")
    while table.pending:
        table.do("activate fisher_two_b" if table.offers("activate fisher_two_b") else table.legal()[0])
    assert table.result == ("loss", "factories_empty")


@pytest.mark.rule("FLT-50")
def test_the_events_check_after_step_five_still_counts_for_the_win() -> None:
    changes = {"events.test": {**QUIET, "removal": {"condition": "rest", "count": 1}}, "event_check": "turn_end"}
    table = Position(events=("test",), deck=("quiet",), trackers=FAR_OFF, token=7, changes=changes).do("rest")
    assert table.result == ("win", "concessions")


@pytest.mark.rule("FLT-51")
@pytest.mark.rule("FLT-R1")
def test_lost_when_a_strikebreaker_must_come_and_none_is_left() -> None:
    changes = event({"effect": "add_strikebreaker", "kind": "scab", "count": 1})
    table = Position(events=("test",), changes=changes, trackers=FAR_OFF, strikebreakers={"fisher_two_a": "5 scab"})
    table.do("rest")
    assert table.result == ("loss", "strikebreakers_gone")
    assert table.rolled() == []  # at once, before the die


@pytest.mark.rule("FLT-52")
@pytest.mark.parametrize(("supply", "lost"), [(2, True), (3, False)])
def test_lost_when_a_cube_must_be_gained_and_is_not_there(supply: int, lost: bool) -> None:
    table = Position(trackers=FAR_OFF)
    table.s.cube_supply = supply
    table.do("occupy fisher_two_s socialists")  # 3
    assert (table.result == ("loss", "exhaustion_gone")) == lost
    assert table.cubes("socialists") == (1 if lost else 4)  # all together or none


@pytest.mark.rule("FLT-52")
def test_lost_when_a_factory_action_gives_a_cube_that_is_not_there() -> None:
    table = Position(
        events=("test",),
        changes=event({"effect": "gain_exhaustion", "amount": 2}),
        trackers=FAR_OFF,
        cubes={"socialists": 0},
    )
    table.s.cube_supply = 1
    assert table.do("rest").result == ("loss", "exhaustion_gone")


@pytest.mark.rule("FLT-53")
@pytest.mark.rule("FLT-R15")
def test_lost_when_no_worker_is_in_any_factory() -> None:
    workers = {"fisher_one_s": "socialists", "fisher_one_a": "veterans"}
    table = Position(workers=workers, strikebreakers={"fisher_one_s": "scab"}, begin=True)
    assert table.result == ("loss", "factories_empty")
    assert table.state["turn"] == 1


@pytest.mark.rule("FLT-R15")
def test_a_worker_beside_a_strikebreaker_counts_as_in_a_factory() -> None:
    table = Position(workers={"fisher_one_s": "veterans"}, strikebreakers={"fisher_one_s": "scab"}, begin=True)
    assert table.result is None


@pytest.mark.rule("FLT-R15")
def test_with_the_switch_an_action_may_bring_a_worker_back_before_the_turn_ends() -> None:
    arguments: Json = {
        "workers": {"fisher_one_s": "socialists"},
        "strikebreakers": {"fisher_one_s": "scab"},
        "changes": {"factory_loss": "turn_end"},
        "trackers": FAR_OFF,
        "begin": True,
    }
    assert Position(**arguments).do("occupy fisher_two_s socialists").result is None
    assert Position(**arguments).do("picket fisher_two_a socialists").result == ("loss", "factories_empty")


@pytest.mark.rule("FLT-R1")
@pytest.mark.rule("FLT-R11")
def test_a_loss_comes_before_an_event_that_would_leave() -> None:
    changes = event({"effect": "gain_exhaustion", "amount": 2})
    changes["events.test"]["removal"] = {"condition": "total_exhaustion", "at_most": 50}
    changes["event_check"] = "turn_end"
    table = Position(events=("test",), deck=("quiet",), changes=changes, trackers=FAR_OFF)
    table.s.cube_supply = 0
    table.do("rest")
    assert table.result == ("loss", "exhaustion_gone")
    assert table.token == 40
