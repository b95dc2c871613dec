"""Positions of Striking Flint in words, on the state record that the kernel itself plays on.

    table = Position(workers={"fisher_one_s": "socialists"}, strikebreakers={"fisher_one_a": "money"})
    table.do("resist fisher_one_a money fisher_one_s socialists")
    assert table.strikebreakers("fisher_one_a") == {}

The map of a position is always this one (`letter` as in the ruleset file), with four factories: the large one of
fisher_one_s, fisher_one_t and chevrolet_four_s, and three of one Station each.

    s s a | s s a     fisher_one    fisher_two
    b t c | b c t
    a s s             chevrolet_four
    t b c
"""

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from naive.flint import check_from
from naive.witness import Witness, header_of
from strikesim.engine.bots import find_bot, marks
from strikesim.engine.match import Match, prepare
from strikesim.engine.trace import trace
from strikesim.games import load
from strikesim.games.common import MAX_ACTIONS
from strikesim.games.flint import board
from strikesim.games.flint.state import CAUSES, COMMITTEES, KINDS, MAX_IN_PLAY, Phase, Purpose, Stage
from strikesim.games.flint.telling import Teller
from strikesim.games.ruleset import components, read_layers
from strikesim.rng import drawn, seeded

Json = dict[str, Any]
GAME: Any = load("flint")  # its modules have more than the contract asks for
LAYERS = read_layers("flint")
QUIET = {
    "headline": "Nothing happens",
    "date": "1937-01-01",
    "effects": [],
    "removal": {"condition": "workers_in_factories", "at_least": 12},
}
MAP = [
    {"card": "fisher_one", "place": [0, 0], "turned": False},
    {"card": "fisher_two", "place": [1, 0], "turned": False},
    {"card": "chevrolet_four", "place": [0, 1], "turned": False},
]
THREE = ("socialists", "rank_and_file", "veterans")
ARGUMENTS = {
    "place": ("space",),
    "occupy": ("space", "committee"),
    "picket": ("space", "committee"),
    "gambit": ("worker",),
    "move": ("strikebreaker", "from", "to"),
    "step": ("to",),
    "hold": ("space",),
    "agitate": ("space",),
    "relief": ("committee",),
    "activate": ("space",),
    "target": ("space", "committee"),
    "order": ("event",),
}


def match(players: int = 3, bot: str = "random", changes: "Json | None" = None, difficulty: str = "easy") -> Match:
    """Return a match of one bot in all seats; `changes` as for `Layers.changed`."""
    layers = LAYERS.changed(changes or {})
    return prepare(layers.data(), players, difficulty, [find_bot(GAME, bot, Path())], layers.where)


def bots() -> list[str]:
    """Return the names of all built-in bots."""
    return list(marks(GAME))


def lines_of(
    players: int, bot: str, changes: "Json | None" = None, game: int = 0, seed: int = 1, difficulty: str = "easy"
) -> list[Json]:
    """Return the trace of a game."""
    return list(trace(match(players, bot, changes, difficulty), seed, game))


@lru_cache(maxsize=300)
def _compiled(players: int, difficulty: str, changes: str) -> tuple[Json, Any]:
    layers = LAYERS.changed(json.loads(changes))
    data = layers.data()
    return data, GAME.tables.compile_tables(GAME.tables.Rules.parse(data, layers.where), players, difficulty)


def world_of(seed: int) -> Any:
    """Return the world of a game."""
    world, _ = seeded(seed, 0, 0)
    return world


@lru_cache(maxsize=100)
def seed_that_rolls(*numbers: int) -> int:
    """Return a seed whose first die rolls are the given ones."""
    for seed in range(100_000):
        world = world_of(seed)
        if all(1 + drawn(world, Purpose.DIE, 6) == number for number in numbers):
            return seed
    raise AssertionError(f"no seed rolls {numbers}")


def counts(text: str) -> dict[str, int]:
    """Read counts: `2 socialists, veterans`."""
    parts = [part.split() for part in text.split(",") if part.strip()]
    return {words[-1]: int(words[0]) if len(words) > 1 else 1 for words in parts}


def act(action: "str | Json") -> Json:
    """Read an action: its type, then its values in the trace's order."""
    if not isinstance(action, str):
        return action
    kind, *values = action.split()
    if kind == "gambit":
        return {"type": kind, "worker": {"space": values[0], "committee": values[1]}}
    if kind == "resist":
        worker = {"space": values[2], "committee": values[3]}
        return {"type": kind, "space": values[0], "strikebreaker": values[1], "worker": worker}
    return {"type": kind, **dict(zip(ARGUMENTS.get(kind, ()), values, strict=True))}


