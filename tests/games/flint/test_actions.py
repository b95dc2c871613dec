"""The actions on the committees' cards (FLT-20 .. FLT-24) and the unique ones (FLT-A1, FLT-A2, FLT-V5 .. FLT-V12)."""

import pytest

from games.flint.positions import LAYERS, Position
from strikesim.games.ruleset import merge

FAR_OFF = {5: "socialists", 30: "rank_and_file veterans"}
CIO = ("cio", "rank_and_file", "veterans")
FIRST = {  # each with its own committee first
    "rank_and_file": ("rank_and_file", "cio", "veterans"),
    "veterans": ("veterans", "cio", "socialists"),
    "womens_brigade": ("womens_brigade", "cio", "veterans"),
}


@pytest.mark.rule("FLT-20")
@pytest.mark.rule("FLT-21")
def test_occupy_takes_stations_and_picket_corners_whatever_stands_there() -> None:
    table = Position(strikebreakers={"fisher_two_s": "scab", "fisher_two_a": "money"})
    spaces = table.state["spaces"]
    for action, kind, number in (("occupy", "station", 6), ("picket", "corner", 9)):
        offered = {entry["space"] for entry in table.of_type(action)}
        assert offered == {name for name, space in spaces.items() if space["kind"] == kind}
        assert len(table.of_type(action)) == 3 * number  # of every committee
    table.do("occupy fisher_one_s socialists")
    assert table.workers("fisher_one_s") == {"socialists": 2}


@pytest.mark.rule("FLT-20")
def test_without_a_worker_in_the_supply_there_is_no_placing() -> None:
    table = Position(workers={"fisher_one_s": "4 socialists, 4 veterans"})
    assert {action["committee"] for action in table.of_type("occupy") + table.of_type("picket")} == {"rank_and_file"}


@pytest.mark.rule("FLT-20")
@pytest.mark.rule("FLT-21")
@pytest.mark.rule("FLT-V6")
def test_with_the_switch_a_worker_on_the_map_may_be_placed_instead() -> None:
    table = Position(workers={"fisher_one_s": "4 socialists"}, changes={"place_from_map": True})
    move = {"type": "picket", "space": "fisher_two_a", "committee": "socialists", "from": "fisher_one_s"}
    assert table.offers(move)
    assert not table.offers({**move, "from": None})
    assert table.offers({**move, "committee": "veterans", "from": None})
    assert not table.offers(
        {"type": "occupy", "space": "fisher_one_s", "committee": "socialists", "from": "fisher_one_s"}
    )
    table.do(move)
    assert table.workers("fisher_one_s") == {"socialists": 3}
    assert table.workers("fisher_two_a") == {"socialists": 1}


@pytest.mark.rule("FLT-V6")
def test_the_last_worker_may_be_placed_away_from_the_factories_and_the_game_is_lost() -> None:
    table = Position(workers={"fisher_one_s": "socialists"}, changes={"place_from_map": True})
    table.do({"type": "picket", "space": "fisher_two_a", "committee": "socialists", "from": "fisher_one_s"})
    assert table.result == ("loss", "factories_empty")


@pytest.mark.rule("FLT-22")
@pytest.mark.rule("FLT-R3")
def test_resist_returns_a_strikebreaker_at_distance_0_or_1() -> None:
    hired = {"fisher_one_s": "scab", "fisher_one_a": "money", "fisher_one_c": "authority", "fisher_two_t": "money"}
    table = Position(strikebreakers=hired)
    assert {action["space"] for action in table.of_type("resist")} == {"fisher_one_s", "fisher_one_a"}
    table.do("resist fisher_one_a money fisher_one_s socialists")
    assert table.strikebreakers("fisher_one_a") == {}
    assert table.state["supply"]["strikebreakers"] == {"authority": 4, "money": 4, "scab": 4}
    assert table.cubes("socialists") == 2


@pytest.mark.rule("FLT-22")
@pytest.mark.rule("FLT-V5")
def test_anothers_worker_resists_only_where_no_own_one_can() -> None:
    workers = {"fisher_one_s": "socialists, veterans", "fisher_two_a": "veterans", "fisher_two_s": "rank_and_file"}
    table = Position(workers=workers, strikebreakers={"fisher_one_a": "money", "fisher_two_a": "scab"})
    users = [
        (action["space"], action["worker"]["space"], action["worker"]["committee"])
        for action in table.of_type("resist")
    ]
    assert ("fisher_one_a", "fisher_one_s", "socialists") in users
    assert {use[1:] for use in users if use[0] == "fisher_one_a"} == {("fisher_one_s", "socialists")}
    assert {use[1:] for use in users if use[0] == "fisher_two_a"} == {
        ("fisher_two_a", "veterans"),
        ("fisher_two_s", "rank_and_file"),
    }
    table.do("resist fisher_two_a scab fisher_two_a veterans")
    assert table.cubes("socialists") == 1 + 1 + 1


