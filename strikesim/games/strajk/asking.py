"""What a person who plays Strajk is asked, in words."""

from collections import Counter
from typing import Any

from strikesim.games.asking import LAST, Option
from strikesim.games.strajk.telling import at, cards_in_words, counted, words

Json = dict[str, Any]

ASKS = {
    "remove": "Which card do you remove from the game?",
    "put": "Which card do you put away, to draw another one for it?",
    "discard": "Which card do you discard? What you keep is there at your next turn.",
}
DONE = {"remove": "Remove no more", "put": "Put no more away, and draw", "discard": "Keep the rest"}
NAMED = {"remove": "Remove from the game", "put": "Put away", "discard": "Discard"}


def asks(state: Json) -> str:
    """Return the question."""
    pending = state["pending"]
    return ASKS[pending["kind"]] if pending else "What do you do?"


def table(data: Json, state: Json, sizes: "list[int]", seat: int) -> list[str]:
    """Return how the table stands; `sizes` are those of the hands."""
    token, own = state["token"], state["players"][seat]
    here = data["locations"][token]
    cost = cards_in_words(Counter(here.get("cost", ())))
    paid = f"; one costs {cost}" if here.get("cost") and state["stacks"][token]["count"] else ""
    shown = "" if state["stacks"][token]["face_up"] or not paid else ", the top face down"
    lines = [
        "\n".join(["Board:", *(f"{words(name)}: {_stack(stack)}" for name, stack in state["stacks"].items())]),
        f"Wałęsa is {at(token)}: {_stack(state['stacks'][token])}{shown}{paid}.",
        *(_other(seat, player, sizes[seat]) for seat, player in enumerate(state["players"]) if player is not own),
        f"Yours: {_piles(own, 'tomorrow', 'today', 'later')}; {_won(own)}.",
        f"Your hand: {cards_in_words(own['hand'])}.",
    ]
    aside = sum(state["demands"]["set_aside"].values())
    return lines[:1] + [f"Demands set aside: {aside}."] * bool(aside) + lines[1:]


def _stack(stack: Json) -> str:
    return counted(stack["count"], words(stack["kind"]))


def _piles(player: Json, *names: str) -> str:
    return (
        "; ".join(f"{name.capitalize()} {cards_in_words(player[name])}" for name in names if player[name]) or "no pile"
    )


def _won(player: Json) -> str:
    return f"{counted(sum(player['trophies'].values()), 'demand')} won"


def _other(seat: int, player: Json, size: int) -> str:
    """Return what everybody knows of a player: which cards hand and Tomorrow hold together, not how they are split."""
    both = f"{'Hand and ' * bool(size)}Tomorrow {cards_in_words(player['tomorrow'])}" if player["tomorrow"] else ""
    both += f", {size} of them in hand" if size else ""
    piles = _piles(player, "later") if player["later"] else ""
    return f"Player {seat + 1}: {'; '.join(part for part in (both, piles, _won(player)) if part)}."


def option(data: Json, state: Json, action: Json) -> Option:
    """Return an action on offer in words."""
    match action["type"]:
        case "end_turn":
            return Option("", "End the turn", LAST)
        case "move":
            return Option(f"{action['card'].capitalize()}: Wałęsa goes to", words(action["to"]))
        case "take":
            place = data["locations"][action["at"]]
            taken = words(next(iter(place["stack"])))
            return Option("", f"Take a {taken} for {cards_in_words(Counter(place['cost']))}")
        case "negotiate":
            return Option("", "Speech in the Hall: turn up a demand and negotiate")
        case "special":
            return Option("", f"{words(action['card']).capitalize()}: {_special(data, state, action['card'])}")
        case "done":
            return Option("", DONE[state["pending"]["kind"]], LAST)
    return Option(NAMED[action["type"]], words(action["card"]))


def _special(data: Json, state: Json, card: str) -> str:
    """Return what a card's special action does (STJ-40 .. STJ-45)."""
    (name, number), *_ = data["cards"][card]["special"].items()
    match name:
        case "turn_up":
            return f"turn up the next {words(state['stacks'][state['token']]['kind'])} here"
        case "swap":
            return "put other cards of your hand away and draw as many"
        case "remove":
            return f"remove {counted(number, 'card')} of your hand from the game"
    return f"draw {counted(number, 'card')}"
