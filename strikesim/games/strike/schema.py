"""The ruleset file of STRIKE! as a model: what may stand in it, and what is wrong with it in the designer's words."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import ConfigDict, Field

from strikesim.errors import near
from strikesim.games import ruleset
from strikesim.games.common import MAX_ACTIONS, MAX_SEATS
from strikesim.games.ruleset import Strict
from strikesim.games.strike.state import BOXES, DECKS, MAX_CHARACTERS, MAX_DESIGNS, MAX_EFFECTS, MAX_HAND, MAX_LOCATIONS
from strikesim.games.strike.vocabulary import ON_ALLY, ON_BREAK, Effect, Power

FAR = 99  # the distance between locations that no path joins
MAX_LEVELS = 8
MAX_VICTORIES = 8  # in one location
PRINTED_DECKS = (36, 22, 36)  # STK-05

Count = Annotated[int, Field(ge=0, le=60)]
Some = Annotated[int, Field(ge=1, le=60)]
Points = Annotated[int, Field(ge=0, le=1000)]
Box = Literal["grow", "mobilize", "draw", "disassemble"]
Copies = Annotated[int, Field(ge=0, le=40)]


class Options(Strict):
    """Parameters of a run that are no rules."""

    characters: Literal["random"] | list[str]


class Switches(Strict):
    """Readings of the rules that could go the other way."""

    manual_labor_chains: bool
    kick_on: Literal["any", "roll_only"]
    reshuffle_allies: bool
    pair_powers: Literal["per_pair", "once_per_turn"]


class Numbers(Strict):
    """The table ``[rules]``."""

    strikers: Some
    home_strikers: Count
    tokens: Annotated[int, Field(ge=1, le=12)]
    energy_start: Count
    energy_min: Count
    energy_max: Count
    second_power_energy: Count
    first_cards: Count
    drones: Count
    megadrones: Count
    victories: Count
    points_to_win: Annotated[int, Field(ge=1, le=1000)]
    points_to_lose: Annotated[int, Field(ge=1, le=1000)]
    hand_limit: Annotated[int, Field(ge=1, le=MAX_HAND)]
    megadrone_strikers: Some
    own_strikers: Some
    victory_strikers: Annotated[list[Count], Field(min_length=1, max_length=MAX_VICTORIES)]
    victory_points: Annotated[list[Count], Field(min_length=1, max_length=MAX_VICTORIES)]
    kick_energy: Some
    fuse_at: Some
    megadrone_points: Count
    level_from: Annotated[list[Points], Field(max_length=MAX_LEVELS)]
    empty_deck_rolls: Annotated[int, Field(ge=1, le=9)]


class Difficulty(Strict):
    """One difficulty: what it adds to ``[rules]``, and which locations start with a drone."""

    home_strikers: Count
    other_strikers: Count
    strike_cards: Count
    drones: list[int]


class Location(Strict):
    """One location."""

    name: str
    colour: str


class Board(Strict):
    """How the locations hang together."""

    lines: list[Annotated[list[int], Field(min_length=2, max_length=2)]]


class Boxes(Strict):
    """The most tokens each action box of a character holds."""

    grow: Count
    mobilize: Count
    draw: Count
    disassemble: Count


class Character(Strict):
    """One side of a player board."""

    name: str
    role: str
    board: str
    home: int
    boxes: Boxes
    first: Power
    second: Power


class StrikeCard(Strict):
    """A Strike card."""

    name: str = ""
    at: int
    boxes: Annotated[list[str], Field(min_length=2, max_length=2)]
    copies: Copies = 1


class AllyCard(Strict):
    """An Ally card."""

    name: str = ""
    box: str
    copies: Copies = 1
    effects: list[Effect]


class BreakCard(Strict):
    """A Commercial Break."""

    name: str = ""
    copies: Copies = 1
    effects: list[Effect]


Designs = Field(min_length=1, max_length=MAX_DESIGNS)


class Cards(Strict):
    """The three decks."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, populate_by_name=True)

    strike: Annotated[dict[str, StrikeCard], Designs]
    ally: Annotated[dict[str, AllyCard], Designs]
    break_: Annotated[dict[str, BreakCard], Field(alias="break", min_length=1, max_length=MAX_DESIGNS)]

    def decks(self) -> "tuple[Mapping[str, StrikeCard | AllyCard | BreakCard], ...]":
        """Return the decks in the order of DECKS."""
        return self.strike, self.ally, self.break_


