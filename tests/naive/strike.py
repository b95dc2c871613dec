"""The naive referee of STRIKE!: replays a trace from the rules alone.

It shares no code with the package. It keeps a position of its own and takes nothing from the trace but the actions
that were chosen and what chance did; legal actions, forced steps, states and the result it derives itself and
compares. Clause ids (STK-..) are those of the game's RULES.md. It is slow and plain on purpose: the pieces are in
`strike_position`, the rules in `strike_basics`, `strike_effects` and `strike_turns`; here is the comparison.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from naive.comparison import Disagreement, Measured, canonical, demand_that, entry, first_difference
from naive.strike_basics import Chance, Decision, Steps
from naive.strike_position import Counters, Game, Position, Record, position_at_start, position_from, view
from naive.strike_turns import END, play

__all__ = ["Disagreement", "check", "check_from", "measured"]

SWITCHES: dict[str, tuple[object, ...]] = {
    "manual_labor_chains": (False, True),
    "kick_on": ("any", "roll_only"),
    "reshuffle_allies": (False, True),
    "pair_powers": ("per_pair", "once_per_turn"),
}


def is_in(value: object, allowed: Iterable[object]) -> bool:
    """Tell whether a value is among others without taking true for 1."""
    return any(type(value) is type(other) and value == other for other in allowed)


# ---------------------------------------------------------------------------------------------------------------------
# Chance


class RecordedChance:
    """Read the chance of one line in order, and refuse what was not possible or not due."""

    def __init__(self, ply: int, records: object) -> None:
        demand_that(isinstance(records, list), ply, f"chance is {records!r:.200}, not a list")
        assert isinstance(records, list)
        self.ply = ply
        self.records = list(records)

    def next_record(self, kind: str) -> Record:
        demand_that(bool(self.records), self.ply, f"the rules demand a {kind} now, but no more chance is recorded")
        record: Record = self.records.pop(0)
        found = entry(record, "type", self.ply)
        demand_that(found == kind, self.ply, f"the rules demand a {kind} now, but chance has {record!r}")
        return record

    def take(self, request: Chance) -> Any:
        """Return what the record says of the open entry."""
        record = self.next_record(request.kind)
        for name, value in request.fixed.items():
            found = entry(record, name, self.ply)
            demand_that(found == value, self.ply, f"chance has {record!r}, by the rules its {name} is {value!r}")
        value = entry(record, request.key, self.ply)
        lawful = isinstance(value, int | str) and not isinstance(value, bool) and value in request.possible
        demand_that(lawful, self.ply, f"chance has {record!r}, but its {request.key} is not possible")
        return value

    def finish(self) -> None:
        demand_that(not self.records, self.ply, f"chance records more than the rules demand: {self.records!r:.300}")


# ---------------------------------------------------------------------------------------------------------------------
# The state


def acceptable_views(position: Position, pending: dict[str, Any] | None) -> list[dict[str, Any]]:
    """After the turn limit no clause says whether the next turn has begun (STK-R18)."""
    if position.outcome != "unfinished":
        return [view(position, pending)]
    following = ((position.current + 1) % position.game.players, position.turn + 1)
    turns = ((position.current, position.turn), following)
    counters = (position.counters, Counters())
    return [
        view(replace(position, current=current, turn=turn, step=step, counters=counter), pending)
        for (current, turn), step, counter in product(turns, (2, 1), counters)
    ]


def check_state(position: Position, decision: Decision | None, given: Record, ply: int) -> None:
    """Compare the trace's state with the referee's own, field by field."""
    kind = decision.kind if decision else None
    pending = {"kind": kind, "seat": decision.seat} if decision and kind else None
    places = set(entry(given, "locations", ply))
    names = {str(at) for at in position.locations}
    demand_that(places == names, ply, f"state.locations names {sorted(places)}, by the rules {sorted(names)}")
    views = acceptable_views(position, pending)
    differences = [first_difference(expected, given, "state", ply) for expected in views]
    if None not in differences:
        raise Disagreement(ply, str(differences[0]))


# ---------------------------------------------------------------------------------------------------------------------
# Set-up


def read_header(header: Record) -> Game:
    """STK-01, STK-09, STK-V2 and the table of switches; the rest of the header is data to play with."""
    components = entry(header, "components", 0)
    players = entry(header, "players", 0)
    allowed = components["ruleset"]["players"]
    demand_that(is_in(players, allowed), 0, f"players = {players!r}, allowed are {allowed}")
    demand_that(len(entry(header, "bots", 0)) == players, 0, f"{header['bots']!r} are not {players} bots")
    difficulty = entry(header, "difficulty", 0)
    demand_that(difficulty in components["difficulties"], 0, f"difficulty = {difficulty!r}")
    for name, values in SWITCHES.items():
        value = entry(components["switches"], name, 0)
        demand_that(is_in(value, values), 0, f"switch {name} = {value!r}, allowed are {values}")
    turn_limit = entry(header, "turn_limit", 0)
    demand_that(isinstance(turn_limit, int) and turn_limit >= 1, 0, f"turn_limit = {turn_limit!r}")
    return Game(components, players, difficulty, read_characters(header, components, players), turn_limit)


def read_characters(header: Record, components: Record, players: int) -> list[str]:
    """STK-09, STK-V2: one for each seat, all of different boards; those of the options if they name any."""
    names = list(entry(header, "characters", 0))
    known = components["characters"]
    demand_that(len(names) == players and all(name in known for name in names), 0, f"characters = {names!r}")
    boards = [known[name]["board"] for name in names]
    demand_that(len(set(boards)) == players, 0, f"characters {names} are of the boards {boards}")
    named = components.get("options", {}).get("characters", "random")
    demand_that(named in ("random", names), 0, f"characters = {names!r}, the options say {named!r}")
    return names


def draw_first_cards(position: Position, chance: RecordedChance) -> None:
    """STK-05, STK-08: so many Strike cards for each seat, in any order of the seats."""
    game, deck = position.game, position.decks["strike"]
    wanted = min(game.rule("first_cards") + game.at_start("strike_cards"), game.rule("hand_limit"))
    for _ in range(min(wanted * game.players, deck.total())):
        record = chance.next_record("draw")
        seat, card = entry(record, "seat", 0), entry(record, "card", 0)
        demand_that(entry(record, "deck", 0) == "strike", 0, f"chance has {record!r}, but Strike cards are drawn")
        due = [other for other in range(game.players) if position.players[other].cards() < wanted]
        demand_that(is_in(seat, due), 0, f"chance has {record!r}, but it is the draw of one of {due}")
        demand_that(deck[card] > 0, 0, f"chance has {record!r}, but that card is not in the deck")
        deck[card] -= 1
        position.players[seat].hand["strike"][card] += 1


# ---------------------------------------------------------------------------------------------------------------------
# Replaying a trace


@dataclass
class Replay:
    """A game under way: the position, the rules at work on it, and the decision they wait for."""

    position: Position
    rules: Steps
    decision: Decision | None = None

    def advance(self, answer: Any, chance: RecordedChance) -> None:
        """Go to the next decision that has a line: more than one action, or `end_actions`."""
        self.decision = None
        for request in self.requests(answer, chance):
            if len(request.actions) > 1 or request.actions == [END]:
                self.decision = request
                return

    def requests(self, answer: Any, chance: RecordedChance) -> Iterator[Decision]:
        """Yield the decisions; one that is passed over has a single action, which is done."""
        try:
            while True:
                request = self.rules.send(answer)
                if isinstance(request, Chance):
                    answer = chance.take(request)
                    continue
                yield request
                answer = request.actions[0]
        except StopIteration:
            return


def begin(position: Position, chance: RecordedChance) -> Replay:
    replay = Replay(position, play(position))
    replay.advance(None, chance)
    return replay


def check_set_up(game: Game, line: Record) -> Replay:
    """Check the line of ply 0: the draws, then the first player (STK-R10)."""
    demand_that(entry(line, "ply", 0) == 0, 0, f"the set-up line has ply {line['ply']!r}")
    demand_that(entry(line, "action", 0) == {"type": "setup"}, 0, f"the first action is {line['action']!r}")
    position = position_at_start(game)
    chance = RecordedChance(0, entry(line, "chance", 0))
    draw_first_cards(position, chance)
    position.current = chance.take(Chance("first_player", "seat", range(game.players)))
    replay = begin(position, chance)
    chance.finish()
    check_state(position, replay.decision, entry(line, "state", 0), 0)
    return replay


def check_offer(decision: Decision, line: Record, ply: int) -> None:
    """The list of legal actions is complete, and the action taken is one of them."""
    offered = [canonical(action) for action in entry(line, "legal", ply)]
    lawful = {canonical(action) for action in decision.actions}
    missing, excess = sorted(lawful - set(offered)), sorted(set(offered) - lawful)
    demand_that(not missing, ply, f"legal lacks {missing}")
    demand_that(not excess, ply, f"legal offers {excess}, which the rules do not")
    demand_that(len(offered) == len(lawful), ply, f"legal offers an action twice: {sorted(offered)}")
    action = entry(line, "action", ply)
    demand_that(canonical(action) in lawful, ply, f"{action!r} is not legal")


def check_ply(replay: Replay, line: Record, ply: int) -> None:
    """Check one decision and what follows from it."""
    position, decision = replay.position, replay.decision
    if decision is None:
        raise Disagreement(ply, f"the game is over ({position.outcome}), but the trace goes on")
    for name, value in {"ply": ply, "turn": position.turn, "seat": decision.seat}.items():
        found = entry(line, name, ply)
        demand_that(found == value, ply, f"{name} is {found!r}, by the rules {value}")
    check_offer(decision, line, ply)
    chance = RecordedChance(ply, entry(line, "chance", ply))
    replay.advance(line["action"], chance)
    chance.finish()
    check_state(position, replay.decision, entry(line, "state", ply), ply)


def check_result(position: Position, result: Record, plies: int) -> None:
    """STK-10 to STK-12, STK-R18; the players win together, so nobody's seat is named."""
    demand_that(position.outcome is not None, plies, f"the game still runs, but the result is {result!r}")
    expected = {
        "outcome": position.outcome,
        "winner": None,
        "cause": position.cause,
        "turns": position.turn,
        "decisions": plies,
    }
    for name, value in expected.items():
        found = entry(result, name, plies)
        demand_that(is_in(found, [value]), plies, f"result: {name} is {found!r}, by the rules {value!r}")


