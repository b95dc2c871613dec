"""The position of the naive referee of STRIKE!: the data of the game, the pieces, and the state as a trace shows it.

Clause ids (STK-..) are those of the game's RULES.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Record = Mapping[str, Any]
Cards = Counter[str]

DECKS = ("strike", "ally", "break")
BOXES = ("grow", "mobilize", "draw", "disassemble")
RANKS = ("first", "second")  # the 0+ and the 3+ power
NO_POWER: Record = {"name": None, "when": [], "effects": []}

# ---------------------------------------------------------------------------------------------------------------------
# The game's data


@dataclass(frozen=True)
class Game:
    """What the header fixes: the components as the ruleset file names them, and the parameters of the run."""

    components: Record
    players: int
    difficulty: str
    characters: list[str]
    turn_limit: int

    def rule(self, name: str) -> Any:
        return self.components["rules"][name]

    def switch(self, name: str) -> Any:
        return self.components["switches"][name]

    def places(self) -> list[int]:
        """STK-02, STK-V1: the numbers of the locations, which are the sides of the die."""
        return sorted(int(number) for number in self.components["locations"])

    def colour(self, at: int) -> str:
        return str(self.components["locations"][str(at)]["colour"])

    def neighbours(self, at: int) -> list[int]:
        """STK-V1: lines go both ways."""
        lines = self.components["board"]["lines"]
        return sorted({b for a, b in lines if a == at} | {a for a, b in lines if b == at})

    def character(self, seat: int) -> Record:
        character: Record = self.components["characters"][self.characters[seat]]
        return character

    def card(self, deck: str, name: str) -> Record:
        card: Record = self.components["cards"][deck][name]
        return card

    def full_deck(self, deck: str) -> Cards:
        """STK-05, STK-V5: without `copies` there is one."""
        return Counter({name: int(card.get("copies", 1)) for name, card in self.components["cards"][deck].items()})

    def at_start(self, name: str) -> Any:
        """STK-08, STK-V3: what the difficulty adds."""
        return self.components["difficulties"][self.difficulty][name]


# ---------------------------------------------------------------------------------------------------------------------
# The pieces


@dataclass
class Location:
    """What stands in a location."""

    strikers: list[int]
    drones: int = 0
    megadrones: int = 0
    victories: int = 0


@dataclass
class Supply:
    """What is not on the board."""

    drones: int
    megadrones: int
    victories: int
    strikers: list[int]


@dataclass
class Player:
    """A player's energy, cards by deck, and tokens by box."""

    energy: int
    hand: dict[str, Cards] = field(default_factory=lambda: {"strike": Counter(), "ally": Counter()})
    boxes: Counter[str] = field(default_factory=Counter)

    def cards(self) -> int:
        """STK-29: both kinds together."""
        return self.hand["strike"].total() + self.hand["ally"].total()


@dataclass
class Counters:
    """STK-R8, STK-V41: of the acting player's turn."""

    moves: int = 0
    removed: int = 0
    arrivals: Counter[int] = field(default_factory=Counter)
    used: list[str] = field(default_factory=list)


@dataclass
class Position:
    """The referee's own state of the game."""

    game: Game
    locations: dict[int, Location]
    supply: Supply
    players: list[Player]
    decks: dict[str, Cards]
    discards: dict[str, Cards]
    playing: str = ""  # the Ally card whose effects are being done
    strikers_points: int = 0
    happycorp_points: int = 0
    current: int = 0
    turn: int = 1
    step: int = 1
    counters: Counters = field(default_factory=Counters)
    acts: Counter[tuple[int, str]] = field(default_factory=Counter)  # what each seat has done, for what is measured
    outcome: str | None = None
    cause: str | None = None

    def acting(self) -> Player:
        return self.players[self.current]

    def clockwise(self) -> list[int]:
        """STK-R4: every seat, from the acting one."""
        return [(self.current + step) % self.game.players for step in range(self.game.players)]

    def own(self, at: int) -> int:
        """Count the acting player's strikers in a location."""
        return self.locations[at].strikers[self.current]

    def power(self, rank: str) -> Record:
        power: Record = self.game.character(self.current).get(rank, NO_POWER)
        return power

    def level(self) -> int:
        """STK-43: by the Strikers' score alone."""
        return 1 + sum(bool(self.strikers_points >= points) for points in self.game.rule("level_from"))


