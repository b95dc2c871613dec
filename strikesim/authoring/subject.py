"""A game that is put to the proof: its matches and positions, and what its author's tests know of it."""

import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from strikesim.engine.bots import find_bot, marks
from strikesim.engine.episode import Episode
from strikesim.engine.match import Match, prepare
from strikesim.errors import RulesetError
from strikesim.games import Game, load
from strikesim.games.faults import at, last_line_in
from strikesim.games.ruleset import Data, Layers, read_layers

SEED = 11
SHORT = 30  # turns of most games here
TESTS, HIDDEN, REFEREE = "tests", "hidden.py", "referee.py"
CLAUSE = re.compile(r"^- ([A-Z]{3}-[A-Z]?\d+)\b", re.MULTILINE)
MARKED = re.compile(r'mark\.rule\("([A-Z]{3}-[A-Z]?\d+)"\)')


@dataclass(frozen=True, eq=False)
class Subject:
    """A game, and where it lies.

    Attributes
    ----------
    place
        Its folder, or its name.
    hidden, referee
        The files with `scramble` and with `check`; None: those in its folder's tests, where it has any.
    """

    place: str
    hidden: "Path | None" = None
    referee: "Path | None" = None

    @cached_property
    def layers(self) -> Layers:
        """Return the ruleset as it is written."""
        return read_layers(self.place)

    @cached_property
    def data(self) -> Data:
        """Return the whole ruleset."""
        return self.layers.data()

    @cached_property
    def game(self) -> Game:
        """Return the game."""
        return load(self.layers.game)

    @property
    def folder(self) -> Path:
        """Return the game's folder."""
        return self.game.home.folder

    @cached_property
    def settings(self) -> "list[tuple[int, str | None]]":
        """Return all numbers of players and difficulties."""
        header = self.data["ruleset"]
        return [(players, level) for players in header["players"] for level in header.get("difficulties") or (None,)]

    @cache  # noqa: B019 # a subject lives as long as the proof
    def match(self, setting: int, bots: "tuple[str, ...]", limit: int = SHORT) -> Match:
        """Return a match; settings are taken in turn. Where the game has a turn limit, it is no more than `limit`."""
        players, level = self.settings[setting % len(self.settings)]
        found = [find_bot(self.game, bot, Path()) for bot in bots]
        turns = self.layers.base["ruleset"].get("turn_limit")
        data = self.layers.changed({"ruleset.turn_limit": min(turns, limit)} if turns else {}).data()
        return prepare(data, players, level, found, self.place)

    def matches(self, limit: int = SHORT) -> Iterator[Match]:
        """Yield a match for each setting and each bot."""
        for setting in range(len(self.settings)):
            for bot in marks(self.game):
                yield self.match(setting, (bot,), limit)

    def positions(self, games: int = 6) -> "Iterator[tuple[Episode, list[int]]]":
        """Yield every decision of some games of random players, with what is on offer."""
        for game in range(games):
            episode = Episode(self.match(5 * game, ("random",)), SEED, game)
            while not episode.is_over():
                legal = episode.legal()
                yield episode, legal
                episode.apply(episode.choose(legal))

    @cached_property
    def scramble(self) -> "Callable[..., None] | None":
        """Return what shuffles the things that a seat may not know, None where the author says nothing of it."""
        return self._of_tests(self.hidden, HIDDEN, "scramble")

    @cached_property
    def check(self) -> "Callable[[Any], int] | None":
        """Return the naive referee's check of a trace, None where there is no referee."""
        return self._of_tests(self.referee, REFEREE, "check")

    def _of_tests(self, path: "Path | None", name: str, function: str) -> Any:
        path = path or self.folder / TESTS / name
        if not path.is_file():
            return None
        module = _run(path)
        if not hasattr(module, function):
            raise RulesetError(f"{path}: there is no function `{function}` in it")
        return getattr(module, function)

    def clauses(self) -> "list[str]":
        """Return the ids of the clauses of RULES.md, in their order."""
        path = self.folder / "RULES.md"
        return list(dict.fromkeys(CLAUSE.findall(path.read_text(encoding="utf-8")))) if path.is_file() else []

    def marked(self) -> "set[str]":
        """Return the ids of clauses that tests of the game bear."""
        files = (self.folder / TESTS).rglob("*.py")
        return {found for file in files for found in MARKED.findall(file.read_text(encoding="utf-8"))}


@cache
def _run(path: Path) -> Any:
    spec = spec_from_file_location(f"strikesim_tests_{abs(hash(path))}", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[module.__name__] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        file, line = last_line_in([path], error)
        raise RulesetError(f"{at(file, line)}: {type(error).__name__}: {error}") from error
    return module
