"""A person at the table: is told the game as it goes, is asked, and answers by numbers."""

import io
import shlex
import shutil
import sys
import textwrap
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from strikesim.cli.common import say
from strikesim.errors import ConfigError

if TYPE_CHECKING:
    from strikesim.engine.episode import Episode
    from strikesim.engine.match import Match
    from strikesim.games.asking import Question
    from strikesim.questions.hint import Estimate

HELP = (
    "Type the number of what you do. ? shows what a search would do and why (? 7: about 7, too), u takes your last"
    " decision back, q leaves, an empty line asks again."
)
NARROWEST = 40


class TakenBack(Exception):  # noqa: N818 - it is no error
    """The person takes the last decision back."""


class Left(Exception):  # noqa: N818 - it is no error
    """The person leaves."""


def play(match: "Match", seed: int, game: int, players: "list[int]") -> None:
    """Play one game with persons at the table.

    Parameters
    ----------
    players
        Which players they are, from 1; one who fills several seats decides for all of them.

    Raises
    ------
    ConfigError
        There is no such player, or nobody answers.
    """
    table = Table(match, seed, game, seats_of(match, players))
    check_input()
    wrapped(HELP)
    say("")
    try:
        table.play()
    except (Left, KeyboardInterrupt) as leaving:
        say(
            "",
            f"You leave after {len(table.chosen)} decisions. The game from its beginning:",
            f"  {command(seed, game)}",
        )
        if isinstance(leaving, KeyboardInterrupt):
            raise
    else:
        say("", "The same game again (another one: another --seed):", f"  {command(seed, game)}")


def seats_of(match: "Match", players: "list[int]") -> list[int]:
    """Return the seats of players, who are numbered from 1."""
    from strikesim.engine.trace import holders

    held = holders(match)
    for player in players:
        if player not in range(1, match.players + 1):
            raise ConfigError(f"--human {player}: there are players 1 to {match.players}")
    return [seat for seat, holder in enumerate(held) if holder + 1 in players]


def check_input() -> None:
    """Refuse to begin where nobody can answer.

    Raises
    ------
    ConfigError
        The input is closed, or at its end.
    """
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
        buffer = sys.stdin.buffer
        if sys.stdin.isatty() or (isinstance(buffer, io.BufferedReader) and buffer.peek(1)):
            return
    raise ConfigError("--human: nobody answers, as the input is at its end; play at a terminal")


def command(seed: int, game: int) -> str:
    """Return the command of this game, seed and game spelled out."""
    words = [*sys.argv[1:]]
    for name, value in (("--seed", seed), ("--game", game)):
        if not any(word == name or word.startswith(f"{name}=") for word in words):
            words += [name, str(value)]
    return shlex.join(["strikesim", *words])


class Table:
    """One game with persons at some seats.

    What was chosen is kept: to take a decision back, the game is played again up to it, unseen. Chance stays the same.
    """

    def __init__(self, match: "Match", seed: int, game: int, seats: "list[int]") -> None:
        self.match, self.seed, self.game, self.seats = match, seed, game, seats
        self.chosen: list[int] = []  # the persons' actions
        self.again: deque[int] = deque()  # what of them is being played again
        self.unseen = False
        self.seen: dict[tuple[int, int], tuple[str, ...]] = {}  # the table as it was shown last, by turn and seat

    def play(self) -> None:
        """Play to the end, however often something is taken back."""
        from strikesim.engine.trace import trace

        while True:
            lines = trace(self.match, self.seed, self.game, dict.fromkeys(self.seats, self.decide))
            try:
                for sentence in self.match.game.story.tell(lines):
                    if not self.unseen:
                        wrapped(sentence)
                return
            except TakenBack:
                self.chosen.pop()
                self.again, self.unseen, self.seen = deque(self.chosen), True, {}

    def decide(self, episode: "Episode", legal: "list[int]") -> int:
        """Return what a person does; or what was chosen, where the game is played again."""
        if self.again:
            return self.again.popleft()
        self.unseen, turn = False, (int(episode.s.turn), int(episode.s.seat))
        decision = Decision(self.match, episode, legal, bool(self.chosen), self.seen.get(turn, ()))
        self.seen = {turn: decision.question.table}
        self.chosen.append(decision.made())
        return self.chosen[-1]


