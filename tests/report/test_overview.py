"""The pictures of a run show every rate of the summary, with its interval and its caveat."""

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from strikesim.report import figures, overview
from strikesim.stats.intervals import wilson
from sweep.manifests import cell, manifest


def table(rows: "list[tuple[Any, ...]]") -> pd.DataFrame:
    frame = pd.DataFrame(rows, columns=["cell", "players", "difficulty", "bots", "of", "who", "games", "count", "fair"])
    low, high = wilson(frame["count"], frame["games"])
    return frame.assign(rate=frame["count"] / frame["games"], low=low, high=high)


def drawn(kind: str, rows: "list[tuple[Any, ...]]", **ruleset: Any) -> dict[str, Any]:
    cells = [cell(0, ["planner"]), cell(1, ["a", "b"])]
    return dict(overview.draw(manifest(cells, kind, header=ruleset), table(rows)))


COOPERATIVE = [
    (0, 2, "easy", "planner", "team", "team", 100, 80, None),
    (1, 2, "hard", "planner", "team", "team", 100, 0, None),
    (0, 2, "easy", "planner", "end", "win: points", 100, 80, None),
    (0, 2, "easy", "planner", "end", "loss: drones", 100, 20, None),
    (1, 2, "hard", "planner", "end", "loss: drones", 100, 100, None),
]
COMPETITIVE = [
    (0, 2, None, "planner", "order", "1", 100, 60, 0.5),
    (0, 2, None, "planner", "order", "2", 100, 40, 0.5),
    (1, 2, None, "a,b", "order", "1", 100, 50, 0.5),
    (1, 2, None, "a,b", "order", "2", 100, 50, 0.5),
    (1, 2, None, "a,b", "bot", "a", 100, 90, 0.5),
    (1, 2, None, "a,b", "bot", "b", 100, 10, 0.5),
]


def test_a_heat_map_writes_each_rate_with_its_interval() -> None:
    place = drawn("cooperative", COOPERATIVE)["win_rates.png"].axes[0]
    assert {text.get_text() for text in place.texts} == {"80.0\u00a0%", "71.1–86.7", "0.0\u00a0%", "0.0–3.7"}
    assert [label.get_text() for label in place.get_yticklabels()] == ["easy", "hard"]


def test_endings_add_up_to_all_games() -> None:
    place = drawn("cooperative", COOPERATIVE)["endings.png"].axes[0]
    assert sum(patch.get_width() for patch in place.patches) == pytest.approx(2)


def test_seats_are_drawn_for_one_bot_and_bots_for_a_mixed_line_up() -> None:
    places = drawn("competitive", COMPETITIVE)["win_rates.png"].axes
    assert [sorted(text.get_text() for text in place.texts) for place in places] == [["1", "2"], ["a", "b"]]


def test_every_point_has_an_interval_and_stands_inside_the_panel() -> None:
    for place in drawn("competitive", COMPETITIVE)["win_rates.png"].axes:
        assert len(place.containers) == 2
        assert place.get_ylim()[0] < 0
        assert place.get_ylim()[1] >= max(container.lines[0].get_ydata()[0] for container in place.containers)


def test_many_settings_are_spread_over_pages() -> None:
    rows = [(k, 2, "easy", f"bot{k}", "team", "team", 10, k % 10, None) for k in range(overview.PANELS + 1)]
    assert [name for name in drawn("cooperative", rows) if name.startswith("win")] == [
        "win_rates_1.png",
        "win_rates_2.png",
    ]


def test_a_calibrated_rate_is_not_shown_as_a_finding() -> None:
    figure = drawn("cooperative", COOPERATIVE, calibrated="chosen for 50 %")["win_rates.png"]
    assert "Calibrated: chosen for 50 %." in " ".join(figure.get_supxlabel().split())


def test_a_figure_is_saved_as_png(tmp_path: Path) -> None:
    figures.save(drawn("competitive", COMPETITIVE)["win_rates.png"], tmp_path / "f.png")
    assert (tmp_path / "f.png").read_bytes().startswith(b"\x89PNG")
    assert [path.name for path in tmp_path.iterdir()] == ["f.png"]
