"""The naive referee of Strajk! Skok do wolności: replays a trace from the rules alone.

It shares no code with the package. It keeps a position of its own and takes nothing from the trace but the actions
that were chosen and what chance did; legal actions, forced steps, states and the result it derives itself and
compares. Clause ids (STJ-..) are those of the game's RULES.md. It is slow and plain on purpose.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any, Protocol

from naive.comparison import Disagreement, Measured, canonical, counts, demand_that, entry, first_difference

Action = dict[str, Any]
Record = Mapping[str, Any]
Cards = Counter[str]

SPEECH = "speech"  # the card that STJ-08 and STJ-60 name
DEMAND = "demand"  # the kind of the stack in the bhp Hall
PLACES = ("hand", "tomorrow", "today", "later", "trophies")  # where a player's cards are

SWITCHES: dict[str, tuple[object, ...]] = {
    "reshuffle_when": ("empty", "needed"),
    "hall_speech_needs_two_blue": (True, False),
    "expert_removes": ("exactly", "up_to", "needs_three"),
}


# ---------------------------------------------------------------------------------------------------------------------
# The game's data


@dataclass(frozen=True)
class Game:
    """What the header fixes: the components as the ruleset file names them, the players, the turn limit."""

    components: Record
    players: int
    turn_limit: int

    def switch(self, name: str) -> Any:
        return self.components["switches"][name]

    def number(self, name: str) -> int:
        return int(self.components["rules"][name])

    def card(self, kind: str) -> Record:
        card: Record = self.components["cards"][kind]
        return card

    def special(self, kind: str) -> Record:
        special: Record = self.card(kind).get("special", {})
        return special

    def steps(self, kind: str) -> int:
        """Return how far a card moves the token: 0 if it is no move card (STJ-20, STJ-21)."""
        return int(self.card(kind).get("steps", 0))

    def cost(self, location: str) -> Cards:
        return Counter(self.components["locations"][location]["cost"])

    def hall(self) -> str:
        """Return the location whose stack are the demands (STJ-03)."""
        locations = self.components["locations"]
        return next(str(name) for name, location in locations.items() if DEMAND in location["stack"])

    def neighbours(self, location: str) -> set[str]:
        """STJ-A4: edges go both ways."""
        edges = self.components["board"]["edges"]
        return {b for a, b in edges if a == location} | {a for a, b in edges if b == location}


# ---------------------------------------------------------------------------------------------------------------------
# The position


@dataclass
class Stack:
    """A stack of the board, other than that of the demands."""

    kind: str
    count: int
    face_up: bool


@dataclass
class Player:
    """One player's cards, and trophies by demand kind."""

    hand: Cards
    tomorrow: Cards
    today: Cards
    later: Cards
    trophies: Cards


@dataclass
class Choice:
    """A choice of cards under way: `remove` (STJ-41, STJ-45), `put` (STJ-42) or `discard` (STJ-13)."""

    kind: str
    left: int = 0  # of `remove`: how many more may go
    named: int = 0  # how many cards have been named
    optional: bool = False  # of `remove`: it may stop after one card


@dataclass
class Position:
    """The referee's own state of the game."""

    token: str
    current: int
    turn: int
    stacks: dict[str, Stack]
    demands: Cards
    set_aside: Cards
    players: list[Player]
    removed: Cards
    last_action: str | None = None
    shown_demand: str | None = None
    choice: Choice | None = None
    negotiation_failed: bool = False
    outcome: str | None = None
    acts: Counter[tuple[int, str]] = field(default_factory=Counter)  # how often each seat did each thing

    def player(self) -> Player:
        return self.players[self.current]


def transfer(source: Cards, target: Cards, kind: str) -> None:
    """Move one card from one place to another."""
    if source[kind] < 1:
        raise RuntimeError(f"the referee moved a {kind} that is not there: {source}")
    source[kind] -= 1
    target[kind] += 1


def kinds_in(cards: Cards) -> list[str]:
    return sorted(kind for kind, count in cards.items() if count > 0)


