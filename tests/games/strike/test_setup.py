"""Set-up (STK-01 … STK-09, STK-A1, STK-A7, STK-R9, R10, STK-V1 … V4)."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from games.strike.positions import GAME, LAYERS, Position, lines_of, match
from strikesim.errors import ConfigError, RulesetError
from strikesim.rng import seeded

FREE = [3, 6, 9, 12]


def setups(players: int, count: int = 2000, difficulty: str = "normal") -> tuple[NDArray[Any], NDArray[Any]]:
    """Set up many games; return the characters of each, and the first seats."""
    tables = match(players, difficulty=difficulty).tables
    states = np.zeros(count, GAME.state.STATE)
    for game in range(count):
        world, _ = seeded(3, game, 0)
        GAME.rules.setup(tables[0], states[game], world)
    return states["character"][:, :players], states["current"]


@pytest.mark.rule("STK-01")
@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_play(players: int) -> None:
    with pytest.raises(ConfigError, match=f"players = {players}; strike takes 2 to 4"):
        match(players)


@pytest.mark.rule("STK-01")
@pytest.mark.rule("STK-A1")
def test_four_boards_of_two_characters_and_three_locations_of_each_colour() -> None:
    data = LAYERS.data()
    assert Counter(who["board"] for who in data["characters"].values()) == dict.fromkeys(
        ("blue", "gray", "orange", "purple"), 2
    )
    assert set(Counter(place["colour"] for place in data["locations"].values()).values()) == {3}
    for who in data["characters"].values():
        assert data["locations"][str(who["home"])]["colour"] == who["board"]


@pytest.mark.rule("STK-02")
@pytest.mark.rule("STK-V1")
def test_twelve_locations_are_numbered_and_the_die_has_a_side_for_each() -> None:
    state = Position(as_set_up=True).state
    assert list(state["locations"]) == [str(number) for number in range(1, 13)]
    rolled = [roll for seed in range(300) for roll in Position(seed=seed).end_turn().rolled()]
    assert set(rolled) == set(range(1, 13))


@pytest.mark.rule("STK-03")
@pytest.mark.rule("STK-04")
@pytest.mark.rule("STK-R9")
def test_ten_strikers_two_at_home_and_an_energy_of_two() -> None:
    table = Position("valentina, eddie", difficulty="hard", as_set_up=True)
    assert table.strikers(0) == {4: 2}
    assert table.strikers(1) == {11: 2}
    assert table.state["supply"]["strikers"] == [8, 8]
    assert [table.energy(0), table.energy(1)] == [2, 2]
    assert table.s.tokens == 4


@pytest.mark.rule("STK-05")
@pytest.mark.rule("STK-06")
def test_decks_and_supplies() -> None:
    table = Position(as_set_up=True)
    state = table.state
    assert {name: sum(deck.values()) for name, deck in state["decks"].items()} == {
        "strike": 34,
        "ally": 22,
        "break": 36,
    }
    assert [len(table.hand(seat)) for seat in (0, 1)] == [1, 1]
    assert table.scores == (0, 0)
    supply = {name: state["supply"][name] for name in ("drones", "megadrones", "victories")}
    assert supply == {"drones": 24 - 8, "megadrones": 5, "victories": 14}


@pytest.mark.rule("STK-05")
def test_three_strike_cards_for_each_location() -> None:
    cards = LAYERS.data()["cards"]["strike"].values()
    assert Counter(card["at"] for card in cards) == dict.fromkeys(range(1, 13), 3)


@pytest.mark.rule("STK-07")
def test_one_drone_everywhere_but_in_four_locations_and_nobody_is_kicked() -> None:
    table = Position(as_set_up=True)
    drones = {number: place["drones"] for number, place in table.state["locations"].items()}
    assert drones == {str(number): int(number not in FREE) for number in range(1, 13)}
    assert table.strikers(0) == {1: 4}


@pytest.mark.rule("STK-08")
@pytest.mark.rule("STK-R9")
@pytest.mark.rule("STK-V3")
@pytest.mark.parametrize(
    ("difficulty", "strikers", "cards"),
    [
        ("very_easy", {1: 2, 2: 2, 3: 2}, 2),
        ("easy", {1: 2, 2: 1, 3: 1}, 2),
        ("normal", {1: 4}, 1),
        ("hard", {1: 2}, 1),
        ("very_hard", {1: 2}, 1),
    ],
)
def test_each_difficulty(difficulty: str, strikers: dict[int, int], cards: int) -> None:
    table = Position(difficulty=difficulty, as_set_up=True)
    assert table.strikers(0) == strikers
    assert table.state["supply"]["strikers"][0] == 10 - sum(strikers.values())
    assert len(table.hand()) == cards


@pytest.mark.rule("STK-A7")
def test_very_hard_has_a_drone_in_each_location() -> None:
    table = Position(difficulty="very_hard", as_set_up=True)
    assert {place["drones"] for place in table.state["locations"].values()} == {1}
    assert table.state["supply"]["drones"] == 12


@pytest.mark.rule("STK-A7")
def test_hard_and_very_hard_are_marked_as_ours() -> None:
    provenance = LAYERS.data()["provenance"]
    assert provenance["difficulties.hard"] == provenance["difficulties.very_hard"] == "ours STK-A7"


@pytest.mark.rule("STK-09")
@pytest.mark.rule("STK-V2")
@pytest.mark.rule("STK-V4")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.many
def test_every_choice_of_boards_and_sides_is_equally_likely(players: int) -> None:
    boards = [who["board"] for who in LAYERS.data()["characters"].values()]
    characters, _ = setups(players)
    for game in characters:
        assert len({boards[who] for who in game}) == players
    seats = [Counter(characters[:, seat].tolist()) for seat in range(players)]
    for counts in seats:  # each of 8 characters 250 times; false alarm below 1e-6
        assert len(counts) == 8
        assert all(170 < count < 330 for count in counts.values())


@pytest.mark.rule("STK-09")
@pytest.mark.rule("STK-V2")
def test_a_list_names_the_characters_by_seat() -> None:
    lines = lines_of(1, players=2, changes={"characters": ["student", "gardener"]})
    assert lines[0]["characters"] == ["student", "gardener"]
    assert [player["character"] for player in lines[1]["state"]["players"]] == ["student", "gardener"]
    with pytest.raises(RulesetError, match="lists 2 characters; 3 players need 3"):
        match(3, changes={"characters": ["student", "gardener"]})


@pytest.mark.rule("STK-R10")
def test_the_first_player_is_drawn_and_is_the_last_event_of_the_set_up() -> None:
    _, firsts = setups(4)
    assert all(400 < count < 600 for count in Counter(firsts.tolist()).values())
    line = lines_of(5)[1]
    assert line["chance"][-1] == {"type": "first_player", "seat": line["state"]["current"]}
    assert [event["type"] for event in line["chance"][:-1]] == ["draw"] * 3
