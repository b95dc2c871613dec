"""The knobs of a ruleset: single settings that can be turned, with the values that the ruleset's own tables allow."""

import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from strikesim.errors import ConfigError, RulesetError
from strikesim.games import load, ruleset
from strikesim.games.ruleset import Layers
from strikesim.sweep.designs import choices_of

MOST_VALUES = 9  # that are tried if nobody says which
STEPS = 9  # over a range of numbers that are not all tried


@dataclass(frozen=True)
class Knob:
    """A setting of a ruleset.

    Attributes
    ----------
    key
        As a grid takes it.
    kind
        "integer", "number" or "choice".
    now
        The value in force.
    choices
        Of a choice: its values, the one in force first; none if any text or list may stand there.
    low, high
        Of an integer or number: the bounds that the ruleset's tables declare, None where there is none.
    """

    key: str
    kind: str
    now: Any
    choices: Sequence[Any] = ()
    low: float | None = None
    high: float | None = None

    @property
    def ordered(self) -> bool:
        """Return whether its values have an order."""
        return self.kind != "choice"


def knob_of(layers: Layers, key: str) -> Knob:
    """Return the knob with a key: a switch or option by its name, an assumed component by its id, a dotted path.

    Raises
    ------
    ConfigError, RulesetError
        There is none.
    """
    components, switches = choices_of(layers)
    for path, _ in ruleset.leaves(layers.overlay(key, "")):
        bare = path.rpartition(".")[2]
        for name in (key, bare if path.startswith(("switches.", "options.")) else key):
            if name in components | switches:
                values = (components | switches)[name]
                return Knob(key, "choice", values[0], values)
    (path, _), *_ = ruleset.leaves(layers.overlay(key, ""))
    try:
        now = ruleset.datum(layers.data(), path)
    except KeyError:
        raise ConfigError(f"{layers.where} has no '{key}'; `strikesim rulesets show {layers.game}` lists all") from None
    if isinstance(now, dict):
        raise ConfigError(f"{key} is a table; name one of its keys: {', '.join(f'{key}.{name}' for name in now)}")
    if isinstance(now, bool):
        return Knob(key, "choice", now, [now, not now])
    if isinstance(now, int | float):
        low, high = bounds(load(layers.game).tables.Rules, path)
        return Knob(key, "integer" if isinstance(now, int) else "number", now, (), low, high)
    return Knob(key, "choice", now)


def values_to_try(
    knob: Knob, values: Sequence[Any] = (), low: float | None = None, high: float | None = None
) -> list[Any]:
    """Return the values of a knob that are tried.

    Parameters
    ----------
    knob
        The knob.
    values
        What the designer lists; then those alone.
    low, high
        The range the designer gives. Default: the bounds that the ruleset declares, if they hold MOST_VALUES integers
        or fewer; else as many integers around the value in force.

    Raises
    ------
    ConfigError
        There is no range, it is empty, or the knob has none.
    """
    if values:
        return _in_order(knob, values)
    if not knob.ordered:
        if low is not None or high is not None:
            raise ConfigError(f"{knob.key} is a choice and has no range; list its values with --values")
        if len(knob.choices) < 2:
            raise ConfigError(f"{knob.key} = {knob.now!r}: list the values to try with --values")
        return list(knob.choices)
    first, last = _range(knob, low, high)
    if first > last:
        raise ConfigError(f"{knob.key}: {first:g} to {last:g} is no range; give the lower end first")
    if knob.kind == "integer":
        whole = list(range(int(first), int(last) + 1))
        if len(whole) <= max(STEPS, MOST_VALUES):
            return whole
        return sorted({round(first + (last - first) * k / (STEPS - 1)) for k in range(STEPS)})
    return [first + (last - first) * k / (STEPS - 1) for k in range(STEPS)]


def _in_order(knob: Knob, values: Sequence[Any]) -> list[Any]:
    """Return listed values once each, numbers in order."""
    wrong = [
        value for value in values if knob.ordered and (isinstance(value, bool) or not isinstance(value, int | float))
    ]
    if wrong:
        raise ConfigError(f"{knob.key}: {wrong[0]!r} is no number; it is {knob.now!r} in this ruleset")
    unlike = [value for value in values if knob.choices and value not in knob.choices]
    if unlike:
        known = ", ".join(map(str, knob.choices))
        raise ConfigError(f"{knob.key}: {unlike[0]!r} is none of its values ({known})")
    once = [value for k, value in enumerate(values) if value not in list(values)[:k]]
    return sorted(once) if knob.ordered else once


