"""The invariants (STJ-I1 … STJ-I12), in every state of games drawn by hypothesis."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.strajk.positions import HALL, LAYERS, PILES, RICH, SHORT, Json, Step, bots, steps_of, together

pytestmark = pytest.mark.many

ACTIONS = ("move", "take", "special", "negotiate")
ASSUMED = {key: ("default", *entry["alternatives"]) for key, entry in LAYERS.base["assumed"].items()}


@st.composite
def games(draw: st.DrawFn) -> Json:
    """Draw a game: its ruleset, players, bot and seed."""
    options = {
        "reshuffle_when": ("empty", "needed"),
        "hall_speech_needs_two_blue": (True, False),
        "expert_removes": ("exactly", "up_to", "needs_three"),
        **ASSUMED,
    }
    changes = {key: draw(st.sampled_from(values), label=key) for key, values in options.items()}
    changes |= draw(st.sampled_from([RICH, SHORT, HALL, {}])) | {"ruleset.turn_limit": draw(st.integers(5, 25))}
    players = draw(st.integers(2, 5))
    return {
        "players": players,
        "bot": draw(st.sampled_from(bots())),
        "changes": changes,
        "seed": draw(st.integers(0, 2**64 - 1)),
        "game": draw(st.integers(0, 10**6)),
    }


class Record:
    """A game as played, with the data it was played with."""

    def __init__(self, game: Json) -> None:
        self.players, self.changes = game["players"], game["changes"]
        self.data = LAYERS.changed(self.changes).data()
        self.steps = steps_of(**game)
        self.states = [self.steps[0].before, *(step.after for step in self.steps)]
        self.running = [state for state in self.states if state["outcome"] is None]
        self.hand_size = self.data["rules"]["hand_size"]
        self.first_deck = {kind: card["start"] for kind, card in self.data["cards"].items() if card.get("start")}
        self.stacks = [location["stack"] for location in self.data["locations"].values()]

    def turns(self) -> list[list[Step]]:
        """Return the steps of each turn."""
        turns: dict[int, list[Step]] = {}
        for step in self.steps:
            turns.setdefault(step.before["turn"], []).append(step)
        return list(turns.values())

    def turn_starts(self) -> list[Json]:
        """Return the states right after STJ-10."""
        return [turn[0].before for turn in self.turns()]


def own(player: Json, piles: Sequence[str] = PILES) -> dict[str, int]:
    return together(*(player[pile] for pile in piles))


def size(pile: dict[str, int]) -> int:
    return sum(pile.values())


def trophies(state: Json) -> list[int]:
    return [size(player["trophies"]) for player in state["players"]]


def is_empty(state: Json, location: str) -> bool:
    return state["stacks"][location]["count"] == 0


def conservation(record: Record) -> None:
    """STJ-I1."""
    dealt = together(*record.stacks, *[record.first_deck] * record.players)
    kinds = {kind: demand["count"] for kind, demand in record.data["demands"].items() if demand["count"]}
    for state in record.states:
        stacks = [{stack["kind"]: stack["count"]} for stack in state["stacks"].values() if stack["kind"] != "demand"]
        hall = state["stacks"]["bhp_hall"]["count"]
        demands = together(*state["demands"].values(), *(player["trophies"] for player in state["players"]))
        assert demands == kinds
        assert hall == size(state["demands"]["stack"])
        players = [own(player) for player in state["players"]]
        assert together(*stacks, *players, state["removed"], {"demand": 6}) == dealt


def rulebook_totals(record: Record) -> None:
    """STJ-I1, in the rulebook's numbers."""
    n, state = record.players, record.states[-1]
    stacks = [{stack["kind"]: stack["count"]} for stack in state["stacks"].values() if stack["kind"] != "demand"]
    total = together(*stacks, *(own(player) for player in state["players"]), state["removed"])
    if not any(key.startswith("cards.") for key in record.changes):
        board = {"worker": 15, "resident": 15, "correspondent": 14, "delegate": 8, "expert": 8}
        assert total == {"speech": 4 * n, "walking": 2 * n, "running": 2 * n + 4, **board}


def own_cards_are_counted(record: Record) -> None:
    """STJ-I2."""
    expected = [size(record.first_deck)] * record.players
    for step in record.steps:
        expected[step.before["current"]] += {"take": 1, "remove": -1}.get(step.action["type"], 0)
        assert [size(own(player)) for player in step.after["players"]] == expected
        assert not any("demand" in own(player) for player in step.after["players"])


def stacks_never_grow(record: Record) -> None:
    """STJ-I3."""
    first = record.states[0]["stacks"]
    assert not {"speech", "walking"} & {stack["kind"] for stack in first.values()}
    assert [{stack["kind"]: stack["count"]} for stack in first.values()] == record.stacks
    for step in record.steps:
        for place, stack in step.after["stacks"].items():
            old = step.before["stacks"][place]
            assert stack["kind"] == old["kind"]
            renewed = stack["kind"] == "demand" and step.action["type"] == "negotiate" and old["count"] == 1
            assert stack["count"] <= old["count"] or renewed
            assert 0 <= stack["count"] <= first[place]["count"]


def demands_are_left(record: Record) -> None:
    """STJ-I4."""
    needed = record.data["rules"]["trophies_to_win"]
    for state in record.running:
        left = size(state["demands"]["stack"]) + size(state["demands"]["set_aside"])
        assert max(trophies(state)) < needed
        assert left == 6 - sum(trophies(state)) >= 6 - record.players * (needed - 1) >= 1
        assert size(state["demands"]["stack"]) >= 1
    if record.states[-1]["outcome"] == "win":
        winners = [seat for seat, won in enumerate(trophies(record.states[-1])) if won >= needed]
        assert winners == [record.steps[-1].before["current"]]