def is_empty(game: Game, position: Position, location: str) -> bool:
    """STJ-22: a location is empty when its stack is."""
    if location == game.hall():
        return position.demands.total() == 0
    return position.stacks[location].count == 0


# ---------------------------------------------------------------------------------------------------------------------
# Chance


class Chance(Protocol):
    """Where the random steps come from: the trace for the referee, a generator for tests of the referee."""

    def draw(self, seat: int, tomorrow: Cards) -> str: ...
    def shuffle(self, seat: int | None) -> None: ...
    def demand(self, stack: Cards) -> str: ...
    def first_player(self, tied: list[int]) -> int: ...


class RecordedChance:
    """Read the chance of one line in order, and refuse what was not possible or not due."""

    def __init__(self, ply: int, records: object) -> None:
        demand_that(isinstance(records, list), ply, f"chance is {records!r:.200}, not a list")
        assert isinstance(records, list)
        self.ply = ply
        self.records = list(records)
        self.seat: int | None = None  # whose draw record was read last, with no other record after it
        self.drawn: Cards = Counter()  # what that record still holds

    def next_record(self, kind: str) -> Record:
        left = dict(self.drawn)
        demand_that(not left, self.ply, f"the rules demand a {kind} now, but the draw recorded goes on with {left}")
        demand_that(bool(self.records), self.ply, f"the rules demand a {kind} now, but no more chance is recorded")
        record: Record = self.records.pop(0)
        self.seat = None
        found = entry(record, "type", self.ply)
        demand_that(found == kind, self.ply, f"the rules demand a {kind} now, but chance has {record!r}")
        return record

    def open_draw(self, seat: int) -> None:
        """Begin the next draw record: all draws of a seat between two shuffles stand in one."""
        before = self.seat
        record = self.next_record("draw")
        demand_that(before != seat, self.ply, f"draws of seat {seat} with no shuffle between them are two records")
        found = entry(record, "seat", self.ply)
        demand_that(found == seat, self.ply, f"seat {seat} draws, but chance has {record!r}")
        self.seat = seat
        self.drawn = counts(entry(record, "cards", self.ply), self.ply)
        demand_that(self.drawn.total() > 0, self.ply, f"a draw of no card is recorded: {record!r}")

    def draw(self, seat: int, tomorrow: Cards) -> str:
        """STJ-50: the card drawn must be in Tomorrow at that moment."""
        if not self.drawn:
            self.open_draw(seat)
        kind = kinds_in(self.drawn)[0]
        possible = dict(+tomorrow)
        demand_that(tomorrow[kind] > 0, self.ply, f"seat {seat} draws a {kind}, but Tomorrow holds {possible}")
        self.drawn = +(self.drawn - Counter([kind]))
        return kind

    def shuffle(self, seat: int | None) -> None:
        record = self.next_record("shuffle")
        found = entry(record, "seat", self.ply)
        demand_that(found == seat, self.ply, f"the cards of seat {seat} are shuffled, but chance has {record!r}")

    def demand(self, stack: Cards) -> str:
        """STJ-60: the demand turned up must be in the stack."""
        kind = entry(self.next_record("demand"), "kind", self.ply)
        demand_that(stack[kind] > 0, self.ply, f"demand {kind!r} is turned up, but the stack holds {dict(+stack)}")
        return str(kind)

    def first_player(self, tied: list[int]) -> int:
        """STJ-08, STJ-R1: any of those with the fewest speech cards."""
        seat = entry(self.next_record("first_player"), "seat", self.ply)
        demand_that(seat in tied, self.ply, f"seat {seat!r} starts, but the fewest speech cards are at {tied}")
        return int(seat)

    def finish(self) -> None:
        rest = [dict(self.drawn)] if self.drawn else self.records
        demand_that(not rest, self.ply, f"chance records more than the rules demand: {rest!r:.300}")


# ---------------------------------------------------------------------------------------------------------------------
# Set-up


def stack_at_start(location: Record) -> Stack:
    """STJ-03, STJ-04: one kind, its top face up."""
    ((kind, count),) = location["stack"].items()
    return Stack(kind, count, count > 0)


