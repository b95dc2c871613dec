"""A manifest is read as it was written, or refused in one line that says what is wrong."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from strikesim.errors import ResultError
from strikesim.sweep.manifest import (
    FORMAT,
    Manifest,
    Part,
    changed,
    games_key,
    read_manifest,
    read_parts,
    write_manifest,
    write_parts,
)
from sweep.manifests import cell, manifest

VARIANTS = {"as it is": {}, "big": {"hand_size": 6}}


def made() -> Manifest:
    cells = [cell(k, ["a", "b"], difficulty="easy", variant=name) for k, name in enumerate(VARIANTS)]
    return manifest(cells, variants=VARIANTS, coded=["character"], target={"audience": "gamer"}, grid={"players": [2]})


def test_a_manifest_is_read_as_it_was_written(tmp_path: Path) -> None:
    write_manifest(tmp_path, made())
    assert read_manifest(tmp_path) == made()


def tables(value: Any, path: "tuple[Any, ...]" = ()) -> "Iterator[tuple[Any, ...]]":
    """Yield the path of every table of a manifest that has a fixed shape."""
    yield path
    for key in ("sweep", "target", "labels", "cells", "bots", "metrics", "seat_metrics"):
        inner = value.get(key)
        if isinstance(inner, list) and inner:
            yield from tables(inner[0], (*path, key, 0))
        elif isinstance(inner, dict) and inner:
            yield from tables(inner, (*path, key))


TABLES = list(tables(json.loads(made().model_dump_json())))


def table_at(data: Any, path: "tuple[Any, ...]") -> Any:
    for key in path:
        data = data[key]
    return data


def refused(folder: Path, change: Any) -> str:
    """Return the error of a manifest that was changed in its file."""
    write_manifest(folder, made())
    path = folder / "manifest.json"
    data = json.loads(path.read_text())
    change(data)
    path.write_text(json.dumps(data))
    with pytest.raises(ResultError) as error:
        read_manifest(folder)
    message = str(error.value)
    assert "\n" not in message
    assert message.startswith(f"{path}: ")
    return message


def test_every_table_of_fixed_shape_is_tried() -> None:
    assert [len(path) for path in TABLES].count(0) == 1
    assert {path[-1] for path in TABLES if path} == {"sweep", "target", "labels", 0}
    assert ("cells", 0, "bots", 0) in TABLES


@pytest.mark.parametrize("path", TABLES, ids=str)
def test_a_key_that_is_missing_is_named(tmp_path: Path, path: "tuple[Any, ...]") -> None:
    for key in table_at(json.loads(made().model_dump_json()), path):
        message = refused(tmp_path, lambda data, key=key: table_at(data, path).pop(key))
        assert re.search(rf"'[\w.]*\b{key}' is missing|not a manifest of format", message), message


@pytest.mark.parametrize("path", TABLES, ids=str)
def test_a_key_too_many_is_named(tmp_path: Path, path: "tuple[Any, ...]") -> None:
    message = refused(tmp_path, lambda data: table_at(data, path).update(sauce=1))
    assert "sauce" in message
    assert "delete this one file and run the sweep again" in message


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda data: data["rulesets"].clear(), "cell 0 has no ruleset"),
        (lambda data: data["rulesets"]["h"]["ruleset"].update(kind="solo"), "kind"),
        (lambda data: data["cells"][1]["axes"].pop("players"), "cell 1 has the axes"),
        (lambda data: data["cells"][1]["axes"].update(more=1), "cell 1 has the axes"),
        (lambda data: data["cells"][1]["axes"].update(players="2"), "cell 1 has the axes"),
        (lambda data: data["cells"].pop(0), "the cells are not numbered from 0"),
        (lambda data: data["cells"].clear(), "cells"),
        (lambda data: data["cells"][0]["bots"].clear(), "bots"),
        (lambda data: data["sweep"].update(variants={"a": {}}), "cell 0 is of no known variant"),
        (lambda data: data["sweep"].update(seed="7"), "sweep.seed"),
        (lambda data: data["cells"][0]["bots"][0]["weights"].update(play=float("nan")), "NaN is no number"),
        (lambda data: data["rulesets"]["h"].update(x=[float("inf")]), "Infinity is no number"),
        (lambda data: data.update(format=4), "not a manifest of format 5"),
    ],
)
def test_a_manifest_that_contradicts_itself_is_told(tmp_path: Path, change: Any, says: str) -> None:
    assert says in refused(tmp_path, change)


@pytest.mark.parametrize("text", ["{", "[]", "NaN", '{"format": 99}', "\udcff"])
def test_what_is_no_manifest_is_told(tmp_path: Path, text: str) -> None:
    (tmp_path / "manifest.json").write_text(text, errors="surrogateescape")
    with pytest.raises(ResultError, match=r"manifest\.json"):
        read_manifest(tmp_path)


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ({"grid": {"hand_size": [5, float("nan")]}}, r"sweep\.grid\.hand_size = nan; a number must be finite"),
        ({"variants": {"v": {"x": float("inf")}}}, r"sweep\.variants\.v\.x = inf; a number must be finite"),
    ],
)
def test_what_is_no_number_is_not_written(tmp_path: Path, keys: Any, says: str) -> None:
    axes = {"variant": "v"} if "variants" in keys else {}
    with pytest.raises(ResultError, match=says):
        write_manifest(tmp_path, manifest([cell(0, ["a"], **axes)], **keys))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("other", "says"),
    [
        ({"seed": 8}, "seed 7, not 8"),
        ({"header": {"name": "h"}}, "ruleset g, not h"),
        ({"cells": [cell(0, ["b", "a"])]}, "another grid, or bots with other weights"),
        ({"header": {"version": "2"}}, "the ruleset's data have changed"),
        ({"strikesim": "0.0.1"}, "made by strikesim 0.1.0"),
        ({"games": 200, "target": {"audience": "gamer"}}, ""),
    ],
)
def test_what_makes_other_games_is_told_apart_from_what_does_not(other: Any, says: str) -> None:
    cells = [cell(0, ["a", "b"])]
    assert changed(manifest(cells), manifest(**{"cells": cells, **other})) == says


def test_games_of_another_format_are_other_games() -> None:
    """A format also stands for how chance is drawn, and parts are known by their key alone."""
    now = made()
    then = now.model_copy(update={"format": FORMAT - 1})
    assert {games_key(now, cell) for cell in now.cells}.isdisjoint(games_key(then, cell) for cell in then.cells)


PART = Part(cell=0, first=0, games=5, wins=[1], sha256="x")


@pytest.mark.parametrize(
    "parts",
    [
        [PART, PART],
        [PART.model_copy(update={"cell": 2})],
        [PART.model_copy(update={"first": 3})],
        [PART.model_copy(update={"games": 11})],
        [PART.model_copy(update={"games": 0})],
        [PART.model_copy(update={"cell": -1})],
    ],
)
def test_parts_that_stand_twice_or_nowhere_are_told(tmp_path: Path, parts: "list[Part]") -> None:
    write_parts(tmp_path, parts)
    with pytest.raises(ResultError, match=r"parts\.json: damaged \(.*\); delete this one file"):
        read_parts(tmp_path, 2, 10)


@pytest.mark.parametrize("text", ["{", "{}", '[{"cell": 0}]', '[{"cell": 0, "sauce": 1}]'])
def test_damaged_parts_are_told(tmp_path: Path, text: str) -> None:
    (tmp_path / "parts.json").write_text(text)
    with pytest.raises(ResultError, match=r"parts\.json: damaged"):
        read_parts(tmp_path, 2, 10)


def test_parts_are_read_as_they_were_written(tmp_path: Path) -> None:
    assert read_parts(tmp_path, 2, 10) == []
    written = [PART, PART.model_copy(update={"first": 10})]
    write_parts(tmp_path, written)
    assert read_parts(tmp_path, 2, 10) == written
