"""A game of STRIKE! in words: the trace read beside the rules, so that nothing moves without its reason.

A trace has one line for each decision; what happens without one (a card's energy, a drone, a striker that nobody can
pay for) shows in the state alone. The teller plays the cards' effects along on a copy of the state, takes decisions and
chance from the trace, and so tells every step under what caused it, in the order in which it happens.
"""

from strikesim.games.strike.told import DECKS, ORDINALS, GameOver, Json, Story, Told, counted, indented

BOXES = {"grow": "Grow Ranks", "mobilize": "Mobilize", "draw": "Draw", "disassemble": "Disassemble"}
PIECES = {"drone": "a drone", "megadrone": "a MegaDrone"}


class Teller(Told):
    """Tells one game from the lines of its trace."""

    # ---- the turn ---------------------------------------------------------------------------------------------------

    def tell(self) -> Story:
        """Tell the whole game."""
        header = self.header
        yield (
            f"{self.parts['ruleset']['title']}: {header['players']} players, {header['difficulty'].replace('_', ' ')},"
            f" seed {header['seed']}, game {header['game']}"
        )
        yield from indented(self._set_up())
        try:
            while self.after["outcome"] is None:
                yield ""
                yield from self._turn()
        except GameOver:
            pass
        yield ""
        yield from self._result(self.coming["result"])

    def _set_up(self) -> Story:
        for seat, player in enumerate(self.now["players"]):
            person = self.character(seat)
            role = "" if person["role"] == person["name"] else f", {person['role']}"
            yield (
                f"{person['name']}{role} ({self.header['bots'][seat]}): Home Base {self.at(person['home'])},"
                f" energy {player['energy']}, with {self.hand_in_words(seat)}."
            )
        yield f"{self.name(self.current)} is the first player."

    def _turn(self) -> Story:
        scores = self.now["scores"]
        yield (
            f"Turn {self.now['turn']}. {self.name(self.current)}. Strikers {scores['strikers']},"
            f" HappyCorp {scores['happycorp']}, level {self.now['level']}."
        )
        if "persons" not in self.header:  # they are shown the table when they are asked
            yield from self._table()
        action = self.read()
        while action["type"] != "end_actions":
            yield from indented(self._action(action))
            action = self.read()
        yield from indented(self._end_of_turn())
        self.now = self.after

    def _table(self) -> Story:
        yield f"  Energy: {self.energy_in_words()}."
        yield f"  Hand: {self.hand_in_words(self.current)}."
        for number in self.places():
            what = self.place_in_words(number)
            if what:
                yield f"    {self.at(number)}: {what}"

    def _end_of_turn(self) -> Story:
        unused = self.rules["tokens"] - sum(self.now["players"][self.current]["boxes"].values())
        left = f", {counted(unused, 'token')} unused" if unused else ""
        yield f"{self.name(self.current)} ends the actions{left}."
        if self.chance and self.chance[0]["type"] == "break":
            card = self.chance.popleft()["card"]
            yield f"Commercial Break at level {self.now['level']}: {self.card(card)}."
            yield from indented(self.carry_out(self.cards[card]["effects"]))
        else:
            rolls = self.rules["empty_deck_rolls"]
            yield f"No Commercial Break is left: {counted(rolls, 'roll')}."
            yield from indented(self.carry_out([{"effect": "roll", "times": rolls}]))

    # ---- actions ----------------------------------------------------------------------------------------------------

    def _action(self, action: Json) -> Story:
        """Tell an action of step 1 and all that follows from it."""
        yield from getattr(self, f"_{action['type']}")(action)

    def _grow(self, action: Json) -> Story:
        yield self.add_striker("grows ranks", action["at"])

    def _refuel(self, action: Json) -> Story:
        character = self.character(self.current)
        power = next(power for power in _powers(character) if power["when"] == ["instead_of_grow"])
        yield f"{self.name(self.current)} uses {_power_name(power)} in place of a striker."
        yield from indented(self.carry_out(power["effects"]))

    def _mobilize(self, action: Json) -> Story:
        yield from self.move_own(action)

    def _disassemble(self, action: Json) -> Story:
        yield from self.remove(action["piece"], action["at"], "disassembles")

    def _draw(self, action: Json) -> Story:
        yield from self.draw(self.current, action["deck"])

    def _power(self, action: Json) -> Story:
        power = next(power for power in _powers(self.character(self.current)) if power["name"] == action["name"])
        yield from self.use(power, action)

    def _ally(self, action: Json) -> Story:
        card = self.cards[action["card"]]
        yield f"{self.name(self.current)} plays {self.card(action['card'])} ({BOXES[card['box']]})."
        self.lay_down(self.current, action["card"])
        self.played = action["card"]
        yield from indented(self.carry_out(card["effects"]))
        self.played = ""
        yield from self.offer({"played_ally"})

    def _strike(self, action: Json) -> Story:
        card = self.cards[action["card"]]
        boxes = ", ".join(BOXES[box] for box in card["boxes"])
        yield f"{self.name(self.current)} plays {self.card(action['card'])} ({boxes})."
        self.lay_down(self.current, action["card"])
        yield from indented(self._victory(card["at"]))
        yield from indented(self._give_ally())

    def _victory(self, number: int) -> Story:
        place, scores = self.place(number), self.now["scores"]
        placed = place["victories"]
        points = self.rules["victory_points"][placed]
        place["victories"] += 1
        scores["strikers"] += points
        yield (
            f"The {ORDINALS[placed]} Victory at {self.at(number)} scores {counted(points, 'point')}:"
            f" the Strikers have {scores['strikers']}."
        )
        level = 1 + sum(scores["strikers"] >= first for first in self.rules["level_from"])
        if scores["strikers"] >= self.rules["points_to_win"]:
            raise GameOver
        if level > self.now["level"]:
            yield f"Level {level} begins."
        self.now["level"] = level

    def _give_ally(self) -> Story:
        if not self.has_cards("ally") or all(self.is_full(seat) for seat in self.clockwise()):
            yield "Nobody can draw an Ally."
            return
        seat = self.read()["seat"]
        if seat != self.current:
            yield f"{self.name(self.current)} lets {self.name(seat)} draw an Ally."
        yield from self.draw(seat, "ally")

    # ---- steps that powers follow ----------------------------------------------------------------------------------

    def move_own(self, action: Json) -> Story:
        """Move a striker of the acting player and tell the powers that follow."""
        self.shift(self.current, action["from"], action["to"])
        yield f"{self.name(self.current)} moves a striker {self.way(action)}."
        yield from self.offer({"arrivals_pair", "moves_pair"}, action["to"])

    def remove(self, piece: str, number: int, verb: str = "removes") -> Story:
        """Remove a drone or MegaDrone and tell the powers that follow."""
        self.place(number)[f"{piece}s"] -= 1
        self.now["supply"][f"{piece}s"] += 1
        yield f"{self.name(self.current)} {verb} {PIECES[piece]} at {self.at(number)}."
        events = {"removed", "removed_pair"} if piece == "drone" else {"removed_megadrone"}
        yield from self.offer(events, number)

    # ---- powers -----------------------------------------------------------------------------------------------------

    def offer(self, events: "set[str]", here: "int | None" = None) -> Story:
        """Tell what the acting player does with the powers that a step triggers, the 0+ first (STK-R21)."""
        for power in _powers(self.character(self.current)):
            if events & set(power["when"]) and self._is_offered(power):
                action = self.read()
                if action["type"] == "decline":
                    yield f"{self.name(self.current)} does not use {_power_name(power)}."
                else:
                    yield from indented(self.use(power, action, here))

    def _is_offered(self, power: Json) -> bool:
        """Tell whether the next decision is about a power."""
        pending = self.after["pending"]
        asked = self.is_told() and pending is not None and pending["kind"] == "power"
        return asked and any(action.get("name") == power["name"] for action in self.coming["legal"])

    def use(self, power: Json, action: Json, here: "int | None" = None) -> Story:
        """Tell a power from its first choice on (STK-V36, V39)."""
        player, cost = self.now["players"][self.current], power.get("cost", 0)
        player["energy"] -= cost
        paid = f", pays {cost} energy and has {player['energy']}" if cost else ""
        yield f"{self.name(self.current)} uses {_power_name(power)}{paid}."
        yield from indented(self.carry_out(power["effects"], here, action))

    # ---- effects ----------------------------------------------------------------------------------------------------

    def carry_out(self, effects: "list[Json]", here: "int | None" = None, first: "Json | None" = None) -> Story:
        """Tell effects in order; `first` holds the first choice of a power."""
        for effect in effects:
            yield from getattr(self, f"_do_{effect['effect']}")(effect, here, first)
            first = None

    def _units(self, effect: Json) -> int:
        amount: int = effect.get("times") or effect.get("amount", 1)
        return amount * (self.now["level"] if effect.get("per_level") else 1)

    def _named(
        self, effect: Json, first: "Json | None", fits: "set[int]", nobody: str
    ) -> "tuple[list[int], list[str]]":
        """Return on whom an effect falls (STK-V11), and what to say if on nobody."""
        if effect["who"] == "acting":
            return [self.current], []
        if effect["who"] == "all":
            return self.clockwise(), []
        others = [seat for seat in sorted(fits) if effect["who"] == "any" or seat != self.current]
        chosen = first or self.choose([{"seat": seat} for seat in others], effect.get("may", False))
        return ([], [nobody]) if chosen is None else ([chosen["seat"]], [])

    def _do_gain_energy(self, effect: Json, here: "int | None", first: "Json | None") -> Story:
        fits = {seat for seat in self.clockwise() if self.now["players"][seat]["energy"] < self.rules["energy_max"]}
        seats, nobody = self._named(effect, first, fits, "Nobody is given energy.")
        yield from nobody
        for seat in seats:
            yield self.gain(seat, self._units(effect))

    def _do_draw(self, effect: Json, here: "int | None", first: "Json | None") -> Story:
        deck = effect["deck"]
        fits = {seat for seat in self.clockwise() if self.has_cards(deck) and not self.is_full(seat)}
        seats, nobody = self._named(effect, first, fits, f"Nobody draws a {DECKS[deck]}.")
        yield from nobody
        for seat in seats:
            for _ in range(self._units(effect)):
                yield from self.draw(seat, deck)

    def _do_remove_drone(self, effect: Json, here: "int | None", first: "Json | None") -> Story:
        yield from self._at_places(effect, here, first, "removes", "drone")

    def _do_remove_megadrone(self, effect: Json, here: "int | None", first: "Json | None") -> Story:
        yield from self._at_places(effect, here, first, "removes", "MegaDrone")

    def _do_add_strikers(self, effect: Json, here: "int | None", first: "Json | None") -> Story:
        yield from self._at_places(effect, here, first, "adds", "striker")

    def _at_places(self, effect: Json, here: "int | None", first: "Json | None", verb: str, piece: str) -> Story:
        """Tell an effect whose units are each done in a location that is chosen."""
        for unit in range(self._units(effect)):
            options = [{"at": number} for number in self.places() if self._fits(effect, number, here)]
            chosen = first or self.choose(options, effect.get("may", False))
            first = None
            if chosen is None:
                yield f"{self.name(self.current)} {verb} no {'other ' if unit else ''}{piece}."
                return
            if effect["effect"] == "add_strikers":
                yield self.add_striker("adds a striker", chosen["at"])
            else:
                yield from self.remove(effect["effect"].removeprefix("remove_"), chosen["at"])

    def _fits(self, effect: Json, number: int, here: "int | None") -> bool:
        """Tell whether an effect can be done in a location (STK-V21, V22, V23)."""
        place, own = self.place(number), self.place(number)["strikers"][self.current]
        if effect["effect"] == "add_strikers":
            at_home = number == self.character(self.current)["home"]
            return bool(self.now["supply"]["strikers"][self.current] and (own or at_home))
        if effect["effect"] == "remove_megadrone":
            return bool(place["megadrones"] and own >= effect["strikers"])
        where = effect["where"]
        reached = where == "anywhere" or (
            number == here if where == "here" else own and (where == "own" or number != here)
        )
        return bool(place["drones"] and reached)

    def _do_move_strikers(self, effect: Json, here: "int | None", first: "Json | None") -> Story:
        if effect["who"] == "another":
            yield from self._told_moves(effect, first)
            return
        for unit in range(self._units(effect)):
            chosen = first or self.choose(self.moves(self.current), effect.get("may", False))
            first = None
            if chosen is None:
                yield f"{self.name(self.current)} moves no {'other ' if unit else ''}striker."
                return
            yield from self.move_own(chosen)

    def _told_moves(self, effect: Json, first: "Json | None") -> Story:
        """Tell the moves of another player, who may decline each (STK-20, STK-R13, STK-V24)."""
        fits = {seat for seat in self.clockwise() if self.moves(seat)}
        seats, nobody = self._named(effect, first, fits, "Nobody else moves a striker.")
        yield from nobody
        for seat in seats:
            yield f"{self.name(seat)} may move {counted(self._units(effect), 'striker')}."
            for _ in range(self._units(effect)):
                action = self.read()
                if action["type"] == "decline":
                    yield f"{self.name(seat)} declines."
                    return
                self.shift(seat, action["from"], action["to"])
                yield f"{self.name(seat)} moves a striker {self.way(action)}."

    def _do_transfer_striker(self, effect: Json, here: "int | None", first: "Json | None") -> Story:
        chosen = first or self.read()
        owner = chosen["owner"]
        if owner == self.current:
            yield from self.move_own(chosen)
        else:
            self.shift(owner, chosen["from"], chosen["to"])
            yield f"A striker of {self.name(owner)} goes {self.way(chosen)}."

    def _do_roll(self, effect: Json, here: "int | None", first: "Json | None") -> Story:
        for _ in range(self._units(effect)):
            number = self.chance.popleft()["number"]
            yield from self.arrive(number, f"The die shows {number}. A drone comes to", True)

    def _do_add_drone(self, effect: Json, here: "int | None", first: "Json | None") -> Story:
        kicks = self.parts["switches"]["kick_on"] == "any"
        if effect["at"] != "most_strikers":
            yield from self.arrive(effect["at"], "A drone is sent to", kicks)
            return
        present = {number: sum(self.place(number)["strikers"]) for number in self.places()}
        most = max(present.values())
        chosen = self.choose([{"at": number} for number, count in present.items() if count == most > 0])
        if chosen is None:
            yield "No striker is on the board: no drone comes."
        else:
            yield from self.arrive(chosen["at"], "Most strikers draw a drone to", kicks)

    def _do_lose_energy(self, effect: Json, here: "int | None", first: "Json | None") -> Story:
        for seat in self._hit(effect):
            yield self.lose(seat, self._units(effect))

    def _hit(self, effect: Json) -> "list[int]":
        return self.clockwise() if effect["who"] == "all" else [self.current]

    def _do_lose_strikers(self, effect: Json, here: "int | None", first: "Json | None") -> Story:
        for seat in self._hit(effect):
            for _ in range(self._units(effect)):
                chosen = self.choose([{"at": at} for at in self.places() if self.place(at)["strikers"][seat]])
                if chosen is None:
                    yield f"{self.name(seat)} has no striker to lose."
                    break
                self.shift(seat, chosen["at"], None)
                yield f"{self.name(seat)} loses a striker at {self.at(chosen['at'])}."

    def _do_discard(self, effect: Json, here: "int | None", first: "Json | None") -> Story:
        for seat in self._hit(effect):
            for _ in range(self._units(effect)):
                held = sorted({card for cards in self.hand(seat).values() for card in cards})
                chosen = self.choose([{"card": card} for card in held])
                if chosen is None:
                    yield f"{self.name(seat)} has no card to discard."
                    break
                self.lay_down(seat, chosen["card"])
                yield f"{self.name(seat)} discards {self.card(chosen['card'])}."

    # ---- the end ----------------------------------------------------------------------------------------------------

    def _result(self, result: Json) -> Story:
        scores = self.after["scores"]
        yield (
            f"{ENDS[result['cause']]}, after {counted(result['turns'], 'turn')}"
            f" (Strikers {scores['strikers']}, HappyCorp {scores['happycorp']})."
        )


ENDS = {
    "strikers_points": "HappyCorp is abolished: the Strikers win",
    "happycorp_points": "The city is HappyCity: HappyCorp wins by points",
    "sixth_megadrone": "HappyCorp wins: a sixth MegaDrone must be placed",
    "turn_limit": "Unfinished",
}


def _powers(character: Json) -> "tuple[Json, Json]":
    return character["first"], character["second"]


def _power_name(power: Json) -> str:
    name: str = power["name"].replace("_", " ")
    return name[0].upper() + name[1:]