def player_at_start(game: Game) -> Player:
    """STJ-06: the starting cards are the Tomorrow deck."""
    deck = Counter({kind: card["start"] for kind, card in game.components["cards"].items() if card.get("start", 0)})
    return Player(Counter(), deck, Counter(), Counter(), Counter())


def position_at_start(game: Game) -> Position:
    """STJ-03 to STJ-07: before any card is drawn."""
    locations = game.components["locations"]
    stacks = {name: stack_at_start(location) for name, location in locations.items() if name != game.hall()}
    return Position(
        token=game.components["board"]["start"],
        current=0,
        turn=1,
        stacks=stacks,
        demands=Counter({kind: demand["count"] for kind, demand in game.components["demands"].items()}),
        set_aside=Counter(),
        players=[player_at_start(game) for _ in range(game.players)],
        removed=Counter(),
    )


def draw_first_hand(game: Game, position: Position, seat: int, chance: Chance) -> None:
    """STJ-06: nothing can be reshuffled yet."""
    player = position.players[seat]
    for _ in range(min(game.number("hand_size"), player.tomorrow.total())):
        transfer(player.tomorrow, player.hand, chance.draw(seat, player.tomorrow))


def choose_first_player(position: Position, chance: Chance) -> int:
    """STJ-08, STJ-R1: one of those who drew the fewest speech cards."""
    speeches = [player.hand[SPEECH] for player in position.players]
    tied = [seat for seat, number in enumerate(speeches) if number == min(speeches)]
    return chance.first_player(tied)


def set_up(game: Game, chance: Chance) -> Position:
    """STJ-03 to STJ-08, then the first turn begins."""
    position = position_at_start(game)
    for seat in range(game.players):
        draw_first_hand(game, position, seat, chance)
    position.current = choose_first_player(position, chance)
    begin_turn(game, position, chance)
    settle_forced_steps(game, position, chance)
    return position


# ---------------------------------------------------------------------------------------------------------------------
# Drawing, beginning and ending a turn


def reshuffle_later(position: Position, chance: Chance) -> None:
    """STJ-50: an empty Tomorrow is replaced by the shuffled Later, if there is one."""
    player = position.player()
    if player.tomorrow.total() == 0 and player.later.total() > 0:
        chance.shuffle(position.current)
        player.tomorrow, player.later = player.later, Counter()


def reshuffle_at_once(game: Game, position: Position, chance: Chance) -> None:
    """STJ-50: with `"empty"` also when no further draw is due."""
    if game.switch("reshuffle_when") == "empty":
        reshuffle_later(position, chance)


def draw_cards(game: Game, position: Position, wanted: int, chance: Chance) -> None:
    """STJ-50: one at a time; what cannot be drawn is lost."""
    player = position.player()
    for _ in range(wanted):
        reshuffle_later(position, chance)
        if player.tomorrow.total() == 0:
            return
        transfer(player.tomorrow, player.hand, chance.draw(position.current, player.tomorrow))
        reshuffle_at_once(game, position, chance)


def begin_turn(game: Game, position: Position, chance: Chance) -> None:
    """STJ-10: fill the hand; STJ-50: a shuffle left over from the last turn comes first."""
    position.last_action = None
    reshuffle_at_once(game, position, chance)
    draw_cards(game, position, game.number("hand_size") - position.player().hand.total(), chance)


def clear_away(position: Position) -> None:
    """STJ-13, after the discards: Today goes to Later, face-down tops are turned up."""
    player = position.player()
    player.later = player.later + player.today
    player.today = Counter()
    for stack in position.stacks.values():
        stack.face_up = stack.count > 0


def finish_turn(game: Game, position: Position, chance: Chance) -> None:
    """STJ-13, then the next player (STJ-01, STJ-07) or the turn limit (STJ-R8)."""
    clear_away(position)
    position.choice = None
    position.negotiation_failed = False
    if position.turn >= game.turn_limit:
        position.outcome = "unfinished"
        return
    position.current = (position.current + 1) % game.players
    position.turn += 1
    begin_turn(game, position, chance)


# ---------------------------------------------------------------------------------------------------------------------
# What is on offer


