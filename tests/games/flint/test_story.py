"""A game of Striking Flint in words: nothing moves without being told, in its order, with its reason."""

import re
from collections import Counter
from typing import Any

import pytest

from games.flint.positions import GAME, Json, Position, lines_of

Pieces = tuple[Counter[tuple[str, str]], Counter[tuple[str, str]], Counter[str], int, dict[str, int]]
GAMES: list[tuple[int, str, str, Json]] = [  # players, bot, difficulty, changes
    (1, "random", "easy", {}),
    (2, "planner", "hard", {}),
    (3, "planner", "easy", {"gambit_moves": "may", "committees": ["veterans", "cio", "socialists"]}),
    (4, "novice", "hard", {"events_in_play": 3}),
    (5, "planner", "easy", {"place_from_map": True, "move_length": "grows"}),
]


def told(lines: list[Json]) -> list[str]:
    return list(GAME.story.tell(iter(lines)))


def turn_to(**more: Any) -> Position:
    """A position in which the Socialists act, and the Rank and File after them."""
    return Position(trackers={5: "socialists rank_and_file", 9: "veterans"}, **more)


def test_an_action_without_a_choice_is_told() -> None:
    table = Position(workers={"fisher_one_s": "socialists"}, strikebreakers={"fisher_one_a": "money"})
    assert "Resist the Money on Fisher one a with the worker of the Socialists on Fisher one s" in table.tell(
        "agitate fisher_one_a"
    )


def test_workers_beside_strikebreakers_leave_under_the_turn_of_their_committee() -> None:
    workers = {"fisher_one_s": "socialists", "fisher_two_s": "rank_and_file"}
    story = turn_to(workers=workers, strikebreakers={"fisher_two_s": "money"}).tell("rest")
    heading = story.index("Turn 2: Rank and File, on space 5.")
    leaves = "A worker of Rank and File on Fisher two s goes back to the supply, as a strikebreaker is there."
    assert story.index("Rest.") < story.index("The tracker advances 1 space, to 6.") < heading < story.index(leaves)


def test_the_exhaustion_of_an_action_is_explained() -> None:
    table = Position(workers={"fisher_one_s": "socialists"}, events=("sit_down_begins",))
    story = table.tell("occupy fisher_two_s veterans")
    assert "Exhaustion: 5 cubes (3 by the card, 1 by the event, 1 for another committee's worker)." in story


def test_a_tie_that_the_acting_player_breaks_is_told_as_a_choice() -> None:
    table = Position(
        workers={"fisher_one_c": "socialists", "fisher_two_t": "veterans"},
        strikebreakers={"chevrolet_four_t": "scab"},
        trackers={3: "socialists", 9: "rank_and_file veterans"},
        rolls=(2,),
    )
    table.tell("rest", "activate chevrolet_four_t")
    assert table.pending == "step"
    story = table.tell("step fisher_one_a")
    assert (
        "Scab on Chevrolet four t pushes the worker of the Socialists on Fisher one c to Fisher one a (by choice)."
        in story
    )


def test_the_kind_that_runs_out_is_told() -> None:
    table = Position(
        workers={"fisher_one_s": "socialists"},
        strikebreakers={"fisher_two_a": "5 scab"},
        trackers={3: "socialists", 9: "rank_and_file veterans"},
        events=("flint_alliance",),
    )
    assert "Scab has to come onto Fisher one b, and no Scab is left." in table.tell("rest")


@pytest.mark.parametrize(
    ("event", "shift", "said"),
    [
        ("stock_disclosed", 0, "at least 5 workers stand on the Street"),
        ("stock_disclosed", 1, "at least 6 workers stand on the Street"),
        ("organizers_arrested", -1, "2 strikebreakers have gone by Resist"),
        ("flint_alliance", -1, "at most 1 Scab is on the map"),
        ("relief_rolls_grow", 1, "all committees together hold at most 3 cubes"),
    ],
)
def test_the_number_that_removes_an_event_is_that_of_this_game(event: str, shift: int, said: str) -> None:
    table = turn_to(
        strikebreakers={"fisher_two_a": "2 scab"},
        cubes={"veterans": 4},
        events=(event,),
        changes={"rules.event_shift": shift},
    )
    assert f"it leaves when {said}" in table.tell("rest")


def test_an_event_that_leaves_is_told_with_its_reason_and_what_comes() -> None:
    table = Position(
        workers={"fisher_one_s": "socialists", "fisher_one_a": "2 socialists, 2 veterans"},
        events=("stock_disclosed",),
        deck=("truce_broken", "flint_alliance"),
        token=30,
    )
    story = table.tell("picket fisher_one_b veterans")
    left = "The event “Judge is found to own company stock” leaves, as at least 5 workers stand on the Street."
    assert f"{left} The token moves to 29." in story
    assert "The next event is “Truce breaks down over talks with the Alliance”." in story


def test_one_is_singular() -> None:
    story = Position(cubes={"veterans": 1, "socialists": 1}).tell("rest")
    assert "1 cube given back." in story
    assert "The tracker advances 1 space," in story
    assert not re.search(r"\b1 (cubes|spaces|workers|points)", story)


# ---- whole games


