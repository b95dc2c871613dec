"""Events: what they forbid and cost, and how they leave (FLT-40, FLT-41, FLT-A5, FLT-V2, FLT-V20 .. FLT-V31)."""

from typing import Any

import pytest

from games.flint.positions import LAYERS, QUIET, Json, Position, begun

FAR_OFF = {5: "socialists", 30: "rank_and_file veterans"}


def event(name: str, *effects: Json, **removal: Any) -> Json:
    return {f"events.{name}": {**QUIET, "effects": list(effects), "removal": removal or QUIET["removal"]}}


def leaving(condition: str, **number: Any) -> Json:
    return event("test", condition=condition, **number)


@pytest.mark.rule("FLT-40")
@pytest.mark.rule("FLT-41")
def test_a_complete_event_goes_under_the_deck_and_the_token_moves_one() -> None:
    table = Position(events=("test",), deck=("quiet", "sloan_notice"), changes=leaving("rest", count=1))
    table.do("rest")
    assert table.state["events"] == {"in_play": ["quiet"], "deck": ["sloan_notice", "test"]}
    assert table.token == 39
    assert table.revealed() == ["quiet"]


@pytest.mark.rule("FLT-40")
def test_each_event_that_is_complete_when_revealed_moves_the_token_again() -> None:
    changes = {**leaving("rest", count=1), **event("easy", condition="workers_in_factories", at_least=1)}
    table = Position(events=("test",), deck=("easy", "quiet"), changes=changes).do("rest")
    assert table.revealed() == ["easy", "quiet"]
    assert table.token == 38
    assert table.state["events"] == {"in_play": ["quiet"], "deck": ["test", "easy"]}


@pytest.mark.rule("FLT-R5")
def test_the_chain_stops_when_every_event_has_been_revealed_once() -> None:
    held = {"condition": "workers_in_factories", "at_least": 1}
    changes = {f"events.{name}": {**QUIET, "removal": held} for name in ("one", "two", "three")}
    table = Position(events=("one",), deck=("two", "three"), changes=changes, trackers=FAR_OFF).do("rest")
    assert table.revealed() == ["two", "three", "one"]
    assert table.token == 40 - 3
    assert table.state["events"]["in_play"] == ["one"]
    table.do("rest")
    assert table.token == 37  # not checked again until its condition has been false


@pytest.mark.rule("FLT-R5")
def test_a_stopped_event_counts_again_after_its_condition_was_false() -> None:
    removal = {"condition": "total_exhaustion", "at_most": 3}
    changes = {"events.one": {**QUIET, "removal": removal}}
    table = Position(events=("one",), deck=(), changes=changes, trackers=FAR_OFF)
    table.do("rest")  # 2 cubes held in all: revealed again at once, and stopped
    assert table.token == 39
    table.do("occupy fisher_one_t socialists")  # 5 cubes
    assert table.token == 39
    table.do("rest")
    assert table.token == 38


@pytest.mark.rule("FLT-R11")
@pytest.mark.parametrize(("switch", "token"), [("after_each", 39), ("turn_end", 40)])
def test_conditions_are_checked_after_each_step_or_at_the_turns_end(switch: str, token: int) -> None:
    # After steps 2 + 3 the worker is on the Street; in the Factory Action fisher_two_b sends it home.
    changes = {
        **leaving("workers_on_street", at_least=1),
        "event_check": switch,
        "calendars.easy.icons.socialists": [6],
    }
    workers = {"chevrolet_four_s": "rank_and_file"}
    table = Position(events=("test",), deck=("quiet",), workers=workers, trackers=FAR_OFF, changes=changes, rolls=(1,))
    table.do("picket fisher_two_c socialists", "activate fisher_two_b")
    assert table.workers("fisher_two_c") == {}
    assert table.token == token


@pytest.mark.rule("FLT-R11")
def test_conditions_are_checked_after_step_one() -> None:
    table = Position(
        events=("test",),
        deck=("quiet",),
        workers={"fisher_one_s": "veterans"},
        changes=leaving("workers_in_factories", at_least=1),
        begin=True,
    )
    assert table.token == 39
    assert table.state["step"] == 2


@pytest.mark.rule("FLT-R6")
def test_several_complete_events_leave_one_after_the_other_in_the_players_order() -> None:
    changes = {**event("a", condition="rest", count=1), **event("b", condition="rest", count=1)}
    table = Position(events=("a", "b"), deck=("quiet", "running_bulls"), changes=changes).do("rest")
    assert table.pending == "order"
    assert {action["event"] for action in table.legal()} == {"a", "b"}
    table.do("order b")
    assert table.token == 38
    assert table.state["events"] == {"in_play": ["running_bulls", "quiet"], "deck": ["b", "a"]}


# ---- effects that last


