"""Random numbers of the kernels: xoshiro256** streams, seeded by SplitMix64 from (run seed, game) alone.

numba can neither make nor seed numpy's generators inside a kernel, so these few lines are ours; they are tested
against the authors' published vectors. Every game has one world stream, from which the rules draw, and one stream per
seat, from which that seat's bot draws: so two variants of the rules can be played on common random numbers.

Sources: D. Blackman, S. Vigna, "Scrambled linear pseudorandom number generators", ACM TOMS 47 (2021); G. Steele et al.,
"Fast splittable pseudorandom number generators", OOPSLA 2014; D. Lemire, "Fast random integer generation in an
interval", ACM TOMACS 29 (2019).
"""

from typing import Any

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from strikesim._jit import Record, njit

# A record and not an array: a kernel passes it as a bare pointer.
STREAM_DTYPE = np.dtype((np.record, [("words", np.uint64, (4,))]))
STREAM = numba.from_dtype(STREAM_DTYPE)
Stream = Record
WORLD = 0  # the first stream; seat p has stream 1 + p

# A bare literal would turn unsigned arithmetic signed, so every constant is a uint64.
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX2 = np.uint64(0x94D049BB133111EB)
_SEAT = np.uint64(0xD1B54A32D192ED03)
_5, _7, _9, _17, _19 = (np.uint64(k) for k in (5, 7, 9, 17, 19))
_27, _30, _31, _32, _45, _57 = (np.uint64(k) for k in (27, 30, 31, 32, 45, 57))


@njit(types.uint64(types.uint64))
def mix64(x: np.uint64) -> np.uint64:
    """Scramble 64 bits (the finaliser of SplitMix64)."""
    x = (x ^ (x >> _30)) * _MIX1
    x = (x ^ (x >> _27)) * _MIX2
    return x ^ (x >> _31)


@njit(types.void(STREAM, types.uint64))
def seed_stream(stream: Stream, seed: np.uint64) -> None:
    """Fill the four words of a stream with SplitMix64's output for `seed`."""
    for i in range(4):
        seed = seed + _GOLDEN
        stream.words[i] = mix64(seed)


@njit(types.void(STREAM[::1], types.uint64, types.uint64))
def seed_game(streams: NDArray[Any], seed: np.uint64, game: np.uint64) -> None:
    """Seed the world stream and every seat's stream, an array of 1 + seats records, for one game of a run."""
    base = mix64(mix64(seed) + game * _GOLDEN)
    for i in range(streams.shape[0]):
        seed_stream(streams[i], mix64(base ^ (np.uint64(i) * _SEAT)))


@njit(types.uint64(STREAM))
def next64(stream: Stream) -> np.uint64:
    """Return the next 64 random bits of a stream (xoshiro256**)."""
    words = stream.words
    a, b, c, d = words[0], words[1], words[2], words[3]
    x = b * _5
    words[0] = a ^ d ^ b
    words[1] = b ^ c ^ a
    words[2] = c ^ a ^ (b << _17)
    words[3] = ((d ^ b) << _45) | ((d ^ b) >> _19)
    return ((x << _7) | (x >> _57)) * _9


@njit(types.int64(STREAM, types.int64))
def bounded(stream: Stream, n: int) -> int:
    """Return a random integer from 0 to n - 1, for n up to 2**16, with a bias below n / 2**32 (Lemire)."""
    return np.int64(((next64(stream) >> _32) * np.uint64(n)) >> _32)  # type: ignore[return-value]
