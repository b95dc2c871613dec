"""Record playthroughs: short games whose story and every state are kept, so that a change of behaviour shows.

    python tests/record.py                                        # record all of them again
    python tests/record.py tests/playthroughs/strajk/hall.txt     # this one

A playthrough is a text file tests/playthroughs/GAME/NAME.txt. It begins with the settings, in TOML:

    players = 2
    bots = ["random"]               # a line-up; a shorter one is repeated round the table
    seed = 1
    game = 0
    difficulty = "..."              # where the game has any
    changes = { "ruleset.turn_limit" = 6 }

Below them stand the story, and one line for each ply with a digest of what was on offer, of chance and of the state
after it. To add a playthrough, write a file with its settings alone and record it; to take over a change that is meant,
record all again and read the difference. A change that only makes things faster changes no playthrough.
"""

import hashlib
import json
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from strikesim.engine.bots import find_bot
from strikesim.engine.match import prepare
from strikesim.engine.trace import trace
from strikesim.games import load
from strikesim.games.ruleset import read_layers

FOLDER = Path(__file__).parent / "playthroughs"
STORY, PLIES = "---- story", "---- plies: seat, action, number of actions on offer, digest"

Json = dict[str, Any]


def paths() -> list[Path]:
    """Return all playthroughs."""
    return sorted(FOLDER.glob("*/*.txt"))


def settings_of(path: Path) -> str:
    """Return the head of a playthrough: its settings as written."""
    return path.read_text(encoding="utf-8").partition(STORY)[0].rstrip()


def text_of(path: Path) -> str:
    """Play a playthrough's game again and return the whole text."""
    head, game = settings_of(path), path.parent.name
    lines = play(game, tomllib.loads(head))
    return "\n".join([head, "", STORY, "", *load(game).story.tell(iter(lines)), "", PLIES, "", *plies(lines), ""])


def play(name: str, settings: Json) -> list[Json]:
    """Play a game by its settings and return the lines of its trace."""
    layers = read_layers(name).changed(settings.get("changes", {}))
    bots = [find_bot(load(name), bot, Path()) for bot in settings["bots"]]
    match = prepare(layers.data(), settings["players"], settings.get("difficulty"), bots, layers.where)
    return list(trace(match, settings["seed"], settings["game"]))


def plies(lines: list[Json]) -> Iterator[str]:
    """Yield one line for the set-up and for each decision, then the result."""
    for line in lines[1:-1]:
        settled = {key: value for key, value in line.items() if key != "steps"}  # steps only retell the rest
        digest = hashlib.sha256(json.dumps(settled, sort_keys=True).encode()).hexdigest()[:8]
        seat, offer = line.get("seat", ""), len(line.get("legal", ()))
        yield f"{line['ply']:>5}  {seat!s:>1}  {action_in_words(line['action']):<44} {offer or '':>3}  {digest}"
    yield json.dumps(lines[-1]["result"])


def action_in_words(action: Json) -> str:
    """Return an action's values on one line."""
    return " ".join(value if isinstance(value, str) else json.dumps(value) for value in action.values())


def main() -> None:
    """Record the playthroughs that are named, or all."""
    for path in [Path(name).resolve() for name in sys.argv[1:]] or paths():
        path.write_text(text_of(path), encoding="utf-8")
        print(f"recorded {path}")


if __name__ == "__main__":
    main()
