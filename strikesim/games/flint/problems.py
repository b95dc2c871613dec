"""What can be wrong with a ruleset file of Striking Flint beyond single values, in the designer's words (FLT-V32)."""

from collections import Counter
from collections.abc import Iterator
from datetime import date
from typing import Any

from strikesim.errors import near
from strikesim.games.flint.schema import (
    UNIQUE_NUMBERS,
    AddStrikebreaker,
    AtLeast,
    AtMost,
    Components,
    Count,
    Event,
    Forbid,
    GainExhaustion,
    Laid,
    MapCard,
    NoStrikebreaker,
    RemoveWorker,
    per_count,
)
from strikesim.games.flint.state import COMMITTEES, ICONS, KINDS, MAX_LINE, MAX_PLACED

COUNTS = (3, 4, 5)  # committees that can be in play
EVERYWHERE = {"factory", "street"}


def committees_of(rules: Components, players: int) -> int:
    """Return how many committees are in play (FLT-01, FLT-V16)."""
    return rules.rules.committees_for[players - 1] or rules.options.solo_committees


def cards_in_use(rules: Components, committees: int) -> int:
    """Return how many map cards are laid out (FLT-05, FLT-54)."""
    return committees * rules.rules.cards_per_committee + rules.options.extra_card


def numbers_of_cards(rules: Components) -> list[int]:
    """Return the numbers of map cards that games of this ruleset are played with."""
    counts = {committees_of(rules, players) for players in rules.ruleset.players}
    return sorted(cards_in_use(rules, committees) for committees in counts)


def all_problems(rules: Components) -> Iterator[str]:
    """Yield every problem but those of laying out the map."""
    yield from _option_problems(rules)
    yield from _number_problems(rules)
    yield from _calendar_problems(rules)
    yield from _committee_problems(rules)
    yield from _card_problems(rules)
    for name, event in rules.events.items():
        yield from _event_problems(f"events.{name}", event, rules)


def all_notes(rules: Components) -> Iterator[str]:
    """Yield remarks on what is not wrong, but may surprise."""
    for name, event in rules.events.items():
        if not event.effects:
            yield f"events.{name} has no effect"
    for side, calendar in rules.calendars.items():
        for name, icons in calendar.icons.items():
            if all(space >= rules.options.token for space in icons):
                yield f"calendars.{side}.icons.{name}: no icon before the Concessions token on {rules.options.token}"
    if rules.rules.event_shift:
        yield f"rules.event_shift = {rules.rules.event_shift}: every removal asks for that much more (FLT-V31)"


def _option_problems(rules: Components) -> Iterator[str]:
    options, known = rules.options, list(rules.layouts)
    if options.map != "random" and options.map not in known:
        yield f"options.map names no layout: '{options.map}'{near(options.map, ['random', *known])}"
    if options.token <= rules.rules.start_space:
        yield f"options.token = {options.token}: the token starts after the trackers, beyond {rules.rules.start_space}"
    if options.events_in_play > len(rules.events):
        yield f"options.events_in_play = {options.events_in_play}, but there are {len(rules.events)} events"
    if options.committees != "random":
        for name in options.committees:
            if name not in COMMITTEES:
                yield f"options.committees names no committee: '{name}'{near(name, COMMITTEES)}"
        for name, times in Counter(options.committees).items():
            if times > 1:
                yield f"options.committees names '{name}' {times} times"


def _number_problems(rules: Components) -> Iterator[str]:
    numbers = rules.rules
    if max(rules.ruleset.players) > len(numbers.committees_for):
        yield f"ruleset.players: {len(numbers.committees_for)} is the most (FLT-01)"
        return
    for count in numbers.committees_for:
        if count and count not in COUNTS:
            yield f"rules.committees_for has {count}; 3 to 5 committees can be in play (0: what solo_committees says)"
    most = max(committees_of(rules, players) for players in rules.ruleset.players)
    cubes = most * (numbers.cubes_held + numbers.cubes_supply)
    if cubes > numbers.cubes_exist:
        yield f"rules: {most} committees need {cubes} cubes, but cubes_exist = {numbers.cubes_exist} (FLT-03)"
    if numbers.setup_workers > numbers.workers:
        yield f"rules.setup_workers = {numbers.setup_workers}: a committee has {numbers.workers} workers"
    yield from _die_problems(rules, numbers_of_cards(rules))
    for cards in numbers_of_cards(rules):
        yield from _line_problems(rules, cards)


