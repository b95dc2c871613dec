"""Random numbers of the kernels: xoshiro256** generators, each seeded by BLAKE2s with what it is for.

Each game of a run has a world, from which the rules draw, and a stream for each seat, from which its bot draws. A world
is a record of generators, one for each purpose that the game names: a die, a deck, who begins. So two variants of the
rules are played on common random numbers, and a number more or less for one purpose moves no other.

A generator starts from a hash of (seed, game, whose it is). A bot that sees its own stream cannot compute the world's
generators, nor another seat's, unless it inverts BLAKE2s or finds the run's seed; that is no secret, and a small one is
soon guessed.

numba can neither make nor seed numpy's generators inside a kernel, so these few lines are ours; they are tested against
the authors' published vectors and Python's own hashlib.

Sources: D. Blackman, S. Vigna, "Scrambled linear pseudorandom number generators", ACM TOMS 47 (2021); M.-J. Saarinen,
J.-P. Aumasson, "The BLAKE2 cryptographic hash", RFC 7693 (2015); D. Lemire, "Fast random integer generation in an
interval", ACM TOMACS 29 (2019).
"""

from typing import Any

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from strikesim._jit import Record, njit

# Records and not arrays: a kernel passes them as bare pointers.
STREAM_DTYPE = np.dtype((np.record, [("words", np.uint64, (4,))]))
STREAM = numba.from_dtype(STREAM_DTYPE)
Stream = Record

PURPOSES = 8  # most that a game can have
WORLD_DTYPE = np.dtype((np.record, [("words", np.uint64, (PURPOSES, 4))]))
WORLD = numba.from_dtype(WORLD_DTYPE)
World = Record

# A bare literal would turn unsigned arithmetic signed, so every constant is unsigned.
_5, _7, _9, _17, _19, _32, _45, _57 = (np.uint64(k) for k in (5, 7, 9, 17, 19, 32, 45, 57))
_PURPOSE, _SEAT = np.uint64(0), np.uint64(1)  # whose a generator is


# ---- BLAKE2s -----------------------------------------------------------------------------------------------------

