"""What a ladder of bots says: sentences, figures and a page in Markdown."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import pandas as pd

from strikesim.report import words
from strikesim.report.figures.export import Exported, export
from strikesim.report.figures.skill import skill
from strikesim.stats.ladder import SHOWN, axes_of, reference_of
from strikesim.sweep.manifest import Manifest
from strikesim.sweep.rows import COOPERATIVE

EXACT = 1e-9  # an interval as narrow as this is none
NOT_KNOWN = 0.9  # one as wide as this says nothing


def sentences(steps: pd.DataFrame, manifest: Manifest) -> Iterator[str]:
    """Yield a sentence for each step of the ladder: whether it is shown, and its interval."""
    team = manifest.ruleset.kind == COOPERATIVE
    for row in steps.to_dict("records"):
        where = words.setting({axis: row[axis] for axis in axes_of(steps)}, manifest.labels)
        step = f"{words.upper(where)}: {row['upper']} above {row['lower']}: {row['verdict']}"
        rates = f"{words.percent(row['after'])} against {words.percent(row['before'])}"
        if not team:
            rates = (
                f"alone against {row['lower']} it wins {words.percent(row['after'])}, a fair share is"
                f" {words.percent(row['before'])}"
            )
        few = "" if row["verdict"] == SHOWN else _few(row)
        yield f"{step}; {rates}, {words.difference(row, ', all steps at once')}{few}."


def _few(row: Mapping[Any, Any]) -> str:
    return f": so few games tell no less than about {50 * (row['high'] - row['low']):.0f} points"


def what(manifest: Manifest, bots: Sequence[str]) -> str:
    """Return what the rate of a ladder is."""
    if manifest.ruleset.kind == COOPERATIVE:
        return "Win rate of a team"
    return f"Win rate of one against {reference_of(bots)}"


def drawn(table: pd.DataFrame, manifest: Manifest, bots: Sequence[str]) -> Iterator[Exported]:
    """Yield the figures of a ladder, one for each setting of the axes but players and difficulty."""
    others = [axis for axis in axes_of(table) if axis not in ("players", "difficulty")]
    told = what(manifest, bots)
    groups = [rows for _, rows in table.groupby(others, sort=False, dropna=False)] if others else [table]
    for k, rows in enumerate(groups, 1):
        where = words.setting({axis: rows[axis].iloc[0] for axis in others}, manifest.labels)
        if manifest.ruleset.kind != COOPERATIVE:
            rows = rows.assign(fair=1 / rows["players"])
        title = f"How well bots play{f': {where}' if where else ''}"
        ruleset = manifest.ruleset
        few, many = int(table["games"].min()), int(table["games"].max())
        caption = (
            f"{ruleset.title}, rules {ruleset.name} {ruleset.version}. {few if few == many else f'{few} to {many}'}"
            f" games of each bot. Seed {manifest.sweep.seed}. {words.caveat(manifest)}"
        )
        yield export(skill(rows, told, manifest.labels), rows, f"ladder-{k}", title, caption)


# ---- the page ----------------------------------------------------------------------------------------------------


def rows_of(table: pd.DataFrame, manifest: Manifest) -> tuple[list[str], list[list[str]]]:
    """Return headers and rows of the table of a ladder, as text."""
    axes = told_axes(table)
    headers = [*(words.lower(words.name(axis, labels=manifest.labels)) for axis in axes), "bot", "games", "wins"]
    headers += ["time"] + (["in the mixture"] if "share" in table else [])
    rows = []
    for row in table.to_dict("records"):
        cells = [*_values(row, axes, manifest), str(row["bot"]), f"{row['games']:,}", _rate(row)]
        cells += [f"× {row['time']:.3g}"] + ([_share(row)] if "share" in table else [])
        rows.append(cells)
    return headers, rows


def _rate(row: Mapping[Any, Any]) -> str:
    """Return a rate with its interval; without one where it is no estimate: the reference's, or a whole mixture."""
    return words.rate(row, "") if row["high"] - row["low"] > EXACT else words.percent(row["rate"])