def _range(knob: Knob, low: float | None, high: float | None) -> tuple[float, float]:
    if low is None and high is None and (knob.low is None or knob.high is None or knob.high - knob.low >= MOST_VALUES):
        if knob.kind == "number":
            raise ConfigError(f"{knob.key}: say what to try: --from and --to, or --values")
        around = MOST_VALUES // 2
        low, high = knob.now - around, knob.now + around
    first, last = (knob.low if low is None else low), (knob.high if high is None else high)
    if first is None or last is None:
        raise ConfigError(f"{knob.key}: the ruleset declares no bounds; say both --from and --to, or --values")
    lowest, highest = (first if knob.low is None else knob.low), (last if knob.high is None else knob.high)
    return max(first, lowest), min(last, highest)


def sorted_out(layers: Layers, key: str, values: Sequence[Any]) -> tuple[list[Any], dict[Any, str]]:
    """Return the values with which the ruleset is valid, and why the others are not.

    Raises
    ------
    ConfigError
        Fewer than two are left.
    """
    good, refused = [], {}
    rules = load(layers.game).tables.Rules
    for value in values:
        try:
            rules.parse(layers.changed({key: value}).data(), key)
            good.append(value)
        except RulesetError as error:
            refused[value] = str(error).partition(": ")[2].partition(";")[0]
    if len(good) < 2:
        why = "".join(f"; {value}: {reason}" for value, reason in list(refused.items())[:2])
        raise ConfigError(f"{key}: two values or more must be possible, of {_listed(values)} {len(good)} is{why}")
    return good, refused


def _listed(values: Sequence[Any]) -> str:
    return ", ".join(map(str, values))


# ---- what the tables declare -------------------------------------------------------------------------------------


def bounds(model: Any, path: str) -> tuple[float | None, float | None]:
    """Return the bounds that a pydantic model declares for what stands at a dotted path, None where there is none."""
    found: list[Any] = []
    annotation: Any = model
    for part in path.split("."):
        annotation, found = _step(annotation, part)
    lows = [low for low in map(_low, found) if low is not None]
    highs = [high for high in map(_high, found) if high is not None]
    return (max(lows) if lows else None), (min(highs) if highs else None)


def _step(annotation: Any, part: str) -> tuple[Any, list[Any]]:
    """Return what stands at one key of a table, and what is declared of it."""
    inner, _ = _bare(annotation)
    if isinstance(inner, type) and issubclass(inner, BaseModel):
        field = _field(inner.model_fields, part)
        if field is None:
            return Any, []
        bare, declared = _bare(field.annotation)
        return bare, [*field.metadata, *declared]
    if typing.get_origin(inner) in (dict, Mapping):
        return _bare(typing.get_args(inner)[1])
    return Any, []


def _field(fields: Mapping[str, FieldInfo], part: str) -> FieldInfo | None:
    return fields.get(part) or next((field for field in fields.values() if field.alias == part), None)


def _bare(annotation: Any) -> tuple[Any, list[Any]]:
    """Return an annotation without what is declared beside it, of a union its first number or table; and that."""
    declared: list[Any] = []
    while True:
        if typing.get_origin(annotation) is typing.Annotated:
            annotation, *more = typing.get_args(annotation)
            declared += [each for one in more for each in _flat(one)]
        elif typing.get_origin(annotation) in (typing.Union, types.UnionType):
            annotation = typing.get_args(annotation)[0]
        else:
            return annotation, declared


def _flat(declared: Any) -> Iterator[Any]:
    yield from declared.metadata if isinstance(declared, FieldInfo) else [declared]


def _low(declared: Any) -> float | None:
    """Return the least value that one declaration allows, of whole numbers."""
    least, above = getattr(declared, "ge", None), getattr(declared, "gt", None)
    return float(least) if least is not None else None if above is None else float(above) + 1


def _high(declared: Any) -> float | None:
    most, below = getattr(declared, "le", None), getattr(declared, "lt", None)
    return float(most) if most is not None else None if below is None else float(below) - 1
