"""Knobs: what can be turned, within what the ruleset's own tables allow."""

from typing import Any

import pytest

from strikesim.errors import ConfigError, RulesetError
from strikesim.games import registry
from strikesim.games.ruleset import components, leaves, read_layers
from strikesim.sweep.knobs import Knob, knob_of, sorted_out, values_to_try


@pytest.mark.parametrize(
    ("game", "key", "kind", "low", "high"),
    [
        ("strajk", "rules.hand_size", "integer", 1, 12),
        ("strajk", "locations.cross.stack.running", "integer", 0, 100),
        ("flint", "token", "integer", 2, 120),
        ("flint", "committees.cio.exhaustion.occupy", "integer", 0, 60),
        ("strike", "difficulties.normal.home_strikers", "integer", 0, 60),
        ("strike", "rules.megadrones", "integer", 0, 60),
        ("strajk", "reshuffle_when", "choice", None, None),
        ("flint", "extra_card", "choice", None, None),
    ],
)
def test_a_knob_has_the_bounds_that_its_table_declares(
    game: str, key: str, kind: str, low: float | None, high: float | None
) -> None:
    knob = knob_of(read_layers(game), key)
    assert (knob.kind, knob.low, knob.high) == (kind, low, high)


@pytest.mark.parametrize("game", registry.names())
def test_every_number_of_every_ruleset_is_a_knob_and_lies_within_its_bounds(game: str) -> None:
    layers = read_layers(game)
    numbers = {key: value for key, value in leaves(components(layers.data())) if type(value) is int}
    assert len(numbers) > 30
    for key, value in numbers.items():
        knob = knob_of(layers, key)
        assert knob.kind == "integer", key
        assert knob.low is None or knob.low <= value, key
        assert knob.high is None or value <= knob.high, key


def test_switches_and_assumed_components_are_choices_with_the_value_in_force_first() -> None:
    layers = read_layers("strajk")
    assert knob_of(layers, "STJ-A4").choices == ["default", "sparse", "dense", "far_delegates"]
    assert knob_of(layers, "switches.reshuffle_when").choices == ["empty", "needed"]


WIDE = Knob("k", "integer", 40, (), 2, 120)


@pytest.mark.parametrize(
    ("knob", "asked", "tried"),
    [
        (Knob("k", "integer", 2, (), 1, 5), {}, [1, 2, 3, 4, 5]),
        (WIDE, {}, [36, 37, 38, 39, 40, 41, 42, 43, 44]),
        (WIDE, {"low": 118}, [118, 119, 120]),
        (WIDE, {"low": 20, "high": 60}, [20, 25, 30, 35, 40, 45, 50, 55, 60]),
        (WIDE, {"values": [7, 3, 7]}, [3, 7]),
        (Knob("k", "number", 0.5), {"low": 0, "high": 1}, [k / 8 for k in range(9)]),
        (Knob("k", "choice", "a", ["a", "b"]), {}, ["a", "b"]),
    ],
)
def test_values_are_those_in_bounds_or_around_the_one_in_force(knob: Knob, asked: Any, tried: list[Any]) -> None:
    assert values_to_try(knob, **asked) == tried


@pytest.mark.parametrize(
    ("knob", "asked", "told"),
    [
        (WIDE, {"low": 50, "high": 40}, "give the lower end first"),
        (WIDE, {"values": ["many"]}, "'many' is no number"),
        (Knob("k", "number", 0.5), {}, "--from and --to"),
        (Knob("k", "number", 0.5), {"low": 0}, "say both"),
        (Knob("k", "choice", "a", ["a", "b"]), {"values": ["c"]}, r"none of its values \(a, b\)"),
        (Knob("k", "choice", "a", ["a", "b"]), {"low": 1}, "has no range"),
        (Knob("k", "choice", "a"), {}, "list the values"),
    ],
)
def test_what_cannot_be_tried_is_told(knob: Knob, asked: Any, told: str) -> None:
    with pytest.raises(ConfigError, match=told):
        values_to_try(knob, **asked)


def test_values_that_the_ruleset_refuses_are_left_out_with_the_reason() -> None:
    good, refused = sorted_out(read_layers("flint"), "rules.workers", [1, 4, 5])
    assert good == [4, 5]
    assert "a committee has 1 workers" in refused[1]
    with pytest.raises(ConfigError, match="two values or more must be possible"):
        sorted_out(read_layers("flint"), "rules.workers", [1, 4])


def test_what_is_no_knob_is_told() -> None:
    layers = read_layers("strajk")
    with pytest.raises(ConfigError, match="rulesets show strajk"):
        knob_of(layers, "rules.bogus")
    with pytest.raises(ConfigError, match="is a table"):
        knob_of(layers, "cards.speech")
    with pytest.raises(RulesetError, match="no switch"):
        knob_of(layers, "bogus")
