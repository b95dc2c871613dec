"""Strajk's ruleset file, validated and compiled to one record of arrays that the kernel only reads."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from strikesim.errors import near
from strikesim.games import ruleset
from strikesim.games.common import MAX_SEATS, record_dtype, record_type
from strikesim.games.ruleset import Strict
from strikesim.games.strajk.state import KINDS, MAX_DEMANDS, MAX_LOCATIONS, N_KINDS

Kind = Literal["speech", "walking", "running", "worker", "resident", "correspondent", "delegate", "expert"]
HALL_STACK = "demand"
EXPERT_REMOVES = ("exactly", "up_to", "needs_three")
MAX_STEPS = 9
NO_EFFECT, TURN_UP, REMOVES, SWAPS, DRAWS = range(5)
EFFECTS = {"turn_up": TURN_UP, "remove": REMOVES, "swap": SWAPS, "draw": DRAWS}
N_USES = 5
TURNING_UP, STEPPING, DRAWING, REMOVING, SWAPPING = range(N_USES)  # the uses of a card
MOST_OF_A_KIND = 127  # a pile counts in 8 bits
MOST_PASSES = 3  # along the chain of payments, where it has no end
FAR = 99  # the distance between locations that no path joins

TABLES = record_dtype(
    [
        ("players", np.int64),
        ("seats", np.int64),  # one for each player
        ("turn_limit", np.int64),
        ("hand_size", np.int64),
        ("trophies_to_win", np.int64),
        ("level_four_needed", np.int64),
        ("reshuffle_when_empty", np.int64),
        ("hall_speech_needs_two_blue", np.int64),
        ("expert_removes", np.int64),  # index into EXPERT_REMOVES
        ("n_locations", np.int64),
        ("n_demands", np.int64),
        ("start", np.int64),  # location of the token at set-up
        ("hall", np.int64),  # location of the demands
        ("deck", np.int64, (N_KINDS,)),  # each player's first deck
        ("level", np.int64, (N_KINDS,)),
        ("steps", np.int64, (N_KINDS,)),  # locations a move with this card may span
        ("effect", np.int64, (N_KINDS,)),  # what the special action does: NO_EFFECT, TURN_UP, REMOVES, SWAPS or DRAWS
        ("amount", np.int64, (N_KINDS,)),  # of cards that it removes or draws
        ("use", np.int64, (N_USES, N_KINDS)),  # how much of each use a card has: steps, cards drawn and so on
        ("n_movers", np.int64),
        ("movers", np.int64, (N_KINDS,)),  # the kinds that move, those with the most steps first
        ("stack_kind", np.int64, (MAX_LOCATIONS,)),  # -1: the demands
        ("stack_count", np.int64, (MAX_LOCATIONS,)),
        ("n_stacks", np.int64),
        ("chain", np.int64, (MAX_LOCATIONS,)),  # the locations of cards: what pays for a card comes after it
        ("chain_passes", np.int64),  # how often to go along it: once, but oftener where cards pay for one another
        ("cost", np.int64, (MAX_LOCATIONS, N_KINDS)),
        ("n_paid", np.int64, (MAX_LOCATIONS,)),
        ("paid", np.int64, (MAX_LOCATIONS, N_KINDS)),  # the `n_paid` kinds of which `cost` takes some
        ("distance", np.int64, (MAX_LOCATIONS, MAX_LOCATIONS)),
        ("nearest", np.int64, (MAX_LOCATIONS, MAX_LOCATIONS)),  # the other locations, the nearest first
        ("within", np.int64, (MAX_LOCATIONS, MAX_STEPS + 1)),  # how many of them are at most so many steps away
        ("demand_count", np.int64, (MAX_DEMANDS,)),
        ("demand_asks", np.int64, (MAX_DEMANDS, N_KINDS)),
        ("demand_size", np.int64, (MAX_DEMANDS,)),  # how many cards it asks for
        ("asked", np.int64, (N_KINDS,)),  # 1: some demand of the game asks for it
        ("first_asked", np.int64),  # the first kind that is asked for, and the one after the last
        ("after_asked", np.int64),
    ]
)
T = record_type(TABLES)

SmallCount = Annotated[int, Field(ge=0, le=100)]


class Switches(Strict):
    """Readings of the rules that could go the other way."""

    reshuffle_when: Literal["empty", "needed"]
    hall_speech_needs_two_blue: bool
    expert_removes: Literal["exactly", "up_to", "needs_three"]


class Numbers(Strict):
    """The table ``[rules]``."""

    hand_size: Annotated[int, Field(ge=1, le=12)]
    trophies_to_win: Annotated[int, Field(ge=1, le=50)]
    level_four_needed: SmallCount


class Special(Strict):
    """What a card does when it is played for its special action."""

    turn_up: Literal[0, 1] = 0
    remove: SmallCount = 0
    swap: Literal[0, 1] = 0
    draw: Annotated[int, Field(ge=0, le=20)] = 0


class Card(Strict):
    """One kind of card."""

    level: Annotated[int, Field(ge=1, le=4)]
    start: Annotated[int, Field(ge=0, le=20)] = 0
    steps: Annotated[int, Field(ge=0, le=MAX_STEPS)] = 0
    special: Special = Special()


class Location(Strict):
    """One location: its stack as {kind: count}, and the cards that are played to take the top one."""

    stack: dict[str, SmallCount]
    cost: list[str] = []


class Board(Strict):
    """How the locations hang together."""

    start: str
    edges: list[Annotated[list[str], Field(min_length=2, max_length=2)]]


class Demand(Strict):
    """One kind of demand: the two level-IV cards it asks for, and how many there are."""

    cards: Annotated[list[Kind], Field(min_length=1)]
    count: Annotated[int, Field(ge=0, le=50)]


class Rules(ruleset.Rules):
    """A whole ruleset file of Strajk."""

    switches: Switches
    rules: Numbers
    cards: dict[Kind, Card]
    locations: Annotated[dict[str, Location], Field(max_length=MAX_LOCATIONS)]
    board: Board
    demands: Annotated[dict[str, Demand], Field(min_length=1, max_length=MAX_DEMANDS)]

    def problems(self) -> Iterator[str]:
        """Yield what is wrong beyond single values."""
        yield from self._card_problems()
        yield from self._location_problems()
        yield from self._board_problems()
        yield from self._demand_problems()

    def _card_problems(self) -> Iterator[str]:
        for kind in KINDS:
            if kind not in self.cards:
                yield f"cards.{kind} is missing"
        for kind, card in self.cards.items():
            effects = [name for name, value in card.special if value]
            if len(effects) > 1:
                yield f"cards.{kind}.special has {' and '.join(effects)}; a special action does one thing"
        for kind in KINDS:
            stacks = sum(place.stack.get(kind, 0) for place in self.locations.values())
            most = stacks + (self.cards[kind].start if kind in self.cards else 0)
            if most > MOST_OF_A_KIND:
                yield f"cards.{kind}: one player could own {most}; at most {MOST_OF_A_KIND} are possible"
        if sum(card.start for card in self.cards.values()) == 0:
            yield "cards: nobody starts with a card; set start = … on some"

    def _location_problems(self) -> Iterator[str]:
        halls = [name for name, place in self.locations.items() if HALL_STACK in place.stack]
        if len(halls) != 1:
            yield f"locations: exactly one must hold the demands, not {len(halls)} ({', '.join(halls) or 'none'})"
        for name, place in self.locations.items():
            if len(place.stack) != 1:
                yield f"locations.{name}.stack must hold one kind of card, not {len(place.stack)}"
            for kind in place.stack:
                if kind not in (*KINDS, HALL_STACK):
                    yield f"locations.{name}.stack names no card: '{kind}'{near(kind, KINDS)}"
            if HALL_STACK in place.stack and place.cost:
                yield f"locations.{name}.cost = {place.cost}: no card is taken where the demands lie; leave it out"
            for kind in place.cost:
                if kind not in KINDS:
                    yield f"locations.{name}.cost names no card: '{kind}'{near(kind, KINDS)}"

    def _board_problems(self) -> Iterator[str]:
        known = list(self.locations)
        if self.board.start not in known:
            yield f"board.start names no location: '{self.board.start}'{near(self.board.start, known)}"
        for edge in self.board.edges:
            for name in edge:
                if name not in known:
                    yield f"board.edges names no location: '{name}'{near(name, known)}"
            if edge[0] == edge[1]:
                yield f"board.edges joins '{edge[0]}' to itself"
        distance = distances(known, self.board.edges)
        cut_off = [name for name, far in zip(known, distance[0], strict=True) if far == FAR]
        if cut_off:
            yield f"board.edges: the board is not connected: no path from {known[0]} to {', '.join(cut_off)}"

    def _demand_problems(self) -> Iterator[str]:
        total = sum(demand.count for demand in self.demands.values())
        most = max(self.ruleset.players)
        if most > MAX_SEATS:
            yield f"ruleset.players: at most {MAX_SEATS}"
        for place in self.locations.values():
            if place.stack.get(HALL_STACK, total) != total:
                yield f"demands: the counts sum to {total}, but the Hall's stack holds {place.stack[HALL_STACK]}"
        needed = most * (self.rules.trophies_to_win - 1) + 1
        if total < needed:
            yield (
                f"demands: {total} are too few: with {most} players and trophies_to_win = {self.rules.trophies_to_win}"
                f" at least {needed} are needed, or a game may never end"
            )


def distances(names: "list[str]", edges: "list[list[str]]") -> NDArray[np.int64]:
    """Return the number of steps between any two locations (FAR: none), by Floyd and Warshall's algorithm."""
    steps = np.full((len(names), len(names)), FAR)
    np.fill_diagonal(steps, 0)
    for a, b in edges:
        if a in names and b in names and a != b:
            steps[names.index(a), names.index(b)] = steps[names.index(b), names.index(a)] = 1
    for k in range(len(names)):
        steps = np.minimum(steps, steps[:, k, None] + steps[k])
    return np.minimum(steps, FAR)


