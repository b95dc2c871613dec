"""What a report says and shows, in its order; pages only set it."""

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import pandas as pd

from strikesim.report import pictures, smallprint, words
from strikesim.report.findings import Finding, assumptions
from strikesim.report.pictures import Picture
from strikesim.report.result import Result
from strikesim.stats.tables import axes_of

ASSUMPTIONS = 4  # the most sentences on assumed components in the answer
LINES = 12  # the most sentences on other settings in a section
ROWS = 300  # the most rows of a table on the page


HOW = (
    "In brackets stands each rate's 95 % interval: of a hundred such intervals about 95 hold the rate that endless"
    " games would show. A point is a percentage point. The intervals tell how much is chance; they do not tell how real"
    " people play, nor what other components would do."
)


@dataclass(frozen=True)
class Section:
    """A part of the page: sentences, then figures."""

    key: str
    title: str
    findings: "list[Finding]" = field(default_factory=list)
    pictures: "list[Picture]" = field(default_factory=list)
    notes: "list[str]" = field(default_factory=list)
    figures_first: bool = False


@dataclass(frozen=True)
class Report:
    """Everything that a report says."""

    title: str
    kind: str
    facts: str
    lead: str
    cautions: "list[str]"
    answer: "list[Finding]"
    sections: "list[Section]"
    rates: pd.DataFrame
    small_print: Mapping[str, Any]
    findings: "list[Finding]"

    @property
    def pictures(self) -> "list[Picture]":
        """Return all figures in the order of the page."""
        return [picture for section in self.sections for picture in section.pictures]


def report_of(sweeps: "Sequence[Result]", published: "Mapping[str, Any] | None") -> Report:
    """Put a report together.

    Parameters
    ----------
    sweeps
        What `strikesim.report.result.read_together` returned.
    published
        The game's own ruleset, to say what differs; None if it is not known.
    """
    first = sweeps[0]
    found = [replace(one, sweep=sweep.name) for sweep in sweeps for one in sweep.findings]
    full = _told_in_full(list(sweeps))
    found += _unknown(sweeps)
    ruleset = first.manifest.ruleset
    return Report(
        title=ruleset.title,
        kind=ruleset.kind,
        facts=_facts(sweeps),
        lead=_lead(full),
        cautions=_cautions(sweeps),
        answer=list(_answer(full, found)),
        sections=list(_numbered([one for one in _sections(full, sweeps, found) if one.findings or one.pictures])),
        rates=_rates(sweeps),
        small_print=_small_print(list(sweeps), published),
        findings=found,
    )


def _told_in_full(sweeps: "list[Result]") -> "list[Result]":
    """Leave out sweeps over assumed components, of which it is told only what the components change."""
    return [
        sweep for sweep in sweeps if sweep.baseline is None and not set(sweep.axes) & set(sweep.data.get("assumed", {}))
    ] or sweeps[:1]


def _unknown(sweeps: "Sequence[Result]") -> "list[Finding]":
    """Return the sentence on what is not known of the assumed components, if it is not known."""
    first = sweeps[0]
    if any(sweep.baseline is not None for sweep in sweeps):
        return []
    varied = {axis for sweep in sweeps for axis in sweep.axes}
    return list(assumptions.unknown(first.data, first.manifest.ruleset.name, varied))


def _facts(sweeps: "Sequence[Result]") -> str:
    games = sum(part.games for sweep in sweeps for part in sweep.parts)
    cells = sum(len(sweep.manifest.cells) for sweep in sweeps)
    ruleset = sweeps[0].manifest.ruleset
    bots = dict.fromkeys(bot.name for sweep in sweeps for cell in sweep.manifest.cells for bot in cell.bots)
    return (
        f"{games:,} games in {cells:,} {'cell' if cells == 1 else 'cells'}, played by {words.listed(bots)};"
        f" rules {ruleset.name} {ruleset.version}."
    )


def _lead(sweeps: "Sequence[Result]") -> str:
    """Say whose games the answer is about."""
    main = sweeps[0].settings[0]
    others = {axis: value for axis, value in main.items() if axis != "bots"}
    setting = f", with {words.setting(others)}" if words.setting(others) else ""
    line_ups = list(dict.fromkeys(each["bots"] for each in sweeps[0].settings))
    if not sweeps[0].cooperative:  # a mixed line-up says nothing of its own skill
        line_ups = [line_up for line_up in line_ups if words.is_pure(line_up)]
    weaker = f" {_order(sweeps[0], line_ups)}" if len(line_ups) > 1 else ""
    return f"Played by {words.line_up(main['bots'])} at every seat{setting}.{weaker}"


