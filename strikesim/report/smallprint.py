"""What a report must tell so that it can be checked and made again: rules, assumptions, bots, seeds, commands."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from strikesim.games.ruleset import components, leaves
from strikesim.report import words
from strikesim.report.result import Result
from strikesim.stats.assumptions import VARIANT

DIFFERENCES = 60  # the most that are listed
_LONG = 90  # letters of a value that are shown


def assumptions(sweep: Result) -> "list[dict[str, str]]":
    """Return every assumed component: its id, what it is, the alternative in force, the others."""
    data = sweep.data
    in_force: dict[str, list[str]] = {}
    for cell in sweep.manifest["cells"]:
        for identity, name in sweep.manifest["rulesets"][cell["ruleset_hash"]].get("choose", {}).items():
            in_force.setdefault(identity, []).append(name)
    return [
        {
            "id": identity,
            "what": entry["what"],
            "chosen": words.listed(dict.fromkeys(in_force.get(identity, ["default"]))),
            "others": str(len(entry["alternatives"])),
        }
        for identity, entry in data.get("assumed", {}).items()
    ]


def changes(sweep: Result, published: Mapping[str, Any]) -> "list[dict[str, str]]":
    """Return where the main setting's rules differ from the published ruleset: key, published value, value here."""
    before, here = (dict(leaves(components(dict(data)))) for data in (published, sweep.data))
    keys = [key for key in dict.fromkeys([*here, *before]) if before.get(key) != here.get(key)]
    return [{"key": key, "published": _value(before.get(key)), "here": _value(here.get(key))} for key in keys]


def _value(value: Any) -> str:
    text = "—" if value is None else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONG else f"{text[: _LONG - 1]}…"


def bots(sweeps: "list[Result]") -> "list[dict[str, str]]":
    """Return every bot that played: name, where it is from, weights."""
    found: dict[tuple[str, str], dict[str, str]] = {}
    for sweep in sweeps:
        for cell in sweep.manifest["cells"]:
            for bot in cell["bots"]:
                weights = ", ".join(f"{key} {value:g}" for key, value in bot["weights"].items())
                found[bot["name"], weights] = {"name": bot["name"], "spec": _source(bot), "weights": weights}
    return list(found.values())


def _source(bot: Mapping[str, Any]) -> str:
    """Return a bot's origin without the folders of the machine it ran on."""
    if bot["digest"]:
        return f"{Path(bot['spec']).name}, checksum {bot['digest'][:12]}"
    return "built in" if bot["spec"] == bot["name"] else f"{bot['spec']} with other weights"


def facts(sweep: Result) -> "dict[str, Any]":
    """Return what was run: seed, sizes, versions, hashes, and how to run it again."""
    manifest = sweep.manifest
    games = sorted({cell["ruleset_hash"] for cell in manifest["cells"]})
    return {
        "name": sweep.name,
        "seed": str(manifest["seed"]),
        "cells": f"{len(manifest['cells']):,}",
        "games": f"{sum(part.games for part in manifest['parts']):,}",
        "rules": f"{manifest['ruleset']['name']} {manifest['ruleset']['version']}",
        "hashes": games,
        "strikesim": manifest["versions"]["strikesim"],
        "again": [f"strikesim run {sweep.name}.toml", f"strikesim report reports/{sweep.name}"],
        "file": sweep_file(sweep),
    }


def sweep_file(sweep: Result) -> str:
    """Return the sweep as the TOML file that runs it again."""
    manifest = sweep.manifest
    size = ("games", manifest["games"]) if manifest["games"] else ("precision", manifest["precision"])
    header = [("name", sweep.name), ("ruleset", manifest["ruleset"]["name"]), ("seed", manifest["seed"]), size]
    variants = manifest.get("variants") or {}
    grid: dict[str, list[Any]] = {}
    for cell in manifest["cells"]:
        for axis, value in cell["axes"].items():
            values = grid.setdefault(axis, [])
            if value is not None and value not in values and not (axis == VARIANT and variants):
                values.append(value)
    lines = ["[[sweep]]", *(f"{key} = {json.dumps(value)}" for key, value in header), "[sweep.grid]"]
    lines += [f"{_key(axis)} = {json.dumps(values, ensure_ascii=False)}" for axis, values in grid.items() if values]
    if manifest.get("target"):
        asked = {key: value for key, value in manifest["target"].items() if value is not None}
        lines += ["[sweep.target]", *(f"{key} = {json.dumps(value)}" for key, value in asked.items())]
    if variants:
        lines += ["[sweep.variants]", *(f"{_key(name)} = {_inline(changes)}" for name, changes in variants.items())]
    return "\n".join([*lines, *_weighted(manifest)])


def _inline(value: Any) -> str:
    """Return a value as TOML writes it on one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(key)} = {_inline(entry)}" for key, entry in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False)


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key)


def _weighted(manifest: Mapping[str, Any]) -> "list[str]":
    """Return the tables of bots that are others with other weights."""
    lines = []
    bots = {bot["name"]: bot for cell in manifest["cells"] for bot in cell["bots"]}
    for name, bot in bots.items():
        if bot["spec"] != name and not bot["digest"]:
            lines += [
                f"[bots.{_key(name)}]",
                f"base = {json.dumps(bot['spec'])}",
                f"weights = {_inline(bot['weights'])}",
            ]
    return lines
