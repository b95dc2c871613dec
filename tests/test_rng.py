"""The generators against their authors' published vectors, and what the streams promise."""

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import chi2_contingency, chisquare

from strikesim.rng import STREAM_DTYPE, Stream, bounded, mix64, next64, seed_game, seed_stream

ALPHA = 1e-4  # false-alarm rate of each statistical test; seeds are fixed
MASK = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15
SPLITMIX64_OF_1234567 = [
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
]
XOSHIRO256_OF_1_2_3_4 = [
    11520,
    0,
    1509978240,
    1215971899390074240,
    1216172134540287360,
    607988272756665600,
    16172922978634559625,
    8476171486693032832,
    10595114339597558777,
    2904607092377533576,
]


def stream_of(*words: int) -> Stream:
    stream = np.zeros(1, STREAM_DTYPE)[0]
    stream.words[:] = words
    return stream


def words_of(streams: Stream) -> Any:
    return streams["words"].tolist()


def seeded(seed: int) -> Stream:
    stream = stream_of(0, 0, 0, 0)
    seed_stream(stream, np.uint64(seed))
    return stream


def streams_of(seed: int, game: int, seats: int = 5) -> NDArray[Any]:
    streams = np.zeros(1 + seats, STREAM_DTYPE)
    seed_game(streams, np.uint64(seed), np.uint64(game))
    return streams


def draws(stream: Stream, n: int, count: int) -> NDArray[np.int64]:
    return np.array([bounded(stream, n) for _ in range(count)])


def naive_xoshiro(words: list[int]) -> Iterator[int]:
    """Yield xoshiro256**'s numbers, in Python's own integers."""
    a, b, c, d = words
    while True:
        x = b * 5 & MASK
        yield (x << 7 | x >> 57) * 9 & MASK
        t = b << 17 & MASK
        c, d = c ^ a, d ^ b
        a, b = a ^ d, b ^ c
        c ^= t
        d = (d << 45 | d >> 19) & MASK


def test_splitmix64_gives_the_published_numbers() -> None:
    assert [int(mix64(np.uint64(1234567 + i * GOLDEN & MASK))) for i in range(1, 6)] == SPLITMIX64_OF_1234567


def test_a_stream_is_seeded_with_splitmix64() -> None:
    assert words_of(seeded(1234567)) == SPLITMIX64_OF_1234567[:4]


def test_xoshiro256_gives_the_published_numbers() -> None:
    stream = stream_of(1, 2, 3, 4)
    assert [int(next64(stream)) for _ in XOSHIRO256_OF_1_2_3_4] == XOSHIRO256_OF_1_2_3_4


def test_xoshiro256_agrees_with_a_naive_twin() -> None:
    stream = seeded(99)
    expected = list(itertools.islice(naive_xoshiro(words_of(stream)), 1000))
    assert [int(next64(stream)) for _ in range(1000)] == expected


def test_bounded_is_the_high_part_of_a_product() -> None:
    stream, twin = seeded(5), seeded(5)
    for n in (1, 2, 7, 110, 2**16):
        assert bounded(stream, n) == ((int(next64(twin)) >> 32) * n) >> 32


@pytest.mark.parametrize("n", [2, 3, 8, 56, 1000])
def test_bounded_numbers_are_uniform(n: int) -> None:
    numbers = draws(seeded(n), n, 20_000)
    assert numbers.min() >= 0
    assert numbers.max() < n
    assert chisquare(np.bincount(numbers, minlength=n)).pvalue > ALPHA


def test_a_bound_of_one_gives_zero() -> None:
    assert draws(seeded(1), 1, 100).tolist() == [0] * 100


def independent(first: NDArray[np.int64], second: NDArray[np.int64]) -> bool:
    """Tell whether two rows of numbers from 0 to 7 pass the test of independence."""
    table = np.zeros((8, 8))
    np.add.at(table, (first, second), 1)
    return bool(chi2_contingency(table).pvalue > ALPHA)


def test_the_streams_of_one_game_are_independent() -> None:
    numbers = [draws(stream, 8, 10_000) for stream in streams_of(1, 0)]
    assert all(independent(a, b) for a, b in itertools.combinations(numbers, 2))


def test_successive_numbers_of_a_stream_are_independent() -> None:
    numbers = draws(streams_of(1, 0)[0], 8, 20_000)
    assert independent(numbers[:-1], numbers[1:])


@pytest.mark.parametrize("other", [(1, 1), (2, 0)], ids=["the next game", "the next seed"])
def test_the_streams_of_neighbouring_games_are_independent(other: tuple[int, int]) -> None:
    first, second = (draws(streams_of(*key)[0], 8, 10_000) for key in ((1, 0), other))
    assert independent(first, second)


def test_the_first_numbers_of_successive_games_are_uniform_and_independent() -> None:
    numbers = np.array([bounded(streams_of(3, game)[0], 8) for game in range(10_000)])
    assert chisquare(np.bincount(numbers, minlength=8)).pvalue > ALPHA
    assert independent(numbers[:-1], numbers[1:])


def test_seed_and_game_alone_fix_a_games_streams() -> None:
    used = np.full(6, 17, np.uint64).repeat(4).view(STREAM_DTYPE)
    seed_game(used, np.uint64(4), np.uint64(9))
    assert words_of(used) == words_of(streams_of(4, 9))
    assert words_of(streams_of(4, 9, seats=2)) == words_of(streams_of(4, 9))[:3]


def test_no_two_streams_are_seeded_alike() -> None:
    keys = itertools.product([0, 1, 2, 2**63, 2**64 - 1], [0, 1, 2, 99, 10**9])
    words = [tuple(stream) for seed, game in keys for stream in words_of(streams_of(seed, game))]
    assert len(set(words)) == len(words)
