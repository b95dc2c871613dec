"""Striking Flint's ruleset file, validated and compiled to one record of arrays that the kernel only reads."""

from collections.abc import Iterator
from itertools import permutations, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strikesim.errors import RulesetError
from strikesim.games.common import MAX_ACTIONS, MAX_SEATS, record_dtype, record_type
from strikesim.games.flint import board, problems
from strikesim.games.flint.schema import (
    CONDITIONS_BY_NAME,
    MAX_CALENDAR,
    MAX_SIDE,
    UNIQUE_NUMBERS,
    AddStrikebreaker,
    AtMost,
    Components,
    Count,
    Event,
    ExtraExhaustion,
    Forbid,
    GainExhaustion,
    Laid,
    NoStrikebreaker,
    Numbers,
    RemoveWorker,
    RestMoves,
    RollTwice,
    per_count,
)
from strikesim.games.flint.spaces import within
from strikesim.games.flint.state import (
    CARD_ACTIONS,
    COMMITTEES,
    ICONS,
    KINDS,
    MAX_EVENTS,
    MAX_LINE,
    MAX_MAP_CARDS,
    MAX_PLACED,
    N_ACTIONS,
    N_COMMITTEES,
    N_KINDS,
    SPACE_KINDS,
    SPACES_PER_CARD,
    STATE,
    UNIQUES,
)

MAX_CELLS = MAX_SIDE * MAX_SIDE
RANDOM = -1

# What the effects and conditions compile to.
ADD_STRIKEBREAKER, GAIN_EXHAUSTION, REMOVE_WORKER = range(3)  # effects of a factory line
FACTORY, STREET = 1, 2  # bits of `forbidden`: workers on Stations, on Corners
WHERE = {"factory": FACTORY, "street": STREET, "all": FACTORY | STREET}
CONDITIONS = tuple(CONDITIONS_BY_NAME)
ON_STREET, IN_FACTORIES, HELD, NO_STRIKEBREAKER, TOTAL_EXHAUSTION, RESISTS, RESTS = range(7)

TABLES = record_dtype(
    [
        ("players", np.int64),
        ("seats", np.int64),  # committees in play
        ("committees", np.int64, (MAX_SEATS,)),  # who they are, or all RANDOM
        # numbers of the rules
        ("workers", np.int64),
        ("cubes_held", np.int64),
        ("cubes_supply", np.int64),  # in all
        ("strikebreakers", np.int64),  # of each kind
        ("start_space", np.int64),
        ("token", np.int64),
        ("factories_needed", np.int64),
        ("die_faces", np.int64),
        ("setup_die", np.int64, (32,)),  # kind of strikebreaker for each number
        ("setup_strikebreakers", np.int64),
        ("setup_workers", np.int64),
        ("foreign_extra", np.int64),
        ("least_move", np.int64),
        ("held_for_concessions", np.int64),
        ("concession_step", np.int64),
        ("event_step", np.int64),
        ("resist_range", np.int64),
        ("gambit_range", np.int64),
        ("icon_exhaustion", np.int64),
        # switches
        ("place_from_map", np.int64),
        ("gambit_may", np.int64),
        ("check_at_turn_end", np.int64),
        ("map_order", np.int64),
        ("move_grows", np.int64),
        ("loss_at_turn_end", np.int64),
        ("calendar", np.int64),  # which of the file's calendars
        # the calendar and the committees' cards
        ("calendar_icon", np.int64, (N_COMMITTEES, MAX_CALENDAR)),  # 1: a Factory Action
        ("cost", np.int64, (N_COMMITTEES, N_ACTIONS)),  # exhaustion of step 3
        ("unique", np.int64, (N_COMMITTEES,)),  # index into UNIQUES
        ("unique_number", np.int64, (N_COMMITTEES,)),  # placements, workers, strikebreakers, cubes
        # the map
        ("n_map_cards", np.int64),  # in the set
        ("n_placed", np.int64),  # laid out
        ("card_rows", np.int64),
        ("card_columns", np.int64),
        ("grid_rows", np.int64),  # places for cards
        ("grid_columns", np.int64),
        ("cells", np.int64, (MAX_MAP_CARDS, MAX_CELLS)),  # letter in each cell, row by row; -1: none
        ("space_kind", np.int64, (MAX_MAP_CARDS, SPACES_PER_CARD)),
        ("space_die", np.int64, (MAX_MAP_CARDS, SPACES_PER_CARD)),
        ("space_icon", np.int64, (MAX_MAP_CARDS, SPACES_PER_CARD)),
        ("random_map", np.int64),
        ("fixed_card", np.int64, (MAX_PLACED,)),  # the fixed map, or one that random drawing may fall back on
        ("fixed_at", np.int64, (MAX_PLACED,)),
        ("fixed_turned", np.int64, (MAX_PLACED,)),
        # the events
        ("n_events", np.int64),
        ("events_in_play", np.int64),
        ("forbidden", np.int64, (MAX_EVENTS, N_ACTIONS)),  # FACTORY, STREET or both
        ("extra", np.int64, (MAX_EVENTS, N_ACTIONS)),  # exhaustion
        ("rest_moves", np.int64, (MAX_EVENTS,)),
        ("more_rolls", np.int64, (MAX_EVENTS,)),
        ("has_line", np.int64, (MAX_EVENTS,)),  # 1: it does something in a Factory Action
        ("n_line", np.int64, (MAX_EVENTS,)),  # steps of that, but for the die rolls
        ("line", np.int64, (MAX_EVENTS, MAX_LINE)),  # ADD_STRIKEBREAKER, GAIN_EXHAUSTION or REMOVE_WORKER
        ("line_kind", np.int64, (MAX_EVENTS, MAX_LINE)),  # of strikebreaker
        ("line_amount", np.int64, (MAX_EVENTS, MAX_LINE)),
        ("condition", np.int64, (MAX_EVENTS,)),
        ("condition_kind", np.int64, (MAX_EVENTS,)),  # of strikebreaker
        ("condition_number", np.int64, (MAX_EVENTS,)),  # after the shift (FLT-V31)
    ]
)
T = record_type(TABLES)


