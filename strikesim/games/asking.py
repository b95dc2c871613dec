"""What a person is asked: how the table stands, and what is on offer, in words."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

LAST = "~"  # the rank of what ends something


class Option(NamedTuple):
    """One action on offer: what it has in common with others, and the rest of the sentence.

    Options of one group are shown together, so that forty stay readable: 'Mobilize a striker from Park (10) to', and
    each place. The group is '' for an option that stands for itself. By `rank` options and groups are sorted.
    """

    group: str
    words: str
    rank: str = ""

    @property
    def sentence(self) -> str:
        """Return both."""
        return f"{self.group} {self.words}".strip()


@dataclass(frozen=True)
class Question:
    """A decision as a person gets it.

    Attributes
    ----------
    asks
        The question.
    table
        How the table stands, as far as who is asked may know. A map's rows begin with a space; in a list the items
        stand behind its heading, each after a line break.
    options
        What is on offer, in the order of the codes.
    """

    asks: str
    table: tuple[str, ...]
    options: tuple[Option, ...]

    def ordered(self) -> "Iterator[tuple[str, list[tuple[int, Option]]]]":
        """Yield each group with its options and their places among the codes."""
        groups: dict[str, list[tuple[int, Option]]] = {}
        for place, option in sorted(enumerate(self.options), key=lambda one: one[1].rank):
            groups.setdefault(option.group or option.words, []).append((place, option))
        yield from groups.items()