def _die_problems(rules: Components, cards: "list[int]") -> Iterator[str]:
    numbers = rules.rules
    faces = Counter(face for listed in numbers.setup_die.values() for face in listed)
    for face in range(1, numbers.die_faces + 1):
        if faces.pop(face, 0) != 1:
            yield f"rules.setup_die: the number {face} must stand there once (FLT-07)"
    for face in faces:
        yield f"rules.setup_die: there is no number {face} on a die of {numbers.die_faces} faces"
    kinds = sum(bool(listed) for listed in numbers.setup_die.values())
    needed, tokens = max(cards) * numbers.setup_strikebreakers, kinds * numbers.strikebreakers
    if needed > tokens:
        yield f"rules: set-up needs {needed} strikebreakers for {max(cards)} map cards, but gets only {tokens} (FLT-07)"


def _line_problems(rules: Components, cards: int) -> Iterator[str]:
    lines = rules.rules.lines.get(str(cards))  # type: ignore[call-overload]
    if cards > MAX_PLACED or cards > len(rules.map_cards):
        yield f"map_cards: {cards} cards are laid out; there are {len(rules.map_cards)}, and {MAX_PLACED} is the most"
    elif lines is None:
        yield f"rules.lines.{cards} is missing: how {cards} map cards are laid out (FLT-R16)"
    elif sum(lines) != cards or max(lines) - min(lines) > 1 or max(lines) > 3:
        yield f"rules.lines.{cards} = {lines}: two lines of at most 3 cards, {cards} in all, at most one place free"


def _calendar_problems(rules: Components) -> Iterator[str]:
    for name in rules.ruleset.difficulties:
        if name not in rules.calendars:
            yield f"calendars.{name} is missing{near(name, list(rules.calendars))}"
    for side, calendar in rules.calendars.items():
        for name in COMMITTEES:
            if not calendar.icons.get(name):
                yield f"calendars.{side}.icons.{name}: without an icon it would never have a Factory Action"
        for name, icons in calendar.icons.items():
            where = f"calendars.{side}.icons.{name}"
            if name not in COMMITTEES:
                yield f"{where}: there is no such committee{near(name, COMMITTEES)}"
            if sorted(set(icons)) != icons:
                yield f"{where} = {icons}: the spaces must rise, each once"
            for space in icons:
                if not rules.rules.start_space < space <= calendar.spaces:
                    first = rules.rules.start_space + 1
                    yield f"{where}: space {space} is not among {first} to {calendar.spaces} (FLT-15)"


def _committee_problems(rules: Components) -> Iterator[str]:
    for name in COMMITTEES:
        if name not in rules.committees:
            yield f"committees.{name} is missing"
    for name, committee in rules.committees.items():
        where, unique = f"committees.{name}", committee.unique
        if name not in COMMITTEES:
            yield f"{where}: there is no such committee{near(name, COMMITTEES)}"
        wanted = UNIQUE_NUMBERS.get(unique.action)
        for key in UNIQUE_NUMBERS.values():
            given = getattr(unique, key)
            if key == wanted and given is None:
                yield f"{where}.unique: '{unique.action}' needs {key} = …"
            elif key != wanted and given is not None:
                yield f"{where}.unique: '{unique.action}' has no {key}{f'; it has {wanted}' if wanted else ''}"
        if unique.workers and unique.workers > rules.rules.workers:
            yield f"{where}.unique.workers = {unique.workers}: a committee has {rules.rules.workers} workers"


def _card_problems(rules: Components) -> Iterator[str]:
    shapes = Counter((len(card.cells), len(card.cells[0])) for card in rules.map_cards.values())
    for name, card in rules.map_cards.items():
        where = f"map_cards.{name}"
        shape = (len(card.cells), len(card.cells[0]))
        if shape != shapes.most_common(1)[0][0] or any(len(row) != shape[1] for row in card.cells):
            yield f"{where}.cells: all cards must have rows and columns of the same number (FLT-V13)"
        elif shape[1] > 5 or not shape[1]:
            yield f"{where}.cells: a row has 1 to 5 cells"
        else:
            yield from _cell_problems(where, card)
        yield from _print_problems(where, card, rules.rules.die_faces)


