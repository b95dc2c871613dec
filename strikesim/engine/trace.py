"""The trace of one game: every decision, what was on offer, what chance did, and the whole state after it."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from strikesim.engine.kernel import lineup_place, row_dtype, write_row
from strikesim.engine.match import Match, illegal_answer
from strikesim.games import ruleset
from strikesim.games.common import END, MAX_ACTIONS, MAX_SEATS, OUTCOMES, plain
from strikesim.games.contract import StepStory, Story
from strikesim.games.ruleset import Data
from strikesim.rng import STREAM_DTYPE, WORLD, seed_game

Json = dict[str, Any]


class Table:
    """One game being played decision by decision, exactly as the kernel plays it."""

    def __init__(self, match: Match, seed: int, game: int) -> None:
        rules = match.game.rules
        self.match, self.seed, self.game = match, seed, game
        self.rotation = game % match.seats
        self.t = match.tables[0]
        self._games = np.zeros(2, match.game.state.STATE)
        self.s, self._view = self._games[0], self._games[1]
        self._actions = np.zeros(MAX_ACTIONS, np.int64)
        self._streams = np.zeros(1 + MAX_SEATS, STREAM_DTYPE)
        # Each bot's own tables and weights for this game, by place in the line-up.
        self._shown = np.repeat(match.tables, match.seats)
        self._weights = [bot.weight_row() for bot in match.bots]
        self.decisions = 0
        seed_game(self._streams, np.uint64(seed), np.uint64(game))
        rules.setup(self.t, self.s, self._streams[WORLD])

    def legal(self) -> list[int]:
        """Return the codes of the legal actions."""
        n = self.match.game.rules.legal(self.t, self.s, self._actions)
        return [int(code) for code in self._actions[:n]]

    def choose(self, legal: "list[int]") -> int:
        """Let the bot of the seat to decide choose one of the legal actions."""
        if len(legal) == 1:
            return legal[0]
        seat = int(self.s.seat)
        place = lineup_place(seat, self.rotation, self.match.seats)
        bot = self.match.bots[place]
        self._games[1] = self._games[0]
        self.match.game.rules.hide(self.t, self._view, seat)
        answer = bot.function(
            self._shown[place],
            self._view,
            self._actions.copy(),
            len(legal),
            self._streams[1 + seat],
            self._weights[place],
        )
        if not 0 <= answer < len(legal):
            raise illegal_answer(bot)
        return legal[answer]

    def apply(self, action: int) -> None:
        """Carry out an action."""
        self.match.game.rules.apply(self.t, self.s, action, self._streams[WORLD])

    def is_over(self) -> bool:
        """Tell whether the game has ended."""
        return bool(self.match.game.rules.is_over(self.s))

    def bot_at(self, seat: int) -> Any:
        """Return the bot that sits at a seat in this game."""
        return self.match.bots[lineup_place(seat, self.rotation, self.match.seats)]

    def row(self) -> Any:
        """Return the finished game's result, as the kernel writes it."""
        rows = np.zeros(1, row_dtype(self.match.game))
        write_row(rows[0], self.s, self.rotation, self.decisions)
        return rows[0]


def trace(match: Match, seed: int, game: int) -> Iterator[Json]:
    """Play one game and yield the lines of its trace: header, set-up, one for each decision, result."""
    table = Table(match, seed, game)
    yield _header(table)
    yield from _decisions(table)
    yield {"result": _result(table)}


def _header(table: Table) -> Json:
    match = table.match
    header = match.data["ruleset"]
    return {
        "ruleset": header["name"],
        "version": header["version"],
        "players": match.players,
        "difficulty": match.difficulty,
        "seed": table.seed,
        "game": table.game,
        "turn_limit": header.get("turn_limit"),
        "bots": [table.bot_at(seat).name for seat in range(match.seats)],
        **match.game.story.setup_json(match.data, plain(table.t), plain(table.s)),
        "components": ruleset.components(match.data),
    }


def _decisions(table: Table) -> Iterator[Json]:
    """Yield the set-up and every decision; a forced step joins the line before it, with its chance.

    Where the game has a `StepStory`, `steps` is all that happened in a line without a choice, in order: forced actions,
    chance, and what the rules did.
    """
    story, data, t = table.match.game.story, table.match.data, plain(table.t)
    s = plain(table.s)
    line: Json = {"ply": 0, "action": {"type": "setup"}, **_happened(story, data, t, s)}
    while not table.is_over():
        legal = table.legal()
        told = len(legal) > 1 or legal[0] == END
        action = table.choose(legal)
        if told:
            yield {**line, "state": story.state_json(data, t, s)}
            table.decisions += 1
            line = {
                "ply": table.decisions,
                "turn": int(s.turn),
                "seat": int(s.seat),
                "action": story.action_json(data, t, s, action),
                "legal": [story.action_json(data, t, s, code) for code in legal],
            }
        elif "steps" in line:
            line["steps"].append(story.action_json(data, t, s, action))
        table.apply(action)
        s = plain(table.s)
        for name, records in _happened(story, data, t, s).items():
            line[name] = [*line.get(name, []), *records]
    yield {**line, "state": story.state_json(data, t, s)}


def _happened(story: Story, data: Data, t: Any, s: Any) -> Json:
    """Return the fields of a line that say what happened in the last step."""
    happened: Json = {"chance": story.chance_json(data, t, s)}
    if isinstance(story, StepStory):
        happened["steps"] = story.steps_json(data, t, s)
    return happened


def _result(table: Table) -> Json:
    s = table.s
    return {
        "outcome": OUTCOMES[s.outcome],
        "winner": int(s.winner) if s.winner >= 0 else None,
        "cause": table.match.game.state.CAUSES[s.cause],
        "turns": int(s.turn),
        "decisions": table.decisions,
    }