def reachable(game: Game, start: str, steps: int) -> set[str]:
    """STJ-20, STJ-21, STJ-R2: where a move of 1 to `steps` edges may end; never where it began."""
    reached: set[str] = set()
    frontier = {start}
    for _ in range(steps):
        frontier = {there for here in frontier for there in game.neighbours(here)}
        reached |= frontier
    return reached - {start}


def distance_to_cards(game: Game, position: Position, start: str) -> int | None:
    """STJ-R6 (b): edges to the nearest non-empty location; None if there is no way."""
    for steps in range(len(game.components["locations"])):
        if any(not is_empty(game, position, there) for there in reachable(game, start, steps) | {start}):
            return steps
    return None


def removal_needs(game: Game, kind: str) -> int:
    """STJ-R4: how many other cards of the hand a removing card needs."""
    number = int(game.special(kind)["remove"])
    return number if number > 1 and game.switch("expert_removes") == "needs_three" else 1


def special_changes_something(game: Game, position: Position, hand: Cards, token: str, kind: str) -> bool:
    """STJ-R12: with this hand, the card itself included, and the token there. Negotiations are apart (STJ-40)."""
    special = game.special(kind)
    others = hand.total() - 1
    if "turn_up" in special:
        return token != game.hall() and not is_empty(game, position, token) and not position.stacks[token].face_up
    if "remove" in special:
        return others >= removal_needs(game, kind)
    if "swap" in special:
        return others >= 1
    if "draw" in special:
        return position.player().tomorrow.total() + position.player().later.total() > 0
    return False


def useful_specials(game: Game, position: Position, hand: Cards, token: str) -> list[str]:
    return [kind for kind in kinds_in(hand) if special_changes_something(game, position, hand, token, kind)]


def may_arrive(game: Game, position: Position, hand_left: Cards, to: str) -> bool:
    """STJ-R6: an empty location only if the turn can still be ended lawfully with the hand left."""
    if not is_empty(game, position, to):
        return True
    if useful_specials(game, position, hand_left, to):
        return True
    distance = distance_to_cards(game, position, to)
    steps_left = sum(game.steps(kind) * count for kind, count in hand_left.items())
    return distance is not None and distance <= steps_left


def moves(game: Game, position: Position) -> list[Action]:
    """STJ-20, STJ-21, STJ-R6."""
    hand = position.player().hand
    return [
        {"type": "move", "card": kind, "to": to}
        for kind in kinds_in(hand)
        for to in sorted(reachable(game, position.token, game.steps(kind)))
        if may_arrive(game, position, hand - Counter([kind]), to)
    ]


def takes(game: Game, position: Position) -> list[Action]:
    """STJ-30: the token is there, the top is face up, the cost is in hand. Not for demands (STJ-60)."""
    if position.token == game.hall():
        return []
    stack = position.stacks[position.token]
    if stack.count == 0 or not stack.face_up:
        return []
    if not game.cost(position.token) <= position.player().hand:
        return []
    return [{"type": "take", "at": position.token}]


def specials(game: Game, position: Position) -> list[Action]:
    """STJ-40 to STJ-45, STJ-R12."""
    kinds = useful_specials(game, position, position.player().hand, position.token)
    return [{"type": "special", "card": kind} for kind in kinds]


def negotiations(game: Game, position: Position) -> list[Action]:
    """STJ-60: a speech in the bhp Hall, with enough level-IV cards in hand if the switch asks for them."""
    hand = position.player().hand
    if position.token != game.hall() or is_empty(game, position, position.token) or hand[SPEECH] < 1:
        return []
    level_four = sum(count for kind, count in hand.items() if game.card(kind)["level"] == 4)
    if game.switch("hall_speech_needs_two_blue") and level_four < game.number("level_four_needed"):
        return []
    return [{"type": "negotiate"}]


def endings(game: Game, position: Position) -> list[Action]:
    """STJ-15, STJ-22, STJ-R6: not right after a move to an empty location."""
    if position.last_action == "move" and is_empty(game, position, position.token):
        return []
    return [{"type": "end_turn"}]


