"""A game of Strajk in a player's words: every action, what chance and the rules make of it, and the board."""

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from itertools import groupby
from typing import Any

Json = dict[str, Any]

SPOKEN = {"bhp_hall": "the bhp Hall", "delegates_space": "the delegates' space", "cross": "the cross"}
NAMED = {
    "put": "puts away {}",
    "remove": "removes {} from the game",
    "discard": "discards {}",
}  # one card after another
UNCOUNTED = ("walking", "running")
CHANCE = ("draw", "shuffle", "demand", "first_player")


def words(name: str) -> str:
    """Return a location's or card's name as it is spoken."""
    if name.startswith(("gate_", "department_")):
        name = name.capitalize()
    return SPOKEN.get(name, name.replace("_", " "))


def cards_in_words(cards: Json) -> str:
    """Return counts of cards as words: '2 speeches, worker'."""
    parts = [counted(count, words(kind)) if count > 1 else words(kind) for kind, count in cards.items() if count]
    return ", ".join(parts) or "nothing"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun."""
    if number == 1 or noun in UNCOUNTED:
        return f"{number} {noun}"
    return f"{number} {noun}{'es' if noun.endswith('ch') else 's'}"


def at(location: str) -> str:
    """Return where something is."""
    return f"{'in' if location == 'bhp_hall' else 'at'} {words(location)}"


class Teller:
    """Tells a game from the lines of its trace; what it needs of the table it follows from step to step."""

    def __init__(self, header: Json, setup: Json) -> None:
        self.header, self.components = header, header["components"]
        self.names = [f"Player {seat + 1} ({bot})" for seat, bot in enumerate(header["bots"])]
        self.state = deepcopy(setup["state"])  # kept up to date within a turn: the trace's own stays as it is
        self.first = self.state["current"]
        self.persons: list[int] = header.get("persons", [])
        self.opening: list[Json] = []  # what the player whose turn begins has drawn for it

    # ---- the frame of the game ---------------------------------------------------------------------------------------

    def begin(self, setup: Json) -> Iterator[str]:
        """Tell the set-up."""
        title, played = self.components["ruleset"]["title"], f"{len(self.names)} players"
        yield f"{title}: {played}, seed {self.header['seed']}, game {self.header['game']}"
        for event in setup["chance"]:
            if event["type"] == "draw" and self._knows(event["seat"]):
                yield f"  {self.names[event['seat']]} draws {cards_in_words(event['cards'])}."
        yield f"  {self.names[self.first]} begins: nobody drew fewer speech cards."

    def turn(self) -> Iterator[str]:
        """Tell how the table stands when a turn begins; the board once a round."""
        state, seat = self.state, self.state["current"]
        player, stack = state["players"][seat], state["stacks"][state["token"]]
        demands = sum(player["trophies"].values())
        won = f", {counted(demands, 'demand')} won" if demands else ""
        yield ""
        yield f"Turn {state['turn']}. {self.names[seat]}{won}; Wałęsa {at(state['token'])} ({self._stack(stack)})."
        if seat == self.first and not self.persons:
            yield f"    Board: {'; '.join(f'{words(name)} {self._stack(s)}' for name, s in state['stacks'].items())}."
        parts = [f"{part[:1].upper()}{part[1:]}" for part in self._chance(self.opening)]
        yield from (f"    {part}." for part in parts)
        if self.persons:  # they are shown the table when they are asked
            return
        piles = ", ".join(f"{pile.capitalize()} {sum(player[pile].values())}" for pile in ("tomorrow", "later"))
        yield f"    Hand: {cards_in_words(player['hand'])}. {piles}."

    def end(self, result: Json) -> Iterator[str]:
        """Tell how the game ended."""
        yield ""
        if result["winner"] is None:
            yield f"Unfinished after {result['turns']} turns."
        else:
            yield f"{self.names[result['winner']]} wins after {result['turns']} turns."

    def _knows(self, seat: int) -> bool:
        """Tell whether who listens may know a hand: bots' games are told openly, two persons share one screen."""
        return not self.persons or self.persons == [seat]

    def _hand(self, seat: int, cards: Json) -> str:
        return cards_in_words(cards) if self._knows(seat) else counted(sum(cards.values()), "card")

    @staticmethod
    def _stack(stack: Json) -> str:
        return counted(stack["count"], words(stack["kind"]))

    # ---- actions -----------------------------------------------------------------------------------------------------

    def action(self, steps: "list[Json]", seat: int, after: Json) -> str:
        """Tell one action with all that followed from it: cards named for it, forced steps, chance."""
        first, rest = steps[0], [step for step in steps[1:] if step.get("seat", seat) in (seat, None)]
        card = words(first.get("card", "")).capitalize()
        self.opening = [step for step in steps[1:] if step not in rest]
        match first["type"]:
            case "move":
                parts = [f"{card}: Wałęsa goes to {words(first['to'])}"]
            case "take":
                parts = [self._take(first["at"])]
            case "negotiate":
                parts = self._negotiation(rest, seat, after)
            case "special":
                parts = [f"{card}: {'; '.join(self._followed(rest)) or self._turned_up(first)}"]
            case _:
                parts = self._end_of_turn(rest, seat, after)
        return f"  {'; '.join(parts)}."

    def _take(self, place: str) -> str:
        stack = self.state["stacks"][place]
        stack["count"] -= 1
        stack["face_up"] = False
        left = f"{stack['count']} left, the next face down" if stack["count"] else "the last one"
        paid = cards_in_words(Counter(self.components["locations"][place]["cost"]))
        return f"Takes a {words(stack['kind'])} for {paid} ({left})"

    def _turned_up(self, special: Json) -> str:
        stack = self.state["stacks"][self.state["token"]]
        stack["face_up"] = True
        return f"turns up the next {words(stack['kind'])} here"

    def _followed(self, steps: "list[Json]") -> list[str]:
        """Return what was named card by card, and what chance did, in order."""
        parts = []
        for name, group in groupby(steps, key=lambda step: step["type"]):
            if name in NAMED:
                parts.append(NAMED[name].format(cards_in_words(Counter(step["card"] for step in group))))
            elif name in CHANCE:
                parts += self._chance(list(group))
        return parts

    def _chance(self, events: "list[Json]") -> list[str]:
        parts = []
        for event in events:
            if event["type"] == "draw":
                parts.append(f"draws {self._hand(event['seat'], event['cards'])}")
            elif event["type"] == "shuffle" and event["seat"] is not None:
                parts.append("Tomorrow is empty, so Later is shuffled to be the new one")
        return parts

    def _negotiation(self, steps: "list[Json]", seat: int, after: Json) -> list[str]:
        demand = next(step["kind"] for step in steps if step["type"] == "demand")
        parts = [f"Speech in the Hall: the demand asks for {words(demand).replace(' ', ' + ')}"]
        before, won = (sum(state["players"][seat]["trophies"].values()) for state in (self.state, after))
        if won > before:
            parts.append(f"pays both and keeps it, the {'first' if won == 1 else 'second'}")
        else:
            parts.append("the cards are not in hand, so it is set aside and the turn ends")
        if any(step["type"] == "shuffle" and step["seat"] is None for step in steps):
            parts.append(f"the {counted(after['stacks']['bhp_hall']['count'], 'demand')} set aside are the new stack")
        return parts

    def _end_of_turn(self, steps: "list[Json]", seat: int, after: Json) -> list[str]:
        kept = after["players"][seat]["hand"]
        parts = [*[f"keeps {self._hand(seat, kept)}"] * bool(kept), *self._followed(steps)]
        told = [f"Ends the turn: {', '.join(parts)}" if parts else "Ends the turn with an empty hand"]
        turned = [
            f"{words(stack['kind'])} {at(name)}"
            for name, stack in after["stacks"].items()
            if stack["face_up"] and not self.state["stacks"][name]["face_up"]
        ]
        return told + [f"turned up: {', '.join(turned)}"] * bool(turned)