def moves_follow_the_edges(record: Record) -> None:
    """STJ-I5."""
    near: dict[str, set[str]] = {name: set() for name in record.data["locations"]}
    for a, b in record.data["board"]["edges"]:
        near[a].add(b)
        near[b].add(a)
    for step in record.steps:
        at, to = step.before["token"], step.after["token"]
        assert to in near
        if step.action["type"] != "move":
            assert to == at
            continue
        reach = near[at] | {b for a in near[at] for b in near[a] if step.action["card"] == "running"}
        assert to == step.action["to"] != at
        assert to in reach


def others_rest(record: Record) -> None:
    """STJ-I6."""
    for state in record.running:
        for seat, player in enumerate(state["players"]):
            if seat != state["current"]:
                assert player["today"] == {}
                assert size(player["hand"]) <= record.hand_size
    for turn in record.turns():
        todays = [Counter(step.before["players"][step.before["current"]]["today"]) for step in turn]
        assert todays[0] == Counter()
        assert all(earlier <= later for earlier, later in pairwise(todays))


def hands_are_filled(record: Record) -> None:
    """STJ-I7."""
    for state in record.turn_starts():
        player = state["players"][state["current"]]
        assert size(player["hand"]) == min(record.hand_size, size(own(player, ("hand", "tomorrow", "later"))))


def tops_show_between_turns(record: Record) -> None:
    """STJ-I8."""
    for turn in record.turns():
        taken: set[str] = set()
        for step in turn:
            stacks = step.before["stacks"].items()
            assert not step.before["stacks"]["bhp_hall"]["face_up"]
            down = {place for place, stack in stacks if stack["count"] and not stack["face_up"]} - {"bhp_hall"}
            assert down <= taken
            assert not any(stack["face_up"] for _, stack in stacks if not stack["count"])
            taken |= {step.action["at"]} if step.action["type"] == "take" else set()


def turns_end_lawfully(record: Record) -> None:
    """STJ-I9."""
    for step in record.steps:
        assert step.legal
        barred = step.before["last_action"] == "move" and is_empty(step.before, step.before["token"])
        if step.before["pending"] is None:
            assert ({"type": "end_turn"} in step.legal) != barred
        if step.action["type"] == "end_turn":
            assert not barred


def tomorrow_is_refilled(record: Record) -> None:
    """STJ-I10."""
    if record.data["switches"]["reshuffle_when"] == "empty":
        for state in record.running:
            player = state["players"][state["current"]]
            assert player["tomorrow"] or not player["later"]


def actions_are_bounded(record: Record) -> None:
    """STJ-I11."""
    free = not record.data["locations"]["cross"]["cost"]
    for turn in record.turns():
        start = turn[0].before
        most = size(own(start["players"][start["current"]], ("hand", "tomorrow", "later")))
        most += start["stacks"]["cross"]["count"] if free else 0
        assert sum(step.action["type"] in ACTIONS for step in turn) <= most


def the_turn_limit_holds(record: Record) -> None:
    """STJ-I12."""
    limit = record.changes["ruleset.turn_limit"]
    assert [turn[0].before["turn"] for turn in record.turns()] == list(range(1, len(record.turns()) + 1))
    assert len(record.turns()) <= limit
    assert record.states[-1]["outcome"] == "win" or len(record.turns()) == limit


INVARIANTS = {
    "STJ-I1": (conservation, rulebook_totals),
    "STJ-I2": (own_cards_are_counted,),
    "STJ-I3": (stacks_never_grow,),
    "STJ-I4": (demands_are_left,),
    "STJ-I5": (moves_follow_the_edges,),
    "STJ-I6": (others_rest,),
    "STJ-I7": (hands_are_filled,),
    "STJ-I8": (tops_show_between_turns,),
    "STJ-I9": (turns_end_lawfully,),
    "STJ-I10": (tomorrow_is_refilled,),
    "STJ-I11": (actions_are_bounded,),
    "STJ-I12": (the_turn_limit_holds,),
}


@pytest.mark.parametrize(
    "invariant",
    [
        pytest.param(invariant, marks=pytest.mark.rule(identity), id=f"{identity}-{invariant.__name__}")
        for identity, invariants in INVARIANTS.items()
        for invariant in invariants
    ],
)
@settings(max_examples=60)
@given(game=games())
def test_it_holds_in_every_state(invariant: Callable[[Record], None], game: Json) -> None:
    invariant(Record(game))


def renews(step: Step) -> bool:
    """Tell whether the demands set aside came back (STJ-63)."""
    left = [size(state["demands"]["set_aside"]) for state in (step.before, step.after)]
    return (
        step.action["type"] == "negotiate"
        and left[1] < max(left[0], 1)
        and step.before["stacks"]["bhp_hall"]["count"] == 1
    )


@pytest.mark.rule("STJ-R10")
def test_the_games_drawn_reach_what_the_invariants_speak_of() -> None:
    reached: Counter[str] = Counter()

    @settings(max_examples=200)
    @given(game=games())
    def count(game: Json) -> None:
        record = Record(game)
        reached.update(step.action["type"] for step in record.steps)
        reached.update(["renewed"] * any(renews(step) for step in record.steps))
        reached.update([record.states[-1]["outcome"]])

    count()
    assert {*ACTIONS, "remove", "put", "discard", "win", "unfinished", "renewed"} <= set(reached)