def may_be_done(game: Game, position: Position, choice: Choice) -> bool:
    """STJ-R4, STJ-42 (at least one, STJ-R12), STJ-13 (at most the hand size is kept)."""
    if choice.kind == "remove":
        return choice.optional and choice.named >= 1
    if choice.kind == "put":
        return choice.named >= 1
    return position.player().hand.total() <= game.number("hand_size")


def choices(game: Game, position: Position, choice: Choice) -> list[Action]:
    """The cards that may be named next, and `done`."""
    actions: list[Action] = [{"type": choice.kind, "card": kind} for kind in kinds_in(position.player().hand)]
    if may_be_done(game, position, choice):
        actions.append({"type": "done"})
    return actions


def legal_actions(game: Game, position: Position) -> list[Action]:
    """Everything on offer (STJ-15); after a failed negotiation only the end (STJ-62)."""
    if position.outcome is not None:
        return []
    if position.choice is not None:
        return choices(game, position, position.choice)
    if position.negotiation_failed:
        return [{"type": "end_turn"}]
    parts = (moves, takes, specials, negotiations, endings)
    return [action for part in parts for action in part(game, position)]


# ---------------------------------------------------------------------------------------------------------------------
# Carrying an action out


def play_card(position: Position, kind: str) -> None:
    """STJ-11: a played card goes to Today."""
    transfer(position.player().hand, position.player().today, kind)


def carry_out_move(_game: Game, position: Position, action: Action, _chance: Chance) -> None:
    """STJ-20, STJ-21: one action, whatever the number of steps."""
    play_card(position, action["card"])
    position.token = action["to"]
    position.last_action = "move"


def carry_out_take(game: Game, position: Position, action: Action, _chance: Chance) -> None:
    """STJ-30, STJ-12: the card gained goes to Today; STJ-32: the next one lies face down."""
    for kind in game.cost(action["at"]).elements():
        play_card(position, kind)
    stack = position.stacks[action["at"]]
    stack.count -= 1
    stack.face_up = False
    position.player().today[stack.kind] += 1
    position.last_action = "take"


def carry_out_special(game: Game, position: Position, action: Action, chance: Chance) -> None:
    """STJ-40 to STJ-46: the card itself goes to Today."""
    kind = action["card"]
    play_card(position, kind)
    position.last_action = "special"
    special = game.special(kind)
    if "turn_up" in special:
        position.stacks[position.token].face_up = True
    elif "remove" in special:
        position.choice = removal(game, position, kind)
    elif "swap" in special:
        position.choice = Choice("put")
    else:
        draw_cards(game, position, special["draw"], chance)


def removal(game: Game, position: Position, kind: str) -> Choice:
    """STJ-41, STJ-45, STJ-R4: as many as the card says, or all others if there are fewer."""
    number = min(int(game.special(kind)["remove"]), position.player().hand.total())
    optional = game.switch("expert_removes") == "up_to"
    return Choice("remove", left=number, optional=optional)


def carry_out_negotiation(game: Game, position: Position, _action: Action, chance: Chance) -> None:
    """STJ-60: a speech turns up the top demand, which is settled at once."""
    play_card(position, SPEECH)
    position.last_action = "negotiation"
    kind = chance.demand(position.demands)
    position.shown_demand = kind
    asked = Counter(game.components["demands"][kind]["cards"])
    if asked <= position.player().hand:
        succeed(position, kind, asked)
    else:
        fail(position, kind)
    if position.player().trophies.total() >= game.number("trophies_to_win"):
        position.outcome = "win"  # STJ-64: at once, so nothing is shuffled any more
    else:
        renew_demands(position, chance)


def succeed(position: Position, kind: str, asked: Cards) -> None:
    """STJ-61, STJ-R9."""
    for card in asked.elements():
        play_card(position, card)
    transfer(position.demands, position.player().trophies, kind)


def fail(position: Position, kind: str) -> None:
    """STJ-62."""
    transfer(position.demands, position.set_aside, kind)
    position.negotiation_failed = True
    position.acts[position.current, "fail"] += 1