class Rules(ruleset.Rules):
    """A whole ruleset file of STRIKE!."""

    options: Options
    switches: Switches
    rules: Numbers
    difficulties: dict[str, Difficulty]
    locations: Annotated[dict[str, Location], Field(min_length=2, max_length=MAX_LOCATIONS)]
    board: Board
    characters: Annotated[dict[str, Character], Field(min_length=1, max_length=MAX_CHARACTERS)]
    cards: Cards

    def problems(self) -> Iterator[str]:
        """Yield what is wrong beyond single values."""
        yield from self._number_problems()
        yield from self._location_problems()
        yield from self._difficulty_problems()
        yield from self._character_problems()
        yield from self._strike_card_problems()
        yield from self._effect_card_problems()
        yield from self._name_problems()

    def _number_problems(self) -> Iterator[str]:
        rules = self.rules
        if not rules.energy_min <= rules.energy_start <= rules.energy_max:
            yield (
                f"rules: energy_start = {rules.energy_start} must lie within energy_min = {rules.energy_min}"
                f" and energy_max = {rules.energy_max}"
            )
        if len(rules.victory_strikers) != len(rules.victory_points):
            yield (
                f"rules: victory_strikers has {len(rules.victory_strikers)} numbers and victory_points"
                f" {len(rules.victory_points)}; each needs one for every Victory a location can hold"
            )
        if rules.level_from != sorted(set(rules.level_from)):
            yield f"rules.level_from = {rules.level_from} must rise"
        if self.ruleset.turn_limit is None:
            yield "ruleset.turn_limit is missing: nothing in the rules bounds the game (STK-R18)"

    def _location_problems(self) -> Iterator[str]:
        known = [str(number) for number in range(1, len(self.locations) + 1)]
        if sorted(self.locations) != sorted(known):
            yield f"locations are numbered 1, 2, 3 … without a gap, not {', '.join(self.locations)}"
        seen = Counter(tuple(sorted(line)) for line in self.board.lines)
        for (a, b), count in seen.items():
            for number in (a, b):
                yield from self._place_problems("board.lines", number)
            if a == b:
                yield f"board.lines joins {a} to itself"
            if count > 1:
                yield f"board.lines has [{a}, {b}] {count} times; a line is written once and used both ways"
        distance = distances(len(known), self.board.lines)
        lonely = [number for number, far in zip(known, distance, strict=True) if sorted(far)[1] == FAR]
        cut_off = [
            number for number, far in zip(known, distance[0], strict=True) if far == FAR and number not in lonely
        ]
        if lonely:
            yield f"board.lines: no line leads to location {', '.join(lonely)}"
        if cut_off:
            yield f"board.lines: the board is not connected: no path from 1 to {', '.join(cut_off)}"

    def _place_problems(self, where: str, number: int) -> Iterator[str]:
        if not 1 <= number <= len(self.locations):
            yield f"{where} names no location: {number}; there are 1 to {len(self.locations)}"

    def _difficulty_problems(self) -> Iterator[str]:
        if not self.ruleset.difficulties:
            yield "ruleset.difficulties is empty; name at least one"
        for name in self.ruleset.difficulties:
            if name not in self.difficulties:
                yield f"ruleset.difficulties: there is no [difficulties.{name}]{near(name, list(self.difficulties))}"
        for name, entry in self.difficulties.items():
            where = f"difficulties.{name}"
            for number in entry.drones:
                yield from self._place_problems(f"{where}.drones", number)
            if len(set(entry.drones)) < len(entry.drones):
                yield f"{where}.drones names a location twice; a location starts with one drone at most"
            if len(entry.drones) > self.rules.drones:
                yield f"{where}.drones: {len(entry.drones)} locations, but rules.drones = {self.rules.drones}"
            if entry.drones and self.rules.fuse_at == 1:
                yield f"{where}.drones: with rules.fuse_at = 1 no drone can stand in a location"
            cards = self.rules.first_cards + entry.strike_cards
            if cards > self.rules.hand_limit:
                yield f"{where}: {cards} Strike cards at the start, but rules.hand_limit = {self.rules.hand_limit}"
            yield from self._striker_problems(where, entry)

    def _striker_problems(self, where: str, entry: Difficulty) -> Iterator[str]:
        for name, character in self.characters.items():
            at_home = self.rules.home_strikers + entry.home_strikers
            count = at_home + entry.other_strikers * len(self._other_places(character))
            if count > self.rules.strikers:
                yield f"{where}: {name} starts with {count} strikers, but rules.strikers = {self.rules.strikers}"

    def _other_places(self, character: Character) -> list[int]:
        """Return the locations of a character's colour that are not the Home Base."""
        coloured = [
            number for number, place in enumerate(self.locations.values(), 1) if place.colour == character.board
        ]
        return [number for number in coloured if number != character.home]

    def _character_problems(self) -> Iterator[str]:
        colours = sorted({place.colour for place in self.locations.values()})
        boards = {character.board for character in self.characters.values()}
        most = max(self.ruleset.players)
        if most > min(len(boards), MAX_SEATS):
            room = f"{len(boards)} boards" if len(boards) < MAX_SEATS else f"room for {MAX_SEATS}"
            yield f"ruleset.players: {most} players, but there are {room}: each player has a different one (STK-09)"
        for name, character in self.characters.items():
            where = f"characters.{name}"
            if character.board not in colours:
                yield f"{where}.board is the colour of no location: '{character.board}'{near(character.board, colours)}"
            yield from self._place_problems(f"{where}.home", character.home)
            yield from self._box_problems(where, character)
            for which, power in (("first", character.first), ("second", character.second)):
                yield from power.problems(f"{where}.{which}", len(self.locations))
                yield from _length_problems(f"{where}.{which}", power.effects)
            if character.first.when == character.second.when == ["instead_of_grow"]:
                yield f"{where} has two powers with when = ['instead_of_grow']; one is the most"
        yield from self._room_problems()
        yield from self._option_problems()

    def _box_problems(self, where: str, character: Character) -> Iterator[str]:
        boxes = character.boxes.model_dump()
        for box, room in boxes.items():
            if room > self.rules.tokens:
                yield f"{where}.boxes.{box} = {room}, but a player has {self.rules.tokens} tokens"
        if not any(holds(boxes, card.boxes) for card in self.cards.strike.values()):
            yield f"{where}.boxes have no room for the two tokens of any Strike card"

    def _room_problems(self) -> Iterator[str]:
        """All actions of one decision must fit in the list of actions."""
        places = len(self.locations)
        groups = min(self.rules.strikers, places)  # places where one player can have strikers
        degree = max(Counter(number for line in self.board.lines for number in line).values(), default=0)
        count = 4 * places + groups * degree + self.rules.hand_limit + 4
        for character in self.characters.values():
            spends = [power for power in (character.first, character.second) if power.when == ["spend"]]
            moves = sum(power.effects[0].effect == "transfer_striker" for power in spends)
            more = moves * max(self.ruleset.players) * groups * (places - 1) + len(spends) * groups * max(degree, 2)
            if count + more > MAX_ACTIONS:
                yield (
                    f"characters: on this board {character.name} may have {count + more} actions at once;"
                    f" {MAX_ACTIONS} is the most"
                )

    def _option_problems(self) -> Iterator[str]:
        chosen = self.options.characters
        if isinstance(chosen, str):
            return
        for name in chosen:
            if name not in self.characters:
                yield f"options.characters: there is no character '{name}'{near(name, list(self.characters))}"
        boards = Counter(self.characters[name].board for name in chosen if name in self.characters)
        for board, count in boards.items():
            if count > 1:
                yield (
                    f"options.characters: {count} of them have the {board} board;"
                    " each player has a different one (STK-09)"
                )

    def _strike_card_problems(self) -> Iterator[str]:
        for name, card in self.cards.strike.items():
            where = f"cards.strike.{name}"
            yield from self._place_problems(f"{where}.at", card.at)
            for box in card.boxes:
                if box not in BOXES:
                    yield f"{where}.boxes names no box: '{box}'{near(box, BOXES)}"

    def _effect_card_problems(self) -> Iterator[str]:
        for name, ally in self.cards.ally.items():
            if ally.box not in BOXES:
                yield f"cards.ally.{name}.box names no box: '{ally.box}'{near(ally.box, BOXES)}"
            yield from self._list_problems(f"cards.ally.{name}", ON_ALLY, ally.effects)
        for name, card in self.cards.break_.items():
            yield from self._list_problems(f"cards.break.{name}", ON_BREAK, card.effects)

    def _list_problems(self, where: str, stands: str, effects: "list[Effect]") -> Iterator[str]:
        yield from _length_problems(where, effects)
        for number, effect in enumerate(effects, 1):
            yield from effect.problems(f"{where}, effect {number}", stands, len(self.locations))

    def _name_problems(self) -> Iterator[str]:
        names = Counter(name for deck in self.cards.decks() for name in deck)
        powers = Counter(power.name for who in self.characters.values() for power in (who.first, who.second))
        for name, count in names.items():
            if count > 1:
                yield f"cards: '{name}' is the name of {count} cards; each needs its own"
        for name, count in powers.items():
            if count > 1:
                yield f"characters: '{name}' is the name of {count} powers; each needs its own"


