"""Positions of STRIKE! in words, on the state record that the kernel itself plays on.

    table = Position(strikers={0: {1: 3}}, drones={1: 1}, hands={0: "dockers_walk_out"})
    table.do("disassemble 1 drone", "strike dockers_walk_out", "give_ally 1")
    assert table.at(1)["victories"] == 1

An action is written as the trace has it, its values in order: `mobilize 1 2`, `draw ally`, `power manual_labor 3`,
`choose 5`, `keep_striker 11`, `end_actions`. Steps without a choice are done at once, as in a trace. The board is bare
but for what a position names; Michael (blue, Harbor 1) acts and Eddie (orange, Airport 11) follows, unless it says so.
"""

import json
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from naive.strike import check_from
from naive.witness import Witness, header_of
from strikesim.engine.bots import find_bot, marks
from strikesim.engine.episode import Episode
from strikesim.engine.match import Match, prepare
from strikesim.engine.trace import trace
from strikesim.games import load
from strikesim.games.common import END, MAX_ACTIONS
from strikesim.games.ruleset import read_layers
from strikesim.games.strike.rules import begin_turn, level_at
from strikesim.games.strike.state import DECKS, FIRST_ALLY
from strikesim.rng import seeded

Json = dict[str, Any]
GAME = load("strike")
LAYERS = read_layers("strike")
PLAIN = "two_for_one_delivery"  # a Commercial Break of two rolls and nothing else
ONE_ROLL = "happy_training_center"  # the known one: energy per level, one roll
TRIES = 20_000  # seeds to look through for wanted rolls

# Games in which everything happens often, even among random players.
LONG: Json = {"rules.points_to_lose": 60, "rules.megadrones": 12, "rules.second_power_energy": 0}
VARIANTS: dict[str, Json] = {
    "as printed": {},
    "long": LONG,
    "chains": {**LONG, "manual_labor_chains": True, "reshuffle_allies": True},
    "once": {**LONG, "pair_powers": "once_per_turn", "kick_on": "roll_only"},
}


def match(players: int = 2, bot: str = "random", difficulty: str = "normal", changes: "Json | None" = None) -> Match:
    """Return a match of one bot in all seats; `changes` as for `Layers.changed`."""
    layers = LAYERS.changed(changes or {})
    return prepare(layers.data(), players, difficulty, [find_bot(GAME, bot, Path())], layers.where)


def bots() -> list[str]:
    """Return the names of all built-in bots."""
    return list(marks(GAME))


def lines_of(
    seed: int, players: int = 3, bot: str = "random", difficulty: str = "normal", **changes: Any
) -> list[Json]:
    """Return the trace of a game."""
    return list(trace(match(players, bot, difficulty, changes.get("changes")), seed, 0))


def states_of(seed: int, **settings: Any) -> Iterator[Json]:
    """Yield every state of a game's trace."""
    for line in lines_of(seed, **settings)[1:-1]:
        yield line["state"]


@lru_cache(maxsize=200)
def _compiled(players: int, difficulty: str, changes: str) -> tuple[Json, Any]:
    layers = LAYERS.changed(json.loads(changes))
    data = layers.data()
    return data, GAME.tables.compile_tables(GAME.tables.Rules.parse(data, layers.where), players, difficulty)


def in_words(action: Json) -> str:
    """Return an action's values on one line, without those of a place that says nothing."""
    return " ".join(str(value) for value in action.values())


