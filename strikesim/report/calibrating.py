"""What a calibration says: sentences, the curve and a page in Markdown."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pandas as pd

from strikesim.report import words
from strikesim.report.figures.curves import curves as curves_drawn
from strikesim.report.figures.export import Exported, export
from strikesim.stats.targets import ABOVE, BELOW, INSIDE, STALLED, UNDECIDED
from strikesim.sweep.knobs import Knob
from strikesim.sweep.manifest import Manifest

CLAIMS = {
    INSIDE: "does it",
    UNDECIDED: "not excluded",
    BELOW: "too low",
    ABOVE: "too high",
    STALLED: "too many unfinished games",
}
MOST_LINES = 6  # in a figure
SETTING = ("players", "difficulty", "bots")


def sentences(table: pd.DataFrame, curves: pd.DataFrame, knob: Knob, manifest: Manifest) -> Iterator[str]:
    """Yield what is shown: for each setting which values do it, the curve's course; then for all settings together.

    Parameters
    ----------
    table, curves
        Those of `strikesim.questions.calibrate.Calibration`.
    """
    for where, rows, curve in by_setting(table, curves, manifest):
        yield f"{words.upper(where)}: {_answer(rows, knob, manifest)}"
        if knob.ordered:
            yield f"{words.upper(where)}: {_course(curve, knob, manifest)}"
        if (told := _passing(curve, rows, knob, manifest)) is not None:
            yield f"{words.upper(where)}: {told}"
    if len(curves) > 1:
        yield _together(table, knob, manifest, len(curves))


def by_setting(
    table: pd.DataFrame, curves: pd.DataFrame, manifest: Manifest
) -> Iterator[tuple[str, pd.DataFrame, Mapping[Any, Any]]]:
    """Yield each setting in words, with its rows and its curve."""
    axes = axes_of(curves)
    for curve in curves.to_dict("records"):
        mine = pd.Series(True, table.index)
        for axis in axes:
            mine &= table[axis].map(words.known).isin([words.known(curve[axis])])
        yield words.setting({axis: curve[axis] for axis in axes}, manifest.labels), table[mine], curve


def axes_of(curves: pd.DataFrame) -> list[str]:
    """Return the axes of the grid but for the knob."""
    return list(curves.columns[: list(curves.columns).index("who")])


def _name(knob: Knob, value: Any, manifest: Manifest) -> str:
    return words.name(knob.key, value, manifest.labels)


def _values(rows: pd.DataFrame, knob: Knob, manifest: Manifest) -> str:
    """Return values with their rates."""
    labels = manifest.labels
    return words.listed(
        f"{words.value_name(knob.key, row['value'], labels)} with {_rate(row)}" for row in rows.to_dict("records")
    )


def _rate(row: Mapping[Any, Any]) -> str:
    return words.rate(row, "")


def _asked(row: Mapping[Any, Any]) -> str:
    return f"{words.percent(row['target'])} within {100 * row['within']:.3g}{words.NBSP}points"


def _subject(rows: pd.DataFrame) -> str:
    return words.side(rows["who"].iloc[0])


def _answer(rows: pd.DataFrame, knob: Knob, manifest: Manifest) -> str:
    """Say which values bring the rate to the target, which are not excluded, or that none does."""
    first = rows.to_dict("records")[0]
    what = words.lower(words.name(knob.key, labels=manifest.labels))
    asked = f"{_subject(rows)} is to win {_asked(first)}"
    does, may = rows[rows["verdict"] == INSIDE], rows[rows["verdict"] == UNDECIDED]
    note = "intervals: 95 %, all values at once"
    if does.empty and may.empty:
        nearest = rows.loc[[(rows["rate"] - rows["target"]).abs().idxmin()]]
        return (
            f"{asked}; no value of {what} that was tried does it; the nearest is"
            f" {_values(nearest, knob, manifest)} ({note})."
        )
    parts = [f"{what} {_values(does, knob, manifest)} {'does' if len(does) == 1 else 'do'} it"] if len(does) else []
    if len(may):
        parts += [] if parts else [f"no value of {what} is shown to do it"]
        parts += [f"not excluded: {_values(may, knob, manifest)}"]
    if rest := len(rows) - len(does) - len(may):
        parts += [
            f"{words.number(rest)} of the {words.number(len(rows))} tried {'is' if rest == 1 else 'are'} excluded"
        ]
    return f"{asked}; {'; '.join(parts)} ({note})."


def _course(curve: Mapping[Any, Any], knob: Knob, manifest: Manifest) -> str:
    """Say whether the rate is shown to rise, to fall, or both, and what is not ruled out."""
    what = words.lower(words.name(knob.key, labels=manifest.labels))
    fall, rise = (f"{100 * curve[most]:.1f}{words.NBSP}points" for most in ("most_fall", "most_rise"))
    if curve["course"] == "both":
        return (
            f"the rate does not go one way: between some values of {what} it is shown to rise, between others to fall."
        )
    if curve["course"] == "flat":
        return (
            f"{what} is not shown to move the rate at all; between two values a rise of {rise} or a fall of {fall} is"
            " not ruled out."
        )
    shown, other, most = ("rise", "fall", fall) if curve["course"] == "rises" else ("fall", "rise", rise)
    return (
        f"along {what} the rate is shown to {shown}, and between no two values to {other}; a {other} of {most} between"
        " two of them is not ruled out."
    )


def _passing(curve: Mapping[Any, Any], rows: pd.DataFrame, knob: Knob, manifest: Manifest) -> str | None:
    """Say where the curve passes the target, if its values have gaps or none of them does it."""
    if words.known(curve.get("passes")) is None or not knob.ordered:
        return None
    whole = [int(value) for value in rows["value"]] if knob.kind == "integer" else []
    gaps = not whole or len(whole) < whole[-1] - whole[0] + 1
    if (rows["verdict"] == INSIDE).any() and not gaps:
        return None
    if not curve["fits"]:
        return (
            "the rates are shown not to lie on one logistic curve, so that it does not tell where the target is passed;"
            " try values nearer to one another."
            if gaps
            else None
        )
    inside = rows["value"].min() <= curve["passes"] <= rows["value"].max()
    beyond = "" if inside else "; that is beyond what was tried, so a guess"
    return (
        f"a logistic curve through the rates passes {words.percent(curve['target'])} at {curve['passes']:.3g}"
        f" (95{words.NBSP}%: {curve['passes_low']:.3g} to {curve['passes_high']:.3g}){beyond}."
    )


def _together(table: pd.DataFrame, knob: Knob, manifest: Manifest, number: int) -> str:
    """Say which values do it in all settings at once."""
    verdicts = table.groupby("value", sort=False)["verdict"].agg(set)
    name = {value: words.value_name(knob.key, value, manifest.labels) for value in verdicts.index}
    does = [name[value] for value, found in verdicts.items() if found == {INSIDE}]
    may = [name[value] for value, found in verdicts.items() if found <= {INSIDE, UNDECIDED} and found != {INSIDE}]
    where = "In both settings at once" if number == 2 else f"In all {words.number(number)} settings at once"
    if not does and not may:
        return f"{where}: no value that was tried does it; each is excluded in one at least."
    told = [f"shown to do it: {words.listed(does)}"] if does else ["none is shown to do it"]
    return f"{where}: {'; '.join(told + ([f'not excluded: {words.listed(may)}'] if may else []))}."


# ---- figure and page ---------------------------------------------------------------------------------------------


def drawn(table: pd.DataFrame, curves: pd.DataFrame, knob: Knob, manifest: Manifest) -> Iterator[Exported]:
    """Yield the curves, some settings in each figure, those with one target together."""
    name = words.name(knob.key, labels=manifest.labels)
    ruleset = manifest.ruleset
    k = 0
    for _, aimed in curves.groupby("target", sort=False):
        for start in range(0, len(aimed), MOST_LINES):
            some = list(by_setting(table, aimed.iloc[start : start + MOST_LINES], manifest))
            rows = pd.concat([mine.assign(label=words.upper(where)) for where, mine, _ in some])
            rows = rows.assign(tick=[words.value_name(knob.key, value, manifest.labels) for value in rows["value"]])
            k += 1
            figure = curves_drawn(rows, words.upper(name), f"Wins of {words.side(rows['who'].iloc[0])}", knob.ordered)
            few, many = int(rows["games"].min()), int(rows["games"].max())
            caption = (
                f"{ruleset.title}, rules {ruleset.name} {ruleset.version}. {few if few == many else f'{few} to {many}'}"
                f" games at each value. Seed {manifest.sweep.seed}. {words.caveat(manifest)}"
            )
            yield export(figure, rows, f"calibration-{k}", f"{words.upper(name)}: what it does to who wins", caption)


def rows_of(table: pd.DataFrame, curves: pd.DataFrame, knob: Knob, manifest: Manifest) -> list[list[str]]:
    """Return the rows of the table as text: setting, value, games, rate, verdict."""
    return [
        [
            words.upper(where) if k == 0 else "",
            words.value_name(knob.key, row["value"], manifest.labels) + (" (now)" if row["value"] == knob.now else ""),
            f"{row['games']:,}",
            _rate(row),
            CLAIMS[row["verdict"]],
        ]
        for where, rows, _ in by_setting(table, curves, manifest)
        for k, row in enumerate(rows.to_dict("records"))
    ]


HEADERS = ("setting", "value", "games", "wins (95 %, all at once)", "")


def page(
    table: pd.DataFrame,
    curves: pd.DataFrame,
    knob: Knob,
    refused: Mapping[Any, str],
    manifest: Manifest,
    pictures: Sequence[Exported],
) -> str:
    """Return the calibration as a page in Markdown."""
    name = words.name(knob.key, labels=manifest.labels)
    lines = [f"# {manifest.ruleset.title}: {name}", ""]
    lines += [f"- {sentence}" for sentence in sentences(table, curves, knob, manifest)]
    for picture in pictures:
        lines += ["", f"![{picture.alt}](figures/{picture.name}.png)"]
    lines += ["", "## Each value", "", *_markdown(HEADERS, rows_of(table, curves, knob, manifest)), "", *notes(refused)]
    return "\n".join([*lines, words.caveat(manifest), ""])


def notes(refused: Mapping[Any, str]) -> list[str]:
    """Return what must be known to read the table."""
    told = [
        "All verdicts of the table are right together with 95 % (exact binomial tests, Holm). 'Not excluded' is no"
        " 'does it': more games decide. Values are compared on common random numbers."
    ]
    return told + [f"{value} was not tried: the ruleset refuses it ({why})." for value, why in refused.items()]


def _markdown(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    lines = [headers, ["---"] * len(headers), *rows]
    return [f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines]
