"""The ruleset file of STRIKE!, validated and compiled to one record of arrays that the kernel only reads."""

from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from strikesim._jit import njit
from strikesim.errors import RulesetError
from strikesim.games.common import MAX_SEATS, record_dtype, record_type
from strikesim.games.strike.schema import MAX_LEVELS, MAX_VICTORIES, Difficulty, Numbers, Rules, distances, notes
from strikesim.games.strike.state import (
    BOXES,
    MAX_CHARACTERS,
    MAX_DESIGNS,
    MAX_EFFECTS,
    MAX_LOCATIONS,
    N_BOXES,
    N_DECKS,
    N_POWERS,
)
from strikesim.games.strike.vocabulary import Effect, Kind

__all__ = ["TABLES", "Rules", "T", "compile_tables", "notes"]

# Programs: the lists of effects, in this order.
ALLY_PROGRAM, BREAK_PROGRAM, EMPTY_DECK_PROGRAM, POWER_PROGRAM = 0, MAX_DESIGNS, 2 * MAX_DESIGNS, 2 * MAX_DESIGNS + 1
N_PROGRAMS = POWER_PROGRAM + N_POWERS * MAX_CHARACTERS

_NUMBERS = (
    "strikers",
    "home_strikers",
    "tokens",
    "energy_start",
    "energy_min",
    "energy_max",
    "second_power_energy",
    "first_cards",
    "drones",
    "megadrones",
    "victories",
    "points_to_win",
    "points_to_lose",
    "hand_limit",
    "megadrone_strikers",
    "own_strikers",
    "kick_energy",
    "fuse_at",
    "megadrone_points",
    "empty_deck_rolls",
)
PER_EFFECT = (N_PROGRAMS, MAX_EFFECTS)
PER_DESIGN = (MAX_DESIGNS,)
PER_POWER = (MAX_CHARACTERS, N_POWERS)

TABLES = record_dtype(
    [
        ("players", np.int64),
        ("seats", np.int64),  # one for each player
        ("turn_limit", np.int64),
        *((name, np.int64) for name in _NUMBERS),
        # switches
        ("manual_labor_chains", np.int64),
        ("kick_on_any", np.int64),
        ("reshuffle_allies", np.int64),
        ("pairs_once", np.int64),  # pair_powers = "once_per_turn"
        # lists of [rules]
        ("n_levels", np.int64),  # levels above the first
        ("level_from", np.int64, (MAX_LEVELS,)),
        ("n_victories", np.int64),  # Victories a location can hold
        ("victory_strikers", np.int64, (MAX_VICTORIES,)),
        ("victory_points", np.int64, (MAX_VICTORIES,)),
        # the difficulty
        ("more_home_strikers", np.int64),
        ("more_other_strikers", np.int64),
        ("more_cards", np.int64),
        ("start_drones", np.int16, (MAX_LOCATIONS,)),
        # the board
        ("n_locations", np.int64),
        ("colour", np.int16, (MAX_LOCATIONS,)),
        ("n_lines", np.int16, (MAX_LOCATIONS,)),
        ("neighbour", np.int16, (MAX_LOCATIONS, MAX_LOCATIONS)),
        ("distance", np.int16, (MAX_LOCATIONS, MAX_LOCATIONS)),
        # characters and their boards
        ("n_boards", np.int64),
        ("board_size", np.int16, (MAX_CHARACTERS,)),  # characters of each board
        ("board_character", np.int16, (MAX_CHARACTERS, MAX_CHARACTERS)),
        ("fixed", np.int16, (MAX_SEATS,)),  # the character of each seat, or -1: drawn
        ("character_colour", np.int16, (MAX_CHARACTERS,)),
        ("home", np.int16, (MAX_CHARACTERS,)),
        ("boxes", np.int16, (MAX_CHARACTERS, N_BOXES)),
        ("when", np.int16, PER_POWER),  # bits of the triggers
        ("cost", np.int16, PER_POWER),
        # cards
        ("n_designs", np.int64, (N_DECKS,)),
        ("copies", np.int16, (N_DECKS, MAX_DESIGNS)),
        ("strike_at", np.int16, PER_DESIGN),
        ("strike_boxes", np.int16, (MAX_DESIGNS, 2)),
        ("ally_box", np.int16, PER_DESIGN),
        # effects of cards and powers
        ("n_effects", np.int16, (N_PROGRAMS,)),
        ("effect", np.int16, PER_EFFECT),
        ("who", np.int16, PER_EFFECT),
        ("amount", np.int16, PER_EFFECT),
        ("per_level", np.int16, PER_EFFECT),
        ("may", np.int16, PER_EFFECT),
        ("argument", np.int16, PER_EFFECT),  # of `where`, `strikers`, `deck` or `at`
    ]
)
T = record_type(TABLES)


@njit(types.int64(types.int64, types.int64))
def power_program(character: int, which: int) -> int:
    """Return the program of a character's first or second power."""
    return POWER_PROGRAM + N_POWERS * character + which


