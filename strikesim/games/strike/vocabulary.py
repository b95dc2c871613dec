"""The words in which cards and powers are written (STK-V10 and after): what each takes and where it may stand."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Annotated, Literal

from pydantic import Field

from strikesim.errors import near
from strikesim.games.common import names_of
from strikesim.games.ruleset import Strict
from strikesim.games.strike.state import DECKS


class Kind(IntEnum):
    """The kinds of effect (STK-V16)."""

    GAIN_ENERGY = 0
    REMOVE_DRONE = 1
    REMOVE_MEGADRONE = 2
    ADD_STRIKERS = 3
    MOVE_STRIKERS = 4
    DRAW = 5
    ROLL = 6
    LOSE_ENERGY = 7
    LOSE_STRIKERS = 8
    ADD_DRONE = 9
    DISCARD = 10
    TRANSFER_STRIKER = 11
    MEGADRONE_STRIKERS = 12


class Who(IntEnum):
    """On whom an effect falls (STK-V11)."""

    ACTING = 0
    ANOTHER = 1
    ANY = 2
    ALL = 3


class Where(IntEnum):
    """Where a drone may be removed (STK-V21)."""

    ANYWHERE = 0
    OWN = 1
    HERE = 2
    OWN_ELSEWHERE = 3


class Trigger(IntEnum):
    """What sets off a power (STK-V37), as bits: a power may have several triggers, and one step may set off several."""

    ARRIVALS_PAIR = 1 << 0
    MOVES_PAIR = 1 << 1
    REMOVED = 1 << 2
    REMOVED_PAIR = 1 << 3
    REMOVED_MEGADRONE = 1 << 4
    PLAYED_ALLY = 1 << 5
    SPEND = 1 << 6
    INSTEAD_OF_GROW = 1 << 7
    ALWAYS = 1 << 8


EFFECTS, WHO, WHERE = names_of(Kind), names_of(Who), names_of(Where)
TRIGGERS = tuple(trigger.name.lower() for trigger in Trigger)
PAIRS = Trigger.ARRIVALS_PAIR | Trigger.MOVES_PAIR | Trigger.REMOVED_PAIR
ALONE = ("spend", "instead_of_grow", "always")
WITH_LOCATION = ("arrivals_pair", "removed", "removed_pair", "removed_megadrone")
MOST_STRIKERS = -1  # as the place of an added drone

ON_ALLY, ON_BREAK, ON_POWER = "an Ally card", "a Commercial Break", "a power"
DO_GOOD = (ON_ALLY, ON_POWER)


@dataclass(frozen=True)
class Word:
    """What an effect takes and where it may stand (STK-V16)."""

    stands: tuple[str, ...]
    needs: tuple[str, ...] = ()
    takes: tuple[str, ...] = ("amount", "may")
    who: tuple[str, ...] = field(default=WHO)


ON_ONE_OR_ALL = ("acting", "all")
WORDS = {
    "gain_energy": Word(DO_GOOD, ("who",)),
    "remove_drone": Word(DO_GOOD, ("where",)),
    "remove_megadrone": Word(DO_GOOD, ("strikers",)),
    "add_strikers": Word(DO_GOOD),
    "move_strikers": Word(DO_GOOD, ("who",), who=("acting", "another")),
    "draw": Word(DO_GOOD, ("deck", "who")),
    "roll": Word((ON_BREAK,), (), ("times", "per_level")),
    "lose_energy": Word((ON_BREAK,), ("who",), ("amount", "per_level"), ON_ONE_OR_ALL),
    "lose_strikers": Word((ON_BREAK,), ("who",), ("amount", "per_level"), ON_ONE_OR_ALL),
    "add_drone": Word((ON_BREAK,), ("at",), ()),
    "discard": Word((ON_BREAK,), ("who",), ("amount", "per_level"), ON_ONE_OR_ALL),
    "transfer_striker": Word((ON_POWER,), (), ()),
    "megadrone_strikers": Word((ON_POWER,), ("amount",), ()),
}

Amount = Annotated[int, Field(ge=1, le=9)]


class Effect(Strict):
    """One effect of a card or power; which arguments it takes depends on its name."""

    effect: str
    who: Literal["acting", "another", "any", "all"] | None = None
    amount: Amount = 1
    times: Amount = 1
    per_level: bool = False
    may: bool = False
    where: Literal["anywhere", "own", "here", "own_elsewhere"] | None = None
    strikers: Annotated[int, Field(ge=0, le=60)] | None = None
    deck: Literal["strike", "ally"] | None = None
    at: int | Literal["most_strikers"] | None = None

    def problems(self, where: str, stands: str, places: int) -> Iterator[str]:
        """Yield what is wrong with the effect as it stands on a card or power, on a board of so many places."""
        word = WORDS.get(self.effect)
        if word is None:
            yield f"{where} names no effect: '{self.effect}'{near(self.effect, EFFECTS)}"
            return
        if stands not in word.stands:
            yield f"{where}: '{self.effect}' cannot stand on {stands}, only on {' and '.join(word.stands)}"
        yield from self._argument_problems(where, word)
        if isinstance(self.at, int) and not 1 <= self.at <= places:
            yield f"{where}.at names no location: {self.at}; there are 1 to {places}"
        if stands != ON_POWER and self.where in ("here", "own_elsewhere"):
            yield f"{where}.where = '{self.where}': that is for powers; a card has 'anywhere' or 'own'"

    def _argument_problems(self, where: str, word: Word) -> Iterator[str]:
        allowed = (*word.needs, *word.takes)
        for name in word.needs:
            if name not in self.model_fields_set:
                yield f"{where}: '{self.effect}' needs '{name}'"
        for name in sorted(self.model_fields_set - {"effect", *allowed}):
            yield f"{where}: '{self.effect}' takes no '{name}'{near(name, allowed)}"
        if self.who is not None and "who" in word.needs and self.who not in word.who:
            yield f"{where}.who = '{self.who}': '{self.effect}' takes {' or '.join(word.who)}"
        if self.may and self.effect in ("gain_energy", "draw") and self.who not in ("another", "any"):
            yield f"{where}: 'may' needs who = 'another' or 'any'"

    def row(self) -> tuple[int, int, int, int, int, int]:
        """Return the effect in numbers: kind, who, amount, per level, may, argument."""
        kind = EFFECTS.index(self.effect)
        who = WHO.index(self.who) if self.who else Who.ACTING
        amount = self.times if kind == Kind.ROLL else self.amount
        return kind, who, amount, self.per_level, self.may, self._argument()

    def _argument(self) -> int:
        if self.where is not None:
            return WHERE.index(self.where)
        if self.strikers is not None:
            return self.strikers
        if self.deck is not None:
            return DECKS.index(self.deck)
        return self.at - 1 if isinstance(self.at, int) else MOST_STRIKERS


class Power(Strict):
    """A power of a character (STK-V4)."""

    name: str
    when: Annotated[list[str], Field(min_length=1)]
    effects: Annotated[list[Effect], Field(min_length=1)]
    cost: Annotated[int, Field(ge=1, le=60)] | None = None

    def problems(self, where: str, places: int) -> Iterator[str]:
        """Yield what is wrong with the power (STK-V37, V38)."""
        for trigger in self.when:
            if trigger not in TRIGGERS:
                yield f"{where}.when names no trigger: '{trigger}'{near(trigger, TRIGGERS)}"
        alone = [trigger for trigger in self.when if trigger in ALONE]
        if alone and len(self.when) > 1:
            yield f"{where}.when: '{alone[0]}' stands alone"
        if ("spend" in self.when) != (self.cost is not None):
            yield f"{where}: 'cost' and when = ['spend'] belong together"
        for number, effect in enumerate(self.effects, 1):
            yield from effect.problems(f"{where}, effect {number}", ON_POWER, places)
            yield from self._trigger_problems(f"{where}, effect {number}", effect)

    def _trigger_problems(self, where: str, effect: Effect) -> Iterator[str]:
        if effect.where in ("here", "own_elsewhere"):
            placeless = [trigger for trigger in self.when if trigger not in WITH_LOCATION]
            if placeless:
                yield f"{where}.where = '{effect.where}' needs a location, and '{placeless[0]}' has none"
        if (effect.effect == "transfer_striker") and self.when != ["spend"]:
            yield f"{where}: 'transfer_striker' needs when = ['spend']"
        if (effect.effect == "megadrone_strikers") != (self.when == ["always"]):
            yield f"{where}: 'megadrone_strikers' and when = ['always'] belong together"
        if self.when == ["instead_of_grow"] and (effect.effect, effect.who) != ("gain_energy", "acting"):
            yield f"{where}: when = ['instead_of_grow'] takes only gain_energy with who = 'acting'"
        if self.when[0] in ("always", "instead_of_grow") and len(self.effects) > 1:
            yield f"{where}: a power with when = ['{self.when[0]}'] has exactly one effect"

    def bits(self) -> int:
        """Return the power's triggers as bits."""
        return sum(Trigger[trigger.upper()] for trigger in set(self.when))
