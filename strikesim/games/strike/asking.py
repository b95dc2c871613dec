"""What a person who plays STRIKE! is asked, in words."""

from strikesim.games.asking import LAST, Option
from strikesim.games.strike.telling import BOXES, PIECES, _power_name, _powers
from strikesim.games.strike.told import DECKS, ORDINALS, Json, Told, counted

WHERE = {
    "anywhere": "anywhere",
    "here": "there",
    "own": "where you have a striker",
    "own_elsewhere": "elsewhere, where you have a striker",
    "own_or_elsewhere": "where you have a striker",
}
WHEN = {
    "arrivals_pair": "after two of your strikers arrived in one place",
    "moves_pair": "after every second move of your strikers",
    "removed": "after you removed a drone",
    "removed_pair": "after you removed two drones",
    "removed_megadrone": "after you removed a MegaDrone",
    "played_ally": "after you played an Ally card",
    "instead_of_grow": "in place of a striker when you grow ranks",
    "spend": "at any time in your turn",
    "always": "always",
}
ASKED = {
    "power": "Do you use the power?",
    "mobilize": "Which of your strikers do you move?",
    "kick": "A drone has come to your striker. Do you keep it?",
    "give_ally": "Who draws an Ally card?",
}


class Asked(Told):
    """One decision in words.

    Parameters
    ----------
    components, state
        As a trace has them.
    seat
        Who is asked.
    effect
        What is being chosen for, as the ruleset has it; None where nothing is under way.
    """

    def __init__(self, components: Json, state: Json, seat: int, effect: "Json | None") -> None:
        super().__init__(iter([{"components": components}, {"state": state}]))
        self.seat, self.effect = seat, effect

    # ---- the table --------------------------------------------------------------------------------------------------

    def asks(self) -> str:
        """Return the question."""
        pending = self.now["pending"]
        if pending is None:
            return "What do you do next?"
        return ASKED.get(pending["kind"], "What do you choose?")

    def table(self) -> "list[str]":
        """Return how the table stands."""
        scores, supply, decks = self.now["scores"], self.now["supply"], self.now["decks"]
        left = [f"{counted(sum(decks[deck].values()), f'{name} card')}" for deck, name in _LEFT.items()]
        left += [counted(supply["drones"], "drone"), counted(supply["megadrones"], "MegaDrone")]
        board = [f"{self.at(number)}: {self.place_in_words(number)}" for number in self.places()]
        return [
            f"Strikers {scores['strikers']} of {self.rules['points_to_win']} points, HappyCorp {scores['happycorp']}"
            f" of {self.rules['points_to_lose']}, level {self.now['level']}. Left: {', '.join(left)}.",
            "\n".join(["Board:", *(part for part in board if not part.endswith(": "))]),
            *(self._player(seat) for seat in self.clockwise() if seat != self.seat),
            *self._own(),
        ]

    def _player(self, seat: int) -> str:
        player = self.now["players"][seat]
        return f"{self.name(seat)}: energy {player['energy']}; {self.hand_in_words(seat)}."

    def _own(self) -> "list[str]":
        player, character = self.now["players"][self.seat], self.character(self.seat)
        lines = [f"You are {self.name(self.seat)}, at home in {self.at(character['home'])}: energy {player['energy']}."]
        if self.seat == self.current:
            boxes = [f"{BOXES[box]} {used} of {character['boxes'][box]}" for box, used in player["boxes"].items()]
            left = self.rules["tokens"] - sum(player["boxes"].values())
            lines.append(f"{counted(left, 'token')} left; boxes used: {', '.join(boxes)}.")
        for power in _powers(character):
            when = " or ".join(WHEN.get(when, when.replace("_", " ")) for when in power["when"])
            cost = f", for {power['cost']} energy" if power.get("cost") else ""
            lines.append(f"Power {_power_name(power)}, {when}{cost}: {self._effects(power['effects'])}.")
        lines += [f"You hold {self._card(card)}." for cards in self.hand(self.seat).values() for card in cards]
        return lines

    def _card(self, name: str) -> str:
        card = self.cards[name]
        if "at" in card:
            return f"{self.card(name)} ({self._boxes(card)}): a Victory at {self.at(card['at'])}"
        return f"{self.card(name)} ({self._boxes(card)}): {self._effects(card['effects'])}"

    def _boxes(self, card: Json) -> str:
        return ", ".join(BOXES[box] for box in card.get("boxes", [card.get("box")]))

    # ---- effects ----------------------------------------------------------------------------------------------------

    def _effects(self, effects: "list[Json]") -> str:
        return ", then ".join(map(self._effect, effects))

    def _effect(self, effect: Json) -> str:
        """Return what an effect does."""
        number = effect.get("times") or effect.get("amount", 1)
        who = {"another": "another player", "any": "a player", "all": "everybody"}.get(effect.get("who", ""), "")
        match effect["effect"]:
            case "gain_energy":
                return f"{who} gains {number} energy" if who else f"gain {number} energy"
            case "draw":
                cards = counted(number, DECKS[effect["deck"]])
                return f"{who} draws {cards}" if who else f"draw {cards}"
            case "remove_drone":
                return f"remove {counted(number, 'drone')} {WHERE.get(effect['where'], effect['where'])}"
            case "remove_megadrone":
                return f"remove a MegaDrone where you have {counted(effect['strikers'], 'striker')}"
            case "add_strikers":
                return f"add {counted(number, 'striker')}"
            case "move_strikers":
                moved = counted(number, "striker")
                return f"{who} may move {moved}" if who else f"move {'up to ' * effect.get('may', False)}{moved}"
            case "transfer_striker":
                return "bring any striker to any place"
            case "megadrone_strikers":
                return f"{counted(effect['amount'], 'striker')} are enough to disassemble a MegaDrone"
        return str(effect["effect"]).replace("_", " ")

    # ---- options ----------------------------------------------------------------------------------------------------

    def option(self, action: Json) -> Option:
        """Return an action on offer in words."""
        option: Option = getattr(self, f"_{action['type']}")(action)
        return option

    def _end_actions(self, action: Json) -> Option:
        return Option("", "End your actions", LAST)

    def _decline(self, action: Json) -> Option:
        kinds = {"power": "Do not use it", "mobilize": "Move no striker", "choose": "Choose nothing more"}
        return Option("", kinds.get(self.now["pending"]["kind"], "Decline"), LAST)

    def _refuel(self, action: Json) -> Option:
        power = next(p for p in _powers(self.character(self.current)) if p["when"] == ["instead_of_grow"])
        return Option("", f"{_power_name(power)} in place of a striker: {self._effects(power['effects'])}")

    def _keep_striker(self, action: Json) -> Option:
        return Option("", f"Pay {self.rules['kick_energy']} energy to keep the striker at {self.at(action['at'])}")

    def _give_striker(self, action: Json) -> Option:
        return Option("", f"Give up the striker at {self.at(action['at'])}")

    def _draw(self, action: Json) -> Option:
        deck = DECKS[action["deck"]]
        return Option("", f"Draw {'an' if deck[0] in 'AEIOU' else 'a'} {deck}")

    def _give_ally(self, action: Json) -> Option:
        return Option("An Ally card for", self._person(action["seat"]))

    def _grow(self, action: Json) -> Option:
        return Option("Grow ranks: add a striker at", self.at(action["at"]))

    def _disassemble(self, action: Json) -> Option:
        return Option(f"Disassemble {PIECES[action['piece']]} at", self.at(action["at"]))

    def _strike(self, action: Json) -> Option:
        card = self.cards[action["card"]]
        placed = self.place(card["at"])["victories"]
        points = counted(self.rules["victory_points"][placed], "point")
        return Option(
            "",
            f"Play {self.card(action['card'])} ({self._boxes(card)}): the {ORDINALS[placed]} Victory at"
            f" {self.at(card['at'])}, {points}",
        )

    def _ally(self, action: Json) -> Option:
        return Option("", f"Play {self._card(action['card'])}")

    def _mobilize(self, action: Json) -> Option:
        verb = "Move" if self.now["pending"] else "Mobilize"
        return Option(f"{verb} a striker from {self.at(action['from'])} to", self.at(action["to"]))

    def _choose(self, action: Json) -> Option:
        lead, words = self._chosen(action, self.effect or {"effect": ""})
        return Option(lead[:1].upper() + lead[1:], words)

    def _power(self, action: Json) -> Option:
        power = next(power for power in _powers(self.character(self.current)) if power["name"] == action["name"])
        cost = f" ({power['cost']} energy)" if power.get("cost") else ""
        lead, words = self._chosen(action, power["effects"][0])
        if not lead:
            return Option("", f"Use {_power_name(power)}{cost}: {self._effects(power['effects'])}")
        return Option(f"Use {_power_name(power)}{cost}: {lead}", words)

    def _chosen(self, action: Json, effect: Json) -> "tuple[str, str]":
        """Return what is chosen for an effect: how the sentence begins, and its end; both '' without a choice."""
        if "card" in action:
            return "discard", self.card(action["card"])
        if "owner" in action:
            way = f"bring a striker of {self.name(action['owner'])} from {self.at(action['from'])} to"
            return way, self.at(action["to"])
        if "from" in action:
            return f"move a striker from {self.at(action['from'])} to", self.at(action["to"])
        if "seat" in action:
            return self._for_whom(effect), self._person(action["seat"])
        if "at" in action:
            return _AT.get(effect["effect"], "choose"), self.at(action["at"])
        return "", ""

    def _for_whom(self, effect: Json) -> str:
        number = effect.get("amount", 1)
        if effect["effect"] == "gain_energy":
            return f"{number} energy for"
        if effect["effect"] == "draw":
            return f"{counted(number, DECKS[effect['deck']])} for"
        return f"{counted(number, 'move')} of a striker for"

    def _person(self, seat: int) -> str:
        return f"{self.name(seat)} (you)" if seat == self.seat else self.name(seat)


_AT = {
    "remove_drone": "remove a drone at",
    "remove_megadrone": "remove a MegaDrone at",
    "add_strikers": "add a striker at",
    "lose_strikers": "lose a striker at",
    "add_drone": "a drone comes to",
}
_LEFT = {"strike": "Strike", "ally": "Ally", "break": "Commercial Break"}