@pytest.mark.rule("FLT-V4")
def test_alike_pieces_give_one_action() -> None:
    table = Position(workers={"fisher_one_s": "2 socialists"}, strikebreakers={"fisher_one_a": "2 money, scab"})
    assert len(table.of_type("resist")) == 2


@pytest.mark.rule("FLT-23")
@pytest.mark.parametrize(("alternative", "left"), [("default", 0), ("rest_1", 1)])
def test_rest_returns_all_cubes_before_it_adds_its_own(alternative: str, left: int) -> None:
    table = Position(cubes={"socialists": 5}, trackers=FAR_OFF, changes={"FLT-A1": alternative})
    before = table.state["supply"]["exhaustion"]
    table.do("rest")
    assert table.cubes("socialists") == left
    assert table.state["supply"]["exhaustion"] == before + 5 - left
    assert table.tracker("socialists")[0] == 6


# ---- Gambit


@pytest.mark.rule("FLT-24")
def test_gambit_moves_each_strikebreaker_in_range_and_then_the_worker() -> None:
    workers = {"fisher_one_s": "veterans", "fisher_two_t": "cio"}
    hired = {"fisher_one_a": "money", "fisher_one_s": "scab", "fisher_two_t": "authority"}
    table = Position(
        committees=FIRST["veterans"], workers=workers, strikebreakers=hired, trackers={5: "veterans cio socialists"}
    )
    table.do("gambit fisher_one_s veterans")
    assert {(action["strikebreaker"], action["from"]) for action in table.legal()} == {
        ("money", "fisher_one_a"),
        ("scab", "fisher_one_s"),
    }
    assert {action["to"] for action in table.legal() if action["from"] == "fisher_one_a"} == {
        "fisher_one_s",
        "fisher_one_c",
        "fisher_two_s",
    }
    table.do("move money fisher_one_a fisher_one_s")
    assert {action["strikebreaker"] for action in table.legal()} == {"scab"}  # each once
    table.do("move scab fisher_one_s fisher_one_b")
    assert table.types() == {"step"}
    table.do("step fisher_one_a")
    assert table.workers("fisher_one_a") == {"veterans": 1}
    assert table.strikebreakers("fisher_one_s") == {"money": 1}
    assert table.strikebreakers("fisher_two_t") == {"authority": 1}
    assert table.cubes("veterans") == 1 + 2


@pytest.mark.rule("FLT-24")
def test_gambit_without_a_strikebreaker_still_moves_the_worker_and_may_use_anothers() -> None:
    table = Position(committees=FIRST["veterans"], workers={"fisher_one_s": "cio, veterans"})
    table.do("gambit fisher_one_s cio")
    assert table.types() == {"step"}
    table.do("step fisher_one_t")
    assert table.workers("fisher_one_t") == {"cio": 1}
    assert table.cubes("veterans") == 1 + 2 + 1


@pytest.mark.rule("FLT-24")
@pytest.mark.rule("FLT-V12")
def test_with_may_gambits_moves_can_be_left_out_once_something_has_moved() -> None:
    table = Position(
        committees=FIRST["veterans"],
        workers={"fisher_one_s": "veterans"},
        strikebreakers={"fisher_one_a": "money, scab"},
        changes={"gambit_moves": "may"},
    )
    table.do("gambit fisher_one_s veterans")
    assert table.types() == {"move"}
    table.do("move money fisher_one_a fisher_one_c")
    assert table.types() == {"move", "done"}
    table.do("done")
    assert table.types() == {"step", "done"}
    table.do("done")
    assert table.workers("fisher_one_s") == {"veterans": 1}
    assert table.strikebreakers("fisher_one_a") == {"scab": 1}
    assert table.strikebreakers("fisher_one_c") == {"money": 1}


@pytest.mark.rule("FLT-12")
@pytest.mark.rule("FLT-24")
def test_a_gambit_changes_something_even_with_may() -> None:
    table = Position(
        committees=FIRST["veterans"], workers={"fisher_one_s": "veterans"}, changes={"gambit_moves": "may"}
    )
    table.do("gambit fisher_one_s veterans")
    assert table.types() == {"step"}


# ---- the others' unique actions (assumed)


@pytest.mark.rule("FLT-A2")
@pytest.mark.rule("FLT-V12")
def test_coordinate_places_two_workers_for_one_cost_and_ends_early() -> None:
    table = Position(committees=CIO).do("coordinate", "occupy fisher_two_s cio", "picket fisher_two_a cio")
    assert table.cubes("cio") == 1 + 2
    full = {"fisher_one_s": "4 rank_and_file, 4 veterans, 3 cio"}
    table = Position(committees=CIO, workers=full).do("coordinate", "occupy fisher_two_s cio")
    assert table.pending is None
    assert table.cubes("cio") == 3