def compile_tables(rules: Rules, players: int, difficulty: "str | None" = None) -> NDArray[Any]:
    """Compile a validated ruleset for a number of players and a difficulty to an array of one record (dtype TABLES).

    Raises
    ------
    RulesetError
        `options.characters` lists another number of characters than there are players.
    """
    tables = np.zeros(1, TABLES)
    t = tables[0]
    t.players, t.seats, t.turn_limit = players, players, rules.ruleset.turn_limit
    for name in _NUMBERS:
        setattr(t, name, getattr(rules.rules, name))
    t.manual_labor_chains = rules.switches.manual_labor_chains
    t.kick_on_any = rules.switches.kick_on == "any"
    t.reshuffle_allies = rules.switches.reshuffle_allies
    t.pairs_once = rules.switches.pair_powers == "once_per_turn"
    _compile_lists(t, rules.rules)
    _compile_difficulty(t, rules.difficulties[difficulty or rules.ruleset.difficulties[0]])
    _compile_board(t, rules)
    _compile_characters(t, rules, players)
    _compile_cards(t, rules)
    return tables


def _compile_lists(t: Any, numbers: Numbers) -> None:
    t.n_levels, t.n_victories = len(numbers.level_from), len(numbers.victory_points)
    t.level_from[: t.n_levels] = numbers.level_from
    t.victory_strikers[: t.n_victories] = numbers.victory_strikers
    t.victory_points[: t.n_victories] = numbers.victory_points


def _compile_difficulty(t: Any, difficulty: Difficulty) -> None:
    t.more_home_strikers, t.more_other_strikers = difficulty.home_strikers, difficulty.other_strikers
    t.more_cards = difficulty.strike_cards
    for number in difficulty.drones:
        t.start_drones[number - 1] = 1


def _colours(rules: Rules) -> list[str]:
    return sorted({place.colour for place in rules.locations.values()})


def _compile_board(t: Any, rules: Rules) -> None:
    count, colours = len(rules.locations), _colours(rules)
    t.n_locations = count
    distance = distances(count, rules.board.lines)
    t.distance[:count, :count] = distance
    for place in range(count):
        t.colour[place] = colours.index(rules.locations[str(place + 1)].colour)
        joined = np.flatnonzero(distance[place] == 1)
        t.n_lines[place] = len(joined)
        t.neighbour[place, : len(joined)] = joined


def _compile_characters(t: Any, rules: Rules, players: int) -> None:
    colours, names = _colours(rules), list(rules.characters)
    boards = sorted({character.board for character in rules.characters.values()})
    t.n_boards = len(boards)
    for number, character in enumerate(rules.characters.values()):
        board = boards.index(character.board)
        t.board_character[board, t.board_size[board]] = number
        t.board_size[board] += 1
        t.character_colour[number], t.home[number] = colours.index(character.board), character.home - 1
        t.boxes[number] = list(character.boxes.model_dump().values())
        for which, power in enumerate((character.first, character.second)):
            t.when[number, which], t.cost[number, which] = power.bits(), power.cost or 0
            _compile_effects(t, power_program(number, which), power.effects)
    chosen = rules.options.characters
    t.fixed[:] = -1
    if not isinstance(chosen, str):
        if len(chosen) != players:
            raise RulesetError(f"options.characters lists {len(chosen)} characters; {players} players need {players}")
        t.fixed[:players] = [names.index(name) for name in chosen]


def _compile_cards(t: Any, rules: Rules) -> None:
    for deck, designs in enumerate(rules.cards.decks()):
        t.n_designs[deck] = len(designs)
        t.copies[deck, : len(designs)] = [card.copies for card in designs.values()]
    for number, strike in enumerate(rules.cards.strike.values()):
        t.strike_at[number] = strike.at - 1
        t.strike_boxes[number] = [BOXES.index(box) for box in strike.boxes]
    for number, ally in enumerate(rules.cards.ally.values()):
        t.ally_box[number] = BOXES.index(ally.box)
        _compile_effects(t, ALLY_PROGRAM + number, ally.effects)
    for number, card in enumerate(rules.cards.break_.values()):
        _compile_effects(t, BREAK_PROGRAM + number, card.effects)
    t.n_effects[EMPTY_DECK_PROGRAM] = 1
    t.effect[EMPTY_DECK_PROGRAM, 0], t.amount[EMPTY_DECK_PROGRAM, 0] = Kind.ROLL, rules.rules.empty_deck_rolls


def _compile_effects(t: Any, program: int, effects: "list[Effect]") -> None:
    t.n_effects[program] = len(effects)
    for i, effect in enumerate(effects):
        row = effect.row()
        t.effect[program, i], t.who[program, i], t.amount[program, i] = row[:3]
        t.per_level[program, i], t.may[program, i], t.argument[program, i] = row[3:]
