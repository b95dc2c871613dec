"""Figures show every number they are given, on axes with units, and say in a sentence what is on them."""

import itertools
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock
from xml.sax.saxutils import escape

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure
from matplotlib.text import Text

from report.results import sweep
from strikesim.errors import ResultError
from strikesim.report import figures
from strikesim.report.figures import export
from strikesim.result import Result
from strikesim.stats.counts import END, ORDER
from strikesim.stats.tables import sides
from strikesim.sweep.rows import TEAM

DIFFERENCES = pd.DataFrame(
    {
        "label": ["a", "b"],
        "difference": [0.1, -0.02],
        "low": [0.05, -0.06],
        "high": [0.15, 0.02],
        "shown": [True, False],
    }
)
BAND = pd.DataFrame(
    {
        **{"cell": [0], "players": [2], "difficulty": [None], "bots": ["planner"], "of": ["team"], "who": ["team"]},
        **{"rate": [0.5], "low": [0.47], "high": [0.53], "band_low": [0.3], "band_high": [0.7]},
        **{"band_low_from": [0.25], "band_high_to": [0.75], "p": [0.001]},
    }
)
LADDER = pd.DataFrame(
    [
        {"players": players, "difficulty": level, "bot": bot, "rate": rate, "low": rate - 0.05, "high": rate + 0.05}
        for players in (2, 3)
        for level in ("easy", "hard")
        for bot, rate in (("novice", 0.2), ("planner", 0.5))
    ]
)

CURVES = pd.DataFrame(
    [
        {"label": label, "value": value, "tick": str(value), "rate": rate, "low": rate - 0.05, "high": rate + 0.05}
        for label in ("Two players, planner", "Three players, planner")
        for value, rate in ((3, 0.2), (4, 0.5), (6, 0.7))
    ]
).assign(target=0.5, within=0.05)


@pytest.fixture(scope="module")
def cooperative(tmp_path_factory: pytest.TempPathFactory) -> Result:
    return sweep(tmp_path_factory.mktemp("x") / "coop", rate=lambda axes: 0.8 if axes["difficulty"] == "easy" else 0.0)


@pytest.fixture(scope="module")
def competitive(tmp_path_factory: pytest.TempPathFactory) -> Result:
    return sweep(tmp_path_factory.mktemp("x") / "comp", kind="competitive", axes={"bots": ["a", "a,b"]})


def every(cooperative: Result, competitive: Result) -> dict[str, Figure]:
    rates, seats = cooperative.tables.rates, sides(competitive.tables.rates)
    one = cooperative.tables.endings["cell"] == 0
    factors = cooperative.tables.factors
    lengths = cooperative.tables.lengths
    return {
        "heat_map": figures.heat_map(rates[rates["of"] == TEAM]),
        "seats": figures.win_rates(seats[seats["bots"] == "a"]),
        "bots": figures.win_rates(seats[seats["bots"] == "a,b"]),
        "outcomes": figures.outcomes(rates[rates["of"] == END]),
        "endings": figures.endings(cooperative.tables.endings[one], at="round"),
        "lengths": figures.lengths(lengths[lengths["what"] == "turns"]),
        "factors": figures.factors(factors[factors["cell"] == 0]),
        "differences": figures.differences(DIFFERENCES),
        "band": figures.band(BAND),
        "skill": figures.skill(LADDER),
        "brackets": figures.brackets(rates[rates["of"] == TEAM]),
        "curves": figures.curves(CURVES),
    }


def test_every_figure_is_five_inches_wide_and_told_in_a_sentence(cooperative: Result, competitive: Result) -> None:
    for name, figure in every(cooperative, competitive).items():
        assert figure.get_figwidth() == 5, name
        assert len(figure.axes) == (2 if name in ("skill", "brackets") else 1), name
        assert re.search(r"\d", str(figure.get_label())), name
        assert str(figure.get_label()).endswith("."), name
        assert "nan" not in str(figure.get_label()), name


def test_every_public_figure_is_drawn_here(
    cooperative: Result, competitive: Result, monkeypatch: pytest.MonkeyPatch
) -> None:
    public = {*figures.__all__} - {"save"}
    for name in public:
        monkeypatch.setattr(figures, name, Mock(wraps=getattr(figures, name)))
    every(cooperative, competitive)
    assert {name for name in public if not getattr(figures, name).called} == set()


def test_every_figure_is_the_same_file_each_time(cooperative: Result, competitive: Result) -> None:
    first, second = every(cooperative, competitive), every(cooperative, competitive)
    assert {name: export.svg(figure) for name, figure in first.items()} == {
        name: export.svg(figure) for name, figure in second.items()
    }