def renew_demands(position: Position, chance: Chance) -> None:
    """STJ-63: the last demand has been settled, so those set aside become the stack."""
    if position.demands.total() == 0 and position.set_aside.total() > 0:
        chance.shuffle(None)
        position.demands, position.set_aside = position.set_aside, Counter()


def carry_out_end(game: Game, position: Position, _action: Action, chance: Chance) -> None:
    """STJ-13: what is not kept is discarded first; with an empty hand nothing is to be chosen."""
    position.choice = Choice("discard")
    if position.player().hand.total() == 0:
        finish_turn(game, position, chance)


def carry_out_remove(_game: Game, position: Position, action: Action, _chance: Chance) -> None:
    """STJ-41, STJ-45, STJ-46: out of the game for good."""
    choice = position.choice
    assert choice is not None
    transfer(position.player().hand, position.removed, action["card"])
    choice.left -= 1
    choice.named += 1
    if choice.left == 0:
        position.choice = None


def carry_out_put(_game: Game, position: Position, action: Action, _chance: Chance) -> None:
    """STJ-42, STJ-13: to Today."""
    assert position.choice is not None
    play_card(position, action["card"])
    position.choice.named += 1


def carry_out_done(game: Game, position: Position, _action: Action, chance: Chance) -> None:
    """The cards have been named: STJ-42 draws as many, STJ-13 ends the turn, STJ-45 has nothing left to do."""
    choice = position.choice
    assert choice is not None
    position.choice = None
    if choice.kind == "put":
        draw_cards(game, position, choice.named, chance)
    elif choice.kind == "discard":
        finish_turn(game, position, chance)


CARRY_OUT: dict[str, Callable[[Game, Position, Action, Chance], None]] = {
    "move": carry_out_move,
    "take": carry_out_take,
    "special": carry_out_special,
    "negotiate": carry_out_negotiation,
    "end_turn": carry_out_end,
    "remove": carry_out_remove,
    "put": carry_out_put,
    "discard": carry_out_put,
    "done": carry_out_done,
}


def carry_out(game: Game, position: Position, action: Action, chance: Chance) -> None:
    """Carry out one action, and count it."""
    position.acts[position.current, action["type"]] += 1
    CARRY_OUT[action["type"]](game, position, action, chance)


def settle_forced_steps(game: Game, position: Position, chance: Chance) -> None:
    """Carry out what is alone on offer, but for `end_turn`, which is a decision of its own in every trace."""
    while position.outcome is None:
        actions = legal_actions(game, position)
        if not actions:
            raise RuntimeError("nothing is on offer, against STJ-I9")
        if len(actions) > 1 or actions[0]["type"] == "end_turn":
            return
        carry_out(game, position, actions[0], chance)


def play(game: Game, position: Position, action: Action, chance: Chance) -> None:
    """Carry out a decision and all forced steps after it."""
    carry_out(game, position, action, chance)
    settle_forced_steps(game, position, chance)


# ---------------------------------------------------------------------------------------------------------------------
# Positions as a trace shows them


def view_of_player(player: Player) -> dict[str, Cards]:
    return {place: +getattr(player, place) for place in PLACES}


def view_of_stacks(game: Game, position: Position) -> dict[str, Any]:
    """STJ-04: the demand stack never shows its top."""
    view: dict[str, Any] = {name: vars(stack).copy() for name, stack in position.stacks.items()}
    view[game.hall()] = {"kind": DEMAND, "count": position.demands.total(), "face_up": False}
    return view


def view_of_choice(position: Position) -> dict[str, Any] | None:
    choice = position.choice
    if choice is None:
        return None
    left = {"left": choice.left} if choice.kind == "remove" else {}
    return {"kind": choice.kind, "seat": position.current, **left}


def view(game: Game, position: Position) -> dict[str, Any]:
    """Return the state in the form of the trace; counts are `Counter`s without zeros."""
    return {
        "token": position.token,
        "current": position.current,
        "turn": position.turn,
        "stacks": view_of_stacks(game, position),
        "demands": {"stack": +position.demands, "set_aside": +position.set_aside},
        "players": [view_of_player(player) for player in position.players],
        "removed": +position.removed,
        "last_action": position.last_action,
        "shown_demand": position.shown_demand,
        "pending": view_of_choice(position),
        "outcome": position.outcome,
    }


