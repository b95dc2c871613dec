"""The rulings on what the rulebook leaves open (STJ-R1 … STJ-R13)."""

import pytest
from scipy.stats import binomtest, chisquare

from games.strajk.positions import GAME, PILES, Json, Position, cards, match, start

ALPHA = 1e-4  # false-alarm rate of each statistical test; seeds are fixed
EMPTY = {"department_1": 0, "gate_3": 0}


@pytest.mark.rule("STJ-R1")
@pytest.mark.many
def test_a_tie_for_the_fewest_speech_cards_is_drawn_evenly() -> None:
    tied = [table for table in (start(2, seed) for seed in range(3000)) if _speeches(table, 0) == _speeches(table, 1)]
    firsts = [table.state["current"] for table in tied]
    assert len(firsts) > 1000
    assert binomtest(sum(firsts), len(firsts)).pvalue > ALPHA


def _speeches(table: Position, seat: int) -> int:
    hand = next(event["cards"] for event in table.chance if event["type"] == "draw" and event["seat"] == seat)
    return hand.get("speech", 0)


@pytest.mark.rule("STJ-R2")
def test_a_run_does_not_end_where_it_began_but_may_pass_through_empty_locations() -> None:
    table = Position(token="bhp_hall", hand="running", stacks=EMPTY)
    assert not table.offers("move running bhp_hall")
    assert table.offers("move running department_2")  # by way of the empty Department 1
    assert not table.offers("move running department_1")


@pytest.mark.rule("STJ-R4")
@pytest.mark.parametrize("card", ["resident", "expert"])
@pytest.mark.parametrize("reading", ["exactly", "up_to"])
def test_a_removing_card_needs_another_card(card: str, reading: str) -> None:
    changes = {"expert_removes": reading}
    assert not Position(hand=card, tomorrow="speech", changes=changes).offers(f"special {card}")
    assert Position(hand=f"{card}, speech", changes=changes).offers(f"special {card}")


def removals(reading: str, hand: str) -> set[int]:
    """Return the numbers of cards that an expert may remove from a hand of speeches and one walking."""
    table = Position(hand=f"expert, {hand}", changes={"expert_removes": reading})
    if not table.offers("special expert"):
        return set()
    table.do("special expert")
    numbers = set()
    while table.state["pending"]:
        if table.offers("done"):
            numbers.add(sum(table.state["removed"].values()))
        table.do("remove speech" if table.offers("remove speech") else "remove walking")
    return numbers | {sum(table.state["removed"].values())}


@pytest.mark.rule("STJ-R4")
@pytest.mark.parametrize(
    ("reading", "one", "two", "three", "four"),
    [
        ("exactly", {1}, {2}, {3}, {3}),
        ("up_to", {1}, {1, 2}, {1, 2, 3}, {1, 2, 3}),
        ("needs_three", set(), set(), {3}, {3}),
    ],
)
def test_an_expert_removes_three_as_far_as_the_switch_says(
    reading: str, one: set[int], two: set[int], three: set[int], four: set[int]
) -> None:
    assert removals(reading, "walking") == one
    assert removals(reading, "speech, walking") == two
    assert removals(reading, "2 speech, walking") == three
    assert removals(reading, "3 speech, walking") == four


@pytest.mark.rule("STJ-R4")
def test_up_to_an_experts_choice_may_stop_after_one_card_and_before_the_third() -> None:
    table = Position(hand="expert, 3 speech, walking", changes={"expert_removes": "up_to"}).do("special expert")
    assert not table.offers("done")
    table.do("remove speech", "done")
    assert table.state["removed"] == cards("speech")
    assert table.pile("hand") == cards("2 speech, walking")
    assert table.offers("end_turn")


@pytest.mark.rule("STJ-R4")
def test_a_resident_removes_one_card_whatever_the_switch_says() -> None:
    for reading in ("exactly", "up_to", "needs_three"):
        table = Position(hand="resident, speech, walking", changes={"expert_removes": reading})
        assert table.do("special resident", "remove speech").state["pending"] is None


