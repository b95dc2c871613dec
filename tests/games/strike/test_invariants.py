"""What holds in every state of every game (STK-I1 … STK-I12), over random games."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.strike.positions import LAYERS, VARIANTS, lines_of, match, random_play
from strikesim.games.strike.state import FIRST_ALLY, PerGame

pytestmark = pytest.mark.many

VICTORIES = [PerGame.FIRST_VICTORIES, PerGame.SECOND_VICTORIES, PerGame.THIRD_VICTORIES]

GAMES = {
    "seed": st.integers(0, 10**6),
    "players": st.integers(2, 4),
    "difficulty": st.sampled_from(LAYERS.data()["ruleset"]["difficulties"]),
    "variant": st.sampled_from(list(VARIANTS)),
}


def states(seed: int, players: int, difficulty: str, variant: str) -> Iterator[tuple[Any, Any]]:
    """Yield the tables and the state record of every decision."""
    for table in random_play(seed, players, difficulty, VARIANTS[variant]):
        yield table.t, table.s


def over_games(count: int = 8) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Check a claim for every state of random games."""
    return lambda claim: settings(max_examples=count)(given(**GAMES)(claim))


@pytest.mark.rule("STK-I1")
@over_games()
def test_strikers_are_never_lost(seed: int, players: int, difficulty: str, variant: str) -> None:
    for _, s in states(seed, players, difficulty, variant):
        owned = s.strikers.sum(axis=1) + s.supply
        assert owned.tolist() == [10] * players + [0] * (5 - players)
        assert (s.strikers >= 0).all()
        assert (s.present == s.strikers.sum(axis=0)).all()


@pytest.mark.rule("STK-I2")
@pytest.mark.rule("STK-I3")
@pytest.mark.rule("STK-47")
@over_games()
def test_drones_and_megadrones_are_never_lost(seed: int, players: int, difficulty: str, variant: str) -> None:
    for t, s in states(seed, players, difficulty, variant):
        assert s.drones.sum() + s.drone_supply == t.drones
        assert s.drones.min() >= 0
        assert s.drones.max() <= 2
        assert s.megadrones.sum() + s.megadrone_supply == t.megadrones
        assert s.megadrone_supply >= 0


@pytest.mark.rule("STK-I4")
@over_games()
def test_the_score_is_that_of_the_victories(seed: int, players: int, difficulty: str, variant: str) -> None:
    for t, s in states(seed, players, difficulty, variant):
        assert s.victories.sum() + s.victory_supply == t.victories
        assert s.victories.max() <= 3
        assert s.score == sum(int(placed) * (int(placed) + 1) // 2 for placed in s.victories)


@pytest.mark.rule("STK-I5")
@pytest.mark.rule("STK-I6")
@over_games()
def test_cards_are_never_lost(seed: int, players: int, difficulty: str, variant: str) -> None:
    for t, s in states(seed, players, difficulty, variant):
        held = [int(card) for seat in range(players) for card in s.hand[seat, : s.n_hand[seat]]]
        hands = [sum(card < FIRST_ALLY for card in held), sum(card >= FIRST_ALLY for card in held), 0]
        for deck, size in enumerate((36, 22, 36)):
            assert s.deck[deck].sum() == s.n_deck[deck]
            assert s.discard[deck].sum() == s.n_discard[deck]
            assert s.n_deck[deck] + s.n_discard[deck] + hands[deck] == size
            assert (s.deck[deck] >= 0).all()
        assert max(s.n_hand) <= 4
        assert (s.hand[:, 4:] == 0).all()
        played = np.bincount(t.strike_at[:36], weights=s.discard[0, :36], minlength=24)
        assert (s.victories <= played).all()


@pytest.mark.rule("STK-I7")
@pytest.mark.rule("STK-16")
@pytest.mark.rule("STK-04")
@over_games()
def test_energy_stays_between_nothing_and_six(seed: int, players: int, difficulty: str, variant: str) -> None:
    for _, s in states(seed, players, difficulty, variant):
        assert all(0 <= energy <= 6 for energy in s.energy)


@pytest.mark.rule("STK-I9")
@pytest.mark.rule("STK-25")
@over_games()
def test_tokens_stay_within_the_boxes(seed: int, players: int, difficulty: str, variant: str) -> None:
    for t, s in states(seed, players, difficulty, variant):
        assert (s.boxes <= t.boxes[s.character[s.current]]).all()
        assert s.boxes.sum() + s.tokens == 4
        assert s.step == 1 or s.boxes.sum() == 0


@pytest.mark.rule("STK-I8")
@pytest.mark.rule("STK-I11")
@pytest.mark.parametrize("bot", ["random", "planner"])
@pytest.mark.parametrize("seed", range(12))
def test_scores_rise_within_their_bounds(seed: int, bot: str) -> None:
    lines = lines_of(seed, bot=bot)
    states = [line["state"] for line in lines[1:-1]]
    for before, after in pairwise(states):
        strikers, happycorp = before["scores"].values()
        assert max(strikers, happycorp) < 15
        assert 0 <= after["scores"]["strikers"] - strikers <= 3
        assert after["level"] >= before["level"]
        fused = sum(place["megadrones"] for place in after["locations"].values())
        assert after["scores"]["happycorp"] >= happycorp
        assert fused <= 5
    last = states[-1]["scores"]
    assert last["strikers"] <= 17
    assert last["happycorp"] <= 19
    assert min(last.values()) < 15


@pytest.mark.rule("STK-I4")
@pytest.mark.rule("STK-I8")
def test_a_won_game_has_placed_eight_to_fourteen_victories() -> None:
    rows = match(2, "planner", "very_easy").play(1, 0, 200)
    won = rows[rows["outcome"] == 1]
    assert len(won) > 50
    placed = won["metrics"][:, VICTORIES].sum(axis=1)
    assert placed.min() >= 8
    assert placed.max() <= 14
    assert (won["metrics"][:, PerGame.STRIKERS_SCORE] >= 15).all()


@pytest.mark.rule("STK-I10")
@pytest.mark.parametrize("seed", range(6))
def test_the_break_deck_shrinks_by_one_each_turn(seed: int) -> None:
    for line in lines_of(seed, changes=VARIANTS["long"])[1:-1]:
        state = line["state"]
        turns = state["turn"] - (state["step"] == 1) if state["outcome"] is None else None
        if turns is not None:
            assert sum(state["decks"]["break"].values()) == max(0, 36 - turns)


@pytest.mark.rule("STK-I12")
@pytest.mark.rule("STK-R18")
def test_a_recorded_game_keeps_to_the_turn_limit() -> None:
    rows = match(3, "planner", changes={"ruleset.turn_limit": 10}).play(1, 0, 50)
    assert rows["turns"].max() <= 10
    assert (rows["outcome"] == 3).sum() > 40
