"""Figures as files: whole, the same each time, and none left of an older series."""

from pathlib import Path

import pandas as pd
import pytest

from strikesim.errors import ResultError
from strikesim.report import figures
from strikesim.report.figures.export import Exported, export, write

DATA = pd.DataFrame({"label": ["a"], "difference": [0.1], "low": [0.05], "high": [0.15], "shown": [True]})


def exported(name: str, note: str = "") -> Exported:
    return export(figures.differences(DATA), DATA, name, "What a does", "400 games in each cell.", note)


def test_a_figure_is_drawn_with_its_numbers_and_stands_alone_as_png(tmp_path: Path) -> None:
    files = write([exported("s.x-1")], tmp_path / "figures", "s.x")
    assert files == ["s-x-1.svg", "s-x-1.png", "s-x-1.csv"]
    assert sorted(files) == sorted(path.name for path in (tmp_path / "figures").iterdir())
    assert (tmp_path / "figures" / "s-x-1.png").read_bytes().startswith(b"\x89PNG")
    pd.testing.assert_frame_equal(pd.read_csv(tmp_path / "figures" / "s-x-1.csv"), DATA)


def test_a_png_grows_by_what_stands_under_it() -> None:
    brief, long = (int.from_bytes(exported("s-1", note).png[20:24]) for note in ("", "Much the same. " * 30))
    assert long > brief + 100  # pixels


def test_a_figure_is_the_same_file_each_time() -> None:
    assert exported("s-1").files() == exported("s-1").files()


def test_figures_of_the_series_that_are_no_longer_drawn_go_and_other_files_stay(tmp_path: Path) -> None:
    write([exported("s-1"), exported("s-2"), exported("other-1")], tmp_path, "s")
    (tmp_path / "s-mine.svg").write_text("mine")
    write([exported("s-1")], tmp_path, "s")
    assert {path.stem for path in tmp_path.iterdir()} == {"s-1", "other-1", "s-mine"}


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ResultError, match="cannot be made"):
        write([exported("s-1")], tmp_path / "file", "s")
