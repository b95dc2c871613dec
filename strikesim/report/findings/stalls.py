"""Unfinished games, which must be known before any rate is read."""

from strikesim.errors import counted
from strikesim.report import words
from strikesim.result import Result
from strikesim.stats.tables import axes_of
from strikesim.stats.targets import MOST_UNFINISHED

TOLD = 0.01  # the share of a cell's games from which on they are told first


def stalls(result: Result) -> list[str]:
    """Say where more games than TOLD are unfinished; [] where that is nowhere."""
    rows = result.unfinished
    rows = rows[rows["rate"] > TOLD]
    if rows.empty:
        return []
    worst = rows.loc[rows["rate"].idxmax()]
    where = words.setting({axis: worst[axis] for axis in axes_of(rows)}, result.manifest.labels)
    cells = result.rates["cell"].nunique()
    if cells == 1:
        told = f"{words.rate(worst)} of the games are unfinished ({where})."
    else:
        some = f"{words.number(len(rows))} of {counted(cells, 'cell', words.number(cells))}"
        told = (
            f"More than {words.percent(TOLD, 0)} of the games are unfinished in {some}; {words.rate(worst)}: {where}."
        )
    told += " They count and are won by nobody, and would have lasted longer."
    if result.manifest.sweep.target is not None and worst["rate"] > MOST_UNFINISHED:
        told += f" Where they are more than {words.percent(MOST_UNFINISHED, 0)}, no target is met."
    return [told]
