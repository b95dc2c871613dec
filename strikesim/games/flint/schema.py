"""The tables of Striking Flint's ruleset file, as pydantic models (FLT-V10 .. FLT-V31)."""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, NonNegativeInt, PositiveInt

from strikesim.errors import near
from strikesim.games import ruleset
from strikesim.games.common import MAX_SEATS
from strikesim.games.flint.state import MAX_EVENTS, MAX_IN_PLAY, MAX_MAP_CARDS
from strikesim.games.ruleset import Strict

MAX_SIDE = 5  # rows and columns of a card
MAX_CALENDAR = 128

Number = Annotated[int, Field(ge=0, le=60)]
Few = Annotated[int, Field(ge=1, le=60)]
PerCount = Few | Annotated[list[Few], Field(min_length=3, max_length=3)]  # FLT-V2
PerCountOrNone = Number | Annotated[list[Number], Field(min_length=3, max_length=3)]
Kind = Literal["authority", "money", "scab"]
Action = Literal["occupy", "picket", "resist", "rest", "unique"]


class Options(Strict):
    """What one game is played with."""

    committees: Literal["random"] | list[str]
    solo_committees: Literal[3, 4, 5]
    token: Annotated[int, Field(ge=2, le=120)]
    extra_card: bool
    events_in_play: Annotated[int, Field(ge=1, le=MAX_IN_PLAY)]
    map: str


class Switches(Strict):
    """Readings of the rules that could go the other way."""

    place_from_map: bool
    gambit_moves: Literal["must", "may"]
    event_check: Literal["after_each", "turn_end"]
    activation_order: Literal["acting_player", "map_order"]
    move_length: Literal["fixed", "grows"]
    factory_loss: Literal["at_once", "turn_end"]


class Numbers(Strict):
    """The table ``[rules]``."""

    committees_for: Annotated[list[Annotated[int, Field(ge=0, le=MAX_SEATS)]], Field(min_length=5, max_length=5)]
    workers: Annotated[int, Field(ge=1, le=9)]
    cubes_held: Number
    cubes_supply: Number
    cubes_exist: PositiveInt
    strikebreakers: Annotated[int, Field(ge=1, le=60)]
    start_space: Annotated[int, Field(ge=0, le=60)]
    cards_per_committee: Few
    factories_needed: Few
    die_faces: Annotated[int, Field(ge=1, le=20)]
    setup_die: dict[Kind, list[int]]
    setup_strikebreakers: Annotated[int, Field(ge=0, le=3)]
    setup_workers: Few
    foreign_extra: Number
    least_move: Few
    held_for_concessions: Few
    concession_step: Number
    event_step: Number
    resist_range: Number
    gambit_range: Number
    icon_exhaustion: Number
    event_shift: Annotated[int, Field(ge=-30, le=30)]
    lines: dict[Literal["3", "4", "5", "6"], Annotated[list[Few], Field(min_length=2, max_length=2)]]


class Calendar(Strict):
    """One side of the calendar (FLT-V10)."""

    spaces: Annotated[int, Field(ge=2, lt=MAX_CALENDAR)]
    icons: dict[str, list[int]]


class Exhaustion(Strict):
    """What step 3 of each action adds (FLT-V11)."""

    occupy: Number
    picket: Number
    resist: Number
    rest: Number
    unique: Number


class Unique(Strict):
    """A committee's unique action (FLT-V12)."""

    action: Literal["gambit", "coordinate", "hold", "agitate", "relief"]
    placements: Few | None = None
    workers: Few | None = None
    strikebreakers: Few | None = None
    cubes: Few | None = None


UNIQUE_NUMBERS = {"coordinate": "placements", "hold": "workers", "agitate": "strikebreakers", "relief": "cubes"}


class Committee(Strict):
    """One committee's card."""

    title: str
    exhaustion: Exhaustion
    unique: Unique


class Space(Strict):
    """What is printed on a space."""

    kind: Literal["station", "corner"]
    die: Annotated[int, Field(ge=1, le=20)]
    icon: Literal["authority", "money", "scab", "exhaustion", "remove"]


class MapCard(Strict):
    """One map card (FLT-V13)."""

    cells: Annotated[list[str], Field(min_length=1, max_length=MAX_SIDE)]
    spaces: dict[str, Space]


class Laid(Strict):
    """Where one card of a fixed map lies."""

    card: str
    place: Annotated[list[NonNegativeInt], Field(min_length=2, max_length=2)]
    turned: bool


