"""Ruleset files are layered, complete and honest about where each datum comes from."""

from pathlib import Path
from typing import Any

import pytest

from strikesim.errors import RulesetError
from strikesim.games import load
from strikesim.games.registry import names
from strikesim.games.ruleset import components, leaves, merge, provenance_of, read_layers, without_marks


def parse(name: str, changes: "dict[str, Any]", folder: "Path | None" = None) -> Any:
    layers = read_layers(name, folder).changed(changes)
    return load(layers.game).tables.Rules.parse(layers.data(), layers.where)


@pytest.mark.parametrize("name", names())
def test_the_published_rules_are_valid(name: str) -> None:
    assert parse(name, {}).ruleset.name == name


@pytest.mark.parametrize("name", names())
def test_every_alternative_of_every_assumed_component_is_valid_and_changes_something(name: str) -> None:
    default = read_layers(name).data()
    for identity, entry in default["assumed"].items():
        for alternative in entry["alternatives"]:
            parse(name, {identity: alternative})
            assert components(read_layers(name).changed({identity: alternative}).data()) != components(default)


@pytest.mark.parametrize("name", names())
def test_an_alternative_changes_nothing_that_is_known(name: str) -> None:
    default = read_layers(name).data()
    for entry in default["assumed"].values():
        for alternative, overlay in entry["alternatives"].items():
            for key, _ in leaves(overlay):
                assert provenance_of(default, key) not in ("rulebook", "arithmetic"), f"{alternative}: {key}"


@pytest.mark.parametrize("name", names())
def test_every_provenance_entry_is_used(name: str) -> None:
    data = read_layers(name).data()
    keys = [key for key, _ in leaves(components(data))]
    for entry in data["provenance"]:
        assert any(key == entry or key.startswith(f"{entry}.") for key in keys), entry


def test_layers_replace_lists_and_merge_tables() -> None:
    assert merge({"a": {"b": [1, 2], "c": 3}}, {"a": {"b": [4]}}) == {"a": {"b": [4], "c": 3}}


@pytest.mark.parametrize("special", ["{ replace = true, draw = 2 }", "{ draw = 2, replace = true }"])
def test_a_table_that_says_so_replaces_the_one_below(tmp_path: Path, special: str) -> None:
    (tmp_path / "v.toml").write_text(f'extends = "strajk"\n[cards.worker]\nspecial = {special}\n')
    layers = read_layers("v.toml", tmp_path)
    assert layers.data()["cards"]["worker"] == {"level": 2, "special": {"draw": 2}}
    assert layers.changed({"cards.worker.special.draw": 3}).data()["cards"]["worker"]["special"] == {"draw": 3}
    assert provenance_of(layers.data(), "cards.worker.special.draw") == "variant"
    parse("v.toml", {}, tmp_path)


def test_overlays_that_replace_can_be_laid_together_first() -> None:
    base, one, two = {"a": {"x": 1}}, {"a": {"replace": True, "y": 2}}, {"a": {"z": 3}}
    together = merge(base, merge(one, two))
    assert together == merge(merge(base, one), two) == {"a": {"replace": True, "y": 2, "z": 3}}
    assert without_marks(together) == {"a": {"y": 2, "z": 3}}


