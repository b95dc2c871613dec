"""Set-up (STJ-01 … STJ-08)."""

from collections import Counter

import pytest

from games.strajk.positions import LAYERS, cards, lines_of, match, plies, start, together
from strikesim.errors import ConfigError

PLAYER_COUNTS = (2, 3, 4, 5)
FIRST_DECK = cards("4 speech, 2 walking, 2 running")
STACKS = {
    "cross": ("running", 4),
    "bhp_hall": ("demand", 6),
    "department_1": ("worker", 5),
    "department_2": ("worker", 5),
    "department_3": ("worker", 5),
    "printing_office": ("correspondent", 14),
    "delegates_space": ("delegate", 8),
    "gate_2": ("resident", 15),
    "gate_3": ("expert", 8),
}


@pytest.mark.rule("STJ-01")
@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_two_to_five_players_take_turns_clockwise(players: int) -> None:
    seats = [(line["turn"], line["seat"]) for _, line in plies(lines_of(players, "random", {"ruleset.turn_limit": 11}))]
    order = [seat for turn, seat in sorted(set(seats))]
    assert len(order) == 11
    assert order == [(order[0] + turn) % players for turn in range(11)]


@pytest.mark.rule("STJ-01")
@pytest.mark.parametrize("players", [1, 6])
def test_one_or_six_players_are_refused(players: int) -> None:
    with pytest.raises(ConfigError, match=rf"players = {players}; strajk takes 2 to 5"):
        match(players)


@pytest.mark.rule("STJ-02")
def test_the_game_has_110_cards_on_five_levels() -> None:
    state = start(5).state
    piles = [pile for player in state["players"] for pile in (player["hand"], player["tomorrow"])]
    stacks = [{stack["kind"]: stack["count"]} for stack in state["stacks"].values()]
    everything = together(*piles, *stacks)
    assert everything == cards(
        "20 speech, 10 walking, 14 running, 15 worker, 15 resident, 14 correspondent, 8 delegate, 8 expert, 6 demand"
    )
    assert sum(everything.values()) == 110
    levels = {kind: card["level"] for kind, card in LAYERS.data()["cards"].items()}
    assert levels == cards("speech, walking, running, 2 worker, 2 resident, 3 correspondent, 4 delegate, 4 expert")


@pytest.mark.rule("STJ-03")
def test_nine_stacks_lie_on_the_board() -> None:
    stacks = start().state["stacks"]
    assert {name: (stack["kind"], stack["count"]) for name, stack in stacks.items()} == STACKS


@pytest.mark.rule("STJ-04")
def test_every_stack_but_the_demands_shows_its_top() -> None:
    stacks = start().state["stacks"]
    assert [name for name, stack in stacks.items() if not stack["face_up"]] == ["bhp_hall"]


@pytest.mark.rule("STJ-05")
def test_the_one_token_starts_at_the_cross() -> None:
    assert start().state["token"] == "cross"


@pytest.mark.rule("STJ-06")
@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_each_player_draws_five_of_the_eight_first_cards(players: int) -> None:
    table = start(players)
    for player in table.state["players"]:
        assert together(player["hand"], player["tomorrow"]) == FIRST_DECK
        assert sum(player["hand"].values()) == 5
        assert player["today"] == player["later"] == player["trophies"] == {}
    draws = [event for event in table.chance if event["type"] == "draw"]
    assert [event["cards"] for event in draws] == [player["hand"] for player in table.state["players"]]


@pytest.mark.rule("STJ-06")
@pytest.mark.many
def test_the_first_hand_is_drawn_at_random() -> None:
    hands = {tuple(sorted(start(2, seed).pile("hand", 0).items())) for seed in range(200)}
    # 8 of the 45 hands of three kinds are possible: speech 1 to 4, walking and running 0 to 2
    assert len(hands) == len([1 for speech in range(5) for walking in range(3) if 3 <= speech + walking <= 5])


@pytest.mark.rule("STJ-07")
@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_cards_of_absent_players_are_out_of_the_game(players: int) -> None:
    table = start(players)
    assert len(table.state["players"]) == players
    assert table.state["stacks"] == start(5).state["stacks"]
    for pile in ("hand", "tomorrow", "today", "later", "n_hand", "n_tomorrow", "n_later"):
        assert not table.s[pile][players:].any()


@pytest.mark.rule("STJ-08")
@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_who_drew_the_fewest_speech_cards_begins(players: int) -> None:
    firsts: Counter[int] = Counter()
    for seed in range(100):
        table = start(players, seed)
        speeches = [player["hand"].get("speech", 0) for player in table.state["players"]]
        first = table.state["current"]
        assert speeches[first] == min(speeches)
        assert table.chance[-1] == {"type": "first_player", "seat": first}
        assert table.s.first_seat == first
        firsts[first] += 1
    assert set(firsts) == set(range(players))
