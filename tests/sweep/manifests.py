"""Manifests made up for the tests."""

from collections.abc import Mapping, Sequence
from typing import Any

from strikesim.games.common import Metric
from strikesim.games.labels import Labels
from strikesim.sweep.config import Sweep, Target
from strikesim.sweep.manifest import FORMAT, Cell, Manifest, SeatedBot

HEADER = {"name": "g", "title": "The Game", "version": "1", "players": [1, 2, 3, 4, 5]}


def cell(index: int, line_up: "Sequence[str]", **axes: Any) -> Cell:
    """Return a cell in which these bots sit, one in each seat."""
    start = {"players": len(line_up), "difficulty": None, "bots": ",".join(dict.fromkeys(line_up))}
    bots = [SeatedBot(name=name, spec=name, weights={"play": 1.5}, digest="") for name in line_up]
    return Cell(index=index, axes={**start, **axes}, bots=bots, ruleset="h")


def manifest(
    cells: "Sequence[Cell]",
    kind: str = "cooperative",
    header: "Mapping[str, Any] | None" = None,
    coded: "Sequence[str]" = (),
    target: "Mapping[str, Any] | None" = None,
    **keys: Any,
) -> Manifest:
    """Return the manifest of a sweep of the ruleset "g".

    Parameters
    ----------
    kind, header
        Of the ruleset, and what else its head says.
    coded
        Seat metrics whose values are names of the ruleset.
    target
        The sweep's.
    keys
        Of the manifest, or of the sweep.
    """
    data = {"ruleset": {**HEADER, "kind": kind, **(header or {})}}
    own = {key: keys.pop(key) for key in list(keys) if key in Manifest.model_fields}
    asked = {"name": "s", "ruleset": "g", "seed": 7, "games": 100, **keys}
    seat_metrics = [Metric(name, name.capitalize(), "", f"{name}s") for name in coded]
    filled: dict[str, Any] = {
        "format": FORMAT,
        "strikesim": "0.1.0",
        "sweep": Sweep(**asked, target=None if target is None else Target(**target)),
        "bots": {},
        "files": {},
        "labels": Labels(keys={}, values={}, causes={}, metrics=[], seat_metrics=seat_metrics),
        "cells": list(cells),
        "rulesets": {"h": data},
    }
    return Manifest(**{**filled, **own})