@pytest.mark.many
@pytest.mark.parametrize("game", GAMES)
def test_whole_games_are_told_without_a_silence(game: tuple[int, str, str, Json]) -> None:
    players, bot, difficulty, changes = game
    lines = lines_of(players, bot, changes, difficulty=difficulty)
    story = told(lines)
    assert len([line for line in story if line.startswith("Turn ")]) == lines[-1]["result"]["turns"]
    assert story[-1].startswith(("The committees win in turn", "The committees lose in turn"))
    for line in story[1:]:
        assert line.count(": ") <= 1, line
        assert "_" not in line, line
    ledger = Ledger(lines[0], lines[1]["state"])
    for ply in lines[2:-1]:
        ledger.follow(ply)
        assert ledger.seen() == shown(ply["state"]), ply


@pytest.mark.many
def test_every_space_of_a_story_stands_on_its_first_map() -> None:
    lines = lines_of(5, "planner")
    story = told(lines)
    end = next(i for i, line in enumerate(story) if "Turn order" in line)
    for name in lines[1]["state"]["spaces"]:
        spoken = name[:1].upper() + name[1:].replace("_", " ")
        assert sum(spoken in line for line in story[:end]) == 1


@pytest.mark.many
def test_the_log_has_room_for_what_happens() -> None:
    for game in range(40):
        for line in lines_of(5, "random", {"events_in_play": 3}, game=game)[1:-1]:
            assert len(line["steps"]) < GAME.state.LOG


class Ledger:
    """The pieces of a game, moved by nothing but what a trace tells."""

    def __init__(self, header: Json, state: Json) -> None:
        self.rules = header["components"]["rules"]
        self.hold_workers = header["components"]["committees"]["rank_and_file"]["unique"]["workers"]
        self.committees = header["committees"]
        self.workers, self.strikebreakers = pieces(state, "workers"), pieces(state, "strikebreakers")
        self.cubes: Counter[str] = Counter(state["exhaustion"])
        self.token, self.turn_number = state["concessions"], 0
        self.trackers = {name: place["space"] for name, place in state["trackers"].items()}
        self.acts: Json | None = None
        self.near: Json = {}
        self.gambit_worker: Json = {}

    def seen(self) -> Pieces:
        return +self.workers, +self.strikebreakers, +self.cubes, self.token, self.trackers

    def follow(self, line: Json) -> None:
        self.actor = self.committees[line["seat"]]
        for step in [line["action"], *line["steps"]]:
            getattr(self, f"do_{step['type']}", lambda _: None)(step)

    def shift(self, worker: Json, to: str) -> None:
        self.workers[worker["space"], worker["committee"]] -= 1
        self.workers[to, worker["committee"]] += 1

    # decisions

    def do_place(self, step: Json) -> None:
        self.workers[step["space"], self.actor] += 1

    def do_occupy(self, step: Json) -> None:
        self.workers[step["space"], step["committee"]] += 1
        if step.get("from"):
            self.workers[step["from"], step["committee"]] -= 1

    do_picket = do_occupy

    def do_hold(self, step: Json) -> None:
        self.workers[step["space"], self.actor] += self.hold_workers

    def do_resist(self, step: Json) -> None:
        self.strikebreakers[step["space"], step["strikebreaker"]] -= 1

    def do_gambit(self, step: Json) -> None:
        self.gambit_worker = step["worker"]

    def do_move(self, step: Json) -> None:
        self.strikebreakers[step["from"], step["strikebreaker"]] -= 1
        self.strikebreakers[step["to"], step["strikebreaker"]] += 1

    def do_step(self, step: Json) -> None:
        if self.acts is None:
            self.shift(self.gambit_worker, step["to"])

    # what the rules do

    def do_turn(self, step: Json) -> None:
        self.actor = step["committee"]
        self.turn_number += 1

    def do_given_back(self, step: Json) -> None:
        self.cubes[step["committee"]] -= step["cubes"]

    def do_gained(self, step: Json) -> None:
        self.cubes[step["committee"]] += step["cubes"]

    def do_sent_back(self, step: Json) -> None:
        self.workers[step["space"], step["committee"]] -= 1

    def do_added(self, step: Json) -> None:
        self.strikebreakers[step["space"], step["strikebreaker"]] += 1

    def do_acts(self, step: Json) -> None:
        self.acts = step

    def do_nearest(self, step: Json) -> None:
        self.near = step

    def do_stepped(self, step: Json) -> None:
        acts, self.acts = self.acts, None
        assert acts
        if acts["strikebreaker"] == "authority":
            self.do_move({"strikebreaker": "authority", "from": acts["space"], "to": step["space"]})
        else:
            self.shift(self.near, step["space"])

    def do_stayed(self, _step: Json) -> None:
        self.acts = None

    do_no_worker = do_stayed

    def do_advanced(self, step: Json) -> None:
        self.trackers[self.actor] = step["to"]

    do_factory_action = do_advanced

    def do_conceded(self, _step: Json) -> None:
        self.token -= self.rules["concession_step"]

    def do_removed(self, _step: Json) -> None:
        if self.turn_number:
            self.token -= self.rules["event_step"]


def pieces(state: Json, what: str) -> Counter[tuple[str, str]]:
    return +Counter({(name, piece): n for name, space in state["spaces"].items() for piece, n in space[what].items()})


def shown(state: Json) -> Pieces:
    return (
        pieces(state, "workers"),
        pieces(state, "strikebreakers"),
        +Counter(state["exhaustion"]),
        state["concessions"],
        {name: place["space"] for name, place in state["trackers"].items()},
    )
