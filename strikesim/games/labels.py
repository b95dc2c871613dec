"""What a designer reads instead of keys and codes: the names that stand beside the data in a ruleset's file.

Beside a table ``[switches]`` stands ``[labels.switches]`` with a name for its keys, and where the values need names
too, ``key = { name = "…", values = { value = "…" } }``. ``[labels.difficulties]`` and ``[labels.causes]`` name the
difficulties and why games end. An assumed component has its ``label``, and ``labels`` for its alternatives. A name may
hold data: ``{rules.hand_size}``.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from strikesim.games import Game
from strikesim.games.common import OUTCOMES, Metric
from strikesim.games.ruleset import Data, Strict, filled


class Labels(Strict):
    """The names of a ruleset's settings, causes and metrics."""

    keys: dict[str, str]  # by key, with its table ("rules.hand_size") and without, and by an assumed component's id
    values: dict[str, dict[str, str]]  # by key, then by value as TOML writes it; "difficulty" is a key too
    causes: dict[str, str]  # by outcome and cause: "loss: turn_limit"
    metrics: list[Metric]
    seat_metrics: list[Metric]


def labels_of(game: Game, data: Data) -> Labels:
    """Return the names that a ruleset gives.

    Parameters
    ----------
    data
        A whole, valid ruleset (`strikesim.games.ruleset.Layers.data`).
    """
    tables: dict[str, Any] = dict(data.get("labels", {}))
    causes, difficulties = tables.pop("causes", {}), tables.pop("difficulties", {})
    named: dict[str, Mapping[str, Any]] = {
        key: entry if isinstance(entry, dict) else {"name": entry}
        for table, entries in tables.items()
        for bare, entry in entries.items()
        for key in (bare, f"{table}.{bare}")
    }
    named.update(_assumed(data))
    return Labels(
        keys={key: filled(entry["name"], data) for key, entry in named.items()},
        values={
            key: {value: filled(text, data) for value, text in entry["values"].items()}
            for key, entry in {**named, "difficulty": {"values": difficulties}}.items()
            if entry.get("values")
        },
        causes={
            f"{outcome}: {cause}": filled(text, data) for outcome in OUTCOMES[1:] for cause, text in causes.items()
        },
        metrics=list(game.state.METRICS),
        seat_metrics=list(game.state.SEAT_METRICS),
    )


def _assumed(data: Data) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the id of each assumed component that has a label, with it and those of its alternatives."""
    for identity, entry in data.get("assumed", {}).items():
        if entry.get("label"):
            yield identity, {"name": entry["label"], "values": entry.get("labels", {})}
