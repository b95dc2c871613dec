"""Where two sweeps of one report say different things of the same cell."""

from collections.abc import Iterator, Sequence

from strikesim.report import words
from strikesim.report.view import View
from strikesim.stats.agreement import disagreements


def disagreeing(sweeps: Sequence[View]) -> Iterator[str]:
    """Yield a sentence for each cell and side on which two sweeps disagree more than chance makes them."""
    found = disagreements([(view.result.manifest, view.tables.rates) for view in sweeps])
    for row in found.to_dict("records"):
        about = {axis: words.known(row[axis]) for axis in ("players", "difficulty", "bots")}
        a, b = (
            {name: row[f"{name}_{end}"] for name in ("games", "rate", "low", "high")} for end in ("first", "second")
        )
        side = words.upper(words.who(row["of"], row["who"]))
        yield (
            f"{side} wins {words.rate(a)} in {row['first']}, but {words.rate(b)} in {row['second']}"
            f" ({words.setting(about, sweeps[0].labels)}). It is the same cell; over all that both played, chance puts"
            f" any two so far apart once in {_once_in(row['p_adjusted'])}. Believe the one of more games"
            f" ({int(max(a['games'], b['games'])):,})."
        )


def _once_in(p: float) -> str:
    return words.rounded(int(min(1e6, 1 / max(p, 1e-6))))