@pytest.mark.rule("FLT-A2")
@pytest.mark.rule("FLT-V12")
def test_hold_places_two_own_workers_on_one_space() -> None:
    table = Position(committees=FIRST["rank_and_file"], workers={"fisher_one_s": "rank_and_file"})
    assert len(table.of_type("hold")) == 15
    table.do("hold fisher_two_a")
    assert table.workers("fisher_two_a") == {"rank_and_file": 2}
    assert table.cubes("rank_and_file") == 3
    table = Position(committees=FIRST["rank_and_file"], workers={"fisher_one_s": "3 rank_and_file"})
    assert not table.of_type("hold")


@pytest.mark.rule("FLT-A2")
@pytest.mark.rule("FLT-V12")
def test_agitate_resists_up_to_two_strikebreakers_of_one_space() -> None:
    table = Position(strikebreakers={"fisher_one_a": "2 money, scab", "fisher_one_b": "scab"})
    table.do("agitate fisher_one_a")
    assert table.types() == {"resist"}
    table.do("resist fisher_one_a money fisher_one_s socialists")
    assert table.types() == {"resist", "done"}
    table.do("resist fisher_one_a scab fisher_one_s socialists")
    assert table.pending is None
    assert table.strikebreakers("fisher_one_a") == {"money": 1}
    assert table.cubes("socialists") == 1 + 2
    table = Position(strikebreakers={"fisher_one_a": "money"}).do("agitate fisher_one_a")
    assert table.pending is None  # the one Resist was forced, nothing more can be removed
    table = Position(strikebreakers={"fisher_one_a": "2 money"}).do("agitate fisher_one_a")
    table.do("done")
    assert table.strikebreakers("fisher_one_a") == {"money": 1}


@pytest.mark.rule("FLT-A2")
@pytest.mark.rule("FLT-V12")
@pytest.mark.parametrize(("held", "left"), [(5, 2), (2, 0)])
def test_relief_returns_up_to_three_cubes_of_another_committee(held: int, left: int) -> None:
    table = Position(committees=FIRST["womens_brigade"], cubes={"cio": held}).do("relief cio")
    assert table.cubes("cio") == left
    assert table.cubes("womens_brigade") == 3


@pytest.mark.rule("FLT-A2")
@pytest.mark.rule("FLT-V41")
def test_the_parameters_of_unique_actions_have_alternatives() -> None:
    table = Position(committees=CIO, changes={"FLT-A2": "coordinate_3"})
    table.do("coordinate", "occupy fisher_two_s cio", "picket fisher_two_a cio")
    assert table.pending == "coordinate"
    table = Position(committees=FIRST["womens_brigade"], cubes={"cio": 5}, changes={"FLT-A2": "relief_5"})
    assert table.do("relief cio").cubes("cio") == 0


@pytest.mark.rule("FLT-A1")
def test_each_committee_is_cheaper_at_one_action_and_dearer_at_another_all_different() -> None:
    pairs = set()
    for committee in LAYERS.base["committees"].values():
        costs = {name: committee["exhaustion"][name] for name in ("occupy", "picket", "resist")}
        base = {"occupy": 2, "picket": 1, "resist": 2}
        cheap = [name for name in costs if costs[name] == base[name] - 1]
        dear = [name for name in costs if costs[name] == base[name] + 1]
        assert (len(cheap), len(dear)) == (1, 1)
        pairs.add((cheap[0], dear[0]))
        assert (committee["exhaustion"]["unique"], committee["exhaustion"]["rest"]) == (2, 0)
    assert len(pairs) == 5


@pytest.mark.rule("FLT-A1")
@pytest.mark.rule("FLT-V11")
@pytest.mark.rule("FLT-V41")
@pytest.mark.parametrize("name", ["all_1", "all_2", "one_less", "one_more", "rest_1"])
def test_the_alternatives_of_the_costs_change_all_cards(name: str) -> None:
    changed = LAYERS.base["assumed"]["FLT-A1"]["alternatives"][name]
    data = merge(LAYERS.base, changed)
    assert set(changed["committees"]) == set(data["committees"])
    table = Position(changes={"FLT-A1": name})
    for i, committee in enumerate(data["committees"].values()):
        assert list(table.t.cost[i]) == [
            committee["exhaustion"][a] for a in ("occupy", "picket", "resist", "rest", "unique")
        ]
        assert min(table.t.cost[i]) >= 0


@pytest.mark.rule("FLT-V11")
def test_an_action_that_costs_nothing_may_still_cost_the_extra() -> None:
    table = Position(committees=FIRST["womens_brigade"]).do("picket fisher_two_a cio")
    assert table.cubes("womens_brigade") == 1 + 0 + 1
    table = Position(committees=FIRST["womens_brigade"]).do("picket fisher_two_a womens_brigade")
    assert table.cubes("womens_brigade") == 1


@pytest.mark.rule("FLT-V1")
def test_names_stand_for_themselves_and_a_space_is_its_card_and_letter() -> None:
    spaces = Position().state["spaces"]
    assert all(name == f"{space['card']}_{name[-1]}" for name, space in spaces.items())
    assert {space["icon"] for space in spaces.values()} == {"authority", "money", "scab", "exhaustion", "remove"}
