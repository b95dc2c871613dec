"""Sweeps that a question asks for: two things compared, or everything varied that was assumed."""

import hashlib
import itertools
import math
import re
import typing
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import ValidationError

from strikesim.defaults import COMBINATIONS, KNOB_TABLES, SEED
from strikesim.errors import ConfigError, RulesetError, near
from strikesim.games import load, registry, ruleset
from strikesim.games.problems import describe
from strikesim.games.ruleset import Data, Layers
from strikesim.sources import RULESET, digest_of, files_of, is_game
from strikesim.sweep.config import BASELINE, BOTS, PLAYERS, Sweep, read_value, short, strange

COMBINATION = "combination "  # how the names of random combinations start
TIMES = 4  # as many games when what a screen shows is played again: half as wide an interval
TRIES = 100  # draws of one random combination before giving up


def sweep_of(where: str, **keys: Any) -> Sweep:
    """Return a sweep with these keys.

    Raises
    ------
    ConfigError
        A key is unknown or has a wrong value.
    """
    if problems := list(strange(keys)):
        raise ConfigError(f"{where}: {'; '.join(problems)}")
    try:
        return Sweep.model_validate(keys)
    except ValidationError as error:
        raise ConfigError(f"{where}: {'; '.join(describe(Sweep, keys, error))}") from None


# ---- two things compared -----------------------------------------------------------------------------------------


def comparison(
    a: str | Path, b: str | Path, of_bots: str | None = None, against: str | None = None, **keys: Any
) -> Sweep:
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
    a, b = str(a), str(b)
    where = f"compare {a} {b}"
    keys |= {"name": "compare", "design": "comparison"}
    if of_bots is None:
        if against is not None:
            raise ConfigError(f"{where}: --against {against} is for two bots; name their game with --ruleset")
        if not a.endswith(".toml") and a not in registry.names() and not registry.folder_of(a, Path()):
            known = near(a, registry.names())
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
    other: str | Data = {key.strip(): read_value(value)} if equals else b
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
    """Return a thing's name; that of a file or a game's folder has a few letters for what stands in it."""
    if is_game(folder := Path(thing).resolve()) and thing not in registry.names():
        return f"{folder.name}-{digest_of([*files_of(folder), folder / RULESET])[:6]}"
    path, _, name = thing.partition(":")
    if not path.endswith((".toml", ".py")) or not Path(path).is_file():
        return thing
    digest = hashlib.sha256(Path(path).read_bytes()).hexdigest()[:6]
    return "-".join(part for part in (Path(path).stem, name, digest) if part)


# ---- all bots against all ----------------------------------------------------------------------------------------


def ladder(ruleset_name: str | Path, bots: Sequence[str], **keys: Any) -> tuple[str, list[Sweep]]:
    """Return the name of the sweeps in which bots play all against all, and these sweeps.

    Where all win or lose together it is one sweep, of each bot in all seats. Where they compete there is one for each
    number of players: of two every pair, of more each bot alone among others that are all alike. The first bot of a
    line-up is the one in question, and line-ups move round the table from game to game.

    Parameters
    ----------
    ruleset_name
        A game's name, or a TOML file that extends one.
    bots
        From the weakest to the strongest, as far as one knows.
    **keys
        Other keys of a sweep: ``games``, ``seed``, ``grid``.
    """
    where = f"ladder {ruleset_name}"
    asked = sweep_of(where, name="ladder", ruleset=str(ruleset_name), **keys)
    if len(set(bots)) < max(2, len(bots)):
        raise ConfigError(f"{where}: bots {', '.join(bots)}; give two or more, each once")
    named = _named(asked, str(ruleset_name))
    header = ruleset.read_layers(str(ruleset_name)).data()["ruleset"]
    rest = {axis: values for axis, values in asked.grid.items() if axis != BOTS}
    if header["kind"] == "cooperative":
        sweep = named.model_copy(update={"name": "all-bots", "grid": {**rest, BOTS: list(bots)}})
        return named.name, [sweep]
    sweeps = []
    for players in rest.get(PLAYERS, header["players"]):
        pairs = itertools.combinations(reversed(bots), 2) if players == 2 else itertools.permutations(bots, 2)
        grid = {**rest, PLAYERS: [players], BOTS: [",".join([one, *[other] * (players - 1)]) for one, other in pairs]}
        sweeps.append(named.model_copy(update={"name": f"{players}-players", "grid": grid}))
    return named.name, sweeps