@pytest.mark.rule("FLT-V21")
@pytest.mark.parametrize(
    ("action", "where", "gone"),
    [
        ("occupy", "factory", {"occupy"}),
        ("occupy", "all", {"occupy"}),
        ("picket", "street", {"picket"}),
        ("resist", "all", {"resist", "agitate"}),
        ("rest", "all", {"rest"}),
        ("unique", "all", {"agitate"}),
    ],
)
def test_a_forbidden_action_is_not_on_offer(action: str, where: str, gone: set[str]) -> None:
    changes = event("test", {"effect": "forbid", "action": action, "where": where})
    table = Position(events=("test",), changes=changes, strikebreakers={"fisher_one_a": "scab"})
    assert {"occupy", "picket", "resist", "rest", "agitate"} - table.types() == gone


@pytest.mark.rule("FLT-V21")
def test_forbidding_holds_for_the_parts_of_unique_actions_and_not_for_gambit() -> None:
    no_street = event("test", {"effect": "forbid", "action": "picket", "where": "all"})
    table = Position(events=("test",), committees=("cio", "veterans", "socialists"), changes=no_street).do("coordinate")
    assert table.types() == {"occupy"}
    table = Position(events=("test",), committees=("rank_and_file", "veterans", "cio"), changes=no_street)
    assert {table.state["spaces"][action["space"]]["kind"] for action in table.of_type("hold")} == {"station"}
    none = event(
        "test", *({"effect": "forbid", "action": name, "where": "all"} for name in ("occupy", "picket", "resist"))
    )
    table = Position(events=("test",), committees=("veterans", "cio", "socialists"), changes=none)
    assert table.types() == {"gambit", "rest"}
    assert Position(events=("test",), committees=("cio", "veterans", "socialists"), changes=none).types() == {"rest"}


@pytest.mark.rule("FLT-V22")
def test_extra_exhaustion_counts_for_the_action_and_not_for_parts_of_a_unique_one() -> None:
    extra = event("test", {"effect": "extra_exhaustion", "action": "picket", "amount": 2})
    table = Position(events=("test",), changes=extra).do("picket fisher_one_a socialists")
    assert table.cubes("socialists") == 1 + 1 + 2
    table = Position(events=("test",), committees=("cio", "veterans", "socialists"), changes=extra)
    assert table.do("coordinate", "picket fisher_one_a cio", "picket fisher_one_b cio").cubes("cio") == 1 + 2


@pytest.mark.rule("FLT-V23")
@pytest.mark.parametrize("switch", ["fixed", "grows"])
def test_rest_may_move_farther(switch: str) -> None:
    far = {**event("test", {"effect": "rest_moves", "spaces": 2}), "move_length": switch}
    assert Position(events=("test",), changes=far, trackers=FAR_OFF).do("rest").tracker("socialists")[0] == 5 + 1 + 2
    table = Position(events=("test",), changes=far, trackers=FAR_OFF).do("picket fisher_one_a socialists")
    assert table.tracker("socialists")[0] == 7


@pytest.mark.rule("FLT-R9")
def test_a_committee_without_an_action_passes_and_advances() -> None:
    no = [
        {"effect": "forbid", "action": name, "where": "all"}
        for name in ("occupy", "picket", "resist", "rest", "unique")
    ]
    table = Position(events=("test",), changes=event("test", *no), cubes={"socialists": 3}, trackers=FAR_OFF)
    assert table.legal() == [{"type": "pass"}]
    table.do("pass")
    assert table.s.seat_metrics[0, -1] >= 1
    assert table.cubes("socialists") == 3


# ---- removal


@pytest.mark.rule("FLT-V29")
@pytest.mark.parametrize(
    ("condition", "number", "position", "action", "leaves"),
    [
        (
            "workers_on_street",
            {"at_least": 2},
            {"workers": {"fisher_one_s": "veterans", "fisher_one_a": "veterans"}},
            "picket fisher_one_a socialists",
            True,
        ),
        (
            "workers_on_street",
            {"at_least": 2},
            {"workers": {"fisher_one_s": "veterans", "fisher_one_a": "veterans"}},
            "rest",
            False,
        ),
        ("workers_in_factories", {"at_least": 2}, {}, "occupy fisher_two_s socialists", True),
        ("workers_in_factories", {"at_least": 2}, {}, "picket fisher_one_a socialists", False),
        ("factories_held", {"at_least": 2}, {}, "occupy fisher_two_s socialists", True),
        (
            "factories_held",
            {"at_least": 2},
            {"strikebreakers": {"fisher_two_s": "scab"}},
            "occupy fisher_two_s socialists",
            False,
        ),
        (
            "no_strikebreaker",
            {"kind": "money"},
            {"strikebreakers": {"fisher_one_a": "money", "fisher_one_b": "scab"}},
            "resist fisher_one_a money fisher_one_s socialists",
            True,
        ),
        (
            "no_strikebreaker",
            {"kind": "money"},
            {"strikebreakers": {"fisher_one_a": "money", "fisher_one_b": "scab"}},
            "resist fisher_one_b scab fisher_one_s socialists",
            False,
        ),
        ("total_exhaustion", {"at_most": 2}, {}, "rest", True),
        ("total_exhaustion", {"at_most": 1}, {}, "rest", False),
        ("rest", {"count": 1}, {"cubes": {"socialists": 0}}, "rest", True),
        ("rest", {"count": 2}, {}, "rest", False),
        (
            "resists",
            {"count": 1},
            {"strikebreakers": {"fisher_one_a": "money"}},
            "resist fisher_one_a money fisher_one_s socialists",
            True,
        ),
        (
            "resists",
            {"count": 2},
            {"strikebreakers": {"fisher_one_a": "money"}},
            "resist fisher_one_a money fisher_one_s socialists",
            False,
        ),
    ],
)
def test_each_condition_holds_just_when_it_should(
    condition: str, number: Json, position: Json, action: str, leaves: bool
) -> None:
    table = Position(
        events=("test",), deck=("quiet",), changes=leaving(condition, **number), trackers=FAR_OFF, **position
    )
    table.do(action)
    assert (table.revealed() == ["quiet"]) == leaves