class Decision:
    """One decision of a person: the question as it is shown, and the answer."""

    def __init__(
        self, match: "Match", episode: "Episode", legal: "list[int]", can_take_back: bool, seen: "tuple[str, ...]"
    ) -> None:
        from strikesim.games.common import plain

        self.episode, self.legal, self.can_take_back, self.seen = episode, legal, can_take_back, seen
        self.question: Question = match.game.story.ask(match.data, plain(episode.t), plain(episode.seen()), legal)
        self.groups = list(self.question.ordered())
        self.places = [place for _, options in self.groups for place, _ in options]  # by number, from 1

    def made(self) -> int:
        """Ask until the person has decided, and return the action.

        Raises
        ------
        TakenBack, Left
            The person does not decide here.
        """
        self.show(self.seen)
        while True:
            words = answer(f"1–{len(self.legal)} ? u q > ").split()
            match words:
                case []:
                    self.show()
                case ["q"]:
                    raise Left
                case ["u"] if self.can_take_back:
                    raise TakenBack
                case ["u"]:
                    say("There is nothing to take back yet.")
                case ["?", *numbers] if all(self._is_number(number) for number in numbers):
                    self.explain([self.legal[self.places[int(number) - 1]] for number in numbers])
                case [number] if self._is_number(number):
                    return self.legal[self.places[int(number) - 1]]
                case _:
                    say(f"'{' '.join(words)[:40]}' is no answer: a number from 1 to {len(self.legal)}, ?, u or q.")

    def _is_number(self, word: str) -> bool:
        return word.isascii() and word.isdigit() and 1 <= int(word[:9]) <= len(self.legal)

    def show(self, seen: "tuple[str, ...]" = ()) -> None:
        """Show the table, but for lines that have been seen, the question and what is on offer."""
        say("")
        is_map_seen = all(line in seen for line in self.question.table if line.startswith(" "))
        for line in self.question.table:
            if line not in seen or (line.startswith(" ") and not is_map_seen):
                self._show_line(line)
        if set(self.question.table) - set(seen):
            say("")
        wrapped(self.question.asks)
        number, digits = 1, len(str(len(self.legal)))
        for group, options in self.groups:
            items = [f"{number + k:>{digits}} {option.words}" for k, (_, option) in enumerate(options)]
            if len(options) == 1:
                wrapped(f"{number:>{digits}} {options[0][1].sentence}", "  ", " " * (digits + 1))
            else:
                wrapped(group, "  ", " " * (digits + 1))
                for row in columns(items, width() - 6):
                    say(f"    {row}")
            number += len(options)

    def _show_line(self, line: str) -> None:
        heading, *items = line.split("\n")
        wrapped(heading, "| ")
        for row in columns(items, width() - 4) if items else ():
            wrapped(row, "|   ")

    # ---- what a search would do ------------------------------------------------------------------------------------

    def explain(self, also: "list[int]") -> None:
        """Show what a search would do here, and why."""
        from strikesim.questions.hint import ADVISER, PLAYOUTS, hint

        say("Thinking …")
        estimates = hint(self.episode, self.legal, also)
        wrapped(
            f"Wins of this seat in {PLAYOUTS} playouts of each action, in which {ADVISER} plays on for all and what you"
            " cannot know is dealt anew:"
        )
        own = estimates[0]
        for estimate in sorted(estimates, key=lambda one: -one.rate):
            number = self._number(estimate.code)
            said = f"{number} {self._sentence(estimate.code)}{f' ({ADVISER}’s choice)' if estimate is own else ''}"
            wrapped(f"{in_percent(estimate)}  {said}", "  ", " " * (len(in_percent(estimate)) + 2))
        wrapped(verdict(own, max(estimates[1:], key=lambda one: one.gain), ADVISER, self._number))

    def _number(self, code: int) -> int:
        return self.places.index(self.legal.index(code)) + 1

    def _sentence(self, code: int) -> str:
        return self.question.options[self.legal.index(code)].sentence


def verdict(own: "Estimate", best: "Estimate", adviser: str, number: "Callable[[int], int]") -> str:
    """Return which action a search would take, in a sentence with the interval that says so."""
    gain, least, most = (round(100 * share) for share in (best.gain, best.least, best.most))
    points = f"by {gain:+d} points ({least:+d} to {most:+d})"
    rival, choice = number(best.code), number(own.code)
    if best.least > 0:
        return f"A search would take {rival}: it wins oftener than {choice}, {adviser}'s choice, {points}."
    if best.gain > 0:
        return f"A search would take {choice}: {rival} looks better {points}, which chance may explain."
    return f"A search would take {choice}: nothing tried does better; {rival} differs {points}."


def in_percent(estimate: "Estimate") -> str:
    """Return a rate with its interval, in columns."""
    rate, low, high = (f"{100 * share:.0f}" for share in (estimate.rate, estimate.low, estimate.high))
    return f"{rate:>3} % ({low:>2} to {high:>3})"


# ---- the terminal ------------------------------------------------------------------------------------------------


def answer(prompt: str) -> str:
    """Return the next line that is typed.

    Raises
    ------
    Left
        The input is at its end.
    """
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        raise Left
    if not sys.stdin.isatty():  # nobody has seen it being typed
        say(line.rstrip("\n"))
    return line


def width() -> int:
    """Return how wide the terminal is."""
    return max(NARROWEST, shutil.get_terminal_size().columns)


def wrapped(line: str, indent: str = "", hanging: str = "  ") -> None:
    """Print a line in the terminal's width; what goes on stands farther in, and a map's rows stay whole."""
    text = line.lstrip(" ")
    indent += line[: len(line) - len(text)]
    if len(indent) + len(text) <= width():
        say(indent + text)
        return
    say(
        *textwrap.wrap(text, width(), initial_indent=indent, subsequent_indent=indent + hanging, break_on_hyphens=False)
    )


def columns(items: "list[str]", room: int) -> list[str]:
    """Return texts in as many columns as there is room for, row by row."""
    wide = max(map(len, items)) + 2
    each = max(1, (room + 2) // wide)
    rows = [items[k : k + each] for k in range(0, len(items), each)]
    return ["".join(item.ljust(wide) for item in row).rstrip() for row in rows]