def compile_tables(rules: Rules, players: int, difficulty: "str | None" = None) -> NDArray[Any]:
    """Compile a validated ruleset for a number of players to an array of one record (dtype TABLES)."""
    tables = np.zeros(1, TABLES)
    t = tables[0]
    t.players, t.seats, t.turn_limit = players, players, rules.ruleset.turn_limit
    t.hand_size, t.trophies_to_win = rules.rules.hand_size, rules.rules.trophies_to_win
    t.level_four_needed = rules.rules.level_four_needed
    t.reshuffle_when_empty = rules.switches.reshuffle_when == "empty"
    t.hall_speech_needs_two_blue = rules.switches.hall_speech_needs_two_blue
    t.expert_removes = EXPERT_REMOVES.index(rules.switches.expert_removes)
    _compile_cards(t, rules)
    _compile_demands(t, rules)
    _compile_board(t, rules)
    _compile_prices(t)
    _compile_chain(t)
    return tables


def _compile_cards(t: Any, rules: Rules) -> None:
    for kind, name in enumerate(KINDS):
        card = rules.cards[name]  # type: ignore[index]
        t.deck[kind], t.level[kind], t.steps[kind] = card.start, card.level, card.steps
        special = card.special
        t.use[:, kind] = special.turn_up, card.steps, special.draw, special.remove, special.swap
        for name_of_effect, amount in special:
            if amount:
                t.effect[kind], t.amount[kind] = EFFECTS[name_of_effect], amount
    t.n_movers = (t.steps > 0).sum()
    t.movers[:] = np.argsort(-t.steps, kind="stable")


