"""Whether two sweeps that played the same cell say the same of it."""

from collections.abc import Iterator, Sequence
from typing import Any

import pandas as pd
from scipy.stats import fisher_exact

from strikesim.stats.adjust import ERROR, holm
from strikesim.stats.tables import sides
from strikesim.sweep.manifest import Cell, Manifest

Played = tuple[Manifest, pd.DataFrame]  # of a sweep, and its table of rates


def disagreements(sweeps: Sequence[Played]) -> pd.DataFrame:
    """Find win rates of one cell that two sweeps put further apart than chance does.

    Two cells are one if the same bots play them by the same compiled rules. On one seed the smaller sweep's games are
    among the larger's, so it is compared with the others of those; on two seeds both are independent.

    Parameters
    ----------
    sweeps
        Pairs of the manifest and the table ``rates`` of each sweep.

    Returns
    -------
    DataFrame
        One row for each side of a cell on which two sweeps disagree: ``first``, ``second`` (their names), the axes
        ``players``, ``difficulty``, ``bots``, ``of``, ``who``, ``games``, ``rate``, ``low``, ``high`` of each with
        ``_first`` and ``_second``, ``p`` (Fisher's exact test) and ``p_adjusted`` (Holm over all that were compared).

    References
    ----------
    R. A. Fisher, "The Design of Experiments" (1935), chapter 2.
    """
    rows = [row for k, one in enumerate(sweeps) for other in sweeps[k + 1 :] for row in _compared(one, other)]
    columns = ["first", "second", "players", "difficulty", "bots", "of", "who"]
    table = pd.DataFrame(rows, columns=[*columns, *(f"{name}{end}" for end in _ENDS for name in _NUMBERS), "p"])
    table = table.assign(p_adjusted=holm(table["p"]))
    return table[table["p_adjusted"] <= ERROR].reset_index(drop=True)


_ENDS = ("_first", "_second")
_NUMBERS = ("games", "count", "rate", "low", "high")


def _compared(one: Played, other: Played) -> Iterator[dict[str, Any]]:
    """Yield a row for each side of each cell that both sweeps played, the first of several alike in a sweep."""
    (first, first_rates), (second, second_rates) = one, other
    cells = {_key(cell): cell.index for cell in reversed(second.cells)}
    seen = set()
    for cell in first.cells:
        key = _key(cell)
        if key not in cells or key in seen:
            continue
        seen.add(key)
        a, b = (
            sides(table[table["cell"] == index])
            for table, index in ((first_rates, cell.index), (second_rates, cells[key]))
        )
        both = a.merge(b, on=["of", "who"], suffixes=_ENDS)
        for row in both.to_dict("records"):
            axes = {"players": cell.players, "difficulty": cell.difficulty, "bots": cell.axes["bots"]}
            p = _p(row, first.sweep.seed == second.sweep.seed)
            yield {"first": first.name, "second": second.name, **axes, **row, "p": p}


def _key(cell: Cell) -> tuple[Any, ...]:
    bots = [(bot.name, tuple(sorted(bot.weights.items())), bot.digest) for bot in cell.bots]
    return cell.tables, cell.players, cell.difficulty, *bots


def _p(row: "dict[Any, Any]", nested: bool) -> float:
    """Return the p-value of both rates being one."""
    (a, n), (b, m) = sorted([(row[f"count{end}"], row[f"games{end}"]) for end in _ENDS], key=lambda pair: pair[1])
    if nested:
        b, m = b - a, m - n
    return float(fisher_exact([[a, n - a], [b, m - b]]).pvalue) if m > 0 else 1.0