def test_overlays_win_over_chosen_alternatives_and_stack(tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text('extends = "strajk"\n[choose]\nSTJ-A2 = "free"\n[rules]\nhand_size = 6\n')
    (tmp_path / "two.toml").write_text(
        'extends = "one.toml"\n[locations.cross]\ncost = ["speech", "speech"]\n[rules]\ntrophies_to_win = 1\n'
    )
    data = read_layers("two.toml", tmp_path).data()
    assert data["locations"]["cross"]["cost"] == ["speech", "speech"]
    assert (data["rules"]["hand_size"], data["rules"]["trophies_to_win"]) == (6, 1)
    assert read_layers("one.toml", tmp_path).data()["locations"]["cross"]["cost"] == []


def test_an_alternative_asked_for_wins_over_the_variants_own_datum(tmp_path: Path) -> None:
    (tmp_path / "v.toml").write_text('extends = "strajk"\n[locations.cross]\ncost = ["speech", "speech"]\n')
    layers = read_layers("v.toml", tmp_path)
    costs = [
        layers.changed({"STJ-A2": name}).data()["locations"]["cross"]["cost"] for name in ("default", "speech", "free")
    ]
    assert costs == [["speech", "speech"], ["speech"], []]


def test_a_changed_datum_no_longer_claims_to_be_the_rulebooks() -> None:
    data = read_layers("strajk").changed({"rules.hand_size": 6, "STJ-A2": "free"}).data()
    assert provenance_of(data, "rules.hand_size") == "variant"
    assert provenance_of(data, "rules.trophies_to_win") == "rulebook"
    assert provenance_of(data, "locations.cross.cost") == "assumed STJ-A2"


def test_an_overlay_may_describe_an_alternative_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "v.toml").write_text(
        'extends = "strajk"\n[choose]\nSTJ-A2 = "dear"\n'
        '[assumed.STJ-A2.alternatives]\ndear = { locations.cross.cost = ["running", "running"] }\n'
    )
    assert read_layers("v.toml", tmp_path).data()["locations"]["cross"]["cost"] == ["running", "running"]


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"locations.cross.cost": ["walkng"]}, "locations.cross.cost names no card: 'walkng'; did you mean 'walking'?"),
        ({"locations.cross.stack": {"running": -1}}, "locations.cross.stack.running = -1"),
        ({"board.edges": [["cross", "gate_22"]]}, "board.edges names no location: 'gate_22'; did you mean 'gate_2'?"),
        ({"board.edges": [["cross", "gate_2"]]}, "the board is not connected: no path from cross to bhp_hall"),
        ({"board.start": "cros"}, "board.start names no location: 'cros'; did you mean 'cross'?"),
        ({"rules.trophies_to_win": 3}, "at least 11 are needed, or a game may never end"),
        ({"locations.bhp_hall.cost": ["speech"]}, "no card is taken where the demands lie; leave it out"),
        ({"demands.expert_expert.count": 3}, "the counts sum to 7, but the Hall's stack holds 6"),
        ({"demands.expert_expert.cards": ["exprt"]}, "demands.expert_expert.cards"),
        ({"cards.worker.special": {"swap": 1, "draw": 2}}, "a special action does one thing"),
        ({"provenance.rules": "rulebok"}, "provenance.'rules' = 'rulebok'; did you mean 'rulebook'?"),
        ({"provenance.rules": "assumed STJ-A9"}, "there is no [assumed.STJ-A9]"),
        ({"switches.reshuffle_when": "never"}, "switches.reshuffle_when = 'never'"),
        ({"rules.hand_size": 2.5}, "rules.hand_size = 2.5"),
        ({"ruleset.players": []}, "ruleset.players = []"),
        ({"ruleset.turn_limit": 2**40}, "ruleset.turn_limit"),
        ({f"locations.department_{n}.stack": {"worker": 60} for n in (1, 2, 3)}, "one player could own 180"),
    ],
)
def test_what_is_wrong_with_a_ruleset_is_told(changes: "dict[str, Any]", says: str) -> None:
    with pytest.raises(RulesetError) as error:
        parse("strajk", changes)
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def test_all_problems_are_told_at_once() -> None:
    with pytest.raises(RulesetError, match=r"board\.start.*trophies_to_win = 3"):
        parse("strajk", {"board.start": "nowhere", "rules.trophies_to_win": 3})


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[rules]\nhand_size = 6\n", "say which ruleset it changes"),
        ('extends = "v.toml"\n', "extends itself"),
        ('extends = "strajk"\n[rules\n', "broken TOML"),
        ('extends = "strajk"\n[choose]\nSTJ-A7 = "x"\n', "choose.STJ-A7: there is no such assumed component"),
        ('extends = "strajk"\n[choose]\nSTJ-A2 = ["free"]\n', "STJ-A2 has no alternative"),
        ('extends = "strajk"\nchoose = "x"\n', "choose must be a table"),
        (
            'extends = "strajk"\n[choose]\nSTJ-A2 = "x"\n[assumed.STJ-A2]\nalternatives = ["x"]\n',
            "no table of alternatives",
        ),
    ],
)
def test_a_broken_overlay_is_told(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "v.toml").write_text(text)
    with pytest.raises(RulesetError) as error:
        read_layers("v.toml", tmp_path).data()
    assert says in str(error.value)
