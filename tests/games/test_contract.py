"""Every game keeps the contract (games/contract.py), whatever its rules: it is found by its folder."""

import inspect
import itertools
import json
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import get_type_hints

import numpy as np
import pytest

from strikesim._jit import in_python
from strikesim.engine.bots import find_bot, marks
from strikesim.engine.episode import Episode
from strikesim.engine.match import Match, prepare
from strikesim.engine.trace import trace
from strikesim.games import contract, load
from strikesim.games.common import END, MAX_SEATS, OUTCOMES, plain
from strikesim.games.labels import labels_of
from strikesim.games.registry import FOLDER, names
from strikesim.games.ruleset import components, read_layers
from strikesim.rng import seeded

MODULES = {
    part: getattr(contract, part.title())
    for part in ("tables", "state", "rules", "redraw", "standing", "bots", "story")
}
SEED = 11
SHORT = 30  # turns of most games here

every_game = pytest.mark.parametrize("name", names())


def settings_of(name: str) -> list[tuple[int, "str | None"]]:
    """Return all numbers of players and difficulties."""
    header = read_layers(name).data()["ruleset"]
    return [(players, level) for players in header["players"] for level in header["difficulties"] or (None,)]


@cache
def match_of(name: str, setting: int, bots: tuple[str, ...], limit: int = SHORT) -> Match:
    """Return a match; settings are taken in turn. Where the game has a turn limit, it is no more than `limit`."""
    players, level = settings_of(name)[setting % len(settings_of(name))]
    found = [find_bot(load(name), bot, Path()) for bot in bots]
    layers = read_layers(name)
    turns = layers.base["ruleset"].get("turn_limit")
    data = layers.changed({"ruleset.turn_limit": min(turns, limit)} if turns else {}).data()
    return prepare(data, players, level, found, name)


def matches(name: str, limit: int = SHORT) -> Iterator[Match]:
    """Yield a match for each setting and each bot."""
    for setting in range(len(settings_of(name))):
        for bot in marks(load(name)):
            yield match_of(name, setting, (bot,), limit)


def positions(name: str, games: int = 6) -> Iterator[tuple[Episode, list[int]]]:
    """Yield every decision of some games of random players, with what is on offer."""
    for game in range(games):
        episode = Episode(match_of(name, 5 * game, ("random",)), SEED, game)
        while not episode.is_over():
            legal = episode.legal()
            yield episode, legal
            episode.apply(episode.choose(legal))


# ---- the modules -------------------------------------------------------------------------------------------------


@every_game
@pytest.mark.parametrize("part", list(MODULES))
def test_a_module_offers_what_the_contract_asks_for(name: str, part: str) -> None:
    module, asked = getattr(load(name), part), MODULES[part]
    for attribute in get_type_hints(asked):
        assert hasattr(module, attribute), f"{name}/{part}.py has no {attribute}"
    for method, function in inspect.getmembers(asked, inspect.isfunction):
        if not method.startswith("_"):
            wanted = list(inspect.signature(function).parameters)[1:]
            assert list(inspect.signature(in_python(getattr(module, method))).parameters) == wanted, method


@every_game
def test_no_game_imports_another_nor_is_imported_by_what_they_share(name: str) -> None:
    others = [f"strikesim.games.{other}" for other in names() if other != name]
    for path in FOLDER.rglob("*.py"):
        if path.parent in (FOLDER / name, FOLDER):
            assert not [other for other in others if other in path.read_text(encoding="utf-8")], path


@every_game
def test_causes_settings_and_alternatives_have_names(name: str) -> None:
    data = read_layers(name).data()
    labels = labels_of(load(name), data)
    missing = [cause for cause in load(name).state.CAUSES if f"win: {cause}" not in labels.causes]
    missing += [level for level in data["ruleset"]["difficulties"] if level not in labels.values["difficulty"]]
    missing += [key for key in data.get("switches", {}) if key not in labels.keys]
    for identity, entry in data["assumed"].items():
        missing += [identity] * (identity not in labels.keys)
        missing += {"default", *entry["alternatives"]} - set(labels.values.get(identity, {}))
    assert not missing


@every_game
def test_labels_are_no_component(name: str) -> None:
    assert "labels" not in components(read_layers(name).data())


# ---- the step API ------------------------------------------------------------------------------------------------


@every_game
def test_legal_codes_are_read_and_written_again_and_told_as_different_actions(name: str) -> None:
    game, data, seen = load(name), read_layers(name).data(), set()
    for episode, legal in positions(name, games=4):
        told = [game.story.action_json(data, episode.t, episode.s, code) for code in legal]
        assert len({json.dumps(action) for action in told}) == len(set(legal)) == len(legal)
        for code in legal:
            action, values = game.state.ACTIONS.read(code)
            assert action.code(*values.values()) == code
            seen.add(action.name)
    assert len(seen) > 3


@every_game
def test_a_seat_is_in_the_game_and_chance_fits_in_the_log(name: str) -> None:
    for episode, _ in positions(name):
        assert 0 <= episode.s.seat < episode.t.seats <= MAX_SEATS
        assert episode.s.n_log <= len(episode.s.log)


