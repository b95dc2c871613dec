"""Numbers, settings and lists in plain words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from strikesim.errors import counted
from strikesim.games.labels import Labels
from strikesim.stats.counts import ORDER
from strikesim.sweep.config import BOTS, DIFFICULTY, PLAYERS, VARIANT, short
from strikesim.sweep.manifest import Manifest
from strikesim.sweep.rows import TEAM

NBSP = "\u00a0"  # a number and its unit stay on one line
MINUS = "\u2212"
NO_LABELS = Labels(keys={}, values={}, causes={}, metrics=[], seat_metrics=[])
_NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


@dataclass(frozen=True)
class Verdict:
    """How a verdict against a target is told."""

    sign: str
    brief: str  # in a table of the terminal
    mark: Mapping[str, str]  # by the ruleset's kind
    claim: Mapping[str, str]  # … with {} for what was asked for


VERDICTS = {
    "inside": Verdict(
        "✓",
        "met",
        {"cooperative": "as asked", "competitive": "as asked"},
        {"cooperative": "as asked for ({})", "competitive": "as asked for ({})"},
    ),
    "below": Verdict(
        "▼",
        "too low",
        {"cooperative": "too hard", "competitive": "wins too little"},
        {"cooperative": "harder than the {} asked for", "competitive": "less than the {} asked for"},
    ),
    "above": Verdict(
        "▲",
        "too high",
        {"cooperative": "too easy", "competitive": "wins too much"},
        {"cooperative": "easier than the {} asked for", "competitive": "more than the {} asked for"},
    ),
    "stalled": Verdict(
        "✗",
        "unfinished",
        {"cooperative": "too many unfinished games", "competitive": "too many unfinished games"},
        {
            "cooperative": "no target is met where so many games are unfinished ({} asked for)",
            "competitive": "no target is met where so many games are unfinished ({} asked for)",
        },
    ),
    "undecided": Verdict("?", "open", {"cooperative": "undecided", "competitive": "undecided"}, {}),
}


def percent(rate: float, digits: int = 1) -> str:
    r"""Return a share of one as percent; what is not 0 or 1 is never rounded to them.

    Examples
    --------
    >>> percent(0.12345), percent(0.0001), percent(0.99999)
    ('12.3\xa0%', '<0.1\xa0%', '>99.9\xa0%')
    """
    text, step = f"{100 * rate:.{digits}f}", 10.0**-digits
    if rate > 0 and float(text) == 0:
        text = f"<{step:.{digits}f}"
    if rate < 1 and float(text.lstrip("<")) == 100:
        text = f">{100 - step:.{digits}f}"
    return f"{text}{NBSP}%"


def interval(low: float, high: float, digits: int = 1) -> str:
    """Return an interval of a share in percent; ends that are not 0 or 1 are never rounded to them.

    Examples
    --------
    >>> interval(0.1187, 0.1265), interval(0, 0.00001)
    ('11.9–12.7', '0.0–0.1')
    """
    step = 10.0**-digits
    first, last = round(100 * low, digits), round(100 * high, digits)
    if high > 0 and last <= 0:
        last = step
    if low < 1 and first >= 100:
        first = 100 - step
    return f"{first:.{digits}f}–{last:.{digits}f}"


def rate(row: Mapping[str, Any], label: str = "95 %: ") -> str:
    r"""Return a rate with its interval, finer where the interval is narrow.

    Parameters
    ----------
    row
        Its ``rate``, ``low`` and ``high``.
    label
        What stands before the interval.

    Examples
    --------
    >>> rate({"rate": 0.123, "low": 0.119, "high": 0.127}, "")
    '12.3\xa0% (11.9–12.7)'
    """
    digits = digits_for(row)
    label = label.replace(" ", NBSP)
    return f"{percent(row['rate'], digits)} ({label}{interval(row['low'], row['high'], digits)})"


def digits_for(row: Mapping[str, Any]) -> int:
    """Return how many digits after the point an interval of a share deserves in percent."""
    return 1 if row["high"] - row["low"] >= 0.002 else 2


def signed(points: float, digits: int = 1) -> str:
    """Return a difference of shares in percentage points, with its sign.

    Examples
    --------
    >>> signed(0.0412), signed(-0.003)
    ('+4.1', '−0.3')
    """
    text = f"{100 * points:+.{digits}f}"
    return text.lstrip("+-") if float(text) == 0 else text.replace("-", MINUS)


def difference(row: Mapping[str, Any], note: str = "") -> str:
    """Return a difference in points with its interval: '+4.1 points (95 %: +3.1 to +5.0)'."""
    return f"{signed(row['difference'])}{NBSP}points (95{NBSP}%: {signed(row['low'])} to {signed(row['high'])}{note})"


def size(row: Mapping[str, Any], note: str = "") -> str:
    """Return the size of a difference that is shown, without its sign: '4.1 points (95 %: 3.1–5.0)'."""
    low, high = sorted((abs(row["low"]), abs(row["high"])))
    return f"{100 * abs(row['difference']):.1f}{NBSP}points (95{NBSP}%: {100 * low:.1f}–{100 * high:.1f}{note})"


def bounds(low: float, high: float) -> str:
    r"""Return the ends of a target: '35–55 %'."""
    return f"{100 * low:.3g}–{100 * high:.3g}{NBSP}%"


def rounded(count: int) -> str:
    """Return a number of games to two figures.

    Examples
    --------
    >>> rounded(12_345)
    '12,000'
    """
    return f"{float(f'{count:.2g}'):,.0f}"


def number(count: int) -> str:
    """Return a small number as a word, a larger one in digits with separators."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else f"{count:,}"