def _length_problems(where: str, effects: "list[Effect]") -> Iterator[str]:
    if len(effects) > MAX_EFFECTS:
        yield f"{where} has {len(effects)} effects; {MAX_EFFECTS} is the most"


def holds(boxes: "dict[str, int]", named: "Sequence[str]") -> bool:
    """Tell whether a character's boxes have room for a token in each named box."""
    return all(boxes.get(box, 0) >= count for box, count in Counter(named).items())


def notes(rules: Rules) -> Iterator[str]:
    """Yield remarks on what is allowed but differs from the printed game, or is probably not meant."""
    for name, deck, printed in zip(DECKS, rules.cards.decks(), PRINTED_DECKS, strict=True):
        size = sum(card.copies for card in deck.values())
        if size != printed:
            yield f"cards.{name}: the deck has {size} cards; the printed one has {printed}"
    per_place = Counter(card.at for card in rules.cards.strike.values() for _ in range(card.copies))
    odd = [f"{number}: {per_place[number]}" for number in range(1, len(rules.locations) + 1) if per_place[number] != 3]
    if odd:
        yield f"cards.strike: the printed game has three cards for each location; here {', '.join(odd)}"
    for name, character in rules.characters.items():
        boxes = character.boxes.model_dump()
        if sum(boxes.values()) != 8:
            yield f"characters.{name}.boxes sum to {sum(boxes.values())}; those known sum to 8"
        never = sum(not holds(boxes, card.boxes) for card in rules.cards.strike.values())
        if never:
            yield f"characters.{name} can never play {never} of the Strike cards: a box they name twice holds one token"
    for name, card in rules.cards.break_.items():
        if not any(effect.effect == "roll" for effect in card.effects):
            yield f"cards.break.{name} has no roll; every printed card has one"
    unused = [name for name in rules.difficulties if name not in rules.ruleset.difficulties]
    if unused:
        yield f"difficulties: {', '.join(unused)} not named in ruleset.difficulties, so never played"


def distances(count: int, lines: "list[list[int]]") -> NDArray[np.int64]:
    """Return the number of steps between any two of `count` locations (FAR: none), by Floyd and Warshall."""
    steps = np.full((count, count), FAR)
    np.fill_diagonal(steps, 0)
    for a, b in lines:
        if 1 <= a <= count and 1 <= b <= count and a != b:
            steps[a - 1, b - 1] = steps[b - 1, a - 1] = 1
    for k in range(count):
        steps = np.minimum(steps, steps[:, k, None] + steps[k])
    return np.minimum(steps, FAR)
