"""The table of Striking Flint for its naive referee: the data, the laid-out map and the pieces on it.

Nothing here decides anything; `flint_rules` plays on it. Clause ids (FLT-..) are those of the game's RULES.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

Record = Mapping[str, Any]
Cell = tuple[int, int]  # column and row, from 0 at the top left of the whole map
Worker = tuple[str, str]  # the space it stands on, and its committee (FLT-V4: others like it are the same)

KINDS = ("authority", "money", "scab")  # of strikebreakers, in the order of FLT-R2
FEWEST = 3  # committees in play; the first number of a list of three is for them (FLT-V2)
UNREACHABLE = 10_000  # a distance greater than any on a map

SWITCHES: dict[str, tuple[object, ...]] = {
    "place_from_map": (False, True),
    "gambit_moves": ("must", "may"),
    "event_check": ("after_each", "turn_end"),
    "activation_order": ("acting_player", "map_order"),
    "move_length": ("fixed", "grows"),
    "factory_loss": ("at_once", "turn_end"),
}


class AgainstTheRules(Exception):  # noqa: N818 - it is a verdict on a trace, not an error of the referee
    """Say what in a trace the rules do not allow; whoever knows the ply turns it into a `Disagreement`."""


def demand_that(condition: bool, what: str) -> None:
    """Refuse the trace unless the condition holds."""
    if not condition:
        raise AgainstTheRules(what)


# ---------------------------------------------------------------------------------------------------------------------
# The data


@dataclass(frozen=True)
class Game:
    """What the header fixes: the components as the ruleset file names them, and the choices for this game."""

    components: Record
    committees: tuple[str, ...]  # in the order of the header: a seat is a place in it
    calendar: str
    token: int
    extra_card: bool
    events_in_play: int
    layout: str  # "random", or the name of a fixed map

    def rule(self, name: str) -> int:
        return int(self.components["rules"][name])

    def switch(self, name: str) -> Any:
        return self.components["switches"][name]

    def seat(self, committee: str) -> int:
        return self.committees.index(committee)

    def amount(self, number: Any) -> int:
        """FLT-V2: a list of three is for 3, 4 and 5 committees."""
        return int(number[len(self.committees) - FEWEST] if isinstance(number, list | tuple) else number)

    def icons(self, committee: str) -> list[int]:
        """FLT-15, FLT-V10: the calendar spaces with the committee's icon."""
        return list(self.components["calendars"][self.calendar]["icons"][committee])

    def printed_exhaustion(self, committee: str, action: str) -> int:
        """FLT-V11."""
        return int(self.components["committees"][committee]["exhaustion"][action])

    def unique(self, committee: str) -> Record:
        """FLT-V12."""
        unique: Record = self.components["committees"][committee]["unique"]
        return unique

    def effects(self, event: str) -> list[Record]:
        return list(self.components["events"][event]["effects"])

    def removal(self, event: str) -> Record:
        removal: Record = self.components["events"][event]["removal"]
        return removal

    def cards_in_use(self) -> int:
        """FLT-05, FLT-54."""
        return self.rule("cards_per_committee") * len(self.committees) + self.extra_card


# ---------------------------------------------------------------------------------------------------------------------
# The laid-out map


@dataclass(frozen=True)
class Space:
    """A Station or a Corner."""

    kind: str
    card: str
    die: int
    icon: str
    cells: tuple[Cell, ...]


