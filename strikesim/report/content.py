"""What a report says and shows, in its order; pages only set it."""

import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import pandas as pd

from strikesim.errors import counted
from strikesim.games.labels import Labels
from strikesim.report import gallery, smallprint, words
from strikesim.report.figures.export import Exported
from strikesim.report.findings import assumptions
from strikesim.report.findings.agreement import disagreeing
from strikesim.report.findings.finding import Finding
from strikesim.report.findings.gather import all_of
from strikesim.report.findings.same import same_games
from strikesim.report.findings.skill import marked
from strikesim.report.findings.skills import TOPIC as SKILLS
from strikesim.report.findings.skills import by_skill, skills
from strikesim.report.findings.stalls import stalls
from strikesim.report.verdict import verdict
from strikesim.report.view import View
from strikesim.result import Result

ASSUMPTIONS = 4  # the most sentences on assumed components in the answer
LINES = 12  # the most sentences on other settings in a section


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
    findings: list[Finding] = field(default_factory=list)
    figures: list[Exported] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    figures_first: bool = False


@dataclass(frozen=True)
class Report:
    """Everything that a report says."""

    title: str
    kind: str
    facts: str
    lead: str
    cautions: list[str]
    verdict: list[str]
    first_figures: list[Exported]
    answer: list[Finding]
    sections: list[Section]
    rates: pd.DataFrame
    small_print: Mapping[str, Any]
    findings: list[Finding]
    labels: Labels

    @property
    def figures(self) -> list[Exported]:
        """Return all figures in the order of the page."""
        return [*self.first_figures, *(figure for section in self.sections for figure in section.figures)]


def report_of(results: Sequence[Result], published: Mapping[str, Any] | None) -> Report:
    """Put a report together.

    Parameters
    ----------
    results
        What `strikesim.result.read_together` returned.
    published
        The game's own ruleset, to say what differs; None if it is not known.
    """
    sweeps = [View(result) for result in results]
    found = [replace(one, sweep=sweep.name) for sweep in sweeps for one in all_of(sweep)]
    found = marked(found, [], {})  # what one sweep says against what another says
    full = _told_in_full(sweeps)
    found += [*_unknown(sweeps), *_for_whom(full)]
    ruleset = results[0].manifest.ruleset
    first_figures, sections = _first_screen(list(_numbered(list(_sections(full, sweeps, found)))))
    return Report(
        title=_title(sweeps[0], published),
        kind=ruleset.kind,
        facts=_facts(sweeps),
        lead=_lead(full),
        cautions=_cautions(sweeps, found),
        verdict=_verdict(full, found),
        first_figures=first_figures,
        answer=list(_answer(full, found)),
        sections=[one for one in sections if one.findings or one.figures],
        rates=_rates(sweeps),
        small_print=_small_print(sweeps, published),
        findings=found,
        labels=sweeps[0].labels,
    )


def _first_screen(sections: list[Section]) -> tuple[list[Exported], list[Section]]:
    """Take out of their sections what answers at once: who wins, or what a change does, and the error bars."""
    figures = {section.key: section.figures for section in sections}
    bands = [figure for figure in figures["assumptions"] if f"-{gallery.BAND}" in figure.name]
    picked = [*(figures["comparison"] or figures["rates"])[:1], *bands[:1]]
    taken = {figure.name for figure in picked}
    rest = [replace(one, figures=[figure for figure in one.figures if figure.name not in taken]) for one in sections]
    return picked, rest


def _verdict(sweeps: Sequence[View], found: Sequence[Finding]) -> list[str]:
    """Return what the change does, if one was compared, else how the first sweep's main setting comes out."""
    compared = [one.sentence for one in found if one.topic == "comparison"]
    return compared[:1] or verdict(sweeps[0])