def _cell_problems(where: str, card: MapCard) -> Iterator[str]:
    cells = {(x, y): letter for y, row in enumerate(card.cells) for x, letter in enumerate(row) if letter != "."}
    for letter in sorted(set(cells.values()) - set(card.spaces)):
        yield f"{where}.spaces.{letter} is missing: the cells show '{letter}'"
    for letter in card.spaces:
        own = {cell for cell, shown in cells.items() if shown == letter}
        reached = {min(own)} if own else set()
        while own and reached != (more := reached | {c for c in own if any(_touch(c, r) for r in reached)}):
            reached = more
        if not own:
            yield f"{where}.cells do not show the space '{letter}'"
        elif reached != own:
            yield f"{where}.cells: the cells of '{letter}' do not hang together"


def _touch(a: "tuple[int, int]", b: "tuple[int, int]") -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


def _print_problems(where: str, card: MapCard, faces: int) -> Iterator[str]:
    spaces = list(card.spaces.values())
    stations = sum(space.kind == "station" for space in spaces)
    if (stations, len(spaces)) != (2, 5):
        yield f"{where} has {stations} stations and {len(spaces) - stations} corners; a map card has 2 and 3 (FLT-05)"
    icons = Counter(space.icon for space in spaces)
    for icon in ICONS:
        if icons[icon] != 1:  # type: ignore[index]
            why = "; set-up puts a strikebreaker there (FLT-07)" if icon in KINDS else ""
            yield f"{where}: the icon '{icon}' must be on exactly one space, not on {icons[icon]}{why}"  # type: ignore[index]
    for die, times in Counter(space.die for space in spaces).items():
        if times > 1 or die > faces:
            wrong = "stands there twice" if times > 1 else "is not on the die"
            yield f"{where}: the die number {die} {wrong} (FLT-V13)"


def layout_problems(where: str, laid: "list[Laid]", cards: int, names: "list[str]", t: Any) -> Iterator[str]:
    """Yield what is wrong with a fixed map, but for its factories (FLT-V15)."""
    if len(laid) != cards:
        yield f"{where} has {len(laid)} cards"
    for entry in laid:
        if entry.card not in names:
            yield f"{where} names no map card: '{entry.card}'{near(entry.card, names)}"
        if entry.place[0] >= t.grid_columns or entry.place[1] >= t.grid_rows:
            grid = f"{t.grid_columns} columns and {t.grid_rows} rows"
            yield f"{where}: place {entry.place} is outside the grid of {grid}"
    for name, times in Counter(entry.card for entry in laid).items():
        if times > 1:
            yield f"{where} has the card '{name}' twice"
    for place, times in Counter(tuple(entry.place) for entry in laid).items():
        if times > 1:
            yield f"{where} has two cards on place {list(place)}"


def _event_problems(where: str, event: Event, rules: Components) -> Iterator[str]:
    try:
        date.fromisoformat(event.date)
    except ValueError:
        yield f"{where}.date = '{event.date}' is no date such as 1937-02-01"
    forbids: dict[str, set[str]] = {}
    for effect in event.effects:
        if isinstance(effect, Forbid):
            if effect.action in ("rest", "unique") and effect.where != "all":
                yield f'{where}: forbid {effect.action} takes only where = "all" (FLT-V21)'
            places = EVERYWHERE if effect.where == "all" else {effect.where}
            forbids[effect.action] = forbids.get(effect.action, set()) | places
    lines = [effect for effect in event.effects if isinstance(effect, AddStrikebreaker | GainExhaustion | RemoveWorker)]
    if len(lines) > MAX_LINE:
        yield f"{where} has {len(lines)} effects in its factory line; {MAX_LINE} is the most"
    yield from _removal_problems(f"{where}.removal", event.removal, forbids, rules.rules.workers)


def _removal_problems(where: str, removal: Any, forbids: "dict[str, set[str]]", workers: int) -> Iterator[str]:
    if isinstance(removal, AtLeast) and removal.condition != "factories_held":
        street = removal.condition == "workers_on_street"
        for committees in COUNTS:
            asked, there = per_count(removal.at_least, committees), committees * workers - street
            if asked > there:
                stay = ", one of whom must stay in a factory" if street else ""
                yield (
                    f"{where} can never hold: {removal.condition} at least {asked}, but {committees} committees have"
                    f" {committees * workers} workers{stay}"
                )
    name = "rest" if isinstance(removal, Count) and removal.condition == "rest" else "resists"
    if (isinstance(removal, AtMost) or name == "rest") and "rest" in forbids:
        yield f"{where} can never hold: the event forbids Rest"
    by_resist = isinstance(removal, NoStrikebreaker) or (isinstance(removal, Count) and name == "resists")
    if by_resist and forbids.get("resist") == EVERYWHERE:
        yield f"{where} can never hold: the event forbids Resist everywhere"