def follow(replay: Replay, lines: Iterator[Record]) -> tuple[int, bool]:
    """Check the decisions from a position on; return their number and whether a result came."""
    plies = 0
    for line in lines:
        if "result" in line:
            check_result(replay.position, line["result"], plies)
            demand_that(next(lines, None) is None, plies, "the trace goes on after the result")
            return plies, True
        plies += 1
        check_ply(replay, line, plies)
    return plies, False


def check_from(header: Record, state: Record, lines: Iterable[Record]) -> int:
    """Check the decisions that follow a given state of step 1, counted from 1; a result at the end is optional."""
    position = position_from(read_header(header), state)
    plies, _ = follow(begin(position, RecordedChance(0, [])), iter(lines))
    return plies


def check(lines: Iterable[dict[str, Any]]) -> int:
    """Check a whole trace.

    Parameters
    ----------
    lines
        The trace's lines in order: header, set-up, decisions, result.

    Returns
    -------
    int
        The number of plies checked.

    Raises
    ------
    Disagreement
        At the first difference between the trace and the rules.
    """
    records = iter(lines)
    header, first = next(records, None), next(records, None)
    if header is None or first is None:
        raise Disagreement(0, "the trace has no header and set-up line")
    plies, finished = follow(check_set_up(read_header(header), first), records)
    demand_that(finished, plies, "the trace ends without a result")
    return plies


