"""Figures for reports and notebooks: a tidy table in, a matplotlib figure out.

Each takes rows of the tables that `strikesim.stats.tables` makes and draws one pair of axes (`skill` one for each
number of players), 5 inches wide, so that a phone shows it readably. What it shows is told in one sentence, its
alternative text: ``figure.get_label()``.
"""

from strikesim.report.figures.bands import band
from strikesim.report.figures.brackets import brackets
from strikesim.report.figures.curves import curves
from strikesim.report.figures.differences import differences, factors
from strikesim.report.figures.endings import endings, outcomes
from strikesim.report.figures.export import save
from strikesim.report.figures.lengths import lengths
from strikesim.report.figures.rates import heat_map, win_rates
from strikesim.report.figures.skill import skill

__all__ = [
    "band",
    "brackets",
    "curves",
    "differences",
    "endings",
    "factors",
    "heat_map",
    "lengths",
    "outcomes",
    "save",
    "skill",
    "win_rates",
]
