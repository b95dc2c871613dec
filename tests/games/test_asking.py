"""What a person is asked, in every game: sentences for all that can be done, and nothing that is hidden."""

from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from strikesim.engine.episode import Episode
from strikesim.engine.match import Match
from strikesim.engine.trace import trace
from strikesim.games.asking import Question
from strikesim.games.common import plain
from strikesim.games.registry import names
from strikesim.questions.playing import one_match

SEED = 8
every_game = pytest.mark.parametrize("name", names())


def decisions(
    name: str, bots: "tuple[str, ...]" = ("random", "planner")
) -> "Iterator[tuple[Match, Episode, list[int]]]":
    for game, bot in enumerate(bots * 2):
        match = one_match(name, bot, changes={"ruleset.turn_limit": 60} if name != "flint" else {})
        episode = Episode(match, SEED, game)
        while not episode.is_over():
            legal = episode.legal()
            if len(legal) > 1:
                yield match, episode, legal
            episode.apply(episode.choose(legal))


def asked(match: Match, episode: Episode, view: Any, legal: "list[int]") -> Question:
    return match.game.story.ask(match.data, plain(episode.t), plain(view), legal)


@every_game
def test_every_option_is_a_sentence_of_its_own(name: str) -> None:
    seen = set()
    for match, episode, legal in decisions(name):
        question = asked(match, episode, episode.seen(), legal)
        sentences = [option.sentence for option in question.options]
        assert len(set(sentences)) == len(sentences) == len(legal)
        shown = [place for _, options in question.ordered() for place, _ in options]
        assert sorted(shown) == list(range(len(legal)))
        for text in (*sentences, question.asks, *question.table):
            assert text.strip(), sentences
            assert not {"_", "{"} & set(text), text
            assert "None" not in text
        assert not any(sentence[0].islower() for sentence in sentences)
        assert "?" in question.asks
        seen |= {match.game.state.ACTIONS.read(code)[0].name for code in legal}
    assert len(seen) > 8


@every_game
def test_a_question_does_not_depend_on_what_the_seat_may_not_know(name: str) -> None:
    scramble, generator = import_module(f"games.{name}.hidden").scramble, np.random.default_rng(SEED)
    for match, episode, legal in decisions(name):
        question, seat = asked(match, episode, episode.seen(), legal), int(episode.s.seat)
        other = np.array([episode.s])
        scramble(episode.t, other[0], seat, generator)
        match.game.rules.hide(episode.t, other[0], seat)
        assert asked(match, episode, other[0], legal) == question


@every_game
def test_all_is_told_before_a_person_is_asked(name: str) -> None:
    match, heard, asks = one_match(name, "random"), list[str](), list[int]()

    def person(episode: Episode, legal: "list[int]") -> int:
        asks.append(len(heard))
        return episode.choose(legal)

    alone = list(match.game.story.tell(trace(match, SEED, 1, {1: lambda episode, legal: episode.choose(legal)})))
    for sentence in match.game.story.tell(trace(match, SEED, 1, {1: person})):
        heard.append(sentence)
        if len(asks) > 40:
            break
    assert heard == alone[: len(heard)]
    assert all(before <= after for before, after in pairwise(asks))
    turns = [number for number, sentence in enumerate(heard) if sentence.startswith("Turn ")]
    assert turns[0] < asks[-1], "turns are told as they come"


def test_a_person_is_told_no_hidden_hand() -> None:
    match = one_match("strajk", "random", players=3, changes={"ruleset.turn_limit": 30})

    def first(episode: Episode, legal: "list[int]") -> int:
        return legal[0]

    story = list(match.game.story.tell(trace(match, SEED, 0, {0: first})))
    openly = list(match.game.story.tell(trace(match, SEED, 0)))
    assert any(line.startswith("    Hand: ") for line in openly)
    assert not any(line.startswith("    Hand: ") for line in story)
    whose = ""
    for line in story:
        whose = line if line.startswith("Turn ") else whose
        if "Draws " in line and "(you)" not in whose:
            assert line.strip().removeprefix("Draws ").rstrip(".").split()[1] in ("card", "cards")
    assert any("Draws " in line for line in story)