class Position:
    """A game of STRIKE! at any position, played on by words."""

    def __init__(
        self,
        who: str = "michael, eddie",
        strikers: "dict[int, dict[int, int]] | None" = None,
        hands: "dict[int, str] | None" = None,
        energy: "dict[int, int] | None" = None,
        difficulty: str = "normal",
        as_set_up: bool = False,
        changes: "Json | None" = None,
        seed: int = 1,
        **board: "dict[int, int]",
    ) -> None:
        self.names = who.split(", ")
        changes = {**(changes or {}), "characters": self.names}
        self.data, self._tables = _compiled(len(self.names), difficulty, json.dumps(changes))
        self.t = self._tables[0]
        self._states = np.zeros(2, GAME.state.STATE)
        self.s = self._states[0]
        self._actions = np.zeros(MAX_ACTIONS, np.int64)
        self.chance: list[Json] = []
        self.seed(seed)
        GAME.rules.setup(self.t, self.s, self._world)
        begin_turn(self.t, self.s, 0)
        self.s.seat = 0
        setup = GAME.story.setup_json(self.data, self.t, self.s)
        self.witness = Witness(check_from, header_of(self.data, len(self.names), difficulty, step=1, **setup))
        if not as_set_up:
            self._clear()
        self._place(strikers or {}, board)
        for seat, amount in (energy or {}).items():
            self.s.energy[seat] = amount
        for seat, cards in (hands or {}).items():
            self.give(seat, cards)

    # ---- setting up ----

    def seed(self, seed: int) -> "Position":
        """Seed the world."""
        self._world, _ = seeded(seed, 0, 0)
        return self

    def _clear(self) -> None:
        """Take drones and hands off the table."""
        s = self.s
        s.drone_supply += s.drones.sum()
        s.drones[:] = 0
        for seat in range(len(self.names)):
            for card in s.hand[seat, : s.n_hand[seat]]:
                s.deck[0, card] += 1
                s.n_deck[0] += 1
            s.hand[seat], s.n_hand[seat] = 0, 0

    def _place(self, strikers: "dict[int, dict[int, int]]", board: "dict[str, dict[int, int]]") -> None:
        s = self.s
        for seat, places in strikers.items():
            s.strikers[seat] = 0
            for at, count in places.items():
                s.strikers[seat, at - 1] = count
            s.supply[seat] = self.t.strikers - s.strikers[seat].sum()
        s.present[:] = s.strikers.sum(axis=0)
        supplies = {"drones": "drone_supply", "megadrones": "megadrone_supply", "victories": "victory_supply"}
        for pieces, places in board.items():
            for at, count in places.items():
                s[supplies[pieces]] -= count - s[pieces][at - 1]
                s[pieces][at - 1] = count
        points = self.t.victory_points
        s.score = sum(int(points[:placed].sum()) for placed in s.victories)
        s.level = level_at(self.t, s.score)

    def number(self, card: str) -> int:
        """Return a card's number as in a hand."""
        return next(
            list(self.data["cards"][deck]).index(card) + which * FIRST_ALLY
            for which, deck in enumerate(DECKS)
            if card in self.data["cards"][deck]
        )

    def give(self, seat: int, cards: str) -> "Position":
        """Put cards of the decks, named by words, in a hand."""
        for name in cards.split(", "):
            card = self.number(name)
            deck, number = divmod(card, FIRST_ALLY)
            assert self.s.deck[deck, number] > 0
            self.s.deck[deck, number] -= 1
            self.s.n_deck[deck] -= 1
            self.s.hand[seat, self.s.n_hand[seat]] = card
            self.s.n_hand[seat] += 1
        return self

    def only(self, *cards: str) -> "Position":
        """Leave but these cards in their decks; all others of those decks are discarded."""
        s = self.s
        for deck in {self.number(card) // FIRST_ALLY for card in cards}:
            keep = [self.number(card) % FIRST_ALLY for card in cards if self.number(card) // FIRST_ALLY == deck]
            for card in range(int(self.t.n_designs[deck])):
                if card not in keep:
                    self._discard(deck, card, int(s.deck[deck, card]))
        return self

    def empty(self, deck: str) -> "Position":
        """Discard a whole deck."""
        which = DECKS.index(deck)
        for card in range(int(self.t.n_designs[which])):
            self._discard(which, card, int(self.s.deck[which, card]))
        return self

    def _discard(self, deck: int, card: int, count: int) -> None:
        self.s.deck[deck, card] -= count
        self.s.discard[deck, card] += count
        self.s.n_deck[deck] -= count
        self.s.n_discard[deck] += count

    def happycorp(self, points: int) -> "Position":
        """Set HappyCorp's score."""
        self.s.happycorp = points
        return self

    # ---- playing ----

    def codes(self) -> list[int]:
        """Return the codes of the legal actions."""
        n = GAME.rules.legal(self.t, self.s, self._actions)
        return [int(code) for code in self._actions[:n]]

    def words(self) -> list[str]:
        """Return the actions on offer."""
        legal = [self._json(code) for code in self.codes()]
        self.witness.offered(self.state, legal)
        return [in_words(action) for action in legal]

    def _json(self, code: int) -> Json:
        action: Json = GAME.story.action_json(self.data, self.t, self.s, code)
        return action

    def offers(self, beginning: str) -> list[str]:
        """Return the actions on offer that begin so."""
        return [words for words in self.words() if words.startswith(beginning)]

    def do(self, *actions: str, rolls: "list[int] | None" = None) -> "Position":
        """Do actions one after the other; with `rolls` given, the die shows just these after the last."""
        for action in actions[:-1]:
            self._do(action)
        self._do(actions[-1], rolls)
        return self

    def _do(self, action: str, rolls: "list[int] | None" = None) -> None:
        before, codes = self.state, self.codes()
        legal = [self._json(code) for code in codes]
        found = [i for i, told in enumerate(legal) if in_words(told) == action]
        assert len(found) == 1, f"'{action}' is not on offer: {self.words()}"
        self._carry_out(codes[found[0]], rolls)
        self.witness.saw(before, legal, legal[found[0]], self.chance, self.state)

    def _carry_out(self, code: int, rolls: "list[int] | None") -> None:
        if rolls is None:
            self.chance = self._apply(code)
            return
        self._states[1] = self._states[0]
        for seed in range(TRIES):
            self._states[0] = self._states[1]
            self.chance = self.seed(seed)._apply(code)
            if [event["number"] for event in self.chance if event["type"] == "roll"] == rolls:
                return
        raise AssertionError(f"no seed rolls {rolls}")

    def _apply(self, code: int) -> list[Json]:
        """Carry out an action and all steps without a choice that follow; return what chance did."""
        chance: list[Json] = []
        while True:
            GAME.rules.apply(self.t, self.s, code, self._world)
            chance += GAME.story.chance_json(self.data, self.t, self.s)
            codes = [] if GAME.rules.is_over(self.s) else self.codes()
            if len(codes) != 1 or codes[0] == END:
                return chance
            code = codes[0]

    def end_turn(self, rolls: "list[int] | None" = None, card: str = PLAIN) -> "Position":
        """End the actions and let this Commercial Break come."""
        return self.only(card).do("end_actions", rolls=rolls)

    # ---- looking ----

    @property
    def state(self) -> Json:
        """The state as the trace has it."""
        shown: Json = GAME.story.state_json(self.data, self.t, self.s)
        return shown

    def at(self, number: int) -> Json:
        """Return a location."""
        place: Json = self.state["locations"][str(number)]
        return place

    def player(self, seat: int) -> Json:
        """Return a player."""
        player: Json = self.state["players"][seat]
        return player

    def strikers(self, seat: int) -> dict[int, int]:
        """Return where a player's strikers stand."""
        return {at + 1: int(count) for at, count in enumerate(self.s.strikers[seat]) if count}

    def energy(self, seat: int = 0) -> int:
        """Return a player's energy."""
        return int(self.s.energy[seat])

    def hand(self, seat: int = 0) -> list[str]:
        """Return a player's cards."""
        hand = self.player(seat)["hand"]
        return [*hand["strike"], *hand["ally"]]

    @property
    def scores(self) -> tuple[int, int]:
        """The Strikers' and HappyCorp's points."""
        return int(self.s.score), int(self.s.happycorp)

    @property
    def outcome(self) -> "str | None":
        """How the game ended, if it did."""
        outcome: str | None = self.state["outcome"]
        return outcome

    @property
    def cause(self) -> str:
        """Why the game ended."""
        return GAME.state.CAUSES[self.s.cause]

    def pending(self) -> "tuple[str, int] | None":
        """Return what is being decided, and by whom."""
        pending = self.state["pending"]
        return (pending["kind"], pending["seat"]) if pending else None

    def drawn(self) -> list[tuple[int, str]]:
        """Return who drew which card in the last step."""
        return [(event["seat"], event["card"]) for event in self.chance if event["type"] == "draw"]

    def rolled(self) -> list[int]:
        """Return the rolls of the last step."""
        return [event["number"] for event in self.chance if event["type"] == "roll"]


def random_play(
    seed: int, players: int = 3, difficulty: str = "normal", changes: "Json | None" = None
) -> Iterator[Episode]:
    """Play a game at random and yield the episode at every decision and at the end."""
    episode = Episode(match(players, "random", difficulty, changes), seed, 0)
    while not episode.is_over():
        yield episode
        episode.apply(episode.choose(episode.legal()))
    yield episode