def _title(sweep: View, published: Mapping[str, Any] | None) -> str:
    """Return the game's title, and which variant of it is played if that is not told by a title of its own."""
    manifest = sweep.result.manifest
    title = manifest.ruleset.title
    if published is None or title != published["ruleset"]["title"] or not smallprint.changes(sweep.data, published):
        return title
    changed = manifest.sweep.ruleset in manifest.files
    return f"{title}: {f'variant {Path(manifest.sweep.ruleset).stem}' if changed else 'with changed rules'}"


def _told_in_full(sweeps: list[View]) -> list[View]:
    """Leave out sweeps over assumed components, of which it is told only what the components change."""
    return [sweep for sweep in sweeps if sweep.result.baseline is None and not _varied(sweep)] or sweeps[:1]


def _varied(sweep: View) -> set[str]:
    """Return the assumed components that the grid varies."""
    return set(sweep.result.manifest.axes) & set(sweep.data.get("assumed", {}))


def _unknown(sweeps: Sequence[View]) -> list[Finding]:
    """Return the sentence on what is not known of the assumed components, if it is not known."""
    first = sweeps[0]
    if any(sweep.result.baseline is not None for sweep in sweeps):
        return []
    varied = {axis for sweep in sweeps for axis in sweep.result.manifest.axes}
    return list(assumptions.unknown(first.data, first.result.manifest.ruleset.name, varied, first.labels))


def _for_whom(sweeps: Sequence[View]) -> Iterator[Finding]:
    """Yield what teams of each skill win, where there are several."""
    first = sweeps[0]
    return skills(by_skill(sweeps), first.result.manifest.ruleset.default_difficulty, first.labels)


def _facts(sweeps: Sequence[View]) -> str:
    tables = [sweep.tables.cells for sweep in sweeps]
    own = [table[table["cell"] == table["same_as"]] for table in tables]
    games, cells = (sum(counted) for counted in ((int(table["games"].sum()) for table in own), map(len, own)))
    ruleset = sweeps[0].result.manifest.ruleset
    bots = dict.fromkeys(bot.name for sweep in sweeps for cell in sweep.result.manifest.cells for bot in cell.bots)
    return (
        f"{counted(games, 'game')} in {counted(cells, 'cell')}, played by {words.listed(bots)};"
        f" rules {ruleset.name} {ruleset.version}."
    )


def _lead(sweeps: Sequence[View]) -> str:
    """Say whose games the answer is about."""
    main = sweeps[0].settings[0]
    others = {axis: value for axis, value in main.items() if axis != "bots"}
    told = words.setting(others, sweeps[0].labels)
    setting = f" ({told})" if told else ""
    return f"Played by {words.line_up(main['bots'])} at every seat{setting}."


def _heads(sweeps: Sequence[View]) -> dict[str, str]:
    """Return for each of several sweeps what tells its sentences from the others': who played, or its name."""
    line_ups = [words.line_up(sweep.settings[0]["bots"]) for sweep in sweeps]
    apart = len({*line_ups}) == len(sweeps) > 1
    return {
        sweep.name: f"{line_up}, {counted(sweep.most_games, 'game')} a cell" if apart else sweep.name
        for sweep, line_up in zip(sweeps, line_ups, strict=True)
        if len(sweeps) > 1
    }


def _cautions(sweeps: Sequence[View], found: Sequence[Finding]) -> list[str]:
    """Return what must be known before any figure is read."""
    calibrated = sweeps[0].result.manifest.ruleset.calibrated
    lines = [line for sweep in sweeps for line in stalls(sweep.result)]
    lines += dict.fromkeys(line for sweep in sweeps for line in same_games(sweep))
    lines += [sweep.result.shortfall for sweep in sweeps if sweep.result.shortfall]
    lines += disagreeing(sweeps)
    if calibrated:
        kept = re.sub(r"(?<=\d) %", f"{words.NBSP}%", calibrated)  # a number keeps its per cent
        lines.append(f"Some rates are calibrated: {kept}. They say nothing of the printed game.")
    unknown = [one.sentence for one in found if one.topic == "assumption band" and not one.numbers]
    return lines + unknown


