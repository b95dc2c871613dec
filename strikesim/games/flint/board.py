"""The map of Striking Flint: laying it out, and moving the pieces on it."""

import numpy as np
from numba import types

from strikesim._jit import Record, njit
from strikesim.games.common import MAX_SEATS
from strikesim.games.flint.spaces import around, lowest
from strikesim.games.flint.state import (
    ICONS,
    MAX_SPACES,
    SPACES_PER_CARD,
    S,
    SpaceKind,
)

GRID = 15  # cells, at most, of the laid-out map in each direction


# ---- laying out (FLT-05, FLT-06, FLT-R16, FLT-V3, FLT-V13, FLT-V14) ----------------------------------------------


@njit
def lay_cells(t: Record, s: Record, n_cards: int, grid: Record) -> None:
    """Write each card's spaces into the empty map, as place of the card * SPACES_PER_CARD + letter."""
    rows, columns = t.card_rows, t.card_columns
    for i in range(n_cards):
        top, left = s.placed_at[i] // t.grid_columns * rows, s.placed_at[i] % t.grid_columns * columns
        cell, step = (rows * columns - 1, -1) if s.placed_turned[i] else (0, 1)
        for y in range(top, top + rows):
            for x in range(left, left + columns):
                letter = t.cells[s.placed_card[i], cell]
                if letter >= 0:
                    grid[y, x] = i * SPACES_PER_CARD + letter
                cell += step


@njit
def number_spaces(t: Record, s: Record, grid: Record) -> None:
    """Give the spaces numbers in map order (FLT-V3), note what is printed on them, and write them into the cells."""
    number = np.full(MAX_SPACES, -1, np.int8)
    s.n_spaces = s.stations = 0
    for icon in range(len(ICONS)):
        s.with_icon[icon] = 0
    for y in range(t.grid_rows * t.card_rows):
        for x in range(t.grid_columns * t.card_columns):
            place = grid[y, x]
            if place < 0:
                continue
            if number[place] < 0:
                space = s.n_spaces
                number[place] = space
                s.n_spaces += 1
                s.card[space], s.letter[space] = place // SPACES_PER_CARD, place % SPACES_PER_CARD
                card, letter = s.placed_card[s.card[space]], s.letter[space]
                s.kind[space], s.die[space] = t.space_kind[card, letter], t.space_die[card, letter]
                s.icon[space] = t.space_icon[card, letter]
                s.with_icon[s.icon[space]] |= 1 << int(space)
                if s.kind[space] == SpaceKind.STATION:
                    s.stations |= 1 << int(space)
            grid[y, x] = number[place]


@njit
def join(s: Record, a: int, b: int) -> None:
    """Make two spaces adjacent (FLT-R3)."""
    if a >= 0 and b >= 0 and a != b:
        s.near[a] |= 1 << b
        s.near[b] |= 1 << a


@njit
def join_spaces(t: Record, s: Record, grid: Record) -> None:
    """Find which spaces share an edge."""
    for space in range(s.n_spaces):
        s.near[space] = 0
    for y in range(t.grid_rows * t.card_rows):
        for x in range(t.grid_columns * t.card_columns):
            if x + 1 < GRID:
                join(s, int(grid[y, x]), int(grid[y, x + 1]))
            if y + 1 < GRID:
                join(s, int(grid[y, x]), int(grid[y + 1, x]))


@njit
def find_factories(s: Record) -> None:
    """Give numbers to the factories, maximal sets of connected Stations, in map order (FLT-06)."""
    for space in range(s.n_spaces):
        s.factory[space] = -1
    s.n_factories = 0
    left = int(s.stations)
    while left:
        factory, fresh = 0, left & -left
        while fresh:
            factory |= fresh
            fresh = around(s, fresh) & s.stations & ~factory
        s.stations_of[s.n_factories] = factory
        left &= ~factory
        while factory:
            s.factory[lowest(factory)] = s.n_factories
            factory &= factory - 1
        s.n_factories += 1


@njit
def build(t: Record, s: Record, n_cards: int) -> bool:
    """Build the map from the cards laid out; tell whether it has enough factories (FLT-05)."""
    grid = np.full((GRID, GRID), -1, np.int8)
    lay_cells(t, s, n_cards, grid)
    number_spaces(t, s, grid)
    join_spaces(t, s, grid)
    find_factories(s)
    return bool(s.n_factories >= t.factories_needed)


@njit
def next_order(order: Record) -> bool:
    """Turn a sequence into the next one in lexicographic order; False: it was the last."""
    i = len(order) - 2
    while i >= 0 and order[i] >= order[i + 1]:
        i -= 1
    if i < 0:
        return False
    k = len(order) - 1
    while order[k] <= order[i]:
        k -= 1
    order[i], order[k] = order[k], order[i]
    low, high = i + 1, len(order) - 1
    while low < high:
        order[low], order[high] = order[high], order[low]
        low, high = low + 1, high - 1
    return True