@dataclass
class Board:
    """The laid-out map; `spaces` is in map order (FLT-V3)."""

    spaces: dict[str, Space]
    neighbours: dict[str, set[str]] = field(default_factory=dict)
    factories: list[frozenset[str]] = field(default_factory=list)
    distances: dict[str, dict[str, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.neighbours = {name: self._beside(space) for name, space in self.spaces.items()}
        self.factories = self._factories()
        self.distances = {name: self._distances_from(name) for name in self.spaces}

    def _beside(self, space: Space) -> set[str]:
        """FLT-R3: spaces are adjacent if they share an edge, across cards too."""
        edges = {(x + dx, y + dy) for x, y in space.cells for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
        return {name for name, other in self.spaces.items() if other != space and edges & set(other.cells)}

    def _factories(self) -> list[frozenset[str]]:
        """FLT-06: maximal connected sets of Stations."""
        left = self.stations()
        found = []
        while left:
            factory, border = set(), {left[0]}
            while border:
                factory |= border
                border = {near for name in border for near in self.neighbours[name] if self.is_station(near)} - factory
            found.append(frozenset(factory))
            left = [name for name in left if name not in factory]
        return found

    def _distances_from(self, start: str) -> dict[str, int]:
        """FLT-R3: orthogonal steps; tokens never block."""
        distances = dict.fromkeys(self.spaces, UNREACHABLE)
        border, steps = {start}, 0
        while border:
            distances.update(dict.fromkeys(border, steps))
            border = {near for name in border for near in self.neighbours[name] if distances[near] == UNREACHABLE}
            steps += 1
        return distances

    def is_station(self, name: str) -> bool:
        return self.spaces[name].kind == "station"

    def stations(self) -> list[str]:
        return [name for name in self.spaces if self.is_station(name)]

    def distance(self, one: str, other: str) -> int:
        return self.distances[one][other]

    def factory_of(self, name: str) -> frozenset[str] | None:
        return next((factory for factory in self.factories if name in factory), None)


def grid(game: Game) -> tuple[int, int]:
    """FLT-R16, FLT-V14: columns and rows of places, the outline nearest a square; 2 columns if both are."""
    lines = game.components["rules"]["lines"][str(game.cards_in_use())]
    card = next(iter(game.components["map_cards"].values()))["cells"]
    ways = [(len(lines), max(lines)), (max(lines), len(lines))]
    return min(ways, key=lambda way: abs(way[0] * len(card[0]) - way[1] * len(card)))


def letters(printed: list[str], turned: bool) -> dict[Cell, str]:
    """FLT-V13, FLT-V14: the cells of a card; a turned card is read from its last cell to its first."""
    rows = [row[::-1] for row in printed[::-1]] if turned else printed
    return {(x, y): letter for y, row in enumerate(rows) for x, letter in enumerate(row) if letter != "."}


def spaces_of(game: Game, laid: Record) -> dict[str, Space]:
    """The spaces of one laid-out card."""
    card = game.components["map_cards"][laid["card"]]
    column, row = laid["place"]
    found = letters(card["cells"], laid["turned"])
    width, height = len(card["cells"][0]), len(card["cells"])
    spaces = {}
    for letter, printed in card["spaces"].items():
        own = [(x + column * width, y + row * height) for (x, y), other in found.items() if other == letter]
        space = Space(printed["kind"], laid["card"], printed["die"], printed["icon"], tuple(sorted(own)))
        spaces[f"{laid['card']}_{letter}"] = space
    return spaces


def reading_order(space: Space) -> Cell:
    """FLT-V3: the first cell, reading row by row from the top, each row from the left."""
    return min((y, x) for x, y in space.cells)


def lay_out(game: Game, cards: list[Record]) -> Board:
    """FLT-05, FLT-R16, FLT-V13, FLT-V14."""
    spaces = {name: space for laid in cards for name, space in spaces_of(game, laid).items()}
    return Board(dict(sorted(spaces.items(), key=lambda pair: reading_order(pair[1]))))


def check_lay_out(game: Game, cards: list[Record]) -> None:
    """FLT-05, FLT-R16, FLT-V15: as many cards, places of the grid, factories as there must be."""
    number = game.cards_in_use()
    whole = all({"card", "place", "turned"} <= set(laid) for laid in cards)
    demand_that(whole, f"a laid-out card lacks its name, its place or whether it is turned: {cards}")
    names = [laid["card"] for laid in cards]
    demand_that(len(names) == number, f"{len(names)} map cards laid out, by the rules {number}")
    demand_that(len(set(names)) == number, f"a map card lies twice: {names}")
    demand_that(set(names) <= set(game.components["map_cards"]), f"unknown map cards: {names}")
    columns, rows = grid(game)
    places = {tuple(laid["place"]) for laid in cards}
    allowed = {(column, row) for column in range(columns) for row in range(rows)}
    demand_that(len(places) == number, f"two map cards share a place: {sorted(places)}")
    demand_that(places <= allowed, f"places {sorted(places)} outside a grid of {columns} columns, {rows} rows")
    factories = len(lay_out(game, cards).factories)
    demand_that(factories >= game.rule("factories_needed"), f"the map has only {factories} factories")


# ---------------------------------------------------------------------------------------------------------------------
# The pieces


@dataclass
class Move:
    """A tracker's move in step 4: where it began, its length as fixed then, and what an event added (FLT-V23)."""

    start: int
    length: int
    added: int


@dataclass
class Table:
    """A position; it is changed in place. The acting committee is `acting`; in set-up, the one that places."""

    game: Game
    board: Board
    concessions: int
    cubes_supply: int
    cubes: Counter[str]  # exhaustion held, by committee
    supply: Counter[str]  # strikebreakers not on the map, by kind
    hands: Counter[str]  # workers not on the map, by committee
    workers: Counter[Worker] = field(default_factory=Counter)
    strikebreakers: Counter[tuple[str, str]] = field(default_factory=Counter)  # by space and kind
    trackers: dict[str, tuple[int, int]] = field(default_factory=dict)  # calendar space, height from 0
    deck: list[str] = field(default_factory=list)  # top first
    in_play: list[str] = field(default_factory=list)
    counts: dict[str, Counter[str]] = field(default_factory=dict)  # per event in play: resists, rests (FLT-V30)
    asleep: set[str] = field(default_factory=set)  # events in play that FLT-R5 says are not checked
    turn: int = 1
    step: int = 0
    acting: str = ""
    move: Move | None = None
    outcome: str | None = None
    cause: str | None = None
    acts: Counter[tuple[str, str]] = field(default_factory=Counter)  # how often who did what, or how much of it
    most_cubes: int = 0  # held by all committees together

    def count(self, what: str, number: int = 1) -> None:
        """Write down for the acting committee what the game is measured by."""
        self.acts[self.acting, what] += number

    def total(self, what: str) -> int:
        """Return how often it was done by all committees together."""
        return sum(number for (_, done), number in self.acts.items() if done == what)

    def workers_in(self, space: str) -> Counter[str]:
        """How many workers of each committee stand in a space."""
        return Counter({who: count for (where, who), count in self.workers.items() if where == space and count > 0})

    def strikebreakers_in(self, space: str) -> Counter[str]:
        """How many strikebreakers of each kind stand in a space."""
        found = self.strikebreakers.items()
        return Counter({kind: count for (where, kind), count in found if where == space and count > 0})

    def workers_on_map(self) -> list[Worker]:
        """Every space and committee with at least one worker, in map order."""
        found = [worker for worker, count in self.workers.items() if count > 0]
        order = list(self.board.spaces)
        return sorted(found, key=lambda worker: (order.index(worker[0]), worker[1]))

    def strikebreakers_on_map(self) -> list[tuple[str, str]]:
        """Every space and kind with at least one strikebreaker."""
        return [token for token, count in self.strikebreakers.items() if count > 0]

    def workers_on(self, kind: str) -> int:
        """Count the workers of all committees on Stations or on Corners."""
        return sum(count for (space, _), count in self.workers.items() if self.board.spaces[space].kind == kind)

    def return_worker(self, worker: Worker) -> None:
        """To its committee's supply."""
        self.workers[worker] -= 1
        self.hands[worker[1]] += 1
        self.acts[worker[1], "workers_lost"] += 1

    def put_strikebreaker(self, space: str, kind: str) -> None:
        self.supply[kind] -= 1
        self.strikebreakers[space, kind] += 1

    def return_strikebreaker(self, space: str, kind: str) -> None:
        self.strikebreakers[space, kind] -= 1
        self.supply[kind] += 1

    def return_cubes(self, committee: str, number: int) -> None:
        self.cubes[committee] -= number
        self.cubes_supply += number

    def held_factories(self) -> list[frozenset[str]]:
        """FLT-17: a worker in some Station, no strikebreaker in any."""
        return [
            factory
            for factory in self.board.factories
            if any(self.workers_in(name) for name in factory)
            and not any(self.strikebreakers_in(name) for name in factory)
        ]


def set_table(game: Game, board: Board) -> Table:
    """FLT-01 to FLT-03, FLT-07: what everyone starts with."""
    committees = game.committees
    return Table(
        game,
        board,
        concessions=game.token,
        cubes_supply=game.rule("cubes_supply") * len(committees),
        cubes=Counter(dict.fromkeys(committees, game.rule("cubes_held"))),
        supply=Counter(dict.fromkeys(KINDS, game.rule("strikebreakers"))),
        hands=Counter(dict.fromkeys(committees, game.rule("workers"))),
        most_cubes=game.rule("cubes_held") * len(committees),
    )


def names_once(names: Iterable[str], wanted: Iterable[str]) -> bool:
    """Whether the names are the wanted ones, each once, in any order."""
    return sorted(names) == sorted(wanted)