def acceptable_views(game: Game, position: Position) -> list[dict[str, Any]]:
    """After the turn limit no clause says whose turn it is, nor whether the last action is forgotten (STJ-R8)."""
    if position.outcome != "unfinished":
        return [view(game, position)]
    following = ((position.current + 1) % game.players, position.turn + 1)
    turns = ((position.current, position.turn), following)
    return [
        view(game, replace(position, current=current, turn=turn, last_action=last_action))
        for (current, turn), last_action in product(turns, (position.last_action, None))
    ]


def names_differ(expected: Mapping[str, Any], given: object, path: str) -> str | None:
    """Compare a table that may have no other entries than these."""
    names = set(given) if isinstance(given, Mapping) else None
    return None if names == set(expected) else f"{path} is {given!r:.200}, by the rules it names {sorted(expected)}"


def state_difference(expected: dict[str, Any], given: Record, ply: int) -> str | None:
    pending = expected["pending"]
    found = entry(given, "pending", ply)
    return (
        names_differ(expected["stacks"], entry(given, "stacks", ply), "stacks")
        or (names_differ(pending, found, "pending") if pending is not None else None)
        or first_difference(expected, given, "state", ply)
    )


def check_state(game: Game, position: Position, given: Record, ply: int) -> None:
    """Compare the trace's state with the referee's own, field by field."""
    differences = [state_difference(expected, given, ply) for expected in acceptable_views(game, position)]
    if None not in differences:
        raise Disagreement(ply, str(differences[0]))


def position_from(game: Game, state: Record) -> Position:
    """Return the position a state describes: a start in the middle of a game.

    No choice may be under way, and the last action must not be a failed negotiation, which no field shows.
    """
    if state["pending"] is not None or state["outcome"] is not None:
        raise ValueError("start from a state in the main phase of a running game")
    players = [Player(**{place: counts(cards[place], 0) for place in PLACES}) for cards in state["players"]]
    return Position(
        token=state["token"],
        current=state["current"],
        turn=state["turn"],
        stacks={name: Stack(**stack) for name, stack in state["stacks"].items() if name != game.hall()},
        demands=counts(state["demands"]["stack"], 0),
        set_aside=counts(state["demands"]["set_aside"], 0),
        players=players,
        removed=counts(state["removed"], 0),
        last_action=state["last_action"],
        shown_demand=state["shown_demand"],
    )


# ---------------------------------------------------------------------------------------------------------------------
# Replaying a trace


def read_header(header: Record) -> Game:
    """STJ-01 and the table of switches; the rest of the header is data to play with."""
    components = entry(header, "components", 0)
    players = entry(header, "players", 0)
    allowed = components["ruleset"]["players"]
    demand_that(players in allowed, 0, f"players = {players!r}, allowed are {allowed}")
    bots = entry(header, "bots", 0)
    demand_that(len(bots) == players, 0, f"{len(bots)} bots for {players} players")
    demand_that(entry(header, "difficulty", 0) is None, 0, "the game has no difficulties")
    for name, values in SWITCHES.items():
        value = entry(components["switches"], name, 0)
        demand_that(value in values, 0, f"switch {name} = {value!r}, allowed are {values}")
    turn_limit = entry(header, "turn_limit", 0)
    demand_that(isinstance(turn_limit, int) and turn_limit >= 1, 0, f"turn_limit = {turn_limit!r}")
    return Game(components, players, turn_limit)


def check_set_up(game: Game, line: Record) -> Position:
    """Check the line of ply 0."""
    demand_that(entry(line, "ply", 0) == 0, 0, f"the set-up line has ply {line['ply']!r}")
    demand_that(entry(line, "action", 0) == {"type": "setup"}, 0, f"the first action is {line['action']!r}")
    chance = RecordedChance(0, entry(line, "chance", 0))
    position = set_up(game, chance)
    chance.finish()
    check_state(game, position, entry(line, "state", 0), 0)
    return position