@njit
def place_order(t: Record, s: Record, order: Record) -> bool:
    """Lay out the cards that `order` gives for each place of the grid (beyond their number: none) in any turns."""
    n_cards = 0
    for place in range(len(order)):
        if order[place] < t.n_map_cards:
            s.placed_card[n_cards], s.placed_at[n_cards] = order[place], place
            n_cards += 1
    for turns in range(1 << n_cards):
        for i in range(n_cards):
            s.placed_turned[i] = turns >> i & 1
        if build(t, s, n_cards):
            return True
    return False


@njit
def find_layout(t: Record, s: Record, free: int) -> bool:
    """Try every draw and layout until one has enough factories (FLT-V32); it is then in `s.placed_…`.

    `free` is the number of places of the grid without a card.
    """
    places = t.grid_rows * t.grid_columns
    drawn = np.zeros(t.n_map_cards, np.int64)  # 1: in use; from the first draw 0 … 0 1 … 1 through all
    for card in range(t.n_map_cards - (places - free), t.n_map_cards):
        drawn[card] = 1
    while True:
        order = np.full(places, t.n_map_cards, np.int64)
        last = 0
        for card in range(t.n_map_cards):
            if drawn[card]:
                order[last] = card
                last += 1
        while True:
            if place_order(t, s, order):
                return True
            if not next_order(order):
                break
        if not next_order(drawn):
            return False


# ---- pieces ------------------------------------------------------------------------------------------------------


@njit(types.void(S, types.int64, types.int64))
def put_worker(s: Record, space: int, seat: int) -> None:
    """Put a worker on a space; where it comes from is the caller's business."""
    s.workers[space, seat] += 1
    s.n_workers[space] += 1
    s.manned |= 1 << int(space)
    s.manned_by[seat] |= 1 << int(space)
    if s.kind[space] == SpaceKind.STATION:
        s.in_factories += 1
    else:
        s.on_street += 1


@njit(types.void(S, types.int64, types.int64))
def take_worker(s: Record, space: int, seat: int) -> None:
    """Take a worker off a space; where it goes is the caller's business."""
    s.workers[space, seat] -= 1
    s.n_workers[space] -= 1
    if s.workers[space, seat] == 0:
        s.manned_by[seat] &= ~(1 << int(space))
    if s.n_workers[space] == 0:
        s.manned &= ~(1 << int(space))
    if s.kind[space] == SpaceKind.STATION:
        s.in_factories -= 1
    else:
        s.on_street -= 1


@njit(types.void(S, types.int64, types.int64))
def put_strikebreaker(s: Record, space: int, kind: int) -> None:
    """Put a strikebreaker on a space."""
    s.strikebreakers[space, kind] += 1
    s.n_strikebreakers[space] += 1
    s.hired |= 1 << int(space)


@njit(types.void(S, types.int64, types.int64))
def take_strikebreaker(s: Record, space: int, kind: int) -> None:
    """Take a strikebreaker off a space."""
    s.strikebreakers[space, kind] -= 1
    s.n_strikebreakers[space] -= 1
    if s.n_strikebreakers[space] == 0:
        s.hired &= ~(1 << int(space))


@njit
def factories_held(s: Record) -> int:
    """Count the factories with a worker and without a strikebreaker (FLT-17)."""
    held = 0
    for factory in range(s.n_factories):
        stations = s.stations_of[factory]
        held += stations & s.manned != 0 and stations & s.hired == 0
    return held


@njit
def strikebreakers_on_map(s: Record, kind: int) -> int:
    """Count the strikebreakers of a kind on the map."""
    count, spaces = 0, int(s.hired)
    while spaces:
        count += s.strikebreakers[lowest(spaces), kind]
        spaces &= spaces - 1
    return count


@njit
def recount(s: Record) -> None:
    """Make the sums and sets of spaces agree with the pieces."""
    s.in_factories = s.on_street = s.manned = s.hired = 0
    s.manned_by[:] = 0
    for space in range(s.n_spaces):
        s.n_workers[space] = s.workers[space].sum()
        s.n_strikebreakers[space] = s.strikebreakers[space].sum()
        s.manned |= (s.n_workers[space] > 0) << space
        s.hired |= (s.n_strikebreakers[space] > 0) << space
        for seat in range(MAX_SEATS):
            s.manned_by[seat] |= (s.workers[space, seat] > 0) << space
        if s.kind[space] == SpaceKind.STATION:
            s.in_factories += s.n_workers[space]
        else:
            s.on_street += s.n_workers[space]