# ---------------------------------------------------------------------------------------------------------------------
# What a game is measured by


def measured(lines: Iterable[dict[str, Any]]) -> Measured:
    """Count in a whole trace, by the rules alone, what the results' columns say."""
    header, first, *decisions, _result = lines
    replay = check_set_up(read_header(header), first)
    position, first_seat = replay.position, replay.position.current
    for line in decisions:
        replay.advance(line["action"], RecordedChance(line["ply"], line["chance"]))
    seats = [measured_seat(position, seat) for seat in range(position.game.players)]
    return Measured(first_seat, measured_game(position), seats)


def measured_game(position: Position) -> dict[str, int]:
    """STK-32, STK-44: a Victory stays for good; a MegaDrone that was placed stands on the board or was removed."""
    locations = position.locations.values()
    standing = sum(location.megadrones for location in locations)
    removed = sum(position.acts[seat, "megadrones_removed"] for seat in range(position.game.players))
    return {
        "strikers_score": position.strikers_points,
        "happycorp_score": position.happycorp_points,
        "first_victories": sum(location.victories >= 1 for location in locations),
        "second_victories": sum(location.victories >= 2 for location in locations),
        "third_victories": sum(location.victories >= 3 for location in locations),
        "megadrones_placed": standing + removed,
    }


def measured_seat(position: Position, seat: int) -> dict[str, int]:
    game = position.game
    counted = ("drones_removed", "megadrones_removed", "kicked", "kept", "energy_gained", "strike_cards", "ally_cards")
    return {
        "character": list(game.components["characters"]).index(game.characters[seat]),
        **{what: position.acts[seat, what] for what in counted},
    }
