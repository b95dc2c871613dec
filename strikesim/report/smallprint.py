"""What a report must tell so that it can be checked and made again: rules, assumptions, bots, seeds, commands."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import tomli_w

from strikesim.errors import counted
from strikesim.games.ruleset import components, leaves
from strikesim.report import words
from strikesim.report.view import View
from strikesim.result import Result
from strikesim.stats.targets import PRESETS
from strikesim.sweep.manifest import Manifest, Origin, SeatedBot

DIFFERENCES = 60  # the most that are listed
_LONG = 90  # letters of a value that are shown


def assumptions(view: View) -> list[dict[str, str]]:
    """Return every assumed component: its id, what it is, the alternative in force, the others."""
    manifest = view.result.manifest
    in_force: dict[str, list[str]] = {}
    for cell in manifest.cells:
        for identity, name in manifest.data_of(cell).get("choose", {}).items():
            in_force.setdefault(identity, []).append(name)
    return [
        {
            "id": identity,
            "what": entry["what"],
            "chosen": words.listed(
                words.value_name(identity, name, view.labels)
                for name in dict.fromkeys(in_force.get(identity, ["default"]))
            ),
            "others": str(len(entry["alternatives"])),
        }
        for identity, entry in view.data.get("assumed", {}).items()
    ]


def changes(data: Mapping[str, Any], published: Mapping[str, Any]) -> list[dict[str, str]]:
    """Return where a ruleset differs from the published one: key, published value, value here."""
    before, here = (dict(leaves(components(dict(each)))) for each in (published, data))
    keys = [key for key in dict.fromkeys([*here, *before]) if before.get(key) != here.get(key)]
    return [{"key": key, "published": _value(before.get(key)), "here": _value(here.get(key))} for key in keys]


def targets(sweeps: list[Result]) -> list[str]:
    """Return of every audience that is a target what it stands for, and where its ends come from."""
    named = dict.fromkeys(target.audience for sweep in sweeps if (target := sweep.manifest.sweep.target))
    presets = [PRESETS[name] for name in named if name]
    return [
        f"Target {one.name}, {words.bounds(one.low, one.high)}{' of a fair share' if one.relative else ''}:"
        f" {one.words}. Source: {one.source}."
        for one in presets
    ]


def _value(value: Any) -> str:
    text = "—" if value is None else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONG else f"{text[: _LONG - 1]}…"


def bots(sweeps: list[Result]) -> list[dict[str, str]]:
    """Return every bot that played: name, where it is from, weights."""
    found: dict[tuple[str, str], dict[str, str]] = {}
    for sweep in sweeps:
        for cell in sweep.manifest.cells:
            for bot in cell.bots:
                weights = ", ".join(f"{key} {value:g}" for key, value in bot.weights.items())
                found[bot.name, weights] = {"name": bot.name, "spec": _source(bot), "weights": weights}
    return list(found.values())


def _source(bot: SeatedBot) -> str:
    """Return a bot's origin without the folders of the machine it ran on."""
    if bot.digest:
        return f"{Path(bot.spec).name}, checksum {bot.digest[:12]}"
    return "built in" if bot.spec == bot.name else f"{bot.spec} with other weights"


def _brought_by(origin: Origin | None) -> str:
    """Return where a game came from that is not the package's own, without the folders of the machine it ran on."""
    return f" ({Path(origin.place).name}, checksum {origin.digest[:12]})" if origin else ""


def facts(sweep: Result) -> dict[str, Any]:
    """Return what was run: seed, sizes, versions, hashes, and how to run it again."""
    manifest = sweep.manifest
    games = sorted({cell.ruleset for cell in manifest.cells})
    return {
        "name": sweep.name,
        "seed": str(manifest.sweep.seed),
        "cells": counted(len(manifest.cells), "cell"),
        "games": counted(sum(part.games for part in sweep.parts), "game"),
        "rules": f"{manifest.ruleset.name} {manifest.ruleset.version}{_brought_by(manifest.origin)}",
        "hashes": games,
        "strikesim": manifest.strikesim,
        "again": [f"strikesim run {sweep.name}.toml", f"strikesim report reports/{sweep.name}"],
        "files": {f"{sweep.name}.toml": sweep_file(manifest)}
        | {name: tomli_w.dumps(data).rstrip() for name, data in manifest.files.items()},
    }


def sweep_file(manifest: Manifest) -> str:
    """Return the sweep as the TOML file that runs it again."""
    data = {"sweep": [manifest.sweep.model_dump(exclude_none=True)]} | (
        {"bots": manifest.bots} if manifest.bots else {}
    )
    return tomli_w.dumps(data).rstrip()
