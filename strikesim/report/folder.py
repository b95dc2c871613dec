"""Write what a run's games say into its folder: summary.csv, metrics.csv and the figures."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from strikesim.report import figures
from strikesim.stats import tables
from strikesim.sweep import store


@dataclass(frozen=True)
class Report:
    """What was written, and where."""

    folder: Path
    manifest: Mapping[str, Any]
    summary: pd.DataFrame
    files: list[str]


def write_report(folder: Path) -> Report:
    """Summarise a result folder and draw its figures.

    Raises
    ------
    ResultError
        It is no result folder, is damaged or cannot be written.
    """
    manifest = store.read_manifest(folder)
    summary = tables.summarise(manifest["ruleset"]["kind"], store.iterate_parts(folder, manifest))
    means = tables.means(*numeric_metrics(manifest), store.iterate_parts(folder, manifest))
    store.write_whole(folder / store.SUMMARY, summary.to_csv(index=False, float_format="%.6g").rstrip("\n"))
    store.write_whole(folder / "metrics.csv", means.to_csv(index=False, float_format="%.6g").rstrip("\n"))
    files = [store.SUMMARY, "metrics.csv"]
    for name, figure in figures.draw(manifest, summary):
        figures.save(figure, folder / name)
        files.append(name)
    return Report(folder, manifest, summary, files)


def numeric_metrics(manifest: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """Return the names of all columns whose mean says something: those per game, and those per seat."""
    labels = manifest["labels"]
    per_game = [metric["name"] for metric in labels["metrics"] if not metric["names_from"] and metric["unit"] != "seat"]
    per_seat = [metric["name"] for metric in labels["seat_metrics"] if not metric["names_from"]]
    return ["turns", "decisions", *per_game], per_seat