def _order(sweep: Result, line_ups: "list[str]") -> str:
    order = ", then ".join(words.line_up(line_up) for line_up in line_ups)
    return f"Line-ups from the most skilled, by their wins here: {order}."


def _cautions(sweeps: "Sequence[Result]") -> "list[str]":
    """Return what must be known before any figure is read."""
    calibrated = sweeps[0].manifest.ruleset.calibrated
    lines = [sweep.shortfall for sweep in sweeps if sweep.shortfall]
    if calibrated:
        lines.append(f"Some rates were set, not found: {calibrated}. They say nothing of the printed game.")
    return lines


def _answer(sweeps: "Sequence[Result]", found: "Sequence[Finding]") -> Iterator[Finding]:
    """Yield the main settings' findings on who wins, and what changes them."""
    yield from (one for one in found if one.topic == "comparison")
    yield from _of_mains(sweeps, found, "level", "share", "seats")
    yield from [one for one in found if one.topic == "assumption band"][:ASSUMPTIONS]
    yield from _of_mains(sweeps, found, "difficulty", "players", "bots")


def _of_mains(sweeps: "Sequence[Result]", found: "Sequence[Finding]", *topics: str) -> Iterator[Finding]:
    for sweep in sweeps:
        head = sweep.name if len(sweeps) > 1 else ""
        yield from (replace(one, head=head) for one in found if _answers(one, sweep, topics))


def _answers(finding: Finding, sweep: Result, topics: "Sequence[str]") -> bool:
    """Return whether a finding is on one of the topics and about the main setting; bots are compared with its bots."""
    if finding.topic == "seats" and sweep.manifest.sweep.target:  # what was asked for is told instead
        return False
    fits = _same_but if finding.topic == "bots" else _is_of
    return finding.topic in topics and finding.sweep == sweep.name and fits(finding, sweep.settings[0])


def _is_of(finding: Finding, setting: Mapping[str, Any]) -> bool:
    return all(finding.setting.get(axis) == value for axis, value in setting.items())


def _same_but(finding: Finding, setting: Mapping[str, Any]) -> bool:
    return _is_of(finding, {axis: value for axis, value in setting.items() if axis != "bots"})


def _sections(
    sweeps: "Sequence[Result]", all_sweeps: "Sequence[Result]", found: "Sequence[Finding]"
) -> Iterator[Section]:
    about = partial(_about, found, {sweep.name: sweep.settings[0] for sweep in sweeps})
    compared = [one for one in found if one.topic == "comparison"]
    yield Section("comparison", "What the change does", compared, _drawn(all_sweeps, pictures.comparison))
    yield _rates_section(sweeps, about)
    yield Section("endings", "How and when games end", about("endings"), list(pictures.endings(sweeps[0])))
    yield Section("length", "How long games are", about("length"), list(pictures.lengths(sweeps[0])))
    yield Section("factors", _factors_title(sweeps), about("factors"), list(pictures.factors(sweeps[0])), [_SCREEN])
    axes = {axis for sweep in all_sweeps for axis in sweep.outside if axis != "bots"}
    changed = [one for one in found if one.topic in axes]
    drawn = _drawn(all_sweeps, lambda sweep: pictures.changes(sweep, changed))
    yield Section("changes", "What the settings change", changed, drawn)
    moved = [one for one in found if one.topic in ("assumption band", "assumptions")]
    drawn = _drawn(all_sweeps, pictures.assumptions)
    yield Section("assumptions", "What the assumed components do", moved, drawn, _explained(all_sweeps, drawn))


def _about(
    found: "Sequence[Finding]", mains: "Mapping[str, Mapping[str, Any]]", *topics: str, main: bool = True
) -> "list[Finding]":
    """Return the findings on the topics about the main settings, or about the others."""
    mine = [one for one in found if one.topic in topics and one.sweep in mains]
    return [one for one in mine if _is_of(one, mains[one.sweep]) == main]


def _drawn(sweeps: "Sequence[Result]", draw: "Callable[[Result], Iterator[Picture]]") -> "list[Picture]":
    return [picture for sweep in sweeps for picture in draw(sweep)]


