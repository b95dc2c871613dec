"""The shape of a result folder's two JSON files, so that damaged ones are refused in words before they are used."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, ValidationError, model_validator


class _Entry(BaseModel):
    model_config = ConfigDict(strict=True)


class _Ruleset(_Entry):
    name: str
    title: str
    version: str
    kind: Literal["cooperative", "competitive"]


class _Versions(_Entry):
    strikesim: str


class _Metric(_Entry):
    name: str
    label: str
    unit: str
    names_from: str


class _Labels(_Entry):
    causes: list[str]
    metrics: list[_Metric]
    seat_metrics: list[_Metric]


class _Bot(_Entry):
    name: str
    spec: str
    weights: dict[str, float]
    digest: str


class _Cell(_Entry):
    cell: int
    axes: dict[str, Any]
    players: int
    difficulty: str | None
    bots: list[_Bot]
    ruleset_hash: str


class _Sweep(_Entry):
    name: str
    ruleset: str
    design: Literal["grid", "comparison", "sensitivity"]


class _Manifest(_Entry):
    name: str
    sweep: _Sweep
    bots: dict[str, dict[str, Any]]
    files: dict[str, dict[str, Any]]
    ruleset: _Ruleset
    seed: int
    games: int | None
    precision: float | None
    variants: dict[str, str | dict[str, Any]] | None = None
    target: dict[str, Any] | None = None
    versions: _Versions
    labels: _Labels
    cells: list[_Cell]
    rulesets: dict[str, dict[str, Any]]

    @model_validator(mode="after")
    def _agrees_with_itself(self) -> Self:
        if not self.cells or [cell.cell for cell in self.cells] != list(range(len(self.cells))):
            raise ValueError("the cells are not numbered from 0")
        axes = list(self.cells[0].axes)
        for cell in self.cells:
            if list(cell.axes) != axes or axes[:3] != ["players", "difficulty", "bots"]:
                raise ValueError(f"cell {cell.cell} has the axes {', '.join(cell.axes)}")
            if not cell.bots or cell.ruleset_hash not in self.rulesets:
                raise ValueError(f"cell {cell.cell} has no bots, or no ruleset")
            if self.variants and cell.axes.get("variant") not in self.variants:
                raise ValueError(f"cell {cell.cell} is of no known variant")
        return self


def problem(manifest: Mapping[str, Any]) -> str:
    """Return what is wrong with a manifest, in words, or ''."""
    try:
        _Manifest.model_validate(manifest)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"]))
        return ": ".join(filter(None, [where, first["msg"].removeprefix("Value error, ")]))
    return ""


def are_sound(parts: "list[Any]", cells: int, size: int) -> bool:
    """Tell whether parts lie in their cells, start where a part of `size` games can, and stand there once."""
    whole = all(type(number) is int for part in parts for number in (part.cell, part.first, part.games, *part.wins))
    if not whole or not all(isinstance(part.sha256, str) for part in parts):
        return False
    twice = Counter((part.cell, part.first) for part in parts).most_common(1)
    within = all(0 <= part.cell < cells and part.first % size == 0 and 0 < part.games <= size for part in parts)
    return within and (not twice or twice[0][1] == 1)