# ---- a bot with other weights ------------------------------------------------------------------------------------

HELD_OUT = 10  # times as many games as a candidate gets judge what was found


def tuning(bot: str, ruleset_name: str | Path, **keys: Any) -> Sweep:
    """Return the sweep on which a bot's weights are tuned: the bot in all seats of each setting of the grid.

    Parameters
    ----------
    bot
        The bot.
    ruleset_name
        A game's name, or a TOML file that extends one.
    **keys
        Other keys of a sweep: ``games``, ``seed``, ``grid``.
    """
    where = f"tune {bot}"
    asked = sweep_of(where, name="tune", ruleset=str(ruleset_name), **keys)
    if BOTS in asked.grid:
        raise ConfigError(f"{where}: --bots is not for tuning; the others at the table are {bot}s")
    if asked.games is None:
        raise ConfigError(f"{where}: tuning takes a number of games, no precision")
    named = _named(asked, str(ruleset_name), bot)
    return named.model_copy(update={"grid": {**asked.grid, BOTS: [bot]}})


def held_out(tuned_on: Sweep, bot: str, tuned: str, weights: Mapping[str, float]) -> Sweep:
    """Return the sweep that compares a bot with its tuned twin on games that no candidate has played.

    Parameters
    ----------
    tuned_on
        What `tuning` returned.
    bot, tuned
        The bot, and the name of its twin.
    weights
        The twin's: other ones get a folder of their own.
    """
    grid = {axis: values for axis, values in tuned_on.grid.items() if axis != BOTS}
    games = HELD_OUT * (tuned_on.games or 1)
    seed = another_seed("held out", tuned_on.seed)
    sweep = comparison(bot, tuned, tuned_on.ruleset, games=games, seed=seed, grid=grid)
    digest = hashlib.sha256(repr(sorted(weights.items())).encode()).hexdigest()[:6]
    return sweep.model_copy(update={"name": f"held-out-{digest}"})


def another_seed(purpose: str, seed: int) -> int:
    """Return a seed for another purpose, which follows from a run's."""
    return int.from_bytes(hashlib.sha256(f"{purpose} of {seed}".encode()).digest()[:4])


# ---- one knob turned ---------------------------------------------------------------------------------------------


def calibration(ruleset_name: str | Path, key: str, values: Sequence[Any], **keys: Any) -> Sweep:
    """Return the sweep that plays every setting at each value of a knob, on common random numbers.

    Parameters
    ----------
    ruleset_name
        A game's name, or a TOML file that extends one.
    key, values
        The knob and its values, in order.
    **keys
        Other keys of a sweep: ``games``, ``seed``, ``grid``.
    """
    where = f"calibrate {ruleset_name} {key}"
    asked = sweep_of(where, name="calibrate", ruleset=str(ruleset_name), **keys)
    if key in asked.grid:
        raise ConfigError(f"{where}: --set fixes {key}, which is to be varied; say it in one place")
    turned = asked.model_copy(update={"grid": {**asked.grid, key: list(values)}})
    return _named(turned, str(ruleset_name))


# ---- how long games last -----------------------------------------------------------------------------------------


def duration(name: str | Path, bots: Sequence[str], **keys: Any) -> Sweep:
    """Return the sweep whose games are timed; the bots are those of the grid, or else these, each in all seats."""
    asked = sweep_of(f"time {name}", name="time", ruleset=str(name), **keys)
    grid = {**asked.grid, BOTS: asked.grid.get(BOTS, list(bots))}
    return _named(asked, str(name)).model_copy(update={"grid": grid})


