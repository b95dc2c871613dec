"""Sets of spaces, one bit for each: their members, and what lies around them (FLT-R3)."""

import numpy as np
from numba import types

from strikesim._jit import Record, njit
from strikesim.games.flint.state import S

DE_BRUIJN, MASK = 0x077CB531, 0xFFFFFFFF
LOWEST_BIT = np.array([((1 << i) * DE_BRUIJN & MASK) >> 27 for i in range(32)]).argsort()


@njit
def lowest(bits: int) -> int:
    """Return the number of the lowest bit set, below 2**32 (by a de Bruijn sequence)."""
    return int(LOWEST_BIT[((bits & -bits) * DE_BRUIJN & MASK) >> 27])


@njit
def single(bits: int) -> bool:
    """Tell whether exactly one bit is set."""
    return bits != 0 and bits & (bits - 1) == 0


@njit
def size(bits: int) -> int:
    """Count the bits set."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@njit
def around(s: Record, spaces: int) -> int:
    """Return the spaces adjacent to some of the given ones."""
    found = 0
    while spaces:
        found |= s.near[lowest(spaces)]
        spaces &= spaces - 1
    return found


@njit(types.int64(S, types.int64, types.int64))
def within(s: Record, space: int, distance: int) -> int:
    """Return the spaces at most so far from a space."""
    reached = ring = 1 << int(space)
    for _ in range(distance):
        ring = around(s, ring) & ~reached
        reached |= ring
    return reached


@njit(types.UniTuple(types.int64, 2)(S, types.int64, types.int64))
def nearest_of(s: Record, space: int, wanted: int) -> "tuple[int, int]":
    """Return those of the wanted spaces that are nearest to a space, and how far they are; none: 0 and -1."""
    reached, ring, distance = 0, 1 << int(space), 0
    while ring:
        if ring & wanted:
            return ring & wanted, distance
        reached |= ring
        ring = around(s, ring) & ~reached
        distance += 1
    return 0, -1
