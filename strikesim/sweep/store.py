"""Result folders: parquet parts and a manifest, written so that a kill at any moment loses at most the part in hand.

A folder ``reports/NAME/`` holds ``manifest.json`` (what was run, with what), ``parts.json`` (each part's checksum) and
``games/cell-000-games-0000000000-0000019999.parquet`` … with one row for each game. Part k of a cell holds the games
k·PART to (k+1)·PART - 1, so the same games stand in the same files however the run was cut up. No file is written over:
a longer part gets a new file, then ``parts.json`` names it, then the shorter one is deleted.
"""

import hashlib
import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from strikesim import __version__
from strikesim.engine.match import Match
from strikesim.errors import ResultError
from strikesim.games.common import MAX_SEATS, OUTCOMES
from strikesim.sweep.manifest import are_sound, problem
from strikesim.sweep.plan import Plan, short

if TYPE_CHECKING:
    import pandas as pd

PART = 20_000  # games in one file
FORMAT = 2
MANIFEST = "manifest.json"
PARTS = "parts.json"
SUMMARY = "summary.csv"
HEADER = ("name", "title", "version", "kind", "difficulties", "calibrated")


@dataclass(frozen=True)
class Part:
    """One parquet file: the games `first` to `first` + `games` - 1 of a cell."""

    cell: int
    first: int
    games: int
    wins: list[int]  # of each side, see `strikesim.sweep.run.sides`
    sha256: str

    @property
    def file(self) -> str:
        """Return the file's path within the result folder."""
        return f"games/cell-{self.cell:03d}-games-{self.first:010d}-{self.first + self.games - 1:010d}.parquet"


# ---- rows as columns ---------------------------------------------------------------------------------------------


def columns(match: Match, first: int, rows: NDArray[Any]) -> pa.Table:
    """Return the rows of consecutive games as a tidy table, one row for each game.

    Seats count from 0; a column of an absent seat is null.
    """
    state = match.game.state
    table: dict[str, Any] = {
        "game": pa.array(np.arange(first, first + len(rows), dtype=np.int64)),
        "outcome": _coded(rows["outcome"], OUTCOMES),
        "winner": pa.array(rows["winner"], mask=rows["winner"] < 0),
        "cause": _coded(rows["cause"], state.CAUSES),
        "turns": pa.array(rows["turns"]),
        "decisions": pa.array(rows["decisions"]),
        "rotation": pa.array(rows["rotation"]),
        "first_seat": pa.array(rows["first_seat"]),
    }
    seats = len(match.bots)
    names = sorted({bot.name for bot in match.bots})
    for seat in range(MAX_SEATS):
        place = (seat + rows["rotation"].astype(int)) % seats
        codes = np.array([names.index(bot.name) for bot in match.bots])[place]
        table[f"bot_{seat}"] = _coded(codes if seat < seats else np.full(len(rows), -1), names)
    for i, metric in enumerate(state.METRICS):
        table[metric.name] = _metric(match, metric, rows["metrics"][:, i], len(rows))
    for i, metric in enumerate(state.SEAT_METRICS):
        for seat in range(MAX_SEATS):
            values = rows["seat_metrics"][:, seat, i] if seat < seats else None
            table[f"{metric.name}_{seat}"] = _metric(match, metric, values, len(rows))
    return pa.table(table)


def _metric(match: Match, metric: Any, values: "NDArray[Any] | None", n: int) -> Any:
    if metric.names_from:
        return _coded(np.full(n, -1) if values is None else values, list(match.data[metric.names_from]))
    return pa.nulls(n, pa.int32()) if values is None else pa.array(values)


def _coded(codes: NDArray[Any], names: Any) -> Any:
    return pa.DictionaryArray.from_arrays(pa.array(codes.astype(np.int8), mask=codes < 0), pa.array(list(names)))


# ---- the folder --------------------------------------------------------------------------------------------------