def test_a_heat_map_writes_each_rate_with_its_interval(cooperative: Result) -> None:
    rates = cooperative.tables.rates
    (axes,) = figures.heat_map(rates[rates["of"] == TEAM]).axes
    texts = [text.get_text() for text in axes.texts]
    assert texts.count("80.0\u00a0%") == 2
    assert texts.count("0.0–0.9") == 2  # zero wins are no certainty
    assert [label.get_text() for label in axes.get_yticklabels()] == ["easy", "hard"]


def test_a_verdict_is_written_not_only_coloured(cooperative: Result) -> None:
    rates = cooperative.tables.rates
    (axes,) = figures.heat_map(rates[rates["of"] == TEAM].assign(verdict="below")).axes
    assert [text.get_text() for text in axes.texts].count("▼ too hard") == 4


def test_every_figure_says_what_its_intervals_are(cooperative: Result, competitive: Result) -> None:
    for name, figure in every(cooperative, competitive).items():
        legend = figure.axes[-1].get_legend()
        told = [figure.axes[-1].get_xlabel(), figure.axes[-1].get_ylabel()]
        told += [text.get_text() for text in legend.get_texts()] if legend else []
        assert re.search("95|nine in ten", " ".join(told)), name


def test_no_type_runs_over_the_edge(cooperative: Result, competitive: Result) -> None:
    for name, figure in every(cooperative, competitive).items():
        figure.draw_without_rendering()
        box: Any = figure.axes[0].get_tightbbox()
        assert figure.bbox.x0 - 1 <= box.x0 < box.x1 <= figure.bbox.x1 + 1, name
        assert figure.bbox.y0 - 1 <= box.y0 < box.y1 <= figure.bbox.y1 + 1, name


def test_endings_add_up_to_all_games(cooperative: Result) -> None:
    rates = cooperative.tables.rates
    axes: Any = figures.outcomes(rates[rates["of"] == END]).axes[0]
    assert sum(bar.get_width() for bar in axes.patches) == pytest.approx(rates["cell"].nunique())


def test_every_point_has_an_interval_and_stands_inside_the_axes(competitive: Result) -> None:
    seats = sides(competitive.tables.rates)
    for bots in ("a", "a,b"):
        axes: Any = figures.win_rates(seats[seats["bots"] == bots]).axes[0]
        points = [container.lines[0].get_ydata() for container in axes.containers]
        assert sum(map(len, points)) == len(seats[seats["bots"] == bots])
        assert all(axes.get_ylim()[0] < y < axes.get_ylim()[1] for y in np.concatenate(points))


def test_a_curve_of_endings_stops_when_all_but_few_games_are_over() -> None:
    rounds = pd.DataFrame({"cell": 0, "players": 2, "ending": "win: points", "round": [5, 9, 500]})
    rows = rounds.assign(share=[0.5, 0.9995, 1.0], low=[0.4, 0.99, 0.999], high=[0.6, 1.0, 1.0])
    assert figures.endings(rows, at="round").axes[0].get_xlim() == (0, 9)


def test_axes_of_rates_start_at_zero(cooperative: Result, competitive: Result) -> None:
    drawn = every(cooperative, competitive)
    assert drawn["seats"].axes[0].get_ylim()[0] == pytest.approx(0, abs=0.03)
    assert drawn["endings"].axes[0].get_ylim()[0] == 0
    assert drawn["band"].axes[0].get_xlim()[0] == 0


def test_seats_are_labelled_beside_their_points(competitive: Result) -> None:
    rates = competitive.tables.rates
    (axes,) = figures.win_rates(rates[(rates["of"] == ORDER) & (rates["bots"] == "a")]).axes
    assert sorted(text.get_text() for text in axes.texts) == ["1", "1", "2", "2", "3"]
    assert len(axes.containers) == 3  # an interval for each seat


def test_a_target_is_shaded_and_named(competitive: Result) -> None:
    seats = sides(competitive.tables.rates)
    rows = seats[seats["bots"] == "a"].assign(target_low=0.4, target_high=0.6)
    axes: Any = figures.win_rates(rows).axes[0]
    assert {(round(bar.get_y(), 6), round(bar.get_height(), 6)) for bar in axes.patches} == {(0.4, 0.2)}
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["fair share", "asked for"]