class Position:
    """A position in the middle of a game, before the action of the first committee of the earliest space.

    Parameters
    ----------
    workers, strikebreakers
        By space: {"fisher_one_s": "2 socialists, veterans"}, {"fisher_one_a": "money"}.
    trackers
        By calendar space, top first: {2: "socialists rank_and_file", 4: "veterans"}.
    cubes
        By committee; 1 each where nothing is said.
    events
        In play; `quiet` does nothing and never leaves. `deck`: top first; by default all others in the file's order.
    rolls
        What the die will show first.
    begin
        Start with step 1 of the turn, not with its action.
    """

    def __init__(
        self,
        *,
        workers: "dict[str, str] | None" = None,
        strikebreakers: "dict[str, str] | None" = None,
        trackers: "dict[int, str] | None" = None,
        cubes: "dict[str, int] | None" = None,
        committees: "tuple[str, ...]" = THREE,
        events: "tuple[str, ...]" = ("quiet",),
        deck: "tuple[str, ...] | None" = None,
        token: int = 40,
        difficulty: str = "easy",
        rolls: "tuple[int, ...]" = (),
        begin: bool = False,
        changes: "Json | None" = None,
    ) -> None:
        fixed = {
            "events.quiet": QUIET,
            "layouts.test": {"cards_3": MAP},
            "map": "test",
            "committees": list(committees),
            "events_in_play": len(events),
        }
        self.data, tables = _compiled(len(committees), difficulty, json.dumps({**fixed, **(changes or {})}))
        self.t, self.s = tables[0], np.zeros(1, GAME.state.STATE)[0]
        self.world = world_of(seed_that_rolls(*rolls) if rolls else 1)
        self.chance: list[Json] = []
        self.steps: list[Json] = []
        self.teller: Teller | None = None
        self._actions = np.zeros(MAX_ACTIONS, np.int64)
        GAME.rules.setup(self.t, self.s, world_of(1))
        self.s.n_log = 0
        self._put_pieces(workers if workers is not None else {"fisher_one_s": committees[0]}, strikebreakers or {})
        self._put_trackers(trackers or {5: " ".join(committees)}, cubes or {}, token)
        self._put_events(events, deck)
        self.witness = self._watched(len(committees), difficulty)
        self.s.step, self.s.phase = 2, Phase.MAIN
        if begin:
            self.s.turn, self.s.phase, self.s.stage = 0, Phase.FLOW, Stage.BEGIN
            GAME.rules.run_on(self.t, self.s, self.world)

    def _put_pieces(self, workers: "dict[str, str]", strikebreakers: "dict[str, str]") -> None:
        s = self.s
        s.workers[:] = s.strikebreakers[:] = 0
        s.worker_supply[: self.t.seats] = self.t.workers
        s.strikebreaker_supply[:] = self.t.strikebreakers
        for space, text in workers.items():
            for committee, count in counts(text).items():
                s.workers[self.space(space), self.seat(committee)] = count
                s.worker_supply[self.seat(committee)] -= count
        for space, text in strikebreakers.items():
            for kind, count in counts(text).items():
                s.strikebreakers[self.space(space), KINDS.index(kind)] = count
                s.strikebreaker_supply[KINDS.index(kind)] -= count
        board.recount(s)

    def _put_trackers(self, trackers: "dict[int, str]", cubes: "dict[str, int]", token: int) -> None:
        s = self.s
        for space, text in trackers.items():
            for height, committee in enumerate(reversed(text.split())):
                s.tracker[self.seat(committee)], s.height[self.seat(committee)] = space, height
        for committee, count in cubes.items():
            s.cube_supply -= count - s.cubes[self.seat(committee)]
            s.cubes[self.seat(committee)] = count
        s.token, s.turn = token, 1
        s.current = s.seat = self.seat(trackers[min(trackers)].split()[0])

    def _put_events(self, events: "tuple[str, ...]", deck: "tuple[str, ...] | None") -> None:
        s, names = self.s, list(self.data["events"])
        deck = tuple(name for name in names if name not in events) if deck is None else deck
        s.n_in_play, s.n_deck, s.n_unseen = len(events), len(deck), len(deck)
        for slot in range(MAX_IN_PLAY):
            s.event[slot] = names.index(events[slot]) if slot < len(events) else -1
        for i in range(len(s.deck)):
            s.deck[i] = names.index(deck[i]) if i < len(deck) else -1

    # names

    def seat(self, committee: str) -> int:
        """Return a committee's seat."""
        return [COMMITTEES[i] for i in self.s.committee[: self.t.seats]].index(committee)

    def space(self, name: str) -> int:
        """Return a space's number."""
        names = [GAME.story.space_name(self.data, self.s, i) for i in range(self.s.n_spaces)]
        return names.index(name)

    # what is on the table

    @property
    def state(self) -> Json:
        """The state as the trace shows it."""
        return GAME.story.state_json(self.data, self.t, self.s)

    def workers(self, space: str) -> dict[str, int]:
        """Return the workers on a space."""
        return self.state["spaces"][space]["workers"]

    def strikebreakers(self, space: str) -> dict[str, int]:
        """Return the strikebreakers on a space."""
        return self.state["spaces"][space]["strikebreakers"]

    def cubes(self, committee: str) -> int:
        """Return the cubes a committee holds."""
        return self.state["exhaustion"][committee]

    def tracker(self, committee: str) -> tuple[int, int]:
        """Return a tracker's space and height."""
        tracker = self.state["trackers"][committee]
        return tracker["space"], tracker["height"]

    @property
    def acting(self) -> str:
        """The committee whose turn it is."""
        return COMMITTEES[self.s.committee[self.s.current]]

    @property
    def pending(self) -> "str | None":
        """What is being decided, beside the action of the turn."""
        return self.state["pending"]["kind"] if self.state["pending"] else None

    @property
    def token(self) -> int:
        """The space of the Concessions token."""
        return int(self.s.token)

    @property
    def result(self) -> "tuple[str, str] | None":
        """How the game ended, and why."""
        return (self.state["outcome"], CAUSES[self.s.cause]) if GAME.rules.is_over(self.s) else None

    def rolled(self) -> list[int]:
        """Return what the die showed while the last `do` was carried out."""
        return [event["number"] for event in self.chance if event["type"] == "roll"]

    def revealed(self) -> list[str]:
        """Return the events revealed while the last `do` was carried out."""
        return [event["event"] for event in self.chance if event["type"] == "reveal"]

    # what may be done, and what is done

    def codes(self) -> list[int]:
        """Return the kernel's codes of the legal actions."""
        return [int(code) for code in self._actions[: GAME.rules.legal(self.t, self.s, self._actions)]]

    def legal(self) -> list[Json]:
        """Return the legal actions as the trace has them."""
        legal = self._legal()
        self.witness.offered(self.state, legal)
        return legal

    def _legal(self) -> list[Json]:
        return [GAME.story.action_json(self.data, self.t, self.s, code) for code in self.codes()]

    def types(self) -> set[str]:
        """Return the types of the legal actions."""
        return {action["type"] for action in self.legal()}

    def of_type(self, kind: str) -> list[Json]:
        """Return the legal actions of a type."""
        return [action for action in self.legal() if action["type"] == kind]

    def offers(self, action: "str | Json") -> bool:
        """Tell whether an action is legal."""
        return act(action) in self.legal()

    def do(self, *actions: "str | Json") -> "Position":
        """Carry out legal actions, each with the steps that it forces.

        `chance` holds all they left to chance, `steps` all that happened without a choice.
        """
        self.chance, self.steps = [], []
        for action in actions:
            before, legal, known = self.state, self._legal(), len(self.chance)
            assert act(action) in legal, f"{action} is not on offer, but {legal}"
            self._apply(self.codes()[legal.index(act(action))])
            while not GAME.rules.is_over(self.s) and len(self.codes()) == 1:
                self.steps.append(self._legal()[0])
                self._apply(self.codes()[0])
            self.witness.saw(before, legal, act(action), self.chance[known:], self.state)
        return self

    def tell(self, *actions: "str | Json") -> str:
        """Carry out legal actions and return how they are told, as a story that goes on from call to call."""
        self.teller = self.teller or self._teller()
        told: list[str] = []
        for action in actions:
            self.do(action)
            told += self.teller.line({"action": act(action), "steps": self.steps, "state": self.state})
        return "\n".join(told)

    def _teller(self) -> Teller:
        setup = GAME.story.setup_json(self.data, self.t, self.s)
        teller = Teller({**setup, "components": components(self.data)})
        teller.state, teller.turn, teller.acting, teller.token = self.state, int(self.s.turn), self.acting, self.token
        teller.places = {name: tracker["space"] for name, tracker in self.state["trackers"].items()}
        teller.in_play = list(self.state["events"]["in_play"])
        return teller

    def _watched(self, players: int, difficulty: str) -> Witness:
        setup = GAME.story.setup_json(self.data, self.t, self.s)
        return Witness(check_from, header_of(self.data, players, difficulty, step=2, **setup))

    def _apply(self, code: int) -> None:
        GAME.rules.apply(self.t, self.s, code, self.world)
        self.chance += GAME.story.chance_json(self.data, self.t, self.s)
        self.steps += GAME.story.steps_json(self.data, self.t, self.s)


def start(players: int = 3, seed: int = 1, changes: "Json | None" = None, difficulty: str = "easy") -> Position:
    """Return the position after the kernel's own set-up, before the first worker is placed."""
    table = Position.__new__(Position)
    table.data, tables = _compiled(players, difficulty, json.dumps(changes or {}))
    table.t, table.s, table.world = tables[0], np.zeros(1, GAME.state.STATE)[0], world_of(seed)
    table._actions = np.zeros(MAX_ACTIONS, np.int64)
    GAME.rules.setup(table.t, table.s, table.world)
    table.witness = table._watched(players, difficulty)
    table.chance = GAME.story.chance_json(table.data, table.t, table.s)
    table.steps = GAME.story.steps_json(table.data, table.t, table.s)
    return table


def begun(players: int = 3, seed: int = 1, changes: "Json | None" = None, difficulty: str = "easy") -> Position:
    """Return the position at the first action, each worker placed on the first space on offer."""
    table = start(players, seed, changes, difficulty)
    while table.state["step"] == 0:
        table.do(table.legal()[-1])
    return table
