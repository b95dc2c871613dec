"""Sweeps that a question asks for: two things compared, everything assumed varied."""

import math
from pathlib import Path
from typing import Any

import pytest

from strikesim.errors import ConfigError, StrikesimError
from strikesim.games.registry import names
from strikesim.sweep import designs
from strikesim.sweep.config import BASELINE
from strikesim.sweep.designs import COMBINATION, comparison, confirmation, sensitivity
from strikesim.sweep.plan import plan


@pytest.mark.parametrize("name", names())
def test_sensitivity_varies_every_alternative_and_every_switch_once(name: str) -> None:
    from strikesim.games.ruleset import read_layers

    data = read_layers(name).data()
    sweep = sensitivity(name, 0, games=1)
    changes = [next(iter(change.items())) for variant, change in sweep.variants.items() if variant != BASELINE]
    alternatives = [(key, other) for key, entry in data["assumed"].items() for other in entry["alternatives"]]
    assert [change for change in changes if change[0] in data["assumed"]] == alternatives
    assert {key for key, _ in changes} == set(data["assumed"]) | set(data["switches"])
    assert all(data["switches"].get(key) != value for key, value in changes)


def test_random_combinations_are_of_assumed_components_alone_and_depend_on_the_seed_alone() -> None:
    from strikesim.games.ruleset import read_layers

    drawn = [list(sensitivity("flint", 12, games=1, seed=seed).variants.items())[-12:] for seed in (3, 3, 4)]
    assert drawn[0] == drawn[1] != drawn[2]
    assumed = set(read_layers("flint").data()["assumed"])
    assert {key for _, change in drawn[0] for key in change} <= assumed
    assert all(name.startswith(COMBINATION) for name, _ in drawn[0])


@pytest.mark.parametrize("name", names())
def test_each_component_is_changed_half_the_time_however_many_alternatives_an_author_listed(name: str) -> None:
    # Of 300 combinations: 50 % give or take 13 points, over four standard errors; some that are no valid ruleset are
    # drawn anew. With all values alike a component of four alternatives would be changed in 80 %.
    from strikesim.games.ruleset import read_layers

    drawn = [change for key, change in sensitivity(name, 300, games=1).variants.items() if key.startswith(COMBINATION)]
    for identity, entry in read_layers(name).data()["assumed"].items():
        values = [change[identity] for change in drawn if identity in change]
        assert len(values) / 300 == pytest.approx(0.5, abs=0.13)
        shares = [values.count(other) / len(values) for other in entry["alternatives"]]
        assert shares == pytest.approx([1 / len(shares)] * len(shares), abs=0.17)


def test_the_baseline_gets_the_root_of_the_changes_times_as_many_games() -> None:
    sweep = sensitivity("strajk", 5, games=10)
    changes = len(sweep.variants) - 1 - 5
    assert sweep.more == {BASELINE: math.ceil(math.sqrt(changes))}


def test_what_is_shown_is_played_again_on_a_fresh_seed_with_more_games_and_a_baseline_of_its_own() -> None:
    screened = sensitivity("strajk", 5, games=10, grid={"players": [2]})
    shown = list(screened.variants)[1:6]
    again = confirmation(screened, shown)
    assert list(again.variants) == [BASELINE, *shown]
    assert again.seed != screened.seed
    assert again.seed != confirmation(screened.model_copy(update={"seed": 2}), shown).seed
    assert (again.games, again.more, again.grid) == (40, {BASELINE: 3}, {"players": [2]})
    assert again.name == confirmation(screened, shown).name != confirmation(screened, shown[:2]).name
    finer = confirmation(screened.model_copy(update={"games": None, "precision": 0.02}), shown)
    assert (finer.games, finer.precision) == (None, 0.01)


def test_every_variant_of_a_sensitivity_sweep_can_be_played() -> None:
    sweep = sensitivity("strajk", 3, games=1, grid={"players": [3], "bots": ["random"]})
    cells = plan(sweep, Path(), "here").cells
    assert [cell.axes["variant"] for cell in cells] == list(sweep.variants)


