"""referee.py: the rules again, naive and slow, from RULES.md alone: it checks every step of a game's trace.

Better still if somebody else writes it: where it and the rules disagree, one of them has not read the page.
"""

from typing import Any

Json = dict[str, Any]


def check(lines: list[Json]) -> int:
    """Check a whole trace: header, set-up, decisions, result. Return how many decisions there were."""
    header, start, *decisions, result = lines
    table = Table(header, start)
    for line in decisions:
        table.decide(line)
    assert result["result"]["outcome"] == table.outcome, "the outcome"
    assert result["result"]["cause"] == table.cause, "the cause"
    return len(decisions)


class Table:
    """The game as it stands."""

    def __init__(self, header: Json, start: Json) -> None:
        """Set up (EXP-01)."""
        self.parts = header["components"]
        self.kinds = list(self.parts["cards"])
        self.level = self.parts["difficulties"][header["difficulty"]]
        self.players, self.limit = header["players"], header["turn_limit"]
        self.party = self.storm = self.seat = 0
        self.turn, self.outcome = 1, "running"
        self.cause: str | None = None
        self.deck = [card["count"] for card in self.parts["cards"].values()]
        self.discard, self.hands = [0, 0, 0], [[0, 0, 0] for _ in range(self.players)]
        self.events = list(start["chance"])
        for seat in range(self.players):
            self.draw(seat, self.parts["rules"]["hand"])
        self.compare(start)

    def happened(self, kind: str) -> Json:
        """Return the next thing that chance did, which must be of a kind."""
        event = self.events.pop(0)
        assert event["type"] == kind, f"{kind}, not {event}"
        return event

    def draw(self, seat: int, cards: int) -> None:
        """Draw cards (EXP-05)."""
        for _ in range(cards):
            if sum(self.deck) == 0 and sum(self.discard) > 0:
                self.happened("shuffle")
                self.deck, self.discard = self.discard, [0, 0, 0]
            if sum(self.deck) > 0:
                card = self.happened("draw")
                assert card["seat"] == seat
                self.deck[self.kinds.index(card["number"])] -= 1
                self.hands[seat][self.kinds.index(card["number"])] += 1

    def legal(self) -> list[Json]:
        """Return what can be done (EXP-02)."""
        held = zip(self.kinds, self.hands[self.seat], strict=True)
        cards = [{"type": "play", "card": kind} for kind, count in held if count > 0]
        return [{"type": "rest"}, {"type": "push"}, *cards]

    def decide(self, line: Json) -> None:
        """Carry out a decision, and compare."""
        assert line["seat"] == self.seat, "whose turn it is"
        assert sorted(map(str, line["legal"])) == sorted(map(str, self.legal())), "what is legal"
        assert line["action"] in line["legal"]
        self.events = list(line["chance"])
        getattr(self, line["action"]["type"])(line["action"])
        self.end_turn()
        self.compare(line)

    def play(self, action: Json) -> None:
        """Play a card (EXP-03)."""
        card, kind = self.parts["cards"][action["card"]], self.kinds.index(action["card"])
        self.hands[self.seat][kind] -= 1
        self.discard[kind] += 1
        self.party += card.get("steps", 0)
        self.storm = max(0, self.storm - card.get("calm", 0))

    def push(self, action: Json) -> None:
        """Push on (EXP-04)."""
        if self.happened("push")["number"] >= self.parts["rules"]["push_from"]:
            self.party += self.parts["rules"]["push_steps"]
        else:
            self.storm += 1

    def rest(self, action: Json) -> None:
        """Rest (EXP-05)."""
        self.draw(self.seat, self.parts["rules"]["draws"])

    def end_turn(self) -> None:
        """See how the game stands (EXP-06, EXP-07, EXP-08)."""
        if self.party >= self.parts["rules"]["summit"]:
            self.outcome, self.cause = "win", "summit"
            return
        if self.happened("weather")["number"] <= self.level["storm_on"]:
            self.storm += 1
        if self.storm >= self.level["storm_limit"]:
            self.outcome, self.cause = "loss", "storm"
        elif self.turn == self.limit:
            self.outcome, self.cause = "unfinished", "turn_limit"
        else:
            self.turn += 1
            self.seat = (self.seat + 1) % self.players

    def compare(self, line: Json) -> None:
        """Compare the state that the trace tells with this one."""
        assert not self.events, f"chance did more: {self.events}"
        told, seats = line["state"], range(self.players)
        mine = [self.party, self.storm, self.deck, self.discard, *(self.hands[seat] for seat in seats)]
        theirs = [told["party"], told["storm"], told["deck"], told["discard"], *(told["hand"][seat] for seat in seats)]
        assert mine == theirs, f"{theirs}, by the rules {mine}"
        assert told["outcome"] == self.outcome