def _answer(sweeps: Sequence[View], found: Sequence[Finding]) -> Iterator[Finding]:
    """Yield the main settings' findings on who wins, and what changes them."""
    yield from (one for one in found if one.topic in ("comparison", SKILLS))
    yield from _of_mains(sweeps, found, "level", "share", "seats")
    yield from [one for one in found if one.topic == "assumption band"][:ASSUMPTIONS]
    yield from _of_mains(sweeps, found, "difficulty", "players", "bots")


def _of_mains(sweeps: Sequence[View], found: Sequence[Finding], *topics: str) -> Iterator[Finding]:
    heads = _heads(sweeps)
    for sweep in sweeps:
        head = heads.get(sweep.name, "")
        yield from (replace(one, head=head) for one in found if _answers(one, sweep, topics))


def _answers(finding: Finding, sweep: View, topics: Sequence[str]) -> bool:
    """Return whether a finding is on one of the topics and about the main setting; bots are compared with its bots."""
    if finding.topic == "seats" and sweep.result.manifest.sweep.target:  # what was asked for is told instead
        return False
    fits = _same_but if finding.topic == "bots" else _is_of
    return finding.topic in topics and finding.sweep == sweep.result.name and fits(finding, sweep.settings[0])


def _is_of(finding: Finding, setting: Mapping[str, Any]) -> bool:
    return all(finding.setting.get(axis) == value for axis, value in setting.items())


def _same_but(finding: Finding, setting: Mapping[str, Any]) -> bool:
    return _is_of(finding, {axis: value for axis, value in setting.items() if axis != "bots"})


def _sections(sweeps: Sequence[View], all_sweeps: Sequence[View], found: Sequence[Finding]) -> Iterator[Section]:
    about = partial(_about, found, {sweep.name: sweep.settings[0] for sweep in sweeps}, _heads(sweeps))
    compared = [one for one in found if one.topic == "comparison"]
    yield Section("comparison", "What the change does", compared, _drawn(all_sweeps, gallery.comparison))
    yield _rates_section(sweeps, about)
    yield Section("endings", "How and when games end", about("endings"), list(gallery.endings(sweeps[0])))
    yield Section("length", "How long games are", about("length"), list(gallery.lengths(sweeps[0])))
    yield Section("factors", _factors_title(sweeps), about("factors"), list(gallery.factors(sweeps[0])), [_SCREEN])
    axes = {axis for sweep in all_sweeps for axis in sweep.facets if axis != "bots"}
    changed = [one for one in found if one.topic in axes]
    drawn = _drawn(all_sweeps, lambda sweep: gallery.changes(sweep, _of_sweep(changed, sweep)))
    yield Section("changes", "What the settings change", changed, drawn)
    moved = [one for one in found if one.topic in ("assumption band", "assumptions")]
    drawn = _drawn(all_sweeps, gallery.assumptions)
    yield Section("assumptions", "What the assumed components do", moved, drawn, _explained(all_sweeps, drawn))


def _about(
    found: Sequence[Finding],
    mains: Mapping[str, Mapping[str, Any]],
    heads: Mapping[str, str],
    *topics: str,
    main: bool = True,
) -> list[Finding]:
    """Return the findings on the topics about the main settings, or about the others; of several sweeps, which."""
    mine = [one for one in found if one.topic in topics and one.sweep in mains]
    return [replace(one, head=heads.get(one.sweep, "")) for one in mine if _is_of(one, mains[one.sweep]) == main]


def _of_sweep(found: Sequence[Finding], sweep: View) -> list[Finding]:
    return [one for one in found if one.sweep == sweep.name]


def _drawn(sweeps: Sequence[View], draw: Callable[[View], Iterator[Exported]]) -> list[Exported]:
    return [figure for sweep in sweeps for figure in draw(sweep)]