@pytest.mark.rule("STJ-R4")
def test_a_variants_card_that_removes_two_falls_under_the_same_switch() -> None:
    def position(reading: str, hand: str = "resident, speech, walking") -> Position:
        return Position(hand=hand, changes={"expert_removes": reading, "cards.resident.special.remove": 2})

    assert not position("needs_three", "resident, speech").offers("special resident")
    assert position("needs_three").offers("special resident")
    assert not position("exactly").do("special resident", "remove speech").offers("done")
    assert position("up_to").do("special resident", "remove speech").offers("done")


@pytest.mark.rule("STJ-R6")
@pytest.mark.parametrize(
    ("left", "piles", "changes", "legal"),
    [
        ("", {}, {}, False),
        ("speech", {}, {}, False),
        ("correspondent", {}, {}, False),
        ("correspondent", {"tomorrow": "speech"}, {}, True),
        ("delegate", {"later": "speech"}, {}, True),
        ("delegate", {"later": "speech"}, {"reshuffle_when": "needed"}, True),
        ("delegate", {"today": "speech"}, {}, False),
        ("worker", {"tomorrow": "speech"}, {}, False),
        ("worker, speech", {}, {}, True),
        ("resident", {}, {}, False),
        ("resident, speech", {}, {}, True),
        ("expert", {}, {}, False),
        ("expert, speech", {}, {}, True),
        ("expert, 2 speech", {}, {"expert_removes": "needs_three"}, False),
        ("expert, 3 speech", {}, {"expert_removes": "needs_three"}, True),
        ("walking", {}, {}, False),
        ("2 walking", {}, {}, True),
        ("running", {}, {}, True),
    ],
)
def test_a_move_to_an_empty_location_must_leave_a_way_to_end_the_turn(
    left: str, piles: Json, changes: Json, legal: bool
) -> None:
    # from Gate 3, empty, the nearest location that is not empty is two steps off
    for card in ("walking", "running"):
        table = Position(
            token="department_1", hand=f"{card}, {left}", stacks=EMPTY, changes=changes, **{"others": None, **piles}
        )
        assert table.offers(f"move {card} gate_3") == legal


@pytest.mark.rule("STJ-R6")
def test_the_test_of_a_move_counts_face_down_stacks_as_not_empty() -> None:
    table = Position(token="department_1", hand="2 walking", stacks={"gate_3": 0}, face_down=("department_1",))
    assert table.offers("move walking gate_3")


@pytest.mark.rule("STJ-R6")
def test_on_an_empty_location_after_a_move_ending_is_not_on_offer_until_the_way_out_is_used() -> None:
    table = Position(token="department_1", hand="running, 2 walking, speech", stacks=EMPTY)
    table.do("move running gate_3")  # and the walking back that is alone on offer there
    assert table.state["token"] == "department_1"
    assert table.words() == {"move walking bhp_hall", "move walking department_2"}


@pytest.mark.rule("STJ-R6")
def test_no_other_action_needs_the_test() -> None:
    table = Position(token="gate_2", hand="speech, worker", stacks={"gate_2": 1}).do("take gate_2")
    assert table.offers("end_turn")
    kept = Position(token="gate_3", hand="expert, 2 walking", stacks=EMPTY).do("special expert")
    assert kept.words() == {"end_turn"}


@pytest.mark.rule("STJ-R7")
def test_the_token_stays_where_it_is_between_turns() -> None:
    table = Position(hand="running", others={1: {"hand": "walking"}}).do("move running department_1", "end_turn")
    assert table.state["current"] == 1
    assert table.state["token"] == "department_1"
    assert table.offers("move walking gate_3")


@pytest.mark.rule("STJ-R8")
@pytest.mark.parametrize("players", [2, 5])
def test_a_game_at_its_turn_limit_is_unfinished_and_nobodys_win(players: int) -> None:
    rows = match(players, changes={"ruleset.turn_limit": 7}).play(seed=1, first=0, count=20)
    assert set(rows["outcome"]) == {GAME.rules.UNFINISHED}
    assert set(rows["winner"]) == {-1}
    assert set(rows["turns"]) == {7}
    assert {GAME.state.CAUSES[cause] for cause in rows["cause"]} == {"turn_limit"}