def _rates_section(sweeps: "Sequence[Result]", about: "Callable[..., list[Finding]]") -> Section:
    others = [
        replace(one, head=words.setting(_outside(sweeps, one)))
        for one in about("level", "share", "seats", main=False)
        if one.verdict or one.depends_on_skill  # the figures tell the rest
    ]
    against_fair = about("seats") if any(sweep.manifest.sweep.target for sweep in sweeps) else []
    return Section(
        "rates",
        "How often the team wins" if sweeps[0].cooperative else "Who wins",
        against_fair + others[:LINES],
        _drawn(sweeps, lambda sweep: pictures.who_wins(sweep, sweep.judged)),
        [note for sweep in sweeps if (note := pictures.left_out(sweep))] + _more_lines(others),
        figures_first=True,
    )


def _numbered(sections: "Sequence[Section]") -> Iterator[Section]:
    """Yield the sections, no two figures in them with the same name: names are files, and ids in the page."""
    taken: set[str] = set()
    for section in sections:
        named = []
        for picture in section.pictures:
            name = next(name for name in _names(picture.name) if name not in taken)
            taken.add(name)
            named.append(replace(picture, name=name))
        yield replace(section, pictures=named)


def _names(name: str) -> Iterator[str]:
    yield name
    yield from (f"{name}-again-{number}" for number in itertools.count(1))


def _explained(sweeps: "Sequence[Result]", drawn: "list[Picture]") -> "list[str]":
    """Return how to read the figures, and what the ids of the assumed components stand for."""
    if not drawn:
        return []
    assumed = sweeps[0].data.get("assumed", {})
    return [_TWO_BARS, "; ".join(f"{identity}: {entry['what']}" for identity, entry in assumed.items()) + "."]


_TWO_BARS = (
    "Two error bars, never to be mixed up: chance, which more games make smaller, and the assumed components, which no"
    " number of games makes smaller; only the real box does."
)


def _outside(sweeps: "Sequence[Result]", finding: Finding) -> dict[str, Any]:
    """Return the part of a finding's setting that its sentence does not tell."""
    axes = {axis for sweep in sweeps for axis in sweep.outside}
    return {axis: value for axis, value in finding.setting.items() if axis in axes}


_SCREEN = (
    "Many of these are compared at once. A filled dot passes a screen in which about one in twenty of those that pass"
    " is there by chance: a list of what to look at, not a verdict."
)


def _more_lines(lines: "Sequence[Finding]") -> "list[str]":
    more = len(lines) - LINES
    return [f"{words.number(more).capitalize()} more sentences are in report.json."] if more > 0 else []


def _factors_title(sweeps: "Sequence[Result]") -> str:
    tables = [sweep.tables.factors for sweep in sweeps if len(sweep.tables.factors)]
    names = dict.fromkeys(name for table in tables for name in table["factor"])
    return f"What each {' and '.join(words.plain(name) for name in names)} does" if names else "Factors"


def _rates(sweeps: "Sequence[Result]") -> pd.DataFrame:
    return pd.concat([sweep.judged.assign(sweep=sweep.name) for sweep in sweeps], ignore_index=True)


def rates_table(report: Report) -> "tuple[list[str], list[list[str]]]":
    """Return header and rows of the table of all rates, as text."""
    rates = report.rates
    axes = [axis for axis in axes_of(rates.drop(columns="sweep")) if not rates[axis].isna().all()]
    verdict = ["verdict"] if "verdict" in rates else []
    several = ["sweep"] if rates["sweep"].nunique() > 1 else []
    header = [*several, *axes, "who", "games", "win rate", "95 % interval", *verdict]
    rows = []
    for row in rates[:ROWS].to_dict("records"):
        digits = words.digits_for(row)
        rows.append(
            [
                *(_known(row[axis]) for axis in [*several, *axes]),
                words.who(row["of"], row["who"]),
                f"{row['games']:,}",
                words.percent(row["rate"], digits),
                words.interval(row["low"], row["high"], digits),
                *(_known(row[column]) for column in verdict),
            ]
        )
    return [words.plain(name) for name in header], rows


def _known(value: Any) -> str:
    return "" if words.known(value) is None else str(value)


def _small_print(sweeps: "list[Result]", published: "Mapping[str, Any] | None") -> "dict[str, Any]":
    first = sweeps[0]
    changes = [] if published is None else smallprint.changes(first, published)
    return {
        "sweeps": [smallprint.facts(sweep) for sweep in sweeps],
        "targets": smallprint.targets(sweeps),
        "published": None if published is None else published["ruleset"]["version"],
        "changes": changes[: smallprint.DIFFERENCES],
        "more_changes": max(0, len(changes) - smallprint.DIFFERENCES),
        "assumptions": smallprint.assumptions(first),
        "bots": smallprint.bots(sweeps),
        "calibrated": first.manifest.ruleset.calibrated,
    }
