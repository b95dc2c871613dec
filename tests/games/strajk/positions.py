"""Positions of Strajk in words, on the state record that the kernel itself plays on; the naive referee looks on.

    table = Position(token="bhp_hall", hand="walking, speech", tomorrow="3 speech")
    table.do("move walking department_1", "take department_1")
    assert table.pile("today") == cards("walking, speech, worker")

An action is written as the trace has it, its values in order: `move walking department_1`, `take department_1`,
`special worker`, `put speech`, `done`, `negotiate`, `end_turn`; or given as the trace's JSON.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from naive.strajk import check_from
from naive.witness import Witness, header_of
from strikesim.engine.bots import find_bot, marks
from strikesim.engine.episode import Episode
from strikesim.engine.match import Match, prepare
from strikesim.engine.trace import trace
from strikesim.games import load
from strikesim.games.common import END, MAX_ACTIONS
from strikesim.games.ruleset import read_layers
from strikesim.games.strajk.state import KINDS, Phase
from strikesim.rng import seeded

Json = dict[str, Any]
GAME: Any = load("strajk")  # its modules have more than the contract asks for
LAYERS = read_layers("strajk")
ARGUMENTS = {"move": ("card", "to"), "take": ("at",)}
PILES = ("hand", "tomorrow", "today", "later")
LEVEL_FOUR = ("delegate", "expert")

# Variants in which even random players negotiate: everybody starts with level-IV cards; in the second one demand wins;
# in the third nobody can leave the Hall, most negotiations fail, and the demands set aside come back.
RICH: Json = {
    "cards.delegate.start": 3,
    "cards.expert.start": 3,
    "cards.walking.start": 0,
    "locations.delegates_space.cost": ["walking"],
}
SHORT: Json = {**RICH, "rules.trophies_to_win": 1, "board.start": "bhp_hall", "hall_speech_needs_two_blue": False}
HALL: Json = {
    "cards.expert.start": 2,
    "cards.walking.start": 0,
    "cards.running.start": 0,
    "board.start": "bhp_hall",
    "hall_speech_needs_two_blue": False,
}


def match(players: int = 2, bot: str = "random", changes: "Json | None" = None) -> Match:
    """Return a match of one bot in all seats; `changes` as for `Layers.changed`."""
    layers = LAYERS.changed(changes or {})
    return prepare(layers.data(), players, None, [find_bot(GAME, bot, Path())], layers.where)


def bots() -> list[str]:
    """Return the names of all built-in bots."""
    return list(marks(GAME))


def lines_of(players: int, bot: str, changes: Json, seed: int = 1, game: int = 0) -> list[Json]:
    """Return the trace of a game."""
    return list(trace(match(players, bot, changes), seed, game))


@lru_cache(maxsize=200)
def _compiled(players: int, changes: str) -> tuple[Json, Any]:
    layers = LAYERS.changed(json.loads(changes))
    data = layers.data()
    return data, GAME.tables.compile_tables(GAME.tables.Rules.parse(data, layers.where), players)


@dataclass(frozen=True)
class Step:
    """One action of a game, forced or not: what was on offer, and the states before and after it."""

    before: Json
    legal: list[Json]
    action: Json
    after: Json


def steps_of(players: int, bot: str, changes: Json, seed: int, game: int) -> list[Step]:
    """Play a game and return every action of it; games asked for again are not played again."""
    return _steps(players, bot, json.dumps(changes), seed, game)


@lru_cache(maxsize=200)
def _steps(players: int, bot: str, changes: str, seed: int, game: int) -> list[Step]:
    played = match(players, bot, json.loads(changes))
    episode = Episode(played, seed, game)
    data, t, s = played.data, episode.t, episode.s
    steps, before = [], GAME.story.state_json(data, t, s)
    while not episode.is_over():
        codes = episode.legal()
        action = episode.choose(codes)
        offered = {code: GAME.story.action_json(data, t, s, code) for code in codes}
        episode.apply(action)
        after = GAME.story.state_json(data, t, s)
        steps.append(Step(before, list(offered.values()), offered[action], after))
        before = after
    return steps


def cards(text: str = "") -> dict[str, int]:
    """Read cards or demands: `3 speech, walking`."""
    parts = [part.split() for part in text.split(",") if part.strip()]
    return together(*({words[-1]: int(words[0]) if len(words) > 1 else 1} for words in parts))


def act(action: "str | Json") -> Json:
    """Read an action."""
    if not isinstance(action, str):
        return action
    kind, *values = action.split()
    return {"type": kind, **dict(zip(ARGUMENTS.get(kind, ("card",)), values, strict=False))}


class Position:
    """A position in the middle of a game, seat 0's turn unless stated; nothing has been done in it yet.

    Parameters
    ----------
    hand, tomorrow, today, later
        The acting player's piles.
    others
        Piles of other seats: {1: {"later": "3 speech"}}.
    stacks
        Cards left, where that is not as set up: {"department_1": 0}; of the Hall see `demands`.
    face_down
        Locations whose top is face down.
    changes
        Switches, alternatives and other changes of the ruleset.
    """

    def __init__(
        self,
        *,
        players: int = 2,
        seat: int = 0,
        token: str = "cross",
        hand: str = "",
        tomorrow: str = "",
        today: str = "",
        later: str = "",
        others: "dict[int, dict[str, str]] | None" = None,
        stacks: "dict[str, int] | None" = None,
        face_down: "tuple[str, ...]" = (),
        demands: str = "2 delegate_delegate, 2 delegate_expert, 2 expert_expert",
        set_aside: str = "",
        turn: int = 1,
        seed: int = 1,
        changes: "Json | None" = None,
    ) -> None:
        self.rules = GAME.rules
        self.data, tables = _compiled(players, json.dumps(changes or {}))
        self.t = tables[0]
        self.s = np.zeros(1, GAME.state.STATE)[0]
        self.world, _ = seeded(seed, 0, 0)
        self.chance: list[Json] = []
        self._actions = np.zeros(MAX_ACTIONS, np.int64)
        self.witness = Witness(check_from, header_of(self.data, players))
        s = self.s
        s.winner = s.cause = s.shown_demand = -1
        s.current = s.seat = seat
        s.turn, s.phase = turn, Phase.MAIN
        self._lay_out_board(token, stacks or {}, face_down, cards(demands), cards(set_aside))
        own = dict(zip(PILES, (hand, tomorrow, today, later), strict=True))
        for owner, piles in {**(others or {}), seat: own}.items():
            self._deal(owner, piles)

    def _lay_out_board(
        self, token: str, stacks: Json, face_down: "tuple[str, ...]", demands: Json, aside: Json
    ) -> None:
        self.s.token = list(self.data["locations"]).index(token)
        for i, demand in enumerate(self.data["demands"]):
            self.s.demands[i], self.s.aside[i] = demands.get(demand, 0), aside.get(demand, 0)
        for i, (name, location) in enumerate(self.data["locations"].items()):
            ((kind, count),) = location["stack"].items()
            hall = kind == "demand"
            self.s.stack[i] = sum(demands.values()) if hall else stacks.get(name, count)
            self.s.face_up[i] = not hall and self.s.stack[i] > 0 and name not in face_down

    def _deal(self, seat: int, piles: "dict[str, str]") -> None:
        for pile, text in piles.items():
            for kind, count in cards(text).items():
                self.s[pile][seat, KINDS.index(kind)] = count
            if pile != "today":
                self.s["n_" + pile][seat] = sum(cards(text).values())

    # what is on the table

    @property
    def state(self) -> Json:
        """The state as the trace shows it."""
        return GAME.story.state_json(self.data, self.t, self.s)

    def pile(self, name: str, seat: "int | None" = None) -> dict[str, int]:
        """Return a pile of a seat (of the acting one) as counts by kind."""
        return self.state["players"][self.s.current if seat is None else seat][name]

    def stack(self, location: str) -> tuple[int, bool]:
        """Return a stack's number of cards and whether its top shows."""
        stack = self.state["stacks"][location]
        return stack["count"], stack["face_up"]

    # what may be done, and what is done

    def codes(self) -> list[int]:
        """Return the kernel's codes of the legal actions."""
        return [int(code) for code in self._actions[: self.rules.legal(self.t, self.s, self._actions)]]

    def legal(self) -> list[Json]:
        """Return the legal actions as the trace has them."""
        legal = self._legal()
        self.witness.offered(self.state, legal)
        return legal

    def _legal(self) -> list[Json]:
        return [GAME.story.action_json(self.data, self.t, self.s, code) for code in self.codes()]

    def words(self) -> set[str]:
        """Return the legal actions in words."""
        return {" ".join(action.values()) for action in self.legal()}

    def offers(self, action: "str | Json") -> bool:
        """Tell whether an action is legal."""
        return act(action) in self.legal()

    def do(self, *actions: "str | Json") -> "Position":
        """Carry out legal actions, each with the steps that it forces; `chance` holds all they left to chance."""
        self.chance = []
        for action in actions:
            before, legal, known = self.state, self._legal(), len(self.chance)
            assert act(action) in legal, f"{action} is not on offer, but {legal}"
            self._apply(self.codes()[legal.index(act(action))])
            while not self.rules.is_over(self.s) and len(self.codes()) == 1 and self.codes()[0] != END:
                self._apply(self.codes()[0])
            self.witness.saw(before, legal, act(action), self.chance[known:], self.state)
        return self

    def _apply(self, code: int) -> None:
        self.rules.apply(self.t, self.s, code, self.world)
        self.chance += GAME.story.chance_json(self.data, self.t, self.s)

    def shuffles(self) -> list["int | None"]:
        """Return whose cards were shuffled while the last `do` was carried out (None: the demands set aside)."""
        return [event["seat"] for event in self.chance if event["type"] == "shuffle"]


def start(players: int = 2, seed: int = 1, changes: "Json | None" = None) -> Position:
    """Return the position after the kernel's own set-up and first draw."""
    table = Position(players=players, seed=seed, changes=changes)
    table.s = np.zeros(1, GAME.state.STATE)[0]
    table.rules.setup(table.t, table.s, table.world)
    table.chance = GAME.story.chance_json(table.data, table.t, table.s)
    return table


def together(*piles: dict[str, int]) -> dict[str, int]:
    """Add up counts by kind, zeros left out."""
    kinds = {kind for pile in piles for kind in pile}
    sums = {kind: sum(pile.get(kind, 0) for pile in piles) for kind in kinds}
    return {kind: count for kind, count in sums.items() if count}


def plies(lines: list[Json]) -> Iterator[tuple[Json, Json]]:
    """Yield (state before, line) for every decision of a trace."""
    before = lines[1]["state"]
    for line in lines[2:-1]:
        yield before, line
        before = line["state"]
