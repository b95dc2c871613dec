"""Sweeps that a question asks for: two things compared, or everything varied that was assumed."""

import hashlib
import re
import typing
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import ValidationError

from strikesim import games
from strikesim.defaults import COMBINATIONS, SEED
from strikesim.errors import ConfigError, RulesetError, near
from strikesim.games import load, ruleset
from strikesim.games.ruleset import Data, Layers
from strikesim.sweep.config import BOTS, Sweep, short

BASELINE = "as it stands"
TRIES = 100  # draws of one random combination before giving up


def sweep_of(where: str, **keys: Any) -> Sweep:
    """Return a sweep with these keys.

    Raises
    ------
    ConfigError
        A key is unknown or has a wrong value.
    """
    try:
        return Sweep.model_validate(keys)
    except ValidationError as error:
        raise ConfigError(f"{where}: {'; '.join(ruleset.describe(Sweep, keys, error))}") from None


# ---- two things compared -----------------------------------------------------------------------------------------


def comparison(a: str, b: str, of_bots: str | None = None, against: str | None = None, **keys: Any) -> Sweep:
    """Return the sweep that compares two rulesets, or two bots.

    Parameters
    ----------
    a, b
        Two rulesets, each a game's name or a TOML file that extends one; `b` may also be one change to `a`, written
        KEY=VALUE. Or two bots.
    of_bots
        The ruleset under which two bots are compared; None: rulesets are compared.
    against
        In a competitive game the bots of the other seats, a line-up: one of the compared bots comes first and it
        follows, and so on round the table. Default: `a`, so that `b` is tried at a table of `a`.
    **keys
        Other keys of a sweep: ``games``, ``seed``, ``grid``.
    """
    where = f"compare {a} {b}"
    keys |= {"name": "compare", "design": "comparison"}
    if of_bots is None:
        if against is not None:
            raise ConfigError(f"{where}: --against {against} is for two bots; name their game with --ruleset")
        if not a.endswith(".toml") and a not in games.names():
            known = near(a, games.names())
            raise ConfigError(f"{where}: there is no ruleset '{a}'{known}; of two bots name the game with --ruleset")
        return _named(sweep_of(where, ruleset=a, variants=_two_variants(a, b), **keys), a, b)
    if a == b:
        raise ConfigError(f"{where}: the same bot twice; give another bot, or the same with other weights")
    sweep = sweep_of(where, ruleset=of_bots, **keys)
    if BOTS in sweep.grid:
        raise ConfigError(f"{where}: --bots is for two rulesets; who else sits at the table is said by --against")
    header = ruleset.read_layers(of_bots).data()["ruleset"]
    if header["kind"] == "cooperative" and against is not None:
        raise ConfigError(f"{where}: --against {against}: in {of_bots} nobody plays against the team")
    field = "" if header["kind"] == "cooperative" else f",{against or a}"
    others = ["against", against] if against else []
    grid = {**sweep.grid, BOTS: [a + field, b + field]}
    return _named(sweep, a, b, of_bots, *others).model_copy(update={"grid": grid})


def _two_variants(a: str, b: str) -> dict[str, str | Data]:
    key, equals, value = b.partition("=")
    other: str | Data = {key.strip(): ruleset.read_value(value)} if equals else b
    return {a: a, (b if a != b else f"{b} again"): other}


def _named(sweep: Sweep, *things: str) -> Sweep:
    """Return the sweep with a name of its own: the same question finds its folder again, any other has another."""
    words = [sweep.name, *map(_word, things)]
    for axis, values in sweep.grid.items():
        words += [axis, *map(short, values)]
    if sweep.seed != SEED:
        words += ["seed", str(sweep.seed)]
    return sweep.model_copy(update={"name": re.sub(r"[^A-Za-z0-9._-]+", "-", "-".join(words)).rstrip("-")})


def _word(thing: str) -> str:
    """Return a thing's name; that of a file has a few letters for what stands in it, for it will be edited."""
    path, _, name = thing.partition(":")
    if not path.endswith((".toml", ".py")) or not Path(path).is_file():
        return thing
    digest = hashlib.sha256(Path(path).read_bytes()).hexdigest()[:6]
    return "-".join(part for part in (Path(path).stem, name, digest) if part)


# ---- everything assumed, varied ----------------------------------------------------------------------------------


def sensitivity(name: str, combinations: int = COMBINATIONS, **keys: Any) -> Sweep:
    """Return the sweep over every alternative of each assumed component and every value of each switch.

    One at a time, and all at once in random combinations.

    Parameters
    ----------
    name
        A game's name, or a TOML file that extends one: the baseline.
    combinations
        How many random combinations: each draws every component and every switch anew, all values alike.
    **keys
        Other keys of a sweep: ``games``, ``seed``, ``grid``.
    """
    where = f"sensitivity {name}"
    sweep = sweep_of(where, name="sensitivity", design="sensitivity", ruleset=name, **keys)
    layers = ruleset.read_layers(name)
    choices = choices_of(layers)
    rng = np.random.default_rng(sweep.seed)
    variants: dict[str, Data] = {BASELINE: {}}
    for key, (_, *others) in choices.items():
        variants |= {f"{key} = {short(value)}": {key: value} for value in others}
    for number in range(combinations):
        variants[f"combination {number + 1:02d}"] = _combination(layers, choices, rng)
    drawn = [] if combinations == COMBINATIONS else ["combinations", str(combinations)]
    return _named(sweep, name, *drawn).model_copy(update={"variants": variants})


def choices_of(layers: Layers) -> dict[str, list[Any]]:
    """Return the values of each assumed component and switch, the one in force first."""
    data = layers.data()
    rules: Any = load(layers.game).tables.Rules.parse(data, layers.where)
    choices = {}
    for identity, entry in rules.assumed.items():
        choices[identity] = _first(rules.choose.get(identity, "default"), ["default", *entry.alternatives])
    for switch, field in type(rules.switches).model_fields.items():
        values = [True, False] if field.annotation is bool else list(typing.get_args(field.annotation))
        choices[switch] = _first(getattr(rules.switches, switch), values)
    return choices


def _first(value: Any, values: list[Any]) -> list[Any]:
    return [value, *(other for other in values if other != value)]


def _combination(layers: Layers, choices: Mapping[str, list[Any]], rng: np.random.Generator) -> Data:
    """Draw a combination of at least two changes that makes a valid ruleset."""
    for _ in range(TRIES):
        drawn = {key: values[rng.integers(len(values))] for key, values in choices.items()}
        changes = {key: value for key, value in drawn.items() if value != choices[key][0]}
        if len(changes) > 1 and _is_valid(layers.changed(changes)):
            return changes
    raise ConfigError(f"{layers.where}: {TRIES} random combinations of its alternatives and switches: none is valid")


def _is_valid(layers: Layers) -> bool:
    try:
        load(layers.game).tables.Rules.parse(layers.data(), layers.where)
    except RulesetError:
        return False
    return True