class Rules(Components):
    """A whole ruleset file of Striking Flint."""

    def problems(self) -> Iterator[str]:
        """Yield what is wrong beyond single values."""
        found = list(problems.all_problems(self))
        yield from found
        if not found:
            yield from _map_problems(self)


def notes(rules: Rules) -> Iterator[str]:
    """Yield remarks on a ruleset that is not wrong, but may surprise its designer."""
    yield from problems.all_notes(rules)
    yield from _unjoined_cards(rules)
    yield from _unjoined_layouts(rules)


def grid_of(rules: Rules, cards: int) -> "tuple[int, int]":
    """Return the columns and rows of the grid of cards whose outline is nearest a square (FLT-R16, FLT-V14)."""
    long = max(rules.rules.lines[str(cards)])  # type: ignore[index]
    first = next(iter(rules.map_cards.values())).cells
    rows, columns = len(first), len(first[0])
    upright, lying = abs(2 * columns - long * rows), abs(long * columns - 2 * rows)
    return (2, long) if upright <= lying else (long, 2)


def compile_tables(rules: Rules, players: int, difficulty: "str | None" = None) -> NDArray[Any]:
    """Compile a validated ruleset for a number of players to an array of one record (dtype TABLES)."""
    tables = np.zeros(1, TABLES)
    t = tables[0]
    t.players, t.seats = players, problems.committees_of(rules, players)
    _check_options(rules, players, int(t.seats))
    _check_room(rules, int(t.seats))
    _compile_numbers(t, rules)
    t.calendar = list(rules.calendars).index(difficulty or next(iter(rules.calendars)))
    _compile_committees(t, rules)
    compile_map(t, rules, problems.cards_in_use(rules, int(t.seats)))
    for event, entry in enumerate(rules.events.values()):
        _compile_effects(t, event, entry)
        _compile_removal(t, event, entry.removal, rules)
    return tables


def _check_options(rules: Rules, players: int, committees: int) -> None:
    """Refuse options that do not fit the number of players (FLT-V15, FLT-V16)."""
    named, chosen = rules.options.committees, rules.options.map
    if named != "random" and len(named) != committees:
        raise RulesetError(
            f"options.committees names {len(named)} committees; with {players} player{'s' * (players > 1)}"
            f" {committees} are in play (FLT-01)"
        )
    cards = problems.cards_in_use(rules, committees)
    if chosen != "random" and getattr(rules.layouts[chosen], f"cards_{cards}") is None:
        raise RulesetError(
            f"options.map = '{chosen}': layouts.{chosen} has no cards_{cards}, the map for {cards} cards"
        )


def _check_room(rules: Rules, committees: int) -> None:
    """Refuse placing from the map (FLT-V6) where a decision could have more actions than the kernel has room for."""
    numbers, spaces = rules.rules, SPACES_PER_CARD * problems.cards_in_use(rules, committees)
    resists = N_KINDS * numbers.strikebreakers * numbers.workers
    most = committees * numbers.workers * (spaces - 1) + resists + 2 * spaces
    if rules.switches.place_from_map and most > MAX_ACTIONS:
        raise RulesetError(
            f"switches.place_from_map: a decision of {committees} committees could have {most} actions; {MAX_ACTIONS}"
            " is the most"
        )


