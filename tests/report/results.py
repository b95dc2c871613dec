"""Result folders made up for the tests: no game is played, so that the truth is known."""

import hashlib
import itertools
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from strikesim.games.common import MAX_SEATS
from strikesim.report.result import Result, read

DATA: dict[str, Any] = {
    "ruleset": {"name": "g", "title": "The Game", "version": "1", "default_difficulty": "easy"},
    "rules": {"hand_size": 5},
    "characters": {"anna": {"name": "Anna W."}, "lech": {"name": "Lech"}, "jacek": {"name": "Jacek"}},
    "assumed": {"G-A1": {"what": "What the map looks like", "alternatives": {"ring": {}, "star": {}}}},
    "choose": {"G-A1": "default"},
}


def write(
    folder: Path,
    kind: str = "cooperative",
    rate: "Callable[[Mapping[str, Any]], float]" = lambda axes: 0.5,
    games: int = 400,
    axes: "Mapping[str, Sequence[Any]] | None" = None,
    ruleset: "Mapping[str, Any] | None" = None,
    design: str = "grid",
    **manifest: Any,
) -> Path:
    """Write a result folder and return its path.

    Parameters
    ----------
    rate
        The true win rate of a cell: of the team, or of whoever begins.
    games
        Of each cell.
    axes
        The grid; what is missing of players, difficulty and bots is filled in.
    design
        The question that the sweep was made for.
    ruleset, manifest
        What to change in the manifest's table of the ruleset, and in the manifest.
    """
    cooperative = kind == "cooperative"
    grid = {"players": [2, 3], "difficulty": ["easy", "hard"] if cooperative else [None], "bots": ["planner"]}
    grid |= dict(axes or {})
    cells = []
    (folder / "games").mkdir(parents=True)
    parts = []
    for index, values in enumerate(itertools.product(*grid.values())):
        point = dict(zip(grid, values, strict=True))
        names = point["bots"].split(",")
        bots = [{"name": names[k % len(names)], "spec": names[k % len(names)]} for k in range(point["players"])]
        bots = [{**bot, "weights": {"play": 1.5}, "digest": ""} for bot in bots]
        cells.append({**point, "cell": index, "axes": point, "bots": bots, "ruleset_hash": "h"})
        if games:
            parts.append(_part(folder, index, _games(kind, rate(point), games, bots, index)))
    header = {"name": "g", "title": "The Game", "version": "1", "kind": kind, "calibrated": None}
    header["difficulties"] = ["easy", "hard"] if cooperative else []
    written = {
        "format": 2,
        "name": folder.name,
        "ruleset": {**header, **(ruleset or {})},
        "sweep": {"name": folder.name, "ruleset": "g", "design": design},
        "bots": {},
        "files": {},
        "seed": 7,
        "games": manifest.pop("manifest_games", games or 100),
        "precision": None,
        "target": None,
        "versions": {"strikesim": "0.1.0"},
        "labels": LABELS,
        "cells": cells,
        "rulesets": {"h": {**DATA, "ruleset": {**DATA["ruleset"], **(ruleset or {})}}},
        **manifest,
    }
    (folder / "manifest.json").write_text(json.dumps(written), encoding="utf-8")
    (folder / "parts.json").write_text(json.dumps(parts), encoding="utf-8")
    return folder


LABELS = {
    "causes": ["points", "drones", "turn_limit"],
    "metrics": [{"name": "first_seat", "label": "Starting seat", "unit": "seat", "names_from": ""}],
    "seat_metrics": [{"name": "character", "label": "Character", "unit": "", "names_from": "characters"}],
}


def _games(kind: str, rate: float, games: int, bots: "list[Any]", seed: int) -> pd.DataFrame:
    """Return games in which exactly the share `rate` is won: by the team, or by whoever begins."""
    rng = np.random.default_rng(seed)
    seats = len(bots)
    won = rng.permutation(games) < round(rate * games)
    first = np.arange(games) % seats
    frame = pd.DataFrame({"game": np.arange(games), "first_seat": first})
    if kind == "cooperative":
        frame = frame.assign(outcome=np.where(won, "win", "loss"), cause=np.where(won, "points", "drones"), winner=None)
        frame["winner"] = frame["winner"].astype("Int32")
    else:
        place = np.where(won, 0, 1 + rng.integers(max(1, seats - 1), size=games)) % seats
        frame = frame.assign(outcome="win", cause="points", winner=(first + place) % seats)
    frame = frame.assign(turns=rng.integers(10, 20, games), decisions=rng.integers(30, 60, games))
    for seat in range(MAX_SEATS):  # a column of an absent seat is null
        here = seat < seats
        sitting = np.array([bot["name"] for bot in bots])[(seat + np.arange(games)) % seats]
        characters = np.array(["anna", "lech", "jacek"])[rng.integers(3, size=games)]
        frame[f"bot_{seat}"] = pd.Categorical(sitting if here else [None] * games)
        frame[f"character_{seat}"] = pd.Categorical(characters if here else [None] * games, ["anna", "lech", "jacek"])
    return frame


def _part(folder: Path, cell: int, games: pd.DataFrame) -> dict[str, Any]:
    file = folder / f"games/cell-{cell:03d}-games-{0:010d}-{len(games) - 1:010d}.parquet"
    games.to_parquet(file)
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    return {"cell": cell, "first": 0, "games": len(games), "wins": [0], "sha256": digest}


def sweep(folder: Path, **keys: Any) -> Result:
    """Write a result folder and read it as a report does."""
    return read(write(folder, **keys))
