"""Moving Wałęsa (STJ-20 … STJ-22) on the boards of STJ-A4."""

import pytest

from games.strajk.positions import LAYERS, Position, cards

NEIGHBOURS = {
    "cross": {"gate_2", "bhp_hall", "department_3"},
    "bhp_hall": {"department_1", "cross", "delegates_space"},
    "department_1": {"bhp_hall", "department_2", "gate_3"},
    "department_2": {"department_1", "department_3", "printing_office"},
    "department_3": {"cross", "department_2", "printing_office"},
    "printing_office": {"department_2", "department_3"},
    "delegates_space": {"bhp_hall", "gate_2"},
    "gate_2": {"cross", "delegates_space"},
    "gate_3": {"department_1"},
}
KNOWN_EDGES = [
    ("bhp_hall", "department_1"),
    ("department_1", "department_2"),
    ("department_2", "printing_office"),
    ("department_1", "gate_3"),
]
BOARDS = {"default": 11, "sparse": 9, "dense": 16, "far_delegates": 10}


def destinations(table: Position, card: str) -> set[str]:
    return {action["to"] for action in table.legal() if action["type"] == "move" and action["card"] == card}


def two_steps_from(place: str) -> set[str]:
    reached = {there for near in NEIGHBOURS[place] for there in NEIGHBOURS[near]}
    return (NEIGHBOURS[place] | reached) - {place}


@pytest.mark.rule("STJ-20")
@pytest.mark.parametrize("place", NEIGHBOURS)
def test_walking_moves_the_token_along_one_edge(place: str) -> None:
    table = Position(token=place, hand="walking")
    assert destinations(table, "walking") == NEIGHBOURS[place]
    for there in NEIGHBOURS[place]:
        moved = Position(token=place, hand="walking").do(f"move walking {there}")
        assert moved.state["token"] == there
        assert moved.pile("today") == cards("walking")


@pytest.mark.rule("STJ-21")
@pytest.mark.parametrize("place", NEIGHBOURS)
def test_running_moves_the_token_one_or_two_locations(place: str) -> None:
    assert destinations(Position(token=place, hand="running"), "running") == two_steps_from(place)


@pytest.mark.rule("STJ-21")
def test_nothing_happens_between_the_steps_of_a_run() -> None:
    table = Position(token="bhp_hall", hand="running, speech", face_down=("department_1",))
    before = table.state
    after = table.do("move running gate_3").state
    moved = {name for name in before if before[name] != after[name]}
    assert moved == {"token", "players", "last_action"}
    assert table.pile("hand") == cards("speech")
    assert table.chance == []


@pytest.mark.rule("STJ-20")
@pytest.mark.rule("STJ-21")
def test_other_cards_do_not_move_the_token() -> None:
    table = Position(hand="speech, worker, resident, correspondent, delegate, expert", tomorrow="speech")
    assert not any(action["type"] == "move" for action in table.legal())


@pytest.mark.rule("STJ-22")
@pytest.mark.parametrize("card", ["walking", "running"])
def test_a_turn_may_not_end_on_an_empty_location_after_a_move(card: str) -> None:
    table = Position(
        token="bhp_hall", stacks={"department_1": 0}, hand=f"{card}, walking, correspondent", tomorrow="speech"
    )
    table.do(f"move {card} department_1")
    assert table.offers("special correspondent")
    assert not table.offers("end_turn")
    assert (
        Position(token="department_1", stacks={"department_1": 0}, hand=card)
        .do(f"move {card} gate_3")
        .offers("end_turn")
    )


@pytest.mark.rule("STJ-22")
def test_a_turn_may_end_on_an_empty_location_after_another_action() -> None:
    table = Position(token="bhp_hall", stacks={"department_1": 0}, hand="2 walking, correspondent", tomorrow="2 speech")
    table.do("move walking department_1", "special correspondent")
    assert table.offers("end_turn")
    taken = Position(token="cross", stacks={"gate_2": 1}, hand="walking, speech").do(
        "move walking gate_2", "take gate_2"
    )
    assert taken.stack("gate_2") == (0, False)
    assert taken.offers("end_turn")


@pytest.mark.rule("STJ-22")
def test_a_location_whose_top_is_face_down_is_not_empty() -> None:
    table = Position(token="bhp_hall", hand="walking", face_down=("department_1",)).do("move walking department_1")
    assert table.offers("end_turn")


def board(name: str) -> tuple[set[frozenset[str]], dict[tuple[str, str], int]]:
    """Return a board's edges as sets, and the distances between its locations by breadth-first search."""
    edges = {frozenset(edge) for edge in LAYERS.changed({"STJ-A4": name}).data()["board"]["edges"]}
    distance: dict[tuple[str, str], int] = {}
    for source in NEIGHBOURS:
        ring, steps = {source}, 0
        while ring:
            distance |= {(source, place): steps for place in ring}
            near = {place for edge in edges if edge & ring for place in edge}
            ring, steps = {place for place in near if (source, place) not in distance}, steps + 1
    return edges, distance


@pytest.mark.rule("STJ-A4")
@pytest.mark.parametrize(("name", "number"), BOARDS.items())
def test_each_board_is_connected_keeps_the_known_edges_and_is_the_one_moved_on(name: str, number: int) -> None:
    edges, distance = board(name)
    assert len(edges) == number
    assert len(distance) == 81
    assert {frozenset(edge) for edge in KNOWN_EDGES} <= edges
    assert frozenset(("cross", "gate_2")) in edges
    assert not {frozenset(("bhp_hall", "gate_3")), frozenset(("department_1", "printing_office"))} & edges
    for place in NEIGHBOURS:
        table = Position(token=place, hand="walking, running", changes={"STJ-A4": name})
        assert destinations(table, "walking") == {to for to in NEIGHBOURS if distance[place, to] == 1}
        assert destinations(table, "running") == {to for to in NEIGHBOURS if 1 <= distance[place, to] <= 2}


@pytest.mark.rule("STJ-A4")
def test_the_boards_are_what_the_rules_of_record_say() -> None:
    edges, distance = board("default")
    assert {frozenset((place, to)) for place, near in NEIGHBOURS.items() for to in near} == edges
    assert max(distance.values()) == 4
    dense, _ = board("dense")
    assert round(2 * len(dense) / 9, 2) == 3.56
    far, _ = board("far_delegates")
    assert [edge for edge in far if "delegates_space" in edge] == [frozenset(("delegates_space", "gate_3"))]
    assert set(LAYERS.base["assumed"]["STJ-A4"]["alternatives"]) == set(BOARDS) - {"default"}