# ---- everything assumed, varied ----------------------------------------------------------------------------------


def sensitivity(name: str | Path, combinations: int = COMBINATIONS, **keys: Any) -> Sweep:
    """Return the sweep over every alternative of each assumed component and every value of each switch.

    One at a time; and the assumed components all at once, in random combinations. The baseline, with which every single
    change is compared, gets the root of their number times as many games.

    Parameters
    ----------
    name
        A game's name, or a TOML file that extends one: the baseline.
    combinations
        How many random combinations. In each, every component is changed with chance one half, and then to any of its
        alternatives alike: how many of them an author listed says nothing of how likely the default is. Switches stay,
        for how a rule is played is chosen and not unknown. Combinations that make no valid ruleset are drawn anew.
    **keys
        Other keys of a sweep: ``games``, ``seed``, ``grid``. What the grid fixes of the choices moves the baseline.

    References
    ----------
    C. W. Dunnett, "A multiple comparison procedure for comparing several treatments with a control", JASA 50 (1955), on
    the root.
    """
    name = str(name)
    where = f"sensitivity {name}"
    sweep = sweep_of(where, name="sensitivity", design="sensitivity", ruleset=name, **keys)
    layers = ruleset.read_layers(name)
    components, switches = choices_of(layers)
    moved, grid = _moved(sweep, components | switches, layers)
    layers = layers.changed(moved)
    components, switches = choices_of(layers)
    rng = np.random.default_rng(sweep.seed)
    changes: dict[str, Data] = {}
    for key, (_, *others) in (components | switches).items():
        changes |= {f"{key} = {short(value)}": {**moved, key: value} for value in others}
    variants: dict[str, Data] = {BASELINE: moved, **changes}
    for number in range(combinations if any(len(values) > 1 for values in components.values()) else 0):
        variants[f"{COMBINATION}{number + 1:03d}"] = {**moved, **_combination(layers, components, rng)}
    drawn = [] if combinations == COMBINATIONS else ["combinations", str(combinations)]
    found = {"variants": variants, "grid": grid, "more": _for_baseline(len(changes))}
    return _named(sweep, name, *drawn).model_copy(update=found)


def _moved(sweep: Sweep, choices: Mapping[str, list[Any]], layers: Layers) -> tuple[Data, dict[str, list[Any]]]:
    """Return what the grid fixes of the choices, which moves the baseline, and the rest of the grid."""
    paths = {path: key for key in choices for path, _ in ruleset.leaves(layers.overlay(key, ""))}
    moved: Data = {}
    for axis, values in sweep.grid.items():
        key = axis if axis in choices else paths.get(axis)
        if key is not None:
            if len(values) > 1:
                raise ConfigError(f"sensitivity: {axis} has {len(values)} values; give the one that is the baseline")
            moved[key] = values[0]
    rest = {axis: values for axis, values in sweep.grid.items() if (paths.get(axis) or axis) not in moved}
    return moved, rest


def _for_baseline(changes: int) -> dict[str, int]:
    return {BASELINE: max(1, math.ceil(math.sqrt(changes)))}


def confirmation(screened: Sweep, shown: Sequence[str]) -> Sweep:
    """Return the sweep that plays again what a sweep over assumed components shows.

    On a seed that follows from the sweep's, and TIMES as many games: who picks the largest of many figures picks what
    chance was kind to, and fresh games know nothing of that.

    Parameters
    ----------
    screened
        What `sensitivity` returned.
    shown
        The names of the variants with what is shown.
    """
    digest = hashlib.sha256("\n".join(shown).encode()).hexdigest()[:6]
    changes = {
        "name": f"confirmation-{digest}",
        "seed": another_seed("confirmation", screened.seed),
        "games": screened.games and screened.games * TIMES,
        "precision": screened.precision and max(1e-5, screened.precision / TIMES**0.5),
        "variants": {BASELINE: screened.variants[BASELINE], **{name: screened.variants[name] for name in shown}},
        "more": _for_baseline(len(shown)),
    }
    return screened.model_copy(update=changes)