def _rates_section(sweeps: Sequence[View], about: Callable[..., list[Finding]]) -> Section:
    others = [
        replace(one, head=words.setting(_facets_of(sweeps, one), sweeps[0].labels))
        for one in about("level", "share", "seats", main=False)
        if one.verdict or one.depends_on_skill  # the figures tell the rest
    ]
    against_fair = about("seats") if any(sweep.result.manifest.sweep.target for sweep in sweeps) else []
    return Section(
        "rates",
        "How often the team wins" if sweeps[0].result.cooperative else "Who wins",
        against_fair + others[:LINES],
        [*gallery.for_whom(sweeps), *_drawn(sweeps, gallery.who_wins)],
        [note for sweep in sweeps if (note := gallery.left_out(sweep))] + _more_lines(others),
        figures_first=True,
    )


def _numbered(sections: Sequence[Section]) -> Iterator[Section]:
    """Yield the sections, no two figures in them with the same name: names are files, and ids in the page."""
    taken: set[str] = set()
    for section in sections:
        named = []
        for figure in section.figures:
            name = next(name for name in _names(figure.name) if name not in taken)
            taken.add(name)
            named.append(replace(figure, name=name))
        yield replace(section, figures=named)


def _names(name: str) -> Iterator[str]:
    yield name
    yield from (f"{name}-again-{number}" for number in itertools.count(1))


def _explained(sweeps: Sequence[View], drawn: list[Exported]) -> list[str]:
    """Return how to read the figures, and what the ids of the assumed components stand for."""
    if not drawn:
        return []
    assumed = sweeps[0].data.get("assumed", {})
    told = [f"{words.name(identity, labels=sweeps[0].labels)}: {entry['what']}" for identity, entry in assumed.items()]
    return [_TWO_BARS, f"{'; '.join(told)}."]


_TWO_BARS = (
    "Two error bars, never to be mixed up: chance, which more games make smaller, and the assumed components, which no"
    " number of games makes smaller; only the real box does."
)


def _facets_of(sweeps: Sequence[View], finding: Finding) -> dict[str, Any]:
    """Return the part of a finding's setting that its sentence does not tell."""
    axes = {axis for sweep in sweeps for axis in sweep.facets}
    return {axis: value for axis, value in finding.setting.items() if axis in axes}


_SCREEN = (
    "Many of these are compared at once. A filled dot passes a screen in which about one in twenty of those that pass"
    " is there by chance: a list of what to look at, not a verdict."
)


def _more_lines(lines: Sequence[Finding]) -> list[str]:
    more = len(lines) - LINES
    told = counted(more, "more sentence", words.number(more).capitalize())
    return [f"{told} {'is' if more == 1 else 'are'} in report.json."] if more > 0 else []


def _factors_title(sweeps: Sequence[View]) -> str:
    tables = [sweep.tables.factors for sweep in sweeps if len(sweep.tables.factors)]
    names = dict.fromkeys(name for table in tables for name in table["factor"])
    told = [words.lower(words.name(name, labels=sweeps[0].labels)) for name in names]
    return f"Which {' and '.join(told)} goes with wins" if names else "Factors"


def _rates(sweeps: Sequence[View]) -> pd.DataFrame:
    return pd.concat([sweep.judged.assign(sweep=sweep.result.name) for sweep in sweeps], ignore_index=True)


def _small_print(sweeps: list[View], published: Mapping[str, Any] | None) -> dict[str, Any]:
    first = sweeps[0]
    results = [sweep.result for sweep in sweeps]
    changes = [] if published is None else smallprint.changes(first.data, published)
    return {
        "sweeps": [smallprint.facts(sweep.result) for sweep in sweeps],
        "targets": smallprint.targets(results),
        "published": None if published is None else published["ruleset"]["version"],
        "changes": changes[: smallprint.DIFFERENCES],
        "more_changes": max(0, len(changes) - smallprint.DIFFERENCES),
        "assumptions": smallprint.assumptions(first),
        "bots": smallprint.bots(results),
        "calibrated": first.result.manifest.ruleset.calibrated,
    }