def test_the_chosen_value_is_the_baseline_and_the_default_is_an_alternative(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('extends = "strajk"\n[choose]\nSTJ-A4 = "dense"\n[switches]\nreshuffle_when = "needed"\n')
    variants = sensitivity(str(path), 0, games=1).variants
    assert {"STJ-A4": "default"} in variants.values()
    assert {"reshuffle_when": "empty"} in variants.values()
    assert {"STJ-A4": "dense"} not in variants.values()


@pytest.mark.parametrize("key", ["STJ-A4", "choose.STJ-A4"])
def test_what_is_set_moves_the_baseline_of_a_sensitivity_sweep(key: str) -> None:
    sweep = sensitivity("strajk", 4, games=1, grid={key: ["dense"], "players": [2]})
    assert sweep.variants[BASELINE] == {"STJ-A4": "dense"}
    assert sweep.variants["STJ-A4 = default"] == {"STJ-A4": "default"}
    assert sweep.grid == {"players": [2]}
    cells = plan(sweep, Path(), "here").cells
    chosen = {cell.axes["variant"]: cell.match.data["choose"]["STJ-A4"] for cell in cells}
    assert chosen[BASELINE] == "dense"
    assert all(drawn == "dense" for name, drawn in chosen.items() if "STJ-A4" not in sweep.variants[name])
    assert chosen["STJ-A4 = default"] == "default"
    with pytest.raises(ConfigError, match="STJ-A4 has 2 values; give the one that is the baseline"):
        sensitivity("strajk", 0, games=1, grid={"STJ-A4": ["dense", "default"]})


@pytest.mark.parametrize("key", ["rules.hand_size", "rules", "STJ-A4"])
def test_a_key_on_both_sides_of_a_comparison_is_refused(key: str, tmp_path: Path) -> None:
    change = {
        "rules.hand_size": "rules.hand_size=6",
        "rules": "rules={hand_size=6}",
        "STJ-A4": "choose.STJ-A4='dense'",
    }[key]
    axis = {"rules": "rules.hand_size"}.get(key, key)
    value = "dense" if key == "STJ-A4" else 7
    asked: Any = {"games": 1, "grid": {axis: [value], "bots": ["random"], "players": [2]}}
    with pytest.raises(ConfigError, match=f"changes {axis}, which the grid .or --set. fixes as well"):
        plan(comparison("strajk", change, **asked), Path(), "here")
    path = tmp_path / "mine.toml"
    path.write_text('extends = "strajk"\n[rules]\nhand_size = 6\n[choose]\nSTJ-A4 = "dense"\n')
    with pytest.raises(ConfigError, match=f"changes {axis}, which"):
        plan(comparison("strajk", str(path), **asked), Path(), "here")
    with pytest.raises(ConfigError, match=f"changes {axis}, which"):
        plan(comparison(str(path), "strajk", **asked), Path(), "here")
    plan(comparison(str(path), "reshuffle_when=needed", **asked), Path(), "here")  # what both have is moved for both


def test_two_rulesets_are_variants_and_one_change_can_be_written_in_place() -> None:
    assert comparison("strike", "mine.toml", games=1).variants == {"strike": "strike", "mine.toml": "mine.toml"}
    assert comparison("strike", "rules.x=6", games=1).variants == {"strike": "strike", "rules.x=6": {"rules.x": 6}}
    assert comparison("strike", "strike", games=1).variants == {"strike": "strike", "strike again": "strike"}


def test_two_bots_lead_their_team_or_sit_at_the_table_of_the_first() -> None:
    assert comparison("planner", "novice", "strike", games=1).grid["bots"] == ["planner", "novice"]
    assert comparison("planner", "novice", "strajk", games=1).grid["bots"] == ["planner,planner", "novice,planner"]
    assert comparison("a.py", "novice", "strajk", "engine_builder", games=1).grid["bots"] == [
        "a.py,engine_builder",
        "novice,engine_builder",
    ]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("planner", "planner", "strike"), "the same bot twice"),
        (("planner", "novice", "strike", "novice"), "nobody plays against the team"),
        (("strike", "mine.toml", None, "novice"), "name their game with --ruleset"),
        (("planner", "novice", "strik"), "did you mean 'strike'?"),
    ],
)
def test_a_wrong_comparison_is_told_in_one_line(arguments: tuple[str, ...], says: str) -> None:
    with pytest.raises(StrikesimError) as error:
        comparison(*arguments, games=1)
    assert says in str(error.value)


