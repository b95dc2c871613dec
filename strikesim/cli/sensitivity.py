"""``strikesim sensitivity``: how far a result moves over all that was assumed."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from strikesim.cli.common import console, print_json
from strikesim.cli.options import GridOptions, takes
from strikesim.cli.tables import plain_table
from strikesim.defaults import COMBINATIONS, SEED, SENSITIVITY_GAMES

if TYPE_CHECKING:
    from collections.abc import Hashable

    import pandas as pd
    from rich.console import Console
    from rich.table import Table

    from strikesim.games.labels import Labels
    from strikesim.result import Result

CHANGES = {"change": "left", "points (95 %)": "right", "played again": "right", "": "left"}
BANDS = {"setting": "left", "side": "left", "as it stands": "right", "band": "right", "its ends": "right", "": "left"}
MOST = 5  # single changes on the screen, for each side
CONFIRMED, FAILED, SHOWN, NO_SPREAD = "confirmed", "not again", "shown", "chance"
NOTES = {
    SHOWN: "{}: passes a screen in which about one in twenty of those that pass does so by chance.",
    CONFIRMED: "{}: passes a screen in which about one in twenty of those that pass does so by chance, and fresh games"
    " on another seed show it again: their figure is the one to tell.",
    FAILED: "{}: passes that screen, but fresh games do not show it: their figure is the one to tell.",
    NO_SPREAD: "{}: the combinations differ no more than chance makes them.",
}


@takes(GridOptions, games=SENSITIVITY_GAMES, seed=SEED)
def sensitivity(
    ruleset: Annotated[
        str, typer.Argument(help="A ruleset's name, or a TOML file that extends one.", show_default=False)
    ],
    options: GridOptions,
    combinations: Annotated[
        int, typer.Option("--combinations", min=0, help="Random combinations of what was assumed.")
    ] = COMBINATIONS,
) -> None:
    """Vary every assumed component and every switch of RULESET one at a time, and the components in combinations.

    What a single change is shown to do is played again on a fresh seed.
    """
    from strikesim.questions.sensitivity import sensitivity as varied

    result = varied(ruleset, combinations=combinations, **options.keys)
    if options.json:
        for table in (result.tornado, result.band):
            print_json(*table.to_json(orient="records", lines=True).splitlines())
    elif not options.quiet:
        _show(result)


def _show(result: "Result") -> None:
    screen = console()
    labels = result.manifest.labels
    if len(result.tornado):
        screen.table(_changes(result.tornado, labels))
        screen.print(
            f"The {MOST} largest for each side; all are in tornado.csv. Intervals allow for the choice.", style="dim"
        )
        _explain(screen, _marks(_first(result.tornado)))
    for sentence in _idle(result):
        screen.print(f"{sentence}\n", style="dim")
    if len(result.band):
        screen.table(_bands(result.band, labels))
        screen.print(
            "The interval as it stands is chance: more games narrow it. The band is what is not known of the"
            " components: the middle 90 % of random combinations, without what chance adds; more games do not narrow"
            " it.",
            style="dim",
        )
        _explain(screen, _no_spread(result.band))
    screen.print(f"Written to {result.folder}", soft_wrap=True)


def _explain(screen: "Console", marks: list[str]) -> None:
    """Print what the marks mean that a table has."""
    for mark, note in NOTES.items():
        if mark in marks:
            screen.print(note.format(mark), style="dim")
    screen.print()


def _first(tornado: "pd.DataFrame") -> "pd.DataFrame":
    """Return the rows on the screen: the largest on each side in each setting."""
    return tornado.groupby([*_axes(tornado), "who"], sort=False, dropna=False).head(MOST)


def _axes(tornado: "pd.DataFrame") -> list[str]:
    from strikesim.sweep.config import VARIANT

    columns = list(tornado.columns)
    return [axis for axis in columns[1 : columns.index("key")] if axis != VARIANT]


def _marks(rows: "pd.DataFrame") -> list[str]:
    """Return the mark of each row."""
    again = {True: CONFIRMED, False: FAILED}
    marks = zip(rows["shown"], rows["again"].notna(), rows["confirmed"].fillna(False), strict=True)
    return [again[bool(held)] if fresh else SHOWN if shown else "" for shown, fresh, held in marks]


def _changes(tornado: "pd.DataFrame", labels: "Labels") -> "Table":
    """Return the single changes with the largest effects on each side in each setting."""
    from strikesim.report import words
    from strikesim.report.findings.assumptions import change

    table = plain_table("One change at a time", CHANGES)
    rows = _first(tornado)
    rows = rows.assign(mark=_marks(rows))
    told = [axis for axis in _axes(tornado) if axis == "players" or tornado[axis].nunique() > 1]
    for _, some in rows.groupby([*_axes(tornado), "who"], sort=False, dropna=False):
        first = some.iloc[0]
        about = words.setting({axis: first[axis] for axis in told}, labels)
        table.add_row(f"{words.upper(about)}: {words.side(first['who'])}", style="bold")
        for row in some.to_dict("records"):
            again = _points(row, "again", "again_low", "again_high") if row["again"] == row["again"] else ""
            table.add_row(change(row, labels), _points(row, "difference", "low", "high"), again, row["mark"])
        table.add_section()
    return table


def _points(row: "dict[Hashable, Any]", *names: str) -> str:
    from strikesim.report import words

    middle, low, high = (words.signed(row[name]) for name in names)
    return f"{middle} ({low} to {high})"


def _idle(result: "Result") -> list[str]:
    """Return which changes cannot act, setting by setting."""
    from strikesim.report import words
    from strikesim.report.findings.assumptions import unable

    labels, idle = result.manifest.labels, result.idle
    axes = [axis for axis in _axes(idle) if axis in ("players", "difficulty")]
    told: dict[str, list[str]] = {}
    for _, rows in idle.groupby(axes, sort=False, dropna=False) if len(idle) else ():
        for sentence in unable(rows, labels):
            told.setdefault(sentence, []).append(words.setting({axis: rows.iloc[0][axis] for axis in axes}, labels))
    return [f"{words.upper('; '.join(dict.fromkeys(where)))}. {sentence}" for sentence, where in told.items()]


def _no_spread(band: "pd.DataFrame") -> list[str]:
    from strikesim.stats.adjust import ERROR

    return [NO_SPREAD if p > ERROR else "" for p in band["p"]]


def _bands(band: "pd.DataFrame", labels: "Labels") -> "Table":
    from strikesim.report import words

    table = plain_table("All components at once, at random", BANDS)
    axes = list(band.columns)[1 : list(band.columns).index("of")]
    told = [axis for axis in axes if axis == "players" or band[axis].nunique() > 1]
    for row, mark in zip(band.to_dict("records"), _no_spread(band), strict=True):
        ends = [words.interval(row[f"band_{end}_from"], row[f"band_{end}_to"]) for end in ("low", "high")]
        table.add_row(
            words.setting({axis: row[axis] for axis in told}, labels),
            words.who(row["of"], row["who"]).removeprefix("the "),
            f"{words.percent(row['rate'])} ({words.interval(row['low'], row['high'])})",
            f"{words.interval(row['band_low'], row['band_high'])}%",
            f"{ends[0]}, {ends[1]}",
            mark,
        )
    return table