def matters(name: str | Path, tables: Sequence[str], **keys: Any) -> tuple[Sweep, dict[str, str]]:
    """Return the sweep with every single change to a ruleset, and the changes that the ruleset refuses, with why.

    Changed are every switch and assumed component, to each other value it can have, and every whole number in some
    tables, by one up and down.

    Parameters
    ----------
    name
        A game's name, or a TOML file that extends one.
    tables
        Those whose numbers are knobs, such as ``rules``.
    **keys
        Other keys of a sweep: ``games``, ``seed``, ``grid``.
    """
    where = f"matters {name}"
    asked = sweep_of(where, name="matters", ruleset=str(name), **keys)
    layers = ruleset.read_layers(str(name))
    known = [table for table, value in ruleset.components(layers.data()).items() if isinstance(value, dict)]
    for table in tables:
        if table not in known and table not in KNOB_TABLES:  # not every game has those
            raise ConfigError(f"{where}: --tables {table}: there is no such table{near(table, known)}")
    variants: dict[str, Data] = {BASELINE: {}}
    refused: dict[str, str] = {}
    for key, value in _single_changes(layers, tables):
        if key in asked.grid:
            continue
        try:
            load(layers.game).tables.Rules.parse(layers.changed({key: value}).data(), key)
        except RulesetError as error:
            refused[f"{key} = {short(value)}"] = str(error).partition(": ")[2].partition(";")[0]
        else:
            variants[f"{key} = {short(value)}"] = {key: value}
    told = [] if list(tables) == list(KNOB_TABLES) else ["tables", *tables]
    return _named(asked, str(name), *told).model_copy(update={"variants": variants}), refused


def _single_changes(layers: Layers, tables: Sequence[str]) -> Iterator[tuple[str, Any]]:
    components, switches = choices_of(layers)
    for key, (_, *others) in (switches | components).items():
        yield from ((key, value) for value in others)
    data = layers.data()
    for table in tables:
        for key, value in ruleset.leaves(data.get(table, {}), f"{table}."):
            if isinstance(value, bool):
                yield key, not value
            elif isinstance(value, int):
                yield from ((key, value + step) for step in (-1, 1))


def choices_of(layers: Layers) -> tuple[dict[str, list[Any]], dict[str, list[Any]]]:
    """Return the values of each assumed component, and those of each switch, the one in force first."""
    data = layers.data()
    rules: Any = load(layers.game).tables.Rules.parse(data, layers.where)
    components = {
        identity: _first(rules.choose.get(identity, "default"), ["default", *entry.alternatives])
        for identity, entry in rules.assumed.items()
    }
    switches = {}
    for switch, field in type(rules.switches).model_fields.items():
        values = [True, False] if field.annotation is bool else list(typing.get_args(field.annotation))
        switches[switch] = _first(getattr(rules.switches, switch), values)
    return components, switches


def _first(value: Any, values: list[Any]) -> list[Any]:
    return [value, *(other for other in values if other != value)]


def _combination(layers: Layers, components: Mapping[str, list[Any]], rng: np.random.Generator) -> Data:
    """Draw a combination that makes a valid ruleset."""
    for _ in range(TRIES):
        changes = {
            key: others[rng.integers(len(others))]
            for key, (_, *others) in components.items()
            if others and rng.random() < 0.5
        }
        if _is_valid(layers.changed(changes)):
            return changes
    raise ConfigError(f"{layers.where}: {TRIES} random combinations of its alternatives: none is valid")


def _is_valid(layers: Layers) -> bool:
    try:
        load(layers.game).tables.Rules.parse(layers.data(), layers.where)
    except RulesetError:
        return False
    return True