# ---------------------------------------------------------------------------------------------------------------------
# Set-up, apart from what chance does


def bare_position(game: Game) -> Position:
    """STK-03 to STK-06: everything still in the supply."""
    supply = Supply(
        game.rule("drones"),
        game.rule("megadrones"),
        game.rule("victories"),
        [game.rule("strikers") for _ in range(game.players)],
    )
    return Position(
        game=game,
        locations={at: Location([0] * game.players) for at in game.places()},
        supply=supply,
        players=[Player(game.rule("energy_start")) for _ in range(game.players)],
        decks={deck: game.full_deck(deck) for deck in DECKS},
        discards={deck: Counter() for deck in DECKS},
    )


def place_strikers(position: Position, seat: int, at: int, number: int) -> None:
    """STK-R9: they come out of the player's own supply."""
    placed = min(number, position.supply.strikers[seat])
    position.supply.strikers[seat] -= placed
    position.locations[at].strikers[seat] += placed


def position_at_start(game: Game) -> Position:
    """STK-03 to STK-08: the board before a card is drawn; the drones kick nobody (STK-07)."""
    position = bare_position(game)
    for seat in range(game.players):
        character = game.character(seat)
        home, colour = character["home"], character["board"]
        place_strikers(position, seat, home, game.rule("home_strikers") + game.at_start("home_strikers"))
        for at in game.places():
            if at != home and game.colour(at) == colour:
                place_strikers(position, seat, at, game.at_start("other_strikers"))
    for at in game.at_start("drones"):
        position.supply.drones -= 1
        position.locations[at].drones += 1
    return position


# ---------------------------------------------------------------------------------------------------------------------
# The state as a trace shows it


def view_of_player(position: Position, seat: int) -> dict[str, Any]:
    player = position.players[seat]
    return {
        "character": position.game.characters[seat],
        "energy": player.energy,
        "hand": {deck: sorted(cards.elements()) for deck, cards in player.hand.items()},
        "boxes": +player.boxes,
    }


def view_of_counters(counters: Counters) -> dict[str, Any]:
    arrivals = Counter({str(at): number for at, number in counters.arrivals.items() if number})
    return {
        "moves": counters.moves,
        "removed": counters.removed,
        "arrivals": arrivals,
        "used": sorted(counters.used),
    }


def view(position: Position, pending: dict[str, Any] | None) -> dict[str, Any]:
    """Return the state in the form of the trace; counts by kind are `Counter`s without zeros, lists of names sorted."""
    return {
        "current": position.current,
        "turn": position.turn,
        "step": position.step,
        "scores": {"strikers": position.strikers_points, "happycorp": position.happycorp_points},
        "level": position.level(),
        "locations": {str(at): vars(location).copy() for at, location in position.locations.items()},
        "supply": vars(position.supply).copy(),
        "players": [view_of_player(position, seat) for seat in range(position.game.players)],
        "decks": {deck: +cards for deck, cards in position.decks.items()},
        "discards": {deck: +cards for deck, cards in position.discards.items()},
        "counters": view_of_counters(position.counters),
        "pending": pending,
        "outcome": position.outcome,
    }


def player_from(state: Record) -> Player:
    hand = {deck: Counter(names) for deck, names in state["hand"].items()}
    return Player(state["energy"], hand, Counter(state["boxes"]))


def counters_from(state: Record) -> Counters:
    arrivals = Counter({int(at): number for at, number in state["arrivals"].items()})
    return Counters(state["moves"], state["removed"], arrivals, list(state["used"]))


def position_from(game: Game, state: Record) -> Position:
    """Return the position a state describes: a start in step 1, with nothing pending."""
    if state["pending"] is not None or state["outcome"] is not None or state["step"] != 1:
        raise ValueError("start from a state in step 1 of a running game, with nothing pending")
    return Position(
        game=game,
        locations={int(at): Location(**location) for at, location in state["locations"].items()},
        supply=Supply(**state["supply"]),
        players=[player_from(player) for player in state["players"]],
        decks={deck: Counter(state["decks"][deck]) for deck in DECKS},
        discards={deck: Counter(state["discards"][deck]) for deck in DECKS},
        strikers_points=state["scores"]["strikers"],
        happycorp_points=state["scores"]["happycorp"],
        current=state["current"],
        turn=state["turn"],
        counters=counters_from(state["counters"]),
    )