def test_two_settings_are_not_drawn_over_each_other(cooperative: Result, competitive: Result) -> None:
    with pytest.raises(ResultError, match=r"choose one value of 'bots' \('a', 'a,b' …\) first"):
        figures.win_rates(sides(competitive.tables.rates))
    with pytest.raises(ResultError, match="choose turns or decisions"):
        figures.lengths(cooperative.tables.lengths)
    with pytest.raises(ResultError, match="nothing to draw"):
        figures.heat_map(cooperative.tables.rates[:0])


@pytest.mark.parametrize("name", ["$x$", "<script>alert(1)</script>", "żółć", "牌"])
def test_any_name_can_be_drawn(name: str) -> None:
    figure = figures.differences(DIFFERENCES.assign(label=[name, "b"]))
    drawn = {text.get_text() for text in figure.findobj(Text)}
    assert any(name[:8] in text for text in drawn)  # a long one is cut in lines
    text = export.svg(figure)  # letters are paths; the name stands in the description
    assert escape(name) in text
    assert "<script" not in text


def test_ids_of_two_figures_in_one_page_differ() -> None:
    text = export.svg(figures.differences(DIFFERENCES))
    one, other = export.inline(text, "one"), export.inline(text, "other")
    ids = [set(re.findall(r'\bid="([^"]+)"', svg)) for svg in (one, other)]
    assert ids[0].isdisjoint(ids[1])
    for svg, known in zip((one, other), ids, strict=True):
        assert set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', svg)) <= {(i, "") for i in known} | {
            ("", i) for i in known
        }
        assert "<!--" not in svg
        assert "<metadata" not in svg


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_a_figure_is_saved_whole(tmp_path: Path, ending: str) -> None:
    figures.save(figures.differences(DIFFERENCES), tmp_path / f"f.{ending}")
    assert [path.name for path in tmp_path.iterdir()] == [f"f.{ending}"]


def test_a_figure_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(ResultError, match="cannot be written"):
        figures.save(figures.differences(DIFFERENCES), tmp_path / "no" / "f.svg")


def test_names_in_two_lines_do_not_run_into_each_other() -> None:
    long = "Commercial Breaks: hit all, but less"
    figure = figures.differences(pd.concat([DIFFERENCES.assign(label=long)] * 8))
    figure.draw_without_rendering()
    boxes = [label.get_window_extent() for label in figure.axes[0].get_yticklabels()]
    assert all(above.y0 >= below.y1 for above, below in itertools.pairwise(boxes))


def test_the_users_settings_stay_as_they_were() -> None:
    import matplotlib as mpl

    mpl.get_backend()  # looked up when it is first asked for
    before = mpl.rcParams.copy()
    export.svg(figures.differences(DIFFERENCES))
    assert mpl.rcParams == before


def test_a_notebook_shows_a_figure_without_pyplot() -> None:
    figure: Any = figures.differences(DIFFERENCES)
    data, shown = figure._repr_png_()
    assert data.startswith(b"\x89PNG")
    assert shown["width"] == 500


@pytest.mark.parametrize("reach", [0.004, 0.03, 0.09, 0.24, 0.9])
def test_labels_of_differences_say_where_they_stand(reach: float) -> None:
    table = pd.DataFrame({"label": ["a"], "difference": [0.0], "low": [-reach], "high": [reach], "shown": [False]})
    axes: Any = figures.differences(table).axes[0]
    ticks = [axes.xaxis.get_major_formatter()(at, None) for at in axes.get_xticks()]
    assert [float(tick.replace("−", "-")) for tick in ticks] == pytest.approx(axes.get_xticks())


def test_a_long_name_of_an_axis_is_not_cut() -> None:
    figure = figures.differences(
        DIFFERENCES.assign(label="planner against engine builder, 4 players"),
        "Points of win rate above an even match, by the number of players",
    )
    figure.draw_without_rendering()
    assert figure.axes[0].xaxis.label.get_window_extent().x1 <= figure.bbox.x1


def test_rows_of_several_tables_put_together_are_drawn(cooperative: Result) -> None:
    rates, lengths = cooperative.tables.rates, cooperative.tables.lengths
    tables: dict[Callable[[pd.DataFrame], Figure], pd.DataFrame] = {
        figures.heat_map: rates[rates["of"] == TEAM],
        figures.outcomes: rates[rates["of"] == END],
        figures.lengths: lengths[lengths["what"] == "turns"],
        figures.differences: DIFFERENCES,
    }
    for draw, table in tables.items():
        together = table.set_axis([0] * len(table))  # as pandas.concat leaves the index
        assert draw(together).get_label() == draw(table).get_label()