def _map_problems(rules: Rules) -> Iterator[str]:
    """Yield what is wrong with the maps: with any number of cards in use, and with each fixed one."""
    needed = rules.rules.factories_needed
    random_map = rules.model_copy(update={"options": rules.options.model_copy(update={"map": "random"})})
    for cards in problems.numbers_of_cards(rules):
        t = np.zeros(1, TABLES)[0]
        if not compile_map(t, random_map, cards):
            yield f"map_cards: no way to lay out {cards} of these cards gives {needed} factories (FLT-05)"
    names = list(rules.map_cards)
    for name, layout in rules.layouts.items():
        for cards in range(3, MAX_PLACED + 1):
            laid = getattr(layout, f"cards_{cards}")
            if laid is None:
                continue
            t, s = np.zeros(1, TABLES)[0], np.zeros(1, STATE)[0]
            _compile_cards(t, rules, cards)
            wrong = list(problems.layout_problems(f"layouts.{name}.cards_{cards}", laid, cards, names, t))
            yield from wrong
            if not wrong:
                _compile_layout(t, laid, names)
                s.placed_card, s.placed_at, s.placed_turned = t.fixed_card, t.fixed_at, t.fixed_turned
                if not board.build(t, s, cards):
                    yield f"layouts.{name}.cards_{cards} has {s.n_factories} factories; {needed} are needed (FLT-05)"


def _unjoined_cards(rules: Rules) -> Iterator[str]:
    """Say which cards leave spaces that no path joins, alone or beside each other (FLT-V32)."""
    t, s = np.zeros(1, TABLES)[0], np.zeros(1, STATE)[0]
    _compile_cards(t, rules, min(problems.numbers_of_cards(rules)))
    names = list(rules.map_cards)
    broken = [name for card, name in enumerate(names) if not _joined(t, s, [(card, 0, 0)])]
    for name in broken:
        yield f"map_cards.{name}: no path joins all its spaces; some may be out of the workers' reach"
    for one, other in permutations([card for card, name in enumerate(names) if name not in broken], 2):
        ways = product((1, int(t.grid_columns)), (0, 1), (0, 1))
        if not all(_joined(t, s, [(one, 0, turned), (other, at, turn)]) for at, turned, turn in ways):
            yield (
                f"map_cards: where {names[other]} lies to the right of {names[one]} or below it, no path may join them;"
                " spaces may be out of the workers' reach"
            )


def _unjoined_layouts(rules: Rules) -> Iterator[str]:
    """Say which fixed maps have spaces that no path joins to the rest (FLT-V32)."""
    t, s = np.zeros(1, TABLES)[0], np.zeros(1, STATE)[0]
    for name, layout in rules.layouts.items():
        for cards in range(3, MAX_PLACED + 1):
            laid = getattr(layout, f"cards_{cards}")
            if laid is None:
                continue
            _compile_cards(t, rules, cards)
            _compile_layout(t, laid, list(rules.map_cards))
            if not _joined(t, s, list(zip(t.fixed_card[:cards], t.fixed_at, t.fixed_turned, strict=False))):
                yield f"layouts.{name}.cards_{cards}: no path joins all spaces; some are out of the workers' reach"


def _joined(t: Any, s: Any, laid: "list[tuple[int, int, int]]") -> bool:
    """Tell whether paths join all spaces of the cards laid out, each given with its place and turn."""
    for i, card in enumerate(laid):
        s.placed_card[i], s.placed_at[i], s.placed_turned[i] = card
    board.build(t, s, len(laid))
    return bool(within(s, 0, int(s.n_spaces)) == (1 << int(s.n_spaces)) - 1)


def _compile_numbers(t: Any, rules: Rules) -> None:
    numbers, switches = rules.rules, rules.switches
    for name in TABLES.names or ():
        if name in Numbers.model_fields and name != "setup_die":
            t[name] = getattr(numbers, name)
    t.cubes_supply = numbers.cubes_supply * t.seats
    t.token = rules.options.token
    t.n_events, t.events_in_play = len(rules.events), rules.options.events_in_play
    for kind, faces in numbers.setup_die.items():
        for face in faces:
            t.setup_die[face] = KINDS.index(kind)
    t.place_from_map = switches.place_from_map
    t.gambit_may = switches.gambit_moves == "may"
    t.check_at_turn_end = switches.event_check == "turn_end"
    t.map_order = switches.activation_order == "map_order"
    t.move_grows = switches.move_length == "grows"
    t.loss_at_turn_end = switches.factory_loss == "turn_end"


