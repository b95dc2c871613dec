"""What has been told of a game of STRIKE! so far: a copy of the state that sentences change, and the trace ahead."""

from collections import deque
from collections.abc import Iterable, Iterator
from copy import deepcopy
from typing import Any

Json = dict[str, Any]
Story = Iterator[str]
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
DECKS = {"strike": "Strike card", "ally": "Ally card"}


class GameOver(Exception):  # noqa: N818 - the end of the game is no error
    """The game ends at once; nothing more happens (STK-R11)."""


def counted(count: int, noun: str, nouns: str = "") -> str:
    """Return a count with its noun: '1 point', '2 points'."""
    return f"{count} {noun if count == 1 else nouns or noun + 's'}"


def indented(story: "Iterable[str]") -> Story:
    """Yield sentences that stand under another one."""
    for sentence in story:
        yield f"  {sentence}"


class Told:
    """A game that is being told: where the trace stands, what a reader knows by now, and the single steps.

    Parameters
    ----------
    lines
        The trace: header, set-up, decisions, result.
    """

    def __init__(self, lines: "Iterator[Json]") -> None:
        self.header = next(lines)
        self.parts = self.header["components"]
        self.rules: Json = self.parts["rules"]
        self.cards = {name: card for deck in self.parts["cards"].values() for name, card in deck.items()}
        self.lines = lines
        self.line = next(lines)
        self.after: Json = self.line["state"]
        self.now: Json = self.after  # what has been told so far; a copy that each sentence changes
        self.chance: deque[Json] = deque()
        self._coming: Json | None = None
        self.played = ""  # the Ally card that is being carried out

    # ---- the trace --------------------------------------------------------------------------------------------------

    @property
    def coming(self) -> Json:
        """The next line; a person whose decision it is has been told all before it."""
        if self._coming is None:
            self._coming = next(self.lines)
        return self._coming

    def read(self) -> Json:
        """Go on to the next line and return its action."""
        self.now = deepcopy(self.after)
        self.line, self._coming = self.coming, None
        self.after, self.chance = self.line["state"], deque(self.line["chance"])
        action: Json = self.line["action"]
        return action

    def is_told(self) -> bool:
        """Tell whether everything that the line changed has been told."""
        return not self.chance and _pieces(self.now) == _pieces(self.after)

    def choose(self, options: "list[Json]", may: bool = False) -> "Json | None":
        """Return what is chosen: without a line if there is one possibility (STK-V14), None if there is none."""
        if not options:
            return None
        if len(options) == 1 and not may:
            return options[0]
        action = self.read()
        return None if action["type"] == "decline" else action

    # ---- who, where, what -------------------------------------------------------------------------------------------

    @property
    def current(self) -> int:
        """The seat of the acting player."""
        seat: int = self.now["current"]
        return seat

    def character(self, seat: int) -> Json:
        """Return a seat's character as the ruleset has it."""
        character: Json = self.parts["characters"][self.now["players"][seat]["character"]]
        return character

    def name(self, seat: int) -> str:
        """Return a player's name."""
        name: str = self.character(seat)["name"]
        return name

    def at(self, number: Any) -> str:
        """Return a location as 'Airport (11)'."""
        return f"{self.parts['locations'][str(number)]['name']} ({number})"

    def card(self, name: str) -> str:
        """Return a card's name for people."""
        title: str = self.cards[name].get("name") or name
        return title

    def place(self, number: Any) -> Json:
        """Return what stands in a location."""
        place: Json = self.now["locations"][str(number)]
        return place

    def places(self) -> "list[int]":
        """Return the numbers of all locations."""
        return [int(number) for number in self.now["locations"]]

    def place_in_words(self, number: int) -> str:
        """Return what stands in a location, in words."""
        place = self.place(number)
        parts = [f"{self.name(seat)} {count}" for seat, count in enumerate(place["strikers"]) if count]
        names = {"drones": ("drone",), "megadrones": ("MegaDrone",), "victories": ("Victory", "Victories")}
        parts += [counted(place[piece], *nouns) for piece, nouns in names.items() if place[piece]]
        return ", ".join(parts)

    def hand_in_words(self, seat: int) -> str:
        """Return a player's cards, in words."""
        return ", ".join(self.card(card) for cards in self.hand(seat).values() for card in cards) or "no cards"

    def energy_in_words(self) -> str:
        """Return what energy everybody has."""
        return ", ".join(f"{self.name(seat)} {player['energy']}" for seat, player in enumerate(self.now["players"]))

    def clockwise(self) -> "list[int]":
        """Return all seats from the acting one on."""
        count = len(self.now["players"])
        return [(self.current + k) % count for k in range(count)]

    def hand(self, seat: int) -> "dict[str, list[str]]":
        """Return a player's cards by deck."""
        hand: dict[str, list[str]] = self.now["players"][seat]["hand"]
        return hand

    def n_cards(self, seat: int) -> int:
        """Return how many cards a player holds."""
        return sum(len(cards) for cards in self.hand(seat).values())

    def moves(self, seat: int) -> "list[Json]":
        """Return every striker of a player along every line (STK-27)."""
        lines = self.parts["board"]["lines"]
        ways = sorted({(a, b) for a, b in lines} | {(b, a) for a, b in lines})
        return [{"from": a, "to": b} for a, b in ways if self.place(a)["strikers"][seat]]

    # ---- single steps -----------------------------------------------------------------------------------------------

    def gain(self, seat: int, amount: int) -> str:
        """Gain energy up to the maximum (STK-16)."""
        player = self.now["players"][seat]
        gained = min(amount, self.rules["energy_max"] - player["energy"])
        player["energy"] += gained
        if gained == 0:
            return f"{self.name(seat)} has all the energy there can be, {player['energy']}."
        return f"{self.name(seat)} gains {gained} energy and has {player['energy']}."

    def lose(self, seat: int, amount: int) -> str:
        """Lose energy, or what there is (STK-16)."""
        player = self.now["players"][seat]
        lost = min(amount, player["energy"] - self.rules["energy_min"])
        player["energy"] -= lost
        if lost == 0:
            return f"{self.name(seat)} has no energy to lose."
        return f"{self.name(seat)} loses {lost} energy and has {player['energy']}."

    def is_full(self, seat: int) -> bool:
        """Tell whether a hand holds all it can (STK-29)."""
        return bool(self.n_cards(seat) >= self.rules["hand_limit"])

    def has_cards(self, deck: str) -> bool:
        """Tell whether a card can be drawn from a deck (STK-R1)."""
        return bool(sum(self.now["decks"][deck].values()) or self._comes_back(deck))

    def _comes_back(self, deck: str) -> Json:
        """Return the discards that make a new deck; not the card that is just being played (STK-V25)."""
        if deck != "ally" or not self.parts["switches"]["reshuffle_allies"]:
            return {}
        cards = {card: count - (card == self.played) for card, count in self.now["discards"][deck].items()}
        return {card: count for card, count in cards.items() if count}

    def draw(self, seat: int, deck: str) -> Story:
        """Draw a card, if there is one and room for it (STK-29)."""
        if self.is_full(seat):
            yield f"{self.name(seat)} draws no {DECKS[deck]}: the hand is full."
        elif not self.has_cards(deck):
            yield f"{self.name(seat)} draws no {DECKS[deck]}: none is left."
        else:
            if not sum(self.now["decks"][deck].values()):
                self._shuffle(deck)
                yield "The discarded Allies are shuffled into a new deck."
            card = self.chance.popleft()["card"]
            self.now["decks"][deck][card] -= 1
            self.hand(seat)[deck].append(card)
            yield f"{self.name(seat)} draws the {DECKS[deck]} {self.card(card)}."

    def _shuffle(self, deck: str) -> None:
        cards = self._comes_back(deck)
        self.now["decks"][deck] = cards
        for card, count in cards.items():
            self.now["discards"][deck][card] -= count

    def lay_down(self, seat: int, card: str) -> None:
        """Put a card of a hand on its discards."""
        for deck, cards in self.hand(seat).items():
            if card in cards:
                cards.remove(card)
                discards = self.now["discards"][deck]
                discards[card] = discards.get(card, 0) + 1

    def shift(self, seat: int, start: "int | None", end: "int | None") -> None:
        """Move a striker; None is the supply."""
        for number, change in ((start, -1), (end, 1)):
            if number is None:
                self.now["supply"]["strikers"][seat] += change
            else:
                self.place(number)["strikers"][seat] += change

    def add_striker(self, verb: str, number: int) -> str:
        """Add a striker of the acting player (STK-26)."""
        self.shift(self.current, None, number)
        return f"{self.name(self.current)} {verb} at {self.at(number)}."

    def way(self, action: Json) -> str:
        """Return whence and whither a striker goes."""
        return f"from {self.at(action['from'])} to {self.at(action['to'])}"

    # ---- arrivals ---------------------------------------------------------------------------------------------------

    def arrive(self, number: int, why: str, kicks: bool) -> Story:
        """Let a drone come, fuse and kick (STK-42, STK-44, STK-R11, STK-V7)."""
        place, supply = self.place(number), self.now["supply"]
        if place["drones"] + 1 >= self.rules["fuse_at"]:
            yield from self._fuse(number, why)
        elif supply["drones"] == 0:
            yield f"{why} {self.at(number)}, but no drone is left."
            return
        else:
            place["drones"] += 1
            supply["drones"] -= 1
            yield f"{why} {self.at(number)}: {counted(place['drones'], 'drone')} there now."
        if kicks:
            for seat in self.clockwise():
                if self.place(number)["strikers"][seat]:
                    yield self._kick(seat, number)

    def _fuse(self, number: int, why: str) -> Story:
        place, supply, scores = self.place(number), self.now["supply"], self.now["scores"]
        if supply["megadrones"] == 0:
            yield f"{why} {self.at(number)}: one more MegaDrone must be placed, and none is left."
            raise GameOver
        yield f"{why} {self.at(number)}: it would be the {ORDINALS[place['drones']]}, so they fuse into a MegaDrone."
        supply["drones"] += place["drones"]
        place["drones"] = 0
        supply["megadrones"] -= 1
        place["megadrones"] += 1
        colour = self.parts["locations"][str(number)]["colour"]
        standing = sum(
            self.place(other)["megadrones"]
            for other in self.places()
            if self.parts["locations"][str(other)]["colour"] == colour
        )
        points = standing * self.rules["megadrone_points"]
        scores["happycorp"] += points
        yield (
            f"HappyCorp scores {counted(points, 'point')} for {counted(standing, 'MegaDrone')} in {colour} locations"
            f" and has {scores['happycorp']}."
        )
        if scores["happycorp"] >= self.rules["points_to_lose"]:
            raise GameOver

    def _kick(self, seat: int, number: int) -> str:
        """Let a player keep a striker for energy, or lose it (STK-42)."""
        player, price = self.now["players"][seat], self.rules["kick_energy"]
        can_pay = player["energy"] - self.rules["energy_min"] >= price
        if can_pay and self.read()["type"] == "keep_striker":
            player = self.now["players"][seat]
            player["energy"] -= price
            return (
                f"{self.name(seat)} pays {price} energy to keep a striker at {self.at(number)}"
                f" and has {player['energy']}."
            )
        self.shift(seat, number, None)
        verb = "gives up" if can_pay else "has no energy to pay and loses"
        return f"{self.name(seat)} {verb} a striker at {self.at(number)}."


def _pieces(state: Json) -> "tuple[Any, ...]":
    """Return what a reader follows: scores, what stands where, energy and hands."""
    players = [
        (player["energy"], {deck: sorted(cards) for deck, cards in player["hand"].items()})
        for player in state["players"]
    ]
    return state["scores"], state["locations"], players