@every_game
def test_chance_is_drawn_for_every_purpose_and_no_other(name: str) -> None:
    purpose, moved = load(name).state.Purpose, set()
    for number, match in enumerate(matches(name)):
        episode, (fresh, _) = Episode(match, SEED, number), seeded(SEED, number, 0)
        while not episode.is_over():
            episode.apply(episode.choose(episode.legal()))
        moved.update(np.flatnonzero((episode._world.words != fresh.words).any(axis=1)).tolist())
    assert {*purpose} <= moved
    assert moved == {*range(max(moved) + 1)}, "the last purpose may go on, a deck for each number"


@every_game
def test_a_view_does_not_depend_on_what_the_seat_may_not_know(name: str) -> None:
    scramble, rules = import_module(f"games.{name}.hidden").scramble, load(name).rules
    generator, moved, hidden = np.random.default_rng(SEED), 0, 0
    for episode, _ in positions(name):
        for seat in range(episode.t.seats):
            states = np.array([episode.s] * 2)
            scramble(episode.t, states[1], seat, generator)
            moved += states[0].tobytes() != states[1].tobytes()
            for state in states:
                rules.hide(episode.t, state, seat)
            assert states[0].tobytes() == states[1].tobytes()
            assert not states[0].log.any()
            states[1].log, states[1].n_log = episode.s.log, episode.s.n_log
            hidden += states[1].tobytes() != episode.s.tobytes()
    assert bool(moved) == bool(hidden), "what is hidden must be scrambled, and only that"


# ---- the kernel --------------------------------------------------------------------------------------------------


@every_game
def test_rows_do_not_depend_on_chunks_or_threads(name: str) -> None:
    bots = tuple(list(marks(load(name)))[:2])
    match = match_of(name, 1, bots if len(bots) <= match_of(name, 1, bots[:1]).seats else bots[:1])
    rows = match.play(SEED, 0, 60)
    assert len({row.tobytes() for row in rows}) > 30
    chunks = [range(first, min(first + size, 60)) for size in (1, 7) for first in range(0, 60, size)]
    with ThreadPoolExecutor(3) as pool:
        parts = list(pool.map(lambda chunk: match.play(SEED, chunk[0], len(chunk)), chunks))
    assert np.concatenate(parts).tobytes() == rows.tobytes() * 2


@every_game
def test_a_trace_ends_as_the_row_says(name: str) -> None:
    for number, match in enumerate(matches(name)):
        if number % 7 == 0:
            *_, last, end = trace(match, SEED, number)
            row, result = match.play(SEED, number, 1)[0], end["result"]
            assert result["outcome"] == OUTCOMES[row.outcome] == last["state"]["outcome"]
            assert result["winner"] == (row.winner if row.winner >= 0 else None)
            assert result["cause"] == load(name).state.CAUSES[row.cause]
            assert (result["turns"], result["decisions"]) == (row.turns, row.decisions)


def test_a_trace_tells_every_step_forced_ones_too() -> None:
    forced, told = Counter[str](), Counter[str]()
    for name, game in itertools.product(names(), range(10)):
        match = match_of(name, game, ("random",))
        episode = Episode(match, SEED, game)
        while not episode.is_over():
            legal = episode.legal()
            if len(legal) == 1 and legal[0] != END:
                told_as = load(name).story.action_json(match.data, plain(episode.t), plain(episode.s), legal[0])
                forced[json.dumps(told_as)] += 1
            episode.apply(episode.choose(legal))
        told.update(json.dumps(step) for line in trace(match, SEED, game) for step in line.get("steps", []))
    assert forced, "some game has decisions with one answer"
    assert not forced - told


# ---- what is measured --------------------------------------------------------------------------------------------


@pytest.mark.many
@every_game
def test_every_metric_and_cause_is_seen_to_move(name: str) -> None:
    state = load(name).state
    rows = [match.play(SEED, 0, 300) for match in matches(name, limit=1000)]
    metrics = np.concatenate([part["metrics"] for part in rows])
    seat_metrics = np.concatenate([part["seat_metrics"][:, :2] for part in rows])
    still = [metric.name for i, metric in enumerate(state.METRICS) if not np.ptp(metrics[:, i])]
    still += [metric.name for i, metric in enumerate(state.SEAT_METRICS) if not np.ptp(seat_metrics[..., i])]
    assert not still


@every_game
def test_rows_are_what_the_naive_referee_counts(name: str) -> None:
    measured, state, chance = import_module(f"naive.{name}").measured, load(name).state, Random(SEED)
    for number, match in enumerate(chance.choices(list(matches(name)), k=12)):
        row, counted = (
            match.play(SEED, number, 1)[0],
            measured(json.loads(json.dumps(list(trace(match, SEED, number))))),
        )
        assert row.first_seat == counted.first_seat
        assert counted.game == dict(zip([metric.name for metric in state.METRICS], row.metrics.tolist(), strict=True))
        for seat, counts in enumerate(counted.seats):
            values = row.seat_metrics[seat].tolist()
            assert counts == dict(zip([metric.name for metric in state.SEAT_METRICS], values, strict=True))
