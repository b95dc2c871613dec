"""Set-up (FLT-01 .. FLT-09)."""

from collections import Counter
from itertools import product

import pytest

from games.flint.positions import LAYERS, Json, begun, match, start
from strikesim.games.flint.state import COMMITTEES


@pytest.mark.rule("FLT-01")
@pytest.mark.rule("FLT-V16")
@pytest.mark.parametrize(("players", "seats"), [(1, 3), (2, 4), (3, 3), (4, 4), (5, 5)])
def test_players_hold_three_to_five_committees(players: int, seats: int) -> None:
    table = start(players)
    header = match(players)
    assert header.seats == seats == len(table.state["trackers"])
    assert set(table.state["supply"]["workers"].values()) == {4}
    assert list(LAYERS.base["committees"]) == list(COMMITTEES)


@pytest.mark.rule("FLT-01")
@pytest.mark.parametrize("committees", [3, 4, 5])
def test_a_solo_player_plays_as_many_committees_as_wished(committees: int) -> None:
    assert len(start(1, changes={"solo_committees": committees}).state["trackers"]) == committees


@pytest.mark.rule("FLT-V16")
def test_two_players_hold_every_other_committee_and_a_list_names_them() -> None:
    names = ["veterans", "cio", "socialists", "womens_brigade"]
    table = start(2, changes={"committees": names})
    story = match(2).game.story
    assert story.setup_json(table.data, table.t, table.s)["holders"] == [0, 1, 0, 1]
    assert list(table.state["trackers"]) == names


@pytest.mark.rule("FLT-V16")
@pytest.mark.many
def test_random_committees_are_drawn_uniformly() -> None:
    seen = Counter(name for seed in range(600) for name in start(seed=seed).state["trackers"])
    assert all(abs(seen[name] - 360) < 60 for name in COMMITTEES)  # 5 standard deviations


@pytest.mark.rule("FLT-02")
@pytest.mark.rule("FLT-54")
@pytest.mark.parametrize("token", [40, 35, 30])
def test_the_token_starts_where_the_option_says(token: int) -> None:
    for difficulty in ("easy", "hard"):
        table = start(changes={"token": token}, difficulty=difficulty)
        assert table.token == token
        assert list(table.data["calendars"])[table.t.calendar] == difficulty


@pytest.mark.rule("FLT-03")
@pytest.mark.parametrize(("players", "cubes"), [(3, 18), (4, 24), (5, 30)])
def test_one_cube_each_and_five_for_each_in_the_supply(players: int, cubes: int) -> None:
    state = start(players).state
    assert set(state["exhaustion"].values()) == {1}
    assert state["supply"]["exhaustion"] == 5 * players
    assert sum(state["exhaustion"].values()) + state["supply"]["exhaustion"] == cubes


@pytest.mark.rule("FLT-04")
def test_trackers_start_on_space_one_in_random_order() -> None:
    tops: Counter[int] = Counter()
    for seed in range(300):
        trackers = start(seed=seed).s
        assert set(trackers.tracker[:3]) == {1}
        assert sorted(trackers.height[:3]) == [0, 1, 2]
        tops[int(trackers.height[:3].argmax())] += 1
    assert min(tops.values()) > 60  # 100 expected, 5 standard deviations


@pytest.mark.rule("FLT-05")
@pytest.mark.rule("FLT-54")
@pytest.mark.parametrize("extra", [False, True])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_as_many_map_cards_as_committees_and_three_factories(players: int, extra: bool) -> None:
    for seed in range(30):
        state = start(players, seed, {"extra_card": extra}).state
        spaces = state["spaces"].values()
        assert len({space["card"] for space in spaces}) == players + extra
        kinds = Counter((space["card"], space["kind"]) for space in spaces)
        assert set(kinds.values()) == {2, 3}
        assert len({space["factory"] for space in spaces if space["kind"] == "station"}) >= 3


def touching(a: Json, b: Json) -> bool:
    return any(abs(x - u) + abs(y - v) == 1 for (x, y), (u, v) in product(a["cells"], b["cells"]))


@pytest.mark.rule("FLT-06")
def test_factories_are_the_connected_stations_and_the_street_all_corners() -> None:
    joined = 0
    for seed in range(40):
        spaces = start(5, seed).state["spaces"]
        stations = {name for name, space in spaces.items() if space["kind"] == "station"}
        assert all((spaces[name]["factory"] is None) == (name not in stations) for name in spaces)
        left = set(stations)
        while left:
            reached = {left.pop()}
            while more := {b for b in left for a in reached if touching(spaces[a], spaces[b])}:
                reached |= more
                left -= more
            (factory,) = {spaces[name]["factory"] for name in reached}
            assert {name for name in stations if spaces[name]["factory"] == factory} == reached
            joined += len({spaces[name]["card"] for name in reached}) > 1
    assert joined > 10  # across cards too


@pytest.mark.rule("FLT-07")
def test_each_card_gets_a_strikebreaker_on_its_icon_by_the_die() -> None:
    kinds = {1: "authority", 2: "authority", 3: "money", 4: "money", 5: "scab", 6: "scab"}
    numbers: Counter[int] = Counter()
    for seed in range(50):
        table = start(4, seed)
        rolls = [event for event in table.chance if event["type"] == "strikebreaker"]
        assert len(rolls) == 4
        for roll in rolls:
            numbers[roll["number"]] += 1
            on_card = [space for space in table.state["spaces"].values() if space["card"] == roll["card"]]
            (space,) = [space for space in on_card if space["icon"] == kinds[roll["number"]]]
            assert space["strikebreakers"] == {kinds[roll["number"]]: 1}
    assert set(numbers) == set(kinds)


