"""Figures as files: SVG for pages that set the title beside it, PNG that stands alone, and the numbers as CSV."""

import io
import re
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from textwrap import fill

import pandas as pd
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from strikesim.errors import printable
from strikesim.report.figures import style
from strikesim.sweep.files import as_csv, make_folder, write_atomically

DPI = 150  # of PNG files
ENDINGS = (".svg", ".png", ".csv")


@dataclass(frozen=True)
class Exported:
    """A figure as it is written.

    Attributes
    ----------
    name
        Of its files, without ending: letters, digits and hyphens.
    title
        What it is about.
    note
        What else must be known to read it, or ''.
    alt
        What it shows, in a sentence.
    caption
        What it is true for.
    svg
        The figure alone.
    data
        The numbers in it.
    """

    name: str
    title: str
    note: str
    alt: str
    caption: str
    svg: str = field(repr=False)
    data: pd.DataFrame = field(repr=False)
    figure: Figure = field(repr=False)

    @cached_property
    def png(self) -> bytes:
        """Return the figure with its title above, and note and caption below."""
        return _standing_alone(self.figure, self.title, f"{self.note} {self.caption}".strip())

    @property
    def csv(self) -> str:
        """Return the figure's numbers as CSV."""
        return as_csv(self.data)

    def files(self) -> dict[str, str | bytes]:
        """Return the figure's files by name."""
        svg, png, csv = (f"{self.name}{ending}" for ending in ENDINGS)
        return {svg: self.svg, png: self.png, csv: self.csv}


def export(figure: Figure, data: pd.DataFrame, name: str, title: str, caption: str, note: str = "") -> Exported:
    """Draw a figure that is to be written."""
    alt = printable(str(figure.get_label()))
    return Exported(file_name(name), title, note, alt, caption, svg(figure), data, figure)


def file_name(text: str) -> str:
    """Return a text as a name for files: letters, digits and hyphens."""
    return re.sub(r"[^A-Za-z0-9]+", "-", text).strip("-")


@style.styled
def _standing_alone(figure: Figure, title: str, caption: str) -> bytes:
    """Put title and caption on a figure that was drawn, which grows by their lines, and return it as PNG."""
    head, foot = fill(title, 54), fill(caption, 88)
    above, below = (0.1 + inches * (text.count("\n") + 1) for text, inches in ((head, 0.2), (foot, 0.14)))
    width, height = figure.get_size_inches()
    whole = height + above + below
    figure.set_layout_engine("none")  # what was laid out stays as it is
    figure.set_size_inches(width, whole)
    for axes in figure.axes:
        box = axes.get_position()
        axes.set_position((box.x0, (box.y0 * height + below) / whole, box.width, box.height * height / whole))
    figure.text(0.02, 1 - 0.08 / whole, head, va="top", fontsize=11, fontweight="bold")
    figure.text(0.02, 0.07 / whole, foot, va="bottom", fontsize=7.5, color=style.GREY)
    return _png(figure)


def write(figures: Iterable[Exported], folder: Path, series: str) -> list[str]:
    """Write a series of figures into a folder, and return the files' names.

    Parameters
    ----------
    figures
        Their names begin with `series`.
    folder
        It is made if need be. Figures of the series that were there before are deleted.
    """
    files = {name: content for figure in figures for name, content in figure.files().items()}
    make_folder(folder)
    for name, content in files.items():
        write_atomically(folder / name, content)
    for old in _figures_in(folder, series) - {name.rpartition(".")[0] for name in files}:
        for ending in ENDINGS:
            (folder / f"{old}{ending}").unlink(missing_ok=True)
    return list(files)


def _figures_in(folder: Path, series: str) -> set[str]:
    """Return the names of a series for which all three files are there: what has fewer, somebody else wrote."""
    names = [{path.stem for path in folder.glob(f"*{ending}")} for ending in ENDINGS]
    return {name for name in set.intersection(*names) if name.startswith(f"{file_name(series)}-")}


def save(figure: Figure, path: Path | str) -> None:
    """Write a figure as PNG or SVG, whole or not at all."""
    path = Path(path)
    write_atomically(path, svg(figure) if path.suffix == ".svg" else _png(figure))


@style.styled
def _png(figure: Figure) -> bytes:
    buffer = io.BytesIO()
    with _missing_letters():
        figure.set_dpi(DPI)
        FigureCanvasAgg(figure).print_png(buffer)  # type: ignore[no-untyped-call]
    return buffer.getvalue()


@style.styled
def svg(figure: Figure) -> str:
    """Return a figure as SVG, the same bytes for the same figure."""
    buffer = io.StringIO()
    with _missing_letters():
        description = printable(str(figure.get_label()))
        metadata = {"Date": None, "Description": description}
        FigureCanvasSVG(figure).print_svg(buffer, metadata=metadata)  # type: ignore[no-untyped-call]
    return re.sub(r"\s*<!--.*?-->", "", buffer.getvalue(), flags=re.DOTALL)


def inline(svg_text: str, prefix: str) -> str:
    """Return an SVG as an element of a page that holds several: with ids of its own, without what is for files.

    Parameters
    ----------
    svg_text
        What `svg` returned.
    prefix
        Put before every id; letters, digits and hyphens.
    """
    element = svg_text[svg_text.index("<svg") :]
    element = re.sub(r"<metadata>.*?</metadata>", "", element, flags=re.DOTALL)
    element = re.sub(r'\bid="', f'id="{prefix}-', element)
    element = re.sub(r'href="#', f'href="#{prefix}-', element)
    return element.replace("url(#", f"url(#{prefix}-")


@contextmanager
def _missing_letters() -> Iterator[None]:
    """Draw a box for a letter that the font lacks, without a word on the screen."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        yield
