"""The trace of one game: every decision, what was on offer, what chance did, and the whole state after it."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from strikesim.engine.episode import Episode
from strikesim.engine.match import Match
from strikesim.games import ruleset
from strikesim.games.common import END, OUTCOMES, plain
from strikesim.games.contract import StepStory, Story
from strikesim.games.ruleset import Data

Json = dict[str, Any]
Steps = Callable[[Data, Any, Any], list[Json]]
Person = Callable[[Episode, "list[int]"], int]
PERSON = "you"  # what the header calls a person at the table


def trace(match: Match, seed: int, game: int, persons: "Mapping[int, Person] | None" = None) -> Iterator[Json]:
    """Play one game and yield the lines of its trace: header, set-up, one for each decision, result.

    Parameters
    ----------
    persons
        Who decides for a seat instead of its bot: gets the game at a decision and the codes on offer, and returns one
        of them. All lines before the decision have been yielded by then.
    """
    episode, persons = Episode(match, seed, game), persons or {}
    yield _header(match, episode, persons)
    yield from _decisions(match, episode, persons)
    yield {"result": _result(episode)}


def holders(match: Match) -> list[int]:
    """Return of each seat which player fills it, from 0."""
    episode = Episode(match, 0, 0)
    header = match.game.story.setup_json(match.data, plain(episode.t), plain(episode.s))
    held: list[int] = header.get("holders", list(range(match.seats)))
    return held


def _header(match: Match, episode: Episode, persons: "Mapping[int, Person]") -> Json:
    header = match.data["ruleset"]
    return {
        "ruleset": header["name"],
        "version": header["version"],
        "players": match.players,
        "difficulty": match.difficulty,
        "seed": episode.seed,
        "game": episode.game,
        "turn_limit": header.get("turn_limit"),
        "bots": [PERSON if seat in persons else episode.bot_at(seat).name for seat in range(match.seats)],
        **({"persons": sorted(persons)} if persons else {}),
        **match.game.story.setup_json(match.data, plain(episode.t), plain(episode.s)),
        "components": ruleset.components(match.data),
    }


def _decisions(match: Match, episode: Episode, persons: "Mapping[int, Person]") -> Iterator[Json]:
    """Yield the set-up and every decision; a forced step joins the line before it, with its chance.

    `steps` is all that happened in a line without a choice, in order: forced actions, chance and, where the game has a
    `StepStory`, what the rules did.
    """
    story, data, t = match.game.story, match.data, plain(episode.t)
    s = plain(episode.s)
    line: Json = {"ply": 0, "action": {"type": "setup"}, **_happened(story, data, t, s)}
    while not episode.is_over():
        legal = episode.legal()
        told = len(legal) > 1 or legal[0] == END
        if told:
            yield {**line, "state": story.state_json(data, t, s)}
        person = persons.get(s.seat) if len(legal) > 1 else None
        action = person(episode, legal) if person else episode.choose(legal)
        if told:
            episode.decisions += 1
            line = {
                "ply": episode.decisions,
                "turn": int(s.turn),
                "seat": int(s.seat),
                "action": story.action_json(data, t, s, action),
                "legal": [story.action_json(data, t, s, code) for code in legal],
            }
        else:
            line["steps"].append(story.action_json(data, t, s, action))
        episode.apply(action)
        s = plain(episode.s)
        for name, records in _happened(story, data, t, s).items():
            line[name] = [*line.get(name, []), *records]
    yield {**line, "state": story.state_json(data, t, s)}


@cache
def _steps_of(story: Story) -> Steps:
    """Return what tells the steps of a game: its `StepStory`, else its chance."""
    return story.steps_json if isinstance(story, StepStory) else story.chance_json


def _happened(story: Story, data: Data, t: Any, s: Any) -> Json:
    """Return the fields of a line that say what happened in the last step."""
    return {"chance": story.chance_json(data, t, s), "steps": _steps_of(story)(data, t, s)}  # type: ignore[arg-type] # a module has a hash


def _result(episode: Episode) -> Json:
    s = episode.s
    return {
        "outcome": OUTCOMES[s.outcome],
        "winner": int(s.winner) if s.winner >= 0 else None,
        "cause": episode.match.game.state.CAUSES[s.cause],
        "turns": int(s.turn),
        "decisions": episode.decisions,
    }
