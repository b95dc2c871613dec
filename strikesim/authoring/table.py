"""One game at a table that a test lays out: any position, any roll, one action after the other."""

from pathlib import Path
from typing import Any, Self

import numpy as np

from strikesim.games import Game, load
from strikesim.games.common import MAX_ACTIONS, OUTCOMES
from strikesim.games.ruleset import read_layers
from strikesim.rng import seeded

MOST_SEEDS = 10_000


def game_at(place: "str | Path") -> Game:
    """Return the game in a folder, or of a name."""
    return load(read_layers(str(place)).game)


class Table:
    """A game that has been set up, to be changed and played on by hand.

    Attributes
    ----------
    t, s
        The tables and the state, records that can be written to.
    """

    def __init__(
        self,
        place: "str | Path",
        players: int,
        difficulty: "str | None" = None,
        changes: "dict[str, Any] | None" = None,
        seed: int = 1,
        **fields: Any,
    ) -> None:
        """Set up a game.

        Parameters
        ----------
        place
            The game's folder, or its name.
        players, difficulty, changes
            As for a sweep; without a difficulty the usual one, if there is any.
        seed
            Of the game's chance.
        **fields
            Values of fields of the state, written after the set-up.
        """
        layers = read_layers(str(place)).changed(changes or {})
        self.game, self._seed = load(layers.game), seed
        rules = self.game.tables.Rules.parse(layers.data(), layers.where)
        level = difficulty or rules.ruleset.default_difficulty
        self._tables = self.game.tables.compile_tables(rules, players, level)
        self._states = np.zeros(1, self.game.state.STATE)
        self.t, self.s = self._tables[0], self._states[0]
        self._world, _ = seeded(seed, 0, 0)
        self.game.rules.setup(self.t, self.s, self._world)
        for name, value in fields.items():
            self.s[name] = value

    def rolling(self, **sides: int) -> Self:
        """Choose what dice show next: the purpose's name, in capitals, and the side, 1 to 6.

        Raises
        ------
        ValueError
            It is no side of a die with six.
        """
        for name, side in sides.items():
            purpose = self.game.state.Purpose[name]
            self._world.words[purpose] = _words_that_roll(side, purpose)
        return self

    def codes(self) -> list[int]:
        """Return the codes of what can be done."""
        actions = np.zeros(MAX_ACTIONS, np.int64)
        return [int(code) for code in actions[: self.game.rules.legal(self.t, self.s, actions)]]

    def legal(self) -> list[str]:
        """Return what can be done, in the order of the rules: names, each with the values of its fields."""
        read = [self.game.state.ACTIONS.read(code) for code in self.codes()]
        return [" ".join([action.name, *map(str, values.values())]) for action, values in read]

    def do(self, name: str, *values: int) -> None:
        """Take an action.

        Raises
        ------
        ValueError
            It is not legal; the message tells what is.
        """
        wanted = " ".join([name, *map(str, values)])
        if wanted not in self.legal():
            raise ValueError(f"'{wanted}' is not legal; legal are {', '.join(self.legal())}")
        code = self.codes()[self.legal().index(wanted)]
        self.game.rules.apply(self.t, self.s, code, self._world)

    def ended(self) -> "tuple[str, str | None]":
        """Return the outcome and why; a game that goes on is running."""
        cause = self.game.state.CAUSES[self.s.cause] if self.s.outcome else None
        return OUTCOMES[self.s.outcome], cause


def _words_that_roll(side: int, purpose: int) -> Any:
    """Return the words of a generator whose next roll of a die with six sides is a side."""
    from strikesim.rng import drawn

    for seed in range(MOST_SEEDS):
        world, again = seeded(seed, 0, 0)[0], seeded(seed, 0, 0)[0]
        if drawn(world, purpose, 6) + 1 == side:
            return again.words[purpose]
    raise ValueError(f"{side} is no side of a die")
