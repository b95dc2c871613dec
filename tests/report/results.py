"""Result folders made up for the tests: no game is played, so that the truth is known."""

import hashlib
import itertools
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from strikesim.games.common import MAX_SEATS
from strikesim.result import Result, read
from strikesim.sweep.manifest import Part, write_manifest, write_parts
from sweep.manifests import HEADER, cell, manifest

DATA: dict[str, Any] = {
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
    wanted: "int | None" = None,
    cut: float = 0.0,
    same: bool = False,
    axes: "Mapping[str, Sequence[Any]] | None" = None,
    ruleset: "Mapping[str, Any] | None" = None,
    **keys: Any,
) -> Path:
    """Write a result folder and return its path.

    Parameters
    ----------
    rate
        The true win rate of a cell: of the team, or of whoever begins.
    games, wanted
        Of each cell, stored and asked for.
    cut
        The share of games that hit the turn limit.
    same
        Cells of as many players are played with the same chance.
    axes
        The grid; what is missing of players, difficulty and bots is filled in.
    ruleset
        What to change in the head of the ruleset.
    keys
        Of the manifest, or of the sweep.
    """
    cooperative = kind == "cooperative"
    levels = ["easy", "hard"] if cooperative else [None]
    grid: dict[str, Sequence[Any]] = {"players": [2, 3], "difficulty": levels, "bots": ["planner"], **(axes or {})}
    (folder / "games").mkdir(parents=True)
    cells, parts = [], []
    for index, values in enumerate(itertools.product(*grid.values())):
        point: dict[str, Any] = dict(zip(grid, values, strict=True))
        names = point["bots"].split(",")
        cells.append(cell(index, [names[k % len(names)] for k in range(point["players"])], **point))
        if games:
            parts.append(
                _part(
                    folder,
                    index,
                    _cut(_games(kind, rate(point), games, cells[-1].line_up, point["players"] if same else index), cut),
                )
            )
    header = {"difficulties": ["easy", "hard"], "default_difficulty": "easy"} if cooperative else {}
    data = {**DATA, "ruleset": {**HEADER, "kind": kind, **header, **(ruleset or {})}}
    asked = {"name": folder.name, "games": wanted or games or 100, "rulesets": {"h": data}, **keys}
    write_manifest(folder, manifest(cells, kind, coded=["character"], **asked))
    write_parts(folder, parts)
    return folder


def _games(kind: str, rate: float, games: int, line_up: "list[str]", seed: int) -> pd.DataFrame:
    """Return games in which exactly the share `rate` is won: by the team, or by whoever begins."""
    rng = np.random.default_rng(seed)
    seats = len(line_up)
    won = rng.permutation(games) < round(rate * games)
    first = np.arange(games) % seats
    frame = pd.DataFrame({"game": np.arange(games), "first_seat": first, "rotation": first})
    if kind == "cooperative":
        frame = frame.assign(outcome=np.where(won, "win", "loss"), cause=np.where(won, "points", "drones"), winner=None)
        frame["winner"] = frame["winner"].astype("Int32")
    else:
        place = np.where(won, 0, 1 + rng.integers(max(1, seats - 1), size=games)) % seats
        frame = frame.assign(outcome="win", cause="points", winner=(first + place) % seats)
    frame = frame.assign(turns=rng.integers(10, 20, games), decisions=rng.integers(30, 60, games))
    for seat in range(MAX_SEATS):  # a column of an absent seat is null
        here = seat < seats
        sitting = np.array(line_up)[(seat + np.arange(games)) % seats]
        characters = np.array(["anna", "lech", "jacek"])[rng.integers(3, size=games)]
        frame[f"bot_{seat}"] = pd.Categorical(sitting if here else [None] * games)
        frame[f"character_{seat}"] = pd.Categorical(characters if here else [None] * games, ["anna", "lech", "jacek"])
    return frame


def _cut(games: pd.DataFrame, share: float) -> pd.DataFrame:
    """Return the games, the first of them unfinished."""
    cut = np.arange(len(games)) < round(share * len(games))
    values = {"outcome": "unfinished", "cause": "turn_limit", "winner": None, "turns": 500}
    return games.assign(**{name: games[name].where(~cut, value) for name, value in values.items()}) if share else games


def _part(folder: Path, cell: int, games: pd.DataFrame) -> Part:
    part = Part(cell=cell, first=0, games=len(games), wins=[0], sha256="")
    games.to_parquet(folder / part.file)
    return part.model_copy(update={"sha256": hashlib.sha256((folder / part.file).read_bytes()).hexdigest()})


def sweep(folder: Path, **keys: Any) -> Result:
    """Write a result folder and read it as a report does."""
    return read(write(folder, **keys))
