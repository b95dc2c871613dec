"""What is wrong with a file, in the words of its author: where it stands, what was given, what is allowed."""

from collections.abc import Iterator
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from strikesim.errors import near

_SAID = {  # of pydantic's kinds of problem those whose own words speak of types and patterns
    "int_type": "it must be a whole number",
    "int_from_float": "it must be a whole number",
    "float_type": "it must be a number",
    "string_type": "it must be a text, in quotes",
    "bool_type": "it must be true or false",
    "list_type": "it must be a list, [ … ]",
    "dict_type": "it must be a table",
    "model_type": "it must be a table",
    "too_short": "it must have at least {min_length}",
    "too_long": "it must have at most {max_length}",
    "finite_number": "it must be finite",
}


def describe(model: "type[BaseModel]", data: Any, error: ValidationError) -> Iterator[str]:
    """Yield one readable problem for each of pydantic's, with the nearest known key for an unknown one."""
    for item in error.errors(include_url=False):
        where, key = _place(data, item["loc"])
        if item["type"] == "extra_forbidden":
            yield f"{where}unknown key '{key}'{near(str(item['loc'][-1]), _fields_at(model, item['loc'][:-1]))}"
        elif item["type"] == "missing":
            yield f"{where}'{f'{key}.' * bool(key)}{item['loc'][-1]}' is missing"
        else:
            plain = item["msg"].removeprefix("Value error, ").replace("Input should be", "it must be", 1)
            message = _SAID.get(item["type"], "{plain}").format(plain=plain, **item.get("ctx", {}))
            given = "" if isinstance(item["input"], dict) else f" = {item['input']!r}"
            place = f"{where}{key}" if key else where.removesuffix(": ")
            yield f"{place}{given}: {message}".removeprefix(": ")


def _place(data: Any, path: "tuple[int | str, ...]") -> tuple[str, str]:
    """Return where a problem stands: in what of a list, by its name or counted from 1, and at which key of that.

    Examples
    --------
    >>> _place({"sweep": [{"name": "small", "grid": {"players": 0}}]}, ("sweep", 0, "grid", "players"))
    ("sweep 'small': ", 'grid.players')
    >>> _place({"deck": {"cards": [1, "x"]}}, ("deck", "cards", 1))
    ('deck.cards, number 2: ', '')
    """
    where = ""
    keys: list[str] = []
    for part in path:
        if isinstance(data, list) and isinstance(part, int) and part < len(data):
            data = data[part]
            name = data.get("name") if isinstance(data, dict) else None
            told = f" '{name}'" if isinstance(name, str) else f", number {part + 1}"
            where, keys = f"{where}{'.'.join(keys)}{told}: ".removeprefix(", "), []
        elif isinstance(data, dict) and part in data:
            data = data[part]
            keys.append(str(part))
    if not where and not keys:  # of another model, which was asked in between
        keys = [str(part) for part in path]
    return where, ".".join(keys)


def _fields_at(model: Any, path: "tuple[int | str, ...]") -> list[str]:
    """Return the known keys of the table at `path` of a model, as far as they can be told."""
    for part in path:
        field_ = getattr(model, "model_fields", {}).get(part)
        annotation = field_.annotation if field_ else model
        while not hasattr(annotation, "model_fields") and get_args(annotation):
            annotation = (
                get_args(annotation)[-1] if get_args(annotation)[-1] is not type(None) else get_args(annotation)[0]
            )
        model = annotation
    return list(getattr(model, "model_fields", {}))
