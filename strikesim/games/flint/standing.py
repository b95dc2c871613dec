"""What tells how a game of Striking Flint stands."""

from enum import IntEnum

from numba import types

from strikesim._jit import Record, njit
from strikesim.games.common import names_of
from strikesim.games.flint.board import factories_held
from strikesim.games.flint.state import N_KINDS, S
from strikesim.games.flint.tables import T

HORIZON = 2  # rounds


class Feature(IntEnum):
    """What is looked at."""

    WAY = 0  # to the token, of all trackers together, as a part of the whole (FLT-50)
    LOWEST = 1  # the scarcest supply of strikebreakers, as a part of a full one (FLT-51)
    MIDDLE = 2
    HIGHEST = 3
    CUBES = 4  # the supply of exhaustion, as a part of all (FLT-52)
    HELD = 5  # factories, up to ENOUGH_HELD (FLT-17)
    ALONE = 6  # 1: a single worker in all factories, or none (FLT-53)
    IN_FACTORIES = 7  # workers, up to ENOUGH_WORKERS
    ON_STREET = 8  # workers, as a part of all
    IN_PERIL = 9  # workers in factories beside a strikebreaker (FLT-11), as a part of ENOUGH_WORKERS
    BESET = 10  # 1: all workers in factories are
    IN_THE_WAY = 11  # Stations with a strikebreaker, up to ENOUGH_WORKERS (FLT-17)
    TIRED = 12  # cubes of the committee that holds most, as a part of TOO_MANY
    MORE_COMMITTEES = 13  # than three


FEATURES = names_of(Feature)
ENOUGH_HELD, ENOUGH_WORKERS, TOO_MANY = 3, 4, 6


@njit
def supply_features(t: Record, s: Record, x: Record) -> None:
    """Write the supplies of strikebreakers in their order, and that of exhaustion."""
    low, total, high = t.strikebreakers, 0, 0
    for kind in range(N_KINDS):
        left = int(s.strikebreaker_supply[kind])
        low, total, high = min(low, left), total + left, max(high, left)
    x[Feature.LOWEST], x[Feature.HIGHEST] = low / t.strikebreakers, high / t.strikebreakers
    x[Feature.MIDDLE] = (total - low - high) / t.strikebreakers
    x[Feature.CUBES] = s.cube_supply / (t.cubes_supply + t.seats * t.cubes_held)


@njit
def factory_features(t: Record, s: Record, x: Record) -> None:
    """Write how the factories stand."""
    peril, beset = 0, 0
    for space in range(s.n_spaces):
        if (s.stations >> space) & 1 and s.n_strikebreakers[space] > 0:
            peril += s.n_workers[space]
            beset += 1
    x[Feature.HELD] = min(factories_held(s), ENOUGH_HELD) / ENOUGH_HELD
    x[Feature.ALONE] = s.in_factories <= 1
    x[Feature.IN_FACTORIES] = min(s.in_factories, ENOUGH_WORKERS) / ENOUGH_WORKERS
    x[Feature.IN_PERIL] = peril / ENOUGH_WORKERS
    x[Feature.BESET] = peril == s.in_factories
    x[Feature.IN_THE_WAY] = min(beset, ENOUGH_WORKERS) / ENOUGH_WORKERS


@njit(types.void(T, S, types.int64, types.float64[::1]))
def features(t: Record, s: Record, seat: int, x: Record) -> None:
    """Write how the committees stand: their way to the token, and what might run out."""
    left, most = 0, 0
    for p in range(t.seats):
        left += max(0, int(s.token) - int(s.tracker[p]))
        most = max(most, int(s.cubes[p]))
    x[Feature.WAY] = left / (t.seats * t.token)
    x[Feature.TIRED] = most / TOO_MANY
    x[Feature.ON_STREET] = s.on_street / (t.seats * t.workers)
    x[Feature.MORE_COMMITTEES] = t.seats - 3
    supply_features(t, s, x)
    factory_features(t, s, x)