class Layout(Strict):
    """A fixed map for each number of cards (FLT-V15)."""

    cards_3: list[Laid] | None = None
    cards_4: list[Laid] | None = None
    cards_5: list[Laid] | None = None
    cards_6: list[Laid] | None = None


class Forbid(Strict):
    """FLT-V21."""

    effect: Literal["forbid"]
    action: Action
    where: Literal["factory", "street", "all"]


class ExtraExhaustion(Strict):
    """FLT-V22."""

    effect: Literal["extra_exhaustion"]
    action: Action
    amount: PerCount


class RestMoves(Strict):
    """FLT-V23."""

    effect: Literal["rest_moves"]
    spaces: PerCount


class AddStrikebreaker(Strict):
    """FLT-V25."""

    effect: Literal["add_strikebreaker"]
    kind: Kind
    count: PerCount


class RollTwice(Strict):
    """FLT-V26."""

    effect: Literal["roll_twice"]


class GainExhaustion(Strict):
    """FLT-V27."""

    effect: Literal["gain_exhaustion"]
    amount: PerCount


class RemoveWorker(Strict):
    """FLT-V28."""

    effect: Literal["remove_worker"]


EFFECTS: dict[str, type[Strict]] = {
    "forbid": Forbid,
    "extra_exhaustion": ExtraExhaustion,
    "rest_moves": RestMoves,
    "add_strikebreaker": AddStrikebreaker,
    "roll_twice": RollTwice,
    "gain_exhaustion": GainExhaustion,
    "remove_worker": RemoveWorker,
}


def _known(key: str, models: "dict[str, type[Strict]]") -> BeforeValidator:
    """Return the check that an entry names a model by `key` and has no keys but that model's."""

    def check(value: Any) -> Any:
        if not isinstance(value, dict) or not isinstance(value.get(key), str):
            raise ValueError(f"say which {key} it is: {{ {key} = ... }}")
        name = value[key]
        if name not in models:
            raise ValueError(f"there is no {key} '{name}'{near(name, list(models))}")
        known = list(models[name].model_fields)
        for entry in value:
            if entry not in known:
                raise ValueError(f"{key} '{name}' has no key '{entry}'{near(entry, known)}")
        return value

    return BeforeValidator(check)


Effect = Annotated[
    Forbid | ExtraExhaustion | RestMoves | AddStrikebreaker | RollTwice | GainExhaustion | RemoveWorker,
    Field(discriminator="effect"),
    _known("effect", EFFECTS),
]


class AtLeast(Strict):
    """FLT-V29: pieces or factories to have."""

    condition: Literal["workers_on_street", "workers_in_factories", "factories_held"]
    at_least: PerCount


class NoStrikebreaker(Strict):
    """FLT-V29: a kind to clear."""

    condition: Literal["no_strikebreaker"]
    kind: Kind


class AtMost(Strict):
    """FLT-V29: cubes to be rid of."""

    condition: Literal["total_exhaustion"]
    at_most: PerCountOrNone


class Count(Strict):
    """FLT-V29: actions to take."""

    condition: Literal["resists", "rest"]
    count: PerCount


CONDITIONS_BY_NAME: dict[str, type[Strict]] = {
    "workers_on_street": AtLeast,
    "workers_in_factories": AtLeast,
    "factories_held": AtLeast,
    "no_strikebreaker": NoStrikebreaker,
    "total_exhaustion": AtMost,
    "resists": Count,
    "rest": Count,
}
Removal = Annotated[
    AtLeast | NoStrikebreaker | AtMost | Count,
    Field(discriminator="condition"),
    _known("condition", CONDITIONS_BY_NAME),
]


class Event(Strict):
    """One event (FLT-V20)."""

    headline: str
    date: str
    effects: list[Effect]
    removal: Removal


class Components(ruleset.Rules):
    """A whole ruleset file of Striking Flint, each value sound in itself."""

    options: Options
    switches: Switches
    rules: Numbers
    calendars: dict[str, Calendar]
    committees: dict[str, Committee]
    map_cards: Annotated[dict[str, MapCard], Field(max_length=MAX_MAP_CARDS)]
    layouts: dict[str, Layout] = Field(default={})
    events: Annotated[dict[str, Event], Field(max_length=MAX_EVENTS)]


def per_count(value: "int | list[int]", committees: int) -> int:
    """Return a number of an event for 3, 4 or 5 committees in play (FLT-V2)."""
    return value[min(max(committees, 3), 5) - 3] if isinstance(value, list) else value