def told_axes(table: pd.DataFrame) -> list[str]:
    """Return the axes of a table that have more than one value; the players always."""
    return [axis for axis in axes_of(table) if axis == "players" or table[axis].nunique(dropna=False) > 1]


def _values(row: Mapping[Any, Any], axes: Iterable[str], manifest: Manifest) -> list[str]:
    return [
        str(row[axis]) if axis == "players" else words.value_name(axis, row[axis], manifest.labels) for axis in axes
    ]


def _share(row: Mapping[Any, Any]) -> str:
    if row["share"] != row["share"]:  # of other numbers of players
        return ""
    if row["share_high"] - row["share_low"] > NOT_KNOWN:
        return "not known"
    return _rate({"rate": row["share"], "low": row["share_low"], "high": row["share_high"]})


def notes(table: pd.DataFrame, manifest: Manifest, bots: Sequence[str]) -> Iterator[str]:
    """Yield what must be known to read the table of a ladder."""
    reference = reference_of(bots)
    if manifest.ruleset.kind == COOPERATIVE:
        yield "Wins: of a team of this bot in all seats, with the 95 % interval."
    else:
        yield (
            f"Wins: how often one of this bot wins against {reference} in all other seats, fitted to all games of its"
            " number of players (a logit of who won, with a term for each place in order of play); 95 % intervals by"
            " resampling games. The fit takes a bot to be as strong against any other, and gives each side of a line-up"
            " half a win more, so that who never won is not at 0 %; the rates of all against all do neither."
        )
    if "share" in table:
        yield (
            "In the mixture: the shares of the mixture of these bots that none of them beats in games of two; rough"
            " where a share is near 0."
        )
    if "undecided" in table and table["undecided"].any():
        yield f"{table['undecided'].sum() / table['games'].sum():.1%} of the games were won by nobody and are left out."
    yield f"Time: for a decision, as a multiple of the {reference}'s, measured on this computer."
    yield words.caveat(manifest)


def crossed(
    duels: pd.DataFrame, bots: Sequence[str], manifest: Manifest
) -> Iterator[tuple[str, list[str], list[list[str]]]]:
    """Yield for each setting its name, and headers and rows of the table of all against all."""
    axes = axes_of(duels)
    for _, rows in duels.groupby(axes, sort=False, dropna=False):
        rates = {(row["bot"], row["against"]): words.rate(row, "") for row in rows.to_dict("records")}
        where = words.setting({axis: rows[axis].iloc[0] for axis in axes}, manifest.labels)
        lines = [[bot, *(rates.get((bot, other), "") for other in bots)] for bot in bots]
        yield where, ["one of, against", *bots], lines


def page(
    table: pd.DataFrame,
    steps: pd.DataFrame,
    duels: pd.DataFrame | None,
    manifest: Manifest,
    pictures: Sequence[Exported],
    cautions: Sequence[str] = (),
) -> str:
    """Return the ladder as a page in Markdown; `cautions` stand before all else."""
    bots = list(dict.fromkeys(table["bot"]))
    lines = [f"# How well bots play {manifest.ruleset.title}", "", *(f"> {one}\n" for one in cautions)]
    lines += [f"- {sentence}" for sentence in sentences(steps, manifest)] or ["No step of the ladder was played."]
    for picture in pictures:
        lines += ["", f"![{picture.alt}](figures/{picture.name}.png)"]
    lines += ["", "## Each bot", "", *_markdown(*rows_of(table, manifest)), "", *notes(table, manifest, bots)]
    for where, headers, rows in crossed(duels, bots, manifest) if duels is not None else ():
        lines += ["", f"## All against all: {where}", "", *_markdown(headers, rows)]
    return "\n".join(lines)


def _markdown(headers: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    lines = [headers, ["---"] * len(headers), *rows]
    return [f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines]