_IV = (0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19)
_BYTES = 32  # of the message, and of the hash
_START = tuple(map(np.uint32, (_IV[0] ^ 0x01010000 ^ _BYTES, *_IV[1:])))  # without a key
_LAST_BLOCK = tuple(map(np.uint32, (*_IV[:4], _IV[4] ^ _BYTES, _IV[5], _IV[6] ^ 0xFFFFFFFF, _IV[7])))  # the only one
_ORDERS = np.array(
    [
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
        [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
        [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
        [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
        [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
        [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
        [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
        [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
        [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
        [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
    ],
    np.uint8,
)


@njit
def _rotated(x: np.uint32, k: int) -> np.uint32:
    """Rotate 32 bits to the right."""
    return np.uint32((x >> np.uint32(k)) | (x << np.uint32(32 - k)))


@njit
def _mix(a: np.uint32, b: np.uint32, c: np.uint32, d: np.uint32, x: np.uint32, y: np.uint32) -> tuple[np.uint32, ...]:
    """Mix two words of the message into four of the state (G)."""
    a = np.uint32(a + b + x)
    d = _rotated(np.uint32(d ^ a), 16)
    c = np.uint32(c + d)
    b = _rotated(np.uint32(b ^ c), 12)
    a = np.uint32(a + b + y)
    d = _rotated(np.uint32(d ^ a), 8)
    c = np.uint32(c + d)
    b = _rotated(np.uint32(b ^ c), 7)
    return a, b, c, d


@njit
def hash_words(words: NDArray[np.uint64], m: NDArray[np.uint32]) -> None:
    """Replace four words by the BLAKE2s hash of their 32 bytes, the lowest first; `m` is room for 16 words."""
    m[8:] = 0
    for i in range(4):
        m[2 * i], m[2 * i + 1] = words[i], words[i] >> _32
    h0, h1, h2, h3, h4, h5, h6, h7 = _START
    a0, a1, a2, a3, b0, b1, b2, b3 = _START
    c0, c1, c2, c3, d0, d1, d2, d3 = _LAST_BLOCK
    for o in _ORDERS:
        # columns, then diagonals; all in scalars, which is twice as fast as an array
        a0, b0, c0, d0 = _mix(a0, b0, c0, d0, m[o[0]], m[o[1]])
        a1, b1, c1, d1 = _mix(a1, b1, c1, d1, m[o[2]], m[o[3]])
        a2, b2, c2, d2 = _mix(a2, b2, c2, d2, m[o[4]], m[o[5]])
        a3, b3, c3, d3 = _mix(a3, b3, c3, d3, m[o[6]], m[o[7]])
        a0, b1, c2, d3 = _mix(a0, b1, c2, d3, m[o[8]], m[o[9]])
        a1, b2, c3, d0 = _mix(a1, b2, c3, d0, m[o[10]], m[o[11]])
        a2, b3, c0, d1 = _mix(a2, b3, c0, d1, m[o[12]], m[o[13]])
        a3, b0, c1, d2 = _mix(a3, b0, c1, d2, m[o[14]], m[o[15]])
    words[0] = _joined(h0 ^ a0 ^ c0, h1 ^ a1 ^ c1)
    words[1] = _joined(h2 ^ a2 ^ c2, h3 ^ a3 ^ c3)
    words[2] = _joined(h4 ^ b0 ^ d0, h5 ^ b1 ^ d1)
    words[3] = _joined(h6 ^ b2 ^ d2, h7 ^ b3 ^ d3)


@njit
def _joined(low: np.uint32, high: np.uint32) -> np.uint64:
    """Return two halves as one word."""
    return np.uint64(low) | (np.uint64(high) << _32)


# ---- seeding -----------------------------------------------------------------------------------------------------


@njit
def _seed(
    words: NDArray[np.uint64], m: NDArray[np.uint32], seed: np.uint64, game: np.uint64, kind: np.uint64, index: int
) -> None:
    """Seed the generator of a purpose or a seat. With a chance of 2**-256 it gets 0, the one state it must not have."""
    words[0], words[1], words[2], words[3] = seed, game, kind, np.uint64(index)
    hash_words(words, m)


@njit(types.void(WORLD, STREAM[::1], types.uint64, types.uint64))
def seed_game(world: World, minds: NDArray[Any], seed: np.uint64, game: np.uint64) -> None:
    """Seed the world of one game of a run, and the streams of so many seats as there are records in `minds`."""
    m = np.empty(16, np.uint32)
    for purpose in range(PURPOSES):
        _seed(world.words[purpose], m, seed, game, _PURPOSE, purpose)
    for seat in range(len(minds)):
        _seed(minds[seat].words, m, seed, game, _SEAT, seat)


def seeded(seed: int, game: int, seats: int) -> tuple[World, NDArray[Any]]:
    """Return the world of one game of a run, and an array of one stream for each seat."""
    world, minds = np.zeros(1, WORLD_DTYPE)[0], np.zeros(seats, STREAM_DTYPE)
    seed_game(world, minds, np.uint64(seed), np.uint64(game))
    return world, minds


# ---- drawing -----------------------------------------------------------------------------------------------------


@njit
def _next(words: NDArray[np.uint64]) -> np.uint64:
    """Return the next 64 random bits of a generator (xoshiro256**)."""
    a, b, c, d = words[0], words[1], words[2], words[3]
    x = b * _5
    words[0] = a ^ d ^ b
    words[1] = b ^ c ^ a
    words[2] = c ^ a ^ (b << _17)
    words[3] = ((d ^ b) << _45) | ((d ^ b) >> _19)
    return ((x << _7) | (x >> _57)) * _9


@njit
def _below(n: int, bits: np.uint64) -> int:
    """Return an integer from 0 to n - 1, for n up to 2**16, with a bias below n / 2**32 (Lemire)."""
    return np.int64(((bits >> _32) * np.uint64(n)) >> _32)  # type: ignore[return-value]


@njit(types.uint64(STREAM))
def next64(stream: Stream) -> np.uint64:
    """Return the next 64 random bits of a seat's stream."""
    return _next(stream.words)


@njit(types.int64(STREAM, types.int64))
def bounded(stream: Stream, n: int) -> int:
    """Return a random integer from 0 to n - 1 from a seat's stream, for n up to 2**16."""
    return _below(n, _next(stream.words))


@njit(types.int64(WORLD, types.int64, types.int64))
def drawn(world: World, purpose: int, n: int) -> int:
    """Return a random integer from 0 to n - 1 from the world's generator for a purpose, for n up to 2**16."""
    return _below(n, _next(world.words[purpose]))