@pytest.mark.rule("FLT-R17")
def test_a_kind_used_up_in_set_up_is_rolled_again() -> None:
    changes = {"rules.strikebreakers": 2, "extra_card": True}
    rolled_again = 0
    for seed in range(20):
        table = start(5, seed, changes)
        assert set(
            sum((Counter(space["strikebreakers"]) for space in table.state["spaces"].values()), Counter()).values()
        ) == {2}
        rolled_again += sum(event["type"] == "strikebreaker" for event in table.chance) > 6
        assert table.result is None
    assert rolled_again > 10


@pytest.mark.rule("FLT-08")
def test_workers_are_placed_from_the_bottom_of_the_stack_anywhere() -> None:
    table = start(4)
    order = sorted(range(4), key=lambda seat: table.s.height[seat])
    placed = []
    while table.state["step"] == 0:
        placed.append(int(table.s.seat))
        assert table.types() == {"place"}
        station = next(name for name, space in table.state["spaces"].items() if space["kind"] == "station")
        table.do(f"place {station}")
    assert placed == order
    assert table.state["spaces"][station]["workers"] == dict.fromkeys(table.state["trackers"], 1)


@pytest.mark.rule("FLT-08")
def test_the_last_committee_must_take_a_station_if_nobody_has() -> None:
    table = start(3)
    corner = next(name for name, space in table.state["spaces"].items() if space["kind"] == "corner")
    assert len(table.legal()) == 15
    table.do(f"place {corner}", f"place {corner}")
    assert {table.state["spaces"][action["space"]]["kind"] for action in table.legal()} == {"station"}


@pytest.mark.rule("FLT-09")
def test_complete_events_go_under_the_deck_and_the_token_stays() -> None:
    seen = 0
    for seed in range(40):
        table = start(3, seed, {"rules.event_shift": -3})
        deck = table.state["events"]["deck"]
        while table.state["step"] == 0:
            table.do(table.legal()[0])
        revealed = table.revealed()
        assert revealed == deck[: len(revealed)]
        if table.state["turn"] == 1 and table.token == 40:
            assert table.state["events"]["in_play"] == revealed[-1:]
            assert table.state["events"]["deck"] == deck[len(revealed) :] + revealed[:-1]
        seen += len(revealed) > 1
    assert seen > 5


@pytest.mark.rule("FLT-R6")
@pytest.mark.rule("FLT-54")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_set_up_reveals_as_many_events_as_are_in_play(number: int) -> None:
    table = begun(changes={"events_in_play": number})
    assert len(table.state["events"]["in_play"]) == number
    assert len(table.state["events"]["deck"]) == 33 - number


@pytest.mark.rule("FLT-R16")
@pytest.mark.rule("FLT-V14")
@pytest.mark.parametrize(
    ("players", "extra", "size"), [(3, False, (6, 4)), (4, False, (6, 4)), (5, False, (6, 6)), (5, True, (6, 6))]
)
def test_the_outline_is_nearly_square(players: int, extra: bool, size: tuple[int, ...]) -> None:
    places, turned = set(), set()
    for seed in range(60):
        table = start(players, seed, {"extra_card": extra})
        (laid,) = [event["cards"] for event in table.chance if event["type"] == "map"]
        places |= {(card["card"], *card["place"]) for card in laid}
        turned |= {(card["card"], card["turned"]) for card in laid}
        cells = [cell for space in table.state["spaces"].values() for cell in space["cells"]]
        assert len(cells) == 6 * len(laid) == len({tuple(cell) for cell in cells})
        assert max(x for x, _ in cells) < size[0]
        assert max(y for _, y in cells) < size[1]
    assert len(places) == 6 * (4 if size == (6, 4) else 6)  # every card on every place
    assert len(turned) == 12  # and both ways


@pytest.mark.rule("FLT-V14")
def test_a_turned_card_is_read_from_its_last_cell() -> None:
    for seed in range(20):
        table = start(4, seed)
        (laid,) = [event["cards"] for event in table.chance if event["type"] == "map"]
        for card in laid:
            letters = "".join(table.data["map_cards"][card["card"]]["cells"])
            shown = letters[::-1] if card["turned"] else letters
            left, top = card["place"][0] * 3, card["place"][1] * 2
            for i, letter in enumerate(shown):
                assert [left + i % 3, top + i // 3] in table.state["spaces"][f"{card['card']}_{letter}"]["cells"]


@pytest.mark.rule("FLT-V14")
def test_plus_cards_lie_in_two_columns_of_three() -> None:
    table = start(5, changes={"FLT-A4": "plus"})
    assert (table.t.grid_columns, table.t.grid_rows) == (2, 3)
    assert len(table.state["spaces"]) == 25


@pytest.mark.rule("FLT-V3")
def test_spaces_are_numbered_in_map_order() -> None:
    for seed in range(10):
        firsts = [min((y, x) for x, y in space["cells"]) for space in start(5, seed).state["spaces"].values()]
        assert firsts == sorted(firsts)


@pytest.mark.rule("FLT-V15")
@pytest.mark.parametrize(("name", "factories"), [("joined", (3, 3, 3, 3)), ("scattered", (5, 6, 8, 9))])
def test_fixed_maps_have_the_factories_they_promise(name: str, factories: tuple[int, ...]) -> None:
    for cards, number in zip((3, 4, 5, 6), factories, strict=True):
        table = start(min(cards, 5), 7, {"map": name, "extra_card": cards == 6})
        (laid,) = [event["cards"] for event in table.chance if event["type"] == "map"]
        assert laid == table.data["layouts"][name][f"cards_{cards}"]
        assert table.s.n_factories == number
