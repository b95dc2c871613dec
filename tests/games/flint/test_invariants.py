"""What holds in every state of every game (FLT-I1 .. FLT-I11), over random variants, bots and seeds."""

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.flint.positions import Json, bots, lines_of

pytestmark = pytest.mark.many

GAMES = st.fixed_dictionaries(
    {
        "players": st.integers(1, 5),
        "bot": st.sampled_from(bots()),
        "difficulty": st.sampled_from(["easy", "hard"]),
        "game": st.integers(0, 10**6),
        "variant": st.sampled_from(
            [
                (),
                (("events_in_play", 3), ("event_check", "turn_end")),
                (("extra_card", True), ("token", 35), ("rules.event_shift", -1)),
                (("place_from_map", True), ("gambit_moves", "may"), ("token", 30)),
                (("activation_order", "map_order"), ("FLT-A3", "hard_every_5"), ("events_in_play", 2)),
            ]
        ),
    }
)


@lru_cache(maxsize=400)
def _played(players: int, bot: str, difficulty: str, game: int, variant: tuple[tuple[str, Any], ...]) -> list[Json]:
    return lines_of(players, bot, dict(variant), game, difficulty=difficulty)


def played(drawn: Json) -> tuple[Json, list[Json], Json, list[Json]]:
    lines = _played(**drawn)
    return lines[0], [line["state"] for line in lines[1:-1]], lines[-1]["result"], lines


def every_game(check: Callable[[Json], None]) -> Callable[[], None]:
    return settings(max_examples=25)(given(GAMES)(check))


@pytest.mark.rule("FLT-I1")
@every_game
def test_workers_are_neither_made_nor_lost(drawn: Json) -> None:
    _, states, _, _ = played(drawn)
    for state in states:
        for name in state["trackers"]:
            on_map = sum(space["workers"].get(name, 0) for space in state["spaces"].values())
            assert on_map + state["supply"]["workers"].get(name, 0) == 4


@pytest.mark.rule("FLT-I2")
@every_game
def test_strikebreakers_are_five_of_each_kind(drawn: Json) -> None:
    _, states, _, _ = played(drawn)
    for state in states:
        for kind in ("authority", "money", "scab"):
            on_map = sum(space["strikebreakers"].get(kind, 0) for space in state["spaces"].values())
            supply = state["supply"]["strikebreakers"].get(kind, 0)
            assert supply >= 0
            assert on_map + supply == 5


@pytest.mark.rule("FLT-I3")
@every_game
def test_cubes_are_six_for_each_committee(drawn: Json) -> None:
    _, states, _, _ = played(drawn)
    for state in states:
        held = state["exhaustion"].values()
        assert min([*held, state["supply"]["exhaustion"]]) >= 0
        assert sum(held) + state["supply"]["exhaustion"] == 6 * len(held)


@pytest.mark.rule("FLT-I4")
@every_game
def test_each_event_is_in_the_deck_or_in_play(drawn: Json) -> None:
    header, states, _, _ = played(drawn)
    for state in states:
        events = state["events"]
        assert sorted(events["deck"] + events["in_play"]) == sorted(header["components"]["events"])
        assert len(events["in_play"]) == (header["events_in_play"] if state["step"] else 0)


@pytest.mark.rule("FLT-I5")
@every_game
def test_only_the_acting_tracker_moves_and_forward(drawn: Json) -> None:
    _, states, _, _ = played(drawn)
    for before, after in pairwise(states):
        moved = {n for n in before["trackers"] if before["trackers"][n]["space"] != after["trackers"][n]["space"]}
        assert all(after["trackers"][name]["space"] > before["trackers"][name]["space"] >= 1 for name in moved)
        if after["turn"] - before["turn"] <= 1 and before["turn"] > 0:
            assert len(moved) <= 1


@pytest.mark.rule("FLT-I6")
@every_game
def test_the_top_of_the_earliest_stack_acts_before_the_token(drawn: Json) -> None:
    header, states, _, _ = played(drawn)
    for state in states:
        if state["step"] == 2 and state["pending"] is None and state["outcome"] is None:
            space = min(tracker["space"] for tracker in state["trackers"].values())
            stack = {n: t["height"] for n, t in state["trackers"].items() if t["space"] == space}
            assert header["committees"][state["current"]] == max(stack, key=lambda name: stack[name])
            assert sorted(stack.values()) == list(range(len(stack)))


@pytest.mark.rule("FLT-I7")
@every_game
def test_the_token_only_moves_earlier(drawn: Json) -> None:
    header, states, _, _ = played(drawn)
    tokens = [state["concessions"] for state in states]
    assert tokens[0] == header["token"]
    assert tokens == sorted(tokens, reverse=True)


@pytest.mark.rule("FLT-I8")
@every_game
def test_a_game_is_never_longer_than_the_calendar_allows(drawn: Json) -> None:
    header, _, result, _ = played(drawn)
    assert result["turns"] <= (header["token"] - 1) * len(header["committees"]) <= 195


@pytest.mark.rule("FLT-I9")
@every_game
def test_the_map_never_changes(drawn: Json) -> None:
    header, states, _, _ = played(drawn)
    fixed = ("kind", "card", "cells", "die", "icon", "factory")
    maps = [{name: [space[key] for key in fixed] for name, space in state["spaces"].items()} for state in states]
    assert all(shown == maps[0] for shown in maps)
    assert len(maps[0]) == 5 * (len(header["committees"]) + header["extra_card"])
    assert len({space[5] for space in maps[0].values() if space[0] == "station"}) >= 3
    assert all((space[5] is None) == (space[0] == "corner") for space in maps[0].values())


@pytest.mark.rule("FLT-I10")
@every_game
def test_a_worker_stands_in_a_station_while_the_game_goes_on(drawn: Json) -> None:
    _, states, _, _ = played(drawn)
    for state in states:
        if state["step"] and state["outcome"] is None and state["pending"] is None:
            assert any(space["workers"] for space in state["spaces"].values() if space["kind"] == "station")


@pytest.mark.rule("FLT-I11")
@every_game
def test_every_game_is_won_at_the_end_of_a_turn_or_lost(drawn: Json) -> None:
    _, states, result, _ = played(drawn)
    causes = {"win": {"concessions"}, "loss": {"strikebreakers_gone", "exhaustion_gone", "factories_empty"}}
    assert result["cause"] in causes[result["outcome"]]
    if result["outcome"] == "win":
        assert states[-1]["step"] == 5
        assert min(tracker["space"] for tracker in states[-1]["trackers"].values()) >= states[-1]["concessions"]
