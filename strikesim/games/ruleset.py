"""Ruleset files: reading, layering (`extends`, `choose`, single changes) and what all games' files have in common."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, PositiveInt, ValidationError

from strikesim.errors import RulesetError, StrikesimError, near, printable
from strikesim.games import registry
from strikesim.games.problems import describe
from strikesim.sources import RULESET

Data = dict[str, Any]
PROVENANCE = ("rulebook", "arithmetic", "inference", "review", "assumed", "ours", "variant")
REPLACE = "replace"  # the key by which a table of an overlay replaces the one below it
# Tables that describe the file itself, not the game.
_NOT_COMPONENTS = ("assumed", "choose", "labels", "provenance", "standing")
STANDING = "standing.toml"  # beside a game's own file: its table [standing]

_PLACEHOLDER = re.compile(r"\{([^{}]+)\}")


class Strict(BaseModel):
    """A table of a TOML file: unknown keys and wrong types are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Header(Strict):
    """The table ``[ruleset]``."""

    name: str
    title: str
    version: str
    kind: Literal["competitive", "cooperative"]
    players: Annotated[list[PositiveInt], Field(min_length=1)]
    difficulties: list[str] = []
    default_difficulty: str | None = None
    calibrated: str | None = None  # which rates the assumed content was chosen for: set, not found
    turn_limit: Annotated[int, Field(ge=1, lt=2**31)] | None = None  # None: the rules bound the game


class Assumed(Strict):
    """One assumed component: what it is, and each alternative as a small overlay; a short name for it and for them."""

    what: str
    label: str = ""
    alternatives: dict[str, Data]
    labels: dict[str, str] = {}


class Label(Strict):
    """What a designer reads for a key and for its values (as TOML writes them)."""

    name: str
    values: dict[str, str] = {}


class Standing(Strict):
    """A value function for searches, as `strikesim fit` writes it: for which rules, and what weighs how much."""

    rules: list[str]  # fingerprints of the tables that they compile to (`strikesim.engine.judging`)
    weights: dict[str, float]


class Rules(Strict):
    """What every ruleset file holds; each game's `tables.Rules` adds its own tables."""

    ruleset: Header
    choose: dict[str, str] = {}
    assumed: dict[str, Assumed] = {}
    standing: Standing | None = None
    labels: dict[str, dict[str, str | Label]] = {}  # by table and key; see `strikesim.games.labels`
    provenance: dict[str, str]

    def problems(self) -> Iterator[str]:
        """Yield what is wrong beyond single values, in the designer's words."""
        yield from ()

    @classmethod
    def parse(cls, data: Data, where: str) -> Self:
        """Validate a whole ruleset, all problems at once.

        Raises
        ------
        RulesetError
            One line with every problem: key, what was given, what is allowed.
        """
        try:
            rules = cls.model_validate(data)
        except ValidationError as error:
            raise RulesetError(f"{where}: {'; '.join(describe(cls, data, error))}") from None
        problems = [*rules.problems(), *_provenance_problems(data), *_label_problems(data)]
        if problems:
            raise RulesetError(f"{where}: {'; '.join(problems)}")
        return rules


def read_toml(path: Path, kind: "type[StrikesimError]" = RulesetError) -> Data:
    """Read a TOML file.

    Raises
    ------
    StrikesimError
        Of the given kind: the file is missing, unreadable or broken (with the line), or a text in it has a control
        character, such as those that steer a terminal.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise kind(f"{path}: there is no such file") from None
    except (OSError, UnicodeDecodeError) as error:
        raise kind(f"{path}: cannot be read ({getattr(error, 'strerror', None) or 'it is not UTF-8 text'})") from None
    except tomllib.TOMLDecodeError as error:
        raise kind(f"{path}: broken TOML: {error}") from None
    for text in texts(data):
        if text != printable(text):
            raise kind(f"{path}: '{printable(text)}' has a control character; write it without")
    return data


def texts(value: Any) -> Iterator[str]:
    """Yield every text in what TOML holds, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from (key, *texts(inner))
    elif isinstance(value, list):
        for inner in value:
            yield from texts(inner)


def read_value(text: str) -> Any:
    """Return a value as TOML writes it; anything else is a plain word.

    Examples
    --------
    >>> read_value("6"), read_value("true"), read_value("dense")
    (6, True, 'dense')
    """
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text.strip()