@pytest.mark.rule("STJ-R8")
def test_the_last_turn_before_the_limit_can_still_win() -> None:
    table = Position(
        token="bhp_hall",
        hand="2 speech, 4 delegate",
        demands="6 delegate_delegate",
        turn=3,
        changes={"ruleset.turn_limit": 3},
    )
    table.do("negotiate", "negotiate")
    assert table.state["outcome"] == "win"
    ended = Position(turn=3, changes={"ruleset.turn_limit": 3}).do("end_turn")
    assert ended.state["outcome"] == "unfinished"
    assert [ended.rules.value(ended.s, seat) for seat in (0, 1)] == [0.0, 0.0]


@pytest.mark.rule("STJ-R9")
def test_with_both_cards_in_hand_a_success_is_not_optional() -> None:
    table = Position(
        token="bhp_hall", hand="speech, 2 delegate, expert", demands="2 delegate_expert", tomorrow="speech"
    )
    table.do("negotiate")
    assert table.pile("hand") == cards("delegate")
    assert table.pile("trophies") == cards("delegate_expert")
    assert [event["type"] for event in table.chance] == ["demand"]


@pytest.mark.rule("STJ-R9")
def test_cards_not_in_hand_when_the_demand_is_turned_up_do_not_count() -> None:
    table = Position(
        token="bhp_hall",
        hand="speech, delegate, expert",
        today="2 delegate",
        tomorrow="2 delegate",
        later="2 delegate",
        demands="2 delegate_delegate",
    )
    table.do("negotiate")
    assert table.words() == {"end_turn"}
    assert table.pile("hand") == cards("delegate, expert")


@pytest.mark.rule("STJ-R10")
def test_the_hall_is_never_empty_though_all_but_one_demand_are_won() -> None:
    table = Position(players=5, token="bhp_hall", hand="speech, 2 expert", demands="delegate_delegate")
    table.do("negotiate")
    assert table.stack("bhp_hall") == (1, False)
    moved = Position(players=5, token="cross", hand="walking", demands="delegate_delegate")
    assert moved.do("move walking bhp_hall").offers("end_turn")


@pytest.mark.rule("STJ-R11")
@pytest.mark.many
def test_every_demand_is_equally_likely_to_lie_on_top() -> None:
    shown = {"delegate_delegate": 0, "delegate_expert": 0, "expert_expert": 0}
    for seed in range(3000):
        table = Position(token="bhp_hall", hand="speech, 2 expert", seed=seed)
        shown[table.do("negotiate").state["shown_demand"]] += 1
    assert chisquare(list(shown.values())).pvalue > ALPHA


@pytest.mark.rule("STJ-R12")
@pytest.mark.parametrize(
    ("hand", "piles"),
    [
        ("2 speech", {}),
        ("worker", {"tomorrow": "speech"}),
        ("resident", {"tomorrow": "speech"}),
        ("expert", {"tomorrow": "speech"}),
        ("correspondent, speech", {"today": "speech"}),
        ("delegate, speech", {"today": "speech"}),
    ],
)
def test_a_special_action_that_changes_nothing_is_not_on_offer(hand: str, piles: Json) -> None:
    assert Position(hand=hand, **piles).words() == {"end_turn"}


@pytest.mark.rule("STJ-R12")
def test_one_special_card_may_be_put_away_or_removed_by_another_of_its_kind() -> None:
    for card in ("worker", "resident", "expert"):
        assert Position(hand=f"2 {card}").offers(f"special {card}")
    assert Position(hand="worker, speech").offers("special worker")  # though nothing can be drawn, the speech goes
    for card in ("correspondent", "delegate"):
        assert Position(hand=card, later="speech", changes={"reshuffle_when": "needed"}).offers(f"special {card}")


@pytest.mark.rule("STJ-R13")
def test_removed_cards_are_seen_by_all() -> None:
    table = Position(hand="expert, speech, walking, worker").do("special expert", "remove speech", "remove walking")
    for seat in (0, 1):
        view = table.s.copy()
        table.rules.hide(table.t, view, seat)
        assert GAME.story.state_json(table.data, table.t, view)["removed"] == cards("speech, walking, worker")
    assert not any("removed" in pile for pile in PILES)