def _compile_demands(t: Any, rules: Rules) -> None:
    t.n_demands = len(rules.demands)
    for demand, entry in enumerate(rules.demands.values()):
        t.demand_count[demand], t.demand_size[demand] = entry.count, len(entry.cards)
        for asked in entry.cards:
            t.demand_asks[demand, KINDS.index(asked)] += 1
    t.asked[:] = (t.demand_asks[t.demand_count > 0] > 0).any(axis=0)
    kinds = np.flatnonzero(t.asked)
    t.first_asked, t.after_asked = kinds[0], kinds[-1] + 1


def _compile_board(t: Any, rules: Rules) -> None:
    names = list(rules.locations)
    t.n_locations, t.start = len(names), names.index(rules.board.start)
    steps = distances(names, rules.board.edges)
    t.distance[: len(names), : len(names)] = steps
    for location in range(len(names)):
        others = np.argsort(steps[location], kind="stable")[1:]
        t.nearest[location, : len(others)] = others
        t.within[location] = [(steps[location, others] <= far).sum() for far in range(MAX_STEPS + 1)]
    for location, place in enumerate(rules.locations.values()):
        ((kind, count),) = place.stack.items()
        t.stack_count[location] = count
        if kind == HALL_STACK:
            t.hall, t.stack_kind[location] = location, -1
        else:
            t.stack_kind[location] = KINDS.index(kind)
        for paid in place.cost:
            t.cost[location, KINDS.index(paid)] += 1


def _compile_prices(t: Any) -> None:
    """List the kinds that each price takes; demands have none."""
    for location in range(t.n_locations):
        if location != t.hall:
            paid = np.flatnonzero(t.cost[location])
            t.n_paid[location] = len(paid)
            t.paid[location, : len(paid)] = paid


def _compile_chain(t: Any) -> None:
    """Order the locations so that worth can be passed on, once along the chain, to whatever pays for it."""
    stacks = [location for location in range(t.n_locations) if location != t.hall]
    depth = np.zeros(N_KINDS, np.int64)  # how far down the chain each kind is
    for _ in range(N_KINDS):
        for location in stacks:
            paid = t.paid[location, : t.n_paid[location]]
            depth[paid] = np.maximum(depth[paid], depth[t.stack_kind[location]] + 1)
    t.n_stacks = len(stacks)
    t.chain[: len(stacks)] = sorted(stacks, key=lambda location: depth[t.stack_kind[location]])
    t.chain_passes = 1 if depth.max() < N_KINDS else MOST_PASSES
