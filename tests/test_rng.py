"""The generators against published vectors and hashlib, and what worlds and streams promise."""

import itertools
from collections.abc import Iterator
from hashlib import blake2s
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import chi2_contingency, chisquare

from strikesim.rng import (
    PURPOSES,
    STREAM_DTYPE,
    WORLD_DTYPE,
    Stream,
    bounded,
    drawn,
    hash_words,
    next64,
    seed_game,
    seeded,
)

ALPHA = 1e-4  # false-alarm rate of each statistical test; seeds are fixed
MASK = 2**64 - 1
SEATS = 5
OF_PURPOSE, OF_SEAT = 0, 1
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
ENDS = [0, 1, 2, 2**32 - 1, 2**32, 2**63, MASK]


def stream_of(*words: int) -> Stream:
    stream = np.zeros(1, STREAM_DTYPE)[0]
    stream.words[:] = words
    return stream


def stream(seed: int) -> Stream:
    """Return a seat's stream."""
    _, minds = seeded(seed, 0, 1)
    return minds[0]


def generators(seed: int, game: int, seats: int = SEATS) -> list[Stream]:
    """Return all generators of a game as streams: the world's, then the seats'."""
    world, minds = seeded(seed, game, seats)
    return [stream_of(*words) for words in (*world.words, *minds["words"])]


def states(seed: int, game: int, seats: int = SEATS) -> list[tuple[int, ...]]:
    return [tuple(stream.words.tolist()) for stream in generators(seed, game, seats)]


def draws(stream: Stream, n: int, count: int) -> NDArray[np.int64]:
    return np.array([bounded(stream, n) for _ in range(count)])


def hashed(*words: int) -> list[int]:
    """Return the BLAKE2s hash of words, by Python's own library."""
    message = b"".join(word.to_bytes(8, "little") for word in words)
    return np.frombuffer(blake2s(message).digest(), "<u8").tolist()


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


# ---- the algorithms --------------------------------------------------------------------------------------------------


def test_four_words_are_hashed_as_hashlib_does() -> None:
    chance = Random(1)
    messages = [[chance.choice(ENDS) for _ in range(4)] for _ in range(500)]
    messages += [[chance.getrandbits(64) for _ in range(4)] for _ in range(1500)]
    used = np.full(16, 17, np.uint32)
    for message in messages:
        words = np.array(message, np.uint64)
        hash_words(words, used)
        assert words.tolist() == hashed(*message)


def test_xoshiro256_gives_the_published_numbers() -> None:
    stream = stream_of(1, 2, 3, 4)
    assert [int(next64(stream)) for _ in XOSHIRO256_OF_1_2_3_4] == XOSHIRO256_OF_1_2_3_4


def test_xoshiro256_agrees_with_a_naive_twin() -> None:
    mind = stream(99)
    expected = list(itertools.islice(naive_xoshiro(mind.words.tolist()), 1000))
    assert [int(next64(mind)) for _ in range(1000)] == expected


def test_bounded_is_the_high_part_of_a_product() -> None:
    mind, twin = stream(5), stream(5)
    for n in (1, 2, 7, 110, 2**16):
        assert bounded(mind, n) == ((int(next64(twin)) >> 32) * n) >> 32


@pytest.mark.parametrize("n", [2, 3, 8, 56, 1000])
def test_bounded_numbers_are_uniform(n: int) -> None:
    numbers = draws(stream(n), n, 20_000)
    assert numbers.min() >= 0
    assert numbers.max() < n
    assert chisquare(np.bincount(numbers, minlength=n)).pvalue > ALPHA


def test_a_bound_of_one_gives_zero() -> None:
    assert draws(stream(1), 1, 100).tolist() == [0] * 100


# ---- seeding ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", ENDS)
@pytest.mark.parametrize("game", ENDS)
def test_each_generator_starts_from_a_hash_of_seed_game_and_whose_it_is(seed: int, game: int) -> None:
    """So nothing leads from one state to another but the hash: no arithmetic that could be undone is shared."""
    purposes = [hashed(seed, game, OF_PURPOSE, purpose) for purpose in range(PURPOSES)]
    seats = [hashed(seed, game, OF_SEAT, seat) for seat in range(SEATS)]
    assert [list(words) for words in states(seed, game)] == purposes + seats


def test_the_number_of_seats_changes_no_generator() -> None:
    assert states(4, 9, seats=2) == states(4, 9)[: PURPOSES + 2]


def test_no_two_generators_start_alike() -> None:
    found = [state for seed, game in itertools.product(ENDS, ENDS) for state in states(seed, game)]
    assert len(set(found)) == len(found) == len(ENDS) ** 2 * (PURPOSES + SEATS)


# ---- drawing ---------------------------------------------------------------------------------------------------------


def test_a_purpose_is_drawn_from_as_a_stream_is() -> None:
    world, _ = seeded(3, 4, 0)
    for purpose, twin in enumerate(generators(3, 4, 0)):
        assert [drawn(world, purpose, 110) for _ in range(50)] == draws(twin, 110, 50).tolist()


@pytest.mark.parametrize("purpose", range(PURPOSES))
def test_a_number_for_one_purpose_moves_no_other(purpose: int) -> None:
    world, minds = seeded(3, 4, SEATS)
    before = world.words.copy(), minds.copy()
    drawn(world, purpose, 6)
    assert (world.words != before[0]).any(axis=1).tolist() == [other == purpose for other in range(PURPOSES)]
    assert minds.tobytes() == before[1].tobytes()


def independent(first: NDArray[np.int64], second: NDArray[np.int64]) -> bool:
    """Tell whether two rows of numbers from 0 to 7 pass the test of independence."""
    table = np.zeros((8, 8))
    np.add.at(table, (first, second), 1)
    return bool(chi2_contingency(table).pvalue > ALPHA)


def test_the_generators_of_one_game_are_independent() -> None:
    numbers = [draws(stream, 8, 5_000) for stream in generators(1, 0)]
    assert all(independent(a, b) for a, b in itertools.combinations(numbers, 2))


def test_successive_numbers_of_a_generator_are_independent() -> None:
    numbers = draws(generators(1, 0)[0], 8, 20_000)
    assert independent(numbers[:-1], numbers[1:])


@pytest.mark.parametrize("other", [(1, 1), (2, 0)], ids=["the next game", "the next seed"])
def test_the_generators_of_neighbouring_games_are_independent(other: tuple[int, int]) -> None:
    first, second = (draws(generators(*key)[0], 8, 10_000) for key in ((1, 0), other))
    assert independent(first, second)


@pytest.mark.many
@pytest.mark.parametrize("which", [0, PURPOSES - 1, PURPOSES], ids=["first purpose", "last purpose", "first seat"])
def test_the_first_numbers_of_successive_games_are_uniform_and_independent(which: int) -> None:
    numbers = np.array([bounded(generators(3, game, 1)[which], 8) for game in range(10_000)])
    assert chisquare(np.bincount(numbers, minlength=8)).pvalue > ALPHA
    assert independent(numbers[:-1], numbers[1:])


def test_a_world_that_has_been_used_is_seeded_anew_whole() -> None:
    """The kernel plays many games with one world."""
    world, minds = np.full(PURPOSES * 4, 17, np.uint64).view(WORLD_DTYPE), np.full(8, 17, np.uint64).view(STREAM_DTYPE)
    seed_game(world[0], minds, np.uint64(4), np.uint64(9))
    fresh, fresh_minds = seeded(4, 9, 2)
    assert (world.tobytes(), minds.tobytes()) == (fresh.tobytes(), fresh_minds.tobytes())