def check_offer(game: Game, position: Position, line: Record, ply: int) -> None:
    """The list of legal actions is complete, and the action taken is one of them."""
    offered = [canonical(action) for action in entry(line, "legal", ply)]
    lawful = {canonical(action) for action in legal_actions(game, position)}
    missing, excess = sorted(lawful - set(offered)), sorted(set(offered) - lawful)
    demand_that(not missing, ply, f"legal lacks {missing}")
    demand_that(not excess, ply, f"legal offers {excess}, which the rules do not")
    demand_that(len(offered) == len(lawful), ply, f"legal offers an action twice: {sorted(offered)}")
    action = entry(line, "action", ply)
    demand_that(canonical(action) in lawful, ply, f"{action!r} is not legal")


def check_turn_and_seat(position: Position, line: Record, ply: int) -> None:
    expected = {"ply": ply, "turn": position.turn, "seat": position.current}
    for name, value in expected.items():
        found = entry(line, name, ply)
        demand_that(found == value, ply, f"{name} is {found!r}, by the rules {value}")


def check_ply(game: Game, position: Position, line: Record, ply: int) -> None:
    """Check one decision and what follows from it."""
    demand_that(position.outcome is None, ply, f"the game is over ({position.outcome}), but the trace goes on")
    check_turn_and_seat(position, line, ply)
    check_offer(game, position, line, ply)
    chance = RecordedChance(ply, entry(line, "chance", ply))
    play(game, position, line["action"], chance)
    chance.finish()
    check_state(game, position, entry(line, "state", ply), ply)


def check_result(position: Position, result: Record, plies: int) -> None:
    """STJ-64: the last to act has won; STJ-R8: at the turn limit nobody has."""
    demand_that(position.outcome is not None, plies, f"the game still runs, but the result is {result!r}")
    won = position.outcome == "win"
    expected = {
        "outcome": position.outcome,
        "winner": position.current if won else None,
        "cause": "demands" if won else "turn_limit",
        "turns": position.turn,
        "decisions": plies,
    }
    for name, value in expected.items():
        found = entry(result, name, plies)
        demand_that(found == value, plies, f"result: {name} is {found!r}, by the rules {value!r}")


def follow(game: Game, position: Position, lines: Iterator[Record]) -> tuple[int, bool]:
    """Check the decisions from a position on; return their number and whether a result came."""
    plies = 0
    for line in lines:
        if "result" in line:
            check_result(position, line["result"], plies)
            demand_that(next(lines, None) is None, plies, "the trace goes on after the result")
            return plies, True
        plies += 1
        check_ply(game, position, line, plies)
    return plies, False


def check_from(header: Record, state: Record, lines: Iterable[Record]) -> int:
    """Check the decisions that follow a given state, counted from 1; a result at the end is optional."""
    game = read_header(header)
    plies, _ = follow(game, position_from(game, state), iter(lines))
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
    game = read_header(header)
    plies, finished = follow(game, check_set_up(game, first), records)
    demand_that(finished, plies, "the trace ends without a result")
    return plies


# ---------------------------------------------------------------------------------------------------------------------
# What a game is measured by


def measured(lines: Iterable[dict[str, Any]]) -> Measured:
    """Count in a whole trace, by the rules alone, what the results' columns say."""
    header, first, *decisions, _result = lines
    game = read_header(header)
    position = check_set_up(game, first)
    first_seat = position.current
    for line in decisions:
        play(game, position, line["action"], RecordedChance(line["ply"], line["chance"]))
    emptied = sum(is_empty(game, position, place) for place in game.components["locations"] if place != game.hall())
    seats = [measured_seat(position, seat, player) for seat, player in enumerate(position.players)]
    return Measured(first_seat, {"stacks_emptied": emptied}, seats)


def measured_seat(position: Position, seat: int, player: Player) -> dict[str, int]:
    return {
        "trophies": player.trophies.total(),
        "deck": (player.hand + player.tomorrow + player.today + player.later).total(),
        "taken": position.acts[seat, "take"],
        "removed": position.acts[seat, "remove"],
        "negotiations": position.acts[seat, "negotiate"],
        "failures": position.acts[seat, "fail"],
        "specials": position.acts[seat, "special"],
    }
