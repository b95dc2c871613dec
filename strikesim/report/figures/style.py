"""The one look of all figures: sizes, colours, type."""

import io
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from textwrap import fill
from typing import Any, ParamSpec, TypeVar

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, to_hex, to_rgb
from matplotlib.figure import Figure

Colours = Mapping[str, str]
WIDTH = 5.0  # inches: type of 9 points is still read when a phone shows the figure at 390 pixels
SMALL = 9  # points
INK, GREY, PALE, PAPER = "#222222", "#6b6b6b", "#e4e4e4", "#ffffff"
# Okabe and Ito, "Color universal design" (2008): told apart by colour-blind readers too.
BLUE, ORANGE, GREEN, PINK, SKY, RED, YELLOW = (
    "#0072B2",
    "#E69F00",
    "#009E73",
    "#CC79A7",
    "#56B4E9",
    "#D55E00",
    "#F0E442",
)
COLOURS = (BLUE, ORANGE, GREEN, PINK, SKY, RED, YELLOW, "#999999")
WINS, LOSSES, UNFINISHED = (BLUE, SKY, GREEN), (RED, ORANGE, PINK, YELLOW), "#999999"
RATES = LinearSegmentedColormap.from_list("rates", ["#f7fafc", "#9cc7e0", "#0f5c8e"])  # from 0 to 100 %


VERDICTS = {
    "inside": "#00694e",
    "below": "#a63f00",
    "above": "#7a3b66",
    "undecided": "#555555",
    "stalled": "#a63f00",
}  # never colour alone

_SETTINGS: Any = {
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "axes.labelsize": 10,
    "axes.titlesize": 10,
    "xtick.labelsize": 9.5,
    "ytick.labelsize": 9.5,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": GREY,
    "xtick.color": GREY,
    "ytick.color": GREY,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "text.parse_math": False,  # a dollar in a name is a dollar
    "svg.fonttype": "path",  # looks the same wherever it is opened
    "svg.hashsalt": "strikesim",  # the same figure is the same file
}

P = ParamSpec("P")
T = TypeVar("T")


def styled(function: Callable[P, T]) -> Callable[P, T]:
    """Run a function that draws with the house's settings, and leave the user's as they were."""

    @wraps(function)
    def within(*args: P.args, **kwargs: P.kwargs) -> T:
        with rc_context(_SETTINGS):
            return function(*args, **kwargs)

    return within


class ShownFigure(Figure):
    """A figure that a notebook shows by itself, as it does pyplot's own."""

    def _repr_png_(self) -> tuple[bytes, dict[str, int]]:
        """Return a sharp PNG, and the size in pixels at which to show it."""
        buffer = io.BytesIO()
        with rc_context(_SETTINGS):
            self.savefig(buffer, format="png", dpi=150)
        width, height = (round(100 * inches) for inches in self.get_size_inches())
        return buffer.getvalue(), {"width": width, "height": height}


def blank(height: float) -> tuple[Figure, Axes]:
    """Return an empty figure, `height` inches high, and its axes."""
    figure = ShownFigure(figsize=(WIDTH, height), layout="constrained")
    return figure, figure.subplots()


def colours_of_endings(endings: Iterable[str]) -> dict[str, str]:
    """Give each ending ('win: demands') its colour: wins cool, losses warm, unfinished grey."""
    colours: dict[str, str] = {}
    taken = {"win": 0, "loss": 0}
    for ending in dict.fromkeys(endings):
        outcome = ending.partition(":")[0]
        shades = {"win": WINS, "loss": LOSSES}.get(outcome)
        if shades is None:
            colours[ending] = UNFINISHED
            continue
        colours[ending] = shades[taken[outcome] % len(shades)]
        taken[outcome] += 1
    return colours


def colours_of(names: Iterable[str], known: Mapping[str, str] | None = None) -> dict[str, str]:
    """Give each name its colour, those in `known` the colour they have."""
    names = list(dict.fromkeys(names))
    return {name: (known or {}).get(name, COLOURS[k % len(COLOURS)]) for k, name in enumerate(names)}


def steps(count: int) -> list[str]:
    """Return colours for what has an order, from light to dark.

    Examples
    --------
    >>> steps(3)
    ['#9bc7e0', '#5591b7', '#0f5c8e']
    """
    return [to_hex(RATES(0.5 + 0.5 * k / max(1, count - 1))) for k in range(count)]


def ink_on(colour: str) -> str:
    """Return the ink that is read on a colour."""
    return INK if _luma(colour) > 0.5 else PAPER


def dark(colour: str) -> str:
    """Return a colour dark enough for type on white."""
    red, green, blue = to_rgb(colour)
    factor = min(1.0, 0.45 / max(0.01, _luma(colour)))
    return to_hex((factor * red, factor * green, factor * blue))


def _luma(colour: str) -> float:
    red, green, blue = to_rgb(colour)
    return 0.299 * red + 0.587 * green + 0.114 * blue


def short(label: str, width: int = 26, lines: int = 2) -> str:
    r"""Return a label in lines that leave room for the figure; what is too long for them is cut.

    Examples
    --------
    >>> short("a name that is much too long to be read on a phone")
    'a name that is much too\nlong to be read on a phone'
    """
    return fill(label, width, max_lines=lines, placeholder=" …")


def spread(wanted: list[float], gap: float) -> list[float]:
    """Return heights near the wanted ones, each at least `gap` from the next: labels that don't overlap.

    Examples
    --------
    >>> [round(height, 2) for height in spread([0.5, 0.52, 0.9], 0.1)]
    [0.46, 0.56, 0.9]
    """
    order = sorted(range(len(wanted)), key=lambda k: wanted[k])
    groups: list[list[float]] = []  # [sum of wanted heights, members]
    for k in order:
        groups.append([wanted[k], 1])
        while len(groups) > 1 and _edge(groups[-1], gap, -1) - _edge(groups[-2], gap, 1) < gap:
            total, members = groups.pop()
            groups[-1] = [groups[-1][0] + total, groups[-1][1] + members]
    placed = [_edge(group, gap, -1) + i * gap for group in groups for i in range(int(group[1]))]
    return [height for _, height in sorted(zip(order, placed, strict=True))]


def _edge(group: list[float], gap: float, side: int) -> float:
    """Return the lowest (-1) or highest (1) label of a group that is centred on its members' mean."""
    total, members = group
    return total / members + side * (members - 1) / 2 * gap