def merge(base: Data, overlay: Mapping[str, Any]) -> Data:
    """Return `base` with `overlay` laid over it: tables key by key, anything else replaced.

    A table of the overlay that says ``replace = true`` replaces the whole table below it; it goes on saying so.
    """
    merged = {} if overlay.get(REPLACE) is True else dict(base)
    for key, value in overlay.items():
        old = merged.get(key)
        merged[key] = merge(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return merged


def without_marks(data: Data) -> Data:
    """Return data without the marks ``replace = true`` of their tables."""
    return {
        key: without_marks(value) if isinstance(value, dict) else value
        for key, value in data.items()
        if not (key == REPLACE and isinstance(value, bool))
    }


@dataclass(frozen=True)
class Layers:
    """A ruleset as it is written: the game's own file and the overlays on it, lowest first."""

    game: str
    where: str
    base: Data
    overlays: tuple[Data, ...] = field(default=())

    def changed(self, changes: Mapping[str, Any]) -> "Layers":
        """Return these layers with single changes on top; see `overlay_of` for the keys."""
        where = self.where + "".join(f" with {key} = {value!r}" for key, value in changes.items())
        extra = tuple(self.overlay(key, value) for key, value in changes.items())
        return Layers(self.game, where, self.base, (*self.overlays, *extra))

    def overlay(self, key: str, value: Any) -> Data:
        """Return the overlay that sets one key, also of what these layers themselves assume; see `overlay_of`."""
        return overlay_of(self._described(), key, value)

    def data(self) -> Data:
        """Return one dictionary: the base, then layer by layer the alternatives it chooses and what else it says.

        Of several layers that choose for the same component the last one counts.

        Raises
        ------
        RulesetError
            `choose` names no assumed component, or none of its alternatives.
        """
        described = self._described()
        layers = (self.base, *self.overlays)
        in_force = {identity: layer for layer in range(len(layers)) for identity in layers[layer].get("choose", {})}
        merged = described
        for number, layer in enumerate(layers):
            for identity, name in layer.get("choose", {}).items():
                if in_force[identity] == number:
                    merged = merge(merged, self._alternative(described.get("assumed", {}), identity, name))
            if number > 0:
                changed = {key: "variant" for key, _ in leaves(components(without_marks(layer)))}
                merged = merge(merge(merged, {"provenance": changed}), layer)
        return without_marks(merged)

    def _described(self) -> Data:
        """Return the base with all that the overlays say of assumed components and of which alternative is chosen."""
        described = self.base
        for overlay in self.overlays:
            for key in ("choose", "assumed"):
                if not isinstance(overlay.get(key, {}), dict):
                    raise RulesetError(f"{self.where}: {key} must be a table")
            described = merge(described, {key: overlay[key] for key in ("choose", "assumed") if key in overlay})
        return described

    def _alternative(self, assumed: Data, identity: str, name: Any) -> Data:
        if identity not in assumed:
            raise RulesetError(
                f"{self.where}: choose.{identity}: there is no such assumed component{near(identity, list(assumed))}"
            )
        alternatives = assumed[identity].get("alternatives") if isinstance(assumed[identity], dict) else None
        if not isinstance(alternatives, dict):
            raise RulesetError(f"{self.where}: assumed.{identity} has no table of alternatives")
        if name == "default":
            return {}
        if not isinstance(name, str) or name not in alternatives:
            known = ["default", *alternatives]
            raise RulesetError(f"{self.where}: {identity} has no alternative '{name}'{near(str(name), known)}")
        chosen: Data = alternatives[name]
        return chosen


def overlay_of(base: Data, key: str, value: Any) -> Data:
    """Return the overlay that sets one key.

    `key` is a dotted path (``rules.hand_size``), the id of an assumed component (``STJ-A4``), the bare name of a switch
    or option (``reshuffle_when``), or a table's name with the table's changes as the value.
    """
    if isinstance(value, dict) and key in components(base):
        return {key: value}
    if key in base.get("assumed", {}):
        return {"choose": {key: value}}
    for table in ("switches", "options"):
        if key in base.get(table, {}):
            return {table: {key: value}}
    if "." not in key:
        known = [*base.get("switches", {}), *base.get("options", {}), *base.get("assumed", {})]
        raise RulesetError(
            f"'{key}' is no switch, option or assumed component of {base['ruleset']['name']}{near(key, known)}"
        )
    overlay: Any = value
    for part in reversed(key.split(".")):
        overlay = {part: overlay}
    return dict(overlay)


def read_layers(name: str, folder: "Path | None" = None) -> Layers:
    """Read a ruleset by the name of a game or its folder, or the path of a TOML file that ``extends`` one.

    Parameters
    ----------
    name
        A game's name, the path of a folder that is a game, or one ending in ``.toml``.
    folder
        Where a relative path starts (default: the working folder).

    Raises
    ------
    RulesetError
        There is no such ruleset, a file is broken, or `extends` goes round in a circle.
    """
    overlays: list[Data] = []
    seen: list[Path] = []
    source, start = name, folder or Path()
    while source.endswith(".toml"):
        path = (start / source).resolve()
        if path in seen:
            raise RulesetError(f"{path}: extends itself, by way of {len(seen)} file(s)")
        seen.append(path)
        overlay = read_toml(start / source)
        if not isinstance(overlay.get("extends"), str):
            raise RulesetError(f'{start / source}: say which ruleset it changes: extends = "{registry.names()[0]}"')
        source, start = overlay.pop("extends"), path.parent
        overlays.insert(0, overlay)
    game, base = _read_game(source, start)
    return Layers(game, name, base, tuple(overlays))


def _read_game(source: str, start: Path) -> tuple[str, Data]:
    """Return the name of a game that is named or is a folder, and its file; a folder is then known by that name."""
    folder = registry.folder_of(source, start)
    if folder is None:
        return source, _read_base(registry.home_of(source).folder)
    base = _read_base(folder)
    header = base.get("ruleset")
    registry.add(str(header.get("name", "") if isinstance(header, dict) else ""), folder)
    return folder.name, base


def _read_base(folder: Path) -> Data:
    """Return a game's own file, with the value function that was fitted to it, if there is one."""
    fitted = read_toml(folder / STANDING) if (folder / STANDING).exists() else {}
    return read_toml(folder / RULESET) | fitted


def leaves(data: Data, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield (dotted key, value) for every value that is not a table."""
    for key, value in data.items():
        path = f"{prefix}{key}"
        if isinstance(value, dict) and value:
            yield from leaves(value, f"{path}.")
        else:
            yield path, value


def components(data: Data) -> Data:
    """Return the tables that describe the game itself."""
    return {key: value for key, value in data.items() if key not in _NOT_COMPONENTS}


def datum(data: Data, key: str) -> Any:
    """Return what stands at a dotted key.

    Raises
    ------
    KeyError
        Nothing does.
    """
    found: Any = data
    for part in key.split("."):
        if not isinstance(found, dict):
            raise KeyError(key)
        found = found[part]
    return found


def filled(text: str, data: Data) -> str:
    """Return a text in which each ``{dotted.key}`` is replaced by what stands there.

    Raises
    ------
    KeyError
        Nothing stands at one of the keys.

    Examples
    --------
    >>> filled("{rules.hand_size} cards", {"rules": {"hand_size": 6}})
    '6 cards'
    """
    return _PLACEHOLDER.sub(lambda found: str(datum(data, found[1])), text)


def provenance_of(data: Data, key: str) -> str:
    """Return where the datum at a dotted key comes from: the word (and id) of the longest matching entry, or ''."""
    provenance: Mapping[str, str] = data.get("provenance", {})
    parts = key.split(".")
    for length in range(len(parts), 0, -1):
        found = provenance.get(".".join(parts[:length]))
        if found:
            return found
    return ""


def _label_problems(data: Data) -> Iterator[str]:
    """Yield labels of nothing, and texts that name a key at which nothing stands."""
    for table, entries in data.get("labels", {}).items():
        for key, label in entries.items():
            where = f"labels.{table}.{key}"
            texts = [label] if isinstance(label, str) else [label["name"], *label.get("values", {}).values()]
            yield from (problem for text in texts for problem in _unfilled(where, text, data))
            known = _labelled(data, table)
            if known is not None and key not in known:
                yield f"{where}: there is no such thing to name{near(key, known)}"
    for identity, entry in data.get("assumed", {}).items():
        for name in entry.get("labels", {}):
            known = ["default", *entry["alternatives"]]
            if name not in known:
                yield f"assumed.{identity}.labels.{name}: there is no such alternative{near(name, known)}"


def _labelled(data: Data, table: str) -> "list[str] | None":
    """Return what may have a label in a table; None where the file does not say."""
    if table == "causes":
        return None
    listed = data["ruleset"].get("difficulties", []) if table == "difficulties" else []
    return [*data.get(table, {}), *listed]


def _unfilled(where: str, text: str, data: Data) -> Iterator[str]:
    try:
        filled(text, data)
    except KeyError as error:
        yield f"{where} = {text!r}: nothing stands at {error}"


def _provenance_problems(data: Data) -> Iterator[str]:
    assumed = data.get("assumed", {})
    for key, source in data.get("provenance", {}).items():
        word, _, identity = source.partition(" ")
        if word not in PROVENANCE:
            yield f"provenance.'{key}' = {source!r}{near(word, PROVENANCE)}"
        elif (word == "assumed" or identity) and identity not in assumed:
            known = near(identity, list(assumed))
            yield f"provenance.'{key}' = {source!r}: there is no [assumed.{identity or 'ID'}]{known}"
    for identity, entry in assumed.items():
        if not entry["alternatives"]:
            yield f"assumed.{identity}: an assumed component needs at least one alternative"
    for key, _ in leaves(components(data)):
        if not provenance_of(data, key):
            yield f"{key}: [provenance] does not say where it comes from"
