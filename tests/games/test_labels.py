"""The names that a designer reads stand in the ruleset's file, beside what they name."""

from typing import Any

import pytest

from strikesim.errors import RulesetError
from strikesim.games import load
from strikesim.games.labels import Labels, labels_of
from strikesim.games.ruleset import read_layers


def labels(changes: "dict[str, Any] | None" = None) -> Labels:
    return labels_of(load("strajk"), read_layers("strajk").changed(changes or {}).data())


def test_a_key_has_a_name_with_and_without_its_table() -> None:
    assert labels().keys["hand_size"] == labels().keys["rules.hand_size"] == "hand size"
    assert labels().keys["STJ-A4"] == "paths on the board"


def test_values_have_names() -> None:
    assert labels().values["STJ-A4"]["dense"] == "16 paths"
    assert labels().values["switches.reshuffle_when"]["empty"] == "as soon as Tomorrow is empty"


def test_a_name_follows_the_data() -> None:
    assert labels().causes["win: demands"] == "2 of the demands won by one player"
    assert labels({"rules.trophies_to_win": 1}).causes["win: demands"] == "1 of the demands won by one player"


def test_labels_are_written_and_read() -> None:
    assert Labels.model_validate_json(labels().model_dump_json()) == labels()


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"labels.rules.hand_sze": "x"}, "labels.rules.hand_sze: there is no such thing to name; did you mean"),
        ({"labels.difficulties.easy": "x"}, "labels.difficulties.easy: there is no such thing to name"),
        ({"labels.rules.hand_size": "{rules.size}"}, "labels.rules.hand_size = '{rules.size}': nothing stands at"),
        ({"assumed.STJ-A2.labels.dear": "x"}, "assumed.STJ-A2.labels.dear: there is no such alternative"),
        ({"labels.rules.hand_size": 3}, "labels.rules.hand_size"),
    ],
)
def test_a_name_for_nothing_is_told(changes: "dict[str, Any]", says: str) -> None:
    layers = read_layers("strajk").changed(changes)
    with pytest.raises(RulesetError) as error:
        load("strajk").tables.Rules.parse(layers.data(), "x")
    assert says in str(error.value)