@pytest.mark.rule("FLT-V29")
def test_factories_held_asks_for_no_more_than_there_are() -> None:
    workers = {"fisher_one_s": "veterans", "fisher_two_s": "veterans", "fisher_two_t": "veterans"}
    table = Position(events=("test",), deck=("quiet",), workers=workers, changes=leaving("factories_held", at_least=9))
    assert table.do("occupy chevrolet_four_t socialists").revealed() == ["quiet"]


@pytest.mark.rule("FLT-V30")
def test_resists_and_rests_are_counted_for_each_event_from_its_reveal() -> None:
    changes = {**leaving("rest", count=1), **event("long", condition="rest", count=60)}
    table = Position(
        events=("long", "test"), deck=("quiet",), changes=changes, strikebreakers={"fisher_one_a": "2 money"}
    )
    table.do("agitate fisher_one_a", "resist fisher_one_a money fisher_one_s socialists")  # the first is forced
    assert table.state["counts"] == {"long": {"resists": 2, "rests": 0}, "test": {"resists": 2, "rests": 0}}
    table.do("rest")
    assert table.state["counts"] == {"long": {"resists": 2, "rests": 1}, "quiet": {"resists": 0, "rests": 0}}
    assert table.state["resists"] == 2


@pytest.mark.rule("FLT-V2")
@pytest.mark.parametrize(("committees", "asked"), [(3, 5), (4, 6), (5, 7)])
def test_a_list_of_three_is_for_three_four_and_five_committees(committees: int, asked: int) -> None:
    table = begun(committees)
    number = list(table.data["events"]).index("sit_down_begins")
    assert table.t.condition_number[number] == asked


@pytest.mark.rule("FLT-V31")
@pytest.mark.rule("FLT-A5")
@pytest.mark.rule("FLT-V41")
@pytest.mark.parametrize(("name", "shift"), [("milder", -1), ("harsher", 1)])
def test_the_alternatives_shift_what_every_removal_asks_for(name: str, shift: int) -> None:
    plain, moved = begun(3), begun(3, changes={"FLT-A5": name})
    for i, entry in enumerate(plain.data["events"].values()):
        before, after = plain.t.condition_number[i], moved.t.condition_number[i]
        condition = entry["removal"]["condition"]
        if condition == "no_strikebreaker":
            assert (before, after) == (0, max(0, -shift))
        elif condition == "total_exhaustion":
            assert after == before - shift
        else:
            assert after == max(1, before + shift)


@pytest.mark.rule("FLT-V31")
def test_the_shift_stops_at_what_can_be_reached() -> None:
    hard = begun(3, changes={"rules.event_shift": 20})
    easy = begun(3, changes={"rules.event_shift": -20})
    for i, entry in enumerate(hard.data["events"].values()):
        most = {"workers_on_street": 11, "workers_in_factories": 12, "total_exhaustion": 0, "no_strikebreaker": 0}
        assert hard.t.condition_number[i] == most.get(entry["removal"]["condition"], hard.t.condition_number[i])
        if "at_least" in entry["removal"] or "count" in entry["removal"]:
            assert easy.t.condition_number[i] == 1


@pytest.mark.rule("FLT-A5")
def test_there_are_33_events_dated_within_the_strike_and_one_is_known() -> None:
    events = LAYERS.base["events"]
    assert len(events) == 33
    assert all("1936-12-30" <= event["date"] <= "1937-02-11" for event in events.values())
    known = events["women_break_windows"]
    assert known["headline"] == "Women Outside Use Clubs to Break Windows"
    assert known["effects"] == [{"effect": "forbid", "action": "resist", "where": "factory"}]


@pytest.mark.rule("FLT-I4")
def test_the_deck_changes_only_at_its_two_ends() -> None:
    for seed in range(15):
        table = begun(3, seed, {"rules.event_shift": -1})
        while table.result is None:
            deck, in_play = table.state["events"]["deck"], table.state["events"]["in_play"]
            table.do(table.legal()[seed % len(table.legal())])
            revealed = table.revealed()
            queue = deck + in_play
            assert (
                table.state["events"]["deck"] + table.state["events"]["in_play"]
                == queue[len(revealed) :] + queue[: len(revealed)]
            )