def test_the_folder_tells_the_question_and_an_edited_file_asks_another(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    names = []
    for size in (6, 7, 6):
        path.write_text(f'extends = "strajk"\n[rules]\nhand_size = {size}\n')
        names.append(comparison("strajk", str(path), games=1).name)
    assert names[0] == names[2] != names[1]
    assert names[0].startswith("compare-strajk-mine-")
    assert comparison("strike", "STK-A4=repeats", games=1, seed=7, grid={"players": [3]}).name == (
        "compare-strike-STK-A4-repeats-players-3-seed-7"
    )
    assert sensitivity("strajk", games=1).name == "sensitivity-strajk"
    assert sensitivity("strajk", 3, games=1).name == "sensitivity-strajk-combinations-3"


def test_each_seed_draws_combinations_of_its_own() -> None:
    drawn = [str(sensitivity("strajk", 4, games=1, seed=seed).variants) for seed in (0, 1, 2)]
    assert len(set(drawn)) == 3


@pytest.mark.parametrize("design", [comparison, sensitivity])
@pytest.mark.parametrize("keys", [{"grid": 5}, {"seed": "one"}, {"seed": -1}, {"gmaes": 5}])
def test_wrong_keys_are_told_before_they_are_used(design: Any, keys: "dict[str, Any]") -> None:
    words = ("planner", "novice", "strajk") if design is comparison else ("strajk", 2)
    with pytest.raises(ConfigError, match=next(iter(keys))):
        design(*words, **keys)


def test_two_bots_without_their_game_are_told_how_to_name_it() -> None:
    with pytest.raises(ConfigError, match=r"there is no ruleset 'planner'.*of two bots name the game with --ruleset"):
        comparison("planner", "novice", games=1)


def test_a_line_up_is_refused_where_two_bots_are_compared() -> None:
    with pytest.raises(ConfigError, match="who else sits at the table is said by --against"):
        comparison("planner", "novice", "strajk", games=1, grid={"bots": ["random"]})


# ---- ladders and tuning ------------------------------------------------------------------------------------------


def test_a_ladder_of_a_team_is_one_sweep_of_each_bot() -> None:
    name, (sweep,) = designs.ladder("strike", ["random", "planner"], games=5, grid={"players": [2]})
    assert name == "ladder-strike-players-2"
    assert (sweep.name, sweep.grid["bots"], sweep.games) == ("all-bots", ["random", "planner"], 5)


def test_a_ladder_of_competitors_has_every_pair_once_at_two_and_each_alone_at_more() -> None:
    name, (two, three) = designs.ladder("strajk", ["random", "novice", "planner"], games=5, grid={"players": [2, 3]})
    assert name == "ladder-strajk-players-2-3"
    assert two.grid["bots"] == ["planner,novice", "planner,random", "novice,random"]
    assert len(three.grid["bots"]) == 6
    assert "novice,planner,planner" in three.grid["bots"]


def test_a_tuning_is_judged_on_another_seed_and_more_games() -> None:
    sweep = designs.tuning("planner", "strajk", games=7, grid={"players": [2]})
    assert (sweep.name, sweep.grid) == ("tune-strajk-planner-players-2", {"players": [2], "bots": ["planner"]})
    one, other = (designs.held_out(sweep, "planner", "tuned", {"thin": value}) for value in (1.0, 2.0))
    assert (one.games, one.seed, one.grid["bots"]) == (70, other.seed, ["planner,planner", "tuned,planner"])
    assert one.seed != sweep.seed
    assert one.name != other.name


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ({"games": 5, "grid": {"bots": ["novice"]}}, "tune planner: --bots is not for tuning"),
        ({"precision": 0.01}, "tune planner: tuning takes a number of games, no precision"),
    ],
)
def test_what_tuning_does_not_take_is_told(keys: Any, says: str) -> None:
    with pytest.raises(ConfigError, match=says):
        designs.tuning("planner", "strajk", **keys)
