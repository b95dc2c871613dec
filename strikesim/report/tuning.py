"""What tuning a bot's weights came to, in words."""

from collections.abc import Iterator

from strikesim.errors import counted
from strikesim.report import words
from strikesim.result import Result
from strikesim.stats.paired import Difference
from strikesim.sweep.config import BOTS


def sentences(found: Difference, result: Result, bot: str) -> Iterator[str]:
    """Yield what held-out games show, and which games these are."""
    row = {"difference": found.difference, "low": found.low, "high": found.high}
    rates = f"it wins {words.percent(found.b)} where {bot} wins {words.percent(found.a)}, {words.difference(row)}"
    if found.low > 0:
        yield f"The tuned bot plays better than {bot}: {rates}."
    elif found.high < 0:
        yield f"The tuned bot plays worse than {bot}: {rates}. Keep the weights as they were."
    else:
        yield f"No improvement over {bot} is shown: {rates}. Keep the weights as they were."
    sweep = result.manifest.sweep
    cells = [cell for cell in result.manifest.cells if cell.axes[BOTS] == result.manifest.cells[0].axes[BOTS]]
    where = "; ".join(
        words.setting({axis: cell.axes[axis] for axis in cell.axes if axis != BOTS}, result.manifest.labels)
        for cell in cells
    )
    yield (
        f"Both played the same {counted(sweep.games or 0, 'game')} of seed {sweep.seed}, which no candidate had played,"
        f" in each of: {where}."
    )