def _compile_committees(t: Any, rules: Rules) -> None:
    calendar = list(rules.calendars.values())[t.calendar]
    chosen = rules.options.committees
    t.committees[:] = RANDOM
    if chosen != "random":
        t.committees[: len(chosen)] = [COMMITTEES.index(name) for name in chosen]
    for i, name in enumerate(COMMITTEES):
        card = rules.committees[name]
        t.cost[i] = [getattr(card.exhaustion, action) for action in CARD_ACTIONS]
        t.unique[i] = UNIQUES.index(card.unique.action)
        t.unique_number[i] = getattr(card.unique, UNIQUE_NUMBERS.get(card.unique.action, ""), 0)
        t.calendar_icon[i, calendar.icons[name]] = 1


def compile_map(t: Any, rules: Rules, cards: int) -> bool:
    """Compile the map; tell whether it has enough factories.

    Of a random map one layout is kept, found by trying all, in case that drawing fails too often (FLT-V32).
    """
    _compile_cards(t, rules, cards)
    t.random_map = rules.options.map == "random"
    if t.random_map:
        return _find_layout(t)
    _compile_layout(t, getattr(rules.layouts[rules.options.map], f"cards_{cards}"), list(rules.map_cards))
    return True


def _compile_cards(t: Any, rules: Rules, cards: int) -> None:
    names = list(rules.map_cards)
    t.n_map_cards, t.n_placed, t.factories_needed = len(names), cards, rules.rules.factories_needed
    t.grid_columns, t.grid_rows = grid_of(rules, cards)
    t.cells[:] = -1
    for i, card in enumerate(rules.map_cards.values()):
        t.card_rows, t.card_columns = len(card.cells), len(card.cells[0])
        letters = list(card.spaces)
        cells = "".join(card.cells)
        t.cells[i, : len(cells)] = [letters.index(cell) if cell in letters else -1 for cell in cells]
        for j, space in enumerate(card.spaces.values()):
            t.space_kind[i, j], t.space_die[i, j] = SPACE_KINDS.index(space.kind), space.die
            t.space_icon[i, j] = ICONS.index(space.icon)


def _compile_layout(t: Any, laid: "list[Laid]", names: "list[str]") -> None:
    for i, entry in enumerate(laid):
        t.fixed_card[i] = names.index(entry.card)
        t.fixed_at[i] = entry.place[1] * t.grid_columns + entry.place[0]
        t.fixed_turned[i] = entry.turned


def _find_layout(t: Any) -> bool:
    s = np.zeros(1, STATE)[0]
    found = board.find_layout(t, s, int(t.grid_rows * t.grid_columns - t.n_placed))
    t.fixed_card[:], t.fixed_at[:], t.fixed_turned[:] = s.placed_card, s.placed_at, s.placed_turned
    return bool(found)


def _compile_effects(t: Any, event: int, entry: Event) -> None:
    for effect in entry.effects:
        match effect:
            case Forbid():
                t.forbidden[event, CARD_ACTIONS.index(effect.action)] |= WHERE[effect.where]
            case ExtraExhaustion():
                t.extra[event, CARD_ACTIONS.index(effect.action)] += per_count(effect.amount, t.seats)
            case RestMoves():
                t.rest_moves[event] += per_count(effect.spaces, t.seats)
            case RollTwice():
                t.more_rolls[event] += 1
                t.has_line[event] = 1
            case AddStrikebreaker():
                _add_line(t, event, ADD_STRIKEBREAKER, per_count(effect.count, t.seats), KINDS.index(effect.kind))
            case GainExhaustion():
                _add_line(t, event, GAIN_EXHAUSTION, per_count(effect.amount, t.seats))
            case RemoveWorker():
                _add_line(t, event, REMOVE_WORKER, 1)


def _add_line(t: Any, event: int, what: int, amount: int, kind: int = 0) -> None:
    i = t.n_line[event]
    t.line[event, i], t.line_amount[event, i], t.line_kind[event, i] = what, amount, kind
    t.n_line[event] += 1
    t.has_line[event] = 1


def _compile_removal(t: Any, event: int, removal: Any, rules: Rules) -> None:
    """Compile a removal condition with the shift and its limits (FLT-V29, FLT-V31)."""
    t.condition[event] = CONDITIONS.index(removal.condition)
    t.condition_number[event] = shifted(removal, rules, int(t.seats))
    if isinstance(removal, NoStrikebreaker):
        t.condition_kind[event] = KINDS.index(removal.kind)


def shifted(removal: Any, rules: Rules, committees: int) -> int:
    """Return what a removal asks for after the shift (FLT-V31)."""
    shift, workers = rules.rules.event_shift, committees * rules.rules.workers
    match removal:
        case NoStrikebreaker():
            return max(0, -shift)
        case AtMost():
            return max(0, per_count(removal.at_most, committees) - shift)
        case Count():
            return max(1, per_count(removal.count, committees) + shift)
    asked = max(1, per_count(removal.at_least, committees) + shift)
    limits = {"workers_on_street": workers - 1, "workers_in_factories": workers}
    return min(asked, limits.get(removal.condition, asked))