def duration(seconds: float) -> str:
    """Return a time to about two figures.

    Examples
    --------
    >>> duration(0.2), duration(61), duration(3000), duration(86400)
    ('under a second', 'about 61 s', 'about 50 min', 'about 24 h')
    """
    if seconds < 1:
        return "under a second"
    for unit, name in ((3600, "h"), (60, "min")):
        if seconds >= 2 * unit:
            return f"about {seconds / unit:,.0f} {name}"
    return f"about {seconds:.0f} s"


def bulk(size: int) -> str:
    """Return a number of bytes to about two figures.

    Examples
    --------
    >>> bulk(300), bulk(2_340_000), bulk(5_000_000_000)
    ('under 0.1 MB', '2.3 MB', '5.0 GB')
    """
    if size < 1e5:
        return "under 0.1 MB"
    return f"{size / 1e6:.1f} MB" if size < 1e9 else f"{size / 1e9:.1f} GB"


def ordinal(place: int) -> str:
    """Return 'first', 'second' and so on."""
    return _ORDINALS[place - 1] if place <= len(_ORDINALS) else f"{place}th"


def who(of: str, name: str) -> str:
    """Return whom a row of rates is about: the team, a place in order of play, a bot.

    Examples
    --------
    >>> who("team", "team"), who("order", "2"), who("bot", "planner")
    ('the team', 'the second player', 'planner')
    """
    if of == TEAM:
        return "the team"
    return f"the {ordinal(int(name))} player" if of == ORDER else name


def side(name: str) -> str:
    """Return the same of a side that is known by its name alone."""
    return who(ORDER if name.isdigit() else TEAM if name == "team" else "bot", name)


def known(value: Any) -> Any:
    """Return a value of a table, None for a missing one."""
    return None if value is None or value != value else value


def plain(code: Any) -> str:
    """Return a code of the ruleset as words: ``very_easy`` is 'very easy'."""
    return str(code).replace("_", " ")