class Store:
    """A result folder opened for writing."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        """Open or make the folder.

        Raises
        ------
        ResultError
            It cannot be written, is damaged, or holds another sweep.
        """
        self.folder = folder
        self.manifest = describe(plan)
        self.parts: dict[tuple[int, int], Part] = {}
        _make(folder / "games")
        self._lock = lock(folder / ".lock")
        try:
            self._open()
        except BaseException:
            self.close()
            raise

    def _open(self) -> None:
        """Take up what the folder holds, and note what is to be run."""
        folder = self.folder
        if (folder / MANIFEST).exists():
            self._join(read_manifest(folder))
        write_whole(folder / MANIFEST, json.dumps(self.manifest, indent=1, ensure_ascii=False))
        self._save()
        self._tidy()

    def close(self) -> None:
        """Let others write to the folder."""
        self._lock.close()

    def _join(self, old: Mapping[str, Any]) -> None:
        for key in ("seed", "ruleset", "cells", "rulesets", "versions"):
            if old.get(key) != self.manifest[key]:
                raise ResultError(
                    f"{self.folder}: it holds another sweep ({_what_differs(key, old, self.manifest)});"
                    " choose another folder with --out, or delete this one"
                )
        for part in old["parts"]:
            self.parts[part.cell, part.first // PART] = part

    def _tidy(self) -> None:
        """Delete what a kill left behind: files that no part names."""
        named = {self.folder / part.file for part in self.parts.values()}
        for path in (self.folder / "games").iterdir():
            if path not in named and path.suffix in (".parquet", ".tmp"):
                path.unlink(missing_ok=True)

    def done(self, cell: int, index: int) -> int:
        """Return how many games of a part are stored."""
        part = self.parts.get((cell, index))
        return part.games if part else 0

    def extend(self, cell: int, index: int, table: pa.Table, wins: list[int]) -> None:
        """Add games to the end of a part: write the longer file, note it, delete the shorter one."""
        old = self.parts.get((cell, index))
        if old:
            table = pa.concat_tables([read_part(self.folder, old), table])
            wins = [a + b for a, b in zip(old.wins, wins, strict=True)]
        # One chunk and one dictionary a column: the file does not tell in how many steps it was made.
        table = table.unify_dictionaries().combine_chunks()
        part = Part(cell, index * PART, table.num_rows, wins, "")
        path = self.folder / part.file
        temporary = path.with_suffix(".tmp")
        try:
            pq.write_table(table, temporary, compression="zstd")
            digest = hashlib.sha256(temporary.read_bytes()).hexdigest()
            os.replace(temporary, path)
        except OSError as error:
            reason = error.strerror or error
            temporary.unlink(missing_ok=True)
            raise ResultError(f"{path}: cannot be written ({reason}); what was stored before is kept") from None
        self.parts[cell, index] = replace(part, sha256=digest)
        self._save()
        if old:
            (self.folder / old.file).unlink(missing_ok=True)

    def _save(self) -> None:
        parts = [vars(self.parts[key]) for key in sorted(self.parts)]
        write_whole(self.folder / PARTS, json.dumps(parts, indent=1))


def lock(path: Path) -> Any:
    """Lock a file until the returned handle is closed or the process ends, however it ends.

    Raises
    ------
    ResultError
        Another process holds the lock.
    """
    handle = path.open("w")
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        handle.close()
        raise ResultError(
            f"{path.parent}: another run is writing there; wait for it, or choose another --out"
        ) from None
    return handle


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ResultError(f"{folder}: cannot be made ({error.strerror}); choose another folder with --out") from None


def write_whole(path: Path, text: str) -> None:
    """Write a text file in one step: readers see the old one or the new one."""
    temporary = path.with_name(path.name + ".tmp")
    try:
        temporary.write_text(text + "\n", encoding="utf-8")
        os.replace(temporary, path)
    except OSError as error:
        with suppress(OSError):
            temporary.unlink()
        raise ResultError(f"{path}: cannot be written ({error.strerror}); choose another folder with --out") from None


def write_table(path: Path, table: "pd.DataFrame") -> None:
    """Write a table as CSV in one step."""
    write_whole(path, table.to_csv(index=False, float_format="%.6g").rstrip("\n"))


def describe(plan: Plan) -> dict[str, Any]:
    """Return a plan as the manifest records it: enough to run, read and replay it without any other file."""
    rulesets: dict[str, Any] = {}
    cells = []
    for cell in plan.cells:
        data = cell.match.data
        key = hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]
        rulesets[key] = data
        bots = [
            {"name": bot.name, "spec": bot.spec, "weights": dict(bot.weights), "digest": bot.digest}
            for bot in cell.match.bots
        ]
        cells.append(
            {
                "cell": cell.index,
                "axes": {axis: short(value) if isinstance(value, list) else value for axis, value in cell.axes.items()},
                "players": cell.match.players,
                "difficulty": cell.match.difficulty,
                "bots": bots,
                "ruleset_hash": key,
            }
        )
    first = plan.cells[0].match
    state = first.game.state
    return {
        "format": FORMAT,
        "name": plan.sweep.name,
        "ruleset": {key: first.data["ruleset"].get(key) for key in HEADER},
        "sweep": plan.sweep.model_dump(exclude_none=True),
        "bots": plan.bots,
        "files": plan.files,
        "seed": plan.sweep.seed,
        "games": plan.sweep.games,
        "precision": plan.sweep.precision,
        "variants": plan.sweep.variants,
        "target": plan.sweep.target.model_dump() if plan.sweep.target else None,
        "versions": {"strikesim": __version__},
        "labels": {
            "causes": list(state.CAUSES),
            "metrics": [vars(metric) for metric in state.METRICS],
            "seat_metrics": [vars(metric) for metric in state.SEAT_METRICS],
        },
        "cells": cells,
        "rulesets": rulesets,
    }


def _what_differs(key: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    if key == "seed":
        return f"seed {old.get('seed')}, not {new['seed']}"
    if key == "cells":
        return "another grid, or bots with other weights"
    if key == "versions":
        return f"made by {old.get('versions')}"
    return "another ruleset" if key == "ruleset" else "the ruleset's data have changed"


def read_manifest(folder: Path) -> dict[str, Any]:
    """Read a result folder's manifest, with its parts.

    Raises
    ------
    ResultError
        It is no result folder, or its manifest is damaged.
    """
    path = folder / MANIFEST
    if not path.is_file():
        raise ResultError(f"{folder}: no result folder ({MANIFEST} is missing); run a sweep first")
    manifest = _read_json(path)
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise ResultError(f"{path}: not a manifest of format {FORMAT}; it was made by another version of strikesim")
    if found := problem(manifest):
        raise ResultError(f"{path}: damaged ({found}); delete the folder and run the sweep again")
    entries = _read_json(folder / PARTS) if (folder / PARTS).exists() else []
    try:
        parts = [Part(**entry) for entry in entries]
        sound = isinstance(entries, list) and are_sound(parts, len(manifest["cells"]), PART)
    except TypeError:
        sound = False
    if not sound:
        raise ResultError(f"{folder / PARTS}: damaged; delete the folder and run the sweep again")
    return {**manifest, "parts": parts}


def _read_json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise ResultError(f"{path}: damaged ({error}); delete the folder and run the sweep again") from None


def read_part(folder: Path, part: Part) -> pa.Table:
    """Read one part and check that it is the file that was written."""
    path = folder / part.file
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ResultError(
            f"{path}: cannot be read ({error.strerror}); delete the folder and run the sweep again"
        ) from None
    if hashlib.sha256(content).hexdigest() != part.sha256:
        raise ResultError(
            f"{path}: damaged (its checksum is not the manifest's); delete the folder and run the sweep again"
        )
    try:
        table = pq.read_table(pa.BufferReader(content))
    except pa.ArrowException as error:
        raise ResultError(f"{path}: damaged ({error}); delete the folder and run the sweep again") from None
    if table.num_rows != part.games:
        raise ResultError(
            f"{path}: damaged (it has {table.num_rows} games, not {part.games});"
            " delete the folder and run the sweep again"
        )
    return table


def iterate_parts(folder: Path, manifest: Mapping[str, Any]) -> "Iterator[tuple[dict[str, Any], pd.DataFrame]]":
    """Yield (cell's manifest entry, its games) part by part, so that memory stays small."""
    cells = {cell["cell"]: cell for cell in manifest["cells"]}
    for part in manifest["parts"]:
        yield cells[part.cell], read_part(folder, part).to_pandas()


def read_games(folder: "str | Path") -> "pd.DataFrame":
    """Read all games of a result folder, one row each, with the axes of their cell in front.

    Parameters
    ----------
    folder
        A folder that ``strikesim run`` wrote.

    Returns
    -------
    DataFrame
        Columns: ``cell``, the axes, ``game``, ``outcome``, ``winner`` (seat from 0), ``cause``, ``turns``,
        ``decisions``, ``bot_0`` …, and the ruleset's metrics.
    """
    import pandas as pd

    folder = Path(folder)
    frames = []
    for cell, games in iterate_parts(folder, read_manifest(folder)):
        frames.append(games.assign(cell=cell["cell"], **cell["axes"])[["cell", *cell["axes"], *games.columns]])
    if not frames:
        raise ResultError(f"{folder}: no games are stored yet; run the sweep first")
    return pd.concat(frames, ignore_index=True)