def name(key: str, value: Any = None, labels: Labels = NO_LABELS) -> str:
    """Return what a designer reads for a setting, a cause or a metric; with a value, for the setting at that value.

    A key without a label is told by its own words, without the table that it stands in.

    Examples
    --------
    >>> name("rules.hand_size"), name("rules.hand_size", 6), name("difficulty", "very_easy")
    ('hand size', 'hand size 6', 'very easy')
    >>> known = {"keys": {"STK-A6": "Commercial Breaks"}, "values": {"STK-A6": {"rolls": "more rolls"}}}
    >>> name("variant", "STK-A6 = rolls", NO_LABELS.model_copy(update=known))
    'Commercial Breaks: more rolls'
    """
    if value is None:
        metrics = {metric.name: metric.label for metric in (*labels.metrics, *labels.seat_metrics)}
        return labels.keys.get(key) or labels.causes.get(key) or metrics.get(key) or plain(_without_table(key))
    if key == VARIANT:
        return variant(str(value), labels)
    told = value_name(key, value, labels)
    if key == DIFFICULTY:  # its names speak for themselves
        return told
    separator = ":" if short(value) in labels.values.get(key, {}) else ""
    return f"{name(key, labels=labels)}{separator} {told}"


def value_name(key: str, value: Any, labels: Labels = NO_LABELS) -> str:
    """Return what a designer reads for a value of a setting alone."""
    return labels.values.get(key, {}).get(short(value)) or plain(short(value))


def variant(text: str, labels: Labels = NO_LABELS) -> str:
    """Return a variant in words: by the name it was given, or by what it changes if that is its name."""
    key, equals, value = (part.strip() for part in text.partition("="))
    return name(key, value, labels) if equals else plain(text)


def _without_table(key: str) -> str:
    return (key.partition(".")[2] or key).replace(".", " ")


def ending(code: str, labels: Labels = NO_LABELS) -> str:
    """Return 'lost: sixth megadrone' for 'loss: sixth_megadrone', or the label of that cause."""
    outcome, _, cause = code.partition(": ")
    told = labels.causes.get(code) or plain(cause)
    return f"{ {'win': 'won', 'loss': 'lost'}.get(outcome, outcome) }: {told}"


def lower(text: str) -> str:
    """Return a label as it stands within a sentence: 'Cards lost' is 'cards lost', 'CIO' stays.

    Examples
    --------
    >>> lower("Cards lost"), lower("CIO")
    ('cards lost', 'CIO')
    """
    return text if text[1:2].isupper() else f"{text[:1].lower()}{text[1:]}"


def upper(text: str) -> str:
    """Return a text as it starts a sentence."""
    return f"{text[:1].upper()}{text[1:]}"


def listed(items: Iterable[str]) -> str:
    """Return items as a list in a sentence.

    Examples
    --------
    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    *rest, last = list(items)
    return f"{', '.join(rest)} and {last}" if rest else last


def players(count: int) -> str:
    """Return 'one player', 'two players' and so on."""
    return counted(count, "player", number(count))


def setting(axes: Mapping[str, Any], labels: Labels = NO_LABELS) -> str:
    """Return the values of axes in words, the unset ones left out.

    Examples
    --------
    >>> setting({"players": 2, "difficulty": "very_easy", "bots": "planner", "rules.hand_size": 6})
    'two players, very easy, planner, hand size 6'
    >>> setting({"variant": "far delegates"})
    'far delegates'
    """
    return ", ".join(_value(axis, value, labels) for axis, value in axes.items() if known(value) is not None)


def place(row: Mapping[str, Any], labels: Labels = NO_LABELS) -> str:
    """Return difficulty and players of a row in words: what tells the cells of a setting apart."""
    return setting({axis: row[axis] for axis in (DIFFICULTY, PLAYERS)}, labels)


def _value(axis: str, value: Any, labels: Labels) -> str:
    if axis == PLAYERS:
        return players(int(value))
    return line_up(str(value)) if axis == BOTS else name(axis, value, labels)


def is_pure(spec: str) -> bool:
    """Return whether one bot sits in all seats."""
    return len({name.strip() for name in spec.split(",")}) == 1


def line_up(spec: str) -> str:
    """Return a line-up in words: 'planner and novice in turn'."""
    names = [name.strip() for name in spec.split(",")]
    return names[0] if is_pure(spec) else f"{listed(dict.fromkeys(names))} in turn"


def caveat(manifest: Manifest) -> str:
    """Say what the rates of a result are true for, and which of them are calibrated."""
    calibrated = manifest.ruleset.calibrated
    set_for = f" Calibrated: {calibrated}." if calibrated else ""
    return f"True for these bots and for the assumed components in force.{set_for}"
